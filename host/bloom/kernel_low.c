/* shaders/bloom_low_resolution.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
/* this text has no barrier and no subgroup operation, so it may be optimised: nbl/lang/calls.h */
#define NBL_EMULATOR_CALLS 0
#include "bloom/low.h"

static inline const nbl_bloom_low_parameters_t *parameters(void) {
    return (const nbl_bloom_low_parameters_t *)nbl_emulator_specialization();
}

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#define NBL_BLOOM_LOW_KERNEL nbl_bloom_low_kernel
#include "shaders/bloom_low_resolution.h"
