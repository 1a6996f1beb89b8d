/* Catches faults of a kernel, such as a wild pointer, so that the kernel ends and not the process.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_FAULT_H
#define NBL_HOST_PLATFORM_FAULT_H

typedef enum nbl_fault_t {
    NBL_FAULT_POINTER,     /* an access to memory that is not there */
    NBL_FAULT_DIVISION,    /* an integer divided by zero */
    NBL_FAULT_ARITHMETIC,  /* another exception of arithmetic */
    NBL_FAULT_MEMORY,      /* an access to a mapped page that has no memory behind it */
    NBL_FAULT_INSTRUCTION, /* an instruction that the processor does not have */
    NBL_FAULT_STACK,       /* an overflow of the stack, on systems that report one; others report POINTER */
    NBL_FAULT_ABORT        /* abort() was called, as by a failed assertion */
} nbl_fault_t;

/* What is called for a fault, in the thread that faults and with little stack left. First `claims`, which must change
 * nothing: it returns 1 if the fault is a kernel's. Then `leave`, which must not return.
 *
 * address        that was accessed; NULL for faults without one
 * stack_pointer  of the code that faults; NULL if the system does not tell
 * owned          1: the program has a handler of its own for this fault */
typedef struct nbl_fault_handler_t {
    int (*claims)(nbl_fault_t fault, const void *address, const void *stack_pointer, int owned);
    void (*leave)(nbl_fault_t fault, const void *address, const void *stack_pointer);
} nbl_fault_handler_t;

typedef struct nbl_fault_guard_t nbl_fault_guard_t;

/* Between enter and leave the calling thread's faults go to the handler. All threads that have entered must give the
 * same handler. enter returns NULL if faults cannot be caught: then they end the process, as usual. */
nbl_fault_guard_t *nbl_fault_enter(const nbl_fault_handler_t *handler);
void nbl_fault_leave(nbl_fault_guard_t *guard);

#endif
