/* Turns a VkResult into a result and the one line that explains it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "internal.h"

static const char *vk_text(VkResult r) {
#define NAME(n) \
    case n: return #n;
    switch (r) {
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        NAME(VK_ERROR_INITIALIZATION_FAILED)
        NAME(VK_ERROR_DEVICE_LOST)
        NAME(VK_ERROR_MEMORY_MAP_FAILED)
        NAME(VK_ERROR_LAYER_NOT_PRESENT)
        NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
        NAME(VK_ERROR_FEATURE_NOT_PRESENT)
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        NAME(VK_ERROR_TOO_MANY_OBJECTS)
        NAME(VK_ERROR_FORMAT_NOT_SUPPORTED)
        NAME(VK_ERROR_FRAGMENTED_POOL)
        NAME(VK_ERROR_UNKNOWN)
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
        NAME(VK_ERROR_INVALID_EXTERNAL_HANDLE)
        NAME(VK_ERROR_VALIDATION_FAILED_EXT)
        NAME(VK_TIMEOUT)
        NAME(VK_NOT_READY)
        NAME(VK_INCOMPLETE)
    default: return NULL;
    }
#undef NAME
}

nbl_result_t nbl_vulkan_fail_vk(nbl_error_t *error, VkResult vk, const char *what) {
    const char *text = vk_text(vk);
    nbl_result_t result = NBL_ERROR_VULKAN;
    if (vk == VK_ERROR_OUT_OF_HOST_MEMORY || vk == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        result = NBL_ERROR_OUT_OF_MEMORY;
    else if (vk == VK_ERROR_DEVICE_LOST)
        result = NBL_ERROR_DEVICE_LOST;
    else if (vk == VK_ERROR_INCOMPATIBLE_DRIVER)
        result = NBL_ERROR_NO_DEVICE;
    if (text) return nbl_fail(error, result, "%s: %s", what, text);
    return nbl_fail(error, result, "%s: VkResult %d", what, (int)vk);
}
