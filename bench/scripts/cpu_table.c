/* Times the transforms of kept plans beside FFTW and the emulator, by turns, one thread: a table for docs/performance.md.
 * SPDX-License-Identifier: Apache-2.0
 *
 * cpu_table [INSTRUCTIONS [ROUNDS]]: the widest instructions that ours may use; turns of each, of which the quickest counts.
 * What is timed of ours is nbl_fft_array_plan_run(), of FFTW its execute function of a plan by FFTW_MEASURE.
 */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "nbl/host/fft.h"

#define BATCH_BYTES (16u << 20)

/* Of this thread: what else runs on the machine does not count, but for what it leaves in caches. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct job_t {
    nbl_fft_array_desc_t desc;
    char *input, *output;
    nbl_fft_array_plan_t *ours;
    fftwf_plan single;
    fftw_plan twice;
} job_t;

static void run_ours(job_t *job) { nbl_fft_array_plan_run(job->ours, job->input, job->output, NULL); }

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

static double time_of(void (*run)(job_t *), job_t *job, int times) {
    double start = now();
    for (int i = 0; i < times; i++) run(job);
    return (now() - start) / times;
}

/* Returns our time over FFTW's. */
static double measure(job_t *job, int rounds) {
    uint32_t scalar = nbl_fft_precision_element_bytes(job->desc.precision) / 2;
    size_t elements = (size_t)job->desc.batch * (job->desc.length + 2), bytes = (2 * elements * scalar + 63) / 64 * 64;
    int times = (int)(20000 / ((uint64_t)job->desc.length * job->desc.batch) + 1);
    double ours = 1e9, theirs = 1e9;
    nbl_error_t error;
    job->input = aligned_alloc(64, bytes);
    job->output = aligned_alloc(64, bytes);
    memset(job->output, 0, bytes);
    if (nbl_fft_array_plan_create(&job->desc, &job->ours, &error) != NBL_SUCCESS) {
        printf("%s\n", error.text);
        exit(1);
    }
    plan_fftw(job);
    for (size_t i = 0; i < 2 * elements; i++) {
        if (scalar == 4)
            ((float *)job->input)[i] = (float)(i * 37 % 101) - 50.0f;
        else
            ((double *)job->input)[i] = (double)(i * 37 % 101) - 50.0;
    }
    if (job->desc.batch > 1) rounds = rounds / 20 + 3;
    for (int i = 0; i < rounds; i++) {
        double time = time_of(run_ours, job, times);
        if (time < ours) ours = time;
        time = time_of(run_fftw, job, times);
        if (time < theirs) theirs = time;
    }
    printf(" %s%8.0f %8.0f %5.2f |", job->desc.batch > 1 ? "16 MiB (us)" : "one (ns)",
           ours * (job->desc.batch > 1 ? 1e6 : 1e9), theirs * (job->desc.batch > 1 ? 1e6 : 1e9), ours / theirs);
    nbl_fft_array_plan_destroy(job->ours);
    if (job->single != NULL) fftwf_destroy_plan(job->single);
    if (job->twice != NULL) fftw_destroy_plan(job->twice);
    free(job->input);
    free(job->output);
    return ours / theirs;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static const uint32_t lengths[] = {16, 64, 96, 360, 1000, 1024, 2240, 2401, 4096, 6000, 8192, 32768};
    int rounds = argc > 2 ? atoi(argv[2]) : 400;
    double ratios[128];
    size_t count = 0;
    printf("ours, FFTW, ours / FFTW; instructions: %s\n", argc > 1 ? argv[1] : "the widest");
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
                desc.instructions = argc > 1 ? argv[1] : NULL;
                if (nbl_fft_array_plan_create(&desc, &plan, NULL) != NBL_SUCCESS) continue;
                printf("| %s %-7s %5u %-8s |", nbl_fft_precision_name(desc.precision), real ? "real" : "complex",
                       lengths[k], nbl_fft_array_plan_instructions(plan));
                nbl_fft_array_plan_destroy(plan);
                for (int many = 0; many < 2; many++) {
                    job_t job = {.desc = desc};
                    if (many) job.desc.batch = BATCH_BYTES / (lengths[k] * bytes);
                    ratios[count++] = measure(&job, rounds);
                }
                printf("\n");
                fflush(stdout);
            }
    qsort(ratios, count, sizeof *ratios, ascending);
    printf("%zu ratios: least %.2f, median %.2f, worst %.2f\n", count, ratios[0], ratios[count / 2], ratios[count - 1]);
    return 0;
}
