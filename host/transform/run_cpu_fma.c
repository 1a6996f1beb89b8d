/* The runs of run_cpu_fused.c where the processor has multiply-adds of its own: a call of the C library's takes longer.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__FMA__)
#define NBL_FUSED 1
#define nbl_ready_runs nbl_ready_runs_fma
#include "transform/run_cpu.c"
#else
#include "transform/run_cpu.h"
const nbl_ready_runs_t nbl_ready_runs_fma = {
    0}; /* of another processor, whose compiler takes its own anyway, or the C library's */
#endif
