/* Real signals in complex transforms, of one scalar: included by nbl/fft/real.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
#define S_(name) NBL_OF_SCALAR(name) /* a function, a type or a constant of this scalar */

NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_real_unpack)(NBL_COMPLEX z, NBL_COMPLEX mirror, NBL_COMPLEX w) {
    S_(nbl_fft_pair) parts = S_(nbl_fft_unpack)(z, mirror);
    return nbl_complex_add(parts.lo, nbl_complex_mul(w, parts.hi));
}

/* E[f] = (X[f] + conj X[N - f]) / 2, w O[f] = (X[f] - conj X[N - f]) / 2. */
NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_real_pack)(NBL_COMPLEX x, NBL_COMPLEX mirror, NBL_COMPLEX w) {
    S_(nbl_fft_pair) parts;
    parts.lo = S_(nbl_fft_half_sum)(x, nbl_complex_conj(mirror));
    parts.hi = nbl_complex_mul(nbl_complex_conj(w), S_(nbl_fft_half_difference)(x, nbl_complex_conj(mirror)));
    return S_(nbl_fft_pack)(parts);
}

NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_real_unpack_ends)(NBL_COMPLEX z) {
    NBL_COMPLEX ends = {z.real + z.imag, z.real - z.imag};
    return ends;
}

NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_real_pack_ends)(NBL_COMPLEX ends) {
    NBL_SCALAR half_ = NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_COMPLEX z = {(ends.real + ends.imag) * half_, (ends.real - ends.imag) * half_};
    if (S_(NBL_DWORDS) == NBL_DWORDS_float16_t) { /* as in nbl_fft_half_sum */
        z.real = ends.real * half_ + ends.imag * half_;
        z.imag = ends.real * half_ - ends.imag * half_;
    }
    return z;
}

#undef S_
#undef NBL_SCALAR
