/* Makes a call of nbl/tgmath.h's functions with a float64 an error where the language would silently round it to a
 * float32.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/tgmath.h after its functions, never by itself. GLSL never rounds an argument by itself: the macros
 * are empty there. Languages that overload (HLSL, C++) get a second function for float64, deleted or without a body:
 * NBL_FLOAT32_ALONE_n of nbl/lang/math.h, n arguments. C++ then refuses a whole number as ambiguous, too: write 2.0f
 * for 2. In C a macro chooses by the argument's type, NBL_OF_FLOAT32(x, f), and takes whole numbers; where there are
 * several arguments their sum, which is not computed, has the type that decides. nbl_ldexp() and nbl_frexp_exponent()
 * are guarded in C alone, since NBL_FLOAT32_ALONE_n declares functions from floats to a float.
 */
#ifndef NBL_TGMATH_FLOAT32_ALONE_H
#define NBL_TGMATH_FLOAT32_ALONE_H

#include "nbl/lang/math.h"

#if NBL_OVERLOAD
NBL_FLOAT32_ALONE_1(nbl_floor)
NBL_FLOAT32_ALONE_1(nbl_ceil)
NBL_FLOAT32_ALONE_1(nbl_trunc)
NBL_FLOAT32_ALONE_1(nbl_round)
NBL_FLOAT32_ALONE_1(nbl_round_even)
NBL_FLOAT32_ALONE_1(nbl_sqrt)
NBL_FLOAT32_ALONE_1(nbl_rsqrt)
NBL_FLOAT32_ALONE_1(nbl_cbrt)
NBL_FLOAT32_ALONE_1(nbl_exp)
NBL_FLOAT32_ALONE_1(nbl_exp2)
NBL_FLOAT32_ALONE_1(nbl_log)
NBL_FLOAT32_ALONE_1(nbl_sin)
NBL_FLOAT32_ALONE_1(nbl_cos)
NBL_FLOAT32_ALONE_1(nbl_tan)
NBL_FLOAT32_ALONE_1(nbl_asin)
NBL_FLOAT32_ALONE_1(nbl_acos)
NBL_FLOAT32_ALONE_1(nbl_atan)
NBL_FLOAT32_ALONE_1(nbl_sinh)
NBL_FLOAT32_ALONE_1(nbl_cosh)
NBL_FLOAT32_ALONE_1(nbl_tanh)
NBL_FLOAT32_ALONE_1(nbl_log2)
NBL_FLOAT32_ALONE_1(nbl_asinh)
NBL_FLOAT32_ALONE_1(nbl_acosh)
NBL_FLOAT32_ALONE_1(nbl_atanh)
NBL_FLOAT32_ALONE_1(nbl_expm1)
NBL_FLOAT32_ALONE_1(nbl_log1p)
NBL_FLOAT32_ALONE_1(nbl_log10)
NBL_FLOAT32_ALONE_1(nbl_erf)
NBL_FLOAT32_ALONE_1(nbl_erfc)
NBL_FLOAT32_ALONE_1(nbl_tgamma)
NBL_FLOAT32_ALONE_1(nbl_lgamma)
NBL_FLOAT32_ALONE_1(nbl_modf)
NBL_FLOAT32_ALONE_1(nbl_frexp)
NBL_FLOAT32_ALONE_2(nbl_nextafter)
NBL_FLOAT32_ALONE_2(nbl_fmod)
NBL_FLOAT32_ALONE_2(nbl_div)
NBL_FLOAT32_ALONE_2(nbl_hypot)
NBL_FLOAT32_ALONE_2(nbl_pow)
NBL_FLOAT32_ALONE_2(nbl_atan2)
NBL_FLOAT32_ALONE_3(nbl_fma)
#else
#define nbl_floor(x) NBL_OF_FLOAT32(x, nbl_floor)(x)
#define nbl_ceil(x) NBL_OF_FLOAT32(x, nbl_ceil)(x)
#define nbl_trunc(x) NBL_OF_FLOAT32(x, nbl_trunc)(x)
#define nbl_round(x) NBL_OF_FLOAT32(x, nbl_round)(x)
#define nbl_round_even(x) NBL_OF_FLOAT32(x, nbl_round_even)(x)
#define nbl_sqrt(x) NBL_OF_FLOAT32(x, nbl_sqrt)(x)
#define nbl_rsqrt(x) NBL_OF_FLOAT32(x, nbl_rsqrt)(x)
#define nbl_cbrt(x) NBL_OF_FLOAT32(x, nbl_cbrt)(x)
#define nbl_exp(x) NBL_OF_FLOAT32(x, nbl_exp)(x)
#define nbl_exp2(x) NBL_OF_FLOAT32(x, nbl_exp2)(x)
#define nbl_log(x) NBL_OF_FLOAT32(x, nbl_log)(x)
#define nbl_sin(x) NBL_OF_FLOAT32(x, nbl_sin)(x)
#define nbl_cos(x) NBL_OF_FLOAT32(x, nbl_cos)(x)
#define nbl_tan(x) NBL_OF_FLOAT32(x, nbl_tan)(x)
#define nbl_asin(x) NBL_OF_FLOAT32(x, nbl_asin)(x)
#define nbl_acos(x) NBL_OF_FLOAT32(x, nbl_acos)(x)
#define nbl_atan(x) NBL_OF_FLOAT32(x, nbl_atan)(x)
#define nbl_sinh(x) NBL_OF_FLOAT32(x, nbl_sinh)(x)
#define nbl_cosh(x) NBL_OF_FLOAT32(x, nbl_cosh)(x)
#define nbl_tanh(x) NBL_OF_FLOAT32(x, nbl_tanh)(x)
#define nbl_asinh(x) NBL_OF_FLOAT32(x, nbl_asinh)(x)
#define nbl_acosh(x) NBL_OF_FLOAT32(x, nbl_acosh)(x)
#define nbl_atanh(x) NBL_OF_FLOAT32(x, nbl_atanh)(x)
#define nbl_expm1(x) NBL_OF_FLOAT32(x, nbl_expm1)(x)
#define nbl_log1p(x) NBL_OF_FLOAT32(x, nbl_log1p)(x)
#define nbl_log10(x) NBL_OF_FLOAT32(x, nbl_log10)(x)
#define nbl_erf(x) NBL_OF_FLOAT32(x, nbl_erf)(x)
#define nbl_erfc(x) NBL_OF_FLOAT32(x, nbl_erfc)(x)
#define nbl_tgamma(x) NBL_OF_FLOAT32(x, nbl_tgamma)(x)
#define nbl_lgamma(x) NBL_OF_FLOAT32(x, nbl_lgamma)(x)
#define nbl_modf(x) NBL_OF_FLOAT32(x, nbl_modf)(x)
#define nbl_frexp(x) NBL_OF_FLOAT32(x, nbl_frexp)(x)
#define nbl_frexp_exponent(x) NBL_OF_FLOAT32(x, nbl_frexp_exponent)(x)
#define nbl_ldexp(x, n) NBL_OF_FLOAT32(x, nbl_ldexp)(x, n)
#define nbl_nextafter(x, y) NBL_OF_FLOAT32((x) + (y), nbl_nextafter)(x, y)
#define nbl_fmod(x, y) NBL_OF_FLOAT32((x) + (y), nbl_fmod)(x, y)
#define nbl_div(x, y) NBL_OF_FLOAT32((x) + (y), nbl_div)(x, y)
#define nbl_hypot(x, y) NBL_OF_FLOAT32((x) + (y), nbl_hypot)(x, y)
#define nbl_pow(x, y) NBL_OF_FLOAT32((x) + (y), nbl_pow)(x, y)
#define nbl_atan2(y, x) NBL_OF_FLOAT32((x) + (y), nbl_atan2)(y, x)
#define nbl_fma(x, y, z) NBL_OF_FLOAT32((x) + (y) + (z), nbl_fma)(x, y, z)
/* For an integer, nbl_log2() is nbl/bit.h's, the position of its highest bit. */
#define nbl_log2(x) _Generic((x), float32_t : nbl_log2_float32_t, uint32_t : nbl_log2, int32_t : nbl_log2)(x)
#endif

#endif
