/* The Khronos validation layer, with its synchronisation validation, reports nothing for any kernel, nor for the tools.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/fft_vulkan.h"
#include "io/image/image.h"
#include "nbl/host/bloom.h"
#include "io/npy/npy.h"
#include "tests/common/testing.h"
#include "tests/validation/validated.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static nbl_cache_t *cache; /* one bloom is made over and over, with another barrier missing each time */

static uint32_t run_transforms(nbl_vulkan_device_t *device) {
    static const struct { uint32_t elements, workgroup, ffts; } shapes[] = {{2, 64, 2}, {8, 128, 1}};
    nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    uint32_t runs = 0;
    for (uint32_t number = 0; number < 32; number++) {
        nbl_fft_transform_desc_t desc = {
            .precision = (nbl_fft_precision_t)(number / 8), .batch = 3, .inverse = (number & 1) != 0, .limits = limits};
        if ((desc.precision == NBL_FFT_FLOAT16 && !limits.float16) ||
            (desc.precision == NBL_FFT_FLOAT64 && !limits.float64))
            continue;
        desc.elements_per_invocation = shapes[number >> 1 & 1].elements;
        desc.workgroup_size = shapes[number >> 1 & 1].workgroup;
        desc.ffts_per_workgroup = shapes[number >> 1 & 1].ffts;
        desc.length = desc.elements_per_invocation * desc.workgroup_size;
        if ((number & 4) != 0) desc.subgroup_size = 1;
        if (number % 4 == 3) desc.kind = (number & 4) != 0 ? NBL_FFT_REAL : NBL_FFT_REAL_TWO;
        nbl_fft_transform_plan_t plan;
        nbl_error_t reason;
        ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &reason) == NBL_SUCCESS, "%s", reason.text);
        void *input = calloc(1, plan.buffer_bytes), *output = calloc(1, plan.buffer_bytes);
        nbl_result_t result = nbl_fft_transform_vulkan(device, cache, (nbl_mode_t)(number & 1), false, &plan, input,
                                                       output, NULL, &reason);
        ck_assert_msg(result == NBL_SUCCESS, "%s", reason.text);
        free(input);
        free(output);
        runs++;
    }
    return runs;
}

enum { TURNS = 3, BATCH = 4, BLOOM_BARRIERS = 10 + BATCH + 2 }; /* of ten passes and of a batch */

/* Both frames of a sequence of two in one command buffer, so that passes meet those of the frame before; then a batch,
 * whose last image has the workspace of its first. */
static void run_bloom(nbl_vulkan_device_t *device, uint32_t number) {
    bool images = (number & 1) != 0;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = 33;
    desc.height = 18;
    desc.kernel_width = 9;
    desc.kernel_height = 12;
    desc.limits = nbl_fft_device_limits(device);
    if ((number & 1) != 0) desc.storage = NBL_BLOOM_STORAGE_FLOAT16;
    if ((number & 4) != 0) desc.source_format = NBL_BLOOM_FORMAT_RGBA16F;
    if ((number & 4) != 0) desc.target_format = images ? NBL_BLOOM_FORMAT_B10G11R11 : NBL_BLOOM_FORMAT_RGBA16F;
    if ((number & 2) != 0) desc.kernel_mode = NBL_BLOOM_KERNEL_RESAMPLE;
    desc.padding_x = desc.padding_y = (number & 2) != 0 ? NBL_BLOOM_PADDING_ZERO : NBL_BLOOM_PADDING_MIRROR;
    desc.first_axis = (number & 2) != 0 ? NBL_BLOOM_AXIS_X : NBL_BLOOM_AXIS_Y;
    nbl_bloom_plan_t plan;
    nbl_error_t reason;
    ck_assert_msg(nbl_bloom_plan_make(&desc, &plan, &reason) == NBL_SUCCESS, "%s", reason.text);
    nbl_bloom_t *bloom;
    nbl_bloom_vulkan_desc_t how = {
        .source_is_image = images, .target_is_image = images, .mode = (nbl_mode_t)(number & 1), .cache = cache};
    how.source_is_sampled = number == 5;
    ck_assert_msg(nbl_bloom_create(device, &plan, &how, &bloom, &reason) == NBL_SUCCESS, "%s", reason.text);

    static float texels[33 * 18 * 4], kernel[9 * 12 * 4];
    for (size_t i = 0; i < sizeof texels / sizeof *texels; i++) texels[i] = (float)(i % 7);
    for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++) kernel[i] = 1.0f;
    const uint64_t sizes[6] = {sizeof texels,        sizeof texels,       sizeof kernel,
                               plan.workspace_bytes, plan.spectrum_bytes, NBL_BLOOM_SUMS_BYTES};
    nbl_vulkan_buffer_t buffers[6], workspaces[TURNS - 1];
    for (int i = 0; i < 6; i++)
        expect(nbl_vulkan_buffer_create(device, &(nbl_vulkan_buffer_desc_t){.size = sizes[i]}, &buffers[i], &error));
    for (int i = 0; i < TURNS - 1; i++)
        expect(nbl_vulkan_buffer_create(device, &(nbl_vulkan_buffer_desc_t){.size = sizes[3]}, &workspaces[i], &error));
    expect(nbl_vulkan_buffer_upload(device, &buffers[0], 0, texels, sizeof texels, &error));
    expect(nbl_vulkan_buffer_upload(device, &buffers[2], 0, kernel, sizeof kernel, &error));
    nbl_vulkan_image_t pictures[2] = {{0}, {0}};
    nbl_bloom_resources_t resources = {.image = {.buffer = buffers[0].handle},
                                       .result = {.buffer = buffers[1].handle},
                                       .kernel = {.buffer = buffers[2].handle},
                                       .workspace = {.buffer = buffers[3].handle},
                                       .spectrum = {.buffer = buffers[4].handle},
                                       .sums = {.buffer = buffers[5].handle}};
    for (int i = 0; i < 2 && images; i++) {
        VkFormat format = (number & 4) == 0 ? VK_FORMAT_R32G32B32A32_SFLOAT
                          : i == 0          ? VK_FORMAT_R16G16B16A16_SFLOAT
                                            : VK_FORMAT_B10G11R11_UFLOAT_PACK32;
        nbl_vulkan_image_desc_t picture = {.width = 33, .height = 18, .format = format};
        expect(nbl_vulkan_image_create(device, &picture, &pictures[i], &error));
        expect(nbl_vulkan_image_upload(device, &pictures[i], texels, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                                       &error));
    }
    resources.image.view = pictures[0].view;
    resources.image.format = pictures[0].format;
    resources.result.view = pictures[1].view;
    resources.result.format = pictures[1].format;
    nbl_bloom_binding_t *bindings[TURNS];
    for (int i = 0; i < TURNS; i++) {
        if (i > 0) resources.workspace.buffer = workspaces[i - 1].handle;
        ck_assert_msg(nbl_bloom_binding_create(bloom, &resources, &bindings[i], &reason) == NBL_SUCCESS, "%s",
                      reason.text);
    }
    nbl_bloom_binding_t *const binding = bindings[0];
    const nbl_bloom_binding_t *const batch[BATCH] = {bindings[0], bindings[1], bindings[2], bindings[0]};
    nbl_vulkan_timestamps_t *timestamps;
    expect(nbl_vulkan_timestamps_create(device, NBL_BLOOM_PASSES, &timestamps, &error));
    nbl_vulkan_commands_t commands;
    expect(nbl_vulkan_commands_create(device, &commands, &error));
    expect(nbl_vulkan_commands_begin(device, &commands, &error));
    nbl_vulkan_timestamps_record_reset(timestamps, commands.buffer);
    barriers_recorded = 0;
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.sharpening = 0.3f;
    ck_assert_int_eq(nbl_bloom_record_sums(bloom, binding, commands.buffer, timestamps, 0, &reason), NBL_SUCCESS);
    ck_assert_int_eq(nbl_bloom_record_kernel(bloom, binding, commands.buffer, timestamps, 1, &reason), NBL_SUCCESS);
    ck_assert_int_eq(nbl_bloom_record_image(bloom, binding, commands.buffer, &frame, timestamps, 4, &reason),
                     NBL_SUCCESS);
    ck_assert_int_eq(nbl_bloom_record_image(bloom, binding, commands.buffer, NULL, NULL, 0, &reason), NBL_SUCCESS);
    ck_assert_int_eq(nbl_bloom_record_images(bloom, batch, NULL, BATCH, commands.buffer, &reason), NBL_SUCCESS);
    ck_assert_int_eq(nbl_bloom_record_images(bloom, batch, NULL, 0, commands.buffer, &reason), NBL_SUCCESS);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    expect(nbl_vulkan_commands_submit(device, &commands, &error));
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_timestamps_destroy(timestamps);
    for (int i = 0; i < TURNS; i++) nbl_bloom_binding_destroy(bindings[i]);
    nbl_bloom_destroy(bloom);
    for (int i = 0; i < 2 && images; i++) nbl_vulkan_image_destroy(device, &pictures[i]);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    for (int i = 0; i < TURNS - 1; i++) nbl_vulkan_buffer_destroy(device, &workspaces[i]);
}

/* driver, for the loop of a test */
START_TEST(kernels) {
    nbl_vulkan_device_t *device = open_validated((test_driver_t)_i);
    if (device == NULL) return;
    uint32_t transforms = run_transforms(device);
    for (uint32_t number = 0; number < 6; number++) run_bloom(device, number);
    ck_assert_msg(messages(device) == 0, "%s", first_message);
    nbl_vulkan_device_destroy(device);
    ck_assert_msg(first_message[0] == '\0', "at the end: %s", first_message); /* of what was never destroyed */
    printf("validation: silent over %u transforms and 6 blooms of 10 passes and a batch, %s\n", transforms,
           test_driver_name((test_driver_t)_i));
    ck_assert_uint_eq(transforms, _i == TEST_LAVAPIPE ? 32 : 16);
}
END_TEST

/* Without one of the barriers between its passes, the layer complains of the bloom: its silence above means something.
 * The kernel's sums are read three passes later; behind the last pass of the kernel and of an image stands a barrier
 * for what the caller does next. What follows here has nothing in common with them that the others do not order. */
START_TEST(missing_barriers_are_seen) {
    static const bool between_passes[BLOOM_BARRIERS] = {false, true,  true, false, true, true, false, true,
                                                        true,  false, true, true,  true, true, true};
    nbl_vulkan_device_t *device = open_validated(TEST_LAVAPIPE);
    if (device == NULL) return;
    uint32_t seen = 0;
    for (barrier_taken_away = 0; barrier_taken_away < BLOOM_BARRIERS - 1; barrier_taken_away++) {
        uint64_t before = messages(device);
        first_message[0] = '\0';
        run_bloom(device, 0);
        ck_assert_int_eq(barriers_recorded, BLOOM_BARRIERS + 1); /* and the test's own */
        ck_assert_msg((messages(device) > before) == between_passes[barrier_taken_away], "without barrier %d: %s",
                      barrier_taken_away, first_message);
        if (messages(device) > before) ck_assert_msg(strstr(first_message, "SYNC-HAZARD") != NULL, "%s", first_message);
        seen += messages(device) > before;
    }
    printf("validation: %u missing barriers seen\n", seen);
    ck_assert_uint_eq(seen, 6 + BATCH + 1);
    ck_assert_uint_gt(readonly_buffers, 0);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* A dispatch reads what the one before it wrote, with no barrier between: the slip that synchronisation validation is
 * for. */
static void read_too_early(nbl_vulkan_device_t *device) {
    static const char *const texts[2] = {
        "layout(set = 0, binding = 0) readonly buffer a { uint x[]; };\nlayout(set = 0, binding = 1) buffer b { uint "
        "y[]; };\nvoid main() { y[0] = x[0]; }\n",
        "layout(set = 0, binding = 0) buffer a { uint x[]; };\nlayout(set = 0, binding = 1) readonly buffer b { uint "
        "y[]; };\nvoid main() { x[0] = y[0]; }\n"};
    nbl_vulkan_kernel_t *kernels[2];
    nbl_vulkan_buffer_t buffers[2];
    nbl_vulkan_bindings_t *bindings[2];
    nbl_vulkan_commands_t commands;
    for (int i = 0; i < 2; i++)
        expect(nbl_vulkan_buffer_create(device, &(nbl_vulkan_buffer_desc_t){.size = 64}, &buffers[i], &error));
    nbl_vulkan_resource_t resources[2] = {{.buffer = buffers[0].handle}, {.buffer = buffers[1].handle}};
    expect(nbl_vulkan_commands_create(device, &commands, &error));
    expect(nbl_vulkan_commands_begin(device, &commands, &error));
    for (int i = 0; i < 2; i++) {
        nbl_compile_desc_t compile = {.file = "copy", .text = texts[i]};
        expect(nbl_vulkan_kernel_create(device, &(nbl_vulkan_kernel_desc_t){.compile = &compile}, &kernels[i], &error));
        expect(nbl_vulkan_bindings_create(kernels[i], resources, NULL, &bindings[i], &error));
        expect(nbl_vulkan_kernel_record(kernels[i], commands.buffer, bindings[i], NULL, (uint32_t[]){1, 1, 1}, &error));
    }
    expect(nbl_vulkan_commands_submit(device, &commands, &error));
    nbl_vulkan_commands_destroy(device, &commands);
    for (int i = 0; i < 2; i++) {
        nbl_vulkan_bindings_destroy(bindings[i]);
        nbl_vulkan_buffer_destroy(device, &buffers[i]);
        nbl_vulkan_kernel_destroy(kernels[i]);
    }
}

START_TEST(counter_counts) {
    nbl_vulkan_device_t *device = open_validated(TEST_LAVAPIPE);
    if (device == NULL) return;
    read_too_early(device);
    ck_assert_uint_ge(messages(device), 1);
    ck_assert_msg(strstr(first_message, "SYNC-HAZARD-READ-AFTER-WRITE") != NULL, "%s", first_message);

    uint64_t before = nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_ERROR);
    PFN_vkGetDeviceProcAddr get = (PFN_vkGetDeviceProcAddr)nbl_vulkan_device_get_loader(
        device)(nbl_vulkan_device_get_instance(device), "vkGetDeviceProcAddr");
    PFN_vkCreateBuffer create = (PFN_vkCreateBuffer)get(nbl_vulkan_device_get_handle(device), "vkCreateBuffer");
    VkBufferCreateInfo empty = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    first_message[0] = '\0';
    create(nbl_vulkan_device_get_handle(device), &empty, NULL, &buffer);
    ck_assert_uint_gt(nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_ERROR), before);
    ck_assert_msg(strstr(first_message, "VUID-VkBufferCreateInfo-size") != NULL, "%s", first_message);
    printf("validation: the counter counts what the layer and its synchronisation validation say\n");
    /* The device keeps the empty buffer: it goes with the process. */
}
END_TEST

/* ---- The tools, with the layer put under them from outside */

static const char *layer_environment[4];
static char driver_variable[300], settings_variable[300];

static const char *log_path(void) { return test_path("layer.txt"); }

static void put_layer_under(void) {
    char settings[1024];
    snprintf(settings, sizeof settings,
             "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\nkhronos_validation.log_filename = %s\n"
             "khronos_validation.report_flags = error,warn,perf\n"
             "khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT\n",
             log_path());
    test_write_file(test_path("vk_layer_settings.txt"), settings, strlen(settings));
    snprintf(settings_variable, sizeof settings_variable, "VK_LAYER_SETTINGS_PATH=%s", test_folder());
    snprintf(driver_variable, sizeof driver_variable, "VK_DRIVER_FILES=%s", test_driver_file(TEST_LAVAPIPE));
    layer_environment[0] = "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation";
    layer_environment[1] = settings_variable;
    layer_environment[2] = driver_variable;
}

/* Returns what the layer wrote since the last call, at most a part of it; empty if nothing. */
static const char *layer_log(void) {
    static char text[4096];
    FILE *file = fopen(log_path(), "rb");
    ck_assert_msg(file != NULL, "the layer made no log: it was not there");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    remove(log_path());
    return text;
}

static void run_tool(const char *const *arguments) {
    test_output_t output = test_run(arguments, layer_environment);
    ck_assert_msg(output.status == 0, "%s: exit %d: %s", arguments[0], output.status, output.error);
    ck_assert_msg(strstr(output.text, "VUID") == NULL && strstr(output.error, "VUID") == NULL, "%s%s", output.text,
                  output.error);
    const char *log = layer_log();
    ck_assert_msg(log[0] == '\0', "%s %s: %s", arguments[0], arguments[1], log);
    test_output_free(&output);
}

static void write_image(const char *path, uint32_t width, uint32_t height) {
    nbl_image image;
    nbl_image_error reason;
    ck_assert_int_eq(nbl_image_create(width, height, NBL_IMAGE_CHANNELS_RGB, &image, &reason), NBL_IMAGE_OK);
    for (uint32_t i = 0; i < 4 * width * height; i++) image.pixels[i] = 0.5f;
    ck_assert_msg(nbl_image_write(path, &image, NBL_IMAGE_TYPE_FLOAT, &reason) == NBL_IMAGE_OK, "%s", reason.message);
    nbl_image_free(&image);
}

static const char *self;

START_TEST(tools) {
    if (test_driver_file(TEST_LAVAPIPE) == NULL) {
        nbl_vulkan_device_t *none = test_device_open(TEST_LAVAPIPE); /* says so, or fails */
        (void)none;
        return;
    }
    put_layer_under();
    const char *slip[] = {self, "--slip", NULL};
    test_output_t output = test_run(slip, layer_environment);
    ck_assert_msg(output.status == 0, "%s", output.error);
    const char *log = layer_log();
    ck_assert_msg(strstr(log, "SYNC-HAZARD") != NULL, "the layer saw no hazard where there is one: %s", log);
    test_output_free(&output);

    static float signal[2 * 3 * 256];
    for (size_t i = 0; i < sizeof signal / sizeof *signal; i++) signal[i] = (float)(i % 11);
    nbl_npy_array_t array = {NBL_NPY_COMPLEX64, 2, 3, 256, signal, {0}};
    char in[512], out[512], tool[512];
    snprintf(in, sizeof in, "%s", test_path("in.npy"));
    snprintf(out, sizeof out, "%s", test_path("out.npy"));
    ck_assert_int_eq(nbl_npy_write(in, &array, NULL), NBL_NPY_SUCCESS);
    snprintf(tool, sizeof tool, "%s", test_tool("nbl-fft"));
    run_tool((const char *[]){tool, "transform", in, out, "--backend", "vulkan", NULL});
    run_tool((const char *[]){tool, "transform", in, out, "--backend", "vulkan", "--inverse", "--precision", "fp64",
                              "--order", "native", "--mode", "fast", NULL});

    char image[512], kernel[512], result[512];
    snprintf(image, sizeof image, "%s", test_path("image.exr"));
    snprintf(kernel, sizeof kernel, "%s", test_path("kernel.exr"));
    snprintf(result, sizeof result, "%s", test_path("result.exr"));
    write_image(image, 40, 25);
    write_image(kernel, 9, 9);
    snprintf(tool, sizeof tool, "%s", test_tool("nbl-bloom"));
    run_tool((const char *[]){tool, image, kernel, "-o", result, "--backend", "vulkan", NULL});
    run_tool((const char *[]){
        tool,          image,       kernel,      "-o",     result,          "--backend", "vulkan",
        "--precision", "fp16",      "--padding", "mirror", "--kernel-mode", "resample",  "--first-axis",
        "y",           "--sharpen", "0.3",       "--mode", "fast",          "--timings", test_path("timings.json"),
        NULL});
    printf("validation: silent over 4 runs of the tools\n");
    test_folder_remove();
}
END_TEST

int main(int argc, char **argv) {
    self = argv[0];
    if (argc == 2 && strcmp(argv[1], "--slip") == 0) {
        nbl_vulkan_device_t *device;
        expect(nbl_vulkan_device_create(NULL, &device, &error));
        read_too_early(device);
        nbl_vulkan_device_destroy(device);
        return 0;
    }
    expect(nbl_cache_create(NULL, &cache, &error));
    Suite *suite = suite_create("validation");
    TCase *tests = tcase_create("validation");
    tcase_set_timeout(tests, 240);
    tcase_add_test(tests, counter_counts);
    tcase_add_loop_test(tests, kernels, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    tcase_add_test(tests, missing_barriers_are_seen);
    tcase_add_test(tests, tools);
    suite_add_tcase(suite, tests);
    int failed = test_run_suite(suite);
    nbl_cache_destroy(cache);
    return failed;
}
