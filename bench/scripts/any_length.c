/* The error of transforms of any length on the CPU beside FFTW's: built and run by bench/scripts/any_length.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: any_length PRECISION FIRST LAST [SHOWN [ELEMENTS [smooth]]]
 *                 every length from FIRST to LAST in fp16, fp32, fp64 or fp16-storage; those with a ratio of SHOWN
 *                 (1.1) and more are printed. ELEMENTS (8192): of all transforms of a length together, at least.
 *                 smooth: only lengths without a prime factor above 13
 *
 * An error is the difference from FFTW's float64 transform, of float64 from its long double one. FFTW has no halves:
 * their error is compared with 2^13 times the error of FFTW's float32 transform of the numbers before they are rounded
 * to halves, since the last place of a half is 2^13 times as large as a float32's.
 */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft.h"
#include "nbl/lang/emulator.h"

static uint32_t least_elements = 8192;
static uint64_t state = 1;

static double uniform(void) {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27; /* xorshift64* */
    return (double)(state * 2685821657736338717ull >> 11) / 4503599627370496.0 - 1.0;
}

typedef struct errors_t {
    long double ours, theirs, energy;
} errors_t;

static void add(errors_t *errors, long double right, double ours, double theirs) {
    errors->ours += ((long double)ours - right) * ((long double)ours - right);
    errors->theirs += ((long double)theirs - right) * ((long double)theirs - right);
    errors->energy += right * right;
}

static nbl_fft_t *plan_of(uint32_t length, nbl_fft_precision_t precision) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.precision = precision;
    desc.threads = 1;
    if (nbl_fft_make_cpu(&desc, &plan, &error) == NBL_SUCCESS) return plan;
    fprintf(stderr, "any_length: %s\n", error.text);
    exit(1);
}

static void run(nbl_fft_t *plan, const void *input, void *output) {
    nbl_error_t error;
    if (nbl_fft_run(plan, input, output, &error) == NBL_SUCCESS) return;
    fprintf(stderr, "any_length: %s\n", error.text);
    exit(1);
}

static float of_half(uint16_t half) { return nbl_emulator_unpack_half_2x16(half).x; }

static uint16_t to_half(double value) {
    const nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
    return (uint16_t)nbl_emulator_pack_half_2x16(pair);
}

static errors_t of_float32(uint32_t n) {
    float *in = fftwf_malloc(8ull * n), *ours = fftwf_malloc(8ull * n), *theirs = fftwf_malloc(8ull * n);
    double *wide = fftw_malloc(16ull * n), *right = fftw_malloc(16ull * n);
    fftwf_plan fftw = fftwf_plan_dft_1d((int)n, (void *)in, (void *)theirs, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_plan reference = fftw_plan_dft_1d((int)n, (void *)wide, (void *)right, FFTW_FORWARD, FFTW_ESTIMATE);
    nbl_fft_t *plan = plan_of(n, NBL_FFT_FLOAT32);
    errors_t errors = {0, 0, 0};
    for (uint32_t done = 0; done < least_elements; done += n) {
        for (uint32_t i = 0; i < 2 * n; i++) wide[i] = (double)(in[i] = (float)uniform());
        fftw_execute(reference);
        fftwf_execute(fftw);
        run(plan, in, ours);
        for (uint32_t i = 0; i < 2 * n; i++) add(&errors, (long double)right[i], (double)ours[i], (double)theirs[i]);
    }
    nbl_fft_destroy(plan);
    fftwf_destroy_plan(fftw);
    fftw_destroy_plan(reference);
    fftwf_free(in), fftwf_free(ours), fftwf_free(theirs), fftw_free(wide), fftw_free(right);
    return errors;
}

static errors_t of_halves(uint32_t n, nbl_fft_precision_t precision) {
    const long double wider = 8192;
    uint16_t *in = malloc(4ull * n), *out = malloc(4ull * n);
    double *wide = fftw_malloc(16ull * n), *right = fftw_malloc(16ull * n);
    fftw_plan reference = fftw_plan_dft_1d((int)n, (void *)wide, (void *)right, FFTW_FORWARD, FFTW_ESTIMATE);
    nbl_fft_t *plan = plan_of(n, precision);
    errors_t errors = of_float32(n);
    const long double theirs = errors.theirs / errors.energy;
    errors = (errors_t){0, 0, 0};
    for (uint32_t done = 0; done < least_elements; done += n) {
        for (uint32_t i = 0; i < 2 * n; i++) wide[i] = of_half(in[i] = to_half(uniform()));
        fftw_execute(reference);
        run(plan, in, out);
        for (uint32_t i = 0; i < 2 * n; i++) add(&errors, (long double)right[i], of_half(out[i]), right[i]);
    }
    errors.theirs = theirs * wider * wider * errors.energy;
    nbl_fft_destroy(plan);
    fftw_destroy_plan(reference);
    free(in), free(out), fftw_free(wide), fftw_free(right);
    return errors;
}

static errors_t of_float64(uint32_t n) {
    double *in = fftw_malloc(16ull * n), *ours = fftw_malloc(16ull * n), *theirs = fftw_malloc(16ull * n);
    long double *wide = fftwl_malloc(32ull * n), *right = fftwl_malloc(32ull * n);
    fftw_plan fftw = fftw_plan_dft_1d((int)n, (void *)in, (void *)theirs, FFTW_FORWARD, FFTW_ESTIMATE);
    fftwl_plan reference = fftwl_plan_dft_1d((int)n, (void *)wide, (void *)right, FFTW_FORWARD, FFTW_ESTIMATE);
    nbl_fft_t *plan = plan_of(n, NBL_FFT_FLOAT64);
    errors_t errors = {0, 0, 0};
    for (uint32_t done = 0; done < least_elements; done += n) {
        for (uint32_t i = 0; i < 2 * n; i++) wide[i] = (long double)(in[i] = uniform());
        fftwl_execute(reference);
        fftw_execute(fftw);
        run(plan, in, ours);
        for (uint32_t i = 0; i < 2 * n; i++) add(&errors, right[i], ours[i], theirs[i]);
    }
    nbl_fft_destroy(plan);
    fftw_destroy_plan(fftw);
    fftwl_destroy_plan(reference);
    fftw_free(in), fftw_free(ours), fftw_free(theirs), fftwl_free(wide), fftwl_free(right);
    return errors;
}

static bool is_smooth(uint32_t n) {
    for (uint32_t prime = 2; prime <= 13; prime++)
        while (n % prime == 0) n /= prime;
    return n == 1;
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "any_length: PRECISION FIRST LAST [SHOWN [ELEMENTS [smooth]]]\n"), 2;
    nbl_fft_precision_t precision = NBL_FFT_FLOAT16;
    while (nbl_fft_precision_valid(precision) && strcmp(argv[1], nbl_fft_precision_name(precision)) != 0) precision++;
    if (!nbl_fft_precision_valid(precision)) return fprintf(stderr, "any_length: no precision %s\n", argv[1]), 2;
    const uint32_t first = (uint32_t)atoi(argv[2]), last = (uint32_t)atoi(argv[3]);
    const double shown = argc > 4 ? atof(argv[4]) : 1.1;
    if (argc > 5) least_elements = (uint32_t)atoi(argv[5]);
    const bool smooth_alone = argc > 6 && strcmp(argv[6], "smooth") == 0;
    double worst[2] = {0, 0};
    uint32_t at[2] = {0, 0}, beyond[2] = {0, 0}, count[2] = {0, 0};
    for (uint32_t n = first; n <= last; n++) {
        if (smooth_alone && !is_smooth(n)) continue;
        const errors_t errors = precision == NBL_FFT_FLOAT64   ? of_float64(n)
                                : precision == NBL_FFT_FLOAT32 ? of_float32(n)
                                                               : of_halves(n, precision);
        const double ratio = (double)sqrtl(errors.ours / errors.theirs);
        const int other = !is_smooth(n);
        count[other]++;
        if (ratio > (other ? 2.0 : 1.1)) beyond[other]++;
        if (ratio > worst[other]) worst[other] = ratio, at[other] = n;
        if (ratio >= shown)
            printf("%u: ours %.2e, FFTW %.2e, ratio %.3f\n", n, (double)sqrtl(errors.ours / errors.energy),
                   (double)sqrtl(errors.theirs / errors.energy), ratio);
    }
    for (int other = 0; other < 2; other++)
        printf("%s, %s: %u lengths, %u beyond %s of FFTW's error, worst %.3f at %u\n", argv[1],
               other ? "with a prime above 13" : "2, 3, 5, 7, 11, 13 alone", count[other], beyond[other],
               other ? "2" : "1.1", worst[other], at[other]);
    return 0;
}
