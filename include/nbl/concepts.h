/* Requirements on what a template's user brings, checked at compile time: the mirror of std's concepts.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_REQUIRE_READABLE(name, type)   type <name>_get(uint32_t index)
 *   NBL_REQUIRE_WRITABLE(name, type)   void <name>_set(uint32_t index, type value)
 *   NBL_REQUIRE_ACCESSOR(name, type)   both
 *   NBL_REQUIRE_OPERATOR(name, type)   type <name>(type, type) and type <name>_identity(), as in nbl/functional.h
 *   NBL_REQUIRE_ORDER(name, type)      bool <name>(type, type)
 *   NBL_REQUIRE_FUNCTION_0, _1, _2     any function of that many parameters: nbl/lang/require.h
 *
 * Each stands at file scope after the functions, once for each, without a semicolon. A function that is missing or has
 * other types ends the compilation with a message that names it. C and C++ compare types exactly. GLSL compares results
 * exactly, but accepts parameters that it converts silently (an int to a uint or a float). HLSL converts all scalars
 * silently: it checks only names, structures and numbers of parameters; compiling the same text as C finds the rest.
 *
 * type  a type's name; in GLSL it may be a macro
 */
#ifndef NBL_CONCEPTS_H
#define NBL_CONCEPTS_H

#include "nbl/lang/require.h"

#define NBL_REQUIRE_READABLE(name, type) NBL_REQUIRE_FUNCTION_1(name##_get, type, uint32_t)
#define NBL_REQUIRE_WRITABLE(name, type) NBL_REQUIRE_STATEMENT_2(name##_set, uint32_t, type)
#define NBL_REQUIRE_ACCESSOR(name, type) NBL_REQUIRE_READABLE(name, type) NBL_REQUIRE_WRITABLE(name, type)
#define NBL_REQUIRE_OPERATOR(name, type) \
    NBL_REQUIRE_FUNCTION_2(name, type, type, type) NBL_REQUIRE_FUNCTION_0(name##_identity, type)
#define NBL_REQUIRE_ORDER(name, type) NBL_REQUIRE_FUNCTION_2(name, bool, type, type)

#endif
