/* Convolutions that no workgroup holds, pass by pass: long double's results, without races, and the same bits by
 * devices.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BUFFER_DEVICE_ADDRESS 1
#include "nbl/host/compile.h"
#include "nbl/host/emulator.h"
#include "tests/common/testing.h"
#include "tests/fft/large_testing.h"

#define LARGE_TEXT "tests/fft/large_filter.h"
#define CASE 0
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"
#define CASE 1
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"
#define CASE 2
#define LARGE_PASSES 5
#include "tests/fft/large_passes.h"
#define CASE 3
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"
#undef LARGE_TEXT

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { FFTS = 2, MOST_PASSES = 5, MOST_FLOATS = 20160 * 2 * 2 * FFTS };

typedef struct filtered_t {
    uint32_t length, passes, components;
    void (*kernels[MOST_PASSES])(void);
    uint32_t workgroup_sizes[MOST_PASSES], lines[MOST_PASSES], lines_of_a_workgroup[MOST_PASSES];
} filtered_t;

#define FILTERED(number, components, passes) \
    { filter_##number##_1_length, filter_##number##_1_passes, components, LARGE_ALL_OF(passes, filter, number) }

static const filtered_t cases[] = {FILTERED(0, 1, 3), FILTERED(1, 3, 3), FILTERED(2, 2, 5), FILTERED(3, 1, 3)};
enum { CASES = sizeof cases / sizeof *cases };

static _Alignas(16) float signals[MOST_FLOATS], responses[MOST_FLOATS], results[MOST_FLOATS], spectra[MOST_FLOATS],
    by_device[MOST_FLOATS];

static uint32_t floats_of(const filtered_t *filtered) { return filtered->length * filtered->components * 2 * FFTS; }

static uint32_t groups_of(const filtered_t *filtered, uint32_t p) {
    const uint32_t of_a_workgroup = filtered->lines_of_a_workgroup[p];
    return (FFTS * filtered->lines[p] + of_a_workgroup - 1) / of_a_workgroup;
}

static void make_signals(const filtered_t *filtered) {
    test_random_t random = test_random_begin("filtered");
    for (uint32_t i = 0; i < floats_of(filtered); i++) {
        signals[i] = (float)test_random_real(&random);
        responses[i] = (float)test_random_real(&random);
    }
}

static void emulate(const filtered_t *filtered) {
    filter_job_t job;
    const void *addresses[] = {signals, results, spectra};
    memcpy(&job, addresses, sizeof job);
    const uint64_t bytes = floats_of(filtered) * sizeof(float);
    memset(results, 0xff, sizeof results);
    memset(spectra, 0xff, sizeof spectra);
    for (uint32_t p = 0; p < filtered->passes; p++) {
        const nbl_emulator_resource_t buffers[] = {
            {signals, bytes, 0}, {results, bytes, 0}, {spectra, bytes, 0}, {responses, bytes, 0}};
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.kernel = filtered->kernels[p];
        launch.workgroup_size[0] = filtered->workgroup_sizes[p];
        launch.workgroup_count[0] = groups_of(filtered, p);
        launch.resources = buffers;
        launch.resource_count = 4;
        launch.push_constants = &job;
        launch.threads = 2;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        nbl_emulator_report_t report;
        ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "pass %u: %s", p + 1, report.message);
    }
}

static test_complex_t element(const float *buffer, uint32_t i) {
    return (test_complex_t){(long double)buffer[2 * i], (long double)buffer[2 * i + 1]};
}

START_TEST(the_emulator_convolves) {
    static test_complex_t x[20160], spectrum[20160];
    const filtered_t *filtered = &cases[_i];
    const uint32_t n = filtered->length, components = filtered->components;
    ck_assert_uint_eq(filtered->passes, _i == 2 ? 5 : 3);
    make_signals(filtered);
    emulate(filtered);
    for (uint32_t fft = 0; fft < FFTS; fft++)
        for (uint32_t c = 0; c < components; c++) {
            test_error_t error = {0};
            for (uint32_t i = 0; i < n; i++) x[i] = element(signals, (fft * n + i) * components + c);
            test_fft(x, spectrum, n, false);
            for (uint32_t f = 0; f < n; f++) {
                const test_complex_t z = spectrum[f], w = element(responses, (fft * n + f) * components + c);
                x[f] = (test_complex_t){z.real * w.real - z.imag * w.imag, z.real * w.imag + z.imag * w.real};
            }
            test_fft(x, spectrum, n, true);
            for (uint32_t i = 0; i < n; i++) {
                const test_complex_t z = element(results, (fft * n + i) * components + c);
                test_error_add(&error, spectrum[i], z.real, z.imag);
            }
            printf("filtered %u, signal %u, component %u of %u: relative L2 %.2e\n", n, fft, c + 1, components,
                   test_error_relative(&error));
            ck_assert(test_error_relative(&error) < 2.6e-7);
        }
}
END_TEST

START_TEST(addresses_have_the_same_bits) {
    static float by_buffers[MOST_FLOATS];
    make_signals(&cases[0]);
    emulate(&cases[0]);
    memcpy(by_buffers, results, sizeof results);
    emulate(&cases[3]);
    ck_assert(memcmp(by_buffers, results, floats_of(&cases[0]) * sizeof(float)) == 0);
}
END_TEST

/* Two real signals as one of complex numbers, by the spectrum of real numbers: neither hears the other. */
START_TEST(real_signals_go_by_twos) {
    enum { N = filter_0_1_length };
    static test_complex_t x[N], spectrum[N], response[N];
    const filtered_t *filtered = &cases[0];
    make_signals(filtered);
    for (uint32_t i = 0; i < N; i++) x[i] = (test_complex_t){i < 100 ? element(responses, i).real : 0, 0};
    test_fft(x, response, N, false);
    for (uint32_t f = 0; f < N; f++) {
        responses[2 * f] = (float)response[f].real;
        responses[2 * f + 1] = (float)response[f].imag;
    }
    emulate(filtered);
    for (int other = 0; other < 2; other++) {
        for (uint32_t i = 0; i < N; i++)
            x[i] = (test_complex_t){other ? element(signals, i).imag : element(signals, i).real, 0};
        test_fft(x, spectrum, N, false);
        for (uint32_t f = 0; f < N; f++) {
            const test_complex_t z = spectrum[f], w = response[f];
            x[f] = (test_complex_t){z.real * w.real - z.imag * w.imag, z.real * w.imag + z.imag * w.real};
        }
        test_fft(x, spectrum, N, true);
        test_error_t error = {0};
        for (uint32_t i = 0; i < N; i++) {
            const test_complex_t z = element(results, i);
            test_error_add(&error, (test_complex_t){spectrum[i].real, 0}, other ? z.imag : z.real, 0);
        }
        printf("filtered %u, real signal %d of 2: relative L2 %.2e\n", N, other + 1, test_error_relative(&error));
        ck_assert(test_error_relative(&error) < 3e-7);
    }
}
END_TEST

/* Compiles a pass of a text and runs it on the buffers of the emulator's, but for the results. */
static void run_pass(nbl_vulkan_device_t *device, const char *path, nbl_language_t language, const filtered_t *filtered,
                     uint32_t pass, uint32_t groups) {
    const uint64_t bytes = floats_of(filtered) * sizeof(float);
    char number[16], which[16], length[16];
    snprintf(number, sizeof number, "%u", (uint32_t)(filtered - cases));
    snprintf(which, sizeof which, "%u", pass);
    snprintf(length, sizeof length, "%u", filtered->length);
    const nbl_define_t defines[] = {{"CASE", number},
                                    {"LARGE_PASS", which},
                                    {"LENGTH", length},
                                    {"PASS", which},
                                    {"NBL_SUBGROUP_OPERATIONS", "0"},
                                    {"NBL_BUFFER_DEVICE_ADDRESS", "1"}};
    const bool by_address = filtered == &cases[3];
    const nbl_compile_desc_t compile = test_kernel_text(path, language, defines, by_address ? 6 : 5);
    const filter_job_t job = {{0, 0}, {0, 0}, {0, 0}};
    test_kernel_run(
        device,
        &(test_kernel_t){.compile = &compile,
                         .buffer_count = 4,
                         .groups = groups,
                         .push_constants = &job,
                         .push_constant_bytes = by_address ? sizeof job : 0,
                         .address_of = by_address ? 1 : 0,
                         .more_addresses = by_address ? 2 : 0,
                         .buffers = {{signals, bytes}, {by_device, bytes}, {spectra, bytes}, {responses, bytes}}});
}

static void a_device_agrees(nbl_vulkan_device_t *device, nbl_language_t language, const filtered_t *filtered,
                            const char *driver) {
    make_signals(filtered);
    emulate(filtered);
    memset(by_device, 0xff, sizeof by_device);
    memset(spectra, 0xff, sizeof spectra);
    for (uint32_t p = 0; p < filtered->passes; p++)
        run_pass(device, "tests/fft/large_filter.h", language, filtered, p + 1, groups_of(filtered, p));
    ck_assert_msg(test_differing_scalars(by_device, results, floats_of(filtered) * sizeof(float), 4) == 0,
                  "%u differs, %s", filtered->length, driver);
}

START_TEST(lavapipe_agrees) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t i = 0; i < CASES; i++) a_device_agrees(device, NBL_LANGUAGE_GLSL, &cases[i], "lavapipe");
    a_device_agrees(device, NBL_LANGUAGE_HLSL, &cases[1], "HLSL on lavapipe");
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(swiftshader_agrees) {
    nbl_vulkan_device_t *device = test_device_open(TEST_SWIFTSHADER);
    if (device == NULL) return;
    a_device_agrees(device, NBL_LANGUAGE_GLSL, &cases[1], "SwiftShader");
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* The text of docs/guide/options.md, whose kernel takes one signal. */
START_TEST(the_guide_s_kernel_agrees) {
    const filtered_t *filtered = &cases[0];
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    make_signals(filtered);
    emulate(filtered);
    memset(by_device, 0xff, sizeof by_device);
    memset(spectra, 0xff, sizeof spectra);
    for (uint32_t p = 0; p < filtered->passes; p++)
        run_pass(device, "tests/consumers/shader/convolution_passes.h", NBL_LANGUAGE_GLSL, filtered, p + 1,
                 (filtered->lines[p] + filtered->lines_of_a_workgroup[p] - 1) / filtered->lines_of_a_workgroup[p]);
    ck_assert(test_differing_scalars(by_device, results, filtered->length * 2 * sizeof(float), 4) == 0);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("large filter");
    TCase *tests = tcase_create("kernels");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, the_emulator_convolves, 0, CASES);
    tcase_add_test(tests, addresses_have_the_same_bits);
    tcase_add_test(tests, real_signals_go_by_twos);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, the_guide_s_kernel_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
