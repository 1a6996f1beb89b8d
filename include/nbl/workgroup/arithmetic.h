/* Reduction and scans over the elements of a workgroup, 1 to 32768 of them, of any associative operator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_WORKGROUP_ARITHMETIC_NAME. All are
 * undefined at the end.
 *
 *   NBL_WORKGROUP_ARITHMETIC_NAME         prefix of the functions
 *   NBL_WORKGROUP_ARITHMETIC_TYPE         of the elements, as nbl/subgroup/arithmetic.h takes it
 *   NBL_WORKGROUP_ARITHMETIC_OPERATOR     of two elements, as nbl/subgroup/arithmetic.h takes it
 *   NBL_WORKGROUP_ARITHMETIC_SUBGROUP     prefix of that header's functions for them
 *   NBL_WORKGROUP_ARITHMETIC_INVOCATIONS  of the workgroup: a power of two, at least a subgroup
 *   NBL_WORKGROUP_ARITHMETIC_ITEMS        consecutive elements of an invocation, 1 to 4
 *   NBL_WORKGROUP_ARITHMETIC_ROUNDS       the workgroup does the work of this many, a power of two; default 1
 *   NBL_WORKGROUP_ARITHMETIC_REGISTERS    length of the arrays; default ITEMS * ROUNDS
 *   NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i), _SHARED_SET(i, v)
 *                                         element i of shared memory, 0 to ROUNDS * INVOCATIONS / subgroup size - 1
 *   NBL_WORKGROUP_ARITHMETIC_BARRIER()    execution and shared memory
 *
 * Registers: x[r ITEMS + k] of invocation t is element <name>_index(r) + k = (r INVOCATIONS + t) ITEMS + k.
 *
 *   round           0                                  1
 *   invocation      0        1        2   ...   last   0        1
 *   element         0 1 2 3  4 5 6 7  8 9 ...          | ITEMS * INVOCATIONS ...
 *
 * <name>_reduce(x)            returns the sum of all elements, in every invocation
 * <name>_inclusive_scan(x)    each element becomes the sum of all up to itself; returns the sum of all
 * <name>_exclusive_scan(x)    each element becomes the sum of all before it, the first the identity; returns the sum of
 *                             all
 *
 * The order is stated by index alone, whatever the subgroup's size: an invocation sums up its items from left to right,
 * and these sums are taken in the tree of nbl/subgroup/arithmetic.h, over r INVOCATIONS + t as over a lane's number, by
 * shuffles below the subgroup's size and by shared memory above. The reduction is the tree's last sum. The scan of an
 * element is (the sum of the invocations before) operator (the items up to it). With C = ROUNDS * INVOCATIONS /
 * subgroup size there are max(1, log2 C) barriers, and none if C is 1. If the shared memory is used before the call or
 * after it, put a barrier in between. Cautions: every invocation of the workgroup takes part; fill elements beyond the
 * data with the identity.
 */
#include "nbl/bit.h"
#include "nbl/workgroup/arithmetic_parameters.h"

#define entry_count_ NBL_WORKGROUP_ARITHMETIC_OF(_entries)
#define entry_of_ NBL_WORKGROUP_ARITHMETIC_OF(_entry)
#define sum_entries_ NBL_WORKGROUP_ARITHMETIC_OF(_sum_entries)
#define after_ NBL_WORKGROUP_ARITHMETIC_OF(_after)
#define reduce_ NBL_WORKGROUP_ARITHMETIC_OF(_reduce)
#define scan_ NBL_WORKGROUP_ARITHMETIC_OF(_scan)
#define inclusive_scan_ NBL_WORKGROUP_ARITHMETIC_OF(_inclusive_scan)
#define exclusive_scan_ NBL_WORKGROUP_ARITHMETIC_OF(_exclusive_scan)

NBL_FUNCTION uint32_t index_(uint32_t round_) {
    return (round_ * invocations_ + nbl_local_invocation_index()) * items_;
}

/* Entries of the shared memory: one per subgroup and round, in the order of the elements. */
NBL_FUNCTION uint32_t entry_count_(void) { return rounds_ * (invocations_ / nbl_subgroup_size()); }

NBL_FUNCTION uint32_t entry_of_(uint32_t round_) {
    return round_ * (invocations_ / nbl_subgroup_size()) + nbl_subgroup_id();
}

/* The shared memory holds the sums of all subgroups and rounds. Blocks of 2, 4, ... of them are added up, each into its
 * last entry. The left block of a pair keeps its entry, so each sum that a scan needs survives. Returns the sum of all;
 * every invocation computes the last level itself, so that it needs no barrier. */
NBL_FUNCTION element_t_ sum_entries_(void) {
    uint32_t entries_ = entry_count_();
    uint32_t levels_ = nbl_log2(entries_);
    barrier_();
    for (uint32_t k_ = 1u; k_ < levels_; k_++) {
        for (uint32_t pair_ = nbl_local_invocation_index(); pair_ < entries_ >> k_; pair_ += invocations_) {
            uint32_t last_ = ((pair_ + 1u) << k_) - 1u;
            element_t_ left_ = shared_get_(last_ - (1u << (k_ - 1u)));
            element_t_ right_ = shared_get_(last_);
            shared_set_(last_, operator_(left_, right_));
        }
        barrier_();
    }
    element_t_ all_ = shared_get_(entries_ - 1u);
    if (levels_ > 0u) {
        element_t_ left_ = shared_get_((entries_ >> 1u) - 1u);
        all_ = operator_(left_, all_);
    }
    return all_;
}

/* Puts the sum of the entries before `entry_` in front of `sum_`: one block for each set bit of `entry_`, from the
 * lowest, each from the left. */
NBL_FUNCTION element_t_ after_(uint32_t entry_, element_t_ sum_, bool something_) {
    element_t_ result_ = sum_;
    uint32_t before_ = entry_; /* without the bits that are done */
    bool begun_ = something_;
    while (before_ != 0u) {
        element_t_ block_ = shared_get_(before_ - 1u);
        if (begun_) {
            result_ = operator_(block_, result_);
        } else {
            result_ = block_;
        }
        begun_ = true;
        before_ = before_ & (before_ - 1u);
    }
    return result_;
}

NBL_FUNCTION element_t_ reduce_(elements_) {
    element_t_ all_ = identity_();
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < rounds_; r_++) {
        all_ = sum_items_(x_, r_);
        all_ = subgroup_reduce_(all_);
        if (entry_count_() > 1u && nbl_subgroup_invocation_id() == 0u) shared_set_(entry_of_(r_), all_);
    }
    if (entry_count_() > 1u) all_ = sum_entries_();
    return all_;
}

NBL_FUNCTION element_t_ scan_(elements_, bool inclusive_) {
    element_t_ before_[NBL_WORKGROUP_ARITHMETIC_REGISTERS]; /* by round */
    element_t_ all_ = identity_();
    uint32_t lane_ = nbl_subgroup_invocation_id();
    bool several_ = entry_count_() > 1u;
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < rounds_; r_++) {
        all_ = sum_items_(x_, r_);
        all_ = subgroup_inclusive_scan_(all_);
        before_[r_] = subgroup_before_(all_);
        if (several_ && lane_ == nbl_subgroup_size() - 1u) shared_set_(entry_of_(r_), all_);
    }
    if (several_) {
        all_ = sum_entries_();
    } else {
        all_ = subgroup_last_(all_);
    }
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < rounds_; r_++) {
        uint32_t first_ = r_ * items_;
        uint32_t entry_ = entry_of_(r_);
        element_t_ sum_ = after_(entry_, before_[r_], lane_ > 0u);
        if (inclusive_) {
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < items_; k_++) x_[first_ + k_] = operator_(sum_, x_[first_ + k_]);
        } else {
            element_t_ next_ = sum_;
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < items_; k_++) {
                element_t_ item_ = x_[first_ + k_];
                x_[first_ + k_] = next_;
                next_ = operator_(sum_, item_);
            }
        }
    }
    return all_;
}

NBL_FUNCTION element_t_ inclusive_scan_(elements_) { return scan_(x_, true); }

NBL_FUNCTION element_t_ exclusive_scan_(elements_) { return scan_(x_, false); }

#undef exclusive_scan_
#undef inclusive_scan_
#undef scan_
#undef reduce_
#undef after_
#undef sum_entries_
#undef entry_of_
#undef entry_count_
#include "nbl/workgroup/arithmetic_end.h"
