/* The transform kernels in float16 for the CPU through the caller's functions, by the radix-2 shuffle algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
#define NBL_TRANSFORM_SCALAR float16_t
#define NBL_TRANSFORM_ALGORITHM 0
#define NBL_TRANSFORM_KERNEL nbl_fft_access_float16_radix2
#define NBL_REAL_TRANSFORM_KERNEL nbl_fft_real_access_float16_radix2
#include "fft/accessors_run_time.h"
#else
#include "fft/accessors.h"
void nbl_fft_access_float16_radix2(void) {} /* never launched: the plan refuses */
void nbl_fft_real_access_float16_radix2(void) {}
#endif
