/* Radiance .hdr files, read and written.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Here, because stb_image (2.27, as packaged) loops for ever where run-length data ends early, fills what a truncated
 * flat file lacks with garbage, and mistakes the older run-length code for pixels; stb_image_write does not round, and
 * writes through a null pointer where memory is short.
 *
 * Format: Greg Ward, "Real Pixels", Graphics Gems II (1991); Radiance's file formats manual.
 */
#include "io/image/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_HEADER_BYTES 65536u

typedef struct {
    const unsigned char *at, *end;
} cursor;

/* Takes one line without its newline, cut to the capacity; false where the bytes end before the line does. */
static bool take_line(cursor *c, char *line, size_t capacity) {
    const unsigned char *newline = memchr(c->at, '\n', (size_t)(c->end - c->at));
    if (!newline) return false;
    size_t length = (size_t)(newline - c->at);
    size_t kept = length < capacity - 1 ? length : capacity - 1;
    memcpy(line, c->at, kept);
    line[kept] = 0;
    c->at = newline + 1;
    return true;
}

/* Takes a label and a number after it; one too large for the type stays too large to be allocated. */
static bool take_side(const char **at, const char *label, uint32_t *side) {
    size_t n = strlen(label);
    if (strncmp(*at, label, n) != 0 || (*at)[n] < '0' || (*at)[n] > '9') return false;
    uint64_t value = 0;
    for (*at += n; **at >= '0' && **at <= '9'; ++*at)
        if (value <= NBL_IMAGE_MAX_SIDE) value = 10 * value + (uint64_t)(**at - '0');
    *side = (uint32_t)value;
    return true;
}

static nbl_image_result truncated(const char *path, nbl_image_error *error) {
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "truncated: ends within the header");
}

static nbl_image_result read_header(const char *path, cursor *c, uint32_t *width, uint32_t *height,
                                    nbl_image_error *error) {
    char line[128];
    bool rgbe = false;
    if (c->end - c->at < 2 || memcmp(c->at, "#?", 2) != 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "not a Radiance file: does not begin with \"#?\"");
    do {
        if (!take_line(c, line, sizeof line)) return truncated(path, error);
        if (strncmp(line, "FORMAT=", 7) != 0) continue;
        rgbe = strcmp(line, "FORMAT=32-bit_rle_rgbe") == 0;
        if (!rgbe)
            return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "format \"%s\"; expected 32-bit_rle_rgbe",
                                  line + 7);
    } while (line[0]);
    if (!rgbe) return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "no FORMAT line in the header");
    if (!take_line(c, line, sizeof line)) return truncated(path, error);
    const char *at = line;
    if (!take_side(&at, "-Y ", height) || !take_side(&at, " +X ", width) || *at)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path,
                              "resolution line \"%s\"; expected \"-Y height +X width\"", line);
    if (*width == 0 || *height == 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "no texels: %u x %u", *width, *height);
    return NBL_IMAGE_OK;
}

/* One scanline of the adaptive code: the four bytes of all texels as four planes, each made of runs and literals. */
static bool read_planes(cursor *c, unsigned char *row, uint32_t width) {
    for (uint32_t plane = 0; plane < 4; plane++) {
        for (uint32_t x = 0; x < width;) {
            if (c->at == c->end) return false;
            uint32_t count = *c->at++;
            bool run = count > 128;
            if (run) count -= 128;
            if (count > width - x || c->end - c->at < (run ? 1 : (ptrdiff_t)count)) return false;
            for (uint32_t i = 0; i < count; i++, x++) row[4 * x + plane] = run ? *c->at : c->at[i];
            c->at += run ? 1 : count;
        }
    }
    return true;
}

/* One scanline of plain texels; (1, 1, 1, n) repeats the texel before it, n counting in ever higher bytes. */
static bool read_texels(cursor *c, unsigned char *row, uint32_t width) {
    uint32_t shift = 0;
    for (uint32_t x = 0; x < width;) {
        if (c->end - c->at < 4) return false;
        const unsigned char *texel = c->at;
        c->at += 4;
        if (texel[0] != 1 || texel[1] != 1 || texel[2] != 1) {
            memcpy(row + 4 * x++, texel, 4);
            shift = 0;
            continue;
        }
        if (x == 0 || shift > 16) return false;
        uint32_t count = (uint32_t)texel[3] << shift;
        if (count > width - x) return false;
        for (uint32_t i = 0; i < count; i++, x++) memcpy(row + 4 * x, row + 4 * (x - 1), 4);
        shift += 8;
    }
    return true;
}

static bool read_scanline(cursor *c, unsigned char *row, uint32_t width) {
    bool adaptive =
        width >= 8 && width < 32768 && c->end - c->at >= 4 && c->at[0] == 2 && c->at[1] == 2 && c->at[2] < 128;
    if (!adaptive) return read_texels(c, row, width);
    if ((uint32_t)(c->at[2] << 8 | c->at[3]) != width) return false;
    c->at += 4;
    return read_planes(c, row, width);
}

static nbl_image_result read_pixels(const char *path, cursor *c, nbl_image *image, nbl_image_error *error) {
    unsigned char *row = malloc((size_t)image->width * 4);
    if (!row) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for a scanline");
    nbl_image_result result = NBL_IMAGE_OK;
    float scales[256] = {0.0f}; /* by exponent byte */
    for (int e = 1; e < 256; e++) scales[e] = (float)ldexp(1.0, e - 136);
    for (uint32_t y = 0; !result && y < image->height; y++) {
        if (!read_scanline(c, row, image->width)) {
            result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "truncated or damaged: scanline %u", y);
            break;
        }
        float *texel = image->pixels + 4 * (size_t)y * image->width;
        for (uint32_t x = 0; x < image->width; x++, texel += 4) {
            const unsigned char *rgbe = row + 4 * x;
            for (int i = 0; i < 3; i++) texel[i] = (float)rgbe[i] * scales[rgbe[3]];
        }
    }
    free(row);
    return result;
}

/* The header first, by itself: it says how much of the file can be of use. */
nbl_image_result nbl_image_hdr_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    nbl_image_bytes bytes;
    nbl_image_result result = nbl_image_file_load(path, MOST_HEADER_BYTES, &bytes, error);
    if (result) return result;
    cursor c = {bytes.data, bytes.data + bytes.size};
    uint32_t width = 0, height = 0;
    result = read_header(path, &c, &width, &height, error);
    size_t header = (size_t)(c.at - bytes.data);
    nbl_image_bytes_free(&bytes);
    if (!result) result = nbl_image_describe(width, height, NBL_IMAGE_CHANNELS_RGB, path, image, error);
    if (result || !pixels) return result;
    /* Run-length data is twice as long as the bytes at the worst, and 4 bytes of each scanline's head. */
    result = nbl_image_file_load(path, header + (uint64_t)height * (8 * (uint64_t)width + 4), &bytes, error);
    if (result) return result;
    result = nbl_image_allocate(path, image, error);
    c = (cursor){bytes.data + (header < bytes.size ? header : bytes.size), bytes.data + bytes.size};
    if (!result) result = read_pixels(path, &c, image, error);
    nbl_image_bytes_free(&bytes);
    return result;
}

/* The largest exponent byte stands for 2^127, and no byte beyond it is left. */
static nbl_image_result check_values(const char *path, const nbl_image *image, nbl_image_error *error) {
    const float limit = 0x1p127f;
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            float value = image->pixels[4 * i + c];
            if (value >= 0.0f && value < limit * (1.0f - 0x1p-9f)) continue;
            return nbl_image_fail(error, NBL_IMAGE_ERROR_VALUE, path,
                                  "x %u, y %u, channel %s is %g, which .hdr cannot hold; "
                                  "use .exr",
                                  (unsigned)(i % image->width), (unsigned)(i / image->width), nbl_image_channel_name(c),
                                  (double)value);
        }
    }
    return NBL_IMAGE_OK;
}

/* As frexpf() and ldexp(1.0, ..) have it, without a call for each texel. */
static int exponent_of(float value) {
    uint32_t bits;
    int exponent;
    memcpy(&bits, &value, sizeof bits);
    if (bits >> 23) return (int)(bits >> 23) - 126; /* not negative */
    frexpf(value, &exponent);
    return exponent;
}

static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Rounds to nearest; what is below the smallest exponent becomes black. */
static void encode_texel(const float *texel, unsigned char *rgbe) {
    float largest = texel[0];
    if (texel[1] > largest) largest = texel[1];
    if (texel[2] > largest) largest = texel[2];
    int exponent = exponent_of(largest);
    double scale = power_of_two(8 - exponent); /* products with it are exact */
    if ((double)largest * scale >= 255.5) {    /* rounds up to the next power of two */
        exponent++;
        scale *= 0.5;
    }
    memset(rgbe, 0, 4);
    if (largest == 0.0f || exponent < -127) return;
    for (int i = 0; i < 3; i++) rgbe[i] = (unsigned char)((double)texel[i] * scale + 0.5);
    rgbe[3] = (unsigned char)(exponent + 128);
}

static bool put(nbl_image_bytes *bytes, const void *data, size_t size) {
    return nbl_image_bytes_put(bytes, bytes->size, data, size);
}

/* Whether four bytes from here on are the same. */
static bool is_run(const unsigned char *plane, uint32_t left) {
    return left >= 4 && plane[0] == plane[1] && plane[0] == plane[2] && plane[0] == plane[3];
}

/* Returns how many bytes from here on are the same, 127 at most. */
static uint32_t run_at(const unsigned char *plane, uint32_t left) {
    uint32_t run = 1;
    while (run < left && run < 127 && plane[run] == plane[0]) run++;
    return run;
}

/* One plane of a scanline: runs of at least 4 bytes, and literals between. */
static bool put_plane(nbl_image_bytes *bytes, const unsigned char *plane, uint32_t width) {
    for (uint32_t x = 0; x < width;) {
        uint32_t literal = 0;
        if (is_run(plane + x, width - x)) {
            uint32_t run = run_at(plane + x, width - x);
            unsigned char code[2] = {(unsigned char)(128 + run), plane[x]};
            if (!put(bytes, code, 2)) return false;
            x += run;
            continue;
        }
        while (literal < 128 && x + literal < width && !is_run(plane + x + literal, width - x - literal)) literal++;
        unsigned char count = (unsigned char)literal;
        if (!put(bytes, &count, 1) || !put(bytes, plane + x, literal)) return false;
        x += literal;
    }
    return true;
}

/* rgbe: 4 bytes of each texel; planes: as much again. */
static bool put_scanline(nbl_image_bytes *bytes, const unsigned char *rgbe, unsigned char *planes, uint32_t width) {
    if (width < 8 || width >= 32768) return put(bytes, rgbe, (size_t)width * 4);
    const unsigned char head[4] = {2, 2, (unsigned char)(width >> 8), (unsigned char)width};
    for (uint32_t x = 0; x < width; x++)
        for (uint32_t plane = 0; plane < 4; plane++) planes[plane * width + x] = rgbe[4 * x + plane];
    bool good = put(bytes, head, 4);
    for (uint32_t plane = 0; good && plane < 4; plane++) good = put_plane(bytes, planes + plane * width, width);
    return good;
}

nbl_image_result nbl_image_hdr_encode(const char *path, const nbl_image *image, nbl_image_bytes *bytes,
                                      nbl_image_error *error) {
    nbl_image_result result = check_values(path, image, error);
    if (result) return result;
    uint32_t width = image->width;
    char header[128];
    int size =
        snprintf(header, sizeof header, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %u +X %u\n", image->height, width);
    unsigned char *row = malloc((size_t)width * 8);
    bool good = row && put(bytes, header, (size_t)size);
    for (uint32_t y = 0; good && y < image->height; y++) {
        for (uint32_t x = 0; x < width; x++)
            encode_texel(image->pixels + 4 * ((size_t)y * width + x), row + 4 * (size_t)x);
        good = put_scanline(bytes, row, row + 4 * (size_t)width, width);
    }
    free(row);
    return good ? NBL_IMAGE_OK : nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}
