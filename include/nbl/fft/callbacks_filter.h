/* The convolution of an instance of nbl/fft.h in registers, by the user's callback for every frequency.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks.h where NBL_FFT_FILTER is defined; for filter_frequency() alone by
 * nbl/fft/callbacks_pass_filter.h.
 */
/* The user's: returns what replaces a frequency's value.
 *
 * fft_        number of the transform, of two real signals the number of the signal
 * frequency_  0 to length - 1; of real signals 0 to length / 2
 * value_      of real signals its imaginary part is 0 at frequencies 0 and length / 2, and there only the real part of
 *             what is returned counts */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(filter)(uint32_t fft_, uint32_t frequency_ NBL_FFT_NUMBERED_,
                                             NBL_COMPLEX value_ NBL_FFT_HANDED_);
NBL_REQUIRE_CALLBACK(NBL_FFT_OWN(filter))

/* Returns an element of the spectrum in registers after filter(). Internal. Of real signals one element holds two real
 * values, frequencies 0 and length / 2: each goes through filter() by itself. */
#ifdef NBL_FFT_REAL
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(filter_frequency)(nbl_fft_place_t at_, uint32_t frequency_ NBL_FFT_NUMBERED_,
                                                       NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    nbl_fft_real_place_t place_ = NBL_FFT_OWN(real_place)(at_.fft, frequency_);
    if (place_.has_end) {
        NBL_COMPLEX zero_ = {value_.real, NBL_CAST(NBL_SCALAR, 0.0f)};
        NBL_COMPLEX end_ = {value_.imag, NBL_CAST(NBL_SCALAR, 0.0f)};
        value_.real = NBL_FFT_OWN(filter)(place_.number, place_.index NBL_FFT_NUMBER_, zero_ NBL_FFT_HAND_).real;
        value_.imag = NBL_FFT_OWN(filter)(place_.end_number, place_.end_index NBL_FFT_NUMBER_, end_ NBL_FFT_HAND_).real;
        return value_;
    }
    return NBL_FFT_OWN(filter)(place_.number, place_.index NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
}
#else
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(filter_frequency)(nbl_fft_place_t at_, uint32_t frequency_ NBL_FFT_NUMBERED_,
                                                       NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    return NBL_FFT_OWN(filter)(at_.fft, frequency_ NBL_FFT_NUMBER_, value_ NBL_FFT_HAND_);
}
#endif

#ifndef NBL_FFT_PASS
/* Loads a transform's elements by get(), transforms them, replaces every frequency by filter(), transforms back and
 * stores by set(). Source and target may be one buffer. Every invocation of the workgroup must call it: there are
 * barriers inside.
 *
 * at_  <name>_place() */
NBL_FUNCTION void NBL_FFT_OWN(convolve)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_ARRAY_;
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_MOST_; k_++) { x_[k_] = NBL_OF_SCALAR(nbl_complex_zero)(); }
    /* Unlike load(), this loads no element that another invocation holds: in place, the other one may have stored it
     * already. Instead of a missing element it loads element 0 again. All loads share one branch: in branches of their
     * own they would wait for each other. */
    if (at_.present && NBL_FFT_OWN(signal_active)(at_, 0u)) {
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(signal_elements)(); k_++) {
            bool active_ = NBL_FFT_OWN(signal_active)(at_, k_);
            uint32_t index_ = active_ ? NBL_FFT_OWN(signal_index)(at_, k_) : NBL_FFT_OWN(signal_index)(at_, 0u);
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
                NBL_FFT_GET_SIGNAL_(at_.fft, index_ NBL_FFT_NUMBER_ NBL_FFT_HAND_);
        }
    }
    NBL_FFT_OWN(forward_registers)(at_, x_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ = NBL_FFT_OWN(
            filter_frequency)(at_, NBL_FFT_OWN(frequency)(at_, k_) NBL_FFT_NUMBER_, NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
    }
    NBL_WORKGROUP_BARRIER(); /* others may still be reading the shared memory that the inverse writes to */
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    if (at_.present) NBL_FFT_OWN(store)(at_, true, x_ NBL_FFT_HAND_);
}
#endif
