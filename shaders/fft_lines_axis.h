/* The instance of nbl/fft.h along a further axis of arrays that a workgroup holds.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines_arrays.h and fft_lines_prime.h, which define NBL_FFT_NAME and NBL_FFT_PLAN, and may
 * define normalisations.
 */
#define NBL_FFT_REGISTERS
#ifndef NBL_FFT_FORWARD_NORMALIZATION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_PARAMETER(normalization)
#define NBL_FFT_INVERSE_NORMALIZATION NBL_PARAMETER(normalization)
#endif
#if !NBL_HAS_FLOAT16 && !NBL_HAS_FLOAT64
#define NBL_FFT_PACKED (NBL_PARAMETER(packed) == 1u)
#endif
#include "shaders/fft_instance.h"
