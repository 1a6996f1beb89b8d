/* Reduction and scans over the lanes of a subgroup, of any associative operator, in one stated order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_SUBGROUP_ARITHMETIC_NAME. All are
 * undefined at the end.
 *
 *   NBL_SUBGROUP_ARITHMETIC_NAME           prefix of the functions
 *   NBL_SUBGROUP_ARITHMETIC_TYPE           of the values: a type of nbl_subgroup_shuffle, or a structure
 *   NBL_SUBGROUP_ARITHMETIC_OPERATOR       a function of two values, associative, with <operator>_identity() beside it:
 *                                          nbl/functional.h has many. It need not be commutative
 *   NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane)   optional: the value of another lane. A structure needs one of its own,
 *                                          unless it is a complex number of nbl/complex.h
 *   NBL_SUBGROUP_ARITHMETIC_LANES_LOG2     optional: log2 of the largest subgroup, default 7. If the subgroup's size is
 *                                          known, its logarithm saves the levels above
 *   NBL_SUBGROUP_ARITHMETIC_NATIVE         optional: add, mul, min, max, and, or or xor: the device's own operation.
 *                                          It sums and multiplies floats in an order of its own, so this is for
 *                                          integers, and for fast mode
 *   NBL_SUBGROUP_ARITHMETIC_PREFERRED      optional, in its place: the same word; the device's own operation if
 *                                          NBL_NATIVE_SCANS says that there is one, and otherwise this header's. Name
 *                                          the type in full then
 *   NBL_SUBGROUP_ARITHMETIC_ITEMS          optional: consecutive elements of a lane, 1 to 4; makes the functions of
 *                                          items
 *
 * <name>_reduce(v)            returns the sum of all lanes, in each lane
 * <name>_inclusive_scan(v)    returns the sum of the lanes up to this one
 * <name>_exclusive_scan(v)    returns the sum of the lanes before this one: the identity in lane 0
 * <name>_before(scan)         returns the exclusive scan, of the result of an inclusive one
 * <name>_last(scan)           returns the sum of all lanes, of the result of an inclusive scan
 *
 * With ITEMS, x[k] of lane t is element t ITEMS + k. Nabla takes a vector for up to four consecutive elements of a
 * lane; here it is an array of ITEMS. A vector as TYPE is one element; an operator by component, as the device's own
 * are, then scans each component.
 *
 * <name>_reduce_items(x)           returns the sum of all elements, in each lane
 * <name>_inclusive_scan_items(x)   each element becomes the sum of all up to itself; returns the sum of all
 * <name>_exclusive_scan_items(x)   each element becomes the sum of all before it; returns the sum of all
 *
 * A lane sums its items from left to right; these sums are scanned; an element's result is (sum of the lanes before)
 * operator (sum of its lane's items up to it). nbl/workgroup/arithmetic.h computes the same for a workgroup of one
 * subgroup.
 *
 * The order, by the bits of the lane's number alone, so that the same values give the same bits everywhere:
 *
 *   0   1   2   3   4   5   6   7       level k: a lane whose bit k is set takes, from the left, what
 *   |\  |   |\  |   |\  |   |\  |       the last lane of the block of 2^k to its left has
 *   | \ |   | \ |   | \ |   | \ |
 *   0  01   2  23   4  45   6  67       level 0: to 1 from 0, to 3 from 2
 *       |\ \|   |       |\ \|   |
 *   0  01 012 0123  4  45 456 4567      level 1: to 2 and 3 from 1
 *                |\ \ \ \|
 *   0  01 012 0123 01234  ... 01234567  level 2: to 4 .. 7 from 3
 *
 * It takes as many shuffles and operations as the Kogge-Stone network, whose sums depend on the size of the subgroup.
 * Without subgroup operations a subgroup has one lane.
 * Cautions: all lanes of the subgroup take part, in uniform control flow. Whether a shuffle waits for the lane that it
 * reads is unclear in SPIR-V's specification, so a subgroup barrier stands before each;
 * NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE 0, before the first include, leaves it out (docs/debugging.md).
 * Source: J. Sklansky, Conditional-sum addition logic, 1960; the interface mirrors Nabla's subgroup2/arithmetic.
 */
#include "nbl/lang.h"

#ifndef NBL_SUBGROUP_ARITHMETIC_NAME
#error "NBL_SUBGROUP_ARITHMETIC_NAME is missing: the prefix of the functions that nbl/subgroup/arithmetic.h makes"
#endif
#ifndef NBL_SUBGROUP_ARITHMETIC_TYPE
#error "NBL_SUBGROUP_ARITHMETIC_TYPE is missing: the type of the values"
#endif
#ifndef NBL_SUBGROUP_ARITHMETIC_OPERATOR
#error "NBL_SUBGROUP_ARITHMETIC_OPERATOR is missing: a function of two values, with <operator>_identity() beside it"
#endif
#ifndef NBL_SUBGROUP_ARITHMETIC_SHUFFLE
/* #if compares numbers, not types: for some lines the names are numbers. */
#define nbl_complex_float16_t 1
#define nbl_complex_float32_t 2
#define nbl_complex_float64_t 3
#if NBL_SUBGROUP_ARITHMETIC_TYPE == 1
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) nbl_complex_shuffle_float16_t(v, lane)
#elif NBL_SUBGROUP_ARITHMETIC_TYPE == 2
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) nbl_complex_shuffle_float32_t(v, lane)
#elif NBL_SUBGROUP_ARITHMETIC_TYPE == 3
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) nbl_complex_shuffle_float64_t(v, lane)
#endif
#undef nbl_complex_float16_t
#undef nbl_complex_float32_t
#undef nbl_complex_float64_t
#ifdef NBL_SUBGROUP_ARITHMETIC_SHUFFLE
#include "nbl/subgroup/complex.h"
#else
#define NBL_SUBGROUP_ARITHMETIC_SHUFFLE(v, lane) nbl_subgroup_shuffle(v, lane)
#endif
#endif
#ifdef NBL_SUBGROUP_ARITHMETIC_PREFERRED
#if NBL_NATIVE_SCANS == 2
#define NBL_SUBGROUP_ARITHMETIC_NATIVE NBL_SUBGROUP_ARITHMETIC_PREFERRED
#elif NBL_NATIVE_SCANS == 1 /* sums and products alone */
#define add 1
#define mul 1
#if NBL_SUBGROUP_ARITHMETIC_PREFERRED == 1
#define NBL_SUBGROUP_ARITHMETIC_NATIVE NBL_SUBGROUP_ARITHMETIC_PREFERRED
#endif
#undef mul
#undef add
#endif
#endif
#ifndef NBL_SUBGROUP_ARITHMETIC_LANES_LOG2
#define NBL_SUBGROUP_ARITHMETIC_LANES_LOG2 7
#endif

#define F_(name) NBL_CAT(NBL_SUBGROUP_ARITHMETIC_NAME, _##name) /* a function of this instance */
#define identity_ NBL_CAT(NBL_SUBGROUP_ARITHMETIC_OPERATOR, _identity)
#define native_inclusive_ NBL_CAT(nbl_subgroup_inclusive_, NBL_SUBGROUP_ARITHMETIC_NATIVE)
#define native_exclusive_ NBL_CAT(nbl_subgroup_exclusive_, NBL_SUBGROUP_ARITHMETIC_NATIVE)
#define native_ NBL_CAT(nbl_subgroup_, NBL_SUBGROUP_ARITHMETIC_NATIVE)
#define operator_ NBL_SUBGROUP_ARITHMETIC_OPERATOR
#define shuffle_ NBL_SUBGROUP_ARITHMETIC_SHUFFLE
#define value_t_ NBL_SUBGROUP_ARITHMETIC_TYPE

NBL_FUNCTION value_t_ F_(before)(value_t_ scan_) {
    uint32_t lane_ = nbl_subgroup_invocation_id();
    value_t_ before_ = identity_();
    NBL_BARRIER_BEFORE_SCAN_SHUFFLE();
    value_t_ left_ = shuffle_(scan_, lane_ == 0u ? 0u : lane_ - 1u);
    if (lane_ != 0u) before_ = left_;
    return before_;
}

NBL_FUNCTION value_t_ F_(last)(value_t_ scan_) {
    NBL_BARRIER_BEFORE_SCAN_SHUFFLE();
    return shuffle_(scan_, nbl_subgroup_size() - 1u);
}

#ifdef NBL_SUBGROUP_ARITHMETIC_NATIVE
NBL_FUNCTION value_t_ F_(inclusive_scan)(value_t_ v_) { return native_inclusive_(v_); }

NBL_FUNCTION value_t_ F_(exclusive_scan)(value_t_ v_) { return native_exclusive_(v_); }

NBL_FUNCTION value_t_ F_(reduce)(value_t_ v_) { return native_(v_); }
#else
NBL_FUNCTION value_t_ F_(inclusive_scan)(value_t_ v_) {
    value_t_ scan_ = v_;
    uint32_t lane_ = nbl_subgroup_invocation_id();
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_SUBGROUP_ARITHMETIC_LANES_LOG2; k_++) {
        if ((1u << k_) < nbl_subgroup_size()) {
            bool right_ = (lane_ & (1u << k_)) != 0u;
            uint32_t last_ = right_ ? ((lane_ >> k_) << k_) - 1u : lane_;
            NBL_BARRIER_BEFORE_SCAN_SHUFFLE();
            value_t_ left_ = shuffle_(scan_, last_);
            if (right_) scan_ = operator_(left_, scan_);
        }
    }
    return scan_;
}

NBL_FUNCTION value_t_ F_(exclusive_scan)(value_t_ v_) { return F_(before)(F_(inclusive_scan)(v_)); }

/* Neighbouring blocks swap their sums, so that every lane arrives at the same result. */
NBL_FUNCTION value_t_ F_(reduce)(value_t_ v_) {
    value_t_ all_ = v_;
    uint32_t lane_ = nbl_subgroup_invocation_id();
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_SUBGROUP_ARITHMETIC_LANES_LOG2; k_++) {
        if ((1u << k_) < nbl_subgroup_size()) {
            NBL_BARRIER_BEFORE_SCAN_SHUFFLE();
            value_t_ other_ = shuffle_(all_, lane_ ^ (1u << k_));
            if ((lane_ & (1u << k_)) != 0u) {
                all_ = operator_(other_, all_);
            } else {
                all_ = operator_(all_, other_);
            }
        }
    }
    return all_;
}
#endif

#ifdef NBL_SUBGROUP_ARITHMETIC_ITEMS
#if NBL_SUBGROUP_ARITHMETIC_ITEMS < 1 || NBL_SUBGROUP_ARITHMETIC_ITEMS > 4
#error "NBL_SUBGROUP_ARITHMETIC_ITEMS must be 1 to 4 consecutive elements of a lane"
#endif
#define elements_ /* a parameter */ NBL_INOUT NBL_SUBGROUP_ARITHMETIC_TYPE x_[NBL_SUBGROUP_ARITHMETIC_ITEMS]

/* The items become their sums from left to right; returns the last, their sum. */
NBL_FUNCTION value_t_ F_(sum_items)(elements_) {
    NBL_UNROLL for (uint32_t k_ = 1u; k_ < NBL_SUBGROUP_ARITHMETIC_ITEMS; k_++) x_[k_] = operator_(x_[k_ - 1u], x_[k_]);
    return x_[NBL_SUBGROUP_ARITHMETIC_ITEMS - 1];
}

NBL_FUNCTION value_t_ F_(reduce_items)(elements_) { return F_(reduce)(F_(sum_items)(x_)); }

NBL_FUNCTION value_t_ F_(inclusive_scan_items)(elements_) {
    value_t_ scan_ = F_(sum_items)(x_);
    scan_ = F_(inclusive_scan)(scan_);
    value_t_ before_ = F_(before)(scan_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_SUBGROUP_ARITHMETIC_ITEMS; k_++) x_[k_] = operator_(before_, x_[k_]);
    return F_(last)(scan_);
}

NBL_FUNCTION value_t_ F_(exclusive_scan_items)(elements_) {
    value_t_ scan_ = F_(sum_items)(x_);
    scan_ = F_(inclusive_scan)(scan_);
    value_t_ before_ = F_(before)(scan_);
    value_t_ next_ = before_;
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_SUBGROUP_ARITHMETIC_ITEMS; k_++) {
        value_t_ item_ = x_[k_];
        x_[k_] = next_;
        next_ = operator_(before_, item_);
    }
    return F_(last)(scan_);
}
#undef elements_
#undef NBL_SUBGROUP_ARITHMETIC_ITEMS
#endif

#undef value_t_
#undef shuffle_
#undef operator_
#undef native_
#undef native_exclusive_
#undef native_inclusive_
#undef identity_
#undef F_
#undef NBL_SUBGROUP_ARITHMETIC_NATIVE
#undef NBL_SUBGROUP_ARITHMETIC_PREFERRED
#undef NBL_SUBGROUP_ARITHMETIC_LANES_LOG2
#undef NBL_SUBGROUP_ARITHMETIC_SHUFFLE
#undef NBL_SUBGROUP_ARITHMETIC_OPERATOR
#undef NBL_SUBGROUP_ARITHMETIC_TYPE
#undef NBL_SUBGROUP_ARITHMETIC_NAME
