/* Errors on the CPU by length, in exact, fast and fused mode and FFTW's: built and run by bench/scripts/cpu_errors.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: cpu_errors SEED LENGTH ...   random complex numbers; an error is the relative L2 difference from a transform in
 *                                     long double, of 65536 numbers or 4 transforms, whichever is more
 */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_array.h"
#include "tests/common/testing.h"

enum { ELEMENTS = 65536, FEWEST = 4, WAYS = 4 };
static const char *const names[WAYS] = {"exact", "fast", "fused", "FFTW"};

static void fftw(uint32_t length, uint32_t batch, bool is_double, void *in, void *out) {
    const int n = (int)length;
    if (is_double) {
        fftw_plan plan =
            fftw_plan_many_dft(1, &n, (int)batch, in, NULL, 1, n, out, NULL, 1, n, FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_execute(plan);
        fftw_destroy_plan(plan);
    } else {
        fftwf_plan plan =
            fftwf_plan_many_dft(1, &n, (int)batch, in, NULL, 1, n, out, NULL, 1, n, FFTW_FORWARD, FFTW_ESTIMATE);
        fftwf_execute(plan);
        fftwf_destroy_plan(plan);
    }
}

static void ours(uint32_t length, uint32_t batch, bool is_double, nbl_mode_t mode, const void *in, void *out) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_error_t error;
    desc.length = length;
    desc.batch = batch;
    desc.precision = is_double ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    desc.mode = mode;
    if (nbl_fft_array(&desc, in, out, &error) == NBL_SUCCESS) return;
    fprintf(stderr, "cpu_errors: %s\n", error.text);
    exit(1);
}

static double number(const void *numbers, bool is_double, size_t i) {
    return is_double ? ((const double *)numbers)[i] : (double)((const float *)numbers)[i];
}

static void measure(uint32_t length, bool is_double, test_random_t *random) {
    const uint32_t batch = length * FEWEST > ELEMENTS ? FEWEST : ELEMENTS / length;
    const size_t numbers = (size_t)2 * length * batch, bytes = numbers * (is_double ? 8 : 4);
    void *in = malloc(bytes), *out[WAYS];
    test_complex_t *x = malloc(length * sizeof *x), *wanted = malloc(length * sizeof *wanted);
    test_error_t errors[WAYS];
    memset(errors, 0, sizeof errors);
    for (size_t i = 0; i < numbers; i++) {
        const double value = test_random_real(random);
        if (is_double)
            ((double *)in)[i] = value;
        else
            ((float *)in)[i] = (float)value;
    }
    for (int way = 0; way < WAYS; way++) {
        out[way] = malloc(bytes);
        if (way < WAYS - 1)
            ours(length, batch, is_double, (nbl_mode_t)way, in, out[way]);
        else
            fftw(length, batch, is_double, in, out[way]);
    }
    for (size_t first = 0; first < (size_t)length * batch; first += length) {
        for (size_t i = 0; i < length; i++)
            x[i] = (test_complex_t){number(in, is_double, 2 * (first + i)), number(in, is_double, 2 * (first + i) + 1)};
        test_fft(x, wanted, length, false);
        for (int way = 0; way < WAYS; way++)
            for (size_t i = 0; i < length; i++)
                test_error_add(&errors[way], wanted[i], number(out[way], is_double, 2 * (first + i)),
                               number(out[way], is_double, 2 * (first + i) + 1));
    }
    printf("%6u fp%d", length, is_double ? 64 : 32);
    for (int way = 0; way < WAYS; way++) {
        printf("  %s %.3g", names[way], test_error_relative(&errors[way]));
        free(out[way]);
    }
    printf("  fused/exact %.3f  fused/FFTW %.3f\n", test_error_relative(&errors[2]) / test_error_relative(&errors[0]),
           test_error_relative(&errors[2]) / test_error_relative(&errors[3]));
    free(in);
    free(x);
    free(wanted);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    test_random_t random = test_random_from(strtoull(argv[1], NULL, 10));
    for (int is_double = 0; is_double < 2; is_double++)
        for (int i = 2; i < argc; i++) measure((uint32_t)atoi(argv[i]), is_double != 0, &random);
    return 0;
}
