/* The kernels that bench/scripts/scan.c times. In each turn an invocation reads a vector of four elements, and writes
 * one unless SCAN_LEVEL is 2.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   SCAN_LEVEL     0 subgroups, 1 workgroups, 2 a sum: only reads, and writes one number a workgroup
 *   SCAN_NATIVE    optional: add, for the device's own subgroup operations
 *   SCAN_TRIPS     how many neighbouring vectors an invocation scans in a loop
 */
#include "nbl/functional.h"

NBL_STRUCT(scan_constants_t) { uint32_t count; /* of vectors */ };

NBL_BUFFER(0, nbl_uint32_t4, source)
NBL_BUFFER(1, nbl_uint32_t4, target)
NBL_BUFFER(1, uint32_t, sums)
NBL_SHARED(uint32_t, scratch, 256)
NBL_PUSH_CONSTANTS(scan_constants_t, constants)

#define NBL_SUBGROUP_ARITHMETIC_NAME lanes
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#ifdef SCAN_NATIVE
#define NBL_SUBGROUP_ARITHMETIC_NATIVE SCAN_NATIVE
#endif
#include "nbl/subgroup/arithmetic.h"

#define NBL_WORKGROUP_ARITHMETIC_NAME group
#define NBL_WORKGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP lanes
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS 256
#define NBL_WORKGROUP_ARITHMETIC_ITEMS 4
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(scratch, i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"

/* Every subgroup scans 4 * its size elements, every workgroup 1024; counts are multiples of that. */
NBL_LOCAL_SIZE(256)
NBL_KERNEL(scan) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t total = 0u;
    for (uint32_t trip = 0u; trip < SCAN_TRIPS; trip++) {
        uint32_t i = (nbl_workgroup_index() * SCAN_TRIPS + trip) * 256u + t;
        if (i - t >= NBL_PUSH_CONSTANT(constants).count) return;
        nbl_uint32_t4 four = NBL_LOAD(source, i);
#if SCAN_LEVEL == 0
        four.y += four.x;
        four.z += four.y;
        four.w += four.z;
        uint32_t before = lanes_exclusive_scan(four.w);
        four.x += before;
        four.y += before;
        four.z += before;
        four.w += before;
        NBL_STORE(target, i, four);
#elif SCAN_LEVEL == 1
        uint32_t x[4] = {four.x, four.y, four.z, four.w};
        if (trip > 0u) NBL_WORKGROUP_BARRIER();
        group_inclusive_scan(x);
        nbl_uint32_t4 scanned = {x[0], x[1], x[2], x[3]};
        NBL_STORE(target, i, scanned);
#else
        total += four.x + four.y + four.z + four.w;
#endif
    }
#if SCAN_LEVEL == 2
    total = lanes_reduce(total);
    if (nbl_subgroup_id() == 0u && nbl_subgroup_invocation_id() == 0u) NBL_STORE(sums, nbl_workgroup_index(), total);
#endif
}
