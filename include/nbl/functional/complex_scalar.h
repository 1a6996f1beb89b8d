/* The operators of complex numbers of one scalar: included by nbl/functional.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR.
 */
#ifndef NBL_SCALAR
#error "NBL_SCALAR is missing: define it as float16_t, float32_t or float64_t before including this"
#endif

#define NBL_FUNCTIONAL_OF(name) NBL_CAT(name, NBL_CAT(_, NBL_COMPLEX))
#define NBL_FUNCTIONAL_IDENTITY(name) NBL_CAT(NBL_FUNCTIONAL_OF(name), _identity)

NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_OF(nbl_plus)(NBL_COMPLEX a, NBL_COMPLEX b) { return nbl_complex_add(a, b); }
NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_IDENTITY(nbl_plus)(void) { return NBL_OF_SCALAR(nbl_complex_zero)(); }
NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_OF(nbl_multiplies)(NBL_COMPLEX a, NBL_COMPLEX b) {
    return nbl_complex_mul(a, b);
}
NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_IDENTITY(nbl_multiplies)(void) {
    NBL_COMPLEX one = {NBL_CAST(NBL_SCALAR, 1.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    return one;
}
NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_OF(nbl_minus)(NBL_COMPLEX a, NBL_COMPLEX b) { return nbl_complex_sub(a, b); }
NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_OF(nbl_divides)(NBL_COMPLEX a, NBL_COMPLEX b) { return nbl_complex_div(a, b); }
NBL_FUNCTION NBL_COMPLEX NBL_FUNCTIONAL_OF(nbl_negate)(NBL_COMPLEX a) {
    NBL_COMPLEX negative = {-a.real, -a.imag};
    return negative;
}
NBL_FUNCTION bool NBL_FUNCTIONAL_OF(nbl_equal_to)(NBL_COMPLEX a, NBL_COMPLEX b) { return nbl_complex_equal(a, b); }
NBL_FUNCTION bool NBL_FUNCTIONAL_OF(nbl_not_equal_to)(NBL_COMPLEX a, NBL_COMPLEX b) { return !nbl_complex_equal(a, b); }

#undef NBL_FUNCTIONAL_IDENTITY
#undef NBL_FUNCTIONAL_OF
#undef NBL_SCALAR
