/* What the capture layer refuses by name, and a device that is lost: the program goes on, and no part of a capture is
 * left.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The built layer stands between a program, here, and the driver of driver.h. Each row is a device with one dispatch.
 * Mutations that these rows catch, each tried: the row's own refusal taken out of the layer.
 */
#include <check.h>
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/capture/driver.h"
#include "tests/common/testing.h"

typedef enum command_kind_t {
    PLAIN,
    INDIRECT,
    DESCRIPTOR_BUFFERS,
    GENERATED,
    BUILD_ACCELERATION,
    LATER,
    NO_PIPELINE
} command_kind_t;

typedef struct row_t {
    const char *words; /* that the layer says; NULL: the dispatch is captured */
    VkDescriptorType type;
    VkBufferCreateFlags buffer;
    VkImageCreateFlags image;
    VkFormat format; /* 0: R32_UINT */
    VkSampleCountFlagBits samples;
    VkCommandPoolCreateFlags pool;
    VkPipelineCreateFlags pipeline;
    command_kind_t command;
    uint32_t devices, mask; /* of a group; 0: there is none */
    bool swapchain, conversion, no_module, identifier, drawn;
    VkResult submits, waits;
} row_t;

#define BUFFER VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
#define IMAGE VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
#define SPIRV "a pipeline without SPIR-V: a pipeline binary or a module identifier"

static const row_t rows[] = {
    {.type = BUFFER},
    {.type = IMAGE},
    {.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
    {.type = BUFFER, .command = INDIRECT},
    {.type = BUFFER, .devices = 1, .mask = 1},
    {.words = "descriptor buffers", .type = BUFFER, .pipeline = VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT},
    {.words = "descriptor buffers", .type = BUFFER, .command = DESCRIPTOR_BUFFERS},
    {.words = SPIRV, .type = BUFFER, .no_module = true},
    {.words = SPIRV, .type = BUFFER, .no_module = true, .identifier = true},
    {.words = "its command buffer has vkCmdExecuteGeneratedCommandsNV", .type = BUFFER, .command = GENERATED},
    {.words = "its command buffer has vkCmdBuildAccelerationStructuresKHR",
     .type = BUFFER,
     .command = BUILD_ACCELERATION},
    {.words = "an acceleration structure", .type = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR},
    {.words = "an acceleration structure", .type = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_NV},
    {.words = "a descriptor of an unknown type", .type = VK_DESCRIPTOR_TYPE_SAMPLE_WEIGHT_IMAGE_QCOM},
    {.words = "a sparse buffer", .type = BUFFER, .buffer = VK_BUFFER_CREATE_SPARSE_BINDING_BIT},
    {.words = "a sparse buffer", .type = IMAGE, .buffer = VK_BUFFER_CREATE_SPARSE_BINDING_BIT, .command = INDIRECT},
    {.words = "a sparse image", .type = IMAGE, .image = VK_IMAGE_CREATE_SPARSE_BINDING_BIT},
    {.words = "a protected buffer", .type = BUFFER, .buffer = VK_BUFFER_CREATE_PROTECTED_BIT},
    {.words = "a protected image", .type = IMAGE, .image = VK_IMAGE_CREATE_PROTECTED_BIT},
    {.words = "its command buffer has protected memory", .type = BUFFER, .pool = VK_COMMAND_POOL_CREATE_PROTECTED_BIT},
    {.words = "a multi-planar image", .type = IMAGE, .format = VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM},
    {.words = "a multi-planar image", .type = IMAGE, .format = VK_FORMAT_G8_B8R8_2PLANE_444_UNORM},
    {.words = "a sampler with a conversion from YCbCr",
     .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
     .conversion = true},
    {.words = "a depth or stencil image", .type = IMAGE, .format = VK_FORMAT_D16_UNORM},
    {.words = "a depth or stencil image", .type = IMAGE, .format = VK_FORMAT_D32_SFLOAT_S8_UINT},
    {.words = "a block-compressed image", .type = IMAGE, .format = VK_FORMAT_BC1_RGB_UNORM_BLOCK},
    {.words = "a block-compressed image", .type = IMAGE, .format = VK_FORMAT_ASTC_12x12_SRGB_BLOCK},
    {.words = "a multisampled image", .type = IMAGE, .samples = VK_SAMPLE_COUNT_4_BIT},
    {.words = "an image of a swapchain", .type = IMAGE, .swapchain = true},
    {.words = "a device group", .type = BUFFER, .devices = 2, .mask = 1},
    {.words = "its command buffer has a device group", .type = BUFFER, .devices = 1, .mask = 3},
    {.words = "a pipeline that is not known here: shader objects, or graphics stages",
     .type = BUFFER,
     .command = NO_PIPELINE},
    {.words = "a command that is newer than this layer may be in its command buffer", .type = BUFFER, .command = LATER},
    {.words = "graphics stages are not captured", .type = BUFFER, .drawn = true},
    {.words = "its submission failed", .type = BUFFER, .submits = VK_ERROR_DEVICE_LOST},
    {.words = "the device was lost", .type = BUFFER, .waits = VK_ERROR_DEVICE_LOST},
};

static VkNegotiateLayerInterface layer = {.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT, .loaderLayerInterfaceVersion = 2};
static VkInstance instance;
static VkDevice device;
static char folder[64];

#define LAYER(name) ((PFN_vk##name)layer.pfnGetDeviceProcAddr(device, "vk" #name))
#define MUST(call) ck_assert_int_eq(call, VK_SUCCESS)

static void load_layer(void) {
    char path[PATH_MAX] = "", chosen[256];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64u);
    ck_assert_int_gt(length, 0);
    for (int i = 0; i < 3; i++) *strrchr(path, '/') = '\0'; /* of build/tests/capture/test_refused */
    strcat(path, "/libVkLayer_NBL_capture.so");
    void *opened = dlopen(path, RTLD_NOW);
    ck_assert_msg(opened != NULL, "%s", dlerror());
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate = NULL;
    *(void **)&negotiate = dlsym(opened, "vkNegotiateLoaderLayerInterfaceVersion");
    MUST(negotiate(&layer));
    strcpy(folder, "/tmp/nbl-refused-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(chosen, sizeof chosen, "dispatch 1; shader draw; to %s", folder);
    setenv("NBL_CAPTURE", chosen, 1);
    VkLayerInstanceLink link = {.pfnNextGetInstanceProcAddr = driver_GetInstanceProcAddr};
    const VkLayerInstanceCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, .function = VK_LAYER_LINK_INFO, .u.pLayerInfo = &link};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = &chain};
    MUST(((PFN_vkCreateInstance)layer.pfnGetInstanceProcAddr(NULL, "vkCreateInstance"))(&info, NULL, &instance));
}

static void open_device(const row_t *row) {
    VkLayerDeviceLink link = {.pfnNextGetInstanceProcAddr = driver_GetInstanceProcAddr,
                              .pfnNextGetDeviceProcAddr = driver_GetDeviceProcAddr};
    const VkLayerDeviceCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, .function = VK_LAYER_LINK_INFO, .u.pLayerInfo = &link};
    const VkPhysicalDevice physical = (VkPhysicalDevice)(void *)&driver.instance, both[] = {physical, physical};
    const VkDeviceGroupDeviceCreateInfo group = {.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO,
                                                 .pNext = &chain,
                                                 .physicalDeviceCount = row->devices,
                                                 .pPhysicalDevices = both};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = row->devices != 0 ? (const void *)&group : &chain};
    MUST(
        ((PFN_vkCreateDevice)layer.pfnGetInstanceProcAddr(instance, "vkCreateDevice"))(physical, &info, NULL, &device));
}

static VkShaderModule make_module(const char *entry) { /* an entry point with one descriptor: set 0, binding 0 */
    uint32_t words[] = {0x07230203, 0x10000,        0, 8,  0, 5u << 16 | 15u, 5, 2,  0,
                        0,          4u << 16 | 71u, 1, 34, 0, 4u << 16 | 71u, 1, 33, 0};
    memcpy(words + 8, entry, 4);
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof words, .pCode = words};
    VkShaderModule made;
    MUST(LAYER(CreateShaderModule)(device, &info, NULL, &made));
    return made;
}

static VkPipeline make_pipeline(const row_t *row, VkPipelineLayout layout) {
    const VkPipelineShaderStageModuleIdentifierCreateInfoEXT identifier = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT};
    const VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                              .flags = row->pipeline,
                                              .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                        .pNext = row->identifier ? &identifier : NULL,
                                                        .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                        .module = row->no_module ? VK_NULL_HANDLE : make_module("main"),
                                                        .pName = "main"},
                                              .layout = layout};
    VkPipeline made;
    MUST(LAYER(CreateComputePipelines)(device, VK_NULL_HANDLE, 1, &info, NULL, &made));
    return made;
}

static void make_drawn(void) { /* a shader that NBL_CAPTURE names, in a graphics pipeline */
    const VkPipelineShaderStageCreateInfo stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                   .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                   .module = make_module("draw"),
                                                   .pName = "draw"};
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .stageCount = 1, .pStages = &stage};
    VkPipeline made;
    MUST(LAYER(CreateGraphicsPipelines)(device, VK_NULL_HANDLE, 1, &info, NULL, &made));
}

static VkBuffer make_buffer(const row_t *row, VkDeviceMemory memory) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .flags = row->buffer, .size = 64};
    VkBuffer made;
    MUST(LAYER(CreateBuffer)(device, &info, NULL, &made));
    MUST(LAYER(BindBufferMemory)(device, made, memory, 0));
    return made;
}

static VkImageView make_view(const row_t *row, VkDeviceMemory memory) {
    const VkFormat format = row->format != VK_FORMAT_UNDEFINED ? row->format : VK_FORMAT_R32_UINT;
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .flags = row->image,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = format,
                                    .extent = {4, 4, 1},
                                    .mipLevels = 1,
                                    .arrayLayers = 1,
                                    .samples = row->samples != 0 ? row->samples : VK_SAMPLE_COUNT_1_BIT};
    VkImage image = (VkImage)(uintptr_t)0x1000; /* a swapchain makes its images */
    if (!row->swapchain) {
        MUST(LAYER(CreateImage)(device, &info, NULL, &image));
        MUST(LAYER(BindImageMemory)(device, image, memory, 0));
    }
    const VkImageViewCreateInfo of = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = image,
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                      .format = format,
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkImageView made;
    MUST(LAYER(CreateImageView)(device, &of, NULL, &made));
    return made;
}

static VkSampler make_sampler(const row_t *row) {
    const VkSamplerYcbcrConversionInfo conversion = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO};
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                      .pNext = row->conversion ? &conversion : NULL};
    VkSampler made;
    MUST(LAYER(CreateSampler)(device, &info, NULL, &made));
    return made;
}

static VkDescriptorSet make_set(const row_t *row, VkBuffer buffer, VkDeviceMemory memory, VkPipelineLayout *layout) {
    const VkDescriptorSetLayoutBinding binding = {0, row->type, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    VkDescriptorSetLayout set_layout;
    MUST(LAYER(CreateDescriptorSetLayout)(device, &info, NULL, &set_layout));
    const VkPipelineLayoutCreateInfo whole = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
    MUST(LAYER(CreatePipelineLayout)(device, &whole, NULL, layout));
    const VkDescriptorSetAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorSetCount = 1, .pSetLayouts = &set_layout};
    VkDescriptorSet made;
    MUST(LAYER(AllocateDescriptorSets)(device, &allocate, &made));
    const VkDescriptorBufferInfo of_buffer = {buffer, 0, VK_WHOLE_SIZE};
    const VkDescriptorImageInfo of_image = {make_sampler(row), make_view(row, memory), VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSetAccelerationStructureKHR structure = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .pNext = row->type == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR ? &structure
                                                                                                            : NULL,
                                        .dstSet = made,
                                        .descriptorCount = 1,
                                        .descriptorType = row->type,
                                        .pImageInfo = &of_image,
                                        .pBufferInfo = &of_buffer};
    LAYER(UpdateDescriptorSets)(device, 1, &write, 0, NULL);
    return made;
}

static VkCommandBuffer begin_commands(const row_t *row) {
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = row->pool};
    const VkDeviceGroupCommandBufferBeginInfo group = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_COMMAND_BUFFER_BEGIN_INFO, .deviceMask = row->mask};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .pNext = row->mask != 0 ? &group : NULL};
    VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandBufferCount = 1};
    VkCommandBuffer made;
    MUST(LAYER(CreateCommandPool)(device, &info, NULL, &allocate.commandPool));
    MUST(LAYER(AllocateCommandBuffers)(device, &allocate, &made));
    MUST(LAYER(BeginCommandBuffer)(made, &begin));
    return made;
}

static void record(const row_t *row, VkCommandBuffer to, VkPipeline pipeline, VkPipelineLayout layout,
                   VkDescriptorSet set, VkBuffer buffer) {
    const VkGeneratedCommandsInfoNV generated = {.sType = VK_STRUCTURE_TYPE_GENERATED_COMMANDS_INFO_NV};
    const VkDescriptorBufferBindingInfoEXT descriptors = {.sType =
                                                              VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT};
    if (row->command != NO_PIPELINE) LAYER(CmdBindPipeline)(to, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    LAYER(CmdBindDescriptorSets)(to, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    switch (row->command) {
    case DESCRIPTOR_BUFFERS: LAYER(CmdBindDescriptorBuffersEXT)(to, 1, &descriptors); break;
    case GENERATED: LAYER(CmdExecuteGeneratedCommandsNV)(to, VK_FALSE, &generated); break;
    case BUILD_ACCELERATION: LAYER(CmdBuildAccelerationStructuresKHR)(to, 0, NULL, NULL); break;
    case LATER: ((void(VKAPI_PTR *)(VkCommandBuffer))layer.pfnGetDeviceProcAddr(device, "vkCmdOfLater"))(to); break;
    default: break;
    }
    if (row->command == INDIRECT)
        LAYER(CmdDispatchIndirect)(to, buffer, 0);
    else
        LAYER(CmdDispatch)(to, 1, 1, 1);
}

/* Runs the program of a row. What the layer says comes into said. */
static VkResult run(const row_t *row, char *said, size_t bytes) {
    FILE *lines = tmpfile();
    const int console = dup(2);
    ck_assert(lines != NULL && console >= 0 && dup2(fileno(lines), 2) == 2);
    memset(&driver.buffer_count, 0, sizeof driver - offsetof(__typeof__(driver), buffer_count));
    driver.submits = row->submits;
    driver.waits = row->waits;
    open_device(row);
    const VkMemoryAllocateInfo memory_info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                              .allocationSize = MOST_STAGING};
    VkDeviceMemory memory;
    VkPipelineLayout layout;
    VkQueue queue;
    MUST(LAYER(AllocateMemory)(device, &memory_info, NULL, &memory));
    LAYER(GetDeviceQueue)(device, 0, 0, &queue);
    const VkBuffer buffer = make_buffer(row, memory);
    const VkDescriptorSet set = make_set(row, buffer, memory, &layout);
    if (row->drawn) make_drawn();
    const VkPipeline pipeline = make_pipeline(row, layout);
    const VkCommandBuffer commands = begin_commands(row);
    record(row, commands, pipeline, layout, set, buffer);
    MUST(LAYER(EndCommandBuffer)(commands));
    const uint32_t dispatches = driver.dispatches;
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    const VkResult result = LAYER(QueueSubmit)(queue, 1, &submit, VK_NULL_HANDLE);
    /* The driver has the dispatch once where the program recorded it, and runs that, or the layer's with copies. */
    ck_assert_uint_eq(dispatches, 1);
    ck_assert_ptr_nonnull(driver.submitted);
    const bool copies = row->words == NULL || row->drawn || row->submits != VK_SUCCESS || row->waits != VK_SUCCESS;
    ck_assert_msg((driver.submitted != commands) == copies, "row %td: which command buffer was submitted", row - rows);
    LAYER(DestroyDevice)(device, NULL); /* waits for what is being written */
    rewind(lines);
    said[fread(said, 1, bytes - 1u, lines)] = '\0';
    dup2(console, 2);
    close(console);
    fclose(lines);
    return result;
}

static uint32_t entries(bool remove_them) { /* of the folder of captures, those with a dot before their name as well */
    char command[128];
    uint32_t count = 0;
    DIR *opened = opendir(folder);
    ck_assert_ptr_nonnull(opened);
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(opened);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (remove_them) ck_assert_int_eq(system(command), 0);
    return count;
}

START_TEST(refused) {
    uint32_t captured = 0;
    load_layer();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char said[2048];
        const row_t *row = &rows[i];
        const VkResult result = run(row, said, sizeof said);
        const bool taken = row->words == NULL || row->drawn;
        ck_assert_msg(result == row->submits, "row %zu: a submission returned %d", i, (int)result);
        ck_assert_msg(row->words == NULL || strstr(said, row->words) != NULL, "row %zu: not '%s' but '%s'", i,
                      row->words != NULL ? row->words : "", said);
        ck_assert_msg((strstr(said, "dispatch 1 is not captured: ") == NULL) == taken, "row %zu: '%s'", i, said);
        ck_assert_msg((strstr(said, "dispatch 1 is in ") != NULL) == taken, "row %zu: '%s'", i, said);
        captured += taken;
        ck_assert_msg(entries(false) == captured, "row %zu: %u entries and not %u", i, entries(false), captured);
    }
    entries(true);
    ((PFN_vkDestroyInstance)layer.pfnGetInstanceProcAddr(instance, "vkDestroyInstance"))(instance, NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("refused");
    TCase *tests = tcase_create("refused");
    tcase_add_test(tests, refused);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
