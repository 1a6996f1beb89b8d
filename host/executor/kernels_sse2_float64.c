/* The executor's passes in float64 on vectors of SSE2.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__SSE2__)
#define NBL_LANES_OF float64_t
#define NBL_LANES_LOG2 1
#define NBL_EXECUTOR_KERNELS nbl_executor_sse2_float64
#define NBL_EXECUTOR_NAME "sse2"
#include "executor/kernels_text.h"
#else
#include "executor/kernels.h"
const nbl_executor_kernels_t nbl_executor_sse2_float64 = {0}; /* of another processor */
#endif
