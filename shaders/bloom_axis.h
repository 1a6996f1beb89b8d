/* An instance of nbl/fft.h by the bloom kernels' parameters, in registers, or its maps. The plan is known at run time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its includer, shaders/bloom_fft.h, defines name and plan, and NBL_FFT_MAPS where the kernel does not transform.
 */
#define NBL_FFT_ALGORITHM NBL_BLOOM_ALGORITHM
#ifndef NBL_FFT_MAPS
#define NBL_FFT_REGISTERS
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED
#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_TWIDDLES NBL_PARAMETER(twiddles)
#else
#define NBL_FFT_SUBGROUP_SIZE_LOG2 NBL_PARAMETER(subgroup_log2)
#endif
#define NBL_FFT_ELEMENTS NBL_MOST_ELEMENTS
#define NBL_FFT_FFTS_PER_WORKGROUP NBL_PARAMETER(ffts_per_workgroup)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(bloom_scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(bloom_scratch, i, value)
#endif

#include "nbl/fft.h"
