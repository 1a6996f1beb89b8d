/* The bloom's first pass: two real scanlines in one FFT, for an image and for a convolution kernel alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_PARAMETER(ffts_per_workgroup), NBL_PARAMETER(pair_distance), NBL_PARAMETER(mirror), NBL_PARAMETER(half_storage)
 *   NBL_PARAMETER(channels)              3, or 1 of a kernel that is grey
 *   NBL_PARAMETER(channels_together)     1: a workgroup works on all channels of its rows, one after the other
 *   NBL_PARAMETER(planned_first), NBL_PARAMETER(planned_second)   extents that loads are written out for, beside those for
 *                                        all others; Stockham, origins and offsets zero, not mirrored. 0: there are none
 *   NBL_BLOOM_FFT_FORWARD(at, registers, channel)   the FFT over NBL_PRELOADED_CHANNELS x NBL_PRELOADED_ELEMENTS
 *   NBL_BLOOM_SOURCE_CHANNEL(texel, scanline, channel)   of the image
 *   NBL_PARAMETER(threshold)             1: only what nbl_bloom_bright() leaves of it; NBL_BLOOM_SOURCE(texel, scanline)
 *   NBL_BLOOM_ROWS_WRITE(index, z)       writes the intermediate
 * One workgroup transforms as many rows of one channel as it has FFTs; the channels of the same rows follow each other,
 * so that the texels, which hold all of them, come from device memory once. Or it transforms all channels of these rows
 * from texels that are read and decoded once, which takes three times the registers.
 */
#include "nbl/accessors/preloaded_registers.h"
#include "nbl/bloom/combine.h"
#include "nbl/bloom/rows.h"

/* Where a value is read, and which of its bits are kept. Where there is no texel the nearest one is read, and none of
 * its bits: behind a branch, which a choice of values would become, each load would wait for the last, and one address
 * for all invocations without a texel would be waited for by all. */
NBL_STRUCT(NBL_CAT(NBL_BLOOM_NAME, _source_t)) {
    uint32_t x;
    uint32_t y;
    uint32_t bits;
};

NBL_FUNCTION NBL_CAT(NBL_BLOOM_NAME, _source_t)
    NBL_CAT(NBL_BLOOM_NAME, _source)(bool present_, uint32_t texel_, uint32_t scanline_,
                                     nbl_bloom_constants_t constants_) {
    uint32_t nearest_ = nbl_bloom_nearest(texel_, constants_.extent_first);
    uint32_t line_ = nbl_bloom_nearest(scanline_, constants_.extent_second);
    bool is_there_ = present_ && nearest_ == texel_ && line_ == scanline_;
    NBL_CAT(NBL_BLOOM_NAME, _source_t)
    result_ = {constants_.origin_first + nearest_, constants_.origin_second + line_, is_there_ ? 0xffffffffu : 0u};
    return result_;
}

/* The same of an image of the planned extents, at element k of the first pass, whose index is the texel: literals say
 * whether all invocations have one there. */
NBL_FUNCTION NBL_CAT(NBL_BLOOM_NAME, _source_t)
    NBL_CAT(NBL_BLOOM_NAME, _planned_source)(bool present_, uint32_t k_, uint32_t index_, uint32_t scanline_) {
    nbl_fft_pass_t pass_ = nbl_fft_plan_first_pass(NBL_BLOOM_SHAPE().plan);
    uint32_t begin_ = (k_ % pass_.radix) * pass_.butterflies, extent_ = NBL_PARAMETER(planned_first);
    uint32_t line_ = nbl_bloom_nearest(scanline_, NBL_PARAMETER(planned_second));
    uint32_t nearest_ = index_;
    bool is_there_ = line_ == scanline_;
    if (begin_ + pass_.butterflies > extent_) {
        nearest_ = nbl_bloom_nearest(index_, extent_);
        is_there_ = present_ && is_there_ && nearest_ == index_;
    }
    NBL_CAT(NBL_BLOOM_NAME, _source_t) result_ = {nearest_, line_, is_there_ ? 0xffffffffu : 0u};
    return result_;
}

NBL_FUNCTION float32_t NBL_CAT(NBL_BLOOM_NAME, _keep)(float32_t value_, uint32_t bits_) {
    return nbl_float32_from_bits(nbl_bits_from_float32(value_) & bits_);
}

/* A texel's channel. */
NBL_FUNCTION float32_t NBL_CAT(NBL_BLOOM_NAME, _texel)(NBL_CAT(NBL_BLOOM_NAME, _source_t) at_, uint32_t channel_,
                                                       nbl_bloom_constants_t constants_) {
    float32_t value_;
    if (NBL_PARAMETER(threshold) == 1) {
        nbl_float32_t4 bright_ = nbl_bloom_bright(NBL_BLOOM_SOURCE(at_.x, at_.y), constants_);
        value_ = channel_ == 0u ? bright_.x : (channel_ == 1u ? bright_.y : bright_.z);
    } else {
        value_ = NBL_BLOOM_SOURCE_CHANNEL(at_.x, at_.y, channel_);
    }
    return NBL_CAT(NBL_BLOOM_NAME, _keep)(value_, at_.bits);
}

/* All channels of a texel from one load. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLOOM_NAME, _whole_texel)(NBL_CAT(NBL_BLOOM_NAME, _source_t) at_,
                                                                  nbl_bloom_constants_t constants_) {
    nbl_float32_t4 rgba_ = NBL_BLOOM_SOURCE(at_.x, at_.y);
    if (NBL_PARAMETER(threshold) == 1) rgba_ = nbl_bloom_bright(rgba_, constants_);
    nbl_float32_t4 kept_ = {NBL_CAT(NBL_BLOOM_NAME, _keep)(rgba_.x, at_.bits),
                            NBL_CAT(NBL_BLOOM_NAME, _keep)(rgba_.y, at_.bits),
                            NBL_CAT(NBL_BLOOM_NAME, _keep)(rgba_.z, at_.bits), 0.0f};
    return kept_;
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load)(NBL_CAT(NBL_BLOOM_NAME, _source_t) at_,
                                                 NBL_CAT(NBL_BLOOM_NAME, _source_t) other_, uint32_t channel_,
                                                 uint32_t k_, nbl_bloom_constants_t constants_,
                                                 NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    if (NBL_PARAMETER(channels_together) == 1) {
        nbl_float32_t4 lo_ = NBL_CAT(NBL_BLOOM_NAME, _whole_texel)(at_, constants_);
        nbl_float32_t4 hi_ = NBL_CAT(NBL_BLOOM_NAME, _whole_texel)(other_, constants_);
        nbl_complex_float32_t r_ = {lo_.x, hi_.x}, g_ = {lo_.y, hi_.y}, b_ = {lo_.z, hi_.z};
        registers_[0u * NBL_PRELOADED_ELEMENTS + k_] = r_;
        registers_[1u * NBL_PRELOADED_ELEMENTS + k_] = g_;
        registers_[2u * NBL_PRELOADED_ELEMENTS + k_] = b_;
    } else {
        registers_[k_].real = NBL_CAT(NBL_BLOOM_NAME, _texel)(at_, channel_, constants_);
        registers_[k_].imag = NBL_CAT(NBL_BLOOM_NAME, _texel)(other_, channel_, constants_);
    }
}

/* Both scanlines of a row; planned_: an image of the planned extents. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME,
                          _load_row)(bool planned_, nbl_fft_place_t at_, uint32_t row_, uint32_t channel_,
                                     nbl_bloom_constants_t constants_,
                                     NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    nbl_fft_pass_t pass_ = nbl_fft_plan_first_pass(shape_.plan);
    uint32_t other_ = row_ + NBL_PARAMETER(pair_distance);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
        if (planned_ && (k_ % pass_.radix) * pass_.butterflies >= NBL_PARAMETER(planned_first)) {
            registers_[k_] = nbl_complex_zero_float32_t();
            if (NBL_PARAMETER(channels_together) == 1) {
                registers_[1u * NBL_PRELOADED_ELEMENTS + k_] = nbl_complex_zero_float32_t();
                registers_[2u * NBL_PRELOADED_ELEMENTS + k_] = nbl_complex_zero_float32_t();
            }
        } else {
            uint32_t texel_ = nbl_fft_signal_index(shape_, k_, at_.invocation);
            if (!planned_)
                texel_ = nbl_bloom_texel(texel_, nbl_fft_length(shape_), constants_.offset_first,
                                         constants_.extent_first, constants_.before_first, NBL_PARAMETER(mirror) == 1);
            bool present_ = at_.present && nbl_fft_signal_active(shape_, k_, at_.invocation);
            NBL_CAT(NBL_BLOOM_NAME, _source_t) source_, partner_;
            if (planned_) {
                source_ = NBL_CAT(NBL_BLOOM_NAME, _planned_source)(present_, k_, texel_, row_);
                partner_ = NBL_CAT(NBL_BLOOM_NAME, _planned_source)(present_, k_, texel_, other_);
            } else {
                source_ = NBL_CAT(NBL_BLOOM_NAME, _source)(present_, texel_, row_, constants_);
                partner_ = NBL_CAT(NBL_BLOOM_NAME, _source)(present_, texel_, other_, constants_);
            }
            NBL_CAT(NBL_BLOOM_NAME, _load)(source_, partner_, channel_, k_, constants_, registers_);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(nbl_fft_place_t at_, uint32_t channel_, uint32_t first_,
                                                  uint32_t row_,
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
    uint32_t channels_ = NBL_PARAMETER(channels); /* workgroups of a row */
    if (together_) channels_ = 1u;
    nbl_fft_place_t at_ = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape_));
    uint32_t rows_ = nbl_workgroup_index() / channels_;
    uint32_t channel_ = nbl_workgroup_index() - rows_ * channels_;
    uint32_t row_ = rows_ * NBL_PARAMETER(ffts_per_workgroup) + at_.instance;
    at_.present =
        row_ < NBL_PARAMETER(pair_distance); /* rows without scanlines are zeros: the second axis asks nobody */

    nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS];
    bool planned_ = NBL_PARAMETER(planned_first) > 0 && constants_.extent_first == NBL_PARAMETER(planned_first) &&
                    constants_.extent_second == NBL_PARAMETER(planned_second);
    if (planned_) {
        NBL_CAT(NBL_BLOOM_NAME, _load_row)(true, at_, row_, channel_, constants_, registers_);
    } else {
        NBL_CAT(NBL_BLOOM_NAME, _load_row)(false, at_, row_, channel_, constants_, registers_);
    }
    NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c_++) {
        if (c_ == 0u || together_) {
            if (c_ > 0u) NBL_WORKGROUP_BARRIER();
            NBL_BLOOM_FFT_FORWARD(at_, registers_, c_);
            NBL_CAT(NBL_BLOOM_NAME, _store)
            (at_, together_ ? c_ : channel_, c_ * NBL_PRELOADED_ELEMENTS, row_, registers_);
        }
    }
}
