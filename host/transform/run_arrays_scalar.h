/* The spectra of a real array's rows, made of half as many complex numbers, and back: included by run_lines_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float16_t, float32_t or float64_t.
 *
 * These are what shaders/fft_lines_arrays_real.h does on a device, for an array that one row of a step holds.
 */

/* Makes the spectra of a real array's rows, or takes them, as shaders/fft_lines_arrays_real.h does. */
static void NBL_OF_SCALAR(unpack_array)(const nbl_program_step_t *step, bool pairs, const NBL_COMPLEX *roots,
                                        const NBL_COMPLEX *x, NBL_COMPLEX *y) {
    const uint64_t n = nbl_program_row(step), rows = step->elements / n;
    for (uint64_t r = 0; r < rows; r++)
        for (uint64_t c = 0; c < n; c++) {
            if (!pairs) {
                if (2 * c <= n) *y++ = x[r * n + c];
                continue;
            }
            const NBL_COMPLEX z = x[r * n + c], mirror = x[nbl_program_mirror(step, r * n + c)];
            const NBL_COMPLEX opposite = {-roots[c].real, -roots[c].imag};
            y[r * (n + 1) + c] = NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, roots[c]);
            if (c == 0) y[r * (n + 1) + n] = NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, opposite);
        }
}

static void NBL_OF_SCALAR(pack_array)(const nbl_program_step_t *step, bool pairs, const NBL_COMPLEX *roots,
                                      const NBL_COMPLEX *x, NBL_COMPLEX *y) {
    const uint64_t n = nbl_program_row(step), rows = step->elements / n, of = pairs ? n + 1 : n / 2 + 1;
    for (uint64_t r = 0; r < rows; r++) {
        const NBL_COMPLEX *own = x + r * of, *opposite = x + nbl_program_mirror(step, r * n) / n * of;
        for (uint64_t c = 0; c < n; c++) {
            const bool there = pairs || 2 * c <= n;
            NBL_COMPLEX z = there ? own[c] : nbl_complex_conj(opposite[n - c]);
            if (c == 0) z = NBL_OF_SCALAR(nbl_fft_half_sum)(z, nbl_complex_conj(opposite[0]));
            if (pairs) {
                NBL_COMPLEX mirror = opposite[n - c];
                if (c == 0) mirror = NBL_OF_SCALAR(nbl_fft_half_sum)(mirror, nbl_complex_conj(own[n]));
                z = NBL_OF_SCALAR(nbl_fft_real_pack)(z, mirror, roots[c]);
            }
            y[r * n + c] = z;
        }
    }
}

/* The same where two rows of real numbers are one of the array's: n frequencies along a column become 2 n. */
static void NBL_OF_SCALAR(unpack_rows)(const nbl_program_step_t *step, const NBL_COMPLEX *roots, const NBL_COMPLEX *x,
                                       NBL_COMPLEX *y) {
    const uint64_t n = nbl_program_row(step), of = n / 2 + 1, plane = nbl_program_plane_rows(step);
    for (uint64_t e = 0; e < step->elements; e++) {
        const uint64_t mirror = nbl_program_mirror(step, e), c = e % n, r = e / n, q = r % plane, own = 2 * r - q;
        const NBL_COMPLEX w = roots[q], opposite = {-w.real, -w.imag};
        if (2 * c <= n) y[own * of + c] = NBL_OF_SCALAR(nbl_fft_real_unpack)(x[e], x[mirror], w);
        if (c == 0) y[(own + plane) * of] = NBL_OF_SCALAR(nbl_fft_real_unpack)(x[e], x[mirror], opposite);
        if (2 * c <= n) continue;
        const uint64_t other = 2 * (mirror / n) - mirror / n % plane + plane;
        y[other * of + n - c] =
            NBL_OF_SCALAR(nbl_fft_real_unpack)(x[mirror], x[e], q == 0 ? opposite : nbl_complex_conj(w));
    }
}

static void NBL_OF_SCALAR(pack_rows)(const nbl_program_step_t *step, const NBL_COMPLEX *roots, const NBL_COMPLEX *x,
                                     NBL_COMPLEX *y) {
    const uint64_t n = nbl_program_row(step), of = n / 2 + 1, plane = nbl_program_plane_rows(step);
    for (uint64_t e = 0; e < step->elements; e++) {
        const uint64_t c = e % n, r = e / n, q = r % plane, own = 2 * r - q;
        const uint64_t m = nbl_program_mirror(step, r * n) / n, first = 2 * m - m % plane; /* of mirrors */
        /* Rows 2 n - q and n - q of the mirrors' plane are the mirrors of rows q and n + q. */
        const uint64_t low = first + (q == 0 ? 0 : plane), high = first + (q == 0 ? plane : 0);
        const bool there = 2 * c <= n;
        NBL_COMPLEX z = there ? x[own * of + c] : nbl_complex_conj(x[low * of + n - c]);
        NBL_COMPLEX half = there ? x[(own + plane) * of + c] : nbl_complex_conj(x[high * of + n - c]);
        if (c == 0) {
            z = NBL_OF_SCALAR(nbl_fft_half_sum)(z, nbl_complex_conj(x[low * of]));
            half = NBL_OF_SCALAR(nbl_fft_half_sum)(half, nbl_complex_conj(x[high * of]));
        }
        y[e] = NBL_OF_SCALAR(nbl_fft_real_pack)(z, nbl_complex_conj(half), roots[q]);
    }
}
