/* Every radix kernel, and which of them one text of primes makes.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FFT_RADIX_MASK (NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)
#include "nbl/fft/radix.h"
#include "nbl/fft/plan.h"
#include "plan/radix_cost.h"

/* Returns whether a radix is a prime above 13, or 33, 34, 38 or 39: one text makes these kernels, and only fast mode on
 * a device uses them. */
static inline bool is_prime(uint32_t radix) {
    return (NBL_FFT_PRIME_RADICES >> NBL_FFT_RADIX_MASK_BIT(radix) & 1) != 0;
}
static inline bool is_wide(uint32_t radix) { return NBL_FFT_IS_WIDE(radix) != 0; }
