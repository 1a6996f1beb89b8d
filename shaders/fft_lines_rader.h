/* Rader's algorithm in a kernel of lines: a line of prime length N as a convolution of M = N - 1 elements.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines.h alone. host/transform/rules/rader.c has the formula and the table. Number q of the
 * convolution comes from the element g^-q of the line, g being a generator, and its result goes to the element g^q:
 *
 *   a line               x[0]  x[1]  x[2]    x[3]    ..  x[N-1]
 *   of its convolution         x[1]  x[g^-1] x[g^-2] ..  x[g^-(M-1)]
 *
 * x[0] joins between the transforms.
 */

/* Returns the element of the line that number q of the convolution comes from (g^-q), or with target that its result
 * goes to (g^q). The table has both as the real and the imaginary part of a number. */
NBL_FUNCTION uint32_t lines_place_of_power(uint32_t number, bool target) {
    NBL_COMPLEX powers = lines_table_get(NBL_PARAMETER(permuted) - 1u + number);
    return NBL_CAST(uint32_t, target ? powers.imag : powers.real);
}

/* Returns the element of the line that is loaded or stored for an element of the convolution. With reordered lines it
 * is the next element behind x[0], since lines_reorder() has permuted them. */
NBL_FUNCTION lines_element_t lines_permuted(lines_element_t element, bool target) {
    if (NBL_PARAMETER(reordered) == 1u) {
        element.offset = element.offset + 1u;
    } else if (NBL_PARAMETER(permuted) != 0u) {
        element = lines_element_of(lines_place_of_power(lines_number(element), target));
    }
    return element;
}

/* Permutes a line's elements to the convolution's order, or with back its results to the line's order. It goes through
 * shared memory, one dword of each element at a time. Neighbouring invocations then access neighbours in memory instead
 * of a sector each. */
NBL_FUNCTION void lines_reorder(nbl_fft_place_t at, nbl_fft_pass_t side, bool back,
                                NBL_INOUT NBL_COMPLEX x[lines_elements]) {
    uint32_t begin = at.instance * NBL_PARAMETER(shared_dwords);
    nbl_dwords_t dwords[lines_elements];
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        dwords[k] = NBL_OF_SCALAR(nbl_dwords_from_complex)(x[k]);
    }
    NBL_UNROLL for (uint32_t d = 0u; d < NBL_OF_SCALAR(NBL_DWORDS); d++) {
        if (back || d > 0u) NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            uint32_t number = nbl_fft_pass_read_index(side, k, at.invocation);
            if (nbl_fft_pass_active(side, k, at.invocation))
                NBL_STORE(transform_scratch, begin + (back ? lines_place_of_power(number, true) - 1u : number),
                          dwords[k].value[d]);
        }
        NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
            uint32_t number = nbl_fft_pass_read_index(side, k, at.invocation);
            dwords[k].value[d] =
                NBL_LOAD(transform_scratch, begin + (back ? number : lines_place_of_power(number, false) - 1u));
        }
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(side); k++) {
        x[k] = NBL_OF_SCALAR(nbl_complex_from_dwords)(dwords[k]);
    }
    if (!back) NBL_WORKGROUP_BARRIER();
}

/* Returns x[0] of a line, which is no power of the generator, scaled; 0 for an invocation that does not hold frequency
 * 0 and for one without a line. Stores X[0], the sum of all elements: only this invocation reads and writes there. */
NBL_FUNCTION NBL_COMPLEX lines_first_of_all(nbl_fft_place_t at, uint32_t transform, NBL_COMPLEX sum_of_others) {
    NBL_COMPLEX z = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (at.invocation == 0u && at.present) {
        NBL_SCALAR scale =
            lines_table_get(NBL_PARAMETER(permuted) - 1u + lines_fft_length()).real; /* of the normalisation */
        z = nbl_complex_scale(lines_fetch_signal(lines_begin(transform, false), lines_element_of(0u)), scale);
        lines_keep_signal(lines_begin(transform, true), lines_element_of(0u),
                          lines_scaled(nbl_complex_add(z, nbl_complex_scale(sum_of_others, scale))));
    }
    return z;
}
