/* Looks at a thread after every given number of seconds of its own processor time.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_WATCHDOG_H
#define NBL_HOST_PLATFORM_WATCHDOG_H

#include <stdint.h>

typedef struct nbl_watchdog_t nbl_watchdog_t;

/* From now on `look` interrupts this thread; all calls give the same function. It may leave by switching fibers.
 * Returns the watch, or NULL on a system that cannot: then nothing is watched. The same thread stops it; NULL is
 * accepted. */
nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void));
void nbl_watchdog_stop(nbl_watchdog_t *watchdog);

#endif
