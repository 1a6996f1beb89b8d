/* Formats of texels: how they lie in memory, the way into float32, and back with all rounding done here.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   number               bytes  a texel in memory, lowest bits first
 *   NBL_TEXEL_RGBA32F    16     four float32
 *   NBL_TEXEL_RGBA16F    8      four halves
 *   NBL_TEXEL_B10G11R11  4      red 11 bits, green 11, blue 10: unsigned, 5 of them exponent; alpha is 1
 *   NBL_TEXEL_RGBA8      4      four bytes, 0 to 255 for 0 to 1; only read
 *   NBL_TEXEL_SRGB8      4      four bytes; red, green and blue by the sRGB curve (IEC 61966-2-1), alpha linear; read
 *
 * A device converts as it likes while it loads from an image or stores to it. So what is stored is a number of the
 * format already, which every rounding leaves alone, and bytes are told from the fraction that the device made of them:
 * the bits are the same everywhere, of normal numbers. Where that is not needed (`converts`), the device may round to
 * halves by itself, with a twentieth of the instructions.
 */
#ifndef NBL_ACCESSORS_TEXEL_FORMAT_H
#define NBL_ACCESSORS_TEXEL_FORMAT_H

#include "nbl/lang.h"

#define NBL_TEXEL_RGBA32F 0
#define NBL_TEXEL_RGBA16F 1
#define NBL_TEXEL_B10G11R11 2
#define NBL_TEXEL_RGBA8 3
#define NBL_TEXEL_SRGB8 4

/* Returns the magnitude of a number as 5 bits of exponent, whose bias is 15, above `digits` bits of fraction: to
 * nearest, ties to even. What exceeds the largest finite number, infinities included, becomes that number; NaN stays
 * NaN.
 *
 * digits  10 of a half, 6 and 5 of b10g11r11 */
NBL_FUNCTION uint32_t nbl_texel_magnitude(float32_t x, uint32_t digits) {
    uint32_t bits = nbl_bits_from_float32(x) & 0x7FFFFFFFu;
    uint32_t exponent = bits >> 23u;
    bool normal = exponent > 112u;
    uint32_t significand = (bits & 0x7FFFFFu) | 0x800000u;
    uint32_t shift = normal ? 23u - digits : 136u - digits - exponent;
    if (shift > 25u) shift = 25u; /* then nothing is left of it */
    uint32_t odd = (significand >> shift) & 1u;
    uint32_t kept = (significand + ((1u << (shift - 1u)) - 1u) + odd) >> shift;
    uint32_t rounded = normal ? ((exponent - 113u) << digits) + kept : kept;
    uint32_t infinity = 31u << digits;
    uint32_t clamped = rounded < infinity ? rounded : infinity - 1u;
    return bits > 0x7F800000u ? infinity + 1u : clamped;
}

/* Returns a half's 16 bits. */
NBL_FUNCTION uint32_t nbl_texel_half(float32_t x) {
    return ((nbl_bits_from_float32(x) >> 16u) & 0x8000u) | nbl_texel_magnitude(x, 10u);
}

/* Returns 16 bits of a half in memory's place. */
NBL_FUNCTION nbl_uint32_t2 nbl_texel_to_halves(nbl_float32_t4 rgba) {
    nbl_uint32_t2 stored = {nbl_texel_half(rgba.x) | (nbl_texel_half(rgba.y) << 16u),
                            nbl_texel_half(rgba.z) | (nbl_texel_half(rgba.w) << 16u)};
    return stored;
}

/* Returns x within the finite halves, -65504 to 65504; NaN stays NaN. */
NBL_FUNCTION float32_t nbl_texel_within_half(float32_t x) {
    float32_t below = x > 65504.0f ? 65504.0f : x;
    return below < -65504.0f ? -65504.0f : below;
}

/* Returns a texel with nbl_texel_within_half() of each channel. */
NBL_FUNCTION nbl_float32_t4 nbl_texel_within_halves(nbl_float32_t4 rgba) {
    nbl_float32_t4 within = {nbl_texel_within_half(rgba.x), nbl_texel_within_half(rgba.y),
                             nbl_texel_within_half(rgba.z), nbl_texel_within_half(rgba.w)};
    return within;
}

/* Returns what nbl_texel_to_halves() returns, by the device's own rounding. */
NBL_FUNCTION nbl_uint32_t2 nbl_texel_convert_to_halves(nbl_float32_t4 rgba) {
    nbl_float32_t4 within = nbl_texel_within_halves(rgba);
    nbl_float32_t2 lo = {within.x, within.y}, hi = {within.z, within.w};
    nbl_uint32_t2 stored = {nbl_pack_half_2x16(lo), nbl_pack_half_2x16(hi)};
    return stored;
}

/* Returns half `number`, 0 or 1, of a dword. */
NBL_FUNCTION float32_t nbl_texel_from_half(uint32_t stored, uint32_t number) {
    return nbl_unpack_half_2x16(stored >> (16u * number)).x;
}

/* Returns the texel of four halves: red in the low half of `stored.x`, green above it, blue and alpha in `stored.y`. */
NBL_FUNCTION nbl_float32_t4 nbl_texel_from_halves(nbl_uint32_t2 stored) {
    nbl_float32_t2 lo = nbl_unpack_half_2x16(stored.x), hi = nbl_unpack_half_2x16(stored.y);
    nbl_float32_t4 rgba = {lo.x, lo.y, hi.x, hi.y};
    return rgba;
}

/* Negative numbers become 0. */
NBL_FUNCTION uint32_t nbl_texel_to_b10g11r11(nbl_float32_t4 rgba) {
    float32_t r = rgba.x < 0.0f ? 0.0f : rgba.x, g = rgba.y < 0.0f ? 0.0f : rgba.y, b = rgba.z < 0.0f ? 0.0f : rgba.z;
    return nbl_texel_magnitude(r, 6u) | (nbl_texel_magnitude(g, 6u) << 11u) | (nbl_texel_magnitude(b, 5u) << 22u);
}

/* As halves with fewer digits. */
NBL_FUNCTION nbl_float32_t4 nbl_texel_from_b10g11r11(uint32_t stored) {
    nbl_uint32_t2 halves = {((stored & 0x7FFu) << 4u) | ((stored & 0x3FF800u) << 9u), (stored >> 22u) << 5u};
    nbl_float32_t4 rgba = nbl_texel_from_halves(halves);
    rgba.w = 1.0f;
    return rgba;
}

/* Channel 0 to 3 of it alone. */
NBL_FUNCTION float32_t nbl_texel_channel_from_b10g11r11(uint32_t stored, uint32_t channel) {
    uint32_t half_bits = channel == 2u ? (stored >> 22u) << 5u : ((stored >> (11u * channel)) & 0x7FFu) << 4u;
    return channel == 3u ? 1.0f : nbl_texel_from_half(half_bits, 0u);
}

/* Returns the linear value of an sRGB code, within 3e-7 of itself: ((c / 255 + 0.055) / 1.055)^2.4, the power by a
 * polynomial in the significand, minus 1, and a factor for the exponent.
 *
 * code  0 to 255 */
NBL_FUNCTION float32_t nbl_texel_linear_from_srgb(uint32_t code) {
    float32_t c = NBL_CAST(float32_t, code);
    uint32_t bits = nbl_bits_from_float32((c + 14.025f) * 0.00371712656f);
    float32_t t = nbl_float32_from_bits((bits & 0x7FFFFFu) | 0x3F800000u) - 1.0f;
    float32_t power = 0.0073628444f + t * -0.0011484044f;
    power = -0.031654976f + t * power;
    power = 0.22337997f + t * power;
    power = 1.6800981f + t * power;
    power = 2.3999941f + t * power;
    power = 1.0000001f + t * power;
    uint32_t exponent = bits >> 23u; /* 123 to 127 */
    float32_t factor = exponent == 126u ? 0.189464569f : 1.0f;
    factor = exponent == 125u ? 0.0358968228f : factor;
    factor = exponent == 124u ? 0.00680117635f : factor;
    factor = exponent == 123u ? 0.00128858199f : factor;
    return code <= 10u ? c * 0.000303526991f : power * factor;
}

/* Returns the value of a byte, which of alpha always is linear.
 *
 * channel  0 to 3 */
NBL_FUNCTION float32_t nbl_texel_from_code(uint32_t code, uint32_t channel, bool srgb) {
    bool curved = srgb && channel < 3u;
    float32_t value = NBL_CAST(float32_t, code) * 0.00392156886f;
    if (curved) value = nbl_texel_linear_from_srgb(code);
    return value;
}

/* Returns what an image of a format holds in a channel, from what its load returned.
 *
 * loaded  of RGBA8 and SRGB8 a fraction of 255, within half a step: the image, or its view, is of a UNORM format */
NBL_FUNCTION float32_t nbl_texel_channel_from_image(float32_t loaded, uint32_t channel, uint32_t format) {
    float32_t value = loaded;
    if (format >= NBL_CAST(uint32_t, NBL_TEXEL_RGBA8))
        value = nbl_texel_from_code(NBL_CAST(uint32_t, loaded * 255.0f + 0.5f), channel,
                                    format == NBL_CAST(uint32_t, NBL_TEXEL_SRGB8));
    return value;
}

/* Returns a texel that the device has loaded from an image, with nbl_texel_channel_from_image() of each channel.
 *
 * format  NBL_TEXEL_* */
NBL_FUNCTION nbl_float32_t4 nbl_texel_from_image(nbl_float32_t4 loaded, uint32_t format) {
    nbl_float32_t4 rgba = {nbl_texel_channel_from_image(loaded.x, 0u, format),
                           nbl_texel_channel_from_image(loaded.y, 1u, format),
                           nbl_texel_channel_from_image(loaded.z, 2u, format),
                           nbl_texel_channel_from_image(loaded.w, 3u, format)};
    return rgba;
}

/* Returns the nearest texel that an image of a format can hold: what to store.
 *
 * format    RGBA32F, RGBA16F or B10G11R11
 * converts  the device rounds when it stores: then only what it may make infinite is kept from it */
NBL_FUNCTION nbl_float32_t4 nbl_texel_to_image(nbl_float32_t4 rgba, uint32_t format, bool converts) {
    nbl_float32_t4 rounded = rgba;
    if (format == NBL_CAST(uint32_t, NBL_TEXEL_RGBA16F)) {
        if (converts) {
            rounded = nbl_texel_within_halves(rgba);
        } else {
            rounded = nbl_texel_from_halves(nbl_texel_to_halves(rgba));
        }
    }
    if (format == NBL_CAST(uint32_t, NBL_TEXEL_B10G11R11))
        rounded = nbl_texel_from_b10g11r11(nbl_texel_to_b10g11r11(rgba));
    return rounded;
}

#endif
