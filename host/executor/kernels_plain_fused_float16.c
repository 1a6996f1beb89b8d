/* The passes of kernels_plain_float16.c, with the multiply-adds that the shared text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#define nbl_executor_plain_float16 nbl_executor_plain_fused_float16
#include "executor/kernels_plain_float16.c"
