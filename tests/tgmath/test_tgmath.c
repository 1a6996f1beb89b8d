/* nbl/tgmath.h on the CPU: special values, hard cases and a stratified sample of every function against the C library.
 * SPDX-License-Identifier: Apache-2.0
 *
 * bench/scripts/tgmath_errors.sh goes through all arguments.
 */
#include "tests/tgmath/arguments.h"

#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>

#define PARTS_LOG2 17u

static void check_error(const tgmath_function_t *function, const tgmath_error_t *error) {
    ck_assert_msg(error->wrong == 0, "%s: %llu special values wrong, the first %08x for %08x %08x %08x", function->name,
                  (unsigned long long)error->wrong,
                  function->bits(error->wrong_at[0], error->wrong_at[1], error->wrong_at[2]), error->wrong_at[0],
                  error->wrong_at[1], error->wrong_at[2]);
    ck_assert_msg(error->ulps <= function->bound, "%s: %f units in the last place at %08x %08x %08x", function->name,
                  error->ulps, error->at[0], error->at[1], error->at[2]);
    if (function->bound <= 0.5)
        ck_assert_msg(error->not_nearest == 0, "%s: %llu not correctly rounded", function->name,
                      (unsigned long long)error->not_nearest);
}

START_TEST(marked_arguments) {
    uint64_t cases = 0;
    for (uint32_t f = 0; f < TGMATH_FUNCTIONS; f++) {
        tgmath_error_t error = {0};
        uint32_t at[3];
        for (uint64_t i = 0; tgmath_marked_arguments(i, at); i++) tgmath_error_add(&error, &tgmath_functions[f], at);
        check_error(&tgmath_functions[f], &error);
        cases += error.count;
    }
    printf("tgmath: %llu marked arguments of %zu functions\n", (unsigned long long)cases, TGMATH_FUNCTIONS);
    ck_assert_uint_eq(cases, TGMATH_FUNCTIONS * 4 * TGMATH_MARKS * TGMATH_MARKS);
}
END_TEST

START_TEST(stratified_arguments) {
    uint64_t offset = test_seed("tgmath") << 32, cases = 0;
    for (uint32_t f = 0; f < TGMATH_FUNCTIONS; f++) {
        const tgmath_function_t *function = &tgmath_functions[f];
        tgmath_error_t error = {0};
        for (uint64_t i = 0; i < (1u << PARTS_LOG2); i++) {
            uint32_t at[3];
            tgmath_stratified_arguments(function, offset + i, PARTS_LOG2, at);
            tgmath_error_add(&error, function, at);
        }
        check_error(function, &error);
        printf("tgmath: %-10s %.4f units in the last place\n", function->name, error.ulps);
        cases += error.count;
    }
    ck_assert_uint_eq(cases, TGMATH_FUNCTIONS << PARTS_LOG2);
}
END_TEST

/* Every mantissa, of both parities of the exponent: a root of any float32 is one of these but for its exponent. */
START_TEST(every_root) {
    uint32_t wrong = 0;
    for (uint32_t x = 0x3f800000u; x < 0x40800000u; x++)
        wrong += nbl_sqrt_bits(x) != tgmath_bits(sqrtf(tgmath_float(x)));
    printf("tgmath: %u square roots, each with %u wrong\n", 1u << 24, wrong);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* A function that is one unit off must be seen, as must a NaN, a sign and an infinity that should not be. */
static uint32_t off_by_one(uint32_t x, uint32_t y, uint32_t z) {
    (void)y, (void)z;
    return nbl_exp_bits(x) + 1u;
}
static uint32_t zero_without_sign(uint32_t x, uint32_t y, uint32_t z) {
    (void)y, (void)z;
    return nbl_sin_bits(x) & 0x7fffffffu;
}

START_TEST(what_is_wrong_is_seen) {
    tgmath_error_t error = {0};
    uint32_t at[3] = {0x3f800000u, 0, 0};
    tgmath_function_t function = tgmath_functions[11];
    ck_assert_str_eq(function.name, "exp");
    function.bits = off_by_one;
    tgmath_error_add(&error, &function, at);
    ck_assert_msg(error.ulps > 0.5 && error.ulps < 1.5, "%f", error.ulps);
    function = tgmath_functions[16];
    ck_assert_str_eq(function.name, "sin");
    function.bits = zero_without_sign;
    at[0] = 0x80000000u;
    tgmath_error_add(&error, &function, at);
    ck_assert_uint_eq(error.wrong, 1);
}
END_TEST

START_TEST(functions_of_floats) {
    ck_assert(nbl_log2(8.0f) == 3.0f && nbl_log2(9u) == 3u);
    ck_assert(nbl_div(1.0f, 3.0f) == 1.0f / 3.0f && nbl_pow(2.0f, -149.0f) == 0x1p-149f);
    ck_assert(nbl_atan2(1.0f, -1.0f) == 2.35619449f && nbl_fma(0x1p-100f, 0x1p-49f, 0.0f) == 0x1p-149f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tgmath");
    TCase *tests = tcase_create("tgmath");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, marked_arguments);
    tcase_add_test(tests, stratified_arguments);
    tcase_add_test(tests, every_root);
    tcase_add_test(tests, what_is_wrong_is_seen);
    tcase_add_test(tests, functions_of_floats);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
