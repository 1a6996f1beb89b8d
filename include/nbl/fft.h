/* An FFT for a kernel, from a name and a length: an instance, with its plan, shared memory, functions and constants.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define a name and a length, include, write two callbacks. All parameters are undefined at the end.
 *
 *   NBL_FFT_NAME     such as `row`: the prefix of all names below
 *   NBL_FFT_LENGTH   a supported length, a plain integer: 2^a 3^b 5^c 7^d to 8192, powers of two to 32768
 *
 * nbl/fft/options.h has the other parameters, all optional: scalar, algorithm, directions, normalisations, real
 * signals, columns, several components, limits of the device, plans and shared memory of your own, a state for the
 * callbacks, a filter for convolutions, and NBL_FFT_REGISTERS for no callbacks.
 *
 * You define the callbacks. `fft` is the number of the transform. `index` is an element of the signal on one side and a
 * frequency on the other: a forward transform gets signal and sets frequencies, an inverse one gets frequencies and
 * sets signal.
 *
 *   nbl_complex_<scalar> <name>_get(uint32_t fft, uint32_t index [, state])
 *   void <name>_set(uint32_t fft, uint32_t index, nbl_complex_<scalar> value [, state])
 *
 * You get constants, which may size arrays and workgroups: <name>_length; _invocations of one FFT; _elements of an
 * invocation; _ffts_per_workgroup; _workgroup_size, the two multiplied; _shared_dwords of a workgroup. And functions:
 *
 *   <name>_place(count)                       returns this invocation's place among `count` FFTs in all
 *   <name>_forward(at [, state])              loads, transforms, stores
 *   <name>_inverse(at [, state])              loads, transforms back, stores
 *   <name>_transform(at, inverse [, state])   forward, or inverse if `inverse` is true
 *   <name>_rounds(count, rounds, inverse [, state])
 *                                             transforms `rounds` FFTs one after the other in every workgroup, of
 *                                             `count` in all; loads the next while it computes
 *   <name>_forward_registers(at, x)           transforms x[<name>_elements] in registers
 *   <name>_inverse_registers(at, x)           transforms back in registers
 *   <name>_transform_registers(at, inverse, x)   one of the two
 *   <name>_signal_index(at, k)                returns the number of element k, x[k], in the signal
 *   <name>_frequency(at, k)                   returns the frequency of element k in the spectrum
 *   <name>_signal_active(at, k), <name>_spectrum_active(at, k)
 *                                             return whether there is an element k: if not, do not store x[k]
 *   <name>_mirror(at, k)                      returns the invocation and element that hold the negated frequency
 *   <name>_holder(frequency)                  returns the invocation and element that hold a frequency
 *
 * Cautions: every invocation of the workgroup calls the transforms, in uniform control flow. Put a barrier between an
 * FFT and the next use of the shared memory, by another FFT too.
 */
#include "nbl/fft/misspelt.h"
#include "nbl/fft/plans.h"

/* ---- The instance's constants */

#ifndef NBL_FFT_PARAMETERS_AT_RUN_TIME
#ifndef NBL_FFT_FFTS_PER_WORKGROUP
#define NBL_FFT_FFTS_PER_WORKGROUP NBL_FFT_OWN(planned_ffts)
#endif
NBL_CONSTANT(NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_FFTS_PER_WORKGROUP)
NBL_CONSTANT(NBL_FFT_OWN(workgroup_size), (NBL_FFT_OWN(invocations) * NBL_FFT_OWN(ffts_per_workgroup)))
/* Lines and their mirrors trade halves, or all of an odd last radix: nbl/fft/trade_rows.h. */
#ifdef NBL_FFT_IS_PAIRED_
NBL_CONSTANT(NBL_FFT_OWN(traded_dwords), NBL_FFT_RADIX_OF(NBL_FFT_RADICES, NBL_FFT_MOST_PASSES - 1) % 2 == 0
                                             ? NBL_FFT_COMPLEX_LENGTH / 2
                                             : NBL_FFT_COMPLEX_LENGTH)
NBL_CONSTANT(NBL_FFT_OWN(line_dwords), NBL_FFT_OWN(own_dwords) > NBL_FFT_OWN(traded_dwords)
                                           ? NBL_FFT_OWN(own_dwords)
                                           : NBL_FFT_OWN(traded_dwords))
#define NBL_FFT_LINE_DWORDS_ NBL_FFT_OWN(line_dwords)
#else
#define NBL_FFT_LINE_DWORDS_ NBL_FFT_OWN(own_dwords)
#endif
/* One at least: an array cannot have none. */
NBL_CONSTANT(NBL_FFT_OWN(shared_dwords),
             NBL_FFT_LINE_DWORDS_ == 0 ? 1
                                       : (NBL_FFT_LINE_DWORDS_)*NBL_FFT_OWN(ffts_per_workgroup) * NBL_FFT_COMPONENTS)

/* Limits and sizes that do not fit do not compile. */
NBL_REQUIRE_OF(NBL_FFT_OWN(has_too_many_invocations), NBL_FFT_OWN(workgroup_size) <= NBL_FFT_MAX_INVOCATIONS,
               NBL_FFT_OWN(workgroup_size), NBL_FFT_MAX_INVOCATIONS)
NBL_REQUIRE_OF(NBL_FFT_OWN(has_too_little_shared_memory), 4 * NBL_FFT_OWN(shared_dwords) <= NBL_FFT_SHARED_BYTES,
               4 * NBL_FFT_OWN(shared_dwords), NBL_FFT_SHARED_BYTES)
#ifdef NBL_FFT_WORKGROUP_SIZE
NBL_REQUIRE_OF(NBL_FFT_OWN(has_another_workgroup_size), NBL_FFT_WORKGROUP_SIZE == NBL_FFT_OWN(workgroup_size),
               NBL_FFT_WORKGROUP_SIZE, NBL_FFT_OWN(workgroup_size))
#endif
#ifdef NBL_FFT_SHARED
NBL_REQUIRE_OF(NBL_FFT_OWN(array_is_too_small), NBL_CAT(NBL_FFT_SHARED, _dwords) >= NBL_FFT_OWN(shared_dwords),
               NBL_CAT(NBL_FFT_SHARED, _dwords), NBL_FFT_OWN(shared_dwords))
#endif
#ifndef NBL_FFT_SHARED_SIZE
#define NBL_FFT_SHARED_SIZE NBL_FFT_OWN(shared_dwords)
#endif
#endif

#include "nbl/fft/instance_maps.h"
#ifdef NBL_FFT_MAPS
#include "nbl/fft/maps_alone.h"
#else
#ifdef NBL_FFT_PARAMETERS_AT_RUN_TIME
#include "nbl/fft/numbers_at_run_time.h"
#endif

#if defined(NBL_FFT_SHARED_GET) && !defined(NBL_FFT_SHARED_SET)
#error "NBL_FFT_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif
#if defined(NBL_FFT_SHARED_SET) && !defined(NBL_FFT_SHARED_GET)
#error "NBL_FFT_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_FFT_SHARED_GET
#ifndef NBL_FFT_SHARED
#define NBL_FFT_SHARED NBL_FFT_OWN(shared)
NBL_SHARED(uint32_t, NBL_FFT_OWN(shared), NBL_FFT_SHARED_SIZE)
#endif
#define NBL_FFT_SHARED_GET(i_) NBL_LOAD(NBL_FFT_SHARED, i_)
#define NBL_FFT_SHARED_SET(i_, value_) NBL_STORE(NBL_FFT_SHARED, i_, value_)
#endif

/* Returns the place of an FFT's invocation by the FFT's number.
 *
 * count  FFTs in all, 1 or more */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(place_of)(nbl_fft_place_t at_, uint32_t fft_, uint32_t count_) {
    at_.fft = fft_;
    at_.present = fft_ < count_;
    at_.ffts = count_;
    return at_;
}

/* Returns the place to load from: empty places of the last workgroup load what the last FFT loads, since a branch
 * around the loads costs 3 to 4 % (docs/log/transforms.md). */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(place_to_load)(nbl_fft_place_t at_, uint32_t count_) {
    at_.fft = at_.fft < count_ ? at_.fft : count_ - 1u;
    return at_;
}

/* Returns the place of this invocation in its workgroup. Stockham needs no order along subgroups, and so no feature. */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(place_in_workgroup)(void) {
    NBL_EXPECT_WORKGROUP_SIZE(NBL_FFT_OF_PLAN_(workgroup_size));
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
    return NBL_FFT_PLACE_(nbl_local_invocation_position());
#else
    return NBL_FFT_PLACE_(nbl_local_invocation_index());
#endif
}

#ifndef NBL_FFT_TILE
#define NBL_FFT_TILE nbl_workgroup_index()
#endif

/* Returns this invocation's place among `count` FFTs in all, 1 or more; in a pass, among the lines of these. */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(place)(uint32_t count_) {
#ifdef NBL_FFT_PASS
    count_ = count_ * NBL_FFT_OWN(lines);
#endif
    nbl_fft_place_t at_ = NBL_FFT_OWN(place_in_workgroup)();
    uint32_t fft_ = NBL_FFT_TILE * NBL_FFT_OF_PLAN_(ffts_per_workgroup) + at_.instance;
    return NBL_FFT_OWN(place_to_load)(NBL_FFT_OWN(place_of)(at_, fft_, count_), count_);
}

#ifdef NBL_FFT_TURNS
/* Returns the place of an invocation after the last exchange of a first pass. Lines are written one after the other
 * there, so neighbouring invocations work on neighbouring elements and not on neighbouring lines. */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(turned_place)(nbl_fft_place_t at_) {
    nbl_fft_place_t turned_ = nbl_fft_place(nbl_local_invocation_position(), NBL_FFT_OF_PLAN_(invocations));
    uint32_t fft_ = NBL_FFT_TILE * NBL_FFT_OF_PLAN_(ffts_per_workgroup) + turned_.instance;
    return NBL_FFT_OWN(place_of)(turned_, fft_, at_.ffts);
}
#endif

/* ---- The transform in registers */

/* The length of an invocation's array. A product has a name: GLSL takes two equal products of a specialization constant
 * for two array sizes. */
#if defined(NBL_FFT_CHANNELS) || NBL_FFT_COMPONENTS > 1
#define NBL_FFT_MOST_ NBL_FFT_OWN(registers)
#else
#define NBL_FFT_MOST_ NBL_FFT_OWN(elements)
#endif
#ifdef NBL_FFT_CHANNELS
NBL_CONSTANT(NBL_FFT_MOST_, (NBL_FFT_CHANNELS * NBL_FFT_OWN(elements)))
#define NBL_FFT_STATE_PARAMETERS , NBL_INOUT NBL_COMPLEX registers_[NBL_FFT_MOST_], uint32_t channel_
#define NBL_FFT_STATE_ARGUMENTS , registers_, channel_
#define NBL_FFT_GET(at_, element_) registers_[channel_ * NBL_FFT_OWN(elements) + (element_)]
#define NBL_FFT_SET(at_, element_, value_) registers_[channel_ * NBL_FFT_OWN(elements) + (element_)] = (value_)
#else
#if NBL_FFT_COMPONENTS > 1
NBL_CONSTANT(NBL_FFT_MOST_, (NBL_FFT_COMPONENTS * NBL_FFT_OWN(elements)))
#endif
#define NBL_FFT_STATE_PARAMETERS , NBL_INOUT NBL_COMPLEX registers_[NBL_FFT_MOST_]
#define NBL_FFT_STATE_ARGUMENTS , registers_
#define NBL_FFT_GET(at_, element_) registers_[element_]
#define NBL_FFT_SET(at_, element_, value_) registers_[element_] = (value_)
#endif
#ifndef NBL_FFT_BARRIER
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#endif
#ifdef NBL_FFT_TABLE
#define NBL_SCALAR NBL_FFT_SCALAR
#include "nbl/fft/pass_table.h"
#undef NBL_SCALAR
#endif
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#ifdef NBL_FFT_HALVES
#define NBL_FFT_PACKED true
#endif
#include "nbl/workgroup/fft_stockham.h"
#else
#include "nbl/workgroup/fft_radix2_shuffle.h"
#endif

#if defined(NBL_FFT_REAL) && !defined(NBL_FFT_PASS)
#include "nbl/workgroup/fft_real.h"
#endif
#define NBL_SCALAR NBL_FFT_SCALAR
#if !defined(NBL_FFT_REAL) || defined(NBL_FFT_PASS) /* passes convert real signals around it */
NBL_FUNCTION void NBL_FFT_OWN(transform_registers)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform_complex)(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);
}
#endif
#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(forward_registers)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform_registers)(at_, false NBL_FFT_STATE_ARGUMENTS);
}
#endif
#if NBL_FFT_DIRECTION & NBL_FFT_INVERSE
NBL_FUNCTION void NBL_FFT_OWN(inverse_registers)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform_registers)(at_, true NBL_FFT_STATE_ARGUMENTS);
}
#endif

#ifndef NBL_FFT_REGISTERS
#include "nbl/fft/callbacks.h"
#endif

#undef NBL_SCALAR
#undef NBL_FFT_BARRIER
#undef NBL_FFT_SHARED_SET
#undef NBL_FFT_SHARED_GET
#undef NBL_FFT_SET
#undef NBL_FFT_GET
#undef NBL_FFT_STATE_ARGUMENTS
#undef NBL_FFT_STATE_PARAMETERS
#undef NBL_FFT_MOST_
#endif

#undef NBL_FFT_COMPLEX_LENGTH
#undef NBL_FFT_COMPLEX_DWORDS
#undef NBL_FFT_LAYOUT
#undef NBL_FFT_PLACE_
#undef NBL_FFT_OF_PLAN_
#undef NBL_FFT_PARAMETERS_AT_RUN_TIME
#undef NBL_FFT_OWN
#undef NBL_FFT_TURNS
#undef NBL_FFT_HAS_ROWS_
#undef NBL_FFT_LINE_DWORDS_
#undef NBL_FFT_IS_PAIRED_
#undef NBL_FFT_SLOTS_
#undef NBL_FFT_OF_ONE_
#undef NBL_FFT_LONG_
#undef NBL_FFT_IS_LAST_
#undef NBL_FFT_GOES_BACK_
#undef NBL_FFT_IS_MIDDLE_
#undef NBL_FFT_SPLIT_BACK_
#undef NBL_FFT_SPLIT_
#undef NBL_FFT_LINES_
#undef NBL_FFT_POINTS_3
#undef NBL_FFT_POINTS_2
#undef NBL_FFT_POINTS_1
#undef NBL_FFT_HALF
#undef NBL_FFT_THIRD
#undef NBL_FFT_WHOLE
/* The parameters. */
#undef NBL_FFT_MAPS
#undef NBL_FFT_CHANNELS
#undef NBL_FFT_REGISTERS
#undef NBL_FFT_FILTER
#undef NBL_FFT_STATE
#undef NBL_FFT_SHARED
#undef NBL_FFT_SHARED_SIZE
#undef NBL_FFT_BETWEEN
#undef NBL_FFT_BETWEEN_BACK
#undef NBL_FFT_SOURCE
#undef NBL_FFT_TARGET
#undef NBL_FFT_TABLE
#undef NBL_FFT_HALVES
#undef NBL_FFT_TILE
#undef NBL_FFT_PASS
#undef NBL_FFT_ROWS
#undef NBL_FFT_STRIDE
#undef NBL_FFT_OFFSETS
#undef NBL_FFT_NATIVE
#undef NBL_FFT_RADICES
#undef NBL_FFT_WORKGROUP_SIZE
#undef NBL_FFT_MAX_INVOCATIONS
#undef NBL_FFT_SHARED_BYTES
#undef NBL_FFT_COMPONENTS
#undef NBL_FFT_FFTS_PER_WORKGROUP
#undef NBL_FFT_COLUMNS
#undef NBL_FFT_REAL
#undef NBL_FFT_INVERSE_NORMALIZATION
#undef NBL_FFT_FORWARD_NORMALIZATION
#undef NBL_FFT_DIRECTION
#undef NBL_FFT_ALGORITHM
#undef NBL_FFT_SCALAR
#undef NBL_FFT_LENGTH
#undef NBL_FFT_NAME
