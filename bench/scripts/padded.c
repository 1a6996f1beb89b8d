/* What zeros behind an array's elements save on the best device: built and run by bench/scripts/padded.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: padded RUNS SIZES of SIZES ...    padded 9 2048x2048 of 4096x4096: given, and transformed
 *
 * Complex float32, fast mode, from one buffer to another: first the whole array, then an array of the same size whose
 * first part alone is read; zeros stand for the rest.
 */
#include "nbl-fft/timing.h"
#include "nbl/host/fft_vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { UNTIMED = 100 };

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static bool unroll; /* not on a software driver, which would build for minutes */

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "padded: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

/* Reads 4096x4096; returns the rank. */
static uint32_t read_sizes(const char *text, uint64_t *sizes) {
    uint32_t rank = 0;
    while (rank < 3 && *text != '\0') {
        char *end;
        sizes[rank++] = strtoull(text, &end, 10);
        text = *end == 'x' ? end + 1 : end;
    }
    return rank;
}

typedef struct row_t {
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
} row_t;

static bool record(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    return nbl_fft_record(row->fft, row->binding, commands, NULL, 0, &error) == NBL_SUCCESS;
}

/* Copies for two seconds: after a pause in which the driver compiles a GPU is slow for that long. */
static void warm_up(void) {
    const time_t begin = time(NULL);
    while (unroll && time(NULL) - begin < 2) expect(nbl_fft_bench_time(bench, 0, UNTIMED, &error));
}

static double time_of(const nbl_fft_problem_t *desc, uint64_t bytes) {
    nbl_fft_problem_t problem = *desc;
    row_t row;
    nbl_vulkan_buffer_t work = {0};
    uint32_t number;
    problem.mode = NBL_MODE_FAST;
    problem.unroll = unroll;
    expect(nbl_fft_make_vulkan(device, &problem, &row.fft, &error));
    const nbl_vulkan_buffer_desc_t of_work = {.size = nbl_fft_get_bytes(row.fft).workspace, .bound_in_parts = true};
    if (of_work.size != 0) expect(nbl_vulkan_buffer_create(device, &of_work, &work, &error));
    const nbl_vulkan_resource_t from = {.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                to = {.buffer = nbl_fft_bench_buffer(bench, 1)->handle},
                                workspace = {.buffer = work.handle};
    expect(nbl_fft_bind(row.fft, &from, &to, &workspace, &row.binding, &error));
    expect(nbl_fft_bench_add_foreign(bench, "padded", record, &row, 2 * bytes, &number, &error));
    warm_up();
    expect(nbl_fft_bench_time(bench, number, UNTIMED, &error));
    const double microseconds = nbl_fft_bench_timing(bench, number).nanoseconds * 1e-3;
    nbl_fft_bench_clear(bench, number);
    nbl_fft_binding_destroy(row.binding);
    nbl_fft_destroy(row.fft);
    nbl_vulkan_buffer_destroy(device, &work);
    return microseconds;
}

int main(int argc, char **argv) {
    if (argc < 5 || (argc - 2) % 3 != 0) return fprintf(stderr, "padded: RUNS SIZES of SIZES ...\n"), 2;
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    unroll = nbl_vulkan_device_get_info(device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    for (int i = 2; i < argc; i += 3) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        uint64_t bytes = 8;
        desc.rank = read_sizes(argv[i + 2], desc.sizes);
        for (uint32_t d = 0; d < desc.rank; d++) bytes *= desc.sizes[d];
        expect(nbl_fft_bench_create(device, NULL, bytes, (uint32_t)atoi(argv[1]), &bench, &error));
        const double whole = time_of(&desc, bytes);
        if (read_sizes(argv[i], desc.given) != desc.rank) expect(NBL_ERROR_ARGUMENT);
        const double given = time_of(&desc, bytes);
        printf("%s of %s: %.1f us, all of it %.1f us, %.2f\n", argv[i], argv[i + 2], given, whole, given / whole);
        fflush(stdout);
        nbl_fft_bench_destroy(bench);
    }
    nbl_vulkan_device_destroy(device);
    return 0;
}
