/* The twiddle between two passes of a large transform: included by nbl/fft/large_twiddle.h, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */
/* What the twiddles of a pass share; see nbl/fft/large_twiddle.h. */
NBL_STRUCT(NBL_OF_SCALAR(nbl_fft_large_fraction_t)) {
    NBL_OF_SCALAR(nbl_fft_fraction_t) of_points;
    uint32_t after;
    NBL_SCALAR part; /* 1 / after */
};

NBL_FUNCTION NBL_OF_SCALAR(nbl_fft_large_fraction_t) NBL_OF_SCALAR(nbl_fft_large_fraction)(nbl_fft_large_pass_t pass) {
    NBL_OF_SCALAR(nbl_fft_large_fraction_t) of;
    of.of_points = NBL_OF_SCALAR(nbl_fft_fraction)(pass.points);
    of.after = pass.after;
    of.part = NBL_OF_SCALAR(nbl_fft_reciprocal)(pass.next) * NBL_OF_SCALAR(nbl_fft_reciprocal)(pass.after / pass.next);
    return of;
}

NBL_FUNCTION NBL_COMPLEX NBL_OF_SCALAR(nbl_fft_large_twiddle)(uint32_t numerator,
                                                              NBL_OF_SCALAR(nbl_fft_large_fraction_t) of,
                                                              bool inverse) {
    uint32_t denominator = of.of_points.denominator * of.after;
    uint32_t eighths = numerator << 3u;
    uint32_t octant = eighths / denominator;
    uint32_t remainder = eighths - octant * denominator;
    if ((octant & 1u) != 0u) remainder = denominator - remainder;
    /* remainder / denominator = (whole + part) / points: the product with `whole` is exact, and the part is so small
     * that its own rounding does not count. */
    uint32_t whole = remainder / of.after;
    NBL_SCALAR n = NBL_CAST(NBL_SCALAR, whole);
    NBL_SCALAR part = NBL_CAST(NBL_SCALAR, remainder - whole * of.after) * of.part;
    NBL_SCALAR low = n * of.of_points.low + part * (of.of_points.high + of.of_points.low);
    NBL_COMPLEX root = NBL_OF_SCALAR(nbl_fft_octant)((n + part) * of.of_points.unit, n * of.of_points.high, low);
    return NBL_OF_SCALAR(nbl_fft_from_octant)(root, octant, inverse);
}
#undef NBL_SCALAR
