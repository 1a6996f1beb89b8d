/* Runs the methods that are no convolution, and the bloom at low resolution, on a Vulkan device or on the CPU emulator.
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
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *low_binding;
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

/* Makes the plan of either; limits: a device's, or NULL. */
static nbl_result_t make_plan(tool_job_t *job, const nbl_fft_limits_t *limits, nbl_error_t *error) {
    if (job->options->low_resolution) {
        nbl_bloom_low_desc_t desc = tool_describe_low(job);
        if (limits) desc.bloom.limits = *limits;
        if (job->options->subgroup_size) desc.bloom.limits.subgroup_size = job->options->subgroup_size;
        return nbl_bloom_low_plan_make(&desc, &job->low, error);
    }
    nbl_blur_desc_t desc = tool_describe_blur(job);
    if (limits) desc.max_shared_bytes = limits->max_shared_bytes;
    return nbl_blur_plan_make(&desc, &job->blur, error);
}

static nbl_result_t emulate(tool_job_t *job, const nbl_emulator_launch_t *launch, nbl_error_t *error) {
    const nbl_blur_frame_t blur_frame = tool_blur_frame(job->options);
    const nbl_bloom_frame_t frame = tool_frame(job->options);
    return job->options->low_resolution ? nbl_bloom_low_emulate(&job->low, job->image->pixels, job->kernel->pixels,
                                                                job->result, &frame, launch, job->nanoseconds, error)
                                        : nbl_blur_emulate(&job->blur, job->image->pixels, job->result, &blur_frame,
                                                           launch, job->nanoseconds, error);
}

static uint32_t pass_count(const tool_job_t *job) {
    return job->options->low_resolution ? NBL_BLOOM_LOW_PASSES : job->blur.pass_count;
}

tool_run_t tool_blur_emulator(tool_job_t *job) {
    nbl_error_t error = {""};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.threads = job->options->threads;
    if (job->options->check) launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_result_t result = make_plan(job, NULL, &error);
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
        result = emulate(job, &launch, &error);
        run = result ? tool_fail_bloom(job, result, &error) : tool_finish_frame(job, &more);
    }
    return run;
}

static uint64_t image_bytes(const tool_job_t *job) {
    return (uint64_t)job->image->width * job->image->height * 4 * sizeof(float);
}

static tool_run_t plan(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    const nbl_fft_limits_t limits = nbl_fft_device_limits(session->device);
    nbl_result_t result = make_plan(job, &limits, &error);
    return result ? tool_fail_on_device(job, &error, result) : tool_load(job);
}

static nbl_result_t create_blur(tool_job_t *job, session_t *session, nbl_error_t *error) {
    const bool cpu = tool_is_on_cpu(session->device);
    const nbl_blur_vulkan_desc_t desc = {.mode = (nbl_mode_t)job->options->mode,
                                         .cache = session->cache,
                                         .optimize = cpu ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL};
    const nbl_blur_resources_t resources = {.image = {.buffer = session->image.handle},
                                            .result = {.buffer = session->result.handle},
                                            .workspace = {.buffer = session->workspace.handle}};
    nbl_result_t result = nbl_blur_create(session->device, &job->blur, &desc, &session->blur, error);
    return result ? result : nbl_blur_binding_create(session->blur, &resources, &session->binding, error);
}

/* The kernel's parts stay in the workspace. */
static nbl_result_t create_low(tool_job_t *job, session_t *session, nbl_error_t *error) {
    const nbl_bloom_vulkan_desc_t desc = {
        .mode = (nbl_mode_t)job->options->mode, .cache = session->cache, .unroll = !tool_is_on_cpu(session->device)};
    const nbl_bloom_low_resources_t resources = {.image = {.buffer = session->image.handle},
                                                 .result = {.buffer = session->result.handle},
                                                 .workspace = {.buffer = session->workspace.handle}};
    void *parts = malloc((size_t)job->low.kernel_bytes);
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    if (parts) result = nbl_bloom_low_split(&job->low, job->kernel->pixels, parts, error);
    if (!result)
        result = nbl_vulkan_buffer_upload(session->device, &session->workspace, 0, parts, job->low.kernel_bytes, error);
    free(parts);
    if (!result) result = nbl_bloom_low_create(session->device, &job->low, &desc, &session->low, error);
    if (!result) result = nbl_bloom_low_binding_create(session->low, &resources, &session->low_binding, error);
    return result;
}

static tool_run_t set_up(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
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
        result = nbl_vulkan_buffer_create(session->device, &buffers[i].desc, buffers[i].buffer, &error);
    session->cache = tool_open_cache();
    tool_progress("compiling");
    if (!result) result = (low ? create_low : create_blur)(job, session, &error);
    if (!result) result = nbl_vulkan_commands_create(session->device, &session->commands, &error);
    if (!result && low) {
        result = nbl_vulkan_commands_begin(session->device, &session->commands, &error);
        if (!result)
            result = nbl_bloom_low_record_kernel(session->low, session->low_binding, session->commands.buffer, &error);
        if (!result) result = nbl_vulkan_commands_submit(session->device, &session->commands, &error);
    }
    if (!result && job->options->timings)
        result = nbl_vulkan_timestamps_create(session->device, pass_count(job), &session->timestamps, &error);
    job->runs = 1;
    return result ? tool_fail_on_device(job, &error, result) : TOOL_RUN_DONE;
}

static tool_run_t run_frame(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    const nbl_bloom_frame_t frame = tool_frame(job->options);
    const nbl_blur_frame_t blur_frame = tool_blur_frame(job->options);
    nbl_result_t result =
        nbl_vulkan_buffer_upload(session->device, &session->image, 0, job->image->pixels, image_bytes(job), &error);
    if (!result) result = nbl_vulkan_commands_begin(session->device, &session->commands, &error);
    if (result) return tool_fail_on_device(job, &error, result);
    VkCommandBuffer buffer = session->commands.buffer;
    if (session->timestamps) nbl_vulkan_timestamps_record_reset(session->timestamps, buffer);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_TRANSFER, NBL_VULKAN_STAGE_COMPUTE);
    result = job->options->low_resolution ? nbl_bloom_low_record_image(session->low, session->low_binding, buffer,
                                                                       &frame, session->timestamps, 0, &error)
                                          : nbl_blur_record(session->blur, session->binding, buffer, &blur_frame,
                                                            session->timestamps, 0, &error);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);
    if (!result) result = nbl_vulkan_commands_submit(session->device, &session->commands, &error);
    const int again = session->timestamps && !tool_is_on_cpu(session->device) ? WARM_RUNS : 0;
    for (int i = 0; i < again && !result; i++)
        result = nbl_vulkan_commands_resubmit(session->device, &session->commands, &error);
    if (!result && session->timestamps)
        result = nbl_vulkan_timestamps_read(session->timestamps, 0, pass_count(job), job->nanoseconds, &error);
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
        nbl_bloom_low_binding_destroy(session->low_binding);
        nbl_bloom_low_destroy(session->low);
        nbl_vulkan_buffer_destroy(session->device, &session->image);
        nbl_vulkan_buffer_destroy(session->device, &session->result);
        nbl_vulkan_buffer_destroy(session->device, &session->workspace);
    }
    nbl_cache_destroy(session->cache);
    nbl_vulkan_device_destroy(session->device);
}

tool_run_t tool_blur_vulkan(tool_job_t *job) {
    session_t session = {0};
    tool_run_t run = tool_open_device(job, NULL, NULL, &session.device);
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
