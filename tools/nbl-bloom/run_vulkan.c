/* Runs the bloom on a Vulkan device: uploads, records both halves with timestamps, reads back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drivers take most of the time of a first bloom, one after the other: instance, device, pipelines, and the end. What
 * is ours is done beside them:
 *
 *   caller    | instance | device          | read files, upload | .. | run, download | write the result |
 *   preparer             | plan, modules |
 *   compiler                              | pipelines, each on a thread |
 *   closer                                                                         | destroy everything |
 */
#include "bench/measuring.h"
#include "common/device.h"
#include "tool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"

/* For --timings on a GPU: the runs after which its clocks are warm, and the runs whose median is taken. */
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
    tool_job_t *job;
    pthread_t preparer, compiler, closer;
    bool prepares, compiles, closes; /* on these threads */
    nbl_bloom_desc_t desc;
    nbl_bloom_vulkan_desc_t how;
    nbl_spirv_t modules[NBL_BLOOM_PASSES]; /* without words if the module could not be made */
    nbl_result_t planned, compiled;
    nbl_error_t plan_error, compile_error;
    bool uploaded; /* image of the next frame */
} session_t;

static void *prepare(void *user) {
    session_t *session = user;
    session->planned = nbl_bloom_plan_make(&session->desc, &session->job->plan, &session->plan_error);
    if (!session->planned) nbl_bloom_compile(&session->job->plan, &session->how, session->modules, NULL);
    return NULL;
}

/* Begins, while vkCreateDevice runs, the work that needs only the device's limits. */
static void begin_to_prepare(void *user, const nbl_vulkan_device_t *device) {
    session_t *session = user;
    if (tool_is_refused(session->job, device)) return;
    session->desc = tool_describe(session->job);
    session->desc.limits = nbl_fft_device_limits(device);
    session->desc.grey_kernel = tool_kernel_is_grey(session->job);
    session->how.mode = (nbl_mode_t)session->job->options->mode;
    session->how.unroll = !is_on_cpu(device);
    session->how.threads = NBL_BLOOM_PASSES;
    session->prepares = pthread_create(&session->preparer, NULL, prepare, session) == 0;
    if (!session->prepares) prepare(session);
}

static nbl_result_t finish_preparing(session_t *session, nbl_error_t *error) {
    if (session->prepares) pthread_join(session->preparer, NULL);
    session->prepares = false;
    *error = session->plan_error;
    return session->planned;
}

static void *compile(void *user) {
    session_t *session = user;
    nbl_bloom_module_t modules[NBL_BLOOM_PASSES];
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        modules[i].words = session->modules[i].words;
        modules[i].word_count = session->modules[i].word_count;
    }
    session->how.modules = modules;
    session->how.cache = session->cache;
    session->compiled =
        nbl_bloom_create(session->device, &session->job->plan, &session->how, &session->bloom, &session->compile_error);
    return NULL;
}

static void begin_to_compile(session_t *session) {
    session->cache = open_cache();
    session->compiles = pthread_create(&session->compiler, NULL, compile, session) == 0;
}

static nbl_result_t finish_compiling(session_t *session, nbl_error_t *error) {
    show_progress("compiling");
    if (!session->compiles) compile(session);
    if (session->compiles) pthread_join(session->compiler, NULL);
    session->compiles = false;
    *error = session->compile_error;
    return session->compiled;
}

static uint64_t image_bytes(const nbl_image *image) {
    return (uint64_t)image->width * image->height * 4 * sizeof(float);
}

/* Passes write what is read back into the host's own memory, so that nothing is copied there; where they are timed, as
 * fast as they can. */
static nbl_result_t upload(tool_job_t *job, session_t *session, nbl_error_t *error) {
    const nbl_vulkan_memory_t read_back = job->options->timings ? NBL_VULKAN_MEMORY_DEVICE : NBL_VULKAN_MEMORY_READBACK;
    const struct {
        nbl_vulkan_buffer_t *buffer;
        const char *name;
        uint64_t bytes;
        const float *data;
        nbl_vulkan_memory_t memory;
    } buffers[] = {
        {&session->image, "image", image_bytes(job->image), job->image->pixels, NBL_VULKAN_MEMORY_DEVICE},
        {&session->kernel, "kernel", image_bytes(job->kernel), job->kernel->pixels, NBL_VULKAN_MEMORY_DEVICE},
        {&session->result, "result", image_bytes(job->image), NULL, read_back},
        {&session->workspace, "workspace", job->plan.workspace_bytes, NULL, NBL_VULKAN_MEMORY_DEVICE},
        {&session->spectrum, "kernel spectrum", job->plan.spectrum_bytes, NULL, NBL_VULKAN_MEMORY_DEVICE},
        {&session->sums, "kernel sums", NBL_BLOOM_SUMS_BYTES, NULL, read_back},
    };
    show_progress("uploading");
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        nbl_vulkan_buffer_desc_t desc = {.size = buffers[i].bytes,
                                         .memory = buffers[i].memory,
                                         .bound_in_parts = buffers[i].buffer == &session->workspace,
                                         .name = buffers[i].name};
        nbl_result_t result = nbl_vulkan_buffer_create(session->device, &desc, buffers[i].buffer, error);
        if (!result && buffers[i].data)
            result = nbl_vulkan_buffer_upload(session->device, buffers[i].buffer, 0, buffers[i].data, buffers[i].bytes,
                                              error);
        if (result) return result;
    }
    return NBL_SUCCESS;
}

static nbl_result_t bind(session_t *session, nbl_error_t *error) {
    nbl_bloom_resources_t resources = {.image = {.buffer = session->image.handle},
                                       .result = {.buffer = session->result.handle},
                                       .kernel = {.buffer = session->kernel.handle},
                                       .workspace = {.buffer = session->workspace.handle},
                                       .spectrum = {.buffer = session->spectrum.handle},
                                       .sums = {.buffer = session->sums.handle}};
    return nbl_bloom_binding_create(session->bloom, &resources, &session->binding, error);
}

/* Checks the kernel's sums before anything is divided by them. */
static nbl_result_t check_sums(tool_job_t *job, session_t *session, nbl_error_t *error) {
    float sums[4];
    nbl_result_t result = nbl_vulkan_commands_begin(session->device, &session->commands, error);
    if (!result)
        result = nbl_bloom_record_sums(session->bloom, session->binding, session->commands.buffer, NULL, 0, error);
    if (!result)
        nbl_vulkan_record_barrier(session->device, session->commands.buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);
    if (!result) result = nbl_vulkan_commands_submit(session->device, &session->commands, error);
    if (!result) result = nbl_vulkan_buffer_download(session->device, &session->sums, 0, sums, sizeof sums, error);
    if (!result) result = nbl_bloom_check_sums(&job->plan, sums, error);
    return result;
}

/* Records and submits one half of the passes, timed `job->runs` times, and keeps the median of each pass. */
static nbl_result_t run_half(tool_job_t *job, session_t *session, bool image_half, nbl_error_t *error) {
    uint32_t first = image_half ? KERNEL_PASSES : 0, passes = image_half ? IMAGE_PASSES : KERNEL_PASSES;
    VkCommandBuffer buffer = session->commands.buffer;
    nbl_result_t result = nbl_vulkan_commands_begin(session->device, &session->commands, error);
    if (result) return result;
    if (session->timestamps) nbl_vulkan_timestamps_record_reset(session->timestamps, buffer);
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    nbl_bloom_frame_t frame = tool_frame(job->options);
    result =
        image_half
            ? nbl_bloom_record_image(session->bloom, session->binding, buffer, &frame, session->timestamps, 0, error)
            : nbl_bloom_record_sums(session->bloom, session->binding, buffer, session->timestamps, 0, error);
    if (!result && !image_half)
        result = nbl_bloom_record_kernel(session->bloom, session->binding, buffer, session->timestamps,
                                         NBL_BLOOM_PASS_KERNEL_FIRST_AXIS, error);
    if (result) return result;
    nbl_vulkan_record_barrier(session->device, buffer, NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);

    uint32_t untimed = job->runs > 1 ? WARM_RUNS : 0;
    double times[NBL_BLOOM_PASSES][TIMED_RUNS], spans[NBL_BLOOM_PASSES];
    for (uint32_t run = 0; run < untimed + job->runs; run++) {
        result = run == 0 ? nbl_vulkan_commands_submit(session->device, &session->commands, error)
                          : nbl_vulkan_commands_resubmit(session->device, &session->commands, error);
        if (!result && session->timestamps)
            result = nbl_vulkan_timestamps_read(session->timestamps, 0, passes, spans, error);
        if (result) return result;
        for (uint32_t p = 0; session->timestamps && run >= untimed && p < passes; p++)
            times[p][run - untimed] = spans[p];
    }
    for (uint32_t p = 0; session->timestamps && p < passes; p++)
        job->nanoseconds[first + p] = bench_median(times[p], job->runs);
    return NBL_SUCCESS;
}

static void *destroy(void *user) {
    session_t *session = user;
    if (session->bloom) tool_save_pipelines(session->job, session->device);
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
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) nbl_spirv_free(&session->modules[i]);
    return NULL;
}

static void begin_to_close(session_t *session) {
    session->closes = pthread_create(&session->closer, NULL, destroy, session) == 0;
}

static nbl_result_t run_kernel(tool_job_t *job, session_t *session, nbl_error_t *error) {
    show_progress("transforming the kernel");
    nbl_result_t result = check_sums(job, session, error);
    return result ? result : run_half(job, session, false, error);
}

/* ---- The backend. */

static nbl_result_t plan(tool_job_t *job, nbl_error_t *error) {
    session_t *session = calloc(1, sizeof *session);
    if (!session) return nbl_fail_memory(error, "the bloom");
    session->job = job;
    job->state = session;
    nbl_result_t result = tool_open_device(job, begin_to_prepare, session, &session->device, error);
    if (!result) result = tool_load_pipelines(job, session->device, error);
    if (!result) result = finish_preparing(session, error);
    if (!result) begin_to_compile(session);
    return result;
}

static nbl_result_t begin(tool_job_t *job, nbl_error_t *error) {
    session_t *session = job->state;
    nbl_result_t result = upload(job, session, error);
    if (!result) result = finish_compiling(session, error);
    if (!result) result = bind(session, error);
    if (!result) result = nbl_vulkan_commands_create(session->device, &session->commands, error);
    if (!result && job->options->timings)
        result = nbl_vulkan_timestamps_create(session->device, NBL_BLOOM_PASSES, &session->timestamps, error);
    job->runs = job->options->timings && !is_on_cpu(session->device) ? TIMED_RUNS : 1;
    if (!result) result = run_kernel(job, session, error);
    session->uploaded = true;
    return result;
}

static nbl_result_t run_frame(tool_job_t *job, nbl_error_t *error) {
    session_t *session = job->state;
    nbl_result_t result = NBL_SUCCESS;
    tool_progress_of(job, "blooming");
    if (!session->uploaded)
        result = nbl_vulkan_buffer_upload(session->device, &session->image, 0, job->image->pixels,
                                          image_bytes(job->image), error);
    session->uploaded = false;
    if (!result && job->new_kernel) {
        result = nbl_vulkan_buffer_upload(session->device, &session->kernel, 0, job->kernel->pixels,
                                          image_bytes(job->kernel), error);
        if (!result) result = run_kernel(job, session, error);
    }
    if (!result) result = run_half(job, session, true, error);
    if (result) return result;
    tool_progress_of(job, "downloading");
    result =
        nbl_vulkan_buffer_download(session->device, &session->result, 0, job->result, image_bytes(job->image), error);
    if (!result && !job->again && !tool_sequence_goes_on(job)) begin_to_close(session);
    return result;
}

static void end(tool_job_t *job) {
    session_t *session = job->state;
    job->state = NULL;
    if (!session) return;
    if (session->prepares) pthread_join(session->preparer, NULL);
    if (session->compiles) pthread_join(session->compiler, NULL);
    if (session->closes)
        pthread_join(session->closer, NULL);
    else
        destroy(session);
    free(session);
}

const tool_backend_t tool_bloom_on_vulkan = {plan, begin, run_frame, end};
