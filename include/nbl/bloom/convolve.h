/* The bloom's second pass: FFT along the second axis, product with the kernel's spectrum, inverse FFT, in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants); parameters of nbl/bloom/second_axis.h, and
 *   NBL_BLOOM_FFT_FORWARD(at, registers), NBL_BLOOM_FFT_INVERSE(at, registers)   both without a factor
 *   NBL_PARAMETER(half_storage)
 *   NBL_PARAMETER(spectrum_early)  1: the kernel's spectrum is asked for before the FFT, at the price of registers: where
 *                                  few workgroups share a multiprocessor, none computes while this one waits
 *   NBL_PARAMETER(kernel_channels) 1: all channels have one spectrum
 *   NBL_BLOOM_SPECTRUM(index)      reads the kernel's spectrum
 *   NBL_BLOOM_SUM(i)               reads the kernel's sums
 *   NBL_BLOOM_ROWS_WRITE(index, z) writes the intermediate, in place: each invocation writes what it alone has read
 *   NBL_BLOOM_ROWS_MOVE(index, z)  into another buffer: a mirrored scanline is read by several
 * One workgroup convolves NBL_BLOOM_COLUMNS lines of one channel; of the first axis's frequencies only the lower half
 * and Nyquist is transformed, the rest follows from symmetry. Here elements k and k + m of an invocation always are
 * scanlines d and d + D, since both go back into one element: NBL_PARAMETER(pair_elements) is 1 or more.
 */
#include "nbl/bloom/second_axis.h"

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _write)(uint32_t index_, nbl_complex_float32_t z_) {
    if (NBL_PARAMETER(mirror) == 1) {
        NBL_BLOOM_ROWS_MOVE(index_, z_);
    } else {
        NBL_BLOOM_ROWS_WRITE(index_, z_);
    }
}

/* Packs scanlines d and d + D again: Z[f] = A + i B, and Z[N1 - f] = conj A + i conj B. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(NBL_CAT(NBL_BLOOM_NAME, _line_t) line_, bool mirrors_,
                                                  float32_t scale_,
                                                  NBL_INOUT nbl_complex_float32_t registers_[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t first_ = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t partner_ = NBL_PARAMETER(pair_elements);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_signal_elements(shape_); k_++) {
        uint32_t row_ = nbl_fft_signal_index(shape_, k_, line_.at.invocation);
        if (k_ % NBL_PARAMETER(pair_period) < partner_ && nbl_fft_signal_active(shape_, k_, line_.at.invocation)) {
            nbl_complex_float32_t lo_ = registers_[k_], hi_ = nbl_complex_zero_float32_t();
            if (k_ % NBL_PARAMETER(pair_period) + partner_ < NBL_PARAMETER(pair_period))
                hi_ = registers_[k_ + partner_];
            if (NBL_PARAMETER(half_storage) == 1) {
                lo_ = nbl_complex_scale(lo_, scale_);
                hi_ = nbl_complex_scale(hi_, scale_);
            }
            nbl_complex_float32_t z_ = {lo_.real - hi_.imag, lo_.imag + hi_.real};
            nbl_complex_float32_t ends_ = {lo_.real, hi_.real};
            nbl_complex_float32_t mirror_ = {lo_.real + hi_.imag, hi_.real - lo_.imag};
            uint32_t slot_ = mirrors_ ? line_.there : line_.here;
            if (mirrors_) z_ = mirror_;
            if (!mirrors_) z_ = nbl_complex_select(line_.is_real, ends_, z_);
            NBL_CAT(NBL_BLOOM_NAME, _write)
            (nbl_bloom_row_index(line_.channel, row_, slot_, NBL_PARAMETER(pair_distance), nbl_fft_length(first_)), z_);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME,
                          _load_spectrum)(NBL_INOUT nbl_complex_float32_t spectrum_[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    uint32_t elements_ = nbl_fft_spectrum_elements(shape_);
    uint32_t size_ = NBL_BLOOM_COLUMNS * nbl_fft_invocations(shape_), workgroup_ = nbl_workgroup_index();
    if (NBL_PARAMETER(kernel_channels) == 1) /* all channels have the first one's */
        workgroup_ = workgroup_ % nbl_bloom_line_blocks(nbl_fft_length(NBL_BLOOM_FIRST_SHAPE()), NBL_BLOOM_COLUMNS);
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < elements_; k_++) {
        spectrum_[k_] = NBL_BLOOM_SPECTRUM(
            nbl_bloom_arranged_index(workgroup_, k_, elements_, nbl_local_invocation_index(), size_));
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants_) {
    nbl_fft_shape_t shape_ = NBL_BLOOM_SHAPE();
    NBL_CAT(NBL_BLOOM_NAME, _line_t) line_ = NBL_CAT(NBL_BLOOM_NAME, _line)(nbl_workgroup_index());
    nbl_complex_float32_t registers_[NBL_PRELOADED_ELEMENTS], spectrum_[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_BLOOM_NAME, _load)(line_, constants_, registers_);
    if (NBL_PARAMETER(spectrum_early) == 1) NBL_CAT(NBL_BLOOM_NAME, _load_spectrum)(spectrum_);
    NBL_BLOOM_FFT_FORWARD(line_.at, registers_);
    if (NBL_PARAMETER(spectrum_early) == 0) NBL_CAT(NBL_BLOOM_NAME, _load_spectrum)(spectrum_);

    /* Float32: the spectrum carries the scale of all transforms. Halves cannot, so what is stored here does. */
    float32_t unit_ = constants_.scale, scale_ = 1.0f;
    if (NBL_PARAMETER(half_storage) == 1) {
        float32_t power_ = nbl_bloom_spectrum_power(NBL_BLOOM_SUM(4), NBL_BLOOM_SUM(5), NBL_BLOOM_SUM(6),
                                                    nbl_bloom_normalization(NBL_BLOOM_SUM(0), NBL_BLOOM_SUM(1),
                                                                            NBL_BLOOM_SUM(2), constants_.normalize));
        unit_ = nbl_bloom_power_reciprocal(power_);
        scale_ = power_ * (0.5f * constants_.reciprocal_second);
    }
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_spectrum_elements(shape_); k_++) {
        /* Towards the transform of a unit impulse, which is one everywhere. */
        nbl_complex_float32_t h_ = nbl_complex_scale(spectrum_[k_], 1.0f - constants_.sharpening);
        h_.real = h_.real + constants_.sharpening * unit_;
        registers_[k_] = nbl_complex_mul(registers_[k_], h_);
    }
    NBL_WORKGROUP_BARRIER();
    NBL_BLOOM_FFT_INVERSE(line_.at, registers_);
    if (line_.at.present) {
        NBL_CAT(NBL_BLOOM_NAME, _store)(line_, false, scale_, registers_);
        if (!line_.is_real) NBL_CAT(NBL_BLOOM_NAME, _store)(line_, true, scale_, registers_);
    }
}
