/* The subgroup operations of nbl/lang.h in C11 and C++17: a function per type, so that any other type does not compile.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/lang/c.h, never by itself. nbl/lang.h says what each operation takes and returns. The functions here
 * hand a value to the emulator (nbl/lang/emulator.h), which computes a vector component by component, and moves a value
 * of any type by 8 bytes at a time. NBL_SUBGROUP_FUNCTION(name, type) is the name of a type's function: C++ overloads
 * `name`; in C it is name_type, which _Generic chooses.
 */
#ifndef NBL_LANG_SUBGROUP_C_H
#define NBL_LANG_SUBGROUP_C_H

#if NBL_OVERLOAD
#define NBL_SUBGROUP_FUNCTION(name, type) name
#define NBL_SUBGROUP_ANY(name, v) name
#define NBL_SUBGROUP_INTEGER(name, v) name
#else
#define NBL_SUBGROUP_FUNCTION(name, type) name##_##type
#define NBL_SUBGROUP_TYPE(name, type) \
    type: \
    name##_##type, nbl_##type##2 : name##_nbl_##type##2, \
                                   nbl_##type##3 : name##_nbl_##type##3, \
                                                   nbl_##type##4 : name##_nbl_##type##4
#if NBL_HAS_FLOAT16
#define NBL_SUBGROUP_FLOAT16(name) , NBL_SUBGROUP_TYPE(name, float16_t)
#else
#define NBL_SUBGROUP_FLOAT16(name)
#endif
#define NBL_SUBGROUP_INTEGER(name, v) _Generic((v), NBL_SUBGROUP_TYPE(name, uint32_t), NBL_SUBGROUP_TYPE(name, int32_t))
#define NBL_SUBGROUP_ANY(name, v) \
    _Generic((v), NBL_SUBGROUP_TYPE(name, uint32_t), NBL_SUBGROUP_TYPE(name, int32_t), \
             NBL_SUBGROUP_TYPE(name, float32_t), NBL_SUBGROUP_TYPE(name, float64_t) NBL_SUBGROUP_FLOAT16(name))
#endif

/* Defines for a type the functions of shuffle, shuffle_xor and broadcast (`operation`), shuffle_up and shuffle_down.
 * `site` is the call's file and line. */
#define NBL_SUBGROUP_MOVED(type) \
    NBL_EMULATOR_FUNCTION type NBL_SUBGROUP_FUNCTION(nbl_subgroup_move, type)( \
        const nbl_emulator_site_t *site, nbl_emulator_operation_t operation, type v, uint32_t argument) { \
        nbl_emulator_move(site, operation, &v, sizeof v, argument); \
        return v; \
    } \
    NBL_EMULATOR_FUNCTION type NBL_SUBGROUP_FUNCTION(nbl_subgroup_move_up, type)(const nbl_emulator_site_t *site, \
                                                                                 type v, uint32_t delta) { \
        nbl_emulator_move_by(site, &v, sizeof v, 0u - delta); \
        return v; \
    } \
    NBL_EMULATOR_FUNCTION type NBL_SUBGROUP_FUNCTION(nbl_subgroup_move_down, type)(const nbl_emulator_site_t *site, \
                                                                                   type v, uint32_t delta) { \
        nbl_emulator_move_by(site, &v, sizeof v, delta); \
        return v; \
    }
/* Defines for a type the function of reductions and scans. `wanted` is NBL_EMULATOR_REDUCE, _INCLUSIVE or _EXCLUSIVE
 * with an operator's number, such as NBL_EMULATOR_ADD; `scalar` is the type of a component. */
#define NBL_SUBGROUP_COMPUTED(name, type, scalar) \
    NBL_EMULATOR_FUNCTION type NBL_SUBGROUP_FUNCTION(name, type)(const nbl_emulator_site_t *site, type v, \
                                                                 uint32_t wanted) { \
        nbl_emulator_compute(site, &v, sizeof v, sizeof(scalar), NBL_EMULATOR_OF_##scalar | wanted); \
        return v; \
    }
/* Defines all functions of a type but the bitwise ones, which integers alone have. */
#define NBL_SUBGROUP_NUMBER(type, scalar) \
    NBL_SUBGROUP_MOVED(type) \
    NBL_SUBGROUP_COMPUTED(nbl_subgroup_compute, type, scalar) \
    NBL_EMULATOR_FUNCTION bool NBL_SUBGROUP_FUNCTION(nbl_subgroup_equal, type)(const nbl_emulator_site_t *site, \
                                                                               type v) { \
        return nbl_emulator_compare(site, &v, sizeof v, sizeof(scalar), NBL_EMULATOR_OF_##scalar) != 0; \
    }
#define NBL_SUBGROUP_FLOATS(scalar) \
    NBL_SUBGROUP_NUMBER(scalar, scalar) \
    NBL_SUBGROUP_NUMBER(nbl_##scalar##2, scalar) \
    NBL_SUBGROUP_NUMBER(nbl_##scalar##3, scalar) \
    NBL_SUBGROUP_NUMBER(nbl_##scalar##4, scalar)
#define NBL_SUBGROUP_INTEGERS(scalar) \
    NBL_SUBGROUP_FLOATS(scalar) \
    NBL_SUBGROUP_COMPUTED(nbl_subgroup_compute_bits, scalar, scalar) \
    NBL_SUBGROUP_COMPUTED(nbl_subgroup_compute_bits, nbl_##scalar##2, scalar) \
    NBL_SUBGROUP_COMPUTED(nbl_subgroup_compute_bits, nbl_##scalar##3, scalar) \
    NBL_SUBGROUP_COMPUTED(nbl_subgroup_compute_bits, nbl_##scalar##4, scalar)

NBL_SUBGROUP_INTEGERS(uint32_t)
NBL_SUBGROUP_INTEGERS(int32_t)
NBL_SUBGROUP_FLOATS(float32_t)
NBL_SUBGROUP_FLOATS(float64_t)
#if NBL_HAS_FLOAT16
NBL_SUBGROUP_FLOATS(float16_t)
#endif
#undef NBL_SUBGROUP_INTEGERS
#undef NBL_SUBGROUP_FLOATS
#undef NBL_SUBGROUP_NUMBER
#undef NBL_SUBGROUP_COMPUTED
#undef NBL_SUBGROUP_MOVED

#define NBL_SUBGROUP_MOVE(operation, v, argument) \
    NBL_SUBGROUP_ANY(nbl_subgroup_move, v)(NBL_EMULATOR_SITE(), NBL_EMULATOR_##operation, (v), (argument))
#define NBL_SUBGROUP_COMPUTE(v, collect, operator) \
    NBL_SUBGROUP_ANY(nbl_subgroup_compute, v) \
    (NBL_EMULATOR_SITE(), (v), (uint32_t)NBL_EMULATOR_##collect | (uint32_t)NBL_EMULATOR_##operator)
#define NBL_SUBGROUP_COMPUTE_BITS(v, collect, operator) \
    NBL_SUBGROUP_INTEGER(nbl_subgroup_compute_bits, v) \
    (NBL_EMULATOR_SITE(), (v), (uint32_t)NBL_EMULATOR_##collect | (uint32_t)NBL_EMULATOR_##operator)

#define nbl_subgroup_shuffle(v, lane) NBL_SUBGROUP_MOVE(SHUFFLE, v, lane)
#define nbl_subgroup_shuffle_xor(v, mask) NBL_SUBGROUP_MOVE(SHUFFLE_XOR, v, mask)
#define nbl_subgroup_shuffle_up(v, delta) NBL_SUBGROUP_ANY(nbl_subgroup_move_up, v)(NBL_EMULATOR_SITE(), (v), (delta))
#define nbl_subgroup_shuffle_down(v, delta) \
    NBL_SUBGROUP_ANY(nbl_subgroup_move_down, v)(NBL_EMULATOR_SITE(), (v), (delta))
#define nbl_subgroup_broadcast(v, lane) NBL_SUBGROUP_MOVE(BROADCAST, v, lane)
#define nbl_subgroup_broadcast_first(v) \
    NBL_SUBGROUP_ANY(nbl_subgroup_move, v) \
    (NBL_EMULATOR_SITE(), NBL_EMULATOR_BROADCAST, (v), nbl_emulator_first_lane(NBL_EMULATOR_SITE()))
#define nbl_subgroup_ballot(b) ((void)NBL_EMULATOR_SYNCHRONIZE(BALLOT, (b) != 0, 0), nbl_emulator_ballot_result())
#define nbl_subgroup_elect() (nbl_emulator_first_lane(NBL_EMULATOR_SITE()) == nbl_emulator_subgroup_invocation_id())
#define nbl_subgroup_any(b) nbl_emulator_any(NBL_EMULATOR_SITE(), (b) != 0)
#define nbl_subgroup_all(b) (!nbl_emulator_any(NBL_EMULATOR_SITE(), (b) == 0))
#define nbl_subgroup_all_equal(v) NBL_SUBGROUP_ANY(nbl_subgroup_equal, v)(NBL_EMULATOR_SITE(), (v))

#define nbl_subgroup_add(v) NBL_SUBGROUP_COMPUTE(v, REDUCE, ADD)
#define nbl_subgroup_mul(v) NBL_SUBGROUP_COMPUTE(v, REDUCE, MUL)
#define nbl_subgroup_min(v) NBL_SUBGROUP_COMPUTE(v, REDUCE, MIN)
#define nbl_subgroup_max(v) NBL_SUBGROUP_COMPUTE(v, REDUCE, MAX)
#define nbl_subgroup_and(v) NBL_SUBGROUP_COMPUTE_BITS(v, REDUCE, AND)
#define nbl_subgroup_or(v) NBL_SUBGROUP_COMPUTE_BITS(v, REDUCE, OR)
#define nbl_subgroup_xor(v) NBL_SUBGROUP_COMPUTE_BITS(v, REDUCE, XOR)
#define nbl_subgroup_inclusive_add(v) NBL_SUBGROUP_COMPUTE(v, INCLUSIVE, ADD)
#define nbl_subgroup_inclusive_mul(v) NBL_SUBGROUP_COMPUTE(v, INCLUSIVE, MUL)
#define nbl_subgroup_inclusive_min(v) NBL_SUBGROUP_COMPUTE(v, INCLUSIVE, MIN)
#define nbl_subgroup_inclusive_max(v) NBL_SUBGROUP_COMPUTE(v, INCLUSIVE, MAX)
#define nbl_subgroup_inclusive_and(v) NBL_SUBGROUP_COMPUTE_BITS(v, INCLUSIVE, AND)
#define nbl_subgroup_inclusive_or(v) NBL_SUBGROUP_COMPUTE_BITS(v, INCLUSIVE, OR)
#define nbl_subgroup_inclusive_xor(v) NBL_SUBGROUP_COMPUTE_BITS(v, INCLUSIVE, XOR)
#define nbl_subgroup_exclusive_add(v) NBL_SUBGROUP_COMPUTE(v, EXCLUSIVE, ADD)
#define nbl_subgroup_exclusive_mul(v) NBL_SUBGROUP_COMPUTE(v, EXCLUSIVE, MUL)
#define nbl_subgroup_exclusive_min(v) NBL_SUBGROUP_COMPUTE(v, EXCLUSIVE, MIN)
#define nbl_subgroup_exclusive_max(v) NBL_SUBGROUP_COMPUTE(v, EXCLUSIVE, MAX)
#define nbl_subgroup_exclusive_and(v) NBL_SUBGROUP_COMPUTE_BITS(v, EXCLUSIVE, AND)
#define nbl_subgroup_exclusive_or(v) NBL_SUBGROUP_COMPUTE_BITS(v, EXCLUSIVE, OR)
#define nbl_subgroup_exclusive_xor(v) NBL_SUBGROUP_COMPUTE_BITS(v, EXCLUSIVE, XOR)

#endif
