/* The words of nbl/lang.h for a kernel's text on the executor: buffers are pointers, an invocation is a loop's number.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included before any shared text by a file whose text it runs, in nbl/lang.h's place. The text has no barrier that
 * must wait, no shared memory and no subgroup operations; or what includes this gives these words a meaning.
 */
#ifndef NBL_HOST_EXECUTOR_WORDS_H
#define NBL_HOST_EXECUTOR_WORDS_H

#include "nbl/lang/compiler.h"
#include "nbl/lang.h"

/* What the text around all others is called with, of this thread. */
NBL_INITIAL_EXEC static NBL_THREAD_LOCAL struct {
    void *const *memory; /* by binding */
    const void *constants;
    const void *job; /* the kernel's parameters, or more: a type of the including file */
    void *scratch;   /* of the including file */
    uint32_t workgroup, invocation;
} at_work;

#undef NBL_FUNCTION
#define NBL_FUNCTION __attribute__((always_inline, unused)) static inline
#undef NBL_CONSTEXPR_FUNCTION
#define NBL_CONSTEXPR_FUNCTION NBL_FUNCTION
#undef NBL_BUFFER
#define NBL_BUFFER(binding, type, name) \
    __attribute__((unused)) static inline type *name##_memory(void) { return (type *)at_work.memory[binding]; }
#undef NBL_LOAD
#define NBL_LOAD(name, i) NBL_VALUE(NBL_CAT(name, _memory)()[i])
#undef NBL_STORE
#define NBL_STORE(name, i, v) (NBL_CAT(name, _memory)()[i] = (v))
#undef NBL_PUSH_CONSTANTS
#define NBL_PUSH_CONSTANTS(type, name) \
    static inline type name##_constants(void) { return *(const type *)at_work.constants; }
#undef NBL_PUSH_CONSTANT
#define NBL_PUSH_CONSTANT(name) name##_constants()
#undef NBL_WORKGROUP_BARRIER
#define NBL_WORKGROUP_BARRIER() (void)0
#undef NBL_LOCAL_SIZE
#define NBL_LOCAL_SIZE(n)
#undef NBL_KERNEL
#define NBL_KERNEL(name) static void name(void)
#undef nbl_workgroup_index
#define nbl_workgroup_index() (at_work.workgroup)
#undef nbl_local_invocation_index
#define nbl_local_invocation_index() (at_work.invocation)

#endif
