/* Numbers at random from a seed, and kinds of lengths, for programs that draw arrays to be timed.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_SCRIPTS_DRAWS_H
#define NBL_BENCH_SCRIPTS_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

static uint64_t state; /* the seed, before the first draw */

/* Returns a number below `below`, which is 1 or more: of a linear congruential generator with 64 bits (Knuth's
 * MMIX). */
static uint32_t draw(uint32_t below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((state >> 33) % below);
}

static bool is_smooth(uint32_t n) {
    for (uint32_t p = 2; p <= 13; p++)
        while (n % p == 0) n /= p;
    return n == 1;
}

static inline bool is_prime(uint32_t n) {
    for (uint32_t k = 2; k * k <= n; k++)
        if (n % k == 0) return false;
    return n > 1;
}

#endif
