/* Elementary functions of float32 that give the same bits everywhere: std's tgmath, computed in integers alone.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Correctly rounded:
 *
 *   nbl_sqrt(x) nbl_div(x, y) nbl_fma(x, y, z)
 *   nbl_ldexp(x, n)          x 2^n, n any
 *
 * Exact:
 *
 *   nbl_floor(x) nbl_ceil(x) nbl_trunc(x) nbl_round(x) nbl_round_even(x)    round() takes halves away from zero
 *   nbl_nextafter(x, y) nbl_fmod(x, y)
 *   nbl_modf(x)              the fraction of x, with its sign; nbl_trunc(x) is the rest
 *   nbl_frexp(x)             f of x = f 2^e, |f| from 1/2 to below 1
 *   nbl_frexp_exponent(x)    e of x = f 2^e; 0 for zeros, infinities and NaNs
 *
 * Within 1 unit in the last place, angles in radians:
 *
 *   nbl_rsqrt(x) nbl_cbrt(x) nbl_hypot(x, y) nbl_exp(x) nbl_exp2(x) nbl_log(x) nbl_log2(x) nbl_pow(x, y) nbl_sin(x)
 *   nbl_cos(x) nbl_tan(x) nbl_asin(x) nbl_acos(x) nbl_atan(x) nbl_atan2(y, x) nbl_sinh(x) nbl_cosh(x) nbl_tanh(x)
 *   nbl_asinh(x) nbl_acosh(x) nbl_atanh(x) nbl_expm1(x) nbl_log1p(x) nbl_log10(x) nbl_erf(x) nbl_erfc(x) nbl_tgamma(x)
 *   nbl_lgamma(x)            log |Gamma(x)|; below 0, where it has zeros, within 1 unit of the larger of 1 and the
 *                            result
 *
 * docs/guide/same-bits.md has the largest errors, over all 2^32 arguments of most functions of one argument and over
 * random ones of the others. Special values are those of C's annex F; every NaN returned is 0x7fc00000. No
 * floating-point operation stands between the bits of the arguments and the bits of the result, so contraction, a
 * driver's fast mathematics and flushed subnormals cannot change the result.
 *
 * Each function exists a second time as nbl_<name>_bits(), which takes and returns the bits of the floats as uint32_t.
 * Arithmetic around a call may flush a subnormal float; bits are not touched. A float64 as an argument does not
 * compile: nbl/tgmath/float32_alone.h sees to that, and names nbl_log2() in languages without overloading.
 *
 * Define NBL_TGMATH_FAST 1 before the first include to get, under the names above, the device's own functions with the
 * device's speed and errors. nbl_<name>_bits() do not change.
 *
 * The methods: Cody and Waite, Software Manual for the Elementary Functions (1980), for the reductions; Payne and Hanek
 * (1983) for large angles; RLIBM (Lim and Nagarakatte, PLDI 2021) and CORE-MATH (Sibidanov, Zimmermann, Glondu, ARITH
 * 2022) for checking all inputs and rounding once at the end. The polynomials are our own.
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
/* These are computed by bits with NBL_TGMATH_FAST, too: not every language has them. */
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
