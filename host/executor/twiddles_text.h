/* The twiddles of one scalar: included by twiddles.c once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
/* Returns w^q for w = exp(-2 pi i c / (stride radix)). With stepped twiddles (table.invocations is not 0) it multiplies
 * the power of the invocation's first butterfly by a literal, as nbl/workgroup/fft_stockham.h does: the product has
 * other bits. */
static NBL_COMPLEX NBL_OF_SCALAR(evaluate)(nbl_executor_table_t table, NBL_OF_SCALAR(nbl_fft_fraction_t) of, uint32_t q,
                                           uint32_t c) {
    const uint32_t first = table.invocations == 0 ? c : c % table.invocations;
    const NBL_COMPLEX power = NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(q * first, of, false);
    return first == c ? power
                      : nbl_complex_mul(power, NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(q * (c - first), of, false));
}

static void NBL_OF_SCALAR(fill)(nbl_executor_table_t table, NBL_SCALAR *out) {
    NBL_OF_SCALAR(nbl_fft_fraction_t) of = NBL_OF_SCALAR(nbl_fft_fraction)(table.stride * table.radix);
    uint32_t width = table.lanes == 0 ? 1 : table.lanes, last = table.stride < width ? 0 : table.stride - width;
    for (uint32_t first = 0; first < table.stride; first += width) {
        for (uint32_t lane = 0; lane < width; lane++) {
            uint32_t c = ((first < last ? first : last) + lane) % table.stride;
            NBL_COMPLEX power[NBL_EXECUTOR_MOST_RADIX];
            for (uint32_t q = 1; q < table.radix; q++) {
                uint32_t half = nbl_fft_power_first(q);
                power[q] = nbl_fft_power_is_evaluated(q, table.twiddles)
                               ? NBL_OF_SCALAR(evaluate)(table, of, q, c)
                               : nbl_complex_mul(power[half], power[q - half]);
                out[((q - 1) * 2) * width + lane] = power[q].real;
                out[((q - 1) * 2 + 1) * width + lane] = power[q].imag;
            }
        }
        out += 2 * (table.radix - 1) * width;
    }
}

static void NBL_OF_SCALAR(roots)(uint32_t denominator, uint32_t count, NBL_SCALAR *out) {
    NBL_OF_SCALAR(nbl_fft_fraction_t) of = NBL_OF_SCALAR(nbl_fft_fraction)(denominator);
    for (uint32_t k = 0; k < count; k++) {
        NBL_COMPLEX w = NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(k, of, false);
        out[k] = w.real;
        out[count + k] = w.imag;
    }
}

static void NBL_OF_SCALAR(step_roots)(uint32_t count, uint32_t lines, nbl_fft_pass_t side, NBL_SCALAR *out) {
    NBL_OF_SCALAR(nbl_fft_fraction_t) of = NBL_OF_SCALAR(nbl_fft_fraction)(2 * (count / lines));
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t index = k / lines, j = index % side.butterflies;
        const uint32_t offset =
            nbl_fft_pass_read_offset(side, j / side.invocations * side.radix + index / side.butterflies);
        const uint32_t first = k - offset * lines;
        if (offset == 0 || !nbl_fft_pass_all_work(side, j / side.invocations)) continue;
        NBL_COMPLEX w = {out[first], out[count + first]};
        w = nbl_complex_mul(w, NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(offset, of, false));
        out[k] = w.real;
        out[count + k] = w.imag;
    }
}
#undef NBL_SCALAR
