/* How the kernel of a transform is built where measuring chose: in exact mode of one precision the same on every device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/tuning.h"

#include "nbl/host/plan.h"

/* Rounds pay if one or two workgroups fill a multiprocessor, so that no other computes while they load. */
static const struct {
    uint32_t length;
    nbl_fft_precision_t precision;
    nbl_fft_tuning_t tuning;
} rows[] = {
    {1000, NBL_FFT_FLOAT32, {.rounds = 4}},
    {3072, NBL_FFT_FLOAT32, {.rounds = 1, .plan = "16x16x12@192*1"}},
    {5120, NBL_FFT_FLOAT32, {.rounds = 1, .orders = {NBL_INSTRUCTION_ORDER_DEFAULT, NBL_INSTRUCTION_ORDER_LATE}}},
    {5600, NBL_FFT_FLOAT32, {.rounds = 1, .fast_plan = "20x20x14@280*1/1"}},
    {6000,
     NBL_FFT_FLOAT32,
     {.rounds = 1,
      .fast_twiddles = NBL_FFT_TWIDDLES_BY_FOURTHS,
      .orders = {NBL_INSTRUCTION_ORDER_DEFAULT, NBL_INSTRUCTION_ORDER_LATE}}},
    {6400, NBL_FFT_FLOAT32, {.rounds = 1, .fast_plan = "20x20x16@320*1/2"}},
    {7168, NBL_FFT_FLOAT32, {.rounds = 1, .plan = "32x16x14@256*1/2"}},
    {2048, NBL_FFT_FLOAT64, {.rounds = 1, .orders = {NBL_INSTRUCTION_ORDER_DEFAULT, NBL_INSTRUCTION_ORDER_DEMANDED}}},
    {4096, NBL_FFT_FLOAT64, {.rounds = 1, .orders = {NBL_INSTRUCTION_ORDER_DEMANDED}}},
    {64, NBL_FFT_FLOAT16_STORAGE, {.rounds = 4}},
    {128, NBL_FFT_FLOAT16_STORAGE, {.rounds = 8, .plan = "16x8@8*8"}},
    {256, NBL_FFT_FLOAT16_STORAGE, {.rounds = 8, .plan = "16x16@16*4"}},
    {512, NBL_FFT_FLOAT16_STORAGE, {.rounds = 8, .plan = "32x16@16*4"}},
    {700, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .plan = "14x10x5@70*3"}},
    {800, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .plan = "16x10x5@80*2"}},
    {1024, NBL_FFT_FLOAT16_STORAGE, {.rounds = 8, .plan = "32x32@32*1"}},
    {2048, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .plan = "8x16x16@128*1/2"}},
    {2880, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .plan = "16x12x15@240*1"}},
    {4096, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .plan = "8x16x32@128*1/2"}},
    {5600, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .fast_plan = "20x20x14@280*1/1"}},
    {6400, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .fast_plan = "20x20x16@320*1/2"}},
    {7168, NBL_FFT_FLOAT16_STORAGE, {.rounds = 1, .plan = "32x16x14@256*1/2"}},
};

nbl_fft_tuning_t nbl_fft_tuning(uint32_t length, nbl_fft_precision_t precision) {
    nbl_fft_tuning_t plain = {.rounds = 1};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].length == length && rows[i].precision == precision) return rows[i].tuning;
    }
    return plain;
}

/* Where fewer invocations lie side by side than fill a sector of memory, each of their stores takes one all the same. In
 * passes of radix 1, which move elements and compute nothing, four lie side by side: 0.88 of a copy at 8 elements, 0.89
 * at 12 and 0.97 at 24, for 0.34, 0.26 and 0.50. Halves of 4, half a sector, are faster alone. */
#define SECTOR_BYTES 32u
#define SIDE_BY_SIDE 4u

/* Leaves a plan alone that needs nothing or has no room for more. */
static void spread(nbl_fft_precision_t precision, const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan) {
    nbl_fft_plan_request_t request = {
        .passes = 1, .radices = {1}, .invocations = SIDE_BY_SIDE, .ffts_per_workgroup = plan->passes == 1 ? 32 : 16};
    nbl_fft_plan_t wider;
    if (plan->invocations >= SIDE_BY_SIDE ||
        plan->fft_length * nbl_fft_precision_element_bytes(precision) < SECTOR_BYTES)
        return;
    for (uint32_t p = 0; p < plan->passes; p++) request.radices[request.passes++] = nbl_fft_plan_radix(*plan, p);
    if (plan->passes == 1) request.radices[request.passes++] = 1;
    if (nbl_fft_plan_fit(&request, plan->complex_dwords, limits, &wider, NULL) == NBL_SUCCESS) *plan = wider;
}

nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, bool fast,
                                const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    uint32_t dwords = nbl_fft_precision_dwords(precision);
    nbl_fft_tuning_t tuning = nbl_fft_tuning(length, precision);
    nbl_fft_plan_request_t request;
    if (fast && tuning.fast_plan != NULL &&
        nbl_fft_plan_parse(tuning.fast_plan, dwords, limits, plan, error) == NBL_SUCCESS)
        return NBL_SUCCESS;
    if (tuning.plan != NULL && nbl_fft_plan_read(tuning.plan, &request, error) == NBL_SUCCESS)
        return nbl_fft_plan_fit(&request, dwords, limits, plan, error);
    nbl_result_t result = nbl_fft_plan_make(length, dwords, limits, plan, error);
    if (result == NBL_SUCCESS) spread(precision, limits, plan);
    return result;
}
