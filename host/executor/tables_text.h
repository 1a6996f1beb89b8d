/* The factors of one scalar: included by tables.c once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
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
#undef NBL_SCALAR
