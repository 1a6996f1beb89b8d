/* A driver of a few lines for the capture layer: it makes every object that it is asked for, and counts what it is
 * given.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Real drivers here have no sparse or protected memory, no device groups, no generated commands, and are never lost.
 */
#ifndef NBL_TESTS_CAPTURE_DRIVER_H
#define NBL_TESTS_CAPTURE_DRIVER_H

#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

typedef struct object_t { /* what a dispatchable handle points to; the loader's key is first */
    void *key;
} object_t;

enum { MOST_COMMAND_BUFFERS = 8, MOST_STAGING = 4096 };

static struct {
    object_t instance, device, queue, buffers[MOST_COMMAND_BUFFERS];
    uint32_t buffer_count, dispatches, others; /* commands recorded; others: those that the layer refuses */
    uint64_t handles;
    VkCommandBuffer submitted; /* the first */
    VkResult submits, waits;   /* what a submission with command buffers, and a wait for a fence, return */
    unsigned char mapped[MOST_STAGING];
} driver;

#define DRIVER(result, name) static VKAPI_ATTR result VKAPI_CALL driver_##name

/* Makes a handle that is no pointer. */
#define MAKES(name, info_type, handle_type) \
    DRIVER(VkResult, name) \
    (VkDevice device, const info_type *info, const VkAllocationCallbacks *allocator, handle_type *made) { \
        (void)device, (void)info, (void)allocator; \
        *made = (handle_type)(uintptr_t)++driver.handles; \
        return VK_SUCCESS; \
    }
MAKES(AllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory)
MAKES(CreateBuffer, VkBufferCreateInfo, VkBuffer)
MAKES(CreateImage, VkImageCreateInfo, VkImage)
MAKES(CreateImageView, VkImageViewCreateInfo, VkImageView)
MAKES(CreateSampler, VkSamplerCreateInfo, VkSampler)
MAKES(CreateShaderModule, VkShaderModuleCreateInfo, VkShaderModule)
MAKES(CreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout)
MAKES(CreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)
MAKES(CreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)
MAKES(CreateFence, VkFenceCreateInfo, VkFence)
#undef MAKES

#define MAKES_PIPELINES(name, info_type) \
    DRIVER(VkResult, name) \
    (VkDevice device, VkPipelineCache cache, uint32_t count, const info_type *infos, \
     const VkAllocationCallbacks *allocator, VkPipeline *made) { \
        (void)device, (void)cache, (void)infos, (void)allocator; \
        for (uint32_t i = 0; i < count; i++) made[i] = (VkPipeline)(uintptr_t)++driver.handles; \
        return VK_SUCCESS; \
    }
MAKES_PIPELINES(CreateComputePipelines, VkComputePipelineCreateInfo)
MAKES_PIPELINES(CreateGraphicsPipelines, VkGraphicsPipelineCreateInfo)
#undef MAKES_PIPELINES

#define DESTROYS(name, handle_type) \
    DRIVER(void, name)(VkDevice device, handle_type handle, const VkAllocationCallbacks *allocator) { \
        (void)device, (void)handle, (void)allocator; \
    }
DESTROYS(FreeMemory, VkDeviceMemory)
DESTROYS(DestroyBuffer, VkBuffer)
DESTROYS(DestroyCommandPool, VkCommandPool)
DESTROYS(DestroyFence, VkFence)
#undef DESTROYS

#define BINDS(name, handle_type) \
    DRIVER(VkResult, name)(VkDevice device, handle_type handle, VkDeviceMemory memory, VkDeviceSize offset) { \
        (void)device, (void)handle, (void)memory, (void)offset; \
        return VK_SUCCESS; \
    }
BINDS(BindBufferMemory, VkBuffer)
BINDS(BindImageMemory, VkImage)
#undef BINDS

DRIVER(VkResult, AllocateDescriptorSets)
(VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *made) {
    (void)device, (void)info;
    *made = (VkDescriptorSet)(uintptr_t)++driver.handles;
    return VK_SUCCESS;
}
DRIVER(void, UpdateDescriptorSets)
(VkDevice device, uint32_t count, const VkWriteDescriptorSet *writes, uint32_t copies,
 const VkCopyDescriptorSet *copied) {
    (void)device, (void)count, (void)writes, (void)copies, (void)copied;
}
DRIVER(void, GetBufferMemoryRequirements)(VkDevice device, VkBuffer buffer, VkMemoryRequirements *needs) {
    (void)device, (void)buffer;
    *needs = (VkMemoryRequirements){MOST_STAGING, 16, 1};
}
DRIVER(VkResult, MapMemory)
(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize bytes, VkMemoryMapFlags flags,
 void **mapped) {
    (void)device, (void)memory, (void)offset, (void)bytes, (void)flags;
    *mapped = driver.mapped;
    return VK_SUCCESS;
}
DRIVER(void, UnmapMemory)(VkDevice device, VkDeviceMemory memory) { (void)device, (void)memory; }
DRIVER(VkResult, WaitForFences)
(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all, uint64_t timeout) {
    (void)device, (void)count, (void)fences, (void)all, (void)timeout;
    return driver.waits;
}
DRIVER(void, GetDeviceQueue)(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    (void)family, (void)index;
    driver.queue = *(object_t *)device;
    *queue = (VkQueue)(void *)&driver.queue;
}
DRIVER(VkResult, QueueSubmit)(VkQueue queue, uint32_t count, const VkSubmitInfo *infos, VkFence fence) {
    (void)queue, (void)fence;
    if (count == 0) return VK_SUCCESS; /* the layer's, for its fence */
    driver.submitted = infos[0].pCommandBuffers[0];
    return driver.submits;
}

/* ---- command buffers */

DRIVER(VkResult, AllocateCommandBuffers)
(VkDevice device, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *made) {
    (void)info;
    if (driver.buffer_count == MOST_COMMAND_BUFFERS) return VK_ERROR_OUT_OF_HOST_MEMORY;
    driver.buffers[driver.buffer_count] = *(object_t *)device;
    *made = (VkCommandBuffer)(void *)&driver.buffers[driver.buffer_count++];
    return VK_SUCCESS;
}
DRIVER(VkResult, BeginCommandBuffer)(VkCommandBuffer buffer, const VkCommandBufferBeginInfo *info) {
    (void)buffer, (void)info;
    return VK_SUCCESS;
}
DRIVER(VkResult, EndCommandBuffer)(VkCommandBuffer buffer) {
    (void)buffer;
    return VK_SUCCESS;
}
DRIVER(void, CmdBindPipeline)(VkCommandBuffer to, VkPipelineBindPoint point, VkPipeline pipeline) {
    (void)to, (void)point, (void)pipeline;
}
DRIVER(void, CmdBindDescriptorSets)
(VkCommandBuffer to, VkPipelineBindPoint point, VkPipelineLayout layout, uint32_t first, uint32_t count,
 const VkDescriptorSet *sets, uint32_t offset_count, const uint32_t *offsets) {
    (void)to, (void)point, (void)layout, (void)first, (void)count, (void)sets, (void)offset_count, (void)offsets;
}
DRIVER(void, CmdDispatch)(VkCommandBuffer to, uint32_t x, uint32_t y, uint32_t z) {
    (void)to, (void)x, (void)y, (void)z;
    driver.dispatches++;
}
DRIVER(void, CmdDispatchIndirect)(VkCommandBuffer to, VkBuffer buffer, VkDeviceSize offset) {
    (void)to, (void)buffer, (void)offset;
    driver.dispatches++;
}
DRIVER(void, CmdPipelineBarrier)
(VkCommandBuffer to, VkPipelineStageFlags from, VkPipelineStageFlags until, VkDependencyFlags flags,
 uint32_t memory_count, const VkMemoryBarrier *memory, uint32_t buffer_count, const VkBufferMemoryBarrier *buffers,
 uint32_t image_count, const VkImageMemoryBarrier *images) {
    (void)to, (void)from, (void)until, (void)flags, (void)memory_count, (void)memory, (void)buffer_count;
    (void)buffers, (void)image_count, (void)images;
}
DRIVER(void, CmdCopyBuffer)
(VkCommandBuffer to, VkBuffer from, VkBuffer into, uint32_t count, const VkBufferCopy *regions) {
    (void)to, (void)from, (void)into, (void)count, (void)regions;
}
DRIVER(void, CmdCopyImageToBuffer)
(VkCommandBuffer to, VkImage from, VkImageLayout layout, VkBuffer into, uint32_t count,
 const VkBufferImageCopy *regions) {
    (void)to, (void)from, (void)layout, (void)into, (void)count, (void)regions;
}
DRIVER(void, CmdBindDescriptorBuffersEXT)
(VkCommandBuffer to, uint32_t count, const VkDescriptorBufferBindingInfoEXT *infos) {
    (void)to, (void)count, (void)infos;
    driver.others++;
}
DRIVER(void, CmdExecuteGeneratedCommandsNV)
(VkCommandBuffer to, VkBool32 preprocessed, const VkGeneratedCommandsInfoNV *info) {
    (void)to, (void)preprocessed, (void)info;
    driver.others++;
}
DRIVER(void, CmdBuildAccelerationStructuresKHR)
(VkCommandBuffer to, uint32_t count, const VkAccelerationStructureBuildGeometryInfoKHR *infos,
 const VkAccelerationStructureBuildRangeInfoKHR *const *ranges) {
    (void)to, (void)count, (void)infos, (void)ranges;
    driver.others++;
}
DRIVER(void, CmdOfLater)(VkCommandBuffer to) {
    (void)to;
    driver.others++;
}

/* ---- instance and device */

DRIVER(VkResult, CreateInstance)
(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *made) {
    (void)info, (void)allocator;
    driver.instance.key = &driver.instance;
    *made = (VkInstance)(void *)&driver.instance;
    return VK_SUCCESS;
}
DRIVER(void, DestroyInstance)(VkInstance instance, const VkAllocationCallbacks *allocator) {
    (void)instance, (void)allocator;
}
DRIVER(VkResult, CreateDevice)
(VkPhysicalDevice physical, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *made) {
    (void)physical, (void)info, (void)allocator;
    driver.device.key = &driver.device;
    *made = (VkDevice)(void *)&driver.device;
    return VK_SUCCESS;
}
DRIVER(void, DestroyDevice)(VkDevice device, const VkAllocationCallbacks *allocator) { (void)device, (void)allocator; }
DRIVER(void, GetPhysicalDeviceProperties)(VkPhysicalDevice physical, VkPhysicalDeviceProperties *properties) {
    (void)physical;
    *properties = (VkPhysicalDeviceProperties){.apiVersion = VK_API_VERSION_1_0, .deviceName = "of a test"};
}
DRIVER(void, GetPhysicalDeviceMemoryProperties)(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties *memory) {
    (void)physical;
    *memory = (VkPhysicalDeviceMemoryProperties){
        .memoryTypeCount = 1,
        .memoryTypes = {{VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 0}}};
}
DRIVER(VkResult, GetPhysicalDeviceImageFormatProperties)
(VkPhysicalDevice physical, VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage,
 VkImageCreateFlags flags, VkImageFormatProperties *properties) {
    (void)physical, (void)format, (void)type, (void)tiling, (void)usage, (void)flags;
    memset(properties, 0, sizeof *properties);
    return VK_SUCCESS;
}

static PFN_vkVoidFunction driver_find(const char *name) {
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } all[] = {
#define HAS(name) {"vk" #name, (PFN_vkVoidFunction)driver_##name}
        HAS(AllocateMemory),
        HAS(CreateBuffer),
        HAS(CreateImage),
        HAS(CreateImageView),
        HAS(CreateSampler),
        HAS(CreateShaderModule),
        HAS(CreateDescriptorSetLayout),
        HAS(CreatePipelineLayout),
        HAS(CreateCommandPool),
        HAS(CreateFence),
        HAS(CreateComputePipelines),
        HAS(CreateGraphicsPipelines),
        HAS(FreeMemory),
        HAS(DestroyBuffer),
        HAS(DestroyCommandPool),
        HAS(DestroyFence),
        HAS(BindBufferMemory),
        HAS(BindImageMemory),
        HAS(AllocateDescriptorSets),
        HAS(UpdateDescriptorSets),
        HAS(GetBufferMemoryRequirements),
        HAS(MapMemory),
        HAS(UnmapMemory),
        HAS(WaitForFences),
        HAS(GetDeviceQueue),
        HAS(QueueSubmit),
        HAS(AllocateCommandBuffers),
        HAS(BeginCommandBuffer),
        HAS(EndCommandBuffer),
        HAS(CmdBindPipeline),
        HAS(CmdBindDescriptorSets),
        HAS(CmdDispatch),
        HAS(CmdDispatchIndirect),
        HAS(CmdPipelineBarrier),
        HAS(CmdCopyBuffer),
        HAS(CmdCopyImageToBuffer),
        HAS(CmdBindDescriptorBuffersEXT),
        HAS(CmdExecuteGeneratedCommandsNV),
        HAS(CmdBuildAccelerationStructuresKHR),
        HAS(CmdOfLater),
        HAS(CreateInstance),
        HAS(DestroyInstance),
        HAS(CreateDevice),
        HAS(DestroyDevice),
        HAS(GetPhysicalDeviceProperties),
        HAS(GetPhysicalDeviceMemoryProperties),
        HAS(GetPhysicalDeviceImageFormatProperties),
#undef HAS
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].name, name) == 0) return all[i].function;
    return NULL;
}
DRIVER(PFN_vkVoidFunction, GetInstanceProcAddr)(VkInstance instance, const char *name) {
    (void)instance;
    return driver_find(name);
}
DRIVER(PFN_vkVoidFunction, GetDeviceProcAddr)(VkDevice device, const char *name) {
    (void)device;
    return driver_find(name);
}

#endif
