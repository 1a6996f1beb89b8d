/* Real signals that no workgroup holds, pass by pass: long double's spectra and back, without races, and the same bits
 * by devices.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/compile.h"
#include "nbl/host/emulator.h"
#include "tests/common/testing.h"
#include "tests/fft/large_testing.h"

#define LARGE_TEXT "tests/fft/large_real.h"
#define CASE 0
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 1
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 2
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"
#define CASE 3
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 4
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 5
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 6
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 7
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#define CASE 8
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"
#define CASE 9
#define LARGE_PASSES 5
#include "tests/fft/large_passes.h"
#define CASE 10
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { FFTS = 2, MOST_PASSES = 5, MOST = 40320 + 2, MOST_NUMBERS = 2 * FFTS * MOST };

typedef struct real_t {
    uint32_t length, signals, components, passes;
    bool filters, in_float64;
    void (*kernels[MOST_PASSES])(void);
    uint32_t workgroup_sizes[MOST_PASSES], lines[MOST_PASSES], lines_of_a_workgroup[MOST_PASSES];
} real_t;

#define REAL(number, signals, components, passes, filters, in_float64) \
    { real_##number##_1_length, signals, components, passes, filters, in_float64, LARGE_ALL_OF(passes, real, number) }

static const real_t cases[] = {
    REAL(0, 1, 1, 2, false, false), REAL(1, 1, 2, 2, false, false), REAL(2, 1, 1, 3, false, false),
    REAL(3, 1, 1, 2, false, false), REAL(4, 2, 1, 2, false, false), REAL(5, 2, 3, 2, false, false),
    REAL(6, 2, 1, 2, false, false), REAL(7, 1, 1, 2, false, true),  REAL(8, 1, 1, 3, true, false),
    REAL(9, 1, 1, 5, true, false),  REAL(10, 2, 2, 3, true, false),
};
enum { CASES = sizeof cases / sizeof *cases };

/* Numbers as they lie in buffers, of either precision. */
typedef union numbers_t {
    float narrow[2 * MOST_NUMBERS];
    double wide[2 * MOST_NUMBERS];
} numbers_t;
static numbers_t source, target, between, by_device;
static float responses[2 * MOST_NUMBERS];

static uint64_t bytes_of(const real_t *real, uint64_t numbers) { return numbers * (real->in_float64 ? 8 : 4); }

static void set(const real_t *real, numbers_t *buffer, uint64_t i, double value) {
    if (real->in_float64)
        buffer->wide[i] = value;
    else
        buffer->narrow[i] = (float)value;
}

static double get(const real_t *real, const numbers_t *buffer, uint64_t i) {
    return real->in_float64 ? buffer->wide[i] : (double)buffer->narrow[i];
}

/* Complex numbers of a buffer of signals, or of spectra. */
static uint32_t of_signals(const real_t *real) {
    return FFTS * real->components * (real->signals == 1 ? real->length / 2 : real->length);
}

static uint32_t of_spectra(const real_t *real) {
    return FFTS * real->components * real->signals * (real->length / 2 + 1);
}

/* Number i of a signal, the signal being numbered through all transforms. */
static uint64_t in_signals(const real_t *real, uint32_t signal, uint32_t component, uint32_t i) {
    if (real->signals == 1)
        return 2ull * ((signal * (real->length / 2) + i / 2) * real->components + component) + i % 2;
    return 2ull * ((signal / 2 * real->length + i) * real->components + component) + signal % 2;
}

static uint64_t in_spectra(const real_t *real, uint32_t signal, uint32_t component, uint32_t f) {
    return 2ull * ((signal * (real->length / 2 + 1) + f) * real->components + component);
}

/* What callers have to give in spectra is anything: imaginary parts of frequencies 0 and N / 2 are dropped. */
static void make_source(const real_t *real) {
    test_random_t random = test_random_begin("real in passes");
    for (uint32_t i = 0; i < MOST_NUMBERS; i++) {
        set(real, &source, i, (double)(float)test_random_real(&random));
        responses[i] = (float)test_random_real(&random);
    }
}

static uint32_t groups_of(const real_t *real, uint32_t p) {
    return (FFTS * real->lines[p] + real->lines_of_a_workgroup[p] - 1) / real->lines_of_a_workgroup[p];
}

/* Buffers of source and target, whose ends are where callers would end them. */
static uint64_t source_bytes(const real_t *real, bool inverse) {
    return bytes_of(real, 2ull * (inverse ? of_spectra(real) : of_signals(real)));
}

static uint64_t target_bytes(const real_t *real, bool inverse) {
    return bytes_of(real, 2ull * (inverse || real->filters ? of_signals(real) : of_spectra(real)));
}

static void emulate(const real_t *real, bool inverse) {
    const real_job_t job = {inverse};
    memset(&target, 0xff, sizeof target);
    memset(&between, 0xff, sizeof between);
    for (uint32_t p = 0; p < real->passes; p++) {
        const nbl_emulator_resource_t buffers[] = {{&source, source_bytes(real, inverse), 0},
                                                   {&target, target_bytes(real, inverse), 0},
                                                   {&between, bytes_of(real, 2ull * of_signals(real)), 0},
                                                   {responses, 8ull * of_spectra(real), 0}};
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.kernel = real->kernels[p];
        launch.workgroup_size[0] = real->workgroup_sizes[p];
        launch.workgroup_count[0] = groups_of(real, p);
        launch.resources = buffers;
        launch.resource_count = 4;
        launch.push_constants = &job;
        launch.threads = 2;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        nbl_emulator_report_t report;
        ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "pass %u: %s", p + 1, report.message);
    }
}

static test_complex_t frequency(const real_t *real, const numbers_t *buffer, uint64_t at, bool is_real) {
    return (test_complex_t){get(real, buffer, at), is_real ? 0 : get(real, buffer, at + 1)};
}

/* A signal's spectrum, or the spectrum's signal, beside long double's. */
static void expect_signal(const real_t *real, bool inverse, uint32_t signal, uint32_t component) {
    static test_complex_t x[MOST], spectrum[MOST];
    const uint32_t n = real->length, half = n / 2;
    test_error_t error = {0};
    for (uint32_t i = 0; i < n; i++)
        x[i] = (test_complex_t){get(real, &source, in_signals(real, signal, component, i)), 0};
    if (!inverse) test_fft(x, spectrum, n, false);
    for (uint32_t f = 0; f <= half; f++) {
        const uint64_t at = in_spectra(real, signal, component, f);
        const bool is_real = f == 0 || 2 * f == n;
        if (inverse) spectrum[f] = frequency(real, &source, at, is_real);
        if (!inverse && !real->filters) {
            const test_complex_t z = frequency(real, &target, at, false);
            if (is_real) ck_assert(z.imag == 0);
            test_error_add(&error, spectrum[f], z.real, z.imag);
        }
        if (real->filters) {
            const test_complex_t z = spectrum[f], w = {(long double)responses[at], (long double)responses[at + 1]};
            spectrum[f] =
                (test_complex_t){z.real * w.real - z.imag * w.imag, is_real ? 0 : z.real * w.imag + z.imag * w.real};
        }
        if (f > 0) spectrum[n - f] = (test_complex_t){spectrum[f].real, 2 * f == n ? 0 : -spectrum[f].imag};
    }
    if (inverse || real->filters) {
        test_fft(spectrum, x, n, true);
        for (uint32_t i = 0; i < n; i++)
            test_error_add(&error, (test_complex_t){x[i].real, 0},
                           get(real, &target, in_signals(real, signal, component, i)), 0);
    }
    printf("real %u in %u passes, %s: signal %u, component %u of %u: relative L2 %.2e\n", n, real->passes,
           real->filters ? "filtered"
           : inverse     ? "inverse"
                         : "forward",
           signal, component + 1, real->components, test_error_relative(&error));
    ck_assert(test_error_relative(&error) < (real->in_float64 ? 6e-16 : real->filters ? 3.2e-7 : 2.4e-7));
}

START_TEST(the_emulator_transforms) {
    const real_t *real = &cases[_i];
    for (uint32_t inverse = 0; inverse < (real->filters ? 1 : 2); inverse++) {
        make_source(real);
        emulate(real, inverse != 0);
        for (uint32_t signal = 0; signal < FFTS * real->signals; signal++)
            for (uint32_t c = 0; c < real->components; c++) expect_signal(real, inverse != 0, signal, c);
    }
}
END_TEST

/* Compiles a pass of the text and runs it on the buffers of the emulator's, but for the results. */
static void run_pass(nbl_vulkan_device_t *device, nbl_language_t language, const real_t *real, bool inverse,
                     uint32_t p) {
    const real_job_t job = {inverse};
    char number[16], which[16];
    snprintf(number, sizeof number, "%u", (uint32_t)(real - cases));
    snprintf(which, sizeof which, "%u", p + 1);
    const nbl_define_t defines[] = {
        {"CASE", number}, {"LARGE_PASS", which}, {"NBL_SUBGROUP_OPERATIONS", "0"}, {"NBL_HAS_FLOAT64", "1"}};
    const nbl_compile_desc_t compile =
        test_kernel_text("tests/fft/large_real.h", language, defines, real->in_float64 ? 4 : 3);
    test_kernel_run(device, &(test_kernel_t){.compile = &compile,
                                             .buffer_count = 4,
                                             .push_constants = &job,
                                             .push_constant_bytes = sizeof job,
                                             .groups = groups_of(real, p),
                                             .buffers = {{&source, source_bytes(real, inverse)},
                                                         {&by_device, target_bytes(real, inverse)},
                                                         {&between, bytes_of(real, 2ull * of_signals(real))},
                                                         {responses, 8ull * of_spectra(real)}}});
}

static void a_device_agrees(nbl_vulkan_device_t *device, nbl_language_t language, const real_t *real,
                            const char *driver) {
    for (uint32_t inverse = 0; inverse < (real->filters ? 1 : 2); inverse++) {
        make_source(real);
        emulate(real, inverse != 0);
        memset(&by_device, 0xff, sizeof by_device);
        memset(&between, 0xff, sizeof between);
        for (uint32_t p = 0; p < real->passes; p++) run_pass(device, language, real, inverse != 0, p);
        ck_assert_msg(test_differing_scalars(&by_device, &target, target_bytes(real, inverse != 0),
                                             real->in_float64 ? 8 : 4) == 0,
                      "case %u, inverse %u differs, %s", (uint32_t)(real - cases), inverse, driver);
    }
}

START_TEST(lavapipe_agrees) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    a_device_agrees(device, NBL_LANGUAGE_GLSL, &cases[_i], "lavapipe");
    if (_i == 1 || _i == 10) a_device_agrees(device, NBL_LANGUAGE_HLSL, &cases[_i], "HLSL on lavapipe");
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(swiftshader_agrees) {
    nbl_vulkan_device_t *device = test_device_open(TEST_SWIFTSHADER);
    if (device == NULL) return;
    a_device_agrees(device, NBL_LANGUAGE_GLSL, &cases[1], "SwiftShader");
    a_device_agrees(device, NBL_LANGUAGE_GLSL, &cases[8], "SwiftShader");
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* The text of docs/guide/options.md, whose kernel takes one signal and works in its target. */
START_TEST(the_guide_s_kernel_agrees) {
    const real_t *real = &cases[0];
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t inverse = 0; inverse < 2; inverse++) {
        make_source(real);
        emulate(real, inverse != 0);
        memset(&by_device, 0xff, sizeof by_device);
        for (uint32_t p = 0; p < real->passes; p++) {
            const nbl_define_t defines[] = {{"LENGTH", "10000"}, {"PASS", p == 0 ? "1" : "2"}, {"BACK", "1"}};
            const nbl_compile_desc_t compile =
                test_kernel_text("tests/consumers/shader/real_passes.h", NBL_LANGUAGE_GLSL, defines, 2 + inverse);
            test_kernel_run(device, &(test_kernel_t){.compile = &compile,
                                                     .buffer_count = 2,
                                                     .groups = (real->lines[p] + real->lines_of_a_workgroup[p] - 1) /
                                                               real->lines_of_a_workgroup[p],
                                                     .buffers = {{&source, source_bytes(real, inverse != 0)},
                                                                 {&by_device, target_bytes(real, inverse != 0)}}});
        }
        const uint64_t bytes = inverse != 0 ? 4ull * real->length : 8ull * (real->length / 2 + 1);
        ck_assert(test_differing_scalars(&by_device, &target, bytes, 4) == 0);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("large real");
    TCase *tests = tcase_create("kernels");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, CASES);
    tcase_add_loop_test(tests, lavapipe_agrees, 0, CASES);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, the_guide_s_kernel_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
