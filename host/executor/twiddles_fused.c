/* The twiddles of twiddles.c, with the multiply-adds that the shared text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#define nbl_executor_twiddles nbl_executor_twiddles_fused
#include "executor/twiddles.c"
