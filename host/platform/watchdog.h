/* Looks at a thread after every given number of seconds of its own processor time.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_WATCHDOG_H
#define NBL_HOST_PLATFORM_WATCHDOG_H

#include <stdint.h>

typedef struct nbl_watchdog_t nbl_watchdog_t;

/* From now on `look`, one function in all calls, interrupts this thread. It may leave by switching fibers. Returns NULL
 * where there is no such thing: then nothing is watched. Stopped by the same thread; NULL is accepted. */
nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void));
void nbl_watchdog_stop(nbl_watchdog_t *watchdog);

#endif
