/* The bloom at low resolution on a Vulkan device: what is made once, what is bound to the caller's buffers, and
 * recording.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "bloom/low.h"
#include "error/check.h"
#include "gpu/defines.h"
#include "vulkan/pass.h"

struct nbl_bloom_low_t {
    nbl_vulkan_device_t *device;
    nbl_bloom_low_plan_t plan;
    nbl_bloom_t *bloom;                                     /* of the low image */
    nbl_vulkan_kernel_t *kernels[NBL_BLOOM_LOW_OWN_PASSES]; /* down to the low image, and up from its bloom */
};

struct nbl_bloom_low_binding_t {
    nbl_bloom_binding_t *bloom;
    nbl_vulkan_bindings_t *kernels[NBL_BLOOM_LOW_OWN_PASSES];
};

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_bloom_low_parameters_t, name, false)
static const nbl_parameter_t rows[] = {NBL_BLOOM_LOW_PARAMETERS(NUMBER)};

nbl_result_t nbl_bloom_low_pass_compile(const nbl_bloom_low_pass_t *pass, const nbl_bloom_vulkan_desc_t *desc,
                                        nbl_spirv_t *spirv, nbl_error_t *error) {
    nbl_defines_t defines = {.count = 0};
    nbl_defines_parameters(&defines, rows, sizeof rows / sizeof *rows, &pass->parameters);
    nbl_defines_text(&defines, "NBL_BLOOM_LOW_KERNEL", "nbl_bloom_low");
    nbl_defines_number(&defines, "NBL_SUBGROUP_OPERATIONS", 0);
    nbl_defines_number(&defines, "NBL_UNROLL_LOOPS", desc->unroll);
    const nbl_compile_desc_t compile = {.file = "shaders/bloom_low_resolution.h",
                                        .defines = defines.defines,
                                        .define_count = defines.count,
                                        .mode = desc->mode,
                                        .optimize = desc->unroll ? NBL_OPTIMIZE_UNROLL : NBL_OPTIMIZE_FOLD,
                                        .cache = desc->cache};
    return nbl_compile(&compile, spirv, error);
}

static nbl_result_t create_kernel(nbl_bloom_low_t *low, uint32_t number, const nbl_bloom_vulkan_desc_t *desc,
                                  nbl_error_t *error) {
    const nbl_bloom_low_pass_t *pass = &low->plan.passes[number];
    nbl_spirv_t spirv;
    nbl_result_t result = nbl_bloom_low_pass_compile(pass, desc, &spirv, error);
    if (result != NBL_SUCCESS) {
        nbl_spirv_free(&spirv);
        return result;
    }
    const nbl_vulkan_kernel_desc_t kernel = {.name = pass->name,
                                             .spirv = spirv.words,
                                             .spirv_word_count = spirv.word_count,
                                             .local_size = {pass->workgroup_size, 1, 1},
                                             .push_constant_bytes = sizeof pass->constants};
    result = nbl_vulkan_kernel_create(low->device, &kernel, &low->kernels[number], error);
    nbl_spirv_free(&spirv);
    return result;
}

nbl_result_t nbl_bloom_low_create(nbl_vulkan_device_t *device, const nbl_bloom_low_plan_t *plan,
                                  const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_low_t **low, nbl_error_t *error) {
    if (low != NULL) *low = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, low)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (desc->source_is_image || desc->source_is_sampled || desc->target_is_image || desc->modules)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "low resolution: must be given buffers and no modules, since it compiles its own");
    nbl_bloom_low_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "bloom at low resolution");
    made->device = device;
    made->plan = *plan;
    nbl_result_t result = nbl_bloom_create(device, &plan->bloom, desc, &made->bloom, error);
    for (uint32_t i = 0; i < NBL_BLOOM_LOW_OWN_PASSES && result == NBL_SUCCESS; i++)
        result = create_kernel(made, i, desc, error);
    if (result == NBL_SUCCESS)
        *low = made;
    else
        nbl_bloom_low_destroy(made);
    return result;
}

void nbl_bloom_low_destroy(nbl_bloom_low_t *low) {
    if (low == NULL) return;
    for (int i = 0; i < NBL_BLOOM_LOW_OWN_PASSES; i++) nbl_vulkan_kernel_destroy(low->kernels[i]);
    nbl_bloom_destroy(low->bloom);
    free(low);
}

/* Returns a part of the workspace as a resource. */
static nbl_vulkan_resource_t part(nbl_vulkan_resource_t workspace, uint64_t offset, uint64_t bytes) {
    workspace.offset += offset;
    workspace.size = bytes;
    return workspace;
}

nbl_result_t nbl_bloom_low_binding_create(const nbl_bloom_low_t *low, const nbl_bloom_low_resources_t *resources,
                                          nbl_bloom_low_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, low, resources, binding)) return NBL_ERROR_ARGUMENT;
    const nbl_bloom_low_plan_t *plan = &low->plan;
    const nbl_vulkan_resource_t all = resources->workspace;
    nbl_error_clear(error);
    nbl_result_t result = nbl_vulkan_resource_check(&all, "workspace", plan->workspace_bytes, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&resources->image, "image", plan->image_bytes, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_resource_check(&resources->result, "result", plan->image_bytes, error);
    if (result != NBL_SUCCESS) return result;
    nbl_bloom_low_binding_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "binding of the bloom at low resolution");
    /* The low bloom's resources are parts of the workspace, in nbl_bloom_low_plan_t's order. Its kernel is the tail
     * alone. */
    const nbl_bloom_resources_t parts = {
        .image = part(all, plan->low_image_offset, plan->low_bloom_offset - plan->low_image_offset),
        .result = part(all, plan->low_bloom_offset, plan->bloom_offset - plan->low_bloom_offset),
        .kernel = part(all, plan->tail_offset, plan->kernel_bytes - plan->tail_offset),
        .workspace = part(all, plan->bloom_offset, plan->bloom.workspace_bytes),
        .spectrum = part(all, plan->spectrum_offset, plan->bloom.spectrum_bytes),
        .sums = part(all, plan->sums_offset, NBL_BLOOM_SUMS_BYTES)};
    /* Both kernels take core, tail, low image and low bloom as one binding. */
    const nbl_vulkan_resource_t bound[3] = {resources->image, part(all, 0, plan->bloom_offset), resources->result};
    result = nbl_bloom_binding_create(low->bloom, &parts, &made->bloom, error);
    for (int i = 0; i < NBL_BLOOM_LOW_OWN_PASSES && result == NBL_SUCCESS; i++)
        result = nbl_vulkan_bindings_create(low->kernels[i], bound, plan->passes[i].name, &made->kernels[i], error);
    if (result == NBL_SUCCESS)
        *binding = made;
    else
        nbl_bloom_low_binding_destroy(made);
    return result;
}

void nbl_bloom_low_binding_destroy(nbl_bloom_low_binding_t *binding) {
    if (binding == NULL) return;
    for (int i = 0; i < NBL_BLOOM_LOW_OWN_PASSES; i++) nbl_vulkan_bindings_destroy(binding->kernels[i]);
    nbl_bloom_binding_destroy(binding->bloom);
    free(binding);
}

nbl_result_t nbl_bloom_low_record_kernel(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding,
                                         VkCommandBuffer command_buffer, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, low, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = nbl_bloom_record_sums(low->bloom, binding->bloom, command_buffer, NULL, 0, error);
    if (result == NBL_SUCCESS)
        result = nbl_bloom_record_kernel(low->bloom, binding->bloom, command_buffer, NULL, 0, error);
    return result;
}

static nbl_result_t record_step(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding, uint32_t step,
                                VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                const nbl_vulkan_timestamps_t *timestamps, uint32_t span, nbl_error_t *error) {
    const nbl_bloom_low_pass_t *pass = &low->plan.passes[step];
    const nbl_bloom_low_constants_t constants = nbl_bloom_low_frame_constants(pass, frame);
    const nbl_vulkan_pass_t record = {pass->name, low->kernels[step], binding->kernels[step], &constants,
                                      pass->workgroups};
    return nbl_vulkan_pass_record(low->device, &record, command_buffer, timestamps, span, error);
}

nbl_result_t nbl_bloom_low_record_image(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding,
                                        VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                        const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span,
                                        nbl_error_t *error) {
    if (NBL_ANY_NULL(error, low, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    const nbl_bloom_frame_t usual = nbl_bloom_frame_init();
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_bloom_low_frame_check(&low->plan, frame, error);
    if (result == NBL_SUCCESS)
        result = record_step(low, binding, NBL_BLOOM_LOW_DOWN, command_buffer, frame, timestamps, first_span, error);
    if (result == NBL_SUCCESS)
        result =
            nbl_bloom_record_image(low->bloom, binding->bloom, command_buffer, NULL, timestamps, first_span + 1, error);
    if (result == NBL_SUCCESS)
        result = record_step(low, binding, NBL_BLOOM_LOW_UP, command_buffer, frame, timestamps,
                             first_span + NBL_BLOOM_LOW_PASSES - 1, error);
    return result;
}
