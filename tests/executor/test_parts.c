/* A part of a real signal's spectrum has the bits that the whole has, and no other number is written: each set of
 * instructions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A mutation of unpack_part() that this finds, tried: a part's first place taken for the whole's.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/line.h"
#include "executor/tables.h"
#include "platform/memory.h"
#include "tests/common/testing.h"

enum { MOST = 70, BYTES = 16 * (MOST + 1 + NBL_EXECUTOR_MARGIN) };

static _Alignas(NBL_EXECUTOR_ALIGNMENT) char from[BYTES], roots[BYTES], whole[BYTES], part[BYTES];

static void fill(char *to, uint32_t scalar_bytes, test_random_t *random) {
    for (size_t i = 0; i < BYTES / scalar_bytes; i++) {
        const double value = test_random_real(random);
        const float single = (float)value;
        memcpy(to + i * scalar_bytes, scalar_bytes == 8 ? (const void *)&value : &single, scalar_bytes);
    }
}

/* All parts of a spectrum of n + 1 frequencies. Returns how many. */
static uint32_t try_parts(const nbl_executor_kernels_t *kernels, uint32_t n) {
    const size_t element = 2 * (size_t)kernels->scalar_bytes;
    void *table = nbl_executor_real_table(kernels, n, roots);
    uint32_t parts = 0;
    ck_assert_ptr_nonnull(table);
    kernels->unpack_one(n, table, from, whole);
    for (uint32_t first = 0; first <= n; first++)
        for (uint32_t end = first + 1; end <= n + 1; end++, parts++) {
            const size_t bytes = (end - first) * element;
            memset(part, 0x55, sizeof part);
            kernels->unpack_part(n, table, from, part, first, end);
            ck_assert_msg(memcmp(part, whole + first * element, bytes) == 0, "%s, fp%u: %u to %u of %u: other bits",
                          kernels->name, 8 * kernels->scalar_bytes, first, end, n);
            for (size_t i = bytes; i < sizeof part; i++)
                ck_assert_msg(part[i] == 0x55, "%s, fp%u: %u to %u of %u: writes byte %zu", kernels->name,
                              8 * kernels->scalar_bytes, first, end, n, i);
        }
    nbl_platform_aligned_free(table);
    return parts;
}

START_TEST(parts_have_the_bits_of_the_whole) {
    test_random_t random = test_random_begin("executor parts");
    const nbl_executor_set_t *set;
    uint32_t sets = 0, parts = 0;
    for (; (set = nbl_executor_set(sets)) != NULL; sets++)
        for (uint32_t which = 0; which < 4; which++) {
            const nbl_executor_kernels_t *kernels = (which < 2 ? set->exact : set->fused)[1 + which % 2];
            if (kernels == NULL || kernels->unpack_part == NULL) continue;
            fill(from, kernels->scalar_bytes, &random);
            fill(roots, kernels->scalar_bytes, &random);
            for (uint32_t n = 2; n <= MOST; n += 1 + n / 12)
                if (n / 2 >= kernels->lanes) parts += try_parts(kernels, n);
        }
    printf("parts: %u parts of spectra by %u sets of instructions\n", parts, sets);
    ck_assert_uint_gt(parts, 4000 * sets);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parts");
    TCase *tests = tcase_create("parts");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, parts_have_the_bits_of_the_whole);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
