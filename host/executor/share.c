/* Work shared among threads: each takes the next items until all are taken, then waits for the next call's.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/share.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "platform/memory.h"

typedef struct nbl_executor_shared_t {
    atomic_uint_fast64_t next;
    atomic_uint threads; /* that have a number */
    uint64_t items, grain;
    void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count);
    void *user;
} shared_t;

uint32_t nbl_executor_threads(uint32_t wanted) {
    const uint32_t threads = wanted == 0 ? nbl_platform_processors() : wanted;
    return threads < NBL_EXECUTOR_MOST_THREADS ? threads : NBL_EXECUTOR_MOST_THREADS;
}

static void take(shared_t *shared, uint32_t thread) {
    for (;;) {
        uint64_t first = atomic_fetch_add(&shared->next, shared->grain);
        if (first >= shared->items) return;
        uint64_t left = shared->items - first;
        shared->work(shared->user, thread, first, left < shared->grain ? left : shared->grain);
    }
}

/* ---- Threads that wait */

/* A thread without work ends after this time. Chosen; nothing measured. */
#define SECONDS_OF_WAITING 1

/* Returns whether there is a place; false: the thread is to leave. */
static bool wait_for_place(nbl_executor_pool_t *pool) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS_OF_WAITING;
    int timed_out = 0;
    while (pool->places == 0 && !pool->closes && timed_out == 0)
        timed_out = pthread_cond_timedwait(&pool->begins, &pool->lock, &until);
    return pool->places > 0;
}

static void *serve(void *user) {
    nbl_executor_pool_t *pool = user;
    pthread_mutex_lock(&pool->lock);
    while (wait_for_place(pool)) {
        shared_t *shared = pool->shared;
        pool->places--;
        pool->busy++;
        pthread_mutex_unlock(&pool->lock);
        take(shared, atomic_fetch_add(&shared->threads, 1u));
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) pthread_cond_broadcast(&pool->ends);
    }
    if (--pool->threads == 0) pthread_cond_broadcast(&pool->ends);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* With the lock held. They are detached, since nothing joins a thread that ends by itself. */
static void make_threads(nbl_executor_pool_t *pool, uint32_t wanted) {
    pthread_attr_t how;
    pthread_t thread;
    if (pool->threads >= wanted || pthread_attr_init(&how) != 0) return;
    pthread_attr_setdetachstate(&how, PTHREAD_CREATE_DETACHED);
    while (pool->threads < wanted && pthread_create(&thread, &how, serve, pool) == 0) pool->threads++;
    pthread_attr_destroy(&how);
}

void nbl_executor_pool_init(nbl_executor_pool_t *pool) {
    *pool = (nbl_executor_pool_t){
        .lock = PTHREAD_MUTEX_INITIALIZER, .begins = PTHREAD_COND_INITIALIZER, .ends = PTHREAD_COND_INITIALIZER};
}

/* Returns whether threads of the pool are this process's, whose it becomes if it is still no one's. */
static bool is_ours(nbl_executor_pool_t *pool) {
    const long own = (long)getpid();
    long none = 0;
    return atomic_compare_exchange_strong(&pool->process, &none, own) || none == own;
}

void nbl_executor_pool_release(nbl_executor_pool_t *pool) {
    const long process = atomic_load(&pool->process);
    if (process == 0) return; /* nothing was shared; what is initialised statically need not be destroyed */
    if (process != (long)getpid()) return;
    pthread_mutex_lock(&pool->lock);
    pool->closes = true;
    pthread_cond_broadcast(&pool->begins);
    while (pool->threads > 0) pthread_cond_wait(&pool->ends, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_destroy(&pool->begins);
    pthread_cond_destroy(&pool->ends);
    pthread_mutex_destroy(&pool->lock);
}

/* Returns whether the pool's threads take part; false: they do so in another call. */
static bool begin(nbl_executor_pool_t *pool, shared_t *shared, uint32_t others) {
    pthread_mutex_lock(&pool->lock);
    const bool free = pool->shared == NULL;
    if (free) {
        make_threads(pool, others);
        pool->shared = shared;
        pool->places = others;
    }
    pthread_mutex_unlock(&pool->lock);
    if (free) pthread_cond_broadcast(&pool->begins);
    return free;
}

/* The others are at their last items, which take less time than to sleep and to be woken. So the caller yields this
 * often before it sleeps. Chosen, 2026-11-23; no times were kept. */
#define YIELDS 64

static void end(nbl_executor_pool_t *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->places = 0; /* who did not wake in time has nothing to do */
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < YIELDS && atomic_load(&pool->busy) > 0; i++) sched_yield();
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) pthread_cond_wait(&pool->ends, &pool->lock);
    pool->shared = NULL;
    pthread_mutex_unlock(&pool->lock);
}

/* ---- Sharing */

static void share(nbl_executor_pool_t *pool, shared_t *shared, uint32_t others) {
    const bool together = begin(pool, shared, others);
    take(shared, 0);
    if (together) end(pool);
}

void nbl_executor_share(nbl_executor_pool_t *pool, uint32_t threads, uint64_t items, uint64_t grain,
                        void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count), void *user) {
    shared_t shared = {.threads = 1, .items = items, .grain = grain, .work = work, .user = user};
    uint64_t calls = (items + grain - 1) / grain;
    if (threads > calls) threads = (uint32_t)calls;
    if (threads < 2) {
        take(&shared, 0);
    } else if (pool != NULL && is_ours(pool)) {
        share(pool, &shared, threads - 1);
    } else {
        nbl_executor_pool_t own;
        nbl_executor_pool_init(&own);
        (void)is_ours(&own);
        share(&own, &shared, threads - 1);
        nbl_executor_pool_release(&own);
    }
}
