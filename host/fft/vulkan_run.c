/* A batched transform on a Vulkan device from memory to memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/check.h"
#include "nbl/host/fft_vulkan.h"

/* Everything one run needs, so that it can be let go in one place. */
typedef struct run_t {
    nbl_vulkan_device_t *device;
    nbl_fft_t *fft;
    nbl_vulkan_buffer_t buffers[2];
    nbl_fft_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
} run_t;

static void release(run_t *run) {
    nbl_vulkan_timestamps_destroy(run->timestamps);
    nbl_vulkan_commands_destroy(run->device, &run->commands);
    nbl_fft_binding_destroy(run->binding);
    for (int i = 0; i < 2; i++) nbl_vulkan_buffer_destroy(run->device, &run->buffers[i]);
    nbl_fft_destroy(run->fft);
}

static nbl_result_t prepare(run_t *run, const nbl_fft_transform_plan_t *plan, const void *input, bool timed,
                            nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 2 && result == NBL_SUCCESS; i++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = i == 0 ? plan->input_bytes : plan->output_bytes,
                                           .name = i == 0 ? "fft input" : "fft output"};
        result = nbl_vulkan_buffer_create(run->device, &buffer, &run->buffers[i], error);
    }
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(run->device, &run->buffers[0], 0, input, plan->input_bytes, error);
    if (result == NBL_SUCCESS) {
        nbl_vulkan_resource_t in = {.buffer = run->buffers[0].handle}, out = {.buffer = run->buffers[1].handle};
        result = nbl_fft_binding_create(run->fft, in, out, &run->binding, error);
    }
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_create(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && timed) result = nbl_vulkan_timestamps_create(run->device, 1, &run->timestamps, error);
    return result;
}

static nbl_result_t dispatch(run_t *run, double *nanoseconds, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_commands_begin(run->device, &run->commands, error);
    if (result != NBL_SUCCESS) return result;
    if (run->timestamps != NULL) nbl_vulkan_timestamps_record_reset(run->timestamps, run->commands.buffer);
    result = nbl_fft_record(run->fft, run->binding, run->commands.buffer, run->timestamps, 0, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_submit(run->device, &run->commands, error);
    if (result == NBL_SUCCESS && run->timestamps != NULL)
        result = nbl_vulkan_timestamps_read(run->timestamps, 0, 1, nanoseconds, error);
    return result;
}

nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, plan, input, output)) return NBL_ERROR_ARGUMENT;
    run_t run = {.device = device};
    const nbl_fft_vulkan_desc_t desc = {mode, cache, unroll};
    nbl_result_t result = nbl_fft_create(device, plan, &desc, &run.fft, error);
    if (result == NBL_SUCCESS) result = prepare(&run, plan, input, nanoseconds != NULL, error);
    if (result == NBL_SUCCESS) result = dispatch(&run, nanoseconds, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_download(device, &run.buffers[1], 0, output, plan->output_bytes, error);
    release(&run);
    return result;
}
