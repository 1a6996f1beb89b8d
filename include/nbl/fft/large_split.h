/* Splits the length of a large transform into passes, and selects the pass of this instance of nbl/fft.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/options.h where NBL_FFT_PASS is given. It takes lengths 2^a 3^b 5^c 7^d from 2048 to 2^27, and
 * the host (host/fft/split.h) splits each in the same way. The split follows from the length alone, so that the bits of
 * a result do not depend on the device. It leaves
 *
 *   NBL_FFT_PASSES          2 or 3, with a filter 3 or 5; it stays defined until the next pass is included, for #if in
 *                           a shader
 *   NBL_FFT_IS_MIDDLE_, NBL_FFT_GOES_BACK_
 *                           defined in the pass with the filter, and in the passes behind it
 *   NBL_FFT_PASS            of a pass behind the filter: its number among the passes back, the filter's being the first
 *   NBL_FFT_IS_LAST_        defined in the pass that stores the result
 *   NBL_FFT_LONG_           complex elements of the whole transform
 *   NBL_FFT_OF_ONE_         lines of a transform in this pass
 *   NBL_FFT_SLOTS_          places in workgroups that these lines take: one more if real signals have an odd number of
 *                           lines
 *   NBL_FFT_IS_PAIRED_(inverse)
 *                           of real signals, in the first and the last pass: whether a workgroup has lines with their
 *                           mirrors, nbl/fft/callbacks_pass_real.h
 *   NBL_FFT_POINTS_1 to _3  elements of a line in each pass; 1 if there is no third
 *   NBL_FFT_COMPLEX_LENGTH  elements of a line in this pass
 *   NBL_FFT_COLUMNS         neighbouring lines of a workgroup, unless given: from nbl/fft/large_plans.h, or as many as
 *                           32 KiB of shared memory hold, so that whole sectors are read and written
 *
 * Optional parameters:
 *
 *   NBL_FFT_POINTS_1 to _3  all three: the split, whatever the length, from a host that has planned it
 *   NBL_FFT_ROWS            elements of a row: the first pass transforms rows, the others the columns
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/address.h"
#include "nbl/fft/large_twiddle.h"

#undef NBL_FFT_PASSES
#define NBL_FFT_LONG_ NBL_FFT_LENGTH
#ifdef NBL_FFT_REAL
#include "nbl/fft/real.h"
#if NBL_FFT_REAL == 1
#undef NBL_FFT_LONG_
#define NBL_FFT_LONG_ (NBL_FFT_LENGTH / 2)
#endif
#endif
#if NBL_FFT_LONG_ > 134217728 /* 2^27, a gigabyte of complex float32; chosen */
#error "NBL_FFT_LENGTH: passes take 2^a 3^b 5^c 7^d from 2048 to 134217728, of one real signal twice as many"
#undef NBL_FFT_LENGTH
#define NBL_FFT_LENGTH 262144 /* so that nothing else is refused, here and below */
#endif
#ifdef NBL_FFT_ROWS
#if NBL_FFT_LENGTH % NBL_FFT_ROWS != 0
#error "NBL_FFT_LENGTH: must be a multiple of NBL_FFT_ROWS, the product of both sizes"
#undef NBL_FFT_ROWS
#endif
#endif
#ifdef NBL_FFT_POINTS_1
#elif defined(NBL_FFT_ROWS)
#define NBL_FFT_THIRD NBL_FFT_ROWS
#if NBL_FFT_LENGTH / NBL_FFT_ROWS <= 2048 /* a workgroup takes whole columns */
#define NBL_FFT_HALF NBL_FFT_ROWS
#endif
#elif NBL_FFT_LONG_ <= 4194304
#define NBL_FFT_WHOLE NBL_FFT_LONG_
#include "nbl/fft/large_half.h"
#endif
#ifdef NBL_FFT_POINTS_1
#if NBL_FFT_POINTS_3 == 1
#define NBL_FFT_PASSES 2
#else
#define NBL_FFT_PASSES 3
#endif
#elif defined(NBL_FFT_HALF)
#define NBL_FFT_PASSES 2
#define NBL_FFT_POINTS_1 NBL_FFT_HALF
#define NBL_FFT_POINTS_2 (NBL_FFT_LONG_ / NBL_FFT_HALF)
#define NBL_FFT_POINTS_3 1
#else
#ifndef NBL_FFT_THIRD
#include "nbl/fft/large_third.h"
#endif
#ifndef NBL_FFT_THIRD
#error "NBL_FFT_LENGTH: passes take 2^a 3^b 5^c 7^d from 2048 to 134217728, of one real signal twice as many"
#undef NBL_FFT_LENGTH
#define NBL_FFT_LENGTH 262144
#define NBL_FFT_THIRD 64
#endif
#undef NBL_FFT_WHOLE
#define NBL_FFT_WHOLE (NBL_FFT_LONG_ / NBL_FFT_THIRD)
#include "nbl/fft/large_half.h"
#ifndef NBL_FFT_HALF
#error "NBL_FFT_LENGTH: passes take 2^a 3^b 5^c 7^d from 2048 to 134217728, of one real signal twice as many"
#undef NBL_FFT_LENGTH
#define NBL_FFT_LENGTH (NBL_FFT_THIRD * 4096)
#define NBL_FFT_HALF 64
#endif
#define NBL_FFT_PASSES 3
#define NBL_FFT_POINTS_1 NBL_FFT_THIRD
#define NBL_FFT_POINTS_2 NBL_FFT_HALF
#define NBL_FFT_POINTS_3 (NBL_FFT_LONG_ / NBL_FFT_THIRD / NBL_FFT_HALF)
#endif

/* The last pass forward holds, of each line, what the first pass back takes if the points come in the other order
 * there, and so is both: with a filter between, two passes become three and three become five. */
#define NBL_FFT_SPLIT_ NBL_FFT_POINTS_1, NBL_FFT_POINTS_2, NBL_FFT_POINTS_3
#ifdef NBL_FFT_FILTER
#if NBL_FFT_PASSES == 2
#define NBL_FFT_SPLIT_BACK_ NBL_FFT_POINTS_2, NBL_FFT_POINTS_1, 1
#if NBL_FFT_PASS == 2
#define NBL_FFT_IS_MIDDLE_
#elif NBL_FFT_PASS == 3
#define NBL_FFT_GOES_BACK_
#define NBL_FFT_IS_LAST_
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_1
#undef NBL_FFT_PASS
#define NBL_FFT_PASS 2
#endif
#undef NBL_FFT_PASSES
#define NBL_FFT_PASSES 3
#else
#define NBL_FFT_SPLIT_BACK_ NBL_FFT_POINTS_3, NBL_FFT_POINTS_2, NBL_FFT_POINTS_1
#if NBL_FFT_PASS == 3
#define NBL_FFT_IS_MIDDLE_
#elif NBL_FFT_PASS == 4
#define NBL_FFT_GOES_BACK_
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_2
#undef NBL_FFT_PASS
#define NBL_FFT_PASS 2
#elif NBL_FFT_PASS == 5
#define NBL_FFT_GOES_BACK_
#define NBL_FFT_IS_LAST_
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_1
#undef NBL_FFT_PASS
#define NBL_FFT_PASS 3
#endif
#undef NBL_FFT_PASSES
#define NBL_FFT_PASSES 5
#endif
#elif NBL_FFT_PASS == NBL_FFT_PASSES
#define NBL_FFT_IS_LAST_
#endif

#ifdef NBL_FFT_GOES_BACK_ /* chosen above */
#elif NBL_FFT_PASS == 1 && defined(NBL_FFT_ROWS)
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_1
#define NBL_FFT_HAS_ROWS_
#elif NBL_FFT_PASS == 1
#define NBL_FFT_TURNS 1
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_1
#elif NBL_FFT_PASS == 2
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_2
#elif NBL_FFT_PASS == 3 && NBL_FFT_POINTS_3 > 1
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_3
#else
#error "NBL_FFT_PASS must be 1, 2 or, where the length takes three passes, 3; with NBL_FFT_FILTER 1 to 3, or 1 to 5"
#undef NBL_FFT_PASS
#define NBL_FFT_PASS 2
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_POINTS_2
#endif

#define NBL_FFT_OF_ONE_ (NBL_FFT_LONG_ / NBL_FFT_COMPLEX_LENGTH)
#ifndef NBL_FFT_REAL
#elif defined(NBL_FFT_FILTER)
#ifdef NBL_FFT_IS_MIDDLE_
#define NBL_FFT_IS_PAIRED_(inverse) true
#endif
#elif NBL_FFT_PASS == 1
#define NBL_FFT_IS_PAIRED_(inverse) (inverse)
#elif defined(NBL_FFT_IS_LAST_)
#define NBL_FFT_IS_PAIRED_(inverse) (!(inverse))
#endif
#ifdef NBL_FFT_IS_PAIRED_
#define NBL_FFT_SLOTS_ ((NBL_FFT_OF_ONE_ + 1) / 2 * 2)
#else
#define NBL_FFT_SLOTS_ NBL_FFT_OF_ONE_
#endif

#ifdef NBL_FFT_IS_MIDDLE_ /* as the first pass does, after its transform back */
#define NBL_FFT_TURNS (inverse_ ? 1 : 0)
#endif

#if !defined(NBL_FFT_RADICES) && NBL_FFT_COMPLEX_DWORDS == 2 && !defined(NBL_FFT_ROWS)
#include "nbl/fft/large_plans.h"
#endif
#if defined(NBL_FFT_LINES_) && !defined(NBL_FFT_COLUMNS)
#define NBL_FFT_COLUMNS NBL_FFT_LINES_
#endif

#if !defined(NBL_FFT_COLUMNS) && !defined(NBL_FFT_HAS_ROWS_)
#include "nbl/fft/columns_chosen.h"
#endif
