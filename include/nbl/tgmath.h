/* Elementary functions of float32 that give the same bits everywhere. They have the names of C's math.h and are
 * computed in integers alone.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Correctly rounded:
 *
 *   nbl_sqrt(x) nbl_div(x, y) nbl_fma(x, y, z)
 *   nbl_ldexp(x, n)          x 2^n, n any int32_t
 *
 * Exact:
 *
 *   nbl_floor(x) nbl_ceil(x) nbl_trunc(x) nbl_nextafter(x, y) nbl_fmod(x, y)
 *   nbl_round(x)             the nearest whole number; halves go away from zero
 *   nbl_round_even(x)        the nearest whole number; halves go to the even one
 *   nbl_modf(x)              the fraction of x, with x's sign: x - nbl_trunc(x). C's modf() returns both parts
 *   nbl_frexp(x)             f, with x = f 2^e and |f| from 1/2 to below 1; x itself for zeros, infinities and NaNs
 *   nbl_frexp_exponent(x)    e, an int32_t, with x = f 2^e as above; 0 for zeros, infinities and NaNs
 *
 * Within 1 unit in the last place, angles in radians:
 *
 *   nbl_rsqrt(x) nbl_cbrt(x) nbl_hypot(x, y) nbl_exp(x) nbl_exp2(x) nbl_log(x) nbl_log2(x) nbl_pow(x, y) nbl_sin(x)
 *   nbl_cos(x) nbl_tan(x) nbl_asin(x) nbl_acos(x) nbl_atan(x) nbl_atan2(y, x) nbl_sinh(x) nbl_cosh(x) nbl_tanh(x)
 *   nbl_asinh(x) nbl_acosh(x) nbl_atanh(x) nbl_expm1(x) nbl_log1p(x) nbl_log10(x) nbl_erf(x) nbl_erfc(x) nbl_tgamma(x)
 *   nbl_lgamma(x)            log |Gamma(x)|. Results from -1 to 1 for x < 0 are less accurate, since the function has
 *                            zeros there: within 1 unit in the last place of the number 1, which is 2^-23
 *
 * docs/guide/same-bits.md has the largest errors: for most functions of one argument over all 2^32 arguments, for the
 * others over random ones. Special values are those of C's annex F, and of C23's for nbl_rsqrt(), which is infinity
 * with the sign of x for x = 0 or -0. Every NaN returned is 0x7fc00000. No floating-point operation stands between the
 * bits of the arguments and the bits of the result, so contraction, a driver's fast mathematics and flushed subnormals
 * cannot change the result.
 *
 * Each function exists a second time as nbl_<name>_bits(), with uint32_t, the bits of the number, for each float32; n
 * of nbl_ldexp_bits() and the result of nbl_frexp_exponent_bits() stay int32_t. A caller's own arithmetic on a float
 * may turn a subnormal number into 0; numbers that stay bits between two calls are safe from that. An argument of type
 * float64 does not compile: nbl/tgmath/float32_alone.h sees to that. In C, which has no overloading, it also makes
 * nbl_log2(x) a macro that calls this header's function for a float32 and nbl/bit.h's for an integer.
 *
 * Define NBL_TGMATH_FAST 1 before the first include to get the device's own functions, with the device's speed and
 * errors, under the names above; nbl/tgmath/device.h says from what each is made. Fourteen are computed as without it:
 * asinh, acosh, atanh, expm1, log1p, log10, erf, erfc, tgamma and lgamma, which not every language has, and nextafter,
 * ldexp, frexp and frexp_exponent. So are all nbl_<name>_bits().
 *
 * The methods: Cody and Waite, Software Manual for the Elementary Functions (1980), for the reductions; Payne and Hanek
 * (1983) for large angles; RLIBM (Lim and Nagarakatte, PLDI 2021) and CORE-MATH (Sibidanov, Zimmermann, Glondu, ARITH
 * 2022), both for testing a function on all of its inputs and for rounding once, at the end. The polynomials are our
 * own.
 */
#ifndef NBL_TGMATH_H
#define NBL_TGMATH_H

#include "nbl/bit.h"
#include "nbl/tgmath/hyperbolic.h"
#include "nbl/tgmath/inverse_trigonometric.h"
#include "nbl/tgmath/parts.h"
#include "nbl/tgmath/power.h"
#include "nbl/tgmath/root.h"
#include "nbl/tgmath/round.h"
#include "nbl/tgmath/special.h"
#include "nbl/tgmath/trigonometric.h"

#ifndef NBL_TGMATH_FAST
#define NBL_TGMATH_FAST 0
#endif

#define NBL_TGMATH_OF_1(function, bits) \
    NBL_FUNCTION float32_t function(float32_t x) { return nbl_float32_from_bits(bits(nbl_bits_from_float32(x))); }

#if NBL_TGMATH_FAST
#include "nbl/tgmath/device.h"
#else

#define NBL_TGMATH_OF_2(function, bits, first, second) \
    NBL_FUNCTION float32_t function(float32_t first, float32_t second) { \
        return nbl_float32_from_bits(bits(nbl_bits_from_float32(first), nbl_bits_from_float32(second))); \
    }

NBL_TGMATH_OF_1(nbl_floor, nbl_floor_bits)
NBL_TGMATH_OF_1(nbl_ceil, nbl_ceil_bits)
NBL_TGMATH_OF_1(nbl_trunc, nbl_trunc_bits)
NBL_TGMATH_OF_1(nbl_round, nbl_round_bits)
NBL_TGMATH_OF_1(nbl_round_even, nbl_round_even_bits)
NBL_TGMATH_OF_1(nbl_sqrt, nbl_sqrt_bits)
NBL_TGMATH_OF_1(nbl_rsqrt, nbl_rsqrt_bits)
NBL_TGMATH_OF_1(nbl_cbrt, nbl_cbrt_bits)
NBL_TGMATH_OF_1(nbl_exp, nbl_exp_bits)
NBL_TGMATH_OF_1(nbl_exp2, nbl_exp2_bits)
NBL_TGMATH_OF_1(nbl_log, nbl_log_bits)
NBL_TGMATH_OF_1(nbl_sin, nbl_sin_bits)
NBL_TGMATH_OF_1(nbl_cos, nbl_cos_bits)
NBL_TGMATH_OF_1(nbl_tan, nbl_tan_bits)
NBL_TGMATH_OF_1(nbl_asin, nbl_asin_bits)
NBL_TGMATH_OF_1(nbl_acos, nbl_acos_bits)
NBL_TGMATH_OF_1(nbl_atan, nbl_atan_bits)
NBL_TGMATH_OF_1(nbl_sinh, nbl_sinh_bits)
NBL_TGMATH_OF_1(nbl_cosh, nbl_cosh_bits)
NBL_TGMATH_OF_1(nbl_tanh, nbl_tanh_bits)
NBL_TGMATH_OF_1(nbl_modf, nbl_modf_bits)
NBL_TGMATH_OF_1(nbl_frexp, nbl_frexp_bits)
NBL_TGMATH_OF_2(nbl_nextafter, nbl_nextafter_bits, x, y)
NBL_TGMATH_OF_2(nbl_fmod, nbl_fmod_bits, x, y)
NBL_TGMATH_OF_2(nbl_div, nbl_div_bits, x, y)
NBL_TGMATH_OF_2(nbl_hypot, nbl_hypot_bits, x, y)
NBL_TGMATH_OF_2(nbl_pow, nbl_pow_bits, x, y)
NBL_TGMATH_OF_2(nbl_atan2, nbl_atan2_bits, y, x)
/* Returns x y + z, rounded once, to nearest even. */
NBL_FUNCTION float32_t nbl_fma(float32_t x, float32_t y, float32_t z) {
    return nbl_float32_from_bits(
        nbl_fma_bits(nbl_bits_from_float32(x), nbl_bits_from_float32(y), nbl_bits_from_float32(z)));
}

#if NBL_OVERLOAD
NBL_TGMATH_OF_1(nbl_log2, nbl_log2_bits)
#else
NBL_TGMATH_OF_1(nbl_log2_float32_t, nbl_log2_bits)
#endif
#undef NBL_TGMATH_OF_2
#endif
/* From here on: with NBL_TGMATH_FAST, too, since not every language has these functions. */
NBL_TGMATH_OF_1(nbl_asinh, nbl_asinh_bits)
NBL_TGMATH_OF_1(nbl_acosh, nbl_acosh_bits)
NBL_TGMATH_OF_1(nbl_atanh, nbl_atanh_bits)
NBL_TGMATH_OF_1(nbl_expm1, nbl_expm1_bits)
NBL_TGMATH_OF_1(nbl_log1p, nbl_log1p_bits)
NBL_TGMATH_OF_1(nbl_log10, nbl_log10_bits)
NBL_TGMATH_OF_1(nbl_erf, nbl_erf_bits)
NBL_TGMATH_OF_1(nbl_erfc, nbl_erfc_bits)
NBL_TGMATH_OF_1(nbl_tgamma, nbl_tgamma_bits)
NBL_TGMATH_OF_1(nbl_lgamma, nbl_lgamma_bits)
#undef NBL_TGMATH_OF_1
NBL_FUNCTION float32_t nbl_ldexp(float32_t x, int32_t n) {
    return nbl_float32_from_bits(nbl_ldexp_bits(nbl_bits_from_float32(x), n));
}
NBL_FUNCTION int32_t nbl_frexp_exponent(float32_t x) { return nbl_frexp_exponent_bits(nbl_bits_from_float32(x)); }
#include "nbl/tgmath/float32_alone.h"

#endif
