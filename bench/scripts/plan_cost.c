/* Times how long plans of arrays are made on the CPU, ours and FFTW_ESTIMATE's, length by length, by turns.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   plan_cost [LENGTHS [ROUNDS [shown]]]   100 lengths, 5 rounds; shown: a line for each length
 *
 * Lengths are drawn log-uniformly from 2 to 2^20 by NBL_SEED (281126). Each round is a process of its own, in which no
 * length was planned before: FFTW remembers what it planned. Processor time of the thread; of the rounds the least
 * counts. Besides the plan alone, the plan and its first run: tables of long lines are made in it. Memory has been
 * touched before, since a page that a system gives costs from .1 to 20 microseconds, as machines are.
 */
#include <fftw3.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nbl/host/fft.h"

enum { MOST_LENGTHS = 1000, KINDS = 4 };

/* Microseconds. */
typedef struct time_of_t {
    double plan, both; /* both: the plan and its first run */
} time_of_t;

typedef struct times_t {
    time_of_t ours[KINDS][MOST_LENGTHS], theirs[KINDS][MOST_LENGTHS];
} times_t;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static bool is_real(int kind) { return kind % 2 == 1; }
static bool is_double(int kind) { return kind / 2 == 1; }

static time_of_t time_ours(int kind, uint32_t length, const void *in, void *out) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.rank = desc.axis_count = 1;
    desc.sizes[0] = length;
    desc.precision = is_double(kind) ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    desc.real = is_real(kind);
    desc.threads = 1;
    time_of_t time;
    const double begin = now();
    nbl_result_t result = nbl_fft_make_cpu(&desc, &plan, &error);
    time.plan = now() - begin;
    if (result == NBL_SUCCESS) result = nbl_fft_run(plan, in, out, &error);
    time.both = now() - begin;
    if (result != NBL_SUCCESS) {
        fprintf(stderr, "plan_cost: %u: %s\n", length, error.text);
        exit(1);
    }
    nbl_fft_destroy(plan);
    return time;
}

static time_of_t time_theirs(int kind, uint32_t length, void *in, void *out) {
    const int n = (int)length;
    const unsigned flags = FFTW_ESTIMATE | FFTW_PRESERVE_INPUT;
    time_of_t time;
    const double begin = now();
    if (is_double(kind)) {
        fftw_plan plan =
            is_real(kind) ? fftw_plan_dft_r2c_1d(n, in, out, flags) : fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, flags);
        time.plan = now() - begin;
        fftw_execute(plan);
        time.both = now() - begin;
        return fftw_destroy_plan(plan), time;
    }
    fftwf_plan plan =
        is_real(kind) ? fftwf_plan_dft_r2c_1d(n, in, out, flags) : fftwf_plan_dft_1d(n, in, out, FFTW_FORWARD, flags);
    time.plan = now() - begin;
    fftwf_execute(plan);
    time.both = now() - begin;
    return fftwf_destroy_plan(plan), time;
}

static void keep_least(time_of_t *least, time_of_t time) {
    if (least->plan == 0 || time.plan < least->plan) least->plan = time.plan;
    if (least->both == 0 || time.both < least->both) least->both = time.both;
}

/* What malloc takes is then memory that stays. */
static void touch_memory(void) {
    const size_t bytes = (size_t)384 << 20;
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    void *memory = malloc(bytes);
    if (memory != NULL) memset(memory, 1, bytes);
    free(memory);
}

static void run_round(times_t *times, const uint32_t *lengths, int count) {
    const size_t bytes = (size_t)16 * ((1u << 20) + 2);
    touch_memory();
    void *in = aligned_alloc(64, bytes), *out = aligned_alloc(64, bytes);
    memset(in, 0, bytes);
    memset(out, 0, bytes);
    for (int kind = 0; kind < KINDS; kind++) { /* what is done once */
        time_ours(kind, 7, in, out);
        time_theirs(kind, 7, in, out);
    }
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < count; i++) {
            keep_least(&times->ours[kind][i], time_ours(kind, lengths[i], in, out));
            keep_least(&times->theirs[kind][i], time_theirs(kind, lengths[i], in, out));
        }
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_ratios(const char *name, const time_of_t *ours, const time_of_t *theirs, int count) {
    static double plans[MOST_LENGTHS], both[MOST_LENGTHS];
    for (int i = 0; i < count; i++) {
        plans[i] = ours[i].plan / theirs[i].plan;
        both[i] = ours[i].both / theirs[i].both;
    }
    qsort(plans, (size_t)count, sizeof plans[0], ascending);
    qsort(both, (size_t)count, sizeof both[0], ascending);
    printf("%s, time over FFTW_ESTIMATE's: plan median %.2f, worst %.2f; plan and first run median %.2f, worst %.2f\n",
           name, plans[count / 2], plans[count - 1], both[count / 2], both[count - 1]);
}

static uint64_t state;
static double draw(void) { /* 0 to 1 */
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0;
}

int main(int argc, char **argv) {
    static const char *const names[KINDS] = {"complex fp32", "real fp32", "complex fp64", "real fp64"};
    static uint32_t lengths[MOST_LENGTHS];
    const char *seed = getenv("NBL_SEED");
    int count = argc > 1 ? atoi(argv[1]) : 100;
    const int rounds = argc > 2 ? atoi(argv[2]) : 5;
    const bool shown = argc > 3;
    if (count < 1 || count > MOST_LENGTHS || rounds < 1)
        return fprintf(stderr, "usage: plan_cost [LENGTHS [ROUNDS [shown]]]\n"), 2;
    state = seed != NULL ? strtoull(seed, NULL, 10) : 281126;
    printf("seed %llu, %d lengths, %d rounds\n", (unsigned long long)state, count, rounds);
    for (int i = 0; i < count; i++) lengths[i] = (uint32_t)(2 * pow(524288, draw()));
    times_t *times = mmap(NULL, sizeof *times, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (times == MAP_FAILED) return 1;
    for (int i = 0; i < rounds; i++) {
        const pid_t child = fork();
        if (child == 0) {
            run_round(times, lengths, count);
            _exit(0);
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) return 1;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < count && shown; i++) {
            const time_of_t ours = times->ours[kind][i], theirs = times->theirs[kind][i];
            printf("%-12s %7u: plan %8.0f us, FFTW %8.0f us, %6.2f; and first run %8.0f us, FFTW %8.0f us, %6.2f\n",
                   names[kind], lengths[i], ours.plan, theirs.plan, ours.plan / theirs.plan, ours.both, theirs.both,
                   ours.both / theirs.both);
        }
        print_ratios(names[kind], times->ours[kind], times->theirs[kind], count);
    }
    return 0;
}
