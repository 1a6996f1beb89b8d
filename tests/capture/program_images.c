/* A program whose dispatches reach images and texel buffers, one dispatch each.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints "N what" for dispatch N.
 */
#include "tests/capture/program.h"

#define HEAD "#version 450\nlayout(local_size_x = 8, local_size_y = 8) in;\n"
enum { SIZE = 16 };

typedef struct image_t {
    VkImage handle;
    uint32_t levels, layers;
} image_t;

static VkImageView view_of(const image_t *image, VkImageViewType type, VkFormat format, uint32_t level,
                           uint32_t levels) {
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image->handle,
                                        .viewType = type,
                                        .format = format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, levels, 0,
                                                             image->layers}};
    VkImageView view;
    MUST(vkCreateImageView(vk.device, &info, NULL, &view));
    KEEP(IMAGE_VIEW, view);
    return view;
}

static void change_layout(VkCommandBuffer to, const image_t *image, VkImageLayout old, VkImageLayout made) {
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                          .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                          .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                          .oldLayout = old,
                                          .newLayout = made,
                                          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .image = image->handle,
                                          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, image->levels, 0,
                                                               image->layers}};
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                         NULL, 1, &barrier);
}

/* An image whose levels and layers are filled from a buffer, in a layout. */
static image_t make_image(VkCommandBuffer to, VkFormat format, uint32_t texel, uint32_t levels, uint32_t layers,
                          VkImageUsageFlags usage, VkImageLayout layout) {
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                    .imageType = VK_IMAGE_TYPE_2D,
                                    .format = format,
                                    .extent = {SIZE, SIZE, 1},
                                    .mipLevels = levels,
                                    .arrayLayers = layers,
                                    .samples = VK_SAMPLE_COUNT_1_BIT,
                                    .usage = usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    image_t made = {VK_NULL_HANDLE, levels, layers};
    VkMemoryRequirements needs;
    MUST(vkCreateImage(vk.device, &info, NULL, &made.handle));
    KEEP(IMAGE, made.handle);
    vkGetImageMemoryRequirements(vk.device, made.handle, &needs);
    MUST(vkBindImageMemory(vk.device, made.handle, take_memory(needs, 0).handle, 0));
    const buffer_t from = make_buffer(VK_BUFFER_USAGE_TRANSFER_SRC_BIT, (uint64_t)SIZE * SIZE * texel * layers, 0, 1);
    for (uint32_t i = 0; i < SIZE * SIZE * texel * layers / 4u; i++) {
        const float value = (float)(i % 61u) / 64.0f;
        if (format == VK_FORMAT_R32G32B32A32_SFLOAT || format == VK_FORMAT_R32_SFLOAT)
            memcpy(&from.words[i], &value, 4);
        else
            from.words[i] = i * 2654435761u;
    }
    change_layout(to, &made, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    for (uint32_t level = 0; level < levels; level++) {
        const VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, layers},
                                          .imageExtent = {SIZE >> level, SIZE >> level, 1}};
        vkCmdCopyBufferToImage(to, from.handle, made.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    }
    change_layout(to, &made, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, layout);
    return made;
}

static VkSampler make_sampler(VkFilter filter, VkSamplerMipmapMode mip, VkSamplerAddressMode address) {
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                      .magFilter = filter,
                                      .minFilter = filter,
                                      .mipmapMode = mip,
                                      .addressModeU = address,
                                      .addressModeV = address,
                                      .addressModeW = address,
                                      .maxLod = VK_LOD_CLAMP_NONE,
                                      .borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    VkSampler made;
    MUST(vkCreateSampler(vk.device, &info, NULL, &made));
    KEEP(SAMPLER, made);
    return made;
}

static void write_image(VkDescriptorSet set, uint32_t binding, VkDescriptorType type, VkImageView view,
                        VkImageLayout layout, VkSampler sampler) {
    const VkDescriptorImageInfo info = {sampler, view, layout};
    VkWriteDescriptorSet write = writing(set, binding, type, NULL);
    write.pImageInfo = &info;
    vkUpdateDescriptorSets(vk.device, 1, &write, 0, NULL);
}

static void storage(const char *what, VkFormat format, uint32_t texel, const char *qualifier, const char *type,
                    const char *expression) {
    char text[1024];
    snprintf(text, sizeof text,
             HEAD "layout(binding = 0, %s) uniform %s image;\nvoid main() {\n"
                  "    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n    %s\n}\n",
             qualifier, type, expression);
    const kernel_desc_t desc = {.name = "storage.comp",
                                .text = text,
                                .bindings = {{.binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}},
                                .binding_count = 1};
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const image_t image = make_image(to, format, texel, 1, 1, VK_IMAGE_USAGE_STORAGE_BIT, VK_IMAGE_LAYOUT_GENERAL);
    write_image(set, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, view_of(&image, VK_IMAGE_VIEW_TYPE_2D, format, 0, 1),
                VK_IMAGE_LAYOUT_GENERAL, VK_NULL_HANDLE);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 2, 2, 1);
    submit(to);
    told(what);
}

/* Level 1 out of level 0 of one image, as programs make mipmaps: two layouts. */
static void next_level(void) {
    const kernel_desc_t desc = {
        .name = "next_level.comp",
        .text = HEAD
        "layout(binding = 0) uniform sampler2D large;\n"
        "layout(binding = 1, rgba32f) writeonly uniform image2D small;\n"
        "void main() {\n"
        "    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
        "    imageStore(small, at, texelFetch(large, 2 * at, 0) + texelFetch(large, 2 * at + ivec2(1, 0), 0));\n"
        "}\n",
        .bindings = {{.binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
                     {.binding = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}},
        .binding_count = 2};
    const VkFormat format = VK_FORMAT_R32G32B32A32_SFLOAT;
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const image_t image = make_image(to, format, 16, 2, 1, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                                     VK_IMAGE_LAYOUT_GENERAL);
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                          .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                          .dstAccessMask = VK_ACCESS_SHADER_READ_BIT,
                                          .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
                                          .newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .image = image.handle,
                                          .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                         NULL, 1, &barrier);
    write_image(set, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, view_of(&image, VK_IMAGE_VIEW_TYPE_2D, format, 0, 1),
                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                make_sampler(VK_FILTER_NEAREST, VK_SAMPLER_MIPMAP_MODE_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE));
    write_image(set, 1, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, view_of(&image, VK_IMAGE_VIEW_TYPE_2D, format, 1, 1),
                VK_IMAGE_LAYOUT_GENERAL, VK_NULL_HANDLE);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 1, 1, 1);
    submit(to);
    told("next level");
}

/* Texels of all levels and layers, as integers, through each address mode. */
static void sampled(const char *what, const char *element, VkFilter filter, VkSamplerMipmapMode mip,
                    VkSamplerAddressMode address, const char *expression) {
    char text[1024];
    snprintf(text, sizeof text,
             HEAD "layout(binding = 0) uniform sampler2DArray image;\nlayout(binding = 1) buffer To { %s to[]; };\n"
                  "void main() {\n    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n    int i = at.y * 16 + at.x;\n"
                  "    vec2 uv = vec2(at) / 8.0 - 0.5 + 1.0 / 64.0;\n    %s\n}\n",
             element, expression);
    const kernel_desc_t desc = {
        .name = "sampled.comp",
        .text = text,
        .bindings = {{.binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
                     {.binding = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}},
        .binding_count = 2};
    const VkFormat format = VK_FORMAT_R32G32B32A32_SFLOAT;
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t into = make_storage(0, 0);
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const image_t image =
        make_image(to, format, 16, 3, 2, VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    write_image(set, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                view_of(&image, VK_IMAGE_VIEW_TYPE_2D_ARRAY, format, 0, 3), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                make_sampler(filter, mip, address));
    write_buffer(set, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, into.handle, 0, VK_WHOLE_SIZE);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 2, 2, 1);
    submit(to);
    told(what);
}

static void texel_buffers(void) {
    const kernel_desc_t desc = {.name = "texels.comp",
                                .text =
                                    HEAD "layout(binding = 0) uniform utextureBuffer from;\n"
                                         "layout(binding = 1, r32ui) uniform uimageBuffer to;\n"
                                         "void main() {\n"
                                         "    int i = int(gl_GlobalInvocationID.y * 8u + gl_GlobalInvocationID.x);\n"
                                         "    imageStore(to, i, uvec4(texelFetch(from, i).x + uint(i)));\n"
                                         "}\n",
                                .bindings = {{.binding = 0, .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER},
                                             {.binding = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER}},
                                .binding_count = 2};
    const kernel_t kernel = make_kernel(&desc);
    const VkDescriptorSet set = make_set(&kernel);
    const buffer_t from = make_buffer(VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, BUFFER_BYTES, 0, 1234567),
                   into = make_buffer(VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT, BUFFER_BYTES, 0, 0);
    const VkBufferViewCreateInfo infos[2] = {{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                              .buffer = from.handle,
                                              .format = VK_FORMAT_R8G8B8A8_UINT,
                                              .range = VK_WHOLE_SIZE},
                                             {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                              .buffer = into.handle,
                                              .format = VK_FORMAT_R32_UINT,
                                              .offset = 256,
                                              .range = 256}};
    for (uint32_t i = 0; i < 2; i++) {
        VkBufferView view;
        MUST(vkCreateBufferView(vk.device, &infos[i], NULL, &view));
        KEEP(BUFFER_VIEW, view);
        VkWriteDescriptorSet write = writing(set, i, desc.bindings[i].descriptorType, NULL);
        write.pTexelBufferView = &view;
        vkUpdateDescriptorSets(vk.device, 1, &write, 0, NULL);
    }
    VkCommandBuffer to = begin_commands(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    bind_kernel(to, &kernel, set);
    vkCmdDispatch(to, 1, 1, 1);
    submit(to);
    expect_word("texel buffers", into.words, 64 + 7, (7u * 1234567u & 255u) + 7);
    told("texel buffers");
}

int main(void) {
    open_device(NULL, 0);
    storage("storage image of integers", VK_FORMAT_R32_UINT, 4, "r32ui", "uimage2D",
            "imageStore(image, at, imageLoad(image, at) * 3u + uvec4(at.x));");
    storage("storage image of bytes", VK_FORMAT_R8G8B8A8_UINT, 4, "rgba8ui", "uimage2D",
            "imageStore(image, at, (imageLoad(image, at).wzyx & 127u) + 1u);");
    storage("storage image of fractions", VK_FORMAT_R8G8B8A8_UNORM, 4, "rgba8", "image2D",
            "imageStore(image, at, imageLoad(image, at).yxwz);");
    storage("storage image of floats", VK_FORMAT_R32_SFLOAT, 4, "r32f", "image2D",
            "imageStore(image, at, imageLoad(image, at) + vec4(0.5));");
    storage("storage image of halves", VK_FORMAT_R16G16B16A16_SFLOAT, 8, "rgba16f", "image2D",
            "imageStore(image, at, vec4(at.x, at.y, at.x + at.y, 0.25));");
    next_level();
    texel_buffers();
    sampled("levels and layers", "uint", VK_FILTER_NEAREST, VK_SAMPLER_MIPMAP_MODE_NEAREST,
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
            "to[i] = uint(texelFetch(image, ivec3(at / 4, at.x & 1), at.y % 3).x * 64.0) + "
            "1000u * uint(textureSize(image, at.y % 3).x) + 100000u * uint(textureQueryLevels(image));");
    sampled("chosen levels", "uint", VK_FILTER_NEAREST, VK_SAMPLER_MIPMAP_MODE_NEAREST,
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
            "to[i] = uint(textureLod(image, vec3(uv, at.x & 1), float(at.y % 3)).x * 64.0);");
    sampled("repeat", "uint", VK_FILTER_NEAREST, VK_SAMPLER_MIPMAP_MODE_NEAREST, VK_SAMPLER_ADDRESS_MODE_REPEAT,
            "to[i] = uint(textureLod(image, vec3(uv, 0), 0.0).x * 64.0);");
    sampled("mirrored repeat", "uint", VK_FILTER_NEAREST, VK_SAMPLER_MIPMAP_MODE_NEAREST,
            VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, "to[i] = uint(textureLod(image, vec3(uv, 1), 0.0).x * 64.0);");
    sampled("border", "uint", VK_FILTER_NEAREST, VK_SAMPLER_MIPMAP_MODE_NEAREST,
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, "to[i] = uint(textureLod(image, vec3(uv, 0), 0.0).x * 64.0);");
    sampled("between texels and levels", "uint", VK_FILTER_LINEAR, VK_SAMPLER_MIPMAP_MODE_LINEAR,
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, "to[i] = uint(textureLod(image, vec3(uv, 0), 0.5).x * 8.0 + 0.25);");
    sampled("at texels", "float", VK_FILTER_LINEAR, VK_SAMPLER_MIPMAP_MODE_NEAREST,
            VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
            "to[i] = textureLod(image, vec3((vec2(at) + 0.5) * 0.0625, 0), 0.0).x + 1.0;");
    close_device();
    return 0;
}
