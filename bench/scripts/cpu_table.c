/* Times the transforms of kept plans beside FFTW and pocketfft, by turns: a table for docs/performance.md.
 * SPDX-License-Identifier: Apache-2.0
 *
 * cpu_table [INSTRUCTIONS [ROUNDS [THREADS ..]]]
 *
 *   INSTRUCTIONS  the widest that the library may use
 *   ROUNDS        turns of each; the least time counts
 *   THREADS       numbers of threads for the last columns; default 2
 *
 * What is timed, on one thread: nbl_fft_array_plan_run() in exact mode and in fast mode; FFTW's execute function of a
 * plan by FFTW_MEASURE; pocketfft's exec() (with HAVE_POCKETFFT) and a copy before it, since exec() replaces its data.
 * The library's batches run on THREADS, too, and are compared with one thread by wall time: that means something on
 * idle processors only.
 */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nbl/host/fft.h"

#define BATCH_BYTES (16u << 20)

/* CLOCK_THREAD_CPUTIME_ID: what else runs on the machine does not count, but for what it leaves in caches. */
static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct job_t {
    nbl_fft_array_desc_t desc;
    char *input, *output;
    nbl_fft_array_plan_t *ours, *fast, *on_threads;
    void *pocketfft;
    fftwf_plan single;
    fftw_plan twice;
} job_t;

static void run_ours(job_t *job) { nbl_fft_array_plan_run(job->ours, job->input, job->output, NULL); }

static void run_fast(job_t *job) { nbl_fft_array_plan_run(job->fast, job->input, job->output, NULL); }

static void run_on_threads(job_t *job) { nbl_fft_array_plan_run(job->on_threads, job->input, job->output, NULL); }

#ifdef HAVE_POCKETFFT
void *pocketfft_create(size_t length, int is_float64, int is_real);
void pocketfft_run(void *plan, const void *in, void *out);
void pocketfft_destroy(void *plan);

static void run_pocketfft(job_t *job) { pocketfft_run(job->pocketfft, job->input, job->output); }
#else
static void *pocketfft_create(size_t length, int is_float64, int is_real) {
    return (void)length, (void)is_float64, (void)is_real, NULL;
}
static void pocketfft_destroy(void *plan) { (void)plan; }
static void run_pocketfft(job_t *job) { (void)job; }
#endif

static void run_fftw(job_t *job) {
    if (job->single != NULL)
        fftwf_execute(job->single);
    else
        fftw_execute(job->twice);
}

static void plan_fftw(job_t *job) {
    int n = (int)job->desc.length, batch = (int)job->desc.batch, half = n / 2 + 1;
    unsigned flags = FFTW_MEASURE | FFTW_PRESERVE_INPUT;
    void *in = job->input, *out = job->output;
    if (job->desc.precision == NBL_FFT_FLOAT32)
        job->single = job->desc.real
                          ? fftwf_plan_many_dft_r2c(1, &n, batch, in, NULL, 1, n, out, NULL, 1, half, flags)
                          : fftwf_plan_many_dft(1, &n, batch, in, NULL, 1, n, out, NULL, 1, n, FFTW_FORWARD, flags);
    else
        job->twice = job->desc.real
                         ? fftw_plan_many_dft_r2c(1, &n, batch, in, NULL, 1, n, out, NULL, 1, half, flags)
                         : fftw_plan_many_dft(1, &n, batch, in, NULL, 1, n, out, NULL, 1, n, FFTW_FORWARD, flags);
}

/* Keeps the least time of a run in *best. */
static void time_run(clockid_t clock, void (*run)(job_t *), job_t *job, int times, double *best) {
    double start = now(clock);
    for (int i = 0; i < times; i++) run(job);
    double time = (now(clock) - start) / times;
    if (time < *best) *best = time;
}

static void create(const nbl_fft_array_desc_t *desc, nbl_fft_array_plan_t **plan) {
    nbl_error_t error;
    if (nbl_fft_array_plan_create(desc, plan, &error) == NBL_SUCCESS) return;
    printf("%s\n", error.text);
    exit(1);
}

typedef struct list_t {
    const char *what;
    double value[64];
    size_t count;
} list_t;

static void add(list_t *list, double value) { list->value[list->count++] = value; }

#define MOST_COUNTS 6 /* of threads */

typedef struct lists_t {
    list_t one, pocketfft, fast, batches, fast_batches, threads[MOST_COUNTS];
    uint32_t counts[MOST_COUNTS];
    size_t count;
} lists_t;

static void measure_one(job_t *job, int rounds, int times, lists_t *lists) {
    double ours = 1e9, theirs = 1e9, others = 1e9, fast = 1e9;
    job->pocketfft = pocketfft_create(job->desc.length, job->desc.precision == NBL_FFT_FLOAT64, job->desc.real);
    for (int i = 0; i < rounds; i++) {
        time_run(CLOCK_THREAD_CPUTIME_ID, run_ours, job, times, &ours);
        time_run(CLOCK_THREAD_CPUTIME_ID, run_fast, job, times, &fast);
        time_run(CLOCK_THREAD_CPUTIME_ID, run_fftw, job, times, &theirs);
        if (job->pocketfft != NULL) time_run(CLOCK_THREAD_CPUTIME_ID, run_pocketfft, job, times, &others);
    }
    printf(" one (ns) %8.0f %8.0f %5.2f fast %5.2f", ours * 1e9, theirs * 1e9, ours / theirs, fast / ours);
    add(&lists->one, ours / theirs);
    add(&lists->fast, fast / ours);
    if (job->pocketfft != NULL) {
        printf(" pocketfft %8.0f %5.2f", others * 1e9, ours / others);
        add(&lists->pocketfft, ours / others);
        pocketfft_destroy(job->pocketfft);
    }
    printf(" |");
}

static void measure_threads(job_t *job, int rounds, uint32_t threads, list_t *list) {
    double alone = 1e9, together = 1e9;
    nbl_fft_array_desc_t desc = job->desc;
    desc.threads = threads;
    create(&desc, &job->on_threads);
    for (int i = 0; i < rounds; i++) {
        time_run(CLOCK_MONOTONIC, run_ours, job, 1, &alone);
        time_run(CLOCK_MONOTONIC, run_on_threads, job, 1, &together);
    }
    printf(" x%u %5.2f", threads, alone / together);
    add(list, alone / together);
    nbl_fft_array_plan_destroy(job->on_threads);
}

static void measure_batch(job_t *job, int rounds, lists_t *lists) {
    double ours = 1e9, theirs = 1e9, fast = 1e9;
    for (int i = 0; i < rounds; i++) {
        time_run(CLOCK_THREAD_CPUTIME_ID, run_ours, job, 1, &ours);
        time_run(CLOCK_THREAD_CPUTIME_ID, run_fast, job, 1, &fast);
        time_run(CLOCK_THREAD_CPUTIME_ID, run_fftw, job, 1, &theirs);
    }
    printf(" 16 MiB (us) %8.0f %8.0f %5.2f fast %5.2f threads", ours * 1e6, theirs * 1e6, ours / theirs, fast / ours);
    add(&lists->batches, ours / theirs);
    add(&lists->fast_batches, fast / ours);
    for (size_t k = 0; k < lists->count; k++) measure_threads(job, rounds, lists->counts[k], &lists->threads[k]);
    printf(" |");
}

static void measure(job_t *job, int rounds, lists_t *lists) {
    uint32_t scalar = nbl_fft_precision_element_bytes(job->desc.precision) / 2;
    size_t elements = (size_t)job->desc.batch * (job->desc.length + 2), bytes = (2 * elements * scalar + 63) / 64 * 64;
    job->input = aligned_alloc(64, bytes);
    job->output = aligned_alloc(64, bytes);
    memset(job->output, 0, bytes);
    nbl_fft_array_desc_t fused = job->desc;
    fused.mode = NBL_MODE_FAST;
    create(&job->desc, &job->ours);
    create(&fused, &job->fast);
    plan_fftw(job);
    for (size_t i = 0; i < 2 * elements; i++) {
        if (scalar == 4)
            ((float *)job->input)[i] = (float)(i * 37 % 101) - 50.0f;
        else
            ((double *)job->input)[i] = (double)(i * 37 % 101) - 50.0;
    }
    if (job->desc.batch > 1)
        measure_batch(job, rounds / 20 + 3, lists);
    else
        measure_one(job, rounds, (int)(20000 / job->desc.length + 1), lists);
    nbl_fft_array_plan_destroy(job->ours);
    nbl_fft_array_plan_destroy(job->fast);
    if (job->single != NULL) fftwf_destroy_plan(job->single);
    if (job->twice != NULL) fftw_destroy_plan(job->twice);
    free(job->input);
    free(job->output);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* worst: the last, or the first, of the values in ascending order */
static void print_list(const char *instructions, list_t *list, bool worst_is_least) {
    if (list->count == 0) return;
    qsort(list->value, list->count, sizeof list->value[0], ascending);
    printf("%s, %s: median %.2f, worst %.2f of %zu\n", instructions, list->what, list->value[list->count / 2],
           list->value[worst_is_least ? 0 : list->count - 1], list->count);
}

int main(int argc, char **argv) {
    static const uint32_t lengths[] = {16, 64, 96, 360, 1000, 1024, 2240, 2401, 4096, 6000, 8192, 32768};
    const char *instructions = argc > 1 ? argv[1] : NULL;
    int rounds = argc > 2 ? atoi(argv[2]) : 100;
    lists_t lists = {.one = {"one transform, time over FFTW's"},
                     .pocketfft = {"one transform, time over pocketfft's"},
                     .fast = {"one transform, fast mode's time over exact mode's"},
                     .batches = {"16 MiB, time over FFTW's"},
                     .fast_batches = {"16 MiB, fast mode's time over exact mode's"},
                     .counts = {2},
                     .count = 1};
    char names[MOST_COUNTS][64];
    for (int i = 3; i < argc && i - 3 < MOST_COUNTS; i++) {
        lists.counts[i - 3] = (uint32_t)atoi(argv[i]);
        lists.count = (size_t)i - 2;
    }
    for (size_t k = 0; k < lists.count; k++) {
        snprintf(names[k], sizeof names[k], "16 MiB, times as fast on %u threads", lists.counts[k]);
        lists.threads[k].what = names[k];
    }
    printf("ours, FFTW, ours / FFTW; instructions: %s\n", instructions != NULL ? instructions : "the widest");
    for (int precision = NBL_FFT_FLOAT32; precision <= NBL_FFT_FLOAT64; precision++)
        for (int real = 0; real < 2; real++)
            for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
                nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
                nbl_fft_array_plan_t *plan;
                uint32_t bytes = nbl_fft_precision_element_bytes((nbl_fft_precision_t)precision);
                desc.length = lengths[k];
                desc.precision = (nbl_fft_precision_t)precision;
                desc.real = real;
                desc.threads = 1;
                desc.instructions = instructions;
                if (nbl_fft_array_plan_create(&desc, &plan, NULL) != NBL_SUCCESS) continue;
                printf("| %s %-7s %5u %-8s |", nbl_fft_precision_name(desc.precision), real ? "real" : "complex",
                       lengths[k], nbl_fft_array_plan_instructions(plan));
                nbl_fft_array_plan_destroy(plan);
                for (int many = 0; many < 2; many++) {
                    job_t job = {.desc = desc};
                    if (many) job.desc.batch = BATCH_BYTES / (lengths[k] * bytes);
                    measure(&job, rounds, &lists);
                }
                printf("\n");
                fflush(stdout);
            }
    const char *name = instructions != NULL ? instructions : "the widest";
    print_list(name, &lists.one, false);
    print_list(name, &lists.pocketfft, false);
    print_list(name, &lists.fast, false);
    print_list(name, &lists.batches, false);
    print_list(name, &lists.fast_batches, false);
    for (size_t k = 0; k < lists.count; k++) print_list(name, &lists.threads[k], true);
    return 0;
}
