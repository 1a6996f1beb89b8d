/* What follows from an FFT's parameters: one place for host and shader alike.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PARAMETERS_H
#define NBL_FFT_PARAMETERS_H

#include "nbl/fft/place.h"
#include "nbl/fft/twiddle_polynomials.h"
#include "nbl/workgroup/dwords.h"

/* The algorithms, as plain integers: parameters of kernels and keys of caches. */
#define NBL_FFT_RADIX2_SHUFFLE 0
#define NBL_FFT_STOCKHAM 1

/* Directions that an instance of nbl/fft.h has. */
#define NBL_FFT_FORWARD 1
#define NBL_FFT_INVERSE 2
#define NBL_FFT_BOTH_DIRECTIONS 3

/* Normalisations. */
#define NBL_FFT_UNNORMALIZED 0
#define NBL_FFT_BY_LENGTH 1
#define NBL_FFT_BY_ROOT 2

#define NBL_FFT_MAX_ELEMENTS_PER_INVOCATION 32

/* Returns the number, in the array, of element `element` of the invocation at `at`.
 *
 * workgroup_size_log2  log2 of the invocations of one FFT */
NBL_FUNCTION uint32_t nbl_fft_linear_index(nbl_fft_place_t at, uint32_t element, uint32_t workgroup_size_log2) {
    return (element << workgroup_size_log2) + at.invocation;
}

/* The shared memory that one FFT needs, in dwords; FFTs that share a workgroup lie one after the other. A macro, since
 * arrays are sized by it. dwords_per_complex: NBL_DWORDS_<scalar>. */
#define NBL_FFT_SHARED_DWORDS(workgroup_size_log2, dwords_per_complex) ((dwords_per_complex) << (workgroup_size_log2))

/* Returns the workgroup barriers that one FFT executes: between the write and the read of every trade across subgroups,
 * and before every write but the first.
 *
 * subgroup_size_log2   0 for the form without subgroup operations */
NBL_FUNCTION uint32_t nbl_fft_barriers(uint32_t elements_per_invocation_log2, uint32_t workgroup_size_log2,
                                       uint32_t subgroup_size_log2) {
    uint32_t crossing = workgroup_size_log2 > subgroup_size_log2 ? workgroup_size_log2 - subgroup_size_log2 : 0u;
    uint32_t trades = crossing << (elements_per_invocation_log2 - 1u);
    return trades == 0u ? 0u : 2u * trades - 1u;
}

/* Returns how many powers of two a normalisation takes off: 1/sqrt(N) of an odd power leaves a factor sqrt(1/2) over.
 */
NBL_FUNCTION uint32_t nbl_fft_halvings(uint32_t length_log2, uint32_t normalization) {
    return normalization == NBL_CAST(uint32_t, NBL_FFT_BY_LENGTH) ? length_log2
           : normalization == NBL_CAST(uint32_t, NBL_FFT_BY_ROOT) ? length_log2 >> 1u
                                                                  : 0u;
}

NBL_FUNCTION bool nbl_fft_is_odd_root(uint32_t length_log2, uint32_t normalization) {
    return normalization == NBL_CAST(uint32_t, NBL_FFT_BY_ROOT) && (length_log2 & 1u) != 0u;
}

/* Returns 2^-halvings, times sqrt(1/2) for an odd root. */
NBL_FUNCTION float32_t nbl_fft_scale_float32_t(uint32_t halvings, bool odd_root) {
    float32_t power = nbl_float32_from_bits((127u - halvings) << 23u);
    return odd_root ? power * 0.707106781f : power;
}

#if NBL_HAS_FLOAT64
NBL_FUNCTION float64_t nbl_fft_scale_float64_t(uint32_t halvings, bool odd_root) {
    float64_t power = NBL_CAST(float64_t, nbl_float32_from_bits((127u - halvings) << 23u));
    float64_t root = NBL_FFT_FLOAT64(0.707106769f, 1.21016175e-08f, -3.33066907e-16f);
    return odd_root ? power * root : power;
}
#endif

#if NBL_HAS_FLOAT16
NBL_FUNCTION float16_t nbl_fft_scale_float16_t(uint32_t halvings, bool odd_root) {
    return NBL_CAST(float16_t, nbl_fft_scale_float32_t(halvings, odd_root));
}
#endif

#endif
