/* How the bloom's intermediate lies in memory: rows of slots, and the lines that the second axis's FFTs run down.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One row is the transform of two real scanlines d and d + D, D the pair distance: Z = A + i B. The first pass writes
 * whole rows, the third reads whole rows, the second works down F neighbouring slots at once and in place.
 *
 *   [channel][row d: 0 .. D - 1][slot: 0 .. N1 - 1]
 *
 * A line is one frequency f of the first axis, 0 to N1 / 2, of all scanlines. It needs Z[f] and Z[N1 - f], since
 * A = (Z[f] + conj Z[N1 - f]) / 2 and B = (Z[f] - conj Z[N1 - f]) / 2i; zero and Nyquist are real and need themselves.
 * In natural order the upper half is moved down by one slot, so that F lines and their mirrors both fill whole sectors:
 *
 *   slot         0      1      ..  N1/2 - 1   | N1/2        ..   N1 - 2    N1 - 1
 *   frequency    0      1      ..  N1/2 - 1   | N1/2 + 1    ..   N1 - 1    N1/2
 *   line         0      1      ..  N1/2 - 1   | mirrors of N1/2 - 1 .. 1   N1/2, Nyquist
 *
 * The radix-2 shuffle algorithm's own order does so by itself: lines are the numbers whose bit W is zero (W = log2 of
 * the workgroup size: those are the frequencies below N1 / 2, docs/theory.md), and aligned blocks have aligned mirrors.
 */
#ifndef NBL_BLOOM_ROWS_H
#define NBL_BLOOM_ROWS_H

#include "nbl/bloom/constants.h"
#include "nbl/fft/map.h"

/* Returns the number of an element of the intermediate.
 *
 * rows  D */
NBL_FUNCTION uint32_t nbl_bloom_row_index(uint32_t channel, uint32_t row, uint32_t slot, uint32_t rows,
                                          uint32_t fft_length) {
    return (channel * rows + row) * fft_length + slot;
}

/* Returns the slot of a number of the spectrum: nbl_fft_spectrum_index() of the first axis. */
NBL_FUNCTION uint32_t nbl_bloom_slot(nbl_fft_shape_t first, uint32_t index) {
    uint32_t n = nbl_fft_length(first);
    uint32_t natural = index == n >> 1u ? n - 1u : (index > n >> 1u ? index - 1u : index);
    return nbl_fft_is_stockham(first) ? natural : index;
}

/* Returns the slot of element k of an invocation: as nbl_bloom_slot() of its index. But output r of a last butterfly
 * lies in the same half for all invocations, unless r is the middle one: literals say so, and then nothing is
 * compared. */
NBL_FUNCTION uint32_t nbl_bloom_element_slot(nbl_fft_shape_t first, uint32_t k, uint32_t invocation) {
    uint32_t index = nbl_fft_spectrum_index(first, k, invocation), slot = nbl_bloom_slot(first, index);
    if (nbl_fft_is_stockham(first)) {
        nbl_fft_pass_t last = nbl_fft_plan_last_pass(first.plan);
        uint32_t begin = (k % last.radix) * last.butterflies, middle = nbl_fft_length(first) >> 1u;
        if (begin + last.butterflies <= middle) slot = index;
        if (begin > middle) slot = index - 1u;
    }
    return slot;
}

/* Returns a line's frequency.
 *
 * line  0 to N1 / 2 */
NBL_FUNCTION uint32_t nbl_bloom_line_frequency(nbl_fft_shape_t first, uint32_t line) {
    uint32_t w = first.workgroup_size_log2;
    uint32_t index = ((line >> w) << (w + 1u)) | (line & nbl_lowest_bits(w));
    bool own_order = !nbl_fft_is_stockham(first) && line < nbl_fft_length(first) >> 1u;
    return own_order ? nbl_fft_frequency(first, index) : line;
}

/* Returns whether a line is zero or Nyquist, whose values are real. */
NBL_FUNCTION bool nbl_bloom_line_is_real(nbl_fft_shape_t first, uint32_t line) {
    return line == 0u || line == nbl_fft_length(first) >> 1u;
}

/* Returns the slot of a line, and that of its mirror; a real line is its own. */
NBL_FUNCTION uint32_t nbl_bloom_line_slot(nbl_fft_shape_t first, uint32_t line) {
    return nbl_bloom_slot(first, nbl_fft_index_of_frequency(first, nbl_bloom_line_frequency(first, line)));
}

NBL_FUNCTION uint32_t nbl_bloom_mirror_slot(nbl_fft_shape_t first, uint32_t line) {
    uint32_t frequency = nbl_bloom_line_frequency(first, line);
    uint32_t mirror = nbl_bloom_line_is_real(first, line) ? frequency : nbl_fft_length(first) - frequency;
    return nbl_bloom_slot(first, nbl_fft_index_of_frequency(first, mirror));
}

/* Returns how many workgroups of `columns` lines a channel has. */
NBL_FUNCTION uint32_t nbl_bloom_line_blocks(uint32_t fft_length, uint32_t columns) {
    return ((fft_length >> 1u) + columns) / columns;
}

/* Returns how many texels of a scanline meet in shared memory at once in the third pass, where the channels are
 * transformed together: all of them, or as many as fit, in whole rounds of the workgroup if there is one.
 *
 * fft_length     of the first axis
 * shared_dwords  of one channel; 1 or more
 * invocations    of one channel */
NBL_FUNCTION uint32_t nbl_bloom_window(uint32_t fft_length, uint32_t shared_dwords, uint32_t invocations) {
    uint32_t round = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * invocations;
    uint32_t window = shared_dwords < round ? shared_dwords : shared_dwords - shared_dwords % round;
    return shared_dwords < fft_length ? window : fft_length;
}

/* Returns the number, in the kernel's spectrum, of element k of an invocation of the second pass: in the order in which
 * that pass's invocations want it.
 *
 * workgroup, invocation  of the second pass: nbl_workgroup_index(), nbl_local_invocation_index()
 * elements               nbl_fft_spectrum_elements() of the second axis */
NBL_FUNCTION uint32_t nbl_bloom_arranged_index(uint32_t workgroup, uint32_t k, uint32_t elements, uint32_t invocation,
                                               uint32_t workgroup_size) {
    return (workgroup * elements + k) * workgroup_size + invocation;
}

#endif
