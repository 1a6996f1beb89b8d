/* Transforms larger than a workgroup, pass by pass: splits, index mathematics, twiddles, and kernels on every backend.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each kernel runs on the emulator under the race checker, against a transform in long double; then on lavapipe and
 * SwiftShader, where it must have the emulator's bits.
 */
#include "nbl/fft/large_twiddle.h"
#include "nbl/host/compile.h"
#include "nbl/host/emulator.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/plan.h"
#include "fft/split.h"
#include "tests/common/testing.h"
#include "tests/fft/large_testing.h"

#define LARGE_TEXT "tests/fft/large_kernel.h"
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
#define LARGE_PASSES 3
#include "tests/fft/large_passes.h"
#define CASE 7
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#undef LARGE_TEXT
#define LARGE_TEXT "tests/fft/large_powers.h"
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#undef LARGE_TEXT
#define LARGE_TEXT "tests/fft/large_components.h"
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"
#undef LARGE_TEXT

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Index mathematics */

/* Between passes every element has a place of its own, and a line is read where it is written. */
START_TEST(passes_fit_together) {
    static const uint32_t splits[][3] = {{4, 6, 1}, {9, 5, 1}, {3, 4, 5}, {5, 2, 7}, {6, 6, 6}};
    for (size_t s = 0; s < sizeof splits / sizeof *splits; s++) {
        const uint32_t *n = splits[s];
        uint32_t length = n[0] * n[1] * n[2], passes = n[2] > 1 ? 3 : 2;
        for (uint32_t p = 1; p <= passes; p++) {
            nbl_fft_large_pass_t pass = nbl_fft_large_pass(p, n[0], n[1], n[2]);
            ck_assert_uint_eq(nbl_fft_large_lines(pass) * pass.points, length);
            uint8_t read[256] = {0}, written[256] = {0};
            for (uint32_t line = 0; line < nbl_fft_large_lines(pass); line++) {
                for (uint32_t k = 0; k < pass.points; k++) {
                    uint32_t from = nbl_fft_large_read(pass, line, k), to = nbl_fft_large_write(pass, line, k);
                    ck_assert(from < length && to < length);
                    read[from]++;
                    written[to]++;
                    if (p > 1) ck_assert_uint_eq(from, to);
                }
            }
            for (uint32_t i = 0; i < length; i++) ck_assert(read[i] == 1 && written[i] == 1);
        }
    }
}
END_TEST

/* The definition, by the passes' own maps: sums of each line, turned and stored where the maps say. */
START_TEST(the_maps_make_a_transform) {
    static const uint32_t splits[][3] = {{4, 6, 1}, {9, 5, 1}, {3, 4, 5}, {5, 2, 7}};
    for (size_t s = 0; s < sizeof splits / sizeof *splits; s++) {
        const uint32_t *n = splits[s];
        uint32_t length = n[0] * n[1] * n[2];
        test_complex_t x[256], between[256], line[64], turned[64], spectrum[256];
        test_random_t random = test_random_from(s + 1);
        for (uint32_t i = 0; i < length; i++)
            x[i] = (test_complex_t){test_random_real(&random), test_random_real(&random)};
        test_dft(x, spectrum, length, false);
        memcpy(between, x, sizeof x);
        for (uint32_t p = 1; p <= (n[2] > 1 ? 3 : 2); p++) {
            nbl_fft_large_pass_t pass = nbl_fft_large_pass(p, n[0], n[1], n[2]);
            test_complex_t after[256];
            for (uint32_t l = 0; l < nbl_fft_large_lines(pass); l++) {
                for (uint32_t i = 0; i < pass.points; i++) line[i] = between[nbl_fft_large_read(pass, l, i)];
                test_dft(line, turned, pass.points, false);
                for (uint32_t k = 0; k < pass.points; k++) {
                    long double angle =
                        -2 * acosl(-1) * k * nbl_fft_large_rest(pass, l) / (pass.points * pass.points_after);
                    test_complex_t w = {cosl(angle), sinl(angle)}, z = turned[k];
                    after[nbl_fft_large_write(pass, l, k)] =
                        (test_complex_t){z.real * w.real - z.imag * w.imag, z.real * w.imag + z.imag * w.real};
                }
            }
            memcpy(between, after, sizeof after);
        }
        test_error_t error = {0};
        for (uint32_t f = 0; f < length; f++) test_error_add(&error, spectrum[f], between[f].real, between[f].imag);
        ck_assert(test_error_relative(&error) < 1e-17);
    }
}
END_TEST

/* The largest divisor d of n from 2048 on with d d at most n; 0 if none is that small. */
static uint32_t divisor_below_root(uint32_t n) {
    for (uint32_t d = 2048; d > 1; d--)
        if ((uint64_t)d * d <= n && n % d == 0) return d;
    return 0;
}

/* By the definition in tools/fft_splits.py: no part has more than 2048 elements. */
static void expect_split(uint32_t n) {
    uint32_t rest = n, half = n <= 2048u * 2048u ? divisor_below_root(n) : 0;
    if (half == 0 || n / half > 2048) {
        uint32_t first = 1024;
        while (n % first != 0) first--;
        rest = n / first;
        half = divisor_below_root(rest);
    }
    ck_assert_msg(half > 1 && rest / half <= 2048, "%u has no split", n);
    uint32_t points[3], first = n / rest;
    ck_assert_uint_eq(nbl_fft_split(n, points), first == 1 ? 2 : 3);
    ck_assert_uint_eq(points[0], first == 1 ? half : first);
    ck_assert_uint_eq(points[1], first == 1 ? rest / half : half);
    ck_assert_uint_eq(points[2], first == 1 ? 1 : rest / half);
}

START_TEST(every_length_has_a_split) {
    enum { MOST = 1 << 27 };
    uint32_t lengths = 0;
    for (uint64_t two = 1; two <= MOST; two *= 2)
        for (uint64_t three = two; three <= MOST; three *= 3)
            for (uint64_t five = three; five <= MOST; five *= 5)
                for (uint64_t n = five; n <= MOST; n *= 7) {
                    if (n < NBL_FFT_SPLIT_LEAST) continue;
                    expect_split((uint32_t)n);
                    lengths++;
                }
    uint32_t points[3];
    ck_assert_uint_eq(nbl_fft_split(NBL_FFT_SPLIT_LEAST - 1, points) + nbl_fft_split(9163, points) +
                          nbl_fft_split(62748517, points) + nbl_fft_split(1ull << 28, points),
                      0);
    ck_assert_uint_eq(nbl_fft_smooth_length(9409), 9450); /* what lies between has larger factors */
    ck_assert_uint_eq(nbl_fft_smooth_length(MOST), MOST);
    ck_assert_uint_eq(nbl_fft_smooth_length(MOST + 1), 0);
    printf("large: %u lengths have a split\n", lengths);
    ck_assert_uint_gt(lengths, 3000);
    ck_assert_uint_eq(large_0_1_signal_length, 125);
    ck_assert_uint_eq(large_1_1_signal_length, 256);
    ck_assert_uint_eq(large_2_1_signal_length * large_2_2_signal_length, 343 * 49);
    ck_assert_uint_eq(large_3_2_signal_length, 80);
    ck_assert_uint_eq(large_7_1_length, NBL_FFT_SPLIT_LEAST);
    ck_assert_uint_eq(large_7_1_signal_length, 32);
}
END_TEST

/* Rows of the table, on a device that has room and on a small one. */
static const struct {
    const char *text;
    uint32_t points, lines, radices, layout[7];
} plans[] = {
#define NBL_FFT_MAX_INVOCATIONS 1024
#define NBL_FFT_SHARED_BYTES 49152
#define NBL_FFT_PASS 1
#define NBL_FFT_COMPLEX_LENGTH 128
#define TEXT "16x8@8*16/1"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 256
#define TEXT "32x8@8*16/2"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 512
#define TEXT "32x16@16*16/2"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 1024
#define TEXT "32x32@32*8/4"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 2048
#define TEXT "32x8x8@64*4/2"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 250
#define TEXT "5x10x5@25*16/1"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 400
#define TEXT "20x20@20*16/2"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 1000
#define TEXT "10x10x10@100*4/2"
#include "tests/fft/large_row.h"
#undef NBL_FFT_PASS
#define NBL_FFT_PASS 2
#define NBL_FFT_COMPLEX_LENGTH 1024
#define TEXT "32x32@32*16/2"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 2048
#define TEXT "32x8x8@64*8/2"
#include "tests/fft/large_row.h"
#undef NBL_FFT_MAX_INVOCATIONS
#undef NBL_FFT_SHARED_BYTES
#define NBL_FFT_MAX_INVOCATIONS 256
#define NBL_FFT_SHARED_BYTES 16384
#define NBL_FFT_COMPLEX_LENGTH 512
#define TEXT "32x16@16*16/4"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 1024
#define TEXT "32x32@32*8/4"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 2048
#define TEXT "32x8x8@64*4/4"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 250
#define TEXT "5x10x5@25*8/1"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 400
#define TEXT "20x20@20*8/2"
#include "tests/fft/large_row.h"
#define NBL_FFT_COMPLEX_LENGTH 1000
#define TEXT "10x10x10@100*2/2"
#include "tests/fft/large_row.h"
#undef NBL_FFT_MAX_INVOCATIONS
#undef NBL_FFT_SHARED_BYTES
#undef NBL_FFT_PASS
};

START_TEST(plans_of_lines_are_what_their_texts_say) {
    const nbl_fft_plan_limits_t limits = {1024, 65536, 32, NBL_DEVICE_NVIDIA};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        nbl_fft_plan_t plan;
        nbl_error_t error;
        TEST_EXPECT(nbl_fft_plan_parse(plans[i].text, NBL_DWORDS_float32_t, &limits, &plan, &error));
        const uint32_t layout[7] = {plan.invocations, plan.elements,  plan.ffts_per_workgroup, plan.windows,
                                    plan.pad_shifts,  plan.pad_steps, plan.plane_dwords};
        ck_assert_uint_eq(plan.fft_length, plans[i].points);
        ck_assert_uint_eq(plan.radices, plans[i].radices);
        ck_assert_uint_eq(plan.ffts_per_workgroup, plans[i].lines);
        ck_assert_msg(memcmp(layout, plans[i].layout, sizeof layout) == 0, "%s has another layout", plans[i].text);
        const char *radices = nbl_fft_split_radices(plan.fft_length, NBL_DWORDS_float32_t);
        ck_assert_msg(strncmp(radices, plans[i].text, strlen(radices)) == 0 && plans[i].text[strlen(radices)] == '@',
                      "%s: the host has %s", plans[i].text, radices);
    }
    ck_assert_ptr_null(nbl_fft_split_radices(1024, NBL_DWORDS_float64_t));
    ck_assert_ptr_null(nbl_fft_split_radices(900, NBL_DWORDS_float32_t));
}
END_TEST

START_TEST(twiddles_are_right_to_the_last_bits) {
    static const uint32_t splits[][3] = {
        {1024, 1024, 1}, {343, 343, 1}, {512, 512, 512}, {49, 49, 343}, {1875, 2025, 1}};
    test_random_t random = test_random_begin("large twiddles");
    for (size_t s = 0; s < sizeof splits / sizeof *splits; s++) {
        long double worst32 = 0, worst64 = 0;
        for (uint32_t p = 1; p <= 2; p++) {
            nbl_fft_large_pass_t pass = nbl_fft_large_pass(p, splits[s][0], splits[s][1], splits[s][2]);
            if (pass.points_after == 1) continue;
            uint32_t denominator = pass.points * pass.points_after;
            for (int i = 0; i < 20000; i++) {
                uint32_t k = test_random_below(&random, denominator);
                long double angle = 2 * acosl(-1) * k / denominator, c = cosl(angle), sine = sinl(angle);
                nbl_complex_float32_t a =
                    nbl_fft_large_twiddle_float32_t(k, nbl_fft_large_fraction_float32_t(pass), false);
                nbl_complex_float64_t b =
                    nbl_fft_large_twiddle_float64_t(k, nbl_fft_large_fraction_float64_t(pass), true);
                worst32 = fmaxl(worst32, hypotl(a.real - c, a.imag + sine));
                worst64 = fmaxl(worst64, hypotl(b.real - c, b.imag - sine));
            }
        }
        printf("large twiddles, %u x %u x %u: errors to %.2Le and %.2Le\n", splits[s][0], splits[s][1], splits[s][2],
               worst32, worst64);
        ck_assert(worst32 < 1.3e-7L && worst64 < 2.2e-16L);
    }
}
END_TEST

/* ---- Kernels */

enum { MOST_PASSES = 3, MOST_BYTES = 823543 * 8 };

typedef struct large_t {
    uint32_t length, passes, ffts;
    bool in_float64;
    void (*kernels[MOST_PASSES])(void);
    uint32_t workgroup_sizes[MOST_PASSES], lines[MOST_PASSES], lines_of_a_workgroup[MOST_PASSES];
    double bound;  /* of the relative L2 error */
    uint32_t rows; /* of two dimensions: the elements of a row */
} large_t;

#define LARGE(number, passes, ffts, in_float64, bound, rows) \
    { \
        large_##number##_1_length, large_##number##_1_passes, ffts, in_float64, LARGE_ALL_OF(passes, large, number), \
            bound, rows \
    }

static const large_t cases[] = {
    LARGE(0, 2, 3, false, 1.9e-7, 0),  LARGE(1, 2, 1, false, 1.75e-7, 0), LARGE(2, 3, 1, false, 2.1e-7, 0),
    LARGE(3, 2, 3, true, 3.2e-16, 0),  LARGE(4, 2, 1, false, 1.9e-7, 0),  LARGE(5, 2, 3, false, 1.6e-7, 50),
    LARGE(6, 3, 2, false, 1.75e-7, 6), LARGE(7, 2, 3, false, 1.75e-7, 0),
};
enum { CASES = sizeof cases / sizeof *cases };

static _Alignas(16) char source[MOST_BYTES], target[MOST_BYTES], got[MOST_BYTES];

static uint64_t bytes_of(const large_t *large) {
    return (uint64_t)large->length * large->ffts * (large->in_float64 ? 16 : 8);
}

static test_complex_t element(const large_t *large, const char *buffer, uint32_t i) {
    if (large->in_float64)
        return (test_complex_t){((const double *)buffer)[2 * i], ((const double *)buffer)[2 * i + 1]};
    return (test_complex_t){((const float *)buffer)[2 * i], ((const float *)buffer)[2 * i + 1]};
}

static void make_signals(const large_t *large) {
    test_random_t random = test_random_begin("large");
    for (uint32_t i = 0; i < 2 * large->length * large->ffts; i++) {
        float x = (float)test_random_real(&random);
        if (large->in_float64)
            ((double *)source)[i] = (double)x;
        else
            ((float *)source)[i] = x;
    }
}

static uint32_t groups_of(const large_t *large, uint32_t p) {
    uint32_t of_a_workgroup = large->lines_of_a_workgroup[p];
    return (large->ffts * large->lines[p] + of_a_workgroup - 1) / of_a_workgroup;
}

static void emulate(const large_t *large, large_job_t job) {
    memset(target, 0xff, sizeof target);
    for (uint32_t p = 0; p < large->passes; p++) {
        nbl_emulator_resource_t buffers[] = {{source, bytes_of(large), 0}, {target, bytes_of(large), 0}};
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.kernel = large->kernels[p];
        launch.workgroup_size[0] = large->workgroup_sizes[p];
        launch.workgroup_count[0] = groups_of(large, p);
        launch.resources = buffers;
        launch.resource_count = 2;
        launch.push_constants = &job;
        launch.threads = 2;
        launch.check = large->length <= 40000 ? NBL_EMULATOR_CHECK_RACES : NBL_EMULATOR_CHECK_NONE;
        nbl_emulator_report_t report;
        nbl_result_t result = nbl_emulator_launch(&launch, &report);
        char text[4096];
        if (result) nbl_emulator_report_text(&report, text, sizeof text);
        ck_assert_msg(result == NBL_SUCCESS, "%s", text);
    }
}

/* The program's way to the same transform has the same bits; of arrays, it takes whole columns. */
static void the_executor_agrees(const large_t *large, bool inverse) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    if (large->length == NBL_FFT_SPLIT_LEAST) return; /* the CPU takes it whole, with other bits */
    desc.rank = large->rows == 0 ? 1 : 2;
    desc.sizes[0] = large->length / (large->rows == 0 ? 1 : large->rows);
    desc.sizes[1] = large->rows;
    desc.batch = large->ffts;
    desc.inverse = inverse;
    desc.precision = large->in_float64 ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
    char text[256];
    nbl_fft_nd_plan_text(plan, text, sizeof text);
    const bool in_passes = strstr(text, "passes") != NULL;
    TEST_EXPECT(nbl_fft_run(plan, source, got, &error));
    nbl_fft_destroy(plan);
    ck_assert(in_passes == (large->rows == 0));
    const uint64_t differing = test_differing_scalars(got, target, bytes_of(large), large->in_float64 ? 8 : 4);
    ck_assert_msg(differing == 0, "%u: %llu scalars of the executor's differ", large->length,
                  (unsigned long long)differing);
}

/* In long double, x is lost. */
static void expect_spectrum(const large_t *large, test_complex_t *x, test_complex_t *spectrum, bool inverse) {
    static test_complex_t column[4096], turned[4096];
    const uint32_t of_row = large->rows, columns = of_row == 0 ? 0 : large->length / of_row;
    if (of_row == 0) test_fft(x, spectrum, large->length, inverse);
    for (uint32_t r = 0; r < columns; r++) test_fft(x + r * of_row, spectrum + r * of_row, of_row, inverse);
    for (uint32_t c = 0; c < of_row; c++) {
        for (uint32_t r = 0; r < columns; r++) column[r] = spectrum[r * of_row + c];
        test_fft(column, turned, columns, inverse);
        for (uint32_t r = 0; r < columns; r++) spectrum[r * of_row + c] = turned[r];
    }
}

START_TEST(the_emulator_transforms) {
    static test_complex_t x[823543], spectrum[823543];
    const large_t *large = &cases[_i];
    make_signals(large);
    for (uint32_t inverse = 0; inverse < (large->passes == 2 ? 2 : 1); inverse++) {
        large_job_t job = {large->ffts, inverse};
        emulate(large, job);
        if (large->rows == 0 || large->passes == 2) the_executor_agrees(large, inverse != 0);
        test_error_t error = {0};
        for (uint32_t fft = 0; fft < large->ffts; fft++) {
            for (uint32_t i = 0; i < large->length; i++) x[i] = element(large, source, fft * large->length + i);
            expect_spectrum(large, x, spectrum, inverse != 0);
            for (uint32_t f = 0; f < large->length; f++) {
                test_complex_t z = element(large, target, fft * large->length + f);
                test_error_add(&error, spectrum[f], z.real, z.imag);
            }
        }
        double relative = test_error_relative(&error);
        printf("large %u, %s, %u passes: relative L2 %.2e\n", large->length, inverse ? "inverse" : "forward",
               large->passes, relative);
        ck_assert_msg(relative <= large->bound, "%u is %.2e off", large->length, relative);
    }
}
END_TEST

/* Compiles a pass of a kernel in tests/fft, in a language, and runs it. */
static void run_pass(nbl_vulkan_device_t *device, const char *path, nbl_language_t language, uint32_t number,
                     uint32_t pass, bool in_float64, test_kernel_t kernel) {
    char text[256], kase[16], which[16];
    snprintf(kase, sizeof kase, "%u", number);
    snprintf(which, sizeof which, "%u", pass);
    snprintf(text, sizeof text, "#include \"%s\"\n", path);
    nbl_define_t defines[] = {
        {"NBL_SUBGROUP_OPERATIONS", "0"}, {"CASE", kase}, {"LARGE_PASS", which}, {"NBL_HAS_FLOAT64", "1"}};
    nbl_source_t sources[] = {{"kernel.h", text, 0}, {path, test_read_text(path), 0}};
    nbl_compile_desc_t compile = {.file = "kernel.h",
                                  .sources = sources,
                                  .source_count = 2,
                                  .language = language,
                                  .defines = defines,
                                  .define_count = in_float64 ? 4 : 3};
    kernel.compile = &compile;
    test_kernel_run(device, &kernel);
}

static void a_device_agrees(nbl_vulkan_device_t *device, nbl_language_t language, uint32_t number, uint32_t inverse,
                            const char *driver) {
    const large_t *large = &cases[number];
    large_job_t job = {large->ffts, inverse};
    make_signals(large);
    emulate(large, job);
    memset(got, 0xff, sizeof got);
    for (uint32_t p = 0; p < large->passes; p++)
        run_pass(device, "tests/fft/large_kernel.h", language, number, p + 1, large->in_float64,
                 (test_kernel_t){.buffer_count = 2,
                                 .push_constants = &job,
                                 .push_constant_bytes = sizeof job,
                                 .groups = groups_of(large, p),
                                 .buffers = {{source, bytes_of(large)}, {got, bytes_of(large)}}});
    ck_assert_msg(test_differing_scalars(got, target, bytes_of(large), large->in_float64 ? 8 : 4) == 0,
                  "%u differs on %s", large->length, driver);
}

static void all_agree(test_driver_t driver, bool on_small_device) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    int ran = 0;
    for (uint32_t i = 0; i < CASES; i++) {
        bool fits = i == 4 || !on_small_device;
        if (!fits || (cases[i].in_float64 && !(nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT64))) continue;
        a_device_agrees(device, NBL_LANGUAGE_GLSL, i, i % 2, test_driver_name(driver));
        ran++;
    }
    for (uint32_t i = 0; i < CASES && !on_small_device; i += 5) /* of a line, and of an array */
        a_device_agrees(device, NBL_LANGUAGE_HLSL, i, 1, "HLSL on lavapipe");
    printf("large: %d transforms have the emulator's bits, %s\n", ran, test_driver_name(driver));
    ck_assert_int_eq(ran, on_small_device ? 1 : CASES);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE, false); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER, true); }
END_TEST

/* Both passes under the race checker. */
static void launch_two(void (*const kernels[2])(void), const uint32_t sizes[2], const uint32_t groups[2],
                       const nbl_emulator_resource_t *buffers, uint32_t count) {
    for (uint32_t p = 0; p < 2; p++) {
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.kernel = kernels[p];
        launch.workgroup_size[0] = sizes[p];
        launch.workgroup_count[0] = groups[p];
        launch.resources = buffers;
        launch.resource_count = count;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        nbl_emulator_report_t report;
        ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    }
}

/* Under the race checker, then on lavapipe: the source is left alone, and the target has no room for elements. */
START_TEST(a_workspace_between_passes) {
    enum { N = powers_1_length };
    static _Alignas(16) float signal[2 * N], powers[N], workspace[2 * N], by_device[N];
    static test_complex_t x[N], spectrum[N];
    static void (*const kernels[])(void) = {powers_1_kernel, powers_2_kernel};
    static const uint32_t sizes[] = {powers_1_workgroup_size, powers_2_workgroup_size};
    static const uint32_t groups[] = {(powers_1_lines + powers_1_ffts_per_workgroup - 1) / powers_1_ffts_per_workgroup,
                                      (powers_2_lines + powers_2_ffts_per_workgroup - 1) / powers_2_ffts_per_workgroup};
    ck_assert_uint_eq(powers_1_passes, 2);
    test_random_t random = test_random_begin("powers");
    for (uint32_t i = 0; i < 2 * N; i++) signal[i] = (float)test_random_real(&random);
    const nbl_emulator_resource_t buffers[] = {
        {signal, sizeof signal, 0}, {powers, sizeof powers, 0}, {workspace, sizeof workspace, 0}};
    launch_two(kernels, sizes, groups, buffers, 3);
    for (uint32_t i = 0; i < N; i++)
        x[i] = (test_complex_t){(long double)signal[2 * i], (long double)signal[2 * i + 1]};
    test_fft(x, spectrum, N, false);
    test_error_t error = {0};
    for (uint32_t f = 0; f < N; f++) {
        const test_complex_t z = spectrum[f];
        test_error_add(&error, (test_complex_t){z.real * z.real + z.imag * z.imag, 0}, (long double)powers[f], 0);
    }
    printf("large: powers by a workspace, relative L2 %.2e\n", test_error_relative(&error));
    ck_assert(test_error_relative(&error) < 4e-7);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t p = 0; p < 2; p++)
        run_pass(device, "tests/fft/large_powers.h", NBL_LANGUAGE_GLSL, 0, p + 1, false,
                 (test_kernel_t){.buffer_count = 3,
                                 .groups = groups[p],
                                 .buffers = {{signal, sizeof signal},
                                             {by_device, sizeof by_device},
                                             {workspace, sizeof workspace}}});
    ck_assert_int_eq(memcmp(by_device, powers, sizeof powers), 0);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Elements of two components, by the buffer between as by one's own callbacks. */
START_TEST(components_in_passes) {
    enum { N = components_1_length };
    static _Alignas(16) float signal[4 * N], both[4 * N], by_device[4 * N];
    static test_complex_t x[N], spectrum[N];
    static void (*const kernels[])(void) = {components_1_kernel, components_2_kernel};
    static const uint32_t sizes[] = {components_1_workgroup_size, components_2_workgroup_size};
    static const uint32_t groups[] = {
        (components_1_lines + components_1_ffts_per_workgroup - 1) / components_1_ffts_per_workgroup,
        (components_2_lines + components_2_ffts_per_workgroup - 1) / components_2_ffts_per_workgroup};
    const nbl_emulator_resource_t buffers[] = {{signal, sizeof signal, 0}, {both, sizeof both, 0}};
    test_random_t random = test_random_begin("components");
    for (uint32_t i = 0; i < 4 * N; i++) signal[i] = (float)test_random_real(&random);
    launch_two(kernels, sizes, groups, buffers, 2);
    for (uint32_t c = 0; c < 2; c++) {
        test_error_t error = {0};
        for (uint32_t i = 0; i < N; i++)
            x[i] = (test_complex_t){(long double)signal[4 * i + 2 * c], (long double)signal[4 * i + 2 * c + 1]};
        test_fft(x, spectrum, N, false);
        for (uint32_t f = 0; f < N; f++)
            test_error_add(&error, spectrum[f], (long double)both[4 * f + 2 * c], (long double)both[4 * f + 2 * c + 1]);
        ck_assert_msg(test_error_relative(&error) < 1.8e-7, "component %u: %.2e", c, test_error_relative(&error));
    }
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t p = 0; p < 2; p++)
        run_pass(device, "tests/fft/large_components.h", NBL_LANGUAGE_GLSL, 0, p + 1, false,
                 (test_kernel_t){.buffer_count = 2,
                                 .groups = groups[p],
                                 .buffers = {{signal, sizeof signal}, {by_device, sizeof by_device}}});
    ck_assert_int_eq(memcmp(by_device, both, sizeof both), 0);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("large");
    TCase *mathematics = tcase_create("mathematics"), *tests = tcase_create("kernels");
    tcase_add_test(mathematics, passes_fit_together);
    tcase_add_test(mathematics, the_maps_make_a_transform);
    tcase_add_test(mathematics, every_length_has_a_split);
    tcase_add_test(mathematics, plans_of_lines_are_what_their_texts_say);
    tcase_add_test(mathematics, twiddles_are_right_to_the_last_bits);
    suite_add_tcase(suite, mathematics);
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, CASES);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, a_workspace_between_passes);
    tcase_add_test(tests, components_in_passes);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
