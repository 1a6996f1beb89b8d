/* Which language compiles: the only file that knows. It names types, qualifiers and built-ins; it holds no arithmetic.
 * SPDX-License-Identifier: Apache-2.0
 *
 * C11, C++17, GLSL 4.60 for Vulkan and HLSL (glslang's front end, told by -DNBL_HLSL) read the same text below this
 * file. Besides the common core of these languages that text may use:
 *
 *   NBL_FUNCTION, NBL_STRUCT(name) { };      before every function; a structure that is then called plainly `name`
 *   NBL_CAST(type, value)                    a conversion between scalars
 *   NBL_INOUT                                before an array parameter that the function changes, and nowhere else:
 *                                            C hands arrays over by address, so the word is empty there
 *   NBL_UNROLL                               before a counted loop that should vanish (NBL_UNROLL_LOOPS 0 keeps it)
 *   NBL_SHARED(type, name, count)            declarations at file scope, with no semicolon behind them;
 *   NBL_BUFFER(binding, type, name)          a buffer or an image has one binding, all in set 0
 *   NBL_IMAGE(binding, name)                 float32 RGBA
 *   NBL_PUSH_CONSTANTS(type, name)           read by NBL_PUSH_CONSTANT(name)
 *   NBL_LOAD(name, i), NBL_STORE(name, i, v) the only accesses to shared memory and buffers, NBL_IMAGE_LOAD(name, x, y)
 *   NBL_IMAGE_STORE(name, x, y, v)           and _STORE to images: on the CPU the name, the index, the file and the
 *                                            line of the use go to the emulator
 *   NBL_ATOMIC_ADD(name, i, v)               an element of type uint32_t, in shared memory or a buffer; what was there
 *                                            before;
 *   NBL_ATOMIC_EXCHANGE(name, i, v)          no order of other accesses follows. _COMPARE_EXCHANGE(name, i, expected,
 *                                            v) writes only where it was as expected
 *   NBL_LOCAL_SIZE(n) NBL_KERNEL(name) { }   an entry point of n invocations
 *   NBL_WORKGROUP_BARRIER()                  execution and shared memory; NBL_SUBGROUP_BARRIER() execution and all
 *                                            memory
 *   NBL_COUNT(name, n)                       counts an event under a name where the CPU runs the text; else nothing
 *   NBL_ASSERT(condition);                   ends a launch on the CPU where it is not so, with the place and the text;
 *                                            else nothing
 *   NBL_UNUSED(x)                            a parameter that is there for others' sake
 *   NBL_HAS_MULTIPLY_HIGH                    1 where nbl_device_multiply_high(a, b) gives the upper 32 bits of a product
 *                                            of uint32_t and nbl_device_multiply_high_signed those of int32_t
 *   NBL_HAS_FLOAT16, NBL_HAS_FLOAT64         1 where the scalar is there; a shader that wants it defines it to 1 first
 */
#ifndef NBL_LANG_H
#define NBL_LANG_H

#define NBL_CAT_(a, b) a##b
#define NBL_CAT(a, b) NBL_CAT_(a, b)

#ifndef NBL_SUBGROUP_OPERATIONS /* 0: a module that asks the device for no subgroup feature */
#define NBL_SUBGROUP_OPERATIONS 1
#endif
#ifndef NBL_BUFFER_DEVICE_ADDRESS /* 1: NBL_REFERENCE(type, name) and its _LOAD and _STORE(name, address, i) are there
                                   */
#define NBL_BUFFER_DEVICE_ADDRESS 0
#endif
#ifndef NBL_UNROLL_LOOPS
#define NBL_UNROLL_LOOPS 0
#endif

#if defined(NBL_HLSL) /* ------------------------------------------------------------------------------------ HLSL */
#define NBL_OVERLOAD 1
typedef float float32_t;
typedef uint uint32_t;
typedef int int32_t;
typedef float2 nbl_float32_t2;
typedef float4 nbl_float32_t4;
typedef uint2 nbl_uint32_t2;
typedef uint3 nbl_uint32_t3;
typedef uint4 nbl_uint32_t4;
#define dword nbl_dword_ /* words that HLSL keeps for itself */
#define line nbl_line_
#define NBL_HAS_FLOAT16 0
#define NBL_HAS_FLOAT64 0
#define NBL_FUNCTION
#define NBL_STRUCT(name) struct name
#define NBL_CAST(type, value) type(value)
#define NBL_INOUT inout
#define NBL_UNROLL
#define NBL_SHARED(type, name, count) groupshared type name[count];
#define NBL_BUFFER(slot, type, name) [[vk::binding(slot, 0)]] RWStructuredBuffer<type> name;
#define NBL_IMAGE(slot, name) [[vk::binding(slot, 0)]] RWTexture2D<float4> name;
#define NBL_PUSH_CONSTANTS(type, name) \
    [[vk::push_constant]] cbuffer name##_block { type name; };
#define NBL_PUSH_CONSTANT(name) name
#define NBL_IMAGE_LOAD(name, x, y) name[uint2(x, y)]
#define NBL_IMAGE_STORE(name, x, y, v) name[uint2(x, y)] = (v)
#define NBL_LOCAL_SIZE(n) \
    void nbl_hlsl_kernel(); \
    [numthreads(n, 1, 1)]
#define NBL_KERNEL(name) \
    void main(uint i : SV_GroupIndex, uint3 g : SV_GroupID) { \
        nbl_hlsl_invocation = i; \
        nbl_hlsl_workgroup = g.x; \
        NBL_HLSL_READ_LANE; \
        nbl_hlsl_kernel(); \
    } \
    void nbl_hlsl_kernel()
#define NBL_ATOMIC_ADD(name, i, v) (InterlockedAdd(name[i], v, nbl_hlsl_before), nbl_hlsl_before)
#define NBL_ATOMIC_EXCHANGE(name, i, v) (InterlockedExchange(name[i], v, nbl_hlsl_before), nbl_hlsl_before)
#define NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v) \
    (InterlockedCompareExchange(name[i], expected, v, nbl_hlsl_before), nbl_hlsl_before)
static uint nbl_hlsl_invocation, nbl_hlsl_workgroup, nbl_hlsl_subgroup_size, nbl_hlsl_lane, nbl_hlsl_before;
#define nbl_local_invocation_index() nbl_hlsl_invocation
#define nbl_workgroup_index() nbl_hlsl_workgroup /* one dimension: the count of workgroups cannot be asked */
#define NBL_WORKGROUP_BARRIER() GroupMemoryBarrierWithGroupSync()
#if NBL_SUBGROUP_OPERATIONS /* lane index and count are read once: several reads gave NaN on one driver */
#define NBL_HLSL_READ_LANE \
    nbl_hlsl_lane = WaveGetLaneIndex(); \
    nbl_hlsl_subgroup_size = WaveGetLaneCount()
#define nbl_subgroup_size() nbl_hlsl_subgroup_size
#define nbl_subgroup_invocation_id() nbl_hlsl_lane
#define nbl_subgroup_id() (nbl_hlsl_invocation / nbl_hlsl_subgroup_size)
#define nbl_subgroup_shuffle(v, lane) WaveReadLaneAt(v, lane)
#define nbl_subgroup_shuffle_xor(v, mask) WaveReadLaneAt(v, nbl_hlsl_lane ^ (mask))
#define nbl_subgroup_shuffle_xor_2(v, mask) WaveReadLaneAt(v, nbl_hlsl_lane ^ (mask))
#define nbl_subgroup_broadcast(v, lane) WaveReadLaneAt(v, lane)
#define nbl_subgroup_ballot(b) WaveActiveBallot(b)
#define nbl_subgroup_add(v) WaveActiveSum(v)
#define nbl_subgroup_min(v) WaveActiveMin(v)
#define nbl_subgroup_max(v) WaveActiveMax(v)
/* HLSL has none: memory is ordered once every lane has voted */
void nbl_hlsl_subgroup_barrier() {
    if (WaveActiveBallot(nbl_hlsl_lane < nbl_hlsl_subgroup_size).x != 0u) AllMemoryBarrier();
}
#define NBL_SUBGROUP_BARRIER() nbl_hlsl_subgroup_barrier()
#else
#define NBL_HLSL_READ_LANE
#endif
#define NBL_HAS_MULTIPLY_HIGH 0
#define nbl_bits_from_float32(x) asuint(x)
#define nbl_float32_from_bits(x) asfloat(x)
#define nbl_pack_half_2x16(v) (f32tof16((v).x) | (f32tof16((v).y) << 16))
#define nbl_unpack_half_2x16(u) float2(f16tof32(u), f16tof32((u) >> 16))

#elif defined(__STDC__) || defined(__cplusplus) /* ---------------------------------------------------- C and C++ */
#include "nbl/emulator.h"
#include <stdbool.h>
#include <string.h>
#if defined(__cplusplus)
#define NBL_OVERLOAD 1
#else
#define NBL_OVERLOAD 0 /* overloads are picked by _Generic: see NBL_SELECT */
#endif
typedef float float32_t;
typedef double float64_t;
#define NBL_HAS_FLOAT64 1
#if defined(__FLT16_MAX__) && !defined(__cplusplus)
__extension__ typedef _Float16 float16_t;
#define NBL_HAS_FLOAT16 1
#define NBL_SELECT_FLOAT16(prefix, name) , prefix##float16_t : name##_float16_t
#else
#define NBL_HAS_FLOAT16 0
#define NBL_SELECT_FLOAT16(prefix, name)
#endif
/* name_float32_t or its sibling by the type of x; prefix##scalar is that type: empty, or nbl_complex_ */
#define NBL_SELECT(x, prefix, name) \
    _Generic((x), prefix##float32_t \
             : name##_float32_t, prefix##float64_t \
             : name##_float64_t NBL_SELECT_FLOAT16(prefix, name))
/* `name` where x has the type, else `other` */
#define NBL_SELECT_ONE(x, type, name, other) _Generic((x), type : name, default : other)
typedef nbl_emulator_float32x2_t nbl_float32_t2;
typedef nbl_emulator_float32x4_t nbl_float32_t4;
typedef nbl_emulator_uint32x2_t nbl_uint32_t2;
typedef nbl_emulator_uint32x3_t nbl_uint32_t3;
typedef nbl_emulator_uint32x4_t nbl_uint32_t4;
typedef struct nbl_float64_t2 {
    float64_t x, y;
} nbl_float64_t2;
#define NBL_FUNCTION static inline
#define NBL_STRUCT(name) \
    typedef struct name name; \
    struct name
#define NBL_CAST(type, value) ((type)(value))
#define NBL_INOUT
#define NBL_UNROLL
#define NBL_SHARED(type, name, count) \
    static inline type *name##_at(uint32_t i, nbl_emulator_action_t action, const nbl_emulator_use_t *use) { \
        static const nbl_emulator_shared_t array = {#name, sizeof(type)}; \
        return (type *)nbl_emulator_shared(&array, (count), i, action, use); \
    }
#define NBL_BUFFER(binding, type, name) \
    static inline type *name##_at(uint32_t i, nbl_emulator_action_t action, const nbl_emulator_use_t *use) { \
        return (type *)nbl_emulator_buffer(binding, #name, sizeof(type), i, action, use); \
    }
#define NBL_IMAGE(binding, name) \
    static inline nbl_float32_t4 *name##_at(uint32_t x, uint32_t y, nbl_emulator_action_t action, \
                                            const nbl_emulator_use_t *use) { \
        return nbl_emulator_image(binding, #name, x, y, action, use); \
    }
#define NBL_PUSH_CONSTANTS(type, name) \
    static inline type name##_constants(const char *file, int line) { \
        return *(const type *)nbl_emulator_push_constants(#name, file, line); \
    }
#define NBL_PUSH_CONSTANT(name) name##_constants(__FILE__, __LINE__)
/* A constant per use: a statement expression, which gcc and clang have in C and C++ */
#define NBL_USE(text, call) \
    (__extension__({ \
        static const nbl_emulator_use_t nbl_use_ = {__FILE__, __func__, text, __LINE__}; \
        call; \
    }))
#define NBL_AT(name, text, i, action) NBL_USE(text, NBL_CAT(name, _at)((i), NBL_EMULATOR_##action, &nbl_use_))
#define NBL_IMAGE_AT(name, text, x, y, action) \
    NBL_USE(text, NBL_CAT(name, _at)((x), (y), NBL_EMULATOR_##action, &nbl_use_))
#define NBL_LOAD(name, i) (*NBL_AT(name, #i, i, LOAD))
/* First the value, which may wait at a barrier, then the access: C itself has no order between the two */
#define NBL_STORE(name, i, v) \
    (__extension__({ \
        __typeof__(*NBL_CAT(name, _at)(0, NBL_EMULATOR_STORE, 0)) nbl_value_ = (v); \
        *NBL_AT(name, #i, i, STORE) = nbl_value_; \
    }))
#define NBL_ATOMIC_ADD(name, i, v) \
    (__extension__({ \
        uint32_t nbl_value_ = (v); \
        nbl_emulator_atomic_add(NBL_AT(name, #i, i, ATOMIC), nbl_value_); \
    }))
#define NBL_ATOMIC_EXCHANGE(name, i, v) \
    (__extension__({ \
        uint32_t nbl_value_ = (v); \
        nbl_emulator_atomic_exchange(NBL_AT(name, #i, i, ATOMIC_EXCHANGE), nbl_value_); \
    }))
#define NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v) \
    (__extension__({ \
        uint32_t nbl_expected_ = (expected), nbl_value_ = (v); \
        nbl_emulator_atomic_compare_exchange(NBL_AT(name, #i, i, ATOMIC), nbl_expected_, nbl_value_); \
    }))
#define NBL_IMAGE_LOAD(name, x, y) (*NBL_IMAGE_AT(name, #x ", " #y, x, y, LOAD))
#define NBL_IMAGE_STORE(name, x, y, v) \
    (__extension__({ \
        nbl_float32_t4 nbl_value_ = (v); \
        *NBL_IMAGE_AT(name, #x ", " #y, x, y, STORE) = nbl_value_; \
    }))
#define NBL_REFERENCE(type, name) \
    static inline type *NBL_CAT(name, _at)(nbl_uint32_t2 address, uint32_t i) { \
        type *first; \
        memcpy(&first, &address, sizeof first); \
        return first + i; \
    }
#define NBL_REFERENCE_LOAD(name, address, i) (*NBL_CAT(name, _at)((address), (i)))
#define NBL_REFERENCE_STORE(name, address, i, v) (*NBL_CAT(name, _at)((address), (i)) = (v))
#define NBL_LOCAL_SIZE(n)
#define NBL_KERNEL(name) \
    void name(void); \
    void name(void)
#define nbl_local_invocation_index() nbl_emulator_local_invocation_index()
#define nbl_workgroup_index() nbl_emulator_workgroup_index()
#define nbl_subgroup_size() nbl_emulator_subgroup_size()
#define nbl_subgroup_id() nbl_emulator_subgroup_id()
#define nbl_subgroup_invocation_id() nbl_emulator_subgroup_invocation_id()
#define nbl_subgroup_shuffle(v, lane) NBL_EMULATOR_SYNCHRONIZE_32(SHUFFLE, v, lane)
#define nbl_subgroup_shuffle_xor(v, mask) NBL_EMULATOR_SYNCHRONIZE_32(SHUFFLE_XOR, v, mask)
#define nbl_subgroup_shuffle_xor_2(v, mask) \
    nbl_emulator_two_of(NBL_EMULATOR_SYNCHRONIZE(SHUFFLE_XOR, nbl_emulator_one_of(v), mask))
#define nbl_subgroup_broadcast(v, lane) NBL_EMULATOR_SYNCHRONIZE_32(BROADCAST, v, lane)
#define nbl_subgroup_ballot(b) ((void)NBL_EMULATOR_SYNCHRONIZE(BALLOT, (b) != 0, 0), nbl_emulator_ballot_result())
#define nbl_subgroup_add(v) NBL_EMULATOR_SYNCHRONIZE_32(SUM, v, 0)
#define nbl_subgroup_min(v) NBL_EMULATOR_SYNCHRONIZE_32(MINIMUM, v, 0)
#define nbl_subgroup_max(v) NBL_EMULATOR_SYNCHRONIZE_32(MAXIMUM, v, 0)
#define NBL_WORKGROUP_BARRIER() (void)NBL_EMULATOR_SYNCHRONIZE(WORKGROUP_BARRIER, 0, 0)
#define NBL_SUBGROUP_BARRIER() (void)NBL_EMULATOR_SYNCHRONIZE(SUBGROUP_BARRIER, 0, 0)
#define NBL_COUNT(name, n) nbl_emulator_count(#name, (n))
#define NBL_ASSERT(condition) \
    ((condition) ? (void)0 : nbl_emulator_assertion_failed(#condition, __func__, __FILE__, __LINE__))
#define NBL_UNUSED(x) (void)(x)
static inline uint32_t nbl_bits_from_float32(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static inline float nbl_float32_from_bits(uint32_t u) {
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}
static inline nbl_uint32_t2 nbl_bits_from_float64(double x) {
    nbl_uint32_t2 u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static inline double nbl_float64_from_bits(nbl_uint32_t2 u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}
#ifndef NBL_HAS_MULTIPLY_HIGH /* 0: as a language without them has it */
#define NBL_HAS_MULTIPLY_HIGH 1
#endif
#define nbl_device_multiply_high(a, b) ((uint32_t)(((uint64_t)(a) * (b)) >> 32))
#define nbl_device_multiply_high_signed(a, b) ((int32_t)(((int64_t)(a) * (b)) >> 32))
#define nbl_pack_half_2x16(v) nbl_emulator_pack_half_2x16(v)
#define nbl_unpack_half_2x16(u) nbl_emulator_unpack_half_2x16(u)

#else /* ---------------------------------------------------------------------------------------------------- GLSL */
#extension GL_EXT_shader_explicit_arithmetic_types_int32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float64 : require
#extension GL_EXT_control_flow_attributes : require
#define NBL_OVERLOAD 1
#ifndef NBL_HAS_FLOAT16 /* glslang keeps unused functions, and with them the capability: a shader asks for what it uses
                         */
#define NBL_HAS_FLOAT16 0
#endif
#ifndef NBL_HAS_FLOAT64
#define NBL_HAS_FLOAT64 0
#endif
#define nbl_float32_t2 f32vec2
#define nbl_float32_t4 f32vec4
#define nbl_float64_t2 f64vec2
#define nbl_uint32_t2 u32vec2
#define nbl_uint32_t3 u32vec3
#define nbl_uint32_t4 u32vec4
#define NBL_FUNCTION
#define NBL_STRUCT(name) struct name
#define NBL_CAST(type, value) type(value)
#define NBL_INOUT inout
#if NBL_UNROLL_LOOPS
#define NBL_UNROLL [[unroll]]
#else
#define NBL_UNROLL
#endif
#define NBL_SHARED(type, name, count) shared type name[count];
#define NBL_BUFFER(slot, type, name) \
    layout(std430, set = 0, binding = slot) buffer name##_block { type name[]; };
#define NBL_IMAGE(slot, name) layout(rgba32f, set = 0, binding = slot) uniform image2D name;
#define NBL_PUSH_CONSTANTS(type, name) \
    layout(std430, push_constant) uniform name##_block { type name; };
#define NBL_PUSH_CONSTANT(name) name
#define NBL_IMAGE_LOAD(name, x, y) imageLoad(name, ivec2(x, y))
#define NBL_IMAGE_STORE(name, x, y, v) imageStore(name, ivec2(x, y), v)
#define NBL_ATOMIC_ADD(name, i, v) atomicAdd(name[i], v)
#define NBL_ATOMIC_EXCHANGE(name, i, v) atomicExchange(name[i], v)
#define NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v) atomicCompSwap(name[i], expected, v)
#if NBL_BUFFER_DEVICE_ADDRESS
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#define NBL_REFERENCE(type, name) \
    layout(buffer_reference, std430) buffer NBL_CAT(name, _reference) { type element[]; };
#define NBL_REFERENCE_LOAD(name, address, i) NBL_CAT(name, _reference)(address).element[i]
#define NBL_REFERENCE_STORE(name, address, i, v) NBL_CAT(name, _reference)(address).element[i] = (v)
#endif
#define NBL_LOCAL_SIZE(n) layout(local_size_x = n) in;
#define NBL_KERNEL(name) void main()
#define nbl_workgroup_index() (gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x)
#define NBL_WORKGROUP_BARRIER() barrier()
#if NBL_SUBGROUP_OPERATIONS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#define nbl_subgroup_size() gl_SubgroupSize
#define nbl_subgroup_id() gl_SubgroupID
#define nbl_subgroup_invocation_id() gl_SubgroupInvocationID
#define nbl_subgroup_shuffle(v, lane) subgroupShuffle(v, lane)
#define nbl_subgroup_shuffle_xor(v, mask) subgroupShuffleXor(v, mask)
#define nbl_subgroup_shuffle_xor_2(v, mask) subgroupShuffleXor(v, mask)
#define nbl_subgroup_broadcast(v, lane) subgroupBroadcast(v, lane)
#define nbl_subgroup_ballot(b) subgroupBallot(b)
#define nbl_subgroup_add(v) subgroupAdd(v)
#define nbl_subgroup_min(v) subgroupMin(v)
#define nbl_subgroup_max(v) subgroupMax(v)
#define NBL_SUBGROUP_BARRIER() subgroupBarrier()
#define nbl_local_invocation_index() (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID)
#endif
#define NBL_HAS_MULTIPLY_HIGH 1
uint32_t nbl_device_multiply_high(uint32_t a, uint32_t b) {
    uint32_t high, low;
    umulExtended(a, b, high, low);
    return high;
}
int32_t nbl_device_multiply_high_signed(int32_t a, int32_t b) {
    int32_t high, low;
    imulExtended(a, b, high, low);
    return high;
}
#define nbl_bits_from_float32(x) floatBitsToUint(x)
#define nbl_float32_from_bits(x) uintBitsToFloat(x)
#define nbl_bits_from_float64(x) unpackDouble2x32(x)
#define nbl_float64_from_bits(x) packDouble2x32(x)
#define nbl_pack_half_2x16(v) packHalf2x16(v)
#define nbl_unpack_half_2x16(u) unpackHalf2x16(u)
#endif

#if !defined(NBL_LOAD) /* in a shader an access is plain indexing, and nothing is counted */
#define NBL_LOAD(name, i) name[i]
#define NBL_STORE(name, i, v) name[i] = (v)
#define NBL_COUNT(name, n)
#define NBL_ASSERT(condition)
#define NBL_UNUSED(x)
#define NBL_SELECT(x, prefix, name) name
#endif
#if !defined(nbl_subgroup_shuffle_xor) /* without subgroup operations every invocation is a subgroup of its own */
#define nbl_subgroup_size() 1u
#define nbl_subgroup_id() nbl_local_invocation_index()
#define nbl_subgroup_invocation_id() 0u
#define nbl_subgroup_shuffle(v, lane) (v)
#define nbl_subgroup_shuffle_xor(v, mask) (v)
#define nbl_subgroup_shuffle_xor_2(v, mask) (v)
#define nbl_subgroup_broadcast(v, lane) (v)
#define nbl_subgroup_ballot(b) nbl_uint32_t4((b) ? 1u : 0u, 0u, 0u, 0u)
#define nbl_subgroup_add(v) (v)
#define nbl_subgroup_min(v) (v)
#define nbl_subgroup_max(v) (v)
#define NBL_SUBGROUP_BARRIER()
#endif
#if !defined(nbl_local_invocation_index)
#define nbl_local_invocation_index() gl_LocalInvocationIndex
#endif

#endif
