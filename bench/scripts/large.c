/* Transforms of several passes on the best device, as fractions of a copy: built and run by bench/scripts/large.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: large [LOG2 of the complex numbers, default 27]
 */
#define TWO_PASSES
#define ROW_LENGTH 32768
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 65536
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 100000
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 262144
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 1000000
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 1048576
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 4194304
#include "bench/scripts/large_passes.h"
#undef TWO_PASSES
#define ROW_LENGTH 16777216
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 67108864
#include "bench/scripts/large_passes.h"

#include "nbl-fft/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 15, MOST_PASSES = 3, MODES = 2, FREQUENCIES = 3 };

/* The text of large_kernel.h travels with the program. */
static const char kernel_text[] =
#include "large_kernel.inc"
    ;

typedef struct pass_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    uint32_t groups[3];
} pass_t;

typedef struct row_t {
    char name[64];
    uint32_t passes, rows, number;
    pass_t pass[MOST_PASSES];
} row_t;

#define SIZES(length, pass) \
    { row_##length##_##pass##_lines, row_##length##_##pass##_ffts_per_workgroup, row_##length##_##pass##_signal_length }
#define TWO(length) \
    { \
        length, 2, { SIZES(length, 1), SIZES(length, 2) } \
    }
#define THREE(length) \
    { \
        length, 3, { SIZES(length, 1), SIZES(length, 2), SIZES(length, 3) } \
    }
static const struct {
    uint32_t length, passes;
    struct {
        uint32_t lines, lines_of_a_workgroup, points;
    } pass[MOST_PASSES];
} shapes[] = {TWO(32768),   TWO(65536),   TWO(100000),     TWO(262144),    TWO(1000000),
              TWO(1048576), TWO(4194304), THREE(16777216), THREE(67108864)};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static row_t rows[SHAPES][MODES];

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "large: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static bool record_row(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    for (uint32_t p = 0; p < row->passes; p++) {
        if (p > 0) nbl_vulkan_record_barrier(device, commands, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
        if (nbl_vulkan_kernel_record(row->pass[p].kernel, commands, row->pass[p].bindings, &row->rows,
                                     row->pass[p].groups, &error) != NBL_SUCCESS)
            return false;
    }
    return true;
}

static void add(row_t *row, uint32_t shape, int mode, uint64_t count) {
    const nbl_vulkan_resource_t resources[2] = {{.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                                {.buffer = nbl_fft_bench_buffer(bench, 1)->handle}};
    row->passes = shapes[shape].passes;
    row->rows = (uint32_t)(count / shapes[shape].length);
    if (row->rows == 0) return;
    int length = snprintf(row->name, sizeof row->name, "%9u = %u", shapes[shape].length, shapes[shape].pass[0].points);
    for (uint32_t p = 1; p < row->passes; p++)
        length +=
            snprintf(row->name + length, sizeof row->name - (size_t)length, " x %u", shapes[shape].pass[p].points);
    for (uint32_t p = 0; p < row->passes; p++) {
        char numbers[2][16];
        const nbl_define_t defines[] = {{"ROW_LENGTH", numbers[0]},
                                        {"ROW_PASS", numbers[1]},
                                        {"NBL_UNROLL_LOOPS", "1"},
                                        {"NBL_SUBGROUP_OPERATIONS", "0"}};
        const nbl_compile_desc_t compile = {.file = "large_kernel.h",
                                            .text = kernel_text,
                                            .defines = defines,
                                            .define_count = 4,
                                            .mode = mode == 0 ? NBL_MODE_FAST : NBL_MODE_EXACT};
        const nbl_vulkan_kernel_desc_t desc = {.name = row->name, .compile = &compile};
        snprintf(numbers[0], sizeof numbers[0], "%u", shapes[shape].length);
        snprintf(numbers[1], sizeof numbers[1], "%u", p + 1u);
        const uint32_t lines = row->rows * shapes[shape].pass[p].lines,
                       each = shapes[shape].pass[p].lines_of_a_workgroup;
        nbl_vulkan_split_groups((lines + each - 1u) / each, row->pass[p].groups);
        expect(nbl_vulkan_kernel_create(device, &desc, &row->pass[p].kernel, &error));
        expect(nbl_vulkan_bindings_create(row->pass[p].kernel, resources, row->name, &row->pass[p].bindings, &error));
    }
    expect(nbl_fft_bench_add_foreign(bench, row->name, record_row, row,
                                     16u * (uint64_t)row->rows * shapes[shape].length, &row->number, &error));
}

/* The error at some frequencies of the first transform, by the definition. */
static double error_of(const row_t *row, uint32_t length) {
    float *in = malloc(8u * (size_t)length), *out = malloc(8u * (size_t)length);
    uint32_t state = 1;
    for (uint32_t i = 0; i < 2u * length; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        in[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
    }
    expect(nbl_fft_bench_launch(bench, row->number, false, in, out, 8u * (uint64_t)length, 2u * length, 2u * length,
                                &error));
    double difference = 0, energy = 0;
    for (uint32_t s = 0; s < FREQUENCIES; s++) {
        const uint64_t f = s * 2654435761u % length;
        const double turn = -6.283185307179586476925 / length;
        double real = 0, imag = 0;
        for (uint32_t n = 0; n < length; n++) {
            const double angle = turn * (double)(f * n % length), c = cos(angle), w = sin(angle);
            real += (double)in[2 * n] * c - (double)in[2 * n + 1] * w;
            imag += (double)in[2 * n] * w + (double)in[2 * n + 1] * c;
        }
        difference += pow((double)out[2 * f] - real, 2) + pow((double)out[2 * f + 1] - imag, 2);
        energy += real * real + imag * imag;
    }
    free(in);
    free(out);
    return sqrt(difference / energy);
}

int main(int argc, char **argv) {
    const uint32_t log2 = argc > 1 ? (uint32_t)atoi(argv[1]) : 27u;
    const uint64_t count = 1ull << log2;
    nbl_fft_timing_t copy_again;
    if (log2 < 16u || log2 > 29u) {
        fprintf(stderr, "large: %s: must be 16 to 29, the log2 of the complex numbers\n", argv[1]);
        return 2;
    }
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    expect(nbl_fft_bench_create(device, NULL, 8u * count, RUNS, &bench, &error));
    for (uint32_t s = 0; s < SHAPES; s++)
        for (int mode = 0; mode < MODES; mode++) add(&rows[s][mode], s, mode, count);
    expect(nbl_fft_bench_run(bench, &copy_again, &error));
    const double copy = nbl_fft_bench_timing(bench, 0).nanoseconds;
    printf("%llu complex numbers of float32; a copy takes %.1f us (%.0f GB/s), again %.1f us\n",
           (unsigned long long)count, copy * 1e-3, 16.0 * (double)count / copy, copy_again.nanoseconds * 1e-3);
    for (uint32_t s = 0; s < SHAPES; s++) {
        for (int mode = 0; mode < MODES; mode++) {
            row_t *row = &rows[s][mode];
            if (row->rows == 0) continue;
            const double taken = nbl_fft_bench_timing(bench, row->number).nanoseconds;
            const double part = (double)((uint64_t)row->rows * shapes[s].length) / (double)count;
            printf("%-30s %-5s %10.1f us   %.3f of a copy   error %.2e\n", row->name, mode == 0 ? "fast" : "exact",
                   taken * 1e-3, copy * part / taken, error_of(row, shapes[s].length));
            fflush(stdout);
            for (uint32_t p = 0; p < row->passes; p++) {
                nbl_vulkan_bindings_destroy(row->pass[p].bindings);
                nbl_vulkan_kernel_destroy(row->pass[p].kernel);
            }
        }
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return 0;
}
