/* The transform kernels in float64 for the CPU through the caller's functions, by Stockham.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float64_t
#define NBL_TRANSFORM_ALGORITHM 1
#define NBL_TRANSFORM_KERNEL nbl_fft_access_float64_stockham
#define NBL_REAL_TRANSFORM_KERNEL nbl_fft_real_access_float64_stockham
#include "fft/accessors_run_time.h"
