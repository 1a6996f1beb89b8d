/* Finds the Vulkan loader and fills the tables of functions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * libvulkan is opened at run time, so that a program starts, and falls back to the emulator, where there is none.
 */
#include <dlfcn.h>
#include <string.h>
#include "internal.h"

PFN_vkGetInstanceProcAddr nbl_vulkan_find_loader(void) {
    static const char *const names[] = {"libvulkan.so.1", "libvulkan.so", "libvulkan.1.dylib"};
    PFN_vkGetInstanceProcAddr function = NULL;
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        /* Opened again by every device and never closed: drivers do not survive being unloaded. */
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        void *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
        if (symbol) {
            memcpy(&function, &symbol, sizeof function); /* ISO C has no cast for this */
            break;
        }
    }
    return function;
}

bool nbl_vulkan_instance_load(nbl_vulkan_instance_t *instance, const char **missing) {
    *missing = NULL;
#define LOAD_OPTIONAL(name) instance->name = (PFN_vk##name)instance->loader(instance->handle, "vk" #name);
#define LOAD(name) LOAD_OPTIONAL(name) if (!instance->name) *missing = "vk" #name;
    NBL_VULKAN_INSTANCE_FUNCTIONS(LOAD)
    NBL_VULKAN_INSTANCE_OPTIONAL_FUNCTIONS(LOAD_OPTIONAL)
#undef LOAD
#undef LOAD_OPTIONAL
    return !*missing;
}

bool nbl_vulkan_device_load(nbl_vulkan_device_t *device, const char **missing) {
    PFN_vkGetDeviceProcAddr get = device->instance.GetDeviceProcAddr;
    *missing = NULL;
#define LOAD_OPTIONAL(name) device->name = (PFN_vk##name)get(device->handle, "vk" #name);
#define LOAD(name) LOAD_OPTIONAL(name) if (!device->name) *missing = "vk" #name;
    NBL_VULKAN_DEVICE_FUNCTIONS(LOAD)
    NBL_VULKAN_DEVICE_OPTIONAL_FUNCTIONS(LOAD_OPTIONAL)
#undef LOAD
#undef LOAD_OPTIONAL
    if (!device->GetBufferDeviceAddress)
        device->GetBufferDeviceAddress =
            (PFN_vkGetBufferDeviceAddress)get(device->handle, "vkGetBufferDeviceAddressKHR");
    if (!device->CmdBeginDebugUtilsLabelEXT || !device->CmdEndDebugUtilsLabelEXT || !device->SetDebugUtilsObjectNameEXT)
        device->features &= ~(uint32_t)NBL_FEATURE_DEBUG_UTILS;
    if (!device->GetBufferDeviceAddress) device->features &= ~(uint32_t)NBL_FEATURE_BUFFER_DEVICE_ADDRESS;
    if (!device->GetPipelineExecutablePropertiesKHR || !device->GetPipelineExecutableStatisticsKHR)
        device->features &= ~(uint32_t)NBL_FEATURE_KERNEL_STATISTICS;
    return !*missing;
}
