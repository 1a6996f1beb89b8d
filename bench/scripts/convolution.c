/* Convolutions on the best device: the CPU's bits in exact mode, then times of fast mode. Built and run by
 * bench/scripts/convolution.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: convolution RUNS SIZES BY SIZES ...    convolution 9 1000000 by 100000 4096x4096 by 513x513
 *
 * One real signal each, float32, the part of the signal's size.
 */
#define NAME "convolution"
#include "bench/scripts/best_device.h"
#include "bench/scripts/differences.h"
#include "nbl/host/convolution_vulkan.h"

#include <string.h>

static size_t count_of(const uint64_t sizes[3], uint32_t rank) {
    size_t count = 1;
    for (uint32_t d = 0; d < rank; d++) count *= (size_t)sizes[d];
    return count;
}

static float *numbers(size_t count) {
    static uint32_t state = 1;
    float *made = malloc(count * sizeof *made);
    if (made == NULL) exit(1);
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        made[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
    }
    return made;
}

static void compare(const char *what, const float *ours, const float *theirs, size_t count) {
    double relative;
    const size_t differing = differences(ours, theirs, count, &relative);
    printf("  %s: %zu of %zu bits other than the CPU's, relative L2 %.2e\n", what, differing, count, relative);
    fflush(stdout);
}

static void run_case(const char *sizes, const char *kernel_sizes, bool timed) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = read_sizes(sizes, problem.sizes);
    problem.real = true;
    problem.part = NBL_CONVOLUTION_SAME;
    if (read_sizes(kernel_sizes, problem.kernel_sizes) != problem.rank) expect(NBL_ERROR_ARGUMENT);
    const size_t count = count_of(problem.sizes, problem.rank), bytes = 4 * count;
    float *in = numbers(count), *kernel = numbers(count_of(problem.kernel_sizes, problem.rank));
    float *expected = malloc(bytes), *out = malloc(bytes);
    nbl_fft_t *convolution;
    problem.kernel = kernel;
    problem.unroll = unroll;
    printf("%s by %s\n", sizes, kernel_sizes);
    expect(nbl_fft_make_cpu(&problem, &convolution, &error));
    expect(nbl_fft_run(convolution, in, expected, &error));
    nbl_fft_destroy(convolution);
    for (int fast = 0; fast < 2; fast++) {
        row_t row;
        char text[2048];
        problem.mode = fast ? NBL_MODE_FAST : NBL_MODE_EXACT;
        add_row(&row, &problem, 2 * bytes);
        expect(nbl_fft_bench_launch(bench, row.number, false, in, out, bytes, bytes, 0, &error));
        compare(fast ? "fast" : "exact", out, expected, count);
        if (fast) {
            nbl_fft_text(row.fft, text, sizeof text);
            printf("%s", text);
        }
        if (timed)
            printf("  %s: %.1f us, workspace %.1f MB\n", fast ? "fast" : "exact", time_row(&row),
                   1e-6 * (double)row.work_bytes);
        fflush(stdout);
        remove_row(&row);
    }
    free(in);
    free(kernel);
    free(expected);
    free(out);
}

int main(int argc, char **argv) {
    const uint32_t runs = argc > 1 ? (uint32_t)atoi(argv[1]) : 0u;
    size_t most = 1;
    for (int i = 2; i < argc; i += 3) {
        uint64_t sizes[3];
        const size_t count = count_of(sizes, read_sizes(argv[i], sizes));
        if (count > most) most = count;
    }
    if (argc < 5 || (argc - 2) % 3 != 0) {
        fprintf(stderr, "convolution: RUNS SIZES by SIZES ...\n");
        return 2;
    }
    open_device();
    expect(nbl_fft_bench_create(device, NULL, 4 * most, runs, &bench, &error));
    if (runs != 0) expect(nbl_fft_bench_time(bench, 0, UNTIMED, &error));
    for (int i = 2; i < argc; i += 3) run_case(argv[i], argv[i + 2], runs != 0);
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return 0;
}
