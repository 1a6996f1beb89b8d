/* A device: chosen and made or borrowed, its messages, and objects that are kept while commands use them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "internal.h"
#include "error/check.h"

/* ---- Deferred destruction: objects are destroyed only when the device cannot use them any more, whatever failed
 *
 * A wait may fail, above all where memory runs out, while submitted work still runs. From then on nothing is destroyed,
 * and no command buffer is begun again, until the queue is known to be idle or the device to be lost. What is to be
 * destroyed meanwhile is kept in a list. */

typedef struct nbl_vulkan_kept_t {
    struct nbl_vulkan_kept_t *next;
    VkObjectType type;
    uint64_t handle;
} nbl_vulkan_kept_t;

void nbl_vulkan_lock_queue(nbl_vulkan_device_t *device) {
    if (device->owned)
        pthread_mutex_lock(&device->mutex);
    else if (device->borrowed.queue_lock)
        device->borrowed.queue_lock(device->borrowed.queue_user);
}

void nbl_vulkan_unlock_queue(nbl_vulkan_device_t *device) {
    if (device->owned)
        pthread_mutex_unlock(&device->mutex);
    else if (device->borrowed.queue_unlock)
        device->borrowed.queue_unlock(device->borrowed.queue_user);
}

static void destroy(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle) {
    switch (type) {
#define DESTROY(TYPE, function, vk_type) \
    case VK_OBJECT_TYPE_##TYPE: device->function(device->handle, (vk_type)handle, device->allocation); break;
        DESTROY(BUFFER, DestroyBuffer, VkBuffer)
        DESTROY(DEVICE_MEMORY, FreeMemory, VkDeviceMemory)
        DESTROY(IMAGE, DestroyImage, VkImage)
        DESTROY(IMAGE_VIEW, DestroyImageView, VkImageView)
        DESTROY(SAMPLER, DestroySampler, VkSampler)
        DESTROY(PIPELINE, DestroyPipeline, VkPipeline)
        DESTROY(PIPELINE_LAYOUT, DestroyPipelineLayout, VkPipelineLayout)
        DESTROY(DESCRIPTOR_SET_LAYOUT, DestroyDescriptorSetLayout, VkDescriptorSetLayout)
        DESTROY(DESCRIPTOR_POOL, DestroyDescriptorPool, VkDescriptorPool)
        DESTROY(COMMAND_POOL, DestroyCommandPool, VkCommandPool)
        DESTROY(FENCE, DestroyFence, VkFence)
        DESTROY(QUERY_POOL, DestroyQueryPool, VkQueryPool)
#undef DESTROY
    default: break;
    }
}

static void destroy_kept(nbl_vulkan_device_t *device) {
    nbl_vulkan_kept_t *kept, *last = NULL;
    pthread_mutex_lock(&device->kept_mutex);
    kept = device->kept;
    device->kept = NULL;
    pthread_mutex_unlock(&device->kept_mutex);
    while (kept) { /* in the order in which they were retired */
        nbl_vulkan_kept_t *next = kept->next;
        kept->next = last;
        last = kept;
        kept = next;
    }
    while (last) {
        nbl_vulkan_kept_t *next = last->next;
        destroy(device, last->type, last->handle);
        free(last);
        last = next;
    }
}

VkResult nbl_vulkan_settle(nbl_vulkan_device_t *device, int waits) {
    VkResult vk = VK_SUCCESS;
    int i;
    for (i = 0; i < waits; i++) {
        struct timespec pause = {0, 500000L << i};
        nbl_vulkan_lock_queue(device);
        vk = device->QueueWaitIdle(device->queue);
        nbl_vulkan_unlock_queue(device);
        if (vk == VK_ERROR_DEVICE_LOST) atomic_store(&device->lost, true);
        if (vk == VK_SUCCESS || vk == VK_ERROR_DEVICE_LOST) {
            atomic_store(&device->unsettled, false);
            destroy_kept(device);
            return vk;
        }
        if (i + 1 < waits) nanosleep(&pause, NULL);
    }
    return vk;
}

void nbl_vulkan_retire(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle) {
    nbl_vulkan_kept_t *kept;
    VkResult vk = VK_SUCCESS;
    if (!handle) return;
    if (atomic_load(&device->unsettled)) vk = nbl_vulkan_settle(device, 1);
    if (vk == VK_SUCCESS || vk == VK_ERROR_DEVICE_LOST) {
        destroy(device, type, handle);
        return;
    }
    kept = malloc(sizeof *kept);
    if (!kept) return; /* out of memory: the object is leaked, since the device may still use it */
    kept->type = type;
    kept->handle = handle;
    pthread_mutex_lock(&device->kept_mutex);
    kept->next = device->kept;
    device->kept = kept;
    pthread_mutex_unlock(&device->kept_mutex);
}

nbl_result_t nbl_vulkan_check_device(nbl_vulkan_device_t *device, nbl_error_t *error) {
    VkResult vk = VK_SUCCESS;
    if (!atomic_load(&device->lost) && atomic_load(&device->unsettled))
        vk = nbl_vulkan_settle(device, NBL_VULKAN_WAITS);
    if (atomic_load(&device->lost))
        return nbl_fail(error, NBL_ERROR_DEVICE_LOST,
                        "device: it was lost before; it and all that was made with it can only be destroyed");
    return vk == VK_SUCCESS ? NBL_SUCCESS : nbl_vulkan_fail_vk(error, vk, "waiting for earlier work");
}

nbl_result_t nbl_vulkan_fail_device(nbl_vulkan_device_t *device, nbl_error_t *error, VkResult vk, const char *what) {
    if (vk == VK_ERROR_DEVICE_LOST) {
        atomic_store(&device->lost, true);
        atomic_store(&device->unsettled, true);
    }
    return nbl_vulkan_fail_vk(error, vk, what);
}

bool nbl_vulkan_device_is_lost(const nbl_vulkan_device_t *device) { return atomic_load(&device->lost); }

/* ---- Choosing and making */

nbl_vulkan_device_desc_t nbl_vulkan_device_desc_init(void) {
    nbl_vulkan_device_desc_t desc;
    memset(&desc, 0, sizeof desc);
    desc.index = -1;
    return desc;
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

/* The devices there are, as an error's text lists them: 0 "llvmpipe (LLVM 15.0.6, 256 bits)", 1 "NVIDIA H200". */
typedef struct name_list_t {
    char text[600]; /* ends in ", ..." where names do not fit */
    size_t length;
} name_list_t;

static void add_name(name_list_t *names, const nbl_vulkan_device_info_t *info) {
    const char *comma = names->length ? ", " : "", more[] = ", ...";
    char entry[sizeof info->name + 16];
    const size_t length = (size_t)snprintf(entry, sizeof entry, "%s%u \"%s\"", comma, info->index, info->name);
    if (names->length >= sizeof names->text - sizeof more) return; /* cut off before */
    const bool fits = names->length + length < sizeof names->text - sizeof more;
    memcpy(names->text + names->length, fits ? entry : more, (fits ? length : sizeof more - 1) + 1);
    names->length = fits ? names->length + length : sizeof names->text;
}

static nbl_result_t fail_choice(const nbl_vulkan_device_desc_t *desc, uint32_t usable_count, const char *names,
                                nbl_error_t *error) {
    if (!usable_count) return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device: none has Vulkan 1.1 and a compute queue");
    if (desc->index >= 0 && desc->name)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE,
                        "device %d: there are %u, or its name does not "
                        "contain \"%s\"",
                        (int)desc->index, usable_count, desc->name);
    if (desc->index >= 0 && usable_count == 1)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device %d: there is device 0 alone", (int)desc->index);
    if (desc->index >= 0)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device %d: there are %u, numbered from 0", (int)desc->index,
                        usable_count);
    const nbl_vulkan_name_t name = nbl_vulkan_name_read(desc->name ? desc->name : "");
    return nbl_fail(error, NBL_ERROR_NO_DEVICE, "device \"%.300s\": %s; devices: %s", desc->name ? desc->name : "",
                    name.by_uuid  ? "no device has that UUID"
                    : name.number ? "fewer devices have that in their name"
                                  : "no device has that in its name",
                    names);
}

/* Fills device->physical and device->info with the best device that fits. */
static nbl_result_t choose(nbl_vulkan_device_t *device, const nbl_vulkan_device_desc_t *desc, nbl_error_t *error) {
    VkPhysicalDevice *list = NULL;
    nbl_vulkan_device_info_t info;
    const nbl_vulkan_name_t name = nbl_vulkan_name_read(desc->name ? desc->name : "");
    uint32_t count = 0, i, number = 0, fitting = 0;
    name_list_t names = {0};
    int best = 0;
    bool usable;
    nbl_result_t result = nbl_vulkan_physical_list(&device->instance, &list, &count, error);
    for (i = 0; result == NBL_SUCCESS && i < count; i++) {
        result = nbl_vulkan_physical_info(&device->instance, list[i], &info, &usable, error);
        if (result != NBL_SUCCESS || !usable) continue;
        info.index = number++;
        add_name(&names, &info);
        if (desc->index >= 0 && info.index != (uint32_t)desc->index) continue;
        if (desc->name && !nbl_vulkan_name_fits(&name, &info)) continue;
        if (name.number ? ++fitting == name.number : rank(info.type) > best) {
            best = rank(info.type);
            device->physical = list[i];
            device->info = info;
        }
    }
    if (result == NBL_SUCCESS && !best) result = fail_choice(desc, number, names.text, error);
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
    const bool fma[NBL_VULKAN_SCALARS] = {features.fma.float32, features.fma.float64, features.fma.float16};
    memcpy(device->states_fma, fma, sizeof fma);
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

/* Completes a device that is ours or borrowed, once it has a handle. */
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
    if (device->owns_pipelines)
        device->DestroyPipelineCache(device->handle, device->pipeline_cache, device->allocation);
    if (device->handle && device->owned && device->DestroyDevice)
        device->DestroyDevice(device->handle, device->allocation);
    nbl_vulkan_instance_destroy(&device->instance);
    pthread_mutex_destroy(&device->mutex);
    pthread_mutex_destroy(&device->kept_mutex);
    free(device);
}

nbl_result_t nbl_vulkan_device_create(const nbl_vulkan_device_desc_t *desc, nbl_vulkan_device_t **out,
                                      nbl_error_t *error) {
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
        release(device); /* nothing was submitted, so nothing need be waited for */
        return result;
    }
    *out = device;
    return NBL_SUCCESS;
}

/* Returns false if it cannot be found out whether the device still works; then every object is kept. */
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

/* ---- What a device tells, and names for its objects */

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
