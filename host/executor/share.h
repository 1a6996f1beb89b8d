/* Work shared among threads.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EXECUTOR_SHARE_H
#define NBL_HOST_EXECUTOR_SHARE_H

#include <stdint.h>

#define NBL_EXECUTOR_MOST_THREADS 64

/* Returns how many threads run: as many as are given, 0 being one per processor, but no more than there may be. */
uint32_t nbl_executor_threads(uint32_t wanted);

/* Calls work(user, thread, first, count) until all items are done, from this thread, number 0, and at most threads - 1
 * others; fewer if the system has no more to give. Returns after all calls have.
 *
 * threads  1 to NBL_EXECUTOR_MOST_THREADS
 * grain    items of a call, but for the last */
void nbl_executor_share(uint32_t threads, uint64_t items, uint64_t grain,
                        void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count), void *user);

#endif
