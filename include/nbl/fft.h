/* One FFT from a name and a length: an instance that knows its plan, declares its shared memory and describes itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define a name and a length, include, write two callbacks. All parameters are undefined at the end.
 *
 *   NBL_FFT_NAME     such as `row`: the prefix of all that follows
 *   NBL_FFT_LENGTH   a supported length, a plain integer: 2^a 3^b 5^c 7^d to 8192, powers of two to 32768
 *
 * nbl/fft/options.h has the others, none of which must be given: scalar, algorithm, directions, normalisations, real
 * signals, columns, several components, limits of the device, plans and shared memory of your own, a state for the
 * callbacks, a filter for convolutions, and NBL_FFT_REGISTERS for no callbacks.
 *
 * You define the callbacks. They get the number of the FFT and an index: of the signal on one side and of the frequency
 * on the other, so that the directions cannot be confused.
 *
 *   nbl_complex_<scalar> <name>_get(uint32_t fft, uint32_t index [, state])
 *   void <name>_set(uint32_t fft, uint32_t index, nbl_complex_<scalar> value [, state])
 *
 * You get constants <name>_length, _workgroup_size, _invocations, _elements, _ffts_per_workgroup,
 * _shared_dwords, which may size arrays and workgroups; and
 *
 *   <name>_place(count)                       this invocation's place among `count` FFTs in all
 *   <name>_forward(at [, state])              loads, transforms, stores; <name>_inverse likewise
 *   <name>_forward_registers(at, x)           x[<name>_elements]: element k is number <name>_signal_index(at, k) of the
 *   <name>_inverse_registers(at, x)           signal, and <name>_frequency(at, k) of the spectrum; where
 *                                             <name>_signal_active(at, k) or <name>_spectrum_active(at, k) is false
 *                                             there is no element: do not store x[k]
 *   <name>_mirror(at, k)                      where the negated frequency is held; <name>_holder(frequency)
 *
 * Cautions: every invocation of the workgroup calls them, in uniform control flow. Put a barrier between an FFT and the
 * next use of the shared memory, another FFT included.
 */
#include "nbl/fft/misspelt.h"
#include "nbl/fft/plans.h"

/* ---- The instance's constants */

#ifndef NBL_FFT_FFTS_PER_WORKGROUP
#define NBL_FFT_FFTS_PER_WORKGROUP NBL_FFT_OWN(planned_ffts)
#endif
NBL_CONSTANT(NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_FFTS_PER_WORKGROUP)
NBL_CONSTANT(NBL_FFT_OWN(workgroup_size), (NBL_FFT_OWN(invocations) * NBL_FFT_OWN(ffts_per_workgroup)))
/* One at least: an array cannot have none. */
NBL_CONSTANT(NBL_FFT_OWN(shared_dwords),
             NBL_FFT_OWN(own_dwords) == 0
                 ? 1
                 : NBL_FFT_OWN(own_dwords) * NBL_FFT_OWN(ffts_per_workgroup) * NBL_FFT_COMPONENTS)

/* What does not fit together does not compile. GLSL and HLSL print no more than the line: it says why. */
NBL_REQUIRE(NBL_FFT_OWN(has_too_many_invocations), NBL_FFT_OWN(workgroup_size) <= NBL_FFT_MAX_INVOCATIONS)
NBL_REQUIRE(NBL_FFT_OWN(has_too_little_shared_memory), 4 * NBL_FFT_OWN(shared_dwords) <= NBL_FFT_SHARED_BYTES)
#ifdef NBL_FFT_WORKGROUP_SIZE
NBL_REQUIRE(NBL_FFT_OWN(has_another_workgroup_size), NBL_FFT_WORKGROUP_SIZE == NBL_FFT_OWN(workgroup_size))
#endif
#ifdef NBL_FFT_SHARED
NBL_REQUIRE(NBL_FFT_OWN(array_is_too_small), NBL_CAT(NBL_FFT_SHARED, _dwords) >= NBL_FFT_OWN(shared_dwords))
#else
#define NBL_FFT_SHARED NBL_FFT_OWN(shared)
NBL_SHARED(uint32_t, NBL_FFT_OWN(shared), NBL_FFT_OWN(shared_dwords))
#endif

/* Returns this invocation's place. Empty places of the last workgroup load what the last FFT loads: a branch
 * around the loads costs 3 to 4 % (docs/log/transforms.md).
 *
 * count  FFTs in all, 1 or more */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(place)(uint32_t count_) {
    nbl_fft_place_t at_ = NBL_FFT_PLACE_(nbl_local_invocation_index());
    at_.fft = nbl_workgroup_index() * NBL_FFT_OWN(ffts_per_workgroup) + at_.instance;
    at_.present = at_.fft < count_;
    if (!at_.present) at_.fft = count_ - 1u;
    return at_;
}

/* ---- The transform in registers */

#define NBL_FFT_STATE_PARAMETERS , NBL_INOUT NBL_COMPLEX registers_[NBL_FFT_COMPONENTS * NBL_FFT_OWN(elements)]
#define NBL_FFT_STATE_ARGUMENTS , registers_
#define NBL_FFT_GET(at_, element_) registers_[element_]
#define NBL_FFT_SET(at_, element_, value_) registers_[element_] = (value_)
#define NBL_FFT_SHARED_GET(i_) NBL_LOAD(NBL_FFT_SHARED, i_)
#define NBL_FFT_SHARED_SET(i_, value_) NBL_STORE(NBL_FFT_SHARED, i_, value_)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#include "nbl/workgroup/fft_stockham.h"
#else
#include "nbl/workgroup/fft_radix2_shuffle.h"
#endif

#if NBL_FFT_REAL
#include "nbl/workgroup/fft_registers_real.h"
#endif
#define NBL_SCALAR NBL_FFT_SCALAR
#if !NBL_FFT_REAL && (NBL_FFT_DIRECTION & NBL_FFT_FORWARD)
NBL_FUNCTION void NBL_FFT_OWN(forward_registers)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform)(at_, false NBL_FFT_STATE_ARGUMENTS);
}
#endif
#if !NBL_FFT_REAL && (NBL_FFT_DIRECTION & NBL_FFT_INVERSE)
NBL_FUNCTION void NBL_FFT_OWN(inverse_registers)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform)(at_, true NBL_FFT_STATE_ARGUMENTS);
}
#endif

/* ---- With the user's callbacks */

#ifndef NBL_FFT_REGISTERS
#ifndef NBL_FFT_STATE
#define NBL_FFT_HANDED_
#define NBL_FFT_HAND_
#endif
#if NBL_FFT_COMPONENTS == 1
#define NBL_FFT_NUMBERED_
#define NBL_FFT_NUMBER_
#endif
#define NBL_FFT_EACH_COMPONENT_ NBL_UNROLL for (uint32_t component_ = 0u; component_ < NBL_FFT_COMPONENTS; component_++)
#define NBL_FFT_ARRAY_ NBL_COMPLEX x_[NBL_FFT_COMPONENTS * NBL_FFT_OWN(elements)]
#define NBL_FFT_ELEMENT_ x_[component_ * NBL_FFT_OWN(elements) + k_]

NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(get)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_);
NBL_FUNCTION void NBL_FFT_OWN(set)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_,
                                   NBL_COMPLEX value_ NBL_FFT_HANDED_);

NBL_FUNCTION void NBL_FFT_OWN(load_signal)(nbl_fft_place_t at_, NBL_INOUT NBL_FFT_ARRAY_ NBL_FFT_HANDED_) {
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(signal_elements)(); k_++) {
        NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
            NBL_FFT_OWN(get)(at_.fft, NBL_FFT_OWN(signal_index)(at_, k_) NBL_FFT_NUMBER_ NBL_FFT_HAND_);
    }
}

NBL_FUNCTION void NBL_FFT_OWN(store_signal)(nbl_fft_place_t at_, NBL_INOUT NBL_FFT_ARRAY_ NBL_FFT_HANDED_) {
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(signal_elements)(); k_++) {
        if (at_.present && NBL_FFT_OWN(signal_active)(at_, k_)) {
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_OWN(set)(at_.fft, NBL_FFT_OWN(signal_index)(at_, k_) NBL_FFT_NUMBER_,
                                                     NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
        }
    }
}

#if NBL_FFT_REAL
#include "nbl/fft/callbacks_real.h"
#else
#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_OWN(get)
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_OWN(set)
#endif

#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(forward)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_ARRAY_;
    NBL_FFT_OWN(load_signal)(at_, x_ NBL_FFT_HAND_);
    NBL_FFT_OWN(forward_registers)(at_, x_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        if (at_.present && NBL_FFT_OWN(spectrum_active)(at_, k_)) {
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_SET_FREQUENCY_(at_.fft, NBL_FFT_OWN(frequency)(at_, k_) NBL_FFT_NUMBER_,
                                                           NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
        }
    }
}
#endif

#if NBL_FFT_DIRECTION & NBL_FFT_INVERSE
NBL_FUNCTION void NBL_FFT_OWN(inverse)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_ARRAY_;
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
            NBL_FFT_GET_FREQUENCY_(at_.fft, NBL_FFT_OWN(frequency)(at_, k_) NBL_FFT_NUMBER_ NBL_FFT_HAND_);
    }
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    NBL_FFT_OWN(store_signal)(at_, x_ NBL_FFT_HAND_);
}
#endif

#ifdef NBL_FFT_FILTER
#include "nbl/fft/callbacks_filter.h"
#endif

#undef NBL_FFT_SET_FREQUENCY_
#undef NBL_FFT_GET_FREQUENCY_
#undef NBL_FFT_ELEMENT_
#undef NBL_FFT_ARRAY_
#undef NBL_FFT_EACH_COMPONENT_
#undef NBL_FFT_NUMBER_
#undef NBL_FFT_NUMBERED_
#undef NBL_FFT_HAND_
#undef NBL_FFT_HANDED_
#endif

#undef NBL_SCALAR
#undef NBL_FFT_BARRIER
#undef NBL_FFT_SHARED_SET
#undef NBL_FFT_SHARED_GET
#undef NBL_FFT_SET
#undef NBL_FFT_GET
#undef NBL_FFT_STATE_ARGUMENTS
#undef NBL_FFT_STATE_PARAMETERS
#undef NBL_FFT_COMPLEX_LENGTH
#undef NBL_FFT_COMPLEX_DWORDS
#undef NBL_FFT_LAYOUT
#undef NBL_FFT_ROOMY_LAYOUT
#undef NBL_FFT_PLACE_
#undef NBL_FFT_OWN
/* The parameters. */
#undef NBL_FFT_REGISTERS
#undef NBL_FFT_FILTER
#undef NBL_FFT_STATE
#undef NBL_FFT_SHARED
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
