/* Kernel: a step of the bloom at low resolution, 8 x 8 blocks of texels a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compile-time parameters: NBL_BLOOM_LOW_KERNEL, its name, and NBL_BLOOM_LOW_PARAMETERS of nbl/host/parameters.h.
 *
 *   binding  0 image   1 workspace: core, tail, low image, its bloom   2 target
 */
#include "nbl/lang.h"
#include "nbl/bloom/low_constants.h"

NBL_BUFFER(0, nbl_float32_t4, bloom_low_source)
NBL_BUFFER(1, nbl_float32_t4, bloom_low_work)
NBL_BUFFER(2, nbl_float32_t4, bloom_low_target)
NBL_PUSH_CONSTANTS(nbl_bloom_low_constants_t, bloom_low_constants)

NBL_FUNCTION nbl_float32_t4 bloom_low_source_get(uint32_t i) { return NBL_LOAD(bloom_low_source, i); }
NBL_FUNCTION void bloom_low_target_set(uint32_t i, nbl_float32_t4 rgba) { NBL_STORE(bloom_low_target, i, rgba); }
#include "nbl/bloom/low_resolution.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(NBL_BLOOM_LOW_KERNEL) {
    nbl_bloom_low_constants_t constants = NBL_PUSH_CONSTANT(bloom_low_constants);
    bool down = NBL_PARAMETER(step) == NBL_BLOOM_LOW_DOWN;
    uint32_t width = down ? constants.low_width : constants.width;
    uint32_t height = down ? constants.low_height : constants.height;
    uint32_t across = (width + 8u * NBL_PARAMETER(columns) - 1u) / (8u * NBL_PARAMETER(columns));
    uint32_t tile_y = nbl_workgroup_index() / across;
    uint32_t tile_x = nbl_workgroup_index() - tile_y * across;
    uint32_t x = (tile_x * 8u + nbl_local_invocation_index() % 8u) * NBL_PARAMETER(columns);
    uint32_t y = (tile_y * 8u + nbl_local_invocation_index() / 8u) * NBL_PARAMETER(rows);
    if (x < width && y < height) nbl_bloom_low(x, y, constants);
}
