/* Buffers, and copies between them and the host.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/check.h"
#include "internal.h"

enum { STAGING_BYTES = 64 << 20 }; /* larger copies go in parts */

static nbl_result_t create(nbl_vulkan_device_t *device, const VkBufferCreateInfo *info, nbl_vulkan_memory_t memory,
                           const char *what, nbl_vulkan_buffer_t *buffer, nbl_error_t *error) {
    bool address = info->usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    VkMemoryRequirements needs;
    nbl_result_t result;
    VkResult vk = device->CreateBuffer(device->handle, info, device->allocation, &buffer->handle);
    if (vk != VK_SUCCESS) {
        memset(buffer, 0, sizeof *buffer);
        return nbl_vulkan_fail_vk(error, vk, what);
    }
    buffer->size = info->size;
    device->GetBufferMemoryRequirements(device->handle, buffer->handle, &needs);
    result = nbl_vulkan_memory_allocate(device, &needs, memory, address, what, &buffer->memory, &buffer->mapped, error);
    if (result == NBL_SUCCESS) {
        vk = device->BindBufferMemory(device->handle, buffer->handle, buffer->memory, 0);
        if (vk != VK_SUCCESS) result = nbl_vulkan_fail_vk(error, vk, what);
    }
    if (result == NBL_SUCCESS && address) {
        VkBufferDeviceAddressInfo where = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
        where.buffer = buffer->handle;
        buffer->address = device->GetBufferDeviceAddress(device->handle, &where);
    }
    if (result != NBL_SUCCESS) nbl_vulkan_buffer_destroy(device, buffer);
    return result;
}

nbl_result_t nbl_vulkan_buffer_create(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_desc_t *desc,
                                      nbl_vulkan_buffer_t *buffer, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, buffer)) return NBL_ERROR_ARGUMENT;
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
    info.size = desc->size;
    info.usage = desc->usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (device->features & NBL_FEATURE_BUFFER_DEVICE_ADDRESS) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    result = create(device, &info, desc->memory, what, buffer, error);
    if (result == NBL_SUCCESS) nbl_vulkan_set_name(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer->handle, desc->name);
    return result;
}

nbl_result_t nbl_vulkan_staging_create(nbl_vulkan_device_t *device, uint64_t size, nbl_vulkan_memory_t memory,
                                       nbl_vulkan_buffer_t *buffer, nbl_error_t *error) {
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    memset(buffer, 0, sizeof *buffer);
    return create(device, &info, memory, "staging buffer", buffer, error);
}

void nbl_vulkan_buffer_destroy(nbl_vulkan_device_t *device, nbl_vulkan_buffer_t *buffer) {
    if (!device || !buffer) return;
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_BUFFER, (uint64_t)buffer->handle);
    nbl_vulkan_retire(device, VK_OBJECT_TYPE_DEVICE_MEMORY, (uint64_t)buffer->memory); /* unmaps */
    memset(buffer, 0, sizeof *buffer);
}

/* Copy one part through the staging buffer, from the buffer if read, else into it. */
static nbl_result_t copy_part(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                              const nbl_vulkan_buffer_t *staging, const nbl_vulkan_buffer_t *buffer,
                              const VkBufferCopy *region, bool read, nbl_error_t *error) {
    const uint32_t all = NBL_VULKAN_STAGE_COMPUTE | NBL_VULKAN_STAGE_TRANSFER;
    nbl_result_t result = nbl_vulkan_commands_begin(device, commands, error);
    if (result != NBL_SUCCESS) return result;
    nbl_vulkan_record_barrier(device, commands->buffer, all, NBL_VULKAN_STAGE_TRANSFER);
    device->CmdCopyBuffer(commands->buffer, read ? buffer->handle : staging->handle,
                          read ? staging->handle : buffer->handle, 1, region);
    nbl_vulkan_record_barrier(device, commands->buffer, NBL_VULKAN_STAGE_TRANSFER, read ? NBL_VULKAN_STAGE_HOST : all);
    return nbl_vulkan_commands_submit(device, commands, error);
}

static nbl_result_t copy(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset, char *out,
                         const char *in, uint64_t size, nbl_error_t *error) {
    uint64_t part = size < STAGING_BYTES ? size : STAGING_BYTES, done;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t staging;
    nbl_result_t result =
        nbl_vulkan_staging_create(device, part, out ? NBL_VULKAN_MEMORY_READBACK : NBL_VULKAN_MEMORY_UPLOAD, &staging,
                                  error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_vulkan_commands_create(device, &commands, error);
    for (done = 0; result == NBL_SUCCESS && done < size; done += part) {
        VkBufferCopy region = {0, 0, size - done < part ? size - done : part};
        if (in) memcpy(staging.mapped, in + done, region.size);
        *(in ? &region.dstOffset : &region.srcOffset) = offset + done;
        result = copy_part(device, &commands, &staging, buffer, &region, out != NULL, error);
        if (out && result == NBL_SUCCESS) memcpy(out + done, staging.mapped, region.size);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_buffer_destroy(device, &staging);
    return result;
}

static nbl_result_t check_copy(const nbl_vulkan_buffer_t *buffer, uint64_t offset, uint64_t size, const char *what,
                               nbl_error_t *error) {
    nbl_error_clear(error);
    if (!buffer->handle) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: there is no buffer", what);
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
    nbl_result_t result = check_copy(buffer, offset, size, "upload", error);
    if (result != NBL_SUCCESS || !size) return result;
    if (!buffer->mapped) return copy(device, buffer, offset, NULL, data, size, error);
    memcpy((char *)buffer->mapped + offset, data, size);
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_buffer_download(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                        void *data, uint64_t size, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, buffer, data)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = check_copy(buffer, offset, size, "download", error);
    if (result != NBL_SUCCESS || !size) return result;
    if (!buffer->mapped) return copy(device, buffer, offset, data, NULL, size, error);
    memcpy(data, (const char *)buffer->mapped + offset, size);
    return NBL_SUCCESS;
}
