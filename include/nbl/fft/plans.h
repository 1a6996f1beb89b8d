/* The plan of an instance of nbl/fft.h: chosen from the table, told in constants; what cannot be is refused.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone; its parameters are that file's. It fills in those that are not given, and leaves
 *
 *   NBL_FFT_COMPLEX_LENGTH   of the complex FFT: half of a real signal's length
 *   NBL_FFT_RADICES          of a Stockham FFT, 5 bits each, radix - 1, the first pass lowest
 *   NBL_FFT_LAYOUT           a list: invocations and elements of each, FFTs per workgroup, windows, pad_shifts,
 *                            pad_steps, plane_dwords: nbl/fft/plan.h has the terms
 *
 * for every supported length from a table that `nbl-fft plan --table` prints.
 */
#include "nbl/fft/parameters.h"

#ifndef NBL_FFT_NAME
#error "NBL_FFT_NAME is missing: the prefix of what nbl/fft.h makes"
#endif
#ifndef NBL_FFT_LENGTH
#error "NBL_FFT_LENGTH is missing: how many elements are transformed"
#endif
#ifndef NBL_FFT_SCALAR
#define NBL_FFT_SCALAR float32_t
#endif
#ifndef NBL_FFT_ALGORITHM
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#endif
#ifndef NBL_FFT_DIRECTION
#define NBL_FFT_DIRECTION NBL_FFT_BOTH_DIRECTIONS
#endif
#if NBL_FFT_DIRECTION < NBL_FFT_FORWARD || NBL_FFT_DIRECTION > NBL_FFT_BOTH_DIRECTIONS
#error "NBL_FFT_DIRECTION must be NBL_FFT_FORWARD or NBL_FFT_INVERSE, or left out for both"
#endif
#ifndef NBL_FFT_FORWARD_NORMALIZATION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_FFT_UNNORMALIZED
#endif
#ifndef NBL_FFT_INVERSE_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_BY_LENGTH
#endif
#ifndef NBL_FFT_REAL
#define NBL_FFT_REAL 0
#endif
#if NBL_FFT_REAL < 0 || NBL_FFT_REAL > 2
#error "NBL_FFT_REAL must be 1 or 2 real signals, or left out"
#endif
#ifndef NBL_FFT_COMPONENTS
#define NBL_FFT_COMPONENTS 1
#endif
#if NBL_FFT_COMPONENTS > 1 && (NBL_FFT_REAL || NBL_FFT_ALGORITHM != NBL_FFT_STOCKHAM)
#error \
    "NBL_FFT_COMPONENTS is for complex signals and NBL_FFT_STOCKHAM: leave it out, or NBL_FFT_REAL and NBL_FFT_ALGORITHM"
#endif
#ifndef NBL_FFT_SHARED_BYTES
#define NBL_FFT_SHARED_BYTES 49152
#endif
#if NBL_FFT_SHARED_BYTES != 49152 && NBL_FFT_SHARED_BYTES != 32768 && NBL_FFT_SHARED_BYTES != 16384
#error "NBL_FFT_SHARED_BYTES must be 16384, 32768 or 49152"
#endif
#ifndef NBL_FFT_MAX_INVOCATIONS
#define NBL_FFT_MAX_INVOCATIONS 1024
#endif
#if NBL_FFT_MAX_INVOCATIONS != 1024 && NBL_FFT_MAX_INVOCATIONS != 256
#error "NBL_FFT_MAX_INVOCATIONS must be 256 or 1024"
#endif
#if defined(NBL_FFT_COLUMNS) && defined(NBL_FFT_FFTS_PER_WORKGROUP)
#error "NBL_FFT_COLUMNS says how many FFTs a workgroup has: leave NBL_FFT_FFTS_PER_WORKGROUP out"
#endif
#ifdef NBL_FFT_COLUMNS
#if NBL_FFT_COLUMNS != 2 && NBL_FFT_COLUMNS != 4 && NBL_FFT_COLUMNS != 8 && NBL_FFT_COLUMNS != 16
#error "NBL_FFT_COLUMNS must be 2, 4, 8 or 16"
#endif
#endif
#if defined(NBL_FFT_FILTER) && (defined(NBL_FFT_REGISTERS) || NBL_FFT_DIRECTION != NBL_FFT_BOTH_DIRECTIONS)
#error "NBL_FFT_FILTER is a callback between both directions: leave NBL_FFT_REGISTERS and NBL_FFT_DIRECTION out"
#endif

#if NBL_FFT_REAL && NBL_FFT_DIRECTION != NBL_FFT_BOTH_DIRECTIONS
#error "NBL_FFT_DIRECTION: of real signals there are always both"
#endif
#if NBL_FFT_REAL == 1
#if NBL_FFT_LENGTH & 1
#error "NBL_FFT_LENGTH of a real signal must be even: leave NBL_FFT_REAL out, or transform two with NBL_FFT_REAL 2"
#endif
#define NBL_FFT_COMPLEX_LENGTH (NBL_FFT_LENGTH / 2)
#else
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_LENGTH
#endif

/* #if cannot ask a type what it is called: for some lines the names are numbers. */
#define float16_t 1
#define float32_t 2
#define float64_t 4
#if NBL_FFT_SCALAR == 1
#define NBL_FFT_COMPLEX_DWORDS 1
#elif NBL_FFT_SCALAR == 2
#define NBL_FFT_COMPLEX_DWORDS 2
#elif NBL_FFT_SCALAR == 4
#define NBL_FFT_COMPLEX_DWORDS 4
#else
#error "NBL_FFT_SCALAR must be float16_t, float32_t or float64_t"
#endif
#undef float64_t
#undef float32_t
#undef float16_t
#if NBL_FFT_COMPLEX_DWORDS == 1 && !NBL_HAS_FLOAT16
#error "NBL_FFT_SCALAR float16_t: define NBL_HAS_FLOAT16 as 1 before the first include"
#endif
#if NBL_FFT_COMPLEX_DWORDS == 4 && !NBL_HAS_FLOAT64
#error "NBL_FFT_SCALAR float64_t: define NBL_HAS_FLOAT64 as 1 before the first include"
#endif

/* ---- The plan, and its constants */

#define NBL_FFT_OWN(name) NBL_CAT(NBL_FFT_NAME, NBL_CAT(_, name))
NBL_CONSTANT(NBL_FFT_OWN(length), NBL_FFT_LENGTH)
NBL_CONSTANT(NBL_FFT_OWN(signal_length), NBL_FFT_COMPLEX_LENGTH)
#if NBL_FFT_ALGORITHM == NBL_FFT_RADIX2_SHUFFLE
#include "nbl/fft/plans_radix2_shuffle.h"
#elif NBL_FFT_ALGORITHM != NBL_FFT_STOCKHAM
#error "NBL_FFT_ALGORITHM must be NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM"
#elif defined(NBL_FFT_RADICES)
#ifndef NBL_FFT_LAYOUT
#error "NBL_FFT_LAYOUT is missing: `nbl-fft plan N --plan RADICES` prints it beside NBL_FFT_RADICES"
#endif
#elif NBL_FFT_COMPLEX_DWORDS == 1
#include "nbl/fft/plans_float16.h"
#elif NBL_FFT_COMPLEX_DWORDS == 2
#include "nbl/fft/plans_float32.h"
#else
#include "nbl/fft/plans_float64.h"
#endif

#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_UNPACK_(macro, arguments) macro(arguments)
#define NBL_FFT_UNPACKED_(t, e, f, w, shifts, steps, plane) \
    NBL_CONSTANT(NBL_FFT_OWN(invocations), t) \
    NBL_CONSTANT(NBL_FFT_OWN(elements), e) \
    NBL_CONSTANT(NBL_FFT_OWN(planned_ffts), f) \
    NBL_CONSTANT(NBL_FFT_OWN(windows), w) \
    NBL_CONSTANT(NBL_FFT_OWN(pad_shifts), shifts) \
    NBL_CONSTANT(NBL_FFT_OWN(pad_steps), steps) \
    NBL_CONSTANT(NBL_FFT_OWN(planned_plane), plane)
NBL_FFT_UNPACK_(NBL_FFT_UNPACKED_, NBL_FFT_LAYOUT)

#if NBL_FFT_RADICES >> 25
#define NBL_FFT_MOST_PASSES 6
#elif NBL_FFT_RADICES >> 20
#define NBL_FFT_MOST_PASSES 5
#elif NBL_FFT_RADICES >> 15
#define NBL_FFT_MOST_PASSES 4
#elif NBL_FFT_RADICES >> 10
#define NBL_FFT_MOST_PASSES 3
#elif NBL_FFT_RADICES >> 5
#define NBL_FFT_MOST_PASSES 2
#else
#define NBL_FFT_MOST_PASSES 1
#endif
#define NBL_FFT_RADIX_LESS_1(number) ((NBL_FFT_RADICES >> (5 * number)) & 31)
#define NBL_FFT_RADIX_MASK \
    (NBL_FFT_RADIX_BIT(NBL_FFT_RADICES & 31) | NBL_FFT_RADIX_BIT((NBL_FFT_RADICES >> 5) & 31) | \
     NBL_FFT_RADIX_BIT((NBL_FFT_RADICES >> 10) & 31) | NBL_FFT_RADIX_BIT((NBL_FFT_RADICES >> 15) & 31) | \
     NBL_FFT_RADIX_BIT((NBL_FFT_RADICES >> 20) & 31) | NBL_FFT_RADIX_BIT(NBL_FFT_RADICES >> 25))

/* What an invocation holds in a pass at most. */
#define NBL_FFT_HELD_(number) \
    ((NBL_FFT_RADIX_LESS_1(number) + 1) * \
     ((NBL_FFT_COMPLEX_LENGTH / (NBL_FFT_RADIX_LESS_1(number) + 1) + NBL_FFT_OWN(invocations) - 1) / \
      NBL_FFT_OWN(invocations)))
#define NBL_FFT_FITS_(number) (number >= NBL_FFT_MOST_PASSES || NBL_FFT_HELD_(number) <= NBL_FFT_OWN(elements))
NBL_REQUIRE(NBL_FFT_OWN(radices_have_another_length),
            (NBL_FFT_RADIX_LESS_1(0) + 1) * (NBL_FFT_RADIX_LESS_1(1) + 1) * (NBL_FFT_RADIX_LESS_1(2) + 1) *
                    (NBL_FFT_RADIX_LESS_1(3) + 1) * (NBL_FFT_RADIX_LESS_1(4) + 1) * (NBL_FFT_RADIX_LESS_1(5) + 1) ==
                NBL_FFT_COMPLEX_LENGTH)
NBL_REQUIRE(NBL_FFT_OWN(holds_more_elements), NBL_FFT_FITS_(0) && NBL_FFT_FITS_(1) && NBL_FFT_FITS_(2) &&
                                                  NBL_FFT_FITS_(3) && NBL_FFT_FITS_(4) && NBL_FFT_FITS_(5))

/* Neighbouring invocations work on neighbouring FFTs: planes an odd multiple of 32 / columns apart, so that these meet
 * in different banks. */
#ifdef NBL_FFT_COLUMNS
#define NBL_FFT_BANKS_EACH (32 / NBL_FFT_COLUMNS)
NBL_CONSTANT(NBL_FFT_OWN(plane_dwords),
             (((NBL_FFT_OWN(planned_plane) + NBL_FFT_BANKS_EACH - 1) / NBL_FFT_BANKS_EACH) | 1) * NBL_FFT_BANKS_EACH)
#else
NBL_CONSTANT(NBL_FFT_OWN(plane_dwords), NBL_FFT_OWN(planned_plane))
#endif
NBL_CONSTANT(NBL_FFT_OWN(own_dwords),
             NBL_FFT_COMPLEX_DWORDS == 4 ? 2 * NBL_FFT_OWN(plane_dwords) : NBL_FFT_OWN(plane_dwords))

#define NBL_FFT_ELEMENTS NBL_FFT_OWN(elements)
#define NBL_FFT_PLAN \
    { \
        NBL_FFT_COMPLEX_LENGTH, NBL_FFT_MOST_PASSES, NBL_FFT_RADICES, NBL_FFT_OWN(invocations), NBL_FFT_OWN(elements), \
            NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_COMPLEX_DWORDS, NBL_FFT_OWN(windows), NBL_FFT_OWN(pad_shifts), \
            NBL_FFT_OWN(pad_steps), NBL_FFT_OWN(plane_dwords) \
    }

#define NBL_FFT_SHAPE nbl_fft_stockham_shape(NBL_FFT_OWN(plan)())

#undef NBL_FFT_BANKS_EACH
#undef NBL_FFT_FITS_
#undef NBL_FFT_HELD_
#undef NBL_FFT_RADIX_LESS_1
#undef NBL_FFT_UNPACKED_
#undef NBL_FFT_UNPACK_

#endif
