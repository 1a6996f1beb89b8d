/* The transform kernels in float16 for the CPU, by the Stockham algorithm; where the compiler has that type.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_EMULATOR_CALLS 0 /* see fft/kernel_run_time.h */
#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
#define NBL_TRANSFORM_SCALAR float16_t
#define NBL_TRANSFORM_ALGORITHM 1
#define NBL_TRANSFORM_KERNEL nbl_fft_transform_float16_stockham
#define NBL_REAL_TRANSFORM_KERNEL nbl_fft_real_transform_float16_stockham
#include "fft/kernel_run_time.h"
#else
#include "fft/transform_kernels.h"
void nbl_fft_transform_float16_stockham(void) {} /* never launched: the plan refuses */
void nbl_fft_real_transform_float16_stockham(void) {}
#endif
