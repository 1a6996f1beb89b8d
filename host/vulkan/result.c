/* Results, their texts, and the one line that explains a failure.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>
#include <stdio.h>
#include "internal.h"

const char *nbl_vulkan_result_text(nbl_vulkan_result_t result) {
    switch (result) {
    case NBL_VULKAN_OK: return "done";
    case NBL_VULKAN_ERROR_ARGUMENT: return "wrong argument";
    case NBL_VULKAN_ERROR_NO_DEVICE: return "no Vulkan device";
    case NBL_VULKAN_ERROR_MISSING_FEATURE: return "missing feature";
    case NBL_VULKAN_ERROR_LIMIT: return "limit exceeded";
    case NBL_VULKAN_ERROR_OUT_OF_MEMORY: return "out of memory";
    case NBL_VULKAN_ERROR_INCLUDE: return "include failed";
    case NBL_VULKAN_ERROR_COMPILE: return "compile error";
    case NBL_VULKAN_ERROR_SPIRV: return "damaged SPIR-V";
    case NBL_VULKAN_ERROR_NOT_READY: return "not ready";
    case NBL_VULKAN_ERROR_DEVICE_LOST: return "device lost";
    case NBL_VULKAN_ERROR_VULKAN: return "Vulkan error";
    }
    return "unknown result";
}

uint32_t nbl_vulkan_version(void) { return NBL_VULKAN_VERSION; }

void nbl_vulkan_error_clear(nbl_vulkan_error_t *error) {
    if (error) error->text[0] = 0;
}

nbl_vulkan_result_t nbl_vulkan_fail(nbl_vulkan_error_t *error, nbl_vulkan_result_t result, const char *format, ...) {
    va_list arguments;
    char *p;
    if (!error) return result;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    for (p = error->text; *p; p++) {
        if ((unsigned char)*p < ' ') *p = ' ';
    }
    while (p > error->text && p[-1] == ' ') *--p = 0;
    return result;
}

nbl_vulkan_result_t nbl_vulkan_fail_memory(nbl_vulkan_error_t *error, const char *what) {
    return nbl_vulkan_fail(error, NBL_VULKAN_ERROR_OUT_OF_MEMORY, "%s: the host is out of memory", what);
}

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

nbl_vulkan_result_t nbl_vulkan_fail_vk(nbl_vulkan_error_t *error, VkResult vk, const char *what) {
    const char *text = vk_text(vk);
    nbl_vulkan_result_t result = NBL_VULKAN_ERROR_VULKAN;
    if (vk == VK_ERROR_OUT_OF_HOST_MEMORY || vk == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        result = NBL_VULKAN_ERROR_OUT_OF_MEMORY;
    else if (vk == VK_ERROR_DEVICE_LOST)
        result = NBL_VULKAN_ERROR_DEVICE_LOST;
    else if (vk == VK_ERROR_INCOMPATIBLE_DRIVER)
        result = NBL_VULKAN_ERROR_NO_DEVICE;
    if (text) return nbl_vulkan_fail(error, result, "%s: %s", what, text);
    return nbl_vulkan_fail(error, result, "%s: VkResult %d", what, (int)vk);
}
