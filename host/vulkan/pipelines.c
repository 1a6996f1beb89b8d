/* A device's store of compiled pipelines: a VkPipelineCache from bytes, and back to bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/vulkan_pipelines.h"

#include <string.h>

#include "error/check.h"
#include "spirv/sha256.h"
#include "vulkan/internal.h"

/* What lies before the driver's bytes, so that damaged bytes are told: a driver need not bear bytes that it did not
 * give itself. */
typedef struct seal_t {
    char magic[8];
    uint8_t digest[32]; /* SHA-256 of the driver's bytes */
} seal_t;

static seal_t seal_of(const void *bytes, size_t count) {
    seal_t seal = {.magic = {'N', 'B', 'L', 'p', 'i', 'p', 'e', '1'}};
    nbl_sha256_t sha;
    nbl_sha256_begin(&sha);
    nbl_sha256_add(&sha, bytes, count);
    nbl_sha256_end(&sha, seal.digest);
    return seal;
}

/* Returns the driver's bytes, which lie behind the seal; NULL: there is no seal, or it does not match.
 *
 * bytes  may be NULL
 * count  in: of all bytes; out: of the driver's, unless there are fewer bytes than a seal has */
static const void *opened(const void *bytes, size_t *count) {
    if (bytes == NULL || *count < sizeof(seal_t)) return NULL;
    const uint8_t *behind = (const uint8_t *)bytes + sizeof(seal_t);
    *count -= sizeof(seal_t);
    const seal_t seal = seal_of(behind, *count);
    return memcmp(bytes, &seal, sizeof seal) == 0 ? behind : NULL;
}

/* Returns whether a driver's bytes are of this device and this driver's version. */
static bool is_of_device(nbl_vulkan_device_t *device, const void *bytes, size_t count) {
    struct {
        uint32_t bytes, version, vendor, device;
        uint8_t uuid[VK_UUID_SIZE];
    } header; /* VkPipelineCacheHeaderVersionOne, which older headers of Vulkan lack */
    VkPhysicalDeviceProperties properties;
    if (count < sizeof header) return false;
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
    const void *driver_bytes = opened(bytes, &count);
    const bool usable = driver_bytes != NULL && is_of_device(device, driver_bytes, count);
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (usable) {
        info.initialDataSize = count;
        info.pInitialData = driver_bytes;
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
    if (bytes != NULL && room < sizeof(seal_t))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "pipelines: %zu bytes do not suffice: ask for the size first", room);
    uint8_t *behind = bytes != NULL ? (uint8_t *)bytes + sizeof(seal_t) : NULL;
    size_t written = bytes != NULL ? room - sizeof(seal_t) : 0;
    VkResult vk = device->GetPipelineCacheData(device->handle, device->pipeline_cache, &written, behind);
    if (vk == VK_INCOMPLETE)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "pipelines: %zu bytes do not suffice: ask for the size first", room);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "pipelines");
    if (bytes != NULL) {
        const seal_t seal = seal_of(behind, written);
        memcpy(bytes, &seal, sizeof seal);
    }
    *count = sizeof(seal_t) + written;
    return NBL_SUCCESS;
}
