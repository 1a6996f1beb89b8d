/* Elements of several complex numbers: one call has the bits of a call for each, with the barriers of one, on every
 * backend.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

#define CASE_APART
#define CASE 0
#include "tests/fft/components_kernel.h"
#define CASE 1
#include "tests/fft/components_kernel.h"
#define CASE 2
#include "tests/fft/components_kernel.h"
#define CASE 3
#include "tests/fft/components_kernel.h"
#define CASE 4
#include "tests/fft/components_kernel.h"
#define CASE 5
#include "tests/fft/components_kernel.h"

#include "nbl/host/emulator.h"
#include "tests/common/testing.h"

#include <stdio.h>
#include <string.h>

enum { FFTS = 5, BUFFERS = 4, MOST = 2 * FFTS * 48 * 4 };

typedef struct case_t {
    const char *number;
    void (*together)(void);
    void (*apart)(void);
    uint32_t fft_length, components, workgroup_size, ffts_per_workgroup, shared_dwords, apart_dwords;
} case_t;

#define CASE_ROW(number, name, components) \
    { \
        number, name##_transform_together, name##_transform_apart, name##_together_length, components, \
            name##_together_workgroup_size, name##_together_ffts_per_workgroup, name##_together_shared_dwords, \
            name##_apart_shared_dwords \
    }
static const case_t cases[] = {CASE_ROW("0", colours, 3),  CASE_ROW("1", windowed, 2), CASE_ROW("2", columns, 4),
                               CASE_ROW("3", shuffled, 3), CASE_ROW("4", real, 2),     CASE_ROW("5", real_two, 2)};
enum { FIRST_REAL = 4 }; /* case */
enum { CASES = sizeof cases / sizeof *cases };

static _Alignas(16) nbl_float32_t2 together[BUFFERS][MOST], apart[BUFFERS][MOST], got[BUFFERS][MOST];
static const uint32_t ffts = FFTS;

/* Twice as much as there is where two signals have a spectrum each. */
static uint64_t bytes_of(const case_t *c) { return 16u * (uint64_t)FFTS * c->fft_length * c->components; }
static uint32_t groups_of(const case_t *c) { return (FFTS + c->ffts_per_workgroup - 1) / c->ffts_per_workgroup; }

/* Returns the workgroup barriers that were passed. */
static uint64_t emulate(const case_t *c, void (*kernel)(void), nbl_float32_t2 buffers[BUFFERS][MOST]) {
    test_random_t random = test_random_from(7);
    nbl_emulator_resource_t resources[BUFFERS];
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    static nbl_emulator_report_t report;
    for (int b = 0; b < BUFFERS; b++) {
        memset(buffers[b], 0xff, sizeof buffers[b]); /* NaN: what was not written shows */
        resources[b] = (nbl_emulator_resource_t){buffers[b], bytes_of(c), 0};
    }
    for (uint32_t i = 0; i < bytes_of(c) / 8; i++) {
        buffers[0][i].x = (float)test_random_real(&random);
        buffers[0][i].y = (float)test_random_real(&random);
    }
    launch.kernel = kernel;
    launch.subgroup_size = 4; /* fewer lanes than an FFT has invocations: trades go through the shared memory */
    launch.workgroup_size[0] = c->workgroup_size;
    launch.workgroup_count[0] = groups_of(c);
    launch.resources = resources;
    launch.resource_count = BUFFERS;
    launch.push_constants = &ffts;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) ck_abort_msg("case %s: %s", c->number, report.message);
    return report.workgroup_barriers;
}

START_TEST(one_call_is_a_call_for_each) {
    const case_t *c = &cases[_i];
    const uint64_t all = emulate(c, c->together, together), each = emulate(c, c->apart, apart);
    for (int b = 0; b < BUFFERS; b++)
        ck_assert_msg(memcmp(together[b], apart[b], bytes_of(c)) == 0, "case %s: buffer %d differs", c->number, b);
    ck_assert_msg(memcmp(together[1], together[2], bytes_of(c)) != 0, "forward and inverse are one");
    /* The same between the parts, two and three of them; the transforms' own are fewer by the number of parts. */
    const uint64_t workgroups = groups_of(c), parts = 2 * workgroups, parts_each = 3 * c->components * workgroups;
    printf("components, case %s: %u components, %llu barriers for %llu, %u dwords of shared memory for %u\n", c->number,
           c->components, (unsigned long long)all, (unsigned long long)each, c->shared_dwords, c->apart_dwords);
    ck_assert_uint_gt(all, parts);
    /* apart_convolve and together_convolve have a barrier of their own each. Spectra of real signals are traded
     * component by component, but for the barrier before. */
    if (c < cases + FIRST_REAL)
        ck_assert_uint_eq((all - parts) * c->components, each - parts_each);
    else
        ck_assert_uint_lt(all - parts, each - parts_each);
    ck_assert_uint_eq(c->shared_dwords, c->components * c->apart_dwords);
}
END_TEST

START_TEST(drivers_have_the_emulators_bits) {
    const test_driver_t driver = (test_driver_t)_i;
    nbl_vulkan_device_t *device = test_device_open(driver);
    uint32_t ran = 0;
    if (!device) return;
    for (const case_t *c = cases; c < cases + CASES; c++) {
        const int languages = c != cases + 1 || driver == TEST_LAVAPIPE ? 1 : 2;
        if (driver == TEST_LAVAPIPE && c != cases + 1) continue; /* ten seconds to compile each */
        for (int language = 0; language < languages; language++, ran++) {
            nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"}, {"NBL_UNROLL_LOOPS", "0"}, {"CASE", c->number}};
            nbl_compile_desc_t compile =
                test_kernel_text("tests/fft/components_kernel.h", (nbl_language_t)language, defines, 3);
            compile.optimize = NBL_OPTIMIZE_FOLD;
            test_kernel_t kernel = {.compile = &compile,
                                    .buffer_count = BUFFERS,
                                    .push_constants = &ffts,
                                    .push_constant_bytes = 4,
                                    .groups = groups_of(c)};
            emulate(c, c->together, together);
            memset(got, 0xff, sizeof got);
            memcpy(got[0], together[0], sizeof got[0]);
            for (uint32_t b = 0; b < BUFFERS; b++) {
                kernel.buffers[b].data = got[b];
                kernel.buffers[b].bytes = bytes_of(c);
            }
            test_kernel_run(device, &kernel);
            ck_assert_msg(test_differing_scalars(got[3], together[3], bytes_of(c), 4) == 0, "case %s differs on %s",
                          c->number, test_driver_name(driver));
        }
    }
    printf("components: %u kernels have the emulator's bits, %s\n", ran, test_driver_name(driver));
    ck_assert_uint_eq(ran, driver == TEST_LAVAPIPE ? 1 : CASES + 1);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("components");
    TCase *tests = tcase_create("components");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, one_call_is_a_call_for_each, 0, CASES);
    tcase_add_loop_test(tests, drivers_have_the_emulators_bits, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
