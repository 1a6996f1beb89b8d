/* Where the spectra of one or two real signals lie for the user's callbacks: frequencies 0 to N / 2.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone. What shares an element in registers is told in nbl/workgroup/fft_real.h: Zero
 * and Nyquist of a signal; of two signals the upper half is the second one's, backwards.
 */
/* Of a signal alone the FFT's number; of two, that of the one which a frequency of the registers belongs to. */
NBL_FUNCTION uint32_t NBL_FFT_OWN(signal_number)(nbl_fft_place_t at_, bool second_) {
    return NBL_FFT_REAL == 1 ? at_.fft : 2u * at_.fft + (second_ ? 1u : 0u);
}

/* The other real number that an element holds: of element 0 Nyquist, or without one the second signal's Zero. */
NBL_FUNCTION bool NBL_FFT_OWN(has_nyquist)(void) { return NBL_FFT_REAL == 1 || NBL_FFT_LENGTH % 2 == 0; }

NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(get_frequency)(nbl_fft_place_t at_, uint32_t frequency_ NBL_FFT_HANDED_) {
    bool second_ = NBL_FFT_REAL == 2 && frequency_ > 0u && 2u * frequency_ >= NBL_FFT_OWN(length);
    uint32_t number_ = NBL_FFT_OWN(signal_number)(at_, second_);
    bool both_ = frequency_ == 0u || (NBL_FFT_REAL == 2 && 2u * frequency_ == NBL_FFT_OWN(length));
    uint32_t nyquist_ = NBL_FFT_LENGTH / 2;
    uint32_t index_ = second_ ? NBL_FFT_OWN(length) - frequency_ : frequency_;
    if (both_) index_ = 0u;
    NBL_COMPLEX value_ = NBL_FFT_OWN(get)(number_, index_ NBL_FFT_HAND_);
    if (both_ && NBL_FFT_OWN(has_nyquist)()) value_.imag = NBL_FFT_OWN(get)(number_, nyquist_ NBL_FFT_HAND_).real;
    if (both_ && !NBL_FFT_OWN(has_nyquist)()) value_.imag = NBL_FFT_OWN(get)(number_ + 1u, 0u NBL_FFT_HAND_).real;
    return value_;
}

NBL_FUNCTION void NBL_FFT_OWN(set_frequency)(nbl_fft_place_t at_, uint32_t frequency_,
                                             NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    bool second_ = NBL_FFT_REAL == 2 && frequency_ > 0u && 2u * frequency_ >= NBL_FFT_OWN(length);
    uint32_t number_ = NBL_FFT_OWN(signal_number)(at_, second_);
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
