/* The time by Windows.
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
