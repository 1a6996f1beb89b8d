/* Vulkan devices by driver, and one dispatch of a kernel.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *test_driver_name(test_driver_t driver) { return driver == TEST_LAVAPIPE ? "lavapipe" : "SwiftShader"; }

const char *test_driver_file(test_driver_t driver) {
    static char path[2][256]; /* Debian's places of them */
    static const char *const patterns[2] = {"/usr/share/vulkan/icd.d/lvp_icd.*.json",
                                            "/usr/lib/chromium/vk_swiftshader_icd.json"};
    glob_t found;
    if (glob(patterns[driver], 0, NULL, &found) != 0) return NULL;
    snprintf(path[driver], sizeof path[driver], "%s", found.gl_pathv[0]);
    globfree(&found);
    return path[driver];
}

/* Tells that a driver is not installed, which in CI is a failure. */
static void tell_missing(test_driver_t driver) {
    const char *ci = getenv("CI");
    if (ci && strcmp(ci, "true") == 0) ck_abort_msg("%s: not installed", test_driver_name(driver));
    printf("SKIPPED: %s: not installed\n", test_driver_name(driver));
}

nbl_vulkan_device_t *test_device_open(test_driver_t driver) {
    const char *file = test_driver_file(driver);
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error = {{0}};
    if (file == NULL) {
        tell_missing(driver);
        return NULL;
    }
    /* The loader reads these when an instance is made; the first is for loaders before 1.3.207. */
    setenv("VK_ICD_FILENAMES", file, 1);
    setenv("VK_DRIVER_FILES", file, 1);
    if (nbl_vulkan_device_create(NULL, &device, &error) != NBL_SUCCESS)
        ck_abort_msg("%s: %s", test_driver_name(driver), error.text);
    return device;
}

const char *const *test_driver_file_environment(const char *file) {
    static char lines[2][600];
    static const char *const environment[] = {lines[0], lines[1], "VK_ADD_DRIVER_FILES", NULL};
    if (file == NULL) file = "/nonexistent/icd.json";
    snprintf(lines[0], sizeof lines[0], "VK_DRIVER_FILES=%s", file);
    snprintf(lines[1], sizeof lines[1], "VK_ICD_FILENAMES=%s", file);
    return environment;
}

const char *const *test_driver_environment(test_driver_t driver) {
    const char *file = test_driver_file(driver);
    if (file == NULL) tell_missing(driver);
    return file == NULL ? NULL : test_driver_file_environment(file);
}

static void expect(nbl_result_t result, const nbl_error_t *error) {
    if (result != NBL_SUCCESS) ck_abort_msg("%s: %s", nbl_result_text(result), error->text);
}

nbl_compile_desc_t test_kernel_text(const char *path, nbl_language_t language, const nbl_define_t *defines,
                                    uint32_t define_count) {
    static nbl_source_t source;
    source = (nbl_source_t){"kernel.h", test_read_text(path), 0};
    return (nbl_compile_desc_t){.file = "kernel.h",
                                .sources = &source,
                                .source_count = 1,
                                .language = language,
                                .defines = defines,
                                .define_count = define_count};
}

void test_kernel_run(nbl_vulkan_device_t *device, const test_kernel_t *kernel) {
    nbl_error_t error;
    nbl_vulkan_buffer_t buffers[8];
    nbl_vulkan_image_t image = {0};
    nbl_vulkan_resource_t resources[9];
    memset(resources, 0, sizeof resources);
    for (uint32_t i = 0; i < kernel->buffer_count; i++) {
        nbl_vulkan_buffer_desc_t desc = {
            .size = kernel->buffers[i].bytes, .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, .name = "test"};
        expect(nbl_vulkan_buffer_create(device, &desc, &buffers[i], &error), &error);
        expect(nbl_vulkan_buffer_upload(device, &buffers[i], 0, kernel->buffers[i].data, kernel->buffers[i].bytes,
                                        &error),
               &error);
        resources[i].buffer = buffers[i].handle;
    }
    if (kernel->image.texels) {
        nbl_vulkan_image_desc_t desc = {.width = kernel->image.width, .height = kernel->image.height, .name = "test"};
        expect(nbl_vulkan_image_create(device, &desc, &image, &error), &error);
        expect(nbl_vulkan_image_upload(device, &image, kernel->image.texels, VK_IMAGE_LAYOUT_UNDEFINED,
                                       VK_IMAGE_LAYOUT_GENERAL, &error),
               &error);
        resources[kernel->buffer_count].view = image.view;
    }
    unsigned char constants[128] = {0};
    if (kernel->push_constant_bytes) memcpy(constants, kernel->push_constants, kernel->push_constant_bytes);
    for (uint32_t i = 0; kernel->address_of && i <= kernel->more_addresses; i++)
        memcpy(constants + 8 * i, &buffers[kernel->address_of - 1 + i].address, 8);

    nbl_vulkan_kernel_desc_t desc = {.compile = kernel->compile, .subgroup_size = kernel->subgroup_size};
    if (kernel->spirv) {
        desc.spirv = kernel->spirv->words;
        desc.spirv_word_count = kernel->spirv->word_count;
    }
    nbl_vulkan_kernel_t *pipeline = NULL;
    nbl_vulkan_bindings_t *bindings = NULL;
    nbl_vulkan_commands_t commands;
    uint32_t groups[3];
    expect(nbl_vulkan_kernel_create(device, &desc, &pipeline, &error), &error);
    expect(nbl_vulkan_bindings_create(pipeline, resources, NULL, &bindings, &error), &error);
    expect(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    ck_assert(nbl_vulkan_split_groups(kernel->groups, groups));
    expect(nbl_vulkan_kernel_record(pipeline, commands.buffer, bindings, kernel->push_constant_bytes ? constants : NULL,
                                    groups, &error),
           &error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    expect(nbl_vulkan_commands_submit(device, &commands, &error), &error);

    for (uint32_t i = 0; i < kernel->buffer_count; i++) {
        expect(nbl_vulkan_buffer_download(device, &buffers[i], 0, kernel->buffers[i].data, kernel->buffers[i].bytes,
                                          &error),
               &error);
        nbl_vulkan_buffer_destroy(device, &buffers[i]);
    }
    if (kernel->image.texels) {
        expect(nbl_vulkan_image_download(device, &image, kernel->image.texels, VK_IMAGE_LAYOUT_GENERAL, &error),
               &error);
        nbl_vulkan_image_destroy(device, &image);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_kernel_destroy(pipeline);
}

test_recording_t test_recording_begin(nbl_vulkan_device_t *device, const void *source, uint64_t source_bytes,
                                      uint64_t target_bytes, uint64_t workspace_bytes) {
    test_recording_t r = {.device = device};
    nbl_vulkan_buffer_t *const buffers[3] = {&r.source, &r.target, &r.workspace};
    nbl_vulkan_resource_t *const bound[3] = {&r.source_bound, &r.target_bound, &r.workspace_bound};
    const uint64_t sizes[3] = {source_bytes, target_bytes, workspace_bytes};
    nbl_error_t error;
    for (int i = 0; i < 3; i++) {
        const nbl_vulkan_buffer_desc_t desc = {.size = sizes[i], .name = "test"};
        TEST_EXPECT(nbl_vulkan_buffer_create(device, &desc, buffers[i], &error));
        bound[i]->buffer = buffers[i]->handle;
    }
    TEST_EXPECT(nbl_vulkan_buffer_upload(device, &r.source, 0, source, source_bytes, &error));
    TEST_EXPECT(nbl_vulkan_commands_create(device, &r.commands, &error));
    TEST_EXPECT(nbl_vulkan_commands_begin(device, &r.commands, &error));
    nbl_vulkan_record_barrier(device, r.commands.buffer, NBL_VULKAN_STAGE_TRANSFER, NBL_VULKAN_STAGE_COMPUTE);
    return r;
}

void test_recording_submit(test_recording_t *recording) {
    nbl_error_t error;
    TEST_EXPECT(nbl_vulkan_commands_submit(recording->device, &recording->commands, &error));
}

void test_recording_end(test_recording_t *recording) {
    nbl_vulkan_commands_destroy(recording->device, &recording->commands);
    nbl_vulkan_buffer_destroy(recording->device, &recording->source);
    nbl_vulkan_buffer_destroy(recording->device, &recording->target);
    nbl_vulkan_buffer_destroy(recording->device, &recording->workspace);
}
