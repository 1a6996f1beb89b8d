/* What parameters of FFTs may be, and where an invocation is among FFTs.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PARAMETERS_H
#define NBL_FFT_PARAMETERS_H

#include "nbl/complex.h"

/* The algorithms, as plain integers: parameters of kernels and keys of caches. */
#define NBL_FFT_RADIX2_SHUFFLE 0
#define NBL_FFT_STOCKHAM 1

/* Directions that an instance of nbl/fft.h has. */
#define NBL_FFT_FORWARD 1
#define NBL_FFT_INVERSE 2
#define NBL_FFT_BOTH_DIRECTIONS 3

/* Normalisations, and those of an instance that names none. */
#define NBL_FFT_UNNORMALIZED 0
#define NBL_FFT_BY_LENGTH 1
#define NBL_FFT_BY_ROOT 2
#define NBL_FFT_FORWARD_DEFAULT NBL_FFT_UNNORMALIZED
#define NBL_FFT_INVERSE_DEFAULT NBL_FFT_BY_LENGTH
#define NBL_FFT_NORMALIZATION_OF(inverse) (inverse ? NBL_FFT_INVERSE_NORMALIZATION : NBL_FFT_FORWARD_NORMALIZATION)

/* How the twiddles w to w^(R - 1) of a butterfly are made: w^(4 a + b) is a product of w^(4 a) and w^b. Evaluated are all
 * of these (OF_TWO); every power, without a product; those by 4 a, and w; w alone; w and w^4. The others are products. */
#define NBL_FFT_TWIDDLES_OF_TWO 0
#define NBL_FFT_TWIDDLES_EVALUATED 1
#define NBL_FFT_TWIDDLES_BY_FOURTHS 2
#define NBL_FFT_TWIDDLES_OF_ONE 3
#define NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH 4
/* Likewise; but an invocation evaluates them for its first butterfly of a pass, and for the others multiplies by literals,
 * exp(-+2 pi i d q / N) for a butterfly d further. */
#define NBL_FFT_TWIDDLES_STEPPED 5
#define NBL_FFT_TWIDDLES_STEPPED_OF_TWO 5
#define NBL_FFT_TWIDDLES_STEPPED_BY_FOURTHS 6
#define NBL_FFT_TWIDDLES_STEPPED_OF_ONE 7
#define NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH 8

/* Of a radix-2 shuffle FFT; of a Stockham FFT that is the largest radix. */
#define NBL_FFT_MAX_ELEMENTS_PER_INVOCATION 32
#define NBL_FFT_MAX_RADIX 36

/* ---- An invocation's place */

NBL_STRUCT(nbl_fft_place_t) {
    uint32_t instance;   /* of the FFTs that share the workgroup, from 0 */
    uint32_t invocation; /* within that FFT, from 0 */
    /* false in the empty places of a ragged last workgroup: accessors neither load nor store there; FFTs run all the
     * same, for their barriers */
    bool present;
    uint32_t fft;  /* the number of its FFT among all; in an empty place, the number of an FFT that exists */
    uint32_t ffts; /* how many there are in all, 0 if that is not known */
};

/* Counts a transform, on the CPU. */
#define NBL_FFT_COUNT(at, inverse) \
    if (inverse) { \
        NBL_COUNT(fft_inverse, at.present &&at.invocation == 0u ? 1u : 0u); \
    } else { \
        NBL_COUNT(fft_forward, at.present &&at.invocation == 0u ? 1u : 0u); \
    }

/* An element of an invocation. */
NBL_STRUCT(nbl_fft_holder_t) {
    uint32_t invocation;
    uint32_t element;
};

/* Returns the place of an invocation whose workgroup holds one FFT after the other.
 *
 * local_invocation     nbl_local_invocation_index()
 * invocations_per_fft  1 or more */
NBL_CONSTEXPR_FUNCTION nbl_fft_place_t nbl_fft_place(uint32_t local_invocation, uint32_t invocations_per_fft) {
    uint32_t instance = local_invocation / invocations_per_fft;
    nbl_fft_place_t place = {instance, local_invocation - instance * invocations_per_fft, true, instance, 0u};
    return place;
}

/* The number below 32 that stands for radix R in plans and masks: R - 1 up to 32, but for four that came later: 35 and 36
 * have those of 17 and 19, and these the ones of 22 and 26, of which there is no kernel. And the radix that a number
 * stands for. The first one is for #if, too. */
#define NBL_FFT_RADIX_FIELD(radix) \
    ((radix)-1 - 18 * ((radix) / 35) + (radix) / 36 + 7 * ((radix) / 19 - (radix) / 20) + \
     5 * ((radix) / 17 - (radix) / 18 - (radix) / 34 + (radix) / 36))
#define NBL_FFT_RADIX_OF_FIELD(field) \
    ((field) == 16 ? 35 : (field) == 18 ? 36 : (field) == 21 ? 17 : (field) == 25 ? 19 : (field) + 1)

/* The radices of a plan from the first pass to the last: 5 bits each, the field of a radix, the first pass lowest. Plain
 * integers, for #if. */
#define NBL_RADICES_1(a) NBL_FFT_RADIX_FIELD(a)
#define NBL_RADICES_2(a, b) (NBL_RADICES_1(a) | NBL_RADICES_1(b) << 5)
#define NBL_RADICES_3(a, b, c) (NBL_RADICES_1(a) | NBL_RADICES_2(b, c) << 5)
#define NBL_RADICES_4(a, b, c, d) (NBL_RADICES_1(a) | NBL_RADICES_3(b, c, d) << 5)
#define NBL_RADICES_5(a, b, c, d, e) (NBL_RADICES_1(a) | NBL_RADICES_4(b, c, d, e) << 5)
#define NBL_RADICES_6(a, b, c, d, e, f) (NBL_RADICES_1(a) | NBL_RADICES_5(b, c, d, e, f) << 5)

/* Radix kernels, for masks of them: bit NBL_FFT_RADIX_FIELD(R) for radix R. 2 to 16; and 18, 20, 21, 24, 25, 27, 28, 30,
 * 35, 36; and 32; and the primes 17, 19, 23, 29 and 31, of fast mode alone and in no other mask. Plain integers, for #if. */
#define NBL_FFT_RADICES_TO_16 65534
#define NBL_FFT_RADICES_35_AND_36 327680
#define NBL_FFT_RADICES_18_TO_36 765394944                                            /* but for 32 */
#define NBL_FFT_RADIX_BIT(bit) ((1 << ((bit) - (bit) / 31)) * (1 - 3 * ((bit) / 31))) /* 1 << 31 is no int in C */
#define NBL_FFT_PRIME_RADICES 1382023168
#define NBL_FFT_ALL_RADICES (NBL_FFT_RADICES_TO_16 | NBL_FFT_RADICES_18_TO_36 | NBL_FFT_RADIX_BIT(31))
/* Elements of the array that the kernels of a mask work on. */
#define NBL_FFT_RADIX_ELEMENTS(mask) \
    (((mask)&NBL_FFT_RADICES_35_AND_36) != 0 ? NBL_FFT_MAX_RADIX : ((mask) >> 16) != 0 ? 32 : 16)

#endif
