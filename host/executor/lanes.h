/* A vector of the processor in a scalar's place, lanes_t: what it takes before shared text is compiled on it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once by a file of kernels, before any shared text. Parameters:
 *
 *   NBL_LANES_OF     the scalar of a lane: float16_t, float32_t or float64_t
 *   NBL_LANES_LOG2   log2 of the lanes: 0 (plain loops, for a compiler or a scalar without vectors), 1, 2 or 3
 *
 * GNU vectors have the operators of scalars, so complex arithmetic and radix kernels compile on them as they stand.
 * Casts, constants and comparisons differ: these words of nbl/lang.h are defined here.
 */
#ifndef NBL_HOST_EXECUTOR_LANES_H
#define NBL_HOST_EXECUTOR_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LANES (1 << NBL_LANES_LOG2)
#define INLINE static inline __attribute__((always_inline, unused))

#if NBL_LANES_LOG2 > 0
/* An operation by the type of its operand: lanes are one type more. */
#define NBL_SELECT_LANES(prefix, name) , prefix##lanes_t : name##_lanes_t
/* A value in each lane. x - 0 is x for every x, so compilers drop the subtraction; x + 0 changes -0. */
#define NBL_CAST(type, value) ((value) - (type){0})
/* A constant by its name, of the lanes' scalar, in each lane. */
#define NBL_OF_LANES(name) NBL_CAST(lanes_t, NBL_OF_LANES_(name, NBL_LANES_OF))
#define NBL_OF_LANES_(name, scalar) NBL_OF_LANES__(name, scalar)
#define NBL_OF_LANES__(name, scalar) name##_##scalar
#define NBL_DWORDS_lanes_t NBL_OF_LANES_(NBL_DWORDS, NBL_LANES_OF)
/* Returns whether all lanes are equal. */
#define NBL_EQUAL(a, b) _Generic((a), lanes_t : lanes_equal, default : scalars_equal)(a, b)
#endif
#include "nbl/lang.h"
#undef NBL_FUNCTION /* each of these functions is a part of a pass */
#define NBL_FUNCTION INLINE
#undef NBL_CONSTEXPR_FUNCTION
#define NBL_CONSTEXPR_FUNCTION INLINE

typedef NBL_LANES_OF scalar_t;
#if NBL_LANES_LOG2 > 0
typedef scalar_t lanes_t __attribute__((vector_size(LANES * sizeof(scalar_t)), may_alias));
typedef scalar_t lanes_anywhere_t
    __attribute__((vector_size(LANES * sizeof(scalar_t)), aligned(sizeof(scalar_t)), may_alias));

INLINE bool lanes_equal(lanes_t a, lanes_t b) {
    bool equal = true;
    for (size_t i = 0; i < LANES; i++) equal = equal && a[i] == b[i];
    return equal;
}
INLINE bool scalars_equal(double a, double b) { return a == b; }
#if NBL_FUSED
#include "executor/fused_lanes.h"
#endif
#else
typedef NBL_LANES_OF lanes_t, lanes_anywhere_t;
#endif

#endif
