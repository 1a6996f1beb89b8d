/* Catches faults as structured exceptions, by a vectored handler, which sees them before any frame does.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The handler runs on the stack that faulted, and little of it is left after an overflow. So it only decides, and lets
 * the thread continue in `leave`, at the beginning of the same fiber's stack, whose frames are not needed any more.
 * Windows asks a frame's __try only after this handler, so a fault that a kernel would have handled itself is reported,
 * too.
 */
#define _WIN32_WINNT 0x0602 /* GetCurrentThreadStackLimits: Windows 8 */
#include "platform/fault.h"

#include <signal.h>
#include <stdint.h>
#include <windows.h>

struct nbl_fault_guard_t {
    const nbl_fault_handler_t *outer;
};

static SRWLOCK lock = SRWLOCK_INIT; /* held while the three below are changed */
static unsigned users;
static void *registration;
static void (*aborted)(int);                          /* the program's own handler of abort() */
static _Thread_local const nbl_fault_handler_t *told; /* NULL: no handler in this thread */
static _Thread_local nbl_fault_guard_t guards[8];     /* one for each launch within a launch; chosen */
static _Thread_local unsigned guard_count;

static int fault_of(const EXCEPTION_RECORD *record, nbl_fault_t *fault) {
    switch (record->ExceptionCode) {
    case EXCEPTION_ACCESS_VIOLATION: *fault = NBL_FAULT_POINTER; return 1;
    case EXCEPTION_STACK_OVERFLOW: *fault = NBL_FAULT_STACK; return 1;
    case EXCEPTION_INT_DIVIDE_BY_ZERO: *fault = NBL_FAULT_DIVISION; return 1;
    case EXCEPTION_INT_OVERFLOW: *fault = NBL_FAULT_ARITHMETIC; return 1;
    case EXCEPTION_IN_PAGE_ERROR: *fault = NBL_FAULT_MEMORY; return 1;
    case EXCEPTION_ILLEGAL_INSTRUCTION: *fault = NBL_FAULT_INSTRUCTION; return 1;
    default: return 0;
    }
}

static LONG CALLBACK on_exception(EXCEPTION_POINTERS *exception) {
    const EXCEPTION_RECORD *record = exception->ExceptionRecord;
    const void *address = (const void *)(uintptr_t)(record->NumberParameters > 1 ? record->ExceptionInformation[1] : 0);
    nbl_fault_t fault;

    if (told == NULL || !fault_of(record, &fault) || !told->claims(fault, address, NULL, 0))
        return EXCEPTION_CONTINUE_SEARCH;
    /* The registers as if `leave` had just been called: 32 bytes for its arguments, and a return address. */
    ULONG_PTR foot, head;
    GetCurrentThreadStackLimits(&foot, &head);
    exception->ContextRecord->Rsp = head / 16u * 16u - 128u - 8u;
    exception->ContextRecord->Rip = (uintptr_t)told->leave;
    exception->ContextRecord->Rcx = (uintptr_t)fault;
    exception->ContextRecord->Rdx = (uintptr_t)address;
    exception->ContextRecord->R8 = 0; /* no stack pointer is needed: Windows reports overflows itself */
    return EXCEPTION_CONTINUE_EXECUTION;
}

/* Handles abort(). The C library calls it on the stack of the code that aborts, after it has removed the handler. */
static void on_abort(int number) {
    (void)number;
    signal(SIGABRT, on_abort);
    if (told != NULL && told->claims(NBL_FAULT_ABORT, NULL, NULL, 0)) told->leave(NBL_FAULT_ABORT, NULL, NULL);
    signal(SIGABRT, SIG_DFL);
}

nbl_fault_guard_t *nbl_fault_enter(const nbl_fault_handler_t *handler) {
    if (guard_count == sizeof guards / sizeof guards[0]) return NULL;
    AcquireSRWLockExclusive(&lock);
    if (users == 0) {
        registration = AddVectoredExceptionHandler(0, on_exception);
        aborted = signal(SIGABRT, on_abort);
        if (aborted != SIG_DFL) signal(SIGABRT, aborted); /* the program's own handler stays */
    }
    int there = registration != NULL;
    users += (unsigned)there;
    ReleaseSRWLockExclusive(&lock);
    if (!there) return NULL;
    nbl_fault_guard_t *guard = &guards[guard_count++];
    guard->outer = told;
    told = handler;
    return guard;
}

void nbl_fault_leave(nbl_fault_guard_t *guard) {
    told = guard->outer;
    guard_count--;
    AcquireSRWLockExclusive(&lock);
    if (--users == 0) {
        RemoveVectoredExceptionHandler(registration);
        if (aborted == SIG_DFL) signal(SIGABRT, SIG_DFL);
        registration = NULL;
    }
    ReleaseSRWLockExclusive(&lock);
}
