/* Reads POSIX' clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double nbl_platform_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

double nbl_platform_processor_seconds(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
