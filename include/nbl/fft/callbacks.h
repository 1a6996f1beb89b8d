/* An instance's transforms between the user's callbacks: loads, the transform in registers, stores.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, which says what the callbacks are.
 */
#ifdef NBL_FFT_STATE
#define NBL_FFT_HANDED_ , NBL_FFT_STATE state_
#define NBL_FFT_HAND_ , state_
#else
#define NBL_FFT_HANDED_
#define NBL_FFT_HAND_
#endif
#define NBL_FFT_X_ NBL_INOUT NBL_FFT_COMPLEX x_[NBL_FFT_OWN(elements)]

NBL_FUNCTION NBL_FFT_COMPLEX NBL_FFT_OWN(get)(uint32_t fft_, uint32_t index_ NBL_FFT_HANDED_);
NBL_FUNCTION void NBL_FFT_OWN(set)(uint32_t fft_, uint32_t index_, NBL_FFT_COMPLEX value_ NBL_FFT_HANDED_);
#ifdef NBL_FFT_FILTER
NBL_FUNCTION NBL_FFT_COMPLEX NBL_FFT_OWN(filter)(uint32_t fft_, uint32_t frequency_,
                                                 NBL_FFT_COMPLEX value_ NBL_FFT_HANDED_);
#endif

NBL_FUNCTION void NBL_FFT_OWN(load_signal)(nbl_fft_place_t at_, NBL_FFT_X_ NBL_FFT_HANDED_) {
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(signal_elements)(); k_++) {
        x_[k_] = NBL_FFT_OWN(get)(at_.fft, NBL_FFT_OWN(signal_index)(at_, k_) NBL_FFT_HAND_);
    }
}

NBL_FUNCTION void NBL_FFT_OWN(store_signal)(nbl_fft_place_t at_, NBL_FFT_X_ NBL_FFT_HANDED_) {
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(signal_elements)(); k_++) {
        if (at_.present && NBL_FFT_OWN(signal_active)(at_, k_))
            NBL_FFT_OWN(set)(at_.fft, NBL_FFT_OWN(signal_index)(at_, k_), x_[k_] NBL_FFT_HAND_);
    }
}

#if NBL_FFT_REAL
#include "nbl/fft/callbacks_real.h"
#else
NBL_FUNCTION NBL_FFT_COMPLEX NBL_FFT_OWN(get_frequency)(nbl_fft_place_t at_, uint32_t frequency_ NBL_FFT_HANDED_) {
    return NBL_FFT_OWN(get)(at_.fft, frequency_ NBL_FFT_HAND_);
}

NBL_FUNCTION void NBL_FFT_OWN(set_frequency)(nbl_fft_place_t at_, uint32_t frequency_,
                                             NBL_FFT_COMPLEX value_ NBL_FFT_HANDED_) {
    NBL_FFT_OWN(set)(at_.fft, frequency_, value_ NBL_FFT_HAND_);
}

#ifdef NBL_FFT_FILTER
NBL_FUNCTION NBL_FFT_COMPLEX NBL_FFT_OWN(filter_frequency)(nbl_fft_place_t at_, uint32_t frequency_,
                                                           NBL_FFT_COMPLEX value_ NBL_FFT_HANDED_) {
    return NBL_FFT_OWN(filter)(at_.fft, frequency_, value_ NBL_FFT_HAND_);
}
#endif
#endif

#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(forward)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_COMPLEX x_[NBL_FFT_OWN(elements)];
    NBL_FFT_OWN(load_signal)(at_, x_ NBL_FFT_HAND_);
    NBL_FFT_OWN(forward_registers)(at_, x_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        if (at_.present && NBL_FFT_OWN(spectrum_active)(at_, k_))
            NBL_FFT_OWN(set_frequency)(at_, NBL_FFT_OWN(frequency)(at_, k_), x_[k_] NBL_FFT_HAND_);
    }
}
#endif

#if NBL_FFT_DIRECTION & NBL_FFT_INVERSE
NBL_FUNCTION void NBL_FFT_OWN(inverse)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_COMPLEX x_[NBL_FFT_OWN(elements)];
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        x_[k_] = NBL_FFT_OWN(get_frequency)(at_, NBL_FFT_OWN(frequency)(at_, k_) NBL_FFT_HAND_);
    }
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    NBL_FFT_OWN(store_signal)(at_, x_ NBL_FFT_HAND_);
}
#endif

#ifdef NBL_FFT_FILTER
NBL_FUNCTION void NBL_FFT_OWN(convolve)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_COMPLEX x_[NBL_FFT_OWN(elements)];
    NBL_FFT_OWN(load_signal)(at_, x_ NBL_FFT_HAND_);
    NBL_FFT_OWN(forward_registers)(at_, x_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        x_[k_] = NBL_FFT_OWN(filter_frequency)(at_, NBL_FFT_OWN(frequency)(at_, k_), x_[k_] NBL_FFT_HAND_);
    }
    NBL_WORKGROUP_BARRIER(); /* others may still be reading the shared memory that the inverse writes to */
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    NBL_FFT_OWN(store_signal)(at_, x_ NBL_FFT_HAND_);
}
#endif

#undef NBL_FFT_X_
#undef NBL_FFT_HAND_
#undef NBL_FFT_HANDED_
