/* Frame after frame on a device: sizes change at random, kernels are exchanged, two frames are in flight. Prints a hash
 * for each size and kernel, and fails if one changes or memory grows.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   soak_frames FRAMES SEED CACHE-FOLDER [EVERY]   EVERY: frames from one resize to the next on average; 100
 *
 * Every size and kernel is met before anything is measured: each size has code of its own in the driver. Where a bloom
 * has been let go, before the next is made, the library must hold as many bytes and the device as many objects as the
 * first time: exactly. The process as a whole, driver and all, may grow by 1 %.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "nbl/fft/parameters.h"
#include "nbl/host/bloom.h"
#include "tests/faults/failing_loader.h" /* nothing is to fail: it counts objects, and sees what is destroyed in use */
#include "tests/faults/own_blocks.h"

enum { SIZES = 4, KERNELS = 3, SPECTRA = 2, FRAMES_IN_FLIGHT = 2, MOST_SIDE = 48, KERNEL_SIDE = 5, SAMPLES = 1000 };
static const uint32_t sides[SIZES][2] = {{16, 16}, {31, 20}, {48, 27}, {24, 48}};

typedef struct frame_t {
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t image, result, workspace;
    nbl_bloom_binding_t *bindings[SPECTRA];
    bool under_way;
    int size, kernel; /* that it was recorded with */
} frame_t;

typedef struct soak_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    frame_t frames[FRAMES_IN_FLIGHT];
    nbl_vulkan_buffer_t kernel, spectra[SPECTRA], sums;
    nbl_vulkan_commands_t commands;
    int size, current, kernels[SPECTRA]; /* current spectrum; the kernel that each holds */
    uint64_t hashes[SIZES][KERNELS], random;
    long bytes, blocks, objects; /* of the library, and of the device, without a bloom; -1: not known yet */
    PFN_vkQueueSubmit submit;
    PFN_vkWaitForFences wait;
    PFN_vkResetFences reset;
    PFN_vkEndCommandBuffer end;
} soak_t;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "soak_frames: %s: %s\n", what, why);
    exit(1);
}

#define CHECK(call) \
    do { \
        nbl_error_t error = {""}; \
        if ((call) != NBL_SUCCESS) stop(#call, error.text); \
    } while (0)

static uint32_t below(soak_t *s, uint32_t bound) {
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->random >> 33) % bound);
}

static nbl_vulkan_buffer_t make_buffer(soak_t *s, uint64_t bytes) {
    nbl_vulkan_buffer_t buffer;
    nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = "soak"};
    CHECK(nbl_vulkan_buffer_create(s->device, &desc, &buffer, &error));
    return buffer;
}

static uint64_t texel_bytes(const soak_t *s) { return 16u * (uint64_t)sides[s->size][0] * sides[s->size][1]; }

/* Waits for a frame of before and compares its result with all others of that size and kernel. */
static void finish_frame(soak_t *s, frame_t *frame) {
    static unsigned char texels[16 * MOST_SIDE * MOST_SIDE];
    uint64_t hash = 1469598103934665603u, *known = &s->hashes[frame->size][frame->kernel];
    if (!frame->under_way) return;
    VkDevice device = nbl_vulkan_device_get_handle(s->device);
    if (s->wait(device, 1, &frame->commands.fence, VK_TRUE, UINT64_MAX) != VK_SUCCESS) stop("frame", "wait failed");
    s->reset(device, 1, &frame->commands.fence);
    frame->under_way = false;
    CHECK(nbl_vulkan_buffer_download(s->device, &frame->result, 0, texels, texel_bytes(s), &error));
    for (uint64_t i = 0; i < texel_bytes(s); i++) hash = (hash ^ texels[i]) * 1099511628211u;
    if (*known == 0) printf("%d %d %016llx\n", frame->size, frame->kernel, (unsigned long long)hash);
    if (*known != 0 && *known != hash) stop("frame", "another result for the same size and kernel");
    *known = hash;
}

/* Transforms another kernel into a spectrum that no frame under way reads. */
static void exchange_kernel(soak_t *s, int spectrum, int number) {
    float texels[KERNEL_SIDE * KERNEL_SIDE * 4], sums[NBL_BLOOM_SUMS];
    for (int i = 0; i < KERNEL_SIDE * KERNEL_SIDE * 4; i++) texels[i] = (float)((i * (number + 3)) % 7) + 0.5f;
    CHECK(nbl_vulkan_buffer_upload(s->device, &s->kernel, 0, texels, sizeof texels, &error));
    for (int part = 0; part < 2; part++) {
        CHECK(nbl_vulkan_commands_begin(s->device, &s->commands, &error));
        nbl_vulkan_record_barrier(s->device, s->commands.buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                                  NBL_VULKAN_STAGE_COMPUTE);
        CHECK((part == 0 ? nbl_bloom_record_sums : nbl_bloom_record_kernel)(s->bloom, s->frames[0].bindings[spectrum],
                                                                            s->commands.buffer, NULL, 0, &error));
        CHECK(nbl_vulkan_commands_submit(s->device, &s->commands, &error));
        if (part == 0) {
            CHECK(nbl_vulkan_buffer_download(s->device, &s->sums, 0, sums, sizeof sums, &error));
            CHECK(nbl_bloom_check_sums(&s->plan, sums, &error));
        }
    }
    s->kernels[spectrum] = number;
    s->current = spectrum;
}

static void release(soak_t *s) {
    for (int f = 0; f < FRAMES_IN_FLIGHT; f++) {
        finish_frame(s, &s->frames[f]);
        for (int i = 0; i < SPECTRA; i++) nbl_bloom_binding_destroy(s->frames[f].bindings[i]);
        nbl_vulkan_buffer_destroy(s->device, &s->frames[f].image);
        nbl_vulkan_buffer_destroy(s->device, &s->frames[f].result);
        nbl_vulkan_buffer_destroy(s->device, &s->frames[f].workspace);
        nbl_vulkan_commands_destroy(s->device, &s->frames[f].commands);
    }
    for (int i = 0; i < SPECTRA; i++) nbl_vulkan_buffer_destroy(s->device, &s->spectra[i]);
    nbl_bloom_destroy(s->bloom);
    long bytes = atomic_load(&own_bytes), blocks = atomic_load(&own_blocks);
    if (s->bytes >= 0 && (bytes != s->bytes || blocks != s->blocks)) stop("memory", "the library holds more or less");
    if (s->bytes >= 0 && fault.live != s->objects) stop("objects", "the device has more or fewer");
    if (fault.violation) stop(fault.violation, "called with what is in use");
    s->bytes = bytes;
    s->blocks = blocks;
    s->objects = fault.live;
}

static void resize(soak_t *s, int size) {
    static float texels[4 * MOST_SIDE * MOST_SIDE];
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_vulkan_desc_t vulkan = {.cache = s->cache};
    s->size = size;
    desc.width = sides[size][0];
    desc.height = sides[size][1];
    desc.kernel_width = desc.kernel_height = KERNEL_SIDE;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.limits = nbl_fft_device_limits(s->device);
    CHECK(nbl_bloom_plan_make(&desc, &s->plan, &error));
    CHECK(nbl_bloom_create(s->device, &s->plan, &vulkan, &s->bloom, &error));
    for (int i = 0; i < 4 * MOST_SIDE * MOST_SIDE; i++) texels[i] = (float)(i % 251) / 16.0f;
    for (int i = 0; i < SPECTRA; i++) s->spectra[i] = make_buffer(s, s->plan.spectrum_bytes);
    for (int f = 0; f < FRAMES_IN_FLIGHT; f++) {
        frame_t *frame = &s->frames[f];
        frame->image = make_buffer(s, texel_bytes(s));
        frame->result = make_buffer(s, texel_bytes(s));
        frame->workspace = make_buffer(s, s->plan.workspace_bytes);
        CHECK(nbl_vulkan_buffer_upload(s->device, &frame->image, 0, texels, texel_bytes(s), &error));
        CHECK(nbl_vulkan_commands_create(s->device, &frame->commands, &error));
        for (int i = 0; i < SPECTRA; i++) {
            nbl_bloom_resources_t resources = {.image.buffer = frame->image.handle,
                                               .result.buffer = frame->result.handle,
                                               .kernel.buffer = s->kernel.handle,
                                               .workspace.buffer = frame->workspace.handle,
                                               .spectrum.buffer = s->spectra[i].handle,
                                               .sums.buffer = s->sums.handle};
            CHECK(nbl_bloom_binding_create(s->bloom, &resources, &frame->bindings[i], &error));
        }
    }
    exchange_kernel(s, 0, (int)below(s, KERNELS));
}

static void run_frame(soak_t *s, frame_t *frame) {
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO};
    finish_frame(s, frame);
    frame->size = s->size;
    frame->kernel = s->kernels[s->current];
    CHECK(nbl_vulkan_commands_begin(s->device, &frame->commands, &error));
    nbl_vulkan_record_barrier(s->device, frame->commands.buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    CHECK(nbl_bloom_record_image(s->bloom, frame->bindings[s->current], frame->commands.buffer,
                                 &(nbl_bloom_frame_t){.sharpening = 0.25f, .intensity = 1.0f}, NULL, 0, &error));
    nbl_vulkan_record_barrier(s->device, frame->commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    info.commandBufferCount = 1;
    info.pCommandBuffers = &frame->commands.buffer;
    if (s->end(frame->commands.buffer) != VK_SUCCESS) stop("frame", "cannot be recorded");
    fault.callers = true;
    if (s->submit(nbl_vulkan_device_get_queue(s->device), 1, &info, frame->commands.fence) != VK_SUCCESS)
        stop("frame", "cannot be submitted");
    fault.callers = false;
    frame->under_way = true;
}

/* KiB that the process has in memory. */
static long resident(void) {
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2) stop("/proc/self/statm", "cannot be read");
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void load(soak_t *s) {
    PFN_vkGetInstanceProcAddr loader = nbl_vulkan_device_get_loader(s->device);
    VkInstance instance = nbl_vulkan_device_get_instance(s->device);
    s->submit = (PFN_vkQueueSubmit)loader(instance, "vkQueueSubmit");
    s->wait = (PFN_vkWaitForFences)loader(instance, "vkWaitForFences");
    s->reset = (PFN_vkResetFences)loader(instance, "vkResetFences");
    s->end = (PFN_vkEndCommandBuffer)loader(instance, "vkEndCommandBuffer");
}

/* Another kernel, into the spectrum that the frames under way do not read: the others are waited for. */
static void exchange_in_flight(soak_t *s, int number) {
    int other = !s->current;
    for (int f = 0; f < FRAMES_IN_FLIGHT; f++)
        if (s->frames[f].under_way && s->frames[f].kernel == s->kernels[other]) finish_frame(s, &s->frames[f]);
    exchange_kernel(s, other, number);
}

/* Twice: what a driver makes once for all is there by then. */
static void meet_all(soak_t *s) {
    for (int i = 0; i < 2 * SIZES; i++) {
        if (i > 0) {
            release(s);
            resize(s, i % SIZES);
        }
        for (int number = 0; number < KERNELS; number++) {
            exchange_in_flight(s, number);
            run_frame(s, &s->frames[number % FRAMES_IN_FLIGHT]);
        }
    }
}

static int compare(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static long median(long *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

int main(int argc, char **argv) {
    static soak_t s = {.bytes = -1};
    static long samples[SAMPLES];
    long frames = argc >= 4 ? atol(argv[1]) : 0, every = argc >= 5 ? atol(argv[4]) : 100, resizes = 0, exchanges = 0;
    if (frames < SAMPLES || every < 1) stop("usage", "soak_frames FRAMES SEED CACHE-FOLDER [EVERY]");
    nbl_cache_desc_t folder = {argv[3]};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    s.random = (uint64_t)atoll(argv[2]);
    desc.get_instance_proc_addr = failing_loader;
    CHECK(nbl_vulkan_device_create(&desc, &s.device, &error));
    CHECK(nbl_cache_create(&folder, &s.cache, &error));
    load(&s);
    CHECK(nbl_vulkan_commands_create(s.device, &s.commands, &error));
    s.kernel = make_buffer(&s, KERNEL_SIDE * KERNEL_SIDE * 16);
    s.sums = make_buffer(&s, NBL_BLOOM_SUMS_BYTES);
    resize(&s, 0);
    meet_all(&s);
    for (long i = 0; i < frames; i++) {
        run_frame(&s, &s.frames[i % FRAMES_IN_FLIGHT]);
        if (below(&s, 10) == 0) {
            exchange_in_flight(&s, (int)below(&s, KERNELS));
            exchanges++;
        }
        if (below(&s, (uint32_t)every) == 0) {
            release(&s);
            resize(&s, (int)below(&s, SIZES));
            resizes++;
        }
        samples[i * SAMPLES / frames] = resident();
    }
    release(&s);
    long early = median(samples, SAMPLES / 3), late = median(samples + 2 * SAMPLES / 3, SAMPLES / 3);
    fprintf(
        stderr,
        "%ld frames, %ld resizes, %ld kernels exchanged; the library's own: %ld bytes in %ld blocks, and %ld Vulkan "
        "objects, after each; resident: median of the first third %ld KiB, of the last %ld KiB, %+.2f %%\n",
        frames, resizes, exchanges, s.bytes, s.blocks, s.objects, early, late,
        100.0 * (double)(late - early) / (double)early);
    nbl_vulkan_commands_destroy(s.device, &s.commands);
    nbl_vulkan_buffer_destroy(s.device, &s.kernel);
    nbl_vulkan_buffer_destroy(s.device, &s.sums);
    nbl_cache_destroy(s.cache);
    nbl_vulkan_device_destroy(s.device);
    return (double)late <= 1.01 * (double)early ? 0 : 1;
}
