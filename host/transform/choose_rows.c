/* Rows of more points than other lengths have that go in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines from 8193 points on go in memory passes, unless host/facts/exact.txt has a plan for the length. With a plan, a
 * row is one line of the plan's radices in exact mode, on the CPU and on every device. A device whose workgroups have
 * no room takes two memory passes that leave the same bits. So do rows of 8192 points or fewer, and of 16384 and 32768
 * points, if a device's workgroups have too few invocations. Fast mode takes its usual passes there, and also if there
 * are fewer rows than a large device has multiprocessors: a row of 14580 points takes 15 us in one kernel, a row of
 * 15360 points takes 7 us in passes (H200, 2026-11-30). Exact mode's two passes take 10 us, so they pay for fewer rows.
 */
#include "transform/choose.h"

#include "facts/choose.h"
#include "facts/facts.h"
#include "facts/numbers.h"
#include "fft/array.h"
#include "fft/split.h"
#include "fft/tuning.h"
#include "nbl/bit.h"

static bool has_plan(uint32_t length) {
    const nbl_fact_case_t of = {
        .device = NBL_DEVICE_PROCESSOR, .kind = NBL_FACT_TRANSFORM, .precision = NBL_FFT_FLOAT32};
    nbl_fft_plan_request_t request;
    return nbl_fact_find(&of, length, &request) != NULL;
}

/* Every line has a plan if it has at most this many elements per invocation of the largest workgroup. Counted over all
 * lengths to 8192: the shortest lines without a plan have 18.6 elements at 128 invocations, 22.3 at 256. */
#define FITS_PER_INVOCATION 16u

bool nbl_choose_has_room(const nbl_choose_t *choose, uint32_t length, nbl_fft_precision_t precision) {
    const nbl_mode_t mode = nbl_choose_is_fast(choose) ? NBL_MODE_FAST : NBL_MODE_EXACT;
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&choose->limits);
    nbl_fft_plan_t plan;
    return choose->is_cpu || length < NBL_FFT_SPLIT_LEAST || length <= FITS_PER_INVOCATION * limits.max_invocations ||
           nbl_fft_tuned_plan(length, precision, mode, &limits, &plan, NULL, NULL) == NBL_SUCCESS;
}

/* A factor 1 / N gives the same bits in the last radix and in an operation behind it. 1 / sqrt(N) gives others for 56
 * of the 234 lengths to 16384. */
bool nbl_choose_long_row(const nbl_choose_t *choose, uint32_t length) {
    const nbl_problem_t *problem = &choose->problem;
    if (problem->precision != NBL_FFT_FLOAT32 || problem->real || problem->convolves || problem->dct != 0 ||
        problem->scaling == NBL_FFT_SCALING_BY_ROOT)
        return false;
    if (length > NBL_FFT_PLAN_MAX_MIXED_LENGTH && !nbl_is_power_of_two(length)) return has_plan(length);
    return nbl_fft_array_has_length(NBL_FFT_FLOAT32, false, length) &&
           !nbl_choose_has_room(choose, length, NBL_FFT_FLOAT32);
}

bool nbl_choose_whole_row(const nbl_choose_t *choose, uint32_t length) {
    const nbl_mode_t mode = nbl_choose_is_fast(choose) ? NBL_MODE_FAST : NBL_MODE_EXACT;
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&choose->limits);
    nbl_fft_plan_t plan;
    return choose->is_cpu ||
           nbl_fft_tuned_plan(length, NBL_FFT_FLOAT32, mode, &limits, &plan, NULL, NULL) == NBL_SUCCESS;
}

uint64_t nbl_choose_fewest_rows(const nbl_choose_t *choose, uint32_t length) {
    const nbl_device_kind_t device = choose->limits.device;
    const bool fast = nbl_choose_is_fast(choose);
    if (choose->is_cpu || (!fast && (choose->fused || choose->problem.rank > 1 ||
                                     length < nbl_fact_number_of(device, NBL_NUMBER_FEW_ROWS_FROM))))
        return 1;
    return (uint64_t)nbl_fact_number_of(device, fast ? NBL_NUMBER_FEW_WORKGROUPS : NBL_NUMBER_FEW_ROWS);
}
