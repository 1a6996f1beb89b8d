/* A row of nbl/fft/large_plans.h as an initialiser: NBL_FFT_COMPLEX_LENGTH, NBL_FFT_PASS, what a device has, and TEXT.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/large_plans.h"
{TEXT, NBL_FFT_COMPLEX_LENGTH, NBL_FFT_LINES_, NBL_FFT_RADICES, {NBL_FFT_LAYOUT}},
#undef TEXT
#undef NBL_FFT_LINES_
#undef NBL_FFT_RADICES
#undef NBL_FFT_LAYOUT
#undef NBL_FFT_COMPLEX_LENGTH
