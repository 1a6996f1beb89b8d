/* The instance of nbl/fft.h along a further axis of arrays that a workgroup holds.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines_arrays.h alone, which defines NBL_FFT_NAME and NBL_FFT_PLAN.
 */
#define NBL_FFT_REGISTERS
#define NBL_FFT_FORWARD_NORMALIZATION NBL_PARAMETER(normalization)
#define NBL_FFT_INVERSE_NORMALIZATION NBL_PARAMETER(normalization)
#if !NBL_HAS_FLOAT16 && !NBL_HAS_FLOAT64
#define NBL_FFT_PACKED (NBL_PARAMETER(packed) == 1u)
#endif
#include "shaders/fft_instance.h"
