/* One FFT from a name and a length: an instance that knows its plan, declares its shared memory and describes itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define a name and a length, include, write two callbacks. All parameters are undefined at the end.
 *
 *   NBL_FFT_NAME                 such as `row`: the prefix of all that follows
 *   NBL_FFT_LENGTH               a supported length, a plain integer: 2^a 3^b 5^c 7^d to 8192, powers of two to 32768
 *   NBL_FFT_SCALAR               float32_t; float16_t and float64_t where NBL_HAS_FLOAT16 or NBL_HAS_FLOAT64 is 1
 *   NBL_FFT_ALGORITHM            NBL_FFT_STOCKHAM; or NBL_FFT_RADIX2_SHUFFLE
 *   NBL_FFT_DIRECTION            both; or NBL_FFT_FORWARD, NBL_FFT_INVERSE
 *   NBL_FFT_FORWARD_NORMALIZATION, NBL_FFT_INVERSE_NORMALIZATION   as in nbl/workgroup/fft.h: none, 1/N
 *   NBL_FFT_REAL                 1: a real signal of NBL_FFT_LENGTH numbers, an even length; 2: two such signals
 *   NBL_FFT_COLUMNS              that many neighbouring FFTs are interleaved over the invocations, for columns: 2 to 16
 *   NBL_FFT_FFTS_PER_WORKGROUP   the plan's; or a number of your own
 *   NBL_FFT_COMPONENTS           2 to 4: an element is so many complex numbers, each transformed for itself, such as the
 *                                colours of a texel: the barriers of one FFT, the shared memory of so many
 *   NBL_FFT_SHARED_BYTES         49152; or 32768, 16384: how much shared memory the device has
 *   NBL_FFT_MAX_INVOCATIONS      1024; or 256
 *   NBL_FFT_WORKGROUP_SIZE       the kernel's size, if something else has chosen it: it must be the instance's
 *   NBL_FFT_RADICES              a plan of your own, with NBL_FFT_LAYOUT, as `nbl-fft plan` prints both
 *   NBL_FFT_SHARED               the array of an earlier, larger instance, such as row_shared; else one is declared. Or
 *                                any array with a constant <array>_dwords: NBL_CONSTANT(mine_dwords, 2048)
 *                                NBL_SHARED(uint32_t, mine, mine_dwords)
 *   NBL_FFT_STATE                a structure's name: one more argument for the functions and the callbacks
 *   NBL_FFT_FILTER               one callback more, and <name>_convolve
 *   NBL_FFT_REGISTERS            no callbacks: only <name>_forward_registers and <name>_inverse_registers
 *
 * You define the callbacks. They get the number of the FFT and an index: of the signal on one side and of the frequency
 * on the other, so that the directions cannot be confused.
 *
 *   nbl_complex_<scalar> <name>_get(uint32_t fft, uint32_t index [, state])
 *   void <name>_set(uint32_t fft, uint32_t index, nbl_complex_<scalar> value [, state])
 *   nbl_complex_<scalar> <name>_filter(uint32_t fft, uint32_t frequency, nbl_complex_<scalar> value [, state])
 *
 * With NBL_FFT_COMPONENTS there is one argument more behind the index or frequency, the component's number:
 *
 *   nbl_complex_<scalar> <name>_get(uint32_t fft, uint32_t index, uint32_t component [, state])   and so on
 *
 * You get constants <name>_length, _workgroup_size, _invocations, _elements, _ffts_per_workgroup,
 * _shared_dwords, which may size arrays and workgroups; and
 *
 *   <name>_place(count)                       who this invocation is, of `count` FFTs in all
 *   <name>_forward(at [, state])              loads, transforms, stores; <name>_inverse likewise
 *   <name>_convolve(at [, state])             loads a signal, transforms, puts <name>_filter's result in every
 *                                             frequency's place, transforms back, stores a signal
 *   <name>_forward_registers(at, x)           x[<name>_elements]: element k is number <name>_signal_index(at, k) of the
 *   <name>_inverse_registers(at, x)           signal, and <name>_frequency(at, k) of the spectrum (of component c: x[c *
 *                                             <name>_elements + k], and x is as many times as long); where
 *                                             <name>_signal_active(at, k) or <name>_spectrum_active(at, k) is false
 *                                             there is none, and what is there is not to be stored
 *   <name>_mirror(at, k)                      who holds the negated frequency; <name>_holder(frequency)
 *
 * Of a real signal, element n is x[2 n] + i x[2 n + 1], so that <name>_get is asked for half as many; of two, x[n] + i
 * y[n]. <name>_set is told the frequencies 0 to N / 2 (their spectra are those of FFTs 2 fft and 2 fft + 1). In
 * registers Zero and Nyquist share an element: nbl/workgroup/fft_real.h.
 *
 * Cautions: every invocation of the workgroup calls them, in uniform control flow. Whoever uses the shared memory after
 * an FFT, another FFT too, puts a barrier first.
 */
#include "nbl/fft/plans.h"

/* ---- What the instance tells */

#if defined(NBL_FFT_COLUMNS)
NBL_CONSTANT(NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_COLUMNS)
#elif defined(NBL_FFT_FFTS_PER_WORKGROUP)
NBL_CONSTANT(NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_FFTS_PER_WORKGROUP)
#else
NBL_CONSTANT(NBL_FFT_OWN(ffts_per_workgroup), NBL_FFT_OWN(planned_ffts))
#endif
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

/* Returns who this invocation is. Where the last workgroup has empty places, they load what the last FFT loads: loads
 * behind a branch would wait for each other.
 *
 * count  FFTs in all, 1 or more */
NBL_FUNCTION nbl_fft_place_t NBL_FFT_OWN(place)(uint32_t count_) {
#ifdef NBL_FFT_COLUMNS
    nbl_fft_place_t at_ = nbl_fft_place_columns(nbl_local_invocation_index(), NBL_FFT_OWN(ffts_per_workgroup));
#else
    nbl_fft_place_t at_ = nbl_fft_place(nbl_local_invocation_index(), NBL_FFT_OWN(invocations));
#endif
    at_.fft = nbl_workgroup_index() * NBL_FFT_OWN(ffts_per_workgroup) + at_.instance;
    at_.present = at_.fft < count_;
    if (!at_.present) at_.fft = count_ - 1u;
    return at_;
}

/* ---- The transform in registers */

#define NBL_PRELOADED_ELEMENTS NBL_FFT_OWN(elements)
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
#ifdef NBL_FFT_STATE
#define NBL_FFT_HANDED_ , NBL_FFT_STATE state_
#define NBL_FFT_HAND_ , state_
#else
#define NBL_FFT_HANDED_
#define NBL_FFT_HAND_
#endif
#if NBL_FFT_COMPONENTS > 1
#define NBL_FFT_NUMBERED_ , uint32_t component_
#define NBL_FFT_NUMBER_ , component_
#else
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
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(get_frequency)(nbl_fft_place_t at_,
                                                    uint32_t frequency_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    return NBL_FFT_OWN(get)(at_.fft, frequency_ NBL_FFT_NUMBER_ NBL_FFT_HAND_);
}

NBL_FUNCTION void NBL_FFT_OWN(set_frequency)(nbl_fft_place_t at_, uint32_t frequency_ NBL_FFT_NUMBERED_,
                                             NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    NBL_FFT_OWN(set)(at_.fft, frequency_ NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
}
#endif

#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(forward)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_ARRAY_;
    NBL_FFT_OWN(load_signal)(at_, x_ NBL_FFT_HAND_);
    NBL_FFT_OWN(forward_registers)(at_, x_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        if (at_.present && NBL_FFT_OWN(spectrum_active)(at_, k_)) {
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_OWN(set_frequency)(at_, NBL_FFT_OWN(frequency)(at_, k_) NBL_FFT_NUMBER_,
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
            NBL_FFT_OWN(get_frequency)(at_, NBL_FFT_OWN(frequency)(at_, k_) NBL_FFT_NUMBER_ NBL_FFT_HAND_);
    }
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    NBL_FFT_OWN(store_signal)(at_, x_ NBL_FFT_HAND_);
}
#endif

#ifdef NBL_FFT_FILTER
#include "nbl/fft/callbacks_filter.h"
#endif

#undef NBL_FFT_ELEMENT_
#undef NBL_FFT_ARRAY_
#undef NBL_FFT_EACH_COMPONENT_
#undef NBL_FFT_NUMBER_
#undef NBL_FFT_NUMBERED_
#undef NBL_FFT_HAND_
#undef NBL_FFT_HANDED_
#endif

#undef NBL_SCALAR
#undef NBL_PRELOADED_ELEMENTS
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
#undef NBL_FFT_SHAPE
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
