/* PNG files through stb: read as sRGB into linear light, written as a tone-mapped preview.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/image/internal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_GIF
#define STBI_NO_STDIO
/* stb 2.27 declares this static function and defines it under the other name, which gcc warns about. */
#define stbi_set_unpremultiply_on_load_thread stbi__unpremultiply_on_load_thread
#include <stb/stb_image.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

static uint32_t big_endian(const unsigned char *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The CRC-32 of PNG (polynomial 0xEDB88320), four bits at a time. */
static uint32_t crc32_of(const unsigned char *data, size_t size) {
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc = table[(crc ^ data[i]) & 15] ^ (crc >> 4);
        crc = table[(crc ^ (data[i] >> 4)) & 15] ^ (crc >> 4);
    }
    return ~crc;
}

/* Walks the chunks before stb sees them: stb verifies no checksum, and reads Apple's CgBI variant with red and blue
 * swapped. */
static nbl_image_result check_chunks(const char *path, const nbl_image_bytes *bytes, nbl_image_error *error) {
    static const unsigned char signature[8] = {137, 'P', 'N', 'G', '\r', '\n', 26, '\n'};
    if (bytes->size < 8 || memcmp(bytes->data, signature, 8) != 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "not a PNG file: wrong signature");
    for (size_t at = 8; bytes->size - at >= 12;) {
        const unsigned char *chunk = bytes->data + at;
        size_t length = big_endian(chunk);
        if (length > bytes->size - at - 12) break;
        if (crc32_of(chunk + 4, length + 4) != big_endian(chunk + 8 + length))
            return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: checksum of chunk %.4s at byte %zu",
                                  (const char *)chunk + 4, at);
        if (memcmp(chunk + 4, "CgBI", 4) == 0)
            return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a CgBI file, Apple's variant of PNG");
        if (memcmp(chunk + 4, "IEND", 4) == 0) return NBL_IMAGE_OK;
        at += 12 + length;
    }
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "truncated: no IEND chunk");
}

/* Linear light of every 16-bit sRGB code (IEC 61966-2-1), evaluated in double and rounded once. stb widens 8 bits by
 * 257, so that the same table serves them exactly. */
static float *linear_table(void) {
    float *table = malloc(65536 * sizeof *table);
    for (int i = 0; table && i < 65536; i++) {
        double s = i / 65535.0;
        table[i] = (float)(s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4));
    }
    return table;
}

static nbl_image_result decode(const char *path, const nbl_image_bytes *bytes, nbl_image *image,
                               nbl_image_error *error) {
    static const nbl_image_channels kinds[5] = {NBL_IMAGE_CHANNELS_RGB, NBL_IMAGE_CHANNELS_Y, NBL_IMAGE_CHANNELS_YA,
                                                NBL_IMAGE_CHANNELS_RGB, NBL_IMAGE_CHANNELS_RGBA};
    const unsigned char *header = bytes->data + 8;
    if (memcmp(header, "\0\0\0\15IHDR", 8) != 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: does not begin with an IHDR chunk");
    uint32_t announced_width = big_endian(header + 8), announced_height = big_endian(header + 12);
    if (announced_width == 0 || announced_height == 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "no texels: %u x %u", announced_width,
                              announced_height);
    nbl_image_result result =
        nbl_image_allocate(announced_width, announced_height, NBL_IMAGE_CHANNELS_RGB, path, image, error);
    if (result) return result;
    int width = 0, height = 0, channels = 0;
    unsigned short *codes = stbi_load_16_from_memory(bytes->data, (int)bytes->size, &width, &height, &channels, 4);
    float *linear = linear_table();
    if (!codes)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: %s",
                                stbi_failure_reason() ? stbi_failure_reason() : "pixels");
    else if (!linear)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    else if ((uint32_t)width != image->width || (uint32_t)height != image->height || channels < 1 || channels > 4)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: two sizes");
    else {
        image->channels = kinds[channels];
        size_t count = (size_t)image->width * image->height;
        for (size_t i = 0; i < 4 * count; i++)
            image->pixels[i] = i % 4 == 3 ? (float)(codes[i] / 65535.0) : linear[codes[i]];
    }
    free(linear);
    stbi_image_free(codes);
    return result;
}

nbl_image_result nbl_image_png_read(const char *path, nbl_image *image, nbl_image_error *error) {
    nbl_image_bytes bytes;
    nbl_image_result result = nbl_image_file_load(path, &bytes, error);
    if (result) return result;
    result = check_chunks(path, &bytes, error);
    if (!result) result = decode(path, &bytes, image, error);
    nbl_image_bytes_free(&bytes);
    return result;
}

/* Krzysztof Narkowicz, "ACES Filmic Tone Mapping Curve" (2016), with the exposure of 0.6 that he gives to match ACES.
 * In double, where no square of a float overflows. */
static double tone_map(double value) {
    double x = value > 0.0 ? 0.6 * value : 0.0;
    double y = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return y < 1.0 ? y : 1.0;
}

static double srgb_of(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

static unsigned char byte_of(double value) {
    return (unsigned char)(value <= 0.0 ? 0.0 : value >= 1.0 ? 255.0 : floor(255.0 * value + 0.5));
}

typedef struct {
    nbl_image_bytes *bytes;
    bool failed;
} sink;

static void put(void *user, void *data, int size) {
    sink *s = user;
    if (!nbl_image_bytes_put(s->bytes, s->bytes->size, data, (size_t)size)) s->failed = true;
}

nbl_image_result nbl_image_png_encode(const char *path, const nbl_image *image, nbl_image_bytes *bytes,
                                      nbl_image_error *error) {
    nbl_image_channels needed = nbl_image_channels_needed(image);
    bool grey = needed == NBL_IMAGE_CHANNELS_Y || needed == NBL_IMAGE_CHANNELS_YA, alpha = nbl_image_has_alpha(needed);
    int colours = grey ? 1 : 3, components = colours + (alpha ? 1 : 0);
    size_t count = (size_t)image->width * image->height;
    unsigned char *codes = malloc(count * (size_t)components);
    if (!codes) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
    for (size_t i = 0; i < count; i++) {
        const float *texel = image->pixels + 4 * i;
        unsigned char *code = codes + i * (size_t)components;
        for (int c = 0; c < colours; c++) code[c] = byte_of(srgb_of(tone_map(texel[c])));
        if (alpha) code[colours] = byte_of(texel[3]);
    }
    sink s = {bytes, false};
    int done = stbi_write_png_to_func(put, &s, (int)image->width, (int)image->height, components, codes,
                                      (int)image->width * components);
    free(codes);
    if (done && !s.failed) return NBL_IMAGE_OK;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}
