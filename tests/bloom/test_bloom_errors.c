/* What a bloom refuses, by which function's message, and how halves round on every backend.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

static void expect_refused(const nbl_bloom_desc_t *desc, nbl_result_t wanted, const char *words) {
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    memset(&plan, 0x5a, sizeof plan);
    nbl_bloom_plan_t before = plan;
    nbl_result_t result = nbl_bloom_plan_make(desc, &plan, &error);
    ck_assert_msg(result == wanted, "%s instead of %s: %s", nbl_result_text(result), nbl_result_text(wanted),
                  error.text);
    ck_assert_msg(strstr(error.text, words) && strstr(error.text, ": ") && !strchr(error.text, '\n'),
                  "\"%s\" lacks \"%s\"", error.text, words);
    ck_assert(memcmp(&plan, &before, sizeof plan) == 0);
    ck_assert_int_eq(nbl_bloom_plan_make(desc, &plan, NULL), wanted);
}

static nbl_bloom_desc_t good_desc(void) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = desc.height = 20;
    desc.kernel_width = desc.kernel_height = 9;
    return desc;
}

START_TEST(plans_refuse_by_name) {
    nbl_bloom_desc_t d = good_desc();
    d.width = 0;
    expect_refused(&d, NBL_ERROR_ARGUMENT, "width");
    d = good_desc();
    d.kernel_height = 0;
    expect_refused(&d, NBL_ERROR_ARGUMENT, "kernel height");
    d = good_desc();
    d.algorithm = 77;
    expect_refused(&d, NBL_ERROR_ARGUMENT, "77");
    d = good_desc();
    d.limits.subgroup_size = 12;
    expect_refused(&d, NBL_ERROR_ARGUMENT, "12");
    d = good_desc();
    d.columns = 33;
    expect_refused(&d, NBL_ERROR_ARGUMENT, "33");
    d = good_desc();
    d.max_workgroup_size = 100;
    expect_refused(&d, NBL_ERROR_ARGUMENT, "100");
}
END_TEST

/* The message names the limit, what was asked and what there is. */
START_TEST(limits_are_named) {
    nbl_bloom_desc_t d = good_desc();
    d.width = 32765;
    expect_refused(&d, NBL_ERROR_LIMIT, "32769");
    expect_refused(&d, NBL_ERROR_LIMIT, "32768");
    expect_refused(&d, NBL_ERROR_LIMIT, "width");
    d.algorithm = NBL_FFT_STOCKHAM;
    expect_refused(&d, NBL_ERROR_LIMIT, "width: image and kernel together are 32769 texels, FFTs end at 32768");
    d.width = UINT32_MAX; /* sums in 64 bits */
    expect_refused(&d, NBL_ERROR_LIMIT, "4294967299");
    d.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    expect_refused(&d, NBL_ERROR_LIMIT, "4294967299");
    d = good_desc();
    d.height = 32759;
    d.limits.max_buffer_bytes = 1 << 20;
    expect_refused(&d, NBL_ERROR_LIMIT, "1048576");
    d = good_desc();
    d.limits.max_shared_bytes = 64;
    expect_refused(&d, NBL_ERROR_LIMIT, "shared memory");
    d = good_desc();
    d.limits.max_workgroup_invocations = 16;
    d.height = 16 * 32;
    expect_refused(&d, NBL_ERROR_LIMIT, "height");
    d.algorithm = NBL_FFT_STOCKHAM;
    expect_refused(&d, NBL_ERROR_LIMIT, "more invocations than the limit of 16");
}
END_TEST

static nbl_result_t emulate(const nbl_bloom_plan_t *plan, const float *image, const float *kernel, float *result,
                            nbl_error_t *error) {
    void *workspace = zeroed(plan->workspace_bytes), *spectrum = zeroed(plan->spectrum_bytes);
    float *sums = zeroed(NBL_BLOOM_SUMS_BYTES);
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = workspace;
    emulation.spectrum = spectrum;
    emulation.sums = sums;
    nbl_result_t r =
        nbl_bloom_emulate(plan, &emulation, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, NULL, error);
    free(workspace);
    free(spectrum);
    free(sums);
    return r;
}

START_TEST(kernels_without_luminance_are_refused) {
    /* black, negative, a sum beyond float; and one that is no normal number: 1 over it is infinite */
    static const float values[] = {0.0f, -1.0f, 1e-41f, 1e38f};
    nbl_bloom_desc_t desc = good_desc();
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    float *image = zeroed(20 * 20 * 16), *kernel = zeroed(9 * 9 * 16), *result = zeroed(20 * 20 * 16);
    for (int i = 0; i < 20 * 20 * 4; i++) image[i] = 1.0f;
    for (int none = 0; none < 2; none++) {
        desc.normalize = none ? NBL_BLOOM_NORMALIZE_NONE : NBL_BLOOM_NORMALIZE_LUMINANCE;
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        for (int v = 0; v < 4 - none; v++) {
            for (int i = 0; i < 9 * 9 * 4; i++) kernel[i] = values[v];
            nbl_result_t r = emulate(&plan, image, kernel, result, &error);
            ck_assert_msg(r == (none ? NBL_SUCCESS : NBL_ERROR_BAD_KERNEL), "value %g: %s: %s", (double)values[v],
                          nbl_result_text(r), error.text);
            if (!none) ck_assert_msg(strstr(error.text, "luminance") != NULL, "%s", error.text);
            if (none)
                ck_assert_msg(fabsf(result[4 * (10 * 20 + 10)] - 81.0f * values[v]) < 1e-3f, "%g",
                              (double)result[4 * (10 * 20 + 10)]);
        }
    }
    free(image);
    free(kernel);
    free(result);
}
END_TEST

/* Storing halves keeps its promise of sameness only where packHalf2x16 rounds to nearest even, as the emulator does. */
START_TEST(halves_round_alike) {
    static const char text[] =
        "#include \"nbl/lang.h\"\nNBL_BUFFER(0, nbl_float32_t2, from)\nNBL_BUFFER(1, uint32_t, "
        "to)\nNBL_LOCAL_SIZE(64)\n"
        "NBL_KERNEL(pack) { uint32_t i = nbl_workgroup_index() * 64u + nbl_local_invocation_index(); NBL_STORE(to, i, "
        "nbl_pack_half_2x16(NBL_LOAD(from, i))); }\n";
    enum { PAIRS = 1 << 16 };
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    if (!device) return;
    test_random_t random = test_random_begin("halves_round_alike");
    float *from = malloc(PAIRS * 8);
    uint32_t *to = calloc(PAIRS, 4), differ = 0, ties = 0;
    for (uint32_t i = 0; i < 2 * PAIRS; i++) {
        uint32_t exponent = 127u - 14u + test_random_below(&random, 28),
                 mantissa = test_random_below(&random, 1u << 23);
        if (i % 4 == 0) mantissa = (mantissa & 0x7fe000u) | 0x1000u; /* halfway between two halves */
        ties += i % 4 == 0;
        from[i] = nbl_emulator_float32_from_bits((i & 1u) << 31 | exponent << 23 | mantissa);
    }
    nbl_compile_desc_t compile = {.file = "pack.h", .text = text};
    test_kernel_t run = {
        .compile = &compile, .buffers = {{from, PAIRS * 8}, {to, PAIRS * 4}}, .buffer_count = 2, .groups = PAIRS / 64};
    test_kernel_run(device, &run);
    for (uint32_t i = 0; i < PAIRS; i++) {
        nbl_emulator_float32x2_t pair = {from[2 * i], from[2 * i + 1]};
        differ += nbl_emulator_pack_half_2x16(pair) != to[i];
    }
    printf("%s: %u of %u pairs round otherwise (%u ties)\n", test_driver_name((test_driver_t)_i), differ, PAIRS, ties);
    ck_assert_uint_eq(differ, 0);
    free(from);
    free(to);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom errors");
    TCase *tests = tcase_create("errors");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, plans_refuse_by_name);
    tcase_add_test(tests, limits_are_named);
    tcase_add_test(tests, kernels_without_luminance_are_refused);
    tcase_add_loop_test(tests, halves_round_alike, 0, 2);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
