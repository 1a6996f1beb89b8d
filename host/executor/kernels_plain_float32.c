/* The executor's passes in float32 without vectors.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LANES_OF float32_t
#define NBL_LANES_LOG2 0
#define NBL_EXECUTOR_KERNELS nbl_executor_plain_float32
#define NBL_EXECUTOR_NAME "plain"
#include "executor/kernels_text.h"
