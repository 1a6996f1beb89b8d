/* The transform kernel in float64 for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float64_t
#include "fft/kernel_run_time.h"
