/* A kernel is exchanged while frames are in flight: two at a time, each of another extent, from a sampled sRGB image,
 * with the validation layer silent and the emulator's bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/bloom.h"
#include "tests/validation/validated.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 26, HEIGHT = 19, KERNEL = 6, FRAMES = 8, SLOTS = 2, EXCHANGED = 4, RESULT_BYTES = WIDTH * HEIGHT * 8 };

/* What a convolution kernel leaves: a spectrum of its own, and bindings to it for every slot. */
typedef struct loaded_t {
    float texels[KERNEL * KERNEL * 4];
    nbl_vulkan_buffer_t kernel, workspace, spectrum, sums;
    nbl_bloom_binding_t *load, *slots[SLOTS];
    nbl_vulkan_commands_t commands;
} loaded_t;

typedef struct loop_t {
    nbl_vulkan_device_t *device;
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_vulkan_image_t source;
    nbl_vulkan_buffer_t results[SLOTS], workspaces[SLOTS];
    nbl_vulkan_commands_t slots[SLOTS];
    loaded_t kernels[2];
    unsigned char image[WIDTH * HEIGHT * 4];
} loop_t;

static nbl_vulkan_buffer_t buffer_of(const loop_t *loop, uint64_t size, nbl_vulkan_memory_t memory) {
    nbl_vulkan_buffer_t buffer;
    expect(nbl_vulkan_buffer_create(loop->device, &(nbl_vulkan_buffer_desc_t){.size = size, .memory = memory}, &buffer,
                                    &error));
    return buffer;
}

/* Begins commands that see what the host and transfers wrote. */
static VkCommandBuffer begin(loop_t *loop, nbl_vulkan_commands_t *commands) {
    expect(nbl_vulkan_commands_begin(loop->device, commands, &error));
    nbl_vulkan_record_barrier(loop->device, commands->buffer, NBL_VULKAN_STAGE_HOST | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    return commands->buffer;
}

/* Ends and submits them, and does not wait. */
static void submit(loop_t *loop, nbl_vulkan_commands_t *commands) {
    VkDevice device = nbl_vulkan_device_get_handle(loop->device);
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands->buffer};
    nbl_vulkan_record_barrier(loop->device, commands->buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_HOST);
    ck_assert_int_eq(vkEndCommandBuffer(commands->buffer), VK_SUCCESS);
    ck_assert_int_eq(vkResetFences(device, 1, &commands->fence), VK_SUCCESS);
    ck_assert_int_eq(vkQueueSubmit(nbl_vulkan_device_get_queue(loop->device), 1, &info, commands->fence), VK_SUCCESS);
}

static void wait_for(loop_t *loop, const nbl_vulkan_commands_t *commands) {
    VkDevice device = nbl_vulkan_device_get_handle(loop->device);
    ck_assert_int_eq(vkWaitForFences(device, 1, &commands->fence, VK_TRUE, UINT64_MAX), VK_SUCCESS);
}

/* Memory and bindings of a kernel; its sums are on their way when this returns. */
static void load_sums(loop_t *loop, loaded_t *k, uint32_t period) {
    for (size_t i = 0; i < sizeof k->texels / sizeof *k->texels; i++) k->texels[i] = 1.0f / (float)(1 + i % period);
    k->kernel = buffer_of(loop, sizeof k->texels, NBL_VULKAN_MEMORY_UPLOAD);
    k->workspace = buffer_of(loop, loop->plan.workspace_bytes, NBL_VULKAN_MEMORY_DEVICE);
    k->spectrum = buffer_of(loop, loop->plan.spectrum_bytes, NBL_VULKAN_MEMORY_DEVICE);
    k->sums = buffer_of(loop, NBL_BLOOM_SUMS_BYTES, NBL_VULKAN_MEMORY_READBACK);
    memcpy(k->kernel.mapped, k->texels, sizeof k->texels);
    nbl_bloom_resources_t resources = {.image = {.view = loop->source.view, .format = loop->source.format},
                                       .result = {.buffer = loop->results[0].handle},
                                       .kernel = {.buffer = k->kernel.handle},
                                       .workspace = {.buffer = k->workspace.handle},
                                       .spectrum = {.buffer = k->spectrum.handle},
                                       .sums = {.buffer = k->sums.handle}};
    resources.image.layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    expect(nbl_bloom_binding_create(loop->bloom, &resources, &k->load, &error));
    resources.kernel.buffer = VK_NULL_HANDLE;
    for (int i = 0; i < SLOTS; i++) {
        resources.result.buffer = loop->results[i].handle;
        resources.workspace.buffer = loop->workspaces[i].handle;
        expect(nbl_bloom_binding_create(loop->bloom, &resources, &k->slots[i], &error));
    }
    expect(nbl_vulkan_commands_create(loop->device, &k->commands, &error));
    expect(nbl_bloom_record_sums(loop->bloom, k->load, begin(loop, &k->commands), NULL, 0, &error));
    submit(loop, &k->commands);
}

static void load_spectrum(loop_t *loop, loaded_t *k) {
    wait_for(loop, &k->commands);
    expect(nbl_bloom_check_sums(&loop->plan, k->sums.mapped, &error));
    expect(nbl_bloom_record_kernel(loop->bloom, k->load, begin(loop, &k->commands), NULL, 0, &error));
    submit(loop, &k->commands);
}

static nbl_bloom_frame_t frame_of(uint32_t number) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.width = WIDTH - 3 * (number % 5);
    frame.height = HEIGHT - 2 * (number % 3);
    frame.row_pitch = WIDTH;
    frame.sharpening = 0.1f * (float)(number % 4);
    return frame;
}

/* The emulator's texels of a frame, which a slot's buffer must have. */
static void check_frame(loop_t *loop, uint32_t number) {
    const loaded_t *k = &loop->kernels[number >= EXCHANGED];
    _Alignas(16) static unsigned char image[WIDTH * HEIGHT * 4], result[RESULT_BYTES];
    _Alignas(16) static float kernel[KERNEL * KERNEL * 4], sums[NBL_BLOOM_SUMS];
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    memcpy(image, loop->image, sizeof image);
    memcpy(kernel, k->texels, sizeof kernel);
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.sums = sums;
    emulation.workspace = aligned_alloc(64, (loop->plan.workspace_bytes + 63) / 64 * 64);
    emulation.spectrum = aligned_alloc(64, (loop->plan.spectrum_bytes + 63) / 64 * 64);
    emulation.frame = frame_of(number);
    expect(nbl_bloom_emulate(&loop->plan, &emulation, 0, NBL_BLOOM_PASSES - 1, NULL, &error));
    for (uint32_t y = 0; y < emulation.frame.height; y++)
        ck_assert_msg(memcmp(result + 8 * y * WIDTH, (char *)loop->results[number % SLOTS].mapped + 8 * y * WIDTH,
                             8 * emulation.frame.width) == 0,
                      "frame %u, row %u", number, y);
    free(emulation.workspace);
    free(emulation.spectrum);
}

static void open_loop(loop_t *loop) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = WIDTH;
    desc.height = HEIGHT;
    desc.kernel_width = desc.kernel_height = KERNEL;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.source_format = NBL_BLOOM_FORMAT_SRGB8;
    desc.target_format = NBL_BLOOM_FORMAT_RGBA16F;
    desc.ladder = true;
    desc.limits = nbl_fft_device_limits(loop->device);
    expect(nbl_bloom_plan_make(&desc, &loop->plan, &error));
    nbl_bloom_vulkan_desc_t how = {.source_is_sampled = true};
    expect(nbl_bloom_create(loop->device, &loop->plan, &how, &loop->bloom, &error));
    nbl_vulkan_image_desc_t image = {.width = WIDTH, .height = HEIGHT, .format = VK_FORMAT_R8G8B8A8_UNORM};
    expect(nbl_vulkan_image_create(loop->device, &image, &loop->source, &error));
    for (size_t i = 0; i < sizeof loop->image; i++) loop->image[i] = (unsigned char)(37 * i + i / 11);
    expect(nbl_vulkan_image_upload(loop->device, &loop->source, loop->image, VK_IMAGE_LAYOUT_UNDEFINED,
                                   VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, &error));
    for (int i = 0; i < SLOTS; i++) {
        loop->results[i] = buffer_of(loop, RESULT_BYTES, NBL_VULKAN_MEMORY_READBACK);
        loop->workspaces[i] = buffer_of(loop, loop->plan.workspace_bytes, NBL_VULKAN_MEMORY_DEVICE);
        expect(nbl_vulkan_commands_create(loop->device, &loop->slots[i], &error));
    }
}

static void close_loop(loop_t *loop) {
    for (int i = 0; i < 2; i++) {
        loaded_t *k = &loop->kernels[i];
        wait_for(loop, &k->commands);
        nbl_bloom_binding_destroy(k->load);
        for (int s = 0; s < SLOTS; s++) nbl_bloom_binding_destroy(k->slots[s]);
        nbl_vulkan_commands_destroy(loop->device, &k->commands);
        nbl_vulkan_buffer_t *buffers[] = {&k->kernel, &k->workspace, &k->spectrum, &k->sums};
        for (int b = 0; b < 4; b++) nbl_vulkan_buffer_destroy(loop->device, buffers[b]);
    }
    for (int i = 0; i < SLOTS; i++) {
        nbl_vulkan_commands_destroy(loop->device, &loop->slots[i]);
        nbl_vulkan_buffer_destroy(loop->device, &loop->results[i]);
        nbl_vulkan_buffer_destroy(loop->device, &loop->workspaces[i]);
    }
    nbl_vulkan_image_destroy(loop->device, &loop->source);
    nbl_bloom_destroy(loop->bloom);
}

/* _i: the driver */
START_TEST(kernel_exchanged_in_flight) {
    static loop_t loop;
    loop.device = open_validated((test_driver_t)_i);
    if (loop.device == NULL) return;
    open_loop(&loop);
    load_sums(&loop, &loop.kernels[0], 9);
    load_spectrum(&loop, &loop.kernels[0]);
    for (uint32_t number = 0; number < FRAMES + SLOTS; number++) {
        nbl_vulkan_commands_t *slot = &loop.slots[number % SLOTS];
        if (number >= SLOTS) {
            wait_for(&loop, slot); /* the other slot's frame still runs */
            check_frame(&loop, number - SLOTS);
        }
        if (number == EXCHANGED - 2) load_sums(&loop, &loop.kernels[1], 5);
        if (number == EXCHANGED) load_spectrum(&loop, &loop.kernels[1]);
        if (number >= FRAMES) continue;
        nbl_bloom_frame_t frame = frame_of(number);
        nbl_bloom_binding_t *binding = loop.kernels[number >= EXCHANGED].slots[number % SLOTS];
        expect(nbl_bloom_record_image(loop.bloom, binding, begin(&loop, slot), &frame, NULL, 0, &error));
        submit(&loop, slot);
    }
    close_loop(&loop);
    ck_assert_msg(messages(loop.device) == 0, "%s", first_message);
    nbl_vulkan_device_destroy(loop.device);
    ck_assert_msg(first_message[0] == '\0', "at the end: %s", first_message);
    printf("%d frames, two in flight, the kernel exchanged before frame %d: silent, 0 bytes differ, %s\n", FRAMES,
           EXCHANGED, test_driver_name((test_driver_t)_i));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("validation loop");
    TCase *tests = tcase_create("loop");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, kernel_exchanged_in_flight, 0, 2);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
