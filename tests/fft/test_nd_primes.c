/* Lengths with a prime factor of 17 to 31 in fast mode on devices: by radices of these primes, not by chirps, and right.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "fft/nd_stages.h"
#include "tests/fft/nd_device_testing.h"

/* ---- Plans, without a device */

static const nbl_fft_limits_t usual_device = {.max_workgroup_invocations = 1024,
                                              .max_shared_bytes = 49152,
                                              .subgroup_size = 32,
                                              .max_buffer_bytes = UINT32_MAX,
                                              .float16 = true,
                                              .float64 = true};

/* The kernels of a transform as text. */
static void stages_of(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, const nbl_fft_limits_t *limits, char *buffer,
                      size_t size) {
    nbl_fft_nd_stages_t stages;
    nbl_fft_nd_text_t text = {buffer, size, 0};
    nbl_error_t error;
    buffer[0] = '\0';
    ck_assert_msg(nbl_fft_nd_stages_make(desc, limits, mode, false, 256, &stages, &error) == NBL_SUCCESS, "%s",
                  error.text);
    nbl_fft_nd_put_stages(&text, &stages);
    nbl_fft_nd_stages_release(&stages);
}

/* Whether the primes above 13 are some of 17 to 31; `most`: the largest length. */
static bool has_primes(uint32_t n, uint32_t most) {
    uint32_t rest = n;
    for (uint32_t prime = 2; prime <= 13; prime++)
        while (rest % prime == 0) rest /= prime;
    const bool has = rest > 1;
    for (uint32_t prime = 17; prime <= 31; prime++)
        while (rest % prime == 0) rest /= prime;
    return has && rest == 1 && n <= most;
}

START_TEST(every_length_is_planned) {
    static const struct {
        nbl_fft_precision_t precision;
        uint32_t most;
        bool real;
    } kinds[] = {{NBL_FFT_FLOAT32, 8192, false},
                 {NBL_FFT_FLOAT64, 4096, false},
                 {NBL_FFT_FLOAT16_STORAGE, 8192, false},
                 {NBL_FFT_FLOAT32, 8192, true}};
    const uint32_t step = test_all() ? 1 : 48;
    uint32_t planned = 0, seen = 0;
    char text[2048];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint32_t n = 2; n <= kinds[k].most; n++) {
            if (!has_primes(n, kinds[k].most) || seen++ % step != 0) continue;
            nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
            desc.rank = 1;
            desc.sizes[0] = kinds[k].real ? 2 * n : n;
            desc.batch = 64;
            desc.precision = kinds[k].precision;
            desc.real = kinds[k].real;
            stages_of(&desc, NBL_MODE_FAST, &usual_device, text, sizeof text);
            ck_assert_msg(strstr(text, "chirp") == NULL && strchr(text, '\n') == text + strlen(text) - 1, "%u: %s", n,
                          text);
            stages_of(&desc, NBL_MODE_EXACT, &usual_device, text, sizeof text);
            ck_assert_msg(strstr(text, "from a chirp") != NULL, "%u, exact: %s", n, text);
            planned++;
        }
    printf("nd primes: %u lengths in one kernel, of %u\n", planned, seen);
    ck_assert_uint_eq(planned, (seen + step - 1) / step);
    ck_assert_uint_gt(seen, 3000);
}
END_TEST

/* ---- The emulator, by plans of one line: every radix in every precision */

static void emulate(uint32_t length, nbl_fft_precision_t precision, bool inverse, test_random_t *random) {
    enum { BATCH = 3, MOST = 2 * BATCH * 512 };
    static const double bounds[] = {2.5e-3, 2e-7, 5e-16, 5e-4};
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_fft_nd_desc_t wide = nbl_fft_nd_desc_init();
    nbl_fft_nd_plan_t *reference;
    nbl_error_t error;
    const nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    const uint32_t bytes = scalar_bytes[precision], scalars = 2 * BATCH * length;
    static _Alignas(16) char input[8 * MOST], output[8 * MOST];
    static double from[MOST], to[MOST];
    double above = 0, below = 0;
    desc.precision = precision;
    desc.length = length;
    desc.batch = BATCH;
    desc.inverse = inverse;
    desc.any_radices = true;
    wide.rank = 1;
    wide.sizes[0] = length;
    wide.batch = BATCH;
    wide.precision = NBL_FFT_FLOAT64;
    wide.inverse = inverse;
    fill(precision, input, (uint64_t)scalars * bytes, random);
    for (uint32_t k = 0; k < scalars; k++) from[k] = (double)get_scalar(input, bytes, k);
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_transform_emulate(&plan, &launch, input, output, NULL, &error));
    TEST_EXPECT(nbl_fft_nd_plan_create(&wide, &reference, &error));
    TEST_EXPECT(nbl_fft_nd_plan_run(reference, from, to, &error));
    for (uint32_t k = 0; k < scalars; k++) {
        const double off = (double)get_scalar(output, bytes, k) - to[k];
        above += off * off;
        below += to[k] * to[k];
    }
    ck_assert_msg(above < bounds[precision] * bounds[precision] * below, "%u, %s, inverse %d: relative L2 %.2e", length,
                  nbl_fft_precision_name(precision), inverse, sqrt(above / below));
    nbl_fft_nd_plan_destroy(reference);
}

START_TEST(the_emulator_is_right) {
    static const uint32_t lengths[] = {17, 38, 69, 145, 124, 17 * 29};
    test_random_t random = test_random_begin("nd primes, emulated");
    const bool float16 = nbl_fft_emulator_limits(0).float16;
    uint32_t cases = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (int precision = float16 ? 0 : 1; precision < 4; precision++)
            for (int inverse = 0; inverse < 2; inverse++, cases++)
                emulate(lengths[k], (nbl_fft_precision_t)precision, inverse != 0, &random);
    printf("nd primes: %u transforms emulated\n", cases);
    ck_assert_uint_ge(cases, 36);
}
END_TEST

/* ---- Devices */

typedef struct shape_t {
    uint32_t rank;
    uint64_t sizes[2], batch;
    nbl_fft_precision_t precision;
    bool real, inverse;
} shape_t;

/* What each radix, each precision and each way of lying in memory is at least once of; the inverse of some. */
static const shape_t shapes[] = {
    {1, {17}, 70, NBL_FFT_FLOAT32, false, false},         {1, {4046}, 2, NBL_FFT_FLOAT32, false, true},
    {2, {34, 58}, 2, NBL_FFT_FLOAT32, false, false},      {1, {2 * 29 * 31}, 3, NBL_FFT_FLOAT32, true, false},
    {1, {31}, 5, NBL_FFT_FLOAT32, false, true},           {1, {1216}, 2, NBL_FFT_FLOAT32, false, false},
    {2, {46, 62}, 1, NBL_FFT_FLOAT32, true, true},        {1, {6851}, 1, NBL_FFT_FLOAT32, false, false},
    {1, {2697}, 2, NBL_FFT_FLOAT64, false, true},         {1, {29}, 9, NBL_FFT_FLOAT32, false, false},
    {1, {289}, 4, NBL_FFT_FLOAT16_STORAGE, false, false}, {1, {2 * 17 * 23}, 2, NBL_FFT_FLOAT32, true, true},
    {1, {961}, 3, NBL_FFT_FLOAT32, false, true},          {1, {493}, 3, NBL_FFT_FLOAT32, false, false},
    {1, {31 * 19}, 3, NBL_FFT_FLOAT16, false, false},     {1, {17 * 19}, 3, NBL_FFT_FLOAT32, true, false},
    {2, {23, 29}, 2, NBL_FFT_FLOAT64, false, true},       {1, {2697}, 3, NBL_FFT_FLOAT32, false, false},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Compares so many transforms at least. lavapipe compiles one of these kernels in a second or more: it takes one of them
 * a day, and SwiftShader half of those that it has the precision for. */
static void compare(test_driver_t driver, int fewest) {
    test_random_t random = test_random_begin("nd primes");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    const uint32_t features = nbl_vulkan_device_get_features(device);
    int compared = 0;
    char text[4096];
    for (uint32_t i = 0; i < SHAPES; i++)
        for (int other = 0; other < (test_all() ? 2 : 1); other++) {
            const shape_t *of = &shapes[i];
            if (!test_takes(i, driver == TEST_LAVAPIPE ? SHAPES : 2)) continue;
            nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
            desc.rank = of->rank;
            memcpy(desc.sizes, of->sizes, sizeof of->sizes);
            desc.batch = of->batch;
            desc.precision = of->precision;
            desc.real = of->real;
            desc.inverse = of->inverse != (other == 1);
            if ((desc.precision == NBL_FFT_FLOAT64 && (features & NBL_FEATURE_FLOAT64) == 0) ||
                (desc.precision == NBL_FFT_FLOAT16 && (features & NBL_FEATURE_FLOAT16) == 0))
                continue;
            stages_of(&desc, NBL_MODE_FAST, &limits, text, sizeof text);
            /* SwiftShader's workgroups have no room for 6851. */
            const bool beyond = of->sizes[0] == 6851 && limits.max_workgroup_invocations <= 256;
            ck_assert_msg((strstr(text, "chirp") != NULL) == beyond, "%s", text);
            expect_fast(device, &desc, test_part(2) == i / 2 % 2 ? NBL_FFT_ROUTE_PASSES : NBL_FFT_ROUTE_TICKETS,
                        &random);
            compared++;
        }
    nbl_vulkan_device_destroy(device);
    ck_assert_int_ge(compared, fewest);
}

START_TEST(lavapipe_is_right) { compare(TEST_LAVAPIPE, 1); }
END_TEST
START_TEST(swiftshader_is_right) { compare(TEST_SWIFTSHADER, 6); }
END_TEST

int main(void) {
    Suite *suite = suite_create("nd primes");
    TCase *tests = tcase_create("nd primes");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, every_length_is_planned);
    tcase_add_test(tests, the_emulator_is_right);
    tcase_add_test(tests, lavapipe_is_right);
    tcase_add_test(tests, swiftshader_is_right);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
