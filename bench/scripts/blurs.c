/* Times the blurs beside the bloom: many images in one command buffer, warm, medians; us per image and per pass.
 * SPDX-License-Identifier: Apache-2.0
 *
 * blurs [exact] [WIDTHxHEIGHT]   best device; a table on standard output
 */
#include "bench/measuring.h"
#include "nbl/host/blur.h"
#include "platform/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGES = 20, RUNS = 15, SPANS = NBL_BLUR_MAX_PASSES };
#define WARM_UP_SECONDS 0.3

static nbl_error_t error;
#define EXPECT(call) \
    if ((call) != NBL_SUCCESS) { \
        fprintf(stderr, "%s: %s\n", #call, error.text); \
        exit(1); \
    }

typedef struct bench_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
    nbl_mode_t mode;
} bench_t;

static nbl_vulkan_buffer_t make_buffer(const bench_t *bench, uint64_t bytes, bool filled) {
    nbl_vulkan_buffer_t buffer;
    nbl_vulkan_buffer_desc_t desc = {.size = bytes, .memory = NBL_VULKAN_MEMORY_DEVICE, .name = "blurs"};
    EXPECT(nbl_vulkan_buffer_create(bench->device, &desc, &buffer, &error));
    float *texels = filled ? malloc((size_t)bytes) : NULL;
    uint32_t random = 1;
    for (uint64_t i = 0; filled && i < bytes / 4; i++) {
        random = random * 1664525u + 1013904223u;
        texels[i] = (float)(random >> 8) / 16777216.0f;
    }
    if (filled) EXPECT(nbl_vulkan_buffer_upload(bench->device, &buffer, 0, texels, bytes, &error));
    free(texels);
    return buffer;
}

/* Microseconds per image, or of each pass of one image. */
static void measure(const bench_t *bench, const nbl_blur_t *blur, const nbl_blur_binding_t *binding, uint32_t passes,
                    bool by_pass, double *result) {
    nbl_vulkan_commands_t commands = bench->commands;
    static double spans[SPANS], samples[SPANS][RUNS];
    const uint32_t count = by_pass ? passes : 1u;
    EXPECT(nbl_vulkan_commands_begin(bench->device, &commands, &error));
    nbl_vulkan_timestamps_record_reset(bench->timestamps, commands.buffer);
    if (!by_pass) nbl_vulkan_timestamps_record_begin(bench->timestamps, commands.buffer, 0);
    for (int i = 0; i < IMAGES; i++) {
        const bool timed = by_pass && i + 1 == IMAGES;
        EXPECT(nbl_blur_record(blur, binding, commands.buffer, NULL, timed ? bench->timestamps : NULL, 0, &error));
    }
    if (!by_pass) nbl_vulkan_timestamps_record_end(bench->timestamps, commands.buffer, 0);
    EXPECT(nbl_vulkan_commands_submit(bench->device, &commands, &error));
    for (double begin = nbl_platform_seconds(); nbl_platform_seconds() - begin < WARM_UP_SECONDS;)
        EXPECT(nbl_vulkan_commands_resubmit(bench->device, &commands, &error));
    for (int run = 0; run < RUNS; run++) {
        EXPECT(nbl_vulkan_commands_resubmit(bench->device, &commands, &error));
        EXPECT(nbl_vulkan_timestamps_read(bench->timestamps, 0, count, spans, &error));
        for (uint32_t p = 0; p < count; p++) samples[p][run] = spans[p] * 1e-3 / (by_pass ? 1 : IMAGES);
    }
    for (uint32_t p = 0; p < count; p++) result[p] = bench_median(samples[p], RUNS);
}

static void run(const bench_t *bench, const char *name, const nbl_blur_desc_t *desc) {
    nbl_blur_plan_t plan;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    const bool cpu = nbl_vulkan_device_get_info(bench->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const nbl_blur_vulkan_desc_t how = {
        .mode = bench->mode, .cache = bench->cache, .optimize = cpu ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL};
    if (nbl_blur_plan_make(desc, &plan, &error) != NBL_SUCCESS) {
        printf("%-34s %s\n", name, error.text);
        return;
    }
    const uint64_t bytes = (uint64_t)desc->width * desc->height * 16u;
    nbl_vulkan_buffer_t image = make_buffer(bench, bytes, true), result = make_buffer(bench, bytes, false),
                        workspace = make_buffer(bench, plan.workspace_bytes, false);
    const nbl_blur_resources_t resources = {
        {.buffer = image.handle}, {.buffer = result.handle}, {.buffer = workspace.handle}};
    double begin = nbl_platform_seconds(), whole, passes[SPANS];
    EXPECT(nbl_blur_create(bench->device, &plan, &how, &blur, &error));
    const double created = nbl_platform_seconds() - begin;
    EXPECT(nbl_blur_binding_create(blur, &resources, &binding, &error));
    measure(bench, blur, binding, plan.pass_count, false, &whole);
    measure(bench, blur, binding, plan.pass_count, true, passes);
    printf("%4ux%-4u %-24s %8.1f us   create %.2f s   passes", desc->width, desc->height, name, whole, created);
    for (uint32_t p = 0; p < plan.pass_count; p++) printf(" %.1f", passes[p]);
    printf("\n");
    fflush(stdout);
    nbl_blur_binding_destroy(binding);
    nbl_blur_destroy(blur);
    nbl_vulkan_buffer_destroy(bench->device, &image);
    nbl_vulkan_buffer_destroy(bench->device, &result);
    nbl_vulkan_buffer_destroy(bench->device, &workspace);
}

int main(int argc, char **argv) {
    uint32_t sizes[3][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}}, count = 3;
    if (argc > 1 && sscanf(argv[argc - 1], "%5ux%5u", &sizes[0][0], &sizes[0][1]) == 2) count = 1;
    bench_t bench = {.mode = argc > 1 && strcmp(argv[1], "exact") == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST};
    nbl_vulkan_device_desc_t device = nbl_vulkan_device_desc_init();
    EXPECT(nbl_vulkan_device_create(&device, &bench.device, &error));
    EXPECT(nbl_vulkan_commands_create(bench.device, &bench.commands, &error));
    EXPECT(nbl_vulkan_timestamps_create(bench.device, SPANS, &bench.timestamps, &error));
    if (nbl_cache_create(NULL, &bench.cache, NULL) != NBL_SUCCESS) bench.cache = NULL;
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(bench.device);
    printf("%s, %s mode, RGBA float32, %d images in a row\n", info->name, bench.mode ? "fast" : "exact", IMAGES);
    const uint32_t most = nbl_fft_device_limits(bench.device).max_shared_bytes;
    for (uint32_t i = 0; i < count; i++) {
        nbl_blur_desc_t desc = {.width = sizes[i][0], .height = sizes[i][1], .max_shared_bytes = most};
        run(&bench, "dual filter, 6 levels", &desc);
        desc.levels = 8;
        run(&bench, "dual filter, 8 levels", &desc);
        desc.method = NBL_BLUR_PREFIX_SUM;
        desc.wrap = NBL_BLUR_WRAP_CLAMP;
        run(&bench, "prefix sum, sigma 16", &desc);
        desc.sigma = 64.0f;
        run(&bench, "prefix sum, sigma 64", &desc);
        desc.boxes = 1;
        run(&bench, "prefix sum, one box", &desc);
        desc.boxes = 3;
        desc.wrap = NBL_BLUR_WRAP_MIRROR;
        run(&bench, "prefix sum, mirror", &desc);
    }
    nbl_vulkan_timestamps_destroy(bench.timestamps);
    nbl_vulkan_commands_destroy(bench.device, &bench.commands);
    nbl_cache_destroy(bench.cache);
    nbl_vulkan_device_destroy(bench.device);
    return 0;
}
