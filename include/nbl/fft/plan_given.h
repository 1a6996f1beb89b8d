/* What is wrong with a plan that the user gives an instance of nbl/fft.h: another length, or too few elements.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone, where NBL_FFT_RADICES was given; those of the tables are tested.
 */
#undef NBL_FFT_GIVEN_PLAN
#define NBL_FFT_RADIX_(number) NBL_FFT_RADIX_OF_FIELD(((NBL_FFT_RADICES >> (5 * number)) & 31))

/* What an invocation holds in a pass at most. */
#define NBL_FFT_HELD_(number) \
    (NBL_FFT_RADIX_(number) * \
     ((NBL_FFT_COMPLEX_LENGTH / NBL_FFT_RADIX_(number) + NBL_FFT_OWN(invocations) - 1) / NBL_FFT_OWN(invocations)))
#define NBL_FFT_FITS_(number) \
    (number >= NBL_FFT_MOST_PASSES ? 1 : NBL_FFT_HELD_(number) <= NBL_FFT_OWN(elements) ? 1 : 0)
#define NBL_FFT_PRODUCT_ \
    (NBL_FFT_RADIX_(0) * NBL_FFT_RADIX_(1) * NBL_FFT_RADIX_(2) * NBL_FFT_RADIX_(3) * NBL_FFT_RADIX_(4) * \
     NBL_FFT_RADIX_(5))
NBL_REQUIRE_OF(NBL_FFT_OWN(radices_have_another_length), NBL_FFT_PRODUCT_ == NBL_FFT_COMPLEX_LENGTH, NBL_FFT_PRODUCT_,
               NBL_FFT_COMPLEX_LENGTH)
NBL_REQUIRE(NBL_FFT_OWN(holds_more_elements), NBL_FFT_PRODUCT_ != NBL_FFT_COMPLEX_LENGTH
                                                  ? true
                                                  : NBL_FFT_FITS_(0) * NBL_FFT_FITS_(1) * NBL_FFT_FITS_(2) *
                                                            NBL_FFT_FITS_(3) * NBL_FFT_FITS_(4) * NBL_FFT_FITS_(5) ==
                                                        1)
#undef NBL_FFT_PRODUCT_

#undef NBL_FFT_FITS_
#undef NBL_FFT_HELD_
#undef NBL_FFT_RADIX_
