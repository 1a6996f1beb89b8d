/* The blocks of run_block.c, with the multiply-adds that the shared text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#define nbl_ready_blocks nbl_ready_blocks_fused
#include "transform/run_block.c"
