/* Prime radices from 17 on, on vectors: one loop for all of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by kernels_text.h. The loop adds the terms of nbl/fft/radix_prime_scalar.h in the same order. That text is
 * for shaders, whose compilers unroll it with R as a literal; here it made 57,000 bytes of code beside 276,000.
 * Registers do not hold a butterfly of 17 in any case, and a load by an index costs little beside four multiply-adds.
 */
#define MOST_PAIRS (NBL_FFT_MAX_RADIX / 2)
#define LIST(name) NBL_CAT(name, NBL_CAT(_, NBL_LANES_OF))
#define CIRCLE(radix) \
    if (r == radix) { \
        const scalar_t cosines[MOST_PAIRS] = LIST(NBL_FFT_COSINES_##radix); \
        const scalar_t sines[MOST_PAIRS] = LIST(NBL_FFT_SINES_##radix); \
        memcpy(cosine + 1, cosines, sizeof cosines); \
        memcpy(sine + 1, sines, sizeof sines); \
    }

/* Sets cosine[k] to cos(2 pi k / r) and sine[k] to sin(2 pi k / r), k = 1 to r - 1.
 *
 * r  a prime radix */
static void find_circle(uint32_t r, scalar_t *cosine, scalar_t *sine) {
    CIRCLE(11)
    CIRCLE(13)
    CIRCLE(17)
    CIRCLE(19)
    CIRCLE(23)
    CIRCLE(29)
    CIRCLE(31)
    CIRCLE(37)
    CIRCLE(41)
    CIRCLE(43)
    CIRCLE(47)
    for (uint32_t k = 1; k <= r / 2; k++) cosine[r - k] = cosine[k], sine[r - k] = -sine[k];
}

/* Transforms v[0] to v[radix - 1] in place, forward: v[f] becomes the sum of v[n] exp(-2 pi i f n / radix).
 * `inverse` is ignored: inverse transforms swap parts as they load and store. */
static void take_prime(complex_t *v, uint32_t radix, bool inverse) {
    (void)inverse;
    const uint32_t pairs = radix / 2;
    scalar_t cosine[2 * MOST_PAIRS + 1], sine[2 * MOST_PAIRS + 1];
    complex_t sum[MOST_PAIRS], difference[MOST_PAIRS];
    const complex_t z0 = v[0];
    complex_t all = z0, others = nbl_complex_add(v[1], v[radix - 1]);
    find_circle(radix, cosine, sine);
    for (uint32_t p = 0; p < pairs; p++) {
        const complex_t a = v[p + 1], b = v[radix - 1 - p];
        sum[p] = nbl_complex_add(a, b);
        difference[p] = nbl_complex_sub(a, b);
        if (p % 2 != 0)
            all = nbl_complex_add(all, sum[p]);
        else if (p != 0)
            others = nbl_complex_add(others, sum[p]);
    }
    v[0] = nbl_complex_add(all, others);
    for (uint32_t f = 1; f <= pairs; f++) {
        const lanes_t first = splat(sine[f]);
        complex_t even = z0, odd = {difference[0].real * first, difference[0].imag * first};
        even.real = NBL_ADD_PRODUCT(even.real, sum[0].real, splat(cosine[f]));
        even.imag = NBL_ADD_PRODUCT(even.imag, sum[0].imag, splat(cosine[f]));
        uint32_t turn = f;
        for (uint32_t p = 1; p < pairs; p++) {
            turn += f;
            turn = turn < radix ? turn : turn - radix;
            const lanes_t c = splat(cosine[turn]), s = splat(sine[turn]);
            even.real = NBL_ADD_PRODUCT(even.real, sum[p].real, c);
            even.imag = NBL_ADD_PRODUCT(even.imag, sum[p].imag, c);
            odd.real = NBL_ADD_PRODUCT(odd.real, difference[p].real, s);
            odd.imag = NBL_ADD_PRODUCT(odd.imag, difference[p].imag, s);
        }
        v[f].real = even.real + odd.imag;
        v[f].imag = even.imag - odd.real;
        v[radix - f].real = even.real - odd.imag;
        v[radix - f].imag = even.imag + odd.real;
    }
}

#undef CIRCLE
#undef LIST
#undef MOST_PAIRS
