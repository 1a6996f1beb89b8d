/* The twiddle between two passes of a large transform: included by nbl/fft/large_twiddle.h, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */
#define large_fraction_t_ NBL_OF_SCALAR(nbl_fft_large_fraction_t)
#define large_fraction_ NBL_OF_SCALAR(nbl_fft_large_fraction)
#define large_twiddle_ NBL_OF_SCALAR(nbl_fft_large_twiddle)
#define fraction_t_ NBL_OF_SCALAR(nbl_fft_fraction_t)
#define fraction_ NBL_OF_SCALAR(nbl_fft_fraction)
#define reciprocal_ NBL_OF_SCALAR(nbl_fft_reciprocal)
#define octant_ NBL_OF_SCALAR(nbl_fft_octant)
#define from_octant_ NBL_OF_SCALAR(nbl_fft_from_octant)

/* What the twiddles of a pass share; see nbl/fft/large_twiddle.h. */
NBL_STRUCT(large_fraction_t_) {
    fraction_t_ of_points;
    uint32_t after;
    NBL_SCALAR part; /* 1 / after */
};

NBL_FUNCTION large_fraction_t_ large_fraction_(nbl_fft_large_pass_t pass) {
    large_fraction_t_ of;
    of.of_points = fraction_(pass.points);
    of.after = pass.points_after;
    of.part = reciprocal_(pass.points_next) * reciprocal_(pass.points_after / pass.points_next);
    return of;
}

NBL_FUNCTION NBL_COMPLEX large_twiddle_(uint32_t numerator, large_fraction_t_ of, bool inverse) {
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
    NBL_COMPLEX root = octant_((n + part) * of.of_points.unit, NBL_CARRIED(n, high), high, low);
    return from_octant_(root, octant, inverse);
}

#undef from_octant_
#undef octant_
#undef reciprocal_
#undef fraction_
#undef fraction_t_
#undef large_twiddle_
#undef large_fraction_
#undef large_fraction_t_
#undef NBL_SCALAR
