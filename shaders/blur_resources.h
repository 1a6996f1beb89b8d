/* What the blurs' kernels are bound to: bindings and constants. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compile-time parameters: NBL_BLUR_KERNEL, its name, and NBL_BLUR_PARAMETERS of nbl/host/parameters.h, fields of
 * nbl_blur_parameters_t on the CPU (host/blur/run_time_parameters.h).
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

NBL_FUNCTION nbl_float32_t4 blur_source_get(uint32_t i) {
    nbl_float32_t4 texel = NBL_LOAD(blur_source, i);
    if (NBL_PARAMETER(clamps) == 1) texel = nbl_bloom_valid_texel(texel, NBL_PUSH_CONSTANT(blur_constants).largest);
    return texel;
}
