/* Fibers: stacks of their own that one OS thread switches between by hand.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A pool belongs to one OS thread. Two kinds of switch are built in, chosen per pool: assembly (about 10 ns; of x86-64
 * and aarch64, see switch.h) and the system's contexts (platform/context.h); NBL_EMULATOR_NO_ASSEMBLY, defined when
 * this library is compiled, leaves the first out. By assembly the floating-point control words are not switched: a
 * kernel that changes the rounding mode changes it for its whole thread.
 */
#ifndef NBL_HOST_EMULATOR_FIBER_H
#define NBL_HOST_EMULATOR_FIBER_H

#include "emulator/switch.h"
#include "platform/context.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__)
#define NBL_FIBER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NBL_FIBER_ASAN 1
#endif
#endif
#ifndef NBL_FIBER_ASAN
#define NBL_FIBER_ASAN 0
#endif

struct nbl_fiber_pool_t;

typedef struct nbl_fiber_t {
    void *stack_pointer;    /* while it sleeps, by assembly */
    nbl_context_t *context; /* NULL if assembly switches */
#if NBL_FIBER_ASAN
    struct nbl_fiber_pool_t *pool;
    const void *stack; /* lowest address */
    size_t stack_bytes;
    void *fake_stack; /* the sanitizer's record of a sleeping fiber */
#endif
} nbl_fiber_t;

typedef struct nbl_fiber_pool_t {
    nbl_fiber_t main; /* the thread's own stack */
    uint32_t count;
    unsigned char *mapping; /* NULL if contexts bring their stacks */
    size_t mapping_bytes, stride, stack_bytes;
    nbl_context_t *contexts;
    unsigned *valgrind_stacks; /* NULL unless under valgrind */
    int discarding;            /* a fiber that wakes up now ends at once */
} nbl_fiber_pool_t;

/* Page-aligned stacks would all compete for the same sets of the first-level cache (48 instead of 21 ns per switch), so
 * the tops step through the lines of a page, which each stack has in addition to the size asked for. */
#define NBL_FIBER_COLOURS 32u
#define NBL_FIBER_COLOUR_BYTES 128u
static inline uintptr_t nbl_fiber_stack_end(const nbl_fiber_pool_t *pool, uint32_t index) {
    return (uintptr_t)pool->mapping + (index + (size_t)1) * pool->stride -
           index % NBL_FIBER_COLOURS * NBL_FIBER_COLOUR_BYTES;
}

/* Maps the stacks; each has 256 KiB below it that fault. Returns 0, or -1 without memory or mappings.
 * 
 * stack_bytes  of one fiber, rounded up to whole pages
 * assembly     1: switched by assembly; 0: by the system's contexts */
int nbl_fiber_pool_create(nbl_fiber_pool_t *pool, uint32_t count, size_t stack_bytes, int assembly);
/* Frees all, wherever the fibers stand. Called by the thread that ran them, from its own stack; `fibers` lie
 * `fiber_stride` bytes apart. */
void nbl_fiber_pool_destroy(nbl_fiber_pool_t *pool, void *fibers, size_t fiber_stride);

/* Prepares fiber number `index`; the first switch to it calls entry(argument), which must never return. */
void nbl_fiber_init(nbl_fiber_pool_t *pool, nbl_fiber_t *fiber, uint32_t index, void (*entry)(void *), void *argument);

/* Returns whether the caller runs in a fiber of the pool. */
int nbl_fiber_pool_runs(const nbl_fiber_pool_t *pool);

/* A fiber to resume next, returned to a caller that switches by itself. */
typedef struct nbl_fiber_waking_t {
    void *stack_pointer;
    uint64_t value; /* the result of the function in which that fiber sleeps */
} nbl_fiber_waking_t;

/* 1: a function may put its caller to sleep by returning a fiber to resume. Not under a sanitizer, which must hear
 * of each switch. */
#define NBL_FIBER_RETURNS_TO_NEXT (NBL_FIBER_HAS_ASSEMBLY && !NBL_FIBER_ASAN)

#if NBL_FIBER_HAS_ASSEMBLY
void nbl_fiber_switch_stacks(void **save_stack_pointer, void *stack_pointer, uint64_t value);
#endif
#if NBL_FIBER_ASAN
void nbl_fiber_leave(nbl_fiber_t *from, const nbl_fiber_t *to);
void nbl_fiber_arrive(nbl_fiber_t *self);
#endif

/* Puts `from`, which runs, to sleep and wakes `to`; returns when another fiber switches back.
 *
 * value  the result, where `to` sleeps in nbl_emulator_synchronize */
static inline void nbl_fiber_switch(nbl_fiber_t *from, nbl_fiber_t *to, uint64_t value) {
#if NBL_FIBER_ASAN
    nbl_fiber_leave(from, to);
#endif
#if NBL_FIBER_HAS_ASSEMBLY
    if (to->context == NULL)
        nbl_fiber_switch_stacks(&from->stack_pointer, to->stack_pointer, value);
    else
#else
    (void)value;
#endif
        nbl_context_switch(from->context, to->context);
#if NBL_FIBER_ASAN
    nbl_fiber_arrive(from);
#endif
}

#endif
