/* How the bloom's intermediate lies in memory: rows of slots, and the lines that the second axis's FFTs run down.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One row is the transform of two real scanlines d and d + D, D the pair distance: Z = A + i B. The first pass writes
 * whole rows, the third reads whole rows, the second works down F neighbouring slots at once and in place.
 *
 *   [channel][row d: 0 .. D - 1][slot: 0 .. N1 - 1, and what nbl_bloom_row_elements() adds]
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
 *
 * Expects of the shader:
 *   bloom_first, bloom_second        instances of nbl/fft.h for the axes, or maps of them
 *   NBL_BLOOM_ALGORITHM              the algorithm of both
 *   NBL_PARAMETER(pair_distance)     D
 *   NBL_PARAMETER(half_storage)
 *   NBL_PARAMETER(ffts_per_workgroup)   F
 */
#ifndef NBL_BLOOM_ROWS_H
#define NBL_BLOOM_ROWS_H

#include "nbl/bloom/constants.h"
#include "nbl/fft/parameters.h"

/* Returns the number of an element of the intermediate. */
NBL_FUNCTION uint32_t nbl_bloom_row_index(uint32_t channel, uint32_t row, uint32_t slot) {
    uint32_t elements =
        nbl_bloom_row_elements(bloom_first_fft_length(), NBL_CAST(uint32_t, NBL_PARAMETER(half_storage)));
    return (channel * NBL_PARAMETER(pair_distance) + row) * elements + slot;
}

/* Returns the slot of number `index` of the first axis's spectrum: bloom_first_spectrum_index(). */
NBL_FUNCTION uint32_t nbl_bloom_slot(uint32_t index) {
#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
    uint32_t n = bloom_first_fft_length();
    return index == n >> 1u ? n - 1u : (index > n >> 1u ? index - 1u : index);
#else
    return index;
#endif
}

/* Returns the slot of element k of an invocation: as nbl_bloom_slot() of its index. But output r of a last butterfly
 * lies in the same half for all invocations, unless r is the middle one: literals say so, and then nothing is
 * compared. */
NBL_FUNCTION uint32_t nbl_bloom_element_slot(nbl_fft_place_t at, uint32_t k) {
    uint32_t index = bloom_first_spectrum_index(at, k), slot = nbl_bloom_slot(index);
#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
    nbl_fft_pass_t last = bloom_first_last_pass();
    uint32_t begin = (k % last.radix) * last.butterflies, middle = bloom_first_fft_length() >> 1u;
    if (begin + last.butterflies <= middle) slot = index;
    if (begin > middle) slot = index - 1u;
#endif
    return slot;
}

/* Returns a line's frequency.
 *
 * line_number  0 to N1 / 2 */
NBL_FUNCTION uint32_t nbl_bloom_line_frequency(uint32_t line_number) {
#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
    return line_number;
#else
    uint32_t bit = bloom_first_fft_invocations(); /* the bit that is zero: what lies above it moves up by one */
    uint32_t frequency = bloom_first_frequency_of_index(line_number + (line_number & ~(bit - 1u)));
    return line_number < bloom_first_fft_length() >> 1u ? frequency : line_number;
#endif
}

/* Returns whether a line is zero or Nyquist, whose values are real. */
NBL_FUNCTION bool nbl_bloom_line_is_real(uint32_t line_number) {
    return line_number == 0u || line_number == bloom_first_fft_length() >> 1u;
}

/* Return the slots of a line and of its mirror. A line of real frequencies is its own mirror. */
NBL_FUNCTION uint32_t nbl_bloom_line_slot(uint32_t line_number) {
    return nbl_bloom_slot(bloom_first_index_of_frequency(nbl_bloom_line_frequency(line_number)));
}

/* Returns the slot of a line's mirror: nbl_bloom_line_slot(). */
NBL_FUNCTION uint32_t nbl_bloom_mirror_slot(uint32_t line_number) {
    uint32_t frequency = nbl_bloom_line_frequency(line_number);
    uint32_t mirror = nbl_bloom_line_is_real(line_number) ? frequency : bloom_first_fft_length() - frequency;
    return nbl_bloom_slot(bloom_first_index_of_frequency(mirror));
}

/* Returns the number, in the kernel's spectrum, of element k of an invocation of the second pass: in the order in which
 * that pass's invocations read it.
 *
 * workgroup  of the second pass: nbl_workgroup_index() */
NBL_FUNCTION uint32_t nbl_bloom_arranged_index(uint32_t workgroup, uint32_t k) {
    uint32_t size = NBL_PARAMETER(ffts_per_workgroup) * bloom_second_fft_invocations();
    return (workgroup * bloom_second_spectrum_elements() + k) * size + nbl_local_invocation_index();
}

#endif
