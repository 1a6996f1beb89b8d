/* The blocks of run_block_fused.c by multiply-adds of the processor, which take less time than calls of the C
 * library's.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__FMA__)
#define NBL_FUSED 1
#define nbl_ready_blocks nbl_ready_blocks_fma
#include "transform/run_block.c"
#else
#include "transform/run_block.h"
const nbl_ready_blocks_t nbl_ready_blocks_fma = {
    0}; /* of another processor, whose compiler takes its own anyway, or the C library's */
#endif
