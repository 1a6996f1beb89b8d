/* What zeros behind an array's elements save on the best device: built and run by bench/scripts/padded.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: padded RUNS SIZES of SIZES ...    padded 9 2048x2048 of 4096x4096: given, and transformed
 *
 * Complex float32, fast mode, from one buffer to another: first the whole array, then an array of the same size whose
 * first part alone is read; zeros stand for the rest.
 */
#define NAME "padded"
#include "bench/scripts/best_device.h"

static double time_of(const nbl_fft_problem_t *desc, uint64_t bytes) {
    nbl_fft_problem_t problem = *desc;
    row_t row;
    problem.mode = NBL_MODE_FAST;
    problem.unroll = unroll;
    add_row(&row, &problem, 2 * bytes);
    const double microseconds = time_row(&row);
    remove_row(&row);
    return microseconds;
}

int main(int argc, char **argv) {
    if (argc < 5 || (argc - 2) % 3 != 0) return fprintf(stderr, "padded: RUNS SIZES of SIZES ...\n"), 2;
    open_device();
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
