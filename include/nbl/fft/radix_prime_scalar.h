/* Radix kernels of the primes 17 to 47, of one scalar.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's. The
 * definition folded by symmetry, as of 11 and 13 (Singleton 1969), once for all R: outputs f and R - f are even - i odd
 * and even + i odd, two sums over pairs of inputs p and R - p,
 *
 *   even = z[0] + sum of (z[p] + z[R - p]) cos(2 pi f p / R)      odd = sum of (z[p] - z[R - p]) sin(2 pi f p / R)
 *
 * in which an addition takes every product but the first sine's. R is a literal where they are called, and loops are
 * counted by it. So k = f p mod R, or R less that with the sine's other sign, is a literal, too, if a compiler unrolls
 * them, and nothing is indexed by a number that it does not know.
 */
#ifndef NBL_RADIX_PRIME
#define NBL_RADIX_PRIME R_(radix_prime)
#define NBL_MOST_PAIRS (NBL_FFT_MAX_RADIX / 2)

/* cos(2 pi k / R) and sin(2 pi k / R), k = 1 to (R - 1) / 2. */
NBL_STRUCT(NBL_FFT_CIRCLE) {
    NBL_SCALAR cosine[NBL_MOST_PAIRS];
    NBL_SCALAR sine[NBL_MOST_PAIRS];
};

#define NBL_CIRCLE(r) \
    if (radix == NBL_CAST(uint32_t, r)) { \
        NBL_FFT_CIRCLE of = {NBL_OF_SCALAR(NBL_FFT_COSINES_##r), NBL_OF_SCALAR(NBL_FFT_SINES_##r)}; \
        circle = of; \
    }

NBL_FUNCTION NBL_FFT_CIRCLE R_(circle)(uint32_t radix) {
    NBL_FFT_CIRCLE circle = {NBL_OF_SCALAR(NBL_FFT_COSINES_31), NBL_OF_SCALAR(NBL_FFT_SINES_31)};
#if NBL_HAS_RADIX(17) || NBL_HAS_RADIX(37)
    NBL_CIRCLE(17)
#endif
#if NBL_HAS_RADIX(19) || NBL_HAS_RADIX(37)
    NBL_CIRCLE(19)
#endif
#if NBL_HAS_RADIX(23)
    NBL_CIRCLE(23)
#endif
#if NBL_HAS_RADIX(29)
    NBL_CIRCLE(29)
#endif
#if NBL_HAS_RADIX(37)
    NBL_CIRCLE(11)
    NBL_CIRCLE(13)
    NBL_CIRCLE(37)
    NBL_CIRCLE(41)
    NBL_CIRCLE(43)
    NBL_CIRCLE(47)
#endif
    return circle;
}

/* The real parts of outputs f and R - f, or the imaginary ones. First all of these and then all of those: half of the
 * pairs' numbers are not needed any more by then, which saves an invocation a quarter of its registers.
 *
 * other  the part of the differences, as they turn by a quarter
 * minus  whether that changes their sign */
#define NBL_PARTS(part, other, minus) \
    NBL_UNROLL for (uint32_t f = 1u; f <= pairs; f++) { \
        NBL_SCALAR even = z0.part, odd = z0.part; \
        NBL_UNROLL for (uint32_t p = 0u; p < pairs; p++) { \
            uint32_t turn = f * (p + 1u) % radix, k = turn <= pairs ? turn - 1u : radix - 1u - turn; \
            NBL_SCALAR sine = turn <= pairs ? circle.sine[k] : -circle.sine[k]; \
            NBL_SCALAR term = p == 0u ? differences[p].other * sine : NBL_CARRIED(differences[p].other, sine); \
            even = NBL_ADD_PRODUCT(even, sums[p].part, circle.cosine[k]); \
            if (p == 0u) odd = term; \
            if (p != 0u) odd = NBL_ADD_CARRIED(odd, term, sine); \
        } \
        odd = minus ? -odd : odd; \
        v[f].part = even + odd; \
        v[radix - f].part = even - odd; \
    }

NBL_FUNCTION void R_(radix_prime)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
    NBL_FFT_CIRCLE circle = R_(circle)(radix);
    NBL_COMPLEX sums[NBL_MOST_PAIRS], differences[NBL_MOST_PAIRS];
    NBL_COMPLEX z0 = v[0], all = z0, others = z0; /* two sums of pairs: fewer roundings one after the other */
    uint32_t pairs = radix / 2u;
    NBL_UNROLL for (uint32_t p = 0u; p < pairs; p++) {
        NBL_FFT_2 pair = R_(dft2)(v[p + 1u], v[radix - 1u - p]);
        sums[p] = pair.lo;
        differences[p] = pair.hi;
        if (p == 0u) others = pair.lo;
        if (p != 0u && p % 2u == 0u) others = nbl_complex_add(others, pair.lo);
        if (p % 2u != 0u) all = nbl_complex_add(all, pair.lo);
    }
    v[0] = nbl_complex_add(all, others);
    NBL_PARTS(real, imag, inverse)
    NBL_PARTS(imag, real, !inverse)
}

#undef NBL_PARTS
#undef NBL_CIRCLE
#undef NBL_MOST_PAIRS
#endif

/* A function for each, whose literal counts the loops. */
#define NBL_OF_PRIME(r) \
    NBL_FUNCTION void R_(radix##r)(NBL_RADIX_ARRAY, bool inverse) { \
        NBL_UNROLL for (uint32_t q = 0u; q < NBL_CAST(uint32_t, r); q++) v[q] = in_(q); \
        NBL_RADIX_PRIME(v, NBL_CAST(uint32_t, r), inverse); \
    }
#if NBL_HAS_RADIX(17)
NBL_OF_PRIME(17)
#endif
#if NBL_HAS_RADIX(19)
NBL_OF_PRIME(19)
#endif
#if NBL_HAS_RADIX(23)
NBL_OF_PRIME(23)
#endif
#if NBL_HAS_RADIX(29)
NBL_OF_PRIME(29)
#endif
#if NBL_HAS_RADIX(31)
NBL_OF_PRIME(31)
#endif
#if NBL_HAS_RADIX(37)
NBL_OF_PRIME(37)
NBL_OF_PRIME(41)
NBL_OF_PRIME(43)
NBL_OF_PRIME(47)
#include "nbl/fft/radix_times_prime_scalar.h"
#endif

NBL_FUNCTION void R_(radix_of_prime)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(17)
    if (radix == 17u) R_(radix17)(v, inverse);
#endif
#if NBL_HAS_RADIX(19)
    if (radix == 19u) R_(radix19)(v, inverse);
#endif
#if NBL_HAS_RADIX(23)
    if (radix == 23u) R_(radix23)(v, inverse);
#endif
#if NBL_HAS_RADIX(29)
    if (radix == 29u) R_(radix29)(v, inverse);
#endif
#if NBL_HAS_RADIX(31)
    if (radix == 31u) R_(radix31)(v, inverse);
#endif
#if NBL_HAS_RADIX(37)
    if (radix == 33u) R_(radix33)(v, inverse);
    if (radix == 34u) R_(radix34)(v, inverse);
    if (radix == 37u) R_(radix37)(v, inverse);
    if (radix == 38u) R_(radix38)(v, inverse);
    if (radix == 39u) R_(radix39)(v, inverse);
    if (radix == 41u) R_(radix41)(v, inverse);
    if (radix == 43u) R_(radix43)(v, inverse);
    if (radix == 47u) R_(radix47)(v, inverse);
#endif
}

#undef NBL_OF_PRIME
#undef NBL_RADIX_PRIME
