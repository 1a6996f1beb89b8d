/* Transforms of several dimensions and of any length on devices: the CPU's bits in exact mode, misuse, and limits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The CPU's results are held against a reference by test_nd.c.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_nd_vulkan.h"
#include "tests/fft/nd_testing.h"

/* Bytes that a side spans. */
static uint64_t bytes_of(const nbl_fft_nd_desc_t *desc, bool output) {
    const layout_t l = layout_of(desc, output);
    return l.span * scalar_bytes[desc->precision] * (l.real ? 1 : 2);
}

static void fill(nbl_fft_precision_t precision, char *memory, uint64_t bytes, test_random_t *random) {
    for (uint64_t i = 0; i < bytes / scalar_bytes[precision]; i++)
        put_scalar(memory, scalar_bytes[precision], i, test_random_real(random));
}

/* ---- A device beside the CPU */

static nbl_fft_vulkan_desc_t exact(void) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    return how;
}

/* Returns false where the device refuses what is beyond it, which `error` then says. */
static bool agrees(nbl_vulkan_device_t *device, const case_t *c, test_random_t *random) {
    const nbl_fft_nd_desc_t *desc = &c->desc;
    const bool in_place = c->in_place;
    const uint64_t in = bytes_of(desc, false), out = bytes_of(desc, true), most = in > out ? in : out;
    char *input = malloc(most), *copy = malloc(most), *ours = malloc(most), *theirs = malloc(most), text[512];
    const nbl_fft_vulkan_desc_t how = exact();
    nbl_fft_nd_plan_t *plan;
    nbl_error_t error;
    describe(c, text, sizeof text);
    memset(input, 0x3b, most);
    fill(desc->precision, input, in, random);
    memcpy(copy, input, most);
    memset(ours, 0x3b, most);
    memset(theirs, 0x3b, most);
    ck_assert_msg(nbl_fft_nd_plan_create(desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    if (in_place) memcpy(theirs, input, most), memcpy(ours, input, most);
    ck_assert_msg(nbl_fft_nd_plan_run(plan, in_place ? theirs : input, theirs, &error) == NBL_SUCCESS, "%s: %s", text,
                  error.text);
    const nbl_result_t result = nbl_fft_nd_vulkan(device, desc, &how, in_place ? ours : input, ours, NULL, &error);
    const bool refused = result == NBL_ERROR_LIMIT;
    ck_assert_msg(result == NBL_SUCCESS || refused, "%s: %s", text, error.text);
    for (uint64_t i = 0; i < out && !refused; i++)
        ck_assert_msg(ours[i] == theirs[i], "%s: byte %llu of %llu differs", text, (unsigned long long)i,
                      (unsigned long long)out);
    ck_assert_msg(in_place || memcmp(input, copy, in) == 0, "%s: the input was written to", text);
    nbl_fft_nd_plan_destroy(plan);
    free(input);
    free(copy);
    free(ours);
    free(theirs);
    return !refused;
}

static const struct {
    uint32_t rank;
    uint64_t sizes[4], batch;
    uint32_t axis_count, axes[2];
    nbl_fft_precision_t precision;
    bool real, inverse, in_place;
} shapes[] = {
    {1, {240}, 5, 0, {0}, NBL_FFT_FLOAT32, false, false, false},
    {2, {48, 100}, 1, 0, {0}, NBL_FFT_FLOAT32, false, true, false},
    {3, {12, 7, 30}, 2, 0, {0}, NBL_FFT_FLOAT32, false, false, true},
    {2, {20, 64}, 3, 1, {0}, NBL_FFT_FLOAT64, false, false, true},
    {2, {16, 90}, 1, 0, {0}, NBL_FFT_FLOAT32, true, false, false},
    {2, {16, 90}, 1, 0, {0}, NBL_FFT_FLOAT32, true, true, false},
    {2, {6, 15}, 3, 0, {0}, NBL_FFT_FLOAT32, true, false, false},
    {2, {6, 15}, 3, 0, {0}, NBL_FFT_FLOAT64, true, true, false},
    {1, {1 << 16}, 1, 0, {0}, NBL_FFT_FLOAT32, false, false, false},
    {1, {1 << 18}, 1, 0, {0}, NBL_FFT_FLOAT32, false, true, true},
    {2, {40000, 4}, 1, 1, {0}, NBL_FFT_FLOAT32, false, false, false},
    {1, {20000}, 2, 0, {0}, NBL_FFT_FLOAT64, false, false, true},
    {1, {11 * 13}, 4, 0, {0}, NBL_FFT_FLOAT32, false, false, true},
    {2, {3, 2 * 103}, 1, 0, {0}, NBL_FFT_FLOAT32, true, false, false},
    {2, {3, 2 * 103}, 1, 0, {0}, NBL_FFT_FLOAT32, true, true, false},
    {2, {3, 103}, 1, 0, {0}, NBL_FFT_FLOAT64, true, false, false},
    {2, {3, 103}, 1, 0, {0}, NBL_FFT_FLOAT32, true, true, false},
    {1, {10007}, 1, 0, {0}, NBL_FFT_FLOAT32, false, false, false},
    {1, {100000}, 1, 0, {0}, NBL_FFT_FLOAT32, true, false, false},
    {1, {100000}, 1, 0, {0}, NBL_FFT_FLOAT32, true, true, false},
    {2, {30, 22}, 1, 0, {0}, NBL_FFT_FLOAT16_STORAGE, false, false, false},
    {1, {40000}, 1, 0, {0}, NBL_FFT_FLOAT16_STORAGE, false, true, false},
    {2, {4, 24}, 2, 0, {0}, NBL_FFT_FLOAT16_STORAGE, true, false, false},
    {2, {1, 5}, 2, 1, {0}, NBL_FFT_FLOAT32, false, false, false},
};

static void all_agree(test_driver_t driver) {
    test_random_t random = test_random_begin("nd device");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const bool float64 = (nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT64) != 0;
    int agreed = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        case_t c = {.desc = nbl_fft_nd_desc_init(), .in_place = shapes[i].in_place};
        c.desc.rank = shapes[i].rank;
        memcpy(c.desc.sizes, shapes[i].sizes, sizeof shapes[i].sizes);
        c.desc.batch = shapes[i].batch;
        c.desc.axis_count = shapes[i].axis_count;
        memcpy(c.desc.axes, shapes[i].axes, sizeof shapes[i].axes);
        c.desc.precision = shapes[i].precision;
        c.desc.real = shapes[i].real;
        c.desc.inverse = shapes[i].inverse;
        if (c.desc.precision == NBL_FFT_FLOAT64 && !float64) continue;
        ck_assert(agrees(device, &c, &random));
        agreed++;
    }
    printf("nd device: %d shapes have the CPU's bits, %s\n", agreed, nbl_vulkan_device_get_info(device)->name);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE); }
END_TEST

/* Strides, axes, batches, scalings and precisions of all kinds; with NBL_TEST_ALL many more. */
START_TEST(shapes_at_random) {
    test_random_t random = test_random_begin("nd device at random");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const bool float16 = (nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT16) != 0;
    const int cases = test_all() ? 400 : 12;
    int agreed = 0;
    for (int i = 0; i < cases; i++) {
        const case_t c = draw_case(&random);
        if (c.desc.precision == NBL_FFT_FLOAT16 && !float16) continue;
        agreed += agrees(device, &c, &random);
    }
    printf("nd device: %d of %d random shapes have the CPU's bits, others are refused\n", agreed, cases);
    ck_assert_int_ge(agreed, cases / 2);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd device");
    TCase *tests = tcase_create("nd device");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, shapes_at_random);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
