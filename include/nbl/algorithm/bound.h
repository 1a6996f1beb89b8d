/* Lower and upper bound by bisection over a sorted accessor: the mirror of std::lower_bound and upper_bound.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters:
 *   NBL_BOUND_NAME        prefix of what is defined
 *   NBL_BOUND_SCALAR      type of an element: a scalar or a structure
 *   NBL_BOUND_GET(i)      element i; elements are sorted by NBL_BOUND_LESS
 *   NBL_BOUND_LESS(a, b)  whether a comes before b: nbl_less_uint32_t of nbl/functional.h, or your own
 *
 * <name>_lower_bound(begin, end, value)  returns the first index from begin to end - 1 with an element not below value
 * <name>_upper_bound(begin, end, value)  returns the first index from begin to end - 1 with an element above value
 *
 * Both return `end` if no element is, and read at most 32 elements.
 *
 * begin, end  indices, begin <= end
 * value       any
 */
#if !defined(NBL_BOUND_NAME)
#error "NBL_BOUND_NAME is missing: define the prefix of the functions before including nbl/algorithm/bound.h"
#elif !defined(NBL_BOUND_SCALAR)
#error "NBL_BOUND_SCALAR is missing: define the type of an element before including nbl/algorithm/bound.h"
#elif !defined(NBL_BOUND_GET)
#error "NBL_BOUND_GET is missing: define NBL_BOUND_GET(i), an element, before including nbl/algorithm/bound.h"
#elif !defined(NBL_BOUND_LESS)
#error \
    "NBL_BOUND_LESS is missing: define it as an order, such as nbl_less_uint32_t, before including nbl/algorithm/bound.h"
#endif

#include "nbl/lang.h"

NBL_FUNCTION uint32_t NBL_CAT(NBL_BOUND_NAME, _lower_bound)(uint32_t begin_, uint32_t end_, NBL_BOUND_SCALAR value_) {
    for (uint32_t step_ = 0u; step_ < 32u && begin_ < end_; step_++) {
        uint32_t middle_ = begin_ + (end_ - begin_) / 2u;
        if (NBL_BOUND_LESS(NBL_BOUND_GET(middle_), value_)) {
            begin_ = middle_ + 1u;
        } else {
            end_ = middle_;
        }
    }
    return begin_;
}

NBL_FUNCTION uint32_t NBL_CAT(NBL_BOUND_NAME, _upper_bound)(uint32_t begin_, uint32_t end_, NBL_BOUND_SCALAR value_) {
    for (uint32_t step_ = 0u; step_ < 32u && begin_ < end_; step_++) {
        uint32_t middle_ = begin_ + (end_ - begin_) / 2u;
        if (NBL_BOUND_LESS(value_, NBL_BOUND_GET(middle_))) {
            end_ = middle_;
        } else {
            begin_ = middle_ + 1u;
        }
    }
    return begin_;
}

#undef NBL_BOUND_LESS
#undef NBL_BOUND_GET
#undef NBL_BOUND_SCALAR
#undef NBL_BOUND_NAME
