/* Runs the methods that are no convolution, on a Vulkan device or on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_RUNS = 30 }; /* before a GPU is timed */

typedef struct session_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    nbl_vulkan_buffer_t image, result, workspace;
    nbl_vulkan_timestamps_t *timestamps;
    nbl_vulkan_commands_t commands;
} session_t;

nbl_blur_desc_t tool_describe_blur(const tool_job_t *job) {
    const tool_options_t *options = job->options;
    nbl_blur_desc_t desc = {.method =
                                options->method == TOOL_METHOD_PREFIX_SUM ? NBL_BLUR_PREFIX_SUM : NBL_BLUR_DUAL_FILTER,
                            .width = job->image->width,
                            .height = job->image->height,
                            .combine = (nbl_bloom_combine_t)options->combine,
                            .threshold = !isnan(options->threshold),
                            .levels = options->levels,
                            .spread = options->spread,
                            .sigma = options->sigma,
                            .boxes = options->boxes,
                            .wrap = options->wrap ? (nbl_blur_wrap_t)(options->wrap - 1) : NBL_BLUR_WRAP_MIRROR};
    return desc;
}

nbl_blur_frame_t tool_blur_frame(const tool_options_t *options) {
    const nbl_bloom_frame_t frame = tool_frame(options);
    nbl_blur_frame_t result = {frame.intensity, frame.threshold, frame.knee};
    return result;
}

tool_run_t tool_blur_emulator(tool_job_t *job) {
    nbl_error_t error = {""};
    const nbl_blur_desc_t desc = tool_describe_blur(job);
    const nbl_blur_frame_t frame = tool_blur_frame(job->options);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.threads = job->options->threads;
    if (job->options->check) launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_result_t result = nbl_blur_plan_make(&desc, &job->blur, &error);
    if (result) return tool_fail_bloom(job, result, &error);
    tool_run_t run = tool_load(job);
    job->backend = "emulator";
    job->runs = 1;
    snprintf(job->device, sizeof job->device, "CPU emulator");
    snprintf(job->driver, sizeof job->driver, "nbl emulator %d.%d.%d", NBL_VERSION_MAJOR, NBL_VERSION_MINOR,
             NBL_VERSION_PATCH);
    for (bool more = true; more && !run;) {
        tool_progress_of(job, "emulating");
        tool_sequence_load_ahead(job);
        result =
            nbl_blur_emulate(&job->blur, job->image->pixels, job->result, &frame, &launch, job->nanoseconds, &error);
        run = result ? tool_fail_bloom(job, result, &error) : tool_finish_frame(job, &more);
    }
    return run;
}

static uint64_t image_bytes(const tool_job_t *job) {
    return (uint64_t)job->image->width * job->image->height * 4 * sizeof(float);
}

static tool_run_t plan(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    nbl_blur_desc_t desc = tool_describe_blur(job);
    desc.max_shared_bytes = nbl_fft_device_limits(session->device).max_shared_bytes;
    nbl_result_t result = nbl_blur_plan_make(&desc, &job->blur, &error);
    return result ? tool_fail_on_device(job, &error, result) : tool_load(job);
}

static tool_run_t set_up(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    const struct {
        nbl_vulkan_buffer_t *buffer;
        nbl_vulkan_buffer_desc_t desc;
    } buffers[] = {{&session->image, {.size = image_bytes(job), .name = "image"}},
                   {&session->result, {.size = image_bytes(job), .name = "result"}},
                   {&session->workspace, {.size = job->blur.workspace_bytes, .name = "workspace"}}};
    nbl_result_t result = NBL_SUCCESS;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers && !result; i++)
        result = nbl_vulkan_buffer_create(session->device, &buffers[i].desc, buffers[i].buffer, &error);
    const bool cpu = tool_is_on_cpu(session->device);
    const nbl_blur_vulkan_desc_t desc = {.mode = (nbl_mode_t)job->options->mode,
                                         .cache = session->cache = tool_open_cache(),
                                         .optimize = cpu ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL};
    const nbl_blur_resources_t resources = {.image = {.buffer = session->image.handle},
                                            .result = {.buffer = session->result.handle},
                                            .workspace = {.buffer = session->workspace.handle}};
    tool_progress("compiling");
    if (!result) result = nbl_blur_create(session->device, &job->blur, &desc, &session->blur, &error);
    if (!result) result = nbl_blur_binding_create(session->blur, &resources, &session->binding, &error);
    if (!result) result = nbl_vulkan_commands_create(session->device, &session->commands, &error);
    if (!result && job->options->timings)
        result = nbl_vulkan_timestamps_create(session->device, job->blur.pass_count, &session->timestamps, &error);
    job->runs = 1;
    return result ? tool_fail_on_device(job, &error, result) : TOOL_RUN_DONE;
}

static tool_run_t run_frame(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    const nbl_blur_frame_t frame = tool_blur_frame(job->options);
    nbl_result_t result =
        nbl_vulkan_buffer_upload(session->device, &session->image, 0, job->image->pixels, image_bytes(job), &error);
    if (!result) result = nbl_vulkan_commands_begin(session->device, &session->commands, &error);
    if (result) return tool_fail_on_device(job, &error, result);
    VkCommandBuffer buffer = session->commands.buffer;
    if (session->timestamps) nbl_vulkan_timestamps_record_reset(session->timestamps, buffer);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_TRANSFER, NBL_VULKAN_STAGE_COMPUTE);
    result = nbl_blur_record(session->blur, session->binding, buffer, &frame, session->timestamps, 0, &error);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);
    if (!result) result = nbl_vulkan_commands_submit(session->device, &session->commands, &error);
    const int again = session->timestamps && !tool_is_on_cpu(session->device) ? WARM_RUNS : 0;
    for (int i = 0; i < again && !result; i++)
        result = nbl_vulkan_commands_resubmit(session->device, &session->commands, &error);
    if (!result && session->timestamps)
        result = nbl_vulkan_timestamps_read(session->timestamps, 0, job->blur.pass_count, job->nanoseconds, &error);
    if (!result)
        result =
            nbl_vulkan_buffer_download(session->device, &session->result, 0, job->result, image_bytes(job), &error);
    return result ? tool_fail_on_device(job, &error, result) : TOOL_RUN_DONE;
}

static void close_session(session_t *session) {
    if (session->device) {
        nbl_vulkan_commands_destroy(session->device, &session->commands);
        nbl_vulkan_timestamps_destroy(session->timestamps);
        nbl_blur_binding_destroy(session->binding);
        nbl_blur_destroy(session->blur);
        nbl_vulkan_buffer_destroy(session->device, &session->image);
        nbl_vulkan_buffer_destroy(session->device, &session->result);
        nbl_vulkan_buffer_destroy(session->device, &session->workspace);
    }
    nbl_cache_destroy(session->cache);
    nbl_vulkan_device_destroy(session->device);
}

tool_run_t tool_blur_vulkan(tool_job_t *job) {
    session_t session = {0};
    tool_run_t run = tool_open_device(job, &session.device);
    if (!run) run = plan(job, &session);
    if (!run) run = set_up(job, &session);
    for (bool more = true; more && !run;) {
        tool_progress_of(job, "blurring");
        tool_sequence_load_ahead(job);
        run = run_frame(job, &session);
        if (!run) run = tool_finish_frame(job, &more);
    }
    close_session(&session);
    return run;
}
