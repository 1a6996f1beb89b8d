/* Rows of more points than other lengths have that go in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines from 8193 points on go in memory passes, unless host/facts/exact.txt has a plan for the length: then a row of it is a line of
 * that plan's radices in exact mode, on the CPU and on every device. A device whose workgroups have no room takes two memory passes
 * that leave the same bits; fast mode takes its usual passes there.
 */
#include "transform/choose.h"

#include "facts/choose.h"
#include "facts/facts.h"
#include "fft/tuning.h"
#include "nbl/bit.h"

static bool has_plan(uint32_t length) {
    const nbl_fact_case_t of = {
        .device = NBL_DEVICE_PROCESSOR, .kind = NBL_FACT_TRANSFORM, .precision = NBL_FFT_FLOAT32};
    nbl_fft_plan_request_t request;
    return nbl_fact_find(&of, length, &request) != NULL;
}

/* 1 / N comes out alike in the last radix and in an operation behind it; 1 / sqrt(N) does not for 56 of the 234 lengths to 16384. */
bool nbl_choose_long_row(const nbl_choose_t *choose, uint32_t length) {
    const nbl_problem_t *problem = &choose->problem;
    return length > NBL_FFT_PLAN_MAX_MIXED_LENGTH && !nbl_is_power_of_two(length) &&
           problem->precision == NBL_FFT_FLOAT32 && !problem->real && !problem->convolves && problem->dct == 0 &&
           problem->scaling != NBL_FFT_SCALING_BY_ROOT && has_plan(length);
}

bool nbl_choose_holds_row(const nbl_choose_t *choose, uint32_t length) {
    const nbl_mode_t mode = choose->problem.mode == NBL_MODE_FAST ? NBL_MODE_FAST : NBL_MODE_EXACT;
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&choose->limits);
    nbl_fft_plan_t plan;
    return choose->is_cpu ||
           nbl_fft_tuned_plan(length, NBL_FFT_FLOAT32, mode, &limits, &plan, NULL, NULL) == NBL_SUCCESS;
}
