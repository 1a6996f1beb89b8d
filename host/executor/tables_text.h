/* The tables of one scalar: included by tables.c once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
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
                               ? NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(q * c, of, false)
                               : nbl_complex_mul(power[half], power[q - half]);
                out[((q - 1) * 2) * width + lane] = power[q].real;
                out[((q - 1) * 2 + 1) * width + lane] = power[q].imag;
            }
        }
        out += 2 * (table.radix - 1) * width;
    }
}

static double NBL_OF_SCALAR(factor)(uint32_t n, uint32_t normalization) {
    return normalization == NBL_FFT_BY_ROOT     ? (double)NBL_OF_SCALAR(nbl_fft_reciprocal_root)(n)
           : normalization == NBL_FFT_BY_LENGTH ? (double)NBL_OF_SCALAR(nbl_fft_reciprocal)(n)
                                                : 1.0;
}

static double NBL_OF_SCALAR(before)(uint32_t radix, uint32_t normalization) {
    uint32_t halvings = nbl_fft_pass_halvings(radix, normalization == NBL_FFT_BY_ROOT);
    return (double)nbl_float32_from_bits((127u - halvings) << 23u);
}

static double NBL_OF_SCALAR(behind)(uint32_t radix, uint32_t normalization) {
    bool root = normalization == NBL_FFT_BY_ROOT;
    if (nbl_fft_pass_halves_all(radix, root)) return 1.0;
    NBL_SCALAR scale = (NBL_SCALAR)nbl_float32_from_bits((127u + nbl_fft_pass_halvings(radix, root)) << 23u);
    scale = scale * (NBL_SCALAR)NBL_OF_SCALAR(factor)(radix, normalization);
    return (double)scale;
}

static void NBL_OF_SCALAR(roots)(uint32_t denominator, uint32_t count, NBL_SCALAR *out) {
    NBL_OF_SCALAR(nbl_fft_fraction_t) of = NBL_OF_SCALAR(nbl_fft_fraction)(denominator);
    for (uint32_t k = 0; k < count; k++) {
        NBL_COMPLEX w = NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(k, of, false);
        out[k] = w.real;
        out[count + k] = w.imag;
    }
}
#undef NBL_SCALAR
