/* The vocabulary of nbl/lang.h in C11 and C++17: every access and every synchronisation goes to the emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang.h, never by itself.
 */
#ifndef NBL_LANG_C_H
#define NBL_LANG_C_H

#include "nbl/lang/emulator.h"
#include "nbl/lang/flow.h"
#include <stdbool.h>
#include <string.h>
#if defined(__cplusplus)
#define NBL_OVERLOAD 1
#define NBL_HAS_OPERATORS 1
#define NBL_PREFIX
#define NBL_ASSIGNING_OPERATORS(complex, scalar) \
    NBL_FUNCTION complex &operator+=(complex &z, complex w) { return z = z + w; } \
    NBL_FUNCTION complex &operator-=(complex &z, complex w) { return z = z - w; } \
    NBL_FUNCTION complex &operator*=(complex &z, complex w) { return z = z * w; } \
    NBL_FUNCTION complex &operator*=(complex &z, scalar s) { return z = z * s; } \
    NBL_FUNCTION complex &operator/=(complex &z, complex w) { return z = z / w; } \
    NBL_FUNCTION complex &operator/=(complex &z, scalar s) { return z = z / s; }
#else
#define NBL_OVERLOAD 0 /* overloads are picked by _Generic: see NBL_SELECT */
#endif
typedef float float32_t;
typedef double float64_t;
#define NBL_HAS_FLOAT64 1
#define NBL_HAS_INT16 1
#define NBL_HAS_INT64 1
#if defined(__FLT16_MAX__) && !defined(__cplusplus)
__extension__ typedef _Float16 float16_t;
#define NBL_HAS_FLOAT16 1
#define NBL_SELECT_FLOAT16(prefix, name) , prefix##float16_t : name##_float16_t
#else
#define NBL_HAS_FLOAT16 0
#define NBL_SELECT_FLOAT16(prefix, name)
#endif
#ifndef NBL_SELECT_LANES /* one type more, where host/executor puts a vector in a scalar's place */
#define NBL_SELECT_LANES(prefix, name)
#endif
/* name_float32_t or its sibling by the type of x; prefix##scalar is that type: empty, or nbl_complex_ */
#define NBL_SELECT(x, prefix, name) \
    _Generic((x), prefix##float32_t \
             : name##_float32_t, prefix##float64_t \
             : name##_float64_t NBL_SELECT_FLOAT16(prefix, name) NBL_SELECT_LANES(prefix, name))
#if NBL_FUSED
#include "nbl/lang/fused.h"
#endif
typedef nbl_emulator_float32x2_t nbl_float32_t2;
typedef nbl_emulator_float32x4_t nbl_float32_t4;
typedef nbl_emulator_uint32x2_t nbl_uint32_t2;
typedef nbl_emulator_uint32x3_t nbl_uint32_t3;
typedef nbl_emulator_uint32x4_t nbl_uint32_t4;
#define NBL_VECTOR_2(scalar) \
    typedef struct nbl_##scalar##2 { \
        scalar x, y; \
    } \
    nbl_##scalar##2;
#define NBL_VECTOR_3(scalar) \
    typedef struct nbl_##scalar##3 { \
        scalar x, y, z; \
    } \
    nbl_##scalar##3;
#define NBL_VECTOR_4(scalar) \
    typedef struct nbl_##scalar##4 { \
        scalar x, y, z, w; \
    } \
    nbl_##scalar##4;
NBL_VECTOR_3(float32_t)
NBL_VECTOR_2(int32_t)
NBL_VECTOR_3(int32_t)
NBL_VECTOR_4(int32_t)
NBL_VECTOR_2(float64_t)
NBL_VECTOR_3(float64_t)
NBL_VECTOR_4(float64_t)
#if NBL_HAS_FLOAT16
NBL_VECTOR_2(float16_t)
NBL_VECTOR_3(float16_t)
NBL_VECTOR_4(float16_t)
#endif
#define NBL_FUNCTION NBL_FLOW_BEGIN NBL_EMULATOR_FUNCTION
#if defined(__cplusplus) && __cplusplus >= 201402L /* C++11 takes one return statement alone */
#define NBL_CONSTEXPR_FUNCTION static inline constexpr
#else
#define NBL_CONSTEXPR_FUNCTION static inline
#endif
#define NBL_STRUCT(name) \
    typedef struct name name; \
    struct name
#if defined(__cplusplus)
#define NBL_CONSTANT(name, value) static const uint32_t name = value;
#else
#define NBL_CONSTANT(name, value) enum { name = value };
#if !defined(__clang__) /* gcc warns where constants of two enumerations are compared, even of nameless ones */
#pragma GCC diagnostic ignored "-Wenum-compare"
#endif
#endif
#ifndef NBL_CAST
#define NBL_CAST(type, value) ((type)(value))
#endif
#define NBL_TEXT(name) NBL_TEXT_(name) /* by way of another macro: the name may be one */
#define NBL_TEXT_(name) #name
#if defined(__cplusplus)
#define NBL_REQUIRE(name, condition) static_assert(condition, NBL_TEXT(name));
/* "In instantiation of name<value, limit>" */
#define NBL_REQUIRE_OF(name, condition, value, limit) \
    extern "C++" { \
    template <uint32_t nbl_value_, uint32_t nbl_limit_, bool nbl_fits_> struct name { \
        static_assert(nbl_fits_, NBL_TEXT(name)); \
    }; \
    template struct name<uint32_t(value), uint32_t(limit), (condition)>; \
    }
#else
#define NBL_REQUIRE(name, condition) _Static_assert(condition, NBL_TEXT(name));
/* "selector of type struct name (*)[value][limit] is not compatible" */
#define NBL_REQUIRE_OF(name, condition, value, limit) \
    struct name { \
        char nothing; \
    }; \
    enum { \
        NBL_CAT(name, _) = \
            _Generic((struct name(*)[value][limit])0, struct name(*)[(condition) ? (value) : (value) + 1][limit] : 1) \
    };
/* "aliased to an undefined symbol"; objects of Apple have no aliases */
#if NBL_HAS_STATEMENT_EXPRESSIONS && !defined(__APPLE__)
#define NBL_REQUIRE_CALLBACK(name) NBL_REQUIRE_CALLBACK_(name)
#define NBL_REQUIRE_CALLBACK_(name) static __typeof__(name) name##_is_missing __attribute__((unused, alias(#name)));
#endif
#endif
#define NBL_INOUT
#define NBL_UNROLL
/* By way of another macro: the name may be one. */
#define NBL_SHARED(type, name, count) NBL_SHARED_(type, name, count)
#define NBL_SHARED_(type, name, count) \
    static inline type *name##_at(uint32_t i, nbl_emulator_action_t action, const nbl_emulator_use_t *use) { \
        static const nbl_emulator_shared_t array = {#name, sizeof(type)}; \
        return (type *)nbl_emulator_shared(&array, (count), i, action, use); \
    }
#define NBL_BUFFER(binding, type, name) \
    static inline type *name##_at(uint32_t i, nbl_emulator_action_t action, const nbl_emulator_use_t *use) { \
        return (type *)nbl_emulator_buffer(binding, #name, sizeof(type), i, action, use); \
    }
#define NBL_COHERENT_BUFFER(binding, type, name) \
    static inline type *name##_at(uint32_t i, nbl_emulator_action_t action, const nbl_emulator_use_t *use) { \
        return (type *)nbl_emulator_coherent_buffer(binding, #name, sizeof(type), i, action, use); \
    }
/* Each invocation's own: the emulator exchanges it where it changes from one invocation to another */
#define NBL_PRIVATE(type, name) \
    static __thread type name; \
    static void *name##_address(void) { return &name; } \
    static nbl_emulator_private_t name##_private = {name##_address, sizeof(type), 0}; \
    __attribute__((constructor)) static void name##_register(void) { nbl_emulator_register_private(&name##_private); }
#define NBL_IMAGE(binding, name) \
    static inline nbl_float32_t4 *name##_at(uint32_t x, uint32_t y, nbl_emulator_action_t action, \
                                            const nbl_emulator_use_t *use) { \
        return nbl_emulator_image(binding, #name, x, y, action, use); \
    }
#define NBL_IMAGE_OF(binding, name, format) NBL_IMAGE(binding, name)
#define NBL_SAMPLED_IMAGE(binding, name) NBL_IMAGE(binding, name)
#define NBL_PUSH_CONSTANTS(type, name) \
    static inline type name##_constants(const char *file, int line) { \
        return *(const type *)nbl_emulator_push_constants(#name, file, line); \
    }
#define NBL_PUSH_CONSTANT(name) name##_constants(__FILE__, __LINE__)
/* A constant per use: a statement expression, which gcc and clang have in C and C++ */
#define NBL_USE(text, arguments, call) \
    (__extension__({ \
        static const nbl_emulator_use_t nbl_use_ = {__FILE__, __func__, text, __LINE__, NBL_EMULATOR_CALLS}; \
        arguments; /* which may be accesses themselves */ \
        NBL_EMULATOR_SET_FRAME(); \
        call; \
    }))
#define NBL_AT(name, text, i, action) \
    NBL_USE(text, const uint32_t nbl_i_ = (i), NBL_CAT(name, _at)(nbl_i_, NBL_EMULATOR_##action, &nbl_use_))
#define NBL_IMAGE_AT(name, text, x, y, action) \
    NBL_USE(text, const uint32_t nbl_x_ = (x); \
            const uint32_t nbl_y_ = (y), NBL_CAT(name, _at)(nbl_x_, nbl_y_, NBL_EMULATOR_##action, &nbl_use_))
/* A value, not a place: assigning to what was loaded does not compile, in C by the comma, in C++ by the const */
#if defined(__cplusplus)
extern "C++" {
template <class T> static inline const T nbl_value_of(const T &place) { return place; }
}
#define NBL_VALUE(place) nbl_value_of(place)
#else
#define NBL_VALUE(place) ((void)0, place)
#endif
#define NBL_LOAD(name, i) NBL_VALUE(*NBL_AT(name, #i, i, LOAD))
/* First the value, which may wait at a barrier, then the access: C itself has no order between the two */
#define NBL_STORE(name, i, v) \
    (__extension__({ \
        __typeof__(*NBL_CAT(name, _at)(0, NBL_EMULATOR_STORE, 0)) nbl_value_ = (v); \
        *NBL_AT(name, #i, i, STORE) = nbl_value_; \
    }))
#define NBL_MEMBER_AT(name, i, member, action) \
    (__extension__({ \
        const uint32_t nbl_index_ = (i); \
        nbl_emulator_part(__builtin_offsetof(__typeof__(*NBL_CAT(name, _at)(0, NBL_EMULATOR_LOAD, 0)), member), \
                          sizeof NBL_CAT(name, _at)(0, NBL_EMULATOR_LOAD, 0)->member); \
        &NBL_AT(name, #i ", " #member, nbl_index_, action)->member; \
    }))
#define NBL_LOAD_MEMBER(name, i, member) NBL_VALUE(*NBL_MEMBER_AT(name, i, member, LOAD))
#define NBL_STORE_MEMBER(name, i, member, v) \
    (__extension__({ \
        __typeof__(NBL_CAT(name, _at)(0, NBL_EMULATOR_STORE, 0)->member) nbl_value_ = (v); \
        *NBL_MEMBER_AT(name, i, member, STORE) = nbl_value_; \
    }))
/* Arguments first, each once: an index may itself be an access. What is no number does not compile. */
#define NBL_ATOMIC_ACCESS(action, what, name, text, i, v, expects, scope_, order_) \
    (__extension__({ \
        __typeof__(*NBL_CAT(name, _at)(0, NBL_EMULATOR_LOAD, 0)) nbl_value_ = (v), nbl_expected_ = (expects); \
        const uint32_t nbl_index_ = (i); \
        nbl_emulator_atomic_t nbl_atomic_ = {0, \
                                             0, \
                                             NBL_EMULATOR_ATOMIC_OF_##what, \
                                             (scope_), \
                                             (order_), \
                                             sizeof nbl_value_, \
                                             (__typeof__(nbl_value_))0.5 != 0, \
                                             !((__typeof__(nbl_value_))-1 > 0)}; \
        uint64_t nbl_before_; \
        memcpy(&nbl_atomic_.value, &nbl_value_, sizeof nbl_value_); \
        memcpy(&nbl_atomic_.expected, &nbl_expected_, sizeof nbl_value_); \
        if ((order_) != NBL_ORDER_RELAXED) nbl_emulator_orders(); \
        nbl_emulator_atomic_begin(&nbl_atomic_); \
        nbl_before_ = nbl_emulator_atomic_make(NBL_AT(name, text, nbl_index_, action)); \
        memcpy(&nbl_value_, &nbl_before_, sizeof nbl_value_); \
        nbl_value_; \
    }))
#define NBL_ATOMIC_LOAD(name, i, scope, order) \
    NBL_ATOMIC_ACCESS(ATOMIC_COMPARE, LOAD, name, #i, i, 0, 0, scope, NBL_ORDER_OF_A_LOAD(order))
#define NBL_ATOMIC_STORE(name, i, v, scope, order) \
    (void)NBL_ATOMIC_ACCESS(ATOMIC_EXCHANGE, STORE, name, #i, i, v, 0, scope, NBL_ORDER_OF_A_STORE(order))
#define NBL_ATOMIC_ADD_ORDERED(name, i, v, scope, order) NBL_ATOMIC_ACCESS(ATOMIC, ADD, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_MIN_ORDERED(name, i, v, scope, order) NBL_ATOMIC_ACCESS(ATOMIC, MIN, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_MAX_ORDERED(name, i, v, scope, order) NBL_ATOMIC_ACCESS(ATOMIC, MAX, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_AND_ORDERED(name, i, v, scope, order) NBL_ATOMIC_ACCESS(ATOMIC, AND, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_OR_ORDERED(name, i, v, scope, order) NBL_ATOMIC_ACCESS(ATOMIC, OR, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_XOR_ORDERED(name, i, v, scope, order) NBL_ATOMIC_ACCESS(ATOMIC, XOR, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_EXCHANGE_ORDERED(name, i, v, scope, order) \
    NBL_ATOMIC_ACCESS(ATOMIC_EXCHANGE, EXCHANGE, name, #i, i, v, 0, scope, order)
#define NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(name, i, expected, v, scope, order) \
    NBL_ATOMIC_ACCESS(ATOMIC_COMPARE, COMPARE_EXCHANGE, name, #i, i, v, expected, scope, order)
#define NBL_ATOMIC_ADD(name, i, v) \
    NBL_ATOMIC_ACCESS(ATOMIC, ADD, name, #i, i, v, 0, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED)
#define NBL_ATOMIC_EXCHANGE(name, i, v) \
    NBL_ATOMIC_ACCESS(ATOMIC_EXCHANGE, EXCHANGE, name, #i, i, v, 0, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED)
#define NBL_ATOMIC_COMPARE_EXCHANGE(name, i, expected, v) \
    NBL_ATOMIC_ACCESS(ATOMIC_COMPARE, COMPARE_EXCHANGE, name, #i, i, v, expected, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED)
/* A load does not release and a store does not acquire: an array of negative size then */
#define NBL_ORDER_OF_A_LOAD(order) ((order) + 0u * sizeof(char[1 - 2 * !!((order)&2)]))
#define NBL_ORDER_OF_A_STORE(order) ((order) + 0u * sizeof(char[1 - 2 * !!((order)&1)]))
#define NBL_MEMORY_FENCE(scope, order) nbl_emulator_fence(scope, order, __FILE__, __LINE__)
#define NBL_IMAGE_LOAD(name, x, y) NBL_VALUE(*NBL_IMAGE_AT(name, #x ", " #y, x, y, LOAD))
#define NBL_SAMPLED_LOAD(name, x, y) NBL_IMAGE_LOAD(name, x, y)
#define NBL_IMAGE_STORE(name, x, y, v) \
    (__extension__({ \
        nbl_float32_t4 nbl_value_ = (v); \
        *NBL_IMAGE_AT(name, #x ", " #y, x, y, STORE) = nbl_value_; \
    }))
#define NBL_REFERENCE(type, name) NBL_REFERENCE_BY(nbl_emulator_reference, type, name)
#define NBL_COHERENT_REFERENCE(type, name) NBL_REFERENCE_BY(nbl_emulator_coherent_reference, type, name)
#define NBL_REFERENCE_BY(access, type, name) \
    static inline type *NBL_CAT(name, _at)(nbl_uint32_t2 address, uint32_t i, nbl_emulator_action_t action, \
                                           const nbl_emulator_use_t *use) { \
        type *first; \
        memcpy(&first, &address, sizeof first); \
        return (type *)access(first, NBL_REFERENCE_TEXT(name), sizeof(type), i, action, use); \
    }
#define NBL_REFERENCE_TEXT(name) #name
#define NBL_REFERENCE_AT(name, text, address, i, action) \
    NBL_USE(text, const nbl_uint32_t2 nbl_address_ = (address); \
            const uint32_t nbl_i_ = (i), NBL_CAT(name, _at)(nbl_address_, nbl_i_, NBL_EMULATOR_##action, &nbl_use_))
#define NBL_REFERENCE_LOAD(name, address, i) NBL_VALUE(*NBL_REFERENCE_AT(name, #i, address, i, LOAD))
#define NBL_REFERENCE_STORE(name, address, i, v) \
    (__extension__({ \
        __typeof__(*NBL_CAT(name, _at)((address), 0, NBL_EMULATOR_STORE, 0)) nbl_value_ = (v); \
        *NBL_REFERENCE_AT(name, #i, address, i, STORE) = nbl_value_; \
    }))
/* Both are announced to the emulator, which compares the size with a launch's: host/emulator/local_size.c */
NBL_MAY_BE_UNUSED static const char nbl_translation_unit = 0;
#define NBL_DECLARE_(number, kernel, size) \
    static nbl_emulator_declared_t nbl_declared_##number = {kernel,   size, &nbl_translation_unit, number, __LINE__, \
                                                            __FILE__, 0}; \
    __attribute__((constructor)) static void nbl_declare_##number(void) { \
        nbl_emulator_declare(&nbl_declared_##number); \
    }
#define NBL_LOCAL_SIZE(n) NBL_LOCAL_SIZE_3D(n, 1u, 1u)
#define NBL_LOCAL_SIZE_3D(x, y, z) NBL_LOCAL_SIZE_(__COUNTER__, x, y, z)
#define NBL_LOCAL_SIZE_(number, x, y, z) NBL_LOCAL_SIZE_NUMBERED(number, x, y, z)
#define NBL_LOCAL_SIZE_NUMBERED(number, x, y, z) \
    static void nbl_local_size_##number(uint32_t size[3]) { \
        size[0] = (x); \
        size[1] = (y); \
        size[2] = (z); \
    } \
    NBL_DECLARE_(number, 0, nbl_local_size_##number)
#define NBL_KERNEL(name) NBL_KERNEL_(__COUNTER__, name)
#define NBL_KERNEL_(number, name) NBL_KERNEL_NUMBERED(number, name)
#define NBL_KERNEL_NUMBERED(number, name) \
    NBL_FLOW_BEGIN NBL_EMULATOR_AS_WRITTEN void name(void); \
    NBL_DECLARE_(number, name, 0) \
    void name(void)
#define NBL_EXPECT_WORKGROUP_SIZE(n) nbl_emulator_expect_workgroup_size((n), __func__, __FILE__, __LINE__)
#define nbl_local_invocation_index() nbl_emulator_local_invocation_index()
#define nbl_local_invocation_id() nbl_emulator_local_invocation_id()
#define nbl_workgroup_index() nbl_emulator_workgroup_index()
#define nbl_workgroup_id() nbl_emulator_workgroup_id()
#define nbl_workgroup_count() nbl_emulator_workgroup_count()
#define nbl_subgroup_size() nbl_emulator_subgroup_size()
#define nbl_subgroup_id() nbl_emulator_subgroup_id()
#define nbl_subgroup_invocation_id() nbl_emulator_subgroup_invocation_id()
#define NBL_WORKGROUP_BARRIER() (void)NBL_EMULATOR_SYNCHRONIZE(WORKGROUP_BARRIER, 0, 0)
#define NBL_WORKGROUP_MEMORY_BARRIER() (void)NBL_EMULATOR_SYNCHRONIZE(WORKGROUP_BARRIER, 1, 0)
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
#include "nbl/lang/half.h"
#include "nbl/lang/subgroup_c.h"

#endif
