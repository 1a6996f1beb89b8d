/* Butterflies, real pairs and dwords of one scalar: included by nbl/fft/butterfly.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, a type name such as float32_t.
 */
#define pair_t_ NBL_OF_SCALAR(nbl_fft_pair)
#define sum_and_difference_ NBL_OF_SCALAR(nbl_fft_sum_and_difference)
#define dif_ NBL_OF_SCALAR(nbl_fft_dif)
#define dit_ NBL_OF_SCALAR(nbl_fft_dit)
#define half_sum_ NBL_OF_SCALAR(nbl_fft_half_sum)
#define half_difference_ NBL_OF_SCALAR(nbl_fft_half_difference)
#define unpack_ NBL_OF_SCALAR(nbl_fft_unpack)
#define pack_ NBL_OF_SCALAR(nbl_fft_pack)
#define complex_dwords_ NBL_OF_SCALAR(NBL_DWORDS)

NBL_STRUCT(pair_t_) {
    NBL_COMPLEX lo;
    NBL_COMPLEX hi;
};

NBL_FUNCTION pair_t_ sum_and_difference_(pair_t_ pair) {
    pair_t_ result = {nbl_complex_add(pair.lo, pair.hi), nbl_complex_sub(pair.lo, pair.hi)};
    return result;
}

NBL_FUNCTION pair_t_ dif_(NBL_COMPLEX twiddle, pair_t_ pair) {
    NBL_COMPLEX difference = nbl_complex_sub(pair.lo, pair.hi);
    pair_t_ result = {nbl_complex_add(pair.lo, pair.hi), nbl_complex_mul(twiddle, difference)};
    return result;
}

NBL_FUNCTION pair_t_ dit_(NBL_COMPLEX twiddle, pair_t_ pair) {
    NBL_COMPLEX turned = nbl_complex_mul(twiddle, pair.hi);
    pair_t_ result = {nbl_complex_add(pair.lo, turned), nbl_complex_sub(pair.lo, turned)};
    return result;
}

/* (z + w) / 2 and (z - w) / 2. float16 halves the terms, since it may not hold the sum; the others save a product. */
NBL_FUNCTION NBL_COMPLEX half_sum_(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_SCALAR half_ = NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_COMPLEX result;
    if (complex_dwords_ == NBL_DWORDS_float16_t) {
        result = nbl_complex_add(nbl_complex_scale(z, half_), nbl_complex_scale(w, half_));
    } else {
        result = nbl_complex_scale(nbl_complex_add(z, w), half_);
    }
    return result;
}

NBL_FUNCTION NBL_COMPLEX half_difference_(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_SCALAR half_ = NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_COMPLEX result;
    if (complex_dwords_ == NBL_DWORDS_float16_t) {
        result = nbl_complex_sub(nbl_complex_scale(z, half_), nbl_complex_scale(w, half_));
    } else {
        result = nbl_complex_scale(nbl_complex_sub(z, w), half_);
    }
    return result;
}

NBL_FUNCTION pair_t_ unpack_(NBL_COMPLEX z, NBL_COMPLEX mirror) {
    pair_t_ result;
    result.lo = half_sum_(z, nbl_complex_conj(mirror));
    result.hi = nbl_complex_rotate_right(half_difference_(z, nbl_complex_conj(mirror)));
    return result;
}

NBL_FUNCTION NBL_COMPLEX pack_(pair_t_ pair) { return nbl_complex_add(pair.lo, nbl_complex_rotate_left(pair.hi)); }

#undef complex_dwords_
#undef pack_
#undef unpack_
#undef half_difference_
#undef half_sum_
#undef dit_
#undef dif_
#undef sum_and_difference_
#undef pair_t_
#undef NBL_SCALAR
