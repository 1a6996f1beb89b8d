/* A kernel that calls every function of nbl/tgmath.h on three numbers: what the backends must agree on, bit by bit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/tgmath.h"

NBL_BUFFER(0, uint32_t, all_arguments) /* x, y and z of each */
NBL_BUFFER(1, uint32_t, all_results)

/* In the order of tests/tgmath/reference.h. */
#define ALL_FUNCTIONS 42u
#define ALL_OF_1(put, name, number) put(number, NBL_CAT(nbl_, name)(x))
#define ALL_OF_2(put, name, number) put(number, NBL_CAT(nbl_, name)(x, y))
#define ALL_EACH(put) \
    ALL_OF_1(put, floor, 0u) \
    ALL_OF_1(put, ceil, 1u) \
    ALL_OF_1(put, trunc, 2u) \
    ALL_OF_1(put, round, 3u) \
    ALL_OF_1(put, round_even, 4u) \
    ALL_OF_1(put, sqrt, 5u) \
    ALL_OF_2(put, div, 6u) \
    put(7u, nbl_fma(x, y, z)) ALL_OF_1(put, rsqrt, 8u) ALL_OF_1(put, cbrt, 9u) ALL_OF_2(put, hypot, 10u) \
        ALL_OF_1(put, exp, 11u) ALL_OF_1(put, exp2, 12u) ALL_OF_1(put, log, 13u) ALL_OF_1(put, log2, 14u) \
            ALL_OF_2(put, pow, 15u) ALL_OF_1(put, sin, 16u) ALL_OF_1(put, cos, 17u) ALL_OF_1(put, tan, 18u) \
                ALL_OF_1(put, asin, 19u) ALL_OF_1(put, acos, 20u) ALL_OF_1(put, atan, 21u) ALL_OF_2(put, atan2, 22u) \
                    ALL_OF_1(put, sinh, 23u) ALL_OF_1(put, cosh, 24u) ALL_OF_1(put, tanh, 25u) \
                        ALL_OF_2(put, nextafter, 26u) ALL_OF_2(put, fmod, 27u) ALL_OF_1(put, modf, 28u) \
                            ALL_OF_1(put, frexp, 29u) put(30u, NBL_CAST(float32_t, nbl_frexp_exponent(x))) \
                                put(31u, nbl_ldexp(x, NBL_CAST(int32_t, nbl_bits_from_float32(y) >> 23u) - 256)) \
                                    ALL_OF_1(put, asinh, 32u) ALL_OF_1(put, acosh, 33u) ALL_OF_1(put, atanh, 34u) \
                                        ALL_OF_1(put, expm1, 35u) ALL_OF_1(put, log1p, 36u) ALL_OF_1(put, log10, 37u) \
                                            ALL_OF_1(put, erf, 38u) ALL_OF_1(put, erfc, 39u) \
                                                ALL_OF_1(put, tgamma, 40u) ALL_OF_1(put, lgamma, 41u)

NBL_LOCAL_SIZE(64)
NBL_KERNEL(all) {
    uint32_t i = nbl_workgroup_index() * 64u + nbl_local_invocation_index();
    float32_t x = nbl_float32_from_bits(NBL_LOAD(all_arguments, i * 3u));
    float32_t y = nbl_float32_from_bits(NBL_LOAD(all_arguments, i * 3u + 1u));
    float32_t z = nbl_float32_from_bits(NBL_LOAD(all_arguments, i * 3u + 2u));
#define ALL_PUT(number, value) NBL_STORE(all_results, i *ALL_FUNCTIONS + number, nbl_bits_from_float32(value));
    ALL_EACH(ALL_PUT)
#undef ALL_PUT
}
