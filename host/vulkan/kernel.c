/* Kernels: what can be refused before a pipeline is made, the pipeline, what it reads and writes, what drivers tell.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "error/check.h"
#include "spirv/round_once.h"

/* ---- What a device must have
 *
 * It must be: a kernel with too much shared memory lost the device on NVIDIA instead of failing. */

typedef struct kernel_plan_t {
    nbl_module_info_t info;
    uint32_t subgroup_size; /* subgroup size to be fixed; 0: the device's */
    bool full_subgroups;    /* full subgroups are asked for */
} kernel_plan_t;

typedef struct check_t {
    const nbl_vulkan_device_t *device;
    const nbl_vulkan_kernel_desc_t *desc;
    const char *name;
    kernel_plan_t *plan;
    nbl_error_t *error;
} check_t;

static nbl_result_t limit(const check_t *c, const char *name, uint64_t have, uint64_t asked, const char *unit) {
    if (asked <= have) return NBL_SUCCESS;
    return nbl_fail(c->error, NBL_ERROR_LIMIT, "%s: %s is %llu%s on this device, asked for %llu", c->name, name,
                    (unsigned long long)have, unit, (unsigned long long)asked);
}

/* Compares a number of the description with the module's. A 0 in the description agrees with any. */
static nbl_result_t agree(const check_t *c, const char *what, uint32_t described, uint32_t of_module) {
    if (!described || described == of_module) return NBL_SUCCESS;
    return nbl_fail(c->error, NBL_ERROR_ARGUMENT, "%s: %s: the description says %u, the module %u", c->name, what,
                    described, of_module);
}

static nbl_result_t check_agreement(const check_t *c) {
    const nbl_vulkan_kernel_desc_t *d = c->desc;
    nbl_module_info_t *m = &c->plan->info;
    nbl_result_t result = agree(c, "shared memory in bytes", d->shared_bytes, m->shared_bytes);
    uint32_t i;
    for (i = 0; i < 3 && result == NBL_SUCCESS; i++)
        result = agree(c, "local size", d->local_size[i], m->local_size[i]);
    if (result != NBL_SUCCESS) return result;
    if (d->push_constant_bytes) {
        if (d->push_constant_bytes < m->push_constant_bytes || d->push_constant_bytes % 4)
            return nbl_fail(c->error, NBL_ERROR_ARGUMENT,
                            "%s: push constants: the module reads %u bytes, the "
                            "description gives %u (a multiple of 4 is needed)",
                            c->name, m->push_constant_bytes, d->push_constant_bytes);
        m->push_constant_bytes = d->push_constant_bytes;
    }
    if (!d->bindings) return NBL_SUCCESS;
    if (d->binding_count < m->binding_count || d->binding_count > NBL_MAX_BINDINGS)
        return nbl_fail(c->error, NBL_ERROR_ARGUMENT,
                        "%s: bindings: the module has %u, the description %u, "
                        "and %d are possible",
                        c->name, m->binding_count, d->binding_count, NBL_MAX_BINDINGS);
    for (i = 0; i < d->binding_count; i++) {
        if (m->bindings[i] != NBL_BINDING_NONE && m->bindings[i] != d->bindings[i])
            return nbl_fail(c->error, NBL_ERROR_ARGUMENT,
                            "%s: binding %u is of another kind in the module "
                            "than in the description",
                            c->name, i);
        m->bindings[i] = d->bindings[i];
    }
    m->binding_count = d->binding_count;
    return NBL_SUCCESS;
}

static nbl_result_t check_features(const check_t *c) {
    uint32_t missing = c->plan->info.required_features & ~c->device->features;
    uint32_t lowest = missing & (~missing + 1);
    const char *text = nbl_feature_text((nbl_feature_t)lowest);
    if (!missing) return NBL_SUCCESS;
    return nbl_fail(c->error, NBL_ERROR_MISSING_FEATURE, "%s: needs %s, which the device %s", c->name,
                    text ? text : "an unknown feature",
                    c->device->info.features & lowest ? "was created without" : "lacks");
}

static nbl_result_t check_limits(const check_t *c) {
    static const char *const sizes[] = {"maxComputeWorkGroupSize[0]", "maxComputeWorkGroupSize[1]",
                                        "maxComputeWorkGroupSize[2]"};
    const nbl_vulkan_device_info_t *have = &c->device->info;
    const nbl_module_info_t *m = &c->plan->info;
    nbl_result_t result = NBL_SUCCESS;
    uint64_t invocations = 1;
    uint32_t i, buffers = 0;
    for (i = 0; i < 3 && result == NBL_SUCCESS; i++) {
        result = limit(c, sizes[i], have->max_workgroup_size[i], m->local_size[i], "");
        invocations *= m->local_size[i];
    }
    for (i = 0; i < m->binding_count; i++) buffers += m->bindings[i] == NBL_BINDING_STORAGE_BUFFER;
    if (result == NBL_SUCCESS)
        result = limit(c, "maxComputeWorkGroupInvocations", have->max_workgroup_invocations, invocations, "");
    if (result == NBL_SUCCESS)
        result = limit(c, "maxComputeSharedMemorySize", have->max_shared_bytes, m->shared_bytes, " bytes");
    if (result == NBL_SUCCESS)
        result = limit(c, "maxPushConstantsSize", have->max_push_constant_bytes, m->push_constant_bytes, " bytes");
    if (result == NBL_SUCCESS)
        result = limit(c, "maxPerStageDescriptorStorageBuffers", have->max_storage_buffers, buffers, "");
    return result;
}

static nbl_result_t check_subgroup_size(const check_t *c, uint32_t *size) {
    const nbl_vulkan_device_info_t *have = &c->device->info;
    uint32_t asked = c->desc->subgroup_size;
    bool control = c->device->features & NBL_FEATURE_SUBGROUP_SIZE_CONTROL;
    *size = have->subgroup_size;
    if (!asked) return NBL_SUCCESS;
    *size = asked;
    if (control && (asked & (asked - 1)) == 0 && asked >= have->min_subgroup_size && asked <= have->max_subgroup_size) {
        c->plan->subgroup_size = asked;
        return NBL_SUCCESS;
    }
    if (asked == have->subgroup_size) return NBL_SUCCESS;
    if (control)
        return nbl_fail(c->error, NBL_ERROR_LIMIT,
                        "%s: subgroup size %u asked for, minSubgroupSize is %u and "
                        "maxSubgroupSize %u on this device",
                        c->name, asked, have->min_subgroup_size, have->max_subgroup_size);
    return nbl_fail(c->error, NBL_ERROR_LIMIT,
                    "%s: subgroup size %u asked for, subgroupSize is %u on this "
                    "device, which cannot change it",
                    c->name, asked, have->subgroup_size);
}

static nbl_result_t check_subgroups(const check_t *c) {
    uint32_t size, x = c->plan->info.local_size[0];
    nbl_result_t result = check_subgroup_size(c, &size);
    if (result != NBL_SUCCESS) return result;
    if (c->desc->full_subgroups && x % size)
        return nbl_fail(c->error, NBL_ERROR_LIMIT,
                        "%s: full subgroups asked for, but the local size %u is no "
                        "multiple of the subgroup size %u",
                        c->name, x, size);
    c->plan->full_subgroups = (c->desc->full_subgroups || c->desc->subgroup_size) && x % size == 0 &&
                              c->device->features & NBL_FEATURE_FULL_SUBGROUPS;
    return NBL_SUCCESS;
}

static nbl_result_t check_kernel(const nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc,
                                 const char *name, kernel_plan_t *plan, nbl_error_t *error) {
    check_t c = {device, desc, name, plan, error};
    nbl_error_t inner;
    nbl_result_t result;
    memset(plan, 0, sizeof *plan);
    result = nbl_module_inspect(desc->spirv, desc->spirv_word_count, desc->entry_point, &plan->info, &inner);
    if (result != NBL_SUCCESS) return nbl_fail(error, result, "%s: %s", name, inner.text);
    plan->info.required_features |= desc->required_features;
    result = check_agreement(&c);
    if (result == NBL_SUCCESS) result = check_features(&c);
    if (result == NBL_SUCCESS) result = check_limits(&c);
    if (result == NBL_SUCCESS) result = check_subgroups(&c);
    return result;
}

/* ---- The pipeline */

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
                                    const kernel_plan_t *plan, nbl_error_t *error) {
    const nbl_vulkan_device_t *device = kernel->device;
    VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    VkResult vk;
    uint32_t *rounds_once = NULL;
    size_t count = desc->spirv_word_count;
    if (desc->compile && desc->compile->mode == NBL_MODE_FUSED &&
        nbl_vulkan_states_fma(device, kernel->info.required_features)) {
        rounds_once = nbl_spirv_round_once(desc->spirv, count, &count);
        if (!rounds_once) return nbl_fail_memory(error, kernel->name);
    }
    module.codeSize = count * sizeof *desc->spirv;
    module.pCode = rounds_once ? rounds_once : desc->spirv;
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
    free(rounds_once);
    if (vk == VK_SUCCESS) {
        vk = device->CreateComputePipelines(device->handle, device->pipeline_cache, 1, &info, device->allocation,
                                            &kernel->pipeline);
        device->DestroyShaderModule(device->handle, info.stage.module, device->allocation);
    }
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    kernel->pipeline = VK_NULL_HANDLE;
    return nbl_vulkan_fail_vk(error, vk, kernel->name);
}

static nbl_result_t create_kernel(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc, const char *name,
                                  nbl_vulkan_kernel_t **out, nbl_error_t *error) {
    kernel_plan_t plan;
    nbl_vulkan_kernel_t *kernel;
    nbl_result_t result = check_kernel(device, desc, name, &plan, error);
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

/* Compiles a kernel for the device. If its driver lacks scans of subgroups, texts that allow both take shuffles. */
static nbl_result_t compile_for(const nbl_vulkan_device_t *device, const nbl_compile_desc_t *desc, nbl_spirv_t *spirv,
                                nbl_error_t *error) {
    static const nbl_define_t none = {"NBL_NATIVE_SCANS", "0"};
    bool given = false;
    for (size_t i = 0; i < desc->define_count; i++) given = given || strcmp(desc->defines[i].name, none.name) == 0;
    if (given || device->features & NBL_FEATURE_SUBGROUP_ARITHMETIC) return nbl_compile(desc, spirv, error);
    nbl_compile_desc_t with = *desc;
    nbl_define_t *defines = malloc((desc->define_count + 1) * sizeof *defines);
    if (!defines) return nbl_fail_memory(error, "compile");
    if (desc->define_count) memcpy(defines, desc->defines, desc->define_count * sizeof *defines);
    defines[desc->define_count] = none;
    with.defines = defines;
    with.define_count++;
    nbl_result_t result = nbl_compile(&with, spirv, error);
    free(defines);
    return result;
}

nbl_result_t nbl_vulkan_kernel_create(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc,
                                      nbl_vulkan_kernel_t **kernel, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, kernel)) return NBL_ERROR_ARGUMENT;
    nbl_spirv_t spirv;
    nbl_vulkan_kernel_desc_t full;
    nbl_result_t result;
    const char *name;
    bool again;
    nbl_error_clear(error);
    if (!desc->spirv == !desc->compile)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "kernel: must be given just one of spirv and compile");
    /* checked first, or a kernel would be compiled for a lost device */
    result = nbl_vulkan_check_device(device, error);
    if (result != NBL_SUCCESS) return result;
    name = desc->name ? desc->name : desc->compile && desc->compile->file ? desc->compile->file : "kernel";
    if (desc->spirv) return create_kernel(device, desc, name, kernel, error);
    full = *desc;
    do {
        result = compile_for(device, desc->compile, &spirv, error);
        full.spirv = spirv.words;
        full.spirv_word_count = spirv.word_count;
        if (result == NBL_SUCCESS) result = create_kernel(device, &full, name, kernel, error);
        again = nbl_cache_forget(desc->compile->cache, &spirv, result, error);
        nbl_spirv_free(&spirv);
    } while (again);
    if (result == NBL_SUCCESS && desc->compile->mode == NBL_MODE_FUSED && !desc->may_round_twice) {
        result = nbl_vulkan_check_fuses(device, name, (*kernel)->info.required_features, error);
        if (result != NBL_SUCCESS) {
            nbl_vulkan_kernel_destroy(*kernel);
            *kernel = NULL;
        }
    }
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

/* ---- What a kernel reads and writes, bound beforehand, so that recording allocates nothing */

/* Counts a kernel's bindings by kind, as a descriptor pool wants them. */
static uint32_t pool_sizes(const nbl_module_info_t *info, VkDescriptorPoolSize sizes[4]) {
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                             VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER};
    uint32_t used = 0, kind, i;
    for (kind = 0; kind < 4; kind++) {
        sizes[used].type = types[kind];
        sizes[used].descriptorCount = 0;
        for (i = 0; i < info->binding_count; i++)
            sizes[used].descriptorCount += (uint32_t)info->bindings[i] == kind + NBL_BINDING_STORAGE_BUFFER;
        used += sizes[used].descriptorCount > 0;
    }
    return used;
}

static nbl_result_t create_set(nbl_vulkan_bindings_t *bindings, const char *name, nbl_error_t *error) {
    nbl_vulkan_device_t *device = bindings->kernel->device;
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    VkDescriptorSetAllocateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    VkDescriptorPoolSize sizes[4];
    VkResult vk;
    pool.maxSets = 1;
    pool.poolSizeCount = pool_sizes(&bindings->kernel->info, sizes);
    pool.pPoolSizes = sizes;
    vk = device->CreateDescriptorPool(device->handle, &pool, device->allocation, &bindings->pool);
    if (vk != VK_SUCCESS) bindings->pool = VK_NULL_HANDLE;
    if (vk == VK_SUCCESS) {
        set.descriptorPool = bindings->pool;
        set.descriptorSetCount = 1;
        set.pSetLayouts = &bindings->kernel->set_layout;
        vk = device->AllocateDescriptorSets(device->handle, &set, &bindings->set);
    }
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "bindings");
    nbl_vulkan_set_name(device, VK_OBJECT_TYPE_DESCRIPTOR_SET, (uint64_t)bindings->set, name);
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_bindings_create(const nbl_vulkan_kernel_t *kernel, const nbl_vulkan_resource_t *resources,
                                        const char *name, nbl_vulkan_bindings_t **out, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, kernel, out)) return NBL_ERROR_ARGUMENT;
    nbl_vulkan_bindings_t *bindings;
    nbl_result_t result = NBL_SUCCESS;
    nbl_error_clear(error);
    bindings = calloc(1, sizeof *bindings);
    if (!bindings) return nbl_fail_memory(error, "bindings");
    bindings->kernel = kernel;
    if (kernel->set_layout) result = create_set(bindings, name, error);
    if (result == NBL_SUCCESS && resources) result = nbl_vulkan_bindings_update(bindings, resources, error);
    if (result != NBL_SUCCESS) {
        nbl_vulkan_bindings_destroy(bindings);
        return result;
    }
    *out = bindings;
    return NBL_SUCCESS;
}

static nbl_result_t check_resource(const nbl_vulkan_kernel_t *kernel, uint32_t number, const nbl_vulkan_resource_t *r,
                                   nbl_error_t *error) {
    const nbl_vulkan_device_info_t *have = &kernel->device->info;
    switch (kernel->info.bindings[number]) {
    case NBL_BINDING_STORAGE_BUFFER:
        if (r->buffer && have->storage_buffer_alignment && r->offset % have->storage_buffer_alignment)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "%s: binding %u: minStorageBufferOffsetAlignment is %u "
                            "bytes, asked for offset %llu",
                            kernel->name, number, have->storage_buffer_alignment, (unsigned long long)r->offset);
        if (r->size > have->max_storage_buffer_bytes)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "%s: binding %u: maxStorageBufferRange is %llu bytes, "
                            "asked for %llu",
                            kernel->name, number, (unsigned long long)have->max_storage_buffer_bytes,
                            (unsigned long long)r->size);
        /* fall through */
    case NBL_BINDING_UNIFORM_BUFFER:
        if (!r->buffer)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: binding %u needs a buffer", kernel->name, number);
        break;
    case NBL_BINDING_SAMPLED_IMAGE:
        if (!r->sampler)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: binding %u needs a sampler", kernel->name, number);
        /* fall through */
    case NBL_BINDING_STORAGE_IMAGE:
        if (!r->view)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: binding %u needs an image view", kernel->name, number);
        break;
    case NBL_BINDING_NONE: break;
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_bindings_update(nbl_vulkan_bindings_t *bindings, const nbl_vulkan_resource_t *resources,
                                        nbl_error_t *error) {
    if (NBL_ANY_NULL(error, bindings, resources)) return NBL_ERROR_ARGUMENT;
    static const VkDescriptorType types[] = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                             VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER};
    VkWriteDescriptorSet writes[NBL_MAX_BINDINGS];
    VkDescriptorBufferInfo buffers[NBL_MAX_BINDINGS];
    VkDescriptorImageInfo images[NBL_MAX_BINDINGS];
    const nbl_vulkan_kernel_t *kernel;
    uint32_t i, used = 0;
    nbl_error_clear(error);
    kernel = bindings->kernel;
    memset(writes, 0, sizeof writes);
    for (i = 0; i < kernel->info.binding_count; i++) {
        const nbl_vulkan_resource_t *r = &resources[i];
        nbl_result_t result = check_resource(kernel, i, r, error);
        if (result != NBL_SUCCESS) return result;
        if (kernel->info.bindings[i] == NBL_BINDING_NONE) continue;
        buffers[i] = (VkDescriptorBufferInfo){r->buffer, r->offset, r->size ? r->size : VK_WHOLE_SIZE};
        images[i] = (VkDescriptorImageInfo){r->sampler, r->view, r->layout ? r->layout : VK_IMAGE_LAYOUT_GENERAL};
        writes[used].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[used].dstSet = bindings->set;
        writes[used].dstBinding = i;
        writes[used].descriptorCount = 1;
        writes[used].descriptorType = types[kernel->info.bindings[i]];
        writes[used].pBufferInfo = &buffers[i];
        writes[used].pImageInfo = &images[i];
        used++;
    }
    kernel->device->UpdateDescriptorSets(kernel->device->handle, used, writes, 0, NULL);
    return NBL_SUCCESS;
}

void nbl_vulkan_bindings_destroy(nbl_vulkan_bindings_t *bindings) {
    if (!bindings) return;
    nbl_vulkan_retire(bindings->kernel->device, VK_OBJECT_TYPE_DESCRIPTOR_POOL, (uint64_t)bindings->pool);
    free(bindings);
}

/* ---- What a driver says of a kernel that it compiled */

static double value_of(const VkPipelineExecutableStatisticKHR *s) {
    switch (s->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: return s->value.b32;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: return (double)s->value.i64;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR: return (double)s->value.u64;
    default: return s->value.f64;
    }
}

nbl_result_t nbl_vulkan_kernel_statistics(const nbl_vulkan_kernel_t *kernel, nbl_vulkan_statistic_t *statistics,
                                          uint32_t *count, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, kernel, count)) return NBL_ERROR_ARGUMENT;
    VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR};
    VkPipelineExecutableStatisticKHR *list;
    const nbl_vulkan_device_t *device;
    uint32_t total = 0, i;
    VkResult vk;
    nbl_error_clear(error);
    device = kernel->device;
    info.pipeline = kernel->pipeline; /* a compute pipeline has one executable, number 0 */
    if (!(device->features & NBL_FEATURE_KERNEL_STATISTICS)) {
        *count = 0;
        return NBL_SUCCESS;
    }
    vk = device->GetPipelineExecutableStatisticsKHR(device->handle, &info, &total, NULL);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, kernel->name);
    if (!statistics) {
        *count = total;
        return NBL_SUCCESS;
    }
    list = calloc(total ? total : 1, sizeof *list);
    if (!list) return nbl_fail_memory(error, kernel->name);
    for (i = 0; i < total; i++) list[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    vk = device->GetPipelineExecutableStatisticsKHR(device->handle, &info, &total, list);
    for (i = 0; vk == VK_SUCCESS && i < total && i < *count; i++) {
        memcpy(statistics[i].name, list[i].name, sizeof statistics[i].name);
        statistics[i].value = value_of(&list[i]);
    }
    free(list);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, kernel->name);
    *count = i;
    return NBL_SUCCESS;
}
