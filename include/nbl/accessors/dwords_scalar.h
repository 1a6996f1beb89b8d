/* The dwords of one scalar and of its vectors: included by nbl/accessors/dwords.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: NBL_SCALAR; NBL_DWORDS_VECTOR(n), its vector; NBL_DWORDS_BITS(v) and NBL_DWORDS_VALUE(u), between a
 * scalar of 32 bits and its dword, or NBL_DWORDS_TWO for a float64.
 */
#ifndef NBL_DWORDS_VECTOR
#error "NBL_DWORDS_VECTOR is missing: include nbl/accessors/dwords.h instead"
#endif

#define constant_(T) NBL_CAT(NBL_DWORDS_OF_, T)
#define from_value_(T) NBL_CAT(nbl_dwords_from_, T)
#define to_value_(T) NBL_CAT(nbl_from_dwords_, T)
#define put_ NBL_OF_SCALAR(nbl_dwords_put)
#define take_ NBL_OF_SCALAR(nbl_dwords_take)

/* put_ returns eight dwords with component number `component` (0 to 3) replaced by a scalar; take_ returns that
 * component. A float64 takes two dwords, the lower bits first; every other scalar takes one. */
#ifdef NBL_DWORDS_TWO
#define each_ 2
NBL_FUNCTION nbl_dwords_8_t put_(nbl_dwords_8_t d, uint32_t component, NBL_SCALAR v) {
    nbl_uint32_t2 bits = nbl_bits_from_float64(v);
    d.value[2u * component] = bits.x;
    d.value[2u * component + 1u] = bits.y;
    return d;
}
NBL_FUNCTION NBL_SCALAR take_(nbl_dwords_8_t d, uint32_t component) {
    nbl_uint32_t2 bits = {d.value[2u * component], d.value[2u * component + 1u]};
    return nbl_float64_from_bits(bits);
}
#else
#define each_ 1
NBL_FUNCTION nbl_dwords_8_t put_(nbl_dwords_8_t d, uint32_t component, NBL_SCALAR v) {
    d.value[component] = NBL_DWORDS_BITS(v);
    return d;
}
NBL_FUNCTION NBL_SCALAR take_(nbl_dwords_8_t d, uint32_t component) { return NBL_DWORDS_VALUE(d.value[component]); }
#endif

/* NBL_DWORDS_OF_<type>: dwords of a value. */
NBL_CONSTANT(constant_(NBL_SCALAR), each_)
NBL_CONSTANT(constant_(NBL_DWORDS_VECTOR(2)), 2 * each_)
NBL_CONSTANT(constant_(NBL_DWORDS_VECTOR(3)), 3 * each_)
NBL_CONSTANT(constant_(NBL_DWORDS_VECTOR(4)), 4 * each_)

/* nbl_dwords_from_<type>(value) returns the value's dwords, the others 0; nbl_from_dwords_<type>(dwords) the value. */
NBL_FUNCTION nbl_dwords_8_t from_value_(NBL_SCALAR)(NBL_SCALAR v) { return put_(nbl_no_dwords(), 0u, v); }
NBL_FUNCTION nbl_dwords_8_t from_value_(NBL_DWORDS_VECTOR(2))(NBL_DWORDS_VECTOR(2) v) {
    return put_(put_(nbl_no_dwords(), 0u, v.x), 1u, v.y);
}
NBL_FUNCTION nbl_dwords_8_t from_value_(NBL_DWORDS_VECTOR(3))(NBL_DWORDS_VECTOR(3) v) {
    return put_(put_(put_(nbl_no_dwords(), 0u, v.x), 1u, v.y), 2u, v.z);
}
NBL_FUNCTION nbl_dwords_8_t from_value_(NBL_DWORDS_VECTOR(4))(NBL_DWORDS_VECTOR(4) v) {
    return put_(put_(put_(put_(nbl_no_dwords(), 0u, v.x), 1u, v.y), 2u, v.z), 3u, v.w);
}

NBL_FUNCTION NBL_SCALAR to_value_(NBL_SCALAR)(nbl_dwords_8_t d) { return take_(d, 0u); }
NBL_FUNCTION NBL_DWORDS_VECTOR(2) to_value_(NBL_DWORDS_VECTOR(2))(nbl_dwords_8_t d) {
    NBL_DWORDS_VECTOR(2) v = {take_(d, 0u), take_(d, 1u)};
    return v;
}
NBL_FUNCTION NBL_DWORDS_VECTOR(3) to_value_(NBL_DWORDS_VECTOR(3))(nbl_dwords_8_t d) {
    NBL_DWORDS_VECTOR(3) v = {take_(d, 0u), take_(d, 1u), take_(d, 2u)};
    return v;
}
NBL_FUNCTION NBL_DWORDS_VECTOR(4) to_value_(NBL_DWORDS_VECTOR(4))(nbl_dwords_8_t d) {
    NBL_DWORDS_VECTOR(4) v = {take_(d, 0u), take_(d, 1u), take_(d, 2u), take_(d, 3u)};
    return v;
}

#undef each_
#undef take_
#undef put_
#undef to_value_
#undef from_value_
#undef constant_
#undef NBL_DWORDS_TWO
#undef NBL_DWORDS_VALUE
#undef NBL_DWORDS_BITS
#undef NBL_DWORDS_VECTOR
#undef NBL_SCALAR
