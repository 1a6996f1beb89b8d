/* A Vulkan loader that stands before the real one and writes how long each costly call of a process takes.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   cc -shared -fPIC -Wl,-soname,libvulkan.so.1 -o libvulkan.so.1 driver_times.c
 *   NBL_DRIVER_TIMES=FILE NBL_DRIVER_TIMES_BEGIN=$(date +%s%N) LD_PRELOAD=./libvulkan.so.1 nbl-bloom ...
 *
 * FILE receives a line for each call, when it returned: its name, begin and end in milliseconds since BEGIN. Threads
 * write as they come. NBL_VULKAN_LOADER is the real loader, if it is not at the usual place.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <vulkan/vulkan.h>

/* name, arguments' types and names, arguments */
#define CALLS(F) \
    F(CreateInstance, (const VkInstanceCreateInfo *a, const VkAllocationCallbacks *b, VkInstance *c), (a, b, c)) \
    F(EnumeratePhysicalDevices, (VkInstance a, uint32_t * b, VkPhysicalDevice * c), (a, b, c)) \
    F(CreateDevice, (VkPhysicalDevice a, const VkDeviceCreateInfo *b, const VkAllocationCallbacks *c, VkDevice *d), \
      (a, b, c, d)) \
    F(CreateShaderModule, \
      (VkDevice a, const VkShaderModuleCreateInfo *b, const VkAllocationCallbacks *c, VkShaderModule *d), \
      (a, b, c, d)) \
    F(CreateComputePipelines, \
      (VkDevice a, VkPipelineCache b, uint32_t c, const VkComputePipelineCreateInfo *d, \
       const VkAllocationCallbacks *e, VkPipeline *f), \
      (a, b, c, d, e, f)) \
    F(CreateDescriptorSetLayout, \
      (VkDevice a, const VkDescriptorSetLayoutCreateInfo *b, const VkAllocationCallbacks *c, \
       VkDescriptorSetLayout *d), \
      (a, b, c, d)) \
    F(CreatePipelineLayout, \
      (VkDevice a, const VkPipelineLayoutCreateInfo *b, const VkAllocationCallbacks *c, VkPipelineLayout *d), \
      (a, b, c, d)) \
    F(CreateBuffer, (VkDevice a, const VkBufferCreateInfo *b, const VkAllocationCallbacks *c, VkBuffer *d), \
      (a, b, c, d)) \
    F(AllocateMemory, (VkDevice a, const VkMemoryAllocateInfo *b, const VkAllocationCallbacks *c, VkDeviceMemory *d), \
      (a, b, c, d)) \
    F(BindBufferMemory, (VkDevice a, VkBuffer b, VkDeviceMemory c, VkDeviceSize d), (a, b, c, d)) \
    F(MapMemory, (VkDevice a, VkDeviceMemory b, VkDeviceSize c, VkDeviceSize d, VkMemoryMapFlags e, void **f), \
      (a, b, c, d, e, f)) \
    F(CreateDescriptorPool, \
      (VkDevice a, const VkDescriptorPoolCreateInfo *b, const VkAllocationCallbacks *c, VkDescriptorPool *d), \
      (a, b, c, d)) \
    F(CreateCommandPool, \
      (VkDevice a, const VkCommandPoolCreateInfo *b, const VkAllocationCallbacks *c, VkCommandPool *d), (a, b, c, d)) \
    F(QueueSubmit, (VkQueue a, uint32_t b, const VkSubmitInfo *c, VkFence d), (a, b, c, d)) \
    F(WaitForFences, (VkDevice a, uint32_t b, const VkFence *c, VkBool32 d, uint64_t e), (a, b, c, d, e)) \
    F(DeviceWaitIdle, (VkDevice a), (a))
#define VOID_CALLS(F) \
    F(FreeMemory, (VkDevice a, VkDeviceMemory b, const VkAllocationCallbacks *c), (a, b, c)) \
    F(DestroyPipeline, (VkDevice a, VkPipeline b, const VkAllocationCallbacks *c), (a, b, c)) \
    F(DestroyCommandPool, (VkDevice a, VkCommandPool b, const VkAllocationCallbacks *c), (a, b, c)) \
    F(DestroyDevice, (VkDevice a, const VkAllocationCallbacks *b), (a, b)) \
    F(DestroyInstance, (VkInstance a, const VkAllocationCallbacks *b), (a, b))

static double now(void) {
    static double begun = -1;
    struct timespec t;
    if (begun < 0) begun = getenv("NBL_DRIVER_TIMES_BEGIN") ? 1e-6 * atof(getenv("NBL_DRIVER_TIMES_BEGIN")) : 0;
    clock_gettime(CLOCK_REALTIME, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec - begun;
}

/* One write a line, so that threads' lines stay whole and what was said stays said. */
static void say(const char *what, double begin, double end) {
    static int file = -1;
    const char *path = getenv("NBL_DRIVER_TIMES");
    char line[128];
    if (file < 0) file = path ? open(path, O_CREAT | O_WRONLY | O_APPEND, 0666) : 2;
    int length = snprintf(line, sizeof line, "%-24s %9.2f %9.2f\n", what, begin, end);
    if (write(file, line, (size_t)length) != length) file = 2;
}

static PFN_vkGetInstanceProcAddr real;
static PFN_vkGetDeviceProcAddr real_of_device;

#define POINTER(name, ...) static PFN_vk##name real_##name;
CALLS(POINTER)
VOID_CALLS(POINTER)

#define TIMED(name, types, values) \
    static VKAPI_ATTR VkResult VKAPI_CALL timed_##name types { \
        double begin = now(); \
        VkResult vk = real_##name values; \
        say(#name, begin, now()); \
        return vk; \
    }
#define TIMED_VOID(name, types, values) \
    static VKAPI_ATTR void VKAPI_CALL timed_##name types { \
        double begin = now(); \
        real_##name values; \
        say(#name, begin, now()); \
    }
CALLS(TIMED)
VOID_CALLS(TIMED_VOID)

static PFN_vkVoidFunction stand_between(PFN_vkVoidFunction found, const char *name) {
#define EXCHANGE(call, ...) \
    if (found && strcmp(name, "vk" #call) == 0) { \
        real_##call = (PFN_vk##call)found; \
        return (PFN_vkVoidFunction)timed_##call; \
    }
    CALLS(EXCHANGE)
    VOID_CALLS(EXCHANGE)
    return found;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_of_device(VkDevice device, const char *name) {
    return stand_between(real_of_device(device, name), name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance, const char *name) {
    if (!real) {
        const char *path = getenv("NBL_VULKAN_LOADER");
        double begin = now();
        void *loader = dlopen(path ? path : "/usr/lib/x86_64-linux-gnu/libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
        void *symbol = loader ? dlsym(loader, "vkGetInstanceProcAddr") : NULL;
        if (!symbol) return NULL;
        memcpy(&real, &symbol, sizeof real);
        say("dlopen", begin, now());
    }
    PFN_vkVoidFunction found = real(instance, name);
    if (!found || strcmp(name, "vkGetDeviceProcAddr") != 0) return stand_between(found, name);
    real_of_device = (PFN_vkGetDeviceProcAddr)found;
    return (PFN_vkVoidFunction)find_of_device;
}

__attribute__((constructor)) static void begin(void) { say("(process)", 0, now()); }
__attribute__((destructor)) static void end(void) {
    double at = now();
    say("(exit)", at, at);
}
