/* Prime factors and divisors of lengths.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLAN_FACTORS_H
#define NBL_HOST_PLAN_FACTORS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the largest prime factor of n; 1 for 1. */
static inline uint32_t nbl_largest_prime(uint32_t n) {
    uint32_t largest = 1;
    for (uint32_t factor = 2; (uint64_t)factor * factor <= n; factor++)
        for (; n % factor == 0; n /= factor) largest = factor;
    return n > largest ? n : largest;
}

static inline bool nbl_is_prime(uint32_t n) { return n > 1 && nbl_largest_prime(n) == n; }

/* Returns whether n, 1 or more, has no prime factor above `most`. */
static inline bool nbl_is_smooth(uint32_t n, uint32_t most) {
    for (uint32_t factor = 2; factor <= most; factor++)
        while (n % factor == 0) n /= factor;
    return n == 1;
}

/* Returns the largest divisor of n that is at most `most`, which is 1 or more. */
static inline uint32_t nbl_divisor_to(uint32_t n, uint32_t most) {
    while (n % most != 0) most--;
    return most;
}

#endif
