/* nbl-bloom bench: a copy of as many bytes as a pass moves, as many times in a row.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "bench/measuring.h"
#include "bench_job.h"
#include "vulkan/pass.h"

enum {
    COPIES = 40, /* copies in a row between two timestamps; chosen, so that the timestamps' own cost does not count */
    RUNS = 9,    /* runs, whose median counts; chosen */
    BYTES_OF_AN_INVOCATION = 16,
    WORKGROUP = 256 /* both as in shaders/copy.h */
};

struct bench_copy_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_buffer_t buffers[2];
    nbl_vulkan_bindings_t *bindings;
    uint64_t size; /* of each buffer */
};

nbl_result_t bench_copy_create(bench_t *bench, nbl_error_t *error) {
    nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"}};
    nbl_compile_desc_t compile = {
        .file = "shaders/copy.h", .defines = defines, .define_count = 1, .cache = bench->cache};
    nbl_vulkan_kernel_desc_t desc = {.name = "copy", .compile = &compile, .push_constant_bytes = 4};
    bench->copy = calloc(1, sizeof *bench->copy);
    if (!bench->copy) return NBL_ERROR_OUT_OF_MEMORY;
    return nbl_vulkan_kernel_create(bench->device, &desc, &bench->copy->kernel, error);
}

static void free_memory(bench_t *bench) {
    nbl_vulkan_bindings_destroy(bench->copy->bindings);
    bench->copy->bindings = NULL;
    for (int i = 0; i < 2; i++) nbl_vulkan_buffer_destroy(bench->device, &bench->copy->buffers[i]);
    bench->copy->size = 0;
}

static nbl_result_t grow(bench_t *bench, uint64_t size, nbl_error_t *error) {
    bench_copy_t *copy = bench->copy;
    if (size <= copy->size) return NBL_SUCCESS;
    free_memory(bench);
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 2 && !result; i++) {
        nbl_vulkan_buffer_desc_t desc = {.size = size, .name = "copy"};
        result = nbl_vulkan_buffer_create(bench->device, &desc, &copy->buffers[i], error);
    }
    nbl_vulkan_resource_t resources[2] = {{.buffer = copy->buffers[0].handle}, {.buffer = copy->buffers[1].handle}};
    if (!result) result = nbl_vulkan_bindings_create(copy->kernel, resources, "copy", &copy->bindings, error);
    if (!result) copy->size = size;
    return result;
}

nbl_result_t bench_copy_measure(bench_t *bench, uint64_t bytes, double *nanoseconds, nbl_error_t *error) {
    uint32_t count = (uint32_t)((bytes / 2 + BYTES_OF_AN_INVOCATION - 1) / BYTES_OF_AN_INVOCATION);
    nbl_result_t result = grow(bench, (uint64_t)count * BYTES_OF_AN_INVOCATION, error);
    if (!result) result = bench_begin(bench, error);
    if (result) return result;
    VkCommandBuffer buffer = bench->commands.buffer;
    nbl_vulkan_timestamps_record_begin(bench->timestamps, buffer, 0);
    const nbl_vulkan_pass_t pass = {"copy", bench->copy->kernel, bench->copy->bindings, &count,
                                    (count + WORKGROUP - 1) / WORKGROUP};
    for (int i = 0; i < COPIES && !result; i++)
        result = nbl_vulkan_pass_record(bench->device, &pass, buffer, NULL, 0, error);
    nbl_vulkan_timestamps_record_end(bench->timestamps, buffer, 0);
    if (!result) result = bench_submit(bench, error);
    double samples[RUNS];
    for (int run = -RUNS; run < RUNS && !result; run++) {
        double span;
        result = nbl_vulkan_commands_resubmit(bench->device, &bench->commands, error);
        if (!result) result = nbl_vulkan_timestamps_read(bench->timestamps, 0, 1, &span, error);
        if (!result && run >= 0) samples[run] = span / COPIES;
    }
    if (!result) *nanoseconds = bench_median(samples, RUNS);
    return result;
}

void bench_copy_destroy(bench_t *bench) {
    if (!bench->copy) return;
    free_memory(bench);
    nbl_vulkan_kernel_destroy(bench->copy->kernel);
    free(bench->copy);
    bench->copy = NULL;
}
