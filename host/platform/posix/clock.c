/* The time by POSIX.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/clock.h"

#include <time.h>

double nbl_platform_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
