/* How the kernel of a transform is built where there is a choice that changes no result.
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
    {1000, NBL_FFT_FLOAT32, {4, NULL, NBL_FFT_TWIDDLES_OF_TWO}},
    {6000, NBL_FFT_FLOAT32, {1, NULL, NBL_FFT_TWIDDLES_BY_FOURTHS}},
    {7168, NBL_FFT_FLOAT32, {4, NULL, NBL_FFT_TWIDDLES_OF_TWO}},
    {64, NBL_FFT_FLOAT16_STORAGE, {4, NULL, NBL_FFT_TWIDDLES_OF_TWO}},
    {128, NBL_FFT_FLOAT16_STORAGE, {8, "16x8@8*8", NBL_FFT_TWIDDLES_OF_TWO}},
    {256, NBL_FFT_FLOAT16_STORAGE, {8, "16x16@16*4", NBL_FFT_TWIDDLES_OF_TWO}},
    {512, NBL_FFT_FLOAT16_STORAGE, {8, "32x16@16*4", NBL_FFT_TWIDDLES_OF_TWO}},
    {1024, NBL_FFT_FLOAT16_STORAGE, {8, "32x32@32*1", NBL_FFT_TWIDDLES_OF_TWO}},
    {2048, NBL_FFT_FLOAT16_STORAGE, {1, "8x16x16@128*1/2", NBL_FFT_TWIDDLES_OF_TWO}},
    {4096, NBL_FFT_FLOAT16_STORAGE, {1, "8x16x32@128*1/2", NBL_FFT_TWIDDLES_OF_TWO}},
};

nbl_fft_tuning_t nbl_fft_tuning(uint32_t length, nbl_fft_precision_t precision) {
    nbl_fft_tuning_t plain = {1, NULL, NBL_FFT_TWIDDLES_OF_TWO};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].length == length && rows[i].precision == precision) return rows[i].tuning;
    }
    return plain;
}

/* An invocation that has a transform of its own stores a sector of memory for each element, a quarter of it filled. In
 * passes of radix 1 before and after, which move elements and compute nothing, four invocations lie side by side: 0.87 of
 * a copy at 8 elements and 0.89 at 12, for 0.34 and 0.26. */
#define SIDE_BY_SIDE 4u
#define TRANSFORMS 32u

/* Leaves the plan alone where the limits are too small. */
static void spread(uint32_t length, uint32_t dwords, const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_request_t request = {
        .passes = 3, .radices = {1, length, 1}, .invocations = SIDE_BY_SIDE, .ffts_per_workgroup = TRANSFORMS};
    nbl_fft_plan_t three;
    if (nbl_fft_plan_fit(&request, dwords, limits, &three, NULL) == NBL_SUCCESS) *plan = three;
}

nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, const nbl_fft_plan_limits_t *limits,
                                nbl_fft_plan_t *plan, nbl_error_t *error) {
    uint32_t dwords = nbl_fft_precision_dwords(precision);
    const char *text = nbl_fft_tuning(length, precision).plan;
    nbl_fft_plan_request_t request;
    if (text != NULL && nbl_fft_plan_read(text, &request, error) == NBL_SUCCESS)
        return nbl_fft_plan_fit(&request, dwords, limits, plan, error);
    nbl_result_t result = nbl_fft_plan_make(length, dwords, limits, plan, error);
    if (result == NBL_SUCCESS && plan->passes == 1u && length >= SIDE_BY_SIDE) spread(length, dwords, limits, plan);
    return result;
}
