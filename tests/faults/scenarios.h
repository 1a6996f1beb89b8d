/* What the library does with a device, from the first call to the last, as a caller who lets go of everything in an
 * awkward order whatever failed.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FAULTS_SCENARIOS_H
#define NBL_TESTS_FAULTS_SCENARIOS_H

#include <math.h>
#include <stdio.h>
#include "nbl/host/convolution_vulkan.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/bloom.h"
#include "nbl/fft/parameters.h"
#include "tests/faults/failing_loader.h"

/* What came of a run; text: of the failure, if it failed; wrong: done, it said, but the numbers are wrong. */
typedef struct outcome_t {
    bool good, wrong;
    char text[1024];
} outcome_t;

/* Made before anything fails. */
typedef struct supplies_t {
    nbl_spirv_t doubling; /* x[i] += push constant */
    const char *cache;    /* a folder */
} supplies_t;

enum { ELEMENTS = 64, SIDE = 4 };

static const char doubling_text[] = "#version 460\nlayout(local_size_x = 64) in;\n"
                                    "layout(std430, binding = 0) buffer b { float x[]; };\n"
                                    "layout(push_constant, std430) uniform p { float more; };\n"
                                    "void main() { x[gl_GlobalInvocationID.x] += more; }\n";

static outcome_t outcome_of(nbl_result_t result, const nbl_error_t *error) {
    outcome_t outcome = {.good = result == NBL_SUCCESS};
    if (!outcome.good) snprintf(outcome.text, sizeof outcome.text, "%s", error->text);
    return outcome;
}

/* Under the validation layer, which sees all calls that succeed. */
static bool validating;
static char complaint_of_validation[512];

static void hear_validation(void *user, nbl_vulkan_severity_t severity, const char *id, const char *text) {
    (void)user;
    if (severity == NBL_VULKAN_SEVERITY_ERROR)
        snprintf(complaint_of_validation, sizeof complaint_of_validation, "%s: %.400s", id, text);
}

static nbl_result_t open_failing(nbl_vulkan_device_t **device, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.get_instance_proc_addr = failing_loader;
    desc.debug_utils = true;
    desc.validation = validating;
    desc.message = hear_validation;
    desc.kernel_statistics = true;
    return nbl_vulkan_device_create(&desc, device, error);
}

/* A kernel with its buffer, as every scenario below needs it. */
typedef struct job_t {
    nbl_vulkan_buffer_t buffer;
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    nbl_vulkan_commands_t commands;
} job_t;

static nbl_result_t begin_job(nbl_vulkan_device_t *device, const supplies_t *supplies, job_t *job, nbl_error_t *error) {
    static const float zeros[ELEMENTS];
    const uint32_t groups[3] = {1, 1, 1};
    const float one = 1.0f;
    nbl_vulkan_buffer_desc_t buffer = {.size = sizeof zeros, .name = "numbers"};
    nbl_vulkan_kernel_desc_t kernel = {
        .name = "doubling", .spirv = supplies->doubling.words, .spirv_word_count = supplies->doubling.word_count};
    nbl_result_t result = nbl_vulkan_buffer_create(device, &buffer, &job->buffer, error);
    if (!result) result = nbl_vulkan_buffer_upload(device, &job->buffer, 0, zeros, sizeof zeros, error);
    if (!result) result = nbl_vulkan_kernel_create(device, &kernel, &job->kernel, error);
    if (!result) {
        nbl_vulkan_resource_t resource = {.buffer = job->buffer.handle};
        result = nbl_vulkan_bindings_create(job->kernel, &resource, "numbers", &job->bindings, error);
    }
    if (!result) result = nbl_vulkan_commands_create(device, &job->commands, error);
    if (!result) result = nbl_vulkan_commands_begin(device, &job->commands, error);
    if (!result)
        result = nbl_vulkan_kernel_record(job->kernel, job->commands.buffer, job->bindings, &one, groups, error);
    if (!result)
        nbl_vulkan_record_barrier(device, job->commands.buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    return result;
}

/* The buffer first: nothing that failed may make this wrong. */
static void end_job(nbl_vulkan_device_t *device, job_t *job) {
    nbl_vulkan_buffer_destroy(device, &job->buffer);
    nbl_vulkan_bindings_destroy(job->bindings);
    nbl_vulkan_kernel_destroy(job->kernel);
    nbl_vulkan_commands_destroy(device, &job->commands);
}

static nbl_result_t check_numbers(nbl_vulkan_device_t *device, const job_t *job, float expected, bool *wrong,
                                  nbl_error_t *error) {
    float numbers[ELEMENTS];
    nbl_result_t result = nbl_vulkan_buffer_download(device, &job->buffer, 0, numbers, sizeof numbers, error);
    for (int i = 0; !result && i < ELEMENTS; i++) *wrong |= numbers[i] != expected;
    return result;
}

/* ---- Listing, and every kind of object, single use */

static nbl_result_t use_images(nbl_vulkan_device_t *device, bool *wrong, nbl_error_t *error) {
    float there[SIDE * SIDE * 4], back[SIDE * SIDE * 4];
    nbl_vulkan_image_desc_t desc = {.width = SIDE, .height = SIDE, .name = "texels"};
    nbl_vulkan_image_t image = {0};
    VkSampler sampler = VK_NULL_HANDLE;
    for (int i = 0; i < SIDE * SIDE * 4; i++) there[i] = (float)i;
    nbl_result_t result = nbl_vulkan_image_create(device, &desc, &image, error);
    if (!result)
        result =
            nbl_vulkan_image_upload(device, &image, there, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, error);
    if (!result) result = nbl_vulkan_sampler_create(device, VK_FILTER_LINEAR, &sampler, error);
    if (!result) result = nbl_vulkan_image_download(device, &image, back, VK_IMAGE_LAYOUT_GENERAL, error);
    if (!result) *wrong |= memcmp(there, back, sizeof there) != 0;
    nbl_vulkan_image_destroy(device, &image);
    nbl_vulkan_sampler_destroy(device, sampler);
    return result;
}

static nbl_result_t use_timestamps(nbl_vulkan_device_t *device, job_t *job, nbl_error_t *error) {
    nbl_vulkan_timestamps_t *timestamps = NULL;
    double nanoseconds;
    nbl_result_t result = nbl_vulkan_timestamps_create(device, 1, &timestamps, error);
    if (!result) result = nbl_vulkan_commands_begin(device, &job->commands, error);
    if (!result) {
        nbl_vulkan_timestamps_record_reset(timestamps, job->commands.buffer);
        nbl_vulkan_timestamps_record_begin(timestamps, job->commands.buffer, 0);
        nbl_vulkan_timestamps_record_end(timestamps, job->commands.buffer, 0);
        result = nbl_vulkan_commands_submit(device, &job->commands, error);
    }
    if (!result) result = nbl_vulkan_timestamps_read(timestamps, 0, 1, &nanoseconds, error);
    nbl_vulkan_timestamps_destroy(timestamps);
    return result;
}

/* Writes the store of pipelines, as a program does that keeps it. */
static nbl_result_t save_pipelines(nbl_vulkan_device_t *device, nbl_error_t *error) {
    size_t count = 0;
    nbl_result_t result = nbl_vulkan_pipelines_save(device, NULL, &count, error);
    void *bytes = result ? NULL : malloc(count);
    if (bytes) result = nbl_vulkan_pipelines_save(device, bytes, &count, error);
    free(bytes);
    return result;
}

static outcome_t single_use(const supplies_t *supplies) {
    nbl_vulkan_device_info_t infos[4];
    nbl_vulkan_statistic_t statistics[32];
    uint32_t count = 4;
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error = {""};
    job_t job = {0};
    bool wrong = false;
    nbl_result_t result = nbl_vulkan_device_list(failing_loader, infos, &count, &error);
    if (!result) result = open_failing(&device, &error);
    if (!result) result = nbl_vulkan_pipelines_load(device, NULL, 0, NULL, &error);
    if (!result) result = begin_job(device, supplies, &job, &error);
    if (!result) result = save_pipelines(device, &error);
    if (!result) result = nbl_vulkan_commands_submit(device, &job.commands, &error);
    if (!result) result = nbl_vulkan_commands_resubmit(device, &job.commands, &error);
    if (!result) result = check_numbers(device, &job, 2.0f, &wrong, &error);
    count = 32;
    if (!result) result = nbl_vulkan_kernel_statistics(job.kernel, statistics, &count, &error);
    if (!result) result = use_images(device, &wrong, &error);
    if (!result) result = use_timestamps(device, &job, &error);
    if (device) end_job(device, &job);
    nbl_vulkan_device_destroy(device);
    outcome_t outcome = outcome_of(result, &error);
    outcome.wrong = wrong;
    return outcome;
}

/* ---- Two frames of the caller's in flight, while the library makes and uploads other things */

/* A caller does as the specification requires: whatever fails, it waits before it destroys. */
static void wait_for_frames(nbl_vulkan_device_t *device) {
    if (real_DeviceWaitIdle) real_DeviceWaitIdle(nbl_vulkan_device_get_handle(device));
}

static VkResult submit_frame(nbl_vulkan_device_t *device, const job_t *job) {
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    VkResult result = failing_EndCommandBuffer(job->commands.buffer);
    info.commandBufferCount = 1;
    info.pCommandBuffers = &job->commands.buffer;
    fault.callers = true;
    if (result == VK_SUCCESS)
        result = failing_QueueSubmit(nbl_vulkan_device_get_queue(device), 1, &info, job->commands.fence);
    fault.callers = false;
    return result;
}

static outcome_t in_flight(const supplies_t *supplies) {
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error = {""};
    job_t frames[3];
    bool wrong = false;
    VkResult vk = VK_SUCCESS;
    memset(frames, 0, sizeof frames);
    nbl_result_t result = open_failing(&device, &error);
    for (int i = 0; !result && vk == VK_SUCCESS && i < 2; i++) {
        result = begin_job(device, supplies, &frames[i], &error);
        if (!result) vk = submit_frame(device, &frames[i]);
    }
    /* A kernel is exchanged: the third frame is made, and runs at once, while the two are under way. */
    if (!result && vk == VK_SUCCESS) result = begin_job(device, supplies, &frames[2], &error);
    if (!result && vk == VK_SUCCESS) result = nbl_vulkan_commands_submit(device, &frames[2].commands, &error);
    if (device) wait_for_frames(device);
    for (int i = 0; !result && vk == VK_SUCCESS && i < 3; i++)
        result = check_numbers(device, &frames[i], 1.0f, &wrong, &error);
    for (int i = 0; device && i < 3; i++) end_job(device, &frames[i]);
    nbl_vulkan_device_destroy(device);
    outcome_t outcome = outcome_of(result, &error);
    outcome.wrong = wrong;
    if (vk == VK_SUCCESS) return outcome;
    outcome.good = false; /* the caller's own call failed, and reports why */
    snprintf(outcome.text, sizeof outcome.text, "%s", failures[fault.failure].words[0]);
    return outcome;
}

/* ---- The library's own programs */

static outcome_t transform(const supplies_t *supplies) {
    static float in[2 * ELEMENTS], out[2 * ELEMENTS];
    nbl_cache_desc_t folder = {supplies->cache};
    nbl_cache_t *cache = NULL;
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error = {""};
    nbl_error_t reason = {""};
    outcome_t outcome;
    nbl_result_t result = nbl_cache_create(&folder, &cache, &error);
    in[0] = 1.0f; /* an impulse: every frequency is 1 */
    if (!result) result = open_failing(&device, &error);
    outcome = outcome_of(result, &error);
    if (outcome.good) {
        nbl_fft_transform_plan_t plan;
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = NBL_FFT_FLOAT32,
                                         .length = ELEMENTS,
                                         .batch = 1,
                                         .limits = nbl_fft_device_limits(device)};
        double nanoseconds;
        outcome.good = nbl_fft_transform_plan(&desc, &plan, &reason) == NBL_SUCCESS &&
                       nbl_fft_transform_vulkan(device, cache, NBL_MODE_EXACT, false, &plan, in, out, &nanoseconds,
                                                &reason) == NBL_SUCCESS;
        for (int i = 0; outcome.good && i < ELEMENTS; i++)
            outcome.wrong |= out[2 * i] != 1.0f || out[2 * i + 1] != 0.0f;
        if (!outcome.good) snprintf(outcome.text, sizeof outcome.text, "%s", reason.text);
    }
    nbl_vulkan_device_destroy(device);
    nbl_cache_destroy(cache);
    return outcome;
}

/* A length with a chirp, its tables and its workspace; then a convolution by a spectrum that is made beforehand. */
static outcome_t array(const supplies_t *supplies) {
    enum { LENGTH = 17 };
    static float in[2 * LENGTH], out[2 * LENGTH];
    const float taps[4] = {0.0f, 0.0f, 1.0f, 0.0f}; /* moves a signal by an element */
    nbl_cache_desc_t folder = {supplies->cache};
    nbl_cache_t *cache = NULL;
    nbl_vulkan_device_t *device = NULL;
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_convolution_desc_t by = nbl_convolution_desc_init();
    nbl_error_t error = {""};
    bool wrong = false;
    double nanoseconds;
    desc.rank = by.rank = 1;
    desc.sizes[0] = LENGTH;
    by.sizes[0] = 4;
    by.kernel_sizes[0] = 2;
    by.complex_numbers = true;
    in[0] = 1.0f; /* an impulse: every frequency is 1 */
    nbl_result_t result = nbl_cache_create(&folder, &cache, &error);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .cache = cache};
    if (!result) result = open_failing(&device, &error);
    if (!result) result = nbl_fft_nd_vulkan(device, &desc, &how, in, out, &nanoseconds, &error);
    for (int i = 0; !result && i < LENGTH; i++)
        wrong |= fabsf(out[2 * i] - 1.0f) > 1e-5f || fabsf(out[2 * i + 1]) > 1e-5f;
    if (!result) result = nbl_convolution_vulkan(device, &by, taps, &how, in, out, &nanoseconds, &error);
    for (int i = 0; !result && i < 5; i++) wrong |= fabsf(out[2 * i] - (i == 1 ? 1.0f : 0.0f)) > 1e-5f;
    nbl_vulkan_device_destroy(device);
    nbl_cache_destroy(cache);
    outcome_t outcome = outcome_of(result, &error);
    outcome.wrong = wrong;
    return outcome;
}

/* A long line by tickets: counters, twiddles and their uploads. */
static outcome_t tickets(const supplies_t *supplies) {
    enum { LENGTH = 1 << 16 };
    static float in[2 * LENGTH], out[2 * LENGTH];
    nbl_cache_desc_t folder = {supplies->cache};
    nbl_cache_t *cache = NULL;
    nbl_vulkan_device_t *device = NULL;
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_error_t error = {""};
    bool wrong = false;
    desc.rank = 1;
    desc.sizes[0] = LENGTH;
    in[0] = 1.0f; /* an impulse: every frequency is 1 */
    nbl_result_t result = nbl_cache_create(&folder, &cache, &error);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .cache = cache, .route = NBL_FFT_ROUTE_TICKETS};
    if (!result) result = open_failing(&device, &error);
    if (!result) result = nbl_fft_nd_vulkan(device, &desc, &how, in, out, NULL, &error);
    for (int i = 0; !result && i < LENGTH; i++) wrong |= fabsf(out[2 * i] - 1.0f) > 1e-5f;
    nbl_vulkan_device_destroy(device);
    nbl_cache_destroy(cache);
    outcome_t outcome = outcome_of(result, &error);
    outcome.wrong = wrong;
    return outcome;
}

typedef struct blooming_t {
    nbl_cache_t *cache;
    nbl_vulkan_device_t *device;
    nbl_bloom_t *bloom;
    nbl_bloom_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t buffers[6];
} blooming_t;

static nbl_result_t prepare_bloom(blooming_t *b, const float *image, const float *kernel, nbl_error_t *error,
                                  nbl_error_t *reason) {
    nbl_bloom_plan_t plan;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_vulkan_desc_t vulkan = {.cache = b->cache};
    desc.width = desc.height = SIDE;
    desc.kernel_width = desc.kernel_height = 1;
    desc.algorithm = NBL_FFT_STOCKHAM;
    nbl_result_t made = nbl_bloom_plan_make(&desc, &plan, reason);
    if (!made) made = nbl_bloom_create(b->device, &plan, &vulkan, &b->bloom, reason);
    if (made) return made;
    const uint64_t texels = SIDE * SIDE * 16,
                   bytes[6] = {texels, texels, 16, plan.workspace_bytes, plan.spectrum_bytes, NBL_BLOOM_SUMS_BYTES};
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; !result && i < 6; i++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = bytes[i], .name = "bloom"};
        result = nbl_vulkan_buffer_create(b->device, &buffer, &b->buffers[i], error);
    }
    if (!result) result = nbl_vulkan_buffer_upload(b->device, &b->buffers[0], 0, image, texels, error);
    if (!result) result = nbl_vulkan_buffer_upload(b->device, &b->buffers[2], 0, kernel, 16, error);
    if (!result) result = nbl_vulkan_commands_create(b->device, &b->commands, error);
    if (!result) result = nbl_vulkan_commands_begin(b->device, &b->commands, error);
    if (result) return NBL_ERROR_VULKAN;
    nbl_bloom_resources_t resources = {.image = {.buffer = b->buffers[0].handle},
                                       .result = {.buffer = b->buffers[1].handle},
                                       .kernel = {.buffer = b->buffers[2].handle},
                                       .workspace = {.buffer = b->buffers[3].handle},
                                       .spectrum = {.buffer = b->buffers[4].handle},
                                       .sums = {.buffer = b->buffers[5].handle}};
    return nbl_bloom_binding_create(b->bloom, &resources, &b->binding, reason);
}

static outcome_t bloom(const supplies_t *supplies) {
    float image[SIDE * SIDE * 4], result[SIDE * SIDE * 4];
    const float kernel[4] = {2.0f, 2.0f, 2.0f, 1.0f};
    blooming_t b = {0};
    nbl_cache_desc_t folder = {supplies->cache};
    nbl_error_t error = {""};
    nbl_error_t reason = {""};
    outcome_t outcome = {.good = true};
    for (int i = 0; i < SIDE * SIDE * 4; i++) image[i] = (float)i;
    nbl_result_t vulkan = nbl_cache_create(&folder, &b.cache, &error);
    nbl_result_t made = NBL_SUCCESS;
    if (!vulkan) vulkan = open_failing(&b.device, &error);
    if (!vulkan) made = prepare_bloom(&b, image, kernel, &error, &reason);
    if (!vulkan && !made) made = nbl_bloom_record_sums(b.bloom, b.binding, b.commands.buffer, NULL, 0, &reason);
    if (!vulkan && !made) made = nbl_bloom_record_kernel(b.bloom, b.binding, b.commands.buffer, NULL, 0, &reason);
    if (!vulkan && !made) made = nbl_bloom_record_image(b.bloom, b.binding, b.commands.buffer, NULL, NULL, 0, &reason);
    if (!vulkan && !made) vulkan = nbl_vulkan_commands_submit(b.device, &b.commands, &error);
    if (!vulkan && !made)
        vulkan = nbl_vulkan_buffer_download(b.device, &b.buffers[1], 0, result, sizeof result, &error);
    outcome.good = !vulkan && !made;
    for (int i = 0; outcome.good && i < SIDE * SIDE * 4; i++) outcome.wrong |= fabsf(result[i] - image[i]) > 1e-3f;
    if (!outcome.good) snprintf(outcome.text, sizeof outcome.text, "%s", error.text[0] ? error.text : reason.text);
    for (int i = 0; b.device && i < 6; i++) nbl_vulkan_buffer_destroy(b.device, &b.buffers[i]);
    nbl_bloom_binding_destroy(b.binding);
    nbl_bloom_destroy(b.bloom);
    nbl_vulkan_commands_destroy(b.device, &b.commands);
    nbl_vulkan_device_destroy(b.device);
    nbl_cache_destroy(b.cache);
    return outcome;
}

#endif
