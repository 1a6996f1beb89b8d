/* The transform kernels in float64 for the CPU through the caller's callbacks.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TRANSFORM_SCALAR float64_t
#define NBL_TRANSFORM_KERNEL nbl_fft_access_float64
#define NBL_REAL_TRANSFORM_KERNEL nbl_fft_real_access_float64
#include "fft/accessors_run_time.h"
