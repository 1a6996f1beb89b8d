/* Cosine and sine transforms on devices: the CPU's bits in exact mode, the CPU's results in fast mode, and what is
 * refused.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds, each tried: the first loop's distance for all of them, and a workspace whose second part
 * begins where the first one does.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_nd_vulkan.h"
#include "tests/fft/dct_testing.h"

static bool has_chirp(const nbl_fft_nd_desc_t *desc) {
    for (uint32_t d = 0; d < desc->rank; d++)
        for (uint64_t add = 0; add < 3; add++) { /* 2 (N - 1), N, 2 (N + 1) */
            uint64_t rest = desc->sizes[d] + add - 1;
            for (uint64_t prime = 2; prime <= 13 && rest > 0; prime++)
                while (rest % prime == 0) rest /= prime;
            if (rest > 1) return true;
        }
    return false;
}

/* Holds a device against the CPU. Returns the difference, relative L2. */
static double compare(nbl_vulkan_device_t *device, const case_t *c, nbl_mode_t mode, nbl_fft_route_t route,
                      test_random_t *random) {
    const layout_t in = dct_layout(&c->desc, false), out = dct_layout(&c->desc, true);
    const uint32_t bytes = scalar_bytes[c->desc.precision];
    const size_t in_bytes = in.span * bytes, out_bytes = out.span * bytes;
    const size_t most = in_bytes > out_bytes ? in_bytes : out_bytes;
    char *input = malloc(most), *ours = malloc(most), *theirs = malloc(most), text[640];
    const nbl_fft_vulkan_desc_t how = {.mode = mode, .route = route};
    double above = 0, below = 0;
    nbl_fft_t *plan;
    nbl_error_t error;
    dct_describe(c, text, sizeof text);
    memset(input, 0x3b, most);
    for (uint64_t i = 0; i < in.elements; i++)
        put_scalar(input, bytes, place_of(&in, c->desc.rank, i), test_random_real(random));
    memset(ours, 0x3b, most);
    memset(theirs, 0x3b, most);
    if (c->in_place) memcpy(theirs, input, most), memcpy(ours, input, most);
    ck_assert_msg(nbl_fft_make_cpu(&c->desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(nbl_fft_run(plan, c->in_place ? theirs : input, theirs, &error) == NBL_SUCCESS, "%s: %s", text,
                  error.text);
    ck_assert_msg(nbl_fft_nd_vulkan(device, &c->desc, &how, c->in_place ? ours : input, ours, NULL, &error) ==
                      NBL_SUCCESS,
                  "%s: %s", text, error.text);
    for (size_t i = 0; i < out_bytes && mode == NBL_MODE_EXACT; i++)
        ck_assert_msg(ours[i] == theirs[i], "%s: byte %zu of %zu differs", text, i, out_bytes);
    for (uint64_t i = 0; i < out.elements; i++) {
        const uint64_t at = place_of(&out, c->desc.rank, i);
        const double expected = (double)get_scalar(theirs, bytes, at);
        const double off = (double)get_scalar(ours, bytes, at) - expected;
        above += off * off;
        below += expected * expected;
    }
    nbl_fft_destroy(plan);
    free(input);
    free(ours);
    free(theirs);
    return below > 0 ? sqrt(above / below) : 0;
}

static const nbl_fft_route_t routes[] = {NBL_FFT_ROUTE_PASSES, NBL_FFT_ROUTE_TICKETS, NBL_FFT_ROUTE_BEST};

/* A run takes each kind of transform once, and of the arrays that are drawn for it another one tomorrow.
 *
 * arrays  of each kind */
static void all_agree(test_driver_t driver, uint32_t arrays) {
    test_random_t random = test_random_begin("dct device"), numbers = random;
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const bool float64 = (nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT64) != 0;
    uint32_t drawn = 0, agreed = 0, kinds = 0, in_place = 0;
    for (uint32_t i = 0; drawn < 8 * arrays; i++) {
        case_t c = draw_dct(&random);
        c.desc.dct = 1 + drawn % 8;
        for (uint32_t d = 0; d < c.desc.rank; d++)
            if (c.desc.dct == NBL_FFT_DCT_1 && c.desc.sizes[d] == 1) c.desc.dct = NBL_FFT_DCT_2;
        if (!float64 && c.desc.precision == NBL_FFT_FLOAT64) c.desc.precision = NBL_FFT_FLOAT32;
        if (!float64 && has_chirp(&c.desc)) continue;
        if (test_takes(drawn / 8 + drawn % 8, arrays)) {
            compare(device, &c, NBL_MODE_EXACT, routes[i % 3], &numbers);
            kinds |= 1u << c.desc.dct;
            in_place += c.in_place;
            agreed++;
        }
        drawn++;
    }
    printf("dct device: %u arrays have the CPU's bits, %u in place, %s\n", agreed, in_place,
           nbl_vulkan_device_get_info(device)->name);
    ck_assert_uint_eq(kinds | 2, 0x1fe);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE, test_all() ? 25 : 3); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER, test_all() ? 8 : 3); }
END_TEST

START_TEST(fast_mode) {
    test_random_t random = test_random_begin("dct fast");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    double worst = 0;
    for (uint32_t kind = 1; kind <= 8; kind++) {
        case_t c = {.desc = nbl_fft_problem_init()};
        c.desc.rank = 2;
        c.desc.sizes[0] = 15 + kind % 2;
        c.desc.sizes[1] = 30 + kind;
        c.desc.dct = kind;
        const double relative = compare(device, &c, NBL_MODE_FAST, NBL_FFT_ROUTE_BEST, &random);
        ck_assert_msg(relative < 6e-7, "%s in fast mode: %.2e", dct_names[kind], relative);
        if (relative > worst) worst = relative;
    }
    printf("dct device: 8 kinds in fast mode are within %.2e of the CPU\n", worst);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(told) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_fft_t *fft;
    nbl_error_t error;
    char text[2048];
    if (device == NULL) return;
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 2;
    desc.sizes[0] = 16;
    desc.sizes[1] = 24;
    desc.dct = NBL_FFT_DST_3;
    TEST_EXPECT(nbl_fft_nd_create(device, &desc, &how, false, &fft, &error));
    const size_t length = nbl_fft_text(fft, text, sizeof text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert(strstr(text, "# dst-3 of 24 elements") != NULL && strstr(text, "# dst-3 of 16 elements") != NULL);
    ck_assert_uint_ge(nbl_fft_dispatches(fft), 6);
    ck_assert_uint_eq(nbl_fft_get_bytes(fft).input, 16 * 24 * 4);
    ck_assert_uint_gt(nbl_fft_get_bytes(fft).workspace, 2 * 16 * 24 * 4);
    nbl_fft_destroy(fft);
    desc.real = true;
    ck_assert_int_eq(nbl_fft_nd_create(device, &desc, &how, false, &fft, &error), NBL_ERROR_ARGUMENT);
    ck_assert(fft == NULL && strstr(error.text, "dct") != NULL);
    desc.real = false;
    desc.precision = NBL_FFT_FLOAT16_STORAGE;
    ck_assert_int_eq(nbl_fft_nd_create(device, &desc, &how, false, &fft, &error), NBL_ERROR_LIMIT);
    ck_assert(fft == NULL && strstr(error.text, "dct: cosine and sine transforms of halves are the CPU's") != NULL);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dct device");
    TCase *tests = tcase_create("dct device");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, fast_mode);
    tcase_add_test(tests, told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
