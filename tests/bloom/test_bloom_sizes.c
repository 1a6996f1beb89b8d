/* The spectrum of one kernel for several image sizes: transformed by one bloom, arranged by another, with the bits of
 * one that transformed it itself.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/running.h"

enum { KERNEL_WIDTH = 12, KERNEL_HEIGHT = 9, SIZES = 2 };
static const uint32_t sizes[SIZES][2] = {{70, 24}, {26, 33}};

typedef struct part_t {
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_bloom_binding_t *binding;
    nbl_vulkan_buffer_t image, result, workspace, spectrum;
} part_t;

static part_t make_part(nbl_vulkan_device_t *device, const uint32_t size[2], nbl_bloom_kernel_mode_t mode) {
    part_t part = {.bloom = NULL};
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_error_t error = {""};
    desc.width = size[0];
    desc.height = size[1];
    desc.kernel_width = KERNEL_WIDTH;
    desc.kernel_height = KERNEL_HEIGHT;
    desc.kernel_mode = mode;
    desc.interpolation = NBL_BLOOM_INTERPOLATION_SIX_TAPS;
    desc.first_axis = NBL_BLOOM_AXIS_X;
    desc.limits = nbl_fft_device_limits(device);
    expect_bloom(nbl_bloom_plan_make(&desc, &part.plan, &error), &error);
    expect_bloom(nbl_bloom_create(device, &part.plan, &how, &part.bloom, &error), &error);
    part.image = make_buffer(device, image_bytes(&part.plan), NULL, "image");
    part.result = make_buffer(device, result_bytes(&part.plan), NULL, "result");
    part.workspace = make_buffer(device, part.plan.workspace_bytes, NULL, "workspace");
    part.spectrum = make_buffer(device, part.plan.spectrum_bytes, NULL, "spectrum");
    return part;
}

/* kernel, plain: may be no buffers */
static void bind(part_t *part, VkBuffer kernel, VkBuffer plain, VkBuffer sums) {
    nbl_error_t error = {""};
    nbl_bloom_resources_t resources = {.image = {.buffer = part->image.handle},
                                       .result = {.buffer = part->result.handle},
                                       .kernel = {.buffer = kernel},
                                       .workspace = {.buffer = part->workspace.handle},
                                       .plain = {.buffer = plain},
                                       .spectrum = {.buffer = part->spectrum.handle},
                                       .sums = {.buffer = sums}};
    nbl_bloom_binding_destroy(part->binding);
    expect_bloom(nbl_bloom_binding_create(part->bloom, &resources, &part->binding, &error), &error);
}

static void free_part(nbl_vulkan_device_t *device, part_t *part) {
    nbl_vulkan_buffer_t *buffers[] = {&part->image, &part->result, &part->workspace, &part->spectrum};
    nbl_bloom_binding_destroy(part->binding);
    nbl_bloom_destroy(part->bloom);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) nbl_vulkan_buffer_destroy(device, buffers[i]);
}

static nbl_result_t arrange(nbl_vulkan_device_t *device, const part_t *part, nbl_error_t *error) {
    nbl_vulkan_commands_t commands;
    expect_vulkan(nbl_vulkan_commands_create(device, &commands, error), error);
    expect_vulkan(nbl_vulkan_commands_begin(device, &commands, error), error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    nbl_result_t result = nbl_bloom_record_arrange(part->bloom, part->binding, commands.buffer, NULL, 0, error);
    if (result == NBL_SUCCESS) {
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
        expect_vulkan(nbl_vulkan_commands_submit(device, &commands, error), error);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    return result;
}

START_TEST(one_transform_serves_two_sizes) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_error_t error = {""};
    float texels[4 * KERNEL_WIDTH * KERNEL_HEIGHT];
    for (int i = 0; i < 4 * KERNEL_WIDTH * KERNEL_HEIGHT; i++) texels[i] = 1.0f / (float)(1 + i % 11);
    part_t parts[SIZES];
    for (int i = 0; i < SIZES; i++) parts[i] = make_part(device, sizes[i], NBL_BLOOM_KERNEL_RESAMPLE);
    ck_assert_uint_eq(parts[0].plan.plain_bytes, parts[1].plan.plain_bytes);
    ck_assert_uint_ne(parts[0].plan.length_first, parts[1].plan.length_first);
    nbl_vulkan_buffer_t kernel = make_buffer(device, sizeof texels, texels, "kernel"),
                        sums = make_buffer(device, NBL_BLOOM_SUMS_BYTES, NULL, "sums"),
                        plain = make_buffer(device, parts[0].plan.plain_bytes, NULL, "plain");
    uint64_t bytes = parts[1].plan.spectrum_bytes;
    void *own = zeroed(bytes), *arranged = zeroed(bytes), *nothing = zeroed(bytes);
    bind(&parts[1], kernel.handle, VK_NULL_HANDLE, sums.handle);
    submit_half(device, parts[1].bloom, parts[1].binding, false, NULL);
    download(device, &parts[1].spectrum, own, bytes);
    expect_vulkan(nbl_vulkan_buffer_upload(device, &parts[1].spectrum, 0, nothing, bytes, &error), &error);
    bind(&parts[0], kernel.handle, plain.handle, sums.handle);
    submit_half(device, parts[0].bloom, parts[0].binding, false, NULL);
    bind(&parts[1], VK_NULL_HANDLE, plain.handle, sums.handle);
    expect_bloom(arrange(device, &parts[1], &error), &error);
    download(device, &parts[1].spectrum, arranged, bytes);
    ck_assert_int_ne(memcmp(own, nothing, (size_t)bytes), 0);
    ck_assert_mem_eq(own, arranged, (size_t)bytes);
    for (int i = 0; i < SIZES; i++) free_part(device, &parts[i]);
    nbl_vulkan_buffer_destroy(device, &kernel);
    nbl_vulkan_buffer_destroy(device, &sums);
    nbl_vulkan_buffer_destroy(device, &plain);
    nbl_vulkan_device_destroy(device);
    free(own);
    free(arranged);
    free(nothing);
}
END_TEST

START_TEST(a_padded_kernel_belongs_to_one_size) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_error_t error = {""};
    part_t part = make_part(device, sizes[0], NBL_BLOOM_KERNEL_PAD);
    nbl_vulkan_buffer_t sums = make_buffer(device, NBL_BLOOM_SUMS_BYTES, NULL, "sums"),
                        plain = make_buffer(device, part.plan.plain_bytes, NULL, "plain");
    bind(&part, VK_NULL_HANDLE, plain.handle, sums.handle);
    ck_assert_int_eq(arrange(device, &part, &error), NBL_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "kernel mode pad: "));
    free_part(device, &part);
    nbl_vulkan_buffer_destroy(device, &sums);
    nbl_vulkan_buffer_destroy(device, &plain);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom, one kernel for several sizes");
    TCase *tests = tcase_create("sizes");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, one_transform_serves_two_sizes);
    tcase_add_test(tests, a_padded_kernel_belongs_to_one_size);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
