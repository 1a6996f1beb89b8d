/* Overflows of an invocation's stack and other faults, told as a result: a handler while a launch runs that asks for it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The handler runs on a stack of its own and leaves it by the switch that ends every failed workgroup; the guard below
 * each invocation's stack says whose it was. A frame larger than that may step over it and is not seen
 * (-fstack-clash-protection helps). A signal for which
 * the caller has a handler stays the caller's, unless a stack has overflowed.
 */
#define _DEFAULT_SOURCE /* sigaltstack's types in full */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

#define HANDLER_STACK_BYTES (128u << 10)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the two below */
static uint32_t users;
static const int signals[] = {SIGSEGV, SIGFPE, SIGBUS, SIGILL};
enum { SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction previous[SIGNALS];

static const char *fault_text(int signal_number, const siginfo_t *information) {
    switch (signal_number) {
    case SIGFPE: return information->si_code == FPE_INTDIV ? "a division by zero" : "an arithmetic fault";
    case SIGBUS: return "an access to memory that does not exist";
    case SIGILL: return "an illegal instruction";
    default: return "an access by a wild pointer";
    }
}

static void on_fault(int signal_number, siginfo_t *information, void *context) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    int index = 0;
    (void)context;

    while (signals[index] != signal_number) index++;
    if (worker != NULL && worker->job->launch.catch_stack_overflow) {
        size_t offset = (size_t)((uintptr_t)information->si_addr - (uintptr_t)worker->pool.mapping);
        size_t guard = worker->pool.stride - worker->pool.stack_bytes;
        if (offset < worker->pool.mapping_bytes && offset % worker->pool.stride < guard) {
            const nbl_emulator_invocation_t *who = &worker->invocations[offset / worker->pool.stride];
            nbl_emulator_fail(worker, NBL_ERROR_STACK_OVERFLOW, who, "its stack of %llu bytes is used up",
                              (unsigned long long)worker->pool.stack_bytes);
            nbl_emulator_abandon(worker);
        }
        if (previous[index].sa_handler == SIG_DFL) {
            const nbl_emulator_use_t *use = worker->recent_use;
            if (use != NULL)
                nbl_emulator_fail(worker, NBL_ERROR_FAULT, worker->current, "%s, after the access at %s:%d in %s",
                                  fault_text(signal_number, information), use->file, use->line, use->function);
            else
                nbl_emulator_fail(worker, NBL_ERROR_FAULT, worker->current, "%s, before any access to memory",
                                  fault_text(signal_number, information));
            nbl_emulator_abandon(worker);
        }
    }
    sigaction(signal_number, &previous[index], NULL); /* made again, it faults for the one before us */
}

int nbl_emulator_stack_enter(nbl_emulator_stack_guard_t *guard) {
    stack_t stack;
    struct sigaction action;
    int failed = 0;

    memset(&stack, 0, sizeof stack);
    if ((guard->memory = malloc(HANDLER_STACK_BYTES)) == NULL) return -1;
    stack.ss_sp = guard->memory;
    stack.ss_size = HANDLER_STACK_BYTES;
    if (sigaltstack(&stack, &guard->previous) != 0) { /* as on such a stack already, in a handler of the caller's */
        free(guard->memory);
        return -1;
    }
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; /* not deferred: the handler does not return */
    pthread_mutex_lock(&lock);
    for (int i = 0; users == 0 && i < SIGNALS; i++) failed |= sigaction(signals[i], &action, &previous[i]);
    users += failed == 0;
    pthread_mutex_unlock(&lock);
    if (failed != 0) {
        sigaltstack(&guard->previous, NULL);
        free(guard->memory);
        return -1;
    }
    return 0;
}

void nbl_emulator_stack_leave(nbl_emulator_stack_guard_t *guard) {
    pthread_mutex_lock(&lock);
    if (--users == 0)
        for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &previous[i], NULL);
    pthread_mutex_unlock(&lock);
    sigaltstack(&guard->previous, NULL);
    free(guard->memory);
}
