/* The bloom's first pass: two real scanlines in one FFT, for an image and for a convolution kernel alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_PARAMETER(ffts_per_workgroup), NBL_PARAMETER(pair_distance), NBL_PARAMETER(mirror), NBL_PARAMETER(half_storage)
 *   NBL_PARAMETER(of_kernel)             1: texels begin at constants.offset_first, and at an origin in the source
 *   NBL_BLOOM_FFT_FORWARD(at, registers)   the FFT over NBL_PRELOADED_ELEMENTS
 *   NBL_BLOOM_SOURCE_CHANNEL(texel, scanline, channel)   of the image
 *   NBL_PARAMETER(threshold)             1: only what nbl_bloom_bright() leaves of it; NBL_BLOOM_SOURCE(texel, scanline)
 *   NBL_BLOOM_ROWS_WRITE(index, z)       writes the intermediate
 * One workgroup transforms as many rows of one channel as it has FFTs. The channels of the same rows follow each other, so
 * that the texels, which hold all of them, come from device memory once.
 */
#include "nbl/bloom/combine.h"
#include "nbl/bloom/rows.h"

/* A texel's channel. */
NBL_FUNCTION float32_t NBL_CAT(NBL_BLOOM_NAME, _texel)(uint32_t x_, uint32_t y_, uint32_t channel_,
                                                       nbl_bloom_constants_t constants_) {
    float32_t value_;
    if (NBL_PARAMETER(threshold) == 1) {
        nbl_float32_t4 bright_ = nbl_bloom_bright(NBL_BLOOM_SOURCE(x_, y_), constants_);
        value_ = channel_ == 0u ? bright_.x : (channel_ == 1u ? bright_.y : bright_.z);
    } else {
        value_ = NBL_BLOOM_SOURCE_CHANNEL(x_, y_, channel_);
    }
    return value_;
}

/* Which texel stands at an index: of an image the first one at the first index, of a kernel anywhere. */
NBL_FUNCTION uint32_t NBL_CAT(NBL_BLOOM_NAME, _texel_at)(uint32_t index_, nbl_bloom_constants_t constants_) {
    uint32_t texel_ = index_;
    if (NBL_PARAMETER(of_kernel) == 1 || NBL_PARAMETER(mirror) == 1)
        texel_ = nbl_bloom_texel(index_, nbl_fft_length(NBL_BLOOM_SHAPE()), constants_.offset_first,
                                 constants_.extent_first, constants_.before_first, NBL_PARAMETER(mirror) == 1);
    return texel_;
}

/* A channel of a texel of two scanlines, 0 where there is none. In its place the nearest one is read and dropped: behind
 * a branch each load would wait for the last, and one address for all invocations that have none would be waited for by
 * all. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _pair)(bool present_, uint32_t texel_, uint32_t scanline_,
                                                                  uint32_t channel_,
                                                                  nbl_bloom_constants_t constants_) {
    uint32_t other_ = scanline_ + NBL_PARAMETER(pair_distance), extent_ = constants_.extent_second;
    uint32_t x_ = nbl_bloom_nearest(texel_, constants_.extent_first);
    uint32_t y_ = nbl_bloom_nearest(scanline_, extent_), other_y_ = nbl_bloom_nearest(other_, extent_);
    bool inside_ = present_ && x_ == texel_, has_lo_ = inside_ && y_ == scanline_, has_hi_ = inside_ && other_y_ == other_;
    if (NBL_PARAMETER(of_kernel) == 1) {
        x_ = x_ + constants_.origin_first;
        y_ = y_ + constants_.origin_second;
        other_y_ = other_y_ + constants_.origin_second;
    }
    float32_t lo_ = NBL_CAT(NBL_BLOOM_NAME, _texel)(x_, y_, channel_, constants_);
    float32_t hi_ = NBL_CAT(NBL_BLOOM_NAME, _texel)(x_, other_y_, channel_, constants_);
    nbl_complex_float32_t z_ = {has_lo_ ? lo_ : 0.0f, has_hi_ ? hi_ : 0.0f};
    return z_;
}

/* All channels of a texel of two scanlines, from one load each. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME,
                          _load_all)(bool present_, uint32_t texel_, uint32_t scanline_, uint32_t k_,
                                     nbl_bloom_constants_t constants_,
                                     NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    uint32_t other_ = scanline_ + NBL_PARAMETER(pair_distance), extent_ = constants_.extent_second;
    uint32_t x_ = nbl_bloom_nearest(texel_, constants_.extent_first);
    uint32_t y_ = nbl_bloom_nearest(scanline_, extent_), other_y_ = nbl_bloom_nearest(other_, extent_);
    bool inside_ = present_ && x_ == texel_, has_lo_ = inside_ && y_ == scanline_, has_hi_ = inside_ && other_y_ == other_;
    nbl_float32_t4 lo_ = NBL_BLOOM_SOURCE(x_, y_);
    nbl_float32_t4 hi_ = NBL_BLOOM_SOURCE(x_, other_y_);
    if (NBL_PARAMETER(threshold) == 1) {
        lo_ = nbl_bloom_bright(lo_, constants_);
        hi_ = nbl_bloom_bright(hi_, constants_);
    }
    nbl_complex_float32_t r_ = {has_lo_ ? lo_.x : 0.0f, has_hi_ ? hi_.x : 0.0f};
    nbl_complex_float32_t g_ = {has_lo_ ? lo_.y : 0.0f, has_hi_ ? hi_.y : 0.0f};
    nbl_complex_float32_t b_ = {has_lo_ ? lo_.z : 0.0f, has_hi_ ? hi_.z : 0.0f};
    registers_[0u * NBL_PRELOADED_ELEMENTS + k_] = r_;
    registers_[1u * NBL_PRELOADED_ELEMENTS + k_] = g_;
    registers_[2u * NBL_PRELOADED_ELEMENTS + k_] = b_;
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(nbl_fft_place_t at_, uint32_t channel_, uint32_t first_, uint32_t row_,
                                                  NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t length_ = nbl_fft_length(shape_);
    float32_t scale_ = NBL_PARAMETER(half_storage) == 1 ? nbl_bloom_storage_scale(length_) : 1.0f;
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_spectrum_elements(shape_); k_++) {
        uint32_t slot_ = nbl_bloom_element_slot(shape_, k_, at_.invocation);
        nbl_complex_float32_t z_ = registers_[first_ + k_];
        if (NBL_PARAMETER(half_storage) == 1) z_ = nbl_complex_scale(z_, scale_);
        if (at_.present && nbl_fft_spectrum_active(shape_, k_, at_.invocation))
            NBL_BLOOM_ROWS_WRITE(nbl_bloom_row_index(channel_, row_, slot_, NBL_PARAMETER(pair_distance), length_), z_);
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants_) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    bool together_ = NBL_PARAMETER(channels_together) == 1;
    uint32_t channels_ = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); /* workgroups of a row */
    if (NBL_PARAMETER(of_kernel) == 1) channels_ = NBL_PARAMETER(kernel_channels);
    if (together_) channels_ = 1u;
    nbl_fft_place_t at_ = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape_));
    uint32_t rows_ = nbl_workgroup_index() / channels_;
    uint32_t channel_ = nbl_workgroup_index() - rows_ * channels_;
    uint32_t row_ = rows_ * NBL_PARAMETER(ffts_per_workgroup) + at_.instance;
    at_.present = row_ < NBL_PARAMETER(pair_distance); /* rows without scanlines are zeros: the second axis asks nobody */

    nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS];
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
        uint32_t index_ = nbl_fft_signal_index(shape_, k_, at_.invocation);
        uint32_t texel_ = NBL_CAT(NBL_BLOOM_NAME, _texel_at)(index_, constants_);
        bool present_ = at_.present && nbl_fft_signal_active(shape_, k_, at_.invocation);
        if (together_) {
            NBL_CAT(NBL_BLOOM_NAME, _load_all)(present_, texel_, row_, k_, constants_, registers_);
        } else {
            registers_[k_] = NBL_CAT(NBL_BLOOM_NAME, _pair)(present_, texel_, row_, channel_, constants_);
        }
    }
    NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c_++) {
        if (c_ == 0u || together_) {
            if (c_ > 0u) NBL_WORKGROUP_BARRIER();
            NBL_BLOOM_FFT_FORWARD(at_, registers_, c_);
            NBL_CAT(NBL_BLOOM_NAME, _store)(at_, together_ ? c_ : channel_, c_ * NBL_PRELOADED_ELEMENTS, row_, registers_);
        }
    }
}
