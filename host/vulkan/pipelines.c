/* A device's store of compiled pipelines: a VkPipelineCache from bytes, and back to bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/vulkan_pipelines.h"

#include <string.h>

#include "error/check.h"
#include "vulkan/internal.h"

/* Returns whether bytes begin as those of this device's and driver's pipelines. Drivers look at this themselves; but not all of
 * them are known to bear bytes that are cut short. */
static bool is_of_device(nbl_vulkan_device_t *device, const void *bytes, size_t count) {
    struct {
        uint32_t bytes, version, vendor, device;
        uint8_t uuid[VK_UUID_SIZE];
    } header; /* VkPipelineCacheHeaderVersionOne, which older headers of Vulkan lack */
    VkPhysicalDeviceProperties properties;
    if (bytes == NULL || count < sizeof header) return false;
    memcpy(&header, bytes, sizeof header);
    device->instance.GetPhysicalDeviceProperties(device->physical, &properties);
    return header.bytes >= sizeof header && header.bytes <= count &&
           header.version == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.vendor == properties.vendorID &&
           header.device == properties.deviceID && memcmp(header.uuid, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

nbl_result_t nbl_vulkan_pipelines_load(nbl_vulkan_device_t *device, const void *bytes, size_t count, bool *matches,
                                       nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (device->pipeline_cache != VK_NULL_HANDLE)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "pipelines: the device has a pipeline cache already");
    const bool usable = is_of_device(device, bytes, count);
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (usable) {
        info.initialDataSize = count;
        info.pInitialData = bytes;
    }
    VkResult vk = device->CreatePipelineCache(device->handle, &info, device->allocation, &device->pipeline_cache);
    if (vk != VK_SUCCESS) {
        device->pipeline_cache = VK_NULL_HANDLE;
        return nbl_vulkan_fail_vk(error, vk, "pipelines");
    }
    device->owns_pipelines = true;
    if (matches != NULL) *matches = usable;
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_pipelines_save(nbl_vulkan_device_t *device, void *bytes, size_t *count, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, count)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (!device->owns_pipelines)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "pipelines: call nbl_vulkan_pipelines_load() first, with NULL if "
                        "there are no bytes yet");
    const size_t room = *count;
    VkResult vk = device->GetPipelineCacheData(device->handle, device->pipeline_cache, count, bytes);
    if (vk == VK_INCOMPLETE)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "pipelines: there is more than the %zu bytes given: ask for the size first", room);
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, "pipelines");
}
