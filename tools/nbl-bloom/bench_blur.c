/* nbl-bloom bench: the dual filter and the prefix sum.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "bench_job.h"
#include "platform/clock.h"

typedef struct blur_t {
    nbl_blur_plan_t plan;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    nbl_vulkan_buffer_t buffers[3]; /* image, result, workspace */
} blur_t;

static nbl_result_t create_memory(bench_t *bench, blur_t *blur, nbl_error_t *error) {
    static const char *const names[3] = {"image", "result", "workspace"};
    uint64_t image = (uint64_t)blur->plan.desc.width * blur->plan.desc.height * 16;
    nbl_vulkan_resource_t resources[3];
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 3 && !result; i++) {
        nbl_vulkan_buffer_desc_t desc = {.size = i < 2 ? image : blur->plan.workspace_bytes, .name = names[i]};
        result = nbl_vulkan_buffer_create(bench->device, &desc, &blur->buffers[i], error);
        resources[i] = (nbl_vulkan_resource_t){.buffer = blur->buffers[i].handle};
    }
    if (result) return result;
    void *texels = malloc((size_t)image);
    if (!texels) return snprintf(error->text, sizeof error->text, "no memory for texels"), NBL_ERROR_OUT_OF_MEMORY;
    bench_draw_texels(NBL_BLOOM_FORMAT_RGBA32F, texels, image);
    result = nbl_vulkan_buffer_upload(bench->device, &blur->buffers[0], 0, texels, image, error);
    free(texels);
    const nbl_blur_resources_t bound = {resources[0], resources[1], resources[2]};
    return result ? result : nbl_blur_binding_create(blur->blur, &bound, &blur->binding, error);
}

static void describe(bench_job_t *job, const blur_t *blur) {
    const nbl_blur_desc_t *desc = &blur->plan.desc;
    for (uint32_t i = 0; i < blur->plan.pass_count; i++) {
        const nbl_blur_pass_t *pass = &blur->plan.passes[i];
        job->passes[i] = (bench_pass_t){.name = pass->name,
                                        .bytes = pass->bytes,
                                        .workgroups = pass->workgroups,
                                        .workgroup_size = pass->workgroup_size,
                                        .shared_bytes = pass->shared_bytes};
    }
    job->pass_count = blur->plan.pass_count;
    job->memory_bytes = blur->plan.workspace_bytes;
    if (desc->method == NBL_BLUR_DUAL_FILTER)
        snprintf(job->about, sizeof job->about, "dual filter of %u levels", desc->levels);
    else
        snprintf(job->about, sizeof job->about, "%u boxes along each axis, sigma %g", desc->boxes, (double)desc->sigma);
}

static int create(bench_t *bench, bench_job_t *job, nbl_error_t *error) {
    blur_t *blur = calloc(1, sizeof *blur);
    if (!blur) return bench_failed(job, NBL_ERROR_OUT_OF_MEMORY, error);
    job->state = blur;
    bool cpu = nbl_vulkan_device_get_info(bench->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    nbl_blur_desc_t wanted = job->request.blur;
    wanted.max_shared_bytes = nbl_fft_device_limits(bench->device).max_shared_bytes;
    const nbl_blur_vulkan_desc_t how = {.mode = job->request.how.mode,
                                        .cache = bench->cache,
                                        .optimize = cpu ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL};
    double begin = nbl_platform_seconds();
    nbl_result_t result = nbl_blur_plan_make(&wanted, &blur->plan, error);
    if (!result) result = nbl_blur_create(bench->device, &blur->plan, &how, &blur->blur, error);
    job->create_seconds = nbl_platform_seconds() - begin;
    if (!result) describe(job, blur);
    if (!result && !bench->only_compile) result = create_memory(bench, blur, error);
    return result ? bench_failed(job, result, error) : 0;
}

static nbl_result_t record(bench_t *bench, bench_job_t *job, const nbl_vulkan_timestamps_t *timestamps,
                           uint32_t first_span, nbl_error_t *error) {
    const blur_t *blur = job->state;
    return nbl_blur_record(blur->blur, blur->binding, bench->commands.buffer, NULL, timestamps, first_span, error);
}

static void destroy(bench_t *bench, bench_job_t *job) {
    blur_t *blur = job->state;
    if (!blur) return;
    nbl_blur_binding_destroy(blur->binding);
    nbl_blur_destroy(blur->blur);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(bench->device, &blur->buffers[i]);
    free(blur);
}

const bench_method_t bench_method_blur = {create, record, NULL, destroy};
