/* nbl-bloom bench: the bloom by FFT.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "bench/measuring.h"
#include "bench_job.h"
#include "platform/clock.h"

enum { IMAGE_PASSES = NBL_BLOOM_PASSES - NBL_BLOOM_PASS_FIRST_AXIS, TURNS = 3 };

typedef struct fft_t {
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_bloom_binding_t *bindings[TURNS];
    nbl_vulkan_buffer_t buffers[6], workspaces[TURNS - 1]; /* further ones of a batch */
    nbl_vulkan_image_t images[2];
    uint32_t turns; /* bindings: 1, of a batch TURNS */
} fft_t;

void bench_draw_texels(nbl_bloom_format_t format, void *texels, uint64_t bytes) {
    uint32_t random = 1;
    for (uint64_t k = 0; k < bytes / 4; k++) {
        random = random * 1664525u + 1013904223u;
        float value = (float)(random >> 8) / 16777216.0f;
        uint32_t word = random;
        if (format == NBL_BLOOM_FORMAT_RGBA32F) memcpy(&word, &value, sizeof word);
        if (format == NBL_BLOOM_FORMAT_RGBA16F) word = 0x34003400u + (random >> 6 & 0x0BFF0BFFu);
        if (format == NBL_BLOOM_FORMAT_B10G11R11) word = random & 0x77DEFBDFu;
        memcpy((char *)texels + 4 * k, &word, sizeof word);
    }
}

/* Creates a buffer, or an image if the job has images, and fills it with texels if a format is given. */
static nbl_result_t create_texels(bench_t *bench, fft_t *fft, int number, bool as_image, uint64_t bytes, VkFormat view,
                                  const nbl_bloom_format_t *format, nbl_error_t *error) {
    static const char *const names[6] = {"image", "result", "kernel", "workspace", "spectrum", "sums"};
    nbl_vulkan_buffer_desc_t buffer = {.size = bytes, .name = names[number], .bound_in_parts = number == 3};
    nbl_vulkan_image_desc_t image = {
        .width = fft->plan.desc.width, .height = fft->plan.desc.height, .format = view, .name = names[number]};
    nbl_result_t result = as_image ? nbl_vulkan_image_create(bench->device, &image, &fft->images[number], error)
                                   : nbl_vulkan_buffer_create(bench->device, &buffer, &fft->buffers[number], error);
    if (result || (!format && !as_image)) return result;
    void *texels = calloc(1, (size_t)bytes);
    if (!texels) return snprintf(error->text, sizeof error->text, "no memory for texels"), NBL_ERROR_OUT_OF_MEMORY;
    if (format) bench_draw_texels(*format, texels, bytes);
    result = as_image ? nbl_vulkan_image_upload(bench->device, &fft->images[number], texels, VK_IMAGE_LAYOUT_UNDEFINED,
                                                VK_IMAGE_LAYOUT_GENERAL, error)
                      : nbl_vulkan_buffer_upload(bench->device, &fft->buffers[number], 0, texels, bytes, error);
    free(texels);
    return result;
}

static nbl_vulkan_resource_t resource_of(const fft_t *fft, int number) {
    nbl_vulkan_resource_t resource = {.buffer = fft->buffers[number].handle};
    if (number < 2) resource.view = fft->images[number].view;
    if (number < 2) resource.format = fft->images[number].format;
    return resource;
}

static nbl_result_t create_memory(bench_t *bench, const bench_job_t *job, fft_t *fft, nbl_error_t *error) {
    static const VkFormat views[] = {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT,
                                     VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_R8G8B8A8_UNORM,
                                     VK_FORMAT_R8G8B8A8_UNORM};
    const nbl_bloom_desc_t *desc = &fft->plan.desc;
    const nbl_bloom_vulkan_desc_t *how = &job->request.how;
    const nbl_bloom_format_t of_kernel = NBL_BLOOM_FORMAT_RGBA32F;
    uint64_t texels = (uint64_t)desc->width * desc->height;
    const uint64_t bytes[6] = {texels * nbl_bloom_format_bytes(desc->source_format),
                               texels * nbl_bloom_format_bytes(desc->target_format),
                               (uint64_t)desc->kernel_width * desc->kernel_height * 16,
                               fft->plan.workspace_bytes,
                               fft->plan.spectrum_bytes,
                               NBL_BLOOM_SUMS_BYTES};
    const nbl_bloom_format_t *formats[6] = {&desc->source_format, NULL, &of_kernel};
    const bool images[6] = {how->source_is_image || how->source_is_sampled, how->target_is_image};
    const VkFormat of_images[6] = {views[desc->source_format], views[desc->target_format]};
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 6 && !result; i++)
        result = create_texels(bench, fft, i, images[i], bytes[i], of_images[i], formats[i], error);
    nbl_bloom_resources_t resources = {.image = resource_of(fft, 0),
                                       .result = resource_of(fft, 1),
                                       .kernel = resource_of(fft, 2),
                                       .workspace = resource_of(fft, 3),
                                       .spectrum = resource_of(fft, 4),
                                       .sums = resource_of(fft, 5)};
    for (uint32_t turn = 0; turn < fft->turns && !result; turn++) {
        if (turn > 0) {
            nbl_vulkan_buffer_desc_t further = {.size = bytes[3], .name = "workspace", .bound_in_parts = true};
            result = nbl_vulkan_buffer_create(bench->device, &further, &fft->workspaces[turn - 1], error);
            resources.workspace.buffer = fft->workspaces[turn - 1].handle;
        }
        if (!result) result = nbl_bloom_binding_create(fft->bloom, &resources, &fft->bindings[turn], error);
    }
    return result;
}

/* Writes lengths, radices and shapes of the passes into the job's text. */
static void describe(bench_job_t *job, const fft_t *fft) {
    size_t used = 0;
    for (int i = 0; i < IMAGE_PASSES; i++) {
        const nbl_bloom_pass_t *pass = &fft->plan.passes[NBL_BLOOM_PASS_FIRST_AXIS + i];
        const nbl_fft_plan_t *radices = i == 1 ? &pass->parameters.second_plan : &pass->parameters.first_plan;
        char *text = job->about;
        used += (size_t)snprintf(text + used, sizeof job->about - used, "%s%u", i ? " | " : "", pass->fft_length);
        for (uint32_t p = 0; fft->plan.desc.algorithm == NBL_FFT_STOCKHAM && p < radices->passes; p++)
            used += (size_t)snprintf(text + used, sizeof job->about - used, "%s%u", p ? "x" : " = ",
                                     nbl_fft_plan_radix(*radices, p));
        used += (size_t)snprintf(text + used, sizeof job->about - used, " @%u*%u", pass->parameters.invocations,
                                 pass->parameters.ffts_per_workgroup);
        job->passes[i] = (bench_pass_t){.name = pass->name,
                                        .bytes = pass->bytes,
                                        .workgroups = pass->workgroups,
                                        .workgroup_size = pass->workgroup_size,
                                        .shared_bytes = pass->shared_bytes,
                                        .registers = bench_registers(nbl_bloom_get_kernel(
                                            fft->bloom, (nbl_bloom_pass_name_t)(NBL_BLOOM_PASS_FIRST_AXIS + i)))};
    }
    job->pass_count = IMAGE_PASSES;
    job->memory_bytes = fft->turns * fft->plan.workspace_bytes + fft->plan.spectrum_bytes;
}

/* Transforms the kernel, which happens once and is not timed. */
static nbl_result_t transform_kernel(bench_t *bench, const fft_t *fft, nbl_error_t *error) {
    nbl_result_t result = bench_begin(bench, error);
    if (!result) result = nbl_bloom_record_sums(fft->bloom, fft->bindings[0], bench->commands.buffer, NULL, 0, error);
    if (!result) result = nbl_bloom_record_kernel(fft->bloom, fft->bindings[0], bench->commands.buffer, NULL, 0, error);
    return result ? result : bench_submit(bench, error);
}

static int create(bench_t *bench, bench_job_t *job, nbl_error_t *error) {
    fft_t *fft = calloc(1, sizeof *fft);
    if (!fft) return bench_failed(job, NBL_ERROR_OUT_OF_MEMORY, error);
    job->state = fft;
    fft->turns = job->request.batch ? TURNS : 1;
    job->request.desc.limits = nbl_fft_device_limits(bench->device);
    nbl_bloom_vulkan_desc_t desc = job->request.how;
    desc.cache = bench->cache;
    desc.unroll = nbl_vulkan_device_get_info(bench->device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    double begin = nbl_platform_seconds();
    nbl_result_t result = nbl_bloom_plan_make(&job->request.desc, &fft->plan, error);
    if (!result) result = nbl_bloom_create(bench->device, &fft->plan, &desc, &fft->bloom, error);
    job->create_seconds = nbl_platform_seconds() - begin;
    if (!result) describe(job, fft);
    if (!result && bench->counts) result = bench_count_sectors(&fft->plan, job->passes, error);
    if (!result && !bench->only_compile) result = create_memory(bench, job, fft, error);
    if (!result && !bench->only_compile) result = transform_kernel(bench, fft, error);
    return result ? bench_failed(job, result, error) : 0;
}

static nbl_result_t record(bench_t *bench, bench_job_t *job, const nbl_vulkan_timestamps_t *timestamps,
                           uint32_t first_span, nbl_error_t *error) {
    const fft_t *fft = job->state;
    return nbl_bloom_record_image(fft->bloom, fft->bindings[0], bench->commands.buffer, NULL, timestamps, first_span,
                                  error);
}

static nbl_result_t record_batch(bench_t *bench, bench_job_t *job, nbl_error_t *error) {
    const fft_t *fft = job->state;
    const nbl_bloom_binding_t *bindings[BENCH_MOST_IMAGES];
    for (uint32_t i = 0; i < bench->images; i++) bindings[i] = fft->bindings[i % TURNS];
    return nbl_bloom_record_images(fft->bloom, bindings, NULL, bench->images, bench->commands.buffer, error);
}

static void destroy(bench_t *bench, bench_job_t *job) {
    fft_t *fft = job->state;
    if (!fft) return;
    for (int i = 0; i < TURNS; i++) nbl_bloom_binding_destroy(fft->bindings[i]);
    nbl_bloom_destroy(fft->bloom);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(bench->device, &fft->buffers[i]);
    for (int i = 0; i < TURNS - 1; i++) nbl_vulkan_buffer_destroy(bench->device, &fft->workspaces[i]);
    for (int i = 0; i < 2; i++) nbl_vulkan_image_destroy(bench->device, &fft->images[i]);
    free(fft);
}

const bench_method_t bench_method_fft = {create, record, record_batch, destroy};
