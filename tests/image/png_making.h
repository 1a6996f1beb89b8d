/* PNG files of any kind for the suites of tests/image, made without the code under test: stored, not compressed.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_PNG_MAKING_H
#define NBL_TESTS_PNG_MAKING_H

#include "image_testing.h"

typedef struct {
    unsigned char data[65536];
    size_t size;
} png_bytes;

static inline void png_put(png_bytes *out, const void *data, size_t size) {
    ck_assert_uint_le(out->size + size, sizeof out->data);
    memcpy(out->data + out->size, data, size);
    out->size += size;
}

static inline void png_put32(png_bytes *out, uint32_t v) {
    unsigned char b[4] = {(unsigned char)(v >> 24), (unsigned char)(v >> 16), (unsigned char)(v >> 8),
                          (unsigned char)v};
    png_put(out, b, 4);
}

static inline void png_chunk(png_bytes *out, const char *name, const void *data, size_t size) {
    png_put32(out, (uint32_t)size);
    size_t start = out->size;
    png_put(out, name, 4);
    if (size) png_put(out, data, size);
    uint32_t crc = 0xffffffffu;
    for (size_t i = start; i < out->size; i++) {
        crc ^= out->data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    png_put32(out, ~crc);
}

static inline void png_begin(png_bytes *out, uint32_t width, uint32_t height, unsigned depth, unsigned kind) {
    png_bytes header = {.size = 0};
    unsigned char rest[5] = {(unsigned char)depth, (unsigned char)kind, 0, 0, 0};
    out->size = 0;
    png_put(out, "\x89PNG\r\n\x1a\n", 8);
    png_put32(&header, width);
    png_put32(&header, height);
    png_put(&header, rest, 5);
    png_chunk(out, "IHDR", header.data, header.size);
}

/* rows: every row begins with its filter byte, 0 for none. */
static inline void png_end(png_bytes *out, const void *rows, size_t size) {
    png_bytes zlib = {.size = 0};
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + ((const unsigned char *)rows)[i]) % 65521;
        b = (b + a) % 65521;
    }
    unsigned char block[7] = {0x78,
                              0x01,
                              1,
                              (unsigned char)size,
                              (unsigned char)(size >> 8),
                              (unsigned char)~size,
                              (unsigned char)(~size >> 8)};
    png_put(&zlib, block, 7);
    png_put(&zlib, rows, size);
    png_put32(&zlib, b << 16 | a);
    png_chunk(out, "IDAT", zlib.data, zlib.size);
    png_chunk(out, "IEND", NULL, 0);
}

#endif
