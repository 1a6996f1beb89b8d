/* The passes of all radices on vectors, out of the shaders' radix kernels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once by each kernels_<scalar>_<instruction set>.c; parameters: lanes.h's, and the name of the table
 * in C, NBL_EXECUTOR_KERNELS, and to people, NBL_EXECUTOR_NAME.
 */
#include "executor/lanes.h"

#include <string.h>

#include "executor/kernels.h"
#include "executor/move.h"
#include "executor/negate.h"
#include "nbl/complex.h"
#include "nbl/fft/constants_float32.h"
#include "nbl/fft/constants_float64.h"
#include "nbl/fft/parameters.h"
#if NBL_HAS_FLOAT16
#include "nbl/fft/constants_float16.h"
#endif

#if NBL_LANES_LOG2 > 0
#include "executor/constants_lanes.h"
#define NBL_SCALAR lanes_t
#include "nbl/complex_scalar.h"
#define NBL_SCALAR lanes_t
#else
#define NBL_SCALAR NBL_LANES_OF
#endif
typedef NBL_COMPLEX complex_t;

/* Returns value q of a butterfly: loads it and multiplies it by its twiddle where the radix kernel needs it. Values
 * that are loaded earlier wait on the stack as soon as registers run out. */
INLINE complex_t value_of(const complex_t *v, uint32_t q);
#define NBL_RADIX(name) NBL_CAT(lanes_, name)
#define NBL_RADIX_MASK (NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)
#define NBL_RADIX_ELEMENTS NBL_FFT_MAX_RADIX
#define NBL_RADIX_IN(q) value_of(v, q)
#include "executor/prime_text.h"
#define NBL_RADIX_PRIME take_prime
#include "nbl/fft/radix_scalar.h"

#ifndef IN_REGISTERS_TO /* largest radix with functions of its own: 16 registers hold it; plain loops have none */
#define IN_REGISTERS_TO (LANES > 1 ? 16 : 0)
#endif
#ifndef LINES_IN_REGISTERS_ALSO /* one more radix with functions of its own, for lines: the longest ones use it */
#define LINES_IN_REGISTERS_ALSO 0
#endif
#define IS_IN_REGISTERS(radix) ((radix) > 1 && (radix) <= IN_REGISTERS_TO)
/* Columns, and real lines of odd length, have functions of their own for fewer radices: they seldom have large ones,
 * and the code of a set of instructions should stay below 600,000 bytes (chosen). */
#define IS_COLUMN_IN_REGISTERS(radix) \
    (IS_IN_REGISTERS(radix) && (radix) != 11 && (radix) != 13 && (radix) != 14 && (radix) != 15)
#define IS_ODD_IN_REGISTERS(radix) (IS_COLUMN_IN_REGISTERS(radix) && (radix) % 2 == 1)
/* Rows that are transposed later than in their first pass begin with a small radix. */
#define IS_FIRST_IN_REGISTERS(radix) (IS_IN_REGISTERS(radix) && (radix) <= 5)
#define IS_LINE_IN_REGISTERS(radix) (IS_IN_REGISTERS(radix) || (radix) == LINES_IN_REGISTERS_ALSO)
/* Lines of a single pass, one butterfly each, have plain functions without vectors. */
#define IS_ONLY_IN_REGISTERS(radix) (LANES == 1 && sizeof(scalar_t) > 2 && (radix) > 1 && (radix) <= 16)

/* ---- Loads and stores of a vector of complex numbers */

INLINE complex_t load_planar(const scalar_t *p, size_t plane) {
    complex_t z = {load(p), load(p + plane)};
    return z;
}

INLINE complex_t load_aligned(const scalar_t *p) {
    complex_t z = {*(const lanes_t *)p, *(const lanes_t *)(p + LANES)};
    return z;
}

INLINE void store_planar(scalar_t *p, size_t plane, complex_t z) {
    store(p, z.real);
    store(p + plane, z.imag);
}

INLINE complex_t swap(complex_t z, bool swap_parts) {
    complex_t w = {z.imag, z.real};
    return swap_parts ? w : z;
}

INLINE complex_t load_interleaved(const scalar_t *p, bool swap_parts) {
    lanes_t low = load(p), high = load(p + LANES);
    complex_t z = {evens(low, high), odds(low, high)};
    return swap(z, swap_parts);
}

/* Loads interleaved numbers into lanes in the order near() of executor/move.h, which takes fewer shuffles. For numbers
 * that are transposed or mirrored next, which brings them into order at no cost, and for columns, whose order returns
 * where they are stored. */
INLINE complex_t load_near(const scalar_t *p, bool swap_parts) {
    lanes_t low = load(p), high = load(p + LANES);
    complex_t z = {evens_near(low, high), odds_near(low, high)};
    return swap(z, swap_parts);
}

/* Loads real numbers as complex ones. Compilers leave out operations on the constant zeros. */
INLINE complex_t load_reals(const scalar_t *p) {
    complex_t z = {load_lanes_near(p), splat(0)};
    return z;
}

INLINE complex_t load_reals_of_lanes(const scalar_t *p) {
    complex_t z = {load(p), splat(0)};
    return z;
}

INLINE void store_interleaved(scalar_t *p, complex_t z, bool swap_parts) {
    lanes_t first = swap_parts ? z.imag : z.real, second = swap_parts ? z.real : z.imag;
    if (LANES == 1) { /* one store: a load of the whole number would wait for two */
        store_pair(p, first, second);
        return;
    }
    store(p, zip_low(first, second));
    store(p + LANES, zip_high(first, second));
}

INLINE void store_column_pairs(scalar_t *p, complex_t z, bool swap_parts) {
    const complex_t w = swap(z, swap_parts);
    if (LANES == 1) {
        store_pair(p, w.real, w.imag);
        return;
    }
    store(p, zip_near_low(w.real, w.imag));
    store(p + LANES, zip_near_high(w.real, w.imag));
}

/* ---- One pass */

/* COLUMNS: interleaved, in lanes in the order near(): columns */
typedef enum data_t { PLANAR, INTERLEAVED, COLUMNS, REALS, TURNED, LOADED, REALS_OF_LANES, IMAGS_OF_LANES } data_t;
typedef enum twiddles_t { NONE, OF_ROW, OF_LANES } twiddles_t;

/* The parts of a pass for one vector of butterflies, within loops over q or tiles. Literals: from, to, twiddles. */

/* A butterfly: its results, and where its values come from. */
typedef struct butterfly_t {
    complex_t v[NBL_EXECUTOR_MOST_RADIX]; /* the first member: value_of() is given its address */
    const nbl_executor_step_t *s;
    const scalar_t *x, *table;
    size_t step, plane;
    data_t from, to;
    bool swap_parts;
    twiddles_t twiddles;
} butterfly_t;

INLINE complex_t value_of(const complex_t *v, uint32_t q) {
    const butterfly_t *b = (const butterfly_t *)v;
    if (b->from == LOADED) return v[q];
    const scalar_t *at = b->x + q * b->step, *table = b->table;
    complex_t z = b->from == COLUMNS || (b->from == INTERLEAVED && b->to == TURNED) ? load_near(at, b->swap_parts)
                  : b->from == INTERLEAVED    ? load_interleaved(at, b->swap_parts)
                  : b->from == REALS          ? load_reals(at)
                  : b->from == REALS_OF_LANES ? load_reals_of_lanes(at)
                                              : load_planar(at, b->plane);
    if (sizeof(scalar_t) == 2 && b->s->scaled_before) z = nbl_complex_scale(z, splat((scalar_t)b->s->factor_before));
    if (q == 0 || b->twiddles == NONE) return z;
    if (b->twiddles == OF_LANES) return nbl_complex_mul(z, load_aligned(table + (2 * q - 2) * LANES));
    complex_t w = {splat(table[2 * q - 2]), splat(table[2 * q - 1])};
    return nbl_complex_mul(z, w);
}

INLINE void put(scalar_t *y, size_t plane, complex_t z, data_t to, bool swap_parts) {
    if (to == INTERLEAVED)
        store_interleaved(y, z, swap_parts);
    else if (to == COLUMNS)
        store_column_pairs(y, z, swap_parts);
    else if (to == IMAGS_OF_LANES)
        store(y, z.imag);
    else
        store_planar(y, plane, z);
}

/* Returns how many values of a butterfly are transposed at once. */
INLINE uint32_t tile_of(uint32_t radix) { return LANES == 8 && radix % 8 == 0 ? 8 : TILE; }

/* Stores a tile of values, q to q + tile - 1 or fewer at the end, so that each butterfly's values lie side by side. */
INLINE void put_turned(scalar_t *y, const size_t *plane, uint32_t radix, uint32_t tile, uint32_t q,
                       const complex_t *v) {
    lanes_t real[8], imag[8];
    UNROLL for (uint32_t r = 0; r < tile; r++) {
        const complex_t z = v[q + r < radix ? q + r : radix - 1];
        real[r] = z.real;
        imag[r] = z.imag;
    }
    if (tile == TILE) {
        store_columns(y + q, radix, real, true);
        store_columns(y + *plane + q, radix, imag, true);
    } else {
        store_eight(y + q, radix, real, true);
        store_eight(y + *plane + q, radix, imag, true);
    }
}

#define BIT(radix) | 1u << NBL_FFT_RADIX_MASK_BIT(radix)
_Static_assert((0u NBL_EXECUTOR_EACH_RADIX(BIT)) == ((uint32_t)(NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)),
               "the shaders' radices");

INLINE void lanes_radix1(complex_t *v, bool inverse) { (void)v, (void)inverse; }

typedef void kernel_t(butterfly_t *b);
#define KERNEL(radix) \
    INLINE void take_##radix(butterfly_t *b) { lanes_radix##radix(b->v, false); } \
    static void loaded_##radix(butterfly_t *b) { \
        b->from = LOADED; \
        lanes_radix##radix(b->v, false); \
    }
NBL_EXECUTOR_EACH_RADIX(KERNEL)
#define LOADED_KERNEL(radix) [radix] = loaded_##radix,
static kernel_t *const loaded[NBL_EXECUTOR_MOST_RADIX + 1] = {NBL_EXECUTOR_EACH_RADIX(LOADED_KERNEL)};

/* In registers: one function per radix. */
#define PASS_NAME pass
#define PASS_LOOP UNROLL
#define PASS_KERNEL(b) kernel(b)
#include "executor/pass_text.h"

/* ---- Passes through memory: one function for radices that registers do not hold, and for rare ones */

INLINE void load_all(butterfly_t *b, uint32_t radix, kernel_t *kernel) {
    for (uint32_t q = 0; q < radix; q++) b->v[q] = value_of(b->v, q);
    kernel(b);
}
#define PASS_NAME pass_in_memory
#define PASS_LOOP
#define PASS_KERNEL(b) load_all(b, radix, kernel)
#include "executor/pass_text.h"

#define IN_MEMORY(name, from, to, twiddles) \
    static void name(const nbl_executor_step_t *s, const void *in, void *out) { \
        pass_in_memory(s, in, out, s->radix, loaded[s->radix], from, to, twiddles); \
    }
IN_MEMORY(only, COLUMNS, COLUMNS, NONE)
IN_MEMORY(first, INTERLEAVED, PLANAR, NONE)
IN_MEMORY(first_columns, COLUMNS, PLANAR, NONE)
IN_MEMORY(first_turn, INTERLEAVED, TURNED, NONE)
IN_MEMORY(first_turn_reals, REALS, TURNED, NONE)
IN_MEMORY(first_planar, PLANAR, PLANAR, NONE)
IN_MEMORY(first_reals, REALS_OF_LANES, PLANAR, NONE)
IN_MEMORY(only_imags, PLANAR, IMAGS_OF_LANES, NONE)
IN_MEMORY(last_imags, PLANAR, IMAGS_OF_LANES, OF_ROW)
IN_MEMORY(by_block, PLANAR, PLANAR, OF_ROW)
IN_MEMORY(by_frequency, PLANAR, PLANAR, OF_LANES)
IN_MEMORY(last_columns, PLANAR, COLUMNS, OF_ROW)
IN_MEMORY(last_by_frequency, PLANAR, INTERLEAVED, OF_LANES)

#define IN_REGISTERS(name, radix, is_chosen, from, to, twiddles) \
    static void name##radix(const nbl_executor_step_t *s, const void *in, void *out) { \
        if (is_chosen(radix)) pass(s, in, out, radix, take_##radix, from, to, twiddles); \
    }
#define PASSES(radix) \
    IN_REGISTERS(only_, radix, IS_ONLY_IN_REGISTERS, COLUMNS, COLUMNS, NONE) \
    IN_REGISTERS(first_, radix, IS_FIRST_IN_REGISTERS, INTERLEAVED, PLANAR, NONE) \
    IN_REGISTERS(first_columns_, radix, IS_COLUMN_IN_REGISTERS, COLUMNS, PLANAR, NONE) \
    IN_REGISTERS(last_columns_, radix, IS_COLUMN_IN_REGISTERS, PLANAR, COLUMNS, OF_ROW) \
    IN_REGISTERS(first_turn_, radix, IS_LINE_IN_REGISTERS, INTERLEAVED, TURNED, NONE) \
    IN_REGISTERS(first_turn_reals_, radix, IS_ODD_IN_REGISTERS, REALS, TURNED, NONE) \
    IN_REGISTERS(first_planar_, radix, IS_COLUMN_IN_REGISTERS, PLANAR, PLANAR, NONE) \
    IN_REGISTERS(first_reals_, radix, IS_ODD_IN_REGISTERS, REALS_OF_LANES, PLANAR, NONE) \
    IN_REGISTERS(only_imags_, radix, IS_ODD_IN_REGISTERS, PLANAR, IMAGS_OF_LANES, NONE) \
    IN_REGISTERS(last_imags_, radix, IS_ODD_IN_REGISTERS, PLANAR, IMAGS_OF_LANES, OF_ROW) \
    IN_REGISTERS(by_block_, radix, IS_COLUMN_IN_REGISTERS, PLANAR, PLANAR, OF_ROW) \
    IN_REGISTERS(by_frequency_, radix, IS_LINE_IN_REGISTERS, PLANAR, PLANAR, OF_LANES) \
    IN_REGISTERS(last_by_frequency_, radix, IS_LINE_IN_REGISTERS, PLANAR, INTERLEAVED, OF_LANES)
NBL_EXECUTOR_EACH_RADIX(PASSES)

#if NBL_LANES_LOG2 > 0
/* Transforms a line of R x R elements in registers, in two passes; R is W or 2 W. Literals: radix, kernel,
 * swap_parts. */
INLINE void square_of(const nbl_executor_step_t *s, const scalar_t *in, scalar_t *out, uint32_t radix, kernel_t *kernel,
                      bool swap_parts) {
    butterfly_t b;
    lanes_t real[2][2 * LANES], imag[2][2 * LANES]; /* by vector of a row, and row */
    const uint32_t vectors = radix / LANES;
    UNROLL for (uint32_t k = 0; k < vectors; k++) {
        b.x = in + 2 * LANES * k;
        b.step = 2 * radix;
        b.from = INTERLEAVED;
        b.to = TURNED;
        b.swap_parts = swap_parts;
        b.twiddles = NONE;
        kernel(&b);
        UNROLL for (uint32_t q = 0; q < radix; q++) real[k][q] = b.v[q].real, imag[k][q] = b.v[q].imag;
        UNROLL for (uint32_t first = 0; first < radix; first += LANES) {
            turn_square(real[k] + first);
            turn_square(imag[k] + first);
        }
    }
    UNROLL for (uint32_t k = 0; k < vectors; k++) {
        const scalar_t *w = (const scalar_t *)s->twiddles + k * 2 * (radix - 1) * LANES;
        UNROLL for (uint32_t q = 0; q < radix; q++) {
            const uint32_t row = k * LANES + near(q % LANES);
            const complex_t z = {real[q / LANES][row], imag[q / LANES][row]};
            b.v[q] = q == 0 ? z : nbl_complex_mul(z, load_aligned(w + (2 * q - 2) * LANES));
        }
        b.from = LOADED;
        kernel(&b);
        if (s->scaled) {
            const lanes_t factor = splat((scalar_t)s->factor);
            UNROLL for (uint32_t q = 0; q < radix; q++) b.v[q] = nbl_complex_scale(b.v[q], factor);
        }
        UNROLL for (uint32_t q = 0; q < radix; q++)
            store_interleaved(out + 2 * (radix * q + LANES * k), b.v[q], swap_parts);
    }
}

#define SQUARE(radix) \
    static void square_##radix(const nbl_executor_step_t *s, const void *in, void *out) { \
        if (s->swap_parts) \
            square_of(s, in, out, radix, take_##radix, true); \
        else \
            square_of(s, in, out, radix, take_##radix, false); \
    }
#endif
#if NBL_LANES_LOG2 == 1
SQUARE(4)
#define SQUARES NULL, square_4
#elif NBL_LANES_LOG2 == 2
SQUARE(4)
SQUARE(8)
#define SQUARES square_4, square_8
#elif NBL_LANES_LOG2 == 3
SQUARE(8)
#define SQUARES square_8, NULL
#else
#define SQUARES NULL, NULL
#endif

/* Transposes the real parts and the imaginary parts. */
static void turn(const nbl_executor_step_t *s, const void *in, void *out) {
    const size_t rows = s->outer, columns = s->inner;
    for (size_t part = 0; part < 2; part++) {
        const scalar_t *x = (const scalar_t *)in + part * s->plane;
        scalar_t *y = (scalar_t *)out + part * s->plane;
        for (size_t c = 0; c < columns; c += LANES) {
            const size_t column = c + LANES < columns ? c : columns - LANES;
            for (size_t r = 0; r < rows; r += TILE) {
                const size_t first = r + TILE < rows ? r : rows - TILE;
                lanes_t row[TILE];
                UNROLL for (uint32_t k = 0; k < TILE; k++) row[k] = load(x + (first + k) * columns + column);
                store_columns(y + column * rows + first, rows, row, false);
            }
        }
    }
}

/* ---- Products of interleaved numbers */

INLINE lanes_t negated(lanes_t x) { /* -x that stays behind a multiply-add: executor/negate.h */
#if NBL_FUSED && NBL_LANES_LOG2 > 0
    typedef __typeof__(x < x) bits_t;
    return (lanes_t)((bits_t)x ^ (bits_t)(-(lanes_t){0}));
#elif NBL_FUSED
    return NBL_CAT(nbl_negate_, NBL_LANES_OF)(x);
#else
    return -x;
#endif
}

INLINE complex_t product(complex_t z, complex_t w, uint32_t conjugates) {
    if (conjugates == 1) z.imag = -z.imag;
    complex_t result = nbl_complex_mul(z, w);
    if (conjugates == 2) result.imag = negated(result.imag);
    return result;
}

INLINE void put_product(complex_t x, const scalar_t *w, uint32_t conjugates, scalar_t *y) {
    const complex_t z = product(x, load_near(w, false), conjugates);
    store(y, zip_near_low(z.real, z.imag));
    store(y + LANES, zip_near_high(z.real, z.imag));
}

INLINE void multiply_some(const scalar_t *x, const scalar_t *w, uint32_t conjugates, scalar_t *y) {
    put_product(load_near(x, false), w, conjugates, y);
}

/* Multiplies interleaved numbers. The last vector overlaps the one before it, and is loaded first, since x and y may be
 * the same. Fewer numbers than a vector holds go through a vector, too: in a loop over the rest gcc 12.2 on AVX-512
 * fuses products of scalars whatever -ffp-contract says, and bits differ (docs/log/transforms.md, "Programs"). */
INLINE void multiply_all(size_t count, const scalar_t *w, uint32_t conjugates, const scalar_t *x, scalar_t *y) {
    if (count < LANES) {
        scalar_t few[2][2 * LANES] = {{0}};
        memcpy(few[0], x, 2 * count * sizeof(scalar_t));
        memcpy(few[1], w, 2 * count * sizeof(scalar_t));
        multiply_some(few[0], few[1], conjugates, few[0]);
        memcpy(y, few[0], 2 * count * sizeof(scalar_t));
        return;
    }
    const size_t last = count - LANES;
    const complex_t z = load_near(x + 2 * last, false);
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) multiply_some(x + 2 * i, w + 2 * i, conjugates, y + 2 * i);
    if (i < count) put_product(z, w + 2 * last, conjugates, y + 2 * last);
}

static void multiply(size_t count, const void *table, uint32_t conjugates, const void *from, void *to) {
    if (conjugates == 0)
        multiply_all(count, table, 0, from, to);
    else if (conjugates == 1)
        multiply_all(count, table, 1, from, to);
    else
        multiply_all(count, table, 2, from, to);
}

/* Literal: conjugates. */
INLINE void multiply_grid_by(size_t rows, size_t count, const scalar_t *w, size_t pitch, uint32_t conjugates,
                             scalar_t *x, size_t step) {
    if (count == LANES) {
        for (size_t row = 0; row < rows; row++, x += 2 * step, w += 2 * pitch) multiply_some(x, w, conjugates, x);
        return;
    }
    for (size_t row = 0; row < rows; row++, x += 2 * step, w += 2 * pitch) multiply_all(count, w, conjugates, x, x);
}

static void multiply_grid(size_t rows, size_t count, const void *table, size_t pitch, uint32_t conjugates,
                          void *numbers, size_t step) {
    if (conjugates == 0)
        multiply_grid_by(rows, count, table, pitch, 0, numbers, step);
    else if (conjugates == 1)
        multiply_grid_by(rows, count, table, pitch, 1, numbers, step);
    else
        multiply_grid_by(rows, count, table, pitch, 2, numbers, step);
}

static void multiply_rows(size_t rows, size_t count, const void *table, void *numbers, size_t step) {
    const scalar_t *w = table;
    scalar_t *x = numbers, turn[2 * LANES];
    for (size_t row = 0; row < rows; row++, x += 2 * step, w += 2) {
        for (size_t l = 0; l < 2 * LANES; l++) turn[l] = w[l % 2];
        size_t i = 0;
        for (; i + LANES <= count; i += LANES) multiply_some(x + 2 * i, turn, 0, x + 2 * i);
        if (i < count) multiply_all(count - i, turn, 0, x + 2 * i, x + 2 * i);
    }
}

#include "executor/real_text.h"
#include "executor/dct_text.h"
#include "executor/in_lanes_text.h"

#define CHOSEN(radix, is_chosen, name) is_chosen(radix) ? name##_##radix : name
#define ROW(radix) \
    [radix] = {CHOSEN(radix, IS_ONLY_IN_REGISTERS, only), \
               CHOSEN(radix, IS_FIRST_IN_REGISTERS, first), \
               CHOSEN(radix, IS_COLUMN_IN_REGISTERS, first_columns), \
               CHOSEN(radix, IS_LINE_IN_REGISTERS, first_turn), \
               CHOSEN(radix, IS_ODD_IN_REGISTERS, first_turn_reals), \
               CHOSEN(radix, IS_COLUMN_IN_REGISTERS, first_planar), \
               CHOSEN(radix, IS_ODD_IN_REGISTERS, first_reals), \
               CHOSEN(radix, IS_ODD_IN_REGISTERS, only_imags), \
               CHOSEN(radix, IS_ODD_IN_REGISTERS, last_imags), \
               CHOSEN(radix, IS_COLUMN_IN_REGISTERS, by_block), \
               CHOSEN(radix, IS_LINE_IN_REGISTERS, by_frequency), \
               CHOSEN(radix, IS_COLUMN_IN_REGISTERS, last_columns), \
               CHOSEN(radix, IS_LINE_IN_REGISTERS, last_by_frequency)},
const nbl_executor_kernels_t NBL_EXECUTOR_KERNELS = {.name = NBL_EXECUTOR_NAME,
                                                     .lanes = LANES,
                                                     .scalar_bytes = sizeof(scalar_t),
                                                     .turn = turn,
                                                     .square = {SQUARES},
                                                     KERNELS_OF_VECTORS.unpack_one = unpack_one,
                                                     .unpack_part = unpack_part,
                                                     .pack_one = pack_one,
                                                     .arrange = arrange,
                                                     .unpack_two = unpack_two,
                                                     .pack_two = pack_two,
                                                     .multiply = multiply,
                                                     .multiply_rows = multiply_rows,
                                                     .multiply_grid = multiply_grid,
                                                     .of_radix = {NBL_EXECUTOR_EACH_RADIX(ROW)}};
