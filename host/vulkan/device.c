/* Devices: chosen and created, or borrowed.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "error/check.h"

nbl_vulkan_device_desc_t nbl_vulkan_device_desc_init(void) {
    nbl_vulkan_device_desc_t desc;
    memset(&desc, 0, sizeof desc);
    desc.index = -1;
    return desc;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool contains(const char *text, const char *part) {
    for (;; text++) {
        size_t i = 0;
        while (part[i] && lower(text[i]) == lower(part[i])) i++;
        if (!part[i]) return true;
        if (!*text) return false;
    }
}

static int rank(VkPhysicalDeviceType type) {
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 5;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 4;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 3;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 2;
    default: return 1;
    }
}

static nbl_result_t fail_choice(const nbl_vulkan_device_desc_t *desc, uint32_t usable_count, nbl_error_t *error) {
    if (!usable_count) return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device: none has Vulkan 1.1 and a compute queue");
    if (desc->index >= 0 && desc->name)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE,
                        "device %d: there are %u, or its name does not "
                        "contain \"%s\"",
                        (int)desc->index, usable_count, desc->name);
    if (desc->index >= 0)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device %d: there are %u, numbered from 0", (int)desc->index,
                        usable_count);
    return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device \"%s\": none of the %u has that in its name",
                    desc->name ? desc->name : "", usable_count);
}

/* Fill device->physical and device->info with the best that fits. */
static nbl_result_t choose(nbl_vulkan_device_t *device, const nbl_vulkan_device_desc_t *desc, nbl_error_t *error) {
    VkPhysicalDevice *list = NULL;
    nbl_vulkan_device_info_t info;
    uint32_t count = 0, i, number = 0;
    int best = 0;
    bool usable;
    nbl_result_t result = nbl_vulkan_physical_list(&device->instance, &list, &count, error);
    for (i = 0; result == NBL_SUCCESS && i < count; i++) {
        result = nbl_vulkan_physical_info(&device->instance, list[i], &info, &usable, error);
        if (result != NBL_SUCCESS || !usable) continue;
        info.index = number++;
        if (desc->index >= 0 && info.index != (uint32_t)desc->index) continue;
        if (desc->name && !contains(info.name, desc->name) && !contains(info.driver_name, desc->name)) continue;
        if (rank(info.type) > best) {
            best = rank(info.type);
            device->physical = list[i];
            device->info = info;
        }
    }
    if (result == NBL_SUCCESS && !best) result = fail_choice(desc, number, error);
    free(list);
    return result;
}

static nbl_result_t create_handle(nbl_vulkan_device_t *device, const nbl_vulkan_device_desc_t *desc,
                                  nbl_error_t *error) {
    nbl_vulkan_features_t features;
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    uint32_t version = device->info.api_version;
    nbl_result_t result;
    VkResult vk;
    if (version > device->instance.api_version) version = device->instance.api_version;
    result = nbl_vulkan_features_query(&device->instance, device->physical, version, &features, error);
    if (result != NBL_SUCCESS) return result;
    nbl_vulkan_features_restrict(&features, desc->kernel_statistics);
    device->features = (nbl_vulkan_features_bits(&features) | NBL_VULKAN_FEATURES_ALWAYS | NBL_FEATURE_DEBUG_UTILS) &
                       device->info.features;
    if (desc->chosen) desc->chosen(desc->chosen_user, device);
    queue.queueFamilyIndex = device->info.queue_family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    info.pNext = &features.core;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = features.extension_count;
    info.ppEnabledExtensionNames = features.extensions;
    vk = device->instance.CreateDevice(device->physical, &info, device->allocation, &device->handle);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    device->handle = VK_NULL_HANDLE;
    return nbl_vulkan_fail_vk(error, vk, "vkCreateDevice");
}

static nbl_result_t create_owned(nbl_vulkan_device_t *device, const nbl_vulkan_device_desc_t *desc,
                                 nbl_error_t *error) {
    nbl_vulkan_instance_options_t options = {desc->get_instance_proc_addr, desc->allocation, desc->validation,
                                             desc->debug_utils};
    nbl_result_t result;
    device->owned = true;
    device->instance.message = desc->message;
    device->instance.message_user = desc->message_user;
    result = nbl_vulkan_instance_create(&device->instance, &options, error);
    if (result == NBL_SUCCESS) result = choose(device, desc, error);
    return result == NBL_SUCCESS ? create_handle(device, desc, error) : result;
}

static nbl_result_t borrow(nbl_vulkan_device_t *device, const nbl_vulkan_device_desc_t *desc, nbl_error_t *error) {
    const nbl_vulkan_borrowed_t *b = desc->borrowed;
    nbl_result_t result;
    bool usable;
    if (!b->instance || !b->physical_device || !b->device || !b->queue || !b->queue_lock != !b->queue_unlock)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "borrowed device: a handle, or one of the two queue "
                        "functions, is missing");
    device->borrowed = *b;
    result =
        nbl_vulkan_instance_borrow(&device->instance, desc->get_instance_proc_addr, b->instance, b->api_version, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_vulkan_physical_info(&device->instance, b->physical_device, &device->info, &usable, error);
    if (result == NBL_SUCCESS && !usable)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE,
                        "borrowed device: below Vulkan 1.1, or without a "
                        "compute queue");
    if (result != NBL_SUCCESS) return result;
    nbl_vulkan_physical_queue(&device->instance, b->physical_device, b->queue_family, &device->info);
    device->physical = b->physical_device;
    device->handle = b->device;
    device->features = (b->enabled_features & ~(uint32_t)NBL_VULKAN_FEATURES_ALWAYS) |
                       (device->info.features & NBL_VULKAN_FEATURES_ALWAYS);
    return NBL_SUCCESS;
}

/* What own and borrowed devices need alike, once there is a handle. */
static nbl_result_t complete(nbl_vulkan_device_t *device, const nbl_vulkan_device_desc_t *desc, nbl_error_t *error) {
    const char *missing;
    if (!nbl_vulkan_device_load(device, &missing))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "device: the driver has no %s", missing);
    if (desc->borrowed)
        device->queue = desc->borrowed->queue;
    else
        device->GetDeviceQueue(device->handle, device->info.queue_family, 0, &device->queue);
    device->instance.GetPhysicalDeviceMemoryProperties(device->physical, &device->memory);
    device->pipeline_cache = desc->pipeline_cache;
    return NBL_SUCCESS;
}

static void release(nbl_vulkan_device_t *device) {
    if (device->handle && device->owned && device->DestroyDevice)
        device->DestroyDevice(device->handle, device->allocation);
    nbl_vulkan_instance_destroy(&device->instance);
    pthread_mutex_destroy(&device->mutex);
    pthread_mutex_destroy(&device->kept_mutex);
    free(device);
}

nbl_result_t nbl_vulkan_device_create(const nbl_vulkan_device_desc_t *desc, nbl_vulkan_device_t **out,
                                      nbl_error_t *error) {
    if (out != NULL) *out = NULL;
    if (NBL_ANY_NULL(error, out)) return NBL_ERROR_ARGUMENT;
    nbl_vulkan_device_desc_t defaults = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device;
    nbl_result_t result;
    nbl_error_clear(error);
    if (!desc) desc = &defaults;
    if (desc->borrowed && desc->validation)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "borrowed device: the validation layer belongs to "
                        "its own instance");
    device = calloc(1, sizeof *device);
    if (!device) return nbl_fail_memory(error, "device");
    if (pthread_mutex_init(&device->mutex, NULL) != 0 || pthread_mutex_init(&device->kept_mutex, NULL) != 0) {
        free(device);
        return nbl_fail_memory(error, "device");
    }
    device->allocation = desc->allocation;
    result = desc->borrowed ? borrow(device, desc, error) : create_owned(device, desc, error);
    if (result == NBL_SUCCESS) result = complete(device, desc, error);
    if (result != NBL_SUCCESS) {
        release(device); /* nothing was submitted */
        return result;
    }
    *out = device;
    return NBL_SUCCESS;
}

/* False of a device of which it cannot be found out whether it still works: then all of it stays. */
static bool become_idle(nbl_vulkan_device_t *device) {
    VkResult vk = VK_SUCCESS;
    if (!device->handle || !device->queue) return true;
    if (device->owned) vk = device->DeviceWaitIdle(device->handle);
    if (atomic_load(&device->unsettled) || (vk != VK_SUCCESS && vk != VK_ERROR_DEVICE_LOST))
        vk = nbl_vulkan_settle(device, NBL_VULKAN_WAITS);
    return vk == VK_SUCCESS || vk == VK_ERROR_DEVICE_LOST;
}

void nbl_vulkan_device_destroy(nbl_vulkan_device_t *device) {
    if (device && become_idle(device)) release(device);
}
