/* The vocabulary of nbl/lang.h in GLSL 4.60 for Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself.
 */
#ifndef NBL_LANG_GLSL_H
#define NBL_LANG_GLSL_H

#if __VERSION__ == 500 || __VERSION__ < 100 /* glslang says 500 in HLSL, others nothing */
#error "NBL_HLSL is missing: this is HLSL, and its compiler does not say so; define NBL_HLSL as 1 before the include"
#endif
#extension GL_EXT_shader_explicit_arithmetic_types_int32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float32 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float64 : require
#extension GL_EXT_control_flow_attributes : require
#define NBL_OVERLOAD 1
#ifndef NBL_HAS_FLOAT16 /* glslang keeps unused functions, and with them the capability: a shader names what it uses
                         */
#define NBL_HAS_FLOAT16 0
#endif
#ifndef NBL_HAS_FLOAT64
#define NBL_HAS_FLOAT64 0
#endif
#ifndef NBL_HAS_INT16
#define NBL_HAS_INT16 0
#endif
#ifndef NBL_HAS_INT64
#define NBL_HAS_INT64 0
#endif
#if NBL_HAS_INT16
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
#endif
#if NBL_HAS_INT64
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#endif
#define nbl_float32_t2 f32vec2
#define nbl_float32_t3 f32vec3
#define nbl_float32_t4 f32vec4
#define nbl_float64_t2 f64vec2
#define nbl_float64_t3 f64vec3
#define nbl_float64_t4 f64vec4
#define nbl_float16_t2 f16vec2
#define nbl_float16_t3 f16vec3
#define nbl_float16_t4 f16vec4
#define nbl_int32_t2 i32vec2
#define nbl_int32_t3 i32vec3
#define nbl_int32_t4 i32vec4
#define nbl_uint32_t2 u32vec2
#define nbl_uint32_t3 u32vec3
#define nbl_uint32_t4 u32vec4
#define NBL_FUNCTION
#define NBL_CONSTEXPR_FUNCTION
#define NBL_STRUCT(name) struct name
#define NBL_CONSTANT(name, value) const uint32_t name = value;
#define NBL_CAST(type, value) type(value)
#define NBL_INOUT inout
#define NBL_REQUIRE(name, condition) \
    struct name { \
        uint refused_[(condition) ? 1 : -1]; \
    };
#if NBL_UNROLL_LOOPS
#define NBL_UNROLL [[unroll]]
#else
#define NBL_UNROLL
#endif
#define NBL_SHARED(type, name, count) shared type name[count];
#define NBL_BUFFER(slot, type, name) \
    layout(std430, set = 0, binding = slot) buffer name##_block { type name[]; };
#define NBL_COHERENT_BUFFER(slot, type, name) \
    layout(std430, set = 0, binding = slot) coherent buffer name##_block { type name[]; };
#define NBL_PRIVATE(type, name) type name;
#define NBL_IMAGE(slot, name) NBL_IMAGE_OF(slot, name, NBL_IMAGE_RGBA32F)
#define NBL_IMAGE_OF(slot, name, format) layout(format, set = 0, binding = slot) uniform image2D name;
#define NBL_IMAGE_RGBA32F rgba32f
#define NBL_IMAGE_RGBA16F rgba16f
#define NBL_IMAGE_B10G11R11 r11f_g11f_b10f
#define NBL_IMAGE_RGBA8 rgba8
#define NBL_SAMPLED_IMAGE(slot, name) layout(set = 0, binding = slot) uniform sampler2D name;
#define NBL_PUSH_CONSTANTS(type, name) \
    layout(std430, push_constant) uniform name##_block { type name; };
#define NBL_PUSH_CONSTANT(name) name
#define NBL_IMAGE_LOAD(name, x, y) imageLoad(name, ivec2(x, y))
#define NBL_SAMPLED_LOAD(name, x, y) texelFetch(name, ivec2(x, y), 0)
#define NBL_IMAGE_STORE(name, x, y, v) imageStore(name, ivec2(x, y), v)
#define NBL_ATOMIC_ADD(name, i, v) atomicAdd(name[i], v)
#define NBL_ATOMIC_EXCHANGE(name, i, v) atomicExchange(name[i], v)
#define NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v) atomicCompSwap(name[i], expected, v)
#extension GL_KHR_memory_scope_semantics : require
#define NBL_GLSL_STORAGE gl_StorageSemanticsBuffer | gl_StorageSemanticsShared
#if NBL_MEMORY_MODEL
#pragma use_vulkan_memory_model
#define NBL_SCOPE_SUBGROUP gl_ScopeSubgroup
#define NBL_SCOPE_WORKGROUP gl_ScopeWorkgroup
#define NBL_SCOPE_DEVICE gl_ScopeDevice
/* Two arguments in one: the memory that is ordered, and how */
#define NBL_ORDER_RELAXED 0, 0
#define NBL_ORDER_ACQUIRE NBL_GLSL_STORAGE, gl_SemanticsAcquire | gl_SemanticsMakeVisible
#define NBL_ORDER_RELEASE NBL_GLSL_STORAGE, gl_SemanticsRelease | gl_SemanticsMakeAvailable
#define NBL_ORDER_ACQUIRE_RELEASE \
    NBL_GLSL_STORAGE, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible
#define NBL_ATOMIC_LOAD(name, i, scope, order) atomicLoad(name[i], scope, order)
#define NBL_ATOMIC_STORE(name, i, v, scope, order) atomicStore(name[i], v, scope, order)
#define NBL_ATOMIC_ADD_ORDERED(name, i, v, scope, order) atomicAdd(name[i], v, scope, order)
#define NBL_ATOMIC_MIN_ORDERED(name, i, v, scope, order) atomicMin(name[i], v, scope, order)
#define NBL_ATOMIC_MAX_ORDERED(name, i, v, scope, order) atomicMax(name[i], v, scope, order)
#define NBL_ATOMIC_AND_ORDERED(name, i, v, scope, order) atomicAnd(name[i], v, scope, order)
#define NBL_ATOMIC_OR_ORDERED(name, i, v, scope, order) atomicOr(name[i], v, scope, order)
#define NBL_ATOMIC_XOR_ORDERED(name, i, v, scope, order) atomicXor(name[i], v, scope, order)
#define NBL_ATOMIC_EXCHANGE_ORDERED(name, i, v, scope, order) atomicExchange(name[i], v, scope, order)
#define NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(name, i, expected, v, scope, order) \
    NBL_GLSL_COMPARE(name[i], expected, v, scope, order)
/* One that fails only acquires */
#define NBL_GLSL_COMPARE(place, expected, v, scope, storage, semantics) \
    atomicCompSwap(place, expected, v, scope, storage, semantics, NBL_GLSL_ACQUIRES(semantics) ? NBL_GLSL_STORAGE : 0, \
                   NBL_GLSL_ACQUIRES(semantics) ? gl_SemanticsAcquire | gl_SemanticsMakeVisible : 0)
#define NBL_GLSL_ACQUIRES(semantics) (((semantics) & (gl_SemanticsAcquire | gl_SemanticsAcquireRelease)) != 0)
#define NBL_MEMORY_FENCE(scope, order) memoryBarrier(scope, order)
#endif
#if NBL_BUFFER_DEVICE_ADDRESS
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#define NBL_REFERENCE(type, name) \
    layout(buffer_reference, std430) buffer NBL_CAT(name, _reference) { type element[]; };
#define NBL_COHERENT_REFERENCE(type, name) \
    layout(buffer_reference, std430) coherent buffer NBL_CAT(name, _reference) { type element[]; };
#define NBL_REFERENCE_LOAD(name, address, i) (0, NBL_CAT(name, _reference)(address).element[i])
#define NBL_REFERENCE_STORE(name, address, i, v) NBL_CAT(name, _reference)(address).element[i] = (v)
#endif
#if NBL_GENERAL /* a module whose parameters are specialization constants (host/spirv/general). Their default is 36:
                 * some are sizes of arrays, and 36 is above every literal index into these */
#define NBL_GENERAL_NUMBER(id, name) layout(constant_id = id) const uint32_t name = 36u;
/* Sums that take a product are marked `precise`: the specialiser makes multiply-adds of them if NBL_FUSED is asked for,
 * and otherwise takes no notice. A constant parameter is passed as a value. */
#define NBL_MARKED_SUMS(scalar) \
    scalar nbl_marked_sum(const scalar c, const scalar a) { \
        precise scalar sum = c + a; \
        return sum; \
    } \
    scalar nbl_marked_difference(const scalar c, const scalar a) { \
        precise scalar difference = c - a; \
        return difference; \
    }
NBL_MARKED_SUMS(float32_t)
#if NBL_HAS_FLOAT64
NBL_MARKED_SUMS(float64_t)
#endif
#if NBL_HAS_FLOAT16
NBL_MARKED_SUMS(float16_t)
#endif
#define NBL_ADD_CARRIED(c, a, b) nbl_marked_sum(c, a)
#define NBL_SUB_CARRIED(c, a, b) nbl_marked_difference(c, a)
#endif
#if NBL_GENERAL == 2 /* and so is the workgroup's size, whatever the text says */
#define NBL_LOCAL_SIZE(n) layout(local_size_x_id = 0) in;
#else
#define NBL_LOCAL_SIZE(n) layout(local_size_x = n) in;
#endif
#define NBL_LOCAL_SIZE_3D(x, y, z) layout(local_size_x = x, local_size_y = y, local_size_z = z) in;
#define NBL_KERNEL(name) void main()
#define nbl_local_invocation_id() gl_LocalInvocationID
#define nbl_local_invocation_position() gl_LocalInvocationIndex
#define nbl_workgroup_id() gl_WorkGroupID
#define nbl_workgroup_count() gl_NumWorkGroups
#define nbl_workgroup_index() (gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x)
#define NBL_WORKGROUP_BARRIER() barrier()
#if NBL_MEMORY_MODEL
#define NBL_WORKGROUP_MEMORY_BARRIER() controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, NBL_ORDER_ACQUIRE_RELEASE)
#else /* one barrier and no fences around it, each of which would wait for transfers */
#define NBL_WORKGROUP_MEMORY_BARRIER() \
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, NBL_GLSL_STORAGE, gl_SemanticsAcquireRelease)
#endif
#if NBL_SUBGROUP_OPERATIONS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#define nbl_subgroup_size() gl_SubgroupSize
#define nbl_subgroup_id() gl_SubgroupID
#define nbl_subgroup_invocation_id() gl_SubgroupInvocationID
#define nbl_subgroup_shuffle(v, lane) subgroupShuffle(v, lane)
#define nbl_subgroup_shuffle_xor(v, mask) subgroupShuffleXor(v, mask)
#define nbl_subgroup_shuffle_up(v, delta) subgroupShuffleUp(v, delta)
#define nbl_subgroup_shuffle_down(v, delta) subgroupShuffleDown(v, delta)
#define nbl_subgroup_broadcast(v, lane) subgroupBroadcast(v, lane)
#define nbl_subgroup_broadcast_first(v) subgroupBroadcastFirst(v)
#define nbl_subgroup_ballot(b) subgroupBallot(b)
#define nbl_subgroup_elect() subgroupElect()
#define nbl_subgroup_any(b) subgroupAny(b)
#define nbl_subgroup_all(b) subgroupAll(b)
/* Not subgroupAllEqual, which of vectors of floats a driver gets wrong (SwiftShader, tests/subgroup) */
#define nbl_subgroup_all_equal(v) subgroupAll((v) == subgroupBroadcastFirst(v))
#define nbl_subgroup_add(v) subgroupAdd(v)
#define nbl_subgroup_mul(v) subgroupMul(v)
#define nbl_subgroup_min(v) subgroupMin(v)
#define nbl_subgroup_max(v) subgroupMax(v)
#define nbl_subgroup_and(v) subgroupAnd(v)
#define nbl_subgroup_or(v) subgroupOr(v)
#define nbl_subgroup_xor(v) subgroupXor(v)
#define nbl_subgroup_inclusive_add(v) subgroupInclusiveAdd(v)
#define nbl_subgroup_inclusive_mul(v) subgroupInclusiveMul(v)
#define nbl_subgroup_inclusive_min(v) subgroupInclusiveMin(v)
#define nbl_subgroup_inclusive_max(v) subgroupInclusiveMax(v)
#define nbl_subgroup_inclusive_and(v) subgroupInclusiveAnd(v)
#define nbl_subgroup_inclusive_or(v) subgroupInclusiveOr(v)
#define nbl_subgroup_inclusive_xor(v) subgroupInclusiveXor(v)
#define nbl_subgroup_exclusive_add(v) subgroupExclusiveAdd(v)
#define nbl_subgroup_exclusive_mul(v) subgroupExclusiveMul(v)
#define nbl_subgroup_exclusive_min(v) subgroupExclusiveMin(v)
#define nbl_subgroup_exclusive_max(v) subgroupExclusiveMax(v)
#define nbl_subgroup_exclusive_and(v) subgroupExclusiveAnd(v)
#define nbl_subgroup_exclusive_or(v) subgroupExclusiveOr(v)
#define nbl_subgroup_exclusive_xor(v) subgroupExclusiveXor(v)
#define NBL_SUBGROUP_BARRIER() subgroupBarrier()
#define nbl_local_invocation_index() (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID)
#endif
#define nbl_bits_from_float32(x) floatBitsToUint(x)
#define nbl_float32_from_bits(x) uintBitsToFloat(x)
#define nbl_bits_from_float64(x) unpackDouble2x32(x)
#define nbl_float64_from_bits(x) packDouble2x32(x)
#define nbl_pack_half_2x16(v) packHalf2x16(v)
#define nbl_unpack_half_2x16(u) unpackHalf2x16(u)

#endif
