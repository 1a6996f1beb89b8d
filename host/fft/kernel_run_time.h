/* The transform kernels' text for the CPU: its compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once per scalar and algorithm by host/fft/kernel_*.c, which define NBL_TRANSFORM_SCALAR,
 * NBL_TRANSFORM_ALGORITHM, NBL_TRANSFORM_KERNEL, NBL_REAL_TRANSFORM_KERNEL and, for float32_t,
 * NBL_TRANSFORM_HALF_STORAGE.
 */
#ifndef NBL_EMULATOR_CALLS
#define NBL_EMULATOR_CALLS 0 /* all calls are uniform, and inlining hundreds of functions would take minutes */
#endif
#include "fft/transform_kernels.h"
#include "nbl/fft/parameters.h"

static inline const nbl_fft_transform_parameters_t *parameters(void) {
    return (const nbl_fft_transform_parameters_t *)nbl_emulator_specialization();
}

#define NBL_TRANSFORM_PARAMETERS_AT_RUN_TIME
#define NBL_TRANSFORM_ELEMENTS_LOG2 parameters()->elements_log2
#define NBL_TRANSFORM_WORKGROUP_LOG2 parameters()->workgroup_log2
#define NBL_TRANSFORM_SUBGROUP_LOG2 parameters()->subgroup_log2
#define NBL_TRANSFORM_PLAN parameters()->plan
#if NBL_TRANSFORM_ALGORITHM == 1
#define NBL_TRANSFORM_SHARED_DWORDS \
    (parameters()->plan.plane_dwords * (parameters()->plan.complex_dwords == 4u ? 2u : 1u))
#define NBL_TRANSFORM_INVOCATIONS parameters()->plan.invocations
#endif
#define NBL_TRANSFORM_FFTS_PER_WORKGROUP parameters()->ffts_per_workgroup
#define NBL_TRANSFORM_ROUNDS parameters()->rounds
#define NBL_TRANSFORM_INVERSE parameters()->inverse
#define NBL_TRANSFORM_NATIVE parameters()->native
#define NBL_TRANSFORM_REAL parameters()->real
#define NBL_PRELOADED_ELEMENTS NBL_FFT_MAX_ELEMENTS_PER_INVOCATION
#include "shaders/fft_transform.h"
#include "shaders/fft_real_transform.h"
