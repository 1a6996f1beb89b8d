/* How the emulator tells apart the calls that lead to a synchronisation: what functions of a kernel's text are declared as.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Included by nbl/lang/emulator.h, never by itself.
 */
#ifndef NBL_LANG_CALLS_H
#define NBL_LANG_CALLS_H

#ifndef NBL_FLOW_HOOKS /* see nbl/lang/flow.h */
#define NBL_FLOW_HOOKS 1
#endif

/* 1: the calls are told by the frames on an invocation's stack. So the functions of a text are compiled without
 * optimisation, whatever the rest of the file is: only then frames, calls and their order are the text's. Compilers that
 * optimise merge calls, copy them and put them anywhere. 0: they are not told, and the text is compiled as the file is;
 * for texts whose calls are all uniform. */
#ifndef NBL_EMULATOR_CALLS
#define NBL_EMULATOR_CALLS NBL_FLOW_HOOKS
#endif
#if !NBL_EMULATOR_CALLS || !defined(__OPTIMIZE__)
#define NBL_EMULATOR_AS_WRITTEN
#elif !defined(__clang__)
#define NBL_EMULATOR_AS_WRITTEN __attribute__((optimize("O0", "no-omit-frame-pointer"), noinline, noclone))
#elif defined(__x86_64__) /* a function that aligns its stack has a frame, without a flag */
#define NBL_EMULATOR_AS_WRITTEN __attribute__((optnone, noinline, force_align_arg_pointer))
#else
#define NBL_EMULATOR_AS_WRITTEN __attribute__((optnone, noinline))
#endif
/* Not inline where it must not be: gcc warns. The linker never sees those that are not used. */
#if NBL_EMULATOR_CALLS && defined(__OPTIMIZE__)
#define NBL_EMULATOR_FUNCTION __attribute__((unused)) NBL_EMULATOR_AS_WRITTEN static
#else
#define NBL_EMULATOR_FUNCTION static inline
#endif

#endif
