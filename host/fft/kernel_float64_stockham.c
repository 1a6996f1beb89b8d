/* The transform kernels in float64 for the CPU, by the Stockham algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float64_t
#define NBL_TRANSFORM_ALGORITHM 1
#define NBL_TRANSFORM_KERNEL nbl_fft_transform_float64_stockham
#define NBL_REAL_TRANSFORM_KERNEL nbl_fft_real_transform_float64_stockham
#include "fft/kernel_run_time.h"
