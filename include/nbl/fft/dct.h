/* Discrete cosine and sine transforms of types I to IV as Fourier transforms: which elements meet before and after.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With N elements x and 0 <= k < N, unscaled, as SciPy and FFTW have them:
 *
 *   DCT-I    X[k] = x[0] + (-1)^k x[N-1] + 2 sum x[n] cos(pi n k / (N - 1)), 0 < n < N - 1; N >= 2
 *   DCT-II   X[k] = 2 sum x[n] cos(pi (2n + 1) k / 2N)
 *   DCT-III  X[k] = x[0] + 2 sum x[n] cos(pi n (2k + 1) / 2N), n > 0
 *   DCT-IV   X[k] = 2 sum x[n] cos(pi (2n + 1)(2k + 1) / 4N)
 *   DST-I    X[k] = 2 sum x[n] sin(pi (n + 1)(k + 1) / (N + 1))
 *   DST-II   X[k] = 2 sum x[n] sin(pi (2n + 1)(k + 1) / 2N)
 *   DST-III  X[k] = (-1)^k x[N-1] + 2 sum x[n] sin(pi (n + 1)(2k + 1) / 2N), n < N - 1
 *   DST-IV   X[k] = 2 sum x[n] sin(pi (2n + 1)(2k + 1) / 4N)
 *
 * Each goes in three steps: `fold` the elements into the input of a Fourier transform, transform, `unfold` its result.
 *
 *   type     transform                               fold                           unfold
 *   I        real, of 2 (N - 1), of DST 2 (N + 1)    an even or odd signal          real or imaginary parts
 *   II       real, of N                              even n, then odd n backwards   turn, part
 *   III      to real, unscaled, of N                 pair with its mirror, turn     even k, then odd k backwards
 *   IV even  complex, of N / 2                       pair x[2n], x[N-1-2n], turn    turn, part
 *   IV odd   real, of N                              order and signs                order and signs
 *
 * A turn is a product with exp(-2 pi i (k + s) / 4 M), M points of the transform: s = 0 of types II and III, 1/8 of
 * type IV. A sine transform of type II, III or IV is the cosine transform with every other sign on one side and the
 * other side backwards. `ends` of an orthogonal transform are elements that are multiplied by sqrt(2) before, by
 * sqrt(1/2) after.
 *
 * J. Makhoul, "A fast cosine transform in one and two dimensions", IEEE Trans. ASSP 28 (1), 1980 (types II and III); S.
 * C. Chan and K. L. Ho, "Fast algorithms for computing the discrete cosine transform", IEEE Trans. CAS II 39 (3), 1992
 * (type IV, odd). Type IV, even: (4 n + 1)(4 k + 1) = (4 n + 1/2) + 16 n k + (4 k + 1/2), a turn, a transform of N / 2
 * points, and a turn.
 */
#ifndef NBL_FFT_DCT_H
#define NBL_FFT_DCT_H

#include "nbl/complex.h"
#include "nbl/lang.h"
#include "nbl/numbers.h"

/* Kinds of transforms. */
#define NBL_DCT_NONE 0u
#define NBL_DCT_1 1u
#define NBL_DCT_2 2u
#define NBL_DCT_3 3u
#define NBL_DCT_4 4u
#define NBL_DST_1 5u
#define NBL_DST_2 6u
#define NBL_DST_3 7u
#define NBL_DST_4 8u

/* The Fourier transform in the middle. */
#define NBL_DCT_FROM_REAL 0u /* real numbers to half a spectrum */
#define NBL_DCT_TO_REAL 1u   /* half a spectrum to real numbers, unscaled */
#define NBL_DCT_COMPLEX 2u

NBL_STRUCT(nbl_dct_t) {
    uint32_t kind;       /* NBL_DCT_1 to NBL_DST_4 */
    uint32_t size;       /* elements of a line, 1 or more, of NBL_DCT_1 2 or more; at most 2^28 */
    uint32_t orthogonal; /* 1: ends are multiplied, so that the matrix is orthogonal but for a factor */
};

/* Where one real number comes from. */
NBL_STRUCT(nbl_dct_term_t) {
    uint32_t place; /* element of the line */
    uint32_t none;  /* 1: from nowhere, it is 0 */
    uint32_t minus; /* 1: its sign changes */
    uint32_t end;   /* 1: it is multiplied by sqrt(2) */
};

/* What an element of the result is: parts of a number of the Fourier transform's result, after the turn. */
NBL_STRUCT(nbl_dct_part_t) {
    uint32_t number;     /* of the spectrum, or of the real numbers */
    uint32_t imag;       /* 0: the real part, 1: the imaginary one, 2: both, added */
    uint32_t minus;      /* 1: the sign of the real part changes; of the imaginary part, where imag is not 2 */
    uint32_t minus_imag; /* 1: so does the imaginary part's, where imag is 2 */
    uint32_t end;        /* 1: it is multiplied by sqrt(1/2) */
};

/* Returns 1 to 4. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_type(nbl_dct_t dct) { return (dct.kind - 1u) % 4u + 1u; }

/* Returns whether it is a sine transform. */
NBL_CONSTEXPR_FUNCTION bool nbl_dct_is_sine(nbl_dct_t dct) { return dct.kind > NBL_DCT_4; }

/* Returns the kind of the inverse but for a factor. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_inverse_kind(uint32_t kind) {
    return kind % 4u == 2u ? kind + 1u : kind % 4u == 3u ? kind - 1u : kind;
}

/* Returns by what a transform and its inverse multiply: 2 N, or 2 (N - 1), 2 (N + 1) of type I. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_period(nbl_dct_t dct) {
    return nbl_dct_type(dct) != 1u ? 2u * dct.size : nbl_dct_is_sine(dct) ? 2u * (dct.size + 1u) : 2u * (dct.size - 1u);
}

/* Returns NBL_DCT_FROM_REAL or another. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_middle(nbl_dct_t dct) {
    uint32_t type = nbl_dct_type(dct);
    return type == 3u ? NBL_DCT_TO_REAL : type == 4u && dct.size % 2u == 0u ? NBL_DCT_COMPLEX : NBL_DCT_FROM_REAL;
}

/* Returns the points of the Fourier transform, of real ones the elements of the signal. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_points(nbl_dct_t dct) {
    return nbl_dct_type(dct) == 1u                  ? nbl_dct_period(dct)
           : nbl_dct_middle(dct) == NBL_DCT_COMPLEX ? dct.size / 2u
                                                    : dct.size;
}

/* Returns how many numbers a signal or a spectrum is on one side of the Fourier transform: complex ones, two real
 * numbers of an even length in each; real ones of an odd length.
 *
 * after  false: what is folded, true: what is to be unfolded */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_numbers(nbl_dct_t dct, bool after) {
    uint32_t middle = nbl_dct_middle(dct);
    uint32_t points = nbl_dct_points(dct);
    uint32_t signal = points % 2u == 0u ? points / 2u : points;
    return middle == NBL_DCT_COMPLEX ? points : (middle == NBL_DCT_TO_REAL) == after ? signal : points / 2u + 1u;
}

/* Returns whether one side of the Fourier transform is real numbers, one by one: the side of its real signal, if that
 * has an odd length. All others are complex numbers; a real signal of even length has two real numbers in each.
 *
 * after  false: the side before the transform; true: after it */
NBL_CONSTEXPR_FUNCTION bool nbl_dct_is_single(nbl_dct_t dct, bool after) {
    uint32_t middle = nbl_dct_middle(dct);
    return middle != NBL_DCT_COMPLEX && (middle == NBL_DCT_TO_REAL) == after && nbl_dct_points(dct) % 2u == 1u;
}

/* Returns whether numbers on that side are turned. */
NBL_CONSTEXPR_FUNCTION bool nbl_dct_turns(nbl_dct_t dct, bool after) {
    return nbl_dct_middle(dct) == NBL_DCT_COMPLEX || nbl_dct_type(dct) == (after ? 2u : 3u);
}

/* Returns how many roots the turns take: of number k exp(-2 pi i (8 k + nbl_dct_root_shift()) / (32 points)). */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_roots(nbl_dct_t dct) {
    return nbl_dct_middle(dct) == NBL_DCT_COMPLEX ? nbl_dct_points(dct) : nbl_dct_points(dct) / 2u + 1u;
}
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_root_shift(nbl_dct_t dct) { return nbl_dct_type(dct) == 4u ? 1u : 0u; }

/* Element `index` of the cosine transform's line: a sine transform's line is backwards or has other signs. */
NBL_CONSTEXPR_FUNCTION nbl_dct_term_t nbl_dct_element_(nbl_dct_t dct, uint32_t index) {
    uint32_t type = nbl_dct_type(dct);
    bool sine = nbl_dct_is_sine(dct) && type != 1u;
    nbl_dct_term_t term = {index, 0u, 0u, 0u};
    if (sine && type == 2u) term.minus = index % 2u;
    if (sine && type != 2u) term.place = dct.size - 1u - index;
    if (type == 3u || (type == 1u && !nbl_dct_is_sine(dct)))
        term.end = index == 0u || (type == 1u && index == dct.size - 1u) ? dct.orthogonal : 0u;
    return term;
}

/* Returns 1 if Jacobi's symbol (2 / a) of an odd number a is -1: if a is 3 or 5 modulo 8. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_dct_minus_(uint32_t a) { return ((a + 2u) / 4u) % 2u; }

/* Returns where real number `i` of what is folded comes from: part i % 2 of complex number i / 2. */
NBL_CONSTEXPR_FUNCTION nbl_dct_term_t nbl_dct_term(nbl_dct_t dct, uint32_t i) {
    uint32_t n = dct.size;
    uint32_t type = nbl_dct_type(dct);
    uint32_t k = i / 2u;
    bool odd = i % 2u == 1u;
    nbl_dct_term_t none = {0u, 1u, 0u, 0u};
    if (type == 1u && !nbl_dct_is_sine(dct)) return nbl_dct_element_(dct, i < n ? i : 2u * (n - 1u) - i);
    if (type == 1u) {
        if (i == 0u || i == n + 1u) return none;
        nbl_dct_term_t term = nbl_dct_element_(dct, i <= n ? i - 1u : 2u * n + 1u - i);
        term.minus = i <= n ? 0u : 1u;
        return term;
    }
    if (type == 2u) return nbl_dct_element_(dct, i < (n + 1u) / 2u ? 2u * i : 2u * n - 1u - 2u * i);
    if (type == 3u) {
        if (odd && k == 0u) return none;
        nbl_dct_term_t term = nbl_dct_element_(dct, odd ? n - k : k);
        if (odd) term.minus ^= 1u;
        return term;
    }
    if (n % 2u == 0u) return nbl_dct_element_(dct, odd ? n - 1u - 2u * k : 2u * k);
    uint32_t a = odd ? i : i + n; /* 2 index + 1 modulo N is i */
    uint32_t from = a % 4u == 1u ? a : 2u * n - a;
    nbl_dct_term_t term = nbl_dct_element_(dct, (from - 1u) / 2u);
    term.minus ^= nbl_dct_minus_(from);
    return term;
}

/* Returns what element `place` of the result is, 0 to size - 1. */
NBL_CONSTEXPR_FUNCTION nbl_dct_part_t nbl_dct_part(nbl_dct_t dct, uint32_t place) {
    uint32_t n = dct.size;
    uint32_t type = nbl_dct_type(dct);
    bool sine = nbl_dct_is_sine(dct) && type != 1u;
    uint32_t k = sine && type == 2u ? n - 1u - place : place;
    uint32_t sign = sine && type != 2u ? place % 2u : 0u;
    nbl_dct_part_t part = {k, 0u, sign, 0u, 0u};
    if (type == 1u && !nbl_dct_is_sine(dct)) {
        part.end = k == 0u || k == n - 1u ? dct.orthogonal : 0u;
    } else if (type == 1u) {
        part.number = k + 1u;
        part.imag = part.minus = 1u;
    } else if (type == 2u) {
        part.imag = part.minus = 2u * k > n ? 1u : 0u;
        if (part.imag == 1u) part.number = n - k;
        part.end = k == 0u ? dct.orthogonal : 0u;
    } else if (type == 3u) {
        part.number = k % 2u == 0u ? k / 2u : n - 1u - k / 2u;
    } else if (n % 2u == 0u) {
        part.imag = k % 2u;
        part.minus = sign ^ part.imag;
        part.number = k % 2u == 0u ? k / 2u : (n - 1u - k) / 2u;
    } else {
        uint32_t b = 2u * k + 1u;
        uint32_t rounds = (8u - b * (n % 8u) % 8u) % 8u; /* b / 8 modulo N is (b + rounds N) / 8 */
        uint32_t f = (b / 8u) + (rounds * (n / 8u)) + (b % 8u + rounds * (n % 8u)) / 8u;
        uint32_t c = b * (n % 8u) % 8u;
        if (f >= n) f -= n;
        part.imag = 2u;
        part.minus = sign ^ nbl_dct_minus_(c);
        part.minus_imag = sign ^ (c > 4u ? 1u : 0u);
        part.number = f;
        if (2u * f > n) {
            part.number = n - f;
            part.minus_imag ^= 1u;
        }
    }
    return part;
}

#define NBL_SCALAR float32_t
#include "nbl/fft/dct_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/fft/dct_scalar.h"
#endif

#endif
