/* Random numbers that a printed seed repeats.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t test_seed(const char *who) {
    const char *chosen = getenv("NBL_SEED");
    uint64_t seed = 1;
    if (chosen && strcmp(chosen, "now") == 0)
        seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    else if (chosen)
        seed = strtoull(chosen, NULL, 0);
    printf("%s: NBL_SEED=%llu repeats this run\n", who, (unsigned long long)seed);
    fflush(stdout); /* once, not in each process that a test forks */
    return seed;
}

test_random_t test_random_begin(const char *who) { return test_random_from(test_seed(who)); }

test_random_t test_random_from(uint64_t seed) {
    test_random_t random = {seed * 0x9e3779b97f4a7c15u | 1u}; /* neighbouring seeds must not give neighbouring states */
    for (int i = 0; i < 8; i++) test_random_below(&random, 2);
    return random;
}

uint32_t test_random_below(test_random_t *random, uint32_t bound) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (uint32_t)(((random->state * 2685821657736338717u) >> 32) * bound >> 32);
}

double test_random_real(test_random_t *random) {
    uint32_t high = test_random_below(random, 1u << 26), low = test_random_below(random, 1u << 27);
    return ((double)high * 134217728.0 + (double)low) / 4503599627370496.0 - 1.0;
}
