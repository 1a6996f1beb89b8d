/* The vocabulary of nbl/lang.h in HLSL, as glslang's front end takes it, and as DXC and Slang document it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself.
 */
#ifndef NBL_LANG_HLSL_H
#define NBL_LANG_HLSL_H

#ifndef NBL_HLSL
#define NBL_HLSL 1
#endif
#define NBL_OVERLOAD 1
#if NBL_FUSED /* fma() is for doubles alone; nothing says how often mad() rounds */
#define NBL_ADD_CARRIED(c, a, b) mad(a, b, c)
#endif
#ifndef NBL_HAS_FLOAT16 /* a shader that uses these scalars defines this as 1 first */
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
#if defined(__SLANG_COMPILER__) /* DXC lets operators be members of a structure alone, glslang has none */
#define NBL_HAS_OPERATORS 1
#define NBL_PREFIX __prefix                      /* before an operator of one argument */
#define NBL_ASSIGNING_OPERATORS(complex, scalar) /* Slang takes none of a structure */
#endif
#if defined(__hlsl_dx_compiler) || defined(__SLANG_COMPILER__) /* these have the scalars */
#if NBL_HAS_FLOAT16 && defined(__hlsl_dx_compiler) && !defined(__HLSL_ENABLE_16_BIT)
#error "NBL_HAS_FLOAT16: DXC has float16_t by -enable-16bit-types, from shader model 6.2 on"
#endif
#if NBL_HAS_INT16 && defined(__hlsl_dx_compiler) && !defined(__HLSL_ENABLE_16_BIT)
#error "NBL_HAS_INT16: DXC has int16_t by -enable-16bit-types, from shader model 6.2 on"
#endif
#define NBL_HLSL_FORMAT(name, of_glslang) [[vk::image_format(name)]]
#define NBL_PUSH_CONSTANTS(type, name) [[vk::push_constant]] type name;
#ifndef NBL_NATIVE_SCANS
#define NBL_NATIVE_SCANS 1
#endif
#else
#ifndef NBL_NATIVE_SCANS
#define NBL_NATIVE_SCANS 0
#endif
#if NBL_HAS_INT16 || NBL_HAS_INT64
#error "NBL_HAS_INT16, NBL_HAS_INT64: glslang's HLSL has integers of 32 bits alone; DXC and Slang have these"
#undef NBL_HAS_INT16
#undef NBL_HAS_INT64
#define NBL_HAS_INT16 0
#define NBL_HAS_INT64 0
#endif
#if NBL_HAS_FLOAT16 || NBL_HAS_FLOAT64
#error "NBL_HAS_FLOAT16, NBL_HAS_FLOAT64: glslang's HLSL has float32 alone; DXC and Slang have these scalars"
#undef NBL_HAS_FLOAT16
#undef NBL_HAS_FLOAT64
#define NBL_HAS_FLOAT16 0
#define NBL_HAS_FLOAT64 0
#endif
typedef float float32_t;
typedef uint uint32_t;
typedef int int32_t;
#define NBL_HLSL_FORMAT(name, of_glslang) [[spv::of_glslang]]
#define NBL_PUSH_CONSTANTS(type, name) \
    [[vk::push_constant]] cbuffer name##_block { type name; };
#endif
typedef float2 nbl_float32_t2;
typedef float3 nbl_float32_t3;
typedef float4 nbl_float32_t4;
typedef int2 nbl_int32_t2;
typedef int3 nbl_int32_t3;
typedef int4 nbl_int32_t4;
typedef uint2 nbl_uint32_t2;
typedef uint3 nbl_uint32_t3;
typedef uint4 nbl_uint32_t4;
#if NBL_HAS_FLOAT16
typedef vector<float16_t, 2> nbl_float16_t2;
typedef vector<float16_t, 3> nbl_float16_t3;
typedef vector<float16_t, 4> nbl_float16_t4;
#endif
#if NBL_HAS_FLOAT64
typedef vector<float64_t, 2> nbl_float64_t2;
typedef vector<float64_t, 3> nbl_float64_t3;
typedef vector<float64_t, 4> nbl_float64_t4;
uint2 nbl_bits_from_float64(float64_t x) {
    uint low, high;
    asuint(x, low, high);
    return uint2(low, high);
}
float64_t nbl_float64_from_bits(uint2 bits) { return asdouble(bits.x, bits.y); }
#endif
#if NBL_BUFFER_DEVICE_ADDRESS
#if defined(__SLANG_COMPILER__) || defined(__spirv__)
#define NBL_REFERENCE(type, name) typedef type NBL_CAT(name, _reference);
#define NBL_HLSL_ADDRESS(address) (((uint64_t)(address).y << 32) | (address).x)
#if defined(__SLANG_COMPILER__) /* which has pointers */
#define NBL_REFERENCE_LOAD(name, address, i) (Ptr<NBL_CAT(name, _reference)>(NBL_HLSL_ADDRESS(address))[i])
#define NBL_REFERENCE_STORE(name, address, i, v) Ptr<NBL_CAT(name, _reference)>(NBL_HLSL_ADDRESS(address))[i] = (v)
#else
#define NBL_HLSL_PLACE(name, address, i) (NBL_HLSL_ADDRESS(address) + (uint64_t)(i) * sizeof(NBL_CAT(name, _reference)))
#define NBL_REFERENCE_LOAD(name, address, i) \
    vk::RawBufferLoad<NBL_CAT(name, _reference)>(NBL_HLSL_PLACE(name, address, i))
#define NBL_REFERENCE_STORE(name, address, i, v) \
    vk::RawBufferStore<NBL_CAT(name, _reference)>(NBL_HLSL_PLACE(name, address, i), v)
#endif
#else
#error "NBL_BUFFER_DEVICE_ADDRESS: HLSL has addresses in SPIR-V alone, by DXC's -spirv or Slang; glslang has none"
#endif
#endif
#define NBL_FUNCTION
#define NBL_CONSTEXPR_FUNCTION
#define NBL_STRUCT(name) struct name
#define NBL_CONSTANT(name, value) static const uint32_t name = value;
#define NBL_CAST(type, value) type(value)
#define NBL_INOUT inout
/* glslang lets a structure with an array of -1 elements through, unless it is used */
#define NBL_REQUIRE(name, condition) \
    void name() { \
        uint refused_[(condition) ? 1 : -1]; \
        refused_[0] = 0u; \
    }
#if defined(__hlsl_dx_compiler) || defined(__SLANG_COMPILER__) /* whose messages have no sizes */
#define NBL_REQUIRE_OF(name, condition, value, limit) NBL_REQUIRE(name, condition)
#endif
#if NBL_UNROLL_LOOPS
#define NBL_UNROLL [unroll]
#else
#define NBL_UNROLL
#endif
#define NBL_SHARED(type, name, count) groupshared type name[count];
#define NBL_BUFFER(slot, type, name) [[vk::binding(slot, 0)]] RWStructuredBuffer<type> name;
#define NBL_COHERENT_BUFFER(slot, type, name) [[vk::binding(slot, 0)]] globallycoherent RWStructuredBuffer<type> name;
#define NBL_PRIVATE(type, name) static type name;
#define NBL_IMAGE(slot, name) NBL_IMAGE_OF(slot, name, NBL_IMAGE_RGBA32F)
#define NBL_IMAGE_OF(slot, name, format) [[vk::binding(slot, 0)]] format RWTexture2D<float4> name;
#define NBL_IMAGE_RGBA32F
#define NBL_IMAGE_RGBA16F NBL_HLSL_FORMAT("rgba16f", format_rgba16f)
#define NBL_IMAGE_B10G11R11 NBL_HLSL_FORMAT("r11g11b10f", format_r11fg11fb10f)
#define NBL_IMAGE_RGBA8 NBL_HLSL_FORMAT("rgba8", format_rgba8)
#define NBL_SAMPLED_IMAGE(slot, name) [[vk::binding(slot, 0)]] Texture2D<float4> name;
#define NBL_PUSH_CONSTANT(name) name
#define NBL_IMAGE_LOAD(name, x, y) name[uint2(x, y)]
#define NBL_SAMPLED_LOAD(name, x, y) name.Load(int3(x, y, 0))
#define NBL_IMAGE_STORE(name, x, y, v) name[uint2(x, y)] = (v)
/* Entry points alone are told which invocation they are: they keep it in variables, and then call the kernel's text. */
#define NBL_ENTER(group_index, group_thread_id, group_id) \
    nbl_hlsl_invocation = (group_index); \
    nbl_hlsl_invocation_id = (group_thread_id); \
    nbl_hlsl_workgroup_id = (group_id); \
    NBL_HLSL_READ_LANE
#define NBL_HLSL_ENTRY_POINT(name, text) \
    void name(uint i : SV_GroupIndex, uint3 t : SV_GroupThreadID, uint3 g : SV_GroupID) { \
        NBL_ENTER(i, t, g); \
        text(); \
    }
#define NBL_LOCAL_SIZE(n) \
    void nbl_hlsl_kernel(); \
    [numthreads(n, 1, 1)]
#define NBL_LOCAL_SIZE_3D(x, y, z) \
    void nbl_hlsl_kernel(); \
    [numthreads(x, y, z)]
#if NBL_OWN_ENTRY_POINTS
#define NBL_KERNEL(name) \
    NBL_HLSL_ENTRY_POINT(name, nbl_hlsl_kernel) \
    void nbl_hlsl_kernel()
#define NBL_KERNEL_SIZED(name, n) \
    void NBL_CAT(name, _text)(); \
    [numthreads(n, 1, 1)] NBL_HLSL_ENTRY_POINT(name, NBL_CAT(name, _text)) void NBL_CAT(name, _text)()
#else
#define NBL_KERNEL(name) \
    NBL_HLSL_ENTRY_POINT(main, nbl_hlsl_kernel) \
    uint nbl_write_NBL_KERNEL_in_place_of_main(uint u) { return u; } \
    uint3 nbl_write_NBL_KERNEL_in_place_of_main(uint3 u) { return u; } \
    void nbl_hlsl_kernel()
#define NBL_KERNEL_SIZED(name, n) NBL_LOCAL_SIZE(n) NBL_KERNEL(name)
#endif
#define NBL_ATOMIC_ADD(name, i, v) (InterlockedAdd(name[i], v, nbl_hlsl_before), nbl_hlsl_before)
#define NBL_ATOMIC_EXCHANGE(name, i, v) (InterlockedExchange(name[i], v, nbl_hlsl_before), nbl_hlsl_before)
#define NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v) \
    (InterlockedCompareExchange(name[i], expected, v, nbl_hlsl_before), nbl_hlsl_before)
#if NBL_MEMORY_MODEL /* relaxed atomics between fences of the device, which are stronger than a narrower scope needs */
static const uint NBL_SCOPE_SUBGROUP = 0u, NBL_SCOPE_WORKGROUP = 1u, NBL_SCOPE_DEVICE = 2u;
static const uint NBL_ORDER_RELAXED = 0u, NBL_ORDER_ACQUIRE = 1u, NBL_ORDER_RELEASE = 2u,
                  NBL_ORDER_ACQUIRE_RELEASE = 3u;
uint nbl_hlsl_fence(uint order, uint wanted, uint value) {
    if ((order & wanted) != 0u) AllMemoryBarrier();
    return value;
}
int nbl_hlsl_fence(uint order, uint wanted, int value) {
    if ((order & wanted) != 0u) AllMemoryBarrier();
    return value;
}
#define NBL_HLSL_ORDERED(operation, element, v, order) \
    nbl_hlsl_fence(order, 1u, (operation(element, nbl_hlsl_fence(order, 2u, v), nbl_hlsl_before), nbl_hlsl_before))
#define NBL_ATOMIC_LOAD(name, i, scope, order) \
    nbl_hlsl_fence(order, 1u, (InterlockedOr(name[i], 0u, nbl_hlsl_before), nbl_hlsl_before))
#define NBL_ATOMIC_STORE(name, i, v, scope, order) \
    InterlockedExchange(name[i], nbl_hlsl_fence(order, 2u, v), nbl_hlsl_before)
#define NBL_ATOMIC_ADD_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedAdd, name[i], v, order)
#define NBL_ATOMIC_MIN_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedMin, name[i], v, order)
#define NBL_ATOMIC_MAX_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedMax, name[i], v, order)
#define NBL_ATOMIC_AND_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedAnd, name[i], v, order)
#define NBL_ATOMIC_OR_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedOr, name[i], v, order)
#define NBL_ATOMIC_XOR_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedXor, name[i], v, order)
#define NBL_ATOMIC_EXCHANGE_ORDERED(name, i, v, scope, order) NBL_HLSL_ORDERED(InterlockedExchange, name[i], v, order)
#define NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(name, i, expected, v, scope, order) \
    nbl_hlsl_fence(order, 1u, \
                   (InterlockedCompareExchange(name[i], expected, nbl_hlsl_fence(order, 2u, v), nbl_hlsl_before), \
                    nbl_hlsl_before))
#define NBL_MEMORY_FENCE(scope, order) AllMemoryBarrier()
#endif
static uint3 nbl_hlsl_invocation_id, nbl_hlsl_workgroup_id;
static uint nbl_hlsl_invocation, nbl_hlsl_subgroup_size, nbl_hlsl_lane, nbl_hlsl_before;
#if NBL_OWN_ENTRY_POINTS
#define nbl_write_NBL_KERNEL_in_place_of_main(u) (u)
#elif !defined(__SLANG_COMPILER__)
/* NBL_KERNEL defines these, which return what they are given. A module whose main() is its author's own lacks them, and
 * is refused by a message with their name. Slang finds functions that are defined further down, and refuses one that is
 * declared nowhere; of one that is declared and not defined it makes a module that is not valid. */
uint nbl_write_NBL_KERNEL_in_place_of_main(uint u);
uint3 nbl_write_NBL_KERNEL_in_place_of_main(uint3 u);
#endif
#define nbl_local_invocation_index() nbl_write_NBL_KERNEL_in_place_of_main(nbl_hlsl_invocation)
#define nbl_local_invocation_id() nbl_write_NBL_KERNEL_in_place_of_main(nbl_hlsl_invocation_id)
#define nbl_workgroup_id() nbl_write_NBL_KERNEL_in_place_of_main(nbl_hlsl_workgroup_id)
#define nbl_workgroup_index() nbl_workgroup_id().x /* one dimension: HLSL has no count of workgroups */
#define NBL_WORKGROUP_BARRIER() GroupMemoryBarrierWithGroupSync()
#define NBL_WORKGROUP_MEMORY_BARRIER() AllMemoryBarrierWithGroupSync()
#if NBL_SUBGROUP_OPERATIONS /* lane index and count are read once: several reads gave NaN on one driver */
#define NBL_HLSL_READ_LANE \
    nbl_hlsl_lane = WaveGetLaneIndex(); \
    nbl_hlsl_subgroup_size = WaveGetLaneCount()
#define nbl_subgroup_size() nbl_write_NBL_KERNEL_in_place_of_main(nbl_hlsl_subgroup_size)
#define nbl_subgroup_invocation_id() nbl_write_NBL_KERNEL_in_place_of_main(nbl_hlsl_lane)
#define nbl_subgroup_id() (nbl_local_invocation_index() / nbl_hlsl_subgroup_size)
#define nbl_subgroup_shuffle(v, lane) WaveReadLaneAt(v, lane)
#define nbl_subgroup_shuffle_xor(v, mask) WaveReadLaneAt(v, nbl_subgroup_invocation_id() ^ (mask))
#define nbl_subgroup_shuffle_up(v, delta) WaveReadLaneAt(v, nbl_subgroup_invocation_id() - (delta))
#define nbl_subgroup_shuffle_down(v, delta) WaveReadLaneAt(v, nbl_subgroup_invocation_id() + (delta))
#define nbl_subgroup_broadcast(v, lane) WaveReadLaneAt(v, lane)
#define nbl_subgroup_broadcast_first(v) WaveReadLaneFirst(v)
#define nbl_subgroup_ballot(b) WaveActiveBallot(b)
#define nbl_subgroup_elect() WaveIsFirstLane()
#define nbl_subgroup_any(b) WaveActiveAnyTrue(b)
#define nbl_subgroup_all(b) WaveActiveAllTrue(b)
#define nbl_subgroup_all_equal(v) WaveActiveAllTrue(all((v) == WaveReadLaneFirst(v))) /* see glsl.h */
#define nbl_subgroup_add(v) WaveActiveSum(v)
#define nbl_subgroup_mul(v) WaveActiveProduct(v)
#define nbl_subgroup_min(v) WaveActiveMin(v)
#define nbl_subgroup_max(v) WaveActiveMax(v)
#define nbl_subgroup_and(v) WaveActiveBitAnd(v)
#define nbl_subgroup_or(v) WaveActiveBitOr(v)
#define nbl_subgroup_xor(v) WaveActiveBitXor(v)
/* HLSL has scans of sums and products only; nbl/subgroup/arithmetic.h makes the others by shuffles. By glslang 12 it
 * has none: WavePrefixSum is exclusive by specification, and glslang 12 makes it inclusive. */
#if defined(__hlsl_dx_compiler) || defined(__SLANG_COMPILER__)
#define nbl_subgroup_exclusive_add(v) WavePrefixSum(v)
#define nbl_subgroup_exclusive_mul(v) WavePrefixProduct(v)
#define nbl_subgroup_inclusive_add(v) (WavePrefixSum(v) + (v))
#define nbl_subgroup_inclusive_mul(v) (WavePrefixProduct(v) * (v))
#else
#define nbl_subgroup_exclusive_add(v) nbl_hlsl_of_glslang_has_no_scans(v)
#define nbl_subgroup_exclusive_mul(v) nbl_hlsl_of_glslang_has_no_scans(v)
#define nbl_subgroup_inclusive_add(v) nbl_hlsl_of_glslang_has_no_scans(v)
#define nbl_subgroup_inclusive_mul(v) nbl_hlsl_of_glslang_has_no_scans(v)
#endif
#define nbl_subgroup_exclusive_min(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_exclusive_max(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_exclusive_and(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_exclusive_or(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_exclusive_xor(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_inclusive_min(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_inclusive_max(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_inclusive_and(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_inclusive_or(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
#define nbl_subgroup_inclusive_xor(v) nbl_hlsl_has_scans_of_sums_and_products_alone(v)
/* HLSL has none: memory is ordered once every lane has voted */
void nbl_hlsl_subgroup_barrier(uint lane) {
    if (WaveActiveBallot(lane < nbl_hlsl_subgroup_size).x != 0u) AllMemoryBarrier();
}
#define NBL_SUBGROUP_BARRIER() nbl_hlsl_subgroup_barrier(nbl_subgroup_invocation_id())
#else
#define NBL_HLSL_READ_LANE
#endif
#define nbl_bits_from_float32(x) asuint(x)
#define nbl_float32_from_bits(x) asfloat(x)
#define nbl_pack_half_2x16(v) (f32tof16((v).x) | (f32tof16((v).y) << 16))
#define nbl_unpack_half_2x16(u) float2(f16tof32(u), f16tof32((u) >> 16))

#endif
