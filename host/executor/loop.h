/* A kernel without barriers on the executor: its invocations one after another, its workgroups by threads.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included as executor/words.h is, and in its place; then the shared text with the kernel.
 */
#ifndef NBL_HOST_EXECUTOR_LOOP_H
#define NBL_HOST_EXECUTOR_LOOP_H

#include "executor/share.h"
#include "executor/words.h"

typedef struct loop_t {
    void (*kernel)(void);
    void *const *memory;
    const void *constants, *parameters;
    uint32_t workgroup_size;
} loop_t;

/* Workgroups that a thread takes at once. Chosen: 1024 texels of a kernel of 64 invocations; nothing measured. */
#define LOOP_WORKGROUPS 16u

static void run_workgroups(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const loop_t *loop = user;
    (void)thread;
    at_work.memory = loop->memory;
    at_work.constants = loop->constants;
    at_work.job = loop->parameters;
    for (uint64_t i = first; i < first + count; i++) {
        at_work.workgroup = (uint32_t)i;
        for (uint32_t k = 0; k < loop->workgroup_size; k++) {
            at_work.invocation = k;
            loop->kernel();
        }
    }
}

/* Runs a kernel over all workgroups.
 *
 * threads  0: one per processor */
static inline void run_loop(loop_t *loop, uint64_t workgroups, uint32_t threads) {
    nbl_executor_share(NULL, nbl_executor_threads(threads), workgroups, LOOP_WORKGROUPS, run_workgroups, loop);
}

#endif
