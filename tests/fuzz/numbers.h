/* Numbers for descriptions, taken from a fuzzer's bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FUZZ_NUMBERS_H
#define NBL_TESTS_FUZZ_NUMBERS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct input_t {
    const uint8_t *data;
    size_t size;
} input_t;

/* Returns the next byte; 0 behind the last one. */
static inline uint32_t take(input_t *input) {
    if (input->size == 0) return 0;
    input->size--;
    return *input->data++;
}

/* Returns a number, as a rule 0 to `most`, now and then any. */
static inline uint64_t number(input_t *input, uint32_t most) {
    const uint32_t first = take(input);
    uint64_t wide = 0;
    if (first < 0xf0) return first % (most + 1);
    for (uint32_t i = 0; i <= (first & 7); i++) wide = wide << 8 | take(input);
    return wide;
}

enum { GUARD = 64, UNTOUCHED = 0x3c };

/* Returns `bytes` bytes and a guard of GUARD bytes behind them, all UNTOUCHED, to be freed; NULL without memory. */
static inline char *allocate(uint64_t bytes) {
    char *memory = malloc((size_t)bytes + GUARD);
    if (memory != NULL) memset(memory, UNTOUCHED, (size_t)bytes + GUARD);
    return memory;
}

#endif
