/* How the FFTs of a bloom's passes are spread over invocations.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_SHAPE_H
#define NBL_HOST_BLOOM_SHAPE_H

#include "nbl/host/bloom.h"
#include "nbl/host/plan.h"

/* Returns the length that radices make: their product; 0 without radices. */
uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request);

/* Bytes of shared memory that all workgroups of a multiprocessor share in Vulkan on NVIDIA's GPUs. Measured on an H200:
 * six workgroups of 8192 bytes run at once, three of 14976, two of 19008, one of 29952 (docs/log/bloom.md). */
#define NBL_BLOOM_SHARED_BYTES_OF_ALL 49152u

#define NBL_BLOOM_LONGEST_FFT_WORKGROUP 1024u /* invocations: the largest workgroup of desktop GPUs */

typedef struct nbl_bloom_shape_t {
    uint32_t length, invocations, elements, shared_dwords, barriers; /* of one FFT */
    uint32_t ffts;                                                   /* in a workgroup */
    /* subgroup size that the FFT relies on, log2; 0: none */
    uint32_t subgroup_log2;
    uint32_t elements_log2, workgroup_log2; /* radix-2 shuffle */
    nbl_fft_plan_t plan;                    /* Stockham */
    /* An invocation's elements lie `stride` apart, `period` of them; the next `period` elements begin elsewhere. */
    uint32_t period, stride;
    uint32_t pair_distance; /* of columns: D of nbl/bloom/rows.h, a multiple of stride */
} nbl_bloom_shape_t;

/* Returns the invocations that a workgroup may have. */
uint32_t nbl_bloom_most_invocations(const nbl_bloom_desc_t *desc);

/* Shapes the forward FFTs of the first axis. Short FFTs share a workgroup. */
nbl_result_t nbl_bloom_shape_rows(const nbl_bloom_desc_t *desc, uint32_t length, nbl_bloom_shape_t *shape,
                                  nbl_error_t *error);
/* Shapes the inverse FFTs of the first axis: three channels at once if the limits allow it, else ffts is 1. */
nbl_result_t nbl_bloom_shape_channels(const nbl_bloom_desc_t *desc, uint32_t length, nbl_bloom_shape_t *shape,
                                      nbl_error_t *error);
/* Shapes the FFTs of the second axis, along neighbouring lines.
 * 
 * scanlines  of the image; pair_distance follows from it */
nbl_result_t nbl_bloom_shape_columns(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines,
                                     nbl_bloom_shape_t *shape, nbl_error_t *error);

#endif
