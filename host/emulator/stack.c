/* Overflows of an invocation's stack and other faults, reported as a result by a launch that enables it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Who faulted leaves by the switch that ends every failed workgroup; the guard below each invocation's stack says whose
 * it was. A frame larger than that may step over it, onto the stacks of others: where it faults its stack pointer tells
 * whose it was, and where it does not the next barrier or watched access does. What is compiled with
 * -fstack-clash-protection always meets the guard. A fault for which the caller has a handler stays the caller's,
 * unless a stack has overflowed.
 */
#include "emulator/internal.h"
#include "platform/fault.h"

static const char *fault_text(nbl_fault_t fault) {
    switch (fault) {
    case NBL_FAULT_DIVISION: return "a division by zero";
    case NBL_FAULT_ARITHMETIC: return "an arithmetic fault";
    case NBL_FAULT_MEMORY: return "an access to memory that does not exist";
    case NBL_FAULT_INSTRUCTION: return "an illegal instruction";
    case NBL_FAULT_ABORT: return "it has called abort()";
    default: return "an access by a wild pointer";
    }
}

/* The invocation whose stack has overflowed; NULL: none has. */
static const nbl_emulator_invocation_t *overflowed(const nbl_emulator_worker_t *worker, nbl_fault_t fault,
                                                   const void *address, const void *stack_pointer) {
    size_t offset = (size_t)((uintptr_t)address - (uintptr_t)worker->pool.mapping);
    size_t guard = worker->pool.stride - worker->pool.stack_bytes;

    if (fault == NBL_FAULT_ABORT) return NULL;
    if (fault == NBL_FAULT_STACK) return worker->current;
    if (stack_pointer != NULL && nbl_emulator_below_stack(worker, stack_pointer)) return worker->current;
    return worker->pool.mapping != NULL && offset < worker->pool.mapping_bytes && offset % worker->pool.stride < guard
               ? &worker->invocations[offset / worker->pool.stride]
               : NULL;
}

static int claims(nbl_fault_t fault, const void *address, const void *stack_pointer, int owned) {
    const nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    return worker != NULL && worker->job->launch.catch_faults &&
           (!owned || overflowed(worker, fault, address, stack_pointer) != NULL);
}

static void fail_overflow(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    nbl_emulator_fail(worker, NBL_ERROR_STACK_OVERFLOW, who, "its stack of %llu bytes is used up",
                      (unsigned long long)worker->pool.stack_bytes);
}

void nbl_emulator_stack_overflow(nbl_emulator_worker_t *worker) {
    fail_overflow(worker, worker->current);
    nbl_emulator_abandon(worker);
}

static void leave(nbl_fault_t fault, const void *address, const void *stack_pointer) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    const nbl_emulator_invocation_t *who = overflowed(worker, fault, address, stack_pointer);
    const nbl_emulator_use_t *use = worker->recent_use;

    if (who != NULL)
        fail_overflow(worker, who);
    else if (use != NULL)
        nbl_emulator_fail(worker, NBL_ERROR_FAULT, worker->current, "%s, after the access at %s:%d in %s",
                          fault_text(fault), use->file, use->line, use->function);
    else
        nbl_emulator_fail(worker, NBL_ERROR_FAULT, worker->current, "%s, before any access to memory",
                          fault_text(fault));
    nbl_emulator_abandon(worker);
}

struct nbl_fault_guard_t *nbl_emulator_stack_enter(void) {
    static const nbl_fault_handler_t handler = {claims, leave};
    return nbl_fault_enter(&handler);
}

void nbl_emulator_stack_leave(struct nbl_fault_guard_t *guard) { nbl_fault_leave(guard); }
