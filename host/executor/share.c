/* Work shared among threads: each takes the next items until all are taken.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/share.h"

#include <pthread.h>
#include <stdatomic.h>

#include "platform/memory.h"

typedef struct shared_t {
    atomic_uint_fast64_t next;
    atomic_uint threads;
    uint64_t items, grain;
    void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count);
    void *user;
} shared_t;

uint32_t nbl_executor_threads(uint32_t wanted) {
    const uint32_t threads = wanted == 0 ? nbl_platform_processors() : wanted;
    return threads < NBL_EXECUTOR_MOST_THREADS ? threads : NBL_EXECUTOR_MOST_THREADS;
}

static void *take(void *user) {
    shared_t *shared = user;
    uint32_t thread = atomic_fetch_add(&shared->threads, 1u);
    for (;;) {
        uint64_t first = atomic_fetch_add(&shared->next, shared->grain);
        if (first >= shared->items) return NULL;
        uint64_t left = shared->items - first;
        shared->work(shared->user, thread, first, left < shared->grain ? left : shared->grain);
    }
}

void nbl_executor_share(uint32_t threads, uint64_t items, uint64_t grain,
                        void (*work)(void *user, uint32_t thread, uint64_t first, uint64_t count), void *user) {
    shared_t shared = {.items = items, .grain = grain, .work = work, .user = user};
    pthread_t others[NBL_EXECUTOR_MOST_THREADS];
    uint32_t started = 0;
    uint64_t calls = (items + grain - 1) / grain;
    if (threads > calls) threads = (uint32_t)calls;
    while (started + 1 < threads && pthread_create(&others[started], NULL, take, &shared) == 0) started++;
    take(&shared);
    while (started > 0) pthread_join(others[--started], NULL);
}
