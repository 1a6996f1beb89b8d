/* What C compilers have words of their own for: variables of a thread, attributes, single instructions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Included by nbl/lang/calls.h, never by itself. The emulator's macros are for gcc and clang,
 * which have statement expressions; without them (MSVC) a text may use all that makes no access: plans, index
 * mathematics, radix kernels, and the C faces of nbl/host.
 */
#ifndef NBL_LANG_COMPILER_H
#define NBL_LANG_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define NBL_HAS_STATEMENT_EXPRESSIONS 1
#define NBL_THREAD_LOCAL __thread
#define NBL_MAY_BE_UNUSED __attribute__((unused))
#define NBL_INITIAL_EXEC __attribute__((tls_model("initial-exec")))
#define NBL_UNLIKELY(condition) __builtin_expect(condition, 0)
#define NBL_ALWAYS_THE_SAME __attribute__((const))
#define NBL_TRAILING_ZEROS(x) ((uint32_t)__builtin_ctz(x))
#else
#define NBL_HAS_STATEMENT_EXPRESSIONS 0
#define NBL_THREAD_LOCAL __declspec(thread)
#define NBL_MAY_BE_UNUSED
#define NBL_INITIAL_EXEC
#define NBL_UNLIKELY(condition) (condition)
#define NBL_ALWAYS_THE_SAME
static inline uint32_t NBL_TRAILING_ZEROS(uint32_t x) {
    uint32_t zeros = 0;
    while ((x >> zeros & 1u) == 0u) zeros++;
    return zeros;
}
#endif
/* Every text has its own, and one is kept: index mathematics needs no library behind it. Objects of Windows have weak
 * symbols whose addresses assemblers get wrong: there the library has them, and who has no library says NBL_FLOW_HOOKS
 * 0. */
#if defined(_WIN32)
#define NBL_WEAK
#define NBL_WEAK_VARIABLE extern
#define NBL_IS_THERE(function) 1
#else
#define NBL_WEAK __attribute__((weak))
#define NBL_WEAK_VARIABLE __attribute__((weak))
#define NBL_IS_THERE(function) ((function) != NULL)
#endif

#endif
