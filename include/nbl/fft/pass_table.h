/* Reads the twiddles of a pass from a table instead of evaluating them: fewer instructions, the same bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_TABLE is given, the device address of what host/fft/pass_table.h fills: of
 * one pass, one plan and one direction. Complex numbers in storage,
 *
 *   number q s + m                  the q-th power of the twiddle of numerator m in the line's pass of stride s, q 1 to
 *                                   the radix - 1: the strides' parts follow one another, and end at `points`
 *   number points + rest R + r      the r-th power that the last butterflies of a line share, of radix R; `rest` is
 *                                   nbl_fft_large_rest() of the line
 */
NBL_REFERENCE(NBL_OF_SCALAR(NBL_STORAGE), NBL_FFT_OWN(table))

/* Returns number base + offset of the table.
 *
 * offset  a literal */
NBL_FUNCTION NBL_COMPLEX NBL_FFT_OWN(table_get)(uint32_t base_, uint32_t offset_) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(
        NBL_REFERENCE_LOAD(NBL_FFT_OWN(table), nbl_fft_address(NBL_FFT_TABLE, base_, NBL_FFT_COMPLEX_DWORDS), offset_));
}
