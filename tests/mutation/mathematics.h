/* A kernel that uses the mirrors of std and of the built-ins, so that a mutation of them shows in a result.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/bit/pack.h"
#include "nbl/complex_exponential.h"
#include "nbl/fft/dct.h"
#include "nbl/functional.h"
#include "nbl/numbers.h"
#include "nbl/vector.h"

#define MATHEMATICS_RESULTS 32u

NBL_BUFFER(0, float32_t, mathematics_input) /* -1 to 1 */
NBL_BUFFER(1, float32_t, mathematics_output)

#define NBL_SORT_NAME mathematics
#define NBL_SORT_SCALAR float32_t
#define NBL_SORT_COUNT 4
#define NBL_SORT_LESS nbl_less_float32_t
#include "nbl/algorithm/sort.h"

#define NBL_BOUND_NAME mathematics
#define NBL_BOUND_SCALAR uint32_t
#define NBL_BOUND_GET(i) ((i)*3u)
#define NBL_BOUND_LESS nbl_less_uint32_t
#include "nbl/algorithm/bound.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(mathematics) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t at = t * MATHEMATICS_RESULTS;
    float32_t x = NBL_LOAD(mathematics_input, t), y = NBL_LOAD(mathematics_input, t + 64u);
    float32_t z = NBL_LOAD(mathematics_input, t + 128u), a = nbl_abs(x);
    uint32_t u = nbl_bits_from_float32(x), v = nbl_bits_from_float32(y);
#define MATHEMATICS_PUT(value) \
    NBL_STORE(mathematics_output, at, value); \
    at += 1u;
#define MATHEMATICS_PUT_BITS(value) MATHEMATICS_PUT(NBL_CAST(float32_t, (value)&0xffffffu))
    MATHEMATICS_PUT(nbl_sqrt(a))
    MATHEMATICS_PUT(nbl_div(x, y))
    MATHEMATICS_PUT(nbl_fma(x, y, z))
    MATHEMATICS_PUT(nbl_rsqrt(a))
    MATHEMATICS_PUT(nbl_cbrt(x))
    MATHEMATICS_PUT(nbl_round(x * 9.0f) + nbl_floor(y * 9.0f))
    MATHEMATICS_PUT(nbl_exp(x * 9.0f))
    MATHEMATICS_PUT(nbl_exp2(x))
    MATHEMATICS_PUT(nbl_log2(a))
    MATHEMATICS_PUT(nbl_pow(a, y * 8.0f))
    MATHEMATICS_PUT(nbl_sin(x * 99.0f))
    MATHEMATICS_PUT(nbl_tan(y))
    MATHEMATICS_PUT(nbl_acos(x))
    MATHEMATICS_PUT(nbl_atan2(x, y))
    MATHEMATICS_PUT(nbl_sinh(x))
    MATHEMATICS_PUT(nbl_tanh(y))
    MATHEMATICS_PUT_BITS(nbl_bit_count(u) + nbl_bitfield_insert(u, v, 3u, 9u))
    MATHEMATICS_PUT_BITS(nbl_wide_shift_right(nbl_multiply_extended(u, v), 11u).low)
    MATHEMATICS_PUT(nbl_unpack_snorm_4x8(u).x)
    MATHEMATICS_PUT_BITS(nbl_pack_unorm_4x8(nbl_vector_4(a, a, a, a)))
    MATHEMATICS_PUT(nbl_numbers_pi_float32_t())
    MATHEMATICS_PUT(nbl_limits_max_float32_t())
    MATHEMATICS_PUT(nbl_maximum_float32_t(nbl_plus_float32_t(x, y), z))
    MATHEMATICS_PUT(nbl_clamp(x, -0.5f, nbl_min(z, 0.25f)))
    MATHEMATICS_PUT_BITS(mathematics_lower_bound(0u, 1000u, u & 1023u))
    float32_t values[4];
    for (uint32_t k = 0u; k < 4u; k++) values[k] = NBL_LOAD(mathematics_input, t + k);
    mathematics_sort(values);
    MATHEMATICS_PUT(values[1])
    MATHEMATICS_PUT(nbl_mix(x, y, a) + nbl_smoothstep(-1.0f, 1.0f, z))
    MATHEMATICS_PUT(nbl_vector_reflect(nbl_vector_2(x, y), nbl_vector_2(z, a)).x)
    MATHEMATICS_PUT(nbl_complex_arg(nbl_complex_polar(a, y)))
    nbl_complex_float32_t p = nbl_complex_construct(x, y), q = nbl_complex_construct(z, a);
    MATHEMATICS_PUT(nbl_complex_exp(p).real + nbl_complex_log(q).imag)
    MATHEMATICS_PUT(nbl_plus_nbl_complex_float32_t(p, q).imag)
    nbl_dct_t dct = {NBL_DST_2, 16u, 1u};
    nbl_dct_term_t term = nbl_dct_term(dct, u % 16u);
    float32_t folded = NBL_CAST(float32_t, term.place) + nbl_dct_take_float32_t(term, x);
    MATHEMATICS_PUT(folded + nbl_dct_unfold_float32_t(dct, nbl_dct_part(dct, u % 16u), p, q))
#undef MATHEMATICS_PUT_BITS
#undef MATHEMATICS_PUT
    for (; at < (t + 1u) * MATHEMATICS_RESULTS; at++) NBL_STORE(mathematics_output, at, 0.0f);
}
