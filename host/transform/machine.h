/* A transform that is made for a machine: what nbl_fft_run(), nbl_fft_record() and their neighbours of nbl/host/fft.h call.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a checked problem's transform. Out: the functions of one machine, the CPU or a device, found at run time, so that a
 *        program without Vulkan links none of it.
 * Wrong: what a machine lacks is NULL here, and refused by name.
 */
#ifndef NBL_HOST_TRANSFORM_MACHINE_H
#define NBL_HOST_TRANSFORM_MACHINE_H

#include "nbl/host/convolution.h"
#include "nbl/host/fft.h"

/* Arguments are those of the functions of nbl/host/fft.h; NULL: the machine has no such function. */
typedef struct nbl_fft_machine_t {
    void (*destroy)(nbl_fft_t *fft);
    nbl_result_t (*run)(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error);
    nbl_fft_bytes_t (*bytes)(const nbl_fft_t *fft);
    size_t (*text)(const nbl_fft_t *fft, char *buffer, size_t size);
    nbl_result_t (*record)(const nbl_fft_t *fft, const nbl_fft_binding_t *binding,
                           struct VkCommandBuffer_T *command_buffer, const struct nbl_vulkan_timestamps_t *timestamps,
                           uint32_t span, nbl_error_t *error);
    void (*release)(nbl_fft_binding_t *binding); /* destroys it */
} nbl_fft_machine_t;

/* The first member of each machine's own structure. */
struct nbl_fft_t {
    const nbl_fft_machine_t *machine;
    uint32_t rank;                      /* 0: of nbl_fft_create() */
    uint64_t output[NBL_FFT_MOST_RANK]; /* elements along each dimension */
};

struct nbl_fft_binding_t {
    const nbl_fft_machine_t *machine;
};

/* Refuses a problem with a kernel that asks for more than a convolution, and describes the convolution. Errors: ARGUMENT.
 *
 * problem  its kernel is not NULL */
nbl_result_t nbl_fft_convolution_of(const nbl_fft_problem_t *problem, nbl_convolution_desc_t *desc, nbl_error_t *error);

/* Sets the sizes of a transform's output.
 *
 * problem      without a kernel: checked
 * convolution  of a problem with a kernel: nbl_convolution_choose_sizes()'s result, or NULL */
struct nbl_convolution_sizes_t;
void nbl_fft_set_output(nbl_fft_t *fft, const nbl_fft_problem_t *problem,
                        const struct nbl_convolution_sizes_t *convolution);

#endif
