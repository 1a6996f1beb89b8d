/* Fast mode on the CPU: errors beside FFTW's, other bits than exact mode's where there are fused kernels, and no
 * others.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/line.h"
#include "nbl/host/convolution.h"
#include "nbl/host/fft_nd.h"
#include "plan/make.h"
#include "transform/make.h"
#include "tests/common/testing.h"

#if NBL_HAS_FFTW
#include <fftw3.h>
#endif

static uint64_t seed;

/* Whether this processor and this build have fused kernels: told from the compiled sets, not from what is chosen. */
static bool has_fused(const nbl_executor_set_t *set) {
#ifdef __x86_64__
    if (!__builtin_cpu_supports("fma")) return false;
#endif
    return set->fused[1] != NULL && set->fused[1]->lanes != 0;
}

static bool has_any_fused(void) {
    if (has_fused(nbl_executor_set(0))) return true;
    printf("NOT HERE: fused kernels\n");
    return false;
}

static void put(void *memory, size_t i, bool is_double, double value) {
    if (is_double)
        ((double *)memory)[i] = value;
    else
        ((float *)memory)[i] = (float)value;
}

static double get(const void *memory, size_t i, bool is_double) {
    return is_double ? ((const double *)memory)[i] : (double)((const float *)memory)[i];
}

static void *random_numbers(size_t count, bool is_double, test_random_t *random) {
    void *memory = malloc(count * (is_double ? sizeof(double) : sizeof(float)));
    for (size_t i = 0; i < count; i++) put(memory, i, is_double, test_random_real(random));
    return memory;
}

static void transform(nbl_fft_array_desc_t desc, nbl_mode_t mode, const void *input, void *output) {
    nbl_error_t error;
    desc.mode = mode;
    ck_assert_msg(nbl_fft_array(&desc, input, output, &error) == NBL_SUCCESS, "%s", error.text);
}

/* ---- Errors */

#if NBL_HAS_FFTW
static const double WANTED = 1.1; /* of our error to FFTW's, of enough numbers: fft/test_stockham_fftw */
static const uint32_t ELEMENTS = 16384;

static void fftw(uint32_t length, bool is_double, const void *input, void *output) {
    if (is_double) {
        fftw_plan plan = fftw_plan_dft_1d((int)length, (fftw_complex *)(uintptr_t)input, output, FFTW_FORWARD,
                                          FFTW_ESTIMATE | FFTW_UNALIGNED);
        fftw_execute(plan);
        fftw_destroy_plan(plan);
    } else {
        fftwf_plan plan = fftwf_plan_dft_1d((int)length, (fftwf_complex *)(uintptr_t)input, output, FFTW_FORWARD,
                                            FFTW_ESTIMATE | FFTW_UNALIGNED);
        fftwf_execute(plan);
        fftwf_destroy_plan(plan);
    }
}

static void add_errors(test_error_t *error, const test_complex_t *wanted, const void *output, size_t first,
                       uint32_t length, bool is_double) {
    for (size_t i = 0; i < length; i++)
        test_error_add(error, wanted[i], (long double)get(output, 2 * (first + i), is_double),
                       (long double)get(output, 2 * (first + i) + 1, is_double));
}

/* Returns ours over FFTW's; *differs: from exact mode's bits. */
static double compare(uint32_t length, bool is_double, bool *differs, test_random_t *random) {
    const uint32_t batch = ELEMENTS / length < 4 ? 4 : ELEMENTS / length;
    const size_t element = is_double ? 16 : 8, bytes = batch * length * element;
    void *input = random_numbers(2 * (size_t)batch * length, is_double, random);
    char *fast = calloc(1, bytes), *exact = calloc(1, bytes), *theirs = calloc(1, bytes);
    test_complex_t *x = malloc(length * sizeof *x), *wanted = malloc(length * sizeof *wanted);
    test_error_t of_fast = {0}, of_fftw = {0};
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = length;
    desc.batch = batch;
    desc.precision = is_double ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    transform(desc, NBL_MODE_FAST, input, fast);
    transform(desc, NBL_MODE_EXACT, input, exact);
    *differs = memcmp(fast, exact, bytes) != 0;
    for (size_t k = 0; k < batch; k++) {
        const size_t first = k * length;
        for (size_t i = 0; i < length; i++)
            x[i] = (test_complex_t){(long double)get(input, 2 * (first + i), is_double),
                                    (long double)get(input, 2 * (first + i) + 1, is_double)};
        test_fft(x, wanted, length, false);
        fftw(length, is_double, (const char *)input + first * element, theirs + first * element);
        add_errors(&of_fast, wanted, fast, first, length, is_double);
        add_errors(&of_fftw, wanted, theirs, first, length, is_double);
    }
    const double ratio = test_error_relative(&of_fast) / test_error_relative(&of_fftw);
    free(input);
    free(fast);
    free(exact);
    free(theirs);
    free(x);
    free(wanted);
    return ratio;
}

START_TEST(beside_fftw) {
    static const uint32_t lengths[] = {9,   16,  20,  25,  64,   96,   125,  210, 243,
                                       343, 360, 512, 875, 1000, 1024, 2240, 2401};
    test_random_t random = test_random_from(seed);
    uint32_t other = 0;
    double worst = 0;
    if (!has_any_fused()) return;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (int is_double = 0; is_double < 2; is_double++) {
            bool differs = false;
            const double ratio = compare(lengths[k], is_double, &differs, &random);
            ck_assert_msg(ratio <= WANTED, "%u, float%d: %.3f times FFTW's error", lengths[k], is_double ? 64 : 32,
                          ratio);
            if (ratio > worst) worst = ratio;
            other += differs;
        }
    printf("fast mode: at most %.3f of FFTW's error; other bits than exact mode's at %u of %zu\n", worst, other,
           2 * sizeof lengths / sizeof *lengths);
    ck_assert_uint_ge(other, sizeof lengths / sizeof *lengths);
}
END_TEST
#else
START_TEST(beside_fftw) { printf("SKIPPED: FFTW: libfftw3-dev was not installed when this was built\n"); }
END_TEST
#endif

/* ---- Every way of an array: near exact mode's results, and not the same */

/* The L2 norm of a difference over the L2 norm of the reference. */
static double distance(const void *a, const void *b, size_t count, bool is_double) {
    double difference = 0, energy = 0;
    for (size_t i = 0; i < count; i++) {
        const double x = get(a, i, is_double), y = get(b, i, is_double);
        difference += (x - y) * (x - y);
        energy += y * y;
    }
    return sqrt(difference / energy);
}

static void expect_near(const char *what, uint32_t length, bool is_double, double difference) {
    const double most = is_double ? 2e-15 : 1e-6;
    ck_assert_msg(difference > 0 && difference < most, "%s of %u, float%d: %g from exact mode's", what, length,
                  is_double ? 64 : 32, difference);
}

static void check_array(const char *what, nbl_fft_array_desc_t desc, size_t count, test_random_t *random) {
    for (int variant = 0; variant < 4; variant++) {
        const bool is_double = variant & 1;
        desc.precision = is_double ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
        desc.inverse = variant >> 1;
        void *input = random_numbers(count, is_double, random);
        void *fast = calloc(count, sizeof(double)), *exact = calloc(count, sizeof(double));
        transform(desc, NBL_MODE_FAST, input, fast);
        transform(desc, NBL_MODE_EXACT, input, exact);
        expect_near(what, desc.length, is_double, distance(fast, exact, count, is_double));
        free(input);
        free(fast);
        free(exact);
    }
}

START_TEST(every_way) {
    test_random_t random = test_random_from(seed);
    if (!has_any_fused()) return;
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = 360;
    check_array("a line", desc, 720, &random);
    desc.real = true;
    check_array("a real line", desc, 724, &random);
    desc.length = 375; /* in pairs */
    desc.batch = 2;
    check_array("real lines of an odd length", desc, 2 * 2 * 376, &random);
    desc.length = 40;
    desc.batch = 16;
    check_array("short real lines", desc, 2 * 16 * 42, &random);
    desc.real = false;
    check_array("short lines", desc, 2 * 16 * 40, &random);
    desc.input_stride = desc.output_stride = 16;
    desc.input_distance = desc.output_distance = 1;
    check_array("columns", desc, 2 * 16 * 40, &random);
}
END_TEST

START_TEST(several_dimensions) {
    static const uint64_t sizes[][2] = {{12, 96}, {1, 32768 * 2}, {3, 833}}; /* lines, passes, a chirp */
    test_random_t random = test_random_from(seed);
    nbl_error_t error;
    if (!has_any_fused()) return;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        const size_t count = 2 * (size_t)(sizes[k][0] * sizes[k][1]);
        float *input = random_numbers(count, false, &random), *result[2];
        desc.rank = 2;
        desc.sizes[0] = sizes[k][0];
        desc.sizes[1] = sizes[k][1];
        for (int mode = NBL_MODE_EXACT; mode <= NBL_MODE_FAST; mode++) {
            nbl_fft_t *plan;
            desc.mode = (nbl_mode_t)mode;
            result[mode] = calloc(count, sizeof(float));
            ck_assert_msg(nbl_fft_make_cpu(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
            ck_assert_int_eq(nbl_fft_run(plan, input, result[mode], &error), NBL_SUCCESS);
            nbl_fft_destroy(plan);
        }
        const double difference = distance(result[NBL_MODE_FAST], result[NBL_MODE_EXACT], count, false);
        expect_near("lines of a plane", (uint32_t)sizes[k][1], false, difference);
        for (int mode = 0; mode < 2; mode++) free(result[mode]);
        free(input);
    }
}
END_TEST

START_TEST(convolutions) {
    test_random_t random = test_random_from(seed);
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    nbl_error_t error;
    if (!has_any_fused()) return;
    enum { SIGNAL = 300, KERNEL = 50, RESULT = SIGNAL + KERNEL - 1 };
    float *signal = random_numbers(SIGNAL, false, &random), *kernel = random_numbers(KERNEL, false, &random);
    float result[2][RESULT];
    desc.rank = 1;
    desc.sizes[0] = SIGNAL;
    desc.kernel_sizes[0] = KERNEL;
    for (int mode = NBL_MODE_EXACT; mode <= NBL_MODE_FAST; mode++) {
        nbl_convolution_t *convolution;
        desc.mode = (nbl_mode_t)mode;
        ck_assert_msg(nbl_convolution_create(&desc, kernel, &convolution, &error) == NBL_SUCCESS, "%s", error.text);
        ck_assert_int_eq(nbl_convolution_run(convolution, signal, result[mode], &error), NBL_SUCCESS);
        nbl_convolution_destroy(convolution);
    }
    expect_near("a convolution", RESULT, false, distance(result[1], result[0], RESULT, false));
    free(signal);
    free(kernel);
}
END_TEST

/* ---- Prime radices, which exact mode has not */

/* Returns whether a line is one step of radices, without a convolution. */
static bool goes_by_radices(uint32_t length) {
    static nbl_program_t program;
    nbl_fft_problem_t line = nbl_fft_problem_init();
    nbl_problem_t problem;
    nbl_error_t error;
    line.rank = 1;
    line.sizes[0] = length;
    line.mode = NBL_MODE_FAST;
    ck_assert(nbl_problem_make(&line, false, &problem, &error) == NBL_SUCCESS);
    ck_assert(nbl_transform_make_cpu(&problem, &program, &error) == NBL_SUCCESS);
    return program.steps == 1 && program.step[0].ops == 1 && program.step[0].op[0].kind == NBL_PROGRAM_LINE;
}

/* Returns the error of PRIME_LINES rows of a length or, if the last axis is not the transformed one, columns. */
enum { PRIME_LINES = 37 };
static double error_of_lines(nbl_fft_problem_t problem, test_random_t *random) {
    const bool is_double = problem.precision == NBL_FFT_FLOAT64, columns = problem.axes[0] == 0;
    const uint32_t length = (uint32_t)problem.sizes[problem.axes[0]];
    const size_t count = 2 * (size_t)PRIME_LINES * length;
    const size_t step = columns ? PRIME_LINES : 1, distance = columns ? 1 : length;
    void *input = random_numbers(count, is_double, random), *output = calloc(count, sizeof(double));
    test_complex_t *x = malloc(length * sizeof *x), *wanted = malloc(length * sizeof *wanted);
    test_error_t off = {0};
    nbl_fft_t *fft;
    nbl_error_t error;
    problem.mode = NBL_MODE_FAST;
    ck_assert_msg(nbl_fft_make_cpu(&problem, &fft, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_msg(nbl_fft_run(fft, input, output, &error) == NBL_SUCCESS, "%s", error.text);
    nbl_fft_destroy(fft);
    for (size_t line = 0; line < PRIME_LINES; line++) {
        for (size_t i = 0; i < length; i++) {
            const size_t at = 2 * (line * distance + i * step);
            x[i] = (test_complex_t){(long double)get(input, at, is_double), (long double)get(input, at + 1, is_double)};
        }
        test_fft(x, wanted, length, problem.inverse);
        for (size_t i = 0; i < length; i++) {
            const size_t at = 2 * (line * distance + i * step);
            test_error_add(&off, wanted[i], (long double)get(output, at, is_double),
                           (long double)get(output, at + 1, is_double));
        }
    }
    free(input), free(output), free(x), free(wanted);
    return test_error_relative(&off);
}

/* Each prime as the only radix, as the first and the last one, and twice. Mutations that this finds: a sine's sign in
 * prime_text.h. */
START_TEST(prime_radices) {
    static const uint32_t primes[] = {17, 19, 23, 29, 31};
    const nbl_executor_set_t *set;
    test_random_t random = test_random_from(seed);
    double worst = 0;
    for (uint32_t s = 0; (set = nbl_executor_set(s)) != NULL; s++)
        for (uint32_t i = 0; i < 5 * 4; i++) {
            const uint32_t prime = primes[i % 5], times[] = {1, 2, 35, prime};
            const uint32_t length = prime * times[i / 5];
            ck_assert_msg(goes_by_radices(length), "%u is no line of radices", length);
            for (uint32_t variant = 0; variant < 8; variant++) {
                const uint32_t axis = variant / 4;
                nbl_fft_problem_t problem = nbl_fft_problem_init();
                problem.rank = 2;
                problem.sizes[axis] = length, problem.sizes[1 - axis] = PRIME_LINES;
                problem.axis_count = 1, problem.axes[0] = axis;
                problem.precision = variant % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
                problem.inverse = variant / 2 % 2 == 1;
                problem.instructions = set->name;
                const double error = error_of_lines(problem, &random) / (variant % 2 == 0 ? 0x1p-24 : 0x1p-53);
                ck_assert_msg(error < 4, "%s, %u, float%d, %s%s: %.2f units off", set->name, length,
                              variant % 2 == 0 ? 32 : 64, axis == 0 ? "columns" : "rows",
                              problem.inverse ? ", back" : "", error);
                if (error > worst) worst = error;
            }
        }
    printf("fast mode: prime radices at most %.2f units of 2^-24 or 2^-53 off\n", worst);
}
END_TEST

/* ---- Sets, contexts, misuse */

/* Fast mode has other bits than exact mode on each set of a processor with multiply-adds, and exact mode's on
 * others. */
START_TEST(sets_fuse_if_the_processor_does) {
    const nbl_executor_set_t *set;
    test_random_t random = test_random_from(seed);
    uint32_t sets = 0;
    enum { LENGTH = 360 };
    float *input = random_numbers(2 * LENGTH, false, &random), fast[2 * LENGTH], exact[2 * LENGTH];
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = LENGTH;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        desc.instructions = set->name;
        transform(desc, NBL_MODE_FAST, input, fast);
        transform(desc, NBL_MODE_EXACT, input, exact);
        const bool equal = memcmp(fast, exact, sizeof fast) == 0;
        ck_assert_msg(equal != has_fused(set), "%s: fast mode has %s bits", set->name, equal ? "the same" : "other");
#ifdef __x86_64__
        ck_assert_msg(has_fused(set) == nbl_executor_fuses(), "%s: no fused kernels", set->name);
#endif
        sets++;
    }
    ck_assert_uint_ge(sets, 2); /* "plain" and vectors */
    free(input);
}
END_TEST

/* One context, both modes in turn: each has its own plan. */
START_TEST(a_context_keeps_both) {
    enum { LENGTH = 360 };
    test_random_t random = test_random_from(seed);
    nbl_fft_array_context_t *context;
    nbl_error_t error;
    float *input = random_numbers(2 * LENGTH, false, &random), kept[2 * LENGTH], wanted[2 * LENGTH];
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = LENGTH;
    ck_assert_int_eq(nbl_fft_array_context_create(4, &context, &error), NBL_SUCCESS);
    for (int turn = 0; turn < 4; turn++) {
        desc.mode = turn % 2 == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
        ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, input, kept, &error), NBL_SUCCESS);
        transform(desc, desc.mode, input, wanted);
        ck_assert_msg(memcmp(kept, wanted, sizeof kept) == 0, "turn %d: another mode's bits", turn);
    }
    nbl_fft_array_context_destroy(context);
    free(input);
}
END_TEST

START_TEST(each_mode_has_its_kernels) {
    const nbl_executor_set_t *set;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        ck_assert(nbl_executor_set_kernels(set, 4, NBL_MODE_EXACT) == set->exact[1]);
        ck_assert(nbl_executor_set_kernels(set, 4, NBL_MODE_FAST) == (has_fused(set) ? set->fused[1] : set->exact[1]));
    }
}
END_TEST

START_TEST(misuse) {
    nbl_fft_array_desc_t array = nbl_fft_array_desc_init();
    nbl_fft_problem_t nd = nbl_fft_problem_init();
    nbl_convolution_desc_t convolution = nbl_convolution_desc_init();
    nbl_fft_array_plan_t *array_plan;
    nbl_fft_t *nd_plan;
    nbl_convolution_t *convolution_plan;
    nbl_error_t error;
    array.length = 16;
    array.mode = (nbl_mode_t)3;
    ck_assert_int_eq(nbl_fft_array_plan_create(&array, &array_plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "mode is 3, must be exact (0), fast (1) or fused (2)"), "%s", error.text);
    nd.rank = 1;
    nd.sizes[0] = 16;
    nd.mode = (nbl_mode_t)-1;
    ck_assert_int_eq(nbl_fft_make_cpu(&nd, &nd_plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "exact (0), fast (1) or fused (2)"), "%s", error.text);
    convolution.rank = 1;
    convolution.sizes[0] = convolution.kernel_sizes[0] = 2;
    convolution.mode = (nbl_mode_t)3;
    ck_assert_int_eq(nbl_convolution_create(&convolution, &seed, &convolution_plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "exact (0), fast (1) or fused (2)"), "%s", error.text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast mode");
    TCase *tcase = tcase_create("fast");
    seed = test_seed("fast mode");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, beside_fftw);
    tcase_add_test(tcase, every_way);
    tcase_add_test(tcase, several_dimensions);
    tcase_add_test(tcase, convolutions);
    tcase_add_test(tcase, prime_radices);
    tcase_add_test(tcase, sets_fuse_if_the_processor_does);
    tcase_add_test(tcase, a_context_keeps_both);
    tcase_add_test(tcase, each_mode_has_its_kernels);
    tcase_add_test(tcase, misuse);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
