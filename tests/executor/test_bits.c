/* The executor's transforms against the emulator's, bit by bit: every length, precision, direction and instruction set.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/line.h"
#include "fft/array.h"
#include "nbl/host/fft.h"
#include "facts/choose.h"
#include "plan/make.h"
#include "tests/common/testing.h"

#define LANES_AT_MOST 8

static uint64_t seed;
static uint32_t cases, in_lanes;

/* A signal and what the emulator makes of it. */
typedef struct case_t {
    nbl_fft_transform_plan_t plan;
    uint32_t scalar_bytes;
    size_t bytes;
    char *signal, *expected;
} case_t;

static void fill(case_t *c, test_random_t *random) {
    for (size_t i = 0; i < c->bytes / c->scalar_bytes; i++) {
        double value = test_random_real(random);
        nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
        uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        char *at = c->signal + i * c->scalar_bytes;
        if (c->scalar_bytes == 2)
            memcpy(at, &half, sizeof half);
        else if (c->scalar_bytes == 4)
            memcpy(at, &pair.x, sizeof pair.x);
        else
            memcpy(at, &value, sizeof value);
    }
}

static bool make_case(case_t *c, nbl_fft_precision_t precision, uint32_t length, bool inverse, test_random_t *random) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_error_t error;
    desc.precision = precision;
    desc.length = length;
    desc.inverse = inverse;
    if (nbl_fft_transform_plan(&desc, &c->plan, NULL) != NBL_SUCCESS) return false;
    c->bytes = (size_t)c->plan.buffer_bytes;
    c->scalar_bytes = c->plan.element_bytes / 2;
    c->signal = calloc(c->bytes + 16, 1);
    c->expected = calloc(c->bytes + 16, 1);
    fill(c, random);
    ck_assert_msg(nbl_fft_transform_emulate(&c->plan, &launch, c->signal, c->expected, NULL, &error) == NBL_SUCCESS,
                  "%s", error.text);
    return true;
}

#define GAP 3 /* elements between lines in lanes */

typedef enum shape_t { LINE, COLUMNS, LANES } shape_t;

static nbl_executor_line_t line_of(const case_t *c, const char *set, shape_t shape) {
    nbl_executor_line_desc_t desc = {.plan = c->plan.parameters.plan,
                                     .twiddles = c->plan.parameters.twiddles,
                                     .inverse = c->plan.desc.inverse,
                                     .normalization =
                                         c->plan.desc.inverse ? NBL_FFT_INVERSE_DEFAULT : NBL_FFT_FORWARD_DEFAULT,
                                     .columns = shape != LINE,
                                     .in_lanes = shape == LANES,
                                     .in_distance = 2 * (c->plan.desc.length + GAP),
                                     .out_distance = 2 * (c->plan.desc.length + GAP),
                                     .set = set};
    nbl_executor_line_t line;
    nbl_error_t error;
    ck_assert_msg(nbl_executor_line_make(&desc, &line, &error) == NBL_SUCCESS, "%s", error.text);
    return line;
}

static void *new_scratch(const nbl_executor_line_t *line) {
    void *scratch = aligned_alloc(NBL_EXECUTOR_ALIGNMENT, line->scratch_bytes);
    memset(scratch, 0xff, line->scratch_bytes); /* NaN: what a vector takes too much must not come back */
    return scratch;
}

static void expect(const case_t *c, const char *set, const char *what, const void *result, const void *expected,
                   size_t bytes) {
    cases++;
    ck_assert_msg(memcmp(result, expected, bytes) == 0, "%s of %u, %s%s, %s: other bits than the emulator's", what,
                  c->plan.desc.length, nbl_fft_precision_name(c->plan.desc.precision),
                  c->plan.desc.inverse ? ", inverse" : "", set);
}

/* To another array, and in place. */
static void check_line(const case_t *c, const char *set) {
    nbl_executor_line_t line = line_of(c, set, LINE);
    char *scratch = new_scratch(&line), *result = malloc(c->bytes);
    nbl_executor_line_run(&line, c->signal, result, scratch);
    expect(c, set, "a line", result, c->expected, c->bytes);
    memcpy(result, c->signal, c->bytes);
    nbl_executor_line_run(&line, result, result, scratch);
    expect(c, set, "a line in place", result, c->expected, c->bytes);
    free(scratch);
    free(result);
    nbl_executor_line_release(&line);
}

/* The signal in the k-th of `of` columns. */
static void put_column(const case_t *c, char *columns, const char *from, uint32_t k, uint32_t of) {
    size_t element = c->plan.element_bytes;
    for (size_t n = 0; n < c->plan.desc.length; n++)
        memcpy(columns + (n * of + k) * element, from + n * element, element);
}

static void check_columns(const case_t *c, const char *set) {
    enum { STRIDE = LANES_AT_MOST + 1 };
    nbl_executor_line_t line = line_of(c, set, COLUMNS);
    char *scratch = new_scratch(&line), *in = calloc(STRIDE, c->bytes), *expected = calloc(STRIDE, c->bytes);
    for (uint32_t k = 0; k < line.width; k++) {
        put_column(c, in, c->signal, k, STRIDE);
        put_column(c, expected, c->expected, k, STRIDE);
    }
    nbl_executor_columns_run(&line, in, STRIDE, in, STRIDE, scratch);
    expect(c, set, "columns", in, expected, STRIDE * c->bytes);
    free(scratch);
    free(in);
    free(expected);
    nbl_executor_line_release(&line);
}

/* In place, and what lies between lines is left as it was. Returns whether there are lanes, and a line fills a half. */
static bool check_lanes(const case_t *c, const nbl_executor_set_t *set) {
    const nbl_executor_kernels_t *kernels = set->exact[c->scalar_bytes / 4];
    if (kernels == NULL || kernels->lanes == 1 || c->plan.desc.length < kernels->lanes / 2) return false;
    nbl_executor_line_t line = line_of(c, set->name, LANES);
    const size_t distance = c->bytes + GAP * c->plan.element_bytes;
    char *scratch = new_scratch(&line), *in = calloc(line.width, distance), *expected = calloc(line.width, distance);
    for (uint32_t k = 0; k < line.width; k++) {
        memcpy(in + k * distance, c->signal, c->bytes);
        memcpy(expected + k * distance, c->expected, c->bytes);
    }
    nbl_executor_line_run(&line, in, in, scratch);
    expect(c, set->name, "lines in lanes", in, expected, line.width * distance);
    free(scratch);
    free(in);
    free(expected);
    nbl_executor_line_release(&line);
    return true;
}

static void check_length(nbl_fft_precision_t precision, uint32_t length, test_random_t *random) {
    const nbl_executor_set_t *set;
    for (int inverse = 0; inverse < 2; inverse++) {
        case_t c;
        if (!make_case(&c, precision, length, inverse, random)) return;
        for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
            check_line(&c, set->name);
            check_columns(&c, set->name);
            in_lanes += check_lanes(&c, set);
        }
        free(c.signal);
        free(c.expected);
    }
}

/* Every length of float32; of the others, which are the same text, some, and all with NBL_TEST_ALL. */
START_TEST(test_every_length) {
    test_random_t random = test_random_from(seed);
    nbl_fft_precision_t precision = (nbl_fft_precision_t)_i;
    uint32_t before = cases, lanes_before = in_lanes, lengths = 0, taken = 0, sets = 0;
    uint32_t step = test_sanitized_step(16) * (precision == NBL_FFT_FLOAT32 || test_all() ? 1 : 6);
    while (nbl_executor_set(sets) != NULL) sets++;
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) {
        if (!nbl_fft_array_has_length(precision, false, length)) continue; /* and seeks no other one */
        if (!nbl_fft_plan_is_common(length) && length % 7 != 3 && !test_all()) continue;
        if (precision == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) continue;
        if (lengths++ % step != 0) continue;
        taken++;
        check_length(precision, length, &random);
    }
    printf("%s: %u cases of %u of %u lengths by %u instruction sets\n", nbl_fft_precision_name(precision),
           cases - before, taken, lengths, sets);
    ck_assert_uint_ge(sets, 1);
    ck_assert_uint_eq(cases - before, taken * 2 * 3 * sets + in_lanes - lanes_before);
    if (precision != NBL_FFT_FLOAT16 && sets > 1) ck_assert_uint_ge(in_lanes - lanes_before, taken * 2 - 4);
}
END_TEST

START_TEST(test_sets) {
    static const char *const all[] = {"avx512vl", "avx2", "sse2", "neon", "plain"};
    const nbl_executor_set_t *set;
    uint32_t found = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        bool here = false;
        for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) here = here || strcmp(set->name, all[k]) == 0;
        if (here)
            found++;
        else
            printf("NOT HERE: instruction set %s\n", all[k]);
    }
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) found--;
    ck_assert_uint_eq(found, 0);
    case_t c = {0};
    nbl_executor_line_t line;
    nbl_error_t error;
    test_random_t random = test_random_from(seed);
    ck_assert(make_case(&c, NBL_FFT_FLOAT32, 64, false, &random));
    nbl_executor_line_desc_t desc = {.plan = c.plan.parameters.plan, .set = "mmx"};
    ck_assert_int_eq(nbl_executor_line_make(&desc, &line, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "mmx") != NULL, "%s", error.text);
    free(c.signal);
    free(c.expected);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("executor bits");
    TCase *tcase = tcase_create("bits");
    seed = test_seed("executor bits");
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, test_every_length, NBL_FFT_FLOAT16, NBL_FFT_FLOAT64 + 1);
    tcase_add_test(tcase, test_sets);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
