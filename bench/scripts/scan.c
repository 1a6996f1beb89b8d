/* Scans and reductions as fractions of a copy, on the best device: built and run by bench/scripts/scan.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: scan [LOG2 of the elements, default 28]
 */
#include "nbl-fft/timing.h"
#include "nbl/host/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECE (1u << 20) /* elements that are checked */

enum { RUNS = 20, MOST = 64 };

/* The text of scan_kernel.h travels with the program. */
static const char kernel_text[] =
#include "scan_kernel.inc"
    ;

typedef struct row_t {
    char name[64];
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    nbl_scan_t *scan;
    nbl_scan_binding_t *scan_binding;
    nbl_scan_desc_t desc;
    uint32_t vectors, groups[3], number;
} row_t;

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static row_t rows[MOST];
static uint32_t row_count;

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "scan: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static bool record_row(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    if (row->scan) return nbl_scan_record(row->scan, row->scan_binding, commands, &error) == NBL_SUCCESS;
    return nbl_vulkan_kernel_record(row->kernel, commands, row->bindings, &row->vectors, row->groups, &error) ==
           NBL_SUCCESS;
}

static void add_row(row_t *row, uint64_t bytes) {
    expect(nbl_fft_bench_add_foreign(bench, row->name, record_row, row, bytes, &row->number, &error));
    row_count++;
}

/* lanes: 0 native, 1 shuffles, 2 shuffles after barriers; level 2 only reads */
static void add_kernel(const char *level_name, const char *level, uint32_t lanes, uint32_t trips, uint64_t count) {
    static const char *const names[] = {"native", "shuffles", "shuffles and barriers"};
    row_t *row = &rows[row_count];
    char trips_text[8];
    const nbl_define_t defines[] = {{"SCAN_LEVEL", level},
                                    {"SCAN_TRIPS", trips_text},
                                    {"NBL_UNROLL_LOOPS", "1"},
                                    {"NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE", lanes == 2 ? "1" : "0"},
                                    {"SCAN_NATIVE", "add"}};
    const nbl_compile_desc_t compile = {.file = "scan_kernel.h",
                                        .text = kernel_text,
                                        .defines = defines,
                                        .define_count = lanes == 0 ? 5 : 4,
                                        .mode = NBL_MODE_FAST};
    const nbl_vulkan_kernel_desc_t desc = {.name = "scan", .compile = &compile};
    const nbl_vulkan_resource_t resources[2] = {{.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                                {.buffer = nbl_fft_bench_buffer(bench, 1)->handle}};
    snprintf(trips_text, sizeof trips_text, "%uu", (unsigned)trips);
    snprintf(row->name, sizeof row->name, "%s, %s, %u in a loop", level_name, names[lanes], (unsigned)trips);
    row->vectors = (uint32_t)(count / 4u);
    nbl_vulkan_split_groups((row->vectors + 256u * trips - 1u) / (256u * trips), row->groups);
    expect(nbl_vulkan_kernel_create(device, &desc, &row->kernel, &error));
    expect(nbl_vulkan_bindings_create(row->kernel, resources, "scan", &row->bindings, &error));
    add_row(row, level[0] == '2' ? 4u * count : 8u * count);
}

static void add_scan(const char *name, nbl_scan_desc_t desc, const nbl_vulkan_buffer_t *workspace) {
    row_t *row = &rows[row_count];
    const nbl_scan_resources_t resources = {.source = {.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                            .target = {.buffer = nbl_fft_bench_buffer(bench, 1)->handle},
                                            .workspace = {.buffer = workspace->handle}};
    snprintf(row->name, sizeof row->name, "%s", name);
    row->desc = desc;
    expect(nbl_scan_create(device, &desc, &row->scan, &error));
    expect(nbl_scan_binding_create(row->scan, &resources, &row->scan_binding, &error));
    add_row(row, desc.kind == NBL_SCAN_REDUCE ? 4u * (uint64_t)desc.count : 8u * (uint64_t)desc.count);
}

/* The first elements of a row's result, one of a reduction, against those of `right`, which may be the row's own. */
static const char *check(const row_t *row, const uint32_t *in, uint32_t *out, uint32_t *right, bool keep) {
    const uint32_t bytes = row->scan && row->desc.kind == NBL_SCAN_REDUCE ? 4u : 4u * PIECE;
    expect(nbl_fft_bench_launch(bench, row->number, false, in, out, 4u * PIECE, 2u * PIECE, 2u * PIECE, &error));
    if (keep) memcpy(right, out, bytes);
    return memcmp(out, right, bytes) == 0 ? "" : "  WRONG";
}

/* Tiles of other sizes than the default: of scans in one pass and in three, and of reductions. */
static void add_variants(nbl_scan_desc_t desc, const nbl_vulkan_buffer_t *workspace) {
    static const uint32_t scans[][2] = {{128, 32}, {128, 64}, {256, 16}, {256, 32}, {256, 64},
                                        {512, 8},  {512, 16}, {512, 32}, {1024, 8}, {1024, 16}};
    static const uint32_t sums[][2] = {{128, 128}, {256, 32}, {256, 64}, {256, 256}, {512, 64}, {512, 128}, {1024, 64}};
    const bool reduces = desc.kind == NBL_SCAN_REDUCE;
    for (size_t i = 0; i < (reduces ? sizeof sums / sizeof *sums : sizeof scans / sizeof *scans); i++) {
        const char *what = reduces                                    ? "reduction"
                           : desc.method == NBL_SCAN_METHOD_LOOK_BACK ? "look back"
                                                                      : "three passes";
        char name[64];
        desc.invocations = reduces ? sums[i][0] : scans[i][0];
        if (reduces)
            desc.sum_items = sums[i][1];
        else
            desc.items = scans[i][1];
        snprintf(name, sizeof name, "%s, %u invocations of %u", what, (unsigned)desc.invocations,
                 (unsigned)(reduces ? desc.sum_items : desc.items));
        add_scan(name, desc, workspace);
    }
}

int main(int argc, char **argv) {
    const uint32_t log2 = argc > 1 ? (uint32_t)atoi(argv[1]) : 28u;
    const uint64_t count = 1ull << log2;
    if (log2 < 20u || log2 > 31u) {
        fprintf(stderr, "scan: %s: must be 20 to 31, the log2 of the elements\n", argv[1]);
        return 2;
    }
    nbl_vulkan_buffer_t workspace;
    nbl_fft_timing_t copy_again;
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    expect(nbl_fft_bench_create(device, NULL, 4u * count, RUNS, &bench, &error));
    const nbl_vulkan_buffer_desc_t buffer = {.size = nbl_scan_workspace_bytes((uint32_t)count), .name = "sums"};
    expect(nbl_vulkan_buffer_create(device, &buffer, &workspace, &error));
    for (uint32_t trips = 1; trips <= 8u; trips *= 8u)
        for (uint32_t lanes = 0; lanes < 3u; lanes++) add_kernel("subgroup scan", "0", lanes, trips, count);
    for (uint32_t trips = 1; trips <= 8u; trips *= 8u)
        for (uint32_t lanes = 0; lanes < 3u; lanes++) add_kernel("workgroup scan", "1", lanes, trips, count);
    const uint32_t buffers = row_count;
    add_scan("buffer scan, native", (nbl_scan_desc_t){.lanes = NBL_SCAN_LANES_NATIVE, .count = (uint32_t)count},
             &workspace);
    add_scan("buffer scan, shuffles", (nbl_scan_desc_t){.lanes = NBL_SCAN_LANES_SHUFFLES, .count = (uint32_t)count},
             &workspace);
    add_scan("buffer scan, shuffles and barriers",
             (nbl_scan_desc_t){.lanes = NBL_SCAN_LANES_ORDERED_SHUFFLES, .count = (uint32_t)count}, &workspace);
    add_scan("buffer scan of float32, exact", (nbl_scan_desc_t){.scalar = NBL_SCAN_FLOAT32, .count = (uint32_t)count},
             &workspace);
    add_variants((nbl_scan_desc_t){.method = NBL_SCAN_METHOD_LOOK_BACK, .count = (uint32_t)count}, &workspace);
    add_variants((nbl_scan_desc_t){.method = NBL_SCAN_METHOD_THREE_PASSES, .count = (uint32_t)count}, &workspace);
    const uint32_t reductions = row_count;
    add_scan("reduction, native",
             (nbl_scan_desc_t){.kind = NBL_SCAN_REDUCE, .lanes = NBL_SCAN_LANES_NATIVE, .count = (uint32_t)count},
             &workspace);
    add_scan("reduction, shuffles",
             (nbl_scan_desc_t){.kind = NBL_SCAN_REDUCE, .lanes = NBL_SCAN_LANES_SHUFFLES, .count = (uint32_t)count},
             &workspace);
    add_variants((nbl_scan_desc_t){.kind = NBL_SCAN_REDUCE, .count = (uint32_t)count}, &workspace);
    add_kernel("reads alone", "2", 0, 8, count);
    expect(nbl_fft_bench_run(bench, &copy_again, &error));

    uint32_t *in = malloc(4u * PIECE), *out = malloc(4u * PIECE), *right = malloc(4u * PIECE);
    for (uint32_t i = 0; i < PIECE; i++) in[i] = i * 2654435761u;
    const double copy = nbl_fft_bench_timing(bench, 0).nanoseconds;
    const double reading = nbl_fft_bench_timing(bench, rows[row_count - 1u].number).nanoseconds;
    printf("%llu elements of 4 bytes; a copy takes %.1f us (%.0f GB/s), again %.1f us\n", (unsigned long long)count,
           copy * 1e-3, 8.0 * (double)count / copy, copy_again.nanoseconds * 1e-3);
    for (uint32_t i = 0; i < row_count; i++) {
        const nbl_fft_timing_t timing = nbl_fft_bench_timing(bench, rows[i].number);
        const bool reads = i >= reductions;
        const char *verdict = "";
        if (i != buffers + 3u && i + 1u != row_count) /* float32 has results of its own; reading none */
            verdict = check(&rows[i], in, out, right, i == 0 || i == buffers / 2u || i == buffers || i == reductions);
        printf("%-48s %9.1f us   %.3f of %s%s\n", rows[i].name, timing.nanoseconds * 1e-3,
               (reads ? reading : copy) / timing.nanoseconds, reads ? "reading" : "a copy", verdict);
    }
    for (uint32_t i = 0; i < row_count; i++) {
        nbl_vulkan_bindings_destroy(rows[i].bindings);
        nbl_vulkan_kernel_destroy(rows[i].kernel);
        nbl_scan_binding_destroy(rows[i].scan_binding);
        nbl_scan_destroy(rows[i].scan);
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_buffer_destroy(device, &workspace);
    nbl_vulkan_device_destroy(device);
    free(in);
    free(out);
    free(right);
    return 0;
}
