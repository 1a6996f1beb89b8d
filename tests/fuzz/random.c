/* Runs a fuzz target over a number of random inputs, without a fuzzer: for targets whose inputs are numbers of any kind.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: random COUNT [SEED]   built and run by tests/fuzz/random.sh
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
    const long count = argc > 1 ? atol(argv[1]) : 0;
    uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (long i = 0; i < count; i++) {
        uint8_t data[160];
        for (size_t k = 0; k < sizeof data; k++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* Marsaglia, "Xorshift RNGs", 2003 */
            data[k] = (uint8_t)(state >> 24);
        }
        LLVMFuzzerTestOneInput(data, 20 + state % 141);
        if ((i + 1) % 10000 == 0 || i + 1 == count) {
            printf("%ld inputs\n", i + 1);
            fflush(stdout);
        }
    }
    return count <= 0;
}
