/* The blurs' text for the CPU: its compile-time parameters are fields of the launch's specialization.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by host/blur/kernel_*.c, once each, before the kernel's text.
 */
#include "blur/kernels.h"

static inline const nbl_blur_parameters_t *parameters(void) {
    return (const nbl_blur_parameters_t *)nbl_emulator_specialization();
}

#define NBL_BLUR_STEP parameters()->step
#define NBL_BLUR_AXIS parameters()->axis
#define NBL_BLUR_WRAP parameters()->wrap
#define NBL_BLUR_ROUNDS parameters()->rounds
#define NBL_BLUR_REGISTERS (NBL_BLUR_MAX_LINE / NBL_BLUR_INVOCATIONS)
#define NBL_BLUR_LINE parameters()->line
#define NBL_BLUR_COMBINE parameters()->combine
#define NBL_BLUR_THRESHOLD parameters()->threshold
