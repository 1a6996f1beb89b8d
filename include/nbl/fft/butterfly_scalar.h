/* Butterflies, real pairs and dwords of one scalar: included by nbl/fft/butterfly.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_FFT_BUTTERFLY_SCALAR, a type name such as float32_t.
 */
#ifndef NBL_FFT_BUTTERFLY_SCALAR
#error \
    "NBL_FFT_BUTTERFLY_SCALAR is missing: define it as float16_t, float32_t or float64_t before including nbl/fft/butterfly_scalar.h"
#endif

#define NBL_FFT_COMPLEX_T NBL_CAT(nbl_complex_, NBL_FFT_BUTTERFLY_SCALAR)
#define NBL_FFT_PAIR_T NBL_CAT(nbl_fft_pair_, NBL_FFT_BUTTERFLY_SCALAR)
#define NBL_FFT_OF_SCALAR(name) NBL_CAT(NBL_CAT(nbl_fft_, name), NBL_CAT(_, NBL_FFT_BUTTERFLY_SCALAR))

NBL_STRUCT(NBL_FFT_PAIR_T) {
    NBL_FFT_COMPLEX_T lo;
    NBL_FFT_COMPLEX_T hi;
};

NBL_FUNCTION NBL_FFT_PAIR_T NBL_FFT_OF_SCALAR(sum_and_difference)(NBL_FFT_PAIR_T pair) {
    NBL_FFT_PAIR_T result = {nbl_complex_add(pair.lo, pair.hi), nbl_complex_sub(pair.lo, pair.hi)};
    return result;
}

NBL_FUNCTION NBL_FFT_PAIR_T NBL_FFT_OF_SCALAR(dif)(NBL_FFT_COMPLEX_T twiddle, NBL_FFT_PAIR_T pair) {
    NBL_FFT_COMPLEX_T difference = nbl_complex_sub(pair.lo, pair.hi);
    NBL_FFT_PAIR_T result = {nbl_complex_add(pair.lo, pair.hi), nbl_complex_mul(twiddle, difference)};
    return result;
}

NBL_FUNCTION NBL_FFT_PAIR_T NBL_FFT_OF_SCALAR(dit)(NBL_FFT_COMPLEX_T twiddle, NBL_FFT_PAIR_T pair) {
    NBL_FFT_COMPLEX_T turned = nbl_complex_mul(twiddle, pair.hi);
    NBL_FFT_PAIR_T result = {nbl_complex_add(pair.lo, turned), nbl_complex_sub(pair.lo, turned)};
    return result;
}

NBL_FUNCTION NBL_FFT_PAIR_T NBL_FFT_OF_SCALAR(unpack)(NBL_FFT_COMPLEX_T z, NBL_FFT_COMPLEX_T mirror) {
    NBL_FFT_BUTTERFLY_SCALAR half_ = NBL_CAST(NBL_FFT_BUTTERFLY_SCALAR, 0.5f);
    NBL_FFT_PAIR_T result;
    result.lo = nbl_complex_scale(nbl_complex_add(z, nbl_complex_conj(mirror)), half_);
    result.hi = nbl_complex_rotate_right(nbl_complex_scale(nbl_complex_sub(z, nbl_complex_conj(mirror)), half_));
    return result;
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(pack)(NBL_FFT_PAIR_T pair) {
    return nbl_complex_add(pair.lo, nbl_complex_rotate_left(pair.hi));
}

#undef NBL_FFT_OF_SCALAR
#undef NBL_FFT_PAIR_T
#undef NBL_FFT_COMPLEX_T
#undef NBL_FFT_BUTTERFLY_SCALAR
