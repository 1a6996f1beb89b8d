/* Catches faults as signals. The handler runs on a stack of its own.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* sigaltstack's types in full, names of registers */
#include "platform/fault.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define HANDLER_STACK_BYTES (128u << 10) /* of the handler's stack; chosen, not measured */

struct nbl_fault_guard_t {
    stack_t previous;
    unsigned char memory[HANDLER_STACK_BYTES];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* held while the four below are changed */
static uint32_t users;                                   /* guards that exist in all threads */
static const nbl_fault_handler_t *told;
static const int signals[] = {SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction previous[SIGNALS];

static nbl_fault_t fault_of(int signal_number, const siginfo_t *information) {
    switch (signal_number) {
    case SIGFPE: return information->si_code == FPE_INTDIV ? NBL_FAULT_DIVISION : NBL_FAULT_ARITHMETIC;
    case SIGBUS: return NBL_FAULT_MEMORY;
    case SIGILL: return NBL_FAULT_INSTRUCTION;
    case SIGABRT: return NBL_FAULT_ABORT;
    default: return NBL_FAULT_POINTER;
    }
}

/* Returns the stack pointer of the interrupted code; NULL on systems whose name for the register is not known here. */
static const void *stack_pointer_of(const ucontext_t *context) {
#if defined(__linux__) && defined(__x86_64__)
    return (const void *)(uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__linux__) && defined(__aarch64__)
    return (const void *)(uintptr_t)context->uc_mcontext.sp;
#else
    (void)context;
    return NULL;
#endif
}

static void on_signal(int signal_number, siginfo_t *information, void *context) {
    int index = 0;
    const void *stack_pointer = stack_pointer_of(context);

    while (signals[index] != signal_number) index++;
    nbl_fault_t fault = fault_of(signal_number, information);
    if (told->claims(fault, information->si_addr, stack_pointer, previous[index].sa_handler != SIG_DFL))
        told->leave(fault, information->si_addr, stack_pointer);
    sigaction(signal_number, &previous[index], NULL); /* the instruction faults again, now for the previous handler */
}

nbl_fault_guard_t *nbl_fault_enter(const nbl_fault_handler_t *handler) {
    nbl_fault_guard_t *guard = malloc(sizeof *guard);
    stack_t stack;
    struct sigaction action;
    int failed = 0;

    if (guard == NULL) return NULL;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = guard->memory;
    stack.ss_size = HANDLER_STACK_BYTES;
    if (sigaltstack(&stack, &guard->previous) != 0) {
        /* a handler of the caller's may already run on an alternate stack */
        free(guard);
        return NULL;
    }
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; /* not deferred: the handler does not return */
    pthread_mutex_lock(&lock);
    told = handler;
    for (int i = 0; users == 0 && i < SIGNALS; i++) failed |= sigaction(signals[i], &action, &previous[i]);
    users += failed == 0;
    pthread_mutex_unlock(&lock);
    if (failed == 0) return guard;
    sigaltstack(&guard->previous, NULL);
    free(guard);
    return NULL;
}

void nbl_fault_leave(nbl_fault_guard_t *guard) {
    pthread_mutex_lock(&lock);
    if (--users == 0)
        for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &previous[i], NULL);
    pthread_mutex_unlock(&lock);
    sigaltstack(&guard->previous, NULL);
    free(guard);
}
