/* Constants of mathematics: the mirror of std::numbers, as functions named after constant and scalar type.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_numbers_pi_float32_t() and so on: e log2e log10e pi inv_pi inv_sqrtpi ln2 ln10 sqrt2 sqrt3 inv_sqrt3, egamma
 * (Euler's constant), phi (the golden ratio) and tau = 2 pi. Each is the number of its type that is nearest to the
 * constant, written by its bits, so that no compiler's reading of decimals takes part.
 */
#ifndef NBL_NUMBERS_H
#define NBL_NUMBERS_H

#include "nbl/limits.h"

#if NBL_HAS_FLOAT64
#define NBL_NUMBERS_64(name, high, low) \
    NBL_FUNCTION float64_t nbl_numbers_##name##_float64_t(void) { return nbl_limits_of_bits_float64_t(high, low); }
#else
#define NBL_NUMBERS_64(name, high, low)
#endif
#if NBL_HAS_FLOAT16
#define NBL_NUMBERS_16(name, half_bits) \
    NBL_FUNCTION float16_t nbl_numbers_##name##_float16_t(void) { return nbl_limits_of_bits_float16_t(half_bits); }
#else
#define NBL_NUMBERS_16(name, half_bits)
#endif
#define NBL_NUMBERS(name, half_bits, bits, high, low) \
    NBL_FUNCTION float32_t nbl_numbers_##name##_float32_t(void) { return nbl_float32_from_bits(bits); } \
    NBL_NUMBERS_64(name, high, low) NBL_NUMBERS_16(name, half_bits)

NBL_NUMBERS(e, 0x4170u, 0x402df854u, 0x4005bf0au, 0x8b145769u)
NBL_NUMBERS(log2e, 0x3dc5u, 0x3fb8aa3bu, 0x3ff71547u, 0x652b82feu)
NBL_NUMBERS(log10e, 0x36f3u, 0x3ede5bd9u, 0x3fdbcb7bu, 0x1526e50eu)
NBL_NUMBERS(pi, 0x4248u, 0x40490fdbu, 0x400921fbu, 0x54442d18u)
NBL_NUMBERS(tau, 0x4648u, 0x40c90fdbu, 0x401921fbu, 0x54442d18u)
NBL_NUMBERS(inv_pi, 0x3518u, 0x3ea2f983u, 0x3fd45f30u, 0x6dc9c883u)
NBL_NUMBERS(inv_sqrtpi, 0x3883u, 0x3f106ebbu, 0x3fe20dd7u, 0x50429b6du)
NBL_NUMBERS(ln2, 0x398cu, 0x3f317218u, 0x3fe62e42u, 0xfefa39efu)
NBL_NUMBERS(ln10, 0x409bu, 0x40135d8eu, 0x40026bb1u, 0xbbb55516u)
NBL_NUMBERS(sqrt2, 0x3da8u, 0x3fb504f3u, 0x3ff6a09eu, 0x667f3bcdu)
NBL_NUMBERS(sqrt3, 0x3eeeu, 0x3fddb3d7u, 0x3ffbb67au, 0xe8584caau)
NBL_NUMBERS(inv_sqrt3, 0x389eu, 0x3f13cd3au, 0x3fe279a7u, 0x4590331cu)
NBL_NUMBERS(egamma, 0x389eu, 0x3f13c468u, 0x3fe2788cu, 0xfc6fb619u)
NBL_NUMBERS(phi, 0x3e79u, 0x3fcf1bbdu, 0x3ff9e377u, 0x9b97f4a8u)
#undef NBL_NUMBERS
#undef NBL_NUMBERS_16
#undef NBL_NUMBERS_64

#endif
