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
#include "tests/common/testing.h"

enum { RANK = NBL_FFT_ND_MOST_RANK };

static const uint32_t scalar_bytes[] = {2, 4, 8, 2};

/* ---- Arrays */

/* Bytes that an array spans, as the description says. */
static uint64_t bytes_of(const nbl_fft_nd_desc_t *desc, bool output) {
    const uint64_t *strides = output ? desc->output_strides : desc->input_strides;
    const uint64_t distance = output ? desc->output_distance : desc->input_distance;
    const bool real = desc->real && output == desc->inverse;
    const uint32_t last = desc->axis_count == 0 ? desc->rank - 1 : desc->axes[desc->axis_count - 1];
    uint64_t span = 1, stride = 1;
    bool dense = true;
    for (uint32_t d = 0; d < desc->rank; d++) dense = dense && strides[d] == 0;
    for (uint32_t d = desc->rank; d-- > 0;) {
        const uint64_t size = desc->real && !real && d == last ? desc->sizes[d] / 2 + 1 : desc->sizes[d];
        span += (size - 1) * (dense ? stride : strides[d]);
        stride *= size;
    }
    span += (desc->batch - 1) * (distance == 0 ? span : distance);
    return span * scalar_bytes[desc->precision] * (real ? 1 : 2);
}

static void fill(nbl_fft_precision_t precision, char *memory, uint64_t bytes, test_random_t *random) {
    const uint32_t scalar = scalar_bytes[precision];
    for (uint64_t i = 0; i + scalar <= bytes; i += scalar) {
        const double wide = test_random_real(random);
        const nbl_emulator_float32x2_t pair = {(float)wide, 0.0f};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        memcpy(memory + i, scalar == 2 ? (const void *)&half : scalar == 4 ? (const void *)&pair.x : &wide, scalar);
    }
}

static void describe(const nbl_fft_nd_desc_t *desc, bool in_place, char *text, size_t size) {
    int at = snprintf(text, size, "%s%s%s%s, batch %llu, scaling %d,", nbl_fft_precision_name(desc->precision),
                      desc->inverse ? " inverse" : "", desc->real ? " real" : "", in_place ? " in place" : "",
                      (unsigned long long)desc->batch, (int)desc->scaling);
    for (uint32_t d = 0; d < desc->rank; d++)
        at += snprintf(text + at, size - (size_t)at, " %llu (%llu, %llu)", (unsigned long long)desc->sizes[d],
                       (unsigned long long)desc->input_strides[d], (unsigned long long)desc->output_strides[d]);
    at += snprintf(text + at, size - (size_t)at, " axes");
    for (uint32_t a = 0; a < desc->axis_count; a++) at += snprintf(text + at, size - (size_t)at, " %u", desc->axes[a]);
}

/* ---- A device beside the CPU */

static nbl_fft_vulkan_desc_t exact(void) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    return how;
}

/* Returns false where the device refuses what is beyond it, which `error` then says. */
static bool agrees(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, bool in_place, test_random_t *random) {
    const uint64_t in = bytes_of(desc, false), out = bytes_of(desc, true), most = in > out ? in : out;
    char *input = malloc(most), *copy = malloc(most), *ours = malloc(most), *theirs = malloc(most), text[512];
    const nbl_fft_vulkan_desc_t how = exact();
    nbl_fft_nd_plan_t *plan;
    nbl_error_t error;
    describe(desc, in_place, text, sizeof text);
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
        nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
        desc.rank = shapes[i].rank;
        memcpy(desc.sizes, shapes[i].sizes, sizeof shapes[i].sizes);
        desc.batch = shapes[i].batch;
        desc.axis_count = shapes[i].axis_count;
        memcpy(desc.axes, shapes[i].axes, sizeof shapes[i].axes);
        desc.precision = shapes[i].precision;
        desc.real = shapes[i].real;
        desc.inverse = shapes[i].inverse;
        if (desc.precision == NBL_FFT_FLOAT64 && !float64) continue;
        ck_assert(agrees(device, &desc, shapes[i].in_place, &random));
        agreed++;
    }
    printf("nd device: %d shapes have the CPU's bits, %s\n", agreed, nbl_vulkan_device_get_info(device)->name);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE); }
END_TEST

int main(void) {
    Suite *suite = suite_create("nd device");
    TCase *tests = tcase_create("nd device");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, lavapipe_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
