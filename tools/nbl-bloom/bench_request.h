/* A job of nbl-bloom bench as its options describe it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BLOOM_BENCH_REQUEST_H
#define NBL_BLOOM_BENCH_REQUEST_H

#include "nbl/host/blur.h"

typedef enum bench_kind_t { BENCH_FFT = 0, BENCH_BLUR, BENCH_VKFFT } bench_kind_t;

typedef struct bench_request_t {
    const char *text; /* as the command line has it */
    bench_kind_t kind;
    nbl_bloom_desc_t desc;
    nbl_bloom_vulkan_desc_t how; /* mode, and what is an image */
    bool batch;                  /* nbl_bloom_record_images() records the images */
    nbl_blur_desc_t blur;
    uint32_t vkfft_width, vkfft_height; /* padded; 0: the bloom's own lengths */
} bench_request_t;

/* Reads WIDTHxHEIGHT:KERNEL and the words after it (nbl-bloom bench --help). Returns EXIT_DONE, or EXIT_USAGE,
 * printed. */
int bench_request_parse(const char *text, bench_request_t *request, nbl_error_t *error);

/* Reads FORMAT, FORMAT-image or FORMAT-sampled, `length` characters. Returns false if it is none of them.
 *
 * is_sampled  NULL: of a result, which is never sampled */
bool bench_parse_texels(const char *value, size_t length, nbl_bloom_format_t *format, bool *is_image, bool *is_sampled);

#endif
