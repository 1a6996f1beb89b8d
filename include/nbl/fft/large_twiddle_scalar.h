/* The twiddle between two passes of a large transform: included by nbl/fft/large_twiddle.h, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */
#define S_(name) NBL_OF_SCALAR(name) /* a function, a type or a constant of this scalar */

/* What the twiddles of a pass share; see nbl/fft/large_twiddle.h. */
NBL_STRUCT(S_(nbl_fft_large_fraction_t)) {
    S_(nbl_fft_fraction_t) of_points;
    uint32_t after;
    NBL_SCALAR part; /* 1 / after */
};

NBL_FUNCTION S_(nbl_fft_large_fraction_t) S_(nbl_fft_large_fraction)(nbl_fft_large_pass_t pass) {
    S_(nbl_fft_large_fraction_t) of;
    of.of_points = S_(nbl_fft_fraction)(pass.points);
    of.after = pass.points_after;
    of.part = S_(nbl_fft_reciprocal)(pass.points_next) * S_(nbl_fft_reciprocal)(pass.points_after / pass.points_next);
    return of;
}

NBL_FUNCTION NBL_COMPLEX S_(nbl_fft_large_twiddle)(uint32_t numerator, S_(nbl_fft_large_fraction_t) of, bool inverse) {
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
    NBL_SCALAR high = of.of_points.high;
    NBL_SCALAR low = NBL_ADD_PRODUCT(n * of.of_points.low, part, high + of.of_points.low);
    NBL_COMPLEX root = S_(nbl_fft_octant)((n + part) * of.of_points.unit, NBL_CARRIED(n, high), high, low);
    return S_(nbl_fft_from_octant)(root, octant, inverse);
}

#undef S_
#undef NBL_SCALAR
