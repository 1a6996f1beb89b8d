/* The convolution kernel's last pass: its spectrum, normalised, sampled where the image's frequencies are, in the order
 * in which the invocations of the bloom's second pass want it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                  prefix
 *   NBL_BLOOM_SHAPE(), NBL_BLOOM_FIRST_SHAPE(), NBL_BLOOM_COLUMNS   of the bloom's second pass, whose grid this has
 *   NBL_PARAMETER(resample)              0: lengths agree; else 1 + NBL_BLOOM_LINEAR, _CUBIC, _SIX_TAPS or _B_SPLINE
 *   NBL_PARAMETER(half_storage)
 *   NBL_BLOOM_PLAIN(index)          reads what the kernel's second pass wrote
 *   NBL_BLOOM_SUM(i)                what kernel_sum wrote
 *   NBL_BLOOM_SPECTRUM_WRITE(index, z)
 * Channels share one divisor: the tint stays.
 */
#include "nbl/bloom/rows.h"
#include "nbl/fft/columns.h"

NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _lerp)(nbl_complex_float32_t a_, nbl_complex_float32_t b_,
                                                                  float32_t weight_) {
    return nbl_complex_add(nbl_complex_scale(a_, 1.0f - weight_), nbl_complex_scale(b_, weight_));
}

/* How far a sample of the kernel's spectrum counts at distance s: by Keys's cubic of 4 taps, by that of 6, or by the
 * cubic B-spline of 4, whose window in space is lowest where ghosts are. Source: R. G. Keys, Cubic Convolution
 * Interpolation for Digital Image Processing, 1981. */
NBL_FUNCTION float32_t NBL_CAT(NBL_BLOOM_NAME, _weight)(float32_t s_) {
    float32_t near_ = 1.0f + s_ * s_ * (1.5f * s_ - 2.5f);
    float32_t far_ = 2.0f + s_ * (s_ * (2.5f - 0.5f * s_) - 4.0f);
    float32_t last_ = 0.0f;
    if (NBL_PARAMETER(resample) == 1 + NBL_BLOOM_SIX_TAPS) {
        near_ = 1.0f + s_ * s_ * (1.333333373f * s_ - 2.333333254f);
        far_ = 2.5f + s_ * (s_ * (3.0f - 0.583333313f * s_) - 4.916666508f);
        last_ = s_ * (1.75f + s_ * (0.083333336f * s_ - 0.666666687f)) - 1.5f;
    }
    if (NBL_PARAMETER(resample) == 1 + NBL_BLOOM_B_SPLINE) {
        near_ = 0.666666687f + s_ * s_ * (0.5f * s_ - 1.0f);
        far_ = 0.166666672f * (2.0f - s_) * (2.0f - s_) * (2.0f - s_);
    }
    return s_ < 1.0f ? near_ : s_ < 2.0f ? far_ : last_;
}

/* Sample (u, v) of the kernel's spectrum, of which half is stored: the transform of what is real. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _stored)(uint32_t channel_, uint32_t u_, uint32_t v_,
                                                                    nbl_bloom_constants_t constants_) {
    uint32_t p1_ = constants_.spectrum_first;
    uint32_t p2_ = constants_.spectrum_second;
    bool mirrored_ = u_ > p1_ >> 1u;
    uint32_t row_ = mirrored_ ? p1_ - u_ : u_;
    uint32_t column_ = mirrored_ ? (p2_ - v_) % p2_ : v_;
    nbl_complex_float32_t z_ = NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel_, row_, column_, p1_, p2_));
    if (mirrored_) z_.imag = -z_.imag;
    return z_;
}

/* The kernel's transform between samples, at (u + a, v + b). */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _between)(uint32_t channel_, uint32_t u_, uint32_t v_,
                                                                     float32_t a_, float32_t b_,
                                                                     nbl_bloom_constants_t constants_) {
    uint32_t before_ = NBL_PARAMETER(resample) == 1 + NBL_BLOOM_SIX_TAPS ? 2u : 1u; /* taps before u */
    uint32_t p1_ = constants_.spectrum_first;
    uint32_t p2_ = constants_.spectrum_second;
    nbl_complex_float32_t sum_ = nbl_complex_zero_float32_t();
    for (uint32_t i_ = 0u; i_ < 2u * before_ + 2u; i_++) {
        nbl_complex_float32_t row_ = nbl_complex_zero_float32_t();
        for (uint32_t j_ = 0u; j_ < 2u * before_ + 2u; j_++) {
            float32_t t_ = b_ + NBL_CAST(float32_t, before_) - NBL_CAST(float32_t, j_);
            nbl_complex_float32_t z_ =
                NBL_CAT(NBL_BLOOM_NAME, _stored)(channel_, (u_ + i_ + 2u * p1_ - before_) % p1_,
                                                 (v_ + j_ + 2u * p2_ - before_) % p2_, constants_);
            row_ = nbl_complex_add(row_, nbl_complex_scale(z_, NBL_CAT(NBL_BLOOM_NAME, _weight)(t_ < 0.0f ? -t_ : t_)));
        }
        float32_t s_ = a_ + NBL_CAST(float32_t, before_) - NBL_CAST(float32_t, i_);
        sum_ = nbl_complex_add(sum_, nbl_complex_scale(row_, NBL_CAT(NBL_BLOOM_NAME, _weight)(s_ < 0.0f ? -s_ : s_)));
    }
    return sum_;
}

/* The kernel's transform at frequency (f, g) of the image's spectrum: as it is stored where the lengths agree, else
 * between its samples, whose weights lie exactly on bin centres; the linear case is a lerp of lerps. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _sample)(uint32_t channel_, uint32_t f_, uint32_t g_,
                                                                    nbl_bloom_constants_t constants_) {
    nbl_complex_float32_t h_;
    uint32_t p1_ = constants_.spectrum_first;
    uint32_t p2_ = constants_.spectrum_second;
    if (NBL_PARAMETER(resample) != 0) {
        nbl_fft_shape_t first_ = NBL_BLOOM_FIRST_SHAPE();
        nbl_fft_shape_t second_ = NBL_BLOOM_SHAPE();
        uint32_t n1_ = nbl_fft_length(first_);
        uint32_t n2_ = nbl_fft_length(second_);
        uint32_t u_ = (f_ * p1_) / n1_;
        uint32_t v_ = (g_ * p2_) / n2_;
        float32_t a_ = NBL_CAST(float32_t, f_ * p1_ - u_ * n1_) * constants_.reciprocal_first;
        float32_t b_ = NBL_CAST(float32_t, g_ * p2_ - v_ * n2_) * constants_.reciprocal_second;
        if (NBL_PARAMETER(resample) != 1)
            return NBL_CAT(NBL_BLOOM_NAME, _between)(channel_, u_, v_, a_, b_, constants_);
        /* Only 0 to P1 / 2 is stored; beyond it the weight is zero. */
        uint32_t last_ = p1_ >> 1u;
        uint32_t next_u_ = (u_ + 1u) % p1_;
        if (next_u_ > last_) next_u_ = last_;
        uint32_t next_v_ = (v_ + 1u) % p2_;
        nbl_complex_float32_t low_ =
            NBL_CAT(NBL_BLOOM_NAME, _lerp)(NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel_, u_, v_, p1_, p2_)),
                                           NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel_, u_, next_v_, p1_, p2_)),
                                           b_);
        nbl_complex_float32_t high_ =
            NBL_CAT(NBL_BLOOM_NAME,
                    _lerp)(NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel_, next_u_, v_, p1_, p2_)),
                           NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel_, next_u_, next_v_, p1_, p2_)), b_);
        h_ = NBL_CAT(NBL_BLOOM_NAME, _lerp)(low_, high_, a_);
    } else {
        h_ = NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel_, f_, g_, p1_, p2_));
    }
    return h_;
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants_) {
    nbl_fft_shape_t first_ = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    nbl_fft_place_t at_ = nbl_fft_place_columns(nbl_local_invocation_index(), NBL_BLOOM_COLUMNS);
    uint32_t blocks_ = nbl_bloom_line_blocks(nbl_fft_length(first_), NBL_BLOOM_COLUMNS);
    uint32_t channel_ = nbl_workgroup_index() / blocks_;
    uint32_t line_ = (nbl_workgroup_index() - channel_ * blocks_) * NBL_BLOOM_COLUMNS + at_.instance;
    uint32_t elements_ = nbl_fft_spectrum_elements(shape_);
    uint32_t size_ = NBL_BLOOM_COLUMNS * nbl_fft_invocations(shape_);
    bool present_ = line_ <= nbl_fft_length(first_) >> 1u && channel_ < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS);

    float32_t scale_ =
        nbl_bloom_normalization(NBL_BLOOM_SUM(0), NBL_BLOOM_SUM(1), NBL_BLOOM_SUM(2), constants_.normalize);
    if (NBL_PARAMETER(half_storage) == 1) {
        scale_ = scale_ * nbl_bloom_power_reciprocal(
                              nbl_bloom_spectrum_power(NBL_BLOOM_SUM(4), NBL_BLOOM_SUM(5), NBL_BLOOM_SUM(6), scale_));
    } else {
        scale_ = scale_ * constants_.scale;
    }
    uint32_t f_ = nbl_bloom_line_frequency(first_, line_);
    for (uint32_t k_ = 0u; k_ < elements_; k_++) {
        uint32_t g_ = nbl_fft_frequency(shape_, nbl_fft_spectrum_index(shape_, k_, at_.invocation));
        nbl_complex_float32_t h_ = nbl_complex_zero_float32_t(); /* for what is read, but of no use */
        if (present_ && nbl_fft_spectrum_active(shape_, k_, at_.invocation))
            h_ = nbl_complex_scale(NBL_CAT(NBL_BLOOM_NAME, _sample)(channel_, f_, g_, constants_), scale_);
        NBL_BLOOM_SPECTRUM_WRITE(
            nbl_bloom_arranged_index(nbl_workgroup_index(), k_, elements_, nbl_local_invocation_index(), size_), h_);
    }
}
