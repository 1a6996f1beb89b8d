/* The transform kernels' text for the CPU: its compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once per scalar and algorithm by host/fft/kernel_*.c and accessors_*.c, and with NBL_FUSED 1 by
 * kernel_*_fused.c. The includer defines
 *
 *   NBL_TRANSFORM_SCALAR, NBL_TRANSFORM_ALGORITHM
 *   NBL_TRANSFORM_NAME        how the kernels' names end
 *   NBL_TRANSFORM_HALVES      for float32_t: halves in memory, too
 *   NBL_TRANSFORM_ACCESSORS   loads and stores by the caller's functions, not of buffers
 *
 * Without a half-precision type the kernels in float16 are empty: plans refuse it.
 */
#define NBL_EMULATOR_CALLS 0 /* all calls are uniform, so the compiler may merge and inline them: nbl/lang/calls.h */
#include "fft/accessors.h"
#include "fft/transform_kernels.h"
#include "nbl/complex.h"

#ifdef NBL_TRANSFORM_ACCESSORS
#define NBL_TRANSFORM_KERNEL NBL_CAT(nbl_fft_access_, NBL_TRANSFORM_NAME)
#define NBL_REAL_TRANSFORM_KERNEL NBL_CAT(nbl_fft_real_access_, NBL_TRANSFORM_NAME)
#elif NBL_FUSED
#define NBL_TRANSFORM_KERNEL NBL_CAT(nbl_fft_fused_transform_, NBL_TRANSFORM_NAME)
#define NBL_REAL_TRANSFORM_KERNEL NBL_CAT(nbl_fft_fused_real_transform_, NBL_TRANSFORM_NAME)
#else
#define NBL_TRANSFORM_KERNEL NBL_CAT(nbl_fft_transform_, NBL_TRANSFORM_NAME)
#define NBL_REAL_TRANSFORM_KERNEL NBL_CAT(nbl_fft_real_transform_, NBL_TRANSFORM_NAME)
#endif

#if !NBL_HAS_FLOAT16 && NBL_CAT(NBL_DWORDS_, NBL_TRANSFORM_SCALAR) == NBL_DWORDS_float16_t
void NBL_TRANSFORM_KERNEL(void) {}
void NBL_REAL_TRANSFORM_KERNEL(void) {}
#else
static inline const nbl_fft_transform_parameters_t *parameters(void) {
    return (const nbl_fft_transform_parameters_t *)nbl_emulator_specialization();
}

#ifdef NBL_TRANSFORM_ACCESSORS
#include "fft/accessors_run_time.h"
#endif
#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#define NBL_MOST_ELEMENTS NBL_FFT_MAX_RADIX
#include "shaders/fft_transform.h"
#include "shaders/fft_real_transform.h"
#endif
