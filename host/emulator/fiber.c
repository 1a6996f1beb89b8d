/* Stacks and first frames of fibers, and what sanitizers and valgrind must be told about them.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "emulator/fiber.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

#ifndef MAP_STACK
#define MAP_STACK 0
#endif

/* Below each stack: address space only. A frame as large as this faults somewhere in it, a larger one may step over it.
 */
#define GUARD_BYTES (256u << 10)

/* Linux 6.13: a guard within a mapping. By mprotect each is a mapping of its own, under a lock of the whole process. */
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

#if NBL_FIBER_HAS_ASSEMBLY
void nbl_fiber_start_x86_64(void);
#endif

static int guard_from(unsigned char *first, size_t bytes) {
    return madvise(first, bytes, MADV_GUARD_INSTALL) == 0 || mprotect(first, bytes, PROT_NONE) == 0;
}

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

int nbl_fiber_pool_create(nbl_fiber_pool_t *pool, uint32_t count, size_t stack_bytes, int assembly) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), guard = (GUARD_BYTES + page - 1) / page * page;

    memset(pool, 0, sizeof *pool);
    pool->count = count;
    pool->stack_bytes =
        (stack_bytes + page - 1) / page * page + (NBL_FIBER_COLOURS * NBL_FIBER_COLOUR_BYTES + page - 1) / page * page;
    pool->stride = pool->stack_bytes + guard;
    if (pool->stride > SIZE_MAX / 2 / count) return -1;
    pool->mapping_bytes = pool->stride * count;
    void *mapping = mmap(NULL, pool->mapping_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapping == MAP_FAILED) return -1;
    pool->mapping = mapping;
    for (uint32_t i = 0; i < count; i++)
        if (!guard_from(pool->mapping + i * pool->stride, guard)) goto failed;
    if (!assembly) {
        if ((pool->ucontexts = calloc(count + 1u, sizeof *pool->ucontexts)) == NULL) goto failed;
        pool->main.ucontext = &pool->ucontexts[count];
    }
#if NBL_FIBER_ASAN
    pool->main.pool = pool;
#endif
#if HAS_VALGRIND
    register_with_valgrind(pool);
#endif
    return 0;
failed:
    munmap(pool->mapping, pool->mapping_bytes);
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
    free(pool->ucontexts);
    munmap(pool->mapping, pool->mapping_bytes);
}

/* makecontext passes ints only: the two pointers travel in halves. */
static void start_ucontext(unsigned entry_low, unsigned entry_high, unsigned argument_low, unsigned argument_high) {
    uintptr_t entry = (uintptr_t)((uint64_t)entry_high << 32 | entry_low);
    uintptr_t argument = (uintptr_t)((uint64_t)argument_high << 32 | argument_low);
    ((void (*)(void *))entry)((void *)argument);
    abort();
}

void nbl_fiber_init(nbl_fiber_pool_t *pool, nbl_fiber_t *fiber, uint32_t index, void (*entry)(void *), void *argument) {
    unsigned char *stack = stack_of(pool, index);
    size_t bytes = (size_t)(nbl_fiber_stack_end(pool, index) - (uintptr_t)stack);

    memset(fiber, 0, sizeof *fiber);
#if NBL_FIBER_ASAN
    fiber->pool = pool;
    fiber->stack = stack;
    fiber->stack_bytes = bytes;
#endif
#if NBL_FIBER_HAS_ASSEMBLY
    if (pool->ucontexts == NULL) {
        /* See switch_x86_64.S. The start runs with these seven words popped: 16-byte aligned, as every call site must
         * be. */
        void **top = (void **)(void *)(stack + bytes) - 9;
        memset(top, 0, 9 * sizeof *top);
        top[2] = (void *)(uintptr_t)entry; /* r13 */
        top[3] = argument;                 /* r12 */
        top[6] = (void *)(uintptr_t)nbl_fiber_start_x86_64;
        fiber->stack_pointer = top;
        return;
    }
#endif
    ucontext_t *context = &pool->ucontexts[index];
    uint64_t entry_bits = (uintptr_t)entry, argument_bits = (uintptr_t)argument;
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = bytes;
    context->uc_link = NULL;
    makecontext(context, (void (*)(void))start_ucontext, 4, (unsigned)entry_bits, (unsigned)(entry_bits >> 32),
                (unsigned)argument_bits, (unsigned)(argument_bits >> 32));
    context->uc_stack.ss_size = 0; /* else ASan's swapcontext clears the whole stack's shadow each time */
    fiber->ucontext = context;
}

#if NBL_FIBER_ASAN
/* Not instrumented themselves: their own frames would lie on the fake stack that they give up. */
__attribute__((no_sanitize_address)) void nbl_fiber_leave(nbl_fiber_t *from, const nbl_fiber_t *to) {
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->stack_bytes);
}

/* Runs on the stack of the fiber that woke up: an entry calls it with fake_stack still NULL. The first entry of all
 * comes from the thread's own stack, whose bounds only the sanitizer knows. */
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
        if (self->ucontext == NULL)
            nbl_fiber_switch_x86_64(&self->stack_pointer, pool->main.stack_pointer, 0);
        else
#endif
            swapcontext(self->ucontext, pool->main.ucontext);
    }
}
#endif
