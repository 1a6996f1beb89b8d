/* The parameters of a Stockham FFT beside those of nbl/workgroup/fft.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by that file, never by itself; nbl/fft.h fills them in.
 *
 *   NBL_FFT_PLAN               an initializer of nbl_fft_plan_t (nbl/fft/plan.h, which says what a pass and an exchange
 *                              do); literals in a shader
 *   NBL_FFT_ELEMENTS           plan.elements, or more: sizes private arrays
 *   NBL_FFT_TWIDDLES           optional: NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h, how twiddles are made
 *   NBL_FFT_RADIX_MASK         optional: the radices that the plan may have, bit R - 1 for radix R (all)
 *   NBL_FFT_MOST_PASSES        optional: its passes at most, 1 to 6 (6); fewer of both make a smaller module
 *   NBL_FFT_COMPONENTS         optional: 2 to 4: an element is so many complex numbers, each transformed for itself, as
 *                              of a complex vector: with the barriers of one FFT and the shared memory of so many. The
 *                              accessor is asked for component c of element k as element c * NBL_FFT_ELEMENTS + k
 */
#ifndef NBL_FFT_PLAN
#error "NBL_FFT_PLAN is missing: an initializer of nbl_fft_plan_t"
#endif
#ifndef NBL_FFT_ELEMENTS
#error "NBL_FFT_ELEMENTS is missing: the elements that an invocation holds at most"
#endif
#ifndef NBL_FFT_COMPONENTS
#define NBL_FFT_COMPONENTS 1
#endif
#ifndef NBL_FFT_MOST_PASSES
#define NBL_FFT_MOST_PASSES 6
#endif
#ifndef NBL_FFT_RADIX_MASK
#define NBL_FFT_RADIX_MASK NBL_FFT_ALL_RADICES
#endif
