/* Times how long kernels take to be made on a device, ours and VkFFT's: plan, module and pipeline, length by length.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   plan_times [STEP]   1 = every length to 8192; 37 = every 37th number
 *
 * Processor time of the whole process, since drivers compile in threads of their own, and wall time. Both libraries
 * plan a batch of float32 that fills 1 MiB; nothing of ours is cached.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "nbl-fft/bench.h"
#include "bench/measuring.h"
#include "nbl/fft/parameters.h"

enum { MOST = 8192 };

typedef struct times_t {
    double processor[MOST], wall[MOST];
    int count;
} times_t;

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void print(const char *what, times_t *t) {
    if (t->count == 0) return;
    const double processor = bench_median(t->processor, (size_t)t->count);
    const double wall = bench_median(t->wall, (size_t)t->count);
    printf("%-6s %4d lengths: processor median %8.1f ms, worst %8.1f ms; wall median %8.1f ms, worst %8.1f ms\n", what,
           t->count, processor, t->processor[t->count - 1], wall, t->wall[t->count - 1]);
}

static double begun[2];
static void begin(void) {
    begun[0] = now(CLOCK_PROCESS_CPUTIME_ID);
    begun[1] = now(CLOCK_MONOTONIC);
}
static void end(times_t *t) {
    t->processor[t->count] = now(CLOCK_PROCESS_CPUTIME_ID) - begun[0];
    t->wall[t->count++] = now(CLOCK_MONOTONIC) - begun[1];
}

int main(int argc, char **argv) {
    static times_t ours, theirs;
    uint32_t step = argc > 1 ? (uint32_t)atoi(argv[1]) : 1, number;
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device;
    nbl_fft_bench_t *bench;
    nbl_error_t error;
    char why[256] = "it is not built in";
    if (step == 0) return fprintf(stderr, "usage: plan_times [STEP]\n"), 2;
    if (nbl_vulkan_device_create(&desc, &device, &error) != NBL_SUCCESS ||
        nbl_fft_bench_create(device, NULL, 1 << 20, 5, &bench, &error) != NBL_SUCCESS)
        return fprintf(stderr, "%s\n", error.text), 1;
    bool cpu = nbl_vulkan_device_get_info(device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    bench_vkfft_t *vkfft = bench_vkfft_version() ? bench_vkfft_open(device, why) : NULL;
    printf("%s; VkFFT %s\n", nbl_vulkan_device_get_info(device)->name, vkfft ? bench_vkfft_version() : why);
    for (uint32_t length = 2; length <= MOST; length += step) {
        bench_row_t row = {.desc = {.algorithm = NBL_FFT_STOCKHAM,
                                    .precision = NBL_FFT_FLOAT32,
                                    .length = length,
                                    .batch = nbl_fft_bench_batch(bench, length, NBL_FFT_FLOAT32),
                                    .limits = nbl_fft_device_limits(device)}};
        begin();
        if (nbl_fft_transform_plan(&row.desc, &row.plan, &error) != NBL_SUCCESS) continue;
        if (nbl_fft_bench_add(bench, &row.plan, NBL_MODE_FAST, !cpu, &number, &error) != NBL_SUCCESS)
            return fprintf(stderr, "%u: %s\n", length, error.text), 1;
        end(&ours);
        if (!vkfft) continue;
        begin();
        bench_vkfft_add(vkfft, bench, &row);
        if (row.message[0] == '\0') end(&theirs);
    }
    print("ours", &ours);
    print("VkFFT", &theirs);
    nbl_fft_bench_destroy(bench);
    bench_vkfft_close(vkfft);
    nbl_vulkan_device_destroy(device);
    return 0;
}
