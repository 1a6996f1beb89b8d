/* The transform kernels in float16 for the CPU, by the radix-2 shuffle algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float16_t
#define NBL_TRANSFORM_ALGORITHM 0
#define NBL_TRANSFORM_NAME float16_radix2
#include "fft/kernel_run_time.h"
