/* Runs a SPIR-V module once on Vulkan's first device, for layers and debuggers to look at: run_module MODULE
 * SPDX-License-Identifier: Apache-2.0
 *
 * One workgroup; binding 0 is a buffer of 1 KiB with 0 to 255. Under RenderDoc the submission is a frame, and the
 * capture's path is printed. Build: cc run_module.c -o run_module -lvulkan -ldl; librenderdoc-dev has renderdoc_app.h.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <renderdoc_app.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

enum { BYTES = 1024, COUNT = BYTES / 4 };

static void must(int is_right, const char *what) {
    if (is_right) return;
    fprintf(stderr, "run_module: %s\n", what);
    exit(1);
}

static uint32_t *read_module(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    must(file != NULL, path);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    uint32_t *words = malloc(*bytes);
    must(words != NULL && fread(words, 1, *bytes, file) == *bytes, path);
    fclose(file);
    return words;
}

static RENDERDOC_API_1_4_1 *renderdoc(void) {
    RENDERDOC_API_1_4_1 *api = NULL;
    void *library = dlopen("librenderdoc.so", RTLD_NOW | RTLD_NOLOAD);
    pRENDERDOC_GetAPI get = library != NULL ? (pRENDERDOC_GetAPI)dlsym(library, "RENDERDOC_GetAPI") : NULL;
    return get != NULL && get(eRENDERDOC_API_Version_1_4_1, (void **)&api) == 1 ? api : NULL;
}

int main(int argc, char **argv) {
    must(argc == 2, "run_module MODULE");
    size_t bytes;
    uint32_t *words = read_module(argv[1], &bytes);
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    VkInstance instance;
    must(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                                  .pApplicationInfo = &application},
                          NULL, &instance) == VK_SUCCESS,
         "vkCreateInstance");
    uint32_t one = 1;
    VkPhysicalDevice physical;
    must(vkEnumeratePhysicalDevices(instance, &one, &physical) >= 0 && one == 1, "no device");
    VkPhysicalDeviceFeatures features;
    vkGetPhysicalDeviceFeatures(physical, &features);
    const VkPhysicalDeviceFeatures wanted = {
        .fragmentStoresAndAtomics = features.fragmentStoresAndAtomics, /* GPU-AV's instrumentation needs both */
        .vertexPipelineStoresAndAtomics = features.vertexPipelineStoresAndAtomics};
    const float priority = 1;
    VkDevice device;
    must(vkCreateDevice(
             physical,
             &(VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos =
                                       &(VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                                  .queueCount = 1,
                                                                  .pQueuePriorities = &priority},
                                   .pEnabledFeatures = &wanted},
             NULL, &device) == VK_SUCCESS,
         "vkCreateDevice");
    VkQueue queue;
    vkGetDeviceQueue(device, 0, 0, &queue);

    VkBuffer buffer;
    VkDeviceMemory memory;
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties memories;
    uint32_t *numbers, type = 0;
    must(vkCreateBuffer(device,
                        &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                              .size = BYTES,
                                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT},
                        NULL, &buffer) == VK_SUCCESS,
         "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(physical, &memories);
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    while ((needs.memoryTypeBits >> type & 1) == 0 || (memories.memoryTypes[type].propertyFlags & host) != host) type++;
    must(vkAllocateMemory(device,
                          &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                                  .allocationSize = needs.size,
                                                  .memoryTypeIndex = type},
                          NULL, &memory) == VK_SUCCESS &&
             vkBindBufferMemory(device, buffer, memory, 0) == VK_SUCCESS &&
             vkMapMemory(device, memory, 0, BYTES, 0, (void **)&numbers) == VK_SUCCESS,
         "memory");
    for (uint32_t i = 0; i < COUNT; i++) numbers[i] = i;

    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                                  NULL};
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    vkCreateDescriptorSetLayout(
        device,
        &(VkDescriptorSetLayoutCreateInfo){
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding},
        NULL, &set_layout);
    vkCreatePipelineLayout(device,
                           &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                         .setLayoutCount = 1,
                                                         .pSetLayouts = &set_layout},
                           NULL, &layout);
    vkCreateShaderModule(device,
                         &(VkShaderModuleCreateInfo){
                             .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = words},
                         NULL, &module);
    must(vkCreateComputePipelines(
             device, VK_NULL_HANDLE, 1,
             &(VkComputePipelineCreateInfo){.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                            .layout = layout,
                                            .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                      .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                      .module = module,
                                                      .pName = "main"}},
             NULL, &pipeline) == VK_SUCCESS,
         "vkCreateComputePipelines");
    vkCreateDescriptorPool(device,
                           &(VkDescriptorPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                         .maxSets = 1,
                                                         .poolSizeCount = 1,
                                                         .pPoolSizes = &size},
                           NULL, &pool);
    vkAllocateDescriptorSets(device,
                             &(VkDescriptorSetAllocateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                            .descriptorPool = pool,
                                                            .descriptorSetCount = 1,
                                                            .pSetLayouts = &set_layout},
                             &set);
    vkUpdateDescriptorSets(device, 1,
                           &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                                   .dstSet = set,
                                                   .descriptorCount = 1,
                                                   .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                   .pBufferInfo = &(VkDescriptorBufferInfo){buffer, 0, BYTES}},
                           0, NULL);

    RENDERDOC_API_1_4_1 *frames = renderdoc();
    if (frames != NULL) frames->StartFrameCapture(NULL, NULL);
    VkCommandPool commands;
    VkCommandBuffer list;
    vkCreateCommandPool(device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO}, NULL,
                        &commands);
    vkAllocateCommandBuffers(device,
                             &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                            .commandPool = commands,
                                                            .commandBufferCount = 1},
                             &list);
    vkBeginCommandBuffer(list, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO});
    vkCmdBindPipeline(list, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(list, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(list, 1, 1, 1);
    must(vkEndCommandBuffer(list) == VK_SUCCESS &&
             vkQueueSubmit(queue, 1,
                           &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                           .commandBufferCount = 1,
                                           .pCommandBuffers = &list},
                           VK_NULL_HANDLE) == VK_SUCCESS &&
             vkQueueWaitIdle(queue) == VK_SUCCESS,
         "the dispatch");
    if (frames != NULL) {
        char path[512];
        uint32_t length = sizeof path;
        frames->EndFrameCapture(NULL, NULL);
        if (frames->GetCapture(0, path, &length, NULL) == 1) printf("capture %s\n", path);
    }
    printf("first %u %u, last %u\n", numbers[0], numbers[1], numbers[COUNT - 1]);
    fflush(stdout);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    free(words);
    return 0;
}
