/* Real signals in complex transforms, of one scalar: included by nbl/fft/real.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
#define pair_t_ NBL_OF_SCALAR(nbl_fft_pair)
#define unpack_ NBL_OF_SCALAR(nbl_fft_unpack)
#define pack_ NBL_OF_SCALAR(nbl_fft_pack)
#define half_sum_ NBL_OF_SCALAR(nbl_fft_half_sum)
#define half_difference_ NBL_OF_SCALAR(nbl_fft_half_difference)
#define real_unpack_ NBL_OF_SCALAR(nbl_fft_real_unpack)
#define real_pack_ NBL_OF_SCALAR(nbl_fft_real_pack)
#define real_unpack_ends_ NBL_OF_SCALAR(nbl_fft_real_unpack_ends)
#define real_pack_ends_ NBL_OF_SCALAR(nbl_fft_real_pack_ends)
#define complex_dwords_ NBL_OF_SCALAR(NBL_DWORDS)

NBL_FUNCTION NBL_COMPLEX real_unpack_(NBL_COMPLEX z, NBL_COMPLEX mirror, NBL_COMPLEX w) {
    pair_t_ parts = unpack_(z, mirror);
    return nbl_complex_add(parts.lo, nbl_complex_mul(w, parts.hi));
}

/* E[f] = (X[f] + conj X[N - f]) / 2, w O[f] = (X[f] - conj X[N - f]) / 2. */
NBL_FUNCTION NBL_COMPLEX real_pack_(NBL_COMPLEX x, NBL_COMPLEX mirror, NBL_COMPLEX w) {
    pair_t_ parts;
    parts.lo = half_sum_(x, nbl_complex_conj(mirror));
    parts.hi = nbl_complex_mul(nbl_complex_conj(w), half_difference_(x, nbl_complex_conj(mirror)));
    return pack_(parts);
}

NBL_FUNCTION NBL_COMPLEX real_unpack_ends_(NBL_COMPLEX z) {
    NBL_COMPLEX ends = {z.real + z.imag, z.real - z.imag};
    return ends;
}

NBL_FUNCTION NBL_COMPLEX real_pack_ends_(NBL_COMPLEX ends) {
    NBL_SCALAR half_ = NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_COMPLEX z = {(ends.real + ends.imag) * half_, (ends.real - ends.imag) * half_};
    if (complex_dwords_ == NBL_DWORDS_float16_t) { /* as in nbl_fft_half_sum */
        z.real = ends.real * half_ + ends.imag * half_;
        z.imag = ends.real * half_ - ends.imag * half_;
    }
    return z;
}

#undef complex_dwords_
#undef real_pack_ends_
#undef real_unpack_ends_
#undef real_pack_
#undef real_unpack_
#undef half_difference_
#undef half_sum_
#undef pack_
#undef unpack_
#undef pair_t_
#undef NBL_SCALAR
