/* Reads the system's clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_CLOCK_H
#define NBL_HOST_PLATFORM_CLOCK_H

/* Returns the seconds since a moment that all calls of a process share. Never goes back. */
double nbl_platform_seconds(void);

/* Returns the seconds that the calling thread has run on a processor: other programs' load does not count. */
double nbl_platform_processor_seconds(void);

#endif
