/* Loads a line of the second axis: finds which line an invocation works on, and unpacks its scanlines.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first pass transforms two real scanlines d and d + D as one complex signal. Loading takes the two apart, which
 * gives twice their transforms. The second passes of image and kernel both include this file. It expects of the shader:
 *   bloom_second, bloom_first      instances of nbl/fft.h for this axis and the first; of the first only maps are used
 *   NBL_PARAMETER(ffts_per_workgroup)   F: lines that a workgroup works down
 *   NBL_PARAMETER(pair_distance)   D of nbl/bloom/rows.h
 *   NBL_PARAMETER(pair_elements)   m, 1 or more: an invocation that has scanline d as element k has d + D as element
 *                                  k + m. 0: another invocation has d + D
 *   NBL_PARAMETER(pair_period)     R: an invocation's elements come in periods of R, and pairs do not cross periods
 *   NBL_PARAMETER(padding_second)  NBL_BLOOM_ZERO, _MIRROR or _WRAP
 *   bloom_rows_get(index)          reads the first pass's intermediate
 */
#ifndef NBL_BLOOM_SECOND_AXIS_H
#define NBL_BLOOM_SECOND_AXIS_H

#include "nbl/bloom/rows.h"
#include "nbl/fft/butterfly.h"
#include "nbl/fft/columns.h"

/* The line and channel that an invocation works on. */
NBL_STRUCT(nbl_bloom_line_t) {
    nbl_fft_place_t at;
    uint32_t channel;
    uint32_t line_number;
    uint32_t here;  /* slot of the line in bloom_rows_get()'s memory */
    uint32_t there; /* slot of its mirror */
    bool is_real;   /* the line is its own mirror: nbl_bloom_line_is_real() */
};

/* Returns the line of this invocation. at.present is false beyond the last line.
 *
 * workgroup  nbl_workgroup_index() */
NBL_FUNCTION nbl_bloom_line_t nbl_bloom_line(uint32_t workgroup) {
    uint32_t blocks = nbl_bloom_line_blocks(bloom_first_fft_length(), NBL_PARAMETER(ffts_per_workgroup));
    nbl_bloom_line_t result;
    result.at = nbl_fft_place_columns(nbl_local_invocation_index(), NBL_PARAMETER(ffts_per_workgroup));
    result.channel = workgroup / blocks;
    result.line_number = (workgroup - result.channel * blocks) * NBL_PARAMETER(ffts_per_workgroup) + result.at.instance;
    result.at.present = result.line_number <= bloom_first_fft_length() >> 1u;
    result.is_real = nbl_bloom_line_is_real(result.line_number);
    result.here = nbl_bloom_line_slot(result.line_number);
    result.there = nbl_bloom_mirror_slot(result.line_number);
    return result;
}

/* Returns twice the transforms of scanlines d (lo) and d + D (hi) at the line's frequency.
 *
 * row  d */
NBL_FUNCTION nbl_fft_pair_float32_t nbl_bloom_unpack(nbl_bloom_line_t spectral_line, uint32_t row) {
    nbl_complex_float32_t z = bloom_rows_get(nbl_bloom_row_index(spectral_line.channel, row, spectral_line.here));
    nbl_complex_float32_t w = bloom_rows_get(nbl_bloom_row_index(spectral_line.channel, row, spectral_line.there));
    nbl_complex_float32_t lo = {z.real + w.real, z.imag - w.imag};
    nbl_complex_float32_t hi = {z.imag + w.imag, w.real - z.real};
    if (spectral_line.is_real) { /* z is w, and no transform of a real signal has an imaginary part here */
        lo.imag = 0.0f;
        hi.imag = 0.0f;
    }
    nbl_fft_pair_float32_t result = {lo, hi};
    return result;
}

/* Loads element k, and with it element k + partner unless partner is 0 or the period ends before. */
NBL_FUNCTION void nbl_bloom_load_element(nbl_bloom_line_t spectral_line, nbl_bloom_constants_t constants, uint32_t k,
                                         uint32_t partner,
                                         NBL_INOUT nbl_complex_float32_t registers[bloom_second_elements]) {
    uint32_t distance = NBL_PARAMETER(pair_distance);
    uint32_t index = bloom_second_signal_index(spectral_line.at, k);
    if (partner > 0u) {
        nbl_fft_pair_float32_t pair = nbl_bloom_unpack(spectral_line, index);
        registers[k] = pair.lo;
        if (k % NBL_PARAMETER(pair_period) + partner < NBL_PARAMETER(pair_period)) registers[k + partner] = pair.hi;
    } else {
        uint32_t scanline =
            nbl_bloom_texel(index, bloom_second_fft_length(), constants.offset_second, constants.extent_second,
                            constants.before_second, NBL_CAST(uint32_t, NBL_PARAMETER(padding_second)));
        if (scanline < constants.extent_second) {
            bool lower = scanline < distance;
            nbl_fft_pair_float32_t pair = nbl_bloom_unpack(spectral_line, lower ? scanline : scanline - distance);
            registers[k] = nbl_complex_select(lower, pair.lo, pair.hi);
        }
    }
}

/* Loads an invocation's elements of the line: twice the transforms of its scanlines at the line's frequency. Elements
 * beyond the image or the kernel are 0; so are all elements of a line that is not present. */
NBL_FUNCTION void nbl_bloom_load_line(nbl_bloom_line_t spectral_line, nbl_bloom_constants_t constants,
                                      NBL_INOUT nbl_complex_float32_t registers[bloom_second_elements]) {
    uint32_t partner = NBL_PARAMETER(padding_second) == 0 ? NBL_PARAMETER(pair_elements) : 0u;
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_second_signal_elements(); k++) {
        registers[k] = nbl_complex_zero_float32_t();
    }
    if (spectral_line.at.present) { /* one branch around all loads */
        NBL_UNROLL for (uint32_t k = 0u; k < bloom_second_signal_elements(); k++) {
            bool wanted = partner == 0u || k % NBL_PARAMETER(pair_period) < partner;
            if (wanted && bloom_second_signal_active(spectral_line.at, k))
                nbl_bloom_load_element(spectral_line, constants, k, partner, registers);
        }
    }
}

#endif
