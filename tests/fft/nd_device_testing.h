/* Transforms of several dimensions on devices for tests: arrays in memory, and fast mode beside the CPU's float64.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_ND_DEVICE_TESTING_H
#define NBL_TESTS_FFT_ND_DEVICE_TESTING_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "nbl/host/fft_nd_vulkan.h"
#include "tests/fft/nd_testing.h"

static inline void fill(nbl_fft_precision_t precision, char *memory, uint64_t bytes, test_random_t *random) {
    for (uint64_t i = 0; i < bytes / scalar_bytes[precision]; i++)
        put_scalar(memory, scalar_bytes[precision], i, test_random_real(random));
}

/* Holds a transform in fast mode against the CPU's in float64: of float32 their difference is below 4e-7. */
static inline void expect_fast(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, nbl_fft_route_t route,
                               test_random_t *random) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_FAST, .route = route};
    const uint32_t bytes = scalar_bytes[desc->precision];
    const uint64_t in = side_bytes(desc, false) / bytes, out = side_bytes(desc, true) / bytes;
    nbl_fft_nd_desc_t wide = *desc;
    nbl_fft_t *plan;
    nbl_error_t error;
    char *input = malloc(in * bytes), *output = malloc(out * bytes);
    double *from = malloc(in * sizeof *from), *to = malloc(out * sizeof *to), above = 0, below = 0;
    wide.precision = NBL_FFT_FLOAT64;
    fill(desc->precision, input, in * bytes, random);
    for (uint64_t k = 0; k < in; k++) from[k] = (double)get_scalar(input, bytes, k);
    TEST_EXPECT(nbl_fft_nd_vulkan(device, desc, &how, input, output, NULL, &error));
    TEST_EXPECT(nbl_fft_make_cpu(&wide, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, from, to, &error));
    for (uint64_t k = 0; k < out; k++) {
        const double off = (double)get_scalar(output, bytes, k) - to[k];
        above += off * off;
        below += to[k] * to[k];
    }
    printf("nd device: %u of %u dimensions, %s, inverse %d, fast: relative L2 %.2e\n", (unsigned)desc->sizes[0],
           (unsigned)desc->rank, nbl_fft_precision_name(desc->precision), desc->inverse, sqrt(above / below));
    ck_assert(sqrt(above / below) < (bytes == 2 ? 6e-4 : bytes == 8 ? 1e-15 : 4e-7));
    nbl_fft_destroy(plan);
    free(input);
    free(output);
    free(from);
    free(to);
}

#endif
