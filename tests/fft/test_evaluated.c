/* Kernels of exact mode that evaluate the twiddles of lines, as on devices where reading them is slower: the CPU's bits
 * on lavapipe.
 * SPDX-License-Identifier: Apache-2.0
 *
 * By the library's own numbers lavapipe reads them wherever a line has two radices. Here twiddles-read-radices is more
 * than a line has.
 *
 * Mutation that this finds, and test_nd_device.c does not: nbl/workgroup/fft_stockham.h evaluates every power of a
 * twiddle and makes no products.
 */
#define NBL_SILENT_DEPRECATED /* nd_device_testing.h calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/read_twiddles.h"
#include "tests/facts/facts_testing.h"
#include "tests/fft/nd_device_testing.h"

static const struct {
    uint64_t sizes[3];
    uint32_t rank, axes, axis; /* axes 1: along `axis` alone; 0: along all */
    uint64_t batch;
    nbl_fft_precision_t precision;
    bool real;
} shapes[] = {
    {{1715}, 1, 0, 0, 2, NBL_FFT_FLOAT32, false},           /* rows */
    {{780}, 1, 0, 0, 3, NBL_FFT_FLOAT32, true},             /* real rows */
    {{495}, 1, 0, 0, 3, NBL_FFT_FLOAT64, true},             /* odd ones */
    {{440, 3}, 2, 1, 0, 2, NBL_FFT_FLOAT16_STORAGE, false}, /* columns of halves */
    {{9240}, 1, 0, 0, 2, NBL_FFT_FLOAT32, false},           /* passes, with twiddles between them */
    {{12960}, 1, 0, 0, 1, NBL_FFT_FLOAT32, true},           /* passes whose lines meet their mirrors */
    {{18, 33}, 2, 0, 0, 2, NBL_FFT_FLOAT32, false},         /* whole planes */
    {{20, 18}, 2, 0, 0, 2, NBL_FFT_FLOAT32, true},          /* real ones */
    {{8, 20, 14}, 3, 0, 0, 1, NBL_FFT_FLOAT32, false},      /* whole cubes */
    {{166}, 1, 0, 0, 2, NBL_FFT_FLOAT32, false},            /* a chirp */
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Returns whether the kernel of a line of 1000 points reads its twiddles on a device. */
static bool reads(nbl_device_kind_t device) {
    nbl_fft_nd_axis_t axis = {.stages = 1, .whole.desc = {.algorithm = NBL_FFT_STOCKHAM, .batch = 1}};
    ck_assert(nbl_fft_plan_make(1000, NBL_DWORDS_float32_t, &sizes[0], &axis.whole.parameters.plan, NULL) ==
              NBL_SUCCESS);
    ck_assert(nbl_fft_read_twiddles(&axis, NBL_MODE_EXACT, device, NULL) == NBL_SUCCESS);
    free(axis.tables[0].numbers);
    return axis.whole.parameters.reads != 0;
}

/* A run takes a third of the shapes and directions, by one of the two routes. */
START_TEST(bits_of_the_cpu) {
    test_random_t random = test_random_begin("evaluated twiddles");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_device_kind_t kind = nbl_fft_device_limits(device).device;
    uint32_t cases = 0;
    read_all();
    ck_assert(reads(kind));
    for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT; k++) numbers[k][NBL_NUMBER_TWIDDLES_READ_RADICES] = 99;
    ck_assert(!reads(kind));
    for (uint32_t i = 0; i < 2 * SHAPES; i++) {
        case_t c = {.desc = nbl_fft_problem_init()};
        if (!test_takes(i, 3)) continue;
        c.desc.rank = shapes[i / 2].rank;
        memcpy(c.desc.sizes, shapes[i / 2].sizes, sizeof shapes[0].sizes);
        c.desc.axis_count = shapes[i / 2].axes;
        c.desc.axes[0] = shapes[i / 2].axis;
        c.desc.batch = shapes[i / 2].batch;
        c.desc.precision = shapes[i / 2].precision;
        c.desc.real = shapes[i / 2].real;
        c.desc.inverse = i % 2 == 1;
        ck_assert(exact_agrees(device, &c, i / 2 % 2 == 0 ? NBL_FFT_ROUTE_PASSES : NBL_FFT_ROUTE_TICKETS, &random));
        cases++;
    }
    printf("evaluated twiddles: %u transforms have the CPU's bits\n", cases);
    ck_assert_uint_ge(cases, test_all() ? 2 * SHAPES : 2 * SHAPES / 3);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evaluated twiddles");
    TCase *tests = tcase_create("evaluated twiddles");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, bits_of_the_cpu);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
