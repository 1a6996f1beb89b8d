/* A kernel that reduces or scans the elements of its workgroup, for one operator.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   SCAN_NAME, SCAN_TYPE, SCAN_OPERATOR   the kernel's name, the elements and their operator (arithmetic_operators.h)
 *   SCAN_SHUFFLE(v, lane), SCAN_NATIVE    as of nbl/subgroup/arithmetic.h, optional
 *   SCAN_INVOCATIONS _ITEMS _ROUNDS _REGISTERS _LANES_LOG2   as of the headers; SCAN_BARRIER()
 *   SCAN_KIND, SCAN_WORKGROUPS            0 reduce, 1 inclusive, 2 exclusive; of the launch
 *
 * The including file has buffers scan_given, scan_results (nbl_uint32_t2 per element; behind the results of all
 * workgroups the sum that each invocation got) and a shared array <type>_scratch.
 */
#include "tests/workgroup/arithmetic_operators.h"

#define SCAN_SHARED NBL_CAT(SCAN_TYPE, _scratch)

#define NBL_SUBGROUP_ARITHMETIC_NAME NBL_CAT(SCAN_NAME, _subgroup)
#define NBL_SUBGROUP_ARITHMETIC_TYPE SCAN_TYPE
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR SCAN_OPERATOR
#define NBL_SUBGROUP_ARITHMETIC_LANES_LOG2 SCAN_LANES_LOG2
#ifdef SCAN_SHUFFLE
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) SCAN_SHUFFLE(v, lane)
#endif
#ifdef SCAN_NATIVE
#define NBL_SUBGROUP_ARITHMETIC_NATIVE SCAN_NATIVE
#endif
#include "nbl/subgroup/arithmetic.h"

#define NBL_WORKGROUP_ARITHMETIC_NAME NBL_CAT(SCAN_NAME, _workgroup)
#define NBL_WORKGROUP_ARITHMETIC_TYPE SCAN_TYPE
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR SCAN_OPERATOR
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP NBL_CAT(SCAN_NAME, _subgroup)
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS SCAN_INVOCATIONS
#define NBL_WORKGROUP_ARITHMETIC_ITEMS SCAN_ITEMS
#define NBL_WORKGROUP_ARITHMETIC_ROUNDS SCAN_ROUNDS
#define NBL_WORKGROUP_ARITHMETIC_REGISTERS SCAN_REGISTERS
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(SCAN_SHARED, i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(SCAN_SHARED, i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() SCAN_BARRIER()
#include "nbl/workgroup/arithmetic.h"

NBL_LOCAL_SIZE(SCAN_INVOCATIONS)
NBL_KERNEL(SCAN_NAME) {
    uint32_t elements = SCAN_INVOCATIONS * SCAN_ITEMS * SCAN_ROUNDS;
    uint32_t first = nbl_workgroup_index() * elements;
    SCAN_TYPE x[SCAN_REGISTERS];
    SCAN_TYPE all;
    NBL_UNROLL for (uint32_t r = 0u; r < SCAN_ROUNDS; r++) {
        uint32_t at = first + NBL_CAT(SCAN_NAME, _workgroup_index)(r);
        NBL_UNROLL for (uint32_t k = 0u; k < SCAN_ITEMS; k++) x[r * SCAN_ITEMS + k] =
            NBL_CAT(SCAN_TYPE, _read)(NBL_LOAD(scan_given, at + k));
    }
    if (SCAN_KIND == 0u) {
        all = NBL_CAT(SCAN_NAME, _workgroup_reduce)(x);
    } else if (SCAN_KIND == 1u) {
        all = NBL_CAT(SCAN_NAME, _workgroup_inclusive_scan)(x);
    } else {
        all = NBL_CAT(SCAN_NAME, _workgroup_exclusive_scan)(x);
    }
    if (SCAN_KIND != 0u) {
        NBL_UNROLL for (uint32_t r = 0u; r < SCAN_ROUNDS; r++) {
            uint32_t at = first + NBL_CAT(SCAN_NAME, _workgroup_index)(r);
            NBL_UNROLL for (uint32_t k = 0u; k < SCAN_ITEMS; k++)
                NBL_STORE(scan_results, at + k, NBL_CAT(SCAN_TYPE, _write)(x[r * SCAN_ITEMS + k]));
        }
    }
    uint32_t t = nbl_workgroup_index() * SCAN_INVOCATIONS + nbl_local_invocation_index();
    NBL_STORE(scan_results, SCAN_WORKGROUPS * elements + t, NBL_CAT(SCAN_TYPE, _write)(all));
}

#undef SCAN_SHARED
#undef SCAN_NAME
#undef SCAN_TYPE
#undef SCAN_OPERATOR
#undef SCAN_SHUFFLE
#undef SCAN_NATIVE
