/* Runs the bloom on a Vulkan device: uploads, records both halves with timestamps, reads back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench/measuring.h"
#include "tool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For --timings on a GPU: its clocks are warm after so many runs, and the median of a few says more than one. */
enum {
    WARM_RUNS = 30,
    TIMED_RUNS = 9,
    KERNEL_PASSES = NBL_BLOOM_PASS_FIRST_AXIS,
    IMAGE_PASSES = NBL_BLOOM_PASSES - KERNEL_PASSES
};

typedef struct session_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_bloom_t *bloom;
    nbl_bloom_binding_t *binding;
    nbl_vulkan_buffer_t image, kernel, result, workspace, spectrum, sums;
    nbl_vulkan_timestamps_t *timestamps;
    nbl_vulkan_commands_t commands;
    /* Kernels are compiled on a thread of their own while files are read and uploaded */
    const tool_job_t *job;
    pthread_t compiler;
    bool compiles; /* on that thread */
    nbl_result_t compiled;
    nbl_error_t compile_error;
} session_t;

/* Whether the emulator is to try instead: where nobody asked for a device, of what the device refuses; with --fallback,
 * of whatever else is not the inputs' fault, such as a lost device. */
static bool may_fall_back(const tool_options_t *options, nbl_result_t result) {
    bool refused = result == NBL_ERROR_NO_DEVICE || result == NBL_ERROR_LIMIT || result == NBL_ERROR_MISSING_FEATURE ||
                   result == NBL_ERROR_OUT_OF_MEMORY;
    if (result == NBL_ERROR_BAD_KERNEL) return false;
    return options->fallback || (refused && options->backend == TOOL_BACKEND_ANY && !options->device);
}

tool_run_t tool_fail_on_device(tool_job_t *job, const nbl_error_t *error, nbl_result_t result) {
    if (!may_fall_back(job->options, result)) return tool_fail_bloom(job, result, error);
    snprintf(job->reason, sizeof job->reason, "%s", error->text[0] ? error->text : nbl_result_text(result));
    return TOOL_RUN_FALL_BACK;
}

bool tool_is_on_cpu(const nbl_vulkan_device_t *device) {
    return nbl_vulkan_device_get_info(device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

tool_run_t tool_open_device(tool_job_t *job, nbl_vulkan_device_t **device) {
    const char *wanted = job->options->device;
    nbl_error_t error = {""};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    if (wanted && strspn(wanted, "0123456789") == strlen(wanted) && strlen(wanted) < 9)
        desc.index = (int32_t)strtol(wanted, NULL, 10);
    else
        desc.name = wanted;
    nbl_result_t result = nbl_vulkan_device_create(&desc, device, &error);
    if (result) return tool_fail_on_device(job, &error, result);
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(*device);
    if (tool_is_on_cpu(*device) && job->options->backend == TOOL_BACKEND_ANY && !wanted) {
        snprintf(job->reason, sizeof job->reason, "no GPU, and the emulator is faster than %.100s", info->name);
        return TOOL_RUN_FALL_BACK;
    }
    job->backend = "vulkan";
    snprintf(job->device, sizeof job->device, "%s", info->name);
    snprintf(job->driver, sizeof job->driver, "%.250s%s%.250s", info->driver_name, info->driver_info[0] ? " " : "",
             info->driver_info);
    return TOOL_RUN_DONE;
}

static tool_run_t plan(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    nbl_bloom_desc_t desc = tool_describe(job);
    desc.limits = nbl_fft_device_limits(session->device);
    desc.grey_kernel = tool_kernel_is_grey(job);
    nbl_result_t result = nbl_bloom_plan_make(&desc, &job->plan, &error);
    return result ? tool_fail_on_device(job, &error, result) : TOOL_RUN_DONE;
}

nbl_cache_t *tool_open_cache(void) {
    nbl_cache_t *cache = NULL;
    if (nbl_cache_create(NULL, &cache, NULL)) cache = NULL; /* without it, it only takes longer */
    nbl_cache_status_t status = nbl_cache_get_status(cache);
    if (!status.usable && status.directory[0]) {
        char note[512];
        snprintf(note, sizeof note, "%.250s: not used as a cache: %.200s", status.directory, status.reason);
        tool_note(note);
    }
    return cache;
}

static void *compile(void *user) {
    session_t *session = user;
    nbl_bloom_vulkan_desc_t vulkan = {0};
    vulkan.mode = (nbl_mode_t)session->job->options->mode;
    vulkan.cache = session->cache;
    vulkan.unroll = !tool_is_on_cpu(session->device);
    vulkan.threads = NBL_BLOOM_PASSES;
    session->compiled =
        nbl_bloom_create(session->device, &session->job->plan, &vulkan, &session->bloom, &session->compile_error);
    return NULL;
}

static void begin_to_compile(const tool_job_t *job, session_t *session) {
    session->job = job;
    session->cache = tool_open_cache();
    session->compiles = pthread_create(&session->compiler, NULL, compile, session) == 0;
}

static tool_run_t finish_compiling(tool_job_t *job, session_t *session) {
    tool_progress("compiling");
    if (!session->compiles) compile(session);
    if (session->compiles) pthread_join(session->compiler, NULL);
    session->compiles = false;
    return session->compiled ? tool_fail_on_device(job, &session->compile_error, session->compiled) : TOOL_RUN_DONE;
}

static uint64_t image_bytes(const nbl_image *image) {
    return (uint64_t)image->width * image->height * 4 * sizeof(float);
}

static tool_run_t upload(tool_job_t *job, session_t *session) {
    const struct {
        nbl_vulkan_buffer_t *buffer;
        const char *name;
        uint64_t bytes;
        const float *data;
    } buffers[] = {
        {&session->image, "image", image_bytes(job->image), job->image->pixels},
        {&session->kernel, "kernel", image_bytes(job->kernel), job->kernel->pixels},
        {&session->result, "result", image_bytes(job->image), NULL},
        {&session->workspace, "workspace", job->plan.workspace_bytes, NULL},
        {&session->spectrum, "kernel spectrum", job->plan.spectrum_bytes, NULL},
        {&session->sums, "kernel sums", NBL_BLOOM_SUMS_BYTES, NULL},
    };
    tool_progress("uploading");
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        nbl_error_t error = {""};
        nbl_vulkan_buffer_desc_t desc = {.size = buffers[i].bytes,
                                         .bound_in_parts = buffers[i].buffer == &session->workspace,
                                         .name = buffers[i].name};
        nbl_result_t result = nbl_vulkan_buffer_create(session->device, &desc, buffers[i].buffer, &error);
        if (!result && buffers[i].data)
            result = nbl_vulkan_buffer_upload(session->device, buffers[i].buffer, 0, buffers[i].data, buffers[i].bytes,
                                              &error);
        if (result) return tool_fail_on_device(job, &error, result);
    }
    return TOOL_RUN_DONE;
}

static tool_run_t bind(tool_job_t *job, session_t *session) {
    nbl_bloom_resources_t resources = {.image = {.buffer = session->image.handle},
                                       .result = {.buffer = session->result.handle},
                                       .kernel = {.buffer = session->kernel.handle},
                                       .workspace = {.buffer = session->workspace.handle},
                                       .spectrum = {.buffer = session->spectrum.handle},
                                       .sums = {.buffer = session->sums.handle}};
    nbl_error_t error = {""};
    nbl_result_t result = nbl_bloom_binding_create(session->bloom, &resources, &session->binding, &error);
    return result ? tool_fail_on_device(job, &error, result) : TOOL_RUN_DONE;
}

/* Nothing is divided by the kernel's sums before they are known to be fit for it. */
static tool_run_t check_sums(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    float sums[4];
    nbl_result_t result = nbl_vulkan_commands_begin(session->device, &session->commands, &error);
    if (!result)
        result = nbl_bloom_record_sums(session->bloom, session->binding, session->commands.buffer, NULL, 0, &error);
    if (!result) result = nbl_vulkan_commands_submit(session->device, &session->commands, &error);
    if (!result) result = nbl_vulkan_buffer_download(session->device, &session->sums, 0, sums, sizeof sums, &error);
    if (!result) result = nbl_bloom_check_sums(&job->plan, sums, &error);
    return result ? tool_fail_on_device(job, &error, result) : TOOL_RUN_DONE;
}

/* Records and submits one half of the passes, `job->runs` times timed, and keeps each pass's median. */
static tool_run_t run_half(tool_job_t *job, session_t *session, bool image_half) {
    uint32_t first = image_half ? KERNEL_PASSES : 0, passes = image_half ? IMAGE_PASSES : KERNEL_PASSES;
    nbl_error_t error = {""};
    nbl_error_t bloom_error = {""};
    VkCommandBuffer buffer = session->commands.buffer;
    nbl_result_t result = nbl_vulkan_commands_begin(session->device, &session->commands, &error);
    if (result) return tool_fail_on_device(job, &error, result);
    if (session->timestamps) nbl_vulkan_timestamps_record_reset(session->timestamps, buffer);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    nbl_bloom_frame_t frame = tool_frame(job->options);
    nbl_result_t recorded = image_half ? nbl_bloom_record_image(session->bloom, session->binding, buffer, &frame,
                                                                session->timestamps, 0, &bloom_error)
                                       : nbl_bloom_record_sums(session->bloom, session->binding, buffer,
                                                               session->timestamps, 0, &bloom_error);
    if (!recorded && !image_half)
        recorded = nbl_bloom_record_kernel(session->bloom, session->binding, buffer, session->timestamps,
                                           NBL_BLOOM_PASS_KERNEL_FIRST_AXIS, &bloom_error);
    if (recorded) return tool_fail_on_device(job, &bloom_error, recorded);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);

    uint32_t untimed = job->runs > 1 ? WARM_RUNS : 0;
    double times[NBL_BLOOM_PASSES][TIMED_RUNS], spans[NBL_BLOOM_PASSES];
    for (uint32_t run = 0; run < untimed + job->runs; run++) {
        result = run == 0 ? nbl_vulkan_commands_submit(session->device, &session->commands, &error)
                          : nbl_vulkan_commands_resubmit(session->device, &session->commands, &error);
        if (!result && session->timestamps)
            result = nbl_vulkan_timestamps_read(session->timestamps, 0, passes, spans, &error);
        if (result) return tool_fail_on_device(job, &error, result);
        for (uint32_t p = 0; session->timestamps && run >= untimed && p < passes; p++)
            times[p][run - untimed] = spans[p];
    }
    for (uint32_t p = 0; session->timestamps && p < passes; p++)
        job->nanoseconds[first + p] = bench_median(times[p], job->runs);
    return TOOL_RUN_DONE;
}

static tool_run_t run_passes(tool_job_t *job, session_t *session) {
    nbl_error_t error = {""};
    nbl_result_t result = nbl_vulkan_commands_create(session->device, &session->commands, &error);
    if (!result && job->options->timings)
        result = nbl_vulkan_timestamps_create(session->device, NBL_BLOOM_PASSES, &session->timestamps, &error);
    if (result) return tool_fail_on_device(job, &error, result);
    job->runs = job->options->timings && !tool_is_on_cpu(session->device) ? TIMED_RUNS : 1;

    tool_progress("transforming the kernel");
    tool_run_t run = check_sums(job, session);
    if (!run) run = run_half(job, session, false);
    if (run) return run;

    for (bool more = true; more && !run;) {
        tool_progress_of(job, "blooming");
        tool_sequence_load_ahead(job);
        run = run_half(job, session, true);
        if (run) return run;
        tool_progress_of(job, "downloading");
        result = nbl_vulkan_buffer_download(session->device, &session->result, 0, job->result, image_bytes(job->image),
                                            &error);
        if (result) return tool_fail_on_device(job, &error, result);
        run = tool_finish_frame(job, &more);
        if (more && !run)
            result = nbl_vulkan_buffer_upload(session->device, &session->image, 0, job->image->pixels,
                                              image_bytes(job->image), &error);
        if (result) return tool_fail_on_device(job, &error, result);
    }
    return run;
}

static void close_session(session_t *session) {
    if (session->compiles) pthread_join(session->compiler, NULL);
    if (session->device) {
        nbl_vulkan_commands_destroy(session->device, &session->commands);
        nbl_vulkan_timestamps_destroy(session->timestamps);
        nbl_bloom_binding_destroy(session->binding);
        nbl_bloom_destroy(session->bloom);
        nbl_vulkan_buffer_t *buffers[] = {&session->image,     &session->kernel,   &session->result,
                                          &session->workspace, &session->spectrum, &session->sums};
        for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
            nbl_vulkan_buffer_destroy(session->device, buffers[i]);
    }
    nbl_cache_destroy(session->cache);
    nbl_vulkan_device_destroy(session->device);
}

tool_run_t tool_run_vulkan(tool_job_t *job) {
    session_t session = {0};
    tool_run_t run = tool_open_device(job, &session.device);
    if (!run) run = plan(job, &session);
    if (!run) begin_to_compile(job, &session);
    if (!run) run = tool_load(job);
    if (!run) run = upload(job, &session);
    if (!run) run = finish_compiling(job, &session);
    if (!run) run = bind(job, &session);
    if (!run) run = run_passes(job, &session);
    close_session(&session);
    return run;
}
