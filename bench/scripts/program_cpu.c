/* Times a device's exact programs on the CPU beside the CPU's own programs, those of nbl_fft_make_cpu(): built and
 * run by bench/scripts/program_cpu.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: program_cpu SEED ARRAYS [RUNS]
 *
 * Draws arrays of one to four axes, complex and real, float32 and float64, forward and back: powers of two, sizes
 * without a prime above 13, primes, odd ones. For each it takes the least processor time of RUNS turns, in which the
 * CPU's program and the device's run one after the other by one thread, both after a first run. Prints "RATIO PROGRAM
 * PLAN WHAT", times in microseconds, and at the end the median and the worst ratio.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/scripts/draws.h"
#include "gpu/from_program.h"
#include "transform/ready.h"

enum { MOST_ARRAYS = 4096, LEAST_NANOSECONDS = 400000 };
#define MOST_ELEMENTS ((uint64_t)1 << 20)

static uint32_t draw_size(uint32_t most) {
    const uint32_t log2 = 1 + draw(most), kind = draw(4);
    uint32_t n = 2 + draw((1u << log2) - 1);
    if (kind == 0) return 1u << log2;
    while (kind == 1 && !is_smooth(n)) n--;
    while (kind == 2 && !is_prime(n)) n--;
    return kind == 3 ? n | 1u : n;
}

static nbl_fft_problem_t draw_array(void) {
    static const uint32_t most[] = {0, 18, 10, 7, 5};
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    uint64_t elements = 1;
    desc.rank = 1 + draw(4);
    for (uint32_t d = 0; d < desc.rank; d++) elements *= desc.sizes[d] = draw_size(most[desc.rank]);
    desc.batch = draw(2) == 0 ? 1 : 1 + draw(200);
    while (desc.batch > 1 && desc.batch * elements > MOST_ELEMENTS) desc.batch /= 2;
    desc.precision = draw(2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
    desc.real = draw(2) == 1;
    desc.inverse = draw(2) == 1;
    if (desc.rank > 1 && draw(3) == 0) {
        desc.axis_count = 1;
        desc.axes[0] = draw(desc.rank);
    }
    desc.threads = 1;
    return desc;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

typedef struct pair_t {
    nbl_fft_t *plan;
    nbl_ready_t *transform;
    void *input, *output;
} pair_t;

static double run(const pair_t *pair, bool program, uint32_t times) {
    const double begin = now();
    for (uint32_t i = 0; i < times; i++) {
        const nbl_result_t result = program ? nbl_ready_run(pair->transform, NULL, pair->input, pair->output, NULL)
                                            : nbl_fft_run(pair->plan, pair->input, pair->output, NULL);
        if (result != NBL_SUCCESS) abort();
    }
    return (now() - begin) / times;
}

static void least(const pair_t *pair, uint32_t runs, double times[2]) {
    const double first = run(pair, false, 1) + run(pair, true, 1);
    const double again = run(pair, false, 1);
    const uint32_t each = again < LEAST_NANOSECONDS ? (uint32_t)(LEAST_NANOSECONDS / (again + 1)) + 1 : 1;
    times[0] = times[1] = 1e300;
    (void)first;
    for (uint32_t i = 0; i < 2 * runs; i++) {
        const double t = run(pair, i % 2 == 1, each);
        if (t < times[i % 2]) times[i % 2] = t;
    }
}

static bool make_program(const nbl_fft_problem_t *desc, nbl_program_t *program) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .float64 = true};
    nbl_fft_nd_stages_t stages;
    const bool made = nbl_fft_nd_stages_make(desc, &limits, desc->mode, false, 256, &stages, NULL) == NBL_SUCCESS;
    if (made) *program = *stages.program;
    nbl_fft_nd_stages_release(&stages);
    return made;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print(const nbl_fft_problem_t *desc, const double times[2]) {
    printf("%.3f %.2f %.2f %s%s%s ", times[1] / times[0], times[1] / 1e3, times[0] / 1e3,
           nbl_fft_precision_name(desc->precision), desc->real ? " real" : "", desc->inverse ? " inverse" : "");
    for (uint32_t d = 0; d < desc->rank; d++) printf("%s%u", d == 0 ? "" : "x", (unsigned)desc->sizes[d]);
    if (desc->batch > 1) printf(" *%u", (unsigned)desc->batch);
    if (desc->axis_count == 1) printf(" /%u", (unsigned)desc->axes[0]);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    static nbl_program_t program;
    static double ratios[MOST_ARRAYS];
    if (argc < 3) return fprintf(stderr, "usage: program_cpu SEED ARRAYS [RUNS]\n"), 2;
    const uint32_t arrays = (uint32_t)strtoul(argv[2], NULL, 10);
    const uint32_t runs = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 7;
    uint32_t count = 0;
    state = strtoull(argv[1], NULL, 10);
    while (count < arrays && count < MOST_ARRAYS) {
        const nbl_fft_problem_t desc = draw_array();
        uint64_t elements = desc.batch;
        nbl_error_t error;
        for (uint32_t d = 0; d < desc.rank; d++) elements *= desc.sizes[d] + 2;
        if (!make_program(&desc, &program)) continue;
        pair_t pair = {.input = malloc(elements * 16), .output = malloc(elements * 16)};
        if (nbl_fft_make_cpu(&desc, &pair.plan, &error) != NBL_SUCCESS ||
            nbl_ready_create(&program, NULL, NULL, 1, &pair.transform, &error) != NBL_SUCCESS)
            return fprintf(stderr, "program_cpu: %s\n", error.text), 1;
        for (uint64_t i = 0; i < elements * 16 / 4; i++)
            if (desc.precision == NBL_FFT_FLOAT32)
                ((float *)pair.input)[i] = (float)draw(1000) / 500 - 1;
            else if (i < elements * 2)
                ((double *)pair.input)[i] = (double)draw(1000) / 500 - 1;
        double times[2];
        least(&pair, runs, times);
        ratios[count++] = times[1] / times[0];
        print(&desc, times);
        nbl_fft_destroy(pair.plan);
        nbl_ready_destroy(pair.transform);
        free(pair.input);
        free(pair.output);
    }
    qsort(ratios, count, sizeof *ratios, compare);
    printf("%u arrays: median %.3f, nine of ten within %.3f, worst %.3f\n", count, ratios[count / 2],
           ratios[count * 9 / 10], ratios[count - 1]);
    return 0;
}
