/* The transform kernels in float64 for the CPU, by the Stockham algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float64_t
#define NBL_TRANSFORM_ALGORITHM 1
#define NBL_TRANSFORM_NAME float64_stockham
#include "fft/kernel_run_time.h"
