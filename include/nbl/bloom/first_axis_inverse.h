/* The bloom's third pass: inverse FFT along the first axis, two scanlines in one, and out to the image.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_PARAMETER(ffts_per_workgroup)    3: the channels at once, each by invocations of its own; 1: one after another
 *   NBL_PARAMETER(pair_distance), NBL_PARAMETER(half_storage)
 *   NBL_BLOOM_FFT_INVERSE(at, registers, channel)   over NBL_PRELOADED_CHANNELS x NBL_PRELOADED_ELEMENTS, no factor
 *   NBL_BLOOM_SHARED_GET(i), NBL_BLOOM_SHARED_SET(i, value)   the FFTs' shared memory
 *   NBL_PARAMETER(shared_dwords)         of it, per FFT
 *   NBL_BLOOM_ROWS_READ(index)           reads the intermediate
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   how the bloom comes back to the image (nbl/bloom/combine.h)
 *   NBL_BLOOM_SOURCE_CHANNEL(texel, scanline, channel)   the source image, for its alpha
 *   NBL_BLOOM_SOURCE(texel, scanline)    likewise, for all of it, if it comes back
 *   NBL_PARAMETER(source_format), NBL_PARAMETER(target_format)   of nbl/accessors/texel_format.h: whether there is an alpha
 *   NBL_BLOOM_TARGET(texel, scanline, rgba)   writes a texel of the result
 * One workgroup writes two scanlines. Three channels at once meet in shared memory, so that texels are written whole
 * and in order.
 */
#include "nbl/accessors/preloaded_registers.h"
#include "nbl/accessors/texel_format.h"
#include "nbl/bloom/combine.h"
#include "nbl/bloom/rows.h"
#include "nbl/fft/twiddle.h"

/* An invocation's share of two scanlines' texels: a third of its elements, and one more for each window. */
#define NBL_BLOOM_MOST_SOURCES NBL_CAT(NBL_BLOOM_NAME, _most_sources)
NBL_CONSTANT(NBL_BLOOM_MOST_SOURCES, 2 * NBL_PRELOADED_ELEMENTS + 16)

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load)(nbl_fft_place_t at_, uint32_t channel_, uint32_t first_, uint32_t row_,
                                                 NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t n_ = nbl_fft_length(shape_);
    float32_t scale_ = nbl_bloom_storage_unscale(n_) * nbl_fft_reciprocal_float32_t(n_);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_spectrum_elements(shape_); k_++) {
        uint32_t slot_ = nbl_bloom_element_slot(shape_, k_, at_.invocation);
        /* Invocations without a butterfly read another's: behind a branch each load would wait for the last. */
        nbl_complex_float32_t z_ =
            NBL_BLOOM_ROWS_READ(nbl_bloom_row_index(channel_, row_, slot_, NBL_PARAMETER(pair_distance), n_));
        if (NBL_PARAMETER(half_storage) == 1) z_ = nbl_complex_scale(z_, scale_);
        registers_[first_ + k_] = z_;
    }
}

/* What is needed of the image's texel, or of the nearest one: a load without a branch around it waits for no other. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLOOM_NAME, _source)(uint32_t texel_, uint32_t scanline_,
                                                             nbl_bloom_constants_t constants_) {
    uint32_t x_ = nbl_bloom_nearest(texel_, constants_.extent_first);
    uint32_t y_ = nbl_bloom_nearest(scanline_, constants_.extent_second);
    nbl_float32_t4 source_ = {0.0f, 0.0f, 0.0f, 1.0f};
    bool alpha_ =
        NBL_PARAMETER(source_format) != NBL_TEXEL_B10G11R11 && NBL_PARAMETER(target_format) != NBL_TEXEL_B10G11R11;
    if (NBL_PARAMETER(combine) != NBL_BLOOM_REPLACE || NBL_PARAMETER(threshold) == 1) {
        source_ = NBL_BLOOM_SOURCE(x_, y_);
    } else if (alpha_) {
        source_.w = NBL_BLOOM_SOURCE_CHANNEL(x_, y_, 3u);
    }
    return source_;
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _texel)(uint32_t texel_, uint32_t scanline_, float32_t r_, float32_t g_,
                                                  float32_t b_, nbl_float32_t4 source_,
                                                  nbl_bloom_constants_t constants_) {
    nbl_float32_t4 bloomed_ = {r_, g_, b_, 0.0f};
    nbl_float32_t4 rgba_ =
        nbl_bloom_combine_texel(bloomed_, source_, NBL_PARAMETER(combine), NBL_PARAMETER(threshold) == 1,
                                constants_.intensity, constants_.threshold, constants_.knee, constants_.knee_scale);
    if (texel_ < constants_.extent_first && scanline_ < constants_.extent_second)
        NBL_BLOOM_TARGET(texel_, scanline_, rgba_);
}

/* Each invocation has its texels of all channels. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(nbl_fft_place_t at_, uint32_t row_, nbl_bloom_constants_t constants_,
                                                  NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
        uint32_t texel_ = nbl_fft_signal_index(shape_, k_, at_.invocation);
        nbl_complex_float32_t r_ = registers_[0u * NBL_PRELOADED_ELEMENTS + k_];
        nbl_complex_float32_t g_ = registers_[1u * NBL_PRELOADED_ELEMENTS + k_];
        nbl_complex_float32_t b_ = registers_[2u * NBL_PRELOADED_ELEMENTS + k_];
        if (nbl_fft_signal_active(shape_, k_, at_.invocation)) {
            uint32_t other_ = row_ + NBL_PARAMETER(pair_distance);
            nbl_float32_t4 lo_ = NBL_CAT(NBL_BLOOM_NAME, _source)(texel_, row_, constants_);
            nbl_float32_t4 hi_ = NBL_CAT(NBL_BLOOM_NAME, _source)(texel_, other_, constants_);
            NBL_CAT(NBL_BLOOM_NAME, _texel)(texel_, row_, r_.real, g_.real, b_.real, lo_, constants_);
            NBL_CAT(NBL_BLOOM_NAME, _texel)(texel_, other_, r_.imag, g_.imag, b_.imag, hi_, constants_);
        }
    }
}

/* Each invocation has one channel: one scanline after the other goes through shared memory, in windows of what it
 * holds (nbl_bloom_window()), and leaves it as whole texels. */
NBL_FUNCTION uint32_t NBL_CAT(NBL_BLOOM_NAME, _window)(void) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    return nbl_bloom_window(nbl_fft_length(shape_), NBL_PARAMETER(shared_dwords), nbl_fft_invocations(shape_));
}

/* Loads the texels of both scanlines, in the order in which texels leave: before the FFT, which hides the latency. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load_sources)(uint32_t row_, nbl_bloom_constants_t constants_,
                                                         NBL_INOUT nbl_float32_t4 sources_[NBL_BLOOM_MOST_SOURCES]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t n_ = nbl_fft_length(shape_), window_ = NBL_CAT(NBL_BLOOM_NAME, _window)(), count_ = 0u;
    uint32_t size_ = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * nbl_fft_invocations(shape_);
    NBL_UNROLL for (uint32_t part_ = 0u; part_ < 2u; part_++) {
        NBL_UNROLL for (uint32_t first_ = 0u; first_ < n_; first_ += window_) {
            NBL_UNROLL for (uint32_t j_ = 0u; j_ < window_; j_ += size_) {
                sources_[count_] =
                    NBL_CAT(NBL_BLOOM_NAME, _source)(first_ + j_ + nbl_local_invocation_index(),
                                                     row_ + part_ * NBL_PARAMETER(pair_distance), constants_);
                count_++;
            }
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME,
                          _store_together)(nbl_fft_place_t at_, uint32_t row_, nbl_bloom_constants_t constants_,
                                           NBL_INOUT nbl_float32_t4 sources_[NBL_BLOOM_MOST_SOURCES],
                                           NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t n_ = nbl_fft_length(shape_), window_ = NBL_CAT(NBL_BLOOM_NAME, _window)(), count_ = 0u;
    uint32_t self_ = nbl_local_invocation_index();
    uint32_t size_ = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * nbl_fft_invocations(shape_);
    NBL_UNROLL for (uint32_t part_ = 0u; part_ < 2u; part_++) {
        NBL_UNROLL for (uint32_t first_ = 0u; first_ < n_; first_ += window_) {
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
                uint32_t texel_ = nbl_fft_signal_index(shape_, k_, at_.invocation);
                bool here_ = window_ == n_ || texel_ - first_ < window_;
                if (here_ && nbl_fft_signal_active(shape_, k_, at_.invocation)) {
                    NBL_BLOOM_SHARED_SET(at_.instance * window_ + (texel_ - first_),
                                         nbl_bits_from_float32(part_ == 0u ? registers_[k_].real
                                                                           : registers_[k_].imag));
                }
            }
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t j_ = 0u; j_ < window_; j_ += size_) {
                bool here_ = j_ + self_ < window_ && first_ + j_ + self_ < constants_.extent_first;
                uint32_t i_ = here_ ? j_ + self_ : 0u;
                float32_t r_ = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(i_));
                float32_t g_ = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(window_ + i_));
                float32_t b_ = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(2u * window_ + i_));
                if (here_) NBL_CAT(NBL_BLOOM_NAME, _texel)
                (first_ + i_, row_ + part_ * NBL_PARAMETER(pair_distance), r_, g_, b_, sources_[count_], constants_);
                count_++;
            }
        }
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants_) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    nbl_fft_place_t at_ = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape_));
    uint32_t row_ = nbl_workgroup_index();
    nbl_complex_float32_t registers_[NBL_PRELOADED_REGISTERS];
    if (NBL_PARAMETER(ffts_per_workgroup) == 1) {
        NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c_++) {
            NBL_CAT(NBL_BLOOM_NAME, _load)(at_, c_, c_ * NBL_PRELOADED_ELEMENTS, row_, registers_);
            if (c_ > 0u) NBL_WORKGROUP_BARRIER();
            NBL_BLOOM_FFT_INVERSE(at_, registers_, c_);
        }
        NBL_CAT(NBL_BLOOM_NAME, _store)(at_, row_, constants_, registers_);
    } else {
        nbl_float32_t4 sources_[NBL_BLOOM_MOST_SOURCES];
        NBL_CAT(NBL_BLOOM_NAME, _load)(at_, at_.instance, 0u, row_, registers_);
        NBL_CAT(NBL_BLOOM_NAME, _load_sources)(row_, constants_, sources_);
        NBL_BLOOM_FFT_INVERSE(at_, registers_, 0u);
        NBL_CAT(NBL_BLOOM_NAME, _store_together)(at_, row_, constants_, sources_, registers_);
    }
}
