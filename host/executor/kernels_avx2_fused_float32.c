/* The passes of kernels_avx2_float32.c, compiled so that products are fused with sums.
 * SPDX-License-Identifier: Apache-2.0
 */
#define nbl_executor_avx2_float32 nbl_executor_avx2_fused_float32
#include "executor/kernels_avx2_float32.c"
