/* Hooks at the loops of a kernel's text in C and C++: they tell the emulator in which trip of a loop an invocation is.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang/c.h, never by itself. Lanes in different trips of a loop do not take part in the same subgroup
 * operation, although they are at the same line. Native code has no hook at branches, so keywords become macros: from
 * the first NBL_FUNCTION or NBL_KERNEL of a text to the next include of nbl/host/emulator.h or the end of the file. A
 * file that only includes a kernel's text keeps its keywords.
 *
 *   for, do   a scope whose end restores the loop around it; `for` also has a hook at each trip. Compilers remove both
 *             if nothing in the loop can look at them
 *   while     a hook in the condition, in a loop's head and after do
 *   break     tells the `while` around it that it is left. In C an enumerator, which each loop and each switch declares
 *             anew, says whether a `while` is around it. C++ does not take these declarations: there a switch tells
 *             that its break leaves no loop
 *   return    tells every `while` around it that it is left; in C only
 *   goto      fails the launch: no shader has it, and the loops that it makes cannot be seen
 *
 * NBL_FLOW_HOOKS 0 switches all of it off. Lanes that reach a subgroup operation in different trips of a loop then
 * count as being at one and the same operation.
 */
#ifndef NBL_LANG_FLOW_H
#define NBL_LANG_FLOW_H

#if NBL_FLOW_HOOKS
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
/* 0 in the file that is compiled, until it has a kernel's text of its own; else 1 */
#define NBL_FLOW_IS_ON NBL_FLOW_SECOND(NBL_CAT(nbl_flow_at_level_, __INCLUDE_LEVEL__), 1, 1)
#define NBL_FLOW_PICK(name, number) NBL_FLOW_PICK_(name, number) /* NBL_CAT, which what is picked may use itself */
#define NBL_FLOW_PICK_(name, number) name##number
#define NBL_FLOW_SECOND(...) NBL_FLOW_SECOND_(__VA_ARGS__)
#define NBL_FLOW_SECOND_(first, second, ...) second
#define nbl_flow_at_level_0 , 1
#pragma push_macro("nbl_flow_at_level_0")
#undef nbl_flow_at_level_0
#define nbl_flow_at_level_0 , 0

/* Where the text is: 1 if break leaves a while, 2 if only return does */
#if defined(__cplusplus)
#define NBL_FLOW_IN_WHILE
#define NBL_FLOW_IN_ANOTHER
#define NBL_FLOW_SWITCH nbl_emulator_switch(),
#define NBL_FLOW_BREAK nbl_emulator_break()
#else
enum { nbl_in_while_ = 0 };
#define NBL_FLOW_IN_WHILE (void)sizeof(enum {nbl_in_while_ = 1}),
#define NBL_FLOW_IN_ANOTHER (void)sizeof(enum {nbl_in_while_ = nbl_in_while_ != 0 ? 2 : 0}),
#define NBL_FLOW_SWITCH NBL_FLOW_IN_ANOTHER
#define NBL_FLOW_BREAK \
    if (nbl_in_while_ == 1) nbl_emulator_break()
#endif
/* Expanding this, and not the macro `for` itself, leaves `for` the keyword */
#define NBL_FLOW_NOTHING
#define NBL_FLOW_SCOPE(loop, once) \
    for \
    NBL_FLOW_NOTHING(nbl_emulator_loop_t loop \
                     __attribute__((cleanup(nbl_emulator_loop_leave))) = {nbl_emulator_loop, 0, __func__, \
                                                                          __COUNTER__ + 1u, 0u, 0}, \
                     *once = nbl_emulator_loop_enter(&loop); \
                     once; once = 0)
/* Not `if (hook()) body`: the text may have an `else` after the loop */
#define NBL_FLOW_FOR(loop, once, ...) \
    NBL_FLOW_SCOPE(loop, once) \
    for (__VA_ARGS__) \
        if (NBL_FLOW_IN_ANOTHER nbl_emulator_loop_trip(&loop), 0) { \
        } else
#define NBL_FLOW_DO(loop, once) \
    NBL_FLOW_SCOPE(loop, once) \
    if (NBL_FLOW_IN_ANOTHER 0) { \
    } else
/* clang-format would put a space after these names, and so make them object-like macros */
/* clang-format off */
#define NBL_FLOW_FOR_0(...) for (__VA_ARGS__)
#define NBL_FLOW_FOR_1(...) NBL_FLOW_FOR(NBL_CAT(nbl_loop_, __LINE__), NBL_CAT(nbl_once_, __LINE__), __VA_ARGS__)
#define NBL_FLOW_DO_0 do
#define NBL_FLOW_DO_1 NBL_FLOW_DO(NBL_CAT(nbl_loop_, __LINE__), NBL_CAT(nbl_once_, __LINE__)) do
#define NBL_FLOW_WHILE_0(...) while (__VA_ARGS__)
#define NBL_FLOW_WHILE_1(...) \
    while (NBL_FLOW_IN_WHILE nbl_emulator_while(__COUNTER__ + 1u, !!(__VA_ARGS__), __builtin_frame_address(0), __func__))
#define NBL_FLOW_BREAK_0 break
#define NBL_FLOW_BREAK_1 \
    (__extension__({ \
        NBL_FLOW_BREAK; \
        break; \
    }))
#define NBL_FLOW_SWITCH_0(...) switch (__VA_ARGS__)
#define NBL_FLOW_SWITCH_1(...) switch (NBL_FLOW_SWITCH (__VA_ARGS__))
#define NBL_FLOW_RETURN_0 return
#define NBL_FLOW_RETURN_1 \
    for NBL_FLOW_NOTHING(const char *nbl_returns_ __attribute__((cleanup(nbl_emulator_returned), unused)) = nbl_in_while_ != 0 ? __func__ : 0;;) \
        return

#define NBL_FLOW_GOTO_0 goto
#define NBL_FLOW_GOTO_1 \
    for NBL_FLOW_NOTHING(nbl_emulator_goes(__FILE__, __LINE__);;) goto

#define for(...) NBL_FLOW_PICK(NBL_FLOW_FOR_, NBL_FLOW_IS_ON)(__VA_ARGS__)
#define do NBL_FLOW_PICK(NBL_FLOW_DO_, NBL_FLOW_IS_ON)
#define while(...) NBL_FLOW_PICK(NBL_FLOW_WHILE_, NBL_FLOW_IS_ON)(__VA_ARGS__)
#define break NBL_FLOW_PICK(NBL_FLOW_BREAK_, NBL_FLOW_IS_ON)
#define switch(...) NBL_FLOW_PICK(NBL_FLOW_SWITCH_, NBL_FLOW_IS_ON)(__VA_ARGS__)
#define goto NBL_FLOW_PICK(NBL_FLOW_GOTO_, NBL_FLOW_IS_ON)
#if !defined(__cplusplus)
#define return NBL_FLOW_PICK(NBL_FLOW_RETURN_, NBL_FLOW_IS_ON)
#endif
/* clang-format on */
#pragma push_macro("for")
#pragma push_macro("do")
#pragma push_macro("while")
#pragma push_macro("break")
#pragma push_macro("switch")
#pragma push_macro("return")
#pragma push_macro("goto")
#undef for
#undef do
#undef while
#undef break
#undef switch
#undef return
#undef goto
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
/* The hook of a `for` has an else of its own: gcc would warn of `if (a) for (...) ...` */
#define NBL_FLOW_QUIET _Pragma("GCC diagnostic ignored \"-Wdangling-else\"")
/* Makes the keywords what was pushed above, and keeps that for the next time */
#define NBL_FLOW_BEGIN \
    NBL_FLOW_QUIET _Pragma("pop_macro(\"for\")") _Pragma("push_macro(\"for\")") _Pragma("pop_macro(\"do\")") \
        _Pragma("push_macro(\"do\")") _Pragma("pop_macro(\"while\")") _Pragma("push_macro(\"while\")") \
            _Pragma("pop_macro(\"break\")") _Pragma("push_macro(\"break\")") _Pragma("pop_macro(\"switch\")") \
                _Pragma("push_macro(\"switch\")") _Pragma("pop_macro(\"return\")") _Pragma("push_macro(\"return\")") \
                    _Pragma("pop_macro(\"goto\")") _Pragma("push_macro(\"goto\")") \
                        NBL_CAT(NBL_FLOW_BEGIN_AT_MAIN_, \
                                NBL_FLOW_SECOND(NBL_CAT(nbl_flow_is_main_, __INCLUDE_LEVEL__), 0, 0))
#define nbl_flow_is_main_0 , 1
#define NBL_FLOW_BEGIN_AT_MAIN_0
#define NBL_FLOW_BEGIN_AT_MAIN_1 \
    _Pragma("pop_macro(\"nbl_flow_at_level_0\")") _Pragma("push_macro(\"nbl_flow_at_level_0\")")
#else
#define NBL_FLOW_BEGIN
#endif

#endif
