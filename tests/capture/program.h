/* What the programs that are captured share: a device, buffers, pipelines from GLSL, one dispatch.
 * SPDX-License-Identifier: Apache-2.0
 *
 * They know nothing of the layer. What goes wrong ends them with a line and exit status 1; what a driver has not is
 * told as NOT HERE.
 */
#ifndef NBL_TESTS_CAPTURE_PROGRAM_H
#define NBL_TESTS_CAPTURE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "nbl/host/compile.h"

enum { ELEMENTS = 256, BUFFER_BYTES = 4 * ELEMENTS };

static struct {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue, second_queue; /* second_queue: VK_NULL_HANDLE if there is one */
    VkPhysicalDeviceMemoryProperties memory;
    VkCommandPool pool;
    VkDescriptorPool descriptors;
    VkPhysicalDeviceFeatures2 features;
    VkPhysicalDeviceVulkan11Features features11;
    VkPhysicalDeviceVulkan12Features features12;
    VkPhysicalDeviceVulkan13Features features13;
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT library;
    uint32_t dispatches; /* submitted so far */
} vk;

/* What is destroyed at the end. */
enum { MOST_OBJECTS = 256 };
static struct {
    VkObjectType type;
    uint64_t handle;
} objects[MOST_OBJECTS];
static uint32_t object_count;

static void keep(VkObjectType type, uint64_t handle) {
    if (object_count == MOST_OBJECTS) exit(1);
    objects[object_count].type = type;
    objects[object_count++].handle = handle;
}
#define KEEP(type, handle) keep(VK_OBJECT_TYPE_##type, (uint64_t)(uintptr_t)(handle))

static void close_device(void) {
    vkDeviceWaitIdle(vk.device);
    if (getenv("NBL_TESTS_LEAVE") != NULL) return; /* as programs do that end without destroying anything */
    while (object_count-- != 0) {
        const uint64_t handle = objects[object_count].handle;
#define DESTROY(TYPE, function, type) \
    case VK_OBJECT_TYPE_##TYPE: function(vk.device, (type)(uintptr_t)handle, NULL); break
        switch (objects[object_count].type) {
            DESTROY(BUFFER, vkDestroyBuffer, VkBuffer);
            DESTROY(BUFFER_VIEW, vkDestroyBufferView, VkBufferView);
            DESTROY(IMAGE, vkDestroyImage, VkImage);
            DESTROY(IMAGE_VIEW, vkDestroyImageView, VkImageView);
            DESTROY(SAMPLER, vkDestroySampler, VkSampler);
            DESTROY(DEVICE_MEMORY, vkFreeMemory, VkDeviceMemory);
            DESTROY(PIPELINE, vkDestroyPipeline, VkPipeline);
            DESTROY(PIPELINE_LAYOUT, vkDestroyPipelineLayout, VkPipelineLayout);
            DESTROY(DESCRIPTOR_SET_LAYOUT, vkDestroyDescriptorSetLayout, VkDescriptorSetLayout);
            DESTROY(DESCRIPTOR_UPDATE_TEMPLATE, vkDestroyDescriptorUpdateTemplate, VkDescriptorUpdateTemplate);
            DESTROY(SEMAPHORE, vkDestroySemaphore, VkSemaphore);
        default: break;
        }
#undef DESTROY
    }
    vkDestroyDescriptorPool(vk.device, vk.descriptors, NULL);
    vkDestroyCommandPool(vk.device, vk.pool, NULL);
    vkDestroyDevice(vk.device, NULL);
    vkDestroyInstance(vk.instance, NULL);
}

#define MUST(call) \
    do { \
        const VkResult result_ = (call); \
        if (result_ != VK_SUCCESS) { \
            fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, (int)result_); \
            exit(1); \
        } \
    } while (0)

static bool has_extension(const char *name) {
    static VkExtensionProperties all[512];
    static uint32_t count;
    if (count == 0) {
        count = 512;
        vkEnumerateDeviceExtensionProperties(vk.physical, NULL, &count, all);
    }
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(all[i].extensionName, name) == 0) return true;
    return false;
}

/* Opens the first device, with every feature that it has and the extensions of the list that it has. */
static void open_device(const char *const *extensions, uint32_t extension_count) {
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pApplicationInfo = &application};
    const float priorities[2] = {1, 1};
    const char *enabled[32];
    uint32_t one = 1, families = 16, enabled_count = 0, family = 0;
    VkQueueFamilyProperties properties[16];
    MUST(vkCreateInstance(&instance, NULL, &vk.instance));
    if (vkEnumeratePhysicalDevices(vk.instance, &one, &vk.physical) < 0 || one == 0) {
        fprintf(stderr, "no device\n");
        exit(1);
    }
    vkGetPhysicalDeviceMemoryProperties(vk.physical, &vk.memory);
    vkGetPhysicalDeviceQueueFamilyProperties(vk.physical, &families, properties);
    while (family < families && !(properties[family].queueFlags & VK_QUEUE_COMPUTE_BIT)) family++;
    for (uint32_t i = 0; i < extension_count; i++)
        if (has_extension(extensions[i])) enabled[enabled_count++] = extensions[i];
    vk.features = (VkPhysicalDeviceFeatures2){VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &vk.features11, {0}};
    vk.features11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    vk.features11.pNext = &vk.features12;
    vk.features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    vk.features12.pNext = &vk.features13;
    vk.features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    if (has_extension(VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME)) {
        vk.library.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT;
        vk.features13.pNext = &vk.library;
    }
    vkGetPhysicalDeviceFeatures2(vk.physical, &vk.features);
    vk.features.features.robustBufferAccess = VK_FALSE;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = family,
                                           .queueCount = properties[family].queueCount > 1 ? 2 : 1,
                                           .pQueuePriorities = priorities};
    const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                       .pNext = &vk.features,
                                       .queueCreateInfoCount = 1,
                                       .pQueueCreateInfos = &queue,
                                       .enabledExtensionCount = enabled_count,
                                       .ppEnabledExtensionNames = enabled};
    MUST(vkCreateDevice(vk.physical, &device, NULL, &vk.device));
    vkGetDeviceQueue(vk.device, family, 0, &vk.queue);
    if (queue.queueCount > 1) vkGetDeviceQueue(vk.device, family, 1, &vk.second_queue);
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                          .queueFamilyIndex = family};
    MUST(vkCreateCommandPool(vk.device, &pool, NULL, &vk.pool));
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 64},        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 8},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 8},         {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 16},
        {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 8},          {VK_DESCRIPTOR_TYPE_SAMPLER, 8},
        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 8}, {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 8},
        {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 8},   {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 64}};
    const VkDescriptorPoolInlineUniformBlockCreateInfo blocks = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO,
        .maxInlineUniformBlockBindings = 4};
    const VkDescriptorPoolCreateInfo descriptors = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                    .pNext = vk.features13.inlineUniformBlock ? &blocks : NULL,
                                                    .flags = vk.features12.descriptorBindingStorageBufferUpdateAfterBind
                                                                 ? VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT
                                                                 : 0,
                                                    .maxSets = 64,
                                                    .poolSizeCount = vk.features13.inlineUniformBlock ? 10 : 9,
                                                    .pPoolSizes = sizes};
    MUST(vkCreateDescriptorPool(vk.device, &descriptors, NULL, &vk.descriptors));
}

/* ---- memory */

typedef struct memory_t {
    VkDeviceMemory handle;
    void *mapped; /* NULL: it cannot be */
} memory_t;

static memory_t take_memory(VkMemoryRequirements needs, VkMemoryPropertyFlags wanted) {
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                             .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    memory_t made = {VK_NULL_HANDLE, NULL};
    for (uint32_t i = 0; i < vk.memory.memoryTypeCount; i++) {
        if (!(needs.memoryTypeBits >> i & 1u) || (vk.memory.memoryTypes[i].propertyFlags & wanted) != wanted) continue;
        const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                           .pNext = vk.features12.bufferDeviceAddress ? &flags : NULL,
                                           .allocationSize = needs.size,
                                           .memoryTypeIndex = i};
        MUST(vkAllocateMemory(vk.device, &info, NULL, &made.handle));
        KEEP(DEVICE_MEMORY, made.handle);
        if (wanted & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
            MUST(vkMapMemory(vk.device, made.handle, 0, VK_WHOLE_SIZE, 0, &made.mapped));
        return made;
    }
    fprintf(stderr, "no memory of the type\n");
    exit(1);
}

typedef struct buffer_t {
    VkBuffer handle;
    memory_t memory;
    uint32_t *words;
} buffer_t;

/* Element i is i * step + begin. None has VK_BUFFER_USAGE_TRANSFER_SRC_BIT, as many programs' have not. */
static buffer_t make_buffer(VkBufferUsageFlags usage, uint64_t bytes, uint32_t begin, uint32_t step) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
    buffer_t made;
    VkMemoryRequirements needs;
    MUST(vkCreateBuffer(vk.device, &info, NULL, &made.handle));
    KEEP(BUFFER, made.handle);
    vkGetBufferMemoryRequirements(vk.device, made.handle, &needs);
    made.memory = take_memory(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    MUST(vkBindBufferMemory(vk.device, made.handle, made.memory.handle, 0));
    made.words = made.memory.mapped;
    for (uint32_t i = 0; i < bytes / 4u; i++) made.words[i] = begin + i * step;
    return made;
}

static buffer_t make_storage(uint32_t begin, uint32_t step) {
    return make_buffer(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, BUFFER_BYTES, begin, step);
}

/* ---- pipelines */

typedef struct kernel_t {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
} kernel_t;

typedef struct kernel_desc_t {
    const char *name; /* of the text, as its file */
    const char *text;
    VkDescriptorSetLayoutBinding bindings[8];
    VkDescriptorBindingFlags flags[8];
    uint32_t binding_count, push_bytes;
    VkDescriptorSetLayoutCreateFlags set_flags;
    VkPipelineCreateFlags flags_of_pipeline;
    const VkSpecializationInfo *constants;
    bool without_module; /* the SPIR-V is in the stage's pNext */
} kernel_desc_t;

static kernel_t make_kernel(const kernel_desc_t *desc) {
    kernel_t made;
    nbl_spirv_t spirv;
    nbl_error_t error = {{0}};
    const nbl_compile_desc_t compile = {.file = desc->name,
                                        .text = desc->text,
                                        .mode = NBL_MODE_FAST,
                                        .optimize = NBL_OPTIMIZE_NONE,
                                        .from_text = true,
                                        .debug = true,
                                        .lenient = true};
    if (nbl_compile(&compile, &spirv, &error) != NBL_SUCCESS) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    VkDescriptorSetLayoutBinding bindings[8];
    memcpy(bindings, desc->bindings, sizeof bindings);
    for (uint32_t i = 0; i < desc->binding_count; i++) {
        if (bindings[i].descriptorCount == 0) bindings[i].descriptorCount = 1;
        bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    const VkDescriptorSetLayoutBindingFlagsCreateInfo flags = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = desc->binding_count,
        .pBindingFlags = desc->flags};
    const VkDescriptorSetLayoutCreateInfo set = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                 .pNext = &flags,
                                                 .flags = desc->set_flags,
                                                 .bindingCount = desc->binding_count,
                                                 .pBindings = bindings};
    MUST(vkCreateDescriptorSetLayout(vk.device, &set, NULL, &made.set_layout));
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, desc->push_bytes};
    const VkPipelineLayoutCreateInfo layout = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &made.set_layout,
                                               .pushConstantRangeCount = desc->push_bytes != 0,
                                               .pPushConstantRanges = &push};
    MUST(vkCreatePipelineLayout(vk.device, &layout, NULL, &made.layout));
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = spirv.word_count * 4u, .pCode = spirv.words};
    VkComputePipelineCreateInfo pipeline = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                            .flags = desc->flags_of_pipeline,
                                            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                      .pName = "main",
                                                      .pSpecializationInfo = desc->constants},
                                            .layout = made.layout};
    if (desc->without_module)
        pipeline.stage.pNext = &module;
    else
        MUST(vkCreateShaderModule(vk.device, &module, NULL, &pipeline.stage.module));
    MUST(vkCreateComputePipelines(vk.device, VK_NULL_HANDLE, 1, &pipeline, NULL, &made.pipeline));
    if (!desc->without_module) vkDestroyShaderModule(vk.device, pipeline.stage.module, NULL); /* as programs do */
    KEEP(DESCRIPTOR_SET_LAYOUT, made.set_layout);
    KEEP(PIPELINE_LAYOUT, made.layout);
    KEEP(PIPELINE, made.pipeline);
    nbl_spirv_free(&spirv);
    return made;
}

static VkDescriptorSet make_set(const kernel_t *kernel) {
    const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = vk.descriptors,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &kernel->set_layout};
    VkDescriptorSet set;
    MUST(vkAllocateDescriptorSets(vk.device, &info, &set));
    return set;
}

static VkWriteDescriptorSet writing(VkDescriptorSet set, uint32_t binding, VkDescriptorType type,
                                    const VkDescriptorBufferInfo *buffer) {
    return (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = set,
                                  .dstBinding = binding,
                                  .descriptorCount = 1,
                                  .descriptorType = type,
                                  .pBufferInfo = buffer};
}

static void write_buffer(VkDescriptorSet set, uint32_t binding, VkDescriptorType type, VkBuffer buffer, uint64_t offset,
                         uint64_t range) {
    const VkDescriptorBufferInfo info = {buffer, offset, range};
    const VkWriteDescriptorSet write = writing(set, binding, type, &info);
    vkUpdateDescriptorSets(vk.device, 1, &write, 0, NULL);
}

/* ---- command buffers */

static VkCommandBuffer begin_commands(VkCommandBufferLevel level) {
    const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = vk.pool,
                                              .level = level,
                                              .commandBufferCount = 1};
    const VkCommandBufferInheritanceInfo inherits = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .pInheritanceInfo = &inherits};
    VkCommandBuffer made;
    MUST(vkAllocateCommandBuffers(vk.device, &info, &made));
    MUST(vkBeginCommandBuffer(made, &begin));
    return made;
}

static void bind_kernel(VkCommandBuffer to, const kernel_t *kernel, VkDescriptorSet set) {
    vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    if (set != VK_NULL_HANDLE)
        vkCmdBindDescriptorSets(to, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1, &set, 0, NULL);
}

static void wait_for(VkFence fence) {
    MUST(vkWaitForFences(vk.device, 1, &fence, VK_TRUE, UINT64_MAX));
    vkDestroyFence(vk.device, fence, NULL);
}

static VkFence make_fence(void) {
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    MUST(vkCreateFence(vk.device, &info, NULL, &fence));
    return fence;
}

static void submit_again(VkCommandBuffer commands) {
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    const VkFence fence = make_fence();
    MUST(vkQueueSubmit(vk.queue, 1, &info, fence));
    wait_for(fence);
    vk.dispatches++;
}

static void submit(VkCommandBuffer commands) {
    MUST(vkEndCommandBuffer(commands));
    submit_again(commands);
}

/* Says which dispatch was what. */
static void told(const char *what) { printf("%u %s\n", (unsigned)vk.dispatches, what); }

static void expect_word(const char *what, const uint32_t *words, uint32_t index, uint32_t value) {
    if (words[index] == value) return;
    fprintf(stderr, "%s: element %u is %u, not %u\n", what, (unsigned)index, (unsigned)words[index], (unsigned)value);
    exit(1);
}

#endif
