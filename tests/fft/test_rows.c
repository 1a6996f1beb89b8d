/* One row is one transform: beside NaN, infinities and rows 160 dB louder it has the bits that it has alone.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of one to four dimensions are drawn: complex and real, every precision, any axes, strides, parts given,
 * scaling and number of threads; and convolutions of one to three. A row is what one transform reads: all indices along
 * the axes that are transformed. One row of a batch stays quiet, its neighbours do not. In exact mode its results have
 * the bits of a run of that row by itself, without gaps, on the CPU; in fast mode they are as close as rounding is. The
 * same on lavapipe.
 *
 * Mutations that this finds: two real rows of an odd length as real and imaginary part of one transform, on the CPU or
 * in shaders/fft_lines.h; a column's neighbour that fills up a vector and is stored; a chirp's zeros that are not
 * cleared.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fft/array.h"
#include "nbl/host/convolution_vulkan.h"
#include "tests/fft/convolution_testing.h"
#include "tests/fft/nd_device_testing.h"

static uint64_t seed;

/* ---- Rows of an array */

static bool is_transformed(const nbl_fft_nd_desc_t *desc, uint32_t d) {
    bool transformed = desc->axis_count == 0;
    for (uint32_t a = 0; a < desc->axis_count; a++) transformed = transformed || desc->axes[a] == d;
    return transformed;
}

/* A row's number, of an element whose number is in the order of dimensions, the batch outside; *within receives the
 * element's in the row. */
static uint64_t row_of(const nbl_fft_nd_desc_t *desc, const layout_t *l, uint64_t i, uint64_t *within) {
    uint64_t row = 0, rows = 1, count = 1;
    *within = 0;
    for (uint32_t d = desc->rank; d-- > 0; i /= l->sizes[d]) {
        const uint64_t at = i % l->sizes[d];
        if (is_transformed(desc, d)) {
            *within += at * count;
            count *= l->sizes[d];
        } else {
            row += at * rows;
            rows *= l->sizes[d];
        }
    }
    return row + i * rows;
}

static uint64_t rows_of(const nbl_fft_nd_desc_t *desc) {
    uint64_t rows = desc->batch;
    for (uint32_t d = 0; d < desc->rank; d++) rows *= is_transformed(desc, d) ? 1 : desc->sizes[d];
    return rows;
}

/* Returns the description of one row, without gaps. */
static nbl_fft_nd_desc_t alone(const nbl_fft_nd_desc_t *desc) {
    nbl_fft_nd_desc_t one = *desc;
    for (uint32_t d = 0; d < desc->rank; d++)
        if (!is_transformed(desc, d)) one.sizes[d] = 1, one.given[d] = 0;
    one.batch = one.threads = 1;
    memset(one.input_strides, 0, sizeof one.input_strides);
    memset(one.output_strides, 0, sizeof one.output_strides);
    one.input_distance = one.output_distance = 0;
    return one;
}

/* Copies a row between an array and memory without gaps. */
static void move_row(const nbl_fft_nd_desc_t *desc, bool output, uint64_t row, char *array, char *dense, bool back) {
    const layout_t l = layout_of(desc, output);
    const size_t bytes = scalar_bytes[desc->precision] * (l.real ? 1u : 2u);
    for (uint64_t i = 0, within; i < l.elements; i++) {
        if (row_of(desc, &l, i, &within) != row) continue;
        char *of = array + place_of(&l, desc->rank, i) * bytes, *at = dense + within * bytes;
        memcpy(back ? of : at, back ? at : of, bytes);
    }
}

/* ---- Neighbours */

enum { OF_NAN, OF_INFINITY, LOUD, NEIGHBOURS };

static long double neighbour(nbl_fft_precision_t precision, uint32_t kind, test_random_t *random) {
    const long double x = (long double)test_random_real(random);
    const bool one = test_random_below(random, 4) == 0;
    if (kind == OF_NAN && one) return (long double)NAN;
    if (kind == OF_INFINITY && one) return x < 0 ? -(long double)INFINITY : (long double)INFINITY;
    return kind == LOUD ? x * (scalar_bytes[precision] == 2 ? 6e4L : 1e8L) : x; /* 160 dB; what halves hold */
}

static bool all_finite(const char *memory, uint32_t scalar, uint64_t scalars) {
    for (uint64_t i = 0; i < scalars; i++)
        if (!isfinite(get_scalar(memory, scalar, i))) return false;
    return true;
}

static double relative(const char *got, const char *expected, uint32_t scalar, uint64_t scalars) {
    long double above = 0, below = 0;
    for (uint64_t i = 0; i < scalars; i++) {
        const long double x = get_scalar(expected, scalar, i), off = get_scalar(got, scalar, i) - x;
        above += off * off;
        below += x * x;
    }
    return below == 0 ? (double)above : (double)sqrtl(above / below);
}

typedef struct rows_t {
    uint64_t count, odd_real;
} rows_t;

static bool is_odd_real(const nbl_fft_nd_desc_t *desc) {
    const uint32_t last = desc->axis_count == 0 ? desc->rank - 1 : desc->axes[desc->axis_count - 1];
    return desc->real && desc->sizes[last] % 2 == 1 &&
           nbl_fft_array_kind(desc->precision, (uint32_t)desc->sizes[last]) == NBL_FFT_REAL_TWO;
}

/* device  NULL: the CPU. Adds to `rows` what was compared; a device may refuse. */
static void check_rows(nbl_vulkan_device_t *device, const case_t *c, nbl_mode_t mode, test_random_t *random,
                       rows_t *rows) {
    nbl_fft_nd_desc_t desc = c->desc, one = alone(&desc);
    const uint32_t scalar = scalar_bytes[desc.precision];
    const uint64_t all = rows_of(&desc), quiet = test_random_below(random, (uint32_t)all);
    const uint64_t in = side_bytes(&desc, false), out = side_bytes(&desc, true), most = in > out ? in : out;
    const uint64_t one_in = side_bytes(&one, false), one_out = side_bytes(&one, true);
    const layout_t l = layout_of(&desc, false);
    const uint32_t parts = l.real ? 1 : 2, kind = test_random_below(random, NEIGHBOURS);
    char *input = calloc(1, most), *output = calloc(1, most), *row = calloc(1, one_in), *expected = calloc(1, one_out),
         *got = calloc(1, one_out), text[600];
    nbl_fft_t *plan;
    nbl_error_t error;
    describe(c, text, sizeof text);
    for (uint64_t i = 0, within; i < l.elements; i++)
        for (uint32_t part = 0; part < parts; part++)
            put_scalar(input, scalar, place_of(&l, desc.rank, i) * parts + part,
                       row_of(&desc, &l, i, &within) == quiet ? (long double)test_random_real(random)
                                                              : neighbour(desc.precision, kind, random));
    move_row(&desc, false, quiet, input, row, false);
    desc.mode = one.mode = mode;
    TEST_EXPECT(nbl_fft_make_cpu(&one, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, row, expected, &error));
    nbl_fft_destroy(plan);
    nbl_result_t result = NBL_SUCCESS;
    if (device != NULL) {
        const nbl_fft_vulkan_desc_t how = {.mode = mode};
        result = nbl_fft_nd_vulkan(device, &desc, &how, input, c->in_place ? input : output, NULL, &error);
        ck_assert_msg(result == NBL_SUCCESS || result == NBL_ERROR_LIMIT, "%s: %s", text, error.text);
    } else {
        TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
        TEST_EXPECT(nbl_fft_run(plan, input, c->in_place ? input : output, &error));
        nbl_fft_destroy(plan);
    }
    if (result == NBL_SUCCESS && all_finite(expected, scalar, one_out / scalar)) {
        move_row(&desc, true, quiet, c->in_place ? input : output, got, false);
        if (mode == NBL_MODE_EXACT) {
            const uint64_t differ = test_differing_scalars(got, expected, one_out, scalar);
            ck_assert_msg(differ == 0, "%s: row %llu of %llu beside kind %u: %llu scalars differ from those alone",
                          text, (unsigned long long)quiet, (unsigned long long)all, kind, (unsigned long long)differ);
        } else {
            const double off = relative(got, expected, scalar, one_out / scalar);
            ck_assert_msg(off < 2 * bound_of(desc.precision), "%s: row %llu of %llu beside kind %u is off by %.2e",
                          text, (unsigned long long)quiet, (unsigned long long)all, kind, off);
        }
        rows->count++;
        rows->odd_real += is_odd_real(&desc) && all > 1;
    }
    free(input);
    free(output);
    free(row);
    free(expected);
    free(got);
}

/* Every other case is of real signals of an odd length that a workgroup holds, along the last axis that is
 * transformed. */
static case_t draw_rows(test_random_t *random, uint32_t number) {
    static const uint32_t factors[] = {3, 5, 7, 9, 11, 13};
    case_t c = draw_case(random);
    if (c.desc.batch == 1) c.desc.batch = 3, c.desc.input_distance = c.desc.output_distance = 0;
    if (number % 2 == 0 || c.in_place) return c;
    nbl_fft_nd_desc_t *desc = &c.desc;
    const uint32_t last = desc->axis_count == 0 ? desc->rank - 1 : desc->axes[desc->axis_count - 1];
    desc->real = true;
    desc->sizes[last] = factors[test_random_below(random, 6)];
    if (desc->rank < 3) desc->sizes[last] *= factors[test_random_below(random, 6)];
    memset(desc->given, 0, sizeof desc->given);
    memset(desc->input_strides, 0, sizeof desc->input_strides);
    memset(desc->output_strides, 0, sizeof desc->output_strides);
    desc->input_distance = desc->output_distance = 0;
    if (test_random_below(random, 2) == 1) {
        draw_strides(desc, false, desc->input_strides, &desc->input_distance, RANK, random);
        draw_strides(desc, true, desc->output_strides, &desc->output_distance, RANK, random);
    }
    return c;
}

#define CASES (TEST_SANITIZED ? 100u : 300u)

START_TEST(rows_on_the_cpu) {
    test_random_t random = test_random_from(seed);
    rows_t rows = {0, 0};
    for (uint32_t i = 0; i < CASES; i++) {
        const case_t c = draw_rows(&random, i);
        check_rows(NULL, &c, i % 5 == 4 ? NBL_MODE_FAST : NBL_MODE_EXACT, &random, &rows);
    }
    printf("rows: %llu of %u arrays on the CPU, %llu of real rows of an odd length\n", (unsigned long long)rows.count,
           CASES, (unsigned long long)rows.odd_real);
    ck_assert_uint_ge(rows.count, CASES * 9 / 10);
    ck_assert_uint_ge(rows.odd_real, CASES / 4);
}
END_TEST

/* A device makes a module for each case, so a run takes one of nine, another day the next: of nine, an odd number,
 * since every other case is of real signals of an odd length. */
START_TEST(rows_on_lavapipe) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    test_random_t random = test_random_from(seed + 1);
    rows_t rows = {0, 0};
    const uint32_t cases = test_all() ? 240 : 10;
    for (uint32_t i = 0, taken = 0; taken < cases; i++) {
        case_t c = draw_rows(&random, i);
        if (c.desc.precision == NBL_FFT_FLOAT16 || !test_takes(i, 9)) continue;
        check_rows(device, &c, taken % 5 == 4 ? NBL_MODE_FAST : NBL_MODE_EXACT, &random, &rows);
        taken++;
    }
    printf("rows: %llu of %u arrays on lavapipe, %llu of real rows of an odd length\n", (unsigned long long)rows.count,
           cases, (unsigned long long)rows.odd_real);
    ck_assert_uint_ge(rows.count, cases / 3);
    ck_assert_uint_ge(rows.odd_real, 1);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- Convolutions */

static uint64_t product(const uint64_t *sizes, uint32_t rank) {
    uint64_t count = 1;
    for (uint32_t d = 0; d < rank; d++) count *= sizes[d];
    return count;
}

static void convolve(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc, const void *kernel, void *input,
                     void *output) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_convolution_t *convolution;
    nbl_error_t error;
    if (device != NULL) {
        TEST_EXPECT(nbl_convolution_vulkan(device, desc, kernel, &how, input, output, NULL, &error));
        return;
    }
    TEST_EXPECT(nbl_convolution_create(desc, kernel, &convolution, &error));
    TEST_EXPECT(nbl_convolution_run(convolution, input, output, &error));
    nbl_convolution_destroy(convolution);
}

static void check_convolution(nbl_vulkan_device_t *device, test_random_t *random) {
    static const uint32_t most[] = {0, 600, 40, 12}, most_kernel[] = {0, 90, 9, 4};
    nbl_convolution_desc_t desc = test_convolution_at_random(random, most, most_kernel), one;
    desc.batch = 3;
    desc.threads = test_random_below(random, 4);
    one = desc;
    one.batch = one.threads = 1;
    const nbl_fft_precision_t precision = desc.precision;
    const uint32_t scalar = scalar_bytes[precision], parts = desc.complex_numbers ? 2 : 1;
    const uint64_t signal = product(desc.sizes, desc.rank) * parts,
                   of_kernel = product(desc.kernel_sizes, desc.rank) * parts;
    uint64_t result = parts;
    for (uint32_t d = 0; d < desc.rank; d++)
        result *= desc.part == NBL_CONVOLUTION_FULL   ? desc.sizes[d] + desc.kernel_sizes[d] - 1
                  : desc.part == NBL_CONVOLUTION_SAME ? desc.sizes[d]
                                                      : desc.sizes[d] - desc.kernel_sizes[d] + 1;
    const uint32_t quiet = test_random_below(random, 3), kind = test_random_below(random, NEIGHBOURS);
    char *kernel = calloc(of_kernel, scalar), *input = calloc(3 * signal, scalar), *output = calloc(3 * result, scalar),
         *expected = calloc(result, scalar);
    for (uint64_t i = 0; i < of_kernel; i++) put_scalar(kernel, scalar, i, (long double)test_random_real(random));
    for (uint64_t i = 0; i < 3 * signal; i++)
        put_scalar(input, scalar, i,
                   i / signal == quiet ? (long double)test_random_real(random) : neighbour(precision, kind, random));
    convolve(NULL, &one, kernel, input + quiet * signal * scalar, expected);
    convolve(device, &desc, kernel, input, output);
    ck_assert_msg(test_differing_scalars(output + quiet * result * scalar, expected, result * scalar, scalar) == 0,
                  "convolution of rank %u, %llu by %llu ..%s: signal %u of 3 beside kind %u has other bits than alone",
                  desc.rank, (unsigned long long)desc.sizes[0], (unsigned long long)desc.kernel_sizes[0],
                  desc.complex_numbers ? ", complex" : "", quiet, kind);
    free(kernel);
    free(input);
    free(output);
    free(expected);
}

START_TEST(signals_of_convolutions) {
    test_random_t random = test_random_from(seed + 2);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    const uint32_t cases = TEST_SANITIZED ? 30 : 80, on_device = device == NULL ? 0 : test_all() ? 40 : 2;
    for (uint32_t i = 0; i < cases; i++) check_convolution(NULL, &random);
    for (uint32_t i = 0; i < on_device; i++) check_convolution(device, &random);
    printf("rows: %u convolutions on the CPU, %u on lavapipe\n", cases, on_device);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- Elements that functions load and store */

static void get_number(void *user, uint64_t transform, uint32_t index, void *value) {
    const double *rows = user;
    *(nbl_fft_number_t *)value = (nbl_fft_number_t){rows[transform * 45 + index], 0};
}

static void set_number(void *user, uint64_t transform, uint32_t index, const void *value) {
    ((nbl_fft_number_t *)user)[transform * 23 + index] = *(const nbl_fft_number_t *)value;
}

START_TEST(rows_of_functions) {
    static double rows[3 * 45];
    static nbl_fft_number_t through[3 * 23], direct[23];
    test_random_t random = test_random_from(seed + 3);
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *plan;
    nbl_error_t error;
    for (uint32_t i = 0; i < 3 * 45; i++) rows[i] = test_random_real(&random);
    rows[50] = (double)NAN;
    desc.length = 45;
    desc.precision = NBL_FFT_FLOAT64;
    desc.real = true;
    TEST_EXPECT(nbl_fft_array(&desc, rows, direct, &error));
    desc.batch = 3;
    TEST_EXPECT(nbl_fft_array_plan_create(&desc, &plan, &error));
    const nbl_accessor_t input = {.user = rows, .get = get_number}, output = {.user = through, .set = set_number};
    TEST_EXPECT(nbl_fft_array_plan_access(plan, &input, &output, &error));
    ck_assert(memcmp(through, direct, sizeof direct) == 0);
    for (uint32_t i = 0; i < 23; i++) ck_assert(isfinite(through[2 * 23 + i].real));
    nbl_fft_array_plan_destroy(plan);
}
END_TEST

int main(void) {
    seed = test_seed("rows");
    Suite *suite = suite_create("rows");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, 900);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, rows_on_the_cpu);
    tcase_add_test(tests, rows_on_lavapipe);
    tcase_add_test(tests, signals_of_convolutions);
    tcase_add_test(tests, rows_of_functions);
    return test_run_suite(suite);
}
