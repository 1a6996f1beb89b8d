/* nbl-fft bench: FFTW on the CPU as a peer, for accuracy and for scale.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"
#include "bench/measuring.h"
#include "platform/clock.h"

#if NBL_HAS_FFTW

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

/* A measurement goes on for this long, and the median of this many counts. Chosen. */
#define SECONDS 0.02
#define MEASUREMENTS 5

const char *bench_fftw_version(void) {
    return strncmp(fftwf_version, "fftw-", 5) == 0 ? fftwf_version + 5 : fftwf_version;
}

/* One interface for both precisions. */
typedef struct fftw_t {
    fftwf_plan single;
    fftw_plan twice;
} fftw_t;

static fftw_t plan(nbl_fft_precision_t precision, int length, void *in, void *out) {
    fftw_t p = {NULL, NULL};
    if (precision == NBL_FFT_FLOAT64)
        p.twice = fftw_plan_dft_1d(length, in, out, FFTW_FORWARD, FFTW_MEASURE);
    else
        p.single = fftwf_plan_dft_1d(length, in, out, FFTW_FORWARD, FFTW_MEASURE);
    return p;
}

static void execute(const fftw_t *p) {
    if (p->twice)
        fftw_execute(p->twice);
    else
        fftwf_execute(p->single);
}

static void measure(const fftw_t *p, nbl_fft_timing_t *timing) {
    double times[MEASUREMENTS];
    for (int m = 0; m < MEASUREMENTS; m++) {
        double start = nbl_platform_seconds(), end;
        uint64_t runs = 0;
        do {
            for (int i = 0; i < 16; i++) execute(p);
            runs += 16;
            end = nbl_platform_seconds();
        } while (end - start < SECONDS);
        times[m] = 1e9 * (end - start) / (double)runs;
    }
    timing->nanoseconds = bench_median(times, MEASUREMENTS);
    timing->spread = bench_spread(times, MEASUREMENTS);
}

void bench_fftw_measure(bench_row_t *row, const bench_check_t *check) {
    size_t bytes = check->stored_bytes / check->transforms;
    void *in = fftw_malloc(bytes), *out = fftw_malloc(bytes);
    char *computed = malloc(check->stored_bytes);
    fftw_t p = {NULL, NULL};
    if (in && out && computed) p = plan(check->precision, (int)check->length, in, out);
    if (p.single || p.twice) {
        for (uint32_t t = 0; t < check->transforms; t++) { /* planning has overwritten the arrays */
            memcpy(in, (const char *)check->stored + t * bytes, bytes);
            execute(&p);
            memcpy(computed + t * bytes, out, bytes);
        }
        row->error = bench_check_error(check, computed);
        measure(&p, &row->timing);
        row->timing.bytes = 2 * bytes;
        snprintf(row->text, sizeof row->text, "FFTW_MEASURE, one thread of the CPU");
    } else {
        snprintf(row->message, sizeof row->message, "FFTW: has no plan");
    }
    if (p.twice) fftw_destroy_plan(p.twice);
    if (p.single) fftwf_destroy_plan(p.single);
    fftw_free(in);
    fftw_free(out);
    free(computed);
}

#else

const char *bench_fftw_version(void) { return NULL; }

void bench_fftw_measure(bench_row_t *row, const bench_check_t *check) {
    (void)check;
    snprintf(row->message, sizeof row->message, "FFTW: is not built in");
}

#endif
