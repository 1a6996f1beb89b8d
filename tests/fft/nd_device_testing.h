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

/* Holds a transform in exact mode against the CPU's bits. Returns false where the device refuses what is beyond it,
 * which `error` then says. */
static inline bool exact_agrees(nbl_vulkan_device_t *device, const case_t *c, nbl_fft_route_t route,
                                test_random_t *random) {
    const nbl_fft_nd_desc_t *desc = &c->desc;
    const bool in_place = c->in_place;
    const uint64_t in = side_bytes(desc, false), out = side_bytes(desc, true), most = in > out ? in : out;
    char *input = malloc(most), *copy = malloc(most), *ours = malloc(most), *theirs = malloc(most), text[512];
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = route};
    nbl_fft_t *plan;
    nbl_error_t error;
    describe(c, text, sizeof text);
    memset(input, 0x3b, most);
    fill(desc->precision, input, in, random);
    memcpy(copy, input, most);
    memset(ours, 0x3b, most);
    memset(theirs, 0x3b, most);
    ck_assert_msg(nbl_fft_make_cpu(desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    if (in_place) memcpy(theirs, input, most), memcpy(ours, input, most);
    ck_assert_msg(nbl_fft_run(plan, in_place ? theirs : input, theirs, &error) == NBL_SUCCESS, "%s: %s", text,
                  error.text);
    const nbl_result_t result = nbl_fft_nd_vulkan(device, desc, &how, in_place ? ours : input, ours, NULL, &error);
    const bool refused = result == NBL_ERROR_LIMIT;
    ck_assert_msg(result == NBL_SUCCESS || refused, "%s: %s", text, error.text);
    for (uint64_t i = 0; i < out && !refused; i++)
        ck_assert_msg(ours[i] == theirs[i], "%s: byte %llu of %llu differs", text, (unsigned long long)i,
                      (unsigned long long)out);
    ck_assert_msg(in_place || memcmp(input, copy, in) == 0, "%s: the input was written to", text);
    nbl_fft_destroy(plan);
    free(input);
    free(copy);
    free(ours);
    free(theirs);
    return !refused;
}

#endif
