/* The executor's passes in float64 without vectors.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LANES_OF float64_t
#define NBL_LANES_LOG2 0
#define NBL_EXECUTOR_KERNELS nbl_executor_plain_float64
#define NBL_EXECUTOR_NAME "plain"
#include "executor/kernels_text.h"
