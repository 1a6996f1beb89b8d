/* Instances of nbl/fft.h: the kernel that README opens with, all scalars, real signals, columns, filters and registers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each runs on the emulator, under the race checker, against the definition; then on lavapipe and SwiftShader, as GLSL
 * and some as HLSL, where it must have the emulator's bits.
 */
#include "nbl/host/emulator.h"
#include "tests/common/testing.h"
#include "tests/consumers/shader/rows.h"
#include "tests/fft/instance_registers.h"

#define CASE 0
#include "tests/fft/instance_kernel.h"
#define CASE 1
#include "tests/fft/instance_kernel.h"
#if NBL_HAS_FLOAT16
#define CASE 2
#include "tests/fft/instance_kernel.h"
#endif
#define CASE 3
#include "tests/fft/instance_kernel.h"
#define CASE 4
#include "tests/fft/instance_kernel.h"
#define CASE 5
#include "tests/fft/instance_kernel.h"
#define CASE 6
#include "tests/fft/instance_kernel.h"
#define CASE 7
#include "tests/fft/instance_kernel.h"
#define CASE 8
#include "tests/fft/instance_kernel.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FFTS = 5, MOST_ELEMENTS = FFTS * 1000, DELAY = 3 };

typedef enum scalar_t { HALF, FLOAT, DOUBLE } scalar_t;

static const uint32_t complex_bytes[] = {4, 8, 16};

typedef struct instance_t {
    const char *file;
    void (*kernel)(void);
    const char *number; /* CASE, or NULL */
    uint32_t fft_length, workgroup_size, ffts_per_workgroup, ffts;
    bool filtered;
    bool in_hlsl;     /* too, on devices */
    uint32_t signals; /* real ones of an FFT; 0: a complex one */
    scalar_t scalar;
    double bound; /* of the relative L2 error of each result */
} instance_t;

#define KERNEL_FILE "tests/fft/instance_kernel.h"
#define INSTANCE(number, name, kernel, filtered, in_hlsl, signals, scalar, bound) \
    { \
        KERNEL_FILE, kernel, number, name##_length, name##_workgroup_size, name##_ffts_per_workgroup, FFTS, filtered, \
            in_hlsl, signals, scalar, bound \
    }

static const instance_t instances[] = {{"tests/consumers/shader/rows.h", rows, NULL, row_length, row_workgroup_size,
                                        row_ffts_per_workgroup, FFTS, false, true, 0, FLOAT, 1.4e-7},
                                       {"tests/fft/instance_registers.h", transform_held, NULL, held_length,
                                        held_workgroup_size, held_ffts_per_workgroup, 3, false, true, 0, FLOAT, 2e-7},
                                       INSTANCE("0", floats, transform_floats, true, true, 0, FLOAT, 2.5e-7),
                                       INSTANCE("1", doubles, transform_doubles, false, false, 0, DOUBLE, 5e-16),
#if NBL_HAS_FLOAT16
                                       INSTANCE("2", halves, transform_halves, false, false, 0, HALF, 2e-3),
#endif
                                       INSTANCE("3", reals, transform_reals, false, false, 1, FLOAT, 2.5e-7),
                                       INSTANCE("4", pairs, transform_pairs, true, false, 2, FLOAT, 2.5e-7),
                                       INSTANCE("5", even_pairs, transform_even_pairs, false, false, 2, FLOAT, 2.5e-7),
                                       INSTANCE("6", windows, transform_windows, false, false, 0, FLOAT, 2.5e-7),
                                       INSTANCE("7", shuffles, transform_shuffles, false, false, 0, FLOAT, 2.5e-7),
                                       INSTANCE("8", real_shuffles, transform_real_shuffles, false, false, 1, FLOAT,
                                                2.5e-7)};
enum { INSTANCES = sizeof instances / sizeof *instances };

/* Signals, spectra, results, delayed signals; in the scalar's storage. */
enum { SIGNALS, SPECTRA, RESULTS, DELAYED, BUFFERS };
static _Alignas(16) double emulated[BUFFERS][2 * MOST_ELEMENTS], got[BUFFERS][2 * MOST_ELEMENTS];

static uint32_t buffers_of(const instance_t *instance) { return instance->kernel == rows ? 2 : BUFFERS; }

static uint32_t signal_elements(const instance_t *instance) {
    return instance->fft_length / (instance->signals == 1 ? 2 : 1);
}

/* Complex elements of a buffer. */
static uint32_t elements_of(const instance_t *instance, int buffer) {
    if (buffer != SPECTRA || instance->signals == 0) return instance->ffts * signal_elements(instance);
    return instance->ffts * instance->signals * (instance->fft_length / 2 + 1);
}

static test_complex_t element(const instance_t *instance, int buffer, uint32_t i) {
    const void *at = (const char *)emulated[buffer] + i * complex_bytes[instance->scalar];
    if (instance->scalar == DOUBLE) {
        const double *z = at;
        return (test_complex_t){(long double)z[0], (long double)z[1]};
    }
    nbl_float32_t2 z;
    if (instance->scalar == HALF)
        z = nbl_unpack_half_2x16(*(const uint32_t *)at);
    else
        memcpy(&z, at, sizeof z);
    return (test_complex_t){(long double)z.x, (long double)z.y};
}

/* The signal that spectrum number s is of; a real one of an FFT's two is its real or its imaginary part. */
static void signal_of(const instance_t *instance, int buffer, uint32_t s, test_complex_t *x) {
    for (uint32_t n = 0; n < instance->fft_length; n++) {
        if (instance->signals == 0) x[n] = element(instance, buffer, s * instance->fft_length + n);
        if (instance->signals == 1) {
            test_complex_t z = element(instance, buffer, (s * instance->fft_length + n) / 2);
            x[n] = (test_complex_t){n % 2 == 0 ? z.real : z.imag, 0};
        }
        if (instance->signals == 2) {
            test_complex_t z = element(instance, buffer, s / 2 * instance->fft_length + n);
            x[n] = (test_complex_t){s % 2 == 0 ? z.real : z.imag, 0};
        }
    }
}

static void emulate(const instance_t *instance) {
    test_random_t random = test_random_begin("instance");
    memset(emulated, 0xff, sizeof emulated); /* NaN: what was not written shows */
    for (uint32_t i = 0; i < elements_of(instance, SIGNALS); i++) {
        nbl_float32_t2 z = {(float)test_random_real(&random), (float)test_random_real(&random)};
        if (instance->scalar == DOUBLE) {
            emulated[SIGNALS][2 * i] = (double)z.x;
            emulated[SIGNALS][2 * i + 1] = (double)z.y;
        } else if (instance->scalar == HALF) {
            ((uint32_t *)emulated[SIGNALS])[i] = nbl_pack_half_2x16(z);
        } else {
            ((nbl_float32_t2 *)emulated[SIGNALS])[i] = z;
        }
    }
    memcpy(emulated[DELAYED], emulated[SIGNALS], sizeof emulated[SIGNALS]); /* what the filter then delays in place */
    nbl_emulator_resource_t resources[BUFFERS];
    for (int b = 0; b < BUFFERS; b++)
        resources[b] =
            (nbl_emulator_resource_t){emulated[b], (uint64_t)elements_of(instance, b) * complex_bytes[instance->scalar],
                                      0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = instance->kernel;
    launch.workgroup_size[0] = instance->workgroup_size;
    launch.workgroup_count[0] = (instance->ffts + instance->ffts_per_workgroup - 1) / instance->ffts_per_workgroup;
    launch.resources = resources;
    launch.resource_count = buffers_of(instance);
    launch.push_constants = &instance->ffts;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
}

static void expect_error(const instance_t *instance, const char *what, const test_error_t *error) {
    double relative = test_error_relative(error);
    printf("instance %s %s: %s, relative L2 %.2e\n", instance->file, instance->number ? instance->number : "", what,
           relative);
    ck_assert_msg(relative <= instance->bound, "%s is %.2e off", what, relative);
}

static void hold_against_the_definition(const instance_t *instance) {
    static test_complex_t x[row_length], spectrum[row_length], result[row_length];
    uint32_t n = instance->fft_length, count = instance->ffts * (instance->signals == 2 ? 2 : 1);
    uint32_t frequencies = instance->signals == 0 ? n : n / 2 + 1;
    test_error_t forward = {0}, back = {0}, delayed = {0};
    for (uint32_t s = 0; s < count; s++) {
        signal_of(instance, SIGNALS, s, x);
        test_fft(x, spectrum, n, false);
        for (uint32_t f = 0; f < frequencies; f++) {
            test_complex_t z = element(instance, SPECTRA, s * frequencies + f);
            test_error_add(&forward, spectrum[f], z.real, z.imag);
        }
        if (instance->kernel == rows) continue;
        signal_of(instance, RESULTS, s, result);
        for (uint32_t i = 0; i < n; i++) test_error_add(&back, x[i], result[i].real, result[i].imag);
        if (!instance->filtered) continue;
        signal_of(instance, DELAYED, s, result);
        for (uint32_t i = 0; i < n; i++)
            test_error_add(&delayed, x[(i + n - DELAY) % n], result[i].real, result[i].imag);
    }
    expect_error(instance, "forward", &forward);
    if (instance->kernel != rows) expect_error(instance, "and back", &back);
    if (instance->filtered) expect_error(instance, "delayed by its filter", &delayed);
    for (uint32_t i = 0; instance->kernel == transform_held && i < instance->workgroup_size; i++)
        ck_assert_msg(((uint32_t *)emulated[DELAYED])[i] == 0, "invocation %u: the maps contradict each other", i);
}

START_TEST(the_emulator_transforms) {
    emulate(&instances[_i]);
    hold_against_the_definition(&instances[_i]);
}
END_TEST

static bool refused(nbl_vulkan_device_t *device, const instance_t *instance) {
    uint32_t features = nbl_vulkan_device_get_features(device);
    return (instance->scalar == HALF && !(features & NBL_FEATURE_FLOAT16)) ||
           (instance->scalar == DOUBLE && !(features & NBL_FEATURE_FLOAT64));
}

static int a_device_agrees(nbl_vulkan_device_t *device, const instance_t *instance, const char *driver) {
    nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"},
                              {"CASE", instance->number ? instance->number : "0"},
                              {instance->scalar == HALF ? "NBL_HAS_FLOAT16" : "NBL_HAS_FLOAT64", "1"}};
    int ran = 0;
    for (int language = 0; language < (instance->in_hlsl ? 2 : 1); language++) {
        nbl_compile_desc_t compile =
            test_kernel_text(instance->file, (nbl_language_t)language, defines, instance->scalar == FLOAT ? 2 : 3);
        uint32_t groups = (instance->ffts + instance->ffts_per_workgroup - 1) / instance->ffts_per_workgroup;
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = buffers_of(instance),
                                .push_constants = instance->kernel == transform_held ? NULL : &instance->ffts,
                                .push_constant_bytes = instance->kernel == transform_held ? 0 : 4,
                                .groups = groups};
        memset(got, 0xff, sizeof got);
        memcpy(got[SIGNALS], emulated[SIGNALS], sizeof got[SIGNALS]);
        memcpy(got[DELAYED], emulated[SIGNALS], sizeof got[DELAYED]);
        for (uint32_t b = 0; b < kernel.buffer_count; b++) {
            kernel.buffers[b].data = got[b];
            kernel.buffers[b].bytes = (uint64_t)elements_of(instance, (int)b) * complex_bytes[instance->scalar];
        }
        test_kernel_run(device, &kernel);
        for (uint32_t b = 0; b < kernel.buffer_count; b++)
            ck_assert_msg(test_differing_scalars(got[b], emulated[b], kernel.buffers[b].bytes,
                                                 complex_bytes[instance->scalar] / 2) == 0,
                          "%s %s, buffer %u differs on %s", instance->file, language == 0 ? "GLSL" : "HLSL", b, driver);
        ran++;
    }
    return ran;
}

static void all_agree(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    int ran = 0;
    for (int i = 0; i < INSTANCES; i++) {
        if (refused(device, &instances[i])) {
            printf("instance %s: %s has no such scalar\n", instances[i].number, test_driver_name(driver));
            continue;
        }
        emulate(&instances[i]);
        ran += a_device_agrees(device, &instances[i], test_driver_name(driver));
    }
    printf("instance: %d kernels have the emulator's bits, %s\n", ran, test_driver_name(driver));
    ck_assert_int_ge(ran, 12); /* those of float32 */
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("instance");
    TCase *tests = tcase_create("instance");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, INSTANCES);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
