/* Real signals before and after their complex transform, on vectors: what stands around nbl/fft/real.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h alone. Vectors go along frequencies f, and their mirrors n - f come backwards. All arrays
 * are interleaved; those of a spectrum have n + 1 elements of one signal in n complex numbers, n / 2 + 1 each of two.
 */
#undef NBL_SCALAR
#if NBL_LANES_LOG2 > 0
#define NBL_SCALAR lanes_t
#include "nbl/fft/butterfly_scalar.h"
#define NBL_SCALAR lanes_t
#include "nbl/fft/real_scalar.h"
#define NBL_SCALAR lanes_t
#else
#include "nbl/fft/real.h"
#define NBL_SCALAR NBL_LANES_OF
#endif

typedef NBL_OF_SCALAR(nbl_fft_pair) pair_t;

/* Lane l has element near(l) behind f, and of mirrors element near(l) before it. */
INLINE complex_t load_mirrored(const scalar_t *p, size_t f) {
    const scalar_t *first = p + 2 * (f + 1) - 2 * LANES;
    lanes_t low = load_crossed(first), high = load_crossed(first + LANES);
    complex_t z = {evens_back(high, low), odds_back(high, low)};
    return z;
}

/* load_near() of what a pass of one butterfly has just stored, number by number. */
INLINE complex_t load_soon(const scalar_t *p) {
    lanes_t low = load_by_numbers(p), high = load_by_numbers(p + LANES);
    complex_t z = {evens_near(low, high), odds_near(low, high)};
    return z;
}

INLINE void store_near(scalar_t *p, size_t f, complex_t z) {
    store(p + 2 * f, zip_near_low(z.real, z.imag));
    store(p + 2 * f + LANES, zip_near_high(z.real, z.imag));
}

INLINE void store_mirrored(scalar_t *p, size_t f, complex_t z) {
    scalar_t *first = p + 2 * (f + 1) - 2 * LANES;
    store_crossed(first, zip_back_high(z.real, z.imag));
    store_crossed(first + LANES, zip_back_low(z.real, z.imag));
}

INLINE complex_t element(scalar_t real, scalar_t imag) {
    complex_t z = {splat(real), splat(imag)};
    return z;
}

INLINE void put_element(scalar_t *p, scalar_t real, scalar_t imag) {
    p[0] = real;
    p[1] = imag;
}

/* f = 1, 1 + LANES .. to `end`; the last vector overlaps the one before. At least LANES elements. */
#define EACH_FREQUENCY(f, end) \
    for (size_t n_ = 1, f; f = n_ + LANES <= (end) + 1 ? n_ : (end) + 1 - LANES, n_ <= (end); n_ += LANES)

static void arrange(uint32_t n, const void *roots, void *table) {
    const scalar_t *root = roots;
    scalar_t *to = table;
    EACH_FREQUENCY(f, n / 2) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const size_t of = f + near(lane), mirror = n - of;
            to[lane] = root[of];
            to[LANES + lane] = root[n + of];
            to[2 * LANES + lane] = root[mirror];
            to[3 * LANES + lane] = root[n + mirror];
        }
        to += 4 * LANES;
    }
}

/* A frequency and its mirror take the same two elements: both are computed at once, the middle one twice. */
static void unpack_one(uint32_t n, const void *table, const void *from, void *to) {
    const scalar_t *z = from, *w = table;
    scalar_t *x = to;
    complex_t ends = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(element(z[0], z[1]));
    EACH_FREQUENCY(f, n / 2) {
        const complex_t value = load_soon(z + 2 * f), mirror = load_mirrored(z, n - f);
        store_near(x, f, NBL_OF_SCALAR(nbl_fft_real_unpack)(value, mirror, load_aligned(w)));
        store_mirrored(x, n - f, NBL_OF_SCALAR(nbl_fft_real_unpack)(mirror, value, load_aligned(w + 2 * LANES)));
        w += 4 * LANES;
    }
    put_element(x, first_lane(ends.real), 0);
    put_element(x + 2 * (size_t)n, first_lane(ends.imag), 0);
}

/* Returns whether LANES numbers from f on meet first to end - 1. */
INLINE bool meets(size_t f, size_t first, size_t end) { return f < end && f + LANES > first; }

/* Stores those of LANES numbers from f on that are first to end - 1; `x` is the first's place. */
INLINE void store_part(scalar_t *x, size_t f, complex_t z, bool mirrored, size_t first, size_t end) {
    scalar_t all[2 * LANES];
    scalar_t *to = f >= first && f + LANES <= end ? x + 2 * (f - first) : all;
    if (mirrored)
        store_mirrored(to, LANES - 1, z);
    else
        store_near(to, 0, z);
    if (to != all) return;
    for (size_t lane = 0; lane < LANES; lane++)
        if (f + lane >= first && f + lane < end)
            put_element(x + 2 * (f + lane - first), all[2 * lane], all[2 * lane + 1]);
}

static void unpack_part(uint32_t n, const void *table, const void *from, void *to, uint32_t first, uint32_t end) {
    const scalar_t *z = from, *w = table;
    scalar_t *x = to;
    complex_t ends = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(element(z[0], z[1]));
    EACH_FREQUENCY(f, n / 2) {
        const size_t back = n - f + 1 - LANES;
        if (meets(f, first, end) || meets(back, first, end)) {
            const complex_t value = load_soon(z + 2 * f), mirror = load_mirrored(z, n - f);
            if (meets(f, first, end))
                store_part(x, f, NBL_OF_SCALAR(nbl_fft_real_unpack)(value, mirror, load_aligned(w)), false, first, end);
            if (meets(back, first, end))
                store_part(x, back, NBL_OF_SCALAR(nbl_fft_real_unpack)(mirror, value, load_aligned(w + 2 * LANES)),
                           true, first, end);
        }
        w += 4 * LANES;
    }
    if (first == 0) put_element(x, first_lane(ends.real), 0);
    if (end == n + 1) put_element(x + 2 * (size_t)(n - first), first_lane(ends.imag), 0);
}

static void pack_one(uint32_t n, const void *table, const void *from, void *to) {
    const scalar_t *x = from, *w = table;
    scalar_t *z = to;
    complex_t zero = NBL_OF_SCALAR(nbl_fft_real_pack_ends)(element(x[0], x[2 * (size_t)n]));
    EACH_FREQUENCY(f, n / 2) {
        const complex_t value = load_near(x + 2 * f, false), mirror = load_mirrored(x, n - f);
        store_near(z, f, NBL_OF_SCALAR(nbl_fft_real_pack)(value, mirror, load_aligned(w)));
        store_mirrored(z, n - f, NBL_OF_SCALAR(nbl_fft_real_pack)(mirror, value, load_aligned(w + 2 * LANES)));
        w += 4 * LANES;
    }
    put_element(z, first_lane(zero.real), first_lane(zero.imag));
}

/* Literal: both. */
INLINE void unpack_signals(uint32_t n, const scalar_t *z, scalar_t *x, scalar_t *y, bool both) {
    EACH_FREQUENCY(f, (n - 1u) / 2u) {
        pair_t pair = NBL_OF_SCALAR(nbl_fft_unpack)(load_near(z + 2 * f, false), load_mirrored(z, n - f));
        store_near(x, f, pair.lo);
        if (both) store_near(y, f, pair.hi);
    }
    for (size_t f = 0; f < n; f += n % 2 == 0 ? n / 2 : n) {
        put_element(x + 2 * f, z[2 * f], 0);
        if (both) put_element(y + 2 * f, z[2 * f + 1], 0);
    }
}

static void unpack_two(uint32_t n, const void *from, void *to_first, void *to_second) {
    if (to_second != NULL)
        unpack_signals(n, from, to_first, to_second, true);
    else
        unpack_signals(n, from, to_first, NULL, false);
}

static void pack_two(uint32_t n, const void *from_first, const void *from_second, void *to) {
    const scalar_t *x = from_first, *y = from_second;
    scalar_t *z = to;
    EACH_FREQUENCY(f, (n - 1u) / 2u) {
        pair_t pair = {load_near(x + 2 * f, false), load_near(y + 2 * f, false)};
        pair_t mirror = {nbl_complex_conj(pair.lo), nbl_complex_conj(pair.hi)};
        store_near(z, f, NBL_OF_SCALAR(nbl_fft_pack)(pair));
        store_mirrored(z, n - f, NBL_OF_SCALAR(nbl_fft_pack)(mirror));
    }
    for (size_t f = 0; f < n; f += n % 2 == 0 ? n / 2 : n) put_element(z + 2 * f, x[2 * f], y[2 * f]);
}
