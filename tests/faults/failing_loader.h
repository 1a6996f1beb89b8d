/* A Vulkan loader that lets one call fail as its specification allows, and watches what is destroyed meanwhile.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every call that can fail is numbered, from 1. The chosen one returns one of its documented failures: once, or, and
 * with it every later call that has this failure, from then on. As the specification allows, outputs of a failed call
 * are undefined: they are filled with rubbish. Before a device is called lost it really is idle, as a lost one is.
 */
#ifndef NBL_TESTS_FAULTS_FAILING_LOADER_H
#define NBL_TESTS_FAULTS_FAILING_LOADER_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan_core.h>

enum {
    HOST_MEMORY = 1,
    DEVICE_MEMORY = 2,
    MEMORY = HOST_MEMORY | DEVICE_MEMORY,
    LOST = 4,
    INITIALIZATION = 8,
    LAYER = 16,
    EXTENSION = 32,
    FEATURE = 64,
    DRIVER = 128,
    TOO_MANY = 256,
    MAPPING = 512,
    POOL = 1024,
    FRAGMENTED = 2048,
    NOT_READY = 4096,
    FAILURES = 13
};

/* By bit; words: what an error text must say one of. */
static const struct {
    VkResult result;
    const char *name, *words[2];
} failures[FAILURES] = {
    {VK_ERROR_OUT_OF_HOST_MEMORY, "OUT_OF_HOST_MEMORY", {"MEMORY", "memory"}},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, "OUT_OF_DEVICE_MEMORY", {"MEMORY", "memory"}},
    {VK_ERROR_DEVICE_LOST, "DEVICE_LOST", {"DEVICE_LOST", "lost"}},
    {VK_ERROR_INITIALIZATION_FAILED, "INITIALIZATION_FAILED", {"INITIALIZATION_FAILED", "no Vulkan driver"}},
    {VK_ERROR_LAYER_NOT_PRESENT, "LAYER_NOT_PRESENT", {"LAYER_NOT_PRESENT", "layer"}},
    {VK_ERROR_EXTENSION_NOT_PRESENT, "EXTENSION_NOT_PRESENT", {"EXTENSION_NOT_PRESENT", "extension"}},
    {VK_ERROR_FEATURE_NOT_PRESENT, "FEATURE_NOT_PRESENT", {"FEATURE_NOT_PRESENT", "feature"}},
    {VK_ERROR_INCOMPATIBLE_DRIVER, "INCOMPATIBLE_DRIVER", {"INCOMPATIBLE_DRIVER", "driver"}},
    {VK_ERROR_TOO_MANY_OBJECTS, "TOO_MANY_OBJECTS", {"TOO_MANY_OBJECTS", "many"}},
    {VK_ERROR_MEMORY_MAP_FAILED, "MEMORY_MAP_FAILED", {"MEMORY_MAP_FAILED", "map"}},
    {VK_ERROR_OUT_OF_POOL_MEMORY, "OUT_OF_POOL_MEMORY", {"OUT_OF_POOL_MEMORY", "pool"}},
    {VK_ERROR_FRAGMENTED_POOL, "FRAGMENTED_POOL", {"FRAGMENTED_POOL", "pool"}},
    {VK_NOT_READY, "NOT_READY", {"NOT_READY", "not executed yet"}},
};

/* Parameters are named d (device and its like), i (information), a (allocation callbacks), o (output) and so on.
 * CREATES: makes one object, at o. */
#define CREATES(o) (memset(o, 0xAB, sizeof *(o)), 1)
#define NO_OBJECT 0
#define SIMPLE_CREATION(F, name, type, information, may) \
    F(Create##name, (VkDevice d, const information *i, const VkAllocationCallbacks *a, type *o), (d, i, a, o), \
      CREATES(o), may)
/* clang-format off */
#define FAILING_FUNCTIONS(F) \
    F(CreateInstance, (const VkInstanceCreateInfo *i, const VkAllocationCallbacks *a, VkInstance *o), (i, a, o), \
      CREATES(o), MEMORY | INITIALIZATION | LAYER | EXTENSION | DRIVER) \
    F(EnumerateInstanceVersion, (uint32_t *o), (o), NO_OBJECT, HOST_MEMORY) \
    F(EnumerateInstanceExtensionProperties, (const char *l, uint32_t *n, VkExtensionProperties *o), (l, n, o), \
      NO_OBJECT, MEMORY | LAYER) \
    F(EnumerateInstanceLayerProperties, (uint32_t *n, VkLayerProperties *o), (n, o), NO_OBJECT, MEMORY) \
    F(EnumeratePhysicalDevices, (VkInstance d, uint32_t *n, VkPhysicalDevice *o), (d, n, o), NO_OBJECT, \
      MEMORY | INITIALIZATION) \
    F(EnumerateDeviceExtensionProperties, \
      (VkPhysicalDevice d, const char *l, uint32_t *n, VkExtensionProperties *o), (d, l, n, o), NO_OBJECT, \
      MEMORY | LAYER) \
    F(CreateDevice, (VkPhysicalDevice d, const VkDeviceCreateInfo *i, const VkAllocationCallbacks *a, VkDevice *o), \
      (d, i, a, o), CREATES(o), MEMORY | INITIALIZATION | EXTENSION | FEATURE | TOO_MANY | LOST) \
    F(DeviceWaitIdle, (VkDevice d), (d), NO_OBJECT, MEMORY | LOST) \
    F(QueueWaitIdle, (VkQueue d), (d), NO_OBJECT, MEMORY | LOST) \
    F(QueueSubmit, (VkQueue d, uint32_t n, const VkSubmitInfo *i, VkFence f), (d, n, i, f), NO_OBJECT, MEMORY | LOST) \
    F(WaitForFences, (VkDevice d, uint32_t n, const VkFence *f, VkBool32 all, uint64_t time), (d, n, f, all, time), \
      NO_OBJECT, MEMORY | LOST) \
    F(ResetFences, (VkDevice d, uint32_t n, const VkFence *f), (d, n, f), NO_OBJECT, DEVICE_MEMORY) \
    F(ResetCommandPool, (VkDevice d, VkCommandPool p, VkCommandPoolResetFlags f), (d, p, f), NO_OBJECT, MEMORY) \
    F(BeginCommandBuffer, (VkCommandBuffer d, const VkCommandBufferBeginInfo *i), (d, i), NO_OBJECT, MEMORY) \
    F(EndCommandBuffer, (VkCommandBuffer d), (d), NO_OBJECT, MEMORY) \
    F(AllocateMemory, \
      (VkDevice d, const VkMemoryAllocateInfo *i, const VkAllocationCallbacks *a, VkDeviceMemory *o), (d, i, a, o), \
      CREATES(o), MEMORY | TOO_MANY) \
    F(MapMemory, (VkDevice d, VkDeviceMemory m, VkDeviceSize b, VkDeviceSize n, VkMemoryMapFlags f, void **o), \
      (d, m, b, n, f, o), NO_OBJECT, MEMORY | MAPPING) \
    F(BindBufferMemory, (VkDevice d, VkBuffer b, VkDeviceMemory m, VkDeviceSize at), (d, b, m, at), NO_OBJECT, MEMORY) \
    F(BindImageMemory, (VkDevice d, VkImage b, VkDeviceMemory m, VkDeviceSize at), (d, b, m, at), NO_OBJECT, MEMORY) \
    F(CreateComputePipelines, \
      (VkDevice d, VkPipelineCache c, uint32_t n, const VkComputePipelineCreateInfo *i, \
       const VkAllocationCallbacks *a, VkPipeline *o), (d, c, n, i, a, o), CREATES(o), MEMORY) \
    F(AllocateDescriptorSets, (VkDevice d, const VkDescriptorSetAllocateInfo *i, VkDescriptorSet *o), (d, i, o), \
      NO_OBJECT, MEMORY | POOL | FRAGMENTED) \
    F(AllocateCommandBuffers, (VkDevice d, const VkCommandBufferAllocateInfo *i, VkCommandBuffer *o), (d, i, o), \
      NO_OBJECT, MEMORY) \
    F(GetQueryPoolResults, \
      (VkDevice d, VkQueryPool p, uint32_t b, uint32_t n, size_t s, void *o, VkDeviceSize t, VkQueryResultFlags f), \
      (d, p, b, n, s, o, t, f), NO_OBJECT, MEMORY | LOST | NOT_READY) \
    F(SetDebugUtilsObjectNameEXT, (VkDevice d, const VkDebugUtilsObjectNameInfoEXT *i), (d, i), NO_OBJECT, MEMORY) \
    F(GetPipelineExecutableStatisticsKHR, \
      (VkDevice d, const VkPipelineExecutableInfoKHR *i, uint32_t *n, VkPipelineExecutableStatisticKHR *o), \
      (d, i, n, o), NO_OBJECT, MEMORY) \
    F(GetPipelineCacheData, (VkDevice d, VkPipelineCache c, size_t *n, void *o), (d, c, n, o), NO_OBJECT, MEMORY) \
    SIMPLE_CREATION(F, PipelineCache, VkPipelineCache, VkPipelineCacheCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, Buffer, VkBuffer, VkBufferCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, Image, VkImage, VkImageCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, ImageView, VkImageView, VkImageViewCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, Sampler, VkSampler, VkSamplerCreateInfo, MEMORY | TOO_MANY) \
    SIMPLE_CREATION(F, ShaderModule, VkShaderModule, VkShaderModuleCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, PipelineLayout, VkPipelineLayout, VkPipelineLayoutCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, DescriptorSetLayout, VkDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, DescriptorPool, VkDescriptorPool, VkDescriptorPoolCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, CommandPool, VkCommandPool, VkCommandPoolCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, Fence, VkFence, VkFenceCreateInfo, MEMORY) \
    SIMPLE_CREATION(F, QueryPool, VkQueryPool, VkQueryPoolCreateInfo, MEMORY)
/* Whether an object may be in use by what a device executes: then it must not be destroyed meanwhile. */
#define DESTROYING_FUNCTIONS(F) \
    F(DestroyBuffer, VkBuffer, true) F(DestroyImage, VkImage, true) F(DestroyImageView, VkImageView, true) \
    F(DestroySampler, VkSampler, true) F(DestroyPipeline, VkPipeline, true) F(FreeMemory, VkDeviceMemory, true) \
    F(DestroyDescriptorPool, VkDescriptorPool, true) F(DestroyCommandPool, VkCommandPool, true) \
    F(DestroyFence, VkFence, true) F(DestroyQueryPool, VkQueryPool, true) \
    F(DestroyPipelineCache, VkPipelineCache, false) F(DestroyShaderModule, VkShaderModule, false) F(DestroyPipelineLayout, VkPipelineLayout, false) \
    F(DestroyDescriptorSetLayout, VkDescriptorSetLayout, false)
/* clang-format on */

enum {
#define NUMBER(name, parameters, arguments, creates, may) FUNCTION_##name,
    FAILING_FUNCTIONS(NUMBER) FUNCTIONS
};

static const struct {
    const char *name;
    unsigned may; /* fail with */
} functions[FUNCTIONS] = {
#define ROW(name, parameters, arguments, creates, may) {"vk" #name, may},
    FAILING_FUNCTIONS(ROW)};

enum { MOST_CALLS = 4096 };

/* What is to fail, and what was seen. */
static struct {
    long at; /* number of the call; 0: none; -N: the N-th one of function */
    int function;
    int failure; /* index into failures */
    bool on;     /* from then on */
    long calls;
    unsigned char called[MOST_CALLS]; /* the function of each call */
    bool hit;
    long live;             /* objects */
    bool pending;          /* what the library submitted may run */
    bool unknowable;       /* the last wait failed: it is unknown whether the device is idle */
    bool callers;          /* the submission under way is the test's own */
    const char *violation; /* what was done to an object in use */
} fault;

static PFN_vkGetInstanceProcAddr real_loader;
static PFN_vkGetDeviceProcAddr real_device_loader;
static PFN_vkDestroyInstance real_DestroyInstance;
static PFN_vkDestroyDevice real_DestroyDevice;
#define DECLARE(name, parameters, arguments, creates, may) static PFN_vk##name real_##name;
FAILING_FUNCTIONS(DECLARE)
#define DECLARE_DESTROYING(name, type, used) static PFN_vk##name real_##name;
DESTROYING_FUNCTIONS(DECLARE_DESTROYING)
static VkDevice open_device;

/* VK_SUCCESS, or what a call is to fail with. */
static VkResult next_failure(int function) {
    long number = ++fault.calls;
    bool may = functions[function].may >> fault.failure & 1;
    if (number < MOST_CALLS) fault.called[number] = (unsigned char)function;
    if (fault.at < 0 && function == fault.function && ++fault.at == 0) fault.at = number;
    fault.hit |= number == fault.at;
    if (!may || !fault.hit || (number != fault.at && !fault.on)) return VK_SUCCESS;
    if (failures[fault.failure].result == VK_ERROR_DEVICE_LOST) {
        if (open_device && real_DeviceWaitIdle) real_DeviceWaitIdle(open_device);
        fault.pending = false;
    }
    return failures[fault.failure].result;
}

static bool is_creation(int function) {
    return strncmp(functions[function].name, "vkCreate", 8) == 0 || function == FUNCTION_AllocateMemory;
}

/* What calls that went well change, and what they must not be given. */
static void see_call(int function, VkResult result) {
    bool waited =
        function == FUNCTION_WaitForFences || function == FUNCTION_QueueWaitIdle || function == FUNCTION_DeviceWaitIdle;
    if (function == FUNCTION_QueueSubmit && result == VK_SUCCESS && !fault.callers) fault.pending = true;
    if (waited && result == VK_SUCCESS) fault.pending = false;
    if (waited) fault.unknowable = result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST;
    if (fault.pending && (function == FUNCTION_ResetCommandPool || function == FUNCTION_BeginCommandBuffer ||
                          function == FUNCTION_ResetFences))
        fault.violation = functions[function].name;
}

#define DEFINE(name, parameters, arguments, creates, may) \
    static VKAPI_ATTR VkResult VKAPI_CALL failing_##name parameters { \
        VkResult result_ = next_failure(FUNCTION_##name); \
        if (result_ == VK_SUCCESS) { \
            result_ = real_##name arguments; \
            if (result_ == VK_SUCCESS) fault.live += is_creation(FUNCTION_##name); \
        } else { \
            (void)(creates); \
        } \
        see_call(FUNCTION_##name, result_); \
        return result_; \
    }
FAILING_FUNCTIONS(DEFINE)

#define DEFINE_DESTROYING(name, type, used) \
    static VKAPI_ATTR void VKAPI_CALL watched_##name(VkDevice d, type o, const VkAllocationCallbacks *a) { \
        if (o) fault.live--; \
        if (o && used && fault.pending) fault.violation = "vk" #name; \
        real_##name(d, o, a); \
    }
DESTROYING_FUNCTIONS(DEFINE_DESTROYING)

static VKAPI_ATTR void VKAPI_CALL watched_DestroyDevice(VkDevice d, const VkAllocationCallbacks *a) {
    if (fault.pending) fault.violation = "vkDestroyDevice";
    fault.live--;
    open_device = VK_NULL_HANDLE;
    real_DestroyDevice(d, a);
}

static VKAPI_ATTR void VKAPI_CALL watched_DestroyInstance(VkInstance d, const VkAllocationCallbacks *a) {
    fault.live--;
    real_DestroyInstance(d, a);
}

#define INTERCEPT_AS(prefix, function, get, owner) \
    if (strcmp(name, "vk" #function) == 0) { \
        PFN_vkVoidFunction found = get(owner, name); \
        if (!found) return NULL; \
        real_##function = (PFN_vk##function)found; \
        return (PFN_vkVoidFunction)prefix##_##function; \
    }

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL failing_device_loader(VkDevice device, const char *name) {
    open_device = device;
#define INTERCEPT(function, parameters, arguments, creates, may) \
    INTERCEPT_AS(failing, function, real_device_loader, device)
    FAILING_FUNCTIONS(INTERCEPT)
#undef INTERCEPT
#define INTERCEPT(function, type, used) INTERCEPT_AS(watched, function, real_device_loader, device)
    DESTROYING_FUNCTIONS(INTERCEPT)
#undef INTERCEPT
    INTERCEPT_AS(watched, DestroyDevice, real_device_loader, device)
    return real_device_loader(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL failing_loader(VkInstance instance, const char *name) {
    if (!real_loader) {
        const char *other = getenv("NBL_REAL_VULKAN"); /* where this loader itself is libvulkan.so.1 */
        void *library = dlopen(other ? other : "libvulkan.so.1", RTLD_NOW),
             *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
        if (!symbol) abort();
        memcpy(&real_loader, &symbol, sizeof symbol);
    }
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        real_device_loader = (PFN_vkGetDeviceProcAddr)real_loader(instance, name);
        return (PFN_vkVoidFunction)failing_device_loader;
    }
#define INTERCEPT(function, parameters, arguments, creates, may) INTERCEPT_AS(failing, function, real_loader, instance)
    FAILING_FUNCTIONS(INTERCEPT)
#undef INTERCEPT
    INTERCEPT_AS(watched, DestroyInstance, real_loader, instance)
    return real_loader(instance, name);
}

#endif
