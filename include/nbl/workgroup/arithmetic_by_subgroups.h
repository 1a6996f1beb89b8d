/* Reduction and scans over the elements of a workgroup with one barrier, each subgroup over a stretch of its own.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include with the parameters of nbl/workgroup/arithmetic.h (NAME, TYPE, OPERATOR, SUBGROUP, INVOCATIONS, ITEMS,
 * ROUNDS, SHARED_GET, SHARED_SET, BARRIER). The order of the operations depends on the subgroup's size, so it is for
 * integers, whose sums do not depend on the order. It has one barrier, where nbl/workgroup/arithmetic.h has log2 of the
 * subgroups and rounds, and one entry of shared memory per subgroup.
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
 * sums[0], and the sum of all can be passed on before the lanes have scanned anything.
 * If the shared memory is used before the call or after it, put a barrier in between.
 * Cautions: every invocation of the workgroup takes part; fill elements beyond the data with the identity.
 */
#include "nbl/workgroup/arithmetic_parameters.h"

#define sum_of_subgroups_ NBL_WORKGROUP_ARITHMETIC_OF(_sum)
#define begin_ NBL_WORKGROUP_ARITHMETIC_OF(_begin)
#define scan_lanes_ NBL_WORKGROUP_ARITHMETIC_OF(_lanes)
#define end_ NBL_WORKGROUP_ARITHMETIC_OF(_end)
#define before_parameter_ NBL_INOUT NBL_WORKGROUP_ARITHMETIC_TYPE before_[NBL_WORKGROUP_ARITHMETIC_ROUNDS]
#define sums_parameter_ NBL_INOUT NBL_WORKGROUP_ARITHMETIC_TYPE sums_[2]

NBL_FUNCTION uint32_t index_(uint32_t round_) {
    uint32_t lanes_ = nbl_subgroup_size();
    uint32_t first_ = (nbl_subgroup_id() * rounds_ + round_) * lanes_;
    return (first_ + nbl_subgroup_invocation_id()) * items_;
}

/* Each subgroup's sum goes into its entry; the entries are few, and each invocation adds them up. */
NBL_FUNCTION void sum_of_subgroups_(element_t_ v_, sums_parameter_) {
    element_t_ sum_ = subgroup_reduce_(v_);
    element_t_ all_ = identity_();
    uint32_t own_ = nbl_subgroup_id();
    if (nbl_subgroup_invocation_id() == 0u) shared_set_(own_, sum_);
    barrier_();
    sums_[0] = all_;
    for (uint32_t s_ = 0u; s_ < invocations_ / nbl_subgroup_size(); s_++) {
        if (s_ == own_) sums_[0] = all_;
        all_ = operator_(all_, shared_get_(s_));
    }
    sums_[1] = all_;
}

NBL_FUNCTION void begin_(elements_, sums_parameter_) {
    element_t_ all_ = identity_();
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < rounds_; r_++) { all_ = operator_(all_, sum_items_(x_, r_)); }
    sum_of_subgroups_(all_, sums_);
}

NBL_FUNCTION void scan_lanes_(elements_, before_parameter_) {
    element_t_ carried_ = identity_();
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < rounds_; r_++) {
        element_t_ lanes_ = subgroup_inclusive_scan_(x_[(r_ + 1u) * items_ - 1u]);
        before_[r_] = operator_(carried_, subgroup_before_(lanes_));
        carried_ = operator_(carried_, subgroup_last_(lanes_));
    }
}

NBL_FUNCTION void end_(elements_, before_parameter_, element_t_ base_, bool inclusive_) {
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < rounds_; r_++) {
        uint32_t first_ = r_ * items_;
        element_t_ left_ = operator_(base_, before_[r_]);
        element_t_ next_ = left_;
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < items_; k_++) {
            element_t_ sum_ = operator_(left_, x_[first_ + k_]);
            if (inclusive_) next_ = sum_;
            x_[first_ + k_] = next_;
            next_ = sum_;
        }
    }
}

#undef sums_parameter_
#undef before_parameter_
#undef end_
#undef scan_lanes_
#undef begin_
#undef sum_of_subgroups_
#include "nbl/workgroup/arithmetic_end.h"
