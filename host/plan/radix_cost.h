/* What the radix kernels of nbl/fft/radix.h cost, in real operations.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_RADIX_COST_H
#define NBL_FFT_RADIX_COST_H

#include <stdint.h>

/* X(radix, additions and subtractions, products, instructions where products are fused).
 *
 * tests/fft/test_radix_shaders counts the first two in the SPIR-V of every kernel. The third was counted by hand in
 * gcc's x86-64 assembly, in float32. In float64 and float16 factors of sums come first: that takes four more
 * instructions for each transform of 5, and twelve more for each transform of 7. The kernels are written so that every
 * product goes into an addition. Those that do not: these factors, a few products in 9, 11, 13, 18, 25, 27, 32 and 36,
 * and R - 1 products in the primes R from 17 on. FFTW's codelets (Frigo 1999) need as many operations, for 32 eight
 * fewer; FFTW has no codelets for the primes from 17 on. */
#define NBL_FFT_RADIX_COSTS(X) \
    X(2u, 4u, 0u, 4u) \
    X(3u, 12u, 4u, 12u) \
    X(4u, 16u, 0u, 16u) \
    X(5u, 32u, 12u, 32u) \
    X(6u, 36u, 8u, 36u) \
    X(7u, 60u, 36u, 60u) \
    X(8u, 52u, 4u, 52u) \
    X(9u, 92u, 40u, 100u) \
    X(10u, 84u, 24u, 84u) \
    X(11u, 140u, 100u, 150u) \
    X(12u, 96u, 16u, 96u) \
    X(13u, 192u, 144u, 204u) \
    X(14u, 148u, 72u, 148u) \
    X(15u, 156u, 56u, 156u) \
    X(16u, 144u, 24u, 144u) \
    X(17u, 320u, 256u, 336u) \
    X(18u, 220u, 80u, 236u) \
    X(19u, 396u, 324u, 414u) \
    X(20u, 208u, 48u, 208u) \
    X(21u, 264u, 136u, 264u) \
    X(23u, 572u, 484u, 594u) \
    X(24u, 252u, 44u, 252u) \
    X(25u, 352u, 184u, 384u) \
    X(27u, 416u, 220u, 472u) \
    X(28u, 352u, 144u, 352u) \
    X(29u, 896u, 784u, 924u) \
    X(30u, 372u, 112u, 372u) \
    X(31u, 1020u, 900u, 1050u) \
    X(32u, 376u, 88u, 394u) \
    X(35u, 524u, 264u, 524u) \
    X(36u, 512u, 160u, 544u) \
    X(33u, 552u, 344u, 582u) \
    X(34u, 708u, 512u, 740u) \
    X(37u, 1440u, 1296u, 1476u) \
    X(38u, 868u, 648u, 904u) \
    X(39u, 732u, 484u, 768u) \
    X(41u, 1760u, 1600u, 1800u) \
    X(43u, 1932u, 1764u, 1974u) \
    X(47u, 2300u, 2116u, 2346u)

/* What a radix kernel costs where nothing is fused (exact mode).
 *
 * Returns its additions, subtractions and products of scalars; 0 for other radices.
 *
 * radix  any
 */
uint32_t nbl_fft_radix_operations(uint32_t radix);

/* What a radix kernel costs where products are fused with additions (fast mode).
 *
 * Returns its additions, subtractions and fused ones; 0 for other radices.
 *
 * radix  any
 */
uint32_t nbl_fft_radix_fused_operations(uint32_t radix);

#endif
