/* Fibers by the system's own means, for where no assembly of ours switches: swapcontext, or Windows fibers.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_CONTEXT_H
#define NBL_HOST_PLATFORM_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct nbl_context_t nbl_context_t;

/* 1: contexts run on the stacks that nbl_context_make is told; 0: they bring their own. */
extern const int nbl_context_takes_stacks;

/* Returns `count` contexts for the thread that calls, or NULL; freed by that thread, wherever they stand. */
nbl_context_t *nbl_contexts_create(uint32_t count, size_t stack_bytes);
void nbl_contexts_free(nbl_context_t *contexts, uint32_t count);

/* Context number `index`, and the thread's own stack. */
nbl_context_t *nbl_context_at(nbl_context_t *contexts, uint32_t index);
nbl_context_t *nbl_context_of_thread(nbl_context_t *contexts, uint32_t count);

/* The first switch to it calls entry(argument), which never returns. */
void nbl_context_make(nbl_context_t *context, void *stack, size_t bytes, void (*entry)(void *), void *argument);

/* Puts `from`, which runs, to sleep and wakes `to`; returns when somebody switches back. */
void nbl_context_switch(nbl_context_t *from, nbl_context_t *to);

/* Whether this is the one that runs, of contexts that bring their stacks. */
int nbl_context_runs(const nbl_context_t *context);

#endif
