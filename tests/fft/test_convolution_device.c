/* Convolutions and correlations on a device: the CPU's bits in exact mode.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The CPU's results are held against the definition by test_convolution.c.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/convolution_vulkan.h"
#include "tests/common/testing.h"
#include "tests/fft/convolution_testing.h"

static uint64_t product(const uint64_t *sizes, uint32_t rank) {
    uint64_t count = 1;
    for (uint32_t d = 0; d < rank; d++) count *= sizes[d];
    return count;
}

static void *numbers(const nbl_convolution_desc_t *desc, uint64_t elements, test_random_t *random) {
    const uint64_t scalars = desc->complex_numbers ? 2 * elements : elements;
    char *memory = malloc(scalars * 8);
    ck_assert_ptr_nonnull(memory);
    for (uint64_t i = 0; i < scalars; i++) {
        const double x = (double)test_random_real(random);
        const float single = (float)x;
        if (desc->precision == NBL_FFT_FLOAT64)
            memcpy(memory + 8 * i, &x, 8);
        else
            memcpy(memory + 4 * i, &single, 4);
    }
    return memory;
}

static void agrees(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc, test_random_t *random) {
    /* In buffers, and by device address. */
    const nbl_fft_route_t route = test_random_below(random, 2) == 0 ? NBL_FFT_ROUTE_PASSES : NBL_FFT_ROUTE_TICKETS;
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = route};
    const size_t scalar = desc->precision == NBL_FFT_FLOAT64 ? 8 : 4,
                 element = desc->complex_numbers ? 2 * scalar : scalar;
    void *input = numbers(desc, product(desc->sizes, desc->rank) * desc->batch, random);
    void *kernel = numbers(desc, product(desc->kernel_sizes, desc->rank), random);
    nbl_convolution_t *convolution;
    nbl_error_t error;
    double nanoseconds = 0;
    char text[160];
    snprintf(text, sizeof text, "rank %u: %llu %llu %llu by %llu %llu %llu, batch %llu, part %d%s%s%s", desc->rank,
             (unsigned long long)desc->sizes[0], (unsigned long long)desc->sizes[1], (unsigned long long)desc->sizes[2],
             (unsigned long long)desc->kernel_sizes[0], (unsigned long long)desc->kernel_sizes[1],
             (unsigned long long)desc->kernel_sizes[2], (unsigned long long)desc->batch, (int)desc->part,
             desc->complex_numbers ? ", complex" : "", desc->correlates ? ", correlation" : "",
             scalar == 8 ? ", float64" : "");
    TEST_EXPECT(nbl_convolution_create(desc, kernel, &convolution, &error));
    uint64_t sizes[3] = {1, 1, 1};
    for (uint32_t d = 0; d < desc->rank; d++) sizes[d] = nbl_convolution_size(convolution, d);
    const size_t bytes = (size_t)(product(sizes, desc->rank) * desc->batch) * element;
    char *expected = malloc(bytes), *got = malloc(bytes);
    TEST_EXPECT(nbl_convolution_run(convolution, input, expected, &error));
    nbl_convolution_destroy(convolution);
    memset(got, 0xff, bytes);
    const nbl_result_t result = nbl_convolution_vulkan(device, desc, kernel, &how, input, got, &nanoseconds, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s: %s", text, error.text);
    const uint64_t differing = test_differing_scalars(got, expected, bytes, scalar);
    ck_assert_msg(differing == 0, "%s: %llu of %llu scalars differ", text, (unsigned long long)differing,
                  (unsigned long long)(bytes / scalar));
    ck_assert(nanoseconds > 0);
    free(input);
    free(kernel);
    free(expected);
    free(got);
}

enum { RANDOM = 100 };

/* Drawn: sizes to a few thousand elements in all. */
START_TEST(convolutions_at_random) {
    static const uint32_t most[] = {0, 3000, 60, 14};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    test_random_t random = test_random_begin("random convolutions on a device");
    for (int i = 0; i < (test_all() ? RANDOM : 2); i++) { /* cases 541 to 551 have other sizes alone */
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most, most);
        agrees(device, &desc, &random);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* A description that no device convolves is refused, and so is an array larger than the device binds. */
START_TEST(refusals) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    float taps[2] = {1, 2};
    nbl_fft_t *fft = (nbl_fft_t *)(void *)&desc;
    nbl_error_t error;
    desc.rank = 1;
    desc.sizes[0] = 10;
    ck_assert_int_eq(nbl_convolution_create_vulkan(device, &desc, taps, &how, &fft, &error), NBL_ERROR_ARGUMENT);
    ck_assert_ptr_null(fft);
    desc.kernel_sizes[0] = 2;
    desc.sizes[0] = 1u << 27;
    ck_assert_int_eq(nbl_convolution_create_vulkan(device, &desc, taps, &how, &fft, &error), NBL_ERROR_LIMIT);
    desc.sizes[0] = 1u << 26;
    ck_assert_int_eq(nbl_convolution_create_vulkan(device, &desc, taps, &how, &fft, &error), NBL_ERROR_LIMIT);
    ck_assert_ptr_nonnull(strstr(error.text, "the limit of a buffer"));
    desc.batch = UINT64_MAX;
    ck_assert_int_eq(nbl_convolution_create_vulkan(device, &desc, taps, &how, &fft, &error), NBL_ERROR_LIMIT);
    ck_assert_int_eq(nbl_convolution_create_vulkan(device, &desc, NULL, &how, &fft, &error), NBL_ERROR_ARGUMENT);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("convolution device");
    TCase *tests = tcase_create("convolution device");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, convolutions_at_random);
    tcase_add_test(tests, refusals);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
