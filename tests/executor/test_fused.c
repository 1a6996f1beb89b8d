/* Fused mode on the CPU: each set of instructions, and the C library's multiply-adds without any, have the same bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/kernels.h"
#include "executor/line.h"
#include "nbl/host/fft.h"
#include "tests/common/testing.h"

enum { MOST = 1 << 13, COLUMNS = 8 };

static uint64_t seed;

/* All of one length, in one precision. */
typedef struct case_t {
    nbl_fft_transform_plan_t plan;
    uint32_t scalar_bytes;
    size_t bytes; /* of COLUMNS lines */
} case_t;

static char signal[COLUMNS * MOST * 16], expected[sizeof signal], result[sizeof signal];

static bool begin(case_t *c, nbl_fft_precision_t precision, uint32_t length, bool inverse) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    desc.precision = precision;
    desc.length = length;
    desc.inverse = inverse;
    if (length > MOST || nbl_fft_transform_plan(&desc, &c->plan, NULL) != NBL_SUCCESS) return false;
    c->scalar_bytes = c->plan.element_bytes / 2;
    c->bytes = COLUMNS * (size_t)length * c->plan.element_bytes;
    test_random_t random = test_random_from(seed + length);
    for (size_t i = 0; i < c->bytes / c->scalar_bytes; i++) {
        const double value = test_random_real(&random);
        const float single = (float)value;
        const nbl_emulator_float32x2_t pair = {single, 0.0f};
        const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(pair);
        const void *from = c->scalar_bytes == 8   ? (const void *)&value
                           : c->scalar_bytes == 4 ? (const void *)&single
                                                  : &half;
        memcpy(signal + i * c->scalar_bytes, from, c->scalar_bytes);
    }
    return true;
}

/* Transforms the first line, or columns, which fill the widest vectors. Returns the name of the kernels that did. */
static const char *run(const case_t *c, const char *set, nbl_mode_t mode, bool columns, char *to) {
    const nbl_executor_line_desc_t desc = {.plan = c->plan.parameters.plan,
                                           .twiddles = c->plan.parameters.twiddles,
                                           .inverse = c->plan.desc.inverse,
                                           .columns = columns,
                                           .mode = mode,
                                           .set = set};
    nbl_executor_line_t line;
    nbl_error_t error;
    TEST_EXPECT(nbl_executor_line_make(&desc, &line, &error));
    char *scratch = aligned_alloc(NBL_EXECUTOR_ALIGNMENT, line.scratch_bytes + NBL_EXECUTOR_ALIGNMENT);
    memset(to, 0x55, c->bytes);
    for (uint32_t k = 0; columns && k < COLUMNS; k += line.width)
        nbl_executor_columns_run(&line, signal + k * c->plan.element_bytes, COLUMNS, to + k * c->plan.element_bytes,
                                 COLUMNS, scratch);
    if (!columns) nbl_executor_line_run(&line, signal, to, scratch);
    const char *name = line.kernels->name;
    free(scratch);
    nbl_executor_line_release(&line);
    return name;
}

START_TEST(sets_have_the_same_bits) {
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)_i;
    uint32_t compared = 0, other = 0, lengths = 0;
    case_t c;
    for (uint32_t length = 2; length <= MOST; length += length < 130 ? 1 : length / 9)
        for (int inverse = 0; inverse < 2; inverse++) {
            if (!begin(&c, precision, length, inverse != 0)) continue;
            lengths++;
            for (int columns = 0; columns < 2; columns++) {
                const nbl_executor_set_t *set;
                run(&c, "plain", NBL_MODE_FUSED, columns != 0, expected);
                for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
                    const char *name = run(&c, set->name, NBL_MODE_FUSED, columns != 0, result);
                    compared += strcmp(name, "plain") != 0;
                    ck_assert_msg(memcmp(result, expected, c.bytes) == 0, "%u, %s, %s: %s has other bits than plain",
                                  length, nbl_fft_precision_name(precision), columns != 0 ? "columns" : "a line", name);
                }
                run(&c, "plain", NBL_MODE_EXACT, columns != 0, result);
                other += memcmp(result, expected, c.bytes) != 0;
            }
        }
    printf("%s: %u lengths and directions, %u times by vectors; other bits than exact mode's %u times of %u\n",
           nbl_fft_precision_name(precision), lengths, compared, other, 2 * lengths);
    ck_assert_uint_ge(other, lengths); /* short lines have no products, or of 0 and 1 */
}
END_TEST

/* Writes numbers -1, 0 and 1, of whose products many sums are 0. */
static void fill_small(uint32_t count, uint32_t bytes) {
    test_random_t random = test_random_from(seed);
    for (uint32_t i = 0; i < count; i++) {
        const double value = (double)test_random_below(&random, 3) - 1.0;
        const float single = (float)value;
        memcpy(signal + i * bytes, bytes == 8 ? (const void *)&value : (const void *)&single, bytes);
    }
}

/* Products of tables, of every number of a vector and its rest; and the sign of zeros. */
START_TEST(products_have_the_same_bits) {
    enum { COUNT = 37 };
    const nbl_executor_set_t *set, *plain = NULL;
    case_t c;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) plain = set;
    ck_assert_str_eq(plain->name, "plain");
    for (uint32_t bytes = 4; bytes <= 8; bytes += 4)
        for (uint32_t conjugates = 0; conjugates < 3; conjugates++) {
            ck_assert(begin(&c, bytes == 4 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64, 128, false));
            const size_t used = COUNT * 2 * bytes;
            plain->by_library[bytes / 4]->multiply(COUNT, signal + used, conjugates, signal, expected);
            plain->exact[bytes / 4]->multiply(COUNT, signal + used, conjugates, signal, result);
            ck_assert_msg(memcmp(result, expected, used) != 0, "float%u: nothing was fused", 8 * bytes);
            for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
                const nbl_executor_kernels_t *kernels = nbl_executor_set_kernels(set, bytes, NBL_MODE_FUSED);
                if (kernels == NULL) continue;
                kernels->multiply(COUNT, signal + used, conjugates, signal, result);
                ck_assert_msg(memcmp(result, expected, used) == 0, "float%u: %s has other bits", 8 * bytes, set->name);
            }
            fill_small(4 * COUNT, bytes);
            plain->by_library[bytes / 4]->multiply(COUNT, signal + used, conjugates, signal, expected);
            for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
                const nbl_executor_kernels_t *kernels = nbl_executor_set_kernels(set, bytes, NBL_MODE_FUSED);
                if (kernels == NULL) continue;
                kernels->multiply(COUNT, signal + used, conjugates, signal, result);
                ck_assert_msg(memcmp(result, expected, used) == 0, "float%u: %s: a zero has another sign", 8 * bytes,
                              set->name);
            }
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fused mode");
    TCase *tests = tcase_create("fused mode");
    seed = test_seed("fused mode");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, sets_have_the_same_bits, 0, 3);
    tcase_add_test(tests, products_have_the_same_bits);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
