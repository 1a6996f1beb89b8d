/* Kernel: the boxes along one axis, by the library's scan, one line of one channel a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shaders/blur_resources.h"

#ifndef NBL_BLUR_REGISTERS /* the CPU's arrays have room for every line */
#define NBL_BLUR_REGISTERS NBL_PARAMETER(registers)
#endif

NBL_SHARED(float32_t, blur_sums, NBL_PARAMETER(line))
NBL_SHARED(float32_t, blur_errors, NBL_PARAMETER(line))

NBL_FUNCTION nbl_blur_sum_t blur_shared_get(uint32_t i) {
    return nbl_blur_sum(NBL_LOAD(blur_sums, i), NBL_LOAD(blur_errors, i));
}
NBL_FUNCTION void blur_shared_set(uint32_t i, nbl_blur_sum_t sum) {
    NBL_STORE(blur_sums, i, sum.value);
    NBL_STORE(blur_errors, i, sum.error);
}

#define NBL_SUBGROUP_ARITHMETIC_NAME blur_subgroup
#define NBL_SUBGROUP_ARITHMETIC_TYPE nbl_blur_sum_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_blur_add
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) nbl_blur_shuffle(v, lane)
#include "nbl/subgroup/arithmetic.h"

#define NBL_WORKGROUP_ARITHMETIC_NAME blur_scan
#define NBL_WORKGROUP_ARITHMETIC_TYPE nbl_blur_sum_t
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_blur_add
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP blur_subgroup
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS NBL_BLUR_INVOCATIONS
#define NBL_WORKGROUP_ARITHMETIC_ITEMS 4
#define NBL_WORKGROUP_ARITHMETIC_ROUNDS NBL_PARAMETER(rounds)
#define NBL_WORKGROUP_ARITHMETIC_REGISTERS NBL_BLUR_REGISTERS
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) nbl_blur_sum(NBL_LOAD(blur_sums, i), NBL_LOAD(blur_errors, i))
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) blur_shared_set(i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"

#include "nbl/blur/prefix_sum.h"

NBL_LOCAL_SIZE(NBL_BLUR_INVOCATIONS)
NBL_KERNEL(NBL_BLUR_KERNEL) { nbl_blur_prefix_sum(NBL_PUSH_CONSTANT(blur_constants)); }
