/* A bloom on a device: its pipelines made on one thread or several, bound and recorded.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bloom/compile.h"
#include "bloom/format.h"
#include "bloom/frame.h"
#include "error/check.h"
#include "nbl/host/bloom.h"
#include "vulkan/pass.h"

/* ---- Modules and pipelines: drivers take their time over each */

/* Work that threads share. Each takes the next pass that no thread has begun, until a pass has failed. */
typedef struct work_t {
    nbl_bloom_t *bloom; /* NULL: only modules are made, of the plan below */
    const nbl_bloom_plan_t *plan;
    const nbl_bloom_vulkan_desc_t *desc;
    nbl_spirv_t *modules;
    atomic_int next;
    atomic_bool failed;
    nbl_result_t results[NBL_BLOOM_PASSES];
    nbl_error_t errors[NBL_BLOOM_PASSES];
} work_t;

static nbl_result_t make_pass(work_t *work, nbl_bloom_pass_name_t pass, nbl_error_t *error) {
    if (work->bloom != NULL) return nbl_bloom_create_pass(work->bloom, pass, error);
    return nbl_bloom_pass_compile(work->plan, pass, work->desc, &work->modules[pass], error);
}

static void *make_passes(void *user) {
    work_t *work = user;
    while (!atomic_load(&work->failed)) {
        int pass = atomic_fetch_add(&work->next, 1);
        if (pass >= NBL_BLOOM_PASSES) break;
        work->results[pass] = make_pass(work, (nbl_bloom_pass_name_t)pass, &work->errors[pass]);
        if (work->results[pass] != NBL_SUCCESS) atomic_store(&work->failed, true);
    }
    return NULL;
}

/* Makes all passes. Returns the failure of the first pass in order, as one thread would. */
static nbl_result_t make_all(work_t *work, nbl_error_t *error) {
    pthread_t others[NBL_BLOOM_PASSES];
    uint32_t started = 0;
    while (started + 1 < work->desc->threads && started + 1 < NBL_BLOOM_PASSES &&
           pthread_create(&others[started], NULL, make_passes, work) == 0)
        started++;
    make_passes(work); /* makes also what threads that could not be started leave */
    for (uint32_t i = 0; i < started; i++) pthread_join(others[i], NULL);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++)
        if (work->results[i] != NBL_SUCCESS) return nbl_fail(error, work->results[i], "%s", work->errors[i].text);
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_compile(const nbl_bloom_plan_t *plan, const nbl_bloom_vulkan_desc_t *desc,
                               nbl_spirv_t modules[NBL_BLOOM_PASSES], nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, desc, modules)) return NBL_ERROR_ARGUMENT;
    work_t work = {.plan = plan, .desc = desc, .modules = modules};
    memset(modules, 0, NBL_BLOOM_PASSES * sizeof *modules);
    nbl_error_clear(error);
    return make_all(&work, error);
}

nbl_result_t nbl_bloom_create(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                              const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error) {
    if (bloom != NULL) *bloom = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, bloom)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = nbl_bloom_create_empty(device, plan, desc, bloom, error);
    if (result != NBL_SUCCESS) return result;
    work_t work = {.bloom = *bloom, .desc = desc};
    result = make_all(&work, error);
    if (result == NBL_SUCCESS) return NBL_SUCCESS;
    nbl_bloom_destroy(*bloom);
    *bloom = NULL;
    return result;
}

/* ---- Bound and recorded */

struct nbl_bloom_t {
    nbl_vulkan_device_t *device;
    nbl_bloom_plan_t plan;
    nbl_bloom_vulkan_desc_t desc;
    VkSampler sampler; /* of sampled sources */
    nbl_vulkan_kernel_t *kernels[NBL_BLOOM_PASSES];
};

struct nbl_bloom_binding_t {
    nbl_vulkan_bindings_t *passes[NBL_BLOOM_PASSES];
    nbl_vulkan_resource_t image, result, workspace; /* what tells whether two bindings have the same memory */
};

nbl_result_t nbl_bloom_create_pass(nbl_bloom_t *bloom, nbl_bloom_pass_name_t name, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bloom)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (nbl_check("bloom", &(nbl_check_t)NBL_CHECK_RANGE("pass", (int)name, 0, NBL_BLOOM_PASSES - 1), 1, error) !=
        NBL_SUCCESS)
        return NBL_ERROR_ARGUMENT;
    const nbl_bloom_pass_t *pass = &bloom->plan.passes[name];
    if (bloom->kernels[name] != NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: the pass was created before", pass->name);
    const nbl_bloom_module_t *module = bloom->desc.modules != NULL ? &bloom->desc.modules[name] : NULL;
    if (module != NULL && module->words == NULL) module = NULL;
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_bloom_pass_describe_compile(&bloom->plan, name, &bloom->desc, &defines);
    nbl_vulkan_kernel_desc_t desc = {.name = pass->name,
                                     .spirv = module != NULL ? module->words : NULL,
                                     .spirv_word_count = module != NULL ? module->word_count : 0,
                                     .compile = module != NULL ? NULL : &compile,
                                     /* states the resources, so that a module of another pass is refused */
                                     .local_size = {pass->workgroup_size, 1, 1},
                                     .push_constant_bytes = sizeof pass->constants,
                                     .subgroup_size = pass->uses_subgroups ? bloom->plan.desc.limits.subgroup_size : 0};
    return nbl_vulkan_kernel_create(bloom->device, &desc, &bloom->kernels[name], error);
}

nbl_result_t nbl_bloom_create_empty(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                                    const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error) {
    if (bloom != NULL) *bloom = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, bloom)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_bloom_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "bloom");
    made->device = device;
    made->plan = *plan;
    made->desc = *desc;
    if (desc->source_is_sampled) {
        nbl_result_t result = nbl_vulkan_sampler_create(device, VK_FILTER_NEAREST, &made->sampler, error);
        if (result != NBL_SUCCESS) {
            free(made);
            return result;
        }
    }
    *bloom = made;
    return NBL_SUCCESS;
}

void nbl_bloom_destroy(nbl_bloom_t *bloom) {
    if (bloom == NULL) return;
    nbl_vulkan_sampler_destroy(bloom->device, bloom->sampler);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) nbl_vulkan_kernel_destroy(bloom->kernels[i]);
    free(bloom);
}

const nbl_bloom_plan_t *nbl_bloom_get_plan(const nbl_bloom_t *bloom) { return &bloom->plan; }

const nbl_vulkan_kernel_t *nbl_bloom_get_kernel(const nbl_bloom_t *bloom, nbl_bloom_pass_name_t pass) {
    return (uint32_t)pass < NBL_BLOOM_PASSES ? bloom->kernels[pass] : NULL;
}

static nbl_result_t check_resources(const nbl_bloom_t *bloom, const nbl_bloom_resources_t *resources,
                                    nbl_error_t *error) {
    const nbl_bloom_vulkan_desc_t *desc = &bloom->desc;
    nbl_result_t result = NBL_SUCCESS;
    if (desc->source_is_image || desc->source_is_sampled)
        result = nbl_bloom_format_check("image", bloom->plan.desc.source_format, desc->source_is_sampled,
                                        resources->image.format, error);
    if (result == NBL_SUCCESS && desc->target_is_image)
        result =
            nbl_bloom_format_check("result", bloom->plan.desc.target_format, false, resources->result.format, error);
    const nbl_bloom_plan_t *plan = &bloom->plan;
    const struct {
        const nbl_vulkan_resource_t *resource;
        const char *name;
        uint64_t bytes;
    } sizes[] = {{&resources->workspace, "workspace", plan->workspace_bytes},
                 {&resources->spectrum, "spectrum", plan->spectrum_bytes},
                 {&resources->sums, "sums", NBL_BLOOM_SUMS_BYTES},
                 {&resources->plain, "plain", plan->plain_bytes}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && result == NBL_SUCCESS; i++)
        result = nbl_vulkan_resource_check(sizes[i].resource, sizes[i].name, sizes[i].bytes, error);
    return result;
}

nbl_result_t nbl_bloom_binding_create(const nbl_bloom_t *bloom, const nbl_bloom_resources_t *resources,
                                      nbl_bloom_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, bloom, resources, binding)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_result_t checked = check_resources(bloom, resources, error);
    if (checked != NBL_SUCCESS) return checked;
    nbl_bloom_binding_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "bloom binding");
    made->image = resources->image;
    made->result = resources->result;
    made->workspace = resources->workspace;
    nbl_vulkan_resource_t image = resources->image;
    if (image.sampler == VK_NULL_HANDLE) image.sampler = bloom->sampler;
    nbl_vulkan_resource_t rows = resources->workspace, second = resources->workspace;
    rows.size = bloom->plan.rows_bytes;
    second.offset += bloom->plan.plain_offset;
    second.size = bloom->plan.plain_bytes;
    nbl_vulkan_resource_t plain = resources->plain.buffer != VK_NULL_HANDLE ? resources->plain : second;
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        bool of_kernel = i < NBL_BLOOM_PASS_FIRST_AXIS;
        bool wants_no_kernel = i != NBL_BLOOM_PASS_KERNEL_ARRANGE || resources->plain.buffer == VK_NULL_HANDLE;
        if (of_kernel && resources->kernel.buffer == VK_NULL_HANDLE && wants_no_kernel)
            continue; /* nbl_bloom_record_kernel() is not called with this binding */
        bool moved =
            i == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE && bloom->plan.passes[i].parameters.padding_second != NBL_BLOOM_ZERO;
        nbl_vulkan_resource_t bound[6] = {of_kernel ? resources->kernel : image,
                                          moved ? second : rows,
                                          of_kernel ? plain : second,
                                          resources->spectrum,
                                          resources->sums,
                                          of_kernel ? resources->kernel : resources->result};
        const char *name = bloom->plan.passes[i].name;
        nbl_result_t result = bloom->kernels[i] != NULL
                                  ? nbl_vulkan_bindings_create(bloom->kernels[i], bound, name, &made->passes[i], error)
                                  : nbl_fail(error, NBL_ERROR_ARGUMENT,
                                             "%s: the pass was not created yet: call nbl_bloom_create_pass()", name);
        if (result != NBL_SUCCESS) {
            nbl_bloom_binding_destroy(made);
            return result;
        }
    }
    *binding = made;
    return NBL_SUCCESS;
}

void nbl_bloom_binding_destroy(nbl_bloom_binding_t *binding) {
    if (binding == NULL) return;
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) nbl_vulkan_bindings_destroy(binding->passes[i]);
    free(binding);
}

/* Records one pass of a valid frame.
 *
 * beside  no barrier follows; other arguments: nbl_vulkan_pass_record() */
static nbl_result_t record_pass(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                VkCommandBuffer command_buffer, nbl_bloom_pass_name_t name, bool beside,
                                const nbl_bloom_frame_t *frame, const nbl_vulkan_timestamps_t *timestamps,
                                uint32_t span, nbl_error_t *error) {
    const nbl_bloom_pass_t *pass = &bloom->plan.passes[name];
    if (binding->passes[name] == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "%s: the binding was made without a kernel buffer, which this pass reads", pass->name);
    nbl_bloom_constants_t constants = nbl_bloom_frame_constants(&bloom->plan, name, frame);
    const nbl_vulkan_pass_t record = {pass->name, bloom->kernels[name], binding->passes[name], &constants,
                                      nbl_bloom_frame_workgroups(&bloom->plan, name, frame)};
    return beside ? nbl_vulkan_pass_record_beside(bloom->device, &record, command_buffer, timestamps, span, error)
                  : nbl_vulkan_pass_record(bloom->device, &record, command_buffer, timestamps, span, error);
}

static nbl_result_t record_passes(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                  VkCommandBuffer command_buffer, int first, int last, const nbl_bloom_frame_t *frame,
                                  const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span, nbl_error_t *error) {
    nbl_bloom_frame_t usual = nbl_bloom_frame_init();
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_bloom_frame_check(&bloom->plan, frame, error);
    for (int i = first; i <= last && result == NBL_SUCCESS; i++)
        result = record_pass(bloom, binding, command_buffer, (nbl_bloom_pass_name_t)i, false, frame, timestamps,
                             first_span + (uint32_t)(i - first), error);
    return result;
}

nbl_result_t nbl_bloom_record_sums(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                   VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                   uint32_t first_span, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bloom, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    return record_passes(bloom, binding, command_buffer, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_KERNEL_SUM, NULL,
                         timestamps, first_span, error);
}

nbl_result_t nbl_bloom_record_kernel(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                     VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                     uint32_t first_span, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bloom, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    return record_passes(bloom, binding, command_buffer, NBL_BLOOM_PASS_KERNEL_FIRST_AXIS,
                         NBL_BLOOM_PASS_KERNEL_ARRANGE, NULL, timestamps, first_span, error);
}

nbl_result_t nbl_bloom_record_arrange(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                      VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                      uint32_t first_span, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bloom, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    if (bloom->plan.desc.kernel_mode != NBL_BLOOM_KERNEL_RESAMPLE)
        return nbl_fail(
            error, NBL_ERROR_ARGUMENT,
            "kernel mode pad: the kernel is transformed at the image's lengths, so that no other size has its "
            "spectrum: plan with resample");
    return record_passes(bloom, binding, command_buffer, NBL_BLOOM_PASS_KERNEL_ARRANGE, NBL_BLOOM_PASS_KERNEL_ARRANGE,
                         NULL, timestamps, first_span, error);
}

nbl_result_t nbl_bloom_record_image(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                    VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                    const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span,
                                    nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bloom, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    return record_passes(bloom, binding, command_buffer, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE,
                         frame, timestamps, first_span, error);
}

static bool workspaces_overlap(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *a, const nbl_bloom_binding_t *b) {
    const uint64_t from = a->workspace.offset, begin = b->workspace.offset, bytes = bloom->plan.workspace_bytes;
    return a->workspace.buffer == b->workspace.buffer && from < begin + bytes && begin < from + bytes;
}

/* Returns whether a binding's image is another's result. Only the same beginning counts: two halves of rows, as two
 * eyes have them, lie in one range of bytes and have no texel in common. */
static bool reads_result(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                         const nbl_bloom_binding_t *other) {
    const nbl_vulkan_resource_t *image = &binding->image, *result = &other->result;
    const bool is_view = bloom->desc.source_is_image || bloom->desc.source_is_sampled;
    if (is_view != bloom->desc.target_is_image) return false;
    return is_view ? image->view == result->view : image->buffer == result->buffer && image->offset == result->offset;
}

/* Refuses images whose passes would disturb each other: passes of three images in a row run at a time. */
static nbl_result_t check_images(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *const *bindings,
                                 const nbl_bloom_frame_t *frames, uint32_t count, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < count; i++) {
        if (bindings[i] == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "bindings: number %u is NULL", i);
        for (uint32_t before = 1; before <= 2 && before <= i; before++) {
            const nbl_bloom_binding_t *other = bindings[i - before];
            if (workspaces_overlap(bloom, bindings[i], other))
                return nbl_fail(error, NBL_ERROR_ARGUMENT,
                                "bindings: workspaces of number %u and %u overlap: must be three in turn", i - before,
                                i);
            if (reads_result(bloom, bindings[i], other))
                return nbl_fail(error, NBL_ERROR_ARGUMENT,
                                "bindings: the image of number %u is the result of number %u: record them by "
                                "nbl_bloom_record_image()",
                                i, i - before);
        }
        nbl_error_t inner;
        if (frames != NULL) result = nbl_bloom_frame_check(&bloom->plan, &frames[i], &inner);
        if (result != NBL_SUCCESS) return nbl_fail(error, result, "frames: number %u: %s", i, inner.text);
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_record_images(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *const *bindings,
                                     const nbl_bloom_frame_t *frames, uint32_t count, VkCommandBuffer command_buffer,
                                     nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bloom, bindings, command_buffer)) return NBL_ERROR_ARGUMENT;
    /* What is recorded between two barriers, in this order: the longest pass first, so that others fill its end. */
    static const struct {
        nbl_bloom_pass_name_t pass;
        uint32_t behind; /* images behind the one whose first pass is recorded */
    } beside[] = {{NBL_BLOOM_PASS_CONVOLVE, 1}, {NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, 2}, {NBL_BLOOM_PASS_FIRST_AXIS, 0}};
    const nbl_bloom_frame_t usual = nbl_bloom_frame_init();
    nbl_error_clear(error);
    nbl_result_t result = check_images(bloom, bindings, frames, count, error);
    const uint64_t steps = count > 0 ? (uint64_t)count + 2 : 0;
    for (uint64_t step = 0; step < steps && result == NBL_SUCCESS; step++) {
        for (size_t k = 0; k < sizeof beside / sizeof *beside && result == NBL_SUCCESS; k++) {
            uint64_t image = step - beside[k].behind;
            if (step < beside[k].behind || image >= count) continue;
            result = record_pass(bloom, bindings[image], command_buffer, beside[k].pass, true,
                                 frames != NULL ? &frames[image] : &usual, NULL, 0, error);
        }
        nbl_vulkan_record_barrier(bloom->device, command_buffer, NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER);
    }
    return result;
}
