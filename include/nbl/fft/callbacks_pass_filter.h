/* The convolution of a signal that no workgroup holds, by the user's callback for every frequency: what one pass of it does.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks.h alone, where NBL_FFT_PASS and NBL_FFT_FILTER are defined. nbl/fft/large_split.h says
 * why the pass with the filter needs no trip through memory between its two transforms.
 */
#ifdef NBL_FFT_IS_MIDDLE_
/* The user's: returns what replaces a frequency's value.
 *
 * fft_        number of the transform
 * frequency_  0 to length - 1, of the whole transform */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(filter)(uint32_t fft_, uint32_t frequency_ NBL_FFT_NUMBERED_,
                                             NBL_COMPLEX value_ NBL_FFT_HANDED_);
NBL_REQUIRE_CALLBACK(NBL_FFT_OWN(filter))

/* Does this pass of the convolution. Every invocation of the workgroup must call it: there are barriers inside.
 *
 * at_  <name>_place() */
NBL_FUNCTION void NBL_FFT_OWN(convolve)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    uint32_t number_ = at_.fft / NBL_FFT_OWN(lines);
    uint32_t line_ = at_.fft - number_ * NBL_FFT_OWN(lines);
    NBL_FFT_ARRAY_;
    NBL_FFT_OWN(load)(at_, false, x_ NBL_FFT_HAND_);
    NBL_FFT_OWN(forward_registers)(at_, x_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        uint32_t frequency_ = nbl_fft_large_write(NBL_FFT_OWN(large_pass)(), line_, NBL_FFT_OWN(frequency)(at_, k_));
        NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
            NBL_FFT_OWN(filter)(number_, frequency_ NBL_FFT_NUMBER_, NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
    }
    NBL_WORKGROUP_BARRIER(); /* others may still be reading the shared memory that the inverse writes to */
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    at_ = NBL_FFT_OWN(turned_place)(at_);
    if (at_.present) NBL_FFT_OWN(store)(at_, true, x_ NBL_FFT_HAND_);
}
#elif defined(NBL_FFT_GOES_BACK_)
NBL_FUNCTION void NBL_FFT_OWN(convolve)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_OWN(transform)(at_, true NBL_FFT_HAND_);
}
#else
NBL_FUNCTION void NBL_FFT_OWN(convolve)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_OWN(transform)(at_, false NBL_FFT_HAND_);
}
#endif
