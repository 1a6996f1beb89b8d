/* Indices, shared memory, barriers and factors of a radix-2 shuffle FFT, from its sizes.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_RADIX2_H
#define NBL_FFT_RADIX2_H

#include "nbl/fft/parameters.h"
#if NBL_HAS_FLOAT64
#include "nbl/fft/constants_float64.h"
#endif

/* Returns the index in the FFT's array of an invocation's element: element * W + at.invocation, W =
 * 2^workgroup_size_log2.
 *
 * at                   the invocation's place
 * element              0 to the elements of an invocation - 1
 * workgroup_size_log2  log2 of the invocations of one FFT */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_linear_index(nbl_fft_place_t at, uint32_t element,
                                                     uint32_t workgroup_size_log2) {
    return (element << workgroup_size_log2) + at.invocation;
}

/* The shared memory that one FFT needs, in dwords: one complex number for each of its invocations. FFTs that share a
 * workgroup lie one after the other. A macro, since arrays are sized by it.
 *
 * workgroup_size_log2  log2 of the invocations of one FFT
 * dwords_per_complex   NBL_DWORDS_<scalar>: 1 for float16_t, 2 for float32_t, 4 for float64_t */
#define NBL_FFT_SHARED_DWORDS(workgroup_size_log2, dwords_per_complex) ((dwords_per_complex) << (workgroup_size_log2))

/* Returns the workgroup barriers that one FFT executes: between the write and the read of every trade across subgroups,
 * and before every write but the first.
 *
 * elements_per_invocation_log2  1 to 5
 * workgroup_size_log2           log2 of the invocations of one FFT
 * subgroup_size_log2            0 for the form without subgroup operations */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_barriers(uint32_t elements_per_invocation_log2, uint32_t workgroup_size_log2,
                                                 uint32_t subgroup_size_log2) {
    uint32_t crossing = workgroup_size_log2 > subgroup_size_log2 ? workgroup_size_log2 - subgroup_size_log2 : 0u;
    uint32_t trades = crossing << (elements_per_invocation_log2 - 1u);
    return trades == 0u ? 0u : 2u * trades - 1u;
}

/* Returns h of a normalisation's factor 2^-h, or 2^-h sqrt(1/2) for an odd root (nbl_fft_is_odd_root()): log2 N for
 * 1/N, half of it rounded down for 1/sqrt(N), 0 for none.
 *
 * length_log2    log2 N
 * normalization  NBL_FFT_UNNORMALIZED, NBL_FFT_BY_LENGTH or NBL_FFT_BY_ROOT */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_halvings(uint32_t length_log2, uint32_t normalization) {
    return normalization == NBL_CAST(uint32_t, NBL_FFT_BY_LENGTH) ? length_log2
           : normalization == NBL_CAST(uint32_t, NBL_FFT_BY_ROOT) ? length_log2 >> 1u
                                                                  : 0u;
}

/* Returns whether the normalisation is 1/sqrt(N) of a length N = 2^length_log2 with an odd exponent. */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_is_odd_root(uint32_t length_log2, uint32_t normalization) {
    return normalization == NBL_CAST(uint32_t, NBL_FFT_BY_ROOT) && (length_log2 & 1u) != 0u;
}

/* Returns 2^-halvings, times sqrt(1/2) for an odd root.
 *
 * halvings  0 to 126: as nbl_fft_halvings() returns
 * odd_root  as nbl_fft_is_odd_root() returns */
NBL_FUNCTION float32_t nbl_fft_scale_float32_t(uint32_t halvings, bool odd_root) {
    float32_t power = nbl_float32_from_bits((127u - halvings) << 23u);
    return odd_root ? power * 0.707106781f : power;
}

#if NBL_HAS_FLOAT64
/* Returns 2^-halvings, times sqrt(1/2) for an odd root, in float64. */
NBL_FUNCTION float64_t nbl_fft_scale_float64_t(uint32_t halvings, bool odd_root) {
    float64_t power = NBL_CAST(float64_t, nbl_float32_from_bits((127u - halvings) << 23u));
    float64_t root = NBL_FFT_SQRT_HALF_float64_t;
    return odd_root ? power * root : power;
}
#endif

#if NBL_HAS_FLOAT16
/* Returns nbl_fft_scale_float32_t()'s number, rounded to float16. */
NBL_FUNCTION float16_t nbl_fft_scale_float16_t(uint32_t halvings, bool odd_root) {
    return NBL_CAST(float16_t, nbl_fft_scale_float32_t(halvings, odd_root));
}
#endif

#endif
