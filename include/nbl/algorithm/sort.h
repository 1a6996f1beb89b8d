/* A sorting network in registers: Batcher's merge exchange of any number of elements up to 32.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters:
 *   NBL_SORT_NAME        prefix of what is defined
 *   NBL_SORT_SCALAR      a scalar type
 *   NBL_SORT_COUNT       how many elements, 1 to 32: a plain number
 *   NBL_SORT_LESS(a, b)  whether a comes before b: nbl_less_float32_t of nbl/functional.h, or your own. With a NaN
 *                        among floats the order of all elements is undefined
 *
 * <name>_sort(values)        sorts values[NBL_SORT_COUNT], the first one first; equal elements may change places
 * <name>_swap(values, i, j)  exchanges values[i] and values[j], i and j from 0 to NBL_SORT_COUNT - 1
 *
 * Which elements are compared depends only on their count, so every lane does the same (Knuth, The Art of Computer
 * Programming 3, 5.2.2, algorithm M). With NBL_UNROLL_LOOPS 1 all indices are literals.
 */
#if !defined(NBL_SORT_NAME)
#error "NBL_SORT_NAME is missing: define the prefix of the functions before including nbl/algorithm/sort.h"
#elif !defined(NBL_SORT_SCALAR)
#error "NBL_SORT_SCALAR is missing: define it as a scalar type before including nbl/algorithm/sort.h"
#elif !defined(NBL_SORT_COUNT)
#error "NBL_SORT_COUNT is missing: define it as a number from 1 to 32 before including nbl/algorithm/sort.h"
#elif !defined(NBL_SORT_LESS)
#error \
    "NBL_SORT_LESS is missing: define it as an order, such as nbl_less_float32_t, before including nbl/algorithm/sort.h"
#endif
#if NBL_SORT_COUNT < 1 || NBL_SORT_COUNT > 32
#error "NBL_SORT_COUNT is out of range: a sorting network in registers has 1 to 32 elements"
#endif

#include "nbl/lang.h"

NBL_FUNCTION void NBL_CAT(NBL_SORT_NAME, _swap)(NBL_INOUT NBL_SORT_SCALAR values_[NBL_SORT_COUNT], uint32_t i_,
                                                uint32_t j_) {
    NBL_SORT_SCALAR first_ = values_[i_];
    values_[i_] = values_[j_];
    values_[j_] = first_;
}

/* For apart_ = 16, 8, 4, 2, 1: afterwards elements apart_ from each other make sorted lists. A level merges pairs of
 * the lists of the level before, by level_ + 1 steps. Knuth's names: apart_ is p, distance_ d, place_ r. His first q is
 * 16 for every count, since a comparison with an element beyond the count would change nothing. */
NBL_FUNCTION void NBL_CAT(NBL_SORT_NAME, _sort)(NBL_INOUT NBL_SORT_SCALAR values_[NBL_SORT_COUNT]) {
    const uint32_t count_ = NBL_CAST(uint32_t, NBL_SORT_COUNT);
    NBL_UNROLL for (uint32_t level_ = 0u; level_ < 5u; level_++) {
        NBL_UNROLL for (uint32_t step_ = 0u; step_ <= level_; step_++) {
            uint32_t apart_ = 1u << (4u - level_);
            uint32_t distance_ = step_ == 0u ? apart_ : (32u >> step_) - apart_;
            uint32_t place_ = step_ == 0u ? 0u : apart_;
            NBL_UNROLL for (uint32_t i_ = 0u; i_ < count_; i_++) {
                uint32_t j_ = i_ + distance_;
                if (j_ < count_ && (i_ & apart_) == place_) {
                    NBL_SORT_SCALAR low_ = values_[i_];
                    NBL_SORT_SCALAR high_ = values_[j_];
                    bool swapped_ = NBL_SORT_LESS(high_, low_);
                    values_[i_] = swapped_ ? high_ : low_;
                    values_[j_] = swapped_ ? low_ : high_;
                }
            }
        }
    }
}

#undef NBL_SORT_LESS
#undef NBL_SORT_COUNT
#undef NBL_SORT_SCALAR
#undef NBL_SORT_NAME
