/* Kernels: compute pipelines with their layouts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "error/check.h"

static VkDescriptorType descriptor_type(nbl_binding_t binding) {
    switch (binding) {
    case NBL_BINDING_STORAGE_IMAGE: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case NBL_BINDING_SAMPLED_IMAGE: return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case NBL_BINDING_UNIFORM_BUFFER: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    default: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
}

static nbl_result_t create_layouts(nbl_vulkan_kernel_t *kernel, nbl_error_t *error) {
    const nbl_vulkan_device_t *device = kernel->device;
    VkDescriptorSetLayoutBinding bindings[NBL_MAX_BINDINGS];
    VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, kernel->info.push_constant_bytes};
    VkResult vk;
    uint32_t i;
    memset(bindings, 0, sizeof bindings);
    for (i = 0; i < kernel->info.binding_count; i++) {
        VkDescriptorSetLayoutBinding *b = &bindings[set.bindingCount];
        if (kernel->info.bindings[i] == NBL_BINDING_NONE) continue;
        b->binding = i;
        b->descriptorType = descriptor_type(kernel->info.bindings[i]);
        b->descriptorCount = 1;
        b->stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
        set.bindingCount++;
    }
    set.pBindings = bindings;
    if (set.bindingCount) {
        vk = device->CreateDescriptorSetLayout(device->handle, &set, device->allocation, &kernel->set_layout);
        if (vk != VK_SUCCESS) {
            kernel->set_layout = VK_NULL_HANDLE;
            return nbl_vulkan_fail_vk(error, vk, kernel->name);
        }
        layout.setLayoutCount = 1;
        layout.pSetLayouts = &kernel->set_layout;
    }
    layout.pushConstantRangeCount = range.size > 0;
    layout.pPushConstantRanges = &range;
    vk = device->CreatePipelineLayout(device->handle, &layout, device->allocation, &kernel->layout);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    kernel->layout = VK_NULL_HANDLE;
    return nbl_vulkan_fail_vk(error, vk, kernel->name);
}

static nbl_result_t create_pipeline(nbl_vulkan_kernel_t *kernel, const nbl_vulkan_kernel_desc_t *desc,
                                    const nbl_vulkan_kernel_plan_t *plan, nbl_error_t *error) {
    const nbl_vulkan_device_t *device = kernel->device;
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    VkResult vk;
    module.codeSize = desc->spirv_word_count * sizeof *desc->spirv;
    module.pCode = desc->spirv;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = desc->entry_point ? desc->entry_point : "main";
    info.layout = kernel->layout;
    info.basePipelineIndex = -1;
    size.requiredSubgroupSize = plan->subgroup_size;
    if (plan->subgroup_size) info.stage.pNext = &size;
    if (plan->full_subgroups) info.stage.flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    if (device->features & NBL_FEATURE_KERNEL_STATISTICS) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    vk = device->CreateShaderModule(device->handle, &module, device->allocation, &info.stage.module);
    if (vk == VK_SUCCESS) {
        vk = device->CreateComputePipelines(device->handle, device->pipeline_cache, 1, &info, device->allocation,
                                            &kernel->pipeline);
        device->DestroyShaderModule(device->handle, info.stage.module, device->allocation);
    }
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    kernel->pipeline = VK_NULL_HANDLE;
    return nbl_vulkan_fail_vk(error, vk, kernel->name);
}

static nbl_result_t create(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc, const char *name,
                           nbl_vulkan_kernel_t **out, nbl_error_t *error) {
    nbl_vulkan_kernel_plan_t plan;
    nbl_vulkan_kernel_t *kernel;
    nbl_result_t result = nbl_vulkan_kernel_check(device, desc, name, &plan, error);
    if (result != NBL_SUCCESS) return result;
    kernel = calloc(1, sizeof *kernel);
    if (!kernel) return nbl_fail_memory(error, name);
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    kernel->device = device;
    kernel->info = plan.info;
    kernel->subgroup_size = plan.subgroup_size ? plan.subgroup_size : device->info.subgroup_size;
    result = create_layouts(kernel, error);
    if (result == NBL_SUCCESS) result = create_pipeline(kernel, desc, &plan, error);
    if (result != NBL_SUCCESS) {
        nbl_vulkan_kernel_destroy(kernel);
        return result;
    }
    nbl_vulkan_set_name(device, VK_OBJECT_TYPE_PIPELINE, (uint64_t)kernel->pipeline, kernel->name);
    *out = kernel;
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_kernel_create(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc,
                                      nbl_vulkan_kernel_t **kernel, nbl_error_t *error) {
    if (kernel != NULL) *kernel = NULL;
    if (NBL_ANY_NULL(error, device, desc, kernel)) return NBL_ERROR_ARGUMENT;
    nbl_spirv_t spirv;
    nbl_vulkan_kernel_desc_t full;
    nbl_result_t result;
    const char *name;
    bool again;
    nbl_error_clear(error);
    if (!desc->spirv == !desc->compile)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "kernel: must be given just one of spirv and compile");
    result = nbl_vulkan_check_device(device, error); /* else it would be compiled for nothing */
    if (result != NBL_SUCCESS) return result;
    name = desc->name ? desc->name : desc->compile && desc->compile->file ? desc->compile->file : "kernel";
    if (desc->spirv) return create(device, desc, name, kernel, error);
    full = *desc;
    do {
        result = nbl_compile(desc->compile, &spirv, error);
        full.spirv = spirv.words;
        full.spirv_word_count = spirv.word_count;
        if (result == NBL_SUCCESS) result = create(device, &full, name, kernel, error);
        again = nbl_cache_forget(desc->compile->cache, &spirv, result, error);
        nbl_spirv_free(&spirv);
    } while (again);
    if (result == NBL_SUCCESS) nbl_error_clear(error);
    return result;
}

void nbl_vulkan_kernel_destroy(nbl_vulkan_kernel_t *kernel) {
    if (!kernel) return;
    nbl_vulkan_retire(kernel->device, VK_OBJECT_TYPE_PIPELINE, (uint64_t)kernel->pipeline);
    nbl_vulkan_retire(kernel->device, VK_OBJECT_TYPE_PIPELINE_LAYOUT, (uint64_t)kernel->layout);
    nbl_vulkan_retire(kernel->device, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, (uint64_t)kernel->set_layout);
    free(kernel);
}

const nbl_module_info_t *nbl_vulkan_kernel_get_info(const nbl_vulkan_kernel_t *kernel) { return &kernel->info; }

uint32_t nbl_vulkan_kernel_get_subgroup_size(const nbl_vulkan_kernel_t *kernel) { return kernel->subgroup_size; }
