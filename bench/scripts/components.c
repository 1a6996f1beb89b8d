/* Elements of several complex numbers on the best device, as fractions of a copy: built and run by
 * bench/scripts/components.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: components [LOG2 of the complex numbers, default 26 [LENGTH of the transforms: 256, 1024 or 1536 alone]]
 */
#define NBL_FFT_NAME short_row
#define NBL_FFT_LENGTH 256
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"
#define NBL_FFT_NAME middle_row
#define NBL_FFT_LENGTH 1024
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"
#define NBL_FFT_NAME long_row
#define NBL_FFT_LENGTH 1536
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"

#include "nbl-fft/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PIECE (3u << 17) /* complex numbers that are checked: a multiple of every length and count of components */

enum { RUNS = 20, LENGTHS = 3, WAYS = 3, COMPONENTS = 3 };

/* The text of components_kernel.h travels with the program. */
static const char kernel_text[] =
#include "components_kernel.inc"
    ;

typedef struct row_t {
    char name[64];
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    uint32_t ffts, groups[3], number;
} row_t;

static const struct {
    uint32_t length, ffts;
} shapes[LENGTHS] = {
    {256, short_row_ffts_per_workgroup}, {1024, middle_row_ffts_per_workgroup}, {1536, long_row_ffts_per_workgroup}};
static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static row_t rows[LENGTHS][COMPONENTS][WAYS];

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "components: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static bool record_row(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    return nbl_vulkan_kernel_record(row->kernel, commands, row->bindings, &row->ffts, row->groups, &error) ==
           NBL_SUCCESS;
}

static void add(row_t *row, uint32_t shape, uint32_t components, uint32_t way, uint64_t count) {
    static const char *const names[] = {"a transform each", "one after the other", "together"};
    char numbers[3][16];
    const nbl_define_t defines[] = {{"ROW_LENGTH", numbers[0]},
                                    {"ROW_COMPONENTS", numbers[1]},
                                    {"ROW_WAY", numbers[2]},
                                    {"NBL_UNROLL_LOOPS", "1"},
                                    {"NBL_SUBGROUP_OPERATIONS", "0"}};
    const nbl_compile_desc_t compile = {.file = "components_kernel.h",
                                        .text = kernel_text,
                                        .defines = defines,
                                        .define_count = 5,
                                        .mode = NBL_MODE_FAST};
    const nbl_vulkan_kernel_desc_t desc = {.name = "components", .compile = &compile};
    const nbl_vulkan_resource_t resources[2] = {{.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                                {.buffer = nbl_fft_bench_buffer(bench, 1)->handle}};
    const uint32_t transforms = (uint32_t)(count / shapes[shape].length / components * components);
    snprintf(numbers[0], sizeof numbers[0], "%u", shapes[shape].length);
    snprintf(numbers[1], sizeof numbers[1], "%u", components);
    snprintf(numbers[2], sizeof numbers[2], "%u", way);
    snprintf(row->name, sizeof row->name, "%4u, %u components, %s", shapes[shape].length, components, names[way]);
    row->ffts = way == 0 ? transforms : transforms / components;
    nbl_vulkan_split_groups((row->ffts + shapes[shape].ffts - 1u) / shapes[shape].ffts, row->groups);
    const nbl_result_t result = nbl_vulkan_kernel_create(device, &desc, &row->kernel, &error);
    if (result == NBL_ERROR_LIMIT) {
        printf("%-44s skipped: %s\n", row->name, error.text);
        return;
    }
    expect(result);
    expect(nbl_vulkan_bindings_create(row->kernel, resources, "components", &row->bindings, &error));
    expect(nbl_fft_bench_add_foreign(bench, row->name, record_row, row,
                                     16u * (uint64_t)transforms * shapes[shape].length, &row->number, &error));
}

int main(int argc, char **argv) {
    const uint32_t log2 = argc > 1 ? (uint32_t)atoi(argv[1]) : 26u;
    const uint32_t alone = argc > 2 ? (uint32_t)atoi(argv[2]) : 0u;
    const uint64_t count = 1ull << log2;
    nbl_fft_timing_t copy_again;
    if (log2 < 20u || log2 > 29u) {
        fprintf(stderr, "components: %s: must be 20 to 29, the log2 of the complex numbers\n", argv[1]);
        return 2;
    }
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    expect(nbl_fft_bench_create(device, NULL, 8u * count, RUNS, &bench, &error));
    for (uint32_t s = 0; s < LENGTHS; s++)
        for (uint32_t c = 0; (alone == 0u || alone == shapes[s].length) && c < COMPONENTS; c++)
            for (uint32_t way = 0; way < WAYS; way++) add(&rows[s][c][way], s, c + 2u, way, count);
    expect(nbl_fft_bench_run(bench, &copy_again, &error));

    float *in = malloc(8u * PIECE), *out = malloc(8u * PIECE), *right = malloc(8u * PIECE);
    for (uint32_t i = 0; i < 2u * PIECE; i++) in[i] = (float)(i * 2654435761u >> 16) / 65536.0f - 0.5f;
    const double copy = nbl_fft_bench_timing(bench, 0).nanoseconds;
    printf("%llu complex numbers of float32; a copy takes %.1f us (%.0f GB/s), again %.1f us\n",
           (unsigned long long)count, copy * 1e-3, 16.0 * (double)count / copy, copy_again.nanoseconds * 1e-3);
    for (uint32_t s = 0; s < LENGTHS; s++)
        for (uint32_t c = 0; c < COMPONENTS; c++)
            for (uint32_t way = 0; way < WAYS; way++) {
                row_t *row = &rows[s][c][way];
                if (row->kernel == NULL) continue;
                const double taken = nbl_fft_bench_timing(bench, row->number).nanoseconds;
                expect(nbl_fft_bench_launch(bench, row->number, false, in, out, 8u * PIECE, 2u * PIECE, 2u * PIECE,
                                            &error));
                if (way == 0) memcpy(right, out, 8u * PIECE);
                printf("%-44s %9.1f us   %.3f of a copy%s\n", row->name, taken * 1e-3, copy / taken,
                       memcmp(out, right, 8u * PIECE) == 0 ? "" : "  OTHER BITS");
                nbl_vulkan_bindings_destroy(row->bindings);
                nbl_vulkan_kernel_destroy(row->kernel);
            }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    free(in);
    free(out);
    free(right);
    return 0;
}
