/* Stacks and first frames of fibers, and what sanitizers and valgrind must be told about them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/fiber.h"
#include "platform/memory.h"

#include <stdlib.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#define HAS_VALGRIND 1
#endif
#endif
#ifndef HAS_VALGRIND
#define HAS_VALGRIND 0
#endif

#if NBL_FIBER_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/* Below each stack: address space only. A frame up to this size faults somewhere in it; a larger one may step over it.
 * Chosen: four stacks of the usual size. */
#define GUARD_BYTES (256u << 10)

#if NBL_FIBER_HAS_ASSEMBLY
void nbl_fiber_start(void);
#endif

static unsigned char *stack_of(const nbl_fiber_pool_t *pool, uint32_t index) {
    return pool->mapping + (size_t)index * pool->stride + (pool->stride - pool->stack_bytes);
}

#if HAS_VALGRIND
static void register_with_valgrind(nbl_fiber_pool_t *pool) {
    if (!RUNNING_ON_VALGRIND || (pool->valgrind_stacks = malloc(pool->count * sizeof(unsigned))) == NULL) return;
    for (uint32_t i = 0; i < pool->count; i++) {
        unsigned char *stack = stack_of(pool, i);
        pool->valgrind_stacks[i] = VALGRIND_STACK_REGISTER(stack, stack + pool->stack_bytes);
    }
}
#endif

static int map_stacks(nbl_fiber_pool_t *pool, size_t guard) {
    if (pool->stride > SIZE_MAX / 2 / pool->count) return -1;
    pool->mapping_bytes = pool->stride * pool->count;
    pool->mapping = nbl_platform_map_stacks(pool->mapping_bytes);
    if (pool->mapping == NULL) return -1;
    for (uint32_t i = 0; i < pool->count; i++)
        if (nbl_platform_guard(pool->mapping + i * pool->stride, guard) != 0) return -1;
    return 0;
}

int nbl_fiber_pool_create(nbl_fiber_pool_t *pool, uint32_t count, size_t stack_bytes, int assembly) {
    size_t page = nbl_platform_page_bytes(), guard = (GUARD_BYTES + page - 1) / page * page;

    memset(pool, 0, sizeof *pool);
    pool->count = count;
    pool->stack_bytes =
        (stack_bytes + page - 1) / page * page + (NBL_FIBER_COLOURS * NBL_FIBER_COLOUR_BYTES + page - 1) / page * page;
    pool->stride = pool->stack_bytes + guard;
    if ((assembly || nbl_context_takes_stacks) && map_stacks(pool, guard) != 0) goto failed;
    if (!assembly) {
        if ((pool->contexts = nbl_contexts_create(count, pool->stack_bytes)) == NULL) goto failed;
        pool->main.context = nbl_context_of_thread(pool->contexts, count);
    }
#if NBL_FIBER_ASAN
    pool->main.pool = pool;
#endif
#if HAS_VALGRIND
    if (pool->mapping != NULL) register_with_valgrind(pool);
#endif
    return 0;
failed:
    if (pool->mapping != NULL) nbl_platform_unmap(pool->mapping, pool->mapping_bytes);
    return -1;
}

void nbl_fiber_pool_destroy(nbl_fiber_pool_t *pool, void *fibers, size_t fiber_stride) {
#if NBL_FIBER_ASAN
    /* Each fiber may own a fake stack, which only leaving it for good frees. */
    pool->discarding = 1;
    for (uint32_t i = 0; i < pool->count; i++) {
        nbl_fiber_t *fiber = (nbl_fiber_t *)(void *)((unsigned char *)fibers + i * fiber_stride);
        if (fiber->pool != NULL) nbl_fiber_switch(&pool->main, fiber, 0);
    }
    /* Abandoned frames leave their red zones; the next mapping at this address must not find them. */
    ASAN_UNPOISON_MEMORY_REGION(pool->mapping, pool->mapping_bytes);
#else
    (void)fibers;
    (void)fiber_stride;
#endif
#if HAS_VALGRIND
    for (uint32_t i = 0; pool->valgrind_stacks != NULL && i < pool->count; i++)
        VALGRIND_STACK_DEREGISTER(pool->valgrind_stacks[i]);
#endif
    free(pool->valgrind_stacks);
    if (pool->contexts != NULL) nbl_contexts_free(pool->contexts, pool->count);
    if (pool->mapping != NULL) nbl_platform_unmap(pool->mapping, pool->mapping_bytes);
}

int nbl_fiber_pool_runs(const nbl_fiber_pool_t *pool) {
    int here;
    for (uint32_t i = 0; i < pool->count && pool->mapping == NULL; i++)
        if (nbl_context_runs(nbl_context_at(pool->contexts, i))) return 1;
    return pool->mapping != NULL && (uintptr_t)&here - (uintptr_t)pool->mapping < pool->mapping_bytes;
}

void nbl_fiber_init(nbl_fiber_pool_t *pool, nbl_fiber_t *fiber, uint32_t index, void (*entry)(void *), void *argument) {
    unsigned char *stack = pool->mapping != NULL ? stack_of(pool, index) : NULL;
    size_t bytes = pool->mapping != NULL ? (size_t)(nbl_fiber_stack_end(pool, index) - (uintptr_t)stack) : 0;

    memset(fiber, 0, sizeof *fiber);
#if NBL_FIBER_ASAN
    fiber->pool = pool;
    fiber->stack = stack;
    fiber->stack_bytes = bytes;
#endif
#if NBL_FIBER_HAS_ASSEMBLY
    if (pool->contexts == NULL) {
        void **picture = (void **)(void *)(stack + bytes) - NBL_FIBER_NEW_WORDS;
        memset(picture, 0, NBL_FIBER_NEW_WORDS * sizeof *picture);
        picture[NBL_FIBER_ENTRY_WORD] = (void *)(uintptr_t)entry;
        picture[NBL_FIBER_ARGUMENT_WORD] = argument;
        picture[NBL_FIBER_FRAME_WORD + 1] = (void *)(uintptr_t)nbl_fiber_start;
        fiber->stack_pointer = picture;
        return;
    }
#endif
    fiber->context = nbl_context_at(pool->contexts, index);
    nbl_context_make(fiber->context, stack, bytes, entry, argument);
}

#if NBL_FIBER_ASAN
/* Not instrumented themselves: their own frames would lie on the fake stack that they give up. */
__attribute__((no_sanitize_address)) void nbl_fiber_leave(nbl_fiber_t *from, const nbl_fiber_t *to) {
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->stack_bytes);
}

/* Runs on the stack of the fiber that woke up: an entry calls it with fake_stack still NULL. The first entry of all
 * comes from the thread's own stack, whose bounds only the sanitizer has. */
__attribute__((no_sanitize_address)) void nbl_fiber_arrive(nbl_fiber_t *self) {
    const void *previous;
    size_t previous_bytes;
    nbl_fiber_pool_t *pool = self->pool;

    __sanitizer_finish_switch_fiber(self->fake_stack, &previous, &previous_bytes);
    if (pool->main.stack == NULL) {
        pool->main.stack = previous;
        pool->main.stack_bytes = previous_bytes;
    }
    if (pool->discarding && self != &pool->main) {
        __sanitizer_start_switch_fiber(NULL, pool->main.stack, pool->main.stack_bytes);
#if NBL_FIBER_HAS_ASSEMBLY
        if (self->context == NULL)
            nbl_fiber_switch_stacks(&self->stack_pointer, pool->main.stack_pointer, 0);
        else
#endif
            nbl_context_switch(self->context, pool->main.context);
    }
}
#endif
