/* A program whose dispatches reach buffers in every way that the capture layer takes, one dispatch each.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints "N what" for dispatch N. Buffers are not freed: the process ends.
 */
#include "tests/capture/program.h"

#define HEAD \
    "#version 450\n#extension GL_EXT_buffer_reference : enable\n#extension GL_EXT_buffer_reference_uvec2 : enable\n" \
    "#extension GL_EXT_nonuniform_qualifier : enable\nlayout(local_size_x = 64) in;\n"

#define STORAGE VK_DESCRIPTOR_TYPE_STORAGE_BUFFER

/* to[i] = from[i] * 3 + offset */
static const char triple[] = HEAD "layout(binding = 0) readonly buffer From { uint from[]; };\n"
                                  "layout(binding = 1) buffer To { uint to[]; };\n"
                                  "layout(push_constant) uniform Push { uint offset; };\n"
                                  "layout(constant_id = 7) const uint FACTOR = 1;\n"
                                  "void main() {\n"
                                  "    uint i = gl_GlobalInvocationID.x;\n"
                                  "    to[i] = from[i] * FACTOR + offset;\n"
                                  "}\n";

static const uint32_t three = 3;
static const VkSpecializationMapEntry factor = {7, 0, 4};
static const VkSpecializationInfo constants = {1, &factor, 4, &three};
static kernel_t tripling;

static kernel_desc_t triple_desc(void) {
    return (kernel_desc_t){.name = "triple.comp",
                           .text = triple,
                           .bindings = {{.binding = 0, .descriptorType = STORAGE},
                                        {.binding = 1, .descriptorType = STORAGE}},
                           .binding_count = 2,
                           .push_bytes = 4,
                           .constants = &constants};
}

static void push_offset(VkCommandBuffer to, const kernel_t *kernel, uint32_t offset) {
    vkCmdPushConstants(to, kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &offset);
}

typedef struct pair_t {
    buffer_t from, to;
    VkDescriptorSet set;
} pair_t;

static pair_t make_pair(const kernel_t *kernel) {
    pair_t pair = {make_storage(5, 1), make_storage(0, 0), make_set(kernel)};
    write_buffer(pair.set, 0, STORAGE, pair.from.handle, 0, VK_WHOLE_SIZE);
    write_buffer(pair.set, 1, STORAGE, pair.to.handle, 0, VK_WHOLE_SIZE);
    return pair;
}

static void plain(void) {
    const pair_t pair = make_pair(&tripling);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &tripling, pair.set);
    push_offset(to, &tripling, 1000);
    vkCmdDispatch(to, 4, 1, 1);
    submit(to);
    expect_word("plain", pair.to.words, 255, 260 * 3 + 1000);
    told("plain");
    submit_again(to);
    told("resubmitted");
}

static void two_in_one(void) { /* the second reads what the first wrote */
    const pair_t pair = make_pair(&tripling);
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    const VkDescriptorSet back = make_set(&tripling);
    write_buffer(back, 0, STORAGE, pair.to.handle, 0, VK_WHOLE_SIZE);
    write_buffer(back, 1, STORAGE, pair.from.handle, 0, VK_WHOLE_SIZE);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &tripling, pair.set);
    push_offset(to, &tripling, 0);
    vkCmdDispatch(to, 4, 1, 1);
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier,
                         0, NULL, 0, NULL);
    bind_kernel(to, &tripling, back);
    push_offset(to, &tripling, 7);
    vkCmdDispatch(to, 4, 1, 1);
    submit(to);
    told("the first of two");
    vk.dispatches++;
    expect_word("two in one", pair.from.words, 10, 15 * 9 + 7);
    told("the second of two");
}

static void by_template(void) {
    const pair_t pair = make_pair(&tripling);
    const struct { VkDescriptorBufferInfo from, to; } data = {{pair.from.handle, 256, 256}, {pair.to.handle, 512, 256}};
    const VkDescriptorUpdateTemplateEntry entries[2] = {{0, 0, 1, STORAGE, 0, sizeof data.from},
                                                        {1, 0, 1, STORAGE, sizeof data.from, sizeof data.to}};
    const VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 2,
        .pDescriptorUpdateEntries = entries,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
        .descriptorSetLayout = tripling.set_layout};
    VkDescriptorUpdateTemplate made;
    MUST(vkCreateDescriptorUpdateTemplate(vk.device, &info, NULL, &made));
    vkUpdateDescriptorSetWithTemplate(vk.device, pair.set, made, &data);
    vkDestroyDescriptorUpdateTemplate(vk.device, made, NULL);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &tripling, pair.set);
    push_offset(to, &tripling, 1);
    vkCmdDispatch(to, 1, 1, 1);
    submit(to);
    expect_word("template", pair.to.words, 128, (5 + 64) * 3 + 1);
    told("template");
}

static void pushed(void) {
    const PFN_vkCmdPushDescriptorSetKHR push =
        (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(vk.device, "vkCmdPushDescriptorSetKHR");
    const PFN_vkCmdPushDescriptorSetWithTemplateKHR push_with =
        (PFN_vkCmdPushDescriptorSetWithTemplateKHR)vkGetDeviceProcAddr(vk.device,
                                                                       "vkCmdPushDescriptorSetWithTemplateKHR");
    kernel_desc_t desc = triple_desc();
    if (push == NULL || push_with == NULL) {
        printf("NOT HERE: push descriptors\n");
        return;
    }
    desc.set_flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    const kernel_t kernel = make_kernel(&desc);
    const buffer_t from = make_storage(9, 2), into = make_storage(0, 0);
    VkDescriptorBufferInfo infos[2] = {{from.handle, 0, VK_WHOLE_SIZE}, {into.handle, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet writes[2] = {writing(VK_NULL_HANDLE, 0, STORAGE, &infos[0]),
                                      writing(VK_NULL_HANDLE, 1, STORAGE, &infos[1])};
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, VK_NULL_HANDLE);
    push(to, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout, 0, 2, writes);
    memset(infos, 0, sizeof infos); /* read when it was recorded */
    push_offset(to, &kernel, 2);
    vkCmdDispatch(to, 2, 1, 1);
    submit(to);
    expect_word("pushed", into.words, 100, 209 * 3 + 2);
    told("pushed");

    const VkDescriptorUpdateTemplateEntry entry = {0, 0, 2, STORAGE, 0, sizeof infos[0]}; /* two bindings in a row */
    const VkDescriptorUpdateTemplateCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
        .descriptorUpdateEntryCount = 1,
        .pDescriptorUpdateEntries = &entry,
        .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR,
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
        .pipelineLayout = kernel.layout};
    VkDescriptorUpdateTemplate made;
    MUST(vkCreateDescriptorUpdateTemplate(vk.device, &info, NULL, &made));
    KEEP(DESCRIPTOR_UPDATE_TEMPLATE, made);
    infos[0] = (VkDescriptorBufferInfo){into.handle, 0, VK_WHOLE_SIZE};
    infos[1] = (VkDescriptorBufferInfo){from.handle, 0, VK_WHOLE_SIZE};
    to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, VK_NULL_HANDLE);
    push_with(to, made, kernel.layout, 0, infos);
    push_offset(to, &kernel, 3);
    vkCmdDispatch(to, 1, 1, 1);
    submit(to);
    expect_word("pushed by template", from.words, 10, (29 * 3 + 2) * 3 + 3);
    told("pushed by template");
}

static void after_bind(void) { /* descriptors of an array, written after the command buffer was recorded */
    const kernel_desc_t desc = {.name = "after_bind.comp",
                                .text = HEAD "layout(binding = 0) readonly buffer From { uint data[]; } from[4];\n"
                                             "layout(binding = 1) buffer To { uint to[]; };\n"
                                             "void main() {\n"
                                             "    uint i = gl_GlobalInvocationID.x;\n"
                                             "    to[i] = from[nonuniformEXT(i % 2u) * 2u + 1u].data[i];\n"
                                             "}\n",
                                .bindings = {{.binding = 0, .descriptorType = STORAGE, .descriptorCount = 4},
                                             {.binding = 1, .descriptorType = STORAGE}},
                                .flags = {VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT |
                                          VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT},
                                .binding_count = 2,
                                .set_flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT};
    if (!vk.features12.descriptorBindingStorageBufferUpdateAfterBind ||
        !vk.features12.descriptorBindingPartiallyBound || !vk.features12.shaderStorageBufferArrayNonUniformIndexing) {
        printf("NOT HERE: update after bind\n");
        return;
    }
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t one = make_storage(100, 1), three_ = make_storage(900, 1), into = make_storage(0, 0);
    write_buffer(set, 1, STORAGE, into.handle, 0, VK_WHOLE_SIZE);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 4, 1, 1);
    MUST(vkEndCommandBuffer(to));
    const VkDescriptorBufferInfo infos[2] = {{one.handle, 0, VK_WHOLE_SIZE}, {three_.handle, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet writes[2] = {writing(set, 0, STORAGE, &infos[0]), writing(set, 0, STORAGE, &infos[1])};
    writes[0].dstArrayElement = 1;
    writes[1].dstArrayElement = 3;
    vkUpdateDescriptorSets(vk.device, 2, writes, 0, NULL);
    submit_again(to);
    expect_word("after bind", into.words, 7, 907);
    told("after bind");
}

static void inline_block(void) {
    const kernel_desc_t desc = {
        .name = "inline.comp",
        .text = HEAD "layout(binding = 0) uniform Inline { uvec4 numbers; };\n"
                     "layout(binding = 1) buffer To { uint to[]; };\n"
                     "void main() { to[gl_GlobalInvocationID.x] = numbers[gl_GlobalInvocationID.x % 4u]; }\n",
        .bindings = {{.binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, .descriptorCount = 16},
                     {.binding = 1, .descriptorType = STORAGE}},
        .binding_count = 2};
    if (!vk.features13.inlineUniformBlock) {
        printf("NOT HERE: inline uniform blocks\n");
        return;
    }
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t into = make_storage(0, 0);
    const uint32_t numbers[4] = {11, 22, 33, 44};
    const VkWriteDescriptorSetInlineUniformBlock block = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, .dataSize = 16, .pData = numbers};
    VkWriteDescriptorSet write = writing(set, 0, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, NULL);
    write.pNext = &block;
    write.descriptorCount = 16;
    vkUpdateDescriptorSets(vk.device, 1, &write, 0, NULL);
    write_buffer(set, 1, STORAGE, into.handle, 0, VK_WHOLE_SIZE);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 1, 1, 1);
    submit(to);
    expect_word("inline", into.words, 6, 33);
    told("inline");
}

static void indirect(void) {
    const pair_t pair = make_pair(&tripling);
    const buffer_t groups = make_buffer(VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, 32, 1, 0);
    groups.words[2] = 3; /* at byte 8: 3, 1, 1 */
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &tripling, pair.set);
    push_offset(to, &tripling, 4);
    vkCmdDispatchIndirect(to, groups.handle, 8);
    submit(to);
    expect_word("indirect", pair.to.words, 191, 196 * 3 + 4);
    expect_word("indirect", pair.to.words, 192, 0);
    told("indirect");
}

static void with_base(void) {
    const pair_t pair = make_pair(&tripling);
    kernel_desc_t desc = triple_desc();
    desc.flags_of_pipeline = VK_PIPELINE_CREATE_DISPATCH_BASE;
    const kernel_t kernel = make_kernel(&desc);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, pair.set);
    push_offset(to, &kernel, 5);
    vkCmdDispatchBase(to, 2, 0, 0, 1, 1, 1);
    submit(to);
    expect_word("base", pair.to.words, 128, 133 * 3 + 5);
    expect_word("base", pair.to.words, 0, 0);
    told("base");
}

static void in_secondary(void) {
    const pair_t pair = make_pair(&tripling);
    VkCommandBuffer secondary = begin_commands(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    bind_kernel(secondary, &tripling, pair.set);
    push_offset(secondary, &tripling, 6);
    vkCmdDispatch(secondary, 4, 1, 1);
    MUST(vkEndCommandBuffer(secondary));
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    vkCmdExecuteCommands(to, 1, &secondary);
    submit(to);
    expect_word("secondary", pair.to.words, 3, 8 * 3 + 6);
    told("secondary");
}

static void synchronization2(void) {
    const pair_t pair = make_pair(&tripling);
    const VkMemoryBarrier2 barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                      .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                      .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT,
                                      .dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                      .dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT};
    const VkDependencyInfo dependency = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    if (!vk.features13.synchronization2) {
        printf("NOT HERE: synchronization2\n");
        return;
    }
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &tripling, pair.set);
    vkCmdPipelineBarrier2(to, &dependency);
    push_offset(to, &tripling, 8);
    vkCmdDispatch(to, 4, 1, 1);
    MUST(vkEndCommandBuffer(to));
    const VkCommandBufferSubmitInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                              .commandBuffer = to};
    const VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1, .pCommandBufferInfos = &buffer};
    const VkFence fence = make_fence();
    MUST(vkQueueSubmit2(vk.queue, 1, &info, fence));
    wait_for(fence);
    vk.dispatches++;
    expect_word("synchronization2", pair.to.words, 4, 9 * 3 + 8);
    told("synchronization2");
}

static void without_module(void) {
    kernel_desc_t desc = triple_desc();
    desc.without_module = true;
    if (!vk.library.graphicsPipelineLibrary) {
        printf("NOT HERE: SPIR-V in a stage's pNext\n");
        return;
    }
    const kernel_t kernel = make_kernel(&desc);
    const pair_t pair = make_pair(&kernel);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, pair.set);
    push_offset(to, &kernel, 9);
    vkCmdDispatch(to, 4, 1, 1);
    submit(to);
    expect_word("without a module", pair.to.words, 1, 6 * 3 + 9);
    told("without a module");
}

static void dynamic_offsets(void) {
    kernel_desc_t desc = triple_desc();
    desc.bindings[0].descriptorType = desc.bindings[1].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t from = make_storage(1, 1), into = make_storage(0, 0);
    const uint32_t offsets[2] = {256, 512};
    write_buffer(set, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, from.handle, 0, 256);
    write_buffer(set, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, into.handle, 0, 256);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    vkCmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline);
    vkCmdBindDescriptorSets(to, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout, 0, 1, &set, 2, offsets);
    push_offset(to, &kernel, 0);
    vkCmdDispatch(to, 1, 1, 1);
    submit(to);
    expect_word("dynamic offsets", into.words, 130, (1 + 66) * 3);
    told("dynamic offsets");
}

static VkDeviceAddress address_of(const buffer_t *buffer) {
    const VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                            .buffer = buffer->handle};
    return vkGetBufferDeviceAddress(vk.device, &info);
}

/* A list of two nodes: the address of the second is in the first, and the address of the first in push constants. */
static void addresses(void) {
    const kernel_desc_t desc = {.name = "addresses.comp",
                                .text =
                                    HEAD "layout(buffer_reference) buffer Node;\n"
                                         "layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node {\n"
                                         "    Node next;\n"
                                         "    uint unused, numbers[];\n"
                                         "};\n"
                                         "layout(binding = 0) buffer To { uint to[]; };\n"
                                         "layout(push_constant) uniform Push { Node first; };\n"
                                         "void main() {\n"
                                         "    uint i = gl_GlobalInvocationID.x;\n"
                                         "    to[i] = first.numbers[i] + first.next.numbers[i + 2u];\n"
                                         "    first.next.numbers[i + 2u] = i;\n"
                                         "}\n",
                                .bindings = {{.binding = 0, .descriptorType = STORAGE}},
                                .binding_count = 1,
                                .push_bytes = 8};
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    if (!vk.features12.bufferDeviceAddress) {
        printf("NOT HERE: buffer device addresses\n");
        return;
    }
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t first = make_buffer(usage, BUFFER_BYTES, 0, 1), second = make_buffer(usage, BUFFER_BYTES, 1000, 1),
                   other = make_buffer(usage, BUFFER_BYTES, 0, 0), into = make_storage(0, 0);
    const VkDeviceAddress begin = address_of(&first), next = address_of(&second);
    address_of(&other); /* which the shader does not use */
    memcpy(first.words, &next, 8);
    write_buffer(set, 0, STORAGE, into.handle, 0, VK_WHOLE_SIZE);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, set);
    vkCmdPushConstants(to, kernel.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, &begin);
    vkCmdDispatch(to, 2, 1, 1);
    submit(to);
    expect_word("addresses", into.words, 10, 13 + 1015);
    told("addresses");
}

/* Two ranges of one buffer that overlap by half: an element that one workgroup reads by its first name, the other
 * writes by its second. Both write what was there, so the device's result does not depend on who is first. */
static void overlap(void) {
    const kernel_desc_t desc = {.name = "overlap.comp",
                                .text = HEAD "layout(binding = 0) readonly buffer Low { uint low[128]; };\n"
                                             "layout(binding = 1) buffer High { uint high[128]; };\n"
                                             "void main() {\n"
                                             "    uint i = gl_GlobalInvocationID.x;\n"
                                             "    high[i] = low[i] - i + i;\n"
                                             "}\n",
                                .bindings = {{.binding = 0, .descriptorType = STORAGE},
                                             {.binding = 1, .descriptorType = STORAGE}},
                                .binding_count = 2};
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t both = make_storage(77, 0);
    write_buffer(set, 0, STORAGE, both.handle, 0, 512);
    write_buffer(set, 1, STORAGE, both.handle, 256, 512);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 2, 1, 1);
    submit(to);
    expect_word("overlap", both.words, 100, 77);
    told("overlap");
}

#define ROUNDING(precise) \
    HEAD "layout(binding = 0) buffer To { " precise "float to[256]; };\n" \
         "void main() {\n" \
         "    uint i = gl_GlobalInvocationID.x;\n" \
         "    float x = to[i];\n" \
         "    if (i < 32) to[i] = sqrt(x);\n" \
         "    else if (i < 64) to[i] = sqrt(x * 3.0);\n" \
         "    else if (i < 192) to[i] = x * 3.0 + 1.0;\n" \
         "    else to[i] = x + 1.0;\n" \
         "}\n"

/* Floats that Vulkan rounds freely: 32 products and 32 roots of products; 128 products with a sum; 64 sums. With
 * `precise` a product is rounded by itself. */
static void rounding(bool precise) {
    const kernel_desc_t desc = {.name = "rounding.comp",
                                .text = precise ? ROUNDING("precise ") : ROUNDING(""),
                                .bindings = {{.binding = 0, .descriptorType = STORAGE}},
                                .binding_count = 1};
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t both = make_storage(0x3f800000, 16);
    write_buffer(set, 0, STORAGE, both.handle, 0, VK_WHOLE_SIZE);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 4, 1, 1);
    submit(to);
    told(precise ? "rounding, precise" : "rounding");
}

int main(void) {
    static const char *const extensions[] = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME,
                                             VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME,
                                             VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME};
    open_device(extensions, 3);
    const kernel_desc_t desc = triple_desc();
    tripling = make_kernel(&desc);
    plain();
    two_in_one();
    by_template();
    pushed();
    after_bind();
    inline_block();
    indirect();
    with_base();
    in_secondary();
    synchronization2();
    without_module();
    dynamic_offsets();
    addresses();
    overlap();
    rounding(false);
    rounding(true);
    close_device();
    return 0;
}
