/* Physical devices: listed and described.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "error/check.h"

static void chain(VkPhysicalDeviceProperties2 *head, void *structure, VkStructureType type) {
    VkBaseOutStructure *s = structure;
    s->sType = type;
    s->pNext = head->pNext;
    head->pNext = s;
}

static void take_limits(const VkPhysicalDeviceLimits *l, nbl_vulkan_device_info_t *info) {
    memcpy(info->max_workgroup_size, l->maxComputeWorkGroupSize, sizeof info->max_workgroup_size);
    memcpy(info->max_workgroup_count, l->maxComputeWorkGroupCount, sizeof info->max_workgroup_count);
    info->max_workgroup_invocations = l->maxComputeWorkGroupInvocations;
    info->max_shared_bytes = l->maxComputeSharedMemorySize;
    info->max_push_constant_bytes = l->maxPushConstantsSize;
    info->max_storage_buffers = l->maxPerStageDescriptorStorageBuffers < l->maxDescriptorSetStorageBuffers
                                    ? l->maxPerStageDescriptorStorageBuffers
                                    : l->maxDescriptorSetStorageBuffers;
    info->max_image_size = l->maxImageDimension2D;
    info->max_storage_buffer_bytes = l->maxStorageBufferRange;
    info->storage_buffer_alignment = (uint32_t)l->minStorageBufferOffsetAlignment;
    info->timestamp_period = l->timestampPeriod;
}

static void take_subgroups(const VkPhysicalDeviceSubgroupProperties *s, nbl_vulkan_device_info_t *info) {
    info->subgroup_size = info->min_subgroup_size = info->max_subgroup_size = s->subgroupSize;
    info->subgroup_operations = s->supportedStages & VK_SHADER_STAGE_COMPUTE_BIT ? s->supportedOperations : 0;
#define OPERATION(vk, ours) \
    if (info->subgroup_operations & VK_SUBGROUP_FEATURE_##vk##_BIT) info->features |= NBL_FEATURE_SUBGROUP_##ours;
    OPERATION(BASIC, BASIC)
    OPERATION(VOTE, VOTE)
    OPERATION(ARITHMETIC, ARITHMETIC)
    OPERATION(BALLOT, BALLOT)
    OPERATION(SHUFFLE, SHUFFLE)
    OPERATION(SHUFFLE_RELATIVE, SHUFFLE_RELATIVE)
    OPERATION(CLUSTERED, CLUSTERED)
    OPERATION(QUAD, QUAD)
#undef OPERATION
}

static void take_properties(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                            const nbl_vulkan_features_t *features, nbl_vulkan_device_info_t *info) {
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    VkPhysicalDeviceSubgroupProperties subgroup = {0};
    VkPhysicalDeviceMaintenance3Properties maintenance = {0};
    VkPhysicalDeviceDriverProperties driver = {0};
    VkPhysicalDeviceSubgroupSizeControlProperties size = {0};
    chain(&p, &subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    chain(&p, &maintenance, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
    if (features->has_driver_properties) chain(&p, &driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    if (features->has_size_control)
        chain(&p, &size, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
    instance->GetPhysicalDeviceProperties2(physical, &p);
    take_limits(&p.properties.limits, info);
    take_subgroups(&subgroup, info);
    info->max_allocation_bytes = maintenance.maxMemoryAllocationSize;
    memcpy(info->driver_name, driver.driverName, sizeof info->driver_name);
    memcpy(info->driver_info, driver.driverInfo, sizeof info->driver_info);
    if (!(size.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT))
        info->features &= ~(uint32_t)NBL_FEATURE_SUBGROUP_SIZE_CONTROL;
    if (info->features & NBL_FEATURE_SUBGROUP_SIZE_CONTROL) {
        info->min_subgroup_size = size.minSubgroupSize;
        info->max_subgroup_size = size.maxSubgroupSize;
    }
}

static VkQueueFamilyProperties *list_families(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                                              uint32_t *count) {
    VkQueueFamilyProperties *list;
    instance->GetPhysicalDeviceQueueFamilyProperties(physical, count, NULL);
    list = calloc(*count ? *count : 1, sizeof *list);
    if (list) instance->GetPhysicalDeviceQueueFamilyProperties(physical, count, list);
    return list;
}

void nbl_vulkan_physical_queue(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical, uint32_t family,
                               nbl_vulkan_device_info_t *info) {
    uint32_t count = 0;
    VkQueueFamilyProperties *list = list_families(instance, physical, &count);
    info->queue_family = family;
    info->timestamp_valid_bits = list && family < count ? list[family].timestampValidBits : 0;
    if (info->timestamp_valid_bits && info->timestamp_period > 0)
        info->features |= NBL_FEATURE_TIMESTAMPS;
    else
        info->features &= ~(uint32_t)NBL_FEATURE_TIMESTAMPS;
    free(list);
}

/* The first family with compute, one with graphics before others: there every driver has timestamps. */
static bool choose_family(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical, uint32_t *family) {
    uint32_t count = 0, i;
    VkQueueFamilyProperties *list = list_families(instance, physical, &count);
    bool found = false;
    for (i = 0; list && i < count; i++) {
        bool graphics = list[i].queueFlags & VK_QUEUE_GRAPHICS_BIT;
        if (!(list[i].queueFlags & VK_QUEUE_COMPUTE_BIT) || (found && !graphics)) continue;
        *family = i;
        found = true;
        if (graphics) break;
    }
    free(list);
    return found;
}

static uint64_t largest_local_heap(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical) {
    VkPhysicalDeviceMemoryProperties memory;
    uint64_t largest = 0;
    uint32_t i;
    instance->GetPhysicalDeviceMemoryProperties(physical, &memory);
    for (i = 0; i < memory.memoryHeapCount; i++) {
        if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT && memory.memoryHeaps[i].size > largest)
            largest = memory.memoryHeaps[i].size;
    }
    return largest;
}

nbl_result_t nbl_vulkan_physical_info(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                                      nbl_vulkan_device_info_t *info, bool *usable, nbl_error_t *error) {
    VkPhysicalDeviceProperties p;
    nbl_vulkan_features_t features;
    nbl_result_t result;
    uint32_t version, family = 0;
    memset(info, 0, sizeof *info);
    instance->GetPhysicalDeviceProperties(physical, &p);
    *usable = p.apiVersion >= VK_API_VERSION_1_1 && choose_family(instance, physical, &family);
    if (!*usable) return NBL_SUCCESS;
    version = p.apiVersion < instance->api_version ? p.apiVersion : instance->api_version;
    result = nbl_vulkan_features_query(instance, physical, version, &features, error);
    if (result != NBL_SUCCESS) return result;
    memcpy(info->name, p.deviceName, sizeof info->name);
    info->type = p.deviceType;
    info->api_version = p.apiVersion;
    info->driver_version = p.driverVersion;
    info->vendor_id = p.vendorID;
    info->device_id = p.deviceID;
    info->features = nbl_vulkan_features_bits(&features);
    if (instance->debug_utils) info->features |= NBL_FEATURE_DEBUG_UTILS;
    take_properties(instance, physical, &features, info);
    nbl_vulkan_physical_queue(instance, physical, family, info);
    info->device_local_bytes = largest_local_heap(instance, physical);
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_physical_list(const nbl_vulkan_instance_t *instance, VkPhysicalDevice **devices,
                                      uint32_t *count, nbl_error_t *error) {
    VkResult vk = instance->EnumeratePhysicalDevices(instance->handle, count, NULL);
    if (vk == VK_ERROR_INITIALIZATION_FAILED || (vk == VK_SUCCESS && !*count))
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "devices: no Vulkan driver has a device");
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEnumeratePhysicalDevices");
    *devices = calloc(*count, sizeof **devices);
    if (!*devices) return nbl_fail_memory(error, "devices");
    vk = instance->EnumeratePhysicalDevices(instance->handle, count, *devices);
    if (vk >= VK_SUCCESS) return NBL_SUCCESS;
    free(*devices);
    *devices = NULL;
    return nbl_vulkan_fail_vk(error, vk, "vkEnumeratePhysicalDevices");
}

nbl_result_t nbl_vulkan_device_list(PFN_vkGetInstanceProcAddr loader, nbl_vulkan_device_info_t *infos, uint32_t *count,
                                    nbl_error_t *error) {
    if (NBL_ANY_NULL(error, count)) return NBL_ERROR_ARGUMENT;
    nbl_vulkan_instance_t *instance;
    nbl_vulkan_instance_options_t options = {loader, NULL, false, true};
    VkPhysicalDevice *devices = NULL;
    nbl_vulkan_device_info_t info;
    nbl_result_t result;
    uint32_t total = 0, i, used = 0;
    bool usable;
    nbl_error_clear(error);
    instance = calloc(1, sizeof *instance);
    if (!instance) return nbl_fail_memory(error, "devices");
    result = nbl_vulkan_instance_create(instance, &options, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_physical_list(instance, &devices, &total, error);
    for (i = 0; result == NBL_SUCCESS && i < total && !(infos && used == *count); i++) {
        result = nbl_vulkan_physical_info(instance, devices[i], &info, &usable, error);
        if (result != NBL_SUCCESS || !usable) continue;
        info.index = used;
        if (infos) infos[used] = info;
        used++;
    }
    free(devices);
    nbl_vulkan_instance_destroy(instance);
    free(instance);
    if (result != NBL_SUCCESS) return result;
    if (!used && !(infos && *count == 0))
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "devices: none has Vulkan 1.1 and a compute queue");
    *count = used;
    return NBL_SUCCESS;
}
