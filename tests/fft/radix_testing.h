/* Every radix kernel, and which of them are of primes above 13.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FFT_RADIX_MASK (NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)
#include "nbl/fft/radix.h"
#include "nbl/fft/plan.h"
#include "plan/radix_cost.h"

/* Returns whether a radix is 17, 19, 23, 29 or 31: one text makes these kernels, and only fast mode on a device uses
 * them. */
static inline bool is_prime(uint32_t radix) { return (NBL_FFT_PRIME_RADICES >> NBL_FFT_RADIX_FIELD(radix) & 1) != 0; }
