/* A transform that is made for a machine: what nbl_fft_run(), nbl_fft_record() and their neighbours of nbl/host/fft.h
 * call.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a checked problem's transform. Out: the functions of one machine, the CPU or a device, found at run time, so
 *        that a program without Vulkan links none of it.
 * Wrong: what a machine lacks is NULL here, and refused by name.
 */
#ifndef NBL_HOST_TRANSFORM_MACHINE_H
#define NBL_HOST_TRANSFORM_MACHINE_H

#include "fft/nd.h"
#include "nbl/host/convolution.h"
#include "transform/program.h"

/* Arguments are those of the functions of nbl/host/fft.h; NULL: the machine cannot do it. */
typedef struct nbl_fft_machine_t {
    void (*destroy)(nbl_fft_t *fft);
    /* nanoseconds  receives the time on a device; NULL: nothing is timed. The CPU leaves it as it is */
    nbl_result_t (*run)(nbl_fft_t *fft, const void *input, void *output, double *nanoseconds, nbl_error_t *error);
    size_t (*text)(const nbl_fft_t *fft, char *buffer, size_t size);
    nbl_result_t (*record)(const nbl_fft_t *fft, const nbl_fft_binding_t *binding,
                           struct VkCommandBuffer_T *command_buffer, const struct nbl_vulkan_timestamps_t *timestamps,
                           uint32_t span, nbl_error_t *error);
    void (*release)(nbl_fft_binding_t *binding); /* destroys it */
} nbl_fft_machine_t;

/* The first member of each machine's own structure. */
struct nbl_fft_t {
    const nbl_fft_machine_t *machine;
    nbl_fft_problem_t problem;  /* checked, of a transform with its axes listed; pointers are NULL. Rank 0: of
                                 * nbl_fft_create() */
    nbl_fft_nd_side_t sides[3]; /* of a transform; by nbl_view_region_t */
    bool convolves;
    uint64_t output[NBL_FFT_MOST_RANK]; /* elements along each dimension */
    nbl_fft_bytes_t bytes;
    uint64_t dispatches; /* of a recording */
};

struct nbl_fft_binding_t {
    const nbl_fft_machine_t *machine;
};

/* Checks a problem, fills in what the transform holds of it, and describes what is solved. Errors: ARGUMENT, LIMIT.
 *
 * fft    receives all but its machine, its workspace and its dispatches
 * whole  receives what is solved, with the batch; its place is the problem's
 * taps   of a convolution receives the transform of its kernel, as nbl_problem_of_convolution() does; else left
 *        alone */
nbl_result_t nbl_fft_describe(const nbl_fft_problem_t *problem, nbl_fft_t *fft, nbl_problem_t *whole,
                              nbl_problem_t *taps, nbl_error_t *error);

/* Returns the problem of a convolution by the names of 0.2.0. */
nbl_fft_problem_t nbl_fft_problem_of_convolution(const nbl_convolution_desc_t *desc, const void *kernel);

/* Returns the kernel of a correlation for its transform: its elements in reverse order, conjugate. To be freed by
 * free(); NULL: out of memory.
 *
 * taps  of nbl_fft_describe() */
void *nbl_fft_reversed_kernel(const nbl_problem_t *taps, const void *kernel);

/* Does what nbl_fft_run() does, which has checked that fft, input and output are not NULL. nanoseconds: as of the
 * machine's `run`. */
nbl_result_t nbl_fft_run_timed(nbl_fft_t *fft, const void *input, void *output, double *nanoseconds,
                               nbl_error_t *error);

#endif
