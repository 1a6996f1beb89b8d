/* A texel of the image (or of the picture of the convolution kernel), as the bloom's first and last pass read it: zero
 * beyond the edge.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Expects of the shader:
 *   bloom_first                          the first axis's FFT: an instance of nbl/fft.h, or of its index maps alone
 *   NBL_BLOOM_ALGORITHM                  bloom_first's: NBL_FFT_STOCKHAM or NBL_FFT_RADIX2_SHUFFLE
 *   NBL_PARAMETER(planned_first), NBL_PARAMETER(planned_second)   the image size for which nbl_bloom_planned_source()
 *                                        is compiled, with fewer comparisons; 0: none. Only by Stockham's FFT, if
 *                                        origins and offsets are 0 and nothing is mirrored
 *   NBL_PARAMETER(threshold)             1: each texel goes through nbl_bloom_bright()
 *   NBL_PARAMETER(clamps)                1: infinities and NaNs become numbers, by nbl/bloom/invalid.h; 0: they stay
 *   bloom_source_get(texel, scanline, row_pitch), bloom_source_get_channel(texel, scanline, row_pitch, channel)
 */
#ifndef NBL_BLOOM_SOURCE_H
#define NBL_BLOOM_SOURCE_H

#include "nbl/bloom/combine.h"
#include "nbl/bloom/invalid.h"

/* Returns a texel of the source.
 *
 * x, y  texel along the first axis, and scanline, counted from the source's corner (the origin is added already) */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_image_texel(uint32_t x, uint32_t y, nbl_bloom_constants_t constants) {
    nbl_float32_t4 rgba = bloom_source_get(x, y, constants.row_pitch);
    if (NBL_PARAMETER(clamps) == 1) rgba = nbl_bloom_valid_texel(rgba, constants.largest);
    return rgba;
}

/* Returns channel 0 to 3 of a texel. Other arguments: nbl_bloom_image_texel(). */
NBL_FUNCTION float32_t nbl_bloom_image_channel(uint32_t x, uint32_t y, uint32_t channel,
                                               nbl_bloom_constants_t constants) {
    float32_t value = bloom_source_get_channel(x, y, constants.row_pitch, channel);
    if (NBL_PARAMETER(clamps) == 1) value = nbl_bloom_valid(value, constants.largest);
    return value;
}

/* Where a value is read, and which of its bits are kept: all, or none where no texel stands. Even there a texel is
 * read, and its bits are masked: an `if` or `? :` would become a branch, behind which each load waits for the one
 * before. It is the nearest texel, the last of its scanline. A texel that is the same for all scanlines would be one
 * address that many invocations wait for. */
NBL_STRUCT(nbl_bloom_source_t) {
    uint32_t x;
    uint32_t y;
    uint32_t bits;
};

/* Returns where an element of a scanline is read.
 * 
 * present   false: none of its bits are kept
 * texel     along the first axis; beyond the image none of its bits are kept
 * scanline  as texel, along the second axis */
NBL_FUNCTION nbl_bloom_source_t nbl_bloom_source(bool present, uint32_t texel, uint32_t scanline,
                                                 nbl_bloom_constants_t constants) {
    uint32_t nearest = nbl_bloom_nearest(texel, constants.extent_first);
    uint32_t line_number = nbl_bloom_nearest(scanline, constants.extent_second);
    bool is_there = present && nearest == texel && line_number == scanline;
    nbl_bloom_source_t result = {constants.origin_first + nearest, constants.origin_second + line_number,
                                 is_there ? 0xffffffffu : 0u};
    return result;
}

/* ---- Parts of a scanline: for each k the elements k of all invocations lie in one part, side by side. With Stockham's
 * FFT a part is one input of the first pass's butterflies: an invocation with several butterflies has several k in a
 * part. */

#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
/* Returns how many texels a part has. */
NBL_FUNCTION uint32_t nbl_bloom_part_length(void) { return bloom_first_first_pass().butterflies; }

/* Returns the index of the first texel of part k. */
NBL_FUNCTION uint32_t nbl_bloom_part_begin(uint32_t k) {
    return (k % bloom_first_first_pass().radix) * nbl_bloom_part_length();
}
#else
/* Returns how many texels a part has. */
NBL_FUNCTION uint32_t nbl_bloom_part_length(void) { return bloom_first_fft_invocations(); }

/* Returns the index of the first texel of part k. */
NBL_FUNCTION uint32_t nbl_bloom_part_begin(uint32_t k) { return k * nbl_bloom_part_length(); }
#endif

/* Returns what nbl_bloom_source() returns, for an image of the planned extents. Since these are constants, the compiler
 * knows for which k every invocation has a texel, and leaves the comparisons out.
 *
 * present   false: the invocation has no element k, and its value is not used. Where all of part k lies in the image
 *           this is not looked at: `index` is then an element that another invocation has, and is read
 * k         number of the element in the invocation's registers
 * index     its index along the scanline, which is the texel
 * scanline  along the second axis; beyond the image none of its bits are kept */
NBL_FUNCTION nbl_bloom_source_t nbl_bloom_planned_source(bool present, uint32_t k, uint32_t index, uint32_t scanline) {
    uint32_t extent = NBL_PARAMETER(planned_first);
    uint32_t line_number = nbl_bloom_nearest(scanline, NBL_PARAMETER(planned_second));
    uint32_t nearest = index;
    bool is_there = line_number == scanline;
    if (nbl_bloom_part_begin(k) + nbl_bloom_part_length() > extent) {
        nearest = nbl_bloom_nearest(index, extent);
        is_there = present && is_there && nearest == index;
    }
    nbl_bloom_source_t result = {nearest, line_number, is_there ? 0xffffffffu : 0u};
    return result;
}

/* Returns a value with the bits of a mask kept: itself, or 0.
 * 
 * bits  of nbl_bloom_source_t */
NBL_FUNCTION float32_t nbl_bloom_keep(float32_t value, uint32_t bits) {
    return nbl_float32_from_bits(nbl_bits_from_float32(value) & bits);
}

/* Returns channel 0, 1 or 2 of a texel, or 0 where none stands. */
NBL_FUNCTION float32_t nbl_bloom_read_channel(nbl_bloom_source_t at, uint32_t channel,
                                              nbl_bloom_constants_t constants) {
    float32_t value;
    if (NBL_PARAMETER(threshold) == 1) {
        nbl_float32_t4 bright = nbl_bloom_bright(nbl_bloom_image_texel(at.x, at.y, constants), constants);
        value = channel == 0u ? bright.x : (channel == 1u ? bright.y : bright.z);
    } else {
        value = nbl_bloom_image_channel(at.x, at.y, channel, constants);
    }
    return nbl_bloom_keep(value, at.bits);
}

/* Returns red, green and blue of a texel by one load, or 0 where none stands. Alpha is 0. */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_read_texel(nbl_bloom_source_t at, nbl_bloom_constants_t constants) {
    nbl_float32_t4 rgba = nbl_bloom_image_texel(at.x, at.y, constants);
    if (NBL_PARAMETER(threshold) == 1) rgba = nbl_bloom_bright(rgba, constants);
    nbl_float32_t4 kept = {nbl_bloom_keep(rgba.x, at.bits), nbl_bloom_keep(rgba.y, at.bits),
                           nbl_bloom_keep(rgba.z, at.bits), 0.0f};
    return kept;
}

#endif
