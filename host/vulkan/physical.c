/* Physical devices: the features that this library uses, their limits and queues.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "error/check.h"

/* ---- Features */

const char *nbl_feature_text(nbl_feature_t feature) {
    switch (feature) {
    case NBL_FEATURE_FLOAT16: return "float16 arithmetic (shaderFloat16)";
    case NBL_FEATURE_FLOAT64: return "float64 arithmetic (shaderFloat64)";
    case NBL_FEATURE_INT16: return "16-bit integers (shaderInt16)";
    case NBL_FEATURE_INT64: return "64-bit integers (shaderInt64)";
    case NBL_FEATURE_STORAGE_16BIT: return "16-bit storage (storageBuffer16BitAccess)";
    case NBL_FEATURE_BUFFER_DEVICE_ADDRESS: return "buffer device address (bufferDeviceAddress)";
    case NBL_FEATURE_SUBGROUP_BASIC: return "basic subgroup operations";
    case NBL_FEATURE_SUBGROUP_VOTE: return "subgroup vote";
    case NBL_FEATURE_SUBGROUP_ARITHMETIC: return "subgroup arithmetic";
    case NBL_FEATURE_SUBGROUP_BALLOT: return "subgroup ballot";
    case NBL_FEATURE_SUBGROUP_SHUFFLE: return "subgroup shuffle";
    case NBL_FEATURE_SUBGROUP_SHUFFLE_RELATIVE: return "relative subgroup shuffle";
    case NBL_FEATURE_SUBGROUP_CLUSTERED: return "clustered subgroup operations";
    case NBL_FEATURE_SUBGROUP_QUAD: return "subgroup quad operations";
    case NBL_FEATURE_SUBGROUP_EXTENDED_TYPES: return "subgroup operations on small types (shaderSubgroupExtendedTypes)";
    case NBL_FEATURE_SUBGROUP_SIZE_CONTROL: return "subgroup size control (subgroupSizeControl)";
    case NBL_FEATURE_FULL_SUBGROUPS: return "full subgroups (computeFullSubgroups)";
    case NBL_FEATURE_STORAGE_IMAGE_READ_WITHOUT_FORMAT:
        return "image loads without a format (shaderStorageImageReadWithoutFormat)";
    case NBL_FEATURE_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT:
        return "image stores without a format (shaderStorageImageWriteWithoutFormat)";
    case NBL_FEATURE_STORAGE_IMAGE_EXTENDED_FORMATS:
        return "more storage image formats (shaderStorageImageExtendedFormats)";
    case NBL_FEATURE_TIMESTAMPS: return "timestamps on the queue";
    case NBL_FEATURE_DEBUG_UTILS: return "debug names and labels (VK_EXT_debug_utils)";
    case NBL_FEATURE_KERNEL_STATISTICS: return "kernel statistics (VK_KHR_pipeline_executable_properties)";
    case NBL_FEATURE_MEMORY_MODEL: return "Vulkan's memory model (vulkanMemoryModel, vulkanMemoryModelDeviceScope)";
    case NBL_FEATURE_EXPORTED_MEMORY: return "exported memory (VK_KHR_external_memory_fd)";
    }
    return NULL;
}

/* Lists the names of a device's extensions. *list is to be freed; NULL without extensions. */
static VkResult list_extensions(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                                VkExtensionProperties **list, uint32_t *count) {
    VkResult vk;
    *list = NULL;
    *count = 0;
    vk = instance->EnumerateDeviceExtensionProperties(physical, NULL, count, NULL);
    if (vk != VK_SUCCESS || !*count) return vk;
    *list = calloc(*count, sizeof **list);
    if (!*list) return VK_ERROR_OUT_OF_HOST_MEMORY;
    vk = instance->EnumerateDeviceExtensionProperties(physical, NULL, count, *list);
    if (vk >= VK_SUCCESS) return VK_SUCCESS;
    free(*list);
    *list = NULL;
    return vk;
}

static bool has(const VkExtensionProperties *list, uint32_t count, const char *name) {
    uint32_t i;
    for (i = 0; list && i < count; i++) {
        if (strcmp(list[i].extensionName, name) == 0) return true;
    }
    return false;
}

static void link_structure(nbl_vulkan_features_t *f, void *structure, VkStructureType type) {
    VkBaseOutStructure *s = structure;
    s->sType = type;
    s->pNext = f->core.pNext;
    f->core.pNext = s;
}

/* Links a feature structure that is core since version `core`, and was an extension before. Returns whether the
 * device has it. */
static bool link_promoted(nbl_vulkan_features_t *f, void *structure, VkStructureType type, uint32_t version,
                          uint32_t core, const char *extension, const VkExtensionProperties *list, uint32_t count) {
    if (version < core) {
        if (!has(list, count, extension)) return false;
        f->extensions[f->extension_count++] = extension;
    }
    link_structure(f, structure, type);
    return true;
}

nbl_result_t nbl_vulkan_features_query(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                                       uint32_t version, nbl_vulkan_features_t *f, nbl_error_t *error) {
    uint32_t count;
    VkExtensionProperties *list;
    VkResult vk = list_extensions(instance, physical, &list, &count);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEnumerateDeviceExtensionProperties");
    memset(f, 0, sizeof *f);
    f->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    link_structure(f, &f->storage_16bit, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
    link_promoted(f, &f->float16, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, version,
                  VK_API_VERSION_1_2, VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME, list, count);
    link_promoted(f, &f->address, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, version,
                  VK_API_VERSION_1_2, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, list, count);
    link_promoted(f, &f->extended_types, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES,
                  version, VK_API_VERSION_1_2, VK_KHR_SHADER_SUBGROUP_EXTENDED_TYPES_EXTENSION_NAME, list, count);
    f->has_size_control =
        link_promoted(f, &f->size_control, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, version,
                      VK_API_VERSION_1_3, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, list, count);
    link_promoted(f, &f->memory_model, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, version,
                  VK_API_VERSION_1_2, VK_KHR_VULKAN_MEMORY_MODEL_EXTENSION_NAME, list, count);
    link_promoted(f, &f->executable, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, 0,
                  1, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME, list, count);
    link_promoted(f, &f->fma, NBL_VULKAN_TYPE_SHADER_FMA_FEATURES, 0, 1, NBL_VULKAN_SHADER_FMA, list, count);
    f->has_exported_memory = has(list, count, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
    if (f->has_exported_memory) f->extensions[f->extension_count++] = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    f->has_driver_properties =
        version >= VK_API_VERSION_1_2 || has(list, count, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
    free(list);
    instance->GetPhysicalDeviceFeatures2(physical, &f->core);
    return NBL_SUCCESS;
}

void nbl_vulkan_features_restrict(nbl_vulkan_features_t *f, bool statistics) {
    VkPhysicalDeviceFeatures all = f->core.features, used;
    VkBool32 storage = f->storage_16bit.storageBuffer16BitAccess;
    memset(&used, 0, sizeof used);
    used.shaderFloat64 = all.shaderFloat64;
    used.shaderInt64 = all.shaderInt64;
    used.shaderInt16 = all.shaderInt16;
    used.shaderStorageImageReadWithoutFormat = all.shaderStorageImageReadWithoutFormat;
    used.shaderStorageImageWriteWithoutFormat = all.shaderStorageImageWriteWithoutFormat;
    used.shaderStorageImageExtendedFormats = all.shaderStorageImageExtendedFormats;
    f->core.features = used;
    f->storage_16bit.storageBuffer16BitAccess = storage;
    f->storage_16bit.uniformAndStorageBuffer16BitAccess = VK_FALSE;
    f->storage_16bit.storagePushConstant16 = VK_FALSE;
    f->storage_16bit.storageInputOutput16 = VK_FALSE;
    f->float16.shaderInt8 = VK_FALSE;
    f->address.bufferDeviceAddressCaptureReplay = VK_FALSE;
    f->address.bufferDeviceAddressMultiDevice = VK_FALSE;
    f->memory_model.vulkanMemoryModelAvailabilityVisibilityChains = VK_FALSE;
    if (!statistics) f->executable.pipelineExecutableInfo = VK_FALSE;
}

uint32_t nbl_vulkan_features_bits(const nbl_vulkan_features_t *f) {
    uint32_t bits = 0;
#define BIT(condition, bit) \
    if (condition) bits |= NBL_FEATURE_##bit;
    BIT(f->float16.shaderFloat16, FLOAT16)
    BIT(f->core.features.shaderFloat64, FLOAT64)
    BIT(f->core.features.shaderInt16, INT16)
    BIT(f->core.features.shaderInt64, INT64)
    BIT(f->storage_16bit.storageBuffer16BitAccess, STORAGE_16BIT)
    BIT(f->address.bufferDeviceAddress, BUFFER_DEVICE_ADDRESS)
    BIT(f->extended_types.shaderSubgroupExtendedTypes, SUBGROUP_EXTENDED_TYPES)
    BIT(f->size_control.subgroupSizeControl, SUBGROUP_SIZE_CONTROL)
    BIT(f->size_control.computeFullSubgroups, FULL_SUBGROUPS)
    BIT(f->core.features.shaderStorageImageReadWithoutFormat, STORAGE_IMAGE_READ_WITHOUT_FORMAT)
    BIT(f->core.features.shaderStorageImageWriteWithoutFormat, STORAGE_IMAGE_WRITE_WITHOUT_FORMAT)
    BIT(f->core.features.shaderStorageImageExtendedFormats, STORAGE_IMAGE_EXTENDED_FORMATS)
    BIT(f->executable.pipelineExecutableInfo, KERNEL_STATISTICS)
    BIT(f->has_exported_memory, EXPORTED_MEMORY)
    BIT(f->memory_model.vulkanMemoryModel && f->memory_model.vulkanMemoryModelDeviceScope, MEMORY_MODEL)
#undef BIT
    return bits;
}

/* ---- Properties, limits, queues */

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
    VkPhysicalDeviceIDProperties id = {0};
    VkPhysicalDeviceDriverProperties driver = {0};
    VkPhysicalDeviceSubgroupSizeControlProperties size = {0};
    chain(&p, &subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    chain(&p, &maintenance, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
    chain(&p, &id, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
    if (features->has_driver_properties) chain(&p, &driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    if (features->has_size_control)
        chain(&p, &size, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
    instance->GetPhysicalDeviceProperties2(physical, &p);
    take_limits(&p.properties.limits, info);
    take_subgroups(&subgroup, info);
    info->max_allocation_bytes = maintenance.maxMemoryAllocationSize;
    memcpy(info->uuid, id.deviceUUID, sizeof info->uuid);
    memcpy(info->driver_name, driver.driverName, sizeof info->driver_name);
    memcpy(info->driver_info, driver.driverInfo, sizeof info->driver_info);
    if (!(size.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT))
        info->features &= ~(uint32_t)NBL_FEATURE_SUBGROUP_SIZE_CONTROL;
    if (info->features & NBL_FEATURE_SUBGROUP_SIZE_CONTROL) {
        info->min_subgroup_size = size.minSubgroupSize;
        info->max_subgroup_size = size.maxSubgroupSize;
        info->max_workgroup_subgroups = size.maxComputeWorkgroupSubgroups;
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

/* Chooses the first queue family with compute, preferably with graphics, whose timestamps every driver has. */
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
