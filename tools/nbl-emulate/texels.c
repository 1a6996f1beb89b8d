/* Converts texels of Vulkan's colour formats to four components of 32 bits and back: floats; integers for integer
 * formats.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "capture.h"

#include <math.h>
#include <string.h>

typedef enum numbers_t { UNORM, SNORM, USCALED, SSCALED, UINT, SINT, FLOATS, SRGB } numbers_t;

/* The formats by layout. Vulkan numbers formats of a layout one after the other: UNORM, SNORM, USCALED, SSCALED, UINT,
 * SINT, then SRGB or SFLOAT. */
static const struct {
    uint32_t first, last; /* Vulkan's numbers */
    uint32_t bits, count; /* of each component; of them */
    bool blue_first;      /* blue first */
    numbers_t seventh;
    numbers_t begin;
} families[] = {
    {9, 15, 8, 1, false, SRGB, UNORM},      {16, 22, 8, 2, false, SRGB, UNORM},
    {23, 29, 8, 3, false, SRGB, UNORM},     {30, 36, 8, 3, true, SRGB, UNORM},
    {37, 43, 8, 4, false, SRGB, UNORM},     {44, 50, 8, 4, true, SRGB, UNORM},
    {51, 57, 8, 4, false, SRGB, UNORM},     {70, 76, 16, 1, false, FLOATS, UNORM},
    {77, 83, 16, 2, false, FLOATS, UNORM},  {84, 90, 16, 3, false, FLOATS, UNORM},
    {91, 97, 16, 4, false, FLOATS, UNORM},  {98, 100, 32, 1, false, FLOATS, UINT},
    {101, 103, 32, 2, false, FLOATS, UINT}, {104, 106, 32, 3, false, FLOATS, UINT},
    {107, 109, 32, 4, false, FLOATS, UINT},
};

/* A packed format: where the bits of each component are. */
typedef struct packed_t {
    uint32_t format, bytes;
    uint8_t low[4], bits[4]; /* of red, green, blue, alpha; 0 bits: none */
    numbers_t numbers;
} packed_t;

static const packed_t packed[] = {
    {1, 1, {4, 0, 0, 0}, {4, 4, 0, 0}, UNORM},        {2, 2, {12, 8, 4, 0}, {4, 4, 4, 4}, UNORM},
    {3, 2, {4, 8, 12, 0}, {4, 4, 4, 4}, UNORM},       {4, 2, {11, 5, 0, 0}, {5, 6, 5, 0}, UNORM},
    {5, 2, {0, 5, 11, 0}, {5, 6, 5, 0}, UNORM},       {6, 2, {11, 6, 1, 0}, {5, 5, 5, 1}, UNORM},
    {7, 2, {1, 6, 11, 0}, {5, 5, 5, 1}, UNORM},       {8, 2, {10, 5, 0, 15}, {5, 5, 5, 1}, UNORM},
    {58, 4, {20, 10, 0, 30}, {10, 10, 10, 2}, UNORM}, {59, 4, {20, 10, 0, 30}, {10, 10, 10, 2}, SNORM},
    {62, 4, {20, 10, 0, 30}, {10, 10, 10, 2}, UINT},  {63, 4, {20, 10, 0, 30}, {10, 10, 10, 2}, SINT},
    {64, 4, {0, 10, 20, 30}, {10, 10, 10, 2}, UNORM}, {65, 4, {0, 10, 20, 30}, {10, 10, 10, 2}, SNORM},
    {68, 4, {0, 10, 20, 30}, {10, 10, 10, 2}, UINT},  {69, 4, {0, 10, 20, 30}, {10, 10, 10, 2}, SINT},
};

static const size_t family_count = sizeof families / sizeof families[0],
                    packed_count = sizeof packed / sizeof packed[0];

static uint32_t bits_of(double value) {
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static float half(uint32_t bits) {
    const int exponent = (int)(bits >> 10 & 31u);
    const float fraction = (float)(bits & 1023u), sign = bits >> 15 & 1u ? -1.0f : 1.0f;
    if (exponent == 31) return (bits & 1023u) != 0 ? NAN : sign * INFINITY;
    return sign * (exponent == 0 ? ldexpf(fraction, -24) : ldexpf(1024.0f + fraction, exponent - 25));
}

/* Returns the value of an unsigned float of 11 or 10 bits: five bits of exponent, and a fraction. */
static float small_float(uint32_t bits, unsigned fraction_bits) {
    return half(bits << (10u - fraction_bits) & 0x7FFFu);
}

static uint32_t component(uint32_t raw, uint32_t bits, numbers_t numbers, bool is_alpha) {
    const uint32_t most = bits == 32 ? UINT32_MAX : (1u << bits) - 1u;
    const int32_t with_sign =
        bits == 32 ? (int32_t)raw : (int32_t)(raw ^ 1u << (bits - 1u)) - (int32_t)(1u << (bits - 1u));
    switch (numbers) {
    case UINT: return raw;
    case SINT: return (uint32_t)with_sign;
    case USCALED: return bits_of(raw);
    case SSCALED: return bits_of(with_sign);
    case SNORM: return bits_of(fmax((double)with_sign / (most >> 1), -1.0));
    case FLOATS: return bits == 16 ? bits_of((double)half(raw)) : raw;
    case SRGB: {
        const double value = (double)raw / most;
        if (is_alpha) return bits_of(value);
        return bits_of(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    default: return bits_of((double)raw / most);
    }
}

uint32_t texel_bytes(uint32_t format) {
    for (size_t i = 0; i < family_count; i++)
        if (format >= families[i].first && format <= families[i].last) return families[i].bits / 8u * families[i].count;
    for (size_t i = 0; i < packed_count; i++)
        if (packed[i].format == format) return packed[i].bytes;
    return format == 122 || format == 123 ? 4 : 0; /* B10G11R11 and E5B9G9R9 */
}

static void decode_packed(const packed_t *one, const unsigned char *from, uint32_t to[4]) {
    uint32_t whole = 0;
    memcpy(&whole, from, one->bytes);
    for (int c = 0; c < 4; c++)
        if (one->bits[c] != 0)
            to[c] = component(whole >> one->low[c] & ((1u << one->bits[c]) - 1u), one->bits[c], one->numbers, c == 3);
}

static void decode_shared(uint32_t format, const unsigned char *from, uint32_t to[4]) {
    uint32_t whole;
    memcpy(&whole, from, 4);
    if (format == 122) {
        to[0] = bits_of((double)small_float(whole & 0x7FFu, 6));
        to[1] = bits_of((double)small_float(whole >> 11 & 0x7FFu, 6));
        to[2] = bits_of((double)small_float(whole >> 22, 5));
        return;
    }
    const double scale = ldexp(1.0, (int)(whole >> 27) - 15 - 9);
    for (int c = 0; c < 3; c++) to[c] = bits_of((double)(whole >> (9 * c) & 511u) * scale);
}

bool texels_decode(uint32_t format, const unsigned char *from, uint64_t count, uint32_t (*to)[4]) {
    size_t family = 0, one = 0;
    const uint32_t bytes = texel_bytes(format);
    if (bytes == 0) return false;
    while (family < family_count && (format < families[family].first || format > families[family].last)) family++;
    while (one < packed_count && packed[one].format != format) one++;
    for (uint64_t i = 0; i < count; i++, from += bytes) {
        uint32_t *out = to[i];
        if (family == family_count) {
            const bool whole = one < packed_count && (packed[one].numbers == UINT || packed[one].numbers == SINT);
            memset(out, 0, 16);
            out[3] = whole ? 1u : bits_of(1.0);
            if (one < packed_count)
                decode_packed(&packed[one], from, out);
            else
                decode_shared(format, from, out);
            continue;
        }
        const uint32_t number = format - families[family].first + families[family].begin;
        const numbers_t numbers = number >= 6u ? families[family].seventh : (numbers_t)number;
        const uint32_t size = families[family].bits / 8u;
        memset(out, 0, 16);
        out[3] = numbers == UINT || numbers == SINT ? 1u : bits_of(1.0);
        for (uint32_t c = 0; c < families[family].count; c++) {
            uint32_t raw = 0;
            memcpy(&raw, from + c * size, size);
            out[families[family].blue_first && c < 3 ? 2u - c : c] =
                component(raw, families[family].bits, numbers, c == 3);
        }
    }
    return true;
}
