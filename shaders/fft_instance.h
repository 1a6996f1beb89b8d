/* An instance of nbl/fft.h by the transform kernels' parameters: the plan is known at run time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its includer defines NBL_FFT_NAME and further parameters of nbl/fft.h; NBL_FFT_PLAN too if the plan is not
 * NBL_PARAMETER(plan). Parameters: of shaders/fft_resources.h.
 */
#define NBL_FFT_SCALAR NBL_TRANSFORM_SCALAR
#define NBL_FFT_ALGORITHM NBL_TRANSFORM_ALGORITHM
#if NBL_TRANSFORM_ALGORITHM == NBL_FFT_STOCKHAM
#ifndef NBL_FFT_PLAN
#define NBL_FFT_PLAN NBL_PARAMETER(plan)
#endif
#define NBL_FFT_TWIDDLES NBL_PARAMETER(twiddles)
#ifndef NBL_FFT_RADIX_MASK /* where the text is not for one plan */
#define NBL_FFT_RADIX_MASK (NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)
#endif
#ifdef NBL_TRANSFORM_HALVES
#define NBL_FFT_PACKED (NBL_PARAMETER(packed) == 1)
#endif
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_PARAMETER(elements_log2)
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_PARAMETER(workgroup_log2)
#define NBL_FFT_SUBGROUP_SIZE_LOG2 NBL_PARAMETER(subgroup_log2)
#endif
#define NBL_FFT_ELEMENTS NBL_MOST_ELEMENTS
#define NBL_FFT_FFTS_PER_WORKGROUP NBL_PARAMETER(ffts_per_workgroup)
#define NBL_FFT_SHARED_GET(i) NBL_TRANSFORM_SHARED_GET(i)
#define NBL_FFT_SHARED_SET(i, value) NBL_TRANSFORM_SHARED_SET(i, value)

#include "nbl/fft.h"
