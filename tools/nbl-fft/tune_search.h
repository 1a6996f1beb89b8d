/* Tries plans of a length on a device.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_TUNE_SEARCH_H
#define NBL_BENCH_TUNE_SEARCH_H

#include <stdio.h>

#include "timing.h"
#include "nbl/host/plan.h"
#include "nbl/host/wisdom.h"

/* A plan that was timed before: a line of the log. */
typedef struct bench_known_t {
    uint32_t length;
    nbl_fft_precision_t precision;
    nbl_mode_t mode;
    char plan[64];
    nbl_fft_wisdom_choice_t choice; /* without its text */
    double nanoseconds;
    uint32_t turns;
} bench_known_t;

/* Reads a line of the log; returns false if it is none. */
bool bench_known_read(const char *line, bench_known_t *known);

typedef struct bench_tuning_t {
    nbl_vulkan_device_t *device;
    nbl_fft_bench_t *bench; /* with no kernel but the copy's */
    nbl_fft_precision_t precision;
    nbl_mode_t mode;  /* exact: the radices that the length has; fast and fused: others, too */
    bool any_radices; /* exact mode, too, tries those of the fastest known plans of fast mode: its bits change */
    bool addresses;   /* kernels read and write at device addresses */
    uint32_t length;
    uint32_t plans; /* that are tried at most; 0: the best that were timed by turns go by turns again */
    double seconds; /* that it may take, about; 0: any */
    /* Called with true before kernels are timed, with false after: one process at a time. NULL: there is no other. */
    void (*turn)(void *user, bool begins);
    void *user;
    /* NULL, or receives a line for every plan that was timed: length, precision, mode, plan, rounds, order of
     * instructions, twiddles, nanoseconds, those of the library's own plan, registers, spilled bytes, shared bytes,
     * bytes of code, nanoseconds of a copy, and how many turns were taken, 0 for one in passing. */
    FILE *log;
    /* What was timed before, of other lengths, too: the search begins with the best of it, and tries no other again. */
    const bench_known_t *known;
    uint32_t known_count;
} bench_tuning_t;

typedef struct bench_tuned_t {
    char plan[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_wisdom_choice_t choice; /* its text is `plan` */
    uint32_t tried;
    double nanoseconds, usual_nanoseconds; /* of a launch, by turns; the second is the library's own plan's */
} bench_tuned_t;

/* Searches, then times the best plans and the library's own once more by turns, with the clocks of long work: the
 * latter is the result unless another is faster by a percent. Errors: those of nbl_fft_bench_time(),
 * NBL_ERROR_OUT_OF_MEMORY. */
nbl_result_t bench_tune(const bench_tuning_t *tuning, bench_tuned_t *tuned, nbl_error_t *error);

#endif
