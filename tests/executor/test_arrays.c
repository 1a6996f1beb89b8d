/* Plans for arrays against the emulator, bit by bit: real signals of every length, batches, strides, halves, threads.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/kernels.h"
#include "nbl/fft/twiddle.h"
#include "nbl/host/fft_nd.h"
#include "tests/common/testing.h"

static uint64_t seed;

/* ---- Arrays side by side, as the emulator's kernels have them */

typedef struct arrays_t {
    nbl_fft_transform_plan_t plan;
    char *input, *expected;
    uint32_t scalar_bytes;
} arrays_t;

static void fill(void *memory, uint32_t scalar_bytes, size_t bytes, test_random_t *random) {
    for (size_t i = 0; i < bytes; i += scalar_bytes) {
        double value = test_random_real(random);
        nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
        uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        const void *from = scalar_bytes == 2 ? (void *)&half : scalar_bytes == 4 ? (void *)&pair.x : (void *)&value;
        memcpy((char *)memory + i, from, scalar_bytes);
    }
}

/* Makes the second of two signals zeros: nbl_fft_array() transforms an odd length as the first one. */
static void clear_second(arrays_t *a, uint32_t length, bool inverse) {
    const size_t scalar = a->scalar_bytes, spectrum = 2 * (length / 2 + 1) * scalar;
    if (inverse) memset(a->input + spectrum, 0, spectrum);
    for (size_t n = 0; n < length && !inverse; n++) memset(a->input + (2 * n + 1) * scalar, 0, scalar);
}

/* Makes random input and runs the transform in the emulator: the expected result. The imaginary parts of a real
 * spectrum's first and middle element are 0 in the output, and ignored in the input. */
static arrays_t emulate(nbl_fft_precision_t precision, nbl_fft_kind_t kind, uint32_t length, uint32_t batch,
                        bool inverse, test_random_t *random) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_error_t error;
    arrays_t a;
    desc.precision = precision;
    desc.kind = kind;
    desc.length = length;
    desc.batch = batch;
    desc.inverse = inverse;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &a.plan, &error) == NBL_SUCCESS, "%s", error.text);
    a.scalar_bytes = a.plan.element_bytes / 2;
    a.input = calloc((size_t)a.plan.buffer_bytes + 16, 1);
    a.expected = calloc((size_t)a.plan.buffer_bytes + 16, 1);
    fill(a.input, a.scalar_bytes, (size_t)a.plan.input_bytes, random);
    if (kind == NBL_FFT_REAL_TWO) clear_second(&a, length, inverse);
    ck_assert_msg(nbl_fft_transform_emulate(&a.plan, &launch, a.input, a.expected, NULL, &error) == NBL_SUCCESS, "%s",
                  error.text);
    return a;
}

static void release(arrays_t *a) {
    free(a->input);
    free(a->expected);
}

static nbl_fft_array_plan_t *plan_of(const nbl_fft_array_desc_t *desc) {
    nbl_fft_array_plan_t *plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_array_plan_create(desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

static void run(nbl_fft_array_plan_t *plan, const void *input, void *output) {
    nbl_error_t error;
    ck_assert_msg(nbl_fft_array_plan_run(plan, input, output, &error) == NBL_SUCCESS, "%s", error.text);
}

/* ---- Real signals */

static uint32_t check_real(nbl_fft_precision_t precision, uint32_t length, const char *set, test_random_t *random) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    bool even = length % 2 == 0;
    uint32_t cases = 0;
    for (int inverse = 0; inverse < 2; inverse++) {
        arrays_t a =
            emulate(precision, even ? NBL_FFT_REAL : NBL_FFT_REAL_TWO, even ? length / 2 : length, 1, inverse, random);
        char *result = calloc((size_t)a.plan.buffer_bytes, 1);
        const size_t whole = (size_t)a.plan.output_bytes, bytes = even || inverse ? whole : whole / 2;
        desc.length = length;
        desc.precision = precision;
        desc.real = true;
        desc.inverse = inverse;
        desc.instructions = set;
        if (!even && !inverse) desc.input_stride = 2; /* the emulator's two signals are interleaved */
        if (!even && inverse) desc.output_stride = 2;
        nbl_fft_array_plan_t *plan = plan_of(&desc);
        desc.input_stride = desc.output_stride = 0;
        run(plan, a.input, result);
        for (size_t n = 0; !even && inverse && n < length; n++) /* the second one's are of no meaning */
            memset(a.expected + (2 * n + 1) * a.scalar_bytes, 0, a.scalar_bytes);
        ck_assert_msg(memcmp(result, a.expected, bytes) == 0, "real %u, %s%s, %s: other bits than the emulator's",
                      length, nbl_fft_precision_name(precision), inverse ? ", inverse" : "",
                      set != NULL ? set : "best");
        nbl_fft_array_plan_destroy(plan);
        free(result);
        release(&a);
        cases++;
    }
    return cases;
}

/* Many signals have the bits of each alone, with gaps between them that stay. */
static void check_one_of_many(nbl_fft_precision_t precision, uint32_t length, bool inverse, const char *set,
                              test_random_t *random) {
    enum { MANY = 19, GAP = 3 };
    const size_t scalar = nbl_fft_precision_element_bytes(precision) / 2, numbers = 2 * (length / 2 + 1) + GAP;
    const size_t bytes = MANY * numbers * scalar;
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = length;
    desc.precision = precision;
    desc.real = true;
    desc.inverse = inverse;
    desc.instructions = set;
    nbl_fft_array_plan_t *one = plan_of(&desc);
    desc.batch = MANY;
    desc.input_distance = inverse ? (numbers + 1) / 2 : numbers;
    desc.output_distance = inverse ? numbers : (numbers + 1) / 2;
    nbl_fft_array_plan_t *many = plan_of(&desc);
    const size_t from = (inverse ? (numbers + 1) / 2 * 2 : numbers) * scalar;
    const size_t to = (inverse ? numbers : (numbers + 1) / 2 * 2) * scalar;
    char *in = calloc(MANY + 1, bytes), *out = calloc(MANY + 1, bytes), *expected = calloc(MANY + 1, bytes);
    fill(in, (uint32_t)scalar, MANY * from, random);
    run(many, in, out);
    for (size_t k = 0; k < MANY; k++) run(one, in + k * from, expected + k * to);
    ck_assert_msg(memcmp(out, expected, MANY * to) == 0, "%u of %u, %s%s, %s: other bits than one", desc.batch, length,
                  nbl_fft_precision_name(precision), inverse ? ", inverse" : "", set != NULL ? set : "best");
    free(in);
    free(out);
    free(expected);
    nbl_fft_array_plan_destroy(one);
    nbl_fft_array_plan_destroy(many);
}

START_TEST(test_one_of_many) {
    static const uint32_t lengths[] = {4, 6, 8, 9, 15, 16, 18, 27, 34, 48, 63, 64, 96, 98, 147, 243, 245, 625, 2401};
    test_random_t random = test_random_from(seed);
    for (uint32_t s = 0; nbl_executor_set(s) != NULL; s++)
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            for (int inverse = 0; inverse < 2; inverse++) {
                if (nbl_fft_check_length(NBL_FFT_STOCKHAM, NBL_FFT_FLOAT32,
                                         lengths[k] % 2 == 0 ? lengths[k] / 2 : lengths[k], NULL) != NBL_SUCCESS)
                    continue;
                check_one_of_many(NBL_FFT_FLOAT32, lengths[k], inverse, nbl_executor_set(s)->name, &random);
                check_one_of_many(NBL_FFT_FLOAT64, lengths[k], inverse, nbl_executor_set(s)->name, &random);
            }
}
END_TEST

START_TEST(test_real) {
    static const char *const sets[] = {NULL, "sse2", "plain"};
    static const uint32_t few[] = {2, 4, 6, 8, 9, 15, 27, 34, 48, 63, 98, 243, 360, 1000, 2401};
    test_random_t random = test_random_from(seed);
    uint32_t cases = 0;
    for (uint32_t length = 3; length <= 2 * 4096; length++) {
        uint32_t complex_length = length % 2 == 0 ? length / 2 : length;
        if (complex_length < 2 || length % test_sanitized_step(7) != 0) continue;
        if (length > 256 && !test_takes(length / 2, 6))
            continue; /* an even length and an odd one; tails of vectors are all within the first ones */
        if (nbl_fft_check_length(NBL_FFT_STOCKHAM, NBL_FFT_FLOAT32, complex_length, NULL) != NBL_SUCCESS) continue;
        cases += check_real(NBL_FFT_FLOAT32, length, NULL, &random);
    }
    printf("real: %u cases of float32\n", cases);
    if (test_sanitized_step(7) == 1) ck_assert_uint_ge(cases, test_all() ? 600 : 170);
    for (size_t k = 0; k < sizeof few / sizeof *few; k++)
        for (size_t s = 0; s < 3; s++) {
            uint32_t length = few[k], complex_length = length % 2 == 0 ? length / 2 : length;
            if (nbl_fft_check_length(NBL_FFT_STOCKHAM, NBL_FFT_FLOAT32, complex_length, NULL) != NBL_SUCCESS) continue;
            bool there = sets[s] == NULL || s != 1;
#if defined(__x86_64__)
            there = true;
#endif
            if (!there) continue;
            check_real(NBL_FFT_FLOAT32, length, sets[s], &random);
            check_real(NBL_FFT_FLOAT64, length, sets[s], &random);
            check_real(NBL_FFT_FLOAT16_STORAGE, length, sets[s], &random);
            if (nbl_fft_emulator_limits(0).float16) check_real(NBL_FFT_FLOAT16, length, NULL, &random);
        }
}
END_TEST

/* ---- Batches of complex signals: lines, columns, packed, strided, halves; in place; by threads */

typedef struct layout_t {
    uint64_t stride, distance;
} layout_t;

static void spread(char *to, layout_t layout, const char *from, uint32_t length, uint32_t batch, uint32_t bytes) {
    for (uint64_t t = 0; t < batch; t++)
        for (uint64_t n = 0; n < length; n++)
            memcpy(to + (t * layout.distance + n * layout.stride) * bytes, from + (t * length + n) * bytes, bytes);
}

static void check_layout(const arrays_t *a, layout_t in, layout_t out, uint32_t threads) {
    const nbl_fft_transform_desc_t *emulated = &a->plan.desc;
    const uint32_t element = a->plan.element_bytes, length = emulated->length, batch = emulated->batch;
    layout_t layouts[2] = {in, out};
    size_t bytes[2];
    for (int k = 0; k < 2; k++)
        bytes[k] = (size_t)((batch - 1) * layouts[k].distance + (length - 1) * layouts[k].stride + 1) * element;
    char *from = malloc(bytes[0]), *to = malloc(bytes[1]), *expected = malloc(bytes[1]);
    memset(from, 0x5a, bytes[0]);
    memset(to, 0x5a, bytes[1]);
    memset(expected, 0x5a, bytes[1]);
    spread(from, in, a->input, length, batch, element);
    spread(expected, out, a->expected, length, batch, element);
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = length;
    desc.batch = batch;
    desc.precision = emulated->precision;
    desc.inverse = emulated->inverse;
    desc.input_stride = in.stride;
    desc.input_distance = in.distance;
    desc.output_stride = out.stride;
    desc.output_distance = out.distance;
    desc.threads = threads;
    nbl_fft_array_plan_t *plan = plan_of(&desc);
    for (int again = 0; again < 2; again++) {
        run(plan, from, to);
        ck_assert_msg(memcmp(to, expected, bytes[1]) == 0, "%u x %u, %s, strides %u and %u: other bits", batch, length,
                      nbl_fft_precision_name(desc.precision), (unsigned)in.stride, (unsigned)out.stride);
    }
    if (in.stride == out.stride && in.distance == out.distance) {
        run(plan, from, from);
        ck_assert_msg(memcmp(from, expected, bytes[1]) == 0, "%u x %u in place: other bits", batch, length);
    }
    nbl_fft_array_plan_destroy(plan);
    free(from);
    free(to);
    free(expected);
}

/* One emulated batch in every layout. */
static void check_batch(nbl_fft_precision_t precision, uint32_t n, uint32_t batch, bool inverse,
                        test_random_t *random) {
    const layout_t lines = {1, n}, apart = {1, n + 3}, strided = {3, 3ull * n}, columns = {batch, 1},
                   wide_columns = {batch + 5, 1};
    arrays_t a = emulate(precision, NBL_FFT_COMPLEX, n, batch, inverse, random);
    check_layout(&a, lines, lines, 1);
    check_layout(&a, apart, apart, 2);
    check_layout(&a, lines, strided, 1);
    check_layout(&a, columns, columns, 3);
    check_layout(&a, columns, wide_columns, 1);
    check_layout(&a, wide_columns, lines, 1);
    release(&a);
}

START_TEST(test_batches) {
    static const uint32_t lengths[] = {2, 3, 5, 8, 14, 16, 30, 64, 96, 135, 360, 1000, 2240};
    test_random_t random = test_random_from(seed);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k += test_sanitized_step(4)) {
        uint32_t n = lengths[k];
        for (nbl_fft_precision_t p = NBL_FFT_FLOAT16; p <= NBL_FFT_FLOAT16_STORAGE; p++) {
            if (p == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) continue;
            if (p != NBL_FFT_FLOAT32 && k % 4 != 0 && !test_all()) continue;
            for (uint32_t batch = 1; batch <= 21; batch += 10)
                for (int inverse = 0; inverse < 2; inverse++) check_batch(p, n, batch, inverse != 0, &random);
        }
    }
}
END_TEST

/* ---- Scaling: one product at the end */

START_TEST(test_scaling) {
    static const nbl_fft_scaling_t scalings[] = {NBL_FFT_SCALING_NONE, NBL_FFT_SCALING_BY_LENGTH,
                                                 NBL_FFT_SCALING_BY_ROOT};
    const float factors[] = {1.0f, 1.0f / 256, nbl_fft_reciprocal_root_float32_t(256)};
    test_random_t random = test_random_from(seed);
    float signal[512], plain[512], scaled[512];
    fill(signal, 4, sizeof signal, &random);
    for (int inverse = 0; inverse < 2; inverse++)
        for (int k = 0; k < 3; k++) {
            nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
            nbl_error_t error;
            desc.length = 256;
            desc.inverse = inverse;
            desc.scaling = NBL_FFT_SCALING_NONE;
            ck_assert_int_eq(nbl_fft_array(&desc, signal, plain, &error), NBL_SUCCESS);
            desc.scaling = scalings[k];
            ck_assert_int_eq(nbl_fft_array(&desc, signal, scaled, &error), NBL_SUCCESS);
            for (int i = 0; i < 512; i++) ck_assert_float_eq(scaled[i], plain[i] * factors[k]);
            desc.scaling = NBL_FFT_SCALING_DEFAULT;
            ck_assert_int_eq(nbl_fft_array(&desc, signal, scaled, &error), NBL_SUCCESS);
            for (int i = 0; i < 512; i++) ck_assert_float_eq(scaled[i], plain[i] * factors[inverse]);
        }
}
END_TEST

static double scalar_at(const void *memory, uint32_t bytes, size_t i) {
    uint16_t half;
    if (bytes == 8) return ((const double *)memory)[i];
    if (bytes == 4) return (double)((const float *)memory)[i];
    memcpy(&half, (const char *)memory + 2 * i, 2);
    return (double)nbl_emulator_unpack_half_2x16(half).x;
}

/* How far a scaled result is from the plain one divided by `divisor`, over the plain one's energy. */
static double error_of_scaling(const void *plain, const void *scaled, uint32_t bytes, size_t count, double divisor) {
    double error = 0, energy = 0;
    for (size_t i = 0; i < count; i++) {
        const double expected = scalar_at(plain, bytes, i) / divisor;
        const double difference = scalar_at(scaled, bytes, i) - expected;
        error += difference * difference;
        energy += expected * expected;
    }
    return sqrt(error / energy);
}

/* Each precision and kind; the length is the signal's. */
START_TEST(test_every_scaling) {
    static const uint32_t lengths[] = {2, 7, 8, 45, 64, 360};
    static const double bounds[] = {[NBL_FFT_FLOAT16] = 4e-3,
                                    [NBL_FFT_FLOAT32] = 3e-7,
                                    [NBL_FFT_FLOAT64] = 5e-16,
                                    [NBL_FFT_FLOAT16_STORAGE] = 1e-3};
    test_random_t random = test_random_from(seed);
    uint32_t cases = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (uint32_t variant = 0; variant < 4 * 4 * 2; variant++) {
            static double signal[2 * 361], plain[2 * 361], scaled[2 * 361];
            nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
            const uint32_t n = lengths[k], by = variant / 16;
            desc.length = n;
            desc.precision = (nbl_fft_precision_t)(variant % 4);
            desc.inverse = variant / 4 % 2;
            desc.real = variant / 8 % 2;
            if (desc.precision == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) continue;
            if (desc.real && n == 2) continue;
            const uint32_t bytes = nbl_fft_precision_element_bytes(desc.precision) / 2;
            const size_t count = !desc.real ? 2 * n : desc.inverse ? n : 2 * (n / 2 + 1);
            const double length = n, divisor = by == 0 ? length : sqrt(length);
            memset(signal, 0, sizeof signal);
            fill(signal, bytes, 2 * (n + 1) * bytes, &random);
            desc.scaling = NBL_FFT_SCALING_NONE;
            ck_assert_int_eq(nbl_fft_array(&desc, signal, plain, NULL), NBL_SUCCESS);
            desc.scaling = by == 0 ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_BY_ROOT;
            ck_assert_int_eq(nbl_fft_array(&desc, signal, scaled, NULL), NBL_SUCCESS);
            const double error = error_of_scaling(plain, scaled, bytes, count, divisor);
            ck_assert_msg(error <= bounds[desc.precision], "%u, %s%s%s, scaling %d: relative L2 %g", n,
                          nbl_fft_precision_name(desc.precision), desc.real ? ", real" : "",
                          desc.inverse ? ", inverse" : "", (int)desc.scaling, error);
            cases++;
        }
    printf("scalings: %u cases\n", cases);
    ck_assert_uint_ge(cases, 132);
}
END_TEST

/* A scaling means the same to nbl_fft_array() and nbl_fft_run(), which test_nd.c holds against the definition: to the
 * bit, but for real signals of an odd length that are scaled otherwise than usual, and of 2. Half the length as the
 * measure of even ones, as it was once, is what this finds. */
START_TEST(test_one_meaning) {
    static const uint32_t lengths[] = {2, 7, 8, 12, 45, 64, 98, 360};
    test_random_t random = test_random_from(seed);
    uint32_t cases = 0, same = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (uint32_t variant = 0; variant < 4 * 4 * 4; variant++) {
            static double signal[2 * 362], ours[2 * 362], theirs[2 * 362];
            nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
            nbl_fft_problem_t nd = nbl_fft_problem_init();
            nbl_fft_t *plan;
            nbl_error_t error;
            const uint32_t n = lengths[k];
            nd.rank = 1;
            nd.sizes[0] = desc.length = n;
            nd.precision = desc.precision = (nbl_fft_precision_t)(variant % 4);
            nd.inverse = desc.inverse = variant / 4 % 2;
            nd.real = desc.real = variant / 8 % 2;
            nd.scaling = desc.scaling = (nbl_fft_scaling_t)(variant / 16);
            if (desc.precision == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(0).float16) continue;
            const uint32_t bytes = nbl_fft_precision_element_bytes(desc.precision) / 2;
            const size_t count = !desc.real ? 2 * n : desc.inverse ? n : 2 * (n / 2 + 1);
            const nbl_fft_scaling_t usual = desc.inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
            const bool is_usual = desc.scaling == NBL_FFT_SCALING_DEFAULT || desc.scaling == usual;
            memset(signal, 0, sizeof signal);
            memset(ours, 0, sizeof ours);
            memset(theirs, 0, sizeof theirs);
            fill(signal, bytes, 2 * (n / 2 + 1) * bytes, &random);
            ck_assert_int_eq(nbl_fft_array(&desc, signal, ours, NULL), NBL_SUCCESS);
            ck_assert_msg(nbl_fft_make_cpu(&nd, &plan, &error) == NBL_SUCCESS, "%s", error.text);
            ck_assert_int_eq(nbl_fft_run(plan, signal, theirs, &error), NBL_SUCCESS);
            nbl_fft_destroy(plan);
            const bool equal = memcmp(ours, theirs, count * bytes) == 0;
            const double off = error_of_scaling(theirs, ours, bytes, count, 1);
            ck_assert_msg(
                equal || (desc.real && !is_usual && (n % 2 == 1 || n == 2) && off < (bytes == 2 ? 4e-3 : 3e-7)),
                "%u, %s%s%s, scaling %d: relative L2 %g of nbl_fft_nd's", n, nbl_fft_precision_name(desc.precision),
                desc.real ? ", real" : "", desc.inverse ? ", inverse" : "", (int)desc.scaling, off);
            cases++;
            same += equal;
        }
    printf("one meaning: %u of %u cases have nbl_fft_nd's bits\n", same, cases);
    ck_assert_uint_ge(cases, 384);
    ck_assert_uint_ge(same, cases * 3 / 4);
}
END_TEST

/* ---- One plan, many threads */

typedef struct runner_t {
    nbl_fft_array_plan_t *plan;
    const arrays_t *arrays;
    bool right;
} runner_t;

static void *run_often(void *user) {
    runner_t *r = user;
    size_t bytes = (size_t)r->arrays->plan.output_bytes;
    char *result = malloc(bytes);
    r->right = true;
    for (int i = 0; i < 50; i++) {
        memset(result, 0, bytes);
        if (nbl_fft_array_plan_run(r->plan, r->arrays->input, result, NULL) != NBL_SUCCESS) r->right = false;
        if (memcmp(result, r->arrays->expected, bytes) != 0) r->right = false;
    }
    free(result);
    return NULL;
}

START_TEST(test_one_plan) {
    enum { RUNNERS = 20 };
    test_random_t random = test_random_from(seed);
    arrays_t a = emulate(NBL_FFT_FLOAT32, NBL_FFT_COMPLEX, 1000, 3, false, &random);
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    pthread_t threads[RUNNERS];
    runner_t runners[RUNNERS];
    desc.length = 1000;
    desc.batch = 3;
    desc.threads = 2;
    nbl_fft_array_plan_t *plan = plan_of(&desc);
    for (int i = 0; i < RUNNERS; i++) {
        runners[i] = (runner_t){plan, &a, false};
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_often, &runners[i]), 0);
    }
    for (int i = 0; i < RUNNERS; i++) {
        pthread_join(threads[i], NULL);
        ck_assert(runners[i].right);
    }
    nbl_fft_array_plan_destroy(plan);
    release(&a);
}
END_TEST

/* Real signals side by side, in numbers that fill tiles and that do not, have the bits of each by itself; what lies
 * between them is left alone. Catches: a tile's line written for another; a last tile that is full. */
START_TEST(test_columns) {
    static const uint32_t lengths[] = {2, 6, 16, 36, 120, 512, 1000, 4096};
    test_random_t random = test_random_from(seed + 7);
    uint32_t cases = 0;
    for (uint32_t i = 0; i < 8 * 8; i++) {
        const bool inverse = i & 1, wide = i >> 1 & 1;
        const uint32_t n = lengths[i >> 3], scalar = wide ? 8 : 4;
        const uint32_t batch = 1 + test_random_below(&random, i >> 2 & 1 ? 70 : 20),
                       gap = test_random_below(&random, 3);
        nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
        desc.length = n;
        desc.batch = batch;
        desc.precision = wide ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
        desc.inverse = inverse;
        desc.real = true;
        desc.threads = 1 + i % 3;
        desc.input_stride = desc.output_stride = batch + gap;
        desc.input_distance = desc.output_distance = 1;
        const size_t in = (inverse ? 2 : 1) * scalar, out = (inverse ? 1 : 2) * scalar; /* bytes of an element */
        const uint32_t in_count = inverse ? n / 2 + 1 : n, out_count = inverse ? n : n / 2 + 1;
        const size_t in_bytes = in_count * (batch + gap) * in, out_bytes = out_count * (batch + gap) * out;
        char *input = malloc(in_bytes), *output = malloc(out_bytes), *line = malloc(in_count * in),
             *expected = malloc(out_count * out);
        fill(input, scalar, in_bytes, &random);
        memset(output, 0x5a, out_bytes);
        nbl_fft_array_plan_t *plan = plan_of(&desc);
        ck_assert_int_eq(nbl_fft_array_plan_run(plan, input, output, NULL), NBL_SUCCESS);
        nbl_fft_array_plan_destroy(plan);
        desc.batch = desc.threads = 1;
        desc.input_stride = desc.output_stride = desc.input_distance = desc.output_distance = 0;
        plan = plan_of(&desc);
        for (uint32_t k = 0; k < batch; k++) {
            for (uint32_t j = 0; j < in_count; j++) memcpy(line + j * in, input + (j * (batch + gap) + k) * in, in);
            ck_assert_int_eq(nbl_fft_array_plan_run(plan, line, expected, NULL), NBL_SUCCESS);
            for (uint32_t j = 0; j < out_count; j++)
                ck_assert_msg(memcmp(expected + j * out, output + (j * (batch + gap) + k) * out, out) == 0,
                              "length %u, %s, %u side by side: signal %u, element %u", n, inverse ? "back" : "forward",
                              batch, k, j);
        }
        for (uint32_t j = 0; j < out_count; j++)
            for (uint32_t k = batch; k < batch + gap; k++)
                for (size_t b = 0; b < out; b++) ck_assert_int_eq(output[(j * (batch + gap) + k) * out + b], 0x5a);
        nbl_fft_array_plan_destroy(plan);
        free(input);
        free(output);
        free(line);
        free(expected);
        cases++;
    }
    printf("%u batches of real signals side by side\n", cases);
    ck_assert_uint_eq(cases, 64);
}
END_TEST

/* ---- Misuse */

START_TEST(test_misuse) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *plan = NULL;
    nbl_error_t error;
    float array[64] = {0};
    ck_assert_int_eq(nbl_fft_array_plan_create(NULL, &plan, &error), NBL_ERROR_ARGUMENT);
    desc.length = 16;
    ck_assert_int_eq(nbl_fft_array_plan_create(&desc, NULL, &error), NBL_ERROR_ARGUMENT);
    desc.instructions = "mmx";
    ck_assert_int_eq(nbl_fft_array_plan_create(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "mmx") != NULL, "%s", error.text);
    desc.instructions = NULL;
    desc.scaling = (nbl_fft_scaling_t)4;
    ck_assert_int_eq(nbl_fft_array_plan_create(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "scaling is 4") != NULL, "%s", error.text);
    desc.scaling = NBL_FFT_SCALING_DEFAULT;
    ck_assert_ptr_null(plan);
    plan = plan_of(&desc);
    ck_assert_int_eq(nbl_fft_array_plan_run(plan, NULL, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_run(plan, array, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_run(plan, array, array + 2, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_run(NULL, array, array, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_fft_array_plan_run(plan, array, array + 32, &error), NBL_SUCCESS);
    ck_assert_str_eq(error.text, "");
    nbl_fft_array_plan_destroy(plan);
    nbl_fft_array_plan_destroy(NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("executor arrays");
    TCase *tcase = tcase_create("arrays");
    seed = test_seed("executor arrays");
    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase, test_real);
    tcase_add_test(tcase, test_one_of_many);
    tcase_add_test(tcase, test_batches);
    tcase_add_test(tcase, test_scaling);
    tcase_add_test(tcase, test_every_scaling);
    tcase_add_test(tcase, test_one_meaning);
    tcase_add_test(tcase, test_one_plan);
    tcase_add_test(tcase, test_columns);
    tcase_add_test(tcase, test_misuse);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
