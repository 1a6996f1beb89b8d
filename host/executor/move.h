/* Vectors of the processor between memory, lanes and columns: what differs by the number of lanes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h alone.
 *
 *   load(p) store(p, v) splat(x)         LANES scalars at p, of any alignment; x in each lane
 *   evens(a, b) odds(a, b)               of the 2 W scalars of a and b the even-numbered, the odd-numbered
 *   zip_low(a, b) zip_high(a, b)         a0 b0 a1 b1 ..: the first W of these 2 W; the last W
 *   evens_near(a, b) odds_near(a, b)     as evens() and odds(), but element near(l) in lane l, and element l in lane
 *                                        near(l): that is half of the shuffles where a vector has two halves
 *   zip_near_low(a, b) zip_near_high     as zip_low() and zip_high(), of lanes in that order
 *   evens_back(a, b) odds_back(a, b)     as evens_near() and odds_near(), of 2 W scalars that begin with b and end with
 *                                        a, each crossed: element W - 1 - near(l) in lane l
 *   zip_back_low(a, b) zip_back_high     the other way round: what belongs at the end, and what at the beginning,
 *                                        crossed
 *   load_crossed(p) store_crossed(p, v)  with the halves exchanged, where a vector has two
 *   load_lanes_near(p)                   LANES scalars at p, number near(l) in lane l
 *   load_by_numbers(p)                   load(), the sooner of complex numbers that were stored one by one; of two
 *                                        halves that hold more by halves
 *   store_pair(p, a, b)                  where there is one lane
 *   first_lane(v)                        a scalar
 *   store_columns(p, step, row, is_near) lane l of TILE rows to p + l step .. p + l step + TILE - 1, lane 0 first: of
 *                                        columns that overlap the later one stays. is_near: near(l) in l's place
 *   store_eight(p, step, row, is_near)   of 8 rows; only with 8 lanes or more
 *   turn_square(row)                     lane l of row k to lane k of row l, of LANES rows
 */
#ifndef NBL_HOST_EXECUTOR_MOVE_H
#define NBL_HOST_EXECUTOR_MOVE_H

#include "executor/lanes.h"
#include "nbl/complex.h" /* how many dwords a scalar has */

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 64")
#endif

INLINE lanes_t load(const scalar_t *p) { return *(const lanes_anywhere_t *)p; }
INLINE void store(scalar_t *p, lanes_t v) { *(lanes_anywhere_t *)p = v; }

#if NBL_LANES_LOG2 == 0
#define TILE 1u
typedef scalar_t pair_of_scalars_t
    __attribute__((vector_size(2 * sizeof(scalar_t)), aligned(sizeof(scalar_t)), may_alias));
INLINE void store_pair(scalar_t *p, lanes_t a, lanes_t b) {
    pair_of_scalars_t pair = {a, b};
    *(pair_of_scalars_t *)p = pair;
}
INLINE uint32_t near(uint32_t lane) { return lane; }
INLINE lanes_t splat(scalar_t x) { return x; }
INLINE scalar_t first_lane(lanes_t v) { return v; }
INLINE lanes_t evens(lanes_t a, lanes_t b) { return (void)b, a; }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return (void)a, b; }
#define evens_back(a, b) evens(b, a)
#define odds_back(a, b) odds(b, a)
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return (void)b, a; }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return (void)a, b; }
#define zip_back_low zip_high
#define zip_back_high zip_low
INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE], bool is_near) {
    (void)step, (void)is_near, *p = row[0];
}
#else
#define store_pair(p, a, b) (void)0 /* never called */
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
INLINE uint32_t near(uint32_t lane) { return lane; }
INLINE lanes_t evens(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 2); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 3); }
#define zip_low evens
#define zip_high odds
INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE], bool is_near) {
    (void)is_near;
    store(p, zip_low(row[0], row[1]));
    store(p + step, zip_high(row[0], row[1]));
}
INLINE void turn_square(lanes_t row[2]) {
    const lanes_t first = zip_low(row[0], row[1]);
    row[1] = zip_high(row[0], row[1]);
    row[0] = first;
}
#elif NBL_LANES_LOG2 == 2 && NBL_DWORDS_lanes_t == 2
#define TILE 4u
INLINE lanes_t evens(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 2, 4, 6); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 3, 5, 7); }
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 4, 1, 5); }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 6, 3, 7); }
INLINE uint32_t near(uint32_t lane) { return lane; }
INLINE lanes_t evens_back(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 0, 6, 4); }
INLINE lanes_t odds_back(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 3, 1, 7, 5); }
INLINE lanes_t neighbours(lanes_t v) { return SHUFFLE(v, v, 1, 0, 3, 2); }
INLINE lanes_t pairs_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 1, 4, 5); }
INLINE lanes_t pairs_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 3, 6, 7); }
INLINE void turn_square(lanes_t row[4]) {
    const lanes_t a = zip_low(row[0], row[1]), b = zip_low(row[2], row[3]);
    const lanes_t c = zip_high(row[0], row[1]), d = zip_high(row[2], row[3]);
    row[0] = pairs_low(a, b);
    row[1] = pairs_high(a, b);
    row[2] = pairs_low(c, d);
    row[3] = pairs_high(c, d);
}
#elif NBL_LANES_LOG2 == 2
#define TILE 4u
/* Vectors of two halves, as AVX has them: each line here is an instruction. Left to compilers, what crosses from half
 * to half together with what does not takes three. */
INLINE lanes_t lows(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 1, 4, 5); } /* halves */
INLINE lanes_t highs(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 3, 6, 7); }
INLINE lanes_t evens_near(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 4, 2, 6); }
INLINE lanes_t odds_near(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 5, 3, 7); }
INLINE uint32_t near(uint32_t lane) { return (lane & 1u) << 1u | lane >> 1u; }
typedef scalar_t half_t
    __attribute__((vector_size(LANES / 2 * sizeof(scalar_t)), aligned(sizeof(scalar_t)), may_alias));
#define HALF(v, k) __builtin_shufflevector(v, v, 2 * (k), 2 * (k) + 1)
#define WHOLE(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3)
#define NEAR(v) SHUFFLE(v, v, 0, 2, 1, 3)
INLINE lanes_t evens(lanes_t a, lanes_t b) { return evens_near(lows(a, b), highs(a, b)); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return odds_near(lows(a, b), highs(a, b)); }
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return lows(evens_near(a, b), odds_near(a, b)); }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return highs(evens_near(a, b), odds_near(a, b)); }
#define zip_near_low evens_near
#define zip_near_high odds_near
INLINE void turn_square(lanes_t row[4]) {
    const lanes_t a = evens_near(row[0], row[1]), b = evens_near(row[2], row[3]);
    const lanes_t c = odds_near(row[0], row[1]), d = odds_near(row[2], row[3]);
    row[0] = lows(a, b);
    row[1] = lows(c, d);
    row[2] = highs(a, b);
    row[3] = highs(c, d);
}
#else
#define TILE 4u
INLINE lanes_t lows(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
INLINE lanes_t highs(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }
INLINE lanes_t evens_near(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 2, 8, 10, 4, 6, 12, 14); }
INLINE lanes_t odds_near(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 1, 3, 9, 11, 5, 7, 13, 15); }
INLINE uint32_t near(uint32_t lane) { return (lane & 2u) << 1u | (lane & 4u) >> 1u | (lane & 1u); }
INLINE lanes_t zip_lows(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
INLINE lanes_t zip_highs(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
INLINE lanes_t pairs_low(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
INLINE lanes_t pairs_high(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
INLINE lanes_t evens(lanes_t a, lanes_t b) { return evens_near(lows(a, b), highs(a, b)); }
INLINE lanes_t odds(lanes_t a, lanes_t b) { return odds_near(lows(a, b), highs(a, b)); }
INLINE lanes_t zip_low(lanes_t a, lanes_t b) { return lows(zip_lows(a, b), zip_highs(a, b)); }
INLINE lanes_t zip_high(lanes_t a, lanes_t b) { return highs(zip_lows(a, b), zip_highs(a, b)); }
#define zip_near_low zip_lows
#define zip_near_high zip_highs
INLINE lanes_t evens_back(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 2, 0, 10, 8, 6, 4, 14, 12); }
INLINE lanes_t odds_back(lanes_t a, lanes_t b) { return SHUFFLE(a, b, 3, 1, 11, 9, 7, 5, 15, 13); }
INLINE lanes_t neighbours(lanes_t v) { return SHUFFLE(v, v, 1, 0, 3, 2, 5, 4, 7, 6); }

/* Columns l of 4 rows, and behind it column l + 4. */
INLINE void turn_halves(const lanes_t row[4], lanes_t column[4]) {
    lanes_t a = zip_lows(row[0], row[1]), b = zip_lows(row[2], row[3]);
    lanes_t c = zip_highs(row[0], row[1]), d = zip_highs(row[2], row[3]);
    column[0] = pairs_low(a, b);
    column[1] = pairs_high(a, b);
    column[2] = pairs_low(c, d);
    column[3] = pairs_high(c, d);
}

typedef scalar_t half_t
    __attribute__((vector_size(LANES / 2 * sizeof(scalar_t)), aligned(sizeof(scalar_t)), may_alias));
#define HALF(v, k) __builtin_shufflevector(v, v, 4 * (k), 4 * (k) + 1, 4 * (k) + 2, 4 * (k) + 3)
#define WHOLE(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define NEAR(v) SHUFFLE(v, v, 0, 1, 4, 5, 2, 3, 6, 7)
INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE], bool is_near) {
    lanes_t column[4];
    turn_halves(row, column);
    UNROLL for (uint32_t k = 0; k < 8; k++) {
        const uint32_t lane = is_near ? near(k) : k;
        *(half_t *)(p + k * step) = lane < 4 ? HALF(column[lane % 4], 0) : HALF(column[lane % 4], 1);
    }
}

INLINE void turn_square(lanes_t row[8]) {
    lanes_t first[4], second[4];
    turn_halves(row, first);
    turn_halves(row + 4, second);
    UNROLL for (uint32_t k = 0; k < 4; k++) {
        row[k] = lows(first[k], second[k]);
        row[k + 4] = highs(first[k], second[k]);
    }
}

INLINE void store_eight(scalar_t *p, size_t step, const lanes_t row[8], bool is_near) {
    lanes_t column[8];
    UNROLL for (uint32_t k = 0; k < 8; k++) column[k] = row[k];
    turn_square(column);
    UNROLL for (uint32_t k = 0; k < 8; k++) store(p + k * step, column[is_near ? near(k) : k]);
}
#endif
#if NBL_LANES_LOG2 == 2
INLINE void store_columns(scalar_t *p, size_t step, const lanes_t row[TILE], bool is_near) {
    lanes_t column[4] = {row[0], row[1], row[2], row[3]};
    turn_square(column);
    UNROLL for (uint32_t k = 0; k < 4; k++) store(p + k * step, column[is_near ? near(k) : k]);
}
#endif
#endif
#if NBL_LANES_LOG2 < 2 || (NBL_LANES_LOG2 == 2 && NBL_DWORDS_lanes_t == 2) /* one half */
#define evens_near evens
#define odds_near odds
#define zip_near_low zip_low
#define zip_near_high zip_high
#if NBL_LANES_LOG2 == 2
typedef double eight_bytes_t __attribute__((aligned(4), may_alias));
INLINE lanes_t load_by_numbers(const scalar_t *p) {
    const double __attribute__((vector_size(16))) v = {*(const eight_bytes_t *)p, *(const eight_bytes_t *)(p + 2)};
    return (lanes_t)v;
}
#else
#define load_by_numbers load
#endif
#define load_crossed load_by_numbers
#define store_crossed store
#define load_lanes_near load
#else
INLINE lanes_t load_by_numbers(const scalar_t *p) {
    const half_t first = *(const half_t *)p, second = *(const half_t *)(p + LANES / 2);
    return WHOLE(first, second);
}
INLINE lanes_t load_lanes_near(const scalar_t *p) {
    const lanes_t v = load(p);
    return NEAR(v);
}
/* By halves: a load and a store of one cost less than to exchange them. */
INLINE lanes_t load_crossed(const scalar_t *p) {
    const half_t first = *(const half_t *)(p + LANES / 2), second = *(const half_t *)p;
    return WHOLE(first, second);
}
INLINE void store_crossed(scalar_t *p, lanes_t v) {
    *(half_t *)(p + LANES / 2) = HALF(v, 0);
    *(half_t *)p = HALF(v, 1);
}
#endif
#if NBL_LANES_LOG2 > 0 && NBL_DWORDS_lanes_t == 4 /* a half holds one complex number */
#define evens_back evens_near
#define odds_back odds_near
#define zip_back_low zip_near_low
#define zip_back_high zip_near_high
#elif NBL_LANES_LOG2 > 0
#define zip_back_low(a, b) zip_near_low(neighbours(a), neighbours(b))
#define zip_back_high(a, b) zip_near_high(neighbours(a), neighbours(b))
#endif
#if NBL_LANES_LOG2 < 3
#define store_eight store_columns /* never called */
#endif

#endif
