/* Twiddles between passes and chirps, on lines of one scalar: included by any_length.c once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */
/* From columns side by side to rows of the target, each element turned. */
static void NBL_OF_SCALAR(put_rows)(nbl_fft_large_pass_t pass, uint32_t first, uint32_t count, uint32_t width,
                                    const NBL_COMPLEX *tile, const NBL_COMPLEX *turns, NBL_COMPLEX *out) {
    for (uint32_t w = 0; w < count; w++) {
        const NBL_COMPLEX *turn = turns + (size_t)(first + w) * pass.points;
        NBL_COMPLEX *row = out + nbl_fft_large_write(pass, first + w, 0);
        for (uint32_t k = 0; k < pass.points; k++) row[k] = nbl_complex_mul(tile[(size_t)k * width + w], turn[k]);
    }
}

/* Columns that lie `stride` apart, each element turned as the others of its row are. */
static void NBL_OF_SCALAR(turn_columns)(uint32_t points, uint32_t count, size_t stride, const NBL_COMPLEX *turns,
                                        NBL_COMPLEX *out) {
    for (uint32_t k = 0; k < points; k++, out += stride)
        for (uint32_t w = 0; w < count; w++) out[w] = nbl_complex_mul(out[w], turns[k]);
}

static void NBL_OF_SCALAR(chirp_in)(uint32_t n, const double *chirp, const NBL_COMPLEX *in,
                                    nbl_complex_float64_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        const nbl_complex_float64_t z = {in[i].real, in[i].imag}, w = {chirp[2 * i], chirp[2 * i + 1]};
        out[i] = nbl_complex_mul(z, w);
    }
}

static void NBL_OF_SCALAR(chirp_out)(uint32_t n, const double *chirp, const nbl_complex_float64_t *in,
                                     NBL_COMPLEX *out) {
    for (uint32_t i = 0; i < n; i++) {
        const nbl_complex_float64_t w = {chirp[2 * i], chirp[2 * i + 1]};
        const nbl_complex_float64_t z = nbl_complex_mul(nbl_complex_conj(in[i]), w);
        out[i].real = (NBL_SCALAR)z.real;
        out[i].imag = (NBL_SCALAR)z.imag;
    }
}
#undef NBL_SCALAR
