/* Work shared among threads, which may wait for more of it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EXECUTOR_SHARE_H
#define NBL_HOST_EXECUTOR_SHARE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define NBL_EXECUTOR_MOST_THREADS 64 /* of a run; chosen, nothing measured beyond two */

/* Work is divided into about this many calls per thread. The thread that ends first then waits for a sixteenth of its time
 * at most. Chosen: 8 and 32 were not timed. */
#define NBL_EXECUTOR_CALLS 16ull

/* Returns how many threads run: as many as are given, 0 being one per processor, but no more than there may be. */
uint32_t nbl_executor_threads(uint32_t wanted);

/* Threads between two calls of nbl_executor_share(): the first one that has work for them makes them, and a thread
 * without work for a second ends. All but `process` is written with the lock held. */
typedef struct nbl_executor_pool_t {
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;          /* a thread may work, or is to end; no thread works, or all have ended */
    struct nbl_executor_shared_t *shared; /* of the call that is under way, or NULL */
    uint32_t places;                      /* for threads that take part in it */
    uint32_t threads;                     /* that are there */
    atomic_uint busy;                     /* those of them that take part */
    bool closes;
    long process; /* whose threads they are: a copy of it that fork() makes has none */
} nbl_executor_pool_t;

/* pool  receives a pool without threads, for nbl_executor_pool_release() */
void nbl_executor_pool_init(nbl_executor_pool_t *pool);

/* Returns when the last thread is leaving. No call is under way. */
void nbl_executor_pool_release(nbl_executor_pool_t *pool);

/* Calls work(user, thread, first, count) until all items are done, from this thread, number 0, and at most threads - 1
 * others; fewer if the system has no more to give, and none if another call has those of the pool. Returns after all calls
 * have.
 *
 * pool     NULL: threads for this call alone
 * threads  1 to NBL_EXECUTOR_MOST_THREADS
 * grain    items of a call, but for the last */
void nbl_executor_share(nbl_executor_pool_t *pool, uint32_t threads, uint64_t items, uint64_t grain,
                        void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count), void *user);

#endif
