/* The passes of kernels_neon_float64.c, compiled so that products are fused with sums.
 * SPDX-License-Identifier: Apache-2.0
 */
#define nbl_executor_neon_float64 nbl_executor_neon_fused_float64
#include "executor/kernels_neon_float64.c"
