/* An engine blooms its frames on its own device: its instance, its queue, its command buffers, two frames in flight.
 * SPDX-License-Identifier: Apache-2.0
 *
 * It shows what the bloom promises: it submits nothing, allocates nothing while it records, and keeps the kernel's
 * spectrum from frame to frame. At the end the emulator computes on the CPU which bits the last frame must have. */
#include "nbl/host/bloom.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 48, KERNEL = 9, FRAMES = 6, IN_FLIGHT = 2, PIXELS = WIDTH * HEIGHT };

static nbl_error_t error;

static void check(bool done, const char *what) {
    if (done) return;
    fprintf(stderr, "engine: %s: %s\n", what, error.text);
    exit(1);
}

/* ---- the engine's own */

typedef struct engine_t {
    VkInstance instance;
    VkPhysicalDevice gpu;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkCommandPool pool;
    VkCommandBuffer commands[IN_FLIGHT];
    VkFence fences[IN_FLIGHT];
} engine_t;

static void engine_start(engine_t *engine) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    check(vkCreateInstance(&instance, NULL, &engine->instance) == VK_SUCCESS, "instance");
    uint32_t one = 1, families = 16;
    check(vkEnumeratePhysicalDevices(engine->instance, &one, &engine->gpu) >= 0 && one == 1, "physical device");
    VkQueueFamilyProperties properties[16];
    vkGetPhysicalDeviceQueueFamilyProperties(engine->gpu, &families, properties);
    while (engine->family < families && !(properties[engine->family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        engine->family++;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = engine->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo device = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    check(vkCreateDevice(engine->gpu, &device, NULL, &engine->device) == VK_SUCCESS, "device");
    vkGetDeviceQueue(engine->device, engine->family, 0, &engine->queue);
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = engine->family};
    check(vkCreateCommandPool(engine->device, &pool, NULL, &engine->pool) == VK_SUCCESS, "command pool");
    VkCommandBufferAllocateInfo buffers = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = engine->pool,
                                           .commandBufferCount = IN_FLIGHT};
    check(vkAllocateCommandBuffers(engine->device, &buffers, engine->commands) == VK_SUCCESS, "command buffers");
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = VK_FENCE_CREATE_SIGNALED_BIT};
    for (int i = 0; i < IN_FLIGHT; i++)
        check(vkCreateFence(engine->device, &fence, NULL, &engine->fences[i]) == VK_SUCCESS, "fence");
}

static VkCommandBuffer engine_begin(engine_t *engine, int slot) {
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkWaitForFences(engine->device, 1, &engine->fences[slot], VK_TRUE, UINT64_MAX);
    vkResetFences(engine->device, 1, &engine->fences[slot]);
    check(vkBeginCommandBuffer(engine->commands[slot], &begin) == VK_SUCCESS, "begin");
    return engine->commands[slot];
}

static void engine_end(engine_t *engine, int slot) {
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &engine->commands[slot]};
    vkEndCommandBuffer(engine->commands[slot]);
    check(vkQueueSubmit(engine->queue, 1, &submit, engine->fences[slot]) == VK_SUCCESS, "submit");
}

static void engine_stop(engine_t *engine) {
    for (int i = 0; i < IN_FLIGHT; i++) vkDestroyFence(engine->device, engine->fences[i], NULL);
    vkDestroyCommandPool(engine->device, engine->pool, NULL);
    vkDestroyDevice(engine->device, NULL);
    vkDestroyInstance(engine->instance, NULL);
}

/* ---- the bloom in its frame loop */

static nbl_vulkan_buffer_t buffer_of(nbl_vulkan_device_t *device, uint64_t size, const void *data) {
    nbl_vulkan_buffer_t buffer;
    nbl_vulkan_buffer_desc_t desc = {.size = size};
    check(nbl_vulkan_buffer_create(device, &desc, &buffer, &error) == NBL_SUCCESS, "buffer");
    if (data != NULL) check(nbl_vulkan_buffer_upload(device, &buffer, 0, data, size, &error) == NBL_SUCCESS, "upload");
    return buffer;
}

static void emulate(const nbl_bloom_plan_t *plan, const float *image, const float *kernel, nbl_bloom_frame_t frame,
                    float *result) {
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = malloc(plan->workspace_bytes);
    emulation.spectrum = malloc(plan->spectrum_bytes);
    emulation.sums = calloc(NBL_BLOOM_SUMS_BYTES, 1);
    emulation.frame = frame;
    check(nbl_bloom_emulate(plan, &emulation, 0, NBL_BLOOM_PASSES - 1, NULL, &error) == NBL_SUCCESS, "emulator");
    free(emulation.workspace);
    free(emulation.spectrum);
    free(emulation.sums);
}

int main(void) {
    static float image[PIXELS * 4], kernel[KERNEL * KERNEL * 4], result[PIXELS * 4], expected[PIXELS * 4];
    srand(7);
    for (int i = 0; i < PIXELS * 4; i++) image[i] = (float)rand() / (float)RAND_MAX * (i % 97 == 0 ? 50.0f : 1.0f);
    for (int i = 0; i < KERNEL * KERNEL * 4; i++)
        kernel[i] = 1.0f / (float)(1 + abs(i / 4 % KERNEL - 4) + abs(i / 4 / KERNEL - 4));

    engine_t engine = {0};
    engine_start(&engine);
    nbl_vulkan_borrowed_t ours = {.instance = engine.instance,
                                  .physical_device = engine.gpu,
                                  .device = engine.device,
                                  .queue = engine.queue,
                                  .queue_family = engine.family};
    nbl_vulkan_device_desc_t borrowed = nbl_vulkan_device_desc_init();
    borrowed.borrowed = &ours;
    borrowed.get_instance_proc_addr = vkGetInstanceProcAddr;
    nbl_vulkan_device_t *device;
    check(nbl_vulkan_device_create(&borrowed, &device, &error) == NBL_SUCCESS, "nbl");

    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = WIDTH;
    desc.height = HEIGHT;
    desc.kernel_width = desc.kernel_height = KERNEL;
    desc.combine = NBL_BLOOM_COMBINE_MIX;
    desc.limits = nbl_fft_device_limits(device);
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    check(nbl_bloom_plan_make(&desc, &plan, &error) == NBL_SUCCESS, "plan");
    check(nbl_bloom_create(device, &plan, &how, &bloom, &error) == NBL_SUCCESS, "bloom");

    nbl_vulkan_buffer_t source = buffer_of(device, sizeof image, image), psf = buffer_of(device, sizeof kernel, kernel);
    nbl_vulkan_buffer_t spectrum = buffer_of(device, plan.spectrum_bytes, NULL);
    nbl_vulkan_buffer_t sums = buffer_of(device, NBL_BLOOM_SUMS_BYTES, NULL), targets[IN_FLIGHT], spaces[IN_FLIGHT];
    nbl_bloom_binding_t *bindings[IN_FLIGHT];
    for (int i = 0; i < IN_FLIGHT; i++) {
        targets[i] = buffer_of(device, sizeof result, NULL);
        spaces[i] = buffer_of(device, plan.workspace_bytes, NULL);
        nbl_bloom_resources_t resources = {.image.buffer = source.handle,
                                           .result.buffer = targets[i].handle,
                                           .kernel.buffer = psf.handle,
                                           .workspace.buffer = spaces[i].handle,
                                           .spectrum.buffer = spectrum.handle,
                                           .sums.buffer = sums.handle};
        check(nbl_bloom_binding_create(bloom, &resources, &bindings[i], &error) == NBL_SUCCESS, "binding");
    }
    VkCommandBuffer commands = engine_begin(&engine, 0); /* the kernel's spectrum, computed once */
    check(nbl_bloom_record_sums(bloom, bindings[0], commands, NULL, 0, &error) == NBL_SUCCESS, "sums");
    check(nbl_bloom_record_kernel(bloom, bindings[0], commands, NULL, 0, &error) == NBL_SUCCESS, "kernel");
    engine_end(&engine, 0);

    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    for (int number = 0; number < FRAMES; number++) {
        int slot = number % IN_FLIGHT;
        commands = engine_begin(&engine, slot);
        frame.intensity = 0.1f * (float)number; /* a frame's parameters change without new pipelines */
        check(nbl_bloom_record_image(bloom, bindings[slot], commands, &frame, NULL, 0, &error) == NBL_SUCCESS, "frame");
        engine_end(&engine, slot);
    }
    vkQueueWaitIdle(engine.queue);
    check(nbl_vulkan_buffer_download(device, &targets[(FRAMES - 1) % IN_FLIGHT], 0, result, sizeof result, &error) ==
              NBL_SUCCESS,
          "download");
    emulate(&plan, image, kernel, frame, expected);
    int differing = 0;
    for (int i = 0; i < PIXELS * 4; i++) differing += memcmp(&result[i], &expected[i], 4) != 0;
    printf("%d frames of %dx%d on a device of the engine's: %d of %d numbers differ from the CPU's\n", FRAMES, WIDTH,
           HEIGHT, differing, PIXELS * 4);

    for (int i = 0; i < IN_FLIGHT; i++) {
        nbl_bloom_binding_destroy(bindings[i]);
        nbl_vulkan_buffer_destroy(device, &targets[i]);
        nbl_vulkan_buffer_destroy(device, &spaces[i]);
    }
    nbl_vulkan_buffer_t *others[] = {&source, &psf, &spectrum, &sums};
    for (int i = 0; i < 4; i++) nbl_vulkan_buffer_destroy(device, others[i]);
    nbl_bloom_destroy(bloom);
    nbl_vulkan_device_destroy(device);
    engine_stop(&engine);
    return differing != 0;
}
