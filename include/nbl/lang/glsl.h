/* The vocabulary of nbl/lang.h in GLSL 4.60 for Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself.
 */
#ifndef NBL_LANG_GLSL_H
#define NBL_LANG_GLSL_H

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
#define nbl_bits_from_float32(x) floatBitsToUint(x)
#define nbl_float32_from_bits(x) uintBitsToFloat(x)
#define nbl_bits_from_float64(x) unpackDouble2x32(x)
#define nbl_float64_from_bits(x) packDouble2x32(x)
#define nbl_pack_half_2x16(v) packHalf2x16(v)
#define nbl_unpack_half_2x16(u) unpackHalf2x16(u)

#endif
