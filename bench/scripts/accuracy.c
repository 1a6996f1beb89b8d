/* The error of every length's kernel on a Vulkan device, or on the CPU, beside FFTW's: built and run by accuracy.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random data. An error is the relative L2 difference from a transform in long double. FFTW has no halves: beside those
 * stands its float32 transform, rounded to halves.
 *
 * Usage: accuracy PROCESSES STEP [cpu] PRECISION ...   STEP 1: every length to 8192; 9: every ninth; cpu: no device,
 *        which has the same bits in exact mode, and in fused mode where it takes the same radices
 */
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nbl-fft/bench.h"
#include "nbl/host/fft_array.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"

enum { MOST = 8192, ELEMENTS = 131072, FEWEST = 16, MODES = 3, SHOWN = 10, MOST_ROWS = 4096 };

typedef struct row_t {
    nbl_fft_precision_t precision;
    uint32_t length;
    double errors[MODES], theirs; /* NAN: not measured */
    char plan[NBL_FFT_PLAN_TEXT_SIZE];
} row_t;

static const struct {
    const char *name;
    nbl_fft_precision_t precision;
} precisions[] = {{"fp32", NBL_FFT_FLOAT32}, {"fp64", NBL_FFT_FLOAT64}, {"fp16-storage", NBL_FFT_FLOAT16_STORAGE}};
enum { PRECISIONS = sizeof precisions / sizeof *precisions };
static const nbl_mode_t modes[MODES] = {NBL_MODE_EXACT, NBL_MODE_FAST, NBL_MODE_FUSED};
static const char *const mode_names[MODES] = {"exact", "fast", "fused"};

static void *allocate(size_t bytes) {
    void *memory = fftw_malloc(bytes);
    if (memory != NULL) return memory;
    fprintf(stderr, "accuracy: out of memory\n");
    exit(1);
}

static void expect(nbl_result_t result, const row_t *row, const nbl_error_t *error) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "accuracy: length %u: %s: %s\n", row->length, nbl_result_text(result), error->text);
    exit(1);
}

static void transform_twice(uint32_t length, const void *in, void *out) {
    fftw_complex *x = allocate(length * sizeof *x), *y = allocate(length * sizeof *y);
    fftw_plan plan = fftw_plan_dft_1d((int)length, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    memcpy(x, in, length * sizeof *x);
    fftw_execute(plan);
    memcpy(out, y, length * sizeof *y);
    fftw_destroy_plan(plan);
    fftw_free(x);
    fftw_free(y);
}

static void transform_single(uint32_t length, bool halves, const void *in, void *out) {
    fftwf_complex *x = allocate(length * sizeof *x), *y = allocate(length * sizeof *y);
    fftwf_plan plan = fftwf_plan_dft_1d((int)length, x, y, FFTW_FORWARD, FFTW_ESTIMATE);
    memcpy(x, in, length * (halves ? sizeof(uint32_t) : sizeof *x));
    for (uint32_t i = length; halves && i-- > 0;) { /* backwards: an element lies on two others' halves */
        nbl_emulator_float32x2_t z = nbl_emulator_unpack_half_2x16(((const uint32_t *)in)[i]);
        x[i][0] = z.x, x[i][1] = z.y;
    }
    fftwf_execute(plan);
    for (uint32_t i = 0; halves && i < length; i++)
        ((uint32_t *)out)[i] = nbl_emulator_pack_half_2x16((nbl_emulator_float32x2_t){y[i][0], y[i][1]});
    if (!halves) memcpy(out, y, length * sizeof *y);
    fftwf_destroy_plan(plan);
    fftwf_free(x);
    fftwf_free(y);
}

/* Transforms on the CPU. Fast mode is left out: its bits are the compiler's. */
static bool by_cpu(const row_t *row, uint32_t transforms, nbl_mode_t mode, const void *in, void *out) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_error_t error = {""};
    desc.length = row->length;
    desc.batch = transforms;
    desc.precision = row->precision;
    desc.mode = mode;
    desc.threads = 1;
    if (mode != NBL_MODE_FAST) expect(nbl_fft_array(&desc, in, out, &error), row, &error);
    return mode != NBL_MODE_FAST;
}

/* Transforms on a device. Returns false if it cannot: it lacks float64, or its multiply-adds round twice. */
static bool by_device(nbl_vulkan_device_t *device, row_t *row, uint32_t transforms, nbl_mode_t mode, const void *in,
                      void *out) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = row->precision,
                                     .length = row->length,
                                     .batch = transforms,
                                     .any_radices = mode == NBL_MODE_FAST,
                                     .limits = nbl_fft_device_limits(device)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error = {""};
    nbl_result_t result = nbl_fft_transform_plan(&desc, &plan, &error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_transform_vulkan(device, NULL, mode, true, &plan, in, out, NULL, &error);
    if (result == NBL_ERROR_LIMIT || (result != NBL_SUCCESS && mode == NBL_MODE_FUSED)) return false;
    expect(result, row, &error);
    nbl_fft_plan_short_text(plan.parameters.plan, row->plan, sizeof row->plan);
    return true;
}

/* device  NULL: the CPU */
static void measure(nbl_vulkan_device_t *device, row_t *row) {
    uint32_t transforms = ELEMENTS / row->length < FEWEST ? FEWEST : ELEMENTS / row->length;
    bench_check_t check;
    if (!bench_check_make(&check, row->length, transforms, row->precision)) exit(1);
    size_t bytes = check.stored_bytes / transforms;
    char *computed = allocate(check.stored_bytes);
    for (uint32_t t = 0; t < transforms; t++) {
        const char *in = (const char *)check.stored + t * bytes;
        if (row->precision == NBL_FFT_FLOAT64)
            transform_twice(row->length, in, computed + t * bytes);
        else
            transform_single(row->length, row->precision == NBL_FFT_FLOAT16_STORAGE, in, computed + t * bytes);
    }
    row->theirs = bench_check_error(&check, computed);
    for (int m = 0; m < MODES; m++) {
        const bool done = device == NULL ? by_cpu(row, transforms, modes[m], check.stored, computed)
                                         : by_device(device, row, transforms, modes[m], check.stored, computed);
        if (done) row->errors[m] = bench_check_error(&check, computed);
    }
    fftw_free(computed);
    bench_check_free(&check);
}

static int mode_sorted_by; /* qsort() hands nothing on */

/* 1 where both are exact, as of two float64 of 52 bits. */
static double ratio(const row_t *row, int mode) {
    return row->errors[mode] == row->theirs ? 1 : row->errors[mode] / row->theirs;
}

static int by_ratio(const void *a, const void *b) {
    double x = ratio(a, mode_sorted_by), y = ratio(b, mode_sorted_by);
    return x < y ? 1 : x > y ? -1 : 0;
}

/* At once, so that a run which is cut short has told what it measured: the lines of several processes follow no
 * order. */
static void print_row(const row_t *row) {
    const char *name = "";
    for (int p = 0; p < PRECISIONS; p++)
        if (precisions[p].precision == row->precision) name = precisions[p].name;
    printf("%s %u %s: FFTW %.3e", name, row->length, row->plan, row->theirs);
    for (int m = 0; m < MODES; m++)
        if (!isnan(row->errors[m])) printf(", %s %.3e %.3f", mode_names[m], row->errors[m], ratio(row, m));
    printf("\n");
    fflush(stdout);
}

/* A line of the table in docs/log/figures.md. */
static void summarize(row_t *rows, uint32_t count, const char *precision, int mode) {
    static const double bounds[] = {1.0, 1.05, 1.1};
    uint32_t within[3] = {0};
    for (uint32_t i = 0; i < count; i++)
        for (int b = 0; b < 3; b++) within[b] += ratio(&rows[i], mode) <= bounds[b];
    mode_sorted_by = mode;
    qsort(rows, count, sizeof *rows, by_ratio);
    printf("| %s, %s | %u | %u | %u | %u |", precision, mode_names[mode], count, within[0], within[1], within[2]);
    for (uint32_t i = 0; i < count && i < SHOWN; i++)
        printf("%s %u %.3f", i == 0 ? "" : ",", rows[i].length, ratio(&rows[i], mode));
    printf(" |\n");
}

int main(int argc, char **argv) {
    int processes = argc > 3 ? atoi(argv[1]) : 0, step = argc > 3 ? atoi(argv[2]) : 0, failed = 0;
    const bool cpu = argc > 3 && strcmp(argv[3], "cpu") == 0;
    uint32_t count = 0, first = 0;
    row_t *rows = mmap(NULL, MOST_ROWS * sizeof *rows, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (processes < 1 || step < 1 || rows == MAP_FAILED) return 2;
    for (int a = 3; a < argc; a++)
        for (int p = 0; p < PRECISIONS; p++) {
            int number = 0;
            if (strcmp(argv[a], precisions[p].name) != 0) continue;
            for (uint32_t n = 2; n <= MOST; n++) {
                if (nbl_fft_check_length(NBL_FFT_STOCKHAM, precisions[p].precision, n, NULL) != NBL_SUCCESS) continue;
                if (number++ % step == 0 && count < MOST_ROWS)
                    rows[count++] =
                        (row_t){.precision = precisions[p].precision, .length = n, .errors = {NAN, NAN, NAN}};
            }
        }
    for (int child = 0; child < processes; child++) {
        if (fork() != 0) continue;
        nbl_vulkan_device_t *device = NULL;
        nbl_error_t error = {""};
        if (!cpu) expect(nbl_vulkan_device_create(NULL, &device, &error), &rows[0], &error);
        for (uint32_t i = (uint32_t)child; i < count; i += (uint32_t)processes) {
            measure(device, &rows[i]);
            print_row(&rows[i]);
        }
        if (!cpu) nbl_vulkan_device_destroy(device);
        exit(0);
    }
    for (int status; wait(&status) > 0;) failed |= status;
    printf("\n| | lengths | within 1.0 | 1.05 | 1.1 | the largest |\n|---|---|---|---|---|---|\n");
    for (int p = 0; p < PRECISIONS; p++) {
        for (first = 0; first < count && rows[first].precision != precisions[p].precision;) first++;
        uint32_t own = 0;
        while (first + own < count && rows[first + own].precision == precisions[p].precision) own++;
        for (int m = 0; own != 0 && m < MODES; m++)
            if (!isnan(rows[first].errors[m])) summarize(rows + first, own, precisions[p].name, m);
    }
    return failed != 0;
}
