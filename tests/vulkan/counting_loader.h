/* A loader as a caller may bring one: it counts what is asked of the device, and what allocates or submits above all.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_VULKAN_COUNTING_LOADER_H
#define NBL_TESTS_VULKAN_COUNTING_LOADER_H

#include <dlfcn.h>
#include "tests/vulkan/vulkan_testing.h"

/* Everything that the library may call and that makes, changes or submits something. */
#define COUNTED_FUNCTIONS(F) \
    F(CreateShaderModule, \
      (VkDevice d, const VkShaderModuleCreateInfo *i, const VkAllocationCallbacks *a, VkShaderModule *o), \
      (d, i, a, o)) \
    F(CreateComputePipelines, \
      (VkDevice d, VkPipelineCache c, uint32_t n, const VkComputePipelineCreateInfo *i, \
       const VkAllocationCallbacks *a, VkPipeline *o), \
      (d, c, n, i, a, o)) \
    F(CreatePipelineCache, \
      (VkDevice d, const VkPipelineCacheCreateInfo *i, const VkAllocationCallbacks *a, VkPipelineCache *o), \
      (d, i, a, o)) \
    F(CreateBuffer, (VkDevice d, const VkBufferCreateInfo *i, const VkAllocationCallbacks *a, VkBuffer *o), \
      (d, i, a, o)) \
    F(AllocateMemory, (VkDevice d, const VkMemoryAllocateInfo *i, const VkAllocationCallbacks *a, VkDeviceMemory *o), \
      (d, i, a, o)) \
    F(CreateDescriptorPool, \
      (VkDevice d, const VkDescriptorPoolCreateInfo *i, const VkAllocationCallbacks *a, VkDescriptorPool *o), \
      (d, i, a, o)) \
    F(AllocateDescriptorSets, (VkDevice d, const VkDescriptorSetAllocateInfo *i, VkDescriptorSet *o), (d, i, o)) \
    F(AllocateCommandBuffers, (VkDevice d, const VkCommandBufferAllocateInfo *i, VkCommandBuffer *o), (d, i, o)) \
    F(CreateQueryPool, (VkDevice d, const VkQueryPoolCreateInfo *i, const VkAllocationCallbacks *a, VkQueryPool *o), \
      (d, i, a, o)) \
    F(CreateFence, (VkDevice d, const VkFenceCreateInfo *i, const VkAllocationCallbacks *a, VkFence *o), (d, i, a, o)) \
    F(CreateCommandPool, \
      (VkDevice d, const VkCommandPoolCreateInfo *i, const VkAllocationCallbacks *a, VkCommandPool *o), (d, i, a, o)) \
    F(QueueSubmit, (VkQueue q, uint32_t n, const VkSubmitInfo *s, VkFence f), (q, n, s, f))

#define DECLARE(name, parameters, arguments) \
    static PFN_vk##name real_##name; \
    static int count_##name;
COUNTED_FUNCTIONS(DECLARE)
#define DEFINE(name, parameters, arguments) \
    static VKAPI_ATTR VkResult VKAPI_CALL counted_##name parameters { \
        count_##name++; \
        return real_##name arguments; \
    }
COUNTED_FUNCTIONS(DEFINE)

static PFN_vkGetInstanceProcAddr real_loader;
static PFN_vkGetDeviceProcAddr real_device_loader;

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL counting_device_loader(VkDevice device, const char *name) {
#define INTERCEPT(function, parameters, arguments) \
    if (strcmp(name, "vk" #function) == 0) { \
        real_##function = (PFN_vk##function)real_device_loader(device, name); \
        return (PFN_vkVoidFunction)counted_##function; \
    }
    COUNTED_FUNCTIONS(INTERCEPT)
    return real_device_loader(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL counting_loader(VkInstance instance, const char *name) {
    if (!real_loader) {
        void *library = dlopen("libvulkan.so.1", RTLD_NOW),
             *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
        ck_assert_ptr_nonnull(symbol);
        memcpy(&real_loader, &symbol, sizeof symbol);
    }
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        real_device_loader = (PFN_vkGetDeviceProcAddr)real_loader(instance, name);
        return (PFN_vkVoidFunction)counting_device_loader;
    }
    return real_loader(instance, name);
}

/* All counted calls so far. */
static inline int counted_calls(void) {
#define ADD(name, parameters, arguments) +count_##name
    return 0 COUNTED_FUNCTIONS(ADD);
}

static inline nbl_vulkan_device_t *open_counted(void) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    desc.get_instance_proc_addr = counting_loader;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    return device;
}

#endif
