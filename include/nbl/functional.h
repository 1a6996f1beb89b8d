/* Operators as functions with identities, which sorts, scans and reductions take by name: the mirror of std's
 * functional.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For every scalar T (uint32_t, int32_t, float32_t, and float16_t, float64_t and integers of 16 and 64 bits where the
 * language has them). The function's name is what a parameter such as NBL_SUBGROUP_ARITHMETIC_OPERATOR takes:
 *
 *   nbl_plus_T  nbl_multiplies_T  nbl_minimum_T  nbl_maximum_T     T from two T, each with
 *   nbl_bit_and_T  nbl_bit_or_T  nbl_bit_xor_T (integers)          <operator>_identity(), which changes nothing
 *   nbl_minus_T  nbl_divides_T  nbl_modulus_T (integers)           no identity: not associative,
 *   nbl_negate_T  nbl_bit_not_T (integers)                         and of one argument
 *   nbl_equal_to_T  nbl_not_equal_to_T  nbl_less_T  nbl_less_equal_T  nbl_greater_T  nbl_greater_equal_T     bool
 *   nbl_logical_and, nbl_logical_or, nbl_logical_not               of bool; the first two with identities
 *
 * For complex numbers of float16_t, float32_t and float64_t, by the type's name, as nbl_plus_nbl_complex_float32_t:
 *
 *   nbl_plus_T  nbl_multiplies_T   with identities    nbl_minus_T  nbl_divides_T  nbl_negate_T  nbl_equal_to_T
 *               nbl_not_equal_to_T
 *
 * NBL_ASSIGN(operator, place, value);   place = operator(place, value), for std's plus_assign and so on
 *
 * An operator of your own is two functions, <operator>(a, b) and <operator>_identity(). The minimum of a NaN and a
 * number is the second argument, and so is the minimum of -0 and +0 in either order. The identity of a sum is +0.
 * Quotients of integers are cut towards 0, and a modulus has the dividend's sign; a divisor of 0, and the least int32_t
 * by -1, are undefined as in C. A quotient of floats is the device's own, which may be 2.5 ulp off: nbl_div of
 * nbl/tgmath.h is exact.
 */
#ifndef NBL_FUNCTIONAL_H
#define NBL_FUNCTIONAL_H

#include "nbl/complex.h"
#include "nbl/limits.h"

/* Returns whether both are true. */
NBL_FUNCTION bool nbl_logical_and(bool a, bool b) { return a && b; }

/* Returns true, which nbl_logical_and() leaves unchanged. */
NBL_FUNCTION bool nbl_logical_and_identity(void) { return true; }

/* Returns whether one of the two, or both, are true. */
NBL_FUNCTION bool nbl_logical_or(bool a, bool b) { return a || b; }

/* Returns false, which nbl_logical_or() leaves unchanged. */
NBL_FUNCTION bool nbl_logical_or_identity(void) { return false; }

/* Returns whether it is false. */
NBL_FUNCTION bool nbl_logical_not(bool a) { return !a; }

#define NBL_SCALAR uint32_t
#define NBL_FUNCTIONAL_UNSIGNED uint32_t
#include "nbl/functional/scalar.h"

#define NBL_SCALAR int32_t
#define NBL_FUNCTIONAL_UNSIGNED uint32_t
#include "nbl/functional/scalar.h"

#if NBL_HAS_INT16
#define NBL_SCALAR uint16_t
#define NBL_FUNCTIONAL_UNSIGNED uint32_t
#include "nbl/functional/scalar.h"
#define NBL_SCALAR int16_t
#define NBL_FUNCTIONAL_UNSIGNED uint32_t
#include "nbl/functional/scalar.h"
#endif

#if NBL_HAS_INT64
#define NBL_SCALAR uint64_t
#define NBL_FUNCTIONAL_UNSIGNED uint64_t
#include "nbl/functional/scalar.h"
#define NBL_SCALAR int64_t
#define NBL_FUNCTIONAL_UNSIGNED uint64_t
#include "nbl/functional/scalar.h"
#endif

#define NBL_SCALAR float32_t
#include "nbl/functional/scalar.h"

#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/functional/scalar.h"
#endif

#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "nbl/functional/scalar.h"
#endif

#define NBL_ASSIGN(operator_, place_, value_) (place_) = operator_((place_), (value_))

#define NBL_SCALAR float32_t
#include "nbl/functional/complex_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/functional/complex_scalar.h"
#endif
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "nbl/functional/complex_scalar.h"
#endif

#endif
