/* What the blurs' kernels are bound to: bindings and constants. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compile-time parameters (fields of nbl_blur_parameters_t on the CPU: host/blur/run_time_parameters.h):
 *   NBL_BLUR_KERNEL, NBL_BLUR_COMBINE, NBL_BLUR_THRESHOLD; NBL_BLUR_STEP of the dual filter; NBL_BLUR_AXIS,
 *   NBL_BLUR_WRAP, NBL_BLUR_ROUNDS, NBL_BLUR_REGISTERS and NBL_BLUR_LINE, the sums in shared memory, of the prefix sum
 *
 *   binding  0 image   1 workspace: the levels, or the lines in between   2 target
 */
#include "nbl/lang.h"
#include "nbl/blur/constants.h"

NBL_BUFFER(0, nbl_float32_t4, blur_source)
NBL_BUFFER(1, nbl_float32_t4, blur_levels)
NBL_BUFFER(1, float32_t, blur_lines)
NBL_BUFFER(2, nbl_float32_t4, blur_target)
NBL_BUFFER(2, float32_t, blur_target_scalars)
NBL_PUSH_CONSTANTS(nbl_blur_constants_t, blur_constants)

#define NBL_BLUR_SOURCE(i) NBL_LOAD(blur_source, i)
