/* Transforms of several dimensions and of any length on the CPU: beside a reference in long double, and beside FFTW.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fft/nd_testing.h"

/* ---- The reference, in place along each axis */

static test_complex_t whole[MOST_ELEMENTS], line_in[MOST_ELEMENTS], line_out[MOST_ELEMENTS];

static long double factor_of(const nbl_fft_nd_desc_t *desc, long double length) {
    switch (desc->scaling) {
    case NBL_FFT_SCALING_NONE: return 1;
    case NBL_FFT_SCALING_BY_LENGTH: return 1 / length;
    case NBL_FFT_SCALING_BY_ROOT: return 1 / sqrtl(length);
    default: return desc->inverse ? 1 / length : 1;
    }
}

static void transform_axis(const nbl_fft_nd_desc_t *desc, uint32_t axis, uint64_t elements) {
    const uint64_t n = desc->sizes[axis];
    uint64_t step = 1;
    for (uint32_t d = axis + 1; d < desc->rank; d++) step *= desc->sizes[d];
    const long double factor = factor_of(desc, (long double)n) * (desc->inverse ? (long double)n : 1);
    for (uint64_t first = 0; first < elements; first++) {
        if (first / step % n != 0) continue;
        for (uint64_t k = 0; k < n; k++) line_in[k] = whole[first + k * step];
        test_fft(line_in, line_out, (uint32_t)n, desc->inverse);
        for (uint64_t k = 0; k < n; k++)
            whole[first + k * step] = (test_complex_t){line_out[k].real * factor, line_out[k].imag * factor};
    }
}

static uint64_t mirror_of(const nbl_fft_nd_desc_t *desc, uint64_t i) {
    uint64_t mirrored = 0, step = 1;
    for (uint32_t d = desc->rank; d-- > 0; i /= desc->sizes[d]) {
        const uint64_t k = i % desc->sizes[d];
        bool turned = desc->axis_count == 0;
        for (uint32_t a = 0; a < desc->axis_count; a++) turned = turned || desc->axes[a] == d;
        mirrored += (turned ? (desc->sizes[d] - k) % desc->sizes[d] : k) * step;
        step *= desc->sizes[d];
    }
    return mirrored + i * step;
}

/* Returns whether element i is given, and so no zero of the padding. In a real signal's spectrum an element of the half
 * that is not stored is given if its mirror is. */
static bool is_given(const nbl_fft_nd_desc_t *desc, uint64_t i) {
    const uint32_t last = desc->axis_count == 0 ? desc->rank - 1 : desc->axes[desc->axis_count - 1];
    uint64_t step = 1;
    for (uint32_t d = last + 1; d < desc->rank; d++) step *= desc->sizes[d];
    if (desc->real && desc->inverse && i / step % desc->sizes[last] > desc->sizes[last] / 2) i = mirror_of(desc, i);
    for (uint32_t d = desc->rank; d-- > 0; i /= desc->sizes[d])
        if (desc->given[d] != 0 && i % desc->sizes[d] >= desc->given[d]) return false;
    return true;
}

/* ---- Running a case */

/* Fills the input with random numbers, or with the spectrum of a random real signal, and the reference with their
 * transform. */
static void make_data(const case_t *c, const layout_t *in, char *input, test_random_t *random) {
    const nbl_fft_nd_desc_t *desc = &c->desc;
    const uint32_t bytes = scalar_bytes[desc->precision];
    uint64_t elements = desc->batch;
    for (uint32_t d = 0; d < desc->rank; d++) elements *= desc->sizes[d];
    ck_assert_uint_le(elements, MOST_ELEMENTS);
    for (uint64_t i = 0; i < elements; i++)
        whole[i] = (test_complex_t){test_random_real(random), desc->real ? 0 : test_random_real(random)};
    if (desc->real && desc->inverse) { /* a spectrum that is its own mirror */
        for (uint64_t i = 0; i < elements; i++) whole[i].imag = test_random_real(random);
        for (uint64_t i = 0; i < elements; i++) {
            const uint64_t m = mirror_of(desc, i);
            if (m < i) whole[i] = (test_complex_t){whole[m].real, -whole[m].imag};
            if (m == i) whole[i].imag = 0;
        }
    }
    for (uint64_t i = 0; i < elements; i++)
        if (!is_given(desc, i)) whole[i] = (test_complex_t){0, 0};
    for (uint64_t i = 0; i < elements; i++) /* as the precision has them */
        for (int part = 0; part < 2; part++) {
            char scalar[8];
            long double *value = part == 0 ? &whole[i].real : &whole[i].imag;
            put_scalar(scalar, bytes, 0, *value);
            *value = get_scalar(scalar, bytes, 0);
        }
    uint64_t kept = 0;
    for (uint64_t i = 0; i < elements; i++) {
        bool there = true;
        for (uint64_t d = desc->rank, k = i; d-- > 0; k /= desc->sizes[d])
            there = there && k % desc->sizes[d] < in->sizes[d];
        if (!there) continue;
        const uint64_t at = place_of(in, desc->rank, kept++);
        if (in->real) {
            put_scalar(input, bytes, at, whole[i].real);
        } else {
            put_scalar(input, bytes, 2 * at, whole[i].real);
            put_scalar(input, bytes, 2 * at + 1, whole[i].imag);
        }
    }
    ck_assert_uint_eq(kept, in->elements);
    for (uint32_t a = 0; a < (desc->axis_count == 0 ? desc->rank : desc->axis_count); a++)
        transform_axis(desc, desc->axis_count == 0 ? a : desc->axes[a], elements);
}

static double error_of(const case_t *c, const layout_t *out, const char *output) {
    const nbl_fft_nd_desc_t *desc = &c->desc;
    const uint32_t bytes = scalar_bytes[desc->precision];
    const uint32_t last = desc->axis_count == 0 ? desc->rank - 1 : desc->axes[desc->axis_count - 1];
    uint64_t elements = desc->batch, step = 1, kept = 0;
    test_error_t error = {0};
    for (uint32_t d = 0; d < desc->rank; d++) elements *= desc->sizes[d];
    for (uint32_t d = last + 1; d < desc->rank; d++) step *= desc->sizes[d];
    for (uint64_t i = 0; i < elements; i++) {
        if (i / step % desc->sizes[last] >= out->sizes[last]) continue;
        const uint64_t at = place_of(out, desc->rank, kept++);
        if (out->real)
            test_error_add(&error, (test_complex_t){whole[i].real, 0}, get_scalar(output, bytes, at), 0);
        else
            test_error_add(&error, whole[i], get_scalar(output, bytes, 2 * at), get_scalar(output, bytes, 2 * at + 1));
    }
    return test_error_relative(&error);
}

static double run_case(const case_t *c, test_random_t *random) {
    const layout_t in = layout_of(&c->desc, false), out = layout_of(&c->desc, true);
    const uint32_t bytes = scalar_bytes[c->desc.precision];
    const size_t in_bytes = (size_t)in.span * bytes * (in.real ? 1 : 2);
    const size_t out_bytes = (size_t)out.span * bytes * (out.real ? 1 : 2);
    const size_t most = in_bytes > out_bytes ? in_bytes : out_bytes;
    char *input = malloc(most), *output = c->in_place ? input : malloc(most), *copy = malloc(most),
         *again = malloc(most);
    char text[512];
    nbl_error_t error;
    nbl_fft_t *plan;
    describe(c, text, sizeof text);
    memset(input, 0x3b, most);
    memset(output, 0x3b, most);
    make_data(c, &in, input, random);
    memcpy(copy, input, most);
    ck_assert_msg(nbl_fft_make_cpu(&c->desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    if (!c->in_place) ck_assert_msg(memcmp(input, copy, in_bytes) == 0, "%s: the input was written to", text);
    memcpy(again, output, out_bytes);
    if (c->in_place) memcpy(input, copy, most);
    ck_assert_msg(nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    ck_assert_msg(memcmp(again, output, out_bytes) == 0, "%s: a second run has other bits", text);
    nbl_fft_destroy(plan);
    /* What is between the elements stays as it was. */
    if (!c->in_place) {
        const size_t element = bytes * (out.real ? 1u : 2u);
        for (uint64_t i = 0; i < out.elements; i++)
            memset(again + place_of(&out, c->desc.rank, i) * element, 0x3b, element);
        for (size_t i = 0; i < out_bytes; i++)
            ck_assert_msg(again[i] == 0x3b, "%s: byte %zu beside the output was written", text, i);
    }
    const double relative = error_of(c, &out, output);
    ck_assert_msg(relative <= c->bound, "%s: relative L2 %.2e, allowed %.2e", text, relative, c->bound);
    free(input);
    if (!c->in_place) free(output);
    free(copy);
    free(again);
    return relative;
}

/* ---- Shapes drawn at random */

START_TEST(shapes_at_random) {
    test_random_t random = test_random_begin("nd");
    double worst[4] = {0};
    const int cases = test_all() ? 4000 : TEST_SANITIZED ? 60 : 400;
    for (int i = 0; i < cases; i++) {
        const case_t c = draw_case(&random);
        const double relative = run_case(&c, &random);
        if (relative > worst[c.desc.precision]) worst[c.desc.precision] = relative;
    }
    printf("nd: %d random shapes, relative L2 to %.2e (fp16), %.2e (fp32), %.2e (fp64), %.2e (fp16-storage)\n", cases,
           worst[0], worst[1], worst[2], worst[3]);
}
END_TEST

/* ---- Real signals in place, as rows with room for their spectrum */

START_TEST(real_rows_in_place) {
    test_random_t random = test_random_begin("nd in place");
    static const uint32_t widths[] = {2, 9, 22, 30, 64, 143};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (int inverse = 0; inverse < 2; inverse++) {
            case_t c = {.desc = nbl_fft_problem_init(), .in_place = true, .bound = 3e-7};
            const uint32_t half = widths[k] / 2 + 1;
            c.desc.rank = 2;
            c.desc.sizes[0] = 7;
            c.desc.sizes[1] = widths[k];
            c.desc.real = true;
            c.desc.inverse = inverse;
            uint64_t *reals = inverse ? c.desc.output_strides : c.desc.input_strides;
            uint64_t *numbers = inverse ? c.desc.input_strides : c.desc.output_strides;
            reals[0] = 2 * half;
            numbers[0] = half;
            reals[1] = numbers[1] = 1;
            run_case(&c, &random);
        }
    nbl_fft_problem_t packed = nbl_fft_problem_init(); /* no room behind each row */
    packed.rank = 2, packed.sizes[0] = 7, packed.sizes[1] = 9, packed.real = true;
    static float numbers[7 * 10];
    nbl_fft_t *fft;
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_make_cpu(&packed, &fft, &error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_run(fft, numbers, numbers, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text,
                     "output: is the input; in place each line of 9 real numbers needs room for 10, as many as its "
                     "spectrum has, and equal strides of both sides");
    nbl_fft_destroy(fft);
}
END_TEST

/* ---- What is given of an array, in the array of its transform */

START_TEST(padded_in_place) {
    test_random_t random = test_random_begin("nd padded in place");
    for (int i = 0; i < 12; i++) {
        case_t c = {.desc = nbl_fft_problem_init(), .in_place = true, .bound = 3e-7};
        const bool real = i % 4 == 3;
        c.desc.rank = 2;
        c.desc.sizes[0] = 12 + (uint64_t)i;
        c.desc.sizes[1] = real ? 30 + (uint64_t)i : 17 + 8 * (uint64_t)i;
        c.desc.given[0] = 5;
        c.desc.given[1] = 9;
        c.desc.real = real;
        const uint64_t row = real ? c.desc.sizes[1] / 2 + 1 : c.desc.sizes[1];
        c.desc.input_strides[0] = real ? 2 * row : row;
        c.desc.output_strides[0] = row;
        c.desc.input_strides[1] = c.desc.output_strides[1] = 1;
        c.desc.inverse = !real && i % 2 == 1;
        run_case(&c, &random);
    }
}
END_TEST

/* ---- Long lines */

static const struct {
    uint32_t rank;
    uint64_t sizes[3];
    nbl_fft_precision_t precision;
    bool real;
} longs[] = {{1, {65536}, NBL_FFT_FLOAT32, false},        {1, {100000}, NBL_FFT_FLOAT32, true},
             {2, {2, 50421}, NBL_FFT_FLOAT32, false},                                          /* 3 7^5 */
             {1, {9152}, NBL_FFT_FLOAT32, false},                                              /* 2^6 11 13 */
             {2, {3, 10000}, NBL_FFT_FLOAT64, false},     {1, {46189}, NBL_FFT_FLOAT64, true}, /* 11 13 17 19 */
             {1, {30030}, NBL_FFT_FLOAT16_STORAGE, false}};

START_TEST(long_lines) {
    test_random_t random = test_random_begin("nd long");
    case_t c = {.desc = nbl_fft_problem_init(), .bound = bound_of(longs[_i].precision)};
    c.desc.rank = longs[_i].rank;
    memcpy(c.desc.sizes, longs[_i].sizes, sizeof longs[_i].sizes);
    c.desc.precision = longs[_i].precision;
    c.desc.real = longs[_i].real;
    for (int i = 0; i < 4; i++) {
        c.desc.inverse = i % 2;
        c.desc.threads = i % 2 ? 3 : 1;
        c.desc.given[c.desc.rank - 1] = i < 2 ? 0 : c.desc.sizes[c.desc.rank - 1] / 3;
        printf("nd: %llu of %llu, %s: relative L2 %.2e\n", (unsigned long long)c.desc.given[c.desc.rank - 1],
               (unsigned long long)c.desc.sizes[c.desc.rank - 1], i % 2 ? "inverse" : "forward", run_case(&c, &random));
    }
}
END_TEST

/* ---- What is refused */

static void refused(const nbl_fft_nd_desc_t *desc, nbl_result_t expected, const char *why) {
    nbl_fft_t *plan = NULL;
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_make_cpu(desc, &plan, &error), expected);
    ck_assert_msg(strstr(error.text, why) != NULL, "'%s' does not say '%s'", error.text, why);
    ck_assert_ptr_null(plan);
}

START_TEST(refusals) {
    nbl_fft_problem_t good = nbl_fft_problem_init(), d;
    good.rank = 2;
    good.sizes[0] = 6;
    good.sizes[1] = 10;
    nbl_error_t error;
    nbl_fft_t *plan;
    ck_assert_int_eq(nbl_fft_make_cpu(NULL, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_make_cpu(&good, NULL, &error), NBL_ERROR_ARGUMENT);
#define REFUSED(change, result, why) \
    d = good; \
    change; \
    refused(&d, result, why)
    REFUSED(d.rank = 0, NBL_ERROR_ARGUMENT, "rank");
    REFUSED(d.rank = 9, NBL_ERROR_ARGUMENT, "rank");
    REFUSED(d.sizes[1] = 0, NBL_ERROR_ARGUMENT, "size 0 of dimension 1");
    REFUSED(d.sizes[0] = 1ull << 31, NBL_ERROR_ARGUMENT, "size 2147483648 of dimension 0");
    REFUSED(d.sizes[0] = UINT64_MAX, NBL_ERROR_ARGUMENT, "of dimension 0");
    REFUSED(d.batch = 0, NBL_ERROR_ARGUMENT, "batch is 0");
    REFUSED(d.axis_count = 3, NBL_ERROR_ARGUMENT, "axes");
    REFUSED((d.axis_count = 1, d.axes[0] = 2), NBL_ERROR_ARGUMENT, "axis 2: an array of 2 dimensions has axes 0 to 1");
    REFUSED((d.axis_count = 2, d.axes[0] = 1, d.axes[1] = 1), NBL_ERROR_ARGUMENT, "axis 1 is given twice");
    REFUSED(d.given[1] = 11, NBL_ERROR_ARGUMENT, "11 elements given of dimension 1: it has at most 10");
    REFUSED((d.axis_count = 1, d.axes[0] = 1, d.given[0] = 5), NBL_ERROR_ARGUMENT, "it is not transformed");
    REFUSED((d.real = d.inverse = true, d.given[1] = 7), NBL_ERROR_ARGUMENT, "it has at most 6");
    REFUSED(d.precision = (nbl_fft_precision_t)9, NBL_ERROR_ARGUMENT, "precision");
    REFUSED(d.scaling = (nbl_fft_scaling_t)4, NBL_ERROR_ARGUMENT, "scaling");
    REFUSED(d.threads = 65, NBL_ERROR_ARGUMENT, "threads is 65, must be 0 to 64");
    REFUSED(d.threads = (uint32_t)-1, NBL_ERROR_ARGUMENT, "threads is 4294967295 (-1), must be 0 to 64");
    REFUSED((d.dct = NBL_FFT_DCT_2, d.real = true), NBL_ERROR_ARGUMENT, "dct: `real` must be false");
    REFUSED(d.instructions = "none", NBL_ERROR_ARGUMENT, "none");
    REFUSED(d.input_strides[0] = 4, NBL_ERROR_ARGUMENT, "stride of dimension 1 is 0");
    REFUSED((d.output_strides[0] = 9, d.output_strides[1] = 1), NBL_ERROR_ARGUMENT, "dimension 0");
    REFUSED((d.batch = 2, d.output_distance = 59), NBL_ERROR_ARGUMENT, "distance");
    REFUSED((d.input_strides[0] = UINT64_MAX / 2, d.input_strides[1] = 1), NBL_ERROR_LIMIT, "beyond memory");
    REFUSED(d.batch = UINT64_MAX, NBL_ERROR_LIMIT, "beyond memory");
    REFUSED((d.sizes[0] = d.sizes[1] = 0x7fffffff, d.batch = 0x7fffffff), NBL_ERROR_LIMIT, "beyond memory");
    REFUSED((d.rank = 1, d.sizes[0] = (1u << 26) + 1), NBL_ERROR_LIMIT, "67108865");
    REFUSED((d.rank = 1, d.sizes[0] = 0x7fffffff), NBL_ERROR_LIMIT, "2147483647");
#undef REFUSED
    static float memory[4 * 60];
    ck_assert_int_eq(nbl_fft_make_cpu(&good, &plan, &error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_run(NULL, memory, memory, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_run(plan, NULL, memory, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_run(plan, memory, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_run(plan, memory, memory + 2, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_run(plan, memory, memory + 120, &error), NBL_SUCCESS);
    char text[256], cut[8];
    const size_t length = nbl_fft_nd_plan_text(plan, text, sizeof text);
    ck_assert_str_eq(text, "axis 1: 6 lines of 10 = 10\naxis 0: 10 lines of 6 = 6\n");
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_uint_eq(nbl_fft_nd_plan_text(plan, NULL, 0), length);
    ck_assert_uint_eq(nbl_fft_nd_plan_text(plan, cut, sizeof cut), length);
    ck_assert_str_eq(cut, "axis 1:");
    nbl_fft_destroy(plan);
    nbl_fft_destroy(NULL);
    d = good;
    d.given[0] = 2;
    ck_assert_int_eq(nbl_fft_make_cpu(&d, &plan, &error), NBL_SUCCESS);
    nbl_fft_nd_plan_text(plan, text, sizeof text);
    ck_assert_str_eq(text, "axis 1: 2 lines of 10 = 10\naxis 0: 10 lines of 6, 2 given = 6\n");
    nbl_fft_destroy(plan);
    d = good;
    d.real = true;
    ck_assert_int_eq(nbl_fft_make_cpu(&d, &plan, &error), NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_run(plan, memory, memory, &error), NBL_ERROR_ARGUMENT); /* rows would meet */
    nbl_fft_destroy(plan);
}
END_TEST

/* ---- Bits: those of nbl_fft_array() where it has the length, and of any number of threads */

START_TEST(bits_of_arrays_and_threads) {
    enum { LINES = 9, LENGTH = 360 };
    static float input[2 * LINES * LENGTH], expected[2 * LINES * LENGTH], output[2 * LINES * LENGTH];
    static float long_input[2 * 40000], long_output[2][2 * 40000];
    test_random_t random = test_random_begin("nd bits");
    nbl_error_t error;
    for (int i = 0; i < 2 * LINES * LENGTH; i++) input[i] = (float)test_random_real(&random);
    nbl_fft_array_desc_t array = nbl_fft_array_desc_init();
    array.length = LENGTH;
    array.batch = LINES;
    TEST_EXPECT(nbl_fft_array(&array, input, expected, &error));
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    desc.rank = 2;
    desc.sizes[0] = LINES;
    desc.sizes[1] = LENGTH;
    desc.axis_count = 1;
    desc.axes[0] = 1;
    TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, input, output, &error));
    nbl_fft_destroy(plan);
    ck_assert_int_eq(memcmp(output, expected, sizeof expected), 0);
    for (int i = 0; i < 2 * 40000; i++) long_input[i] = (float)test_random_real(&random);
    desc.axis_count = 0;
    desc.rank = 1;
    for (int length = 39999; length <= 40000; length++)
        for (uint32_t threads = 1; threads <= 2; threads++) {
            desc.sizes[0] = (uint64_t)length;
            desc.threads = threads == 1 ? 1 : 5;
            TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
            TEST_EXPECT(nbl_fft_run(plan, long_input, long_output[threads - 1], &error));
            nbl_fft_destroy(plan);
            ck_assert_int_eq(memcmp(long_output[0], long_output[threads - 1], 8 * (size_t)length), 0);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd");
    TCase *tests = tcase_create("nd");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, shapes_at_random);
    tcase_add_test(tests, real_rows_in_place);
    tcase_add_test(tests, padded_in_place);
    tcase_add_loop_test(tests, long_lines, 0, sizeof longs / sizeof *longs);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, bits_of_arrays_and_threads);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
