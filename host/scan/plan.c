/* A scan's description: what it may be, and how many tiles and bytes it means.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/plan.h"

#include "error/error.h"

nbl_result_t nbl_scan_check(const nbl_scan_desc_t *desc, nbl_error_t *error) {
    if (desc->count == 0 || desc->count > 0u - NBL_SCAN_TILE_ELEMENTS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "scan: count is %u, must be 1 to 4294959104", (unsigned)desc->count);
    if ((unsigned)desc->scalar > NBL_SCAN_FLOAT32)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "scan: scalar is %u, must be uint32 (0), int32 (1) or float32 (2)",
                        (unsigned)desc->scalar);
    if ((unsigned)desc->operation > NBL_SCAN_MAXIMUM)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: operation is %u, must be plus (0), minimum (1) or maximum (2)",
                        (unsigned)desc->operation);
    if ((unsigned)desc->kind > NBL_SCAN_REDUCE)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: kind is %u, must be inclusive (0), exclusive (1) or reduce (2)", (unsigned)desc->kind);
    if ((unsigned)desc->lanes > NBL_SCAN_LANES_ORDERED_SHUFFLES)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: lanes is %u, must be default (0), native (1), shuffles (2) or ordered shuffles (3)",
                        (unsigned)desc->lanes);
    if (desc->lanes == NBL_SCAN_LANES_NATIVE && desc->scalar == NBL_SCAN_FLOAT32 && desc->mode == NBL_MODE_EXACT)
        return nbl_fail(
            error, NBL_ERROR_ARGUMENT,
            "scan: lanes is native (1): the device's order of float32 is its own, which exact mode excludes");
    return NBL_SUCCESS;
}

uint32_t nbl_scan_tiles(uint32_t count) { return (count - 1u) / NBL_SCAN_TILE_ELEMENTS + 1u; }

uint32_t nbl_scan_workgroups(const nbl_scan_desc_t *desc, uint32_t pass) {
    if (pass == 1u) return 1;
    return pass == 2u && desc->kind == NBL_SCAN_REDUCE ? 0u : nbl_scan_tiles(desc->count);
}

uint64_t nbl_scan_bytes(uint32_t count) { return ((uint64_t)count * 4u + 15u) / 16u * 16u; }

uint64_t nbl_scan_workspace_bytes(uint32_t count) { return nbl_scan_bytes(nbl_scan_tiles(count)); }
