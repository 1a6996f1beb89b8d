/* Times the last step of the bloom at low resolution for every block of texels that an invocation may write.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   low_blocks [WIDTH HEIGHT KERNEL [fast]]   (1280 720 256, both modes)
 *
 * Prints a line for each block: times of the last pass and of all five, and whether the result has the same bits as
 * with one texel an invocation. The other four passes are the same for every block: if their times differ, the device's
 * clock has changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/bloom_low.h"

enum { RUNS = 30, WARM_RUNS = 10 };

static nbl_vulkan_device_t *device;
static nbl_error_t error;

static void expect(nbl_result_t result, const char *what) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "low_blocks: %s: %s\n", what, error.text);
    exit(1);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Numbers of 0.25 to 2. */
static void draw(float *texels, uint64_t count) {
    uint32_t random = 1;
    for (uint64_t k = 0; k < count; k++) {
        random = random * 1664525u + 1013904223u;
        texels[k] = 0.25f + 1.75f * (float)(random >> 8) / 16777216.0f;
    }
}

static void create_buffer(nbl_vulkan_buffer_t *buffer, uint64_t bytes, const char *name) {
    const nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = name, .bound_in_parts = true};
    expect(nbl_vulkan_buffer_create(device, &desc, buffer, &error), name);
}

/* The last pass by blocks of one size. */
static void set_block(nbl_bloom_low_plan_t *plan, uint32_t columns, uint32_t rows) {
    nbl_bloom_low_pass_t *pass = &plan->passes[NBL_BLOOM_LOW_UP];
    const uint64_t across = (plan->desc.bloom.width + 8u * columns - 1u) / (8u * columns),
                   down = (plan->desc.bloom.height + 8u * rows - 1u) / (8u * rows);
    pass->parameters.columns = columns;
    pass->parameters.rows = rows;
    pass->workgroups = across * down;
}

/* Nanoseconds of the last pass and of all, medians. */
static void time_passes(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding, double median[2]) {
    static double samples[2][RUNS];
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
    expect(nbl_vulkan_commands_create(device, &commands, &error), "commands");
    expect(nbl_vulkan_timestamps_create(device, NBL_BLOOM_LOW_PASSES, &timestamps, &error), "timestamps");
    expect(nbl_vulkan_commands_begin(device, &commands, &error), "commands");
    expect(nbl_bloom_low_record_kernel(low, binding, commands.buffer, &error), "kernel");
    expect(nbl_vulkan_commands_submit(device, &commands, &error), "kernel");
    expect(nbl_vulkan_commands_begin(device, &commands, &error), "commands");
    nbl_vulkan_timestamps_record_reset(timestamps, commands.buffer);
    expect(nbl_bloom_low_record_image(low, binding, commands.buffer, NULL, timestamps, 0, &error), "image");
    expect(nbl_vulkan_commands_submit(device, &commands, &error), "image");
    for (int run = -WARM_RUNS; run < RUNS; run++) {
        double spans[NBL_BLOOM_LOW_PASSES];
        expect(nbl_vulkan_commands_resubmit(device, &commands, &error), "image");
        expect(nbl_vulkan_timestamps_read(timestamps, 0, NBL_BLOOM_LOW_PASSES, spans, &error), "timestamps");
        if (run < 0) continue;
        samples[0][run] = spans[NBL_BLOOM_LOW_PASSES - 1];
        samples[1][run] = 0;
        for (int i = 0; i < NBL_BLOOM_LOW_PASSES; i++) samples[1][run] += spans[i];
    }
    for (int i = 0; i < 2; i++) {
        qsort(samples[i], RUNS, sizeof samples[i][0], compare_doubles);
        median[i] = samples[i][RUNS / 2];
    }
    nbl_vulkan_timestamps_destroy(timestamps);
    nbl_vulkan_commands_destroy(device, &commands);
}

static void time_block(nbl_bloom_low_plan_t *plan, const nbl_bloom_low_resources_t *resources,
                       const nbl_vulkan_buffer_t *target, nbl_mode_t mode, uint32_t columns, uint32_t rows,
                       char *first_result) {
    const uint64_t bytes = 16u * (uint64_t)plan->desc.bloom.width * plan->desc.bloom.height;
    const nbl_bloom_vulkan_desc_t desc = {.mode = mode, .unroll = true};
    double median[2];
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *binding;
    set_block(plan, columns, rows);
    expect(nbl_bloom_low_create(device, plan, &desc, &low, &error), "kernels");
    expect(nbl_bloom_low_binding_create(low, resources, &binding, &error), "binding");
    time_passes(low, binding, median);
    char *result = malloc((size_t)bytes);
    expect(nbl_vulkan_buffer_download(device, target, 0, result, bytes, &error), "result");
    if (columns == 1 && rows == 1) memcpy(first_result, result, (size_t)bytes);
    printf("%s, factor %u, core %u, block %u x %u: last pass %.1f us, all %.1f us, bits %s\n",
           mode == NBL_MODE_FAST ? "fast" : "exact", plan->desc.factor, plan->desc.core_radius, columns, rows,
           median[0] / 1e3, median[1] / 1e3, memcmp(first_result, result, (size_t)bytes) == 0 ? "equal" : "differ");
    free(result);
    nbl_bloom_low_binding_destroy(binding);
    nbl_bloom_low_destroy(low);
}

static void time_plan(const nbl_bloom_low_desc_t *desc, nbl_mode_t mode) {
    nbl_bloom_low_plan_t plan;
    nbl_vulkan_buffer_t image, workspace, target;
    expect(nbl_bloom_low_plan_make(desc, &plan, &error), "plan");
    const uint64_t texels = (uint64_t)plan.desc.bloom.width * plan.desc.bloom.height,
                   taps = (uint64_t)plan.desc.bloom.kernel_width * plan.desc.bloom.kernel_height;
    float *values = malloc(16u * (size_t)(texels > taps ? texels : taps));
    char *parts = malloc((size_t)plan.kernel_bytes), *first_result = malloc(16u * (size_t)texels);
    create_buffer(&image, 16u * texels, "image");
    create_buffer(&workspace, plan.workspace_bytes, "workspace");
    create_buffer(&target, 16u * texels, "result");
    draw(values, 4u * taps);
    expect(nbl_bloom_low_split(&plan, values, parts, &error), "kernel");
    expect(nbl_vulkan_buffer_upload(device, &workspace, 0, parts, plan.kernel_bytes, &error), "kernel");
    draw(values, 4u * texels);
    expect(nbl_vulkan_buffer_upload(device, &image, 0, values, 16u * texels, &error), "image");
    const nbl_bloom_low_resources_t resources = {.image = {.buffer = image.handle},
                                                 .result = {.buffer = target.handle},
                                                 .workspace = {.buffer = workspace.handle}};
    for (uint32_t columns = 1; columns <= NBL_BLOOM_LOW_MOST; columns *= 2)
        for (uint32_t rows = 1; rows <= NBL_BLOOM_LOW_MOST; rows *= 2)
            time_block(&plan, &resources, &target, mode, columns, rows, first_result);
    nbl_vulkan_buffer_destroy(device, &image);
    nbl_vulkan_buffer_destroy(device, &workspace);
    nbl_vulkan_buffer_destroy(device, &target);
    free(values);
    free(parts);
    free(first_result);
}

int main(int argc, char **argv) {
    static const uint32_t cores[][2] = {{2, 6}, {2, 2}, {4, 8}, {4, 4}};
    nbl_vulkan_device_desc_t device_desc = nbl_vulkan_device_desc_init();
    setvbuf(stdout, NULL, _IOLBF, 0);
    expect(nbl_vulkan_device_create(&device_desc, &device, &error), "device");
    for (int mode = 0; mode < (argc > 4 ? 1 : 2); mode++)
        for (size_t i = 0; i < sizeof cores / sizeof *cores; i++) {
            nbl_bloom_low_desc_t desc = {
                .bloom = nbl_bloom_desc_init(), .factor = cores[i][0], .core_radius = cores[i][1]};
            desc.bloom.width = argc > 3 ? (uint32_t)atoi(argv[1]) : 1280u;
            desc.bloom.height = argc > 3 ? (uint32_t)atoi(argv[2]) : 720u;
            desc.bloom.kernel_width = desc.bloom.kernel_height = argc > 3 ? (uint32_t)atoi(argv[3]) : 256u;
            desc.bloom.limits = nbl_fft_device_limits(device);
            time_plan(&desc, mode == 0 ? NBL_MODE_FAST : NBL_MODE_EXACT);
        }
    nbl_vulkan_device_destroy(device);
    return 0;
}
