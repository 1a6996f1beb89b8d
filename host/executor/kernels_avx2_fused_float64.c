/* The passes of kernels_avx2_float64.c, compiled so that products are fused with sums.
 * SPDX-License-Identifier: Apache-2.0
 */
#define nbl_executor_avx2_float64 nbl_executor_avx2_fused_float64
#include "executor/kernels_avx2_float64.c"
