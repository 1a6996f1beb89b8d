/* Tries plans of a length on a device.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_TUNE_SEARCH_H
#define NBL_BENCH_TUNE_SEARCH_H

#include "nbl/host/fft_vulkan.h"
#include "nbl/host/plan.h"

typedef struct bench_tuning_t {
    nbl_vulkan_device_t *device;
    nbl_fft_precision_t precision;
    nbl_mode_t mode; /* exact: the radices that the length has; fast: others, too */
    uint32_t length;
    uint64_t bytes;       /* that a launch reads, and writes */
    uint32_t runs, plans; /* timed launches of each, and how many plans are tried at most */
} bench_tuning_t;

typedef struct bench_tuned_t {
    char plan[NBL_FFT_PLAN_TEXT_SIZE], usual[NBL_FFT_PLAN_TEXT_SIZE];
    uint32_t rounds, usual_rounds, tried;
    nbl_instruction_order_t instruction_order;
    double nanoseconds, usual_nanoseconds; /* of a launch, in the same run */
} bench_tuned_t;

/* Measures, then measures the best plan and the library's own once more, alone: the latter is the result unless the
 * other is faster by a percent in both. Errors: those of nbl_fft_bench_run(), NBL_ERROR_OUT_OF_MEMORY. */
nbl_result_t bench_tune(const bench_tuning_t *tuning, bench_tuned_t *tuned, nbl_error_t *error);

#endif
