/* The way into the second axis: where a line stands, and its scanlines, unpacked while they are loaded.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of what the image's and the kernel's second pass share:
 *   NBL_BLOOM_NAME               prefix
 *   NBL_BLOOM_SHAPE(), NBL_BLOOM_FIRST_SHAPE()   nbl_fft_shape_t of this axis and of the first
 *   NBL_BLOOM_COLUMNS            F: lines that a workgroup works down
 *   NBL_PARAMETER(pair_distance)   D of nbl/bloom/rows.h
 *   NBL_PARAMETER(pair_elements)   m, if scanlines d and d + D lie in one invocation: element k + m is D behind
 *                                  element k; 0: they do not
 *   NBL_PARAMETER(pair_period)     R: elements come in periods of that many
 *   NBL_PARAMETER(mirror)
 *   NBL_BLOOM_ROWS_READ(index)   reads the first pass's intermediate
 *
 * <name>_line(workgroup)                 the line and channel of this invocation
 * <name>_load(line, constants, registers)   twice the transforms of all scanlines at the line's frequency
 */
#include "nbl/bloom/rows.h"
#include "nbl/fft/butterfly.h"
#include "nbl/fft/columns.h"

NBL_STRUCT(NBL_CAT(NBL_BLOOM_NAME, _line_t)) {
    nbl_fft_place_t at;
    uint32_t channel;
    uint32_t line;
    uint32_t here;  /* its slot */
    uint32_t there; /* its mirror's */
    bool is_real;
};

NBL_FUNCTION NBL_CAT(NBL_BLOOM_NAME, _line_t) NBL_CAT(NBL_BLOOM_NAME, _line)(uint32_t workgroup_) {
    nbl_fft_shape_t first_ = NBL_BLOOM_FIRST_SHAPE();
    uint32_t frequencies_ = nbl_fft_length(first_) >> 1u;
    uint32_t blocks_ = nbl_bloom_line_blocks(nbl_fft_length(first_), NBL_BLOOM_COLUMNS);
    NBL_CAT(NBL_BLOOM_NAME, _line_t) result_;
    result_.at = nbl_fft_place_columns(nbl_local_invocation_index(), NBL_BLOOM_COLUMNS);
    result_.channel = workgroup_ / blocks_;
    result_.line = (workgroup_ - result_.channel * blocks_) * NBL_BLOOM_COLUMNS + result_.at.instance;
    result_.at.present = result_.line <= frequencies_;
    result_.is_real = nbl_bloom_line_is_real(first_, result_.line);
    result_.here = nbl_bloom_line_slot(first_, result_.line);
    result_.there = nbl_bloom_mirror_slot(first_, result_.line);
    return result_;
}

/* Twice the transforms of scanlines d and d + D. */
NBL_FUNCTION nbl_fft_pair_float32_t NBL_CAT(NBL_BLOOM_NAME, _pair)(NBL_CAT(NBL_BLOOM_NAME, _line_t) line_,
                                                                   uint32_t row_) {
    nbl_fft_shape_t first_ = NBL_BLOOM_FIRST_SHAPE();
    uint32_t n_ = nbl_fft_length(first_);
    nbl_complex_float32_t z_ =
        NBL_BLOOM_ROWS_READ(nbl_bloom_row_index(line_.channel, row_, line_.here, NBL_PARAMETER(pair_distance), n_));
    nbl_complex_float32_t w_ =
        NBL_BLOOM_ROWS_READ(nbl_bloom_row_index(line_.channel, row_, line_.there, NBL_PARAMETER(pair_distance), n_));
    nbl_complex_float32_t lo_ = {z_.real + w_.real, z_.imag - w_.imag};
    nbl_complex_float32_t hi_ = {z_.imag + w_.imag, w_.real - z_.real};
    if (line_.is_real) { /* z is w, and no transform of a real signal has an imaginary part here */
        lo_.imag = 0.0f;
        hi_.imag = 0.0f;
    }
    nbl_fft_pair_float32_t result_ = {lo_, hi_};
    return result_;
}

/* Element k, with which element k + partner comes where scanlines come in pairs. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME,
                          _load_element)(NBL_CAT(NBL_BLOOM_NAME, _line_t) line_, nbl_bloom_constants_t constants_,
                                         uint32_t k_, uint32_t partner_,
                                         NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t distance_ = NBL_PARAMETER(pair_distance);
    uint32_t index_ = nbl_fft_signal_index(shape_, k_, line_.at.invocation);
    if (partner_ > 0u) {
        nbl_fft_pair_float32_t pair_ = NBL_CAT(NBL_BLOOM_NAME, _pair)(line_, index_);
        registers_[k_] = pair_.lo;
        if (k_ % NBL_PARAMETER(pair_period) + partner_ < NBL_PARAMETER(pair_period))
            registers_[k_ + partner_] = pair_.hi;
    } else {
        uint32_t scanline_ =
            nbl_bloom_texel(index_, nbl_fft_length(shape_), constants_.offset_second, constants_.extent_second,
                            constants_.before_second, NBL_PARAMETER(mirror) == 1);
        if (scanline_ < constants_.extent_second) {
            bool lower_ = scanline_ < distance_;
            nbl_fft_pair_float32_t pair_ =
                NBL_CAT(NBL_BLOOM_NAME, _pair)(line_, lower_ ? scanline_ : scanline_ - distance_);
            registers_[k_] = nbl_complex_select(lower_, pair_.lo, pair_.hi);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load)(NBL_CAT(NBL_BLOOM_NAME, _line_t) line_,
                                                 nbl_bloom_constants_t constants_,
                                                 NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t partner_ = NBL_PARAMETER(mirror) == 0 ? NBL_PARAMETER(pair_elements) : 0u;
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
        registers_[k_] = nbl_complex_zero_float32_t();
    }
    if (line_.at.present) { /* one branch around all loads */
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
            bool wanted_ = partner_ == 0u || k_ % NBL_PARAMETER(pair_period) < partner_;
            if (wanted_ && nbl_fft_signal_active(shape_, k_, line_.at.invocation))
                NBL_CAT(NBL_BLOOM_NAME, _load_element)(line_, constants_, k_, partner_, registers_);
        }
    }
}
