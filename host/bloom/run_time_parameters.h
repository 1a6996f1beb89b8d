/* The bloom kernels' text for the CPU: their compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by host/bloom/kernel_*.c, once each, before the kernel's text; they define NBL_BLOOM_ALGORITHM and
 * NBL_BLOOM_KERNEL.
 */
#define NBL_EMULATOR_CALLS 0 /* all calls are uniform, so the optimiser may do as it likes: nbl/lang/calls.h */
#include "bloom/kernels.h"
#include "nbl/host/bloom.h"

static inline const nbl_bloom_parameters_t *parameters(void) {
    return (const nbl_bloom_parameters_t *)nbl_emulator_specialization();
}

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#define NBL_MOST_ELEMENTS NBL_FFT_MAX_RADIX
