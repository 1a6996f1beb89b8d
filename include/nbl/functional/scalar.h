/* The operators of one scalar: included by nbl/functional.h once for each scalar, never by itself. What they return for
 * NaN, for a divisor of 0 and beyond a scalar's range stands there.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: NBL_SCALAR; for an integer also NBL_FUNCTIONAL_UNSIGNED, the unsigned type of 32 or 64 bits in which sums
 * are computed.
 */
#ifndef NBL_SCALAR
#error "NBL_SCALAR is missing: define it as uint32_t, int32_t or a float before including this"
#endif

#define NBL_FUNCTIONAL_IDENTITY(name) NBL_CAT(NBL_OF_SCALAR(NBL_CAT(nbl_, name)), _identity)

NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_minimum)(NBL_SCALAR a, NBL_SCALAR b) { return a < b ? a : b; }
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_maximum)(NBL_SCALAR a, NBL_SCALAR b) { return a > b ? a : b; }

NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_divides)(NBL_SCALAR a, NBL_SCALAR b) { return NBL_CAST(NBL_SCALAR, a / b); }

NBL_FUNCTION bool NBL_OF_SCALAR(nbl_equal_to)(NBL_SCALAR a, NBL_SCALAR b) { return a == b; }
NBL_FUNCTION bool NBL_OF_SCALAR(nbl_not_equal_to)(NBL_SCALAR a, NBL_SCALAR b) { return a != b; }
NBL_FUNCTION bool NBL_OF_SCALAR(nbl_less)(NBL_SCALAR a, NBL_SCALAR b) { return a < b; }
NBL_FUNCTION bool NBL_OF_SCALAR(nbl_less_equal)(NBL_SCALAR a, NBL_SCALAR b) { return a <= b; }
NBL_FUNCTION bool NBL_OF_SCALAR(nbl_greater)(NBL_SCALAR a, NBL_SCALAR b) { return a > b; }
NBL_FUNCTION bool NBL_OF_SCALAR(nbl_greater_equal)(NBL_SCALAR a, NBL_SCALAR b) { return a >= b; }

#ifdef NBL_FUNCTIONAL_UNSIGNED
/* Signed sums and products are computed as unsigned ones, which wrap: in C a signed overflow is undefined. */
#define NBL_FUNCTIONAL_U(a) NBL_CAST(NBL_FUNCTIONAL_UNSIGNED, a)
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(minimum)(void) { return NBL_OF_SCALAR(nbl_limits_max)(); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(maximum)(void) { return NBL_OF_SCALAR(nbl_limits_lowest)(); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(plus)(void) { return NBL_CAST(NBL_SCALAR, 0); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(multiplies)(void) { return NBL_CAST(NBL_SCALAR, 1); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(bit_and)(void) {
    return NBL_CAST(NBL_SCALAR, ~NBL_CAST(NBL_SCALAR, 0));
}
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(bit_or)(void) { return NBL_CAST(NBL_SCALAR, 0); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(bit_xor)(void) { return NBL_CAST(NBL_SCALAR, 0); }
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_bit_and)(NBL_SCALAR a, NBL_SCALAR b) { return NBL_CAST(NBL_SCALAR, a & b); }
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_bit_or)(NBL_SCALAR a, NBL_SCALAR b) { return NBL_CAST(NBL_SCALAR, a | b); }
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_bit_xor)(NBL_SCALAR a, NBL_SCALAR b) { return NBL_CAST(NBL_SCALAR, a ^ b); }
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_bit_not)(NBL_SCALAR a) { return NBL_CAST(NBL_SCALAR, ~a); }
/* Returns the remainder, with the sign of a. Not by %, which GLSL leaves undefined for negative numbers. */
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_modulus)(NBL_SCALAR a, NBL_SCALAR b) {
    return NBL_CAST(NBL_SCALAR, a - (a / b) * b);
}
#else
#define NBL_FUNCTIONAL_U(a) (a)
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(minimum)(void) { return NBL_OF_SCALAR(nbl_limits_infinity)(); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(maximum)(void) { return -NBL_OF_SCALAR(nbl_limits_infinity)(); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(plus)(void) { return NBL_CAST(NBL_SCALAR, 0.0f); }
NBL_FUNCTION NBL_SCALAR NBL_FUNCTIONAL_IDENTITY(multiplies)(void) { return NBL_CAST(NBL_SCALAR, 1.0f); }
#endif

NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_plus)(NBL_SCALAR a, NBL_SCALAR b) {
    return NBL_CAST(NBL_SCALAR, NBL_FUNCTIONAL_U(a) + NBL_FUNCTIONAL_U(b));
}
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_minus)(NBL_SCALAR a, NBL_SCALAR b) {
    return NBL_CAST(NBL_SCALAR, NBL_FUNCTIONAL_U(a) - NBL_FUNCTIONAL_U(b));
}
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_multiplies)(NBL_SCALAR a, NBL_SCALAR b) {
    return NBL_CAST(NBL_SCALAR, NBL_FUNCTIONAL_U(a) * NBL_FUNCTIONAL_U(b));
}
#ifdef NBL_FUNCTIONAL_UNSIGNED
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_negate)(NBL_SCALAR a) {
    return NBL_CAST(NBL_SCALAR, NBL_FUNCTIONAL_U(0) - NBL_FUNCTIONAL_U(a));
}
#else
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_negate)(NBL_SCALAR a) { return -a; }
#endif

#undef NBL_FUNCTIONAL_U
#undef NBL_FUNCTIONAL_IDENTITY
#undef NBL_FUNCTIONAL_UNSIGNED
#undef NBL_SCALAR
