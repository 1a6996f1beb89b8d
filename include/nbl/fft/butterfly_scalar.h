/* Butterflies, real pairs and dwords of one scalar: included by nbl/fft/butterfly.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
#define S_(name) NBL_OF_SCALAR(name) /* a function, a type or a constant of this scalar */

NBL_STRUCT(S_(nbl_fft_pair)) {
    NBL_COMPLEX lo;
    NBL_COMPLEX hi;
};

NBL_FUNCTION S_(nbl_fft_pair) S_(nbl_fft_sum_and_difference)(S_(nbl_fft_pair) pair) {
    S_(nbl_fft_pair) result = {nbl_complex_add(pair.lo, pair.hi), nbl_complex_sub(pair.lo, pair.hi)};
    return result;
}

NBL_FUNCTION S_(nbl_fft_pair) S_(nbl_fft_dif)(NBL_COMPLEX twiddle, S_(nbl_fft_pair) pair) {
    NBL_COMPLEX difference = nbl_complex_sub(pair.lo, pair.hi);
    S_(nbl_fft_pair) result = {nbl_complex_add(pair.lo, pair.hi), nbl_complex_mul(twiddle, difference)};
    return result;
}

NBL_FUNCTION S_(nbl_fft_pair) S_(nbl_fft_dit)(NBL_COMPLEX twiddle, S_(nbl_fft_pair) pair) {
    NBL_COMPLEX turned = nbl_complex_mul(twiddle, pair.hi);
    S_(nbl_fft_pair) result = {nbl_complex_add(pair.lo, turned), nbl_complex_sub(pair.lo, turned)};
    return result;
}

/* (z + w) / 2 and (z - w) / 2. float16 halves the terms, since it may not hold the sum; the others save a product. */
NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_half_sum)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_SCALAR half_ = NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_COMPLEX result;
    if (S_(NBL_DWORDS) == NBL_DWORDS_float16_t) {
        result = nbl_complex_add(nbl_complex_scale(z, half_), nbl_complex_scale(w, half_));
    } else {
        result = nbl_complex_scale(nbl_complex_add(z, w), half_);
    }
    return result;
}

NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_half_difference)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_SCALAR half_ = NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_COMPLEX result;
    if (S_(NBL_DWORDS) == NBL_DWORDS_float16_t) {
        result = nbl_complex_sub(nbl_complex_scale(z, half_), nbl_complex_scale(w, half_));
    } else {
        result = nbl_complex_scale(nbl_complex_sub(z, w), half_);
    }
    return result;
}

NBL_FUNCTION S_(nbl_fft_pair) S_(nbl_fft_unpack)(NBL_COMPLEX z, NBL_COMPLEX mirror) {
    S_(nbl_fft_pair) result;
    result.lo = S_(nbl_fft_half_sum)(z, nbl_complex_conj(mirror));
    result.hi = nbl_complex_rotate_right(S_(nbl_fft_half_difference)(z, nbl_complex_conj(mirror)));
    return result;
}

NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_pack)(S_(nbl_fft_pair) pair) {
    return nbl_complex_add(pair.lo, nbl_complex_rotate_left(pair.hi));
}

#undef S_
#undef NBL_SCALAR
