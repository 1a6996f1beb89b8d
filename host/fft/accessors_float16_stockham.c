/* The transform kernels in float16 for the CPU through the caller's functions, by Stockham.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
#define NBL_TRANSFORM_SCALAR float16_t
#define NBL_TRANSFORM_ALGORITHM 1
#define NBL_TRANSFORM_KERNEL nbl_fft_access_float16_stockham
#define NBL_REAL_TRANSFORM_KERNEL nbl_fft_real_access_float16_stockham
#include "fft/accessors_run_time.h"
#else
#include "fft/accessors.h"
void nbl_fft_access_float16_stockham(void) {} /* never launched: the plan refuses */
void nbl_fft_real_access_float16_stockham(void) {}
#endif
