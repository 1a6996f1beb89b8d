/* What stands beside a kept plan: elements by functions, with the bits of arrays, and contexts that keep plans.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_nd.h"
#include "tests/common/testing.h"

static uint64_t seed;

/* ---- Elements by functions */

typedef struct numbers_t {
    char *memory;
    uint32_t scalar_bytes, elements; /* of a transform */
    bool real;
    uint32_t calls; /* by one thread */
} numbers_t;

static double read_scalar(const char *from, uint32_t bytes) {
    double value;
    float single;
    uint16_t half;
    if (bytes == 2) return memcpy(&half, from, 2), (double)nbl_emulator_unpack_half_2x16(half).x;
    if (bytes == 4) return memcpy(&single, from, 4), (double)single;
    memcpy(&value, from, 8);
    return value;
}

static void write_scalar(char *to, double value, uint32_t bytes) {
    const nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
    const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
    memcpy(to, bytes == 2 ? (const void *)&half : bytes == 4 ? (const void *)&pair.x : &value, bytes);
}

static char *place(numbers_t *n, uint64_t transform, uint32_t element) {
    n->calls++;
    ck_assert_uint_lt(element, n->elements);
    return n->memory + ((size_t)transform * n->elements + element) * (n->real ? 1 : 2) * n->scalar_bytes;
}

static void get(void *user, uint64_t transform, uint32_t element, void *value) {
    numbers_t *n = user;
    const char *at = place(n, transform, element);
    nbl_fft_number_t number = {read_scalar(at, n->scalar_bytes), 12345.0}; /* which does not count of real ones */
    if (!n->real) number.imag = read_scalar(at + n->scalar_bytes, n->scalar_bytes);
    memcpy(value, &number, sizeof number);
}

static void set(void *user, uint64_t transform, uint32_t element, const void *value) {
    numbers_t *n = user;
    char *at = place(n, transform, element);
    nbl_fft_number_t number;
    memcpy(&number, value, sizeof number);
    write_scalar(at, number.real, n->scalar_bytes);
    if (!n->real) write_scalar(at + n->scalar_bytes, number.imag, n->scalar_bytes);
}

static uint32_t check_access(const nbl_fft_array_desc_t *desc, test_random_t *random) {
    const uint32_t scalar = nbl_fft_precision_element_bytes(desc->precision) / 2;
    const uint32_t spectrum = desc->real ? desc->length / 2 + 1 : desc->length;
    numbers_t in = {NULL, scalar, desc->inverse ? spectrum : desc->length, desc->real && !desc->inverse, 0};
    numbers_t out = {NULL, scalar, desc->inverse ? desc->length : spectrum, desc->real && desc->inverse, 0};
    const size_t bytes = (size_t)desc->batch * (desc->length + 2) * 2 * scalar;
    char *input = malloc(bytes), *expected = calloc(bytes, 1);
    const nbl_accessor_t input_access = {get, NULL, &in}, output_access = {NULL, set, &out};
    nbl_fft_array_plan_t *plan;
    nbl_error_t error;
    in.memory = input;
    out.memory = calloc(bytes, 1);
    for (size_t i = 0; i < bytes; i += scalar) write_scalar(input + i, test_random_real(random), scalar);
    ck_assert_msg(nbl_fft_array_plan_create(desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(nbl_fft_array_plan_run(plan, input, expected, &error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_array_plan_access(plan, &input_access, &output_access, &error), NBL_SUCCESS);
    ck_assert_msg(memcmp(out.memory, expected, bytes) == 0, "%u x %u, %s%s%s: other bits than the array's", desc->batch,
                  desc->length, nbl_fft_precision_name(desc->precision), desc->real ? ", real" : "",
                  desc->inverse ? ", inverse" : "");
    if (desc->threads == 1) ck_assert_uint_eq(in.calls, desc->batch * in.elements);
    if (desc->threads == 1) ck_assert_uint_eq(out.calls, desc->batch * out.elements);
    nbl_fft_array_plan_destroy(plan);
    free(input);
    free(expected);
    free(out.memory);
    return 1;
}

START_TEST(test_access) {
    static const uint32_t lengths[] = {2, 9, 30, 64, 360, 1000};
    test_random_t random = test_random_from(seed);
    uint32_t cases = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (int p = NBL_FFT_FLOAT16; p <= NBL_FFT_FLOAT16_STORAGE; p++)
            for (uint32_t variant = 0; variant < 8; variant++) {
                nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
                if (p == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) continue;
                desc.length = lengths[k];
                desc.precision = (nbl_fft_precision_t)p;
                desc.inverse = variant & 1;
                desc.real = variant >> 1 & 1;
                desc.batch = variant >> 2 & 1 ? 9 : 1;
                desc.threads = desc.batch == 1 ? 1 : 3;
                cases += check_access(&desc, &random);
            }
    printf("by functions: %u cases\n", cases);
    ck_assert_uint_ge(cases, 6 * 3 * 8);
}
END_TEST

START_TEST(test_access_misuse) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_accessor_t none = {NULL, NULL, NULL}, gets = {get, NULL, NULL}, sets = {NULL, set, NULL};
    nbl_fft_array_plan_t *plan;
    nbl_error_t error;
    desc.length = 16;
    ck_assert_int_eq(nbl_fft_array_plan_create(&desc, &plan, &error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_array_plan_access(NULL, &gets, &sets, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_access(plan, NULL, &sets, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_access(plan, &gets, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_access(plan, &none, &sets, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "accessors: input's get is NULL");
    ck_assert_int_eq(nbl_fft_array_plan_access(plan, &gets, &none, &error), NBL_ERROR_ARGUMENT);
    nbl_fft_array_plan_destroy(plan);
}
END_TEST

/* ---- Contexts */

static nbl_fft_array_context_t *context_of(uint32_t most) {
    nbl_fft_array_context_t *context;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_array_context_create(most, &context, &error) == NBL_SUCCESS, "%s", error.text);
    return context;
}

/* An impulse's spectrum, by the context: ones. */
static void run_length(nbl_fft_array_context_t *context, uint32_t length) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    float *signal = calloc(2 * length, sizeof *signal), *spectrum = calloc(2 * length, sizeof *signal);
    char instructions[] = "plain"; /* gone when the plan runs again */
    nbl_error_t error;
    desc.length = length;
    desc.instructions = instructions;
    signal[0] = 1.0f;
    ck_assert_msg(nbl_fft_array_context_run(context, &desc, signal, spectrum, &error) == NBL_SUCCESS, "%s", error.text);
    for (uint32_t i = 0; i < 2 * length; i++) ck_assert_float_eq(spectrum[i], i % 2 == 0 ? 1.0f : 0.0f);
    free(signal);
    free(spectrum);
}

START_TEST(test_limit_and_release) {
    nbl_fft_array_context_t *context = context_of(2);
    for (uint32_t i = 0; i < 12; i++) run_length(context, 8u << i % 3); /* each displaces another */
    ck_assert_uint_eq(nbl_fft_array_context_release(context), 0);
    for (uint32_t i = 0; i < 12; i++) run_length(context, 8u << i % 2);
    nbl_fft_array_context_destroy(context);
    nbl_fft_array_context_destroy(NULL);
}
END_TEST

/* An impulse's spectrum by a context of arrays of several dimensions: ones. */
static void run_nd(nbl_fft_array_context_t *context, uint64_t rows, uint64_t columns, bool inverse) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    float *signal = calloc(2 * rows * columns, sizeof *signal), *spectrum = malloc(2 * rows * columns * sizeof *signal);
    char instructions[] = "plain"; /* gone when the plan runs again */
    nbl_error_t error;
    desc.rank = 2;
    desc.sizes[0] = rows;
    desc.sizes[1] = columns;
    desc.inverse = inverse;
    desc.scaling = NBL_FFT_SCALING_NONE;
    desc.threads = 1;
    if (rows > 1) desc.instructions = instructions;
    signal[0] = 1.0f;
    ck_assert_msg(nbl_fft_nd_context_run(context, &desc, signal, spectrum, &error) == NBL_SUCCESS, "%s", error.text);
    for (uint64_t i = 0; i < 2 * rows * columns; i++)
        ck_assert_float_eq_tol(spectrum[i], i % 2 == 0 ? 1.0f : 0.0f, 1e-5f);
    free(signal);
    free(spectrum);
}

/* Bytes that malloc has given away; 0: unknown. */
static uint64_t allocated(void) {
#if defined(__GLIBC__)
    const struct mallinfo2 info = mallinfo2();
    if (!TEST_SANITIZED) return (uint64_t)info.uordblks + info.hblkhd;
#endif
    return 0;
}

/* Catches: drop() without the comparison of bytes; take_out() that forgets an entry's bytes; scratch that does not
 * count. */
START_TEST(test_bytes_are_bounded) {
    enum { BOUND = 24 << 20, RUNS = 20 };
    test_random_t random = test_random_from(seed);
    nbl_fft_array_context_t *context = context_of(0);
    uint64_t most = 0, before = allocated();
    ck_assert_uint_eq(nbl_fft_array_context_info(context).most_bytes, NBL_FFT_ARRAY_CONTEXT_BYTES);
    nbl_fft_array_context_limit(context, 0, BOUND);
    for (int i = 0; i < RUNS; i++) {
        run_nd(context, 1, 20000 + test_random_below(&random, 20000), false);
        const nbl_fft_array_context_info_t info = nbl_fft_array_context_info(context);
        ck_assert(info.bytes <= BOUND || info.plans <= 2);
        ck_assert_uint_eq(info.hits + info.misses, (uint64_t)i + 1);
        if (info.bytes > most) most = info.bytes;
        const uint64_t held = allocated() - before;
        if (before != 0)
            ck_assert_msg(held < 1.1 * (double)info.bytes + 65536 && held > 0.9 * (double)info.bytes,
                          "%llu bytes held, %llu told", (unsigned long long)held, (unsigned long long)info.bytes);
    }
    const nbl_fft_array_context_info_t info = nbl_fft_array_context_info(context);
    printf("context: %d lengths, %llu plans, at most %llu bytes of %d\n", RUNS, (unsigned long long)info.plans,
           (unsigned long long)most, BOUND);
    ck_assert_uint_gt(info.plans, 2);
    ck_assert_uint_lt(info.plans, RUNS);
    nbl_fft_array_context_limit(context, 0, 0);
    ck_assert_uint_eq(nbl_fft_array_context_info(context).plans, 2);
    nbl_fft_array_context_limit(context, 1, BOUND);
    ck_assert_uint_eq(nbl_fft_array_context_info(context).plans, 1);
    ck_assert_uint_eq(nbl_fft_array_context_release(context), 0);
    ck_assert_uint_eq(nbl_fft_array_context_info(context).bytes, 0);
    nbl_fft_array_context_destroy(context);
}
END_TEST

/* Catches: scratch of array plans that does not count. */
START_TEST(test_bytes_of_arrays) {
    static const uint32_t lengths[] = {8192, 8100, 8085, 8064, 8000, 7938, 7920, 7875, 7840, 7800, 7776, 7700};
    nbl_fft_array_context_t *context = context_of(0);
    const uint64_t before = allocated();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) run_length(context, lengths[i]);
    const uint64_t held = allocated() - before, told = nbl_fft_array_context_info(context).bytes;
    printf("context: %llu bytes held, %llu told\n", (unsigned long long)held, (unsigned long long)told);
    ck_assert_uint_gt(told, sizeof lengths / sizeof *lengths * 4 * 8192 * sizeof(float));
    if (before != 0) ck_assert(held < 1.1 * (double)told && held > 0.9 * (double)told);
    nbl_fft_array_context_destroy(context);
}
END_TEST

static void run_set(nbl_fft_array_context_t *context, const char *instructions) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    float array[2 * 60] = {0};
    desc.length = 60;
    desc.instructions = instructions;
    ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, NULL), NBL_SUCCESS);
}

/* Catches: a key without the sizes of all dimensions, the direction or the set. */
START_TEST(test_descriptions_are_told_apart) {
    nbl_fft_array_context_t *context = context_of(0);
    for (int round = 0; round < 3; round++) {
        run_nd(context, 1, 60, false);
        run_nd(context, 60, 1, false);
        run_nd(context, 6, 10, false);
        run_nd(context, 10, 6, false);
        run_nd(context, 10, 6, true);
        run_nd(context, 6, 5, true);
        run_set(context, NULL);
        run_length(context, 60); /* which is run_set(context, "plain") */
        run_set(context, "plain");
        run_length(context, 6);
    }
    const nbl_fft_array_context_info_t info = nbl_fft_array_context_info(context);
    ck_assert_uint_eq(info.plans, 9);
    ck_assert_uint_eq(info.misses, 9);
    ck_assert_uint_eq(info.hits, 21);
    nbl_fft_array_context_destroy(context);
}
END_TEST

/* Meant to catch: take() that does not look. */
START_TEST(test_plans_are_kept) {
    nbl_fft_array_context_t *context = context_of(1);
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    float array[2 * 360] = {0};
    desc.length = 360;
    for (int i = 0; i < 50; i++)
        ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, NULL), NBL_SUCCESS);
    const nbl_fft_array_context_info_t info = nbl_fft_array_context_info(context);
    ck_assert_uint_eq(info.hits, 49);
    ck_assert_uint_eq(info.misses, 1);
    ck_assert_uint_eq(info.plans, 1);
    nbl_fft_array_context_destroy(context);
}
END_TEST

static void *run_many(void *user) {
    for (uint32_t i = 0; i < 60; i++) {
        run_length(user, 4u << i % 5);
        if (i % 20 == 19) nbl_fft_array_context_release(user);
    }
    return NULL;
}

START_TEST(test_threads) {
    enum { THREADS = 8 };
    nbl_fft_array_context_t *context = context_of(3); /* fewer than are in use at once */
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_create(&threads[i], NULL, run_many, context), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    ck_assert_uint_eq(nbl_fft_array_context_release(context), 0);
    nbl_fft_array_context_destroy(context);
}
END_TEST

/* A convolution is refused, also where the context has a plan of the same numbers without a kernel. */
START_TEST(test_context_keeps_no_convolutions) {
    const float kernel[8] = {1};
    float array[32] = {0}, result[32];
    nbl_error_t error;
    nbl_fft_array_context_t *context = context_of(2);
    nbl_fft_problem_t plain = nbl_fft_problem_init();
    plain.rank = 1;
    plain.sizes[0] = 16;
    for (int kept = 0; kept < 2; kept++) {
        nbl_fft_problem_t convolution = plain, forgotten = plain, correlation = plain;
        convolution.kernel = kernel;
        convolution.kernel_sizes[0] = 4;
        forgotten.kernel_sizes[0] = 4;
        correlation.correlates = true;
        ck_assert_int_eq(nbl_fft_nd_context_run(context, &convolution, array, result, &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, "kernel: must be NULL") != NULL, "%s", error.text);
        ck_assert_int_eq(nbl_fft_nd_context_run(context, &forgotten, array, result, &error), NBL_ERROR_ARGUMENT);
        ck_assert_int_eq(nbl_fft_nd_context_run(context, &correlation, array, result, &error), NBL_ERROR_ARGUMENT);
        ck_assert_int_eq(nbl_fft_nd_context_run(context, &plain, array, result, &error), NBL_SUCCESS);
    }
    nbl_fft_array_context_destroy(context);
}
END_TEST

START_TEST(test_context_misuse) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_context_t *context = NULL;
    nbl_error_t error;
    float array[64] = {0};
    ck_assert_int_eq(nbl_fft_array_context_create(1, NULL, &error), NBL_ERROR_ARGUMENT);
    context = context_of(1);
    desc.length = 17;
    ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, &error), NBL_ERROR_ARGUMENT);
    desc.length = 16;
    ck_assert_int_eq(nbl_fft_array_context_run(NULL, &desc, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_context_run(context, NULL, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, NULL, array, &error), NBL_ERROR_ARGUMENT);
    nbl_fft_problem_t nd = nbl_fft_problem_init();
    ck_assert_int_eq(nbl_fft_nd_context_run(context, &nd, array, array, &error), NBL_ERROR_ARGUMENT);
    nd.rank = 4000000000u;
    nd.axis_count = 4000000000u;
    ck_assert_int_eq(nbl_fft_nd_context_run(context, &nd, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_nd_context_run(context, NULL, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_nd_context_run(NULL, &nd, array, array, &error), NBL_ERROR_ARGUMENT);
    desc.instructions = "avx1024";
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, &error), NBL_ERROR_ARGUMENT);
    desc.instructions = NULL;
    ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, &error), NBL_SUCCESS);
    ck_assert_str_eq(error.text, "");
    nbl_fft_array_context_destroy(context);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("executor context");
    TCase *tcase = tcase_create("context");
    seed = test_seed("executor context");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_access);
    tcase_add_test(tcase, test_access_misuse);
    tcase_add_test(tcase, test_limit_and_release);
    tcase_add_test(tcase, test_bytes_are_bounded);
    tcase_add_test(tcase, test_bytes_of_arrays);
    tcase_add_test(tcase, test_descriptions_are_told_apart);
    tcase_add_test(tcase, test_plans_are_kept);
    tcase_add_test(tcase, test_threads);
    tcase_add_test(tcase, test_context_misuse);
    tcase_add_test(tcase, test_context_keeps_no_convolutions);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
