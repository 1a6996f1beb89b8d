/* The twiddle factors of one scalar, for any denominator: included by nbl/fft/twiddle_<scalar>.h, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t. nbl/fft/twiddle.h says what the functions are for.
 */
#define octant_ NBL_OF_SCALAR(nbl_fft_octant)
#define from_octant_ NBL_OF_SCALAR(nbl_fft_from_octant)
#define cosine_rest_ NBL_OF_SCALAR(NBL_FFT_COSINE)
#define sine_rest_ NBL_OF_SCALAR(NBL_FFT_SINE)
#define fraction_t_ NBL_OF_SCALAR(nbl_fft_fraction_t)
#define fraction_ NBL_OF_SCALAR(nbl_fft_fraction)
#define digit_ NBL_OF_SCALAR(nbl_fft_digit)
#define reciprocal_ NBL_OF_SCALAR(nbl_fft_reciprocal)
#define reciprocal_root_ NBL_OF_SCALAR(nbl_fft_reciprocal_root)
#define twiddle_fraction_ NBL_OF_SCALAR(nbl_fft_twiddle_fraction)
#define twiddle_part_ NBL_OF_SCALAR(nbl_fft_twiddle_part)

/* cos and sin of x turns, 0 <= x <= 1/8, as real and imaginary part; correctly rounded but for about one result in ten.
 *
 * angle_high  NBL_CARRIED(n, high): the product is exact
 * angle_low   2 pi x less the product */
NBL_FUNCTION NBL_COMPLEX octant_(NBL_SCALAR x, NBL_SCALAR angle_high, NBL_SCALAR high, NBL_SCALAR angle_low) {
    NBL_UNUSED(high);
    NBL_SCALAR y = x * x;
    NBL_SCALAR cosine = NBL_SUB_PRODUCT(NBL_CAST(NBL_SCALAR, 1.0f), y, cosine_rest_(y));
    NBL_SCALAR rest = NBL_ADD_PRODUCT(angle_low, x * y, sine_rest_(y));
    NBL_COMPLEX root = {cosine, NBL_ADD_CARRIED(rest, angle_high, high)};
    return root;
}

/* exp(-i a), or its conjugate for the inverse, for an angle in an octant 0 to 7; `root` is cos and sin of the distance
 * to the even end of that octant. */
NBL_FUNCTION NBL_COMPLEX from_octant_(NBL_COMPLEX root, uint32_t octant, bool inverse) {
    bool swap = (((octant + 1u) >> 1u) & 1u) != 0u;
    NBL_SCALAR cosine = swap ? root.imag : root.real;
    NBL_SCALAR sine = swap ? root.real : root.imag;
    bool negative_cosine = (((octant + 2u) >> 2u) & 1u) != 0u;
    bool negative_sine = ((octant >> 2u) & 1u) != 0u;
    NBL_COMPLEX twiddle = {negative_cosine ? -cosine : cosine, negative_sine == inverse ? -sine : sine};
    return twiddle;
}

/* What the twiddles of one denominator share; see nbl/fft/twiddle.h. */
NBL_STRUCT(fraction_t_) {
    uint32_t denominator;
    NBL_SCALAR unit; /* 1 / (8 denominator) */
    /* 2 pi / (8 denominator), cut off so that its product with a number up to the denominator is exact; and the rest */
    NBL_SCALAR high, low;
};

NBL_FUNCTION NBL_SCALAR digit_(uint32_t digit, uint32_t exponent) {
    return NBL_CAST(NBL_SCALAR, digit) * NBL_CAST(NBL_SCALAR, nbl_float32_from_bits((127u - exponent) << 23u));
}

NBL_FUNCTION NBL_SCALAR reciprocal_(uint32_t n) {
    nbl_fft_digits_t one = NBL_FFT_ONE_DIGITS;
    nbl_fft_digits_t quotient = nbl_fft_quotient(one, n);
    return digit_(quotient.d0, 24u) +
           (digit_(quotient.d1, 41u) + (digit_(quotient.d2, 58u) + digit_(quotient.d3, 75u)));
}

/* Newton's iteration, from below the root's inverse. */
NBL_FUNCTION NBL_SCALAR reciprocal_root_(uint32_t n) {
    NBL_SCALAR value = NBL_CAST(NBL_SCALAR, n);
    NBL_SCALAR three_halves = NBL_CAST(NBL_SCALAR, 1.5f);
    NBL_SCALAR half_value = value * NBL_CAST(NBL_SCALAR, 0.5f);
    NBL_SCALAR root =
        NBL_CAST(NBL_SCALAR,
                 nbl_float32_from_bits(0x5F3759DFu - (nbl_bits_from_float32(NBL_CAST(float32_t, n)) >> 1u)));
    for (uint32_t i = 0u; i < 5u; i++) { root = root * (three_halves - (half_value * root) * root); }
    return root;
}

NBL_FUNCTION fraction_t_ fraction_(uint32_t denominator) {
    nbl_fft_digits_t quarter_pi = NBL_FFT_QUARTER_PI_DIGITS;
    nbl_fft_digits_t angle = nbl_fft_quotient(quarter_pi, denominator);
    fraction_t_ of;
    of.denominator = denominator;
    of.unit = reciprocal_(denominator) * NBL_CAST(NBL_SCALAR, 0.125f);
    of.high = digit_(angle.d0, 24u);
    of.low = digit_(angle.d1, 41u) + (digit_(angle.d2, 58u) + digit_(angle.d3, 75u));
    return of;
}

/* exp(-2 pi i k / denominator), or its conjugate for the inverse. */
NBL_FUNCTION NBL_COMPLEX twiddle_fraction_(uint32_t k, fraction_t_ of, bool inverse) {
    uint32_t eighths = k << 3u;
    uint32_t octant = eighths / of.denominator;
    uint32_t remainder = eighths - octant * of.denominator;
    if ((octant & 1u) != 0u) remainder = of.denominator - remainder;
    NBL_SCALAR n = NBL_CAST(NBL_SCALAR, remainder);
    NBL_COMPLEX root = octant_(n * of.unit, NBL_CARRIED(n, of.high), of.high, n * of.low);
    return from_octant_(root, octant, inverse);
}

/* The same bits, with the octant found by comparing: a part of the turn has fewer of them, which saves up to half.
 *
 * k     below denominator / part
 * part  1, 2, 4 or 8 */
NBL_FUNCTION NBL_COMPLEX twiddle_part_(uint32_t k, fraction_t_ of, uint32_t part, bool inverse) {
    uint32_t octant = of.denominator, quarter = octant << 1u, eighths = k << 3u;
    bool upper = part == 1u ? eighths >= quarter << 1u : false;
    if (part == 1u) eighths = upper ? eighths - (quarter << 1u) : eighths;
    bool obtuse = part <= 2u ? eighths >= quarter : false;
    uint32_t acute = obtuse ? (quarter << 1u) - eighths : eighths, rest = quarter - acute;
    uint32_t to_axis = part == 8u || acute <= rest ? acute : rest;
    bool swap = part == 8u   ? false
                : part == 4u ? eighths >= octant
                             : eighths - octant < quarter; /* of the middle octants */
    NBL_SCALAR n = NBL_CAST(NBL_SCALAR, to_axis);
    NBL_COMPLEX root = octant_(n * of.unit, NBL_CARRIED(n, of.high), of.high, n * of.low);
    NBL_SCALAR cosine = swap ? root.imag : root.real;
    NBL_SCALAR sine = swap ? root.real : root.imag;
    NBL_COMPLEX half_turn = {obtuse ? -cosine : cosine, inverse ? sine : -sine};
    NBL_COMPLEX twiddle = {upper ? -half_turn.real : half_turn.real, upper ? -half_turn.imag : half_turn.imag};
    return twiddle;
}

#undef twiddle_part_
#undef twiddle_fraction_
#undef reciprocal_root_
#undef reciprocal_
#undef digit_
#undef fraction_
#undef fraction_t_
#undef sine_rest_
#undef cosine_rest_
#undef from_octant_
#undef octant_
#undef NBL_SCALAR
