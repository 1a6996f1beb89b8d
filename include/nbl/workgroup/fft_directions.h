/* The chosen algorithm's text, and its two directions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h and nbl/workgroup/fft.h, never by itself; the second says what the parameters are.
 */
#ifndef NBL_FFT_FORWARD_NORMALIZATION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_FFT_UNNORMALIZED
#endif
#ifndef NBL_FFT_INVERSE_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_BY_LENGTH
#endif
#define NBL_FFT_NORMALIZATION(inverse_) (inverse_ ? NBL_FFT_INVERSE_NORMALIZATION : NBL_FFT_FORWARD_NORMALIZATION)

#if NBL_FFT_ALGORITHM == NBL_FFT_RADIX2_SHUFFLE
#if defined(NBL_FFT_COMPONENTS)
#if NBL_FFT_COMPONENTS > 1
#error "NBL_FFT_COMPONENTS is for NBL_FFT_STOCKHAM: transform the components one after the other"
#endif
#endif
#include "nbl/workgroup/fft_radix2_shuffle.h"
#elif NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#include "nbl/workgroup/fft_stockham.h"
#else
#error "NBL_FFT_ALGORITHM must be NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM"
#endif

#define NBL_SCALAR NBL_FFT_SCALAR
#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(NBL_FFT_FORWARD_NAME)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_COUNT(fft_forward, at_.present && at_.invocation == 0u ? 1u : 0u);
    NBL_FFT_OWN(transform)(at_, false NBL_FFT_STATE_ARGUMENTS);
}
#endif

#if NBL_FFT_DIRECTION & NBL_FFT_INVERSE
NBL_FUNCTION void NBL_FFT_OWN(NBL_FFT_INVERSE_NAME)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_COUNT(fft_inverse, at_.present && at_.invocation == 0u ? 1u : 0u);
    NBL_FFT_OWN(transform)(at_, true NBL_FFT_STATE_ARGUMENTS);
}
#endif
#undef NBL_SCALAR
