/* The convolution kernel's second pass: FFT along the second axis, and its spectrum in DFT order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants); parameters of nbl/bloom/second_axis.h, and
 *   NBL_PARAMETER(resample)
 *   NBL_BLOOM_FFT_FORWARD(at, registers)
 *   NBL_BLOOM_PLAIN_WRITE(index, z)      writes the kernel's spectrum, P2 frequencies for each of P1 / 2 + 1
 * The FFT's lengths may be multiples of the spectrum's (an algorithm has a smallest length): then only every so many-th
 * frequency is kept, which is the transform at the shorter length.
 */
#include "nbl/bloom/second_axis.h"

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(uint32_t channel_, uint32_t f_, uint32_t g_, nbl_complex_float32_t z_,
                                                  nbl_bloom_constants_t constants_) {
    nbl_fft_shape_t first_ = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t second_ = NBL_BLOOM_SHAPE();
    uint32_t step_first_ = nbl_fft_length(first_) / constants_.spectrum_first;
    uint32_t step_second_ = nbl_fft_length(second_) / constants_.spectrum_second;
    uint32_t u_ = f_ / step_first_;
    uint32_t v_ = g_ / step_second_;
    if (u_ * step_first_ == f_ && v_ * step_second_ == g_) {
        /* In resample mode the kernel stands in the middle of its texels; a sign per frequency shifts it to the origin.
         * The half is of the lines, which come doubled. */
        bool negative_ = NBL_PARAMETER(resample) != 0 && ((u_ + v_) & 1u) != 0u;
        NBL_BLOOM_PLAIN_WRITE(nbl_bloom_spectrum_index(channel_, u_, v_, constants_.spectrum_first,
                                                       constants_.spectrum_second),
                              nbl_complex_scale(z_, negative_ ? -0.5f : 0.5f));
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants_) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    NBL_CAT(NBL_BLOOM_NAME, _line_t) line_ = NBL_CAT(NBL_BLOOM_NAME, _line)(nbl_workgroup_index());
    nbl_complex_float32_t registers_[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_BLOOM_NAME, _load)(line_, constants_, registers_);
    NBL_BLOOM_FFT_FORWARD(line_.at, registers_);
    uint32_t f_ = nbl_bloom_line_frequency(NBL_BLOOM_FIRST_SHAPE(), line_.line);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_spectrum_elements(shape_); k_++) {
        uint32_t g_ = nbl_fft_frequency(shape_, nbl_fft_spectrum_index(shape_, k_, line_.at.invocation));
        if (line_.at.present && nbl_fft_spectrum_active(shape_, k_, line_.at.invocation))
            NBL_CAT(NBL_BLOOM_NAME, _store)(line_.channel, f_, g_, registers_[k_], constants_);
    }
}
