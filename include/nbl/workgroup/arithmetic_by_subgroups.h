/* Reduction and scans over the elements of a workgroup with one barrier, each subgroup over a stretch of its own.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include with the parameters of nbl/workgroup/arithmetic.h (NAME, TYPE, OPERATOR, SUBGROUP, INVOCATIONS, ITEMS,
 * ROUNDS, SHARED_GET, SHARED_SET, BARRIER), where the order of the operations may depend on the subgroup's size: for
 * integers, whose sums do not. It has one barrier where that header has log2 of the subgroups and rounds, and one entry
 * of shared memory per subgroup.
 *
 *   subgroup        0                                             1
 *   round           0                       1            ..       0
 *   lane            0        1        ..    0        1            0
 *   element         0 1 2 3  4 5 6 7  ..    | ITEMS * subgroup size ..
 *
 * <name>_index(r)              element of the round's first item: (subgroup's stretch + r lanes + lane) ITEMS
 * <name>_sum(v, sums)          of one value of each invocation
 * <name>_begin(x, sums)        the items of each round become their sums from left to right
 * <name>_lanes(x, before)      before[r], what stands before the round's items in the subgroup's stretch
 * <name>_end(x, before, base, inclusive)   x becomes the scan; base, what stands before the subgroup's stretch
 *
 * sums[0] is the sum of the subgroups before one's own, sums[1] of all: so a scan is _begin, _lanes and _end with
 * sums[0], and whoever hands on the sum of all can do so before its lanes have scanned anything.
 * Who used the shared memory before puts a barrier before the call, who uses it afterwards one behind it.
 * Cautions: every invocation of the workgroup takes part; elements that are not there are the identity.
 */
#include "nbl/workgroup/arithmetic_parameters.h"

#define NBL_WORKGROUP_ARITHMETIC_BEFORE NBL_INOUT NBL_WORKGROUP_ARITHMETIC_TYPE before_[NBL_WORKGROUP_ARITHMETIC_ROUNDS]
#define NBL_WORKGROUP_ARITHMETIC_SUMS NBL_INOUT NBL_WORKGROUP_ARITHMETIC_TYPE sums_[2]

NBL_FUNCTION uint32_t NBL_WORKGROUP_ARITHMETIC_OF(_index)(uint32_t round_) {
    uint32_t lanes_ = nbl_subgroup_size();
    uint32_t first_ = (nbl_subgroup_id() * (NBL_WORKGROUP_ARITHMETIC_ROUNDS) + round_) * lanes_;
    return (first_ + nbl_subgroup_invocation_id()) * (NBL_WORKGROUP_ARITHMETIC_ITEMS);
}

/* Each subgroup's sum goes into its entry; the entries are few, and each invocation adds them up. */
NBL_FUNCTION void NBL_WORKGROUP_ARITHMETIC_OF(_sum)(NBL_WORKGROUP_ARITHMETIC_TYPE v_, NBL_WORKGROUP_ARITHMETIC_SUMS) {
    NBL_WORKGROUP_ARITHMETIC_TYPE sum_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _reduce)(v_);
    NBL_WORKGROUP_ARITHMETIC_TYPE all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_OPERATOR, _identity)();
    uint32_t own_ = nbl_subgroup_id();
    if (nbl_subgroup_invocation_id() == 0u) NBL_WORKGROUP_ARITHMETIC_SHARED_SET(own_, sum_);
    NBL_WORKGROUP_ARITHMETIC_BARRIER();
    sums_[0] = all_;
    for (uint32_t s_ = 0u; s_ < (NBL_WORKGROUP_ARITHMETIC_INVOCATIONS) / nbl_subgroup_size(); s_++) {
        if (s_ == own_) sums_[0] = all_;
        all_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(all_, NBL_WORKGROUP_ARITHMETIC_SHARED_GET(s_));
    }
    sums_[1] = all_;
}

NBL_FUNCTION void NBL_WORKGROUP_ARITHMETIC_OF(_begin)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS,
                                                      NBL_WORKGROUP_ARITHMETIC_SUMS) {
    NBL_WORKGROUP_ARITHMETIC_TYPE all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_OPERATOR, _identity)();
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < NBL_WORKGROUP_ARITHMETIC_ROUNDS; r_++) {
        all_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(all_, NBL_WORKGROUP_ARITHMETIC_OF(_sum_items)(x_, r_));
    }
    NBL_WORKGROUP_ARITHMETIC_OF(_sum)(all_, sums_);
}

NBL_FUNCTION void NBL_WORKGROUP_ARITHMETIC_OF(_lanes)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS,
                                                      NBL_WORKGROUP_ARITHMETIC_BEFORE) {
    NBL_WORKGROUP_ARITHMETIC_TYPE carried_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_OPERATOR, _identity)();
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < NBL_WORKGROUP_ARITHMETIC_ROUNDS; r_++) {
        NBL_WORKGROUP_ARITHMETIC_TYPE lanes_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _inclusive_scan)(
            x_[(r_ + 1u) * (NBL_WORKGROUP_ARITHMETIC_ITEMS)-1u]);
        before_[r_] =
            NBL_WORKGROUP_ARITHMETIC_OPERATOR(carried_, NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _before)(lanes_));
        carried_ =
            NBL_WORKGROUP_ARITHMETIC_OPERATOR(carried_, NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _last)(lanes_));
    }
}

NBL_FUNCTION void NBL_WORKGROUP_ARITHMETIC_OF(_end)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS, NBL_WORKGROUP_ARITHMETIC_BEFORE,
                                                    NBL_WORKGROUP_ARITHMETIC_TYPE base_, bool inclusive_) {
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < NBL_WORKGROUP_ARITHMETIC_ROUNDS; r_++) {
        uint32_t first_ = r_ * (NBL_WORKGROUP_ARITHMETIC_ITEMS);
        NBL_WORKGROUP_ARITHMETIC_TYPE left_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(base_, before_[r_]);
        NBL_WORKGROUP_ARITHMETIC_TYPE next_ = left_;
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_WORKGROUP_ARITHMETIC_ITEMS; k_++) {
            NBL_WORKGROUP_ARITHMETIC_TYPE sum_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(left_, x_[first_ + k_]);
            if (inclusive_) next_ = sum_;
            x_[first_ + k_] = next_;
            next_ = sum_;
        }
    }
}

#undef NBL_WORKGROUP_ARITHMETIC_SUMS
#undef NBL_WORKGROUP_ARITHMETIC_BEFORE
#undef NBL_WORKGROUP_ARITHMETIC_ELEMENTS
#undef NBL_WORKGROUP_ARITHMETIC_OF
#undef NBL_WORKGROUP_ARITHMETIC_BARRIER
#undef NBL_WORKGROUP_ARITHMETIC_SHARED_SET
#undef NBL_WORKGROUP_ARITHMETIC_SHARED_GET
#undef NBL_WORKGROUP_ARITHMETIC_REGISTERS
#undef NBL_WORKGROUP_ARITHMETIC_ROUNDS
#undef NBL_WORKGROUP_ARITHMETIC_ITEMS
#undef NBL_WORKGROUP_ARITHMETIC_INVOCATIONS
#undef NBL_WORKGROUP_ARITHMETIC_SUBGROUP
#undef NBL_WORKGROUP_ARITHMETIC_OPERATOR
#undef NBL_WORKGROUP_ARITHMETIC_TYPE
#undef NBL_WORKGROUP_ARITHMETIC_NAME
