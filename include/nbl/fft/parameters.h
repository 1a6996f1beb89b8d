/* Where an invocation is among FFTs, which radix kernels there are, and what follows from parameters.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PARAMETERS_H
#define NBL_FFT_PARAMETERS_H

#include "nbl/fft/dwords.h"
#include "nbl/fft/twiddle_polynomials.h"

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

/* ---- Who an invocation is */

NBL_STRUCT(nbl_fft_place_t) {
    uint32_t instance;   /* of the FFTs that share the workgroup, from 0 */
    uint32_t invocation; /* within that FFT, from 0 */
    /* false in the empty places of a ragged last workgroup: accessors neither load nor store there; FFTs run all the
     * same, for their barriers */
    bool present;
    uint32_t fft; /* the number of its FFT among all; where there is none, the number of one that is there */
};

/* An element of an invocation. */
NBL_STRUCT(nbl_fft_holder_t) {
    uint32_t invocation;
    uint32_t element;
};

/* Returns the place of an invocation whose workgroup holds one FFT after the other.
 *
 * local_invocation     nbl_local_invocation_index()
 * invocations_per_fft  1 or more */
NBL_FUNCTION nbl_fft_place_t nbl_fft_place(uint32_t local_invocation, uint32_t invocations_per_fft) {
    uint32_t instance = local_invocation / invocations_per_fft;
    nbl_fft_place_t place = {instance, local_invocation - instance * invocations_per_fft, true, instance};
    return place;
}

/* Returns the place of an invocation whose workgroup works down neighbouring columns of an array: neighbouring
 * invocations have neighbouring columns, so that they access neighbours in every row.
 *
 *   local invocation   0 1 2 3   4 5 6 7   ..          (4 columns)
 *   instance           0 1 2 3   0 1 2 3
 *   invocation         0 0 0 0   1 1 1 1
 *
 * local_invocation  nbl_local_invocation_index()
 * columns           FFTs of the workgroup, 1 or more */
NBL_FUNCTION nbl_fft_place_t nbl_fft_place_columns(uint32_t local_invocation, uint32_t columns) {
    uint32_t invocation = local_invocation / columns;
    uint32_t instance = local_invocation - invocation * columns;
    nbl_fft_place_t place = {instance, invocation, true, instance};
    return place;
}

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

/* ---- Which radix kernels there are, out of NBL_RADIX_MASK as it is where a text asks: bit R - 1 for radix R */

/* 2 to 10, 12, 14, 15, 16; and 32. Plain integers, for #if. */
#define NBL_FFT_RADICES_TO_16 60414
#define NBL_FFT_ALL_RADICES (NBL_FFT_RADICES_TO_16 | (1 << 31))

#define NBL_FFT_HAS_RADIX_2 ((NBL_RADIX_MASK >> 1) & 1)
#define NBL_FFT_HAS_RADIX_3 ((NBL_RADIX_MASK >> 2) & 1)
#define NBL_FFT_HAS_RADIX_4 ((NBL_RADIX_MASK >> 3) & 1)
#define NBL_FFT_HAS_RADIX_5 ((NBL_RADIX_MASK >> 4) & 1)
#define NBL_FFT_HAS_RADIX_6 ((NBL_RADIX_MASK >> 5) & 1)
#define NBL_FFT_HAS_RADIX_7 ((NBL_RADIX_MASK >> 6) & 1)
#define NBL_FFT_HAS_RADIX_8 ((NBL_RADIX_MASK >> 7) & 1)
#define NBL_FFT_HAS_RADIX_9 ((NBL_RADIX_MASK >> 8) & 1)
#define NBL_FFT_HAS_RADIX_10 ((NBL_RADIX_MASK >> 9) & 1)
#define NBL_FFT_HAS_RADIX_12 ((NBL_RADIX_MASK >> 11) & 1)
#define NBL_FFT_HAS_RADIX_14 ((NBL_RADIX_MASK >> 13) & 1)
#define NBL_FFT_HAS_RADIX_15 ((NBL_RADIX_MASK >> 14) & 1)
#define NBL_FFT_HAS_RADIX_16 ((NBL_RADIX_MASK >> 15) & 1)
#define NBL_FFT_HAS_RADIX_32 ((NBL_RADIX_MASK >> 31) & 1)

/* What the kernels are composed of. */
#define NBL_FFT_HAS_DFT3 \
    (NBL_FFT_HAS_RADIX_3 || NBL_FFT_HAS_RADIX_6 || NBL_FFT_HAS_RADIX_9 || NBL_FFT_HAS_RADIX_12 || NBL_FFT_HAS_RADIX_15)
#define NBL_FFT_HAS_DFT5 (NBL_FFT_HAS_RADIX_5 || NBL_FFT_HAS_RADIX_10 || NBL_FFT_HAS_RADIX_15)
#define NBL_FFT_HAS_DFT7 (NBL_FFT_HAS_RADIX_7 || NBL_FFT_HAS_RADIX_14)
#define NBL_FFT_HAS_DFT8 (NBL_FFT_HAS_RADIX_8 || NBL_FFT_HAS_RADIX_32)
#define NBL_FFT_HAS_DFT4 (NBL_FFT_HAS_RADIX_4 || NBL_FFT_HAS_RADIX_12 || NBL_FFT_HAS_RADIX_16 || NBL_FFT_HAS_DFT8)

#endif
