/* Runs the methods that are no convolution, and the bloom at low resolution, on a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/device.h"
#include "error/error.h"
#include "tool.h"

#include <stdlib.h>

enum { WARM_RUNS = 30 }; /* before a GPU is timed, as nbl-fft bench does (docs/testing.md, "Measuring") */

typedef struct session_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *low_binding;
    nbl_vulkan_buffer_t image, result, workspace;
    nbl_vulkan_timestamps_t *timestamps;
    nbl_vulkan_commands_t commands;
} session_t;

static uint32_t pass_count(const tool_job_t *job) {
    return job->options->low_resolution ? NBL_BLOOM_LOW_PASSES : job->blur.pass_count;
}

static uint64_t image_bytes(const tool_job_t *job) {
    return (uint64_t)job->image->width * job->image->height * 4 * sizeof(float);
}

static nbl_result_t plan(tool_job_t *job, nbl_error_t *error) {
    session_t *session = calloc(1, sizeof *session);
    if (!session) return nbl_fail_memory(error, "the blur");
    job->state = session;
    nbl_result_t result = tool_open_device(job, NULL, NULL, &session->device, error);
    if (!result) result = tool_load_pipelines(job, session->device, error);
    if (result) return result;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(session->device);
    return tool_plan_blur(job, &limits, error);
}

static nbl_result_t create_blur(tool_job_t *job, session_t *session, nbl_error_t *error) {
    const bool cpu = is_on_cpu(session->device);
    const nbl_blur_vulkan_desc_t desc = {.mode = (nbl_mode_t)job->options->mode,
                                         .cache = session->cache,
                                         .optimize = cpu ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL};
    const nbl_blur_resources_t resources = {.image = {.buffer = session->image.handle},
                                            .result = {.buffer = session->result.handle},
                                            .workspace = {.buffer = session->workspace.handle}};
    nbl_result_t result = nbl_blur_create(session->device, &job->blur, &desc, &session->blur, error);
    return result ? result : nbl_blur_binding_create(session->blur, &resources, &session->binding, error);
}

/* Splits the kernel and uploads its parts, which stay in the workspace. */
static nbl_result_t upload_parts(tool_job_t *job, session_t *session, nbl_error_t *error) {
    void *parts = malloc((size_t)job->low.kernel_bytes);
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    if (parts) result = nbl_bloom_low_split(&job->low, job->kernel->pixels, parts, error);
    if (!result)
        result = nbl_vulkan_buffer_upload(session->device, &session->workspace, 0, parts, job->low.kernel_bytes, error);
    free(parts);
    return result;
}

static nbl_result_t transform_parts(session_t *session, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_commands_begin(session->device, &session->commands, error);
    if (!result)
        result = nbl_bloom_low_record_kernel(session->low, session->low_binding, session->commands.buffer, error);
    return result ? result : nbl_vulkan_commands_submit(session->device, &session->commands, error);
}

static nbl_result_t create_low(tool_job_t *job, session_t *session, nbl_error_t *error) {
    const nbl_bloom_vulkan_desc_t desc = {
        .mode = (nbl_mode_t)job->options->mode, .cache = session->cache, .unroll = !is_on_cpu(session->device)};
    const nbl_bloom_low_resources_t resources = {.image = {.buffer = session->image.handle},
                                                 .result = {.buffer = session->result.handle},
                                                 .workspace = {.buffer = session->workspace.handle}};
    nbl_result_t result = upload_parts(job, session, error);
    if (!result) result = nbl_bloom_low_create(session->device, &job->low, &desc, &session->low, error);
    if (!result) result = nbl_bloom_low_binding_create(session->low, &resources, &session->low_binding, error);
    return result;
}

static nbl_result_t begin(tool_job_t *job, nbl_error_t *error) {
    session_t *session = job->state;
    const bool low = job->options->low_resolution != 0;
    const uint64_t workspace_bytes = low ? job->low.workspace_bytes : job->blur.workspace_bytes;
    const struct {
        nbl_vulkan_buffer_t *buffer;
        nbl_vulkan_buffer_desc_t desc;
    } buffers[] = {{&session->image, {.size = image_bytes(job), .name = "image"}},
                   {&session->result, {.size = image_bytes(job), .name = "result"}},
                   {&session->workspace, {.size = workspace_bytes, .bound_in_parts = low, .name = "workspace"}}};
    nbl_result_t result = NBL_SUCCESS;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers && !result; i++)
        result = nbl_vulkan_buffer_create(session->device, &buffers[i].desc, buffers[i].buffer, error);
    session->cache = open_cache();
    show_progress("compiling");
    if (!result) result = (low ? create_low : create_blur)(job, session, error);
    if (!result) result = nbl_vulkan_commands_create(session->device, &session->commands, error);
    if (!result && low) result = transform_parts(session, error);
    if (!result && job->options->timings)
        result = nbl_vulkan_timestamps_create(session->device, pass_count(job), &session->timestamps, error);
    job->runs = 1;
    return result;
}

static nbl_result_t run_frame(tool_job_t *job, nbl_error_t *error) {
    session_t *session = job->state;
    tool_progress_of(job, "blurring");
    const nbl_bloom_frame_t frame = tool_frame(job->options);
    const nbl_blur_frame_t blur_frame = tool_blur_frame(job->options);
    nbl_result_t result =
        nbl_vulkan_buffer_upload(session->device, &session->image, 0, job->image->pixels, image_bytes(job), error);
    if (!result && job->new_kernel) result = upload_parts(job, session, error);
    if (!result && job->new_kernel) result = transform_parts(session, error);
    if (!result) result = nbl_vulkan_commands_begin(session->device, &session->commands, error);
    if (result) return result;
    VkCommandBuffer buffer = session->commands.buffer;
    if (session->timestamps) nbl_vulkan_timestamps_record_reset(session->timestamps, buffer);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_TRANSFER, NBL_VULKAN_STAGE_COMPUTE);
    result = job->options->low_resolution
                 ? nbl_bloom_low_record_image(session->low, session->low_binding, buffer, &frame, session->timestamps,
                                              0, error)
                 : nbl_blur_record(session->blur, session->binding, buffer, &blur_frame, session->timestamps, 0, error);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);
    if (!result) result = nbl_vulkan_commands_submit(session->device, &session->commands, error);
    const int again = session->timestamps && !is_on_cpu(session->device) ? WARM_RUNS : 0;
    for (int i = 0; i < again && !result; i++)
        result = nbl_vulkan_commands_resubmit(session->device, &session->commands, error);
    if (!result && session->timestamps)
        result = nbl_vulkan_timestamps_read(session->timestamps, 0, pass_count(job), job->nanoseconds, error);
    if (!result)
        result = nbl_vulkan_buffer_download(session->device, &session->result, 0, job->result, image_bytes(job), error);
    return result;
}

static void end(tool_job_t *job) {
    session_t *session = job->state;
    job->state = NULL;
    if (!session) return;
    if (session->blur || session->low) tool_save_pipelines(job, session->device);
    if (session->device) {
        nbl_vulkan_commands_destroy(session->device, &session->commands);
        nbl_vulkan_timestamps_destroy(session->timestamps);
        nbl_blur_binding_destroy(session->binding);
        nbl_blur_destroy(session->blur);
        nbl_bloom_low_binding_destroy(session->low_binding);
        nbl_bloom_low_destroy(session->low);
        nbl_vulkan_buffer_destroy(session->device, &session->image);
        nbl_vulkan_buffer_destroy(session->device, &session->result);
        nbl_vulkan_buffer_destroy(session->device, &session->workspace);
    }
    nbl_cache_destroy(session->cache);
    nbl_vulkan_device_destroy(session->device);
    free(session);
}

const tool_backend_t tool_blur_on_vulkan = {plan, begin, run_frame, end};
