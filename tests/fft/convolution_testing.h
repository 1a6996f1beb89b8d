/* Convolutions drawn at random, for the CPU's test and the device's.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_CONVOLUTION_TESTING_H
#define NBL_TESTS_FFT_CONVOLUTION_TESTING_H

#include "nbl/host/convolution.h"
#include "tests/common/testing.h"

/* Draws a description: of 1 to 3 dimensions, any part, any precision but halves.
 *
 * most, most_kernel  sizes at most, by the rank */
static inline nbl_convolution_desc_t test_convolution_at_random(test_random_t *random, const uint32_t most[4],
                                                                const uint32_t most_kernel[4]) {
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    desc.rank = 1 + test_random_below(random, 3);
    desc.part = (nbl_convolution_part_t)test_random_below(random, 3);
    for (uint32_t d = 0; d < desc.rank; d++) {
        desc.kernel_sizes[d] = 1 + test_random_below(random, most_kernel[desc.rank]);
        desc.sizes[d] = 1 + test_random_below(random, most[desc.rank]);
        if (desc.part == NBL_CONVOLUTION_VALID && desc.kernel_sizes[d] > desc.sizes[d])
            desc.kernel_sizes[d] = desc.sizes[d];
    }
    desc.batch = 1 + test_random_below(random, 2);
    desc.precision = test_random_below(random, 2) ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    desc.complex_numbers = test_random_below(random, 2) == 1;
    desc.correlates = test_random_below(random, 2) == 1;
    desc.threads = test_random_below(random, 3);
    return desc;
}

#endif
