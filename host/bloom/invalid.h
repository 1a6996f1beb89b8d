/* What bloom and blurs have in common: texels of an image that are NaN or infinite.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_INVALID_H
#define NBL_HOST_BLOOM_INVALID_H

#include "bloom/frame.h"

/* Checks whether `invalid` is a value of its enumeration, and `largest` a number that may stand for an infinity.
 * Errors: ARGUMENT.
 * 
 * of  "bloom" or "blur": begins the message */
nbl_result_t nbl_bloom_invalid_check(const char *of, nbl_bloom_invalid_t invalid, float largest, nbl_error_t *error);

/* Returns the kernels' parameter `clamps`: bytes hold neither NaN nor infinity. */
bool nbl_bloom_clamps(nbl_bloom_invalid_t invalid, nbl_bloom_format_t format);

/* Returns what an infinity becomes: `largest`, or for 0 the default of the format. */
float nbl_bloom_largest(float largest, nbl_bloom_format_t format);

/* Checks that all numbers of an image are finite. Errors: BAD_IMAGE, which names the first texel, row by row, that has
 * another number.
 * 
 * row_pitch  texels from one row to the next */
nbl_result_t nbl_bloom_texels_check(const void *texels, nbl_bloom_format_t format, uint32_t width, uint32_t height,
                                    uint32_t row_pitch, nbl_error_t *error);

/* Checks that all colours of a kernel are finite; its alpha is not read. Errors: BAD_KERNEL, which names the first
 * texel that has another number. */
nbl_result_t nbl_bloom_kernel_check(const float *kernel, uint32_t width, uint32_t height, nbl_error_t *error);

#endif
