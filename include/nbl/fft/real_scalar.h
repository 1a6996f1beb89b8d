/* Real signals in complex transforms, of one scalar: included by nbl/fft/real.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_FFT_REAL_ELEMENT_SCALAR, a type name such as float32_t.
 */
#ifndef NBL_FFT_REAL_ELEMENT_SCALAR
#error \
    "NBL_FFT_REAL_ELEMENT_SCALAR is missing: define it as float16_t, float32_t or float64_t before including nbl/fft/real_scalar.h"
#endif

#define NBL_FFT_COMPLEX_T NBL_CAT(nbl_complex_, NBL_FFT_REAL_ELEMENT_SCALAR)
#define NBL_FFT_PAIR_T NBL_CAT(nbl_fft_pair_, NBL_FFT_REAL_ELEMENT_SCALAR)
#define NBL_FFT_OF_SCALAR(name) NBL_CAT(NBL_CAT(nbl_fft_, name), NBL_CAT(_, NBL_FFT_REAL_ELEMENT_SCALAR))

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(real_unpack)(NBL_FFT_COMPLEX_T z, NBL_FFT_COMPLEX_T mirror,
                                                              NBL_FFT_COMPLEX_T w) {
    NBL_FFT_PAIR_T parts = NBL_FFT_OF_SCALAR(unpack)(z, mirror);
    return nbl_complex_add(parts.lo, nbl_complex_mul(w, parts.hi));
}

/* E[f] = (X[f] + conj X[N - f]) / 2, w O[f] = (X[f] - conj X[N - f]) / 2. */
NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(real_pack)(NBL_FFT_COMPLEX_T x, NBL_FFT_COMPLEX_T mirror,
                                                            NBL_FFT_COMPLEX_T w) {
    NBL_FFT_REAL_ELEMENT_SCALAR half_ = NBL_CAST(NBL_FFT_REAL_ELEMENT_SCALAR, 0.5f);
    NBL_FFT_PAIR_T parts;
    parts.lo = nbl_complex_scale(nbl_complex_add(x, nbl_complex_conj(mirror)), half_);
    parts.hi =
        nbl_complex_mul(nbl_complex_conj(w), nbl_complex_scale(nbl_complex_sub(x, nbl_complex_conj(mirror)), half_));
    return NBL_FFT_OF_SCALAR(pack)(parts);
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(real_unpack_ends)(NBL_FFT_COMPLEX_T z) {
    NBL_FFT_COMPLEX_T ends = {z.real + z.imag, z.real - z.imag};
    return ends;
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(real_pack_ends)(NBL_FFT_COMPLEX_T ends) {
    NBL_FFT_REAL_ELEMENT_SCALAR half_ = NBL_CAST(NBL_FFT_REAL_ELEMENT_SCALAR, 0.5f);
    NBL_FFT_COMPLEX_T z = {(ends.real + ends.imag) * half_, (ends.real - ends.imag) * half_};
    return z;
}

#undef NBL_FFT_OF_SCALAR
#undef NBL_FFT_PAIR_T
#undef NBL_FFT_COMPLEX_T
#undef NBL_FFT_REAL_ELEMENT_SCALAR
