/* Where the spectra of one or two real signals lie for the user's callbacks: frequencies 0 to N / 2.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone. In registers Zero and Nyquist of a signal share an element; of two signals the upper
 * half is the second one's, backwards: nbl/workgroup/fft_real.h.
 */
/* The number of the signal that a frequency of the registers belongs to: with one signal, the FFT's own number. */
NBL_FUNCTION uint32_t NBL_FFT_OWN(signal_number)(uint32_t fft_, bool second_) {
    return NBL_FFT_REAL == 1 ? fft_ : 2u * fft_ + (second_ ? 1u : 0u);
}

/* Whether element 0 also holds the Nyquist frequency; without one it holds the second signal's Zero. */
NBL_FUNCTION bool NBL_FFT_OWN(has_nyquist)(void) { return NBL_FFT_REAL == 1 || NBL_FFT_LENGTH % 2 == 0; }

NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(get_frequency)(uint32_t fft_, uint32_t frequency_ NBL_FFT_HANDED_) {
    bool second_ = NBL_FFT_REAL == 2 && frequency_ > 0u && 2u * frequency_ >= NBL_FFT_OWN(length);
    uint32_t number_ = NBL_FFT_OWN(signal_number)(fft_, second_);
    bool both_ = frequency_ == 0u || (NBL_FFT_REAL == 2 && 2u * frequency_ == NBL_FFT_OWN(length));
    uint32_t nyquist_ = NBL_FFT_LENGTH / 2;
    uint32_t index_ = second_ ? NBL_FFT_OWN(length) - frequency_ : frequency_;
    if (both_) index_ = 0u;
    NBL_COMPLEX value_ = NBL_FFT_OWN(get)(number_, index_ NBL_FFT_HAND_);
    if (both_ && NBL_FFT_OWN(has_nyquist)()) value_.imag = NBL_FFT_OWN(get)(number_, nyquist_ NBL_FFT_HAND_).real;
    if (both_ && !NBL_FFT_OWN(has_nyquist)()) value_.imag = NBL_FFT_OWN(get)(number_ + 1u, 0u NBL_FFT_HAND_).real;
    return value_;
}

NBL_FUNCTION void NBL_FFT_OWN(set_frequency)(uint32_t fft_, uint32_t frequency_, NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    bool second_ = NBL_FFT_REAL == 2 && frequency_ > 0u && 2u * frequency_ >= NBL_FFT_OWN(length);
    uint32_t number_ = NBL_FFT_OWN(signal_number)(fft_, second_);
    bool both_ = frequency_ == 0u || (NBL_FFT_REAL == 2 && 2u * frequency_ == NBL_FFT_OWN(length));
    uint32_t index_ = second_ ? NBL_FFT_OWN(length) - frequency_ : frequency_;
    if (both_) {
        NBL_COMPLEX end_ = {value_.imag, NBL_CAST(NBL_SCALAR, 0.0f)};
        bool nyquist_ = NBL_FFT_OWN(has_nyquist)();
        NBL_FFT_OWN(set)(nyquist_ ? number_ : number_ + 1u, nyquist_ ? NBL_FFT_LENGTH / 2 : 0u, end_ NBL_FFT_HAND_);
        value_.imag = NBL_CAST(NBL_SCALAR, 0.0f);
        index_ = 0u;
    }
    NBL_FFT_OWN(set)(number_, index_, value_ NBL_FFT_HAND_);
}

#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_OWN(get_frequency)
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_OWN(set_frequency)
