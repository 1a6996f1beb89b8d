/* The operators that the scans are tested with, and how their values lie in two dwords.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_WORKGROUP_ARITHMETIC_OPERATORS_H
#define NBL_TESTS_WORKGROUP_ARITHMETIC_OPERATORS_H

#include "nbl/complex.h"
#include "nbl/functional.h"

/* A sum that begins anew at every flag: associative, not commutative. */
NBL_STRUCT(segment_t) {
    uint32_t begins;
    uint32_t sum;
};

NBL_FUNCTION segment_t segment_plus(segment_t a, segment_t b) {
    segment_t c;
    c.begins = a.begins | b.begins;
    c.sum = b.begins != 0u ? b.sum : a.sum + b.sum;
    return c;
}

NBL_FUNCTION segment_t segment_plus_identity(void) {
    segment_t c;
    c.begins = 0u;
    c.sum = 0u;
    return c;
}

NBL_FUNCTION segment_t segment_shuffle(segment_t v, uint32_t lane) {
    nbl_uint32_t2 parts = {v.begins, v.sum};
    parts = nbl_subgroup_shuffle(parts, lane);
    segment_t c;
    c.begins = parts.x;
    c.sum = parts.y;
    return c;
}

NBL_FUNCTION uint32_t uint32_t_read(nbl_uint32_t2 u) { return u.x; }
NBL_FUNCTION int32_t int32_t_read(nbl_uint32_t2 u) { return NBL_CAST(int32_t, u.x); }
NBL_FUNCTION float32_t float32_t_read(nbl_uint32_t2 u) { return nbl_float32_from_bits(u.x); }
NBL_FUNCTION segment_t segment_t_read(nbl_uint32_t2 u) {
    segment_t c;
    c.begins = u.x;
    c.sum = u.y;
    return c;
}
NBL_FUNCTION nbl_complex_float32_t nbl_complex_float32_t_read(nbl_uint32_t2 u) {
    return nbl_complex_construct(nbl_float32_from_bits(u.x), nbl_float32_from_bits(u.y));
}

NBL_FUNCTION nbl_uint32_t2 uint32_t_write(uint32_t v) {
    nbl_uint32_t2 u = {v, 0u};
    return u;
}
NBL_FUNCTION nbl_uint32_t2 int32_t_write(int32_t v) {
    nbl_uint32_t2 u = {NBL_CAST(uint32_t, v), 0u};
    return u;
}
NBL_FUNCTION nbl_uint32_t2 float32_t_write(float32_t v) {
    nbl_uint32_t2 u = {nbl_bits_from_float32(v), 0u};
    return u;
}
NBL_FUNCTION nbl_uint32_t2 segment_t_write(segment_t v) {
    nbl_uint32_t2 u = {v.begins, v.sum};
    return u;
}
NBL_FUNCTION nbl_uint32_t2 nbl_complex_float32_t_write(nbl_complex_float32_t v) {
    nbl_uint32_t2 u = {nbl_bits_from_float32(v.real), nbl_bits_from_float32(v.imag)};
    return u;
}

#endif
