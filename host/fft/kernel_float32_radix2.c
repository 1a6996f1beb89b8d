/* The transform kernels in float32 for the CPU, by the radix-2 shuffle algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float32_t
#define NBL_TRANSFORM_HALVES
#define NBL_TRANSFORM_ALGORITHM 0
#define NBL_TRANSFORM_NAME float32_radix2
#include "fft/kernel_run_time.h"
