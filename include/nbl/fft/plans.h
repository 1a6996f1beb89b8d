/* The plan of an instance of nbl/fft.h: taken from the table, or given at run time. Refuses lengths without a plan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone; its parameters are the parameters of nbl/fft.h. It fills in missing ones, and
 * defines, from a table that `nbl-fft plan --table` prints,
 *
 *   NBL_FFT_COMPLEX_LENGTH   of the complex FFT: half of a real signal's length
 *   NBL_FFT_RADICES          of a Stockham FFT, such as NBL_RADICES_3(10, 10, 10): nbl/fft/parameters.h
 *   NBL_FFT_LAYOUT           a list: invocations of one FFT, elements of an invocation, FFTs per workgroup, windows,
 *                            pad_shifts, pad_steps, plane_dwords: nbl/fft/plan.h has the terms
 */
#include "nbl/fft/parameters.h"

#ifndef NBL_FFT_NAME
#error "NBL_FFT_NAME is missing: the prefix of what nbl/fft.h makes"
#endif
#if defined(NBL_FFT_PLAN)
#define NBL_FFT_PARAMETERS_AT_RUN_TIME
#elif !defined(NBL_FFT_LENGTH)
#if defined(NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2) && defined(NBL_FFT_WORKGROUP_SIZE_LOG2)
#define NBL_FFT_PARAMETERS_AT_RUN_TIME
#else
#error "NBL_FFT_LENGTH is missing: how many elements are transformed; or NBL_FFT_PLAN, which says it at run time"
#define NBL_FFT_LENGTH 2 /* so that nothing else is refused */
#endif
#endif
#if defined(NBL_FFT_SCALAR) || defined(NBL_FFT_ALGORITHM) || defined(NBL_FFT_DIRECTION) || defined(NBL_FFT_REAL) || \
    defined(NBL_FFT_COLUMNS) || defined(NBL_FFT_FFTS_PER_WORKGROUP) || defined(NBL_FFT_COMPONENTS) || \
    defined(NBL_FFT_SHARED_BYTES) || defined(NBL_FFT_MAX_INVOCATIONS) || defined(NBL_FFT_FILTER) || \
    defined(NBL_FFT_RADICES) || defined(NBL_FFT_LAYOUT) || defined(NBL_FFT_STATE) || defined(NBL_FFT_NATIVE) || \
    defined(NBL_FFT_PASS) || defined(NBL_FFT_BETWEEN) || defined(NBL_FFT_BETWEEN_BACK) || defined(NBL_FFT_SOURCE) || \
    defined(NBL_FFT_TARGET) || defined(NBL_FFT_TABLE) || defined(NBL_FFT_TILE) || defined(NBL_FFT_CHANNELS) || \
    defined(NBL_FFT_STRIDE) || defined(NBL_FFT_OFFSETS) || defined(NBL_FFT_ROWS) || defined(NBL_FFT_HALVES)
#include "nbl/fft/options.h"
#endif
#ifndef NBL_FFT_SCALAR
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_COMPLEX_DWORDS 2
#endif
#ifndef NBL_FFT_ALGORITHM
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#endif
#ifndef NBL_FFT_DIRECTION
#define NBL_FFT_DIRECTION NBL_FFT_BOTH_DIRECTIONS
#endif
#ifndef NBL_FFT_FORWARD_NORMALIZATION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_FFT_FORWARD_DEFAULT
#endif
#ifndef NBL_FFT_INVERSE_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_INVERSE_DEFAULT
#endif
#ifndef NBL_FFT_COMPLEX_LENGTH
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_LENGTH
#endif
#ifndef NBL_FFT_COMPONENTS
#define NBL_FFT_COMPONENTS 1
#endif
#ifndef NBL_FFT_NATIVE
#define NBL_FFT_NATIVE 0
#endif
#ifndef NBL_FFT_SHARED_BYTES
#define NBL_FFT_SHARED_BYTES 49152
#endif
#ifndef NBL_FFT_MAX_INVOCATIONS
#define NBL_FFT_MAX_INVOCATIONS 1024
#endif
#ifndef NBL_FFT_COLUMNS
#define NBL_FFT_PLACE_(local_invocation) nbl_fft_place(local_invocation, NBL_FFT_OF_PLAN_(invocations))
#define NBL_FFT_PLANE_(dwords) (dwords)
#endif

#define NBL_FFT_OWN(name) NBL_CAT(NBL_FFT_NAME, NBL_CAT(_, name))
#ifdef NBL_FFT_PARAMETERS_AT_RUN_TIME
#include "nbl/fft/plan_at_run_time.h"
#else

/* ---- The plan, and its constants */

/* A number that follows from the plan. */
#define NBL_FFT_OF_PLAN_(name) NBL_FFT_OWN(name)
NBL_CONSTANT(NBL_FFT_OWN(length), NBL_FFT_LENGTH)
NBL_CONSTANT(NBL_FFT_OWN(signal_length), NBL_FFT_COMPLEX_LENGTH)
#ifdef NBL_FFT_PASS
NBL_CONSTANT(NBL_FFT_OWN(passes), NBL_FFT_PASSES)
NBL_CONSTANT(NBL_FFT_OWN(lines), NBL_FFT_SLOTS_)
#endif
#if NBL_FFT_ALGORITHM == NBL_FFT_RADIX2_SHUFFLE
#include "nbl/fft/plans_radix2_shuffle.h"
#elif defined(NBL_FFT_RADICES)
#define NBL_FFT_GIVEN_PLAN
#else
#include "nbl/fft/plans_stockham.h"
#endif
#ifdef NBL_FFT_LENGTH_IS_UNSUPPORTED
#include "nbl/fft/unsupported.h"
#undef NBL_FFT_LENGTH_IS_UNSUPPORTED
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

/* The numbers of a pass's radix and of all that follow; wide radices have all kernels: what is not needed vanishes. */
#if NBL_FFT_RADICES >> 30
#define NBL_FFT_PACKED_(pass) ((NBL_FFT_RADICES & (NBL_FFT_RADICES_MARK - 1)) >> 6 * (pass))
#define NBL_FFT_RADIX_MASK (NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES)
#else
#define NBL_FFT_PACKED_(pass) (NBL_FFT_RADICES >> 5 * (pass))
#endif
#if NBL_FFT_PACKED_(5)
#define NBL_FFT_MOST_PASSES 6
#elif NBL_FFT_PACKED_(4)
#define NBL_FFT_MOST_PASSES 5
#elif NBL_FFT_PACKED_(3)
#define NBL_FFT_MOST_PASSES 4
#elif NBL_FFT_PACKED_(2)
#define NBL_FFT_MOST_PASSES 3
#elif NBL_FFT_PACKED_(1)
#define NBL_FFT_MOST_PASSES 2
#else
#define NBL_FFT_MOST_PASSES 1
#endif
/* For #if alone, where 1 << 31 is no overflow. Passes beyond the last have the number 0. */
#ifndef NBL_FFT_RADIX_MASK
#define NBL_FFT_BIT_(pass) 1 << (NBL_FFT_PACKED_(pass) & 31)
#define NBL_FFT_RADIX_MASK \
    ((NBL_FFT_BIT_(0) | NBL_FFT_BIT_(1) | NBL_FFT_BIT_(2) | NBL_FFT_BIT_(3) | NBL_FFT_BIT_(4) | NBL_FFT_BIT_(5)) & -2)
#endif

#ifdef NBL_FFT_GIVEN_PLAN
#include "nbl/fft/plan_given.h"
#endif

NBL_CONSTANT(NBL_FFT_OWN(plane_dwords), NBL_FFT_PLANE_(NBL_FFT_OWN(planned_plane)))
NBL_CONSTANT(NBL_FFT_OWN(own_dwords),
             NBL_FFT_COMPLEX_DWORDS == 4 ? 2 * NBL_FFT_OWN(plane_dwords) : NBL_FFT_OWN(plane_dwords))

#define NBL_FFT_ELEMENTS NBL_FFT_OWN(elements)
#define NBL_FFT_PLAN \
    { \
        NBL_FFT_COMPLEX_LENGTH, NBL_FFT_MOST_PASSES, NBL_FFT_RADICES, NBL_FFT_OWN(invocations), NBL_FFT_OWN(elements), \
            NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_COMPLEX_DWORDS, NBL_FFT_OWN(windows), NBL_FFT_OWN(pad_shifts), \
            NBL_FFT_OWN(pad_steps), NBL_FFT_OWN(plane_dwords) \
    }

#undef NBL_FFT_UNPACKED_
#undef NBL_FFT_UNPACK_
#endif
#endif
#undef NBL_FFT_PLANE_
