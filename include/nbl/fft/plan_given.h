/* Refuses, at compile time, a wrong plan that the user gives an instance of nbl/fft.h by NBL_FFT_RADICES.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone, if the user gave NBL_FFT_RADICES. The library's own plans are checked by tests
 * instead. The compiler's message has one of two names in it, after the instance's:
 *
 *   <name>_radices_have_another_length   the radices' product is not the length
 *   <name>_holds_more_elements           a pass holds more elements of an invocation than the layout gives it
 */
#undef NBL_FFT_GIVEN_PLAN
/* Radix number 0 to 5 of the plan: a field of five bits; 1 beyond the plan's last radix (nbl/fft/parameters.h). */
#define NBL_FFT_RADIX_(number) NBL_FFT_RADIX_OF_FIELD(((NBL_FFT_RADICES >> (5 * number)) & 31))

/* The most complex elements that an invocation holds in a pass: its butterflies, rounded up, times their radix. */
#define NBL_FFT_HELD_(number) \
    (NBL_FFT_RADIX_(number) * \
     ((NBL_FFT_COMPLEX_LENGTH / NBL_FFT_RADIX_(number) + NBL_FFT_OWN(invocations) - 1) / NBL_FFT_OWN(invocations)))
/* 1 if pass `number` fits, or is beyond the passes that an instance can have. */
#define NBL_FFT_FITS_(number) \
    (number >= NBL_FFT_MOST_PASSES ? 1 : NBL_FFT_HELD_(number) <= NBL_FFT_OWN(elements) ? 1 : 0)
#define NBL_FFT_PRODUCT_ \
    (NBL_FFT_RADIX_(0) * NBL_FFT_RADIX_(1) * NBL_FFT_RADIX_(2) * NBL_FFT_RADIX_(3) * NBL_FFT_RADIX_(4) * \
     NBL_FFT_RADIX_(5))
NBL_REQUIRE_OF(NBL_FFT_OWN(radices_have_another_length), NBL_FFT_PRODUCT_ == NBL_FFT_COMPLEX_LENGTH, NBL_FFT_PRODUCT_,
               NBL_FFT_COMPLEX_LENGTH)
/* A plan of another length is not reported a second time. */
NBL_REQUIRE(NBL_FFT_OWN(holds_more_elements), NBL_FFT_PRODUCT_ != NBL_FFT_COMPLEX_LENGTH
                                                  ? true
                                                  : NBL_FFT_FITS_(0) * NBL_FFT_FITS_(1) * NBL_FFT_FITS_(2) *
                                                            NBL_FFT_FITS_(3) * NBL_FFT_FITS_(4) * NBL_FFT_FITS_(5) ==
                                                        1)
#undef NBL_FFT_PRODUCT_

#undef NBL_FFT_FITS_
#undef NBL_FFT_HELD_
#undef NBL_FFT_RADIX_
