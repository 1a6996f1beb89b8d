/* What a Vulkan driver keeps of pipelines that are no more, found out without the library: a pipeline of the given
 * module is made, dispatched once and destroyed, again and again.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   soak_driver MODULE.spv ROUNDS [idle]   idle: the pipeline is not dispatched
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

enum { BINDINGS = 6, BYTES = 1 << 20, PUSHED = 128 };

static VkDevice device;
static VkQueue queue;
static VkDescriptorSetLayout set_layout;
static VkDescriptorSet set;
static VkPipelineLayout layout;
static VkCommandBuffer commands;

static void check(VkResult result, const char *what) {
    if (result == VK_SUCCESS) return;
    fprintf(stderr, "soak_driver: %s: VkResult %d\n", what, result);
    exit(1);
}
#define CHECK(call) check(call, #call)

static void open_device(uint32_t *family, VkPhysicalDevice *physical) {
    const float priority = 1.0f;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    VkDeviceQueueCreateInfo queues = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo made = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues};
    VkInstance instance;
    uint32_t count = 1;
    *family = 0; /* the software drivers have one */
    CHECK(vkCreateInstance(&info, NULL, &instance));
    if (vkEnumeratePhysicalDevices(instance, &count, physical) < 0 || count == 0) check(VK_INCOMPLETE, "no device");
    CHECK(vkCreateDevice(*physical, &made, NULL, &device));
    vkGetDeviceQueue(device, *family, 0, &queue);
}

/* Six storage buffers of zeros, which any of the library's kernels takes. */
static void make_bindings(void) {
    VkDescriptorSetLayoutBinding bindings[BINDINGS];
    VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BINDINGS, .pBindings = bindings};
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSHED};
    VkPipelineLayoutCreateInfo made = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &set_layout,
                                       .pushConstantRangeCount = 1,
                                       .pPushConstantRanges = &range};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BINDINGS};
    VkDescriptorPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool;
    for (uint32_t i = 0; i < BINDINGS; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    CHECK(vkCreateDescriptorSetLayout(device, &info, NULL, &set_layout));
    CHECK(vkCreatePipelineLayout(device, &made, NULL, &layout));
    CHECK(vkCreateDescriptorPool(device, &pool_info, NULL, &pool));
    VkDescriptorSetAllocateInfo asked = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = pool,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &set_layout};
    CHECK(vkAllocateDescriptorSets(device, &asked, &set));
    for (uint32_t i = 0; i < BINDINGS; i++) {
        VkBufferCreateInfo buffer_info = {
            .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = BYTES, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
        VkMemoryRequirements needs;
        VkMemoryAllocateInfo memory_info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        VkDeviceMemory memory;
        VkBuffer buffer;
        CHECK(vkCreateBuffer(device, &buffer_info, NULL, &buffer));
        vkGetBufferMemoryRequirements(device, buffer, &needs);
        memory_info.allocationSize = needs.size;
        CHECK(vkAllocateMemory(device, &memory_info, NULL, &memory));
        CHECK(vkBindBufferMemory(device, buffer, memory, 0));
        VkDescriptorBufferInfo where = {buffer, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = set,
                                      .dstBinding = i,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &where};
        vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    }
}

static void run(const uint32_t *words, size_t bytes, bool dispatch) {
    VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = bytes, .pCode = words};
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    static const unsigned char zeros[PUSHED];
    VkPipeline pipeline;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = "main";
    CHECK(vkCreateShaderModule(device, &module, NULL, &info.stage.module));
    CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(device, info.stage.module, NULL);
    if (dispatch) {
        CHECK(vkBeginCommandBuffer(commands, &begin));
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSHED, zeros);
        vkCmdDispatch(commands, 1, 1, 1);
        CHECK(vkEndCommandBuffer(commands));
        CHECK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
        CHECK(vkQueueWaitIdle(queue));
        CHECK(vkResetCommandBuffer(commands, 0));
    }
    vkDestroyPipeline(device, pipeline, NULL);
}

/* KiB that the process has in memory. */
static long resident(void) {
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2) check(VK_INCOMPLETE, "/proc/self/statm");
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv) {
    static uint32_t words[1 << 20];
    long rounds = argc >= 3 ? atol(argv[2]) : 0, first = 0;
    FILE *file = argc >= 3 ? fopen(argv[1], "rb") : NULL;
    size_t bytes = file ? fread(words, 1, sizeof words, file) : 0;
    uint32_t family;
    VkPhysicalDevice physical;
    if (rounds < 10 || bytes < 20) check(VK_INCOMPLETE, "usage: soak_driver MODULE.spv ROUNDS [idle]");
    open_device(&family, &physical);
    make_bindings();
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                         .queueFamilyIndex = family};
    VkCommandPool pool;
    CHECK(vkCreateCommandPool(device, &pool_info, NULL, &pool));
    VkCommandBufferAllocateInfo asked = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
    CHECK(vkAllocateCommandBuffers(device, &asked, &commands));
    for (long i = 0; i < rounds; i++) {
        run(words, bytes, argc < 4);
        if (i == rounds / 5) first = resident();
    }
    printf("%ld pipelines of %zu bytes: in memory %ld KiB after %ld, %ld KiB at the end: %.1f KiB each\n", rounds,
           bytes, first, rounds / 5, resident(), (double)(resident() - first) / (double)(rounds - 1 - rounds / 5));
    return 0;
}
