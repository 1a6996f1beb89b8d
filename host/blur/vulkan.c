/* A blur on a Vulkan device: its kernels, the caller's buffers, and recording.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"

#include <stdlib.h>

#include "error/check.h"
#include "gpu/defines.h"
#include "spirv/words.h"
#include "vulkan/pass.h"

struct nbl_blur_t {
    nbl_vulkan_device_t *device;
    nbl_blur_plan_t plan;
    nbl_vulkan_kernel_t *kernels[NBL_BLUR_KERNELS];
};

struct nbl_blur_binding_t {
    nbl_vulkan_bindings_t *kernels[NBL_BLUR_KERNELS];
};

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_blur_parameters_t, name, false)
static const nbl_parameter_t rows[] = {NBL_BLUR_PARAMETERS(NUMBER)};

nbl_result_t nbl_blur_pass_compile(const nbl_blur_plan_t *plan, uint32_t number, const nbl_blur_vulkan_desc_t *desc,
                                   nbl_spirv_t *spirv, nbl_error_t *error) {
    const nbl_check_t mode = NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES);
    const nbl_result_t valid = nbl_check("blur", &mode, 1, error);
    if (valid != NBL_SUCCESS) return valid;
    const bool sums = plan->desc.method == NBL_BLUR_PREFIX_SUM;
    nbl_defines_t defines = {.count = 0};
    nbl_defines_parameters(&defines, rows, sizeof rows / sizeof *rows, &plan->passes[number].parameters);
    nbl_defines_text(&defines, "NBL_BLUR_KERNEL", "nbl_blur");
    /* Texels of the dual filter need no neighbour. */
    nbl_defines_number(&defines, "NBL_SUBGROUP_OPERATIONS", sums && !plan->desc.no_subgroups);
    nbl_defines_number(&defines, "NBL_UNROLL_LOOPS", desc->optimize == NBL_OPTIMIZE_UNROLL);
    const nbl_compile_desc_t compile = {.file = sums ? "shaders/blur_prefix_sum.h" : "shaders/blur_dual_filter.h",
                                        .defines = defines.defines,
                                        .define_count = defines.count,
                                        .mode = desc->mode == NBL_MODE_FAST ? NBL_MODE_FAST : NBL_MODE_EXACT,
                                        .optimize = desc->optimize,
                                        .cache = desc->cache};
    return nbl_compile(&compile, spirv, error);
}

static nbl_result_t create_kernel(nbl_blur_t *blur, uint32_t number, const nbl_blur_vulkan_desc_t *desc,
                                  nbl_error_t *error) {
    const nbl_blur_pass_t *pass = &blur->plan.passes[number];
    const nbl_bloom_module_t *module = desc->modules != NULL ? &desc->modules[pass->kernel] : NULL;
    nbl_spirv_t spirv = {0};
    nbl_result_t result = NBL_SUCCESS;
    if (module == NULL) result = nbl_blur_pass_compile(&blur->plan, number, desc, &spirv, error);
    if (result != NBL_SUCCESS) {
        nbl_spirv_free(&spirv);
        return result;
    }
    const nbl_vulkan_kernel_desc_t kernel = {.name = pass->name,
                                             .spirv = module != NULL ? module->words : spirv.words,
                                             .spirv_word_count = module != NULL ? module->word_count : spirv.word_count,
                                             .local_size = {pass->workgroup_size, 1, 1},
                                             .push_constant_bytes = sizeof pass->constants};
    result = nbl_vulkan_kernel_create(blur->device, &kernel, &blur->kernels[pass->kernel], error);
    nbl_spirv_free(&spirv);
    return result;
}

nbl_result_t nbl_blur_create(nbl_vulkan_device_t *device, const nbl_blur_plan_t *plan,
                             const nbl_blur_vulkan_desc_t *desc, nbl_blur_t **blur, nbl_error_t *error) {
    if (blur != NULL) *blur = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, blur)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_blur_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "blur");
    made->device = device;
    made->plan = *plan;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < plan->pass_count && result == NBL_SUCCESS; i++)
        if (made->kernels[plan->passes[i].kernel] == NULL) result = create_kernel(made, i, desc, error);
    if (result == NBL_SUCCESS)
        *blur = made;
    else
        nbl_blur_destroy(made);
    return result;
}

void nbl_blur_destroy(nbl_blur_t *blur) {
    if (blur == NULL) return;
    for (int i = 0; i < NBL_BLUR_KERNELS; i++) nbl_vulkan_kernel_destroy(blur->kernels[i]);
    free(blur);
}

nbl_result_t nbl_blur_binding_create(const nbl_blur_t *blur, const nbl_blur_resources_t *resources,
                                     nbl_blur_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, blur, resources, binding)) return NBL_ERROR_ARGUMENT;
    const nbl_blur_plan_t *plan = &blur->plan;
    nbl_error_clear(error);
    nbl_result_t result = nbl_vulkan_resource_check(&resources->workspace, "workspace", plan->workspace_bytes, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&resources->image, "image", plan->image_bytes, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_resource_check(&resources->result, "result", plan->image_bytes, error);
    if (result != NBL_SUCCESS) return result;
    nbl_blur_binding_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "blur binding");
    const nbl_vulkan_resource_t bound[3] = {resources->image, resources->workspace, resources->result};
    for (int i = 0; i < NBL_BLUR_KERNELS && result == NBL_SUCCESS; i++)
        if (blur->kernels[i] != NULL)
            result = nbl_vulkan_bindings_create(blur->kernels[i], bound, "blur", &made->kernels[i], error);
    if (result == NBL_SUCCESS)
        *binding = made;
    else
        nbl_blur_binding_destroy(made);
    return result;
}

void nbl_blur_binding_destroy(nbl_blur_binding_t *binding) {
    if (binding == NULL) return;
    for (int i = 0; i < NBL_BLUR_KERNELS; i++) nbl_vulkan_bindings_destroy(binding->kernels[i]);
    free(binding);
}

nbl_result_t nbl_blur_record(const nbl_blur_t *blur, const nbl_blur_binding_t *binding, VkCommandBuffer command_buffer,
                             const nbl_blur_frame_t *frame, const nbl_vulkan_timestamps_t *timestamps,
                             uint32_t first_span, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, blur, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    const nbl_blur_frame_t usual = nbl_blur_frame_init();
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_blur_frame_check(&blur->plan, frame, error);
    for (uint32_t i = 0; i < blur->plan.pass_count && result == NBL_SUCCESS; i++) {
        const nbl_blur_pass_t *pass = &blur->plan.passes[i];
        const nbl_blur_constants_t constants = nbl_blur_frame_constants(pass, frame);
        const nbl_vulkan_pass_t record = {pass->name, blur->kernels[pass->kernel], binding->kernels[pass->kernel],
                                          &constants, pass->workgroups};
        result = nbl_vulkan_pass_record(blur->device, &record, command_buffer, timestamps, first_span + i, error);
    }
    return result;
}
