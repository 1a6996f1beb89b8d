/* Buffers and images: their memory, its type chosen and its limits named, and copies to and from the host.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "internal.h"
#include "error/check.h"
#include "vulkan/pass.h"

/* ---- Device memory for one buffer or image */

/* Returns how well a memory type serves a kind; 0: not at all. */
static int score(VkMemoryPropertyFlags flags, nbl_vulkan_memory_t kind) {
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    bool local = flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, cached = flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    if (flags & (VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
                 VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD))
        return 0;
    if (kind == NBL_VULKAN_MEMORY_DEVICE) return 1 + 2 * local + !(flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT);
    if ((flags & host) != host) return 0;
    return kind == NBL_VULKAN_MEMORY_READBACK ? 1 + 2 * cached + !local : 1 + 2 * !local + !cached;
}

static bool choose_type(const nbl_vulkan_device_t *device, uint32_t allowed, nbl_vulkan_memory_t kind, uint32_t *type) {
    int best = 0;
    uint32_t i;
    for (i = 0; i < device->memory.memoryTypeCount; i++) {
        int s = allowed >> i & 1 ? score(device->memory.memoryTypes[i].propertyFlags, kind) : 0;
        if (s > best) {
            best = s;
            *type = i;
        }
    }
    return best > 0;
}

/* Allocates memory. *mapped is set for the kinds that the host sees. */
static nbl_result_t allocate(nbl_vulkan_device_t *device, const VkMemoryRequirements *needs, nbl_vulkan_memory_t kind,
                             bool device_address, bool exported, const char *what, VkDeviceMemory *memory,
                             void **mapped, nbl_error_t *error) {
    VkExportMemoryAllocateInfo exporting = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO};
    VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    uint64_t heap, most = device->info.max_allocation_bytes;
    VkResult vk;
    if (!choose_type(device, needs->memoryTypeBits, kind, &info.memoryTypeIndex))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "%s: the device has no memory of this kind", what);
    heap = device->memory.memoryHeaps[device->memory.memoryTypes[info.memoryTypeIndex].heapIndex].size;
    if (needs->size > heap)
        return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "%s: %llu bytes asked for, the memory heap has %llu", what,
                        (unsigned long long)needs->size, (unsigned long long)heap);
    if (most && needs->size > most)
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: maxMemoryAllocationSize is %llu bytes, asked for %llu", what,
                        (unsigned long long)most, (unsigned long long)needs->size);
    info.allocationSize = needs->size;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    if (device_address) info.pNext = &flags;
    exporting.pNext = info.pNext;
    exporting.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    if (exported) info.pNext = &exporting;
    vk = device->AllocateMemory(device->handle, &info, device->allocation, memory);
    if (vk != VK_SUCCESS) *memory = VK_NULL_HANDLE;
    if (vk == VK_ERROR_OUT_OF_DEVICE_MEMORY || vk == VK_ERROR_OUT_OF_HOST_MEMORY)
        return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY,
                        "%s: asked for %llu bytes, which are not free in "
                        "the memory heap of %llu",
                        what, (unsigned long long)needs->size, (unsigned long long)heap);
    if (vk == VK_SUCCESS && kind != NBL_VULKAN_MEMORY_DEVICE) {
        vk = device->MapMemory(device->handle, *memory, 0, VK_WHOLE_SIZE, 0, mapped);
        if (vk != VK_SUCCESS) {
            device->FreeMemory(device->handle, *memory, device->allocation);
            *memory = VK_NULL_HANDLE;
            *mapped = NULL;
        }
    }
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, what);
}

/* ---- Buffers */

enum { STAGING_BYTES = 64 << 20 }; /* larger copies go in parts; chosen: milliseconds of a bus. Nothing measured */

VkDeviceAddress nbl_vulkan_buffer_address(const nbl_vulkan_device_t *device, VkBuffer buffer) {
    const VkBufferDeviceAddressInfo where = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer};
    return device->GetBufferDeviceAddress(device->handle, &where);
}

static nbl_result_t create_buffer(nbl_vulkan_device_t *device, const VkBufferCreateInfo *info,
                                  nbl_vulkan_memory_t memory, const char *what, nbl_vulkan_buffer_t *buffer,
                                  nbl_error_t *error) {
    bool address = info->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, exported = info->pNext != NULL;
    VkMemoryRequirements needs;
    nbl_result_t result;
    VkResult vk = device->CreateBuffer(device->handle, info, device->allocation, &buffer->handle);
    if (vk != VK_SUCCESS) {
        memset(buffer, 0, sizeof *buffer);
        return nbl_vulkan_fail_vk(error, vk, what);
    }
    buffer->size = info->size;
    buffer->exported = exported;
    device->GetBufferMemoryRequirements(device->handle, buffer->handle, &needs);
    result = allocate(device, &needs, memory, address, exported, what, &buffer->memory, &buffer->mapped, error);
    if (result == NBL_SUCCESS) {
        vk = device->BindBufferMemory(device->handle, buffer->handle, buffer->memory, 0);
        if (vk != VK_SUCCESS) result = nbl_vulkan_fail_vk(error, vk, what);
    }
    if (result == NBL_SUCCESS && address) buffer->address = nbl_vulkan_buffer_address(device, buffer->handle);
    if (result != NBL_SUCCESS) nbl_vulkan_buffer_destroy(device, buffer);
    return result;
}

nbl_result_t nbl_vulkan_buffer_create(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_desc_t *desc,
                                      nbl_vulkan_buffer_t *buffer, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, buffer)) return NBL_ERROR_ARGUMENT;
    VkExternalMemoryBufferCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    const char *what;
    nbl_result_t result;
    nbl_error_clear(error);
    memset(buffer, 0, sizeof *buffer);
    what = desc->name ? desc->name : "buffer";
    if (!desc->size) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: size is 0 bytes, must be 1 or more", what);
    result =
        nbl_check(what, &(nbl_check_t)NBL_CHECK_ENUM("memory", desc->memory, "device, upload, readback"), 1, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->size > device->info.max_storage_buffer_bytes && !desc->bound_in_parts)
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: maxStorageBufferRange is %llu bytes, asked for %llu", what,
                        (unsigned long long)device->info.max_storage_buffer_bytes, (unsigned long long)desc->size);
    if (desc->exported) {
        if (desc->memory != NBL_VULKAN_MEMORY_DEVICE)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: mapped memory is not exported", what);
        if (!(device->features & NBL_FEATURE_EXPORTED_MEMORY))
            return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "%s: the device lacks %s", what,
                            nbl_feature_text(NBL_FEATURE_EXPORTED_MEMORY));
        external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
        info.pNext = &external;
    }
    info.size = desc->size;
    info.usage = desc->usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (device->features & NBL_FEATURE_BUFFER_DEVICE_ADDRESS) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    result = create_buffer(device, &info, desc->memory, what, buffer, error);
    if (result == NBL_SUCCESS) nbl_vulkan_set_name(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer->handle, desc->name);
    return result;
}

/* Creates a buffer for copies, whose size may exceed the limit of a storage buffer's range. */
static nbl_result_t create_staging(nbl_vulkan_device_t *device, uint64_t size, nbl_vulkan_memory_t memory,
                                   nbl_vulkan_buffer_t *buffer, nbl_error_t *error) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    memset(buffer, 0, sizeof *buffer);
    return create_buffer(device, &info, memory, "staging buffer", buffer, error);
}

void nbl_vulkan_buffer_destroy(nbl_vulkan_device_t *device, nbl_vulkan_buffer_t *buffer) {
    if (!device || !buffer) return;
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer->handle);
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)buffer->memory); /* unmaps */
    memset(buffer, 0, sizeof *buffer);
}

nbl_result_t nbl_vulkan_buffer_export(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, int *file,
                                      uint64_t *size, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, buffer, file, size)) return NBL_ERROR_ARGUMENT;
    VkMemoryGetFdInfoKHR info = {.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR};
    VkMemoryRequirements needs;
    VkResult vk;
    nbl_error_clear(error);
    if (!buffer->handle) return nbl_fail(error, NBL_ERROR_ARGUMENT, "export: there is no buffer");
    if (!buffer->exported)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "export: the buffer was not created as `exported`");
    if (!(device->features & NBL_FEATURE_EXPORTED_MEMORY))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "export: the device lacks %s",
                        nbl_feature_text(NBL_FEATURE_EXPORTED_MEMORY));
    info.memory = buffer->memory;
    info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    vk = device->GetMemoryFdKHR(device->handle, &info, file);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkGetMemoryFdKHR");
    device->GetBufferMemoryRequirements(device->handle, buffer->handle, &needs);
    *size = needs.size;
    return NBL_SUCCESS;
}

void nbl_vulkan_buffer_record_copy(nbl_vulkan_device_t *device, VkCommandBuffer command_buffer,
                                   const nbl_vulkan_buffer_t *from, uint64_t from_offset, const nbl_vulkan_buffer_t *to,
                                   uint64_t to_offset, uint64_t size) {
    const uint32_t all = NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER;
    VkBufferCopy region = {from_offset, to_offset, size};
    nbl_vulkan_record_barrier(device, command_buffer, all, NBL_VULKAN_STAGE_TRANSFER);
    device->CmdCopyBuffer(command_buffer, from->handle, to->handle, 1, &region);
    nbl_vulkan_record_barrier(device, command_buffer, NBL_VULKAN_STAGE_TRANSFER, all | NBL_VULKAN_STAGE_HOST);
}

static nbl_result_t copy_buffer(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                char *out, const char *in, uint64_t size, nbl_error_t *error) {
    uint64_t part = size < STAGING_BYTES ? size : STAGING_BYTES, done;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t staging;
    nbl_result_t result =
        create_staging(device, part, out ? NBL_VULKAN_MEMORY_READBACK : NBL_VULKAN_MEMORY_UPLOAD, &staging, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_vulkan_commands_create(device, &commands, error);
    for (done = 0; result == NBL_SUCCESS && done < size; done += part) {
        uint64_t bytes = size - done < part ? size - done : part;
        if (in) memcpy(staging.mapped, in + done, bytes);
        result = nbl_vulkan_commands_begin(device, &commands, error);
        if (result != NBL_SUCCESS) break;
        if (in)
            nbl_vulkan_buffer_record_copy(device, commands.buffer, &staging, 0, buffer, offset + done, bytes);
        else
            nbl_vulkan_buffer_record_copy(device, commands.buffer, buffer, offset + done, &staging, 0, bytes);
        result = nbl_vulkan_commands_submit(device, &commands, error);
        if (out && result == NBL_SUCCESS) memcpy(out + done, staging.mapped, bytes);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_buffer_destroy(device, &staging);
    return result;
}

static nbl_result_t check_buffer_copy(const nbl_vulkan_buffer_t *buffer, uint64_t offset, uint64_t size,
                                      const char *what, nbl_error_t *error) {
    nbl_error_clear(error);
    if (!buffer->handle) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: the buffer is missing", what);
    if (offset > buffer->size || size > buffer->size - offset)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: the buffer has %llu bytes, asked for %llu from %llu", what,
                        (unsigned long long)buffer->size, (unsigned long long)size, (unsigned long long)offset);
    if (!buffer->mapped && (offset % 4 || size % 4))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: offset %llu and size %llu must be multiples of 4", what,
                        (unsigned long long)offset, (unsigned long long)size);
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_buffer_upload(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                      const void *data, uint64_t size, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, buffer, data)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = check_buffer_copy(buffer, offset, size, "upload", error);
    if (result != NBL_SUCCESS || !size) return result;
    if (!buffer->mapped) return copy_buffer(device, buffer, offset, NULL, data, size, error);
    memcpy((char *)buffer->mapped + offset, data, size);
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_buffer_download(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                        void *data, uint64_t size, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, buffer, data)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = check_buffer_copy(buffer, offset, size, "download", error);
    if (result != NBL_SUCCESS || !size) return result;
    if (!buffer->mapped) return copy_buffer(device, buffer, offset, data, NULL, size, error);
    memcpy(data, (const char *)buffer->mapped + offset, size);
    return NBL_SUCCESS;
}

/* ---- Images */

static const VkImageSubresourceRange whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

/* Returns the bytes of a texel; 0 for formats without colours: compressed ones, depth, several planes. Vulkan's
 * first version numbers formats by their size, so each row of the table goes on to its last format. */
static uint32_t texel_bytes(VkFormat format) {
    static const struct {
        VkFormat last;
        uint32_t bytes;
    } sizes[] = {
        {VK_FORMAT_UNDEFINED, 0},
        {VK_FORMAT_R4G4_UNORM_PACK8, 1},
        {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2},
        {VK_FORMAT_R8_SRGB, 1},
        {VK_FORMAT_R8G8_SRGB, 2},
        {VK_FORMAT_B8G8R8_SRGB, 3},
        {VK_FORMAT_A2B10G10R10_SINT_PACK32, 4},
        {VK_FORMAT_R16_SFLOAT, 2},
        {VK_FORMAT_R16G16_SFLOAT, 4},
        {VK_FORMAT_R16G16B16_SFLOAT, 6},
        {VK_FORMAT_R16G16B16A16_SFLOAT, 8},
        {VK_FORMAT_R32_SFLOAT, 4},
        {VK_FORMAT_R32G32_SFLOAT, 8},
        {VK_FORMAT_R32G32B32_SFLOAT, 12},
        {VK_FORMAT_R32G32B32A32_SFLOAT, 16},
        {VK_FORMAT_R64_SFLOAT, 8},
        {VK_FORMAT_R64G64_SFLOAT, 16},
        {VK_FORMAT_R64G64B64_SFLOAT, 24},
        {VK_FORMAT_R64G64B64A64_SFLOAT, 32},
        {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (format <= sizes[i].last) return sizes[i].bytes;
    return 0;
}

static nbl_result_t check_image(const nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc, VkFormat format,
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

static nbl_result_t create_image(nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc, const char *what,
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
    result = allocate(device, &needs, NBL_VULKAN_MEMORY_DEVICE, false, false, what, &image->memory, &mapped, error);
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
    result = check_image(device, desc, image->format, what, error);
    if (result == NBL_SUCCESS) result = create_image(device, desc, what, image, error);
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

static nbl_result_t copy_image(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, void *out, const void *in,
                               VkImageLayout before, VkImageLayout after, nbl_error_t *error) {
    size_t size = (size_t)image->width * image->height * image->texel_bytes;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t staging;
    nbl_result_t result =
        create_staging(device, size, out ? NBL_VULKAN_MEMORY_READBACK : NBL_VULKAN_MEMORY_UPLOAD, &staging, error);
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
    return copy_image(device, image, NULL, texels, before, after, error);
}

nbl_result_t nbl_vulkan_image_download(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, void *texels,
                                       VkImageLayout layout, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, image, texels)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (!image->handle || cannot_be_target(layout))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "image download: there is no image, or the layout is UNDEFINED");
    return copy_image(device, image, texels, NULL, layout, layout, error);
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
