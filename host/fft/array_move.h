/* Elements between an array and a line in which they lie side by side.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ARRAY_MOVE_H
#define NBL_HOST_FFT_ARRAY_MOVE_H

#include "fft/array.h"

/* Copies `count` elements of 2, 4, 8 or 16 bytes; strides are bytes. */
void nbl_fft_array_move(char *to, size_t to_stride, const char *from, size_t from_stride, size_t count, size_t bytes);

/* Writes zeros into elements first to end - 1 of a line.
 *
 * step   bytes from one element to the next
 * bytes  of an element */
void nbl_fft_array_clear(char *line, size_t step, size_t first, size_t end, size_t bytes);

/* Copy one transform's elements, complex or real as the side has them, into a line or out of it. Behind the given
 * elements the line gets zeros. Halves of the array become float32 if the line's scalars have 4 bytes.
 *
 * from, to      its first element in the array
 * scalar_bytes  of the line
 * step          bytes from one element to the next in the line */
void nbl_fft_array_gather(const nbl_fft_array_side_t *side, const char *from, uint32_t scalar_bytes, char *line,
                          size_t step);
void nbl_fft_array_scatter(const nbl_fft_array_side_t *side, char *to, uint32_t scalar_bytes, const char *line,
                           size_t step);

#endif
