/* The transform kernel in float32 for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float32_t
#include "fft/kernel_run_time.h"
