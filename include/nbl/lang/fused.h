/* A sum that takes a product and rounds once, in C and C++: what NBL_ADD_CARRIED is with NBL_FUSED 1.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang/c.h, never by itself. nbl_fused_<scalar>(c, a, b) is a b + c, rounded once. Where the processor
 * has no such instruction the C library computes it, with the same bits: link with -lm.
 */
#ifndef NBL_LANG_FUSED_H
#define NBL_LANG_FUSED_H

static inline float32_t nbl_fused_float32_t(float32_t c, float32_t a, float32_t b) { return __builtin_fmaf(a, b, c); }

static inline float64_t nbl_fused_float64_t(float64_t c, float64_t a, float64_t b) { return __builtin_fma(a, b, c); }

#if NBL_HAS_FLOAT16
/* The product is exact in float64; the sum is rounded to odd there, so that the rounding to float16 is as one of the
 * exact sum (S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using
 * rounding to odd", IEEE Trans. Computers 57 (4), 2008). */
static inline float16_t nbl_fused_float16_t(float16_t c, float16_t a, float16_t b) {
    const float64_t product = (float64_t)a * (float64_t)b, other = (float64_t)c, sum = product + other;
    const float64_t part = sum - product, lost = (product - (sum - part)) + (other - part);
    float64_t odd = sum;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if ((lost > 0.0 || lost < 0.0) && bits % 2u == 0u) {
        bits = (lost > 0.0) == (sum > 0.0) ? bits + 1u : bits - 1u;
        memcpy(&odd, &bits, sizeof odd);
    }
    return (float16_t)odd;
}
#endif

#if defined(__cplusplus)
static inline float32_t nbl_fused(float32_t c, float32_t a, float32_t b) { return nbl_fused_float32_t(c, a, b); }
static inline float64_t nbl_fused(float64_t c, float64_t a, float64_t b) { return nbl_fused_float64_t(c, a, b); }
#define NBL_ADD_CARRIED(c, a, b) nbl_fused(c, a, b)
#else
#define NBL_ADD_CARRIED(c, a, b) NBL_SELECT(c, , nbl_fused)(c, a, b)
#endif

#endif
