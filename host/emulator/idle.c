/* Kernels that make no progress or leave: endless loops, spinning, exit() and longjmp(), each reported in one line.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An invocation spins if it reads atomically, again and again, what no other changes: a fixed count finds that. A loop
 * without atomic accesses is found by a timer of the thread's processor time, if the launch catches faults: the handler
 * of its signal sees that nothing was stored or synchronised since the last signal.
 */
#define _GNU_SOURCE /* SIGEV_THREAD_ID */
#include "emulator/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SPINS (1u << 20) /* atomic accesses that change nothing */

#if defined(SIGEV_THREAD_ID) && !defined(sigev_notify_thread_id)
#define sigev_notify_thread_id _sigev_un._tid
#endif

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
        "been made; others need not run while an invocation spins",
        use != NULL ? use->file : "?", use != NULL ? use->line : 0, SPINS);
    nbl_emulator_abandon(worker);
}

/* ---- endless loops ---- */

static _Thread_local uint64_t mark;

static void on_time(int number, siginfo_t *information, void *context) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    (void)number;
    (void)information;
    (void)context;

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

void nbl_emulator_idle_enter(nbl_emulator_idle_t *idle, uint32_t seconds) {
    idle->active = 0;
#if defined(SIGEV_THREAD_ID)
    struct sigaction action, previous;
    struct sigevent event;
    const struct itimerspec every = {{seconds, 0}, {seconds, 0}};
    const int number = SIGRTMIN + 4;

    memset(&action, 0, sizeof action);
    memset(&event, 0, sizeof event);
    action.sa_sigaction = on_time;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
    if (sigaction(number, NULL, &previous) != 0 ||
        (previous.sa_handler != SIG_DFL && previous.sa_sigaction != on_time)) /* the program's own handler */
        return;
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = number;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (sigaction(number, &action, NULL) != 0 || timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &idle->timer) != 0)
        return;
    mark = 0;
    idle->active = timer_settime(idle->timer, 0, &every, NULL) == 0;
    if (!idle->active) timer_delete(idle->timer);
#else
    (void)seconds;
#endif
}

void nbl_emulator_idle_leave(nbl_emulator_idle_t *idle) {
#if defined(SIGEV_THREAD_ID)
    if (idle->active) timer_delete(idle->timer); /* the handler stays: one more signal may be on its way */
#endif
    idle->active = 0;
}

/* ---- leaving ---- */

static int is_inside(const nbl_emulator_worker_t *worker, const void *address) {
    const uintptr_t offset = (uintptr_t)address - (uintptr_t)worker->pool.mapping;
    return offset < worker->pool.mapping_bytes;
}

static atomic_int exits_are_caught;

/* Last to be registered, it runs first. Leaving it ends the launch, and the process goes on. */
static void on_exit_of_kernel(void) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    int here;

    atomic_store(&exits_are_caught, 0);
    if (worker == NULL || !is_inside(worker, &here) || !worker->job->launch.catch_stack_overflow) return;
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
    int here;

    if (worker == NULL || is_inside(worker, &here)) return 0;
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
