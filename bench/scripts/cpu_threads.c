/* Times fourteen shapes on the CPU by numbers of threads beside FFTW, by turns: a table for docs/performance.md.
 * SPDX-License-Identifier: Apache-2.0
 *
 * cpu_threads [PLAN_SECONDS [CELL_SECONDS [SHAPE ..]]]
 *
 *   PLAN_SECONDS  FFTW's limit for a plan by FFTW_MEASURE; default 4. At the limit it takes what it has
 *   CELL_SECONDS  of turns; three of each at least, unless they take eight times as long; the least time counts;
 *                 default 1
 *   SHAPE         names of the table; default: all
 *
 * float32, out of place, fast mode; threads 1, 2, 4, 8 and 16, or as many as there are processors. Wall time: it means
 * something on idle processors alone. Prints the time over FFTW's for each number of threads, then the library's times
 * in ms.
 */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "nbl/host/fft.h"

typedef struct shape_t {
    const char *name;
    int rank, sizes[3], batch, real;
} shape_t;

static const shape_t shapes[] = {
    {"1024x4096", 1, {1024}, 4096, 0},
    {"65536x64", 1, {65536}, 64, 0},
    {"2^20", 1, {1 << 20}, 1, 0},
    {"2^24", 1, {1 << 24}, 1, 0},
    {"10^6", 1, {1000000}, 1, 0},
    {"1024^2", 2, {1024, 1024}, 1, 0},
    {"4096^2", 2, {4096, 4096}, 1, 0},
    {"128^3", 3, {128, 128, 128}, 1, 0},
    {"256^3", 3, {256, 256, 256}, 1, 0},
    {"512^3", 3, {512, 512, 512}, 1, 0},
    {"1920x1080", 2, {1080, 1920}, 1, 0},
    {"real-4096^2", 2, {4096, 4096}, 1, 1},
    {"real-256^3", 3, {256, 256, 256}, 1, 1},
    {"10007x64", 1, {10007}, 64, 0},
};
#define SHAPES (sizeof shapes / sizeof *shapes)
#define LEAST_TURNS 3
#define MOST_TURNS 1000

static const int threads[] = {1, 2, 4, 8, 16};
#define COUNTS (sizeof threads / sizeof *threads)

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static size_t elements(const shape_t *shape, int spectrum) {
    size_t count = (size_t)shape->batch;
    for (int d = 0; d < shape->rank; d++)
        count *= (size_t)(spectrum && d + 1 == shape->rank ? shape->sizes[d] / 2 + 1 : shape->sizes[d]);
    return count;
}

static nbl_fft_t *make_ours(const shape_t *shape, int count) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft;
    nbl_error_t error;
    problem.rank = (uint32_t)shape->rank;
    for (int d = 0; d < shape->rank; d++) problem.sizes[d] = (uint64_t)shape->sizes[d];
    problem.batch = (uint64_t)shape->batch;
    problem.real = shape->real != 0;
    problem.threads = (uint32_t)count;
    problem.mode = NBL_MODE_FAST;
    if (nbl_fft_make_cpu(&problem, &fft, &error) == NBL_SUCCESS) return fft;
    fprintf(stderr, "%s: %s\n", shape->name, error.text);
    exit(1);
}

static fftwf_plan make_theirs(const shape_t *shape, int count, double seconds, float *in, float *out) {
    const int distance = (int)elements(shape, 0) / shape->batch;
    fftwf_plan_with_nthreads(count);
    fftwf_set_timelimit(seconds);
    if (shape->real)
        return fftwf_plan_many_dft_r2c(shape->rank, shape->sizes, shape->batch, in, NULL, 1, distance,
                                       (fftwf_complex *)out, NULL, 1, (int)elements(shape, 1) / shape->batch,
                                       FFTW_MEASURE);
    return fftwf_plan_many_dft(shape->rank, shape->sizes, shape->batch, (fftwf_complex *)in, NULL, 1, distance,
                               (fftwf_complex *)out, NULL, 1, distance, FFTW_FORWARD, FFTW_MEASURE);
}

/* Returns how far both results are apart, of the largest number. */
static double difference(const float *a, const float *b, size_t count) {
    float most = 0, apart = 0;
    for (size_t i = 0; i < count; i++) {
        const float size = a[i] < 0 ? -a[i] : a[i], d = a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
        most = size > most ? size : most;
        apart = d > apart ? d : apart;
    }
    return most > 0 ? (double)apart / (double)most : 1;
}

/* Returns whether there is another turn: three, unless they take eight times as long as they may. */
static int goes_on(int turn, double taken, double seconds) {
    return turn == 0 || taken < seconds || (turn < LEAST_TURNS && taken < 8 * seconds);
}

typedef struct arrays_t {
    float *in, *out, *other;
} arrays_t;

/* Returns the time over FFTW's; sets the library's time. The arrays serve all cells of a shape. */
static double cell(const shape_t *shape, int count, double plan_seconds, double seconds, const arrays_t *arrays,
                   double *ours_least) {
    const size_t in_scalars = elements(shape, 0) * (shape->real ? 1 : 2),
                 out_scalars = 2 * elements(shape, shape->real);
    float *in = arrays->in, *out = arrays->out, *other = arrays->other;
    fftwf_plan theirs = make_theirs(shape, count, plan_seconds, in, other); /* overwrites its arrays */
    nbl_fft_t *ours = make_ours(shape, count);
    uint32_t state = 1;
    for (size_t i = 0; i < in_scalars; i++)
        state = state * 1664525u + 1013904223u, in[i] = (float)(int32_t)state * 4e-10f;
    memset(out, 0, out_scalars * sizeof *out);
    double least[2] = {1e9, 1e9}, begin = now();
    for (int turn = 0; turn < MOST_TURNS && goes_on(turn, now() - begin, seconds); turn++)
        for (int which = 0; which < 2; which++) {
            const double start = now();
            if (which == 0)
                nbl_fft_run(ours, in, out, NULL);
            else
                fftwf_execute(theirs);
            const double time = now() - start;
            if (time < least[which]) least[which] = time;
        }
    if (difference(other, out, out_scalars) > 1e-5) fprintf(stderr, "%s: results differ\n", shape->name), exit(1);
    nbl_fft_destroy(ours);
    fftwf_destroy_plan(theirs);
    *ours_least = least[0];
    return least[0] / least[1];
}

static arrays_t make_arrays(const shape_t *shape) {
    const size_t in_bytes = elements(shape, 0) * (shape->real ? 1 : 2) * sizeof(float),
                 out_bytes = 2 * elements(shape, shape->real) * sizeof(float);
    const arrays_t arrays = {fftwf_malloc(in_bytes), fftwf_malloc(out_bytes), fftwf_malloc(out_bytes)};
    if (arrays.in == NULL || arrays.out == NULL || arrays.other == NULL) exit(1);
    return arrays;
}

static int is_wanted(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count == 0;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    const double plan_seconds = argc > 1 ? atof(argv[1]) : 4, seconds = argc > 2 ? atof(argv[2]) : 1;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    double all[SHAPES * COUNTS];
    size_t cells = 0, behind = 0;
    fftwf_init_threads();
    printf("%-12s time over FFTW's by threads", "float32");
    for (size_t t = 0; t < COUNTS && threads[t] <= processors; t++) printf(" %d", threads[t]);
    printf("; ms\n");
    for (size_t s = 0; s < SHAPES; s++) {
        double ms[COUNTS];
        size_t t = 0;
        if (!is_wanted(shapes[s].name, argc > 3 ? argc - 3 : 0, argv + 3)) continue;
        printf("%-12s", shapes[s].name);
        const arrays_t arrays = make_arrays(&shapes[s]);
        for (; t < COUNTS && threads[t] <= processors; t++) {
            const double ratio = cell(&shapes[s], threads[t], plan_seconds, seconds, &arrays, &ms[t]);
            all[cells++] = ratio;
            behind += ratio > 1;
            printf(" %.2f", ratio);
            fflush(stdout);
        }
        fftwf_free(arrays.in), fftwf_free(arrays.out), fftwf_free(arrays.other);
        printf(" ;");
        for (size_t k = 0; k < t; k++) printf(" %.3f", 1e3 * ms[k]);
        printf("\n");
        fflush(stdout);
    }
    if (cells == 0) return 1;
    qsort(all, cells, sizeof *all, ascending);
    printf("behind at %zu of %zu, worst %.2f, median %.2f\n", behind, cells, all[cells - 1], all[cells / 2]);
    return 0;
}
