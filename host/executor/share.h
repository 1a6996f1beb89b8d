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

/* Work is divided into about this many calls per thread. The thread that ends first then waits for a sixteenth of its
 * time at most. Chosen: 8 and 32 were not timed. */
#define NBL_EXECUTOR_CALLS 16ull

/* Returns how many threads run: as many as are given, 0 being one per processor, but no more than there may be. */
uint32_t nbl_executor_threads(uint32_t wanted);

/* Threads between two calls of nbl_executor_share(): the first one that has work for them makes them, and a thread
 * without work for a second ends. All but `process` is written with the lock held. */
typedef struct nbl_executor_pool_t {
    pthread_mutex_t lock;
    pthread_cond_t begins;                /* a thread may work, or must end */
    pthread_cond_t ends;                  /* no thread works, or all have ended */
    struct nbl_executor_shared_t *shared; /* the call that is under way; NULL: none */
    uint32_t places;                      /* threads that may still join the call */
    uint32_t threads;                     /* threads that exist */
    atomic_uint busy;                     /* threads that work on the call */
    bool closes;                          /* threads must end */
    atomic_long process;                  /* that made the threads: its copy by fork() has none; 0: there were none */
} nbl_executor_pool_t;

/* pool  receives a pool without threads, for nbl_executor_pool_release() */
void nbl_executor_pool_init(nbl_executor_pool_t *pool);

/* Returns when the last thread is leaving. No call is under way. */
void nbl_executor_pool_release(nbl_executor_pool_t *pool);

/* Calls work(user, thread, first, count) until all items are done: from this thread, which is number 0, and from up to
 * threads - 1 others. There are fewer if the system makes no more threads, and none if another call uses the pool.
 * Returns when all items are done.
 *
 * pool     NULL: threads for this call alone
 * threads  1 to NBL_EXECUTOR_MOST_THREADS
 * grain    items of a call, but for the last */
void nbl_executor_share(nbl_executor_pool_t *pool, uint32_t threads, uint64_t items, uint64_t grain,
                        void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count), void *user);

#endif
