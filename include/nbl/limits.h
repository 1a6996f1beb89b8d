/* The ranges and precisions of the scalar types: the members of C++'s std::numeric_limits<T> as functions and constants
 * whose names end in T. Below T is uint32_t or float32_t.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions, for integers and floats:
 *
 *   nbl_limits_max_uint32_t()         the largest finite value
 *   nbl_limits_lowest_uint32_t()      the most negative value; 0 for unsigned types. C++ has it as lowest(), and for
 *                                     integers as min(), too
 *
 * Functions, for floats:
 *
 *   nbl_limits_min_float32_t()        the smallest positive normal number
 *   nbl_limits_denorm_min_float32_t() the smallest positive number, which is subnormal
 *   nbl_limits_epsilon_float32_t()    the distance from 1 to the next larger number
 *   nbl_limits_infinity_float32_t()   positive infinity
 *   nbl_limits_quiet_nan_float32_t()  a quiet NaN
 *
 * Constants, for integers and floats:
 *
 *   NBL_LIMITS_DIGITS_uint32_t        for a float the bits of its significand, with the one that is not stored; for an
 *                                     integer its bits without the sign
 *   NBL_LIMITS_DIGITS10_uint32_t      a decimal number of this many digits, converted to the type and back, is the
 *                                     same
 *   NBL_LIMITS_IS_MODULO_uint32_t     1: sums wrap around, 0: they do not. It is 1 for signed integers, too, since
 *                                     nbl/functional.h adds them so; C's + does not
 *   NBL_LIMITS_HAS_INFINITY_uint32_t  1 for floats, which are IEEE 754's and have infinities and NaNs; 0 for integers.
 *                                     C++'s has_infinity, has_quiet_NaN and is_iec559 in one
 *   NBL_LIMITS_RADIX                  2, for all types
 *
 * Constants, for floats:
 *
 *   NBL_LIMITS_MAX_DIGITS10_float32_t     this many decimal digits tell any two numbers of the type apart
 *   NBL_LIMITS_MIN_EXPONENT_float32_t     e if 2^(e - 1) is the smallest power of two that is a normal number
 *   NBL_LIMITS_MAX_EXPONENT_float32_t     e if 2^(e - 1) is the largest power of two
 *   NBL_LIMITS_MIN_EXPONENT10_float32_t   e of the smallest power of ten, 10^e, that is a normal number
 *   NBL_LIMITS_MAX_EXPONENT10_float32_t   e of the largest power of ten, 10^e
 *
 * The functions for uint32_t, int32_t and float32_t always exist. Those for types of 16 and 64 bits exist if
 * NBL_HAS_INT16, NBL_HAS_INT64, NBL_HAS_FLOAT16 or NBL_HAS_FLOAT64 is 1. The constants exist for all types. C++'s
 * is_signed, is_integer and is_exact are in nbl/type_traits.h. A macro with a parameter T calls
 * NBL_CAT(nbl_limits_max_, T)().
 *
 * The floats' values are IEEE 754's. Those of float32 and float64 are made from their bits, so that no compiler changes
 * them. Those of float16 are converted from a float32, which holds each exactly: a device that flushes subnormal
 * float16 numbers may return 0 for nbl_limits_denorm_min_float16_t(). Any arithmetic with a subnormal number may flush
 * it.
 */
#ifndef NBL_LIMITS_H
#define NBL_LIMITS_H

#include "nbl/lang.h"

#define NBL_LIMITS_DIGITS_uint32_t 32
#define NBL_LIMITS_DIGITS_int32_t 31
#define NBL_LIMITS_DIGITS_uint16_t 16
#define NBL_LIMITS_DIGITS_int16_t 15
#define NBL_LIMITS_DIGITS_uint64_t 64
#define NBL_LIMITS_DIGITS_int64_t 63
#define NBL_LIMITS_DIGITS_float16_t 11
#define NBL_LIMITS_DIGITS_float32_t 24
#define NBL_LIMITS_DIGITS_float64_t 53

#define NBL_LIMITS_RADIX 2
#define NBL_LIMITS_DIGITS10_uint32_t 9
#define NBL_LIMITS_DIGITS10_int32_t 9
#define NBL_LIMITS_DIGITS10_uint16_t 4
#define NBL_LIMITS_DIGITS10_int16_t 4
#define NBL_LIMITS_DIGITS10_uint64_t 19
#define NBL_LIMITS_DIGITS10_int64_t 18
#define NBL_LIMITS_DIGITS10_float16_t 3
#define NBL_LIMITS_DIGITS10_float32_t 6
#define NBL_LIMITS_DIGITS10_float64_t 15
#define NBL_LIMITS_MAX_DIGITS10_float16_t 5
#define NBL_LIMITS_MAX_DIGITS10_float32_t 9
#define NBL_LIMITS_MAX_DIGITS10_float64_t 17
#define NBL_LIMITS_MIN_EXPONENT_float16_t (-13)
#define NBL_LIMITS_MIN_EXPONENT_float32_t (-125)
#define NBL_LIMITS_MIN_EXPONENT_float64_t (-1021)
#define NBL_LIMITS_MAX_EXPONENT_float16_t 16
#define NBL_LIMITS_MAX_EXPONENT_float32_t 128
#define NBL_LIMITS_MAX_EXPONENT_float64_t 1024
#define NBL_LIMITS_MIN_EXPONENT10_float16_t (-4)
#define NBL_LIMITS_MIN_EXPONENT10_float32_t (-37)
#define NBL_LIMITS_MIN_EXPONENT10_float64_t (-307)
#define NBL_LIMITS_MAX_EXPONENT10_float16_t 4
#define NBL_LIMITS_MAX_EXPONENT10_float32_t 38
#define NBL_LIMITS_MAX_EXPONENT10_float64_t 308
#define NBL_LIMITS_IS_MODULO_uint32_t 1
#define NBL_LIMITS_HAS_INFINITY_uint32_t 0
#define NBL_LIMITS_IS_MODULO_int32_t 1
#define NBL_LIMITS_HAS_INFINITY_int32_t 0
#define NBL_LIMITS_IS_MODULO_uint16_t 1
#define NBL_LIMITS_HAS_INFINITY_uint16_t 0
#define NBL_LIMITS_IS_MODULO_int16_t 1
#define NBL_LIMITS_HAS_INFINITY_int16_t 0
#define NBL_LIMITS_IS_MODULO_uint64_t 1
#define NBL_LIMITS_HAS_INFINITY_uint64_t 0
#define NBL_LIMITS_IS_MODULO_int64_t 1
#define NBL_LIMITS_HAS_INFINITY_int64_t 0
#define NBL_LIMITS_IS_MODULO_float16_t 0
#define NBL_LIMITS_HAS_INFINITY_float16_t 1
#define NBL_LIMITS_IS_MODULO_float32_t 0
#define NBL_LIMITS_HAS_INFINITY_float32_t 1
#define NBL_LIMITS_IS_MODULO_float64_t 0
#define NBL_LIMITS_HAS_INFINITY_float64_t 1

NBL_FUNCTION uint32_t nbl_limits_max_uint32_t(void) { return 0xffffffffu; }
NBL_FUNCTION uint32_t nbl_limits_lowest_uint32_t(void) { return 0u; }
NBL_FUNCTION int32_t nbl_limits_max_int32_t(void) { return 2147483647; }
NBL_FUNCTION int32_t nbl_limits_lowest_int32_t(void) { return -2147483647 - 1; }

#if NBL_HAS_INT16
NBL_FUNCTION uint16_t nbl_limits_max_uint16_t(void) { return NBL_CAST(uint16_t, 0xffffu); }
NBL_FUNCTION uint16_t nbl_limits_lowest_uint16_t(void) { return NBL_CAST(uint16_t, 0u); }
NBL_FUNCTION int16_t nbl_limits_max_int16_t(void) { return NBL_CAST(int16_t, 32767); }
NBL_FUNCTION int16_t nbl_limits_lowest_int16_t(void) { return NBL_CAST(int16_t, -32768); }
#endif

#if NBL_HAS_INT64
NBL_FUNCTION uint64_t nbl_limits_max_uint64_t(void) { return ~NBL_CAST(uint64_t, 0u); }
NBL_FUNCTION uint64_t nbl_limits_lowest_uint64_t(void) { return NBL_CAST(uint64_t, 0u); }
NBL_FUNCTION int64_t nbl_limits_max_int64_t(void) { return NBL_CAST(int64_t, ~NBL_CAST(uint64_t, 0u) >> 1u); }
NBL_FUNCTION int64_t nbl_limits_lowest_int64_t(void) { return -nbl_limits_max_int64_t() - NBL_CAST(int64_t, 1); }
#endif

NBL_FUNCTION float32_t nbl_limits_max_float32_t(void) { return nbl_float32_from_bits(0x7f7fffffu); }
NBL_FUNCTION float32_t nbl_limits_lowest_float32_t(void) { return nbl_float32_from_bits(0xff7fffffu); }
NBL_FUNCTION float32_t nbl_limits_min_float32_t(void) { return nbl_float32_from_bits(0x00800000u); }
NBL_FUNCTION float32_t nbl_limits_denorm_min_float32_t(void) { return nbl_float32_from_bits(0x00000001u); }
NBL_FUNCTION float32_t nbl_limits_epsilon_float32_t(void) { return nbl_float32_from_bits(0x34000000u); }

/* Returns positive infinity. */
NBL_FUNCTION float32_t nbl_limits_infinity_float32_t(void) { return nbl_float32_from_bits(0x7f800000u); }

/* Returns a quiet NaN. */
NBL_FUNCTION float32_t nbl_limits_quiet_nan_float32_t(void) { return nbl_float32_from_bits(0x7fc00000u); }

#if NBL_HAS_FLOAT64
/* Returns the float64 that has these upper and lower 32 bits. Internal. */
NBL_FUNCTION float64_t nbl_limits_of_bits_float64_t(uint32_t high, uint32_t low) {
    nbl_uint32_t2 bits = {low, high};
    return nbl_float64_from_bits(bits);
}
NBL_FUNCTION float64_t nbl_limits_max_float64_t(void) { return nbl_limits_of_bits_float64_t(0x7fefffffu, 0xffffffffu); }
NBL_FUNCTION float64_t nbl_limits_lowest_float64_t(void) {
    return nbl_limits_of_bits_float64_t(0xffefffffu, 0xffffffffu);
}
NBL_FUNCTION float64_t nbl_limits_min_float64_t(void) { return nbl_limits_of_bits_float64_t(0x00100000u, 0u); }
NBL_FUNCTION float64_t nbl_limits_denorm_min_float64_t(void) { return nbl_limits_of_bits_float64_t(0u, 1u); }
NBL_FUNCTION float64_t nbl_limits_epsilon_float64_t(void) { return nbl_limits_of_bits_float64_t(0x3cb00000u, 0u); }

/* Returns positive infinity. */
NBL_FUNCTION float64_t nbl_limits_infinity_float64_t(void) { return nbl_limits_of_bits_float64_t(0x7ff00000u, 0u); }

/* Returns a quiet NaN. */
NBL_FUNCTION float64_t nbl_limits_quiet_nan_float64_t(void) { return nbl_limits_of_bits_float64_t(0x7ff80000u, 0u); }
#endif

#if NBL_HAS_FLOAT16
/* Returns the float16 that has these bits. Internal.
 *
 * bits  0 to 0xffff; higher bits are ignored */
NBL_FUNCTION float16_t nbl_limits_of_bits_float16_t(uint32_t bits) {
    return NBL_CAST(float16_t, nbl_unpack_half_2x16(bits).x);
}
NBL_FUNCTION float16_t nbl_limits_max_float16_t(void) { return nbl_limits_of_bits_float16_t(0x7bffu); }
NBL_FUNCTION float16_t nbl_limits_lowest_float16_t(void) { return nbl_limits_of_bits_float16_t(0xfbffu); }
NBL_FUNCTION float16_t nbl_limits_min_float16_t(void) { return nbl_limits_of_bits_float16_t(0x0400u); }
NBL_FUNCTION float16_t nbl_limits_denorm_min_float16_t(void) { return nbl_limits_of_bits_float16_t(0x0001u); }
NBL_FUNCTION float16_t nbl_limits_epsilon_float16_t(void) { return nbl_limits_of_bits_float16_t(0x1400u); }

/* Returns positive infinity. */
NBL_FUNCTION float16_t nbl_limits_infinity_float16_t(void) { return nbl_limits_of_bits_float16_t(0x7c00u); }

/* Returns a quiet NaN. */
NBL_FUNCTION float16_t nbl_limits_quiet_nan_float16_t(void) { return nbl_limits_of_bits_float16_t(0x7e00u); }
#endif

#endif
