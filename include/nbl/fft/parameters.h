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

/* Normalisations, and the ones that an instance has if it does not choose. */
#define NBL_FFT_UNNORMALIZED 0
#define NBL_FFT_BY_LENGTH 1
#define NBL_FFT_BY_ROOT 2
#define NBL_FFT_FORWARD_DEFAULT NBL_FFT_UNNORMALIZED
#define NBL_FFT_INVERSE_DEFAULT NBL_FFT_BY_LENGTH
#define NBL_FFT_NORMALIZATION_OF(inverse) (inverse ? NBL_FFT_INVERSE_NORMALIZATION : NBL_FFT_FORWARD_NORMALIZATION)

/* How the twiddles w to w^(R - 1) of a butterfly are made. Some powers are evaluated; w^(4 a + b) is else the product
 * of w^(4 a) and w^b.
 *
 *                        evaluated
 *   OF_TWO               every w^(4 a) and every w^b
 *   EVALUATED            every power
 *   BY_FOURTHS           every w^(4 a), and w
 *   OF_ONE               w
 *   OF_ONE_AND_FOURTH    w and w^4 */
#define NBL_FFT_TWIDDLES_OF_TWO 0
#define NBL_FFT_TWIDDLES_EVALUATED 1
#define NBL_FFT_TWIDDLES_BY_FOURTHS 2
#define NBL_FFT_TWIDDLES_OF_ONE 3
#define NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH 4
/* STEPPED_..: the same powers are evaluated, but only for an invocation's first butterfly of a pass. For a butterfly d
 * further power q is multiplied by a literal, exp(-+2 pi i d q / N). */
#define NBL_FFT_TWIDDLES_STEPPED 5
#define NBL_FFT_TWIDDLES_STEPPED_OF_TWO 5
#define NBL_FFT_TWIDDLES_STEPPED_BY_FOURTHS 6
#define NBL_FFT_TWIDDLES_STEPPED_OF_ONE 7
#define NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH 8
/* PARTLY_..: as STEPPED_.., but only in passes where each twiddle is made in one way: nbl_fft_pass_steps(). */
#define NBL_FFT_TWIDDLES_PARTLY_STEPPED 9
#define NBL_FFT_TWIDDLES_PARTLY_STEPPED_OF_TWO 9
#define NBL_FFT_TWIDDLES_PARTLY_STEPPED_BY_FOURTHS 10
#define NBL_FFT_TWIDDLES_PARTLY_STEPPED_OF_ONE 11
#define NBL_FFT_TWIDDLES_PARTLY_STEPPED_OF_ONE_AND_FOURTH 12
/* Added to one of these: octants are found by comparing, not by dividing. The bits are the same. Most compilers make
 * fewer instructions of it (docs/systems.md); NVIDIA's makes some kernels 10 % faster, and others 10 % slower. */
#define NBL_FFT_TWIDDLES_COMPARED 16

/* Most elements of an invocation in a radix-2 shuffle FFT, and the largest radix of a Stockham FFT, a prime. */
#define NBL_FFT_MAX_ELEMENTS_PER_INVOCATION 32
#define NBL_FFT_MAX_RADIX 47

/* ---- An invocation's place */

NBL_STRUCT(nbl_fft_place_t) {
    uint32_t instance;   /* number of its FFT in the workgroup, from 0 */
    uint32_t invocation; /* its number in that FFT, from 0 */
    /* Whether there is an FFT: false in the empty places of a last workgroup. Accessors then neither load nor store;
     * the FFT runs all the same, for its barriers */
    bool present;
    uint32_t fft;  /* number of its FFT among all; in an empty place the number of an FFT that exists */
    uint32_t ffts; /* how many FFTs there are in all; 0: unknown */
};

/* Counts a transform, on the CPU. */
#define NBL_FFT_COUNT(at, inverse) \
    if (inverse) { \
        NBL_COUNT(fft_inverse, at.present &&at.invocation == 0u ? 1u : 0u); \
    } else { \
        NBL_COUNT(fft_forward, at.present &&at.invocation == 0u ? 1u : 0u); \
    }

/* An element of an invocation's registers. */
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

/* ---- Radices as numbers, all of them plain integers, also in #if, where GLSL has no ?:
 *
 * NBL_FFT_RADIX_FIELD(R) is the number of radix R in 5 bits; NBL_FFT_RADIX_OF_FIELD(number) is the way back. The number
 * is R - 1 for R up to 32. Four radices came later and have numbers of radices without a kernel: NBL_FFT_NUMBER_OF_35
 * and the next three. 33, 34 and all from 37 on have no such number: they are wide. */
#define NBL_FFT_NUMBER_OF_35 16
#define NBL_FFT_NUMBER_OF_36 18
#define NBL_FFT_NUMBER_OF_17 21
#define NBL_FFT_NUMBER_OF_19 25
#define NBL_FFT_RADIX_FIELD(radix) \
    ((radix)-1 - 18 * ((radix) / 35) + (radix) / 36 + 7 * ((radix) / 19 - (radix) / 20) + \
     5 * ((radix) / 17 - (radix) / 18 - (radix) / 34 + (radix) / 36))
#define NBL_FFT_RADIX_OF_FIELD(field) \
    ((field) == NBL_FFT_NUMBER_OF_35   ? 35 \
     : (field) == NBL_FFT_NUMBER_OF_36 ? 36 \
     : (field) == NBL_FFT_NUMBER_OF_17 ? 17 \
     : (field) == NBL_FFT_NUMBER_OF_19 ? 19 \
                                       : (field) + 1)
/* 1 for a wide radix, else 0. The first summand is 1 from 37 on, the second for 33 and 34. */
#define NBL_FFT_IS_WIDE(radix) (((radix) + 91) / 128 + (1 - ((radix) + 91) / 128) * ((radix) / 33 - (radix) / 35))

/* The radices of a plan, packed into a word, the first pass lowest. NBL_RADICES_3(a, b, c) is the word of three.
 *
 *   narrow   5 bits a pass: NBL_FFT_RADIX_FIELD(R)
 *   wide     if any radix is wide: 6 bits a pass, R - 1, of four passes at most, and bit 30 is set
 *
 * NBL_FFT_RADICES_BITS(word) is 5 or 6; NBL_FFT_RADICES_NUMBER(word, p) is the number of pass p's radix, p = 0 to 5;
 * NBL_FFT_RADIX_OF(word, p) is the radix, not in #if. Passes beyond the last have the number 0, that of radix 1. */
#define NBL_FFT_RADICES_MARK 1073741824
#define NBL_FFT_RADICES_BITS(word) (5 + ((word) >> 30))
#define NBL_FFT_RADICES_NUMBER(word, p) \
    (((word) & (NBL_FFT_RADICES_MARK - 1)) >> NBL_FFT_RADICES_BITS(word) * (p) & (31 + 32 * ((word) >> 30)))
#define NBL_FFT_RADIX_OF(word, p) \
    ((word) >> 30 != 0 ? NBL_FFT_RADICES_NUMBER(word, p) + 1 : NBL_FFT_RADIX_OF_FIELD(NBL_FFT_RADICES_NUMBER(word, p)))
/* Numbers of radices as a word has them that is wide (1) or narrow (0). */
#define NBL_FFT_NUMBER_OF(wide, radix) ((1 - (wide)) * NBL_FFT_RADIX_FIELD(radix) + (wide) * ((radix)-1))
#define NBL_FFT_NUMBERS_2(wide, a, b) (NBL_FFT_NUMBER_OF(wide, a) | NBL_FFT_NUMBER_OF(wide, b) << (5 + (wide)))
#define NBL_FFT_NUMBERS_3(wide, a, b, c) (NBL_FFT_NUMBER_OF(wide, a) | NBL_FFT_NUMBERS_2(wide, b, c) << (5 + (wide)))
#define NBL_FFT_NUMBERS_4(wide, a, b, c, d) \
    (NBL_FFT_NUMBER_OF(wide, a) | NBL_FFT_NUMBERS_3(wide, b, c, d) << (5 + (wide)))
#define NBL_FFT_ANY_WIDE(a, b, c, d) (NBL_FFT_IS_WIDE(a) | NBL_FFT_IS_WIDE(b) | NBL_FFT_IS_WIDE(c) | NBL_FFT_IS_WIDE(d))
#define NBL_RADICES_1(a) (NBL_FFT_NUMBER_OF(NBL_FFT_IS_WIDE(a), a) | NBL_FFT_IS_WIDE(a) << 30)
#define NBL_RADICES_2(a, b) (NBL_FFT_NUMBERS_2(NBL_FFT_ANY_WIDE(a, b, 1, 1), a, b) | NBL_FFT_ANY_WIDE(a, b, 1, 1) << 30)
#define NBL_RADICES_3(a, b, c) \
    (NBL_FFT_NUMBERS_3(NBL_FFT_ANY_WIDE(a, b, c, 1), a, b, c) | NBL_FFT_ANY_WIDE(a, b, c, 1) << 30)
#define NBL_RADICES_4(a, b, c, d) \
    (NBL_FFT_NUMBERS_4(NBL_FFT_ANY_WIDE(a, b, c, d), a, b, c, d) | NBL_FFT_ANY_WIDE(a, b, c, d) << 30)
#define NBL_RADICES_5(a, b, c, d, e) (NBL_FFT_RADIX_FIELD(a) | NBL_FFT_NUMBERS_4(0, b, c, d, e) << 5)
#define NBL_RADICES_6(a, b, c, d, e, f) (NBL_FFT_RADIX_FIELD(a) | NBL_RADICES_5(b, c, d, e, f) << 5)

/* Masks of radix kernels. Radix R, 2 or more, has bit NBL_FFT_RADIX_MASK_BIT(R): its number in 5 bits; wide ones bit 0.
 *
 *   NBL_FFT_RADICES_TO_16      2 to 16
 *   NBL_FFT_RADICES_18_TO_36   18, 20, 21, 24, 25, 27, 28, 30, 35, 36
 *   NBL_FFT_PRIME_RADICES      17, 19, 23, 29, 31 and the wide ones: of fast mode only and in no other mask
 *   NBL_FFT_ALL_RADICES        the first two, and 32 */
#define NBL_FFT_RADIX_MASK_BIT(radix) (NBL_FFT_RADIX_FIELD(radix) * (1 - NBL_FFT_IS_WIDE(radix)))
#define NBL_FFT_RADICES_TO_16 65534
#define NBL_FFT_RADICES_35_AND_36 327680
#define NBL_FFT_RADICES_18_TO_36 765394944                                            /* but for 32 */
#define NBL_FFT_RADIX_BIT(bit) ((1 << ((bit) - (bit) / 31)) * (1 - 3 * ((bit) / 31))) /* 1 << 31 is no int in C */
#define NBL_FFT_PRIME_RADICES 1382023169
#define NBL_FFT_ALL_RADICES (NBL_FFT_RADICES_TO_16 | NBL_FFT_RADICES_18_TO_36 | NBL_FFT_RADIX_BIT(31))
/* Elements of the array that the kernels of a mask work on: 16, 32, 36 or NBL_FFT_MAX_RADIX. */
#define NBL_FFT_RADIX_ELEMENTS(mask) \
    (((mask)&1) != 0 ? NBL_FFT_MAX_RADIX : ((mask)&NBL_FFT_RADICES_35_AND_36) != 0 ? 36 : ((mask) >> 16) != 0 ? 32 : 16)

#endif
