/* What a line is multiplied by between two passes of a long one: included by shaders/fft_lines.h, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 */
/* Multiplies element r of the rest-th line by power r of the twiddle of `rest`, before one radix, the last of a longer
 * line. That line multiplies no element 0.
 *
 * stride  how many of these lines there are */
NBL_FUNCTION void lines_multiply_by_powers(nbl_fft_pass_t side, uint32_t rest, uint32_t stride,
                                           NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    uint32_t begin = NBL_PARAMETER(reads_between) - 1u + rest;
    NBL_UNROLL for (uint32_t k = 1u; k < nbl_fft_pass_elements(side); k++) {
        x[k] = nbl_complex_mul(x[k], lines_table_get(begin + k * stride));
    }
}

/* Multiplies the rest-th line before one radix, the last of a line of both passes: by power `rest` of each element's
 * twiddle. */
NBL_FUNCTION void lines_multiply_powers(nbl_fft_place_t at, nbl_fft_pass_t side, uint32_t rest,
                                        NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    uint32_t begin = NBL_PARAMETER(reads_between) - 1u + rest * NBL_PARAMETER(pass_points);
    if (rest != 0u) { /* the line as a whole multiplies none of these */
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            x[k] = nbl_complex_mul(x[k], lines_table_get(begin + nbl_fft_pass_read_index(side, k, at.invocation)));
        }
    }
}

/* Multiplies a line by the twiddles between its pass and the next one. */
NBL_FUNCTION void lines_twiddle_between(nbl_fft_place_t at, nbl_fft_pass_t side, nbl_fft_large_pass_t pass,
                                        uint32_t line, NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    if (NBL_PARAMETER(pass_alike) != 0u) {
        pass.points_after = pass.points_before / NBL_PARAMETER(pass_alike);
        pass.points_before = NBL_PARAMETER(pass_alike);
    }
    if (NBL_PARAMETER(powers) == 1u && NBL_PARAMETER(pass_alike) != 0u) {
        lines_multiply_by_powers(side, nbl_fft_large_rest(pass, line), pass.points_after, x);
    } else if (NBL_PARAMETER(powers) == 1u) {
        lines_multiply_powers(at, side, nbl_fft_large_rest(pass, line), x);
    } else if (NBL_PARAMETER(pass_points) != 0u && pass.points_after > 1u) {
        lines_twiddle_line(at, side, pass, nbl_fft_large_rest(pass, line),
                           NBL_PARAMETER(inverse) == 1u || NBL_PARAMETER(fused) == 1u, x);
    }
}
