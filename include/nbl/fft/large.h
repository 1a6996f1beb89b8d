/* Where a pass of a transform larger than a workgroup reads and writes, and the twiddle after it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A transform of N = N1 N2 or N1 N2 N3 elements takes two or three passes. Pass p transforms N / N_p lines of N_p
 * elements and multiplies element k of a line by a twiddle. With n = n1 M + m, m = n2 N3 + n3, M = N2 N3 (Gentleman and
 * Sande 1966; in memory that is slower than the processor: Bailey, "FFTs in External or Hierarchical Memory", 1990):
 *
 *   pass 1   over n1, for each m       reads x[n1 M + m]                  multiplies by exp(-2 pi i k1 m / N)
 *   pass 2   over n2, for each k1, n3                                     multiplies by exp(-2 pi i k2 n3 / M)
 *   pass 3   over n3, for each k1, k2                                     writes X[k1 + N1 (k2 + N2 k3)]
 *
 * Between passes an element lies where the pass that transforms its line leaves it in place, and the last pass leaves
 * the spectrum in natural order: n2 and n3 are swapped as pass 1 writes, and each k takes the place of its n.
 *
 *   after pass 1   k1 + N1 (n2 + N2 n3)
 *   after pass 2   k1 + N1 (k2 + N2 n3)
 *   after pass 3   k1 + N1 (k2 + N2 k3)
 *
 * So pass 1 goes from the source to the target, and the others work in the target. Lines that are neighbours have
 * neighbouring elements wherever a pass reads, and from the second on wherever it writes.
 */
#ifndef NBL_FFT_LARGE_H
#define NBL_FFT_LARGE_H

#include "nbl/lang.h"

NBL_STRUCT(nbl_fft_large_pass_t) {
    uint32_t points;        /* N_p, elements of a line */
    uint32_t points_before; /* product of the earlier passes' points; 1 in the first */
    uint32_t points_after;  /* product of the later passes' points; 1 in the last */
    uint32_t points_next;   /* of the next pass; 1 in the last */
};

/* Returns a pass of a transform in one to three passes.
 *
 * pass    1 to 3
 * n1..n3  points of passes 1 to 3; 1 if the transform has fewer passes */
NBL_CONSTEXPR_FUNCTION nbl_fft_large_pass_t nbl_fft_large_pass(uint32_t pass, uint32_t n1, uint32_t n2, uint32_t n3) {
    nbl_fft_large_pass_t first = {n1, 1u, n2 * n3, n2};
    nbl_fft_large_pass_t second = {n2, n1, n3, n3};
    nbl_fft_large_pass_t third = {n3, n1 * n2, 1u, 1u};
    if (pass == 2u) first = second;
    if (pass == 3u) first = third;
    return first;
}

/* Returns how many lines a transform has in a pass. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_lines(nbl_fft_large_pass_t pass) {
    return pass.points_before * pass.points_after;
}

/* Returns where a line of a pass other than the first has an element, before the pass and after it.
 *
 * pass         as nbl_fft_large_pass() returns it
 * line_number  0 to nbl_fft_large_lines(pass) - 1
 * element      0 to points - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_place(nbl_fft_large_pass_t pass, uint32_t line_number, uint32_t element) {
    uint32_t high = line_number / pass.points_before;
    uint32_t low = line_number - high * pass.points_before;
    return low + pass.points_before * (high * pass.points + element);
}

/* Returns the number of the element that a pass reads: of the source in the first pass, of the target in the others.
 *
 * pass         as nbl_fft_large_pass() returns it
 * line_number  0 to nbl_fft_large_lines(pass) - 1
 * element      0 to points - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_read(nbl_fft_large_pass_t pass, uint32_t line_number, uint32_t element) {
    return pass.points_before == 1u ? element * pass.points_after + line_number
                                    : nbl_fft_large_place(pass, line_number, element);
}

/* Returns the number of the element of the target that a pass writes: the frequency in the last pass.
 *
 * pass         as nbl_fft_large_pass() returns it
 * line_number  0 to nbl_fft_large_lines(pass) - 1
 * element      0 to points - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_write(nbl_fft_large_pass_t pass, uint32_t line_number, uint32_t element) {
    uint32_t rest = pass.points_after / pass.points_next;
    uint32_t n2 = line_number / rest;
    uint32_t n2_fastest = n2 + pass.points_next * (line_number - n2 * rest); /* n2 N3 + n3 becomes n2 + N2 n3 */
    return pass.points_before == 1u ? element + pass.points * n2_fastest
                                    : nbl_fft_large_place(pass, line_number, element);
}

/* Returns how many elements lie from one element of a line to the next where the pass reads. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_read_stride(nbl_fft_large_pass_t pass) {
    return pass.points_before == 1u ? pass.points_after : pass.points_before;
}

/* Returns how far apart neighbouring elements of a line are where the pass writes. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_write_stride(nbl_fft_large_pass_t pass) { return pass.points_before; }

/* Returns m of a line: its element k is multiplied by exp(-2 pi i k m / (points points_after)). 0 in the last pass.
 *
 * line_number  0 to nbl_fft_large_lines(pass) - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_large_rest(nbl_fft_large_pass_t pass, uint32_t line_number) {
    return line_number / pass.points_before;
}

#endif
