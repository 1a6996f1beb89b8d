/* A kernel that reduces and scans items of each lane, by shuffles and by the device's own operation, for one count of
 * items.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shared text. Parameters: ITEMS_NAME, prefix of the kernel, ITEMS_COUNT, and ITEMS_NATIVE, 1 where scans are native
 * too. Of invocation t of 128 results are 8 groups of ITEMS_COUNT + 1 pairs: the items, then the sum of all: reduce,
 * inclusive, exclusive of segments, the same of sums, then inclusive and exclusive native. Reductions leave the items
 * as they came.
 */
#include "tests/workgroup/arithmetic_operators.h"
#ifndef ITEMS_BUFFERS
#define ITEMS_BUFFERS
NBL_BUFFER(0, nbl_uint32_t2, items_given)
NBL_BUFFER(1, nbl_uint32_t2, items_results)
#endif

#define NBL_SUBGROUP_ARITHMETIC_NAME NBL_CAT(ITEMS_NAME, _segments)
#define NBL_SUBGROUP_ARITHMETIC_TYPE segment_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR segment_plus
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) segment_shuffle(v, lane)
#define NBL_SUBGROUP_ARITHMETIC_ITEMS ITEMS_COUNT
#include "nbl/subgroup/arithmetic.h"
#define NBL_SUBGROUP_ARITHMETIC_NAME NBL_CAT(ITEMS_NAME, _sums)
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#define NBL_SUBGROUP_ARITHMETIC_ITEMS ITEMS_COUNT
#include "nbl/subgroup/arithmetic.h"
#define NBL_SUBGROUP_ARITHMETIC_NAME NBL_CAT(ITEMS_NAME, _native)
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#define NBL_SUBGROUP_ARITHMETIC_ITEMS ITEMS_COUNT
#if ITEMS_NATIVE
#define NBL_SUBGROUP_ARITHMETIC_NATIVE add
#endif
#include "nbl/subgroup/arithmetic.h"

/* Runs one function on the items, and stores what they became and what it returned. */
#define ITEMS_TRY(type, function) \
    for (uint32_t k = 0u; k < ITEMS_COUNT; k++) \
        type##_items[k] = type##_read(NBL_LOAD(items_given, t * ITEMS_COUNT + k)); \
    type##_all = NBL_CAT(ITEMS_NAME, function)(type##_items); \
    for (uint32_t k = 0u; k < ITEMS_COUNT; k++) NBL_STORE(items_results, at + k, type##_write(type##_items[k])); \
    NBL_STORE(items_results, at + ITEMS_COUNT, type##_write(type##_all)); \
    at += ITEMS_COUNT + 1u;

NBL_LOCAL_SIZE(128)
NBL_KERNEL(NBL_CAT(ITEMS_NAME, _kernel)) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t at = t * 8u * (ITEMS_COUNT + 1u);
    segment_t segment_t_items[ITEMS_COUNT];
    segment_t segment_t_all;
    uint32_t uint32_t_items[ITEMS_COUNT];
    uint32_t uint32_t_all;
    ITEMS_TRY(segment_t, _segments_reduce_items)
    ITEMS_TRY(segment_t, _segments_inclusive_scan_items)
    ITEMS_TRY(segment_t, _segments_exclusive_scan_items)
    ITEMS_TRY(uint32_t, _sums_reduce_items)
    ITEMS_TRY(uint32_t, _sums_inclusive_scan_items)
    ITEMS_TRY(uint32_t, _sums_exclusive_scan_items)
    ITEMS_TRY(uint32_t, _native_inclusive_scan_items)
    ITEMS_TRY(uint32_t, _native_exclusive_scan_items)
}
#undef ITEMS_TRY
#undef ITEMS_COUNT
#undef ITEMS_NAME
