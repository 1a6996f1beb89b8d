/* Reads Windows' clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/clock.h"

#include <windows.h>

double nbl_platform_seconds(void) {
    LARGE_INTEGER ticks, ticks_per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&ticks_per_second);
    return (double)ticks.QuadPart / (double)ticks_per_second.QuadPart;
}

static double seconds_of(FILETIME time) {
    return 1e-7 * ((double)time.dwHighDateTime * 4294967296.0 + (double)time.dwLowDateTime);
}

double nbl_platform_processor_seconds(void) {
    FILETIME begun, ended, kernel, user;
    GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user);
    return seconds_of(kernel) + seconds_of(user);
}
