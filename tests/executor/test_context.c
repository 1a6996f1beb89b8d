/* What stands beside a kept plan: elements by functions, with the bits of arrays, and contexts that keep plans.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft.h"
#include "platform/clock.h"
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

/* A plan takes a hundred times as long as its run. */
START_TEST(test_plans_are_kept) {
    enum { RUNS = 50 };
    nbl_fft_array_context_t *context = context_of(1);
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    float array[2 * 360] = {0};
    double begin = nbl_platform_seconds();
    desc.length = 360;
    for (int i = 0; i < RUNS; i++) ck_assert_int_eq(nbl_fft_array(&desc, array, array, NULL), NBL_SUCCESS);
    double anew = nbl_platform_seconds() - begin;
    begin = nbl_platform_seconds();
    for (int i = 0; i < RUNS; i++)
        ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, NULL), NBL_SUCCESS);
    double kept = nbl_platform_seconds() - begin;
    printf("%d transforms: %.2f ms planned anew, %.2f ms kept\n", RUNS, 1e3 * anew, 1e3 * kept);
    ck_assert_double_lt(kept, anew / 3);
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

START_TEST(test_context_misuse) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_context_t *context = NULL;
    nbl_error_t error;
    float array[64] = {0};
    ck_assert_int_eq(nbl_fft_array_context_create(0, &context, &error), NBL_ERROR_ARGUMENT);
    ck_assert_ptr_null(context);
    ck_assert_int_eq(nbl_fft_array_context_create(1, NULL, &error), NBL_ERROR_ARGUMENT);
    context = context_of(1);
    desc.length = 17;
    ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, array, array, &error), NBL_ERROR_ARGUMENT);
    desc.length = 16;
    ck_assert_int_eq(nbl_fft_array_context_run(NULL, &desc, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_context_run(context, NULL, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, NULL, array, &error), NBL_ERROR_ARGUMENT);
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
    tcase_add_test(tcase, test_plans_are_kept);
    tcase_add_test(tcase, test_threads);
    tcase_add_test(tcase, test_context_misuse);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
