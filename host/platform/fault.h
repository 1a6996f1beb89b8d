/* Faults of a kernel's text, such as a wild pointer: reported to code that ends the kernel and not the process.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_FAULT_H
#define NBL_HOST_PLATFORM_FAULT_H

typedef enum nbl_fault_t {
    NBL_FAULT_POINTER,
    NBL_FAULT_DIVISION, /* of integers, by zero */
    NBL_FAULT_ARITHMETIC,
    NBL_FAULT_MEMORY, /* a page that is mapped, but has no memory behind it */
    NBL_FAULT_INSTRUCTION,
    NBL_FAULT_STACK, /* an overflow, where the system reports one */
    NBL_FAULT_ABORT  /* abort() was called, as by a failed assertion */
} nbl_fault_t;

/* Both run in the thread that faults, on what little stack there is: `claims` says whether this fault is told, and only
 * looks; then `leave` tells it, and never returns.
 *
 * stack_pointer  of who faults; NULL where it is not known
 * owned          1: the program has a handler of its own for this fault */
typedef struct nbl_fault_handler_t {
    int (*claims)(nbl_fault_t fault, const void *address, const void *stack_pointer, int owned);
    void (*leave)(nbl_fault_t fault, const void *address, const void *stack_pointer);
} nbl_fault_handler_t;

typedef struct nbl_fault_guard_t nbl_fault_guard_t;

/* Between these, faults of this thread are told. Returns NULL where they cannot be, and the fault takes its usual way;
 * all that are told at a time go to one handler. */
nbl_fault_guard_t *nbl_fault_enter(const nbl_fault_handler_t *handler);
void nbl_fault_leave(nbl_fault_guard_t *guard);

#endif
