/* Lines in lanes, from memory to memory, against each line by itself, in fast mode within roundings, else bit by bit:
 * real lines of odd length, of even length as columns, cosine and sine transforms of every kind; columns of large
 * arrays by way of tiles.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/kernels.h"
#include "transform/make.h"
#include "transform/run_cpu.h"
#include "tests/common/testing.h"

static uint64_t seed;
static uint32_t in_lanes, tiles; /* cases; those that go by way of tiles */
static double most_off;          /* of fast mode, in units of the last place */

/* One case: lines of n elements, `lines` of them, side by side or as columns. */
typedef struct case_t {
    nbl_fft_problem_t problem;
    uint32_t n, lines, columns; /* columns: 1: element k of all lines side by side */
    const char *set;
} case_t;

static nbl_ready_t *ready_of(const case_t *c, bool alone) {
    nbl_fft_problem_t desc = c->problem;
    nbl_problem_t problem;
    nbl_ready_t *ready;
    nbl_error_t error;
    desc.rank = alone ? 1 : 2;
    desc.sizes[c->columns || alone ? 0 : 1] = c->n;
    if (!alone) desc.sizes[c->columns ? 1 : 0] = c->lines;
    desc.axis_count = 1;
    desc.axes[0] = alone || c->columns ? 0 : 1;
    ck_assert_msg(nbl_problem_make(&desc, false, &problem, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_msg(nbl_ready_solve(&problem, c->set, 1, &ready, &error) == NBL_SUCCESS, "%s", error.text);
    return ready;
}

/* Scalars of a line of the input or output. */
static size_t scalars_of(const case_t *c, bool output) {
    const bool spectrum = c->problem.real && c->problem.inverse != output;
    return spectrum ? 2 * (c->n / 2 + 1) : c->n;
}

static void fill(char *memory, size_t scalars, size_t bytes, test_random_t *random) {
    for (size_t i = 0; i < scalars; i++) {
        const double value = test_random_below(random, 8) == 0 ? -0.0 : test_random_real(random);
        const float single = (float)value;
        memcpy(memory + i * bytes, bytes == 4 ? (const void *)&single : (const void *)&value, bytes);
    }
}

/* Copies a line out of an array. */
static void take(const case_t *c, const char *array, bool output, size_t scalar, uint32_t line, char *to) {
    const size_t number = (c->problem.real && c->problem.inverse != output ? 2 : 1) * scalar;
    const size_t numbers = scalars_of(c, output) * scalar / number;
    for (size_t k = 0; k < numbers; k++)
        memcpy(to + k * number, array + (c->columns ? k * c->lines + line : line * numbers + k) * number, number);
}

static void describe(const case_t *c, char *text, size_t size) {
    snprintf(text, size, "%u lines of %u, %s%s%s, dct %d%s, scaling %d, mode %d, %s", c->lines, c->n,
             c->problem.precision == NBL_FFT_FLOAT64 ? "float64" : "float32", c->problem.inverse ? ", inverse" : "",
             c->columns ? ", columns" : "", (int)c->problem.dct, c->problem.orthogonal ? " orthogonal" : "",
             (int)c->problem.scaling, (int)c->problem.mode, c->set);
}

/* Returns whether two lines have the same bits, or in fast mode, where products may be fused with sums in one of them,
 * the same numbers but for roundings: seeds 1 to 5 have at most 3.1 units of 2^-24, or of 2^-53, and the
 * bound is 5. */
static bool is_same(const case_t *c, const char *x, const char *y, size_t scalars, size_t scalar) {
    if (c->problem.mode != NBL_MODE_FAST) return memcmp(x, y, scalars * scalar) == 0;
    double off = 0, all = 0;
    for (size_t i = 0; i < scalars; i++) {
        float narrow[2];
        double wide[2];
        for (int k = 0; k < 2; k++) {
            const char *at = (k == 0 ? x : y) + i * scalar;
            memcpy(scalar == 4 ? (void *)&narrow[k] : (void *)&wide[k], at, scalar);
            if (scalar == 4) wide[k] = (double)narrow[k];
        }
        off += (wide[0] - wide[1]) * (wide[0] - wide[1]);
        all += wide[1] * wide[1];
    }
    const double unit = scalar == 4 ? 0x1p-24 : 0x1p-53;
    if (all > 0 && sqrt(off / all) / unit > most_off) most_off = sqrt(off / all) / unit;
    return off <= 25 * unit * unit * all;
}

static void check(const case_t *c, bool expected, test_random_t *random) {
    nbl_error_t error;
    char text[256];
    const size_t scalar = c->problem.precision == NBL_FFT_FLOAT64 ? 8 : 4;
    const size_t in = scalars_of(c, false), out = scalars_of(c, true), margin = 64;
    nbl_ready_t *all = ready_of(c, false), *one = ready_of(c, true);
    char *input = malloc(in * c->lines * scalar), *output = malloc(out * c->lines * scalar + margin);
    char *line = malloc(in * scalar), *result = malloc(out * scalar), *own = malloc(out * scalar);
    fill(input, in * c->lines, scalar, random);
    memset(output, 0x5a, out * c->lines * scalar + margin);
    describe(c, text, sizeof text);
    ck_assert_msg((all->made->taken_as == NBL_PROGRAM_LANES) == expected, "%s: %s in lanes", text,
                  expected ? "not" : "is");
    ck_assert_int_ne(one->made->taken_as, NBL_PROGRAM_LANES);
    in_lanes += expected;
    tiles += all->made->rows[0] + all->made->rows[1] > 0;
    ck_assert_msg(nbl_ready_run(all, NULL, input, output, &error) == NBL_SUCCESS, "%s", error.text);
    for (uint32_t l = 0; l < c->lines; l++) {
        take(c, input, false, scalar, l, line);
        take(c, output, true, scalar, l, result);
        ck_assert_msg(nbl_ready_run(one, NULL, line, own, &error) == NBL_SUCCESS, "%s", error.text);
        ck_assert_msg(is_same(c, result, own, out, scalar), "line %u, %s: other bits than by itself", l, text);
    }
    for (size_t i = 0; i < margin; i++) ck_assert_int_eq(output[out * c->lines * scalar + i], 0x5a);
    free(input), free(output), free(line), free(result), free(own);
    nbl_ready_destroy(all);
    nbl_ready_destroy(one);
}

/* Returns whether a length has no radices; only fast mode has those above 13. */
static bool has_large_factor(uint32_t n, nbl_mode_t mode) {
    for (uint32_t p = 2; p <= (mode == NBL_MODE_FAST ? 31 : 13); p++)
        while (n % p == 0) n /= p;
    return n != 1;
}

/* Elements of the transform in the middle, two real numbers in each if there are pairs; 0: a line of one, or a
 * chirp. */
static uint32_t middle_of(const case_t *c) {
    const nbl_dct_t dct = {(uint32_t)c->problem.dct, c->n, 0};
    const uint32_t points = c->problem.dct == NBL_FFT_NO_DCT ? c->n : nbl_dct_points(dct);
    const bool halves = points % 2 == 0 && (c->problem.dct == NBL_FFT_NO_DCT || nbl_dct_middle(dct) != NBL_DCT_COMPLEX);
    const uint32_t elements = halves ? points / 2 : points;
    return elements < 2 || has_large_factor(elements, c->problem.mode) ? 0 : elements;
}

/* Returns the lanes of the widest vectors from a set on that has kernels for a mode. */
static uint32_t lanes_of(const nbl_fft_problem_t *problem, uint32_t number) {
    const nbl_executor_kernels_t *kernels = NULL;
    const uint32_t bytes = problem->precision == NBL_FFT_FLOAT64 ? 8 : 4;
    for (const nbl_executor_set_t *set; kernels == NULL && (set = nbl_executor_set(number)) != NULL; number++)
        kernels = nbl_executor_set_kernels(set, bytes, problem->mode);
    return kernels == NULL ? 1 : kernels->lanes;
}

/* Some lengths of each kind, precision, mode, scaling and set, with fewer lines than lanes and with lines left over. */
static void check_kind(nbl_fft_dct_t dct, bool inverse, test_random_t *random) {
    static const uint32_t lengths[] = {2,  3,  4,  5,  6,  7,  9,  11, 13, 14, 15, 16, 17, 21, 22,  25,
                                       27, 32, 33, 35, 36, 45, 49, 60, 63, 64, 75, 77, 91, 96, 117, 315};
    const nbl_executor_set_t *set;
    for (uint32_t s = 0; (set = nbl_executor_set(s)) != NULL; s++) {
        for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            case_t c = {.problem = nbl_fft_problem_init(), .n = lengths[i], .set = set->name};
            c.problem.dct = dct;
            c.problem.real = dct == NBL_FFT_NO_DCT;
            c.problem.inverse = inverse;
            c.problem.precision = test_random_below(random, 2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
            c.problem.mode = (nbl_mode_t)test_random_below(random, 3);
            c.problem.scaling = (nbl_fft_scaling_t)test_random_below(random, 4);
            c.problem.orthogonal = dct != NBL_FFT_NO_DCT && test_random_below(random, 2) == 0;
            c.columns = test_random_below(random, 2);
            const uint32_t lanes = lanes_of(&c.problem, s);
            c.lines = (lanes + 1) / 2 + test_random_below(random, 2 * lanes + 2);
            const bool even =
                c.problem.real && c.n % 2 == 0; /* pairs, which go as rows of the executor's if they are rows */
            if (c.lines < 2) continue;
            check(&c, lanes > 1 && middle_of(&c) != 0 && (c.columns || !even), random);
        }
    }
}

START_TEST(test_real) {
    test_random_t random = test_random_from(seed);
    for (int inverse = 0; inverse < 2; inverse++) check_kind(NBL_FFT_NO_DCT, inverse != 0, &random);
    printf("real lines: %u in lanes, in fast mode to %.1f units off\n", in_lanes, most_off);
}
END_TEST

START_TEST(test_dct) {
    test_random_t random = test_random_from(seed + (uint64_t)_i);
    for (int inverse = 0; inverse < 2; inverse++) check_kind((nbl_fft_dct_t)_i, inverse != 0, &random);
    printf("kind %d: %u in lanes, in fast mode to %.1f units off\n", _i, in_lanes, most_off);
}
END_TEST

/* Columns of arrays of 8 MiB and more, whose rows begin anywhere in a cache line. */
START_TEST(test_tiles) {
    static const struct {
        nbl_fft_dct_t dct;
        uint32_t n, inverse;
    } of[] = {{NBL_FFT_NO_DCT, 60, 0}, {NBL_FFT_NO_DCT, 96, 1}, {NBL_FFT_NO_DCT, 65, 0},
              {NBL_FFT_NO_DCT, 75, 1}, {NBL_FFT_DCT_2, 80, 0},  {NBL_FFT_DST_3, 63, 1}};
    test_random_t random = test_random_from(seed);
    for (uint32_t i = 0; i < sizeof of / sizeof *of; i++) {
        case_t c = {.problem = nbl_fft_problem_init(), .n = of[i].n, .columns = 1, .set = nbl_executor_set(0)->name};
        c.problem.dct = of[i].dct;
        c.problem.real = of[i].dct == NBL_FFT_NO_DCT;
        c.problem.inverse = of[i].inverse != 0;
        c.problem.precision = i % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        c.lines = (1u << 20) / c.n + 5;
        check(&c, lanes_of(&c.problem, 0) > 1, &random);
    }
    if (in_lanes > 0) ck_assert_uint_eq(tiles, in_lanes);
    printf("%u arrays by way of tiles\n", tiles);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lines in lanes");
    TCase *tcase = tcase_create("lanes");
    seed = test_seed("lines in lanes");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, test_real);
    tcase_add_test(tcase, test_tiles);
    tcase_add_loop_test(tcase, test_dct, NBL_FFT_DCT_1, NBL_FFT_DST_4 + 1);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
