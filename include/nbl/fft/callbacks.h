/* The functions of an instance of nbl/fft.h that load and store by the user's callbacks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, unless NBL_FFT_REGISTERS is defined.
 */
#ifndef NBL_FFT_STATE
#define NBL_FFT_HANDED_
#define NBL_FFT_HAND_
#endif
#if NBL_FFT_COMPONENTS == 1
#define NBL_FFT_NUMBERED_
#define NBL_FFT_NUMBER_
#endif
#define NBL_FFT_EACH_COMPONENT_ NBL_UNROLL for (uint32_t component_ = 0u; component_ < NBL_FFT_COMPONENTS; component_++)
#define NBL_FFT_ARRAY_ NBL_COMPLEX x_[NBL_FFT_MOST_]
#define NBL_FFT_ELEMENT_ x_[component_ * NBL_FFT_OWN(elements) + k_]

#ifdef NBL_FFT_PASS
#include "nbl/fft/callbacks_pass.h"
#else
#define NBL_FFT_TWIDDLE_LINE_(inverse)
#ifdef NBL_FFT_OFFSETS
#define NBL_FFT_INDEXED_ uint32_t fft_, uint32_t base_, uint32_t offset_
#else
#define NBL_FFT_INDEXED_ uint32_t fft_, uint32_t index_
#endif
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(get)(NBL_FFT_INDEXED_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_);
NBL_REQUIRE_CALLBACK(NBL_FFT_OWN(get))
NBL_FUNCTION void NBL_FFT_OWN(set)(NBL_FFT_INDEXED_ NBL_FFT_NUMBERED_, NBL_COMPLEX value_ NBL_FFT_HANDED_);
NBL_REQUIRE_CALLBACK(NBL_FFT_OWN(set))

#ifdef NBL_FFT_STRIDE
/* From one of the FFTs side by side and its element to their block and its element. */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(strided_get)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    uint32_t block_ = fft_ / NBL_FFT_STRIDE;
    return NBL_FFT_OWN(get)(block_,
                            index_ * NBL_FFT_STRIDE + fft_ - block_ * NBL_FFT_STRIDE NBL_FFT_NUMBER_ NBL_FFT_HAND_);
}

NBL_FUNCTION void NBL_FFT_OWN(strided_set)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_,
                                           NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    uint32_t block_ = fft_ / NBL_FFT_STRIDE;
    NBL_FFT_OWN(set)
    (block_, index_ * NBL_FFT_STRIDE + fft_ - block_ * NBL_FFT_STRIDE NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
}
#define NBL_FFT_GET_SIGNAL_ NBL_FFT_OWN(strided_get)
#define NBL_FFT_SET_SIGNAL_ NBL_FFT_OWN(strided_set)
#define NBL_FFT_LOADED_() NBL_WORKGROUP_MEMORY_BARRIER(); /* an invocation may store what another one has loaded */
#else
#define NBL_FFT_GET_SIGNAL_ NBL_FFT_OWN(get)
#define NBL_FFT_SET_SIGNAL_ NBL_FFT_OWN(set)
#define NBL_FFT_LOADED_()
#endif

#ifdef NBL_FFT_REAL
#include "nbl/fft/callbacks_real.h"
#else
#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_GET_SIGNAL_
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_SET_SIGNAL_
#endif
#endif

/* What the elements of a side share, the signal's or the spectrum's, and where the callbacks have them. A plan known at
 * run time is read once for all of them. */
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_SIGNAL_ nbl_fft_pass_t side_ = NBL_FFT_OWN(first_pass)();
#define NBL_FFT_SPECTRUM_ nbl_fft_pass_t side_ = NBL_FFT_OWN(last_pass)();
#define NBL_FFT_EACH_ELEMENT_ NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(side_); k_++)
#if defined(NBL_FFT_PASS) || defined(NBL_FFT_OFFSETS) /* in two parts */
#define NBL_FFT_SIGNAL_INDEX_ nbl_fft_pass_read_base(side_, k_, at_.invocation), nbl_fft_pass_read_offset(side_, k_)
#else
#define NBL_FFT_SIGNAL_INDEX_ nbl_fft_pass_read_index(side_, k_, at_.invocation)
#endif
#define NBL_FFT_SPECTRUM_INDEX_ NBL_FFT_SIGNAL_INDEX_
#define NBL_FFT_IS_THERE_ nbl_fft_pass_active(side_, k_, at_.invocation)
#else
#define NBL_FFT_SIGNAL_
#define NBL_FFT_SPECTRUM_
#define NBL_FFT_EACH_ELEMENT_ NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(signal_elements)(); k_++)
#define NBL_FFT_SIGNAL_INDEX_ NBL_FFT_OWN(signal_index)(at_, k_)
#define NBL_FFT_SPECTRUM_INDEX_ \
    (NBL_FFT_NATIVE == 1 ? NBL_FFT_OWN(spectrum_index)(at_, k_) : NBL_FFT_OWN(frequency)(at_, k_))
#define NBL_FFT_IS_THERE_ NBL_FFT_OWN(signal_active)(at_, k_)
#endif

/* Where every invocation has all of its elements, each store depends on whether the FFT is there, and not one branch
 * around all: so 4096 by glslc takes 2 % less on an H200, and by the radix-2 shuffle 6. With elements that some
 * invocations lack it takes twice as long (docs/log/kernels.md). Real signals, passes and plans known at run time have
 * the branch. */
#if defined(NBL_FFT_PARAMETERS_AT_RUN_TIME) || defined(NBL_FFT_PASS) || defined(NBL_FFT_REAL)
#define NBL_FFT_MAY_STORE_(inverse) at_.present
#define NBL_FFT_STORES_(inverse) NBL_FFT_IS_THERE_
#else
NBL_FUNCTION bool NBL_FFT_OWN(all_store)(bool inverse_) {
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
    nbl_fft_pass_t side_ = NBL_FFT_OWN(last_pass)();
    if (inverse_) side_ = NBL_FFT_OWN(first_pass)();
    return nbl_fft_pass_is_even(side_);
#else
    NBL_UNUSED(inverse_);
    return true;
#endif
}
#define NBL_FFT_MAY_STORE_(inverse) (NBL_FFT_OWN(all_store)(inverse) || at_.present)
#define NBL_FFT_STORES_(inverse) (NBL_FFT_OWN(all_store)(inverse) ? at_.present : NBL_FFT_IS_THERE_)
#endif

/* Loads what a transform begins with: the signal, or of an inverse one the spectrum. */
NBL_FUNCTION void NBL_FFT_OWN(load)(nbl_fft_place_t at_, bool inverse_, NBL_INOUT NBL_FFT_ARRAY_ NBL_FFT_HANDED_) {
    if (inverse_) {
        NBL_FFT_SPECTRUM_
        NBL_FFT_EACH_ELEMENT_ {
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
                NBL_FFT_GET_FREQUENCY_(at_.fft, NBL_FFT_SPECTRUM_INDEX_ NBL_FFT_NUMBER_ NBL_FFT_HAND_);
        }
    } else {
        NBL_FFT_SIGNAL_
        NBL_FFT_EACH_ELEMENT_ {
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
                NBL_FFT_GET_SIGNAL_(at_.fft, NBL_FFT_SIGNAL_INDEX_ NBL_FFT_NUMBER_ NBL_FFT_HAND_);
        }
    }
    NBL_FFT_LOADED_()
}

/* Stores what it ends with: the spectrum, or of an inverse one the signal. */
NBL_FUNCTION void NBL_FFT_OWN(store)(nbl_fft_place_t at_, bool inverse_, NBL_INOUT NBL_FFT_ARRAY_ NBL_FFT_HANDED_) {
    if (inverse_) {
        NBL_FFT_SIGNAL_
        NBL_FFT_TWIDDLE_LINE_(true)
        NBL_FFT_EACH_ELEMENT_ {
            if (NBL_FFT_STORES_(true)) {
                NBL_FFT_EACH_COMPONENT_ NBL_FFT_SET_SIGNAL_(at_.fft, NBL_FFT_SIGNAL_INDEX_ NBL_FFT_NUMBER_,
                                                            NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
            }
        }
    } else {
        NBL_FFT_SPECTRUM_
        NBL_FFT_TWIDDLE_LINE_(false)
        NBL_FFT_EACH_ELEMENT_ {
            if (NBL_FFT_STORES_(false)) {
                NBL_FFT_EACH_COMPONENT_ NBL_FFT_SET_FREQUENCY_(at_.fft, NBL_FFT_SPECTRUM_INDEX_ NBL_FFT_NUMBER_,
                                                               NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
            }
        }
    }
}

NBL_FUNCTION void NBL_FFT_OWN(transform)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_HANDED_) {
    NBL_FFT_ARRAY_;
#ifdef NBL_FFT_IS_PAIRED_
    at_ = NBL_FFT_OWN(line_place)(at_, inverse_);
#endif
    NBL_FFT_OWN(load)(at_, inverse_, x_ NBL_FFT_HAND_);
#ifdef NBL_FFT_IS_PAIRED_
    if (inverse_ && NBL_FFT_IS_PAIRED_(true)) {
        NBL_FFT_OWN(convert_line)(at_, true, true, x_);
        NBL_FFT_BARRIER();
    }
#endif
    NBL_FFT_OWN(transform_registers)(at_, inverse_, x_);
#ifdef NBL_FFT_IS_PAIRED_
    if (!inverse_ && NBL_FFT_IS_PAIRED_(false)) NBL_FFT_OWN(convert_line)(at_, false, false, x_);
#endif
#ifdef NBL_FFT_TURNS
    at_ = NBL_FFT_OWN(turned_place)(at_);
#ifdef NBL_FFT_IS_PAIRED_
    at_ = NBL_FFT_OWN(line_place)(at_, inverse_);
#endif
#endif
    if (NBL_FFT_MAY_STORE_(inverse_)) NBL_FFT_OWN(store)(at_, inverse_, x_ NBL_FFT_HAND_);
}

#if defined(NBL_FFT_PASS) && defined(NBL_FFT_FILTER)
#include "nbl/fft/callbacks_pass_filter.h"
#else
#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(forward)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_OWN(transform)(at_, false NBL_FFT_HAND_);
}
#endif
#if NBL_FFT_DIRECTION & NBL_FFT_INVERSE
NBL_FUNCTION void NBL_FFT_OWN(inverse)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_OWN(transform)(at_, true NBL_FFT_HAND_);
}
#endif
#endif

#ifndef NBL_FFT_PASS
/* Transforms `rounds` FFTs one after the other. Workgroup w has the FFTs from w rounds ffts_per_workgroup on; a place's
 * FFTs lie <name>_ffts_per_workgroup apart. The loads of the next FFT wait while this one computes.
 *
 * count   FFTs in all, 1 or more
 * rounds  1 or more; a dispatch has ceil(count / (rounds ffts_per_workgroup)) workgroups */
NBL_FUNCTION void NBL_FFT_OWN(rounds)(uint32_t count_, uint32_t rounds_, bool inverse_ NBL_FFT_HANDED_) {
    nbl_fft_place_t at_ = NBL_FFT_OWN(place_in_workgroup)();
    uint32_t step_ = NBL_FFT_OF_PLAN_(ffts_per_workgroup);
    uint32_t fft_ = nbl_workgroup_index() * (step_ * rounds_) + at_.instance;
    NBL_FFT_ARRAY_;
    at_ = NBL_FFT_OWN(place_of)(at_, fft_, count_);
    NBL_FFT_OWN(load)(NBL_FFT_OWN(place_to_load)(at_, count_), inverse_, x_ NBL_FFT_HAND_);
    if (rounds_ == 1u) {
        NBL_FFT_OWN(transform_registers)(at_, inverse_, x_);
        if (at_.present) NBL_FFT_OWN(store)(at_, inverse_, x_ NBL_FFT_HAND_);
    } else {
        for (uint32_t i_ = 0u; i_ < rounds_; i_++) {
            NBL_COMPLEX next_[NBL_FFT_MOST_];
            nbl_fft_place_t then_ = NBL_FFT_OWN(place_of)(at_, i_ + 1u < rounds_ ? at_.fft + step_ : at_.fft, count_);
            NBL_FFT_OWN(load)(NBL_FFT_OWN(place_to_load)(then_, count_), inverse_, next_ NBL_FFT_HAND_);
            NBL_FFT_OWN(transform_registers)(at_, inverse_, x_);
            if (at_.present) NBL_FFT_OWN(store)(at_, inverse_, x_ NBL_FFT_HAND_);
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_MOST_; k_++) { x_[k_] = next_[k_]; }
            at_ = then_;
        }
    }
}
#endif

#if defined(NBL_FFT_FILTER) && !defined(NBL_FFT_PASS)
#include "nbl/fft/callbacks_filter.h"
#endif

#undef NBL_FFT_WRITE_PASS_
#undef NBL_FFT_STORES_
#undef NBL_FFT_MAY_STORE_
#undef NBL_FFT_IS_THERE_
#undef NBL_FFT_SPECTRUM_INDEX_
#undef NBL_FFT_SIGNAL_INDEX_
#undef NBL_FFT_EACH_ELEMENT_
#undef NBL_FFT_SPECTRUM_
#undef NBL_FFT_SIGNAL_
#undef NBL_FFT_TWIDDLE_LINE_
#undef NBL_FFT_LOADED_
#undef NBL_FFT_INDEXED_
#undef NBL_FFT_SET_FREQUENCY_
#undef NBL_FFT_GET_FREQUENCY_
#undef NBL_FFT_SET_SIGNAL_
#undef NBL_FFT_GET_SIGNAL_
#undef NBL_FFT_ELEMENT_
#undef NBL_FFT_ARRAY_
#undef NBL_FFT_EACH_COMPONENT_
#undef NBL_FFT_NUMBER_
#undef NBL_FFT_NUMBERED_
#undef NBL_FFT_HAND_
#undef NBL_FFT_HANDED_
