/* How the emulator tells apart the calls that lead to a synchronisation: what functions of a kernel's text are declared
 * as.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Included by nbl/lang/emulator.h, never by itself.
 */
#ifndef NBL_LANG_CALLS_H
#define NBL_LANG_CALLS_H

#include "nbl/lang/compiler.h"

#ifndef NBL_FLOW_HOOKS /* see nbl/lang/flow.h */
#define NBL_FLOW_HOOKS NBL_HAS_STATEMENT_EXPRESSIONS
#endif

/* 1: calls are told apart by the frames on an invocation's stack. Then the functions of a text are compiled without
 * optimisation, even if the rest of the file is optimised, since an optimiser merges, copies and moves calls. 0: calls
 * are not told apart, and the text is optimised like the file: for texts whose calls are all uniform. */
#ifndef NBL_EMULATOR_CALLS
#if defined(_WIN32) /* where a frame pointer may point anywhere into a frame */
#define NBL_EMULATOR_CALLS 0
#else
#define NBL_EMULATOR_CALLS NBL_FLOW_HOOKS
#endif
#endif
#if !NBL_EMULATOR_CALLS || !defined(__OPTIMIZE__)
#define NBL_EMULATOR_AS_WRITTEN
#elif !defined(__clang__)
#define NBL_EMULATOR_AS_WRITTEN __attribute__((optimize("O0", "no-omit-frame-pointer"), noclone))
#elif defined(__x86_64__) /* a function that aligns its stack has a frame, without a flag */
#define NBL_EMULATOR_AS_WRITTEN __attribute__((optnone, noinline, force_align_arg_pointer))
#else
#define NBL_EMULATOR_AS_WRITTEN __attribute__((optnone, noinline))
#endif
/* `inline`: gcc emits an unused static function that is compiled without optimisation, and with it references to the
 * library, unless the function is declared inline. gcc inlines none whose options were given by an attribute. */
#define NBL_EMULATOR_FUNCTION NBL_EMULATOR_AS_WRITTEN static inline

#endif
