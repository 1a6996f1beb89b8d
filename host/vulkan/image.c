/* Images and samplers, and copies between images and the host.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include "internal.h"
#include "error/check.h"

static const VkImageSubresourceRange whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

/* Bytes of a texel of the formats that storage images commonly have; 0 = not known here. */
static uint32_t texel_bytes(VkFormat format) {
    switch (format) {
    case VK_FORMAT_R8_UNORM:
    case VK_FORMAT_R8_UINT: return 1;
    case VK_FORMAT_R16_SFLOAT:
    case VK_FORMAT_R16_UNORM:
    case VK_FORMAT_R16_UINT:
    case VK_FORMAT_R8G8_UNORM: return 2;
    case VK_FORMAT_R32_SFLOAT:
    case VK_FORMAT_R32_UINT:
    case VK_FORMAT_R32_SINT:
    case VK_FORMAT_R16G16_SFLOAT:
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R8G8B8A8_UINT:
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32: return 4;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R32G32_SFLOAT:
    case VK_FORMAT_R32G32_UINT: return 8;
    case VK_FORMAT_R32G32B32A32_SFLOAT:
    case VK_FORMAT_R32G32B32A32_UINT: return 16;
    default: return 0;
    }
}

static nbl_result_t check(const nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc, VkFormat format,
                          const char *what, nbl_error_t *error) {
    const VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    VkFormatProperties properties;
    if (!desc->width || !desc->height || !texel_bytes(format))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: a side of 0, or VkFormat %d, which is not known", what,
                        (int)format);
    if (desc->width > device->info.max_image_size || desc->height > device->info.max_image_size)
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: maxImageDimension2D is %u, asked for %u x %u", what,
                        device->info.max_image_size, desc->width, desc->height);
    device->instance.GetPhysicalDeviceFormatProperties(device->physical, format, &properties);
    if ((properties.optimalTilingFeatures & needed) != needed)
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE,
                        "%s: VkFormat %d cannot be stored to and sampled "
                        "on this device",
                        what, (int)format);
    return NBL_SUCCESS;
}

static VkResult create_view(nbl_vulkan_device_t *device, nbl_vulkan_image_t *image) {
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    VkResult vk;
    info.image = image->handle;
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    info.format = image->format;
    info.subresourceRange = whole;
    vk = device->CreateImageView(device->handle, &info, device->allocation, &image->view);
    if (vk != VK_SUCCESS) image->view = VK_NULL_HANDLE;
    return vk;
}

static nbl_result_t create(nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc, const char *what,
                           nbl_vulkan_image_t *image, nbl_error_t *error) {
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    VkMemoryRequirements needs;
    nbl_result_t result;
    VkResult vk;
    void *mapped;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = image->format;
    info.extent.width = desc->width;
    info.extent.height = desc->height;
    info.extent.depth = info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = desc->usage | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    vk = device->CreateImage(device->handle, &info, device->allocation, &image->handle);
    if (vk != VK_SUCCESS) {
        image->handle = VK_NULL_HANDLE;
        return nbl_vulkan_fail_vk(error, vk, what);
    }
    device->GetImageMemoryRequirements(device->handle, image->handle, &needs);
    result = nbl_vulkan_memory_allocate(device, &needs, NBL_VULKAN_MEMORY_DEVICE, false, what, &image->memory, &mapped,
                                        error);
    if (result != NBL_SUCCESS) return result;
    vk = device->BindImageMemory(device->handle, image->handle, image->memory, 0);
    if (vk == VK_SUCCESS) vk = create_view(device, image);
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, what);
}

nbl_result_t nbl_vulkan_image_create(nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc,
                                     nbl_vulkan_image_t *image, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, image)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result;
    const char *what;
    nbl_error_clear(error);
    what = desc->name ? desc->name : "image";
    memset(image, 0, sizeof *image);
    image->format = desc->format ? desc->format : VK_FORMAT_R32G32B32A32_SFLOAT;
    image->texel_bytes = texel_bytes(image->format);
    image->width = desc->width;
    image->height = desc->height;
    result = check(device, desc, image->format, what, error);
    if (result == NBL_SUCCESS) result = create(device, desc, what, image, error);
    if (result == NBL_SUCCESS)
        nbl_vulkan_set_name(device, VK_OBJECT_TYPE_IMAGE, (uint64_t)image->handle, desc->name);
    else
        nbl_vulkan_image_destroy(device, image);
    return result;
}

void nbl_vulkan_image_destroy(nbl_vulkan_device_t *device, nbl_vulkan_image_t *image) {
    if (!device || !image) return;
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_IMAGE_VIEW, (uint64_t)image->view);
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_IMAGE, (uint64_t)image->handle);
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)image->memory);
    memset(image, 0, sizeof *image);
}

static void record_copy(nbl_vulkan_device_t *device, VkCommandBuffer commands, const nbl_vulkan_image_t *image,
                        const nbl_vulkan_buffer_t *staging, bool read, VkImageLayout before, VkImageLayout after) {
    const uint32_t all = NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER;
    VkImageLayout layout = read ? VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    VkBufferImageCopy region;
    memset(&region, 0, sizeof region);
    region.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    region.imageSubresource.layerCount = 1;
    region.imageExtent.width = image->width;
    region.imageExtent.height = image->height;
    region.imageExtent.depth = 1;
    nbl_vulkan_record_image_barrier(device, commands, image->handle, before, layout, all, NBL_VULKAN_STAGE_TRANSFER);
    if (read)
        device->CmdCopyImageToBuffer(commands, image->handle, layout, staging->handle, 1, &region);
    else
        device->CmdCopyBufferToImage(commands, staging->handle, image->handle, layout, 1, &region);
    nbl_vulkan_record_image_barrier(device, commands, image->handle, layout, after, NBL_VULKAN_STAGE_TRANSFER, all);
    nbl_vulkan_record_barrier(device, commands, NBL_VULKAN_STAGE_TRANSFER, all | (read ? NBL_VULKAN_STAGE_HOST : 0));
}

static nbl_result_t copy(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, void *out, const void *in,
                         VkImageLayout before, VkImageLayout after, nbl_error_t *error) {
    size_t size = (size_t)image->width * image->height * image->texel_bytes;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t staging;
    nbl_result_t result =
        nbl_vulkan_staging_create(device, size, out ? NBL_VULKAN_MEMORY_READBACK : NBL_VULKAN_MEMORY_UPLOAD, &staging,
                                  error);
    if (result != NBL_SUCCESS) return result;
    if (in) memcpy(staging.mapped, in, size);
    result = nbl_vulkan_commands_create(device, &commands, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_commands_begin(device, &commands, error);
    if (result == NBL_SUCCESS) {
        record_copy(device, commands.buffer, image, &staging, out != NULL, before, after);
        result = nbl_vulkan_commands_submit(device, &commands, error);
    }
    if (out && result == NBL_SUCCESS) memcpy(out, staging.mapped, size);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_buffer_destroy(device, &staging);
    return result;
}

static bool cannot_be_target(VkImageLayout layout) {
    return layout == VK_IMAGE_LAYOUT_UNDEFINED || layout == VK_IMAGE_LAYOUT_PREINITIALIZED;
}

nbl_result_t nbl_vulkan_image_upload(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, const void *texels,
                                     VkImageLayout before, VkImageLayout after, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, image, texels)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (!image->handle || cannot_be_target(after))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "image upload: there is no image, or the layout after is UNDEFINED");
    return copy(device, image, NULL, texels, before, after, error);
}

nbl_result_t nbl_vulkan_image_download(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, void *texels,
                                       VkImageLayout layout, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, image, texels)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (!image->handle || cannot_be_target(layout))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "image download: there is no image, or the layout is UNDEFINED");
    return copy(device, image, texels, NULL, layout, layout, error);
}

nbl_result_t nbl_vulkan_sampler_create(nbl_vulkan_device_t *device, VkFilter filter, VkSampler *sampler,
                                       nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, sampler)) return NBL_ERROR_ARGUMENT;
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkResult vk;
    nbl_error_clear(error);
    info.magFilter = info.minFilter = filter;
    info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    vk = device->CreateSampler(device->handle, &info, device->allocation, sampler);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    *sampler = VK_NULL_HANDLE;
    return nbl_vulkan_fail_vk(error, vk, "vkCreateSampler");
}

void nbl_vulkan_sampler_destroy(nbl_vulkan_device_t *device, VkSampler sampler) {
    if (device) nbl_vulkan_retire(device, VK_OBJECT_TYPE_SAMPLER, (uint64_t)sampler);
}
