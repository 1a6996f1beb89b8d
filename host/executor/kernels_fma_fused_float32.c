/* The passes of kernels_plain_fused_float32.c, by the processor's multiply-adds.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__FMA__)
#define NBL_FUSED 1
#define nbl_executor_plain_float32 nbl_executor_fma_fused_float32
#include "executor/kernels_plain_float32.c"
#else
#include "executor/kernels.h"
const nbl_executor_kernels_t nbl_executor_fma_fused_float32 = {0}; /* of another processor */
#endif
