/* The twiddles behind the lines of one pass of a large transform, in registers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks_pass.h and shaders/fft_lines.h, after nbl/fft/large_twiddle.h and nbl/fft/plan.h.
 * Parameters, undefined at the end but for the scalar:
 *
 *   NBL_SCALAR           of the elements
 *   NBL_TURN_NAME        of the function
 *   NBL_TURN_ELEMENTS    that an invocation holds of a component
 *   NBL_TURN_COMPONENTS  of an element
 *   NBL_TURN_MOST        both's product, as the array is declared
 *   NBL_TURN_POWER(first, r)   optional: the power r from a table, in which those of `rest` begin at first
 */
/* Multiplies what a line's last butterflies leave, on `side_`, by twiddles: element j + r side_.butterflies by the
 * product of the twiddle of j and power r of a twiddle that all butterflies share. Some powers are evaluated, as within
 * a line.
 *
 * pass_  which is not the last one
 * rest_  nbl_fft_large_rest(pass_, line) */
NBL_FUNCTION void NBL_TURN_NAME(nbl_fft_place_t at_, nbl_fft_pass_t side_, nbl_fft_large_pass_t pass_, uint32_t rest_,
                                bool inverse_, NBL_INOUT NBL_COMPLEX x_[NBL_TURN_MOST]) {
    NBL_OF_SCALAR(nbl_fft_large_fraction_t) of_ = NBL_OF_SCALAR(nbl_fft_large_fraction)(pass_);
    NBL_COMPLEX base_[NBL_TURN_ELEMENTS], power_[36];
    NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(side_); i_++) {
        uint32_t j_ = nbl_fft_pass_butterfly(side_, i_, at_.invocation);
        base_[i_] = NBL_OF_SCALAR(nbl_fft_large_twiddle)(j_ * rest_, of_, inverse_);
    }
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < side_.radix; r_++) {
#ifdef NBL_TURN_POWER
        power_[r_] = NBL_TURN_POWER(rest_ * side_.radix, r_);
#else
        if (r_ > 0u) {
            if (nbl_fft_power_is_evaluated(r_, NBL_FFT_TWIDDLES_OF_TWO)) {
                power_[r_] = NBL_OF_SCALAR(nbl_fft_large_twiddle)(r_ * side_.butterflies * rest_, of_, inverse_);
            } else {
                uint32_t first_ = nbl_fft_power_first(r_);
                power_[r_] = nbl_complex_mul(power_[first_], power_[r_ - first_]);
            }
        }
#endif
        NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(side_); i_++) {
            NBL_COMPLEX twiddle_ = base_[i_];
            if (r_ > 0u) twiddle_ = nbl_complex_mul(twiddle_, power_[r_]);
            NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_TURN_COMPONENTS; c_++) {
                uint32_t k_ = c_ * NBL_TURN_ELEMENTS + i_ * side_.radix + r_;
                x_[k_] = nbl_complex_mul(x_[k_], twiddle_);
            }
        }
    }
}
#undef NBL_TURN_POWER
#undef NBL_TURN_MOST
#undef NBL_TURN_COMPONENTS
#undef NBL_TURN_ELEMENTS
#undef NBL_TURN_NAME
