/* The runs of run_cpu.c, with the multiply-adds that the shared text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#define nbl_ready_runs nbl_ready_runs_fused
#include "transform/run_cpu.c"
