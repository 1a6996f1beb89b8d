/* Random programs with divergent subgroup operations: the emulator computes what the drivers do, in every order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * PROGRAMS names the programs' text, as divergent.py writes it, PROGRAM_COUNT how many there are: the Makefile has 40,
 * tests/emulator/divergent.sh runs others.
 */
#include PROGRAMS
#include "tests/emulator/emulator_testing.h"

enum { LANES = 32, RESULTS = PROGRAM_COUNT * LANES, TOGETHER = 10 };

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot read %s", path);
    char *text = calloc(1, 1 << 22);
    ck_assert_uint_lt(fread(text, 1, (1 << 22) - 1, file), (1 << 22) - 1);
    fclose(file);
    return text;
}

static void emulate(uint32_t *results, uint32_t subgroup_size, nbl_emulator_order_t order) {
    static nbl_emulator_report_t report;
    const nbl_emulator_resource_t resource = {results, RESULTS * 4, 0};
    nbl_emulator_launch_t launch = make_launch(divergent, LANES, PROGRAM_COUNT, subgroup_size);
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.order = order;
    launch.seed = subgroup_size;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    expect_success(&launch, &report);
}

/* Returns how many programs differ. */
static uint32_t compare(const char *who, const uint32_t *emulated, const uint32_t *other) {
    uint32_t different = 0;
    for (uint32_t p = 0; p < PROGRAM_COUNT; p++) {
        if (memcmp(emulated + p * LANES, other + p * LANES, LANES * 4) == 0) continue;
        uint32_t t = 0;
        while (emulated[p * LANES + t] == other[p * LANES + t]) t++;
        if (different++ < 5u)
            printf("%s: program %u, invocation %u: the emulator has %u, not %u\n", who, (unsigned)p, (unsigned)t,
                   (unsigned)emulated[p * LANES + t], (unsigned)other[p * LANES + t]);
    }
    fflush(stdout);
    return different;
}

/* Programs of one kernel each. */
static void run_programs(nbl_vulkan_device_t *device, uint32_t *results) {
    char *text = read_text(PROGRAMS), first[16], end[16];
    const nbl_define_t defines[] = {{"DIVERGENT_FIRST", first}, {"DIVERGENT_END", end}};
    const nbl_compile_desc_t compile = {
        .file = "programs.h", .text = text, .defines = defines, .define_count = 2, .optimize = NBL_OPTIMIZE_NONE};
    for (uint32_t i = 0; i < PROGRAM_COUNT; i += TOGETHER) {
        const uint32_t count = i + TOGETHER < PROGRAM_COUNT ? TOGETHER : PROGRAM_COUNT - i;
        const test_kernel_t kernel = {
            .compile = &compile, .buffers = {{results, RESULTS * 4}}, .buffer_count = 1, .groups = count};
        snprintf(first, sizeof first, "%u", (unsigned)i);
        snprintf(end, sizeof end, "%u", (unsigned)(i + count));
        test_kernel_run(device, &kernel);
    }
    free(text);
}

START_TEST(drivers_compute_the_same) {
    const test_driver_t driver = (test_driver_t)_i;
    const uint32_t size = driver == TEST_LAVAPIPE ? 8u : 4u;
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (!device) return;
    uint32_t *emulated = make_memory(RESULTS * 4), *other = make_memory(RESULTS * 4);
    run_programs(device, other);
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
        emulate(emulated, size, (nbl_emulator_order_t)order);
        ck_assert_uint_eq(compare(test_driver_name(driver), emulated, other), 0);
    }
    printf("%s: %d programs\n", test_driver_name(driver), PROGRAM_COUNT);
    free(emulated);
    free(other);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: divergent programs");
    TCase *tests = tcase_create("divergent");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, drivers_compute_the_same, TEST_LAVAPIPE,
                        DIVERGENT_HAS_DO ? TEST_LAVAPIPE + 1 : TEST_SWIFTSHADER + 1);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
