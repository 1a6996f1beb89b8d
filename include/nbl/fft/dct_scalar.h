/* The arithmetic before and after a cosine or sine transform's Fourier transform, of one scalar: included by
 * nbl/fft/dct.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */

/* Returns the real number of a term.
 *
 * x  the element at its place */
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_dct_take)(nbl_dct_term_t term, NBL_SCALAR x) {
    NBL_SCALAR y = term.minus != 0u ? -x : x;
    if (term.end != 0u) y = y * NBL_OF_SCALAR(nbl_numbers_sqrt2)();
    if (term.none != 0u) y = NBL_CAST(NBL_SCALAR, 0.0f);
    return y;
}

/* Returns a number of what is folded. Frequency N / 2 of type III, its own mirror, is real without more: both of its
 * terms are one number, and both parts of its root are equal.
 *
 * z     of two terms
 * root  of that number, if numbers are turned */
NBL_FUNCTION NBL_COMPLEX NBL_OF_SCALAR(nbl_dct_fold)(nbl_dct_t dct, NBL_COMPLEX z, NBL_COMPLEX root) {
    NBL_COMPLEX y = z;
    if (nbl_dct_middle(dct) == NBL_DCT_COMPLEX) y = nbl_complex_mul(z, root);
    if (nbl_dct_middle(dct) == NBL_DCT_TO_REAL) y = nbl_complex_mul(z, nbl_complex_conj(root));
    return y;
}

/* Returns an element of the result.
 *
 * part  of the element
 * z     its number; where numbers are real ones, one by one, as the real part
 * root  of that number, if numbers are turned */
NBL_FUNCTION NBL_SCALAR NBL_OF_SCALAR(nbl_dct_unfold)(nbl_dct_t dct, nbl_dct_part_t part, NBL_COMPLEX z,
                                                      NBL_COMPLEX root) {
    NBL_COMPLEX y = z;
    bool minus = part.minus != 0u, minus_imag = part.minus_imag != 0u;
#if NBL_FUSED /* a minus comes first: GCC takes one behind a multiply-add into it, and a result of 0 has another sign */
    if (nbl_dct_turns(dct, true) && minus) {
        y.real = -y.real;
        y.imag = -y.imag;
        minus = false;
        minus_imag = !minus_imag;
    }
#endif
    if (nbl_dct_turns(dct, true)) y = nbl_complex_mul(y, root);
    NBL_SCALAR x = part.imag == 1u ? y.imag : y.real;
    if (minus) x = -x;
    if (part.imag == 2u) {
        x = (minus_imag ? x - y.imag : x + y.imag) * NBL_OF_SCALAR(nbl_numbers_sqrt2)();
    } else if (nbl_dct_turns(dct, true)) {
        x = x + x;
    }
    if (part.end != 0u) x = x * (NBL_OF_SCALAR(nbl_numbers_sqrt2)() * NBL_CAST(NBL_SCALAR, 0.5f));
    return x;
}
#undef NBL_SCALAR
