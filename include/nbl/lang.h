/* The vocabulary that the shared text is written in: types, qualifiers and built-ins, but no arithmetic.
 * SPDX-License-Identifier: Apache-2.0
 *
 * C11, C++17, GLSL 4.60 for Vulkan and HLSL (define NBL_HLSL as 1 for glslang; DXC and Slang are recognised) compile
 * the same text, written on top of this file. Besides the common core of these languages it may use:
 *
 * ---- Declarations
 *   NBL_FUNCTION                  before every function
 *   NBL_CONSTEXPR_FUNCTION        before a function of numbers alone: no loop, no memory, no subgroup, no barrier. In
 *                                 C++ it is constexpr, so a static_assert can test it. The emulator does not see its
 *                                 calls
 *   NBL_STRUCT(name) { };         a structure that is then called plainly `name`
 *   NBL_CONSTANT(name, value)     a uint32_t that may size arrays and workgroups; no semicolon after it
 *   NBL_REQUIRE(name, condition)  compiles only if a condition of constants is true; no semicolon after it. The message
 *                                 has the name, in GLSL the line. Write a ? b : false for a && b, which Slang takes for
 *                                 no constant
 *   NBL_REQUIRE_OF(name, condition, value, limit)
 *                                 as NBL_REQUIRE, but the message has the name and the two constants; in DXC and Slang
 *                                 the name alone
 *   NBL_REQUIRE_CALLBACK(name)    after the declaration of a function that the user must define; no semicolon after it.
 *                                 If it is missing, C has a message; elsewhere a call of it does not link
 *   NBL_CAST(type, value)         a conversion between scalars
 *   NBL_EQUAL(a, b)               whether two scalars are equal
 *   NBL_ADD_PRODUCT(c, a, b)      c + a b of scalars; with NBL_FUSED 1, before the first include, rounded once, where
 *                                 the device has that: the same bits as the emulator's on each that has
 *   NBL_SUB_PRODUCT(c, a, b)      c - a b, rounded as NBL_ADD_PRODUCT()
 *   NBL_CARRIED(a, b)             a product that several sums take: NBL_ADD_CARRIED(c, NBL_CARRIED(a, b), b) is c + a
 *                                 b, NBL_SUB_CARRIED(c, NBL_CARRIED(a, b), b) is c - a b. With NBL_FUSED 1 each sum
 *                                 multiplies
 *   NBL_INOUT                     before an array parameter that the function changes, and nowhere else; empty in C,
 *                                 which passes arrays by address
 *   NBL_UNROLL                    before a counted loop that should vanish (NBL_UNROLL_LOOPS 0 keeps it)
 *   NBL_UNUSED(x)                 a parameter that this function does not use
 *   NBL_LOCAL_SIZE(n)             before an entry point: n invocations; or NBL_LOCAL_SIZE_3D(x, y, z)
 *   NBL_KERNEL(name) { }          an entry point; in HLSL and GLSL a module calls it main
 *   NBL_KERNEL_SIZED(name, n) { } an entry point of n invocations. With NBL_OWN_ENTRY_POINTS 1, before the first
 *                                 include, HLSL calls entry points by their names, and a file may have several
 *   NBL_ENTER(i, t, g);           first in an entry point that is written out in HLSL, with NBL_OWN_ENTRY_POINTS 1: its
 *                                 SV_GroupIndex, SV_GroupThreadID and SV_GroupID; elsewhere nothing
 *   NBL_PARAMETER(name)           a compile-time parameter of a kernel: the define NBL_PARAMETER_<name>. On the CPU,
 *                                 where one build serves all values, a field of the launch's specialization
 *   NBL_HAS_FLOAT16, _FLOAT64     1 if the scalar exists; a shader that uses it defines this as 1 first
 *   NBL_HAS_INT16, _INT64         1 if int16_t and uint16_t, int64_t and uint64_t exist; a shader defines it as 1
 *                                 first. They are numbers in registers: nbl/limits.h, functional.h and type_traits.h
 *                                 know them
 *   NBL_NATIVE_SCANS              which subgroup scans the device has: 2: all, 1: sums and products, 0: none. Define it
 *                                 as 0 first for a device that lacks them; nbl/subgroup/arithmetic.h chooses by it
 *
 * ---- Memory: declared at file scope with no semicolon after it, and accessed by these words only. On the CPU name,
 * index, file and line of each use go to the emulator. All bindings are in set 0, one to a name.
 *   shared memory    NBL_SHARED(type, name, count)            NBL_LOAD(name, i)  NBL_STORE(name, i, v)
 *   buffer           NBL_BUFFER(binding, type, name)          the same two; nothing in a launch orders its accesses
 *   coherent buffer  NBL_COHERENT_BUFFER(binding, type, name) the same two; memory and subgroup barriers order them
 *   of a structure   a member such as x or real:              NBL_LOAD_MEMBER(name, i, member)
 *                                                             NBL_STORE_MEMBER(name, i, member, v)
 *   image            NBL_IMAGE(binding, name)                 NBL_IMAGE_LOAD(name, x, y)
 *                                                             NBL_IMAGE_STORE(name, x, y, v)
 *                    float32 RGBA; NBL_IMAGE_OF(binding, name, format) with the format NBL_IMAGE_RGBA32F, _RGBA16F,
 *                    _B10G11R11 or _RGBA8, which a device converts as it likes: nbl/accessors/texel_format.h
 *   sampled image    NBL_SAMPLED_IMAGE(binding, name)         NBL_SAMPLED_LOAD(name, x, y), of any format
 *   push constants   NBL_PUSH_CONSTANTS(type, name)           NBL_PUSH_CONSTANT(name)
 *   private          NBL_PRIVATE(type, name)                  as a variable; each invocation has its own
 *
 * ---- Atomics, on a uint32_t or int32_t in shared memory or a buffer: each returns the old value
 *   NBL_ATOMIC_ADD(name, i, v)  NBL_ATOMIC_EXCHANGE(name, i, v)   neither orders any other access
 *   NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v)             writes only if the old value is the expected one
 *   With NBL_MEMORY_MODEL 1, before the first include, also with a scope (NBL_SCOPE_SUBGROUP, _WORKGROUP or _DEVICE)
 *   and an order (NBL_ORDER_RELAXED, _ACQUIRE, _RELEASE, _ACQUIRE_RELEASE): docs/theory.md, section 16
 *   NBL_ATOMIC_LOAD(name, i, scope, order)  NBL_ATOMIC_STORE(name, i, v, scope, order)
 *   NBL_ATOMIC_ADD_ORDERED(name, i, v, scope, order)              and MIN, MAX, AND, OR, XOR, EXCHANGE
 *   NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(name, i, expected, v, scope, order)
 *   NBL_MEMORY_FENCE(scope, order)                                of shared memory and coherent buffers
 *
 * ---- Invocations
 *   nbl_local_invocation_index()  number in the workgroup from 0; it follows the lanes if there are subgroup operations
 *   nbl_local_invocation_position()
 *                                 number in the workgroup from 0, in the order of the coordinates; needs no subgroup
 *                                 feature
 *   nbl_local_invocation_id()     three coordinates
 *   nbl_workgroup_index()         number of the workgroup, from x and y; nbl_workgroup_id(): three coordinates
 *   nbl_workgroup_count()         workgroups in each dimension; not in HLSL, which cannot query it
 *
 * ---- Barriers                      of execution and of
 *   NBL_WORKGROUP_BARRIER()          shared memory
 *   NBL_WORKGROUP_MEMORY_BARRIER()   shared memory and coherent buffers
 *   NBL_SUBGROUP_BARRIER()           shared memory and coherent buffers, among the lanes of a subgroup
 *   NBL_BARRIER_BEFORE_SHUFFLE();    NBL_SUBGROUP_BARRIER() where NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE is 1
 *   NBL_BARRIER_BEFORE_SCAN_SHUFFLE();   NBL_SUBGROUP_BARRIER() unless it is 0
 *
 * ---- Subgroups: nbl_subgroup_<word>, over the lanes that run; v a uint32_t, int32_t, float32_t, float64_t or
 * float16_t, or a vector of 2 to 4 of them: other types are refused
 *   shuffle(v, lane) shuffle_xor(v, mask) rotate(v, delta) broadcast(v, lane) broadcast_first(v)
 *   shuffle_up(v, delta) shuffle_down(v, delta)   undefined if there is no lane there; only with subgroup operations
 *   add mul min max and or xor (v)                of all lanes; and, or, xor of integers alone
 *   inclusive_add(v) .. inclusive_xor(v)          of the lanes up to one's own
 *   exclusive_add(v) .. exclusive_xor(v)          of the lanes before it; only with subgroup operations
 *                                                 Scans in HLSL: of add and mul by DXC and Slang, none by glslang
 *   elect() any(b) all(b) all_equal(v) ballot(b)  nbl/subgroup/ballot.h counts and searches a ballot's bits
 *   The driver chooses the order of float sums; nbl/subgroup/arithmetic.h has reductions and scans in a stated order.
 *
 * ---- On the CPU, and nothing in a shader
 *   NBL_COUNT(name, n)            counts an event under a name
 *   NBL_ASSERT(condition);        ends the launch if the condition is false, with its place and text
 *   NBL_EXPECT_WORKGROUP_SIZE(n); ends the launch if its workgroups have not n invocations, or NBL_LOCAL_SIZE another n
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

#ifndef NBL_SUBGROUP_OPERATIONS /* 0: no subgroup operations, and a module that needs no subgroup feature */
#define NBL_SUBGROUP_OPERATIONS 1
#endif
#ifndef NBL_OWN_ENTRY_POINTS /* 1: entry points of HLSL are called by their names; then a main() is not refused */
#define NBL_OWN_ENTRY_POINTS 0
#endif
/* Where the library puts a subgroup barrier before its shuffles. 0: nowhere. 1: before each. 2: before the shuffles of
 * scans and reductions, which run in loops, and not before the trades of an FFT. */
#ifndef NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE
#define NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE 2
#endif
#ifndef NBL_BUFFER_DEVICE_ADDRESS /* 1: NBL_REFERENCE(type, name), its _LOAD and _STORE(name, address, i) exist */
#define NBL_BUFFER_DEVICE_ADDRESS 0
#endif
#ifndef NBL_MEMORY_MODEL /* 1: ordered atomics and fences exist; the module then requires Vulkan's memory model */
#define NBL_MEMORY_MODEL 0
#endif
#ifndef NBL_UNROLL_LOOPS
#define NBL_UNROLL_LOOPS 0
#endif
#ifndef NBL_FUSED /* 1: products and the sums that take them round once */
#define NBL_FUSED 0
#endif

#if defined(NBL_HLSL) || defined(__hlsl_dx_compiler) || defined(__SLANG_COMPILER__)
#include "nbl/lang/hlsl.h"
#elif defined(__STDC__) || defined(__cplusplus) || defined(_MSC_VER) /* on one line: glslang evaluates it, too */
#include "nbl/lang/c.h"
#else
#include "nbl/lang/glsl.h"
#endif

#ifndef NBL_REQUIRE_OF /* glslang: "cannot convert from <value>-element array of <limit>-element array of structure{
                        * <name>" */
#define NBL_REQUIRE_OF(name, condition, value, limit) \
    struct name { \
        uint name; \
    }; \
    void NBL_CAT(name, _)() { \
        name refused_[(condition) ? 1 : (value)][(condition) ? 1 : (limit)]; \
        name fits_[1][1] = refused_; \
    }
#endif
#ifndef NBL_REQUIRE_CALLBACK
#define NBL_REQUIRE_CALLBACK(name)
#endif

#ifndef NBL_HAS_OPERATORS /* 1: functions may be called + - * */
#define NBL_HAS_OPERATORS 0
#endif
#if !defined(NBL_LOAD)                 /* in a shader an access is plain indexing, and nothing is counted */
#define NBL_LOAD(name, i) (0, name[i]) /* a value: parentheses alone would still be a place */
#define NBL_STORE(name, i, v) name[i] = (v)
#define NBL_LOAD_MEMBER(name, i, member) (0, name[i].member)
#define NBL_STORE_MEMBER(name, i, member, v) name[i].member = (v)
#define NBL_COUNT(name, n)
#define NBL_ASSERT(condition)
#define NBL_EXPECT_WORKGROUP_SIZE(n)
#define NBL_UNUSED(x)
#define NBL_SELECT(x, prefix, name) name
#endif
#if NBL_FUSED
#ifndef NBL_ADD_CARRIED
#define NBL_ADD_CARRIED(c, a, b) fma(a, b, c)
#endif
#define NBL_SUB_CARRIED(c, a, b) NBL_ADD_CARRIED(c, -(a), b)
#define NBL_CARRIED(a, b) (a)
#else
#ifndef NBL_ADD_CARRIED
#define NBL_ADD_CARRIED(c, a, b) ((c) + (a))
#define NBL_SUB_CARRIED(c, a, b) ((c) - (a))
#endif
#define NBL_CARRIED(a, b) ((a) * (b))
#endif
#define NBL_ADD_PRODUCT(c, a, b) NBL_ADD_CARRIED(c, NBL_CARRIED(a, b), b)
#define NBL_SUB_PRODUCT(c, a, b) NBL_SUB_CARRIED(c, NBL_CARRIED(a, b), b)
#ifndef NBL_EQUAL
#define NBL_EQUAL(a, b) ((a) == (b))
#endif
#if !defined(nbl_subgroup_shuffle_xor)
#include "nbl/lang/no_subgroups.h"
#endif
#if !NBL_SUBGROUP_OPERATIONS
#undef NBL_NATIVE_SCANS
#define NBL_NATIVE_SCANS 0
#elif !defined(NBL_NATIVE_SCANS)
#define NBL_NATIVE_SCANS 2
#endif
/* A rotation over whole subgroups, which none of the languages has */
#define nbl_subgroup_rotate(v, delta) \
    nbl_subgroup_shuffle(v, (nbl_subgroup_invocation_id() + (delta)) & (nbl_subgroup_size() - 1u))
#if NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE == 1
#define NBL_BARRIER_BEFORE_SHUFFLE() NBL_SUBGROUP_BARRIER()
#else
#define NBL_BARRIER_BEFORE_SHUFFLE()
#endif
#if NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE == 0
#define NBL_BARRIER_BEFORE_SCAN_SHUFFLE()
#else
#define NBL_BARRIER_BEFORE_SCAN_SHUFFLE() NBL_SUBGROUP_BARRIER()
#endif
#ifndef NBL_KERNEL_SIZED
#define NBL_KERNEL_SIZED(name, n) NBL_LOCAL_SIZE(n) NBL_KERNEL(name)
#endif
#ifndef NBL_ENTER
#define NBL_ENTER(group_index, group_thread_id, group_id)
#endif
#if !defined(nbl_local_invocation_index)
#define nbl_local_invocation_index() gl_LocalInvocationIndex
#endif
#if !defined(nbl_local_invocation_position)
#define nbl_local_invocation_position() nbl_local_invocation_index()
#endif

#endif
