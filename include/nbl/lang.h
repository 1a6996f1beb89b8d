/* The vocabulary that the shared text is written in: types, qualifiers and built-ins, but no arithmetic.
 * SPDX-License-Identifier: Apache-2.0
 *
 * C11, C++17, GLSL 4.60 for Vulkan and HLSL (glslang's front end, told by -DNBL_HLSL=1; DXC and Slang say it by
 * themselves) read the same text below this file. Besides the common core of these languages that text may use:
 *
 *   NBL_FUNCTION, NBL_STRUCT(name) { };      before every function; a structure that is then called plainly `name`
 *   NBL_CAST(type, value)                    a conversion between scalars
 *   NBL_CONSTANT(name, value)                a uint32_t that may size arrays and workgroups; no semicolon behind it
 *   NBL_REQUIRE(name, condition)             compiles only if a condition of constants is true; likewise
 *   NBL_INOUT                                before an array parameter that the function changes, and nowhere else:
 *                                            C hands arrays over by address, so the word is empty there
 *   NBL_UNROLL                               before a counted loop that should vanish (NBL_UNROLL_LOOPS 0 keeps it)
 *   NBL_SHARED(type, name, count)            declarations at file scope, with no semicolon behind them;
 *   NBL_BUFFER(binding, type, name)          a buffer or an image has one binding, all in set 0
 *   NBL_COHERENT_BUFFER(binding, type, name) a buffer whose accesses are ordered by memory barriers and subgroup
 *                                            barriers; within a launch nothing orders those of a plain one
 *   NBL_PRIVATE(type, name)                  a variable at file scope of which each invocation has its own
 *   NBL_IMAGE(binding, name)                 float32 RGBA; NBL_IMAGE_OF(binding, name, format) with the format
 *                                            NBL_IMAGE_RGBA32F, _RGBA16F, _B10G11R11 or _RGBA8, which a device converts
 *                                            as it likes: nbl/accessors/texel_format.h
 *   NBL_SAMPLED_IMAGE(binding, name)         of any format that can be sampled, read by NBL_SAMPLED_LOAD(name, x, y)
 *   NBL_PUSH_CONSTANTS(type, name)           read by NBL_PUSH_CONSTANT(name)
 *   NBL_LOAD(name, i), NBL_STORE(name, i, v) the only accesses to shared memory and buffers, NBL_IMAGE_LOAD(name, x, y)
 *   NBL_IMAGE_STORE(name, x, y, v)           and _STORE to images: on the CPU the name, the index, the file and the
 *                                            line of the use go to the emulator
 *   NBL_LOAD_MEMBER(name, i, member)         a member of an element, as x or real: NBL_LOAD accesses all of it
 *   NBL_STORE_MEMBER(name, i, member, v)
 *   NBL_ATOMIC_ADD(name, i, v)               on a uint32_t or int32_t in shared memory or a buffer; each returns the
 *   NBL_ATOMIC_EXCHANGE(name, i, v)          old value and orders no other access
 *   NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v)      writes only if the old value is the expected one
 *   With NBL_MEMORY_MODEL 1, before the first include, atomics that say for whom (NBL_SCOPE_SUBGROUP, _WORKGROUP or
 *   _DEVICE) and what they order (NBL_ORDER_RELAXED, _ACQUIRE, _RELEASE, _ACQUIRE_RELEASE): docs/theory.md, section 16
 *     NBL_ATOMIC_LOAD(name, i, scope, order)  NBL_ATOMIC_STORE(name, i, v, scope, order)
 *     NBL_ATOMIC_ADD_ORDERED(name, i, v, scope, order)      and MIN, MAX, AND, OR, XOR, EXCHANGE
 *     NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(name, i, expected, v, scope, order)
 *     NBL_MEMORY_FENCE(scope, order)         of shared memory and coherent buffers
 *   NBL_LOCAL_SIZE(n) NBL_KERNEL(name) { }   an entry point of n invocations; NBL_LOCAL_SIZE_3D(x, y, z)
 *   nbl_local_invocation_index() _id(), nbl_workgroup_index() (without z) _id()   number and three coordinates;
 *   nbl_workgroup_count()                    how many there are by dimension, which HLSL cannot ask
 *   NBL_WORKGROUP_BARRIER()                  execution and shared memory; NBL_WORKGROUP_MEMORY_BARRIER() coherent
 *                                            buffers, too; NBL_SUBGROUP_BARRIER() execution, shared memory and
 *                                            coherent buffers
 *   nbl_subgroup_...                         over the lanes that run, v a uint32_t, int32_t, float32_t, float64_t or
 *                                            float16_t or a vector of 2 to 4 of them; of any other type there is none:
 *     shuffle(v, lane) shuffle_xor(v, mask) rotate(v, delta) broadcast(v, lane) broadcast_first(v)
 *     shuffle_up(v, delta) shuffle_down(v, delta)    undefined if there is no such lane; only with subgroup operations
 *     add mul min max and or xor (v)           of all, and or xor of integers alone; inclusive_add(v) .. xor of the
 *                                            lanes up to one's own; exclusive_ of those before it, not without subgroup
 *                                            operations. HLSL has no scans. The driver chooses the order of float sums.
 *                                            nbl/subgroup/arithmetic.h has all of it, in a stated order
 *     elect() any(b) all(b) all_equal(v) ballot(b)   nbl/subgroup/ballot.h counts and finds what a ballot gives
 *   NBL_BARRIER_BEFORE_SHUFFLE();            a subgroup barrier where NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE is 1
 *   NBL_PARAMETER(name)                      a compile-time parameter of a kernel: the define NBL_PARAMETER_<name>.
 *                                            Where one build serves all values, on the CPU, this macro is redefined as
 *                                            a field of the launch's specialization
 *   NBL_COUNT(name, n)                       on the CPU counts an event under a name; nothing in a shader
 *   NBL_ASSERT(condition);                   on the CPU ends the launch if the condition is false, with its place and
 *                                            text; nothing in a shader
 *   NBL_UNUSED(x)                            a parameter that this function has no use for
 *   NBL_HAS_FLOAT16, NBL_HAS_FLOAT64         1 if the scalar exists; a shader that wants it defines this as 1 first
 */
#ifndef NBL_LANG_H
#define NBL_LANG_H

#define NBL_CAT_(a, b) a##b
#define NBL_CAT(a, b) NBL_CAT_(a, b)
/* A name of the scalar NBL_SCALAR, such as float32_t: texts of one scalar define it, and undefine it at their end. */
#define NBL_OF_SCALAR(name) NBL_CAT(name, NBL_CAT(_, NBL_SCALAR))
#ifndef NBL_PARAMETER
#define NBL_PARAMETER(name) NBL_PARAMETER_##name
#endif

#ifndef NBL_SUBGROUP_OPERATIONS /* 0: a module that asks the device for no subgroup feature */
#define NBL_SUBGROUP_OPERATIONS 1
#endif
#ifndef NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE /* 1: the library's shuffles wait for what they ask for */
#define NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE 0
#endif
#ifndef NBL_BUFFER_DEVICE_ADDRESS /* 1: NBL_REFERENCE(type, name) and its _LOAD and _STORE(name, address, i) are there
                                   */
#define NBL_BUFFER_DEVICE_ADDRESS 0
#endif
#ifndef NBL_MEMORY_MODEL /* 1: ordered atomics and fences are there; a module asks for Vulkan's memory model then */
#define NBL_MEMORY_MODEL 0
#endif
#ifndef NBL_UNROLL_LOOPS
#define NBL_UNROLL_LOOPS 0
#endif

#if defined(NBL_HLSL) || defined(__hlsl_dx_compiler) || defined(__SLANG_COMPILER__)
#include "nbl/lang/hlsl.h"
#elif defined(__STDC__) || defined(__cplusplus) || defined(_MSC_VER) /* on one line: glslang evaluates it, too */
#include "nbl/lang/c.h"
#else
#include "nbl/lang/glsl.h"
#endif

#ifndef NBL_REQUIRE
#define NBL_REQUIRE(name, condition) \
    NBL_STRUCT(name) { uint32_t refused_[(condition) ? 1 : -1]; };
#endif

#if !defined(NBL_LOAD)                 /* in a shader an access is plain indexing, and nothing is counted */
#define NBL_LOAD(name, i) (0, name[i]) /* a value: parentheses alone would still be a place */
#define NBL_STORE(name, i, v) name[i] = (v)
#define NBL_LOAD_MEMBER(name, i, member) (0, name[i].member)
#define NBL_STORE_MEMBER(name, i, member, v) name[i].member = (v)
#define NBL_COUNT(name, n)
#define NBL_ASSERT(condition)
#define NBL_UNUSED(x)
#define NBL_SELECT(x, prefix, name) name
#endif
#if !defined(nbl_subgroup_shuffle_xor)
#include "nbl/lang/no_subgroups.h"
#endif
/* No language has it: of whole subgroups */
#define nbl_subgroup_rotate(v, delta) \
    nbl_subgroup_shuffle(v, (nbl_subgroup_invocation_id() + (delta)) & (nbl_subgroup_size() - 1u))
#if NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE
#define NBL_BARRIER_BEFORE_SHUFFLE() NBL_SUBGROUP_BARRIER()
#else
#define NBL_BARRIER_BEFORE_SHUFFLE()
#endif
#if !defined(nbl_local_invocation_index)
#define nbl_local_invocation_index() gl_LocalInvocationIndex
#endif

#endif
