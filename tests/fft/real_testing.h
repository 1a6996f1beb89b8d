/* One case of the real transforms' tests: its data, its reference by the definition in long double, its runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_REAL_TESTING_H
#define NBL_TESTS_FFT_REAL_TESTING_H

#include "tests/fft/stockham_testing.h"

static const char *const kind_names[] = {"complex", "one real signal", "two real signals"};

typedef struct real_case_t {
    nbl_fft_transform_desc_t desc;
    bool check; /* races are looked for */
} real_case_t;

typedef struct real_tally_t {
    uint32_t cases;
    double worst[2], snr; /* powers of two, others */
    uint64_t scalars, differing;
} real_tally_t;

/* Elements of one real signal. */
static inline uint32_t real_length(const nbl_fft_transform_desc_t *desc) {
    return desc->kind == NBL_FFT_REAL ? 2 * desc->length : desc->length;
}

static inline uint32_t signals_of(const nbl_fft_transform_desc_t *desc) { return desc->kind == NBL_FFT_REAL ? 1 : 2; }

/* Number, in scalars of the buffer of signals, of element n of signal s of a transform: two signals are interleaved. */
static inline uint64_t signal_place(const nbl_fft_transform_desc_t *desc, uint32_t row, uint32_t s, uint32_t n) {
    return (uint64_t)row * 2 * desc->length + (uint64_t)n * signals_of(desc) + s;
}

/* Number, in complex elements, of frequency 0 of signal s of a transform in the buffer of spectra. */
static inline uint64_t spectrum_place(const nbl_fft_transform_desc_t *desc, uint32_t row, uint32_t s) {
    return ((uint64_t)row * signals_of(desc) + s) * (real_length(desc) / 2 + 1);
}

static inline void fill_real_input(const nbl_fft_transform_plan_t *plan, void *input, test_random_t *random) {
    const nbl_fft_transform_desc_t *desc = &plan->desc;
    uint64_t elements = plan->input_bytes / plan->element_bytes;
    for (uint64_t i = 0; i < elements; i++) {
        double real = test_random_real(random), imag = test_random_real(random);
        store_element(desc->precision, input, i, real, imag);
    }
    /* Ends of spectra are real; what stands in their imaginary parts must not matter, and half of the time it is not
     * zero. */
    for (uint32_t row = 0; desc->inverse && row < desc->batch; row += 2)
        for (uint32_t s = 0; s < signals_of(desc); s++)
            for (uint32_t end = 0; end < (real_length(desc) % 2 == 0 ? 2u : 1u); end++) {
                uint64_t at = spectrum_place(desc, row, s) + end * (real_length(desc) / 2);
                store_element(desc->precision, input, at, (double)load_element(desc->precision, input, at).real, 0);
            }
}

static inline long double load_scalar(nbl_fft_precision_t precision, const void *memory, uint64_t number) {
    test_complex_t z = load_element(precision, memory, number / 2);
    return number % 2 == 0 ? z.real : z.imag;
}

/* Adds up one signal's errors. */
static inline void judge_signal(const nbl_fft_transform_desc_t *desc, const void *input, const void *output,
                                uint32_t row, uint32_t s, test_error_t *sums) {
    uint32_t length = real_length(desc);
    uint64_t first = spectrum_place(desc, row, s);
    test_complex_t *x = malloc(length * sizeof *x), *wanted = malloc(length * sizeof *wanted);
    ck_assert(x && wanted);
    if (desc->inverse) {
        for (uint32_t f = 0; f <= length / 2; f++) {
            x[f] = load_element(desc->precision, input, first + f);
            if (f == 0 || 2 * f == length)
                x[f].imag = 0;
            else
                x[length - f] = (test_complex_t){x[f].real, -x[f].imag};
        }
    } else {
        for (uint32_t n = 0; n < length; n++)
            x[n] = (test_complex_t){load_scalar(desc->precision, input, signal_place(desc, row, s, n)), 0};
    }
    test_fft(x, wanted, length, desc->inverse);
    for (uint32_t i = 0; i < (desc->inverse ? length : length / 2 + 1); i++) {
        if (desc->inverse) {
            test_error_add(sums, (test_complex_t){wanted[i].real, 0},
                           load_scalar(desc->precision, output, signal_place(desc, row, s, i)), 0);
        } else {
            test_complex_t z = load_element(desc->precision, output, first + i);
            test_error_add(sums, wanted[i], z.real, z.imag);
            if (i == 0 || 2 * i == length)
                ck_assert_msg(z.imag == 0, "case %u: end %u of a spectrum is not real", case_number, i);
        }
    }
    free(x);
    free(wanted);
}

static inline void emulate_real(const real_case_t *c, const nbl_fft_transform_plan_t *plan, const void *input,
                                void *output) {
    nbl_emulator_launch_t launch = test_launch_of_case(case_number);
    nbl_emulator_report_t report;
    nbl_error_t error;
    if (c->check) launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_msg(nbl_fft_transform_emulate(plan, &launch, input, output, &report, &error) == NBL_SUCCESS,
                  "case %u, %s, length %u: %s", case_number, kind_names[c->desc.kind], c->desc.length, error.text);
    ck_assert_msg(report.workgroup_barriers == plan->barriers * plan->workgroups,
                  "case %u: %llu barriers, the plan implies %u x %llu", case_number,
                  (unsigned long long)report.workgroup_barriers, plan->barriers, (unsigned long long)plan->workgroups);
}

/* On the device, or with none on the emulator; on a device both, bit by bit. */
static inline void run_real_case(real_tally_t *tally, nbl_vulkan_device_t *device, const real_case_t *c) {
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    if (!begin_case()) return;
    ck_assert_msg(nbl_fft_transform_plan(&c->desc, &plan, &error) == NBL_SUCCESS, "case %u: %s", case_number,
                  error.text);
    void *input = allocate_buffer(&plan), *output = allocate_buffer(&plan);
    test_random_t random = test_random_from(data_seed + case_number);
    fill_real_input(&plan, input, &random);
    if (device) {
        void *emulated = allocate_buffer(&plan);
        ck_assert_msg(nbl_fft_transform_vulkan(device, NULL, NBL_MODE_EXACT, false, &plan, input, output, NULL,
                                               &error) == NBL_SUCCESS,
                      "case %u: %s", case_number, error.text);
        emulate_real(c, &plan, input, emulated);
        uint32_t scalar = plan.element_bytes / 2;
        uint64_t differing = test_differing_scalars(output, emulated, plan.output_bytes, scalar);
        tally->scalars += plan.output_bytes / scalar;
        tally->differing += differing;
        /* Promised of float32, stored as halves too; of the others it is told. */
        bool promised = c->desc.precision == NBL_FFT_FLOAT32 || c->desc.precision == NBL_FFT_FLOAT16_STORAGE;
        ck_assert_msg(differing == 0 || !promised, "case %u: %llu scalars differ from the emulator's", case_number,
                      (unsigned long long)differing);
        free(emulated);
    } else {
        emulate_real(c, &plan, input, output);
    }
    test_error_t sums = {0, 0, 0};
    for (uint32_t row = 0; row < c->desc.batch; row++)
        for (uint32_t s = 0; s < signals_of(&c->desc); s++) judge_signal(&c->desc, input, output, row, s, &sums);
    double error_l2 = test_error_relative(&sums), snr = test_error_snr(&sums),
           *worst = &tally->worst[!is_power_of_two(c->desc.length)];
    double bound = random_bound(c->desc.precision, real_length(&c->desc), c->desc.inverse);
    if (c->desc.algorithm == NBL_FFT_RADIX2_SHUFFLE && c->desc.precision == NBL_FFT_FLOAT32)
        bound = real_length(&c->desc) <= 8192 ? 1.5e-7 : 1.7e-7;
    /* Packing rounds once more than the complex transform does: measured, 4096 reaches 1.395e-7 where that stays below
     * 1.35e-7. */
    if (c->desc.precision == NBL_FFT_FLOAT32) bound *= 1.05;
    if (getenv("NBL_CASE") || error_l2 > bound)
        printf("case %u: %s, %s %s, %s of %u: relative L2 %.3e, SNR %.1f dB, bound %.2e\n", case_number,
               c->desc.algorithm == NBL_FFT_STOCKHAM ? "Stockham" : "radix-2", precision_names[c->desc.precision],
               c->desc.inverse ? "inverse" : "forward", kind_names[c->desc.kind], real_length(&c->desc), error_l2, snr,
               bound);
    ck_assert_double_le(error_l2, bound);
    if (error_l2 > *worst) *worst = error_l2;
    if (tally->snr == 0 || snr < tally->snr) tally->snr = snr;
    tally->cases++;
    free(input);
    free(output);
}

static inline void end_real(const char *name, const real_tally_t *tally, uint32_t cases) {
    printf("%-32s %4u cases: relative L2 %.3e of powers of two, %.3e of others; SNR %.1f dB\n", name, tally->cases,
           tally->worst[0], tally->worst[1], tally->snr);
    if (tally->scalars)
        printf("  against the emulator: %llu of %llu scalars differ\n", (unsigned long long)tally->differing,
               (unsigned long long)tally->scalars);
    fflush(stdout);
    if (!getenv("NBL_CASE")) ck_assert_uint_eq(tally->cases, cases);
}

#endif
