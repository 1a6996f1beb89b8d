/* What a kernel reads and writes, bound beforehand, so that recording allocates nothing.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "error/check.h"

/* The kinds of binding as Vulkan counts them in a pool. */
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
    if (out != NULL) *out = NULL;
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

static nbl_result_t check(const nbl_vulkan_kernel_t *kernel, uint32_t number, const nbl_vulkan_resource_t *r,
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
        nbl_result_t result = check(kernel, i, r, error);
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
