/* Where the spectra of one or two real signals lie for the user's callbacks: frequencies 0 to N / 2.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks.h, and in passes by nbl/fft/callbacks_pass_real.h. In registers the frequencies 0
 * (Zero) and N / 2 (Nyquist) of a signal share an element, as real and imaginary part. If an instance has two signals,
 * the upper half of the spectrum in registers holds the second signal's frequencies, the highest first:
 * nbl/workgroup/fft_real.h. In passes two signals share elements 0 and N / 2, Zero with Zero and Nyquist with Nyquist.
 */
/* Returns which signal and frequency an element of the spectrum in registers is. Internal.
 *
 * fft_        number of the transform
 * frequency_  0 to length - 1 */
NBL_FUNCTION nbl_fft_real_place_t NBL_FFT_OWN(real_place)(uint32_t fft_, uint32_t frequency_) {
#ifdef NBL_FFT_PASS
    return nbl_fft_real_place_in_passes(NBL_FFT_REAL, NBL_FFT_LENGTH, fft_, frequency_);
#else
    return nbl_fft_real_place(NBL_FFT_REAL, NBL_FFT_OF_PLAN_(length), fft_, frequency_);
#endif
}

#if !defined(NBL_FFT_PASS) || (NBL_FFT_PASS == 1 && !defined(NBL_FFT_FILTER))
/* Loads an element of the spectrum by the user's get(). Internal. The element with frequencies 0 and length / 2 takes
 * two calls, and the real part of each: imaginary parts that the user gives there are dropped. */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(get_frequency)(uint32_t fft_,
                                                    uint32_t frequency_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    nbl_fft_real_place_t place_ = NBL_FFT_OWN(real_place)(fft_, frequency_);
    NBL_COMPLEX value_ = NBL_FFT_OWN(get)(place_.number, place_.index NBL_FFT_NUMBER_ NBL_FFT_HAND_);
    if (place_.has_end)
        value_.imag = NBL_FFT_OWN(get)(place_.end_number, place_.end_index NBL_FFT_NUMBER_ NBL_FFT_HAND_).real;
    return value_;
}

#endif

#if !defined(NBL_FFT_PASS) || (defined(NBL_FFT_IS_LAST_) && !defined(NBL_FFT_FILTER))
/* Stores an element of the spectrum by the user's set(). Internal. The element with frequencies 0 and length / 2 takes
 * two calls, each with an imaginary part of 0. */
NBL_FUNCTION void NBL_FFT_OWN(set_frequency)(uint32_t fft_, uint32_t frequency_ NBL_FFT_NUMBERED_,
                                             NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    nbl_fft_real_place_t place_ = NBL_FFT_OWN(real_place)(fft_, frequency_);
    if (place_.has_end) {
        NBL_COMPLEX end_ = {value_.imag, NBL_CAST(NBL_SCALAR, 0.0f)};
        NBL_FFT_OWN(set)(place_.end_number, place_.end_index NBL_FFT_NUMBER_, end_ NBL_FFT_HAND_);
        value_.imag = NBL_CAST(NBL_SCALAR, 0.0f);
    }
    NBL_FFT_OWN(set)(place_.number, place_.index NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
}

#endif

#ifndef NBL_FFT_PASS
#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_OWN(get_frequency)
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_OWN(set_frequency)
#endif
