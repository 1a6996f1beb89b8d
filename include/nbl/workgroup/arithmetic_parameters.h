/* The parameters of reductions and scans over a workgroup: checked, with their defaults.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/workgroup/arithmetic.h, which says what they are, and by nbl/workgroup/arithmetic_by_subgroups.h.
 */
#include "nbl/lang.h"

#ifndef NBL_WORKGROUP_ARITHMETIC_NAME
#error "NBL_WORKGROUP_ARITHMETIC_NAME is missing: the prefix of the functions"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_TYPE
#error "NBL_WORKGROUP_ARITHMETIC_TYPE is missing: the type of the elements"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_OPERATOR
#error "NBL_WORKGROUP_ARITHMETIC_OPERATOR is missing: a function of two elements, with <operator>_identity() beside it"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_SUBGROUP
#error "NBL_WORKGROUP_ARITHMETIC_SUBGROUP is missing: the prefix of functions that nbl/subgroup/arithmetic.h has made"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_INVOCATIONS
#error "NBL_WORKGROUP_ARITHMETIC_INVOCATIONS is missing: the invocations of the workgroup, a power of two"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_ITEMS
#error "NBL_WORKGROUP_ARITHMETIC_ITEMS is missing: the consecutive elements of an invocation, 1 to 4"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_SHARED_GET
#error "NBL_WORKGROUP_ARITHMETIC_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_SHARED_SET
#error "NBL_WORKGROUP_ARITHMETIC_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_BARRIER
#error "NBL_WORKGROUP_ARITHMETIC_BARRIER() is missing: the shared-memory accessor has no barrier"
#endif
#ifndef NBL_WORKGROUP_ARITHMETIC_ROUNDS
#define NBL_WORKGROUP_ARITHMETIC_ROUNDS 1
#endif

#define NBL_WORKGROUP_ARITHMETIC_OF(function) NBL_CAT(NBL_WORKGROUP_ARITHMETIC_NAME, function)
#ifndef NBL_WORKGROUP_ARITHMETIC_REGISTERS /* else the sizes may be known at run time only */
#define NBL_WORKGROUP_ARITHMETIC_REGISTERS ((NBL_WORKGROUP_ARITHMETIC_ITEMS) * (NBL_WORKGROUP_ARITHMETIC_ROUNDS))
NBL_REQUIRE(NBL_WORKGROUP_ARITHMETIC_OF(_items_must_be_1_to_4),
            NBL_WORKGROUP_ARITHMETIC_ITEMS >= 1 ? NBL_WORKGROUP_ARITHMETIC_ITEMS <= 4 : false)
NBL_REQUIRE(NBL_WORKGROUP_ARITHMETIC_OF(_rounds_must_be_a_power_of_two),
            NBL_WORKGROUP_ARITHMETIC_ROUNDS >= 1
                ? (NBL_WORKGROUP_ARITHMETIC_ROUNDS & (NBL_WORKGROUP_ARITHMETIC_ROUNDS - 1)) == 0
                : false)
NBL_REQUIRE(NBL_WORKGROUP_ARITHMETIC_OF(_invocations_must_be_a_power_of_two),
            NBL_WORKGROUP_ARITHMETIC_INVOCATIONS >= 1
                ? (NBL_WORKGROUP_ARITHMETIC_INVOCATIONS & (NBL_WORKGROUP_ARITHMETIC_INVOCATIONS - 1)) == 0
                : false)
#endif

/* Short names, until nbl/workgroup/arithmetic_end.h. */
#define sum_items_ NBL_WORKGROUP_ARITHMETIC_OF(_sum_items)
#define index_ NBL_WORKGROUP_ARITHMETIC_OF(_index)
#define subgroup_reduce_ NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _reduce)
#define subgroup_inclusive_scan_ NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _inclusive_scan)
#define subgroup_before_ NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _before)
#define subgroup_last_ NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _last)
#define identity_ NBL_CAT(NBL_WORKGROUP_ARITHMETIC_OPERATOR, _identity)
#define operator_ NBL_WORKGROUP_ARITHMETIC_OPERATOR
#define element_t_ NBL_WORKGROUP_ARITHMETIC_TYPE
#define items_ (NBL_WORKGROUP_ARITHMETIC_ITEMS)
#define rounds_ (NBL_WORKGROUP_ARITHMETIC_ROUNDS)
#define invocations_ (NBL_WORKGROUP_ARITHMETIC_INVOCATIONS)
#define shared_get_ NBL_WORKGROUP_ARITHMETIC_SHARED_GET
#define shared_set_ NBL_WORKGROUP_ARITHMETIC_SHARED_SET
#define barrier_ NBL_WORKGROUP_ARITHMETIC_BARRIER
#define elements_ /* a parameter */ NBL_INOUT NBL_WORKGROUP_ARITHMETIC_TYPE x_[NBL_WORKGROUP_ARITHMETIC_REGISTERS]

/* A round's items become their sums from left to right. */
NBL_FUNCTION element_t_ sum_items_(elements_, uint32_t round_) {
    uint32_t first_ = round_ * items_;
    NBL_UNROLL for (uint32_t k_ = 1u; k_ < items_; k_++) x_[first_ + k_] =
        operator_(x_[first_ + k_ - 1u], x_[first_ + k_]);
    return x_[first_ + items_ - 1u];
}
