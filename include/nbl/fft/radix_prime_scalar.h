/* Radix kernels of the primes 17, 19, 23, 29 and 31, of one scalar.
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
#define NBL_MOST_PAIRS 15

/* cos(2 pi k / R) and sin(2 pi k / R), k = 1 to (R - 1) / 2. */
NBL_STRUCT(NBL_FFT_CIRCLE) {
    NBL_SCALAR cosine[NBL_MOST_PAIRS];
    NBL_SCALAR sine[NBL_MOST_PAIRS];
};

NBL_FUNCTION NBL_FFT_CIRCLE R_(circle)(uint32_t radix) {
    NBL_FFT_CIRCLE circle = {NBL_OF_SCALAR(NBL_FFT_COSINES_31), NBL_OF_SCALAR(NBL_FFT_SINES_31)};
#if NBL_HAS_RADIX(17)
    if (radix == 17u) {
        NBL_FFT_CIRCLE of = {NBL_OF_SCALAR(NBL_FFT_COSINES_17), NBL_OF_SCALAR(NBL_FFT_SINES_17)};
        circle = of;
    }
#endif
#if NBL_HAS_RADIX(19)
    if (radix == 19u) {
        NBL_FFT_CIRCLE of = {NBL_OF_SCALAR(NBL_FFT_COSINES_19), NBL_OF_SCALAR(NBL_FFT_SINES_19)};
        circle = of;
    }
#endif
#if NBL_HAS_RADIX(23)
    if (radix == 23u) {
        NBL_FFT_CIRCLE of = {NBL_OF_SCALAR(NBL_FFT_COSINES_23), NBL_OF_SCALAR(NBL_FFT_SINES_23)};
        circle = of;
    }
#endif
#if NBL_HAS_RADIX(29)
    if (radix == 29u) {
        NBL_FFT_CIRCLE of = {NBL_OF_SCALAR(NBL_FFT_COSINES_29), NBL_OF_SCALAR(NBL_FFT_SINES_29)};
        circle = of;
    }
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
    NBL_COMPLEX z0 = in_(0), all = z0, others = z0; /* two sums of pairs: fewer roundings one after the other */
    uint32_t pairs = radix / 2u;
    NBL_UNROLL for (uint32_t p = 0u; p < pairs; p++) {
        NBL_FFT_2 pair = R_(dft2)(in_(p + 1u), in_(radix - 1u - p));
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

#if NBL_HAS_RADIX(17)
NBL_FUNCTION void R_(radix17)(NBL_RADIX_ARRAY, bool inverse) { R_(radix_prime)(v, 17u, inverse); }
#endif
#if NBL_HAS_RADIX(19)
NBL_FUNCTION void R_(radix19)(NBL_RADIX_ARRAY, bool inverse) { R_(radix_prime)(v, 19u, inverse); }
#endif
#if NBL_HAS_RADIX(23)
NBL_FUNCTION void R_(radix23)(NBL_RADIX_ARRAY, bool inverse) { R_(radix_prime)(v, 23u, inverse); }
#endif
#if NBL_HAS_RADIX(29)
NBL_FUNCTION void R_(radix29)(NBL_RADIX_ARRAY, bool inverse) { R_(radix_prime)(v, 29u, inverse); }
#endif
#if NBL_HAS_RADIX(31)
NBL_FUNCTION void R_(radix31)(NBL_RADIX_ARRAY, bool inverse) { R_(radix_prime)(v, 31u, inverse); }
#endif

#undef NBL_PARTS
#undef NBL_MOST_PAIRS
