/* What nbl_fft_make_cpu() makes: a transform or a convolution, with the programs that solve it on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_CPU_H
#define NBL_HOST_TRANSFORM_CPU_H

#include "fft/nd.h"
#include "transform/machine.h"
#include "transform/solver.h"

typedef struct nbl_fft_cpu_t {
    nbl_fft_t face;
    nbl_fft_problem_t problem;  /* of a transform: with its axes listed; of a convolution: without the kernel */
    nbl_fft_nd_side_t sides[3]; /* of a transform; by nbl_view_region_t */
    bool convolves;
    nbl_solver_t solver; /* of a convolution: `apart` is one signal's program, with the kernel's spectrum */
    nbl_fft_bytes_t bytes;
} nbl_fft_cpu_t;

/* Fills in a convolution. Errors, after which it is still to be destroyed: ARGUMENT, LIMIT, OUT_OF_MEMORY.
 *
 * cpu      all zero but for its machine
 * problem  its kernel is not NULL */
nbl_result_t nbl_fft_cpu_convolution(nbl_fft_cpu_t *cpu, const nbl_fft_problem_t *problem, nbl_error_t *error);

/* Returns the bytes that a transform of the CPU keeps from run to run. */
static inline uint64_t nbl_fft_cpu_kept_bytes(const nbl_fft_t *fft) {
    return sizeof(nbl_fft_cpu_t) + nbl_ready_bytes(((const nbl_fft_cpu_t *)fft)->solver.apart);
}

#endif
