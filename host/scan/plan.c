/* Checks a scan's description, and counts its tiles and bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "scan/plan.h"

#include "error/check.h"
#include "spirv/words.h"

/* Elements of a tile, which one workgroup scans. */
#define MOST_ELEMENTS 65536u /* 1024 invocations of 64: the largest of both */
#define LEAST_TILE 1024u     /* chosen: less leaves a workgroup little to do between barriers; nothing measured */

static nbl_result_t check_sizes(nbl_scan_desc_t *desc, nbl_error_t *error) {
    const bool looks_back = desc->method == NBL_SCAN_METHOD_LOOK_BACK;
    if (desc->invocations == 0)
        desc->invocations = looks_back ? NBL_SCAN_LOOK_BACK_INVOCATIONS : NBL_SCAN_DEFAULT_INVOCATIONS;
    if (desc->items == 0) desc->items = looks_back ? NBL_SCAN_LOOK_BACK_ITEMS : NBL_SCAN_DEFAULT_ITEMS;
    if (desc->max_looks == 0) desc->max_looks = NBL_SCAN_DEFAULT_MAX_LOOKS;
    if (desc->sum_items == 0) desc->sum_items = desc->invocations > 512u ? 64u : NBL_SCAN_DEFAULT_SUM_ITEMS;
    const uint32_t w = desc->invocations, i = desc->items, s = desc->sum_items;
    if (w < 64u || w > 1024u || (w & (w - 1u)) != 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "scan: invocations is %u, must be 64, 128 .. 1024", (unsigned)w);
    if (i < 4u || i > 64u || (i & (i - 1u)) != 0 || w * i < LEAST_TILE || w * i > MOST_ELEMENTS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: items is %u, must be 4, 8 .. 64, and %u to %u with %u invocations", (unsigned)i,
                        LEAST_TILE, MOST_ELEMENTS, (unsigned)w);
    if (s < 4u || s > 256u || (s & (s - 1u)) != 0 || w * s < LEAST_TILE || w * s > MOST_ELEMENTS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: sum_items is %u, must be 4, 8 .. 256, and %u to %u with %u invocations", (unsigned)s,
                        LEAST_TILE, MOST_ELEMENTS, (unsigned)w);
    return NBL_SUCCESS;
}

nbl_result_t nbl_scan_check(nbl_scan_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_RANGE("count", desc->count, 1, 0u - MOST_ELEMENTS),
                                  NBL_CHECK_ENUM("scalar", desc->scalar, "uint32, int32, float32, float64, float16"),
                                  NBL_CHECK_ENUM("operation", desc->operation, "plus, minimum, maximum"),
                                  NBL_CHECK_ENUM("kind", desc->kind, "inclusive, exclusive, reduce"),
                                  NBL_CHECK_ENUM("lanes", desc->lanes, "default, native, shuffles, ordered shuffles"),
                                  NBL_CHECK_ENUM("method", desc->method, "default, three passes, look back"),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES),
                                  NBL_CHECK_RANGE("optimize", (int)desc->optimize, 0, NBL_OPTIMIZE_NONE)};
    const nbl_result_t valid = nbl_check("scan", checks, sizeof checks / sizeof *checks, error);
    if (valid != NBL_SUCCESS) return valid;
    if (desc->lanes == NBL_SCAN_LANES_NATIVE && nbl_scan_is_float(desc->scalar) && desc->mode != NBL_MODE_FAST)
        return nbl_fail(
            error, NBL_ERROR_ARGUMENT,
            "scan: lanes is native (1): the device's order of floats is its own, which exact and fused mode exclude");
    if (desc->method == NBL_SCAN_METHOD_LOOK_BACK && (nbl_scan_is_float(desc->scalar) || desc->kind == NBL_SCAN_REDUCE))
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: method is look back (2), which is for scans of integers: sums of floats would differ "
                        "from run to run");
    return check_sizes(desc, error);
}

bool nbl_scan_is_float(nbl_scan_scalar_t scalar) { return scalar >= NBL_SCAN_FLOAT32; }

uint32_t nbl_scan_scalar_bytes(nbl_scan_scalar_t scalar) {
    return scalar == NBL_SCAN_FLOAT64 ? 8u : scalar == NBL_SCAN_FLOAT16 ? 2u : 4u;
}

bool nbl_scan_any_order(const nbl_scan_desc_t *desc) { return !nbl_scan_is_float(desc->scalar); }

uint32_t nbl_scan_workgroups(const nbl_scan_desc_t *desc, uint32_t pass) {
    const bool only_sums = desc->kind == NBL_SCAN_REDUCE && nbl_scan_any_order(desc);
    const uint32_t tile = desc->invocations * (only_sums ? desc->sum_items : desc->items);
    const uint32_t tiles = (desc->count - 1u) / tile + 1u;
    if (desc->method == NBL_SCAN_METHOD_LOOK_BACK)
        return pass == 0 ? tiles / 2u / desc->invocations + 1u : pass == 1u ? tiles : 0u;
    if (pass == 1u) return 1;
    return pass == 2u && desc->kind == NBL_SCAN_REDUCE ? 0u : tiles;
}

uint64_t nbl_scan_bytes(nbl_scan_scalar_t scalar, uint32_t count) {
    if ((unsigned)scalar > NBL_SCAN_FLOAT16) return 0;
    const uint64_t bytes = nbl_scan_scalar_bytes(scalar), unit = bytes > 4u ? 4u * bytes : 16u;
    return (count * bytes + unit - 1u) / unit * unit;
}

/* Two words, or an element, for each of the smallest tiles, four elements at a time. */
uint64_t nbl_scan_workspace_bytes(uint32_t count) { return ((count - 1u) / LEAST_TILE / 4u + 1u) * 32u; }
