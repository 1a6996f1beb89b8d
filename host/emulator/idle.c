/* Kernels that make no progress or leave: endless loops, spinning, exit() and longjmp(), each reported in one line.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An invocation spins if it accesses atomically, again and again, what none changes, itself included: a fixed count
 * finds that. Other loops that access memory end by the limit of steps. One without accesses is found by a timer of the
 * thread's processor time, if the launch catches faults: the handler of its signal sees that nothing was stored or
 * synchronised since the last signal.
 */
#include "emulator/internal.h"
#include "platform/watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPINS (1u << 20) /* atomic accesses in a row that change nothing: a loop that waits in vain. Chosen */

void nbl_emulator_count_atomic(nbl_emulator_worker_t *worker, int changed) {
    if (changed) {
        worker->atomic_changes++;
        worker->idle_atomics = 0;
        return;
    }
    if (++worker->idle_atomics < SPINS) return;
    const uint64_t progress = nbl_emulator_progress(worker);
    const nbl_emulator_use_t *use = worker->recent_use;
    worker->idle_atomics = 0;
    if (progress != worker->idle_mark) {
        worker->idle_mark = progress;
        return;
    }
    nbl_emulator_fail(
        worker, NBL_ERROR_STEP_LIMIT, worker->current,
        "it spins at %s:%d: %u atomic accesses have changed nothing, and no other access or synchronisation has "
        "been made; others need not run while an invocation spins%s",
        use != NULL ? use->file : "?", use != NULL ? use->line : 0, SPINS, nbl_emulator_turns_text(worker->job));
    nbl_emulator_abandon(worker);
}

/* ---- endless loops ---- */

static _Thread_local uint64_t mark;

static void look(void) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;

    if (worker == NULL) return;
    const uint64_t progress = nbl_emulator_progress(worker) + 1u;
    if (progress != mark) {
        mark = progress;
        return;
    }
    const nbl_emulator_use_t *use = worker->recent_use;
    if (use != NULL)
        nbl_emulator_fail(
            worker, NBL_ERROR_STEP_LIMIT, worker->current,
            "it has run for seconds without a store or a synchronisation, after the access at %s:%d in %s", use->file,
            use->line, use->function);
    else
        nbl_emulator_fail(worker, NBL_ERROR_STEP_LIMIT, worker->current,
                          "it has run for seconds without any access to memory");
    mark = 0;
    nbl_emulator_abandon(worker);
}

struct nbl_watchdog_t *nbl_emulator_idle_enter(uint32_t seconds) {
    mark = 0;
    return nbl_watchdog_start(seconds, look);
}

void nbl_emulator_idle_leave(struct nbl_watchdog_t *watchdog) { nbl_watchdog_stop(watchdog); }

/* ---- leaving ---- */

static atomic_int exits_are_caught;

/* Ends the launch when a kernel calls exit(). Registered last, it runs first; it leaves by a jump, so the process
 * goes on. */
static void on_exit_of_kernel(void) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;

    atomic_store(&exits_are_caught, 0);
    if (worker == NULL || !nbl_fiber_pool_runs(&worker->pool) || !worker->job->launch.catch_faults) return;
    const nbl_emulator_use_t *use = worker->recent_use;
    nbl_emulator_fail(worker, NBL_ERROR_FAULT, worker->current, "it has called exit(), after the access at %s:%d in %s",
                      use != NULL ? use->file : "?", use != NULL ? use->line : 0, use != NULL ? use->function : "?");
    nbl_emulator_abandon(worker);
}

void nbl_emulator_catch_exit(void) {
    if (atomic_exchange(&exits_are_caught, 1) == 0 && atexit(on_exit_of_kernel) != 0)
        atomic_store(&exits_are_caught, 0);
}

int nbl_emulator_was_left(char *message, size_t bytes) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;

    if (worker == NULL || nbl_fiber_pool_runs(&worker->pool)) return 0;
    const nbl_emulator_use_t *use = worker->recent_use;
    snprintf(message, bytes,
             "kernel \"%s\", workgroup (%u,%u,%u), invocation %u: it has left an earlier launch of this thread by "
             "longjmp(), after the access at %s:%d",
             worker->job->launch.name, (unsigned)worker->workgroup_id.x, (unsigned)worker->workgroup_id.y,
             (unsigned)worker->workgroup_id.z, (unsigned)worker->current->index, use != NULL ? use->file : "?",
             use != NULL ? use->line : 0);
    nbl_emulator_this_worker = NULL;
    nbl_emulator_loop = NULL;
    nbl_emulator_forget_recent();
    return 1;
}
