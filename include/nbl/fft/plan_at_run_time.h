/* The plan of an instance of nbl/fft.h that is known at run time: a field on the CPU, specialization constants in GLSL.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone. One compiled instance then serves every length. In NBL_FFT_LENGTH's place stand
 *
 *   NBL_FFT_PLAN               of a Stockham FFT: an initializer of nbl_fft_plan_t (nbl/fft/plan.h), such as a field;
 *                              in a shader {..} of literals or specialization constants. nbl/host/plan.h makes plans
 *   NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2, NBL_FFT_WORKGROUP_SIZE_LOG2
 *                              of a radix-2 shuffle FFT: 1 to 5, and 0 to 10
 *   NBL_FFT_ELEMENTS           the elements that an invocation holds, or more: it sizes arrays, so it is a constant
 *   NBL_FFT_FFTS_PER_WORKGROUP   FFTs that share a workgroup
 *   NBL_FFT_SHARED_SIZE        dwords of shared memory of the workgroup, <name>_shared_dwords() or more: in a shader a
 *                              constant. Not with NBL_FFT_SHARED, nor with NBL_FFT_SHARED_GET and _SET
 *   NBL_FFT_RADIX_MASK, NBL_FFT_MOST_PASSES, NBL_RADIX_ELEMENTS   optional, literals that make a smaller module: the
 *                              radices that the plan may have, bit NBL_FFT_RADIX_MASK_BIT(R) for radix R; the most
 *                              passes; the largest radix, or more
 *
 * Maps alone (NBL_FFT_MAPS) take the plan, or the two logarithms, and none of the others.
 *
 * Numbers that follow from the plan are functions then: <name>_length(), _invocations(), _workgroup_size(),
 * _ffts_per_workgroup(), _shared_dwords(). <name>_elements stays a constant, for arrays. NBL_FFT_REAL, NBL_FFT_NATIVE
 * and NBL_FFT_SUBGROUP_SIZE_LOG2 may be known at run time, too; scalar, algorithm, components and columns may not.
 *
 * Primes from 17 on, 33, 34 and radices above 36 are only in a mask of one's own, NBL_FFT_ALL_RADICES |
 * NBL_FFT_PRIME_RADICES.
 *
 * Caution: nothing is checked. Who makes the plan holds it against the device's limits.
 */
#define NBL_FFT_OF_PLAN_(name) NBL_FFT_OWN(name)()

#ifdef NBL_FFT_LENGTH
#error "NBL_FFT_LENGTH is the plan's: leave it out, or NBL_FFT_PLAN"
#endif
#if defined(NBL_FFT_PLAN) && NBL_FFT_ALGORITHM != NBL_FFT_STOCKHAM
#error "NBL_FFT_PLAN is of NBL_FFT_STOCKHAM: radix-2 shuffle has NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 in its place"
#endif
#if !defined(NBL_FFT_PLAN) && NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#error "NBL_FFT_PLAN is missing: an initializer of nbl_fft_plan_t, or a literal NBL_FFT_LENGTH"
#endif
#ifndef NBL_FFT_MAPS
#ifndef NBL_FFT_ELEMENTS
#error "NBL_FFT_ELEMENTS is missing: the elements that an invocation holds at most"
#endif
#ifndef NBL_FFT_FFTS_PER_WORKGROUP
#error "NBL_FFT_FFTS_PER_WORKGROUP is missing: how many FFTs share a workgroup"
#endif
#if !defined(NBL_FFT_SHARED) && !defined(NBL_FFT_SHARED_GET) && !defined(NBL_FFT_SHARED_SIZE)
#error "NBL_FFT_SHARED_SIZE is missing: the shared memory of the workgroup"
#endif

NBL_CONSTANT(NBL_FFT_OWN(elements), NBL_FFT_ELEMENTS)
#undef NBL_FFT_ELEMENTS
#define NBL_FFT_ELEMENTS NBL_FFT_OWN(elements)
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#ifndef NBL_FFT_MOST_PASSES
#define NBL_FFT_MOST_PASSES 6 /* NBL_FFT_MAX_PASSES of nbl/fft/plan.h, as a literal for #if */
#endif
#ifndef NBL_FFT_RADIX_MASK
#define NBL_FFT_RADIX_MASK NBL_FFT_ALL_RADICES
#endif
#endif
#endif
