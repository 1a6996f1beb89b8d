/* How the emulator tells apart the calls that lead to a synchronisation: what functions of a kernel's text are declared as.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Included by nbl/lang/emulator.h, never by itself.
 */
#ifndef NBL_LANG_CALLS_H
#define NBL_LANG_CALLS_H

#include <stdint.h>

#include "nbl/lang/compiler.h"

#ifndef NBL_FLOW_HOOKS /* see nbl/lang/flow.h */
#define NBL_FLOW_HOOKS NBL_HAS_STATEMENT_EXPRESSIONS
#endif

/* Without optimisation frames and calls are the text's. With it every function of the text is inlined into every caller,
 * and the place of the synchronisation in the code tells which of its copies it is. Compilers merge and copy code: clang
 * leaves calls of functions with two attributes alone; gcc has none such, but the address of a label belongs to the
 * inlined copy that it was made with, whatever becomes of the code around it. On Windows a frame pointer may point
 * anywhere into a frame: there frames are not read. */
#define NBL_EMULATOR_CALLS_UNSEEN 0
#define NBL_EMULATOR_CALLS_BY_FRAMES 1
#define NBL_EMULATOR_CALLS_BY_RETURN 2 /* the address to which the synchronisation returns */
#define NBL_EMULATOR_CALLS_BY_LABEL 3  /* nbl_emulator_place */
#ifndef NBL_EMULATOR_CALLS
#if !NBL_FLOW_HOOKS
#define NBL_EMULATOR_CALLS NBL_EMULATOR_CALLS_UNSEEN
#elif !defined(__OPTIMIZE__) && !defined(_WIN32)
#define NBL_EMULATOR_CALLS NBL_EMULATOR_CALLS_BY_FRAMES
#elif defined(__clang__)
#define NBL_EMULATOR_CALLS NBL_EMULATOR_CALLS_BY_RETURN
#else
#define NBL_EMULATOR_CALLS NBL_EMULATOR_CALLS_BY_LABEL
#endif
#endif
#if NBL_EMULATOR_CALLS >= NBL_EMULATOR_CALLS_BY_RETURN
#define NBL_EMULATOR_INLINE static inline __attribute__((always_inline))
#else
#define NBL_EMULATOR_INLINE static inline
#endif
#if defined(__clang__)
#define NBL_EMULATOR_CALLED_AS_WRITTEN __attribute__((nomerge, noduplicate))
#else
#define NBL_EMULATOR_CALLED_AS_WRITTEN
#endif

#endif
