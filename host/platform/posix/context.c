/* The functions of platform/context.h by swapcontext. A switch takes about 200 ns, nearly all of it for a system call
 * that saves the signal mask.
 * SPDX-License-Identifier: Apache-2.0
 */
#if defined(__APPLE__)
#define _XOPEN_SOURCE 700 /* without it <ucontext.h> declares nothing */
#endif
#include "platform/context.h"

#include <stdlib.h>
#include <ucontext.h>

struct nbl_context_t {
    ucontext_t system;
};

const int nbl_context_takes_stacks = 1; /* the caller brings the stacks, and frees them */

nbl_context_t *nbl_contexts_create(uint32_t count, size_t stack_bytes) {
    (void)stack_bytes;                                /* for systems that make stacks themselves, such as Windows */
    return calloc(count + 1u, sizeof(nbl_context_t)); /* the last is for the thread itself */
}

void nbl_contexts_free(nbl_context_t *contexts, uint32_t count) {
    (void)count;
    free(contexts);
}

nbl_context_t *nbl_context_at(nbl_context_t *contexts, uint32_t index) { return &contexts[index]; }
nbl_context_t *nbl_context_of_thread(nbl_context_t *contexts, uint32_t count) { return &contexts[count]; }

/* A context begins here. makecontext passes ints only, so each of two pointers comes in two halves. An entry that
 * returns ends the process: there is no context to go on with. */
static void start(unsigned entry_low, unsigned entry_high, unsigned argument_low, unsigned argument_high) {
    uintptr_t entry = (uintptr_t)((uint64_t)entry_high << 32 | entry_low);
    uintptr_t argument = (uintptr_t)((uint64_t)argument_high << 32 | argument_low);
    ((void (*)(void *))entry)((void *)argument);
    abort();
}

void nbl_context_make(nbl_context_t *context, void *stack, size_t bytes, void (*entry)(void *), void *argument) {
    ucontext_t *system = &context->system;
    uint64_t entry_bits = (uintptr_t)entry, argument_bits = (uintptr_t)argument;

    getcontext(system);
    system->uc_stack.ss_sp = stack;
    system->uc_stack.ss_size = bytes;
    system->uc_link = NULL;
    makecontext(system, (void (*)(void))start, 4, (unsigned)entry_bits, (unsigned)(entry_bits >> 32),
                (unsigned)argument_bits, (unsigned)(argument_bits >> 32));
    /* makecontext() has used the size. 0 keeps AddressSanitizer from clearing its notes on the whole stack at each
     * switch. */
    system->uc_stack.ss_size = 0;
}

void nbl_context_switch(nbl_context_t *from, nbl_context_t *to) { swapcontext(&from->system, &to->system); }

/* Only systems whose contexts have stacks of their own ask: here the answer is 0, whatever runs. */
int nbl_context_runs(const nbl_context_t *context) {
    (void)context;
    return 0;
}
