/* Vectors of the processor between memory, lanes and columns: what differs by the number of lanes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h alone.
 *
 *   load(p) store(p, v) splat(x)         LANES scalars at p, of any alignment; x in each lane
 *   evens(a, b) odds(a, b)               of the 2 W scalars of a and b, those of even and of odd number
 *   zip_low(a, b) zip_high(a, b)         a0 b0 a1 b1 ..: the first W of these 2 W, and the others
 *   backwards(v) first_lane(v)           the last lane first; a scalar
 *   store_columns(p, step, row)          lane l of TILE rows to p + l step .. p + l step + TILE - 1, lane 0 first: of
 *                                        columns that overlap the later one stays
 */
#ifndef NBL_HOST_EXECUTOR_MOVE_H
#define NBL_HOST_EXECUTOR_MOVE_H

#include "executor/lanes.h"

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 64")
#endif

INLINE lanes_t load(const scalar_t *p) { return *(const lanes_anywhere_t *)p; }
INLINE void store(scalar_t *p, lanes_t v) { *(lanes_anywhere_t *)p = v; }

#if NBL_LANES_LOG2 == 0
#define TILE 1u
INLINE lanes_t splat(scalar_t x) { return x; }
INLINE lanes_t backwards(lanes_t v) { return v; }
INLINE scalar_t first_lane(lanes_t v) { return v; }
INLINE lanes_t evens(lanes_t a, lanes_t b) { return (void)b, a; }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return (void)a, b; }
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return (void)b, a; }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return (void)a, b; }
INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE]) { (void)step, *p = row[0]; }
#else
INLINE lanes_t splat(scalar_t x) { return NBL_CAST(lanes_t, x); }
INLINE scalar_t first_lane(lanes_t v) { return v[0]; }
/* gcc has the first of these since 12. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#endif
#endif
#ifndef SHUFFLE
typedef __typeof__((lanes_t){0} == (lanes_t){0}) numbers_t;
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (numbers_t){__VA_ARGS__})
#endif
#if NBL_LANES_LOG2 == 1
#define TILE 2u
INLINE lanes_t evens(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 2); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 3); }
#define zip_low evens
#define zip_high odds
INLINE lanes_t backwards(lanes_t v) { return SHUFFLE(v, v, 1, 0); }
INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE]) {
    store(p, zip_low(row[0], row[1]));
    store(p + step, zip_high(row[0], row[1]));
}
#else
#define TILE 4u
#if NBL_LANES_LOG2 == 2
INLINE lanes_t backwards(lanes_t v) { return SHUFFLE(v, v, 3, 2, 1, 0); }
INLINE lanes_t evens(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 2, 4, 6); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 3, 5, 7); }
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 4, 1, 5); }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 6, 3, 7); }
/* Within halves or quarters of the vector where that is cheaper: lanes 0 and 2, or 0, 1, 4, 5. */
INLINE lanes_t pairs_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 1, 4, 5); }
INLINE lanes_t pairs_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 3, 6, 7); }
#define zip_low_of_fours zip_low
#define zip_high_of_fours zip_high
#else
typedef scalar_t four_t __attribute__((vector_size(4 * sizeof(scalar_t)), aligned(sizeof(scalar_t)), may_alias));
#define PIECE(v, k) __builtin_shufflevector(v, v, 4 * (k), 4 * (k) + 1, 4 * (k) + 2, 4 * (k) + 3)
INLINE lanes_t backwards(lanes_t v) { return SHUFFLE(v, v, 7, 6, 5, 4, 3, 2, 1, 0); }
INLINE lanes_t evens(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15); }
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
/* Within both halves, which costs no crossing between them. */
INLINE lanes_t zip_low_of_fours(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
INLINE lanes_t zip_high_of_fours(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
INLINE lanes_t pairs_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
INLINE lanes_t pairs_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
#endif

INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE]) {
    lanes_t a = zip_low_of_fours(row[0], row[1]), b = zip_low_of_fours(row[2], row[3]);
    lanes_t c = zip_high_of_fours(row[0], row[1]), d = zip_high_of_fours(row[2], row[3]);
    lanes_t column[4] = {pairs_low(a, b), pairs_high(a, b), pairs_low(c, d), pairs_high(c, d)};
#if NBL_LANES_LOG2 == 2
    UNROLL for (uint32_t k = 0; k < 4; k++) store(p + k * step, column[k]);
#else
    UNROLL for (uint32_t k = 0; k < 8; k++) * (four_t *)(p + k * step) =
        k < 4 ? PIECE(column[k % 4], 0) : PIECE(column[k % 4], 1);
#endif
}
#endif
#endif

#endif
