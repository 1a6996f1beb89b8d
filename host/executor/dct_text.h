/* Cosine and sine transforms before and after their Fourier transform, on vectors: what stands around nbl/fft/dct.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h alone, behind real_text.h. A line goes by its halves: one vector from its beginning, one
 * from its end, which comes backwards. Of `n` elements, a half has `half`:
 *
 *   fold    II   x[2 i], x[2 i + 1]              ->  y[i], y[n - 1 - i]             real numbers
 *           III  x[k], x[n - k], root k          ->  y[k]                           k = 1 .. n / 2
 *           IV   X[k], X[half - 1 - k], roots    ->  y[k], y[half - 1 - k]          X[k] = x[2 k] + i x[2 k + 1]
 *   unfold  II   z[k], root k                    ->  x[k], x[n - k]                 k = 1 .. (n - 1) / 2
 *           III  z[i], z[n - 1 - i]              ->  x[2 i], x[2 i + 1]             real numbers
 *           IV   z[k], z[half - 1 - k], roots    ->  X[k], X[half - 1 - k]
 *
 * Elements that lie on no vector's way are the caller's: 0, the middle one, and `ends` of an orthogonal transform.
 */
#undef NBL_SCALAR
#if NBL_LANES_LOG2 > 0
#include "nbl/fft/dct.h"
INLINE lanes_t nbl_numbers_sqrt2_lanes_t(void) {
    return NBL_CAST(lanes_t, NBL_OF_LANES_(nbl_numbers_sqrt2, NBL_LANES_OF)());
}
#define NBL_SCALAR lanes_t
#include "nbl/fft/dct_scalar.h"
#endif
#if NBL_LANES_LOG2 > 0
#define NBL_SCALAR lanes_t

/* Lanes backwards; lanes in the order near(), back in memory's; both. */
#if NBL_LANES_LOG2 == 1
INLINE lanes_t backwards(lanes_t v) { return SHUFFLE(v, v, 1, 0); }
#elif NBL_LANES_LOG2 == 2
INLINE lanes_t backwards(lanes_t v) { return SHUFFLE(v, v, 3, 2, 1, 0); }
#else
INLINE lanes_t backwards(lanes_t v) { return SHUFFLE(v, v, 7, 6, 5, 4, 3, 2, 1, 0); }
#endif
#if NBL_LANES_LOG2 < 2 || (NBL_LANES_LOG2 == 2 && NBL_DWORDS_lanes_t == 2)
INLINE lanes_t in_order(lanes_t v) { return v; }
INLINE lanes_t backwards_near(lanes_t v) { return backwards(v); }
#else
INLINE lanes_t in_order(lanes_t v) { return NEAR(v); }
#if NBL_LANES_LOG2 == 2
INLINE lanes_t backwards_near(lanes_t v) { return SHUFFLE(v, v, 3, 1, 2, 0); }
#else
INLINE lanes_t backwards_near(lanes_t v) { return SHUFFLE(v, v, 7, 6, 3, 2, 5, 4, 1, 0); }
#endif
#endif

/* f = begin, begin + LANES .. below `end`; the last vector overlaps the one before. At least LANES elements. */
#define EACH_VECTOR(f, begin, end) \
    for (size_t n_ = (begin), f; f = n_ + LANES <= (end) ? n_ : (end)-LANES, n_ < (end); n_ += LANES)

/* Folds of type II. minus: elements of odd numbers change their sign */
INLINE void fold_2(size_t n, bool minus, const scalar_t *x, scalar_t *y) {
    const nbl_dct_term_t odd = {.minus = minus};
    EACH_VECTOR(i, 0, n / 2) {
        const lanes_t low = load(x + 2 * i), high = load(x + 2 * i + LANES);
        const lanes_t back = nbl_dct_take_lanes_t(odd, odds(low, high));
        store(y + i, evens(low, high));
        store(y + n - i - LANES, backwards(back));
    }
}

INLINE void unfold_3(size_t n, bool minus, lanes_t factor, const scalar_t *z, scalar_t *x) {
    const nbl_dct_t dct = {NBL_DCT_3, 0, 0};
    const nbl_dct_part_t even = {0}, odd = {.minus = minus};
    EACH_VECTOR(i, 0, n / 2) {
        const lanes_t back = load(z + n - i - LANES);
        const complex_t first = {load(z + i), splat(0)}, second = {backwards(back), splat(0)};
        const lanes_t evens_ = nbl_dct_unfold_lanes_t(dct, even, first, first) * factor;
        const lanes_t odds_ = nbl_dct_unfold_lanes_t(dct, odd, second, second) * factor;
        store(x + 2 * i, zip_low(evens_, odds_));
        store(x + 2 * i + LANES, zip_high(evens_, odds_));
    }
}

/* sine: the line is backwards */
INLINE void fold_3(size_t n, bool sine, const scalar_t *roots, const scalar_t *x, scalar_t *y) {
    const nbl_dct_t dct = {NBL_DCT_3, 0, 0};
    const nbl_dct_term_t plain = {0}, minus = {.minus = 1};
    EACH_VECTOR(k, 1, n / 2 + 1) {
        const lanes_t up = load(x + (sine ? k - 1 : k)), down = load(x + n - k + (sine ? 0 : 1) - LANES);
        const lanes_t first = sine ? backwards_near(down) : in_order(up);
        const lanes_t second = sine ? in_order(up) : backwards_near(down);
        const complex_t z = {nbl_dct_take_lanes_t(plain, first), nbl_dct_take_lanes_t(minus, second)};
        store_near(y, k, nbl_dct_fold_lanes_t(dct, z, load_near(roots + 2 * k, false)));
    }
}

INLINE void unfold_2(size_t n, bool sine, lanes_t factor, const scalar_t *roots, const scalar_t *z, scalar_t *x) {
    const nbl_dct_t dct = {NBL_DCT_2, 0, 0};
    const nbl_dct_part_t real = {0}, imag = {.imag = 1, .minus = 1};
    EACH_VECTOR(k, 1, (n - 1) / 2 + 1) {
        const complex_t value = load_near(z + 2 * k, false), root = load_near(roots + 2 * k, false);
        const lanes_t first = nbl_dct_unfold_lanes_t(dct, real, value, root) * factor;
        const lanes_t second = nbl_dct_unfold_lanes_t(dct, imag, value, root) * factor;
        const lanes_t up = sine ? second : first, down = sine ? first : second;
        store(x + (sine ? k - 1 : k), in_order(up));
        store(x + n - k + (sine ? 0 : 1) - LANES, backwards_near(down));
    }
}

/* A number and its mirror, half - 1 - k, take the same two numbers. */
INLINE void fold_4(size_t half, bool sine, const scalar_t *roots, const scalar_t *x, scalar_t *y) {
    const nbl_dct_t dct = {NBL_DCT_4, 2, 0};
    EACH_VECTOR(k, 0, half / 2 + LANES <= half ? half / 2 + half % 2 : half) {
        const size_t mirror = half - 1 - k;
        const complex_t value = load_near(x + 2 * k, false), other = load_mirrored(x, mirror);
        const complex_t first = {sine ? other.imag : value.real, sine ? value.real : other.imag};
        const complex_t second = {sine ? value.imag : other.real, sine ? other.real : value.imag};
        store_near(y, k, nbl_dct_fold_lanes_t(dct, first, load_near(roots + 2 * k, false)));
        store_mirrored(y, mirror, nbl_dct_fold_lanes_t(dct, second, load_mirrored(roots, mirror)));
    }
}

/* minus: imaginary parts change their sign */
INLINE void unfold_4(size_t half, bool minus, lanes_t factor, const scalar_t *roots, const scalar_t *z, scalar_t *x) {
    const nbl_dct_t dct = {NBL_DCT_4, 2, 0};
    const nbl_dct_part_t real = {0}, imag = {.imag = 1, .minus = minus};
    EACH_VECTOR(k, 0, half / 2 + LANES <= half ? half / 2 + half % 2 : half) {
        const size_t mirror = half - 1 - k;
        const complex_t value = load_near(z + 2 * k, false), other = load_mirrored(z, mirror);
        const complex_t root = load_near(roots + 2 * k, false), of_other = load_mirrored(roots, mirror);
        const complex_t first = {nbl_dct_unfold_lanes_t(dct, real, value, root) * factor,
                                 nbl_dct_unfold_lanes_t(dct, imag, other, of_other) * factor};
        const complex_t second = {nbl_dct_unfold_lanes_t(dct, real, other, of_other) * factor,
                                  nbl_dct_unfold_lanes_t(dct, imag, value, root) * factor};
        store_near(x, k, first);
        store_mirrored(x, mirror, second);
    }
}

static void fold(uint32_t kind, uint32_t n, const void *roots, const void *from, void *to) {
    switch (kind) {
    case NBL_DCT_2: fold_2(n, false, from, to); break;
    case NBL_DST_2: fold_2(n, true, from, to); break;
    case NBL_DCT_3: fold_3(n, false, roots, from, to); break;
    case NBL_DST_3: fold_3(n, true, roots, from, to); break;
    case NBL_DCT_4: fold_4(n / 2, false, roots, from, to); break;
    default: fold_4(n / 2, true, roots, from, to); break;
    }
}

static void unfold(uint32_t kind, uint32_t n, double factor, const void *roots, const void *from, void *to) {
    const lanes_t by = splat((scalar_t)factor);
    switch (kind) {
    case NBL_DCT_2: unfold_2(n, false, by, roots, from, to); break;
    case NBL_DST_2: unfold_2(n, true, by, roots, from, to); break;
    case NBL_DCT_3: unfold_3(n, false, by, from, to); break;
    case NBL_DST_3: unfold_3(n, true, by, from, to); break;
    case NBL_DCT_4: unfold_4(n / 2, true, by, roots, from, to); break;
    default: unfold_4(n / 2, false, by, roots, from, to); break;
    }
}
#else
#define NBL_SCALAR NBL_LANES_OF
#endif
