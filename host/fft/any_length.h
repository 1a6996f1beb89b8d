/* How a complex line of any length is transformed: whole, in passes, or as a convolution with a chirp.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a length. Out: which way it goes; for a chirp the length of its convolution.
 * Wrong: a chirp longer than NBL_FFT_ANY_MOST.
 *
 * The answers are the same in every mode and on every machine, since they change the bits of results.
 */
#ifndef NBL_HOST_FFT_ANY_LENGTH_H
#define NBL_HOST_FFT_ANY_LENGTH_H

#include "nbl/host/fft.h"

/* Elements of the longest line of any length. Derived: a chirp's convolution has 2 N - 1 elements or more, and at most
 * NBL_FFT_ANY_MOST_SMOOTH. */
#define NBL_FFT_ANY_MOST (1u << 26)

/* Elements of the longest line without a prime factor above 13: the longest that passes take (fft/split.h). */
#define NBL_FFT_ANY_MOST_SMOOTH (1u << 27)

typedef enum nbl_fft_any_way_t {
    NBL_FFT_ANY_COPY,  /* one element */
    NBL_FFT_ANY_LINE,  /* as a whole: a workgroup holds it */
    NBL_FFT_ANY_SPLIT, /* in passes: nbl/fft/large.h */
    NBL_FFT_ANY_CHIRP  /* Bluestein's convolution */
} nbl_fft_any_way_t;

/* Returns which way a line goes. Does not look whether the line is too long for it: nbl_fft_any_convolution_length()
 * does.
 *
 * length        elements, 1 or more
 * scalar_bytes  of the arithmetic: 4 or 8 */
nbl_fft_any_way_t nbl_fft_any_way(uint32_t length, uint32_t scalar_bytes);

/* Returns the length of the convolution of a chirp of n numbers: the least of 2^a, 3 2^a and 5 2^a that is 2 n - 1 or
 * more. Convolutions with other radices have errors up to half as large again. 0: n is above NBL_FFT_ANY_MOST. */
uint32_t nbl_fft_any_convolution_length(uint32_t n);

/* Writes the error of a length that no way takes. Returns LIMIT. */
nbl_result_t nbl_fft_any_refuse(uint32_t length, nbl_error_t *error);

#endif
