/* nbl-bloom bench: VkFFT's convolution as a peer: three planes of floats or halves, told where the zeros are.
 * SPDX-License-Identifier: Apache-2.0
 *
 * It convolves in place, image after image, and takes no RGBA: what a program does before and after comes on top.
 */
#include <stdlib.h>

#include "bench_job.h"
#include "platform/clock.h"
#include "tool.h"

#if NBL_HAS_VKFFT

#include "bench/vkfft_plan.h"

struct bench_vkfft_t {
    vkfft_place_t place;
    nbl_vulkan_commands_t commands;
};

typedef struct peer_t {
    vkfft_convolution_t *convolution;
    nbl_vulkan_buffer_t buffers[2]; /* planes, kernel */
} peer_t;

static int open_vkfft(bench_t *bench, const bench_job_t *job, nbl_error_t *error) {
    if (bench->vkfft) return EXIT_DONE;
    bench_vkfft_t *vkfft = calloc(1, sizeof *vkfft);
    if (!vkfft) return bench_failed(job, NBL_ERROR_OUT_OF_MEMORY, error);
    nbl_result_t result = nbl_vulkan_commands_create(bench->device, &vkfft->commands, error);
    if (result) {
        free(vkfft);
        return bench_failed(job, result, error);
    }
    bench->vkfft = vkfft;
    vkfft->place = (vkfft_place_t){nbl_vulkan_device_get_loader(bench->device),
                                   nbl_vulkan_device_get_instance(bench->device),
                                   nbl_vulkan_device_get_physical_device(bench->device),
                                   nbl_vulkan_device_get_handle(bench->device),
                                   nbl_vulkan_device_get_queue(bench->device),
                                   vkfft->commands.pool,
                                   vkfft->commands.fence};
    if (vkfft_begin(&vkfft->place)) return EXIT_DONE;
    return fail(error, EXIT_FAILED, "%s: a function of Vulkan is missing, or VkFFT's compiler does not start",
                job->request.text);
}

void bench_vkfft_close(bench_t *bench) {
    if (!bench->vkfft) return;
    vkfft_end();
    nbl_vulkan_commands_destroy(bench->device, &bench->vkfft->commands);
    free(bench->vkfft);
    bench->vkfft = NULL;
}

/* Finds the lengths: the ones that were asked for, else the bloom's. */
static int find_lengths(bench_t *bench, bench_job_t *job, uint32_t *width, uint32_t *height) {
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    *width = job->request.vkfft_width;
    *height = job->request.vkfft_height;
    if (*width) return EXIT_DONE;
    job->request.desc.limits = nbl_fft_device_limits(bench->device);
    job->request.desc.first_axis = NBL_BLOOM_AXIS_X;
    nbl_result_t result = nbl_bloom_plan_make(&job->request.desc, &plan, &error);
    if (result) return bench_failed(job, result, &error);
    *width = plan.length_first;
    *height = plan.length_second;
    return EXIT_DONE;
}

static int create(bench_t *bench, bench_job_t *job, nbl_error_t *error) {
    uint32_t width, height;
    bool half = job->request.desc.storage == NBL_BLOOM_STORAGE_FLOAT16;
    int code = find_lengths(bench, job, &width, &height);
    if (!code) code = open_vkfft(bench, job, error);
    if (code) return code;
    peer_t *peer = calloc(1, sizeof *peer);
    if (!peer) return bench_failed(job, NBL_ERROR_OUT_OF_MEMORY, error);
    job->state = peer;
    vkfft_convolution_desc_t desc = {.width = width,
                                     .height = height,
                                     .filled_width = job->request.desc.width,
                                     .filled_height = job->request.desc.height,
                                     .half = half,
                                     .bytes = vkfft_convolution_bytes(width, height, half)};
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 2 && !result; i++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = desc.bytes, .name = i ? "kernel" : "planes"};
        result = nbl_vulkan_buffer_create(bench->device, &buffer, &peer->buffers[i], error);
    }
    void *zeros = result ? NULL : calloc(1, (size_t)desc.bytes);
    for (int i = 0; i < 2 && zeros && !result; i++)
        result = nbl_vulkan_buffer_upload(bench->device, &peer->buffers[i], 0, zeros, desc.bytes, error);
    free(zeros);
    if (result) return bench_failed(job, result, error);
    desc.buffer = peer->buffers[0].handle;
    desc.kernel = peer->buffers[1].handle;
    char why[256];
    double begin = nbl_platform_seconds();
    peer->convolution = vkfft_convolution_create(&bench->vkfft->place, &desc, why);
    job->create_seconds = nbl_platform_seconds() - begin;
    if (!peer->convolution) return fail(error, EXIT_FAILED, "%s: VkFFT: %s", job->request.text, why);
    snprintf(job->about, sizeof job->about, "VkFFT %s: %u x %u, planes of %s in place", NBL_VKFFT_VERSION, width,
             height, half ? "halves" : "floats");
    job->memory_bytes = 2 * desc.bytes;
    if (bench->only_compile) return EXIT_DONE;
    result = bench_begin(bench, error);
    if (!result && !vkfft_convolution_record_kernel(peer->convolution, bench->commands.buffer))
        return fail(error, EXIT_FAILED, "%s: VkFFT: its kernel is not recorded", job->request.text);
    if (!result) result = bench_submit(bench, error);
    return result ? bench_failed(job, result, error) : EXIT_DONE;
}

static nbl_result_t record(bench_t *bench, bench_job_t *job, const nbl_vulkan_timestamps_t *timestamps,
                           uint32_t first_span, nbl_error_t *error) {
    peer_t *peer = job->state;
    (void)timestamps, (void)first_span;
    if (vkfft_convolution_record(peer->convolution, bench->commands.buffer)) return NBL_SUCCESS;
    snprintf(error->text, sizeof error->text, "VkFFT: not recorded");
    return NBL_ERROR_VULKAN;
}

static void destroy(bench_t *bench, bench_job_t *job) {
    peer_t *peer = job->state;
    if (!peer) return;
    if (peer->convolution) vkfft_convolution_destroy(peer->convolution);
    for (int i = 0; i < 2; i++) nbl_vulkan_buffer_destroy(bench->device, &peer->buffers[i]);
    free(peer);
}

#else

void bench_vkfft_close(bench_t *bench) { (void)bench; }

static int create(bench_t *bench, bench_job_t *job, nbl_error_t *error) {
    (void)bench;
    return fail(error, EXIT_FAILED, "%s: VkFFT is not built in", job->request.text);
}

static nbl_result_t record(bench_t *bench, bench_job_t *job, const nbl_vulkan_timestamps_t *timestamps,
                           uint32_t first_span, nbl_error_t *error) {
    (void)bench, (void)job, (void)timestamps, (void)first_span, (void)error;
    return NBL_ERROR_ARGUMENT;
}

static void destroy(bench_t *bench, bench_job_t *job) { (void)bench, (void)job; }

#endif

const bench_method_t bench_method_vkfft = {create, record, NULL, destroy};
