/* Interrupts a thread after every given number of seconds of its own processor time, to look at what it does.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_WATCHDOG_H
#define NBL_HOST_PLATFORM_WATCHDOG_H

#include <stdint.h>

typedef struct nbl_watchdog_t nbl_watchdog_t;

/* Starts a watch of the calling thread: `look` is called in it, as a signal's handler. It may leave by switching
 * fibers. Returns the watch, or NULL if the system has no timers of processor time, the program handles the signal
 * itself, or memory ran out: then nothing is watched. The same thread stops the watch; stopping NULL does nothing.
 *
 * seconds  of processor time between two calls of `look`, 1 or more
 * look     all watches of a process must give the same function */
nbl_watchdog_t *nbl_watchdog_start(uint32_t seconds, void (*look)(void));
void nbl_watchdog_stop(nbl_watchdog_t *watchdog);

#endif
