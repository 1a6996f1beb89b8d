/* Reduction and scans over the elements of a workgroup, 1 to 32768 of them, of any associative operator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_WORKGROUP_ARITHMETIC_NAME. All are
 * undefined at the end.
 *
 *   NBL_WORKGROUP_ARITHMETIC_NAME         prefix of the functions
 *   NBL_WORKGROUP_ARITHMETIC_TYPE         of the elements, and
 *   NBL_WORKGROUP_ARITHMETIC_OPERATOR     their operator, as nbl/subgroup/arithmetic.h takes them
 *   NBL_WORKGROUP_ARITHMETIC_SUBGROUP     prefix of that header's functions for them
 *   NBL_WORKGROUP_ARITHMETIC_INVOCATIONS  of the workgroup: a power of two, at least a subgroup
 *   NBL_WORKGROUP_ARITHMETIC_ITEMS        consecutive elements of an invocation, 1 to 4
 *   NBL_WORKGROUP_ARITHMETIC_ROUNDS       the workgroup stands for so many, a power of two; default 1
 *   NBL_WORKGROUP_ARITHMETIC_REGISTERS    length of the arrays; default ITEMS * ROUNDS
 *   NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i), _SHARED_SET(i, v)   elements of shared memory: ROUNDS * INVOCATIONS / size of
 *                                         a subgroup of them
 *   NBL_WORKGROUP_ARITHMETIC_BARRIER()    execution and shared memory
 *
 * Registers: x[r ITEMS + k] of invocation t is element <name>_index(r) + k = (r INVOCATIONS + t) ITEMS + k.
 *
 *   round           0                                  1
 *   invocation      0        1        2   ...   last   0        1
 *   element         0 1 2 3  4 5 6 7  8 9 ...          | ITEMS * INVOCATIONS ...
 *
 * <name>_reduce(x)            returns the sum of all
 * <name>_inclusive_scan(x)    x becomes the sums up to each; returns the sum of all
 * <name>_exclusive_scan(x)    the sums before each: the identity first; returns the sum of all
 *
 * The order is stated by index alone, whatever the subgroup's size: an invocation sums up its items from left to right,
 * and these sums are taken in the tree of nbl/subgroup/arithmetic.h, over r INVOCATIONS + t as over a lane's number,
 * by shuffles below the subgroup's size and by shared memory above. The sum of all is that tree's last; an element's is
 * (those of the invocations before) operator (the items).
 * With C = ROUNDS * INVOCATIONS / subgroup size there are max(1, log2 C) barriers, and none where C is 1. Who used the
 * shared memory before puts a barrier before the call, who uses it afterwards one behind it.
 * Cautions: every invocation of the workgroup takes part; elements that are not there are the identity.
 */
#include "nbl/bit.h"
#include "nbl/workgroup/arithmetic_parameters.h"

NBL_FUNCTION uint32_t NBL_WORKGROUP_ARITHMETIC_OF(_index)(uint32_t round_) {
    return (round_ * (NBL_WORKGROUP_ARITHMETIC_INVOCATIONS) + nbl_local_invocation_index()) *
           (NBL_WORKGROUP_ARITHMETIC_ITEMS);
}

/* Entries of the shared memory: one per subgroup and round, in the order of the elements. */
NBL_FUNCTION uint32_t NBL_WORKGROUP_ARITHMETIC_OF(_entries)(void) {
    return (NBL_WORKGROUP_ARITHMETIC_ROUNDS) * ((NBL_WORKGROUP_ARITHMETIC_INVOCATIONS) / nbl_subgroup_size());
}

NBL_FUNCTION uint32_t NBL_WORKGROUP_ARITHMETIC_OF(_entry)(uint32_t round_) {
    return round_ * ((NBL_WORKGROUP_ARITHMETIC_INVOCATIONS) / nbl_subgroup_size()) + nbl_subgroup_id();
}

/* The sums of all subgroups and rounds stand in the shared memory: blocks of 2, 4, ... of them are summed up, each into
 * its last place. The left block of a pair keeps its place, so every sum that a scan asks for stays. Returns the sum of
 * all, whose last level nobody has to wait for. */
NBL_FUNCTION NBL_WORKGROUP_ARITHMETIC_TYPE NBL_WORKGROUP_ARITHMETIC_OF(_sum_entries)(void) {
    uint32_t entries_ = NBL_WORKGROUP_ARITHMETIC_OF(_entries)();
    uint32_t levels_ = nbl_log2(entries_);
    NBL_WORKGROUP_ARITHMETIC_BARRIER();
    for (uint32_t k_ = 1u; k_ < levels_; k_++) {
        for (uint32_t pair_ = nbl_local_invocation_index(); pair_ < entries_ >> k_;
             pair_ += NBL_WORKGROUP_ARITHMETIC_INVOCATIONS) {
            uint32_t last_ = ((pair_ + 1u) << k_) - 1u;
            NBL_WORKGROUP_ARITHMETIC_TYPE left_ = NBL_WORKGROUP_ARITHMETIC_SHARED_GET(last_ - (1u << (k_ - 1u)));
            NBL_WORKGROUP_ARITHMETIC_TYPE right_ = NBL_WORKGROUP_ARITHMETIC_SHARED_GET(last_);
            NBL_WORKGROUP_ARITHMETIC_SHARED_SET(last_, NBL_WORKGROUP_ARITHMETIC_OPERATOR(left_, right_));
        }
        NBL_WORKGROUP_ARITHMETIC_BARRIER();
    }
    NBL_WORKGROUP_ARITHMETIC_TYPE all_ = NBL_WORKGROUP_ARITHMETIC_SHARED_GET(entries_ - 1u);
    if (levels_ > 0u) {
        NBL_WORKGROUP_ARITHMETIC_TYPE left_ = NBL_WORKGROUP_ARITHMETIC_SHARED_GET((entries_ >> 1u) - 1u);
        all_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(left_, all_);
    }
    return all_;
}

/* The sum of the entries before `entry_`: one block per set bit of it, from the lowest, each from the left; `sum_`, what
 * follows them, where there is something. */
NBL_FUNCTION NBL_WORKGROUP_ARITHMETIC_TYPE NBL_WORKGROUP_ARITHMETIC_OF(_after)(uint32_t entry_,
                                                                               NBL_WORKGROUP_ARITHMETIC_TYPE sum_,
                                                                               bool something_) {
    NBL_WORKGROUP_ARITHMETIC_TYPE result_ = sum_;
    uint32_t before_ = entry_; /* without the bits that are done */
    bool begun_ = something_;
    while (before_ != 0u) {
        NBL_WORKGROUP_ARITHMETIC_TYPE block_ = NBL_WORKGROUP_ARITHMETIC_SHARED_GET(before_ - 1u);
        if (begun_) {
            result_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(block_, result_);
        } else {
            result_ = block_;
        }
        begun_ = true;
        before_ = before_ & (before_ - 1u);
    }
    return result_;
}

NBL_FUNCTION NBL_WORKGROUP_ARITHMETIC_TYPE NBL_WORKGROUP_ARITHMETIC_OF(_reduce)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS) {
    NBL_WORKGROUP_ARITHMETIC_TYPE all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_OPERATOR, _identity)();
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < NBL_WORKGROUP_ARITHMETIC_ROUNDS; r_++) {
        all_ = NBL_WORKGROUP_ARITHMETIC_OF(_sum_items)(x_, r_);
        all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _reduce)(all_);
        if (NBL_WORKGROUP_ARITHMETIC_OF(_entries)() > 1u && nbl_subgroup_invocation_id() == 0u)
            NBL_WORKGROUP_ARITHMETIC_SHARED_SET(NBL_WORKGROUP_ARITHMETIC_OF(_entry)(r_), all_);
    }
    if (NBL_WORKGROUP_ARITHMETIC_OF(_entries)() > 1u) all_ = NBL_WORKGROUP_ARITHMETIC_OF(_sum_entries)();
    return all_;
}

NBL_FUNCTION NBL_WORKGROUP_ARITHMETIC_TYPE NBL_WORKGROUP_ARITHMETIC_OF(_scan)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS,
                                                                              bool inclusive_) {
    NBL_WORKGROUP_ARITHMETIC_TYPE before_[NBL_WORKGROUP_ARITHMETIC_REGISTERS]; /* by round */
    NBL_WORKGROUP_ARITHMETIC_TYPE all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_OPERATOR, _identity)();
    uint32_t lane_ = nbl_subgroup_invocation_id();
    bool several_ = NBL_WORKGROUP_ARITHMETIC_OF(_entries)() > 1u;
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < NBL_WORKGROUP_ARITHMETIC_ROUNDS; r_++) {
        all_ = NBL_WORKGROUP_ARITHMETIC_OF(_sum_items)(x_, r_);
        all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _inclusive_scan)(all_);
        before_[r_] = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _before)(all_);
        if (several_ && lane_ == nbl_subgroup_size() - 1u)
            NBL_WORKGROUP_ARITHMETIC_SHARED_SET(NBL_WORKGROUP_ARITHMETIC_OF(_entry)(r_), all_);
    }
    if (several_) {
        all_ = NBL_WORKGROUP_ARITHMETIC_OF(_sum_entries)();
    } else {
        all_ = NBL_CAT(NBL_WORKGROUP_ARITHMETIC_SUBGROUP, _last)(all_);
    }
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < NBL_WORKGROUP_ARITHMETIC_ROUNDS; r_++) {
        uint32_t first_ = r_ * (NBL_WORKGROUP_ARITHMETIC_ITEMS);
        uint32_t entry_ = NBL_WORKGROUP_ARITHMETIC_OF(_entry)(r_);
        NBL_WORKGROUP_ARITHMETIC_TYPE sum_ = NBL_WORKGROUP_ARITHMETIC_OF(_after)(entry_, before_[r_], lane_ > 0u);
        if (inclusive_) {
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_WORKGROUP_ARITHMETIC_ITEMS; k_++) x_[first_ + k_] =
                NBL_WORKGROUP_ARITHMETIC_OPERATOR(sum_, x_[first_ + k_]);
        } else {
            NBL_WORKGROUP_ARITHMETIC_TYPE next_ = sum_;
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_WORKGROUP_ARITHMETIC_ITEMS; k_++) {
                NBL_WORKGROUP_ARITHMETIC_TYPE items_ = x_[first_ + k_];
                x_[first_ + k_] = next_;
                next_ = NBL_WORKGROUP_ARITHMETIC_OPERATOR(sum_, items_);
            }
        }
    }
    return all_;
}

NBL_FUNCTION NBL_WORKGROUP_ARITHMETIC_TYPE
NBL_WORKGROUP_ARITHMETIC_OF(_inclusive_scan)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS) {
    return NBL_WORKGROUP_ARITHMETIC_OF(_scan)(x_, true);
}

NBL_FUNCTION NBL_WORKGROUP_ARITHMETIC_TYPE
NBL_WORKGROUP_ARITHMETIC_OF(_exclusive_scan)(NBL_WORKGROUP_ARITHMETIC_ELEMENTS) {
    return NBL_WORKGROUP_ARITHMETIC_OF(_scan)(x_, false);
}

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
