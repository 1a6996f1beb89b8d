/* Lengths beyond a workgroup: how they are split into passes, and which are supported.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_SPLIT_H
#define NBL_HOST_FFT_SPLIT_H

#include <stdint.h>

#define NBL_FFT_SPLIT_LEAST 2048u       /* elements, as nbl/fft/large_split.h; shorter lines fit 128 invocations */
#define NBL_FFT_SPLIT_MOST (1u << 27)   /* elements, as nbl/fft/large_split.h */
#define NBL_FFT_SPLIT_MOST_POINTS 2048u /* of a pass, as in nbl/fft/large_half.h; chosen */

/* Splits a length without prime factors above 13, by the rule of nbl/fft/large_split.h, which has no factors 11 and 13.
 * Returns the number of passes, 2 or 3; 0 for an unsupported length.
 *
 * points  receives the elements of a line in each pass; the third is 1 if there are two passes */
uint32_t nbl_fft_split(uint64_t length, uint32_t points[3]);

/* Returns the radices of a line of a pass, such as "32x8"; NULL: the radices of a whole transform of its length.
 *
 * complex_dwords  NBL_DWORDS_<scalar> */
const char *nbl_fft_split_radices(uint32_t points, uint32_t complex_dwords);

/* Returns the least length from `least` on with no prime factor but 2, 3, 5 and 7; 0 beyond NBL_FFT_SPLIT_MOST. */
uint32_t nbl_fft_smooth_length(uint64_t least);

#endif
