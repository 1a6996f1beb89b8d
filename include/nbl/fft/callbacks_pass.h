/* The callbacks of a pass of a large transform: from a line and its element to the transform and its element.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks.h where NBL_FFT_PASS is given. Where the signal enters and where the spectrum leaves (of
 * the inverse: the other way round) the user's <name>_get and <name>_set are called; between passes <name>_between_get
 * and <name>_between_set, or the buffer that NBL_FFT_BETWEEN names. nbl/fft/large.h says which element lies where.
 */
NBL_FUNCTION nbl_fft_large_pass_t NBL_FFT_OWN(large_pass)(void) {
    return nbl_fft_large_pass(NBL_FFT_PASS, NBL_FFT_POINTS_1, NBL_FFT_POINTS_2, NBL_FFT_POINTS_3);
}

#ifdef NBL_FFT_BETWEEN
#if NBL_FFT_PASS > 1
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(between_get)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(NBL_FFT_BETWEEN, fft_ * NBL_FFT_LENGTH + index_));
}
#endif
#if NBL_FFT_PASS < NBL_FFT_PASSES
NBL_FUNCTION void NBL_FFT_OWN(between_set)(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_,
                                           NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    NBL_STORE(NBL_FFT_BETWEEN, fft_ * NBL_FFT_LENGTH + index_, NBL_OF_SCALAR(nbl_storage_from_complex)(value_));
}
#endif
#endif

/* The accessors of this pass. */
#if NBL_FFT_PASS == 1
#define NBL_FFT_READ_ NBL_FFT_OWN(get)
#else
#define NBL_FFT_READ_ NBL_FFT_OWN(between_get)
#endif
#if NBL_FFT_PASS == NBL_FFT_PASSES
#define NBL_FFT_WRITE_ NBL_FFT_OWN(set)
#else
#define NBL_FFT_WRITE_ NBL_FFT_OWN(between_set)
#endif
#ifndef NBL_FFT_BETWEEN
NBL_FUNCTION NBL_COMPLEX NBL_FFT_READ_(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_);
NBL_FUNCTION void NBL_FFT_WRITE_(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_, NBL_COMPLEX value_ NBL_FFT_HANDED_);
#elif NBL_FFT_PASS == 1
NBL_FUNCTION NBL_COMPLEX NBL_FFT_READ_(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_);
#elif NBL_FFT_PASS == NBL_FFT_PASSES
NBL_FUNCTION void NBL_FFT_WRITE_(uint32_t fft_, uint32_t index_ NBL_FFT_NUMBERED_, NBL_COMPLEX value_ NBL_FFT_HANDED_);
#endif

NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(line_get)(uint32_t number_, uint32_t element_ NBL_FFT_NUMBERED_ NBL_FFT_HANDED_) {
    uint32_t fft_ = number_ / NBL_FFT_OWN(lines);
    uint32_t line_ = number_ - fft_ * NBL_FFT_OWN(lines);
    return NBL_FFT_READ_(fft_,
                         nbl_fft_large_read(NBL_FFT_OWN(large_pass)(), line_, element_) NBL_FFT_NUMBER_ NBL_FFT_HAND_);
}

NBL_FUNCTION void NBL_FFT_OWN(line_set)(uint32_t number_, uint32_t element_ NBL_FFT_NUMBERED_,
                                        NBL_COMPLEX value_ NBL_FFT_HANDED_) {
    uint32_t fft_ = number_ / NBL_FFT_OWN(lines);
    uint32_t line_ = number_ - fft_ * NBL_FFT_OWN(lines);
    NBL_FFT_WRITE_(fft_, nbl_fft_large_write(NBL_FFT_OWN(large_pass)(), line_, element_) NBL_FFT_NUMBER_,
                   value_ NBL_FFT_HAND_);
}

#if NBL_FFT_PASS < NBL_FFT_PASSES
/* Turns what a line's last butterflies leave, on `side_`: element j + r side_.butterflies by the product of two twiddles,
 * that of j and a power r of one that all butterflies share. Of the powers some are evaluated, as within a line. */
NBL_FUNCTION void NBL_FFT_OWN(turn_line)(nbl_fft_place_t at_, nbl_fft_pass_t side_, bool inverse_,
                                         NBL_INOUT NBL_FFT_ARRAY_) {
    NBL_OF_SCALAR(nbl_fft_large_fraction_t) of_ = NBL_OF_SCALAR(nbl_fft_large_fraction)(NBL_FFT_OWN(large_pass)());
    uint32_t line_ = at_.fft - at_.fft / NBL_FFT_OWN(lines) * NBL_FFT_OWN(lines);
    uint32_t rest_ = nbl_fft_large_rest(NBL_FFT_OWN(large_pass)(), line_);
    NBL_COMPLEX base_[NBL_FFT_OWN(elements)], power_[32];
    NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(side_); i_++) {
        uint32_t j_ = nbl_fft_pass_butterfly(side_, i_, at_.invocation);
        base_[i_] = NBL_OF_SCALAR(nbl_fft_large_twiddle)(j_ * rest_, of_, inverse_);
    }
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < side_.radix; r_++) {
        if (r_ > 0u) {
            if (nbl_fft_power_is_evaluated(r_, NBL_FFT_TWIDDLES_OF_TWO)) {
                power_[r_] = NBL_OF_SCALAR(nbl_fft_large_twiddle)(r_ * side_.butterflies * rest_, of_, inverse_);
            } else {
                uint32_t first_ = nbl_fft_power_first(r_);
                power_[r_] = nbl_complex_mul(power_[first_], power_[r_ - first_]);
            }
        }
        NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(side_); i_++) {
            NBL_COMPLEX twiddle_ = base_[i_];
            if (r_ > 0u) twiddle_ = nbl_complex_mul(twiddle_, power_[r_]);
            uint32_t k_ = i_ * side_.radix + r_;
            NBL_FFT_EACH_COMPONENT_ NBL_FFT_ELEMENT_ = nbl_complex_mul(NBL_FFT_ELEMENT_, twiddle_);
        }
    }
}
#define NBL_FFT_TURNED_(inverse) NBL_FFT_OWN(turn_line)(at_, side_, inverse, x_);
#else
#define NBL_FFT_TURNED_(inverse)
#endif

/* Passes but the first work in place: an invocation may store what another one of its workgroup has loaded. */
#if NBL_FFT_PASS == 1
#define NBL_FFT_LOADED_()
#else
#define NBL_FFT_LOADED_() NBL_WORKGROUP_MEMORY_BARRIER();
#endif
#define NBL_FFT_GET_SIGNAL_ NBL_FFT_OWN(line_get)
#define NBL_FFT_SET_SIGNAL_ NBL_FFT_OWN(line_set)
#define NBL_FFT_GET_FREQUENCY_ NBL_FFT_OWN(line_get)
#define NBL_FFT_SET_FREQUENCY_ NBL_FFT_OWN(line_set)
#undef NBL_FFT_WRITE_
#undef NBL_FFT_READ_
