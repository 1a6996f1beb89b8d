/* Hooks at the loops of a kernel's text in C and C++: which trip of which loop an invocation is in.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang/c.h, never by itself. A subgroup operation belongs to a dynamic instance: lanes in different
 * trips of a loop do not take part in one operation, though they stand at one line. Native code has no hook at
 * branches, so four keywords become macros, from the first NBL_FUNCTION or NBL_KERNEL of a text to the next include of
 * nbl/host/emulator.h or to the end of the file:
 *
 *   for     a scope, whose end puts back what was there before, and a hook at each trip; compilers remove both where
 *           nothing in the loop can look at them
 *   while   a hook in the condition, of a loop's head and of do-while alike
 *   break   tells it that its loop has been left
 *   switch  tells it that the next break leaves no loop: each case ends with one
 *
 * A return out of a while inside a function leaves the trip behind it standing for what comes after the call: such a
 * loop is better a for. NBL_FLOW_HOOKS 0 switches all of it off: one operation of the text is then one operation,
 * whatever trip reached it.
 */
#ifndef NBL_LANG_FLOW_H
#define NBL_LANG_FLOW_H

#ifndef NBL_FLOW_HOOKS
#define NBL_FLOW_HOOKS 1
#endif

#if NBL_FLOW_HOOKS
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
/* Not `if (hook()) body`: the text may have an `else` behind the loop */
#define NBL_FLOW_FOR(loop, once, ...) \
    for (nbl_emulator_loop_t loop \
         __attribute__((cleanup(nbl_emulator_loop_leave))) = {nbl_emulator_loop, 0, __COUNTER__ + 1u, 0u, 0}, \
         *once = nbl_emulator_loop_enter(&loop); \
         once; once = 0) \
        for (__VA_ARGS__) \
            if (nbl_emulator_loop_trip(&loop), 0) { \
            } else
/* With a blank behind their names these would be other macros */
/* clang-format off */
#define for(...) NBL_FLOW_FOR(NBL_CAT(nbl_loop_, __LINE__), NBL_CAT(nbl_once_, __LINE__), __VA_ARGS__)
#define while(...) while (nbl_emulator_while(__COUNTER__ + 1u, !!(__VA_ARGS__), __builtin_frame_address(0)))
#define break \
    (__extension__({ \
        nbl_emulator_break(); \
        break; \
    }))
#define switch(...) switch (nbl_emulator_switch(), (__VA_ARGS__))
/* clang-format on */
#pragma push_macro("for")
#pragma push_macro("while")
#pragma push_macro("break")
#pragma push_macro("switch")
#undef for
#undef while
#undef break
#undef switch
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
/* Makes the four what was pushed above, and keeps that for the next time */
#define NBL_FLOW_BEGIN \
    _Pragma("pop_macro(\"for\")") _Pragma("push_macro(\"for\")") _Pragma("pop_macro(\"while\")") \
        _Pragma("push_macro(\"while\")") _Pragma("pop_macro(\"break\")") _Pragma("push_macro(\"break\")") \
            _Pragma("pop_macro(\"switch\")") _Pragma("push_macro(\"switch\")")
#else
#define NBL_FLOW_BEGIN
#endif

#endif
