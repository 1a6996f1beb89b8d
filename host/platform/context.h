/* Switches fibers by the system's own means: swapcontext, or Windows fibers. For processors without assembly of ours.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLATFORM_CONTEXT_H
#define NBL_HOST_PLATFORM_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct nbl_context_t nbl_context_t;

/* 1: a context runs on the stack that nbl_context_make() is given; 0: it has a stack of its own. */
extern const int nbl_context_takes_stacks;

/* Returns `count` contexts for the calling thread, or NULL without memory. The same thread frees them, even while some
 * of them have not ended.
 *
 * stack_bytes  of each stack, if contexts have stacks of their own */
nbl_context_t *nbl_contexts_create(uint32_t count, size_t stack_bytes);
void nbl_contexts_free(nbl_context_t *contexts, uint32_t count);

/* Return context number `index`, 0 to count - 1, and the context of the thread that made them. */
nbl_context_t *nbl_context_at(nbl_context_t *contexts, uint32_t index);
nbl_context_t *nbl_context_of_thread(nbl_context_t *contexts, uint32_t count);

/* Prepares a context: the first switch to it calls entry(argument), which must not return. */
void nbl_context_make(nbl_context_t *context, void *stack, size_t bytes, void (*entry)(void *), void *argument);

/* Stops the running context `from` and continues `to`. Returns when another context switches back to `from`. */
void nbl_context_switch(nbl_context_t *from, nbl_context_t *to);

/* Returns 1 if this context is running. Always 0 if contexts have no stacks of their own. */
int nbl_context_runs(const nbl_context_t *context);

#endif
