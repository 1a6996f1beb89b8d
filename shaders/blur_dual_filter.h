/* Kernel: a step of the dual filter, 8 x 8 texels a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shaders/blur_resources.h"

NBL_FUNCTION nbl_float32_t4 blur_level_get(uint32_t i) { return NBL_LOAD(blur_levels, i); }
NBL_FUNCTION void blur_level_set(uint32_t i, nbl_float32_t4 rgba) { NBL_STORE(blur_levels, i, rgba); }
NBL_FUNCTION void blur_target_set(uint32_t i, nbl_float32_t4 rgba) { NBL_STORE(blur_target, i, rgba); }
#include "nbl/blur/dual_filter.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(NBL_BLUR_KERNEL) {
    nbl_blur_constants_t constants = NBL_PUSH_CONSTANT(blur_constants);
    uint32_t across = (constants.width + 7u) / 8u;
    uint32_t tile_y = nbl_workgroup_index() / across;
    uint32_t x = (nbl_workgroup_index() - tile_y * across) * 8u + nbl_local_invocation_index() % 8u;
    uint32_t y = tile_y * 8u + nbl_local_invocation_index() / 8u;
    if (x < constants.width && y < constants.height) nbl_blur_dual_filter(x, y, constants);
}
