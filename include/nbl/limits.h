/* What the scalars can hold: the mirror of std::numeric_limits, as functions named after the scalar.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_limits_max_uint32_t()        the largest finite value        nbl_limits_lowest_...()  the most negative one; 0 if unsigned
 *   nbl_limits_min_float32_t()       the smallest normal number      nbl_limits_denorm_min_...()  the smallest above 0
 *   nbl_limits_epsilon_float32_t()   from 1 to the next number       nbl_limits_infinity_...()
 *   nbl_limits_quiet_nan_float32_t() a NaN                           NBL_LIMITS_DIGITS_...  bits of the significand
 *
 * And constants, such as NBL_LIMITS_DIGITS10_float32_t: DIGITS10, decimal digits that survive; MAX_DIGITS10, digits that tell two
 * numbers apart; MIN_EXPONENT and MAX_EXPONENT of 2, MIN_EXPONENT10 and MAX_EXPONENT10 of 10, of the floats; IS_MODULO, whether
 * sums wrap, which they do here for signed integers, too, by nbl/functional.h; HAS_INFINITY, which stands for std's has_quiet_NaN
 * and is_iec559, too. NBL_LIMITS_RADIX is 2. Signed, integer and exact are in nbl/type_traits.h. std's min of an integer is
 * lowest here.
 *
 * max and lowest exist for the integers, those of 16 and 64 bits too, and for the floats, all else for the floats. A
 * scalar pasted after the name makes them generic: NBL_CAT(nbl_limits_max_, NBL_SORT_SCALAR)(). Subnormals, infinities
 * and NaNs are made from their bits, so that no compiler and no device flushes or folds them.
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
/* Returns the float64 of its upper and its lower 32 bits. */
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
/* Returns the float16 of 16 bits. */
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
