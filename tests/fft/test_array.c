/* nbl_fft_array() and accessors against a naive DFT in long double: precisions, directions, strides, batches, errors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/fft.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/lang/emulator.h"
#include "tests/common/testing.h"

#define PRECISIONS 4
#define SENTINEL 0x5a

static uint64_t seed;

static const double bounds[PRECISIONS] = {4e-3, 2e-7, 1e-15, 5e-4};

/* ---- Memory: scalars by number, halves of 2 bytes */

static uint32_t scalar_bytes(nbl_fft_precision_t precision) { return nbl_fft_precision_element_bytes(precision) / 2; }

static double load(nbl_fft_precision_t precision, const void *memory, uint64_t index) {
    if (scalar_bytes(precision) == 2) return (double)nbl_emulator_unpack_half_2x16(((const uint16_t *)memory)[index]).x;
    return precision == NBL_FFT_FLOAT32 ? (double)((const float *)memory)[index] : ((const double *)memory)[index];
}

static void store(nbl_fft_precision_t precision, void *memory, uint64_t index, double value) {
    nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
    if (scalar_bytes(precision) == 2)
        ((uint16_t *)memory)[index] = (uint16_t)nbl_emulator_pack_half_2x16(pair);
    else if (precision == NBL_FFT_FLOAT32)
        ((float *)memory)[index] = (float)value;
    else
        ((double *)memory)[index] = value;
}

/* ---- A case */

typedef struct layout_t {
    uint64_t stride, distance; /* 0: 1, and behind the last transform */
} layout_t;

typedef struct case_t {
    nbl_fft_array_desc_t desc;
    uint64_t in_elements, out_elements; /* of one transform, in memory */
    uint64_t in_scalars, out_scalars;   /* of an element */
} case_t;

static uint64_t place(uint64_t transform, uint64_t element, uint64_t elements, layout_t layout) {
    const uint64_t stride = layout.stride ? layout.stride : 1;
    return transform * (layout.distance ? layout.distance : elements * stride) + element * stride;
}

static uint64_t bytes_of(const case_t *c, bool input) {
    const nbl_fft_array_desc_t *d = &c->desc;
    layout_t layout =
        input ? (layout_t){d->input_stride, d->input_distance} : (layout_t){d->output_stride, d->output_distance};
    uint64_t elements = input ? c->in_elements : c->out_elements, scalars = input ? c->in_scalars : c->out_scalars;
    return (place(d->batch - 1, elements - 1, elements, layout) + 1) * scalars * scalar_bytes(d->precision);
}

/* By the definition, from the rounded input; of a real spectrum the negative frequencies are the conjugates. */
static test_complex_t definition(const case_t *c, const void *input, uint32_t transform, uint32_t index) {
    const nbl_fft_array_desc_t *d = &c->desc;
    layout_t layout = {d->input_stride, d->input_distance};
    test_complex_t sum = {0, 0};
    for (uint32_t i = 0; i < d->length; i++) {
        bool mirrored = d->real && d->inverse && i > d->length / 2;
        const uint32_t element = mirrored ? d->length - i : i;
        if (element >= c->in_elements) continue;
        uint64_t at = place(transform, element, c->in_elements, layout) * c->in_scalars;
        long double real = (long double)load(d->precision, input, at), imag = 0;
        bool ends = d->real && (i == 0 || 2 * i == d->length); /* what is imaginary there counts for nothing */
        if (c->in_scalars == 2 && !ends) imag = (long double)load(d->precision, input, at + 1);
        if (mirrored) imag = -imag;
        long double angle =
            (d->inverse ? 2 : -2) * acosl(-1.0L) * (long double)((uint64_t)i * index % d->length) / d->length;
        sum.real += real * cosl(angle) - imag * sinl(angle);
        sum.imag += real * sinl(angle) + imag * cosl(angle);
    }
    if (d->inverse) sum.real /= d->length, sum.imag /= d->length;
    return sum;
}

static case_t case_of(nbl_fft_array_desc_t desc) {
    uint64_t spectrum = desc.real ? desc.length / 2 + 1 : desc.length;
    uint64_t all = desc.inverse ? spectrum : desc.length;
    case_t c = {desc, desc.given != 0 ? desc.given : all, desc.inverse ? desc.length : spectrum,
                desc.real && !desc.inverse ? 1 : 2, desc.real && desc.inverse ? 1 : 2};
    return c;
}

/* Zeros that are stored give the same. */
static void expect_padded_bits(const case_t *c, const unsigned char *input, const unsigned char *output,
                               uint64_t out_bytes) {
    nbl_fft_array_desc_t desc = c->desc;
    const layout_t layout = {desc.input_stride, desc.input_distance};
    const size_t bytes = c->in_scalars * scalar_bytes(desc.precision);
    desc.given = 0;
    desc.input_stride = desc.input_distance = 0;
    const uint64_t all = case_of(desc).in_elements;
    unsigned char *padded = calloc(desc.batch * all, bytes), *expected = malloc(out_bytes);
    for (uint32_t t = 0; t < desc.batch; t++)
        for (uint64_t k = 0; k < c->in_elements; k++)
            memcpy(padded + (t * all + k) * bytes, input + place(t, k, c->in_elements, layout) * bytes, bytes);
    memset(expected, SENTINEL, out_bytes);
    ck_assert_int_eq(nbl_fft_array(&desc, padded, expected, NULL), NBL_SUCCESS);
    ck_assert_msg(memcmp(expected, output, out_bytes) == 0, "%u given of %u: other bits than by zeros", c->desc.given,
                  desc.length);
    free(padded);
    free(expected);
}

static void check_case(nbl_fft_array_desc_t desc) {
    case_t c = case_of(desc);
    const uint64_t in_bytes = bytes_of(&c, true), out_bytes = bytes_of(&c, false), one = scalar_bytes(desc.precision);
    layout_t out = {desc.output_stride, desc.output_distance};
    unsigned char *input = malloc(in_bytes), *output = malloc(out_bytes), *touched = calloc(out_bytes, 1);
    test_random_t random =
        test_random_from(seed + desc.length * 64 + desc.precision * 4 + desc.inverse * 2 + desc.real);
    char what[128];
    snprintf(what, sizeof what, "%s %s %s of %u, %u given, batch %u, strides %u to %u",
             nbl_fft_precision_name(desc.precision), desc.real ? "real" : "complex",
             desc.inverse ? "inverse" : "forward", desc.length, desc.given, desc.batch, (unsigned)desc.input_stride,
             (unsigned)desc.output_stride);
    for (uint64_t i = 0; i < in_bytes / one; i++) store(desc.precision, input, i, test_random_real(&random));
    memset(output, SENTINEL, out_bytes);
    nbl_error_t error;
    ck_assert_msg(nbl_fft_array(&desc, input, output, &error) == NBL_SUCCESS, "%s: %s", what, error.text);
    ck_assert_str_eq(error.text, "");
    test_error_t sums = {0, 0, 0};
    for (uint32_t t = 0; t < desc.batch; t++)
        for (uint32_t k = 0; k < c.out_elements; k++) {
            uint64_t at = place(t, k, c.out_elements, out) * c.out_scalars;
            double imag = c.out_scalars == 2 ? load(desc.precision, output, at + 1) : 0.0;
            test_error_add(&sums, definition(&c, input, t, k), (long double)load(desc.precision, output, at),
                           (long double)imag);
            memset(touched + at * one, 1, c.out_scalars * one);
        }
    ck_assert_msg(test_error_relative(&sums) < bounds[desc.precision], "%s: relative L2 %.2e", what,
                  test_error_relative(&sums));
    for (uint64_t i = 0; i < out_bytes; i++) /* what lies between the elements stays */
        ck_assert_msg(touched[i] || output[i] == SENTINEL, "%s: byte %u was written", what, (unsigned)i);
    if (desc.given != 0) expect_padded_bits(&c, input, output, out_bytes);
    free(input);
    free(output);
    free(touched);
}

static bool can(nbl_fft_precision_t precision) {
    return precision != NBL_FFT_FLOAT16 || nbl_fft_emulator_limits(0).float16;
}

START_TEST(strides_batches_directions) {
    static const struct {
        uint32_t length, batch;
        layout_t in, out;
    } shapes[] = {{2, 1, {0, 0}, {0, 0}},       {3, 4, {0, 0}, {0, 0}},    {12, 3, {3, 0}, {0, 20}},
                  {15, 5, {1, 16}, {5, 1}},     {16, 2, {2, 40}, {3, 50}}, {21, 1, {0, 0}, {2, 0}},
                  {30, 7, {7, 1}, {7, 1}},      {64, 3, {1, 16}, {0, 0}},  {90, 2, {0, 0}, {0, 0}},
                  {100, 1, {0, 999}, {4, 999}}, {105, 3, {0, 0}, {0, 0}},  {270, 2, {2, 1}, {2, 1}}};
    uint32_t cases = 0;
    for (int precision = 0; precision < PRECISIONS; precision++)
        for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (uint32_t way = 0; way < 4; way++) {
                nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
                desc.precision = (nbl_fft_precision_t)precision;
                if (!can(desc.precision)) continue;
                desc.length = shapes[i].length;
                desc.batch = shapes[i].batch;
                desc.inverse = way & 1;
                desc.real = way >> 1;
                desc.input_stride = shapes[i].in.stride, desc.input_distance = shapes[i].in.distance;
                desc.output_stride = shapes[i].out.stride, desc.output_distance = shapes[i].out.distance;
                desc.threads = 1 + i % 2;
                check_case(desc);
                cases++;
            }
    printf("array: %u cases against the definition\n", cases);
    ck_assert_uint_eq(cases, (can(NBL_FFT_FLOAT16) ? 4 : 3) * 48);
}
END_TEST

/* Elements behind those that are given count as zeros, by every way to the executor: in lanes, in lines, in columns,
 * gathered, and real signals of both kinds. */
START_TEST(given) {
    static const struct {
        uint32_t length, given, batch;
        layout_t in, out;
    } shapes[] = {{8, 1, 40, {0, 0}, {0, 0}},    {64, 40, 9, {0, 0}, {0, 0}}, {2, 1, 1, {0, 0}, {0, 0}},
                  {300, 151, 2, {0, 0}, {0, 0}}, {30, 16, 9, {9, 1}, {9, 1}}, {21, 10, 3, {2, 30}, {0, 0}},
                  {45, 23, 5, {0, 45}, {0, 0}},  {128, 65, 1, {0, 0}, {0, 0}}};
    uint32_t cases = 0;
    for (int precision = 0; precision < PRECISIONS; precision++)
        for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            for (uint32_t way = 0; way < 4; way++) {
                nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
                desc.precision = (nbl_fft_precision_t)precision;
                if (!can(desc.precision)) continue;
                desc.length = shapes[i].length;
                desc.given = shapes[i].given;
                desc.batch = shapes[i].batch;
                desc.inverse = way & 1;
                desc.real = way >> 1;
                if (desc.real && desc.inverse) desc.given = desc.given / 2 + 1; /* of the lower half */
                desc.input_stride = shapes[i].in.stride, desc.input_distance = shapes[i].in.distance;
                desc.output_stride = shapes[i].out.stride, desc.output_distance = shapes[i].out.distance;
                check_case(desc);
                cases++;
            }
    printf("array: %u cases with zeros behind what is given\n", cases);
    ck_assert_uint_eq(cases, (can(NBL_FFT_FLOAT16) ? 4 : 3) * 32);
}
END_TEST

/* The same array for input and output: as another would have it, real ones with room for the spectrum. */
START_TEST(in_place) {
    for (uint32_t way = 0; way < 8; way++) {
        const bool real = way == 4 || way == 5;
        float memory[2 * 4 * 100], apart[2 * 4 * 100];
        nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
        test_random_t random = test_random_from(seed + way);
        nbl_error_t error;
        desc.length = 72;
        desc.batch = 4;
        desc.inverse = way & 1;
        desc.real = real;
        if (way == 2 || way == 3) { /* interleaved */
            desc.input_stride = desc.output_stride = 4;
            desc.input_distance = desc.output_distance = 1;
        }
        if (way >= 6) { /* zeros behind, whose places are in the array */
            desc.given = 30;
            desc.input_distance = 72;
        }
        if (real) { /* 37 complex numbers are 74 real ones */
            desc.input_distance = desc.inverse ? 37 : 74;
            desc.output_distance = desc.inverse ? 74 : 37;
        }
        for (uint32_t i = 0; i < 800; i++) memory[i] = (float)test_random_real(&random), apart[i] = memory[i];
        ck_assert_msg(nbl_fft_array(&desc, memory, apart, &error) == NBL_SUCCESS, "%s", error.text);
        ck_assert_msg(nbl_fft_array(&desc, memory, memory, &error) == NBL_SUCCESS, "%s", error.text);
        ck_assert_int_eq(memcmp(memory, apart, sizeof memory), 0);
    }
}
END_TEST

/* ---- Errors */

static float numbers[4096];

static void expect_error(nbl_fft_array_desc_t desc, const void *input, void *output, nbl_result_t expected,
                         const char *text) {
    float before[4096];
    nbl_error_t error;
    memcpy(before, numbers, sizeof before);
    nbl_result_t result = nbl_fft_array(&desc, input, output, &error);
    ck_assert_msg(result == expected && strcmp(error.text, text) == 0, "%d: %s\nnot %s", (int)result, error.text, text);
    ck_assert_int_eq(nbl_fft_array(&desc, input, output, NULL), expected);
    ck_assert_int_eq(memcmp(before, numbers, sizeof before), 0);
}

START_TEST(errors) {
    nbl_fft_array_desc_t good = nbl_fft_array_desc_init(), d;
    nbl_error_t error;
    good.length = 8;
    ck_assert_int_eq(nbl_fft_array(NULL, numbers, numbers, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "nbl_fft_array: desc is NULL");
    expect_error(good, NULL, numbers, NBL_ERROR_ARGUMENT, "nbl_fft_array: input is NULL");
    expect_error(good, numbers, NULL, NBL_ERROR_ARGUMENT, "nbl_fft_array: output is NULL");
#define EXPECT(field, value, text) \
    d = good; \
    d.field = value; \
    expect_error(d, numbers, numbers + 2048, NBL_ERROR_ARGUMENT, text)
    EXPECT(batch, 0, "array: batch is 0, must be 1 to 4294967295");
    EXPECT(precision, (nbl_fft_precision_t)9,
           "array: precision is 9, must be fp16 (0), fp32 (1), fp64 (2) or fp16-storage (3)");
    EXPECT(length, 0, "length 0: the length is below 2; the nearest supported length is 2");
    EXPECT(length, 34,
           "length 34: the length has a prime factor above 13; the nearest supported lengths are 33 and 35");
    EXPECT(length, 100000, "length 100000: the length is too large; the nearest supported length is 32768");
    EXPECT(output_stride, UINT64_MAX,
           "output: stride 18446744073709551615 and distance 0 of 1 transforms reach beyond memory");
    EXPECT(input_stride, UINT64_MAX / 8,
           "input: stride 2305843009213693951 and distance 0 of 1 transforms reach beyond memory");
    good.batch = 3;
    EXPECT(input_distance, UINT64_MAX - 1,
           "input: stride 1 and distance 18446744073709551614 of 3 transforms reach beyond memory");
    EXPECT(output_distance, 7, "output: its stride and distance put two elements in one place");
    good.output_distance = 8; /* 0 would be 32, where nothing meets */
    EXPECT(output_stride, 4, "output: its stride and distance put two elements in one place");
    good.output_distance = 0;
    good.real = true;
    EXPECT(length, 0, "length 0 of a real signal: not supported; the nearest supported length is 2");
    EXPECT(length, 34, "length 34 of a real signal: not supported; the nearest supported lengths are 33 and 35");
    EXPECT(length, 40000, "length 40000 of a real signal: not supported; the nearest supported length is 32768");
    good.precision = NBL_FFT_FLOAT64;
    EXPECT(length, 40000, "length 40000 of a real signal: not supported; the nearest supported length is 16384");
    good.precision = NBL_FFT_FLOAT32;
    EXPECT(given, 9, "array: given is 9, must be at most 8, the input's elements");
    good.inverse = true;
    EXPECT(given, 6, "array: given is 6, must be at most 5, the input's elements");
    good.inverse = false;
    good.real = false;
    const char *overlap = "output: overlaps the input; it must be the same array, laid out alike, or another";
    expect_error(good, numbers, numbers + 2, NBL_ERROR_ARGUMENT, overlap);
    expect_error(good, numbers + 47, numbers, NBL_ERROR_ARGUMENT, overlap);
    d = good;
    d.input_distance = 10; /* in place, but elsewhere */
    expect_error(d, numbers, numbers, NBL_ERROR_ARGUMENT, overlap);
    d = good;
    d.given = 5; /* the next signals would begin elsewhere */
    expect_error(d, numbers, numbers, NBL_ERROR_ARGUMENT, overlap);
    d = good;
    d.real = true; /* packed: the spectrum of one signal reaches into the next */
    expect_error(d, numbers, numbers, NBL_ERROR_ARGUMENT, overlap);
    ck_assert_int_eq(nbl_fft_array(&good, numbers, numbers + 48, NULL), NBL_SUCCESS); /* side by side */
}
END_TEST

/* ---- Accessors: a sparse signal in a list, counted calls, shared memory of one's own */

typedef struct sparse_t {
    uint32_t transform[4], element[4];
    double value[4];
    unsigned asked;
} sparse_t;

static void sparse_get(void *user, uint64_t transform, uint32_t element, void *value) {
    sparse_t *sparse = user;
    nbl_fft_number_t number = {0.0, 0.0};
    sparse->asked++;
    for (int i = 0; i < 4; i++)
        if (sparse->transform[i] == transform && sparse->element[i] == element) number.real += sparse->value[i];
    memcpy(value, &number, sizeof number);
}

typedef struct sink_t {
    nbl_fft_number_t *numbers;
    uint32_t length;
    unsigned stored;
} sink_t;

static void sink_set(void *user, uint64_t transform, uint32_t element, const void *value) {
    sink_t *sink = user;
    memcpy(&sink->numbers[transform * sink->length + element], value, sizeof *sink->numbers);
    sink->stored++;
}

typedef struct scratch_t {
    uint32_t dwords[4][1 << 14]; /* by workgroup */
    unsigned got, set, workgroups;
} scratch_t;

static void scratch_get(void *user, uint64_t workgroup, uint32_t index, void *value) {
    scratch_t *scratch = user;
    scratch->got++;
    memcpy(value, &scratch->dwords[workgroup][index], sizeof(uint32_t));
}

static void scratch_set(void *user, uint64_t workgroup, uint32_t index, const void *value) {
    scratch_t *scratch = user;
    scratch->set++;
    scratch->workgroups |= 1u << workgroup;
    memcpy(&scratch->dwords[workgroup][index], value, sizeof(uint32_t));
}

/* By both algorithms. */
START_TEST(accessors) {
    static scratch_t scratch;
    memset(&scratch, 0, sizeof scratch);
    static nbl_fft_number_t through[2 * 512], own[2 * 512];
    sparse_t sparse = {{0, 0, 1, 1}, {0, 511, 3, 200}, {1.0, -2.5, 0.125, 3.0}, 0};
    sink_t sink = {through, 512, 0};
    nbl_fft_transform_desc_t desc = {.algorithm = (uint32_t)_i,
                                     .subgroup_size = _i == NBL_FFT_STOCKHAM ? 0 : 8,
                                     .precision = NBL_FFT_FLOAT64,
                                     .length = 512,
                                     .batch = 2,
                                     .ffts_per_workgroup = 1,
                                     .limits = nbl_fft_emulator_limits(0)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    nbl_accessor_t from = {.get = sparse_get, .user = &sparse}, to = {.set = sink_set, .user = &sink};
    nbl_accessor_t shared = {scratch_get, scratch_set, &scratch};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.threads = 1;
    ck_assert_msg(nbl_fft_transform_access(&plan, &launch, &from, &to, &shared, NULL, &error) == NBL_SUCCESS, "%s",
                  error.text);
    ck_assert_uint_eq(sparse.asked, 1024);
    ck_assert_uint_eq(sink.stored, 1024);
    ck_assert_uint_eq(scratch.workgroups, 3);
    ck_assert_uint_eq(scratch.got, scratch.set);
    ck_assert_uint_gt(scratch.set, 0);
    if (_i == NBL_FFT_STOCKHAM) /* float64: 4 dwords */
        ck_assert_uint_eq(scratch.set, 2 * 512 * 4 * (plan.parameters.plan.passes - 1));
    sink.numbers = own;
    ck_assert_int_eq(nbl_fft_transform_access(&plan, &launch, &from, &to, NULL, NULL, &error), NBL_SUCCESS);
    ck_assert_int_eq(memcmp(through, own, sizeof own), 0);
    for (uint32_t k = 0; k < 512; k++) { /* x[0] = 1, x[511] = -2.5 */
        double angle = 2 * acos(-1.0) * k / 512;
        ck_assert(fabs(through[k].real - (1 - 2.5 * cos(angle))) < 1e-13);
        ck_assert(fabs(through[k].imag + 2.5 * sin(angle)) < 1e-13);
    }
    /* The bits of buffers */
    _Alignas(16) static double input[2 * 1024], output[2 * 1024];
    for (int i = 0; i < 4; i++) input[2 * (512 * sparse.transform[i] + sparse.element[i])] = sparse.value[i];
    ck_assert_int_eq(nbl_fft_transform_emulate(&plan, &launch, input, output, NULL, &error), NBL_SUCCESS);
    ck_assert_int_eq(memcmp(output, own, sizeof own), 0);

    shared.get = NULL;
    ck_assert_int_eq(nbl_fft_transform_access(&plan, &launch, &from, &to, &shared, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "accessors: shared's get or set is NULL");
    ck_assert_int_eq(nbl_fft_transform_access(&plan, &launch, &to, &to, NULL, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "accessors: input's get is NULL");
}
END_TEST

int main(void) {
    test_random_t random = test_random_begin("array");
    fflush(stdout);
    seed = test_random_below(&random, UINT32_MAX);
    Suite *suite = suite_create("array");
    TCase *all = tcase_create("array");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, strides_batches_directions);
    tcase_add_test(all, given);
    tcase_add_test(all, in_place);
    tcase_add_test(all, errors);
    tcase_add_loop_test(all, accessors, NBL_FFT_RADIX2_SHUFFLE, NBL_FFT_STOCKHAM + 1);
    suite_add_tcase(suite, all);
    return test_run_suite(suite) == 0 ? 0 : 1;
}
