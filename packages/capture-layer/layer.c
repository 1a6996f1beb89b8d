/* How the loader and the layer find each other; instances and devices.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTANCES = 64, MOST_DEVICES = 64 };

/* Few, and looked up by every command: arrays without a lock, of entries that are set once. */
static instance_t *_Atomic instances[MOST_INSTANCES];
static device_t *_Atomic devices[MOST_DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t devices_made;
static bool waits_at_exit;

static void *key_of(const void *handle) { return *(void *const *)handle; } /* the loader's: one for each device */

device_t *device_of(const void *handle) {
    void *key = key_of(handle);
    for (uint32_t i = 0; i < MOST_DEVICES; i++) {
        device_t *device = devices[i];
        if (device != NULL && device->key == key) return device;
    }
    return NULL;
}

static instance_t *instance_of(const void *handle) {
    void *key = key_of(handle);
    for (uint32_t i = 0; i < MOST_INSTANCES; i++) {
        instance_t *instance = instances[i];
        if (instance != NULL && instance->key == key) return instance;
    }
    return NULL;
}

static bool keep_instance(instance_t *instance) {
    pthread_mutex_lock(&lock);
    uint32_t i = 0;
    while (i < MOST_INSTANCES && instances[i] != NULL) i++;
    if (i < MOST_INSTANCES) instances[i] = instance;
    pthread_mutex_unlock(&lock);
    return i < MOST_INSTANCES;
}

static bool keep_device(device_t *device) {
    pthread_mutex_lock(&lock);
    uint32_t i = 0;
    while (i < MOST_DEVICES && devices[i] != NULL) i++;
    if (i < MOST_DEVICES) devices[i] = device;
    device->number = ++devices_made;
    pthread_mutex_unlock(&lock);
    return i < MOST_DEVICES;
}

/* A program may end without destroying its device, while captures are being written. */
static void wait_at_exit(void) {
    for (uint32_t i = 0; i < MOST_DEVICES; i++) {
        device_t *device = devices[i];
        if (device != NULL) writer_wait(device);
    }
}

/* ---- instances */

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateInstance(const VkInstanceCreateInfo *info,
                                                             const VkAllocationCallbacks *allocator,
                                                             VkInstance *instance) {
    VkLayerInstanceCreateInfo *link = NULL;
    for (const VkLayerInstanceCreateInfo *at = info->pNext; at != NULL; at = at->pNext)
        if (at->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO && at->function == VK_LAYER_LINK_INFO)
            link = (VkLayerInstanceCreateInfo *)(uintptr_t)at; /* layers advance it: the loader's contract */
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(VK_NULL_HANDLE, "vkCreateInstance");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) return result;
    instance_t *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->handle = *instance;
        made->key = key_of(*instance);
        made->next_proc = next;
#define LOAD(name) made->name = (PFN_vk##name)next(*instance, "vk" #name)
        LOAD(DestroyInstance);
        LOAD(GetPhysicalDeviceProperties);
        LOAD(GetPhysicalDeviceProperties2);
        LOAD(GetPhysicalDeviceMemoryProperties);
        LOAD(GetPhysicalDeviceImageFormatProperties);
#undef LOAD
        if (made->GetPhysicalDeviceProperties2 == NULL)
            made->GetPhysicalDeviceProperties2 =
                (PFN_vkGetPhysicalDeviceProperties2)next(*instance, "vkGetPhysicalDeviceProperties2KHR");
        if (keep_instance(made)) {
            selector(); /* what is wrong with NBL_CAPTURE is told at once */
            return result;
        }
    }
    free(made);
    const PFN_vkDestroyInstance destroy = (PFN_vkDestroyInstance)next(*instance, "vkDestroyInstance");
    if (destroy != NULL) destroy(*instance, allocator);
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyInstance(VkInstance handle, const VkAllocationCallbacks *allocator) {
    if (handle == VK_NULL_HANDLE) return;
    instance_t *instance = instance_of(handle);
    if (instance == NULL) return;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < MOST_INSTANCES; i++)
        if (instances[i] == instance) instances[i] = NULL;
    pthread_mutex_unlock(&lock);
    instance->DestroyInstance(handle, allocator);
    free(instance);
}

/* ---- devices */

static const struct {
    uint32_t type; /* 0: VkPhysicalDeviceFeatures */
    const char *name;
    size_t offset;
} features[] = {
#define FEATURE(type, structure, member) {type, #member, offsetof(structure, member)},
#include "commands.inc"
#undef FEATURE
};

static void add_features(char *head, size_t bytes, const void *structure, uint32_t type, const char *format) {
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        VkBool32 enabled;
        const size_t length = strlen(head);
        if (features[i].type != type) continue;
        memcpy(&enabled, (const unsigned char *)structure + features[i].offset, sizeof enabled);
        if (enabled && length + 100 < bytes) snprintf(head + length, bytes - length, format, features[i].name);
    }
}

static uint32_t read_subgroup_size(const instance_t *instance, VkPhysicalDevice physical) {
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup};
    VkPhysicalDeviceProperties own;
    instance->GetPhysicalDeviceProperties(physical, &own);
    if (instance->GetPhysicalDeviceProperties2 == NULL || own.apiVersion < VK_API_VERSION_1_1) return 1;
    instance->GetPhysicalDeviceProperties2(physical, &all);
    return subgroup.subgroupSize != 0 ? subgroup.subgroupSize : 1;
}

static void describe(device_t *device, const VkDeviceCreateInfo *info) {
    VkPhysicalDeviceProperties properties;
    char *head = device->head;
    const size_t bytes = sizeof device->head;
    device->instance->GetPhysicalDeviceProperties(device->physical, &properties);
    for (char *c = properties.deviceName; *c != '\0'; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    snprintf(head, bytes, "device %s\ndriver %x %x %u %u\n", properties.deviceName, properties.vendorID,
             properties.deviceID, properties.driverVersion, properties.apiVersion);
    if (info->pEnabledFeatures != NULL) add_features(head, bytes, info->pEnabledFeatures, 0, "feature %s\n");
    for (const VkBaseInStructure *at = info->pNext; at != NULL; at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
            add_features(head, bytes, &((const VkPhysicalDeviceFeatures2 *)(const void *)at)->features, 0,
                         "feature %s\n");
        else if ((uint32_t)at->sType != 0)
            add_features(head, bytes, at, (uint32_t)at->sType, "feature %s\n");
    }
    const VkDeviceGroupDeviceCreateInfo *group =
        chain_find(info->pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO);
    if (group != NULL && group->physicalDeviceCount > 1) device->refused = "a device group";
    device->subgroup_size = read_subgroup_size(device->instance, device->physical);
    device->instance->GetPhysicalDeviceMemoryProperties(device->physical, &device->memory_properties);
}

static PFN_vkVoidFunction next_function(const device_t *device, const char *name) {
    static const char *const suffixes[] = {"", "KHR", "EXT"};
    PFN_vkVoidFunction found = NULL;
    char whole[128];
    for (int i = 0; i < 3 && found == NULL; i++) {
        snprintf(whole, sizeof whole, "%s%s", name, suffixes[i]);
        found = device->next_proc(device->handle, whole);
    }
    return found;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                           const VkAllocationCallbacks *allocator, VkDevice *handle) {
    instance_t *instance = instance_of(physical);
    VkLayerDeviceCreateInfo *link = NULL;
    PFN_vkSetDeviceLoaderData set_loader_data = NULL;
    for (const VkLayerDeviceCreateInfo *at = info->pNext; at != NULL; at = at->pNext) {
        if (at->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO) continue;
        if (at->function == VK_LAYER_LINK_INFO) link = (VkLayerDeviceCreateInfo *)(uintptr_t)at;
        if (at->function == VK_LOADER_DATA_CALLBACK) set_loader_data = at->u.pfnSetDeviceLoaderData;
    }
    if (link == NULL || instance == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    const PFN_vkCreateDevice create = (PFN_vkCreateDevice)next_instance(instance->handle, "vkCreateDevice");
    if (create == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    device_t *device = calloc(1, sizeof *device);
    if (device == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    const VkResult result = create(physical, info, allocator, handle);
    if (result != VK_SUCCESS) {
        free(device);
        return result;
    }
    device->handle = *handle;
    device->key = key_of(*handle);
    device->instance = instance;
    device->physical = physical;
    device->next_proc = next;
    device->set_loader_data = set_loader_data;
    pthread_mutex_init(&device->lock, NULL);
#define FUNCTION(name) device->next.name = (PFN_vk##name)next_function(device, "vk" #name);
#include "functions.inc"
#undef FUNCTION
    commands_load(device);
    describe(device, info);
    if (!keep_device(device)) {
        if (device->next.DestroyDevice != NULL) device->next.DestroyDevice(*handle, allocator);
        free(device);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_lock(&lock);
    if (!waits_at_exit) waits_at_exit = atexit(wait_at_exit) == 0;
    pthread_mutex_unlock(&lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator) {
    if (handle == VK_NULL_HANDLE) return;
    device_t *device = device_of(handle);
    if (device == NULL) return;
    writer_stop(device);
    queues_free(device);
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < MOST_DEVICES; i++)
        if (devices[i] == device) devices[i] = NULL;
    pthread_mutex_unlock(&lock);
    device->next.DestroyDevice(handle, allocator);
    uint64_t last = 0;
    for (uint32_t i = 0; i < selector()->range_count; i++)
        if (selector()->last[i] > last) last = selector()->last[i];
    if (last > device->dispatches)
        say("device %u submitted %llu dispatches, and %llu were asked for", device->number,
            (unsigned long long)device->dispatches, (unsigned long long)last);
    buffers_free(device);
    objects_free(device);
    descriptors_free(device);
    submit_free(device);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

/* ---- functions by name */

static PFN_vkVoidFunction find_device_function(const char *name) {
    PFN_vkVoidFunction found = NULL;
    if (strcmp(name, "vkDestroyDevice") == 0) return (PFN_vkVoidFunction)capture_DestroyDevice;
    if (strncmp(name, "vkCmd", 5) == 0) return command_find(name);
    if ((found = objects_find(name)) != NULL || (found = descriptors_find(name)) != NULL ||
        (found = buffers_find(name)) != NULL || (found = submit_find(name)) != NULL)
        return found;
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL capture_GetDeviceProcAddr(VkDevice handle, const char *name) {
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)capture_GetDeviceProcAddr;
    device_t *device = device_of(handle);
    if (device == NULL) return NULL;
    const PFN_vkVoidFunction next = device->next_proc(handle, name), found = find_device_function(name);
    if (next == NULL) return NULL; /* of an extension that is not enabled */
    if (found != NULL) return found;
    if (strncmp(name, "vkCmd", 5) == 0) {
        pthread_mutex_lock(&device->lock);
        snprintf(device->unknown, sizeof device->unknown, "%s", name);
        pthread_mutex_unlock(&device->lock);
    }
    return next;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL capture_GetInstanceProcAddr(VkInstance handle, const char *name) {
    static const named_t own[] = {{"vkGetInstanceProcAddr", (PFN_vkVoidFunction)capture_GetInstanceProcAddr},
                                  {"vkGetDeviceProcAddr", (PFN_vkVoidFunction)capture_GetDeviceProcAddr},
                                  NAMED(CreateInstance),
                                  NAMED(DestroyInstance),
                                  NAMED(CreateDevice)};
    PFN_vkVoidFunction found = named_find(own, sizeof own / sizeof own[0], name);
    if (found != NULL) return found;
    if (handle == VK_NULL_HANDLE) return NULL;
    const instance_t *instance = instance_of(handle);
    if (instance == NULL) return NULL;
    const PFN_vkVoidFunction next = instance->next_proc(handle, name);
    found = find_device_function(name);
    return found != NULL && next != NULL ? found : next;
}

VKAPI_ATTR VkResult VKAPI_CALL __attribute__((visibility("default")))
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *interface) {
    if (interface == NULL || interface->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        interface->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = capture_GetInstanceProcAddr;
    interface->pfnGetDeviceProcAddr = capture_GetDeviceProcAddr;
    interface->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
