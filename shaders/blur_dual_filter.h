/* Kernel: a step of the dual filter, 8 x 8 texels a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shaders/blur_resources.h"

#define NBL_BLUR_LEVEL(i) NBL_LOAD(blur_levels, i)
#define NBL_BLUR_LEVEL_WRITE(i, rgba) NBL_STORE(blur_levels, i, rgba)
#define NBL_BLUR_TARGET(i, rgba) NBL_STORE(blur_target, i, rgba)
#define NBL_BLUR_NAME blur_dual_filter
#include "nbl/blur/dual_filter.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(NBL_BLUR_KERNEL) {
    nbl_blur_constants_t constants = NBL_PUSH_CONSTANT(blur_constants);
    uint32_t across = (constants.width + 7u) / 8u;
    uint32_t tile_y = nbl_workgroup_index() / across;
    uint32_t x = (nbl_workgroup_index() - tile_y * across) * 8u + nbl_local_invocation_index() % 8u;
    uint32_t y = tile_y * 8u + nbl_local_invocation_index() / 8u;
    if (x < constants.width && y < constants.height) blur_dual_filter(x, y, constants);
}
