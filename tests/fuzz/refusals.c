/* Mutates the modules of files and counts, with the fuzz target's own counter, why the specialiser refuses them.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   refusals COUNT SEED FILE...   each file as the fuzz target takes it; NBL_FUZZ_REASONS must be set
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 18, MOST_FILES = 256 };
static uint64_t state;

static uint32_t below(uint32_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 32) % bound;
}

/* One to four words changed, exchanged, left out or taken from elsewhere: mostly by little, so that most remain
 * modules. */
static size_t mutate(uint8_t *data, size_t size) {
    uint32_t words = (uint32_t)(size - 4) / 4, *w = (uint32_t *)(void *)(data + 4);
    for (uint32_t k = below(4) + 1; k > 0 && words > 8; k--) {
        uint32_t at = 5 + below(words - 5), other = 5 + below(words - 5), kept = w[at];
        switch (below(6)) {
        case 0: w[at] ^= 1u << below(32); break;
        case 1: w[at] += below(7) - 3; break;
        case 2: w[at] = w[other]; break;
        case 3: w[at] = w[other], w[other] = kept; break;
        case 4: w[at] = below(words); break;
        default: memmove(w + at, w + at + 1, (words - at - 1) * sizeof *w), words--; break;
        }
    }
    return 4 + 4 * (size_t)words;
}

int main(int argc, char **argv) {
    static _Alignas(8) uint8_t files[MOST_FILES][MOST_BYTES], data[MOST_BYTES];
    size_t sizes[MOST_FILES];
    int count = 0;
    if (argc < 4) return 2;
    state = strtoull(argv[2], NULL, 10);
    for (int i = 3; i < argc && count < MOST_FILES; i++) {
        FILE *file = fopen(argv[i], "rb");
        sizes[count] = file ? fread(files[count], 1, MOST_BYTES, file) : 0;
        if (file) fclose(file);
        count += sizes[count] > 64;
    }
    if (!count || !state) return 2; /* of 0 nothing but 0 follows */
    for (long k = atol(argv[1]); k > 0; k--) {
        uint32_t i = below((uint32_t)count);
        memcpy(data, files[i], sizes[i]);
        for (int b = 0; b < 4; b++) data[b] = (uint8_t)below(256);
        LLVMFuzzerTestOneInput(data, mutate(data, sizes[i]));
    }
    return 0;
}
