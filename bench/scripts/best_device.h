/* What programs share that time transforms on the best device. A program defines NAME, a text, before the include.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef BENCH_BEST_DEVICE_H
#define BENCH_BEST_DEVICE_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "nbl-fft/timing.h"
#include "nbl/host/fft_vulkan.h"

enum { UNTIMED = 200 }; /* launches before the ones that are timed. Chosen */

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static bool unroll; /* not on a software driver, which would build for minutes */

static inline void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, NAME ": %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static inline void open_device(void) {
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    unroll = nbl_vulkan_device_get_info(device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU;
}

/* Reads 4096x4096; returns the rank. */
static inline uint32_t read_sizes(const char *text, uint64_t sizes[3]) {
    uint32_t rank = 0;
    while (rank < 3 && *text != '\0') {
        char *end;
        sizes[rank++] = strtoull(text, &end, 10);
        text = *end == 'x' ? end + 1 : end;
    }
    return rank;
}

/* A transform between the bench's first two buffers, with a workspace. */
typedef struct row_t {
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
    nbl_vulkan_buffer_t work;
    uint64_t work_bytes;
    uint32_t number; /* in the bench */
} row_t;

static inline bool record_row(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    return nbl_fft_record(row->fft, row->binding, commands, NULL, 0, &error) == NBL_SUCCESS;
}

/* Makes a transform and adds it to the bench.
 *
 * bytes  that it reads and writes */
static inline void add_row(row_t *row, const nbl_fft_problem_t *problem, uint64_t bytes) {
    *row = (row_t){.fft = NULL};
    expect(nbl_fft_make_vulkan(device, problem, &row->fft, &error));
    row->work_bytes = nbl_fft_get_bytes(row->fft).workspace;
    const nbl_vulkan_buffer_desc_t of_work = {.size = row->work_bytes, .bound_in_parts = true};
    if (row->work_bytes != 0) expect(nbl_vulkan_buffer_create(device, &of_work, &row->work, &error));
    const nbl_vulkan_resource_t from = {.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                to = {.buffer = nbl_fft_bench_buffer(bench, 1)->handle},
                                workspace = {.buffer = row->work.handle};
    expect(nbl_fft_bind(row->fft, &from, &to, &workspace, &row->binding, &error));
    expect(nbl_fft_bench_add_foreign(bench, NAME, record_row, row, bytes, &row->number, &error));
}

static inline void remove_row(row_t *row) {
    nbl_fft_bench_clear(bench, row->number);
    nbl_fft_binding_destroy(row->binding);
    nbl_fft_destroy(row->fft);
    nbl_vulkan_buffer_destroy(device, &row->work);
}

/* Copies for two seconds: after a pause in which the driver compiles a GPU is slow for that long. Then times a row.
 * Returns microseconds. */
static inline double time_row(const row_t *row) {
    const time_t begin = time(NULL);
    while (unroll && time(NULL) - begin < 2) expect(nbl_fft_bench_time(bench, 0, UNTIMED, &error));
    expect(nbl_fft_bench_time(bench, row->number, UNTIMED, &error));
    return nbl_fft_bench_timing(bench, row->number).nanoseconds * 1e-3;
}
#endif
