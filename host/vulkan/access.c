/* What can be asked of a device, and names for its objects.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "internal.h"

const nbl_vulkan_device_info_t *nbl_vulkan_device_get_info(const nbl_vulkan_device_t *device) { return &device->info; }

uint32_t nbl_vulkan_device_get_features(const nbl_vulkan_device_t *device) { return device->features; }

VkInstance nbl_vulkan_device_get_instance(const nbl_vulkan_device_t *device) { return device->instance.handle; }

VkPhysicalDevice nbl_vulkan_device_get_physical_device(const nbl_vulkan_device_t *device) { return device->physical; }

VkDevice nbl_vulkan_device_get_handle(const nbl_vulkan_device_t *device) { return device->handle; }

VkQueue nbl_vulkan_device_get_queue(const nbl_vulkan_device_t *device) { return device->queue; }

PFN_vkGetInstanceProcAddr nbl_vulkan_device_get_loader(const nbl_vulkan_device_t *device) {
    return device->instance.loader;
}

uint64_t nbl_vulkan_device_get_message_count(const nbl_vulkan_device_t *device, nbl_vulkan_severity_t severity) {
    if ((unsigned)severity > NBL_VULKAN_SEVERITY_ERROR) return 0;
    return atomic_load(&device->instance.message_counts[severity]);
}

void nbl_vulkan_set_name(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle, const char *name) {
    VkDebugUtilsObjectNameInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    if (!name || !handle || !(device->features & NBL_FEATURE_DEBUG_UTILS)) return;
    info.objectType = type;
    info.objectHandle = handle;
    info.pObjectName = name;
    device->SetDebugUtilsObjectNameEXT(device->handle, &info);
}
