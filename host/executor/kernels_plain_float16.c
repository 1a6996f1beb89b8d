/* The executor's passes in float16 without vectors.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__FLT16_MAX__)
#define NBL_LANES_OF float16_t
#define NBL_LANES_LOG2 0
#define NBL_EXECUTOR_KERNELS nbl_executor_plain_float16
#define NBL_EXECUTOR_NAME "plain"
#include "executor/kernels_text.h"
#else
#include "executor/kernels.h"
const nbl_executor_kernels_t nbl_executor_plain_float16 = {0}; /* of another processor or compiler */
#endif
