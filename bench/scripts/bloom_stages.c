/* The start of a bloom, stage by stage: what the device takes, what each pipeline takes in the driver, what the rest does.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   bloom_stages WIDTH HEIGHT KERNEL THREADS [plain]
 *
 * Times are milliseconds since the start of main(). THREADS make the pipelines; 1: the usual one after the other. plain:
 * asks the driver not to optimise, to see how much of its time that is. Calls of the driver are timed by standing between
 * the library and the loader.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/bloom.h"
#include "platform/clock.h"
#include "vulkan/internal.h"

enum { MOST_PIPELINES = 16 };

static PFN_vkGetInstanceProcAddr loader;
static PFN_vkGetDeviceProcAddr of_device;
static PFN_vkCreateInstance create_instance;
static PFN_vkCreateDevice create_device;
static PFN_vkCreateComputePipelines create_pipelines;
static VkPipelineCreateFlags flags;
static double begun;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { double begin, end; } pipelines[MOST_PIPELINES];
static uint32_t pipeline_count;

static double now(void) { return 1e3 * nbl_platform_seconds() - begun; }

static void say(const char *stage, double begin, double end) {
    printf("  %-28s %8.1f ms  (%.1f to %.1f)\n", stage, end - begin, begin, end);
}

static VKAPI_ATTR VkResult VKAPI_CALL timed_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *a,
                                                     VkInstance *instance) {
    double begin = now();
    VkResult vk = create_instance(info, a, instance);
    say("vkCreateInstance", begin, now());
    return vk;
}

static VKAPI_ATTR VkResult VKAPI_CALL timed_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                   const VkAllocationCallbacks *a, VkDevice *device) {
    double begin = now();
    VkResult vk = create_device(physical, info, a, device);
    say("vkCreateDevice", begin, now());
    return vk;
}

static VKAPI_ATTR VkResult VKAPI_CALL timed_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                      const VkComputePipelineCreateInfo *infos,
                                                      const VkAllocationCallbacks *a, VkPipeline *made) {
    VkComputePipelineCreateInfo info = *infos;
    info.flags |= flags;
    double begin = now();
    VkResult vk = create_pipelines(device, cache, count, &info, a, made);
    double end = now();
    pthread_mutex_lock(&lock);
    if (pipeline_count < MOST_PIPELINES) {
        pipelines[pipeline_count].begin = begin;
        pipelines[pipeline_count++].end = end;
    }
    pthread_mutex_unlock(&lock);
    return vk;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_device(VkDevice device, const char *name) {
    PFN_vkVoidFunction found = of_device(device, name);
    if (found == NULL || strcmp(name, "vkCreateComputePipelines") != 0) return found;
    create_pipelines = (PFN_vkCreateComputePipelines)found;
    return (PFN_vkVoidFunction)timed_pipelines;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find(VkInstance instance, const char *name) {
    PFN_vkVoidFunction found = loader(instance, name);
    if (found == NULL) return NULL;
    if (strcmp(name, "vkCreateInstance") == 0) {
        create_instance = (PFN_vkCreateInstance)found;
        return (PFN_vkVoidFunction)timed_instance;
    }
    if (strcmp(name, "vkCreateDevice") == 0) {
        create_device = (PFN_vkCreateDevice)found;
        return (PFN_vkVoidFunction)timed_device;
    }
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
        of_device = (PFN_vkGetDeviceProcAddr)found;
        return (PFN_vkVoidFunction)find_device;
    }
    return found;
}

static void check(nbl_result_t result, const nbl_error_t *error) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "bloom_stages: %s\n", error->text);
    exit(1);
}

static void bloom_once(nbl_vulkan_device_t *device, const nbl_bloom_t *bloom, const nbl_bloom_plan_t *plan) {
    const nbl_bloom_desc_t *d = &plan->desc;
    const uint64_t bytes[6] = {(uint64_t)d->width * d->height * 16,
                               (uint64_t)d->width * d->height * 16,
                               (uint64_t)d->kernel_width * d->kernel_height * 16,
                               plan->workspace_bytes,
                               plan->spectrum_bytes,
                               NBL_BLOOM_SUMS_BYTES};
    nbl_vulkan_buffer_t buffers[6];
    nbl_vulkan_commands_t commands;
    nbl_bloom_binding_t *binding;
    nbl_error_t error;
    double begin = now();
    float *texels = malloc((size_t)bytes[0] + (size_t)bytes[2]);
    if (texels == NULL) exit(1);
    for (size_t i = 0; i < (bytes[0] + bytes[2]) / 4; i++) texels[i] = 0.5f;
    for (int i = 0; i < 6; i++) {
        nbl_vulkan_buffer_desc_t desc = {.size = bytes[i], .bound_in_parts = i == 3};
        check(nbl_vulkan_buffer_create(device, &desc, &buffers[i], &error), &error);
        if (i == 0 || i == 2) check(nbl_vulkan_buffer_upload(device, &buffers[i], 0, texels, bytes[i], &error), &error);
    }
    say("memory and uploads", begin, now());
    begin = now();
    nbl_bloom_resources_t r = {.image = {.buffer = buffers[0].handle},
                               .result = {.buffer = buffers[1].handle},
                               .kernel = {.buffer = buffers[2].handle},
                               .workspace = {.buffer = buffers[3].handle},
                               .spectrum = {.buffer = buffers[4].handle},
                               .sums = {.buffer = buffers[5].handle}};
    check(nbl_bloom_binding_create(bloom, &r, &binding, &error), &error);
    check(nbl_vulkan_commands_create(device, &commands, &error), &error);
    check(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    check(nbl_bloom_record_sums(bloom, binding, commands.buffer, NULL, 0, &error), &error);
    check(nbl_bloom_record_kernel(bloom, binding, commands.buffer, NULL, 0, &error), &error);
    check(nbl_bloom_record_image(bloom, binding, commands.buffer, NULL, NULL, 0, &error), &error);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_HOST);
    check(nbl_vulkan_commands_submit(device, &commands, &error), &error);
    check(nbl_vulkan_buffer_download(device, &buffers[1], 0, texels, bytes[1], &error), &error);
    say("bloom and download", begin, now());
    nbl_bloom_binding_destroy(binding);
    nbl_vulkan_commands_destroy(device, &commands);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    free(texels);
}

int main(int argc, char **argv) {
    begun = now();
    if (argc < 5) return fprintf(stderr, "usage: bloom_stages WIDTH HEIGHT KERNEL THREADS [plain]\n"), 2;
    if (argc > 5) flags = VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_vulkan_device_desc_t open = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device;
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_error_t error;
    printf("%s x %s, kernel %s, %s threads%s\n", argv[1], argv[2], argv[3], argv[4], argc > 5 ? ", not optimised" : "");
    double begin = now();
    loader = nbl_vulkan_find_loader();
    if (loader == NULL) return fprintf(stderr, "bloom_stages: no Vulkan loader\n"), 1;
    open.get_instance_proc_addr = find;
    check(nbl_vulkan_device_create(&open, &device, &error), &error);
    say("device in all", begin, now());
    desc.width = (uint32_t)atoi(argv[1]);
    desc.height = (uint32_t)atoi(argv[2]);
    desc.kernel_width = desc.kernel_height = (uint32_t)atoi(argv[3]);
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.limits = nbl_fft_device_limits(device);
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT,
                                   .unroll = nbl_vulkan_device_get_info(device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU,
                                   .threads = (uint32_t)atoi(argv[4])};
    begin = now();
    check(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    say("plan", begin, now());
    begin = now();
    check(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
    say("modules and pipelines", begin, now());
    for (uint32_t i = 0; i < pipeline_count; i++) say("  a pipeline", pipelines[i].begin, pipelines[i].end);
    bloom_once(device, bloom, &plan);
    begin = now();
    nbl_bloom_destroy(bloom);
    nbl_vulkan_device_destroy(device);
    say("destroyed", begin, now());
    printf("  total %30.1f ms\n", now());
    return 0;
}
