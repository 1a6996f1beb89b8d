/* Texels of an image that is transformed along either axis: an RGBA image, or a buffer of RGBA texels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include:
 *   NBL_ACCESSOR_NAME       prefix of the functions
 *   NBL_ACCESSOR_ALONG_Y    1: a line runs along y, line number = x; 0: a line runs along x, line number = y
 *   NBL_ACCESSOR_IMAGE      an image declared as NBL_IMAGE(binding, name); or, instead,
 *   NBL_ACCESSOR_BUFFER     declared as NBL_BUFFER(binding, nbl_float32_t4, name), rows one after the other
 *   NBL_ACCESSOR_SCALAR_BUFFER   optional: the same memory, declared as NBL_BUFFER(binding, float32_t, name)
 *
 * <name>_get(texel, line, row_pitch) and <name>_set(texel, line, row_pitch, rgba): element `texel` of line `line`;
 * row_pitch in texels, of the buffer. <name>_get_channel(texel, line, row_pitch, channel): channel 0 to 3 alone.
 */
#include "nbl/lang.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/image.h makes"
#endif
#ifndef NBL_ACCESSOR_ALONG_Y
#error "NBL_ACCESSOR_ALONG_Y is missing: 1 where lines run along y, else 0"
#endif
#if defined(NBL_ACCESSOR_IMAGE)
#define NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_) NBL_IMAGE_LOAD(NBL_ACCESSOR_IMAGE, x_, y_)
#define NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_) NBL_IMAGE_STORE(NBL_ACCESSOR_IMAGE, x_, y_, rgba_)
#elif defined(NBL_ACCESSOR_BUFFER)
#define NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_) NBL_LOAD(NBL_ACCESSOR_BUFFER, (y_) * (row_pitch_) + (x_))
#define NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_) \
    NBL_STORE(NBL_ACCESSOR_BUFFER, (y_) * (row_pitch_) + (x_), rgba_)
#else
#error "NBL_ACCESSOR_IMAGE or NBL_ACCESSOR_BUFFER is missing: the name of an image, or of a buffer of nbl_float32_t4"
#endif

NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_ACCESSOR_NAME, _get)(uint32_t texel_, uint32_t line_, uint32_t row_pitch_) {
    uint32_t x_ = NBL_ACCESSOR_ALONG_Y == 1 ? line_ : texel_;
    uint32_t y_ = NBL_ACCESSOR_ALONG_Y == 1 ? texel_ : line_;
    NBL_UNUSED(row_pitch_);
    return NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_);
}

NBL_FUNCTION float32_t NBL_CAT(NBL_ACCESSOR_NAME, _get_channel)(uint32_t texel_, uint32_t line_, uint32_t row_pitch_,
                                                                uint32_t channel_) {
#ifdef NBL_ACCESSOR_SCALAR_BUFFER
    uint32_t x_ = NBL_ACCESSOR_ALONG_Y == 1 ? line_ : texel_;
    uint32_t y_ = NBL_ACCESSOR_ALONG_Y == 1 ? texel_ : line_;
    return NBL_LOAD(NBL_ACCESSOR_SCALAR_BUFFER, 4u * (y_ * row_pitch_ + x_) + channel_);
#else
    nbl_float32_t4 rgba_ = NBL_CAT(NBL_ACCESSOR_NAME, _get)(texel_, line_, row_pitch_);
    return channel_ == 0u ? rgba_.x : (channel_ == 1u ? rgba_.y : (channel_ == 2u ? rgba_.z : rgba_.w));
#endif
}

NBL_FUNCTION void NBL_CAT(NBL_ACCESSOR_NAME, _set)(uint32_t texel_, uint32_t line_, uint32_t row_pitch_,
                                                   nbl_float32_t4 rgba_) {
    uint32_t x_ = NBL_ACCESSOR_ALONG_Y == 1 ? line_ : texel_;
    uint32_t y_ = NBL_ACCESSOR_ALONG_Y == 1 ? texel_ : line_;
    NBL_UNUSED(row_pitch_);
    NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_);
}

#undef NBL_ACCESSOR_TEXEL_STORE
#undef NBL_ACCESSOR_TEXEL_LOAD
#undef NBL_ACCESSOR_SCALAR_BUFFER
#undef NBL_ACCESSOR_BUFFER
#undef NBL_ACCESSOR_IMAGE
#undef NBL_ACCESSOR_ALONG_Y
#undef NBL_ACCESSOR_NAME
