/* The Stockham transform on the emulator beside FFTW: the same data, the same reference in long double, every length.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=length runs one alone; NBL_SEED=n repeats the data of a run.
 */
#include "facts/choose.h"
#include "plan/make.h"
#include "tests/fft/stockham_testing.h"

#if NBL_HAS_FFTW
#include <fftw3.h>

/* Of our error to FFTW's, with nothing fused, as here. */
static const double WANTED = 1.1;
/* At least this number of elements, and a batch of 4: few short transforms would say little. They leave one or two
 * percent open, and so whatever comes near is measured again with 8 times as many, which leave a few thousandths. */
static const uint32_t ELEMENTS = 8192, MORE = 8;
static const double NEAR = 1.08;

typedef struct result_t {
    double ours, theirs;
} result_t;

static float *alone; /* one signal, and its spectrum by FFTW */
static float *spectrum;

static result_t compare(uint32_t length, uint32_t rows) {
    case_t c = {NBL_FFT_FLOAT32, length, rows, false, nbl_fft_emulator_limits(32), NULL};
    c.limits.max_shared_bytes = 49152;
    nbl_fft_transform_plan_t plan = plan_case(&c);
    float *input = allocate_buffer(&plan), *output = allocate_buffer(&plan);
    test_random_t random = test_random_from(data_seed + length);
    for (uint64_t i = 0; i < 2ull * length * rows; i++) input[i] = (float)test_random_real(&random);
    emulate_case(&c, &plan, input, output);
    fftwf_plan fftw = fftwf_plan_dft_1d((int)length, (fftwf_complex *)(void *)alone, (fftwf_complex *)(void *)spectrum,
                                        FFTW_FORWARD, FFTW_ESTIMATE);
    test_complex_t *x = malloc(length * sizeof *x), *wanted = malloc(length * sizeof *wanted);
    test_error_t ours = {0, 0, 0}, theirs = {0, 0, 0};
    ck_assert(fftw && x && wanted);
    for (uint32_t row = 0; row < rows; row++) {
        const float *in = input + 2ull * row * length, *out = output + 2ull * row * length;
        for (uint32_t i = 0; i < length; i++)
            x[i] = (test_complex_t){(long double)in[2 * i], (long double)in[2 * i + 1]};
        test_fft(x, wanted, length, false);
        memcpy(alone, in, 2 * sizeof(float) * length);
        fftwf_execute(fftw);
        for (uint32_t i = 0; i < length; i++) {
            test_error_add(&ours, wanted[i], (long double)out[2 * i], (long double)out[2 * i + 1]);
            test_error_add(&theirs, wanted[i], (long double)spectrum[2 * i], (long double)spectrum[2 * i + 1]);
        }
    }
    fftwf_destroy_plan(fftw);
    free(input);
    free(output);
    free(x);
    free(wanted);
    return (result_t){test_error_relative(&ours), test_error_relative(&theirs)};
}

START_TEST(beside_fftw) {
    static const uint32_t larger[] = {4200, 4374, 4480, 4500, 4800, 5000, 5120, 5292, 5600, 5760, 6000, 6400,
                                      6480, 6561, 6615, 6720, 7000, 7168, 7680, 7938, 8000, 8192, 16384};
    const uint32_t more = sizeof larger / sizeof *larger;
    uint32_t cases = 0, again = 0;
    double worst[2] = {0, 0};
    alone = fftwf_malloc(2 * sizeof(float) * 16384);
    spectrum = fftwf_malloc(2 * sizeof(float) * 16384);
    ck_assert(alone && spectrum);
    for (uint32_t n = 2; n <= 4096 + more; n++) {
        uint32_t length = n <= 4096 ? n : larger[n - 4097];
        if (!nbl_fft_plan_is_common(length) ||
            nbl_fft_plan_check_length(length, NBL_DWORDS_float32_t, NULL) != NBL_SUCCESS)
            continue;
        case_number = length;
        const char *chosen = getenv("NBL_CASE");
        if (chosen && strtoul(chosen, NULL, 10) != length) continue;
        uint32_t rows = ELEMENTS / length < 4 ? 4 : ELEMENTS / length;
        result_t r = compare(length, rows);
        double ratio = r.ours / r.theirs;
        bool power = is_power_of_two(length);
        if (ratio > NEAR) {
            again++;
            rows *= MORE;
            r = compare(length, rows);
            ratio = r.ours / r.theirs;
            printf("%s%u %.3f", again == 1 ? "again " : ", ", length, ratio);
        }
        if (chosen)
            printf("\nlength %u, %u rows: relative L2 %.3e, FFTW's %.3e, ratio %.3f", length, rows, r.ours, r.theirs,
                   ratio);
        ck_assert_msg(ratio <= WANTED, "length %u: relative L2 %.3e, FFTW's %.3e: %.3f times as much", length, r.ours,
                      r.theirs, ratio);
        if (ratio > worst[!power]) worst[!power] = ratio;
        cases++;
    }
    printf("\nbeside FFTW: %u lengths, ours / FFTW's error at most %.3f of powers of two, %.3f of others\n", cases,
           worst[0], worst[1]);
    fflush(stdout);
    fftwf_free(alone);
    fftwf_free(spectrum);
    if (!getenv("NBL_CASE")) ck_assert_uint_eq(cases, 247 + more);
}
END_TEST
#else
START_TEST(beside_fftw) { printf("SKIPPED: FFTW: libfftw3-dev was not installed when this was built\n"); }
END_TEST
#endif

int main(void) {
    begin_data("stockham_fftw");
    Suite *suite = suite_create("stockham_fftw");
    add_group(suite, "fftw", beside_fftw);
    return test_run_suite(suite);
}
