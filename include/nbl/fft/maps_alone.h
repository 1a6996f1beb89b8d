/* The end of an instance of nbl/fft.h that has maps and no transform: what the transform would have used is undefined.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_MAPS is defined. The radices that were given for a transform which
 * follows, NBL_FFT_RADIX_MASK and NBL_FFT_MOST_PASSES, are that transform's where the plan is known at run time.
 */
#ifndef NBL_FFT_PARAMETERS_AT_RUN_TIME
#undef NBL_FFT_MOST_PASSES
#undef NBL_FFT_RADIX_MASK
#undef NBL_FFT_LENGTH_LOG2
#undef NBL_FFT_ELEMENTS
#undef NBL_FFT_SUBGROUP_SIZE_LOG2
#endif
#undef NBL_FFT_PLAN
#undef NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
#undef NBL_FFT_WORKGROUP_SIZE_LOG2
