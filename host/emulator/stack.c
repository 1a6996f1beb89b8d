/* Overflows of an invocation's stack, told as a result: a handler of SIGSEGV while a launch runs that asks for it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The handler runs on a stack of its own and leaves it by the switch that ends every failed workgroup; the guard below
 * each invocation's stack says whose it was. A frame larger than that may step over it and is not seen
 * (-fstack-clash-protection helps).
 */
#define _DEFAULT_SOURCE /* sigaltstack's types in full */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

#define HANDLER_STACK_BYTES (128u << 10)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the two below */
static uint32_t users;
static struct sigaction previous;

static void on_fault(int signal_number, siginfo_t *information, void *context) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    (void)context;

    if (worker != NULL && worker->job->launch.catch_stack_overflow) {
        size_t offset = (size_t)((uintptr_t)information->si_addr - (uintptr_t)worker->pool.mapping);
        size_t guard = worker->pool.stride - worker->pool.stack_bytes;
        if (offset < worker->pool.mapping_bytes && offset % worker->pool.stride < guard) {
            const nbl_emulator_invocation_t *who = &worker->invocations[offset / worker->pool.stride];
            nbl_emulator_fail(worker, NBL_ERROR_STACK_OVERFLOW, who, "its stack of %llu bytes is used up",
                              (unsigned long long)worker->pool.stack_bytes);
            nbl_emulator_abandon(worker);
        }
    }
    sigaction(signal_number, &previous, NULL); /* the access is made again, and faults for the one before us */
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
    if (users == 0) failed = sigaction(SIGSEGV, &action, &previous);
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
    if (--users == 0) sigaction(SIGSEGV, &previous, NULL);
    pthread_mutex_unlock(&lock);
    sigaltstack(&guard->previous, NULL);
    free(guard->memory);
}
