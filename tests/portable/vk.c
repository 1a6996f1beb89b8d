/* vk JOB: runs SPIR-V on the first Vulkan device, as a job says.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With libnbl.a, which reads what a module binds, whatever compiled it. VK_DRIVER_FILES chooses the driver.
 */
#include "job.h"
#include "nbl/host/vulkan.h"

static nbl_vulkan_device_t *device;
static nbl_vulkan_buffer_t buffers[JOB_BUFFERS];

static int expect(nbl_result_t result, const char *what, const nbl_error_t *error) {
    return result == NBL_SUCCESS ? 0 : job_fail(what, error->text);
}

static int device_open(void) {
    const nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_error_t error;
    if (expect(nbl_vulkan_device_create(&desc, &device, &error), "Vulkan", &error)) return 1;
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    printf("%s, %s\n", info->driver_name, info->driver_info);
    return 0;
}

static int device_buffer(unsigned number, size_t bytes, const void *data) {
    const nbl_vulkan_buffer_desc_t desc = {
        .size = bytes, .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, .bound_in_parts = true, .name = "of the job"};
    nbl_error_t error;
    return expect(nbl_vulkan_buffer_create(device, &desc, &buffers[number], &error), "buffer", &error) ||
           expect(nbl_vulkan_buffer_upload(device, &buffers[number], 0, data, bytes, &error), "buffer", &error);
}

static int device_pass(const job_pass_t *pass) {
    const nbl_vulkan_kernel_desc_t desc = {.name = pass->path,
                                           .spirv = (const uint32_t *)(const void *)pass->text,
                                           .spirv_word_count = pass->size / 4,
                                           .local_size = {pass->invocations, 1, 1}};
    const uint32_t groups[3] = {pass->workgroups, 1, 1};
    nbl_vulkan_resource_t resources[JOB_BUFFERS] = {{0}};
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_vulkan_bindings_t *bindings = NULL;
    nbl_vulkan_commands_t commands;
    nbl_error_t error;
    for (unsigned k = 0; k < pass->count; k++) {
        if (pass->bindings[k] >= JOB_BUFFERS) return job_fail(pass->path, "binds too high a number");
        resources[pass->bindings[k]].buffer = buffers[pass->buffers[k]].handle;
        resources[pass->bindings[k]].offset = pass->offsets[k];
        resources[pass->bindings[k]].size = pass->bytes[k];
    }
    int failed = expect(nbl_vulkan_commands_create(device, &commands, &error), "commands", &error);
    if (failed) return failed;
    failed =
        expect(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), pass->path, &error) ||
        expect(nbl_vulkan_bindings_create(kernel, resources, NULL, &bindings, &error), pass->path, &error) ||
        expect(nbl_vulkan_commands_begin(device, &commands, &error), pass->path, &error) ||
        expect(nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, NULL, groups, &error), pass->path, &error);
    if (!failed) {
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
        failed = expect(nbl_vulkan_commands_submit(device, &commands, &error), pass->path, &error);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_kernel_destroy(kernel);
    return failed;
}

static int device_read(unsigned number, size_t bytes, void *data) {
    nbl_error_t error;
    return expect(nbl_vulkan_buffer_download(device, &buffers[number], 0, data, bytes, &error), "result", &error);
}

int main(int argc, char **argv) {
    const int failed = job_run(argc == 2 ? argv[1] : NULL);
    for (int k = 0; k < JOB_BUFFERS && device; k++) nbl_vulkan_buffer_destroy(device, &buffers[k]);
    nbl_vulkan_device_destroy(device);
    return failed;
}
