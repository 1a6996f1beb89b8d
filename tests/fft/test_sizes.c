/* sizes.h against values worked out by hand, brute force over random arguments, and everything that is to be refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/sizes.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"

#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition, ...) \
    do { \
        if (!(condition)) ck_abort_msg(__VA_ARGS__); \
    } while (0)

__extension__ typedef unsigned __int128 wide_t;

static uint64_t random_state;

static uint32_t random_below(uint32_t bound) { /* xorshift64* */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 2685821657736338717u) >> 32) % bound;
}

/* ---- Parameters */

static void expect_parameters(uint32_t max_workgroup, uint32_t length, uint32_t subgroup, uint32_t e, uint32_t w) {
    nbl_fft_parameters_t p = nbl_fft_optimal_parameters(max_workgroup, length, subgroup);
    EXPECT(p.elements_per_invocation_log2 == e && p.workgroup_size_log2 == w && nbl_fft_parameters_valid(p) == (e != 0),
           "(%u, %u, %u) gave e %u w %u, not e %u w %u", max_workgroup, length, subgroup,
           p.elements_per_invocation_log2, p.workgroup_size_log2, e, w);
}

START_TEST(parameters_by_hand) {
    expect_parameters(1024, 1024, 32, 1, 9); /* two elements wherever possible */
    expect_parameters(1024, 2048, 32, 1, 10);
    expect_parameters(1024, 4096, 32, 2, 10); /* more only beyond */
    expect_parameters(1024, 32768, 32, 5, 10);
    expect_parameters(1024, 32769, 32, 0, 0); /* 64 elements per invocation */
    expect_parameters(1024, 0x80000000u, 32, 0, 0);
    expect_parameters(1024, 0x80000001u, 32, 0, 0);
    expect_parameters(1024, 0xffffffffu, 32, 0, 0);
    expect_parameters(256, 1000, 32, 2, 8); /* rounded up to 1024 */
    expect_parameters(300, 1000, 32, 2, 8); /* the workgroup is rounded down */
    expect_parameters(0xffffffffu, 65536, 32, 0, 0);
    expect_parameters(2048, 4096, 32, 2, 10); /* never more than 1024 invocations */
    expect_parameters(1024, 64, 32, 1, 5);
    expect_parameters(1024, 33, 32, 1, 5); /* 64 when rounded up: above the subgroup size */
    expect_parameters(1024, 32, 32, 0, 0);
    expect_parameters(1024, 17, 32, 0, 0);
    expect_parameters(16, 1024, 32, 0, 0); /* a workgroup smaller than a subgroup */
    expect_parameters(1, 32, 1, 5, 0);
    expect_parameters(1, 33, 1, 0, 0);
    expect_parameters(1024, 2, 1, 1, 0);
    expect_parameters(1024, 1, 1, 0, 0);
    expect_parameters(0, 64, 8, 0, 0);
    expect_parameters(0, 2, 1, 0, 0);
    expect_parameters(1024, 0, 8, 0, 0);
    expect_parameters(1024, 64, 0, 0, 0);
}
END_TEST

/* The best of all shapes by trying every one: the fewest elements per invocation that fit. */
START_TEST(parameters_by_force) {
    uint32_t cases = 0, valid = 0;
    for (; cases < 20000; cases++) {
        uint32_t max_workgroup = 1 + random_below(2048), length = 1 + random_below(1u << (1 + random_below(17)));
        uint32_t subgroup = 1u << random_below(8), rounded = 1, e = 0, w = 0;
        while (rounded < length) rounded *= 2;
        for (uint32_t i = 1; i <= 5 && e == 0; i++)
            for (uint32_t j = 0; j <= 10 && e == 0; j++)
                if (1u << (i + j) == rounded && 1u << j <= max_workgroup && 1u << j >= subgroup) {
                    e = i;
                    w = j;
                }
        expect_parameters(max_workgroup, length, subgroup, e, w);
        valid += e != 0;
    }
    printf("sizes: parameters %u cases, %u valid\n", cases, valid);
    ck_assert_uint_eq(cases, 20000);
    ck_assert(valid > 2000 && valid < 18000);
}
END_TEST

START_TEST(validity) {
    uint32_t valid = 0;
    for (uint32_t e = 0; e < 40; e++)
        for (uint32_t w = 0; w < 40; w++) {
            nbl_fft_parameters_t p = {e, w};
            valid += nbl_fft_parameters_valid(p);
        }
    ck_assert_uint_eq(valid, 5 * 11);
    nbl_fft_parameters_t none = {0, 5}, most = {5, 10}, more = {6, 10}, larger = {5, 11};
    ck_assert(!nbl_fft_parameters_valid(none) && nbl_fft_parameters_valid(most));
    ck_assert(!nbl_fft_parameters_valid(more) && !nbl_fft_parameters_valid(larger));
}
END_TEST

/* ---- Storage */

static const uint32_t image[2] = {1280, 720}, kernel[2] = {256, 255}, y_first[2] = {1, 0};

static uint64_t size_of(uint32_t channels, const uint32_t *dimensions, const uint32_t *kernel_dimensions, uint32_t rank,
                        uint32_t pass, const uint32_t *order, bool real, bool half_floats) {
    uint64_t bytes = 12345;
    nbl_error_t error;
    nbl_result_t result =
        kernel_dimensions
            ? nbl_fft_output_buffer_size_convolution(NBL_FFT_RADIX2_SHUFFLE, channels, dimensions, kernel_dimensions,
                                                     rank, pass, order, real, half_floats, &bytes, &error)
            : nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, channels, dimensions, rank, pass, order, real,
                                         half_floats, &bytes, &error);
    EXPECT(result == NBL_SUCCESS && error.text[0] == 0, "%s", error.text);
    return bytes;
}

START_TEST(storage_by_hand) {
    ck_assert_uint_eq(size_of(3, image, NULL, 2, 0, NULL, false, false), 3ull * 2048 * 720 * 8);
    ck_assert_uint_eq(size_of(3, image, NULL, 2, 0, NULL, true, false), 3ull * 1024 * 720 * 8);
    ck_assert_uint_eq(size_of(3, image, NULL, 2, 1, NULL, true, false), 3ull * 1024 * 1024 * 8);
    ck_assert_uint_eq(size_of(3, image, NULL, 2, 1, NULL, false, true), 3ull * 2048 * 1024 * 4);
    ck_assert_uint_eq(size_of(1, image, NULL, 2, 0, y_first, true, false), 1280ull * 512 * 8);
    ck_assert_uint_eq(size_of(1, image, NULL, 2, 1, y_first, true, false), 2048ull * 512 * 8);
    ck_assert_uint_eq(size_of(3, image, kernel, 2, 0, NULL, true, false), 3ull * 1024 * 720 * 8);  /* 1536 -> 2048 */
    ck_assert_uint_eq(size_of(3, image, kernel, 2, 1, NULL, true, false), 3ull * 1024 * 1024 * 8); /* 975 -> 1024 */
    ck_assert_uint_eq(size_of(3, image, kernel, 2, 1, y_first, false, true), 3ull * 2048 * 1024 * 4);

    const uint32_t odd[4] = {1, 2, 3, 5}, one[4] = {1, 1, 1, 1}, wxyz[4] = {3, 0, 1, 2};
    ck_assert_uint_eq(size_of(1, odd, NULL, 4, 0, NULL, true, false), 1ull * 2 * 3 * 5 * 8); /* at least 1 */
    ck_assert_uint_eq(size_of(2, odd, NULL, 4, 3, NULL, false, false), 2ull * 1 * 2 * 4 * 8 * 8);
    ck_assert_uint_eq(size_of(2, odd, NULL, 4, 0, wxyz, true, false), 2ull * 1 * 2 * 3 * 4 * 8);
    ck_assert_uint_eq(size_of(2, odd, one, 4, 3, wxyz, true, true), 2ull * 2 * 4 * 4 * 4 * 4);
    ck_assert_uint_eq(size_of(2, odd, one, 1, 0, NULL, true, true), 2ull * 1 * 4);
}
END_TEST

START_TEST(padded_dimensions) {
    uint64_t padded[2] = {7, 7};
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, image, NULL, 2, NULL, false, padded, NULL),
                     NBL_SUCCESS);
    ck_assert(padded[0] == 2048 && padded[1] == 1024);
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, image, kernel, 2, y_first, true, padded, NULL),
                     NBL_SUCCESS);
    ck_assert(padded[0] == 2048 && padded[1] == 512);
    const uint32_t largest[2] = {0xffffffffu, 0x80000000u}, one[2] = {1, 1};
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, largest, largest, 2, NULL, false, padded, NULL),
                     NBL_SUCCESS);
    ck_assert(padded[0] == 1ull << 33 && padded[1] == 1ull << 32);
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, largest, NULL, 2, NULL, false, padded, NULL),
                     NBL_SUCCESS);
    ck_assert(padded[0] == 1ull << 32 && padded[1] == 1ull << 31);
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, one, NULL, 2, NULL, true, padded, NULL),
                     NBL_SUCCESS);
    ck_assert(padded[0] == 1 && padded[1] == 1);
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, one, NULL, 0, NULL, true, padded, NULL),
                     NBL_ERROR_ARGUMENT);
    ck_assert(padded[0] == 1 && padded[1] == 1);
}
END_TEST

START_TEST(storage_by_force) {
    uint32_t cases = 0, overflows = 0;
    for (; cases < 20000; cases++) {
        uint32_t rank = 1 + random_below(4), pass = random_below(rank), channels = 1 + random_below(4);
        uint32_t dimensions[4], kernel_dimensions[4], order[4];
        bool convolution = random_below(2), real = random_below(2), half_floats = random_below(2),
             ordered = random_below(2);
        for (uint32_t i = 0; i < rank; i++) {
            dimensions[i] = 1 + random_below(1u << random_below(24));
            kernel_dimensions[i] = 1 + random_below(1u << random_below(24));
            uint32_t j = random_below(i + 1); /* a random permutation */
            order[i] = order[j];
            order[j] = i;
        }
        wide_t expected = (half_floats ? 4u : 8u) * channels;
        for (uint32_t axis = 0; axis < rank; axis++) {
            bool done = false;
            uint64_t needed = dimensions[axis] + (uint64_t)(convolution ? kernel_dimensions[axis] : 0), rounded = 1;
            for (uint32_t i = 0; i <= pass; i++) done |= (ordered ? order[i] : i) == axis;
            while (rounded < needed) rounded *= 2;
            if (real && axis == (ordered ? order[0] : 0) && rounded > 1) rounded /= 2;
            expected *= done ? rounded : dimensions[axis];
        }
        uint64_t bytes = 1;
        nbl_result_t result =
            convolution ? nbl_fft_output_buffer_size_convolution(NBL_FFT_RADIX2_SHUFFLE, channels, dimensions,
                                                                 kernel_dimensions, rank, pass, ordered ? order : NULL,
                                                                 real, half_floats, &bytes, NULL)
                        : nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, channels, dimensions, rank, pass,
                                                     ordered ? order : NULL, real, half_floats, &bytes, NULL);
        if (expected >> 64) {
            EXPECT(result == NBL_ERROR_LIMIT && bytes == 0, "case %u: overflow not reported", cases);
            overflows++;
        } else {
            EXPECT(result == NBL_SUCCESS && bytes == (uint64_t)expected, "case %u: %llu bytes", cases,
                   (unsigned long long)bytes);
        }
    }
    printf("sizes: storage %u cases, %u overflow\n", cases, overflows);
    ck_assert_uint_eq(cases, 20000);
    ck_assert(overflows > 100);
}
END_TEST

START_TEST(refusals) {
    const uint32_t zero[2] = {4, 0}, twice[2] = {1, 1}, beyond[2] = {0, 2}, far[2] = {0, 0xffffffffu},
                   five[5] = {1, 1, 1, 1, 1};
    const struct {
        uint32_t channels;
        const uint32_t *dimensions, *kernel;
        uint32_t rank, pass;
        const uint32_t *order;
        const char *expected;
    } cases[] = {
        {1, image, NULL, 0, 0, NULL, "rank "},
        {1, five, NULL, 5, 0, NULL, "rank "},
        {1, image, NULL, 2, 2, NULL, "pass "},
        {1, image, kernel, 2, 0xffffffffu, NULL, "pass "},
        {1, image, NULL, 2, 0, twice, "axis order: must name every axis once"},
        {1, image, NULL, 2, 0, beyond, "axis order: must name every axis once"},
        {1, image, NULL, 2, 0, far, "axis order: must name every axis once"},
        {0, image, NULL, 2, 0, NULL, "channels: must be 1 or more"},
        {1, zero, NULL, 2, 0, NULL, "dimension 1: must be 1 or more"},
        {1, image, zero, 2, 0, NULL, "dimension 1: must be 1 or more"},
    };
    const uint32_t count = sizeof cases / sizeof cases[0];
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bytes = 1;
        nbl_error_t error;
        nbl_result_t result =
            cases[i].kernel
                ? nbl_fft_output_buffer_size_convolution(NBL_FFT_RADIX2_SHUFFLE, cases[i].channels, cases[i].dimensions,
                                                         cases[i].kernel, cases[i].rank, cases[i].pass, cases[i].order,
                                                         false, false, &bytes, &error)
                : nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, cases[i].channels, cases[i].dimensions,
                                             cases[i].rank, cases[i].pass, cases[i].order, false, false, &bytes,
                                             &error);
        EXPECT(result == NBL_ERROR_ARGUMENT && bytes == 0 && strstr(error.text, cases[i].expected) == error.text,
               "case %u: %s", i, error.text);
    }
    printf("sizes: refusals %u cases\n", count);
    ck_assert_uint_eq(count, 10);
}
END_TEST

START_TEST(overflow_at_the_edge) {
    /* 2^31 * 2^30 elements of 4 bytes are 2^63 bytes; twice that is one too many. */
    const uint32_t large[2] = {0x80000000u, 0x40000000u}, three[3] = {0xffffffffu, 0xffffffffu, 1};
    uint64_t bytes;
    ck_assert_uint_eq(size_of(1, large, NULL, 2, 1, NULL, false, true), 1ull << 63);
    ck_assert_int_eq(nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, 1, large, 2, 1, NULL, false, false, &bytes,
                                                NULL),
                     NBL_ERROR_LIMIT);
    ck_assert_uint_eq(bytes, 0);
    ck_assert_int_eq(nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, 2, large, 2, 1, NULL, false, true, &bytes,
                                                NULL),
                     NBL_ERROR_LIMIT);
    ck_assert_uint_eq(size_of(2, large, NULL, 2, 1, NULL, true, true), 1ull << 63);
    ck_assert_int_eq(nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, 1, three, 3, 0, NULL, false, false, &bytes,
                                                NULL),
                     NBL_ERROR_LIMIT);
    /* (2^32 - 1) * 2^29 * 8 = 2^64 - 2^32 bytes still fit */
    const uint32_t plain[3] = {1, 0xffffffffu, 1};
    ck_assert_uint_eq(size_of(0x20000000u, plain, NULL, 3, 0, NULL, false, false), 0xffffffff00000000u);
    ck_assert_int_eq(nbl_fft_output_buffer_size(NBL_FFT_RADIX2_SHUFFLE, 0x20000001u, plain, 3, 0, NULL, false, false,
                                                &bytes, NULL),
                     NBL_ERROR_LIMIT);
    /* 17179869200 * 1073741823 = 2^64 - 16: the product before the last factor equals the bound */
    const uint32_t close[2] = {1, 1073741823u};
    ck_assert_uint_eq(size_of(2147483650u, close, NULL, 2, 0, NULL, false, false), 0xfffffffffffffff0u);
    /* the sum of dimension and kernel does not wrap in 32 bits */
    const uint32_t half[1] = {0x80000000u};
    ck_assert_uint_eq(size_of(1, half, half, 1, 0, NULL, false, false), 1ull << 35);
}
END_TEST

/* Stockham: lengths that there are and that have room; of a real signal the first axis has half of an even one, and
 * Nyquist. */
START_TEST(stockham_takes_its_own_lengths) {
    static const uint32_t image[2] = {1201, 719}, kernel[2] = {251, 255}, y_first[2] = {1, 0}, vast[2] = {32768, 2};
    uint64_t padded[2], plain[2], bytes;
    nbl_error_t error = {""};
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_STOCKHAM, image, kernel, 2, y_first, false, plain, &error),
                     NBL_SUCCESS);
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_STOCKHAM, image, kernel, 2, y_first, true, padded, &error),
                     NBL_SUCCESS);
    for (int i = 0; i < 2; i++) {
        const uint32_t least = image[i] + kernel[i];
        ck_assert(plain[i] >= least && 5 * plain[i] < 6 * least);
        ck_assert_int_eq(nbl_fft_plan_check_length((uint32_t)plain[i], 2, &error), NBL_SUCCESS);
    }
    ck_assert_uint_eq(padded[0], plain[0]);
    ck_assert_int_eq(nbl_fft_plan_check_length(2 * ((uint32_t)padded[1] - 1), 2, &error), NBL_SUCCESS);
    ck_assert_uint_ge(2 * (padded[1] - 1), image[1] + kernel[1]);
    ck_assert_int_eq(nbl_fft_output_buffer_size_convolution(NBL_FFT_STOCKHAM, 3, image, kernel, 2, 0, y_first, true,
                                                            false, &bytes, &error),
                     NBL_SUCCESS);
    ck_assert_uint_eq(bytes, 3 * 8 * padded[1] * image[0]);
    ck_assert_int_eq(nbl_fft_output_buffer_size(NBL_FFT_STOCKHAM, 1, vast, 2, 1, NULL, false, true, &bytes, &error),
                     NBL_SUCCESS);
    ck_assert_uint_eq(bytes, 4 * 65536);
    ck_assert_int_eq(nbl_fft_padded_dimensions(NBL_FFT_STOCKHAM, vast, kernel, 2, NULL, false, padded, &error),
                     NBL_ERROR_LIMIT);
    ck_assert_str_eq(error.text, "33019 elements of an axis: FFTs end at 32768");
    ck_assert_int_eq(nbl_fft_padded_dimensions(2, image, NULL, 2, NULL, false, padded, &error), NBL_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    random_state = test_random_begin("sizes").state;
    Suite *suite = suite_create("sizes");
    TCase *tcase = tcase_create("sizes");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, parameters_by_hand);
    tcase_add_test(tcase, parameters_by_force);
    tcase_add_test(tcase, validity);
    tcase_add_test(tcase, storage_by_hand);
    tcase_add_test(tcase, padded_dimensions);
    tcase_add_test(tcase, storage_by_force);
    tcase_add_test(tcase, refusals);
    tcase_add_test(tcase, overflow_at_the_edge);
    tcase_add_test(tcase, stockham_takes_its_own_lengths);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
