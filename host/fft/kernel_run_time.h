/* The transform kernels' text for the CPU: its compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once per scalar and algorithm by host/fft/kernel_*.c, which define NBL_TRANSFORM_SCALAR,
 * NBL_TRANSFORM_ALGORITHM, NBL_TRANSFORM_KERNEL, NBL_REAL_TRANSFORM_KERNEL and, for float32_t,
 * NBL_TRANSFORM_HALVES.
 */
#ifndef NBL_EMULATOR_CALLS
#define NBL_EMULATOR_CALLS 0 /* all calls are uniform, so the optimiser may do as it likes: nbl/lang/calls.h */
#endif
#include "fft/transform_kernels.h"

static inline const nbl_fft_transform_parameters_t *parameters(void) {
    return (const nbl_fft_transform_parameters_t *)nbl_emulator_specialization();
}

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#define NBL_MOST_ELEMENTS NBL_FFT_MAX_RADIX
#include "shaders/fft_transform.h"
#include "shaders/fft_real_transform.h"
