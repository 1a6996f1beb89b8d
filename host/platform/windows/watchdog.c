/* Starts no watch: Windows interrupts threads only in ways that a kernel may not be left from.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/watchdog.h"

#include <stddef.h>

nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void)) {
    (void)seconds;
    (void)look;
    return NULL;
}

void nbl_watchdog_stop(nbl_watchdog_t *watchdog) { (void)watchdog; }
