/* Transforms of real signals on the emulator, by both algorithms, against long double, under the race checker.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run, CK_RUN_CASE=name picks a group.
 */
#include "facts/choose.h"
#include "plan/make.h"
#include "tests/fft/real_testing.h"

/* Both kinds, forward and inverse. */
static void run_forms(real_tally_t *tally, nbl_fft_transform_desc_t desc, bool check) {
    for (uint32_t form = 0; form < 4; form++) {
        desc.kind = form < 2 ? NBL_FFT_REAL : NBL_FFT_REAL_TWO;
        desc.inverse = form % 2 != 0;
        real_case_t c = {desc, check};
        run_real_case(tally, NULL, &c);
    }
}

/* Every `step`th supported length to `most`; the shared memory, in turn, makes windows necessary or not. */
static void run_stockham(const char *name, nbl_fft_precision_t precision, uint32_t most, uint32_t step,
                         const uint32_t *larger, uint32_t larger_count, uint32_t cases) {
    static const uint32_t shared[] = {16384, 32768, 49152};
    real_tally_t tally;
    memset(&tally, 0, sizeof tally);
    uint32_t found = 0;
    case_number = 10000 * (uint32_t)precision;
    for (uint32_t i = 2; i <= most + larger_count; i++) {
        uint32_t length = i <= most ? i : larger[i - most - 1];
        if (nbl_fft_plan_check_length(length, nbl_fft_precision_dwords(precision), NULL) != NBL_SUCCESS ||
            (i <= most && (!nbl_fft_plan_is_common(length) || found++ % step != 0)))
            continue;
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = precision,
                                         .length = length,
                                         .batch = 3,
                                         .limits = nbl_fft_emulator_limits(8)};
        desc.limits.max_shared_bytes = length > 4096 ? 49152 : shared[i % 3];
        run_forms(&tally, desc, length <= 1024);
    }
    end_real(name, &tally, cases);
}

START_TEST(stockham_float32) {
    static const uint32_t larger[] = {343, 360, 1000, 1029, 2048, 2187, 3000, 4096, 5120, 8000, 8192, 16384};
    run_stockham("Stockham, float32", NBL_FFT_FLOAT32, 256, 1, larger, 12, 4 * (76 + 12));
}
END_TEST

START_TEST(stockham_others) {
    static const uint32_t larger[] = {1000, 4096};
    run_stockham("Stockham, float64", NBL_FFT_FLOAT64, 256, 3, larger, 2, 4 * (26 + 2));
    run_stockham("Stockham, float16 storage", NBL_FFT_FLOAT16_STORAGE, 256, 5, larger, 2, 4 * (16 + 2));
    if (nbl_fft_emulator_limits(8).float16)
        run_stockham("Stockham, float16", NBL_FFT_FLOAT16, 256, 5, larger, 2, 4 * (16 + 2));
    else
        printf("SKIPPED: float16 on the emulator: this compiler has no such type\n");
}
END_TEST

/* Elements 2 to 32 by workgroups from 1 to 1024 invocations, to N = 16384, every `step`th; subgroup sizes in turn. */
static void run_radix2(const char *name, nbl_fft_precision_t precision, uint32_t step, uint32_t cases) {
    static const uint32_t subgroups[] = {1, 8, 32, 2};
    real_tally_t tally;
    memset(&tally, 0, sizeof tally);
    uint32_t shape = 0;
    case_number = 50000 + 10000 * (uint32_t)precision;
    for (uint32_t elements = 2; elements <= 32; elements *= 2)
        for (uint32_t workgroup = 1; workgroup <= 1024 && elements * workgroup <= 16384; workgroup *= 2) {
            if (shape++ % step != 0) continue;
            uint32_t subgroup = subgroups[shape % 4];
            nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                             .precision = precision,
                                             .length = elements * workgroup,
                                             .batch = 3,
                                             .elements_per_invocation = elements,
                                             .workgroup_size = workgroup,
                                             .subgroup_size = subgroup > workgroup ? 1 : subgroup,
                                             .ffts_per_workgroup = workgroup < 64 ? 2 : 1,
                                             .limits = nbl_fft_emulator_limits(8)};
            run_forms(&tally, desc, desc.length <= 2048);
        }
    end_real(name, &tally, cases);
}

START_TEST(radix2) {
    run_radix2("radix-2, float32", NBL_FFT_FLOAT32, 1, 4 * 54);
    run_radix2("radix-2, float64", NBL_FFT_FLOAT64, 3, 4 * 18);
    run_radix2("radix-2, float16 storage", NBL_FFT_FLOAT16_STORAGE, 5, 4 * 11);
    if (nbl_fft_emulator_limits(8).float16)
        run_radix2("radix-2, float16", NBL_FFT_FLOAT16, 5, 4 * 11);
    else
        printf("SKIPPED: float16 on the emulator: this compiler has no such type\n");
}
END_TEST

static void expect_refusal(nbl_fft_transform_desc_t desc, const char *why) {
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    desc.limits = nbl_fft_emulator_limits(8);
    ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, why) != NULL, "%s", error.text);
}

START_TEST(refusals) {
    expect_refusal(
        (nbl_fft_transform_desc_t){
            .precision = NBL_FFT_FLOAT32, .kind = NBL_FFT_REAL, .length = 64, .batch = 1, .native = true},
        "native order: the spectrum of a real");
    expect_refusal(
        (nbl_fft_transform_desc_t){.precision = NBL_FFT_FLOAT32, .kind = NBL_FFT_REAL, .length = 32768, .batch = 1},
        "length 65536 of a real signal: lengths end at 32768");
    expect_refusal(
        (nbl_fft_transform_desc_t){.precision = NBL_FFT_FLOAT32, .kind = (nbl_fft_kind_t)3, .length = 64, .batch = 1},
        "transform: kind is 3, must be complex (0), real (1) or two real (2)");
}
END_TEST

int main(void) {
    begin_data("real");
    Suite *suite = suite_create("real");
    add_group(suite, "stockham", stockham_float32);
    add_group(suite, "stockham-others", stockham_others);
    add_group(suite, "radix2", radix2);
    add_group(suite, "refusals", refusals);
    return test_run_suite(suite);
}
