/* What nbl_fft_make_cpu() makes: a transform or a convolution, with the programs that solve it on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_CPU_H
#define NBL_HOST_TRANSFORM_CPU_H

#include "transform/machine.h"
#include "transform/solver.h"

typedef struct nbl_fft_cpu_t {
    nbl_fft_t face;
    nbl_solver_t solver; /* of a convolution: `apart` is one signal's program, with the kernel's spectrum */
} nbl_fft_cpu_t;

/* Makes the program of one signal of a convolution, with the spectrum of its kernel. Errors, after which the transform
 * is still to be destroyed: LIMIT, OUT_OF_MEMORY.
 *
 * cpu     described; its solver has no program
 * taps    of nbl_fft_describe()
 * kernel  the kernel's elements */
nbl_result_t nbl_fft_cpu_convolution(nbl_fft_cpu_t *cpu, const nbl_problem_t *taps, const void *kernel,
                                     nbl_error_t *error);

/* Returns the bytes that a transform of the CPU keeps from run to run. */
static inline uint64_t nbl_fft_cpu_kept_bytes(const nbl_fft_t *fft) {
    return sizeof(nbl_fft_cpu_t) + nbl_ready_bytes(((const nbl_fft_cpu_t *)fft)->solver.apart);
}

#endif
