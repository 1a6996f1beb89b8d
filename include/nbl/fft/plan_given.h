/* Checks at compile time the plan that a user of nbl/fft.h has given by NBL_FFT_RADICES. A wrong plan does not compile.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone, which defines NBL_FFT_GIVEN_PLAN if the user gave NBL_FFT_RADICES. The library's
 * own plans are checked by tests instead. NBL_FFT_OWN(x) is <name>_x, for the instance called <name>. The compiler's
 * message has one of two names in it:
 *
 *   <name>_radices_have_another_length   the product of the radices is not the length in complex elements
 *   <name>_holds_more_elements           in some pass an invocation has more elements than NBL_FFT_LAYOUT gives it
 */
#undef NBL_FFT_GIVEN_PLAN /* plans.h needs it no longer: this file is included */
/* The radix of pass `number`, 0 to 5; 0 is the first. */
#define NBL_FFT_RADIX_(number) NBL_FFT_RADIX_OF(NBL_FFT_RADICES, number)

/* How many complex elements an invocation holds in pass `number` at most: the length over radix and invocations,
 * rounded up, is its number of butterflies; each has as many elements as the radix says. */
#define NBL_FFT_HELD_(number) \
    (NBL_FFT_RADIX_(number) * \
     ((NBL_FFT_COMPLEX_LENGTH / NBL_FFT_RADIX_(number) + NBL_FFT_OWN(invocations) - 1) / NBL_FFT_OWN(invocations)))
/* 1 if an invocation's elements of pass `number` fit; 0 if not. Passes from NBL_FFT_MOST_PASSES on, which plans.h takes
 * from the highest field that is not 0, have radix 1 and always fit. */
#define NBL_FFT_FITS_(number) \
    (number >= NBL_FFT_MOST_PASSES ? 1 : NBL_FFT_HELD_(number) <= NBL_FFT_OWN(elements) ? 1 : 0)
/* The product of all radices, 32 bits. Only six radices of 36 are 2^31 or more; no length is that large. */
#define NBL_FFT_PRODUCT_ \
    (NBL_FFT_RADIX_(0) * NBL_FFT_RADIX_(1) * NBL_FFT_RADIX_(2) * NBL_FFT_RADIX_(3) * NBL_FFT_RADIX_(4) * \
     NBL_FFT_RADIX_(5))
/* NBL_REQUIRE_OF(name, condition, ..) fails to compile if the condition is false; what follows it are numbers for the
 * message. */
NBL_REQUIRE_OF(NBL_FFT_OWN(radices_have_another_length), NBL_FFT_PRODUCT_ == NBL_FFT_COMPLEX_LENGTH, NBL_FFT_PRODUCT_,
               NBL_FFT_COMPLEX_LENGTH)
/* Only for a plan whose product is the length: any other plan has been reported by the requirement above. */
NBL_REQUIRE(NBL_FFT_OWN(holds_more_elements), NBL_FFT_PRODUCT_ != NBL_FFT_COMPLEX_LENGTH
                                                  ? true
                                                  : NBL_FFT_FITS_(0) * NBL_FFT_FITS_(1) * NBL_FFT_FITS_(2) *
                                                            NBL_FFT_FITS_(3) * NBL_FFT_FITS_(4) * NBL_FFT_FITS_(5) ==
                                                        1)
#undef NBL_FFT_PRODUCT_

#undef NBL_FFT_FITS_
#undef NBL_FFT_HELD_
#undef NBL_FFT_RADIX_
