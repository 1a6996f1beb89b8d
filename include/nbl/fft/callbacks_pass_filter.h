/* One pass of the convolution of a signal that no workgroup holds, by the user's callback for every frequency.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks.h alone, where NBL_FFT_PASS and NBL_FFT_FILTER are defined. nbl/fft/large_split.h says
 * why the pass with the filter needs no trip through memory between its two transforms.
 */
#ifdef NBL_FFT_IS_MIDDLE_
#include "nbl/fft/callbacks_filter.h"

/* Does this pass of the convolution. Every invocation of the workgroup must call it: there are barriers inside.
 *
 * at_  <name>_place() */
NBL_FUNCTION void NBL_FFT_OWN(convolve)(nbl_fft_place_t at_ NBL_FFT_HANDED_) {
    NBL_FFT_ARRAY_;
#ifdef NBL_FFT_REAL
    at_ = NBL_FFT_OWN(line_place)(at_, false);
#endif
    nbl_fft_place_t whole_ = at_;
    whole_.fft = at_.fft / NBL_FFT_OF_ONE_;
    uint32_t line_ = at_.fft - whole_.fft * NBL_FFT_OF_ONE_;
    NBL_FFT_OWN(load)(at_, false, x_ NBL_FFT_HAND_);
    NBL_FFT_OWN(forward_registers)(at_, x_);
#ifdef NBL_FFT_REAL
    NBL_FFT_OWN(convert_line)(at_, false, false, x_);
#endif
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < NBL_FFT_OWN(spectrum_elements)(); k_++) {
        uint32_t frequency_ = nbl_fft_large_write(NBL_FFT_OWN(large_pass)(), line_, NBL_FFT_OWN(frequency)(at_, k_));
        NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ =
            NBL_FFT_OWN(filter_frequency)(whole_, frequency_ NBL_FFT_NUMBER_, NBL_FFT_ELEMENT_ NBL_FFT_HAND_);
    }
#ifdef NBL_FFT_REAL
    NBL_FFT_OWN(convert_line)(at_, false, true, x_);
#endif
    NBL_WORKGROUP_BARRIER(); /* others may still be reading the shared memory that the inverse writes to */
    NBL_FFT_OWN(inverse_registers)(at_, x_);
    at_ = NBL_FFT_OWN(turned_place)(at_);
#ifdef NBL_FFT_REAL
    at_ = NBL_FFT_OWN(line_place)(at_, true);
#endif
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
