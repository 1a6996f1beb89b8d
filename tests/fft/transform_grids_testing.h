/* Groups of cases: the grids, what is printed of them, and the program around them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_TRANSFORM_GRIDS_TESTING_H
#define NBL_TESTS_FFT_TRANSFORM_GRIDS_TESTING_H

#include "tests/fft/transform_testing.h"

/* Prints what came of a group and holds the number of its cases against what it must be. */
static inline void end_group(const group_t *group, uint32_t cases) {
    printf("%-24s %4u cases in %5.1f s", group->name, group->cases, group->seconds);
    for (int p = 0; p < PRECISIONS; p++) {
        if (group->worst_snr[p] == 0) continue;
        printf("\n  %s: relative L2 %.3e to length 8192", precision_names[p], group->worst[p][0]);
        if (group->worst[p][1] > 0) printf(", %.3e beyond", group->worst[p][1]);
        printf("; SNR %.1f dB; largest difference %.2e", group->worst_snr[p], group->largest[p]);
    }
    if (group->compared_subgroup)
        printf("\n  against the emulator: %llu of %llu scalars differ", (unsigned long long)group->differing,
               (unsigned long long)group->scalars);
    printf("\n");
    fflush(stdout);
    if (!getenv("NBL_CASE")) ck_assert_uint_eq(group->cases, cases);
}

/* ---- Grids */

/* Several short FFTs share a workgroup in two shapes out of three. */
static inline uint32_t ffts_of(uint32_t elements, uint32_t workgroup) {
    static const uint32_t choices[] = {2, 1, 4};
    return workgroup > 64 ? 1 : choices[nbl_log2(elements) % 3];
}

/* Every `step`th shape, of these one in `parts`, with workgroups from `least` to `most`, alone and in a batch, in one
 * form: bit 0 inverse, bit 1
 * native. Drivers, which build a kernel for each form, run one of the four forms of a shape, by turns, and all with
 * NBL_TEST_ALL: what a form changes is the same text at every shape, and the emulator runs each. */
static inline void run_grid(group_t *group, nbl_fft_precision_t precision, uint32_t subgroup, uint32_t least,
                            uint32_t most, uint32_t step, uint32_t parts, uint32_t form) {
    uint32_t shape = 0;
    for (uint32_t elements = 2; elements <= 32; elements *= 2)
        for (uint32_t workgroup = least; workgroup <= most; workgroup *= 2) {
            if (shape++ % step != 0) continue;
            const bool takes = test_takes((shape - 1) / step, parts);
            if (!takes || (group->device && !test_all() && (shape / step + form) % 4 != 0)) {
                case_number += 2;
                continue;
            }
            case_t c = {precision, elements,        workgroup,      subgroup, ffts_of(elements, workgroup),
                        1,         (form & 1) != 0, (form & 2) != 0};
            run_case(group, &c);
            c.batch = GRID_BATCH;
            run_case(group, &c);
        }
}

/* Many groups, the last one ragged wherever the FFTs per workgroup do not divide 1000. */
#define LARGE_BATCHES 5u

static inline void run_large_batches(group_t *group, uint32_t subgroup) {
    static const uint32_t shapes[LARGE_BATCHES][3] = {{2, 8, 16}, {4, 16, 16}, {8, 32, 3}, {2, 64, 3}, {16, 16, 6}};
    for (uint32_t i = 0; i < LARGE_BATCHES; i++)
        for (uint32_t form = 0; form < 2; form++) {
            uint32_t ffts = shapes[i][2];
            while (ffts * shapes[i][1] % subgroup != 0) ffts++; /* whole subgroups */
            case_t c = {NBL_FFT_FLOAT32, shapes[i][0], shapes[i][1], subgroup, ffts, 1000, form != 0, (i & 1) != 0};
            run_case(group, &c);
        }
}

/* ---- On a driver */

static inline bool open_group(group_t *group, test_driver_t driver) {
    group->device = test_device_open(driver);
    if (!group->device) return false;
    ck_assert_int_eq(nbl_cache_create(NULL, &group->cache, NULL), NBL_SUCCESS);
    group->compared_subgroup = driver == TEST_LAVAPIPE ? 8 : 4;
    ck_assert_uint_eq(nbl_fft_device_limits(group->device).subgroup_size, group->compared_subgroup);
    return true;
}

static inline void close_group(group_t *group, uint32_t cases) {
    nbl_cache_destroy(group->cache);
    nbl_vulkan_device_destroy(group->device);
    end_group(group, cases);
}

/* With the driver's own subgroup size, and some shapes without subgroup operations. Checks the number of all. A kernel
 * takes a driver a quarter of a second the first time, and next to nothing again. */
static inline void run_driver_grid(test_driver_t driver, uint32_t first, nbl_fft_precision_t precision, uint32_t step,
                                   uint32_t step_without, uint32_t shapes) {
    group_t group = {.name = test_driver_name(driver)};
    if (!open_group(&group, driver)) return;
    uint32_t own = group.compared_subgroup, limit = nbl_fft_device_limits(group.device).max_workgroup_invocations,
             most = limit < 1024 ? limit : 1024;
    case_number = first + 10000 * (uint32_t)precision;
    for (uint32_t form = 0; form < 4; form++) {
        run_grid(&group, precision, own, own, most, step, 1, form);
        run_grid(&group, precision, 1, 1, most, step_without, 1, form);
    }
    close_group(&group, shapes * (test_all() ? 8 : 2));
}

static inline void run_driver_batches(test_driver_t driver, uint32_t first) {
    group_t group = {.name = driver == TEST_LAVAPIPE ? "lavapipe, batch 1000" : "SwiftShader, batch 1000"};
    if (!open_group(&group, driver)) return;
    case_number = first + 50000;
    run_large_batches(&group, group.compared_subgroup);
    close_group(&group, 2 * LARGE_BATCHES);
}

/* ---- The program around it */

static inline uint64_t begin_data(const char *who) {
    test_random_t random = test_random_begin(who);
    fflush(stdout); /* or every forked test prints it again */
    return (uint64_t)test_random_below(&random, UINT32_MAX) << 32 | test_random_below(&random, UINT32_MAX);
}

/* A test case of its own for each group, so that CK_RUN_CASE can pick one. */
static inline void add_group(Suite *suite, const char *name, const TTest *test) {
    TCase *test_case = tcase_create(name);
    tcase_set_timeout(test_case, 600);
    tcase_add_test(test_case, test);
    suite_add_tcase(suite, test_case);
}

#endif
