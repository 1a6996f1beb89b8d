/* The words of nbl/concepts.h: whether a function is there, with these very types, in every language.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_REQUIRE_FUNCTION_0(name, result)  _1(name, result, first)  _2(name, result, first, second)
 *   NBL_REQUIRE_STATEMENT_2(name, first, second)      requires a function without a result
 *
 * Each stands at file scope, after the function, without a semicolon. In C and C++ it is a static assertion whose
 * message says what the function must be. GLSL and HLSL have no assertions: there a function name_is_required() calls
 * it, which checks the arguments. GLSL also declares it once more, which checks the result: two functions that differ
 * in their result alone are an error. The compiler's message has the function's name and the line of the requirement.
 */
#ifndef NBL_LANG_REQUIRE_H
#define NBL_LANG_REQUIRE_H

#include "nbl/lang.h"

#if defined(NBL_HLSL)
#define NBL_REQUIRE_FUNCTION_0(name, result) \
    result name##_is_required() { return name(); }
#define NBL_REQUIRE_FUNCTION_1(name, result, first) \
    result name##_is_required(first a) { return name(a); }
#define NBL_REQUIRE_FUNCTION_2(name, result, first, second) \
    result name##_is_required(first a, second b) { return name(a, b); }
#define NBL_REQUIRE_STATEMENT_2(name, first, second) \
    void name##_is_required(first a, second b) { name(a, b); }

#elif defined(__cplusplus)
#include <type_traits>
#define NBL_REQUIRE_TYPE(name, type, text) static_assert(std::is_same<decltype(&name), type>::value, text);
#define NBL_REQUIRE_FUNCTION_0(name, result) \
    NBL_REQUIRE_TYPE(name, result (*)(), #name " must be: " #result " " #name "()")
#define NBL_REQUIRE_FUNCTION_1(name, result, first) \
    NBL_REQUIRE_TYPE(name, result (*)(first), #name " must be: " #result " " #name "(" #first ")")
#define NBL_REQUIRE_FUNCTION_2(name, result, first, second) \
    NBL_REQUIRE_TYPE(name, result (*)(first, second), #name " must be: " #result " " #name "(" #first ", " #second ")")
#define NBL_REQUIRE_STATEMENT_2(name, first, second) NBL_REQUIRE_FUNCTION_2(name, void, first, second)

#elif defined(__STDC__) || defined(_MSC_VER)
#define NBL_REQUIRE_TYPE(name, type, text) _Static_assert(_Generic(&name, type : 1, default : 0), text);
#define NBL_REQUIRE_FUNCTION_0(name, result) \
    NBL_REQUIRE_TYPE(name, result (*)(void), #name " must be: " #result " " #name "(void)")
#define NBL_REQUIRE_FUNCTION_1(name, result, first) \
    NBL_REQUIRE_TYPE(name, result (*)(first), #name " must be: " #result " " #name "(" #first ")")
#define NBL_REQUIRE_FUNCTION_2(name, result, first, second) \
    NBL_REQUIRE_TYPE(name, result (*)(first, second), #name " must be: " #result " " #name "(" #first ", " #second ")")
#define NBL_REQUIRE_STATEMENT_2(name, first, second) NBL_REQUIRE_FUNCTION_2(name, void, first, second)

#else
#define NBL_REQUIRE_FUNCTION_0(name, result) \
    result name##_is_required() { return name(); } \
    result name();
#define NBL_REQUIRE_FUNCTION_1(name, result, first) \
    result name##_is_required(first a) { return name(a); } \
    result name(first a);
#define NBL_REQUIRE_FUNCTION_2(name, result, first, second) \
    result name##_is_required(first a, second b) { return name(a, b); } \
    result name(first a, second b);
#define NBL_REQUIRE_STATEMENT_2(name, first, second) \
    void name##_is_required(first a, second b) { name(a, b); } \
    void name(first a, second b);
#endif

#endif
