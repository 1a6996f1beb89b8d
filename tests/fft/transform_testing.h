/* One case of test_transform: its input, its reference, its run on a backend, and what is asked of the result.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_TRANSFORM_TESTING_H
#define NBL_TESTS_FFT_TRANSFORM_TESTING_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_vulkan.h"
#include "nbl/bit.h"
#include "nbl/fft/parameters.h"
#include "nbl/fft/indexing.h"
#include "platform/clock.h"
#include "tests/common/testing.h"

#define MOST_LENGTH 32768u
#define GRID_BATCH 3u
#define PRECISIONS 4

static uint64_t data_seed; /* drawn and printed by main */

typedef struct case_t {
    nbl_fft_precision_t precision;
    uint32_t elements, workgroup, subgroup, ffts, batch;
    bool inverse, native;
} case_t;

/* What runs a group of cases, and what came of them. */
typedef struct group_t {
    const char *name;
    nbl_vulkan_device_t *device; /* NULL: the emulator */
    nbl_cache_t *cache;
    uint32_t compared_subgroup; /* > 0: the emulator runs with this subgroup size, too, and bits are compared */
    uint32_t cases;
    uint64_t scalars, differing;
    double worst[PRECISIONS][2], worst_snr[PRECISIONS],
        largest[PRECISIONS]; /* by precision; lengths to 8192 and beyond */
    double seconds;
} group_t;

/* Cases are numbered through all groups; NBL_CASE=n runs that one alone, and says all about it. */
static uint32_t case_number;

static const char *const precision_names[PRECISIONS] = {"fp16", "fp32", "fp64", "fp16-storage"};
static const uint32_t element_bytes[PRECISIONS] = {4, 8, 16, 4};

/* The bounds of the relative L2 error on random data. */
static double bound_of(nbl_fft_precision_t precision, uint32_t length) {
    if (precision == NBL_FFT_FLOAT16) return 2e-3;
    if (precision == NBL_FFT_FLOAT16_STORAGE) return 5e-4;
    if (precision == NBL_FFT_FLOAT64) return 1e-15;
    return length <= 8192 ? 1.5e-7 : 1.7e-7;
}

/* ---- Elements in memory */

static bool holds_halves(nbl_fft_precision_t precision) {
    return precision == NBL_FFT_FLOAT16 || precision == NBL_FFT_FLOAT16_STORAGE;
}

static test_complex_t load(nbl_fft_precision_t precision, const void *memory, uint64_t index) {
    test_complex_t z;
    if (holds_halves(precision)) {
        nbl_emulator_float32x2_t parts = nbl_emulator_unpack_half_2x16(((const uint32_t *)memory)[index]);
        z.real = (long double)parts.x;
        z.imag = (long double)parts.y;
    } else if (precision == NBL_FFT_FLOAT32) {
        z.real = (long double)((const float *)memory)[2 * index];
        z.imag = (long double)((const float *)memory)[2 * index + 1];
    } else {
        z.real = (long double)((const double *)memory)[2 * index];
        z.imag = (long double)((const double *)memory)[2 * index + 1];
    }
    return z;
}

static void fill(nbl_fft_precision_t precision, void *memory, uint64_t count, test_random_t *random) {
    for (uint64_t i = 0; i < count; i++) {
        double real = test_random_real(random), imag = test_random_real(random);
        if (holds_halves(precision)) {
            nbl_emulator_float32x2_t parts = {(float)real, (float)imag};
            ((uint32_t *)memory)[i] = nbl_emulator_pack_half_2x16(parts);
        } else if (precision == NBL_FFT_FLOAT32) {
            ((float *)memory)[2 * i] = (float)real;
            ((float *)memory)[2 * i + 1] = (float)imag;
        } else {
            ((double *)memory)[2 * i] = real;
            ((double *)memory)[2 * i + 1] = imag;
        }
    }
}

/* ---- Input and reference: made once for every precision, length, batch and direction */

typedef struct signal_t {
    void *input;               /* natural order */
    test_complex_t *reference; /* natural order; in long double from the rounded input */
    uint32_t batch;
} signal_t;

static const signal_t *signal_of(const case_t *c) {
    static signal_t signals[PRECISIONS][16][2];
    uint32_t length = c->elements * c->workgroup;
    signal_t *signal = &signals[c->precision][nbl_log2(length)][c->inverse];
    if (signal->batch >= c->batch) return signal;
    free(signal->input);
    free(signal->reference);
    signal->batch = c->batch > GRID_BATCH ? c->batch : GRID_BATCH;
    uint64_t count = (uint64_t)signal->batch * length;
    signal->input =
        aligned_alloc(16, count * element_bytes[c->precision] + 16 - count * element_bytes[c->precision] % 16);
    signal->reference = malloc(count * sizeof *signal->reference);
    test_complex_t *wide = malloc(length * sizeof *wide);
    ck_assert(signal->input && signal->reference && wide);
    test_random_t random = test_random_from(data_seed + length * 8 + (uint64_t)c->precision * 2 + c->inverse);
    fill(c->precision, signal->input, count, &random);
    for (uint64_t row = 0; row < signal->batch; row++) {
        for (uint32_t i = 0; i < length; i++) wide[i] = load(c->precision, signal->input, row * length + i);
        test_fft(wide, signal->reference + row * length, length, c->inverse);
    }
    free(wide);
    return signal;
}

/* Where the frequency that lies at `index` of a native spectrum lies in natural order. */
static uint32_t frequency_at(const case_t *c, uint32_t index) {
    return nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(nbl_log2(c->elements)),
                                                 nbl_fft_log2_workgroup(nbl_log2(c->workgroup))),
                             index);
}

static void *input_of(const case_t *c, const signal_t *signal) {
    uint32_t length = c->elements * c->workgroup, bytes = element_bytes[c->precision];
    unsigned char *input = aligned_alloc(16, ((size_t)c->batch * length * bytes + 15) / 16 * 16);
    ck_assert_ptr_nonnull(input);
    for (uint32_t row = 0; row < c->batch; row++)
        for (uint32_t i = 0; i < length; i++) {
            uint32_t from = c->inverse && c->native ? frequency_at(c, i) : i;
            memcpy(input + ((size_t)row * length + i) * bytes,
                   (const unsigned char *)signal->input + ((size_t)row * length + from) * bytes, bytes);
        }
    return input;
}

/* ---- Running */

static void describe(const case_t *c, const group_t *group, char text[256]) {
    snprintf(text, 256,
             "case %u: %s %s %s %s, %u elements x %u invocations, subgroup %u, %u FFTs per workgroup, batch %u",
             case_number, group->name, precision_names[c->precision], c->inverse ? "inverse" : "forward",
             c->native ? "native" : "natural", c->elements, c->workgroup, c->subgroup, c->ffts, c->batch);
}

static nbl_fft_transform_plan_t plan_of(const case_t *c, const nbl_fft_limits_t *limits, uint32_t subgroup,
                                        const char *text) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                     .precision = c->precision,
                                     .length = c->elements * c->workgroup,
                                     .batch = c->batch,
                                     .inverse = c->inverse,
                                     .native = c->native,
                                     .elements_per_invocation = c->elements,
                                     .workgroup_size = c->workgroup,
                                     .ffts_per_workgroup = c->ffts,
                                     .subgroup_size = subgroup,
                                     .limits = *limits};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s: %s", text, error.text);
    return plan;
}

/* On the emulator, with the checker unless the batch is large, and every count held against the plan. */
static void emulate(const case_t *c, uint32_t subgroup, const void *input, void *output, const char *text) {
    nbl_fft_limits_t limits = nbl_fft_emulator_limits(subgroup);
    nbl_fft_transform_plan_t plan = plan_of(c, &limits, subgroup, text);
    nbl_emulator_launch_t launch = test_launch_of_case(case_number);
    if (c->batch > GRID_BATCH)
        launch.threads = 0;
    else
        launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_emulate(&plan, &launch, input, output, &report, &error) == NBL_SUCCESS, "%s: %s",
                  text, error.text);
    ck_assert_msg(report.workgroup_barriers == plan.barriers * plan.workgroups,
                  "%s: %llu barriers were executed, the plan implies %u x %llu", text,
                  (unsigned long long)report.workgroup_barriers, plan.barriers, (unsigned long long)plan.workgroups);
    ck_assert_uint_eq(report.finding_count, 0);
    uint64_t forward = nbl_emulator_counter(&report, "fft_forward"),
             inverse = nbl_emulator_counter(&report, "fft_inverse");
    ck_assert_msg(forward == (c->inverse ? 0 : c->batch) && inverse == (c->inverse ? c->batch : 0),
                  "%s: %llu forward and %llu inverse FFTs were counted", text, (unsigned long long)forward,
                  (unsigned long long)inverse);
}

static uint64_t differing_scalars(const case_t *c, const void *a, const void *b) {
    uint32_t bytes = holds_halves(c->precision) ? 2 : element_bytes[c->precision] / 2;
    return test_differing_scalars(a, b, 2 * (uint64_t)c->batch * c->elements * c->workgroup * bytes, bytes);
}

static void judge(group_t *group, const case_t *c, const signal_t *signal, const void *output, const char *text) {
    uint32_t length = c->elements * c->workgroup;
    test_error_t sums = {0, 0, 0};
    for (uint32_t row = 0; row < c->batch; row++)
        for (uint32_t i = 0; i < length; i++) {
            uint32_t at = !c->inverse && c->native ? frequency_at(c, i) : i;
            test_complex_t z = load(c->precision, output, (uint64_t)row * length + i);
            test_error_add(&sums, signal->reference[(uint64_t)row * length + at], z.real, z.imag);
        }
    double error = test_error_relative(&sums), snr = test_error_snr(&sums),
           *worst = &group->worst[c->precision][length > 8192];
    if (error > *worst) *worst = error;
    if (group->worst_snr[c->precision] == 0 || snr < group->worst_snr[c->precision])
        group->worst_snr[c->precision] = snr;
    if ((double)sums.largest > group->largest[c->precision]) group->largest[c->precision] = (double)sums.largest;
    if (getenv("NBL_CASE"))
        printf("%s: relative L2 %.3e, SNR %.1f dB, largest difference %.3e\n", text, error, snr, (double)sums.largest);
    ck_assert_msg(error <= bound_of(c->precision, length), "%s: relative L2 %.3e, bound %.1e", text, error,
                  bound_of(c->precision, length));
}

static void run_case(group_t *group, const case_t *c) {
    const char *chosen = getenv("NBL_CASE");
    case_number++;
    if (chosen && strtoul(chosen, NULL, 10) != case_number) return;
    char text[256];
    describe(c, group, text);
    double start = nbl_platform_seconds();
    const signal_t *signal = signal_of(c);
    void *input = input_of(c, signal);
    uint64_t bytes = (uint64_t)c->batch * c->elements * c->workgroup * element_bytes[c->precision];
    void *output = aligned_alloc(16, (bytes + 15) / 16 * 16);
    ck_assert_ptr_nonnull(output);
    memset(output, 0xff, bytes); /* NaN: what was not written shows */
    if (group->device) {
        nbl_fft_limits_t limits = nbl_fft_device_limits(group->device);
        nbl_fft_transform_plan_t plan = plan_of(c, &limits, c->subgroup, text);
        nbl_error_t error;
        nbl_result_t result = nbl_fft_transform_vulkan(group->device, group->cache, NBL_MODE_EXACT, false, &plan, input,
                                                       output, NULL, &error);
        ck_assert_msg(result == NBL_SUCCESS, "%s: %s", text, error.text);
    } else {
        emulate(c, c->subgroup, input, output, text);
    }
    judge(group, c, signal, output, text);
    if (group->compared_subgroup && (c->precision != NBL_FFT_FLOAT16 || nbl_fft_emulator_limits(8).float16)) {
        void *other = aligned_alloc(16, (bytes + 15) / 16 * 16);
        emulate(c, c->subgroup == 1 ? 1 : group->compared_subgroup, input, other, text);
        uint64_t differing = differing_scalars(c, output, other);
        group->scalars += 2 * (uint64_t)c->batch * c->elements * c->workgroup;
        group->differing += differing;
        /* Promised of float32, stored as halves too; of the others it is told. */
        ck_assert_msg(differing == 0 || (c->precision != NBL_FFT_FLOAT32 && c->precision != NBL_FFT_FLOAT16_STORAGE),
                      "%s: %llu scalars differ from the emulator's", text, (unsigned long long)differing);
        free(other);
    }
    free(input);
    free(output);
    group->cases++;
    group->seconds += nbl_platform_seconds() - start;
}

#endif
