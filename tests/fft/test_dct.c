/* Cosine and sine transforms on the CPU: beside their sums in long double; programs of them are sound, and a device's
 * has the CPU's bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines by each set of instructions have the bits of those without vectors.
 *
 * Mutations that this finds, each tried: a turn's shift of 1 left out, ends of DST-II at its first element, a scaling
 * by N in place of 2 N, signs of odd type IV by 2 N - a alone, the middle element of a line in vectors left out.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/kernels.h"
#include "tests/fft/dct_testing.h"
#include "transform/make.h"
#include "transform/tables.h"

/* ---- Sums. An angle is a number of turns by 8 N, 8 (N - 1) or 8 (N + 1) */

static long double cosines[8 * 4096 + 16];

static uint64_t period_of(uint32_t kind, uint64_t n) {
    return kind == NBL_FFT_DCT_1 ? 2 * (n - 1) : kind == NBL_FFT_DST_1 ? 2 * (n + 1) : 2 * n;
}

static long double weight_of(uint32_t kind, uint64_t n, uint64_t from, uint64_t to, uint64_t turn) {
    uint64_t at = 0, quarter = 0;
    long double weight = 2;
    switch (kind) {
    case NBL_FFT_DCT_1: at = 4 * from * to, weight = from == 0 || from == n - 1 ? 1 : 2; break;
    case NBL_FFT_DCT_2: at = 2 * (2 * from + 1) * to; break;
    case NBL_FFT_DCT_3: at = 2 * from * (2 * to + 1), weight = from == 0 ? 1 : 2; break;
    case NBL_FFT_DCT_4: at = (2 * from + 1) * (2 * to + 1); break;
    case NBL_FFT_DST_1: at = 4 * (from + 1) * (to + 1), quarter = turn / 4; break;
    case NBL_FFT_DST_2: at = 2 * (2 * from + 1) * (to + 1), quarter = turn / 4; break;
    case NBL_FFT_DST_3: at = 2 * (from + 1) * (2 * to + 1), quarter = turn / 4, weight = from == n - 1 ? 1 : 2; break;
    default: at = (2 * from + 1) * (2 * to + 1), quarter = turn / 4; break;
    }
    return weight * cosines[(at + turn - quarter) % turn];
}

static long double end_of(uint32_t kind, uint64_t n, uint64_t element, bool after) {
    const bool ends = element == 0 || element == n - 1;
    const bool scaled = kind == NBL_FFT_DCT_1                             ? ends
                        : kind == (after ? NBL_FFT_DCT_2 : NBL_FFT_DCT_3) ? element == 0
                        : kind == (after ? NBL_FFT_DST_2 : NBL_FFT_DST_3) ? element == n - 1
                                                                          : false;
    return !scaled ? 1 : after ? sqrtl(0.5L) : sqrtl(2);
}

static long double line_in[4096], line_out[4096];

static void sum_line(const nbl_fft_nd_desc_t *desc, uint64_t n) {
    static const uint32_t inverses[] = {0, 1, 3, 2, 4, 5, 7, 6, 8};
    const uint32_t kind = desc->inverse ? inverses[desc->dct] : desc->dct;
    const uint64_t period = period_of(kind, n), turn = 4 * period;
    const nbl_fft_scaling_t usual = desc->inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
    const nbl_fft_scaling_t scaling = desc->scaling == NBL_FFT_SCALING_DEFAULT ? usual : desc->scaling;
    const long double factor = scaling == NBL_FFT_SCALING_NONE        ? 1
                               : scaling == NBL_FFT_SCALING_BY_LENGTH ? 1 / (long double)period
                                                                      : 1 / sqrtl((long double)period);
    static uint64_t made; /* neighbouring lines have one turn */
    for (uint64_t t = 0; t < turn && made != turn; t++)
        cosines[t] = cosl(2 * acosl(-1) * (long double)t / (long double)turn);
    made = turn;
    for (uint64_t to = 0; to < n; to++) {
        long double sum = 0;
        for (uint64_t from = 0; from < n; from++)
            sum += weight_of(kind, n, from, to, turn) * line_in[from] *
                   (desc->orthogonal ? end_of(kind, n, from, false) : 1);
        line_out[to] = sum * factor * (desc->orthogonal ? end_of(kind, n, to, true) : 1);
    }
}

/* ---- A case. whole[] is its array, and then the reference's result */

static long double whole[MOST_ELEMENTS];

static void make_data(const nbl_fft_nd_desc_t *desc, const layout_t *in, char *input, test_random_t *random) {
    const uint32_t bytes = scalar_bytes[desc->precision];
    uint64_t elements = desc->batch, kept = 0;
    for (uint32_t d = 0; d < desc->rank; d++) elements *= desc->sizes[d];
    ck_assert_uint_le(elements, MOST_ELEMENTS);
    for (uint64_t i = 0; i < elements; i++) {
        bool given = true;
        for (uint64_t d = desc->rank, k = i; d-- > 0; k /= desc->sizes[d])
            given = given && k % desc->sizes[d] < in->sizes[d];
        whole[i] = 0;
        if (!given) continue;
        const uint64_t at = place_of(in, desc->rank, kept++);
        put_scalar(input, bytes, at, test_random_real(random));
        whole[i] = get_scalar(input, bytes, at);
    }
    for (uint32_t a = 0; a < (desc->axis_count == 0 ? desc->rank : desc->axis_count); a++) {
        const uint32_t axis = desc->axis_count == 0 ? a : desc->axes[a];
        const uint64_t n = desc->sizes[axis];
        uint64_t step = 1;
        for (uint32_t d = axis + 1; d < desc->rank; d++) step *= desc->sizes[d];
        for (uint64_t first = 0; first < elements; first++) {
            if (first / step % n != 0) continue;
            for (uint64_t k = 0; k < n; k++) line_in[k] = whole[first + k * step];
            sum_line(desc, n);
            for (uint64_t k = 0; k < n; k++) whole[first + k * step] = line_out[k];
        }
    }
}

/* Programs are sound, read back as they print, and one for workgroups leaves the same bits. */
static void run_programs(const case_t *c, const char *text, const char *input, const char *expected, char *output,
                         size_t bytes) {
    static nbl_program_t programs[2], read;
    nbl_problem_t problem;
    nbl_error_t error;
    ck_assert_msg(nbl_problem_make(&c->desc, c->in_place, &problem, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(nbl_transform_make_cpu(&problem, &programs[0], &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(nbl_transform_make(&problem, NULL, NULL, &programs[1], &error) == NBL_SUCCESS, "%s: %s", text,
                  error.text);
    for (int p = 0; p < 2; p++) {
        const size_t size = nbl_program_text(&programs[p], NULL, 0) + 1;
        char *printed = malloc(size);
        nbl_program_text(&programs[p], printed, size);
        ck_assert_msg(nbl_program_check(&programs[p], &error) == NBL_SUCCESS, "%s: %s\n%s", text, error.text, printed);
        ck_assert_msg(nbl_program_read(printed, &read, &error) == NBL_SUCCESS, "%s: %s\n%s", text, error.text, printed);
        ck_assert_msg(nbl_program_equal(&read, &programs[p]), "%s: is read otherwise:\n%s", text, printed);
        memset(output, 0x3b, bytes);
        if (c->in_place) memcpy(output, input, bytes);
        ck_assert_msg(nbl_program_run(&read, c->in_place ? output : (char *)input, output, NULL, 1, &error) ==
                          NBL_SUCCESS,
                      "%s: %s\n%s", text, error.text, printed);
        ck_assert_msg(memcmp(output, expected, bytes) == 0, "%s: program %d has other bits:\n%s", text, p, printed);
        free(printed);
    }
}

static double run_case(const case_t *c, test_random_t *random) {
    const layout_t in = dct_layout(&c->desc, false), out = dct_layout(&c->desc, true);
    const uint32_t bytes = scalar_bytes[c->desc.precision];
    const size_t in_bytes = in.span * bytes, out_bytes = out.span * bytes;
    const size_t most = in_bytes > out_bytes ? in_bytes : out_bytes;
    char *input = malloc(most), *output = c->in_place ? input : malloc(most), *copy = malloc(most),
         *again = malloc(most);
    char text[640];
    nbl_error_t error;
    nbl_fft_t *plan;
    dct_describe(c, text, sizeof text);
    memset(input, 0x3b, most);
    memset(output, 0x3b, most);
    make_data(&c->desc, &in, input, random);
    memcpy(copy, input, most);
    ck_assert_msg(nbl_fft_make_cpu(&c->desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    if (!c->in_place) ck_assert_msg(memcmp(input, copy, in_bytes) == 0, "%s: the input was written to", text);
    nbl_fft_destroy(plan);
    if (c->desc.rank > 1 ||
        test_takes((uint32_t)c->desc.scaling, 4)) /* lines with another factor have the same plans */
        run_programs(c, text, copy, output, again, out_bytes);
    if (!c->in_place) {
        memcpy(again, output, out_bytes);
        for (uint64_t i = 0; i < out.elements; i++)
            memset(again + place_of(&out, c->desc.rank, i) * bytes, 0x3b, bytes);
        for (size_t i = 0; i < out_bytes; i++)
            ck_assert_msg(again[i] == 0x3b, "%s: byte %zu beside the output was written", text, i);
    }
    test_error_t sum = {0};
    for (uint64_t i = 0; i < out.elements; i++)
        test_error_add(&sum, (test_complex_t){whole[i], 0}, get_scalar(output, bytes, place_of(&out, c->desc.rank, i)),
                       0);
    const double relative = test_error_relative(&sum);
    ck_assert_msg(relative <= c->bound, "%s: relative L2 %.2e, allowed %.2e", text, relative, c->bound);
    free(input);
    if (!c->in_place) free(output);
    free(copy);
    free(again);
    return relative;
}

/* ---- Lines of all kinds */

static const uint32_t lengths[] = {1,   2,   3,   4,   5,    6,    7,    8,    9,    10,  11,  12,  13,
                                   14,  15,  16,  17,  18,   19,   20,   21,   23,   25,  31,  32,  33,
                                   36,  61,  64,  97,  100,  121,  127,  128,  129,  255, 256, 257, 375,
                                   512, 541, 600, 961, 1000, 1009, 1024, 1331, 2048, 4096};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

START_TEST(lines) {
    test_random_t random = test_random_begin("dct");
    const uint32_t kind = (uint32_t)_i + 1;
    double worst[3] = {0};
    uint32_t cases = 0, of_other_days = 0; /* what a case is compared with takes time by the square of its length */
    for (uint32_t l = 0; l < LENGTHS; l++)
        for (uint32_t which = 0; which < (lengths[l] > 300 ? 4 : 32); which++) {
            if (lengths[l] > 300 && !test_takes(l + which, 4)) {
                of_other_days++;
                continue;
            }
            case_t c = {.desc = nbl_fft_problem_init()};
            c.desc.rank = 1;
            c.desc.sizes[0] = lengths[l];
            c.desc.dct = kind;
            c.desc.precision = which % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
            c.desc.inverse = which / 2 % 2;
            c.desc.orthogonal = which / 4 % 2;
            c.desc.scaling = which / 8 % 4;
            c.bound = which % 2 == 0 ? 4e-7 : 8e-16;
            if (kind == NBL_FFT_DCT_1 && lengths[l] == 1) continue;
            const double relative = run_case(&c, &random);
            if (relative > worst[c.desc.precision]) worst[c.desc.precision] = relative;
            cases++;
        }
    printf("dct: %s: %u cases of %d lengths, relative L2 to %.2e (fp32), %.2e (fp64)\n", dct_names[kind], cases,
           LENGTHS, worst[NBL_FFT_FLOAT32], worst[NBL_FFT_FLOAT64]);
    ck_assert_uint_eq(cases + of_other_days, kind == NBL_FFT_DCT_1 ? 1228 : 1260);
}
END_TEST

/* ---- Arrays drawn at random */

START_TEST(arrays_at_random) {
    test_random_t random = test_random_begin("dct arrays");
    const uint32_t cases = test_all() ? 4000 : TEST_SANITIZED ? 60 : 300;
    uint32_t in_place = 0, inverse = 0;
    double worst[3] = {0};
    for (uint32_t i = 0; i < cases; i++) {
        case_t c = draw_dct(&random);
        c.bound = c.desc.precision == NBL_FFT_FLOAT32 ? 6e-7 : 1.5e-15;
        const double relative = run_case(&c, &random);
        if (relative > worst[c.desc.precision]) worst[c.desc.precision] = relative;
        in_place += c.in_place;
        inverse += c.desc.inverse;
    }
    printf("dct: %u random arrays, %u in place, %u inverse, relative L2 to %.2e (fp32), %.2e (fp64)\n", cases, in_place,
           inverse, worst[NBL_FFT_FLOAT32], worst[NBL_FFT_FLOAT64]);
    ck_assert(in_place > cases / 8 && inverse > cases / 4);
}
END_TEST

/* ---- Instructions: a half of a line in vectors, and what they leave */

static uint64_t run_set(const nbl_fft_nd_desc_t *desc, const char *set, const char *input, char *output) {
    nbl_fft_nd_desc_t of = *desc;
    nbl_fft_t *plan;
    nbl_error_t error;
    of.instructions = set;
    ck_assert_msg(nbl_fft_make_cpu(&of, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_msg(nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS, "%s", error.text);
    nbl_fft_destroy(plan);
    return 1;
}

START_TEST(sets) {
    enum { BATCH = 3, MOST = 75 };
    test_random_t random = test_random_begin("dct sets");
    const uint32_t kind = (uint32_t)_i + 1;
    char *input = malloc(8 * BATCH * MOST), *plain = malloc(8 * BATCH * MOST), *output = malloc(8 * BATCH * MOST);
    uint64_t runs = 0;
    uint32_t count = 0;
    while (nbl_executor_set(count) != NULL) count++;
    uint64_t taken = 0;
    for (uint32_t n = 2; n <= MOST; n++)
        for (uint32_t which = 0; which < 8; which++) {
            if (!test_takes(n + which, 2)) continue;
            taken++;
            nbl_fft_problem_t desc = nbl_fft_problem_init();
            desc.rank = 1;
            desc.sizes[0] = n;
            desc.batch = BATCH;
            desc.dct = kind;
            desc.threads = 1;
            desc.precision = which % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
            desc.orthogonal = which / 2 % 2;
            desc.scaling = which / 4 == 0 ? NBL_FFT_SCALING_NONE : NBL_FFT_SCALING_BY_LENGTH;
            const uint32_t bytes = scalar_bytes[desc.precision];
            for (uint32_t i = 0; i < BATCH * n; i++) put_scalar(input, bytes, i, test_random_real(&random));
            run_set(&desc, "plain", input, plain);
            for (uint32_t s = 0; s + 1 < count; s++) {
                memset(output, 0x3b, (size_t)BATCH * n * bytes);
                runs += run_set(&desc, nbl_executor_set(s)->name, input, output);
                ck_assert_msg(memcmp(plain, output, (size_t)BATCH * n * bytes) == 0, "%s of %u in fp%u: %s: other bits",
                              dct_names[kind], n, 8 * bytes, nbl_executor_set(s)->name);
            }
        }
    printf("dct: %s: %llu runs by %u sets of instructions\n", dct_names[kind], (unsigned long long)runs, count);
    ck_assert_uint_eq(taken, (MOST - 1) * 8 / (test_all() ? 1 : 2));
    ck_assert_uint_eq(runs, taken * (count - 1));
    free(input);
    free(plain);
    free(output);
}
END_TEST

/* In fused mode, with numbers of which sums are often 0: a zero has one sign, whichever the set of instructions. */
START_TEST(zeros) {
    enum { BATCH = 64, MOST = 17 };
    test_random_t random = test_random_begin("dct zeros");
    char *input = malloc(8 * BATCH * MOST), *plain = malloc(8 * BATCH * MOST), *output = malloc(8 * BATCH * MOST);
    uint32_t count = 0, runs = 0;
    while (nbl_executor_set(count) != NULL) count++;
    for (uint32_t n = 2; n <= MOST; n++)
        for (uint32_t which = 0; which < 4; which++) {
            nbl_fft_problem_t desc = nbl_fft_problem_init();
            desc.rank = 1;
            desc.sizes[0] = n;
            desc.batch = BATCH;
            desc.dct = (uint32_t)_i + 1;
            desc.threads = 1;
            desc.mode = NBL_MODE_FUSED;
            desc.precision = which % 2 == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
            desc.inverse = which / 2 != 0;
            const uint32_t bytes = scalar_bytes[desc.precision];
            for (uint32_t i = 0; i < BATCH * n; i++)
                put_scalar(input, bytes, i, (double)test_random_below(&random, 3) - 1.0);
            run_set(&desc, "plain", input, plain);
            for (uint32_t s = 0; s + 1 < count; s++, runs++) {
                run_set(&desc, nbl_executor_set(s)->name, input, output);
                ck_assert_msg(memcmp(plain, output, (size_t)BATCH * n * bytes) == 0, "%s of %u in fp%u: %s: other bits",
                              dct_names[_i + 1], n, 8 * bytes, nbl_executor_set(s)->name);
            }
        }
    ck_assert_uint_eq(runs, (MOST - 1) * 4 * (count - 1));
    free(input);
    free(plain);
    free(output);
}
END_TEST

/* Halves in memory: the arithmetic is float32's, so that a line's results are float32's, rounded once. */
START_TEST(halves) {
    enum { MOST = 75, STRIDE = 3 };
    test_random_t random = test_random_begin("dct halves");
    const uint32_t kind = (uint32_t)_i + 1;
    char input[2][4 * MOST * STRIDE], output[2][4 * MOST * STRIDE], rounded[2 * MOST * STRIDE];
    uint32_t runs = 0;
    for (uint32_t n = 2; n <= MOST; n++)
        for (uint32_t which = 0; which < 8; which++, runs++) {
            nbl_fft_problem_t desc = nbl_fft_problem_init();
            const uint32_t stride = which % 2 == 0 ? 1 : STRIDE;
            desc.rank = 1;
            desc.sizes[0] = n;
            desc.input_strides[0] = desc.output_strides[0] = stride;
            desc.dct = kind;
            desc.inverse = which / 2 % 2;
            desc.orthogonal = which / 4;
            memset(output, 0x3b, sizeof output);
            memset(rounded, 0x3b, sizeof rounded);
            for (uint64_t i = 0; i < (uint64_t)n * stride; i++) {
                put_scalar(input[0], 2, i, test_random_real(&random));
                put_scalar(input[1], 4, i, get_scalar(input[0], 2, i));
            }
            desc.precision = NBL_FFT_FLOAT16_STORAGE;
            run_set(&desc, NULL, input[0], output[0]);
            desc.precision = NBL_FFT_FLOAT32;
            run_set(&desc, NULL, input[1], output[1]);
            for (uint64_t k = 0; k < n; k++) put_scalar(rounded, 2, k * stride, get_scalar(output[1], 4, k * stride));
            ck_assert_msg(memcmp(rounded, output[0], sizeof rounded) == 0, "%s of %u, stride %u: other halves",
                          dct_names[kind], n, stride);
        }
    ck_assert_uint_eq(runs, (MOST - 1) * 8);
}
END_TEST

/* Frequency N / 2 of type III is real, since both parts of its root are equal: nbl_dct_fold(). */
START_TEST(middle_root) {
    static double numbers[2 * (4096 / 2 + 1)];
    uint32_t roots = 0;
    for (uint32_t n = 2; n <= 4096; n += 2, roots++) {
        const nbl_program_table_t table = {.kind = NBL_PROGRAM_SHIFTED_ROOTS, .n = n};
        ck_assert_uint_eq(nbl_program_table_count(&table), n / 2 + 1);
        ck_assert_int_eq(nbl_program_fill_table(&table, numbers, NULL), NBL_SUCCESS);
        ck_assert_double_eq(numbers[n], -numbers[n + 1]);
    }
    ck_assert_uint_eq(roots, 2048);
}
END_TEST

/* ---- What is refused */

START_TEST(refusals) {
    nbl_fft_t *plan;
    nbl_error_t error;
    for (int i = 0; i < 5; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 1;
        desc.sizes[0] = i == 0 ? 1 : i == 1 ? (1u << 24) + 1 : 8;
        desc.dct = i == 0 ? NBL_FFT_DCT_1 : i == 4 ? (nbl_fft_dct_t)9 : NBL_FFT_DCT_2;
        desc.real = i == 2;
        if (i == 3) desc.precision = NBL_FFT_FLOAT16;
        ck_assert_int_eq(nbl_fft_make_cpu(&desc, &plan, &error), i == 1 ? NBL_ERROR_LIMIT : NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, "dct") != NULL, "%s", error.text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dct");
    TCase *tests = tcase_create("dct");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, lines, 0, 8);
    tcase_add_test(tests, arrays_at_random);
    tcase_add_loop_test(tests, halves, 0, 8);
    tcase_add_loop_test(tests, sets, 0, 8);
    tcase_add_loop_test(tests, zeros, 0, 8);
    tcase_add_test(tests, middle_root);
    tcase_add_test(tests, refusals);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
