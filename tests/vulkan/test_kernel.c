/* Tests of making kernels: what is refused, before a pipeline is made, and with which words.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/vulkan/counting_loader.h"
#include "tests/vulkan/driver_leaks.h"

/* Makes a kernel of a text with a formatted number in it; the description may say more. */
static nbl_result_t make(nbl_vulkan_device_t *device, nbl_vulkan_kernel_desc_t desc, nbl_error_t *error,
                         const char *format, uint32_t number) {
    char text[1024];
    nbl_compile_desc_t compile = {.file = "test.comp", .text = text};
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_result_t result;
    snprintf(text, sizeof text, format, number);
    desc.compile = &compile;
    result = nbl_vulkan_kernel_create(device, &desc, &kernel, error);
    ck_assert(!kernel == (result != NBL_SUCCESS));
    nbl_vulkan_kernel_destroy(kernel);
    return result;
}

static const nbl_vulkan_kernel_desc_t plain = {.name = "probe"};
#define BUFFER "layout(std430, binding = 0) buffer b { float x[]; };\n"

static const char shared_text[] =
    "#version 460\nlayout(local_size_x = 8) in;\n" BUFFER "shared uint s[%u];\n"
    "void main() { uint i = gl_LocalInvocationIndex; s[i] = uint(x[i]); barrier(); x[i] = float(s[7u - i]); }\n";
static const char local_text[] =
    "#version 460\nlayout(local_size_x = %u, local_size_y = 4) in;\n" BUFFER "void main() { x[0] = 1.0; }\n";
static const char push_text[] =
    "#version 460\nlayout(local_size_x = 1) in;\n" BUFFER
    "layout(push_constant, std430) uniform p { float f[%u]; };\nvoid main() { x[0] = f[0]; }\n";

START_TEST(limits_are_refused_before_a_pipeline_is_made) {
    nbl_vulkan_device_t *device;
    const nbl_vulkan_device_info_t *info;
    nbl_error_t error;
    char have[32], asked[32];
    int before;
    if (!use_driver(_i)) return;
    device = open_counted();
    info = nbl_vulkan_device_get_info(device);
    before = counted_calls();

    snprintf(have, sizeof have, "is %u bytes", info->max_shared_bytes);
    snprintf(asked, sizeof asked, "asked for %u", info->max_shared_bytes + 4);
    EXPECT_ERROR(make(device, plain, &error, shared_text, info->max_shared_bytes / 4 + 1), NBL_ERROR_LIMIT, &error,
                 "probe: ", "maxComputeSharedMemorySize", have, asked);

    snprintf(have, sizeof have, "is %u", info->max_workgroup_invocations);
    snprintf(asked, sizeof asked, "asked for %u", info->max_workgroup_invocations + 4);
    EXPECT_ERROR(make(device, plain, &error, local_text, info->max_workgroup_invocations / 4 + 1), NBL_ERROR_LIMIT,
                 &error, "maxComputeWorkGroupInvocations", have, asked);

    snprintf(have, sizeof have, "is %u", info->max_workgroup_size[0]);
    snprintf(asked, sizeof asked, "asked for %u", info->max_workgroup_size[0] + 1);
    EXPECT_ERROR(make(device, plain, &error, local_text, info->max_workgroup_size[0] + 1), NBL_ERROR_LIMIT, &error,
                 "maxComputeWorkGroupSize[0]", have, asked);

    snprintf(have, sizeof have, "is %u bytes", info->max_push_constant_bytes);
    EXPECT_ERROR(make(device, plain, &error, push_text, info->max_push_constant_bytes / 4 + 1), NBL_ERROR_LIMIT, &error,
                 "maxPushConstantsSize", have);
    ck_assert_int_eq(counted_calls(), before); /* the device has not heard of any of them */

    expect_ok(make(device, plain, &error, shared_text, info->max_shared_bytes / 4), &error);
    expect_ok(make(device, plain, &error, local_text, info->max_workgroup_invocations / 4), &error);
    expect_ok(make(device, plain, &error, push_text, info->max_push_constant_bytes / 4), &error);
    ck_assert_int_eq(count_CreateComputePipelines, 3);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* A pipeline cache of the device's own would keep what was compiled for kernels that are no more: SwiftShader's grew by
 * 1.2 MB with every resize of a bloom. */
START_TEST(nothing_is_kept_of_destroyed_kernels) {
    nbl_vulkan_device_t *device;
    nbl_error_t error;
    if (!use_driver(_i)) return;
    device = open_counted();
    expect_ok(make(device, plain, &error, shared_text, 8), &error);
    nbl_vulkan_device_destroy(device);
    ck_assert_int_eq(count_CreatePipelineCache, 0);
    ck_assert_int_eq(count_CreateComputePipelines, 1);
}
END_TEST

START_TEST(subgroup_sizes) {
    static const char text[] = "#version 460\nlayout(local_size_x = %u) in;\n" BUFFER "void main() { x[0] = 1.0; }\n";
    nbl_vulkan_device_desc_t borrowing = nbl_vulkan_device_desc_init();
    nbl_vulkan_borrowed_t borrowed = {0};
    nbl_vulkan_kernel_desc_t desc = plain;
    nbl_vulkan_device_t *device, *guest;
    const nbl_vulkan_device_info_t *info;
    nbl_error_t error;
    messages_t messages;
    char words[32];
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    info = nbl_vulkan_device_get_info(device);
    desc.subgroup_size = info->max_subgroup_size;
    expect_ok(make(device, desc, &error, text, info->max_subgroup_size * 2), &error);
    expect_ok(make(device, desc, &error, text, 3), &error); /* a size is no promise of full subgroups */
    desc.full_subgroups = true;
    expect_ok(make(device, desc, &error, text, info->max_subgroup_size * 2), &error);
    EXPECT_ERROR(make(device, desc, &error, text, info->max_subgroup_size + 1), NBL_ERROR_LIMIT, &error,
                 "full subgroups");
    desc.full_subgroups = false;
    desc.subgroup_size = info->max_subgroup_size * 2;
    snprintf(words, sizeof words, "maxSubgroupSize %u", info->max_subgroup_size);
    EXPECT_ERROR(make(device, desc, &error, text, 64), NBL_ERROR_LIMIT, &error, "subgroup size", words);
    desc.subgroup_size = 3;
    EXPECT_ERROR(make(device, desc, &error, text, 63), NBL_ERROR_LIMIT, &error, "subgroup size 3 asked");

    borrowed.instance = nbl_vulkan_device_get_instance(device); /* the same device without size control */
    borrowed.physical_device = nbl_vulkan_device_get_physical_device(device);
    borrowed.device = nbl_vulkan_device_get_handle(device);
    borrowed.queue = nbl_vulkan_device_get_queue(device);
    borrowed.queue_family = info->queue_family;
    borrowing.borrowed = &borrowed;
    expect_ok(nbl_vulkan_device_create(&borrowing, &guest, &error), &error);
    desc.subgroup_size = info->subgroup_size;
    expect_ok(make(guest, desc, &error, text, 64), &error);
    desc.subgroup_size = info->subgroup_size * 2;
    EXPECT_ERROR(make(guest, desc, &error, text, 64), NBL_ERROR_LIMIT, &error, "cannot change it");
    nbl_vulkan_device_destroy(guest);
    close_silent(device, &messages);
}
END_TEST

START_TEST(missing_features_are_named) {
    static const struct {
        const char *type, *name;
        uint32_t feature;
    } cases[] = {{"float16_t", "shaderFloat16", NBL_FEATURE_FLOAT16},
                 {"float64_t", "shaderFloat64", NBL_FEATURE_FLOAT64},
                 {"int64_t", "shaderInt64", NBL_FEATURE_INT64}};
    nbl_vulkan_device_t *device;
    nbl_error_t error;
    nbl_vulkan_kernel_desc_t desc = plain;
    char text[512];
    size_t i;
    int before, made = 0;
    if (!use_driver(_i)) return;
    device = open_counted();
    for (i = 0; i < 3; i++) {
        bool has = nbl_vulkan_device_get_features(device) & cases[i].feature;
        snprintf(text, sizeof text,
                 "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
                 "layout(local_size_x = 1) in;\n" BUFFER "void main() { %s h = %s(x[%%u]); x[0] = float(h * h); }\n",
                 cases[i].type, cases[i].type);
        before = counted_calls();
        if (has) {
            expect_ok(make(device, plain, &error, text, 1), &error);
            made++;
        } else {
            EXPECT_ERROR(make(device, plain, &error, text, 1), NBL_ERROR_MISSING_FEATURE, &error,
                         "probe: ", cases[i].name, "lacks");
            ck_assert_int_eq(counted_calls(), before);
        }
    }
    if (!getenv("NBL_TEST_SYSTEM_DRIVER")) ck_assert_int_eq(made, _i == TEST_LAVAPIPE ? 3 : 0);
    desc.required_features = NBL_FEATURE_KERNEL_STATISTICS; /* what the description requires counts, too */
    EXPECT_ERROR(make(device, desc, &error, local_text, 1), NBL_ERROR_MISSING_FEATURE, &error,
                 "VK_KHR_pipeline_executable_properties");
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(contradictions_are_refused) {
    static const nbl_binding_t image[] = {NBL_BINDING_STORAGE_IMAGE};
    static const nbl_binding_t buffers[] = {NBL_BINDING_STORAGE_BUFFER, NBL_BINDING_STORAGE_BUFFER};
    nbl_vulkan_kernel_desc_t desc = plain;
    nbl_compile_desc_t compile = {.file = "test.comp", .text = "int f(\n"};
    nbl_vulkan_device_t *device;
    nbl_vulkan_kernel_t *kernel;
    nbl_error_t error;
    if (!use_driver(_i)) return;
    device = open_counted();
    desc.local_size[0] = 16;
    EXPECT_ERROR(make(device, desc, &error, local_text, 8), NBL_ERROR_ARGUMENT, &error, "local size", "16", "8");
    desc.local_size[0] = 8;
    expect_ok(make(device, desc, &error, local_text, 8), &error);
    desc = plain;
    desc.shared_bytes = 64;
    EXPECT_ERROR(make(device, desc, &error, shared_text, 8), NBL_ERROR_ARGUMENT, &error, "shared memory", "64", "32");
    desc = plain;
    desc.push_constant_bytes = 4;
    EXPECT_ERROR(make(device, desc, &error, push_text, 4), NBL_ERROR_ARGUMENT, &error, "push constants", "16", "4");
    desc.push_constant_bytes = 32; /* more than the module reads is fine: padding at the end of a C struct */
    expect_ok(make(device, desc, &error, push_text, 4), &error);
    desc = plain;
    desc.bindings = image;
    desc.binding_count = 1;
    EXPECT_ERROR(make(device, desc, &error, local_text, 8), NBL_ERROR_ARGUMENT, &error, "binding 0");
    desc.bindings = buffers;
    desc.binding_count = 0;
    EXPECT_ERROR(make(device, desc, &error, local_text, 8), NBL_ERROR_ARGUMENT, &error, "bindings");
    desc.binding_count = 2;
    expect_ok(make(device, desc, &error, local_text, 8), &error);
    EXPECT_ERROR(nbl_vulkan_kernel_create(device, &plain, &kernel, &error), NBL_ERROR_ARGUMENT, &error,
                 "spirv and compile");
    desc.compile = &compile;
    EXPECT_ERROR(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), NBL_ERROR_COMPILE, &error, "test.comp:");
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(a_damaged_module_never_reaches_the_driver) {
    nbl_vulkan_device_t *device;
    nbl_compile_desc_t compile = {.file = "test.comp", .text = "layout(local_size_x = 1) in;\nvoid main() {}\n"};
    nbl_vulkan_kernel_desc_t desc = plain;
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_spirv_t spirv;
    nbl_error_t error;
    if (!use_driver(_i)) return;
    device = open_counted();
    expect_ok(nbl_compile(&compile, &spirv, &error), &error);
    desc.spirv = spirv.words;
    desc.spirv_word_count = spirv.word_count - 1;
    EXPECT_ERROR(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), NBL_ERROR_SPIRV, &error, "probe: ");
    ck_assert_int_eq(count_CreateShaderModule, 0);
    desc.spirv_word_count++;
    expect_ok(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), &error);
    ck_assert_uint_eq(nbl_vulkan_kernel_get_info(kernel)->local_size[0], 1);
    ck_assert_uint_eq(nbl_vulkan_kernel_get_subgroup_size(kernel), nbl_vulkan_device_get_info(device)->subgroup_size);
    nbl_vulkan_kernel_destroy(kernel);
    nbl_spirv_free(&spirv);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(statistics_come_where_the_driver_has_them) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_statistic_t statistics[64];
    nbl_vulkan_device_t *device;
    nbl_vulkan_kernel_t *kernel;
    nbl_error_t error;
    uint32_t count = 0, i;
    if (!use_driver(_i)) return;
    desc.kernel_statistics = true;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    kernel = make_kernel(device, "#version 460\nlayout(local_size_x = 32) in;\n" BUFFER
                                 "void main() { x[gl_LocalInvocationIndex] *= 2.0; }\n");
    expect_ok(nbl_vulkan_kernel_statistics(kernel, NULL, &count, &error), &error);
    ck_assert(count == 0 || nbl_vulkan_device_get_features(device) & NBL_FEATURE_KERNEL_STATISTICS);
    count = 64;
    expect_ok(nbl_vulkan_kernel_statistics(kernel, statistics, &count, &error), &error);
    for (i = 0; i < count; i++) printf("%s: %g\n", statistics[i].name, statistics[i].value);
    nbl_vulkan_kernel_destroy(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kernel");
    TCase *tests = tcase_create("kernel");
    tcase_add_loop_test(tests, limits_are_refused_before_a_pipeline_is_made, 0, driver_count());
    tcase_add_loop_test(tests, nothing_is_kept_of_destroyed_kernels, 0, driver_count());
    tcase_add_loop_test(tests, subgroup_sizes, 0, driver_count());
    tcase_add_loop_test(tests, missing_features_are_named, 0, driver_count());
    tcase_add_loop_test(tests, contradictions_are_refused, 0, driver_count());
    tcase_add_loop_test(tests, a_damaged_module_never_reaches_the_driver, 0, driver_count());
    tcase_add_loop_test(tests, statistics_come_where_the_driver_has_them, 0, driver_count());
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
