/* The optional features that the library knows: found out, enabled, named.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include "internal.h"

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
    }
    return NULL;
}

/* The names of a device's extensions; *list is to be freed, and NULL where there is none. */
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

/* Link a feature structure that is core since `core` and an extension before; true if it is there. */
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
    BIT(f->memory_model.vulkanMemoryModel && f->memory_model.vulkanMemoryModelDeviceScope, MEMORY_MODEL)
#undef BIT
    return bits;
}
