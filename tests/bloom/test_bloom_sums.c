/* A kernel's sums can be checked on a device before anything is divided by them, and the workspace may be larger than a
 * binding.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/parameters.h"
#include "tests/bloom/running.h"
#include "tests/vulkan/driver_leaks.h"

static nbl_bloom_desc_t small_desc(void) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = desc.height = 20;
    desc.kernel_width = desc.kernel_height = 9;
    desc.algorithm = NBL_FFT_STOCKHAM;
    return desc;
}

/* Records one part of a kernel's passes, waits, and returns how many numbers of the spectrum are not finite. */
static int run_part(nbl_vulkan_device_t *device, const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                    bool divide, const nbl_vulkan_buffer_t *spectrum) {
    nbl_vulkan_commands_t commands;
    nbl_error_t error = {""};
    expect_vulkan(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect_vulkan(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    expect_bloom((divide ? nbl_bloom_record_kernel : nbl_bloom_record_sums)(bloom, binding, commands.buffer, NULL, 0,
                                                                            &error),
                 &error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    expect_vulkan(nbl_vulkan_commands_submit(device, &commands, &error), &error);
    nbl_vulkan_commands_destroy(device, &commands);
    float *numbers = zeroed(spectrum->size);
    download(device, spectrum, numbers, spectrum->size);
    int count = 0;
    for (uint64_t i = 0; i < spectrum->size / 4; i++) count += !isfinite(numbers[i]);
    free(numbers);
    return count;
}

START_TEST(nothing_is_divided_before_the_sums_are_checked) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_bloom_desc_t desc = small_desc();
    nbl_bloom_vulkan_desc_t vulkan = {.unroll = false};
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_bloom_binding_t *binding;
    nbl_error_t error = {""};
    float sums[NBL_BLOOM_SUMS];
    desc.limits = nbl_fft_device_limits(device);
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    expect_bloom(nbl_bloom_create(device, &plan, &vulkan, &bloom, &error), &error);
    nbl_vulkan_buffer_t buffers[] = {make_buffer(device, result_bytes(&plan), NULL, "image"),
                                     make_buffer(device, result_bytes(&plan), NULL, "result"),
                                     make_buffer(device, 9 * 9 * 16, NULL, "black kernel"),
                                     make_buffer(device, plan.workspace_bytes, NULL, "workspace"),
                                     make_buffer(device, plan.spectrum_bytes, NULL, "spectrum"),
                                     make_buffer(device, NBL_BLOOM_SUMS_BYTES, NULL, "sums")};
    nbl_bloom_resources_t resources = {.image.buffer = buffers[0].handle,
                                       .result.buffer = buffers[1].handle,
                                       .kernel.buffer = buffers[2].handle,
                                       .workspace.buffer = buffers[3].handle,
                                       .spectrum.buffer = buffers[4].handle,
                                       .sums.buffer = buffers[5].handle};
    expect_bloom(nbl_bloom_binding_create(bloom, &resources, &binding, &error), &error);
    ck_assert_int_eq(run_part(device, bloom, binding, false, &buffers[4]), 0);
    download(device, &buffers[5], sums, sizeof sums);
    ck_assert_int_eq(nbl_bloom_check_sums(&plan, sums, &error), NBL_ERROR_BAD_KERNEL);
    ck_assert_int_gt(run_part(device, bloom, binding, true, &buffers[4]), 0); /* what the check is there to avoid */
    nbl_bloom_binding_destroy(binding);
    nbl_bloom_destroy(bloom);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* 3840x2160: each of the intermediates fits into a binding of 128 MiB, both together do not. */
START_TEST(a_workspace_may_exceed_a_binding) {
    nbl_bloom_desc_t desc = small_desc();
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    desc.width = 3840;
    desc.height = 2160;
    desc.kernel_width = desc.kernel_height = 256;
    desc.limits.max_buffer_bytes = desc.limits.max_allocation_bytes = 134217728;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_ERROR_LIMIT);
    ck_assert_msg(strstr(error.text, "workspace: ") && strstr(error.text, "134217728"), "%s", error.text);
    desc.limits.max_allocation_bytes = 0;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    ck_assert_uint_gt(plan.workspace_bytes, 134217728);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_vulkan_buffer_t buffer;
    nbl_vulkan_buffer_desc_t wanted = {.size = plan.workspace_bytes};
    ck_assert_uint_gt(plan.workspace_bytes, nbl_vulkan_device_get_info(device)->max_storage_buffer_bytes);
    ck_assert_int_eq(nbl_vulkan_buffer_create(device, &wanted, &buffer, &error), NBL_ERROR_LIMIT);
    wanted.bound_in_parts = true;
    expect_vulkan(nbl_vulkan_buffer_create(device, &wanted, &buffer, &error), &error);
    nbl_vulkan_buffer_destroy(device, &buffer);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom, sums and workspace");
    TCase *tests = tcase_create("sums");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, nothing_is_divided_before_the_sums_are_checked);
    tcase_add_test(tests, a_workspace_may_exceed_a_binding);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
