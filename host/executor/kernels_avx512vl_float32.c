/* The executor's passes in float32 on 256-bit vectors of AVX-512VL, for its 32 registers.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__AVX512VL__)
#define NBL_LANES_OF float32_t
#define NBL_LANES_LOG2 3
#define NBL_EXECUTOR_KERNELS nbl_executor_avx512vl_float32
#define NBL_EXECUTOR_NAME "avx512vl"
#define LINES_IN_REGISTERS_ALSO 32
#include "executor/kernels_text.h"
#else
#include "executor/kernels.h"
const nbl_executor_kernels_t nbl_executor_avx512vl_float32 = {0}; /* of another processor */
#endif
