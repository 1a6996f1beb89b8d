/* Applies the twiddles between two memory passes of a long transform to one line, in registers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/callbacks_pass.h and shaders/fft_lines.h, after nbl/fft/large_twiddle.h and nbl/fft/plan.h.
 * Parameters, undefined at the end except NBL_SCALAR:
 *
 *   NBL_SCALAR                   the elements' scalar type
 *   NBL_TWIDDLE_LINE_NAME        name of the function that is defined
 *   NBL_TWIDDLE_LINE_ELEMENTS    elements of one component that an invocation holds
 *   NBL_TWIDDLE_LINE_COMPONENTS  components of an element: 1, or the channels of a texel
 *   NBL_TWIDDLE_LINE_MOST        size of x_ as it is declared: elements times components
 *   NBL_TWIDDLE_LINE_POWER(first, r)   optional: returns power r of a twiddle from a table; the powers of one `rest_`
 *                                      begin at entry `first`
 *   NBL_TWIDDLE_LINE_READS             optional: whether powers come from there; default: true if there is a table
 */
#ifndef NBL_TWIDDLE_LINE_POWER
#define NBL_TWIDDLE_LINE_POWER(first, r) x_[0]
#define NBL_TWIDDLE_LINE_READS false
#elif !defined(NBL_TWIDDLE_LINE_READS)
#define NBL_TWIDDLE_LINE_READS true
#endif

/* Multiplies the results of a line's last radix pass by twiddles. Butterfly j has elements j + r side_.butterflies, r
 * from 0 to side_.radix - 1. Element r is multiplied by the twiddle of j, and by power r of a twiddle that all
 * butterflies share. Some powers are evaluated, the others are products of two of them (nbl_fft_power_first()).
 *
 * side_     the line's last radix pass
 * pass_     the memory pass; not the last one
 * rest_     nbl_fft_large_rest(pass_, line)
 * inverse_  conjugates the twiddles
 * x_        the invocation's elements, component after component; power_ holds 36 powers, the largest radix */
NBL_FUNCTION void NBL_TWIDDLE_LINE_NAME(nbl_fft_place_t at_, nbl_fft_pass_t side_, nbl_fft_large_pass_t pass_,
                                        uint32_t rest_, bool inverse_,
                                        NBL_INOUT NBL_COMPLEX x_[NBL_TWIDDLE_LINE_MOST]) {
    NBL_OF_SCALAR(nbl_fft_large_fraction_t) of_ = NBL_OF_SCALAR(nbl_fft_large_fraction)(pass_);
    NBL_COMPLEX base_[NBL_TWIDDLE_LINE_ELEMENTS], power_[36];
    NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(side_); i_++) {
        uint32_t j_ = nbl_fft_pass_butterfly(side_, i_, at_.invocation);
        base_[i_] = NBL_OF_SCALAR(nbl_fft_large_twiddle)(j_ * rest_, of_, inverse_);
    }
    NBL_UNROLL for (uint32_t r_ = 0u; r_ < side_.radix; r_++) {
        if (NBL_TWIDDLE_LINE_READS) {
            power_[r_] = NBL_TWIDDLE_LINE_POWER(rest_ * side_.radix, r_);
        } else if (r_ > 0u) {
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
            NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_TWIDDLE_LINE_COMPONENTS; c_++) {
                uint32_t k_ = c_ * NBL_TWIDDLE_LINE_ELEMENTS + i_ * side_.radix + r_;
                x_[k_] = nbl_complex_mul(x_[k_], twiddle_);
            }
        }
    }
}
#undef NBL_TWIDDLE_LINE_READS
#undef NBL_TWIDDLE_LINE_POWER
#undef NBL_TWIDDLE_LINE_MOST
#undef NBL_TWIDDLE_LINE_COMPONENTS
#undef NBL_TWIDDLE_LINE_ELEMENTS
#undef NBL_TWIDDLE_LINE_NAME
