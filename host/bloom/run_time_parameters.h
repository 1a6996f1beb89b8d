/* The bloom kernels' text for the CPU: their compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by host/bloom/kernel_*.c, once each, before the kernel's text; they define NBL_BLOOM_ALGORITHM and
 * NBL_BLOOM_KERNEL.
 */
#define NBL_EMULATOR_CALLS 0 /* all calls are uniform, and inlining hundreds of functions would take minutes */
#include "bloom/kernels.h"
#include "nbl/host/bloom.h"
#include "nbl/fft/parameters.h"

static inline const nbl_bloom_parameters_t *parameters(void) {
    return (const nbl_bloom_parameters_t *)nbl_emulator_specialization();
}

#define NBL_BLOOM_PARAMETERS_AT_RUN_TIME
#define NBL_BLOOM_FIRST_ELEMENTS_LOG2 parameters()->first_elements_log2
#define NBL_BLOOM_FIRST_WORKGROUP_LOG2 parameters()->first_workgroup_log2
#define NBL_BLOOM_SECOND_ELEMENTS_LOG2 parameters()->second_elements_log2
#define NBL_BLOOM_SECOND_WORKGROUP_LOG2 parameters()->second_workgroup_log2
#define NBL_BLOOM_SUBGROUP_LOG2 parameters()->subgroup_log2
#define NBL_BLOOM_FIRST_PLAN parameters()->first_plan
#define NBL_BLOOM_SECOND_PLAN parameters()->second_plan
#define NBL_BLOOM_FFTS_PER_WORKGROUP parameters()->ffts_per_workgroup
#define NBL_BLOOM_INVOCATIONS parameters()->invocations
#define NBL_BLOOM_SHARED_DWORDS parameters()->shared_dwords
#define NBL_BLOOM_HALF_STORAGE parameters()->half_storage
#define NBL_BLOOM_FIRST_AXIS_Y parameters()->first_axis_y
#define NBL_BLOOM_MIRROR parameters()->mirror
#define NBL_BLOOM_RESAMPLE parameters()->resample
#define NBL_BLOOM_COMBINE parameters()->combine
#define NBL_BLOOM_THRESHOLD parameters()->threshold
#define NBL_BLOOM_SOURCE_FORMAT parameters()->source_format
#define NBL_BLOOM_TARGET_FORMAT parameters()->target_format
#define NBL_BLOOM_SPECTRUM_EARLY parameters()->spectrum_early
#define NBL_BLOOM_PAIR_DISTANCE parameters()->pair_distance
#define NBL_BLOOM_PAIR_ELEMENTS parameters()->pair_elements
#define NBL_BLOOM_PAIR_PERIOD parameters()->pair_period
#define NBL_PRELOADED_ELEMENTS NBL_FFT_MAX_ELEMENTS_PER_INVOCATION
