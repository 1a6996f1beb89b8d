/* Texels of an image that is transformed along either axis: an RGBA image, or a buffer of RGBA texels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include:
 *   NBL_ACCESSOR_NAME       prefix of the functions
 *   NBL_ACCESSOR_ALONG_Y    1: a line runs along y, line number = x; 0: a line runs along x, line number = y
 *   NBL_ACCESSOR_IMAGE      an image declared as NBL_IMAGE(binding, name) or NBL_IMAGE_OF(binding, name, format); or,
 *   NBL_ACCESSOR_SAMPLED    declared as NBL_SAMPLED_IMAGE(binding, name), which is only read; or
 *   NBL_ACCESSOR_BUFFER     declared as NBL_BUFFER(binding, nbl_float32_t4, name), rows one after the other
 *   NBL_ACCESSOR_SCALAR_BUFFER   optional: the same memory, declared as NBL_BUFFER(binding, float32_t, name)
 *   NBL_ACCESSOR_FORMAT     optional: the format, a number of nbl/accessors/texel_format.h, in place of RGBA32F; a
 *                           buffer then is declared twice more:
 *   NBL_ACCESSOR_DWORD_BUFFER, NBL_ACCESSOR_PAIR_BUFFER   the same memory of uint32_t and of nbl_uint32_t2
 *   NBL_ACCESSOR_CONVERTS   optional: 1: the device rounds to halves (0)
 *
 * <name>_get(texel, line, row_pitch) and <name>_set(texel, line, row_pitch, rgba): element `texel` of line `line`;
 * row_pitch in texels, of the buffer. <name>_get_channel(texel, line, row_pitch, channel): channel 0 to 3 alone.
 */
#include "nbl/accessors/texel_format.h"

#ifndef NBL_ACCESSOR_NAME
#error "NBL_ACCESSOR_NAME is missing: the prefix of the functions that nbl/accessors/image.h makes"
#endif
#ifndef NBL_ACCESSOR_ALONG_Y
#error "NBL_ACCESSOR_ALONG_Y is missing: 1 where lines run along y, else 0"
#endif
#if !defined(NBL_ACCESSOR_IMAGE) && !defined(NBL_ACCESSOR_SAMPLED) && !defined(NBL_ACCESSOR_BUFFER)
#error "NBL_ACCESSOR_IMAGE or NBL_ACCESSOR_BUFFER is missing: the name of an image, or of a buffer of nbl_float32_t4"
#endif
#ifndef NBL_ACCESSOR_CONVERTS
#define NBL_ACCESSOR_CONVERTS 0
#endif
#ifndef NBL_ACCESSOR_FORMAT
#define NBL_ACCESSOR_FORMAT NBL_TEXEL_RGBA32F
#elif defined(NBL_ACCESSOR_BUFFER)
#define NBL_ACCESSOR_BUFFER_OF_FORMAT
#ifndef NBL_ACCESSOR_DWORD_BUFFER
#error "NBL_ACCESSOR_DWORD_BUFFER is missing: the name of a buffer of uint32_t over the same memory"
#endif
#ifndef NBL_ACCESSOR_PAIR_BUFFER
#error "NBL_ACCESSOR_PAIR_BUFFER is missing: the name of a buffer of nbl_uint32_t2 over the same memory"
#endif
#endif

#define get_ NBL_CAT(NBL_ACCESSOR_NAME, _get)
#define get_channel_ NBL_CAT(NBL_ACCESSOR_NAME, _get_channel)
#define set_ NBL_CAT(NBL_ACCESSOR_NAME, _set)
#define load_ NBL_CAT(NBL_ACCESSOR_NAME, _load)
#define load_channel_ NBL_CAT(NBL_ACCESSOR_NAME, _load_channel)
#define store_ NBL_CAT(NBL_ACCESSOR_NAME, _store)

#if defined(NBL_ACCESSOR_BUFFER_OF_FORMAT)
NBL_FUNCTION nbl_float32_t4 load_(uint32_t index_) {
    uint32_t format_ = NBL_ACCESSOR_FORMAT;
    nbl_float32_t4 rgba_;
    if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_RGBA32F)) {
        rgba_ = NBL_LOAD(NBL_ACCESSOR_BUFFER, index_);
    } else if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_RGBA16F)) {
        rgba_ = nbl_texel_from_halves(NBL_LOAD(NBL_ACCESSOR_PAIR_BUFFER, index_));
    } else if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_B10G11R11)) {
        rgba_ = nbl_texel_from_b10g11r11(NBL_LOAD(NBL_ACCESSOR_DWORD_BUFFER, index_));
    } else {
        uint32_t stored_ = NBL_LOAD(NBL_ACCESSOR_DWORD_BUFFER, index_);
        bool srgb_ = format_ == NBL_CAST(uint32_t, NBL_TEXEL_SRGB8);
        rgba_.x = nbl_texel_from_code(stored_ & 255u, 0u, srgb_);
        rgba_.y = nbl_texel_from_code((stored_ >> 8u) & 255u, 1u, srgb_);
        rgba_.z = nbl_texel_from_code((stored_ >> 16u) & 255u, 2u, srgb_);
        rgba_.w = nbl_texel_from_code(stored_ >> 24u, 3u, srgb_);
    }
    return rgba_;
}

/* One channel of texel x of a row, and of the memory what it takes: the same number as the texel's. */
NBL_FUNCTION float32_t load_channel_(uint32_t x_, uint32_t row_, uint32_t channel_) {
    uint32_t format_ = NBL_ACCESSOR_FORMAT;
    float32_t value_;
    if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_RGBA16F)) {
        value_ = nbl_texel_from_half(NBL_LOAD(NBL_ACCESSOR_DWORD_BUFFER, 2u * x_ + (2u * row_ + (channel_ >> 1u))),
                                     channel_ & 1u);
    } else if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_B10G11R11)) {
        value_ = nbl_texel_channel_from_b10g11r11(NBL_LOAD(NBL_ACCESSOR_DWORD_BUFFER, x_ + row_), channel_);
    } else if (format_ != NBL_CAST(uint32_t, NBL_TEXEL_RGBA32F)) {
        value_ = nbl_texel_from_code((NBL_LOAD(NBL_ACCESSOR_DWORD_BUFFER, x_ + row_) >> (8u * channel_)) & 255u,
                                     channel_, format_ == NBL_CAST(uint32_t, NBL_TEXEL_SRGB8));
    } else {
#ifdef NBL_ACCESSOR_SCALAR_BUFFER
        value_ = NBL_LOAD(NBL_ACCESSOR_SCALAR_BUFFER, 4u * (row_ + x_) + channel_);
#else
        nbl_float32_t4 rgba_ = NBL_LOAD(NBL_ACCESSOR_BUFFER, x_ + row_);
        value_ = channel_ == 0u ? rgba_.x : (channel_ == 1u ? rgba_.y : (channel_ == 2u ? rgba_.z : rgba_.w));
#endif
    }
    return value_;
}

NBL_FUNCTION void store_(uint32_t index_, nbl_float32_t4 rgba_) {
    uint32_t format_ = NBL_ACCESSOR_FORMAT;
    if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_RGBA16F)) {
        if (NBL_ACCESSOR_CONVERTS == 1) {
            NBL_STORE(NBL_ACCESSOR_PAIR_BUFFER, index_, nbl_texel_convert_to_halves(rgba_));
        } else {
            NBL_STORE(NBL_ACCESSOR_PAIR_BUFFER, index_, nbl_texel_to_halves(rgba_));
        }
    } else if (format_ == NBL_CAST(uint32_t, NBL_TEXEL_B10G11R11)) {
        NBL_STORE(NBL_ACCESSOR_DWORD_BUFFER, index_, nbl_texel_to_b10g11r11(rgba_));
    } else {
        NBL_STORE(NBL_ACCESSOR_BUFFER, index_, rgba_);
    }
}
#define NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_) load_((y_) * (row_pitch_) + (x_))
#define NBL_ACCESSOR_CHANNEL_LOAD(x_, y_, row_pitch_, channel_) load_channel_(x_, (y_) * (row_pitch_), channel_)
#define NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_) store_((y_) * (row_pitch_) + (x_), rgba_)
#elif defined(NBL_ACCESSOR_IMAGE)
#define NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_) NBL_IMAGE_LOAD(NBL_ACCESSOR_IMAGE, x_, y_)
#define NBL_ACCESSOR_OF_IMAGE
#define NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_) \
    NBL_IMAGE_STORE(NBL_ACCESSOR_IMAGE, x_, y_, \
                    nbl_texel_to_image(rgba_, NBL_ACCESSOR_FORMAT, NBL_ACCESSOR_CONVERTS == 1))
#elif defined(NBL_ACCESSOR_SAMPLED)
#define NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_) NBL_SAMPLED_LOAD(NBL_ACCESSOR_SAMPLED, x_, y_)
#define NBL_ACCESSOR_OF_IMAGE
#else
#define NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_) NBL_LOAD(NBL_ACCESSOR_BUFFER, (y_) * (row_pitch_) + (x_))
#define NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_) \
    NBL_STORE(NBL_ACCESSOR_BUFFER, (y_) * (row_pitch_) + (x_), rgba_)
#endif

NBL_FUNCTION nbl_float32_t4 get_(uint32_t texel_, uint32_t line_, uint32_t row_pitch_) {
    uint32_t x_ = NBL_ACCESSOR_ALONG_Y == 1 ? line_ : texel_;
    uint32_t y_ = NBL_ACCESSOR_ALONG_Y == 1 ? texel_ : line_;
    NBL_UNUSED(row_pitch_);
    nbl_float32_t4 rgba_ = NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_);
#ifdef NBL_ACCESSOR_OF_IMAGE
    rgba_ = nbl_texel_from_image(rgba_, NBL_ACCESSOR_FORMAT);
#endif
    return rgba_;
}

NBL_FUNCTION float32_t get_channel_(uint32_t texel_, uint32_t line_, uint32_t row_pitch_, uint32_t channel_) {
    uint32_t x_ = NBL_ACCESSOR_ALONG_Y == 1 ? line_ : texel_;
    uint32_t y_ = NBL_ACCESSOR_ALONG_Y == 1 ? texel_ : line_;
    NBL_UNUSED(row_pitch_);
#if defined(NBL_ACCESSOR_CHANNEL_LOAD)
    float32_t value_ = NBL_ACCESSOR_CHANNEL_LOAD(x_, y_, row_pitch_, channel_);
#elif defined(NBL_ACCESSOR_SCALAR_BUFFER)
    float32_t value_ = NBL_LOAD(NBL_ACCESSOR_SCALAR_BUFFER, 4u * (y_ * row_pitch_ + x_) + channel_);
#else
    nbl_float32_t4 rgba_ = NBL_ACCESSOR_TEXEL_LOAD(x_, y_, row_pitch_);
    float32_t value_ = channel_ == 0u ? rgba_.x : (channel_ == 1u ? rgba_.y : (channel_ == 2u ? rgba_.z : rgba_.w));
#ifdef NBL_ACCESSOR_OF_IMAGE
    value_ = nbl_texel_channel_from_image(value_, channel_, NBL_ACCESSOR_FORMAT);
#endif
#endif
    return value_;
}

#ifdef NBL_ACCESSOR_TEXEL_STORE
NBL_FUNCTION void set_(uint32_t texel_, uint32_t line_, uint32_t row_pitch_, nbl_float32_t4 rgba_) {
    uint32_t x_ = NBL_ACCESSOR_ALONG_Y == 1 ? line_ : texel_;
    uint32_t y_ = NBL_ACCESSOR_ALONG_Y == 1 ? texel_ : line_;
    NBL_UNUSED(row_pitch_);
    NBL_ACCESSOR_TEXEL_STORE(x_, y_, row_pitch_, rgba_);
}
#undef NBL_ACCESSOR_TEXEL_STORE
#endif

#undef store_
#undef load_channel_
#undef load_
#undef set_
#undef get_channel_
#undef get_
#undef NBL_ACCESSOR_OF_IMAGE
#undef NBL_ACCESSOR_CHANNEL_LOAD
#undef NBL_ACCESSOR_TEXEL_LOAD
#undef NBL_ACCESSOR_BUFFER_OF_FORMAT
#undef NBL_ACCESSOR_PAIR_BUFFER
#undef NBL_ACCESSOR_DWORD_BUFFER
#undef NBL_ACCESSOR_FORMAT
#undef NBL_ACCESSOR_CONVERTS
#undef NBL_ACCESSOR_SCALAR_BUFFER
#undef NBL_ACCESSOR_BUFFER
#undef NBL_ACCESSOR_SAMPLED
#undef NBL_ACCESSOR_IMAGE
#undef NBL_ACCESSOR_ALONG_Y
#undef NBL_ACCESSOR_NAME
