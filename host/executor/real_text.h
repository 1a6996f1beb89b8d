/* Real signals before and after their complex transform, on vectors: what stands around nbl/fft/real.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h alone. Vectors go along frequencies f, and their mirrors n - f come backwards. All arrays are
 * interleaved; those of a spectrum have n + 1 elements of one signal in n complex numbers, n / 2 + 1 each of two.
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

/* The vector whose first lane is element f, and the other way round. */
INLINE complex_t load_mirrored(const scalar_t *p, size_t f) {
    complex_t z = load_interleaved(p + 2 * (f + 1) - 2 * LANES, false);
    complex_t mirrored = {backwards(z.real), backwards(z.imag)};
    return mirrored;
}

INLINE void store_mirrored(scalar_t *p, size_t f, complex_t z) {
    complex_t mirrored = {backwards(z.real), backwards(z.imag)};
    store_interleaved(p + 2 * (f + 1) - 2 * LANES, mirrored, false);
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

static void unpack_one(uint32_t n, const void *roots, const void *from, void *to) {
    const scalar_t *z = from, *root = roots;
    scalar_t *x = to;
    complex_t ends = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(element(z[0], z[1]));
    EACH_FREQUENCY(f, n - 1) {
        complex_t value = NBL_OF_SCALAR(nbl_fft_real_unpack)(load_interleaved(z + 2 * f, false),
                                                             load_mirrored(z, n - f), load_planar(root + f, n));
        store_interleaved(x + 2 * f, value, false);
    }
    put_element(x, first_lane(ends.real), 0);
    put_element(x + 2 * (size_t)n, first_lane(ends.imag), 0);
}

static void pack_one(uint32_t n, const void *roots, const void *from, void *to) {
    const scalar_t *x = from, *root = roots;
    scalar_t *z = to;
    complex_t zero = NBL_OF_SCALAR(nbl_fft_real_pack_ends)(element(x[0], x[2 * (size_t)n]));
    EACH_FREQUENCY(f, n - 1) {
        complex_t value = NBL_OF_SCALAR(nbl_fft_real_pack)(load_interleaved(x + 2 * f, false), load_mirrored(x, n - f),
                                                           load_planar(root + f, n));
        store_interleaved(z + 2 * f, value, false);
    }
    put_element(z, first_lane(zero.real), first_lane(zero.imag));
}

static void unpack_two(uint32_t n, const void *from, void *to_first, void *to_second) {
    const scalar_t *z = from;
    scalar_t *x = to_first, *y = to_second;
    EACH_FREQUENCY(f, (n - 1u) / 2u) {
        pair_t pair = NBL_OF_SCALAR(nbl_fft_unpack)(load_interleaved(z + 2 * f, false), load_mirrored(z, n - f));
        store_interleaved(x + 2 * f, pair.lo, false);
        store_interleaved(y + 2 * f, pair.hi, false);
    }
    for (size_t f = 0; f < n; f += n % 2 == 0 ? n / 2 : n) {
        put_element(x + 2 * f, z[2 * f], 0);
        put_element(y + 2 * f, z[2 * f + 1], 0);
    }
}

static void pack_two(uint32_t n, const void *from_first, const void *from_second, void *to) {
    const scalar_t *x = from_first, *y = from_second;
    scalar_t *z = to;
    EACH_FREQUENCY(f, (n - 1u) / 2u) {
        pair_t pair = {load_interleaved(x + 2 * f, false), load_interleaved(y + 2 * f, false)};
        pair_t mirror = {nbl_complex_conj(pair.lo), nbl_complex_conj(pair.hi)};
        store_interleaved(z + 2 * f, NBL_OF_SCALAR(nbl_fft_pack)(pair), false);
        store_mirrored(z, n - f, NBL_OF_SCALAR(nbl_fft_pack)(mirror));
    }
    for (size_t f = 0; f < n; f += n % 2 == 0 ? n / 2 : n) put_element(z + 2 * f, x[2 * f], y[2 * f]);
}
