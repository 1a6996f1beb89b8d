/* The executor's passes in float32 on vectors of AVX2.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__AVX2__)
#define NBL_LANES_OF float32_t
#define NBL_LANES_LOG2 3
#define NBL_EXECUTOR_KERNELS nbl_executor_avx2_float32
#define NBL_EXECUTOR_NAME "avx2"
#include "executor/kernels_text.h"
#else
#include "executor/kernels.h"
const nbl_executor_kernels_t nbl_executor_avx2_float32 = {0}; /* of another processor */
#endif
