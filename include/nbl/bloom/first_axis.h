/* The bloom's first pass: two real scanlines in one FFT, for an image and for a convolution kernel alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_bloom_first_axis(constants). Expects of the shader what nbl/bloom/source.h expects, and:
 *   bloom_first                          an instance of nbl/fft.h in registers, of NBL_BLOOM_CHANNELS: the first axis
 *   NBL_PARAMETER(ffts_per_workgroup)    rows that a workgroup transforms at once
 *   NBL_PARAMETER(pair_distance), NBL_PARAMETER(half_storage)   as nbl/bloom/rows.h has them
 *   NBL_PARAMETER(padding_first)         NBL_BLOOM_ZERO, _MIRROR or _WRAP
 *   NBL_PARAMETER(channels)              3, or 1 of a kernel that is grey
 *   NBL_PARAMETER(channels_together)     0: a workgroup has one channel of its rows. The next ones have the others, and
 *                                        find the texels in a cache. 1: a workgroup has all channels, one after the
 *                                        other. Texels are read and decoded once, for three times the registers
 *   bloom_rows_set(index, z)             writes the intermediate
 */
#ifndef NBL_BLOOM_FIRST_AXIS_H
#define NBL_BLOOM_FIRST_AXIS_H

#include "nbl/bloom/rows.h"
#include "nbl/bloom/source.h"

/* Element k of a row: a texel of one scanline is the real part, the same texel of its partner the imaginary part. */
NBL_FUNCTION void nbl_bloom_load_pair(nbl_bloom_source_t at, nbl_bloom_source_t other, uint32_t channel, uint32_t k,
                                      nbl_bloom_constants_t constants,
                                      NBL_INOUT nbl_complex_float32_t registers[bloom_first_registers]) {
    if (NBL_PARAMETER(channels_together) == 1) {
        nbl_float32_t4 lo = nbl_bloom_read_texel(at, constants);
        nbl_float32_t4 hi = nbl_bloom_read_texel(other, constants);
        nbl_complex_float32_t r = {lo.x, hi.x}, g = {lo.y, hi.y}, b = {lo.z, hi.z};
        registers[0u * bloom_first_elements + k] = r;
        registers[1u * bloom_first_elements + k] = g;
        registers[2u * bloom_first_elements + k] = b;
    } else {
        registers[k].real = nbl_bloom_read_channel(at, channel, constants);
        registers[k].imag = nbl_bloom_read_channel(other, channel, constants);
    }
}

/* Both scanlines of a row, mirrored, repeated or zero beyond the edge.
 *
 * planned  the image has the planned extents */
NBL_FUNCTION void nbl_bloom_load_row(bool planned, nbl_fft_place_t at, uint32_t row, uint32_t channel,
                                     nbl_bloom_constants_t constants,
                                     NBL_INOUT nbl_complex_float32_t registers[bloom_first_registers]) {
    uint32_t other = row + NBL_PARAMETER(pair_distance);
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_first_signal_elements(); k++) {
        if (planned && nbl_bloom_part_begin(k) >= NBL_PARAMETER(planned_first)) {
            registers[k] = nbl_complex_zero_float32_t();
            if (NBL_PARAMETER(channels_together) == 1) {
                registers[1u * bloom_first_elements + k] = nbl_complex_zero_float32_t();
                registers[2u * bloom_first_elements + k] = nbl_complex_zero_float32_t();
            }
        } else {
            uint32_t texel = bloom_first_signal_index(at, k);
            if (!planned)
                texel = nbl_bloom_texel(texel, bloom_first_fft_length(), constants.offset_first, constants.extent_first,
                                        constants.before_first, NBL_CAST(uint32_t, NBL_PARAMETER(padding_first)));
            bool present = at.present && bloom_first_signal_active(at, k);
            nbl_bloom_source_t source, partner;
            if (planned) {
                source = nbl_bloom_planned_source(present, k, texel, row);
                partner = nbl_bloom_planned_source(present, k, texel, other);
            } else {
                source = nbl_bloom_source(present, texel, row, constants);
                partner = nbl_bloom_source(present, texel, other, constants);
            }
            nbl_bloom_load_pair(source, partner, channel, k, constants, registers);
        }
    }
}

/* The transform of a row, where nbl/bloom/rows.h says.
 *
 * first  element of the registers where the channel begins */
NBL_FUNCTION void nbl_bloom_store_row(nbl_fft_place_t at, uint32_t channel, uint32_t first, uint32_t row,
                                      NBL_INOUT nbl_complex_float32_t registers[bloom_first_registers]) {
    float32_t scale = NBL_PARAMETER(half_storage) == 1 ? nbl_bloom_storage_scale(bloom_first_fft_length()) : 1.0f;
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_first_spectrum_elements(); k++) {
        uint32_t slot = nbl_bloom_element_slot(at, k);
        nbl_complex_float32_t z = registers[first + k];
        if (NBL_PARAMETER(half_storage) == 1) z = nbl_complex_scale(z, scale);
        if (at.present && bloom_first_spectrum_active(at, k))
            bloom_rows_set(nbl_bloom_row_index(channel, row, slot), z);
    }
}

/* Runs the first pass. Dispatch: the head says which rows and channels a workgroup transforms. */
NBL_FUNCTION void nbl_bloom_first_axis(nbl_bloom_constants_t constants) {
    bool together = NBL_PARAMETER(channels_together) == 1;
    uint32_t channels = NBL_PARAMETER(channels); /* workgroups of a row */
    if (together) channels = 1u;
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), bloom_first_fft_invocations());
    uint32_t rows = nbl_workgroup_index() / channels;
    uint32_t channel = nbl_workgroup_index() - rows * channels;
    uint32_t row = rows * NBL_PARAMETER(ffts_per_workgroup) + at.instance;
    at.present =
        row <
        NBL_PARAMETER(pair_distance); /* rows without scanlines are not stored: the second pass reads none of them */

    nbl_complex_float32_t registers[bloom_first_registers];
    bool planned = NBL_PARAMETER(planned_first) > 0 && constants.extent_first == NBL_PARAMETER(planned_first) &&
                   constants.extent_second == NBL_PARAMETER(planned_second);
    if (planned) {
        nbl_bloom_load_row(true, at, row, channel, constants, registers);
    } else {
        nbl_bloom_load_row(false, at, row, channel, constants, registers);
    }
    NBL_UNROLL for (uint32_t c = 0u; c < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c++) {
        if (c == 0u || together) {
            if (c > 0u) NBL_WORKGROUP_BARRIER();
            bloom_first_forward_registers(at, registers, c);
            nbl_bloom_store_row(at, together ? c : channel, c * bloom_first_elements, row, registers);
        }
    }
}

#endif
