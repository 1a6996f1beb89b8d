/* Switches fibers by Windows: CreateFiberEx and SwitchToFiber, which also keep what exceptions and guard pages need.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "platform/context.h"

#include <stdlib.h>
#include <windows.h>

#if defined(__GNUC__) && \
    !defined(__clang__) /* gcc 12 takes the thread's block, which begins at 0 of gs, for an array */
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif

#define OVERHEAD_BYTES (64u << 10) /* of a stack, for the guard page and Windows' handling of an overflow; chosen */

struct nbl_context_t {
    void *fiber;
    void (*entry)(void *);
    void *argument;
    int converted; /* of the thread's own context: 1 if the thread became a fiber here, and must be a thread again */
};

const int nbl_context_takes_stacks = 0;

static VOID CALLBACK start(void *parameter) {
    const nbl_context_t *context = parameter;
    context->entry(context->argument);
    abort();
}

void nbl_contexts_free(nbl_context_t *contexts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (contexts[i].fiber != NULL) DeleteFiber(contexts[i].fiber);
    if (contexts[count].converted) ConvertFiberToThread();
    free(contexts);
}

nbl_context_t *nbl_contexts_create(uint32_t count, size_t stack_bytes) {
    nbl_context_t *contexts = calloc(count + 1u, sizeof *contexts);
    if (contexts == NULL) return NULL;
    nbl_context_t *own = &contexts[count];
    if (IsThreadAFiber()) {
        own->fiber = GetCurrentFiber();
    } else {
        own->fiber = ConvertThreadToFiberEx(NULL, FIBER_FLAG_FLOAT_SWITCH);
        own->converted = own->fiber != NULL;
    }
    int failed = own->fiber == NULL;
    for (uint32_t i = 0; i < count && !failed; i++) {
        contexts[i].fiber =
            CreateFiberEx(0, stack_bytes + OVERHEAD_BYTES, FIBER_FLAG_FLOAT_SWITCH, start, &contexts[i]);
        failed = contexts[i].fiber == NULL;
    }
    if (!failed) return contexts;
    nbl_contexts_free(contexts, count);
    return NULL;
}

nbl_context_t *nbl_context_at(nbl_context_t *contexts, uint32_t index) { return &contexts[index]; }
nbl_context_t *nbl_context_of_thread(nbl_context_t *contexts, uint32_t count) { return &contexts[count]; }

void nbl_context_make(nbl_context_t *context, void *stack, size_t bytes, void (*entry)(void *), void *argument) {
    (void)stack;
    (void)bytes;
    context->entry = entry;
    context->argument = argument;
}

void nbl_context_switch(nbl_context_t *from, nbl_context_t *to) {
    (void)from;
    SwitchToFiber(to->fiber);
}

int nbl_context_runs(const nbl_context_t *context) { return IsThreadAFiber() && GetCurrentFiber() == context->fiber; }
