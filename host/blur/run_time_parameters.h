/* The blurs' text for the CPU: its compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by host/blur/kernel_*.c, once each, before the kernel's text.
 */
#include "blur/kernels.h"

static inline const nbl_blur_parameters_t *parameters(void) {
    return (const nbl_blur_parameters_t *)nbl_emulator_specialization();
}

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#define NBL_BLUR_REGISTERS (NBL_BLUR_MAX_LINE / NBL_BLUR_INVOCATIONS)
