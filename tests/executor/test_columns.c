/* Columns that begin anywhere in a cache line, against transforms without vectors of the same array, bit by bit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/kernels.h"
#include "nbl/host/fft.h"
#include "platform/memory.h"
#include "tests/common/testing.h"

static uint64_t seed;

#define MARGIN 256 /* bytes before and behind an array, and more than a cache line */

/* An array of `outer` x n x columns complex numbers, transformed along its middle axis. Rows of columns have a gap
 * behind them. */
typedef struct case_t {
    nbl_fft_problem_t problem;
    size_t scalar, begin[2], bytes; /* bytes into MARGIN where input and output begin; of an array */
    bool in_place;
} case_t;

static case_t draw(const char *set, test_random_t *random) {
    static const uint32_t lengths[] = {2, 3, 4, 5, 7, 8, 9, 12, 16, 24, 25, 33, 48, 64, 91, 96, 100, 128, 17, 46};
    case_t c = {.problem = nbl_fft_problem_init()};
    const uint32_t outer = 1 + test_random_below(random, 3), columns = 1 + test_random_below(random, 45);
    const uint32_t n = lengths[test_random_below(random, sizeof lengths / sizeof *lengths)];
    /* rows of whole cache lines, as arrays of powers of two have, or of any length */
    const uint32_t row =
        test_random_below(random, 3) == 0 ? columns + test_random_below(random, 3) : (columns + 7) / 8 * 8;
    nbl_fft_problem_t *p = &c.problem;
    p->rank = 3;
    p->sizes[0] = outer, p->sizes[1] = n, p->sizes[2] = columns;
    p->axis_count = 1, p->axes[0] = 1;
    p->input_strides[0] = p->output_strides[0] = (uint64_t)n * row;
    p->input_strides[1] = p->output_strides[1] = row;
    p->input_strides[2] = p->output_strides[2] = 1;
    p->precision = test_random_below(random, 2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
    p->inverse = test_random_below(random, 2) == 0;
    p->mode = test_random_below(random, 3) == 0 ? NBL_MODE_FUSED : NBL_MODE_EXACT;
    p->threads = 1 + test_random_below(random, 3);
    p->instructions = set;
    c.scalar = p->precision == NBL_FFT_FLOAT64 ? 8 : 4;
    c.bytes = (size_t)outer * n * row * 2 * c.scalar;
    c.in_place = test_random_below(random, 3) == 0;
    for (int side = 0; side < 2; side++) c.begin[side] = test_random_below(random, 64 / (uint32_t)c.scalar) * c.scalar;
    if (test_random_below(random, 2) == 0) c.begin[1] = c.begin[0];
    return c;
}

static void run(const nbl_fft_problem_t *problem, const char *input, char *output) {
    nbl_fft_t *fft;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_make_cpu(problem, &fft, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_msg(nbl_fft_run(fft, input, output, &error) == NBL_SUCCESS, "%s", error.text);
    nbl_fft_destroy(fft);
}

static char *make_array(const case_t *c) {
    char *memory = nbl_platform_aligned(64, c->bytes + 2 * MARGIN);
    memset(memory, 0x5a, c->bytes + 2 * MARGIN);
    return memory;
}

static void check_one(const case_t *c, test_random_t *random) {
    nbl_fft_problem_t plain = c->problem;
    char *input = make_array(c), *output = make_array(c), *expected = make_array(c), *x = input + c->begin[0];
    char *y = c->in_place ? x : output + c->begin[1];
    plain.instructions = "plain", plain.threads = 1;
    for (size_t i = 0; i < c->bytes; i += c->scalar) {
        const double value = test_random_real(random);
        const float single = (float)value;
        memcpy(x + i, c->scalar == 4 ? (const void *)&single : (const void *)&value, c->scalar);
    }
    const size_t before = (size_t)(y - (c->in_place ? input : output));
    memcpy(expected, c->in_place ? input : output,
           c->bytes + 2 * MARGIN); /* what lies around the results and between them */
    char *const mark = expected + before;
    run(&plain, x, mark);
    run(&c->problem, x, y);
    ck_assert_msg(memcmp(expected, y - before, c->bytes + 2 * MARGIN) == 0,
                  "%s: %d x %d x %d, rows of %d, float%d%s, %u threads, from byte %zu to byte %zu%s",
                  c->problem.instructions, (int)c->problem.sizes[0], (int)c->problem.sizes[1], (int)c->problem.sizes[2],
                  (int)c->problem.input_strides[1], (int)c->scalar * 8, c->problem.inverse ? ", inverse" : "",
                  c->problem.threads, c->begin[0], c->begin[1], c->in_place ? ", in place" : "");
    nbl_platform_aligned_free(input), nbl_platform_aligned_free(output), nbl_platform_aligned_free(expected);
}

START_TEST(test_columns) {
    test_random_t random = test_random_from(seed);
    const nbl_executor_set_t *set;
    for (uint32_t s = 0; (set = nbl_executor_set(s)) != NULL; s++)
        for (uint32_t i = 0; i < 1500; i++) {
            const case_t c = draw(set->name, &random);
            check_one(&c, &random);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("columns");
    TCase *tcase = tcase_create("columns");
    seed = test_seed("columns");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, test_columns);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
