/* The passes of kernels_sse2_float32.c, with the multiply-adds that the shared text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#define nbl_executor_sse2_float32 nbl_executor_sse2_fused_float32
#include "executor/kernels_sse2_float32.c"
