/* A kernel that uses every mirror of std and of the built-ins once: what the languages must agree on.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/bit/pack.h"
#include "nbl/complex_exponential.h"
#include "nbl/concepts.h"
#include "nbl/functional.h"
#include "nbl/numbers.h"
#include "nbl/type_traits.h"
#include "nbl/matrix.h"

NBL_BUFFER(0, uint32_t, mirrors_input)
NBL_BUFFER(1, uint32_t, mirrors_output)

#define MIRRORS_PER_INVOCATION 108u
#define MIRRORS_KEYS 64u /* of the input, sorted */

NBL_FUNCTION uint32_t mirrors_get(uint32_t i) { return NBL_LOAD(mirrors_input, i); }
NBL_FUNCTION void mirrors_set(uint32_t i, uint32_t value) { NBL_STORE(mirrors_output, i, value); }
NBL_REQUIRE_ACCESSOR(mirrors, uint32_t)
NBL_REQUIRE_OPERATOR(nbl_plus_uint32_t, uint32_t)
NBL_REQUIRE_ORDER(nbl_less_uint32_t, uint32_t)

#define NBL_BOUND_NAME mirrors
#define NBL_BOUND_SCALAR uint32_t
#define NBL_BOUND_GET(i) mirrors_get(i)
#define NBL_BOUND_LESS nbl_less_uint32_t
#include "nbl/algorithm/bound.h"

#define NBL_SORT_NAME mirrors
#define NBL_SORT_SCALAR uint32_t
#define NBL_SORT_COUNT 7
#define NBL_SORT_LESS nbl_greater_uint32_t
#include "nbl/algorithm/sort.h"

#define MIRRORS_SCALAR float32_t

NBL_LOCAL_SIZE(64)
NBL_KERNEL(mirrors) {
    uint32_t t = nbl_workgroup_index() * 64u + nbl_local_invocation_index();
    uint32_t at = t * MIRRORS_PER_INVOCATION;
    uint32_t u = mirrors_get(MIRRORS_KEYS + t * 2u), v = mirrors_get(MIRRORS_KEYS + t * 2u + 1u);
    int32_t i = NBL_CAST(int32_t, u), j = NBL_CAST(int32_t, v);
    uint32_t offset = v & 31u, bits = (v >> 5) % (33u - offset);
#define MIRRORS_PUT(value) \
    mirrors_set(at, value); \
    at += 1u;
#define MIRRORS_PUT_FLOAT(value) MIRRORS_PUT(nbl_bits_from_float32(value))
#define MIRRORS_PUT_BOOL(value) MIRRORS_PUT((value) ? 1u : 0u)

    MIRRORS_PUT(nbl_bit_count(u))
    MIRRORS_PUT(nbl_count_leading_zeros(u))
    MIRRORS_PUT(nbl_count_trailing_zeros(u))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_find_lsb(u)))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_find_msb(u)))
    MIRRORS_PUT(nbl_bitfield_extract(u, offset, bits))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_bitfield_extract_signed(i, offset, bits)))
    MIRRORS_PUT(nbl_bitfield_insert(u, v, offset, bits))
    MIRRORS_PUT(nbl_rotl(u, v) + nbl_rotr(u, v) * 3u)
    MIRRORS_PUT(nbl_byteswap(u))
    MIRRORS_PUT(nbl_multiply_high(u, v))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_multiply_high_signed(i, j)))
    nbl_wide_t wide = nbl_multiply_extended(u, v);
    nbl_wide_t other = nbl_multiply_extended_signed(i, j);
    nbl_wide_t sum = nbl_wide_add(wide, nbl_wide_negate(other));
    MIRRORS_PUT(sum.high)
    MIRRORS_PUT(sum.low)
    MIRRORS_PUT(nbl_add_carry(u, v).high + nbl_subtract_borrow(u, v).high * 2u)
    MIRRORS_PUT(nbl_wide_shift_left(wide, v & 127u).high)
    MIRRORS_PUT(nbl_wide_shift_right(wide, v & 127u).low)
    MIRRORS_PUT(nbl_wide_leading_zeros(wide))

    nbl_float32_t4 four = nbl_unpack_unorm_4x8(u), signed_four = nbl_unpack_snorm_4x8(u);
    nbl_float32_t2 pair = nbl_unpack_unorm_2x16(u), signed_pair = nbl_unpack_snorm_2x16(u);
    MIRRORS_PUT_FLOAT(nbl_vector_dot(four, signed_four))
    MIRRORS_PUT_FLOAT(nbl_vector_dot(pair, signed_pair))
    MIRRORS_PUT(nbl_pack_unorm_4x8(nbl_vector_scale(signed_four, 1.5f)))
    MIRRORS_PUT(nbl_pack_snorm_4x8(nbl_vector_scale(signed_four, 1.5f)))
    MIRRORS_PUT(nbl_pack_unorm_2x16(nbl_vector_scale(signed_pair, 1.5f)))
    MIRRORS_PUT(nbl_pack_snorm_2x16(nbl_vector_scale(signed_pair, 1.5f)))
    MIRRORS_PUT(nbl_pack_uint_4x8(nbl_unpack_uint_4x8(u)) ^ nbl_pack_uint_2x16(nbl_unpack_uint_2x16(v)))

    MIRRORS_PUT(nbl_plus_uint32_t(u, nbl_plus_uint32_t_identity()))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_plus_int32_t(i, j)))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_multiplies_int32_t(i, nbl_minus_int32_t(j, nbl_negate_int32_t(i)))))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_minimum_int32_t(nbl_minimum_int32_t(i, j), nbl_minimum_int32_t_identity())))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_maximum_int32_t(nbl_maximum_int32_t(i, j), nbl_maximum_int32_t_identity())))
    MIRRORS_PUT(nbl_bit_and_uint32_t(u, nbl_bit_or_uint32_t(v, nbl_bit_xor_uint32_t(u, v))))
    MIRRORS_PUT(nbl_bit_and_uint32_t_identity() ^ nbl_bit_or_uint32_t_identity())
    MIRRORS_PUT_BOOL(nbl_logical_and(nbl_less_int32_t(i, j), nbl_logical_not(nbl_greater_equal_uint32_t(u, v))))
    MIRRORS_PUT(nbl_min(u, v) ^ nbl_max(u, v) ^ nbl_clamp(u, 100u, 200000u))
    MIRRORS_PUT(NBL_CAST(uint32_t, nbl_clamp(i, -5, 70000)))
    MIRRORS_PUT(mirrors_lower_bound(0u, MIRRORS_KEYS, u >> 16))
    MIRRORS_PUT(mirrors_upper_bound(0u, MIRRORS_KEYS, u >> 16))

    uint32_t sorted[7];
    for (uint32_t k = 0u; k < 7u; k++) sorted[k] = (u >> (k * 3u)) & 15u;
    mirrors_sort(sorted);
    uint32_t digits = 0u;
    for (uint32_t k = 0u; k < 7u; k++) digits = digits * 16u + sorted[k];
    MIRRORS_PUT(digits)
    mirrors_swap(sorted, 1u, 5u);
    MIRRORS_PUT(sorted[1] * 16u + sorted[5])

    /* Numbers of moderate size, so that no result is subnormal. */
    float32_t x = nbl_float32_from_bits((u & 0x83ffffffu) + 0x3c000000u);
    float32_t y = nbl_float32_from_bits((v & 0x03ffffffu) + 0x3d000000u);
    MIRRORS_PUT_FLOAT(nbl_abs(x) + nbl_sign(x) * nbl_copysign(y, x))
    MIRRORS_PUT_FLOAT(nbl_sign(nbl_float32_from_bits(u)))
    MIRRORS_PUT_BOOL(nbl_is_nan(nbl_float32_from_bits(u)))
    MIRRORS_PUT_BOOL(nbl_is_inf(nbl_limits_infinity_float32_t()))
    MIRRORS_PUT_FLOAT(nbl_fract(x * 8.0f))
    MIRRORS_PUT_FLOAT(nbl_mod(x * 64.0f, y))
    MIRRORS_PUT_FLOAT(nbl_mix(x, y, nbl_saturate(x)))
    MIRRORS_PUT_FLOAT(nbl_step(x, y) + 2.0f * nbl_smoothstep(-1.0f, 1.5f, x))
    MIRRORS_PUT_FLOAT(nbl_radians(x) + nbl_degrees(y))
    MIRRORS_PUT_FLOAT(NBL_CAT(nbl_numbers_pi_, MIRRORS_SCALAR)() + nbl_numbers_e_float32_t())
    MIRRORS_PUT(NBL_CAST(uint32_t, NBL_SIZE_OF(MIRRORS_SCALAR) * 8 + NBL_IS_FLOAT(MIRRORS_SCALAR)))
    NBL_UNSIGNED_OF(MIRRORS_SCALAR) lowest = nbl_bits_from_float32(nbl_limits_lowest_float32_t());
    MIRRORS_PUT(lowest)

    nbl_float32_t3 a = nbl_vector_3(x, y, x - y);
    nbl_float32_t3 b = nbl_vector_3(y, 0.5f, x);
    nbl_float32_t3 c = nbl_vector_cross(nbl_vector_normalize(a), nbl_vector_reflect(b, nbl_vector_3(0.0f, 1.0f, 0.0f)));
    MIRRORS_PUT_FLOAT(c.x)
    MIRRORS_PUT_FLOAT(c.y)
    MIRRORS_PUT_FLOAT(c.z)
    nbl_float32_t2 d = nbl_vector_div(nbl_vector_sub(nbl_vector_2(x, y), nbl_splat_2(3.0f)), nbl_vector_2(y, y + 2.0f));
    nbl_float32_t2 e = nbl_vector_mix(nbl_vector_negate(d), nbl_vector_abs(d), 0.25f);
    MIRRORS_PUT_FLOAT(d.x)
    MIRRORS_PUT_FLOAT(d.y)
    MIRRORS_PUT_FLOAT(e.x + e.y)
    nbl_float32_t4 f = nbl_vector_clamp(nbl_vector_mul(four, signed_four), nbl_splat_4(-0.25f), nbl_splat_4(0.75f));
    nbl_float32_t4 g = nbl_vector_min(nbl_vector_max(four, signed_four), nbl_vector_add(f, nbl_splat_4(0.125f)));
    MIRRORS_PUT_FLOAT(nbl_vector_dot(f, g))
    MIRRORS_PUT_FLOAT(nbl_vector_distance(f, g) + nbl_vector_length(c))
    MIRRORS_PUT_BOOL(nbl_vector_equal(f, f))
    MIRRORS_PUT_BOOL(nbl_vector_equal(f, g))
    nbl_float32_m4 h = nbl_matrix_add(nbl_matrix_outer(f, signed_four), nbl_matrix_diagonal_4(nbl_splat_4(2.5f)));
    nbl_float32_m4 k = nbl_matrix_mul(nbl_matrix_inverse(h), nbl_matrix_transpose(h));
    MIRRORS_PUT_FLOAT(nbl_matrix_determinant(h))
    MIRRORS_PUT_FLOAT(nbl_vector_dot(nbl_matrix_transform(k, four), nbl_matrix_transform_row(four, h)))
    nbl_float32_m3 m = nbl_matrix_sub(nbl_matrix_3(a, b, c), nbl_matrix_scale(nbl_matrix_identity_3(), 3.0f));
    nbl_float32_m3 n = nbl_matrix_component_mul(nbl_matrix_inverse(m), nbl_matrix_transpose(m));
    MIRRORS_PUT_FLOAT(nbl_matrix_determinant(m))
    MIRRORS_PUT_FLOAT(n.c0.x + n.c1.y)
    MIRRORS_PUT_FLOAT(n.c2.x)
    nbl_float32_m2 o = nbl_matrix_inverse(nbl_matrix_2(nbl_vector_2(x, 2.0f), nbl_vector_2(y, x)));
    MIRRORS_PUT_FLOAT(o.c0.x + o.c1.x)
    MIRRORS_PUT_BOOL(nbl_matrix_equal(o, o))
    NBL_SCALAR_OF(nbl_float32_t2) q = nbl_vector_refract(e, nbl_vector_floor(d), 0.75f).x;
    MIRRORS_PUT_FLOAT(q + nbl_vector_face_forward(d, e, nbl_vector_fract(e)).y)
    MIRRORS_PUT_FLOAT(nbl_vector_smoothstep(nbl_splat_2(-1.0f), nbl_splat_2(1.0f), d).x)
    MIRRORS_PUT_FLOAT(nbl_vector_dot(nbl_vector_step(d, e), nbl_vector_saturate(e)))
    MIRRORS_PUT(NBL_CAST(uint32_t, NBL_COMPONENTS_OF(nbl_float32_t3) + NBL_LIMITS_DIGITS10_float32_t))
    nbl_complex_float32_t z = nbl_complex_polar(nbl_complex_abs(nbl_complex_construct(x, y)), x);
    MIRRORS_PUT_FLOAT(nbl_complex_arg(nbl_complex_proj(nbl_complex_mul(z, nbl_complex_construct(y, x)))))
    MIRRORS_PUT(nbl_bit_not_uint32_t(u) ^ nbl_modulus_uint32_t(u, v | 1u))
    MIRRORS_PUT(
        NBL_CAST(uint32_t, nbl_modulus_int32_t(i, (j & -256) | 2) + nbl_divides_int32_t(i | 1, (j & 0xffff) | 1)))
    NBL_CONDITIONAL(0, float32_t, uint32_t) same = NBL_IS_SAME(MIRRORS_SCALAR, float32_t);
    MIRRORS_PUT(same * 2u + NBL_CAST(uint32_t, NBL_IS_SAME(MIRRORS_SCALAR, int32_t)))
    nbl_complex_float32_t root = nbl_complex_sqrt(nbl_complex_construct(x, y));
    nbl_complex_float32_t logarithm = nbl_complex_log(nbl_complex_construct(y, x));
    nbl_complex_float32_t power = nbl_complex_pow(root, nbl_complex_exp(logarithm));
    NBL_ASSIGN(nbl_multiplies_nbl_complex_float32_t, power, nbl_plus_nbl_complex_float32_t(root, logarithm));
    MIRRORS_PUT_FLOAT(root.real)
    MIRRORS_PUT_FLOAT(root.imag)
    MIRRORS_PUT_FLOAT(logarithm.real)
    MIRRORS_PUT_FLOAT(power.real - power.imag)
#undef MIRRORS_PUT
#undef MIRRORS_PUT_FLOAT
#undef MIRRORS_PUT_BOOL
    for (; at < (t + 1u) * MIRRORS_PER_INVOCATION; at++) mirrors_set(at, 0u);
}
