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

#define MOST_HEADER_BYTES 65536u /* chosen: headers of a few hundred bytes are usual */

typedef struct {
    const unsigned char *at, *end;
} cursor;

/* Reads one line without its end, LF or CRLF. A line longer than the capacity is cut. Returns false if the bytes end
 * before the line does. */
static bool take_line(cursor *c, char *line, size_t capacity) {
    const unsigned char *newline = memchr(c->at, '\n', (size_t)(c->end - c->at));
    if (!newline) return false;
    size_t length = (size_t)(newline - c->at);
    size_t kept = length < capacity - 1 ? length : capacity - 1;
    memcpy(line, c->at, kept);
    if (kept == length && kept > 0 && line[kept - 1] == '\r') kept--;
    line[kept] = 0;
    c->at = newline + 1;
    return true;
}

/* Reads a label, such as "+X ", and a number after it. A number too large for the type becomes one that is too large to
 * be allocated. */
static bool take_side(const char **at, const char *label, uint32_t *side) {
    size_t n = strlen(label);
    if (strncmp(*at, label, n) != 0 || (*at)[n] < '0' || (*at)[n] > '9') return false;
    uint64_t value = 0;
    for (*at += n; **at >= '0' && **at <= '9'; ++*at)
        if (value <= NBL_IMAGE_MAX_SIDE) value = 10 * value + (uint64_t)(**at - '0');
    *side = (uint32_t)value;
    return true;
}

/* What the header says. Scanline s holds the texels (i, s), or (s, i) if scanlines are columns. i, or s, is counted
 * from the other side if it is mirrored. */
typedef struct {
    uint32_t width, height;
    bool columns, mirrored_x, mirrored_y;
    double scale[3]; /* radiance of a value of 1, by channel: 1 over the products of EXPOSURE and COLORCORR */
    bool has_primaries;
    float primaries[8];
} header;

/* Reads "-Y height +X width", the axes in either order and with either sign. Scanlines go along the second axis. */
static bool take_resolution(const char *line, header *head) {
    static const char *const labels[4] = {"-Y ", "+Y ", "+X ", "-X "};
    const char *at = line;
    int axes[2];
    for (int i = 0; i < 2; i++) {
        uint32_t side = 0;
        if (i == 1 && *at++ != ' ') return false;
        for (axes[i] = 0; axes[i] < 4 && !take_side(&at, labels[axes[i]], &side);) axes[i]++;
        if (axes[i] == 4) return false;
        *(axes[i] < 2 ? &head->height : &head->width) = side;
        head->mirrored_y |= axes[i] == 1;
        head->mirrored_x |= axes[i] == 3;
    }
    head->columns = axes[0] >= 2;
    return !*at && (axes[0] < 2) != (axes[1] < 2);
}

/* Reads a line of the header for EXPOSURE and COLORCORR, by which values were multiplied; several lines multiply.
 * Returns false if such a line is malformed. */
static bool take_line_of_light(const char *line, header *head) {
    double values[3];
    float *p = head->primaries;
    int count = 0;
    if (strncmp(line, "EXPOSURE=", 9) == 0)
        count = sscanf(line + 9, "%lf", &values[0]) == 1 ? (values[2] = values[1] = values[0], 3) : -1;
    else if (strncmp(line, "COLORCORR=", 10) == 0)
        count = sscanf(line + 10, "%lf %lf %lf", &values[0], &values[1], &values[2]);
    else if (strncmp(line, "PRIMARIES=", 10) == 0)
        return head->has_primaries = sscanf(line + 10, "%f %f %f %f %f %f %f %f", p, p + 1, p + 2, p + 3, p + 4, p + 5,
                                            p + 6, p + 7) == 8;
    for (int i = 0; i < count; i++) {
        if (!(values[i] >= 1e-30 && values[i] <= 1e30)) return false;
        head->scale[i] /= values[i];
    }
    return count == 0 || count == 3;
}

static nbl_image_result truncated(const char *path, nbl_image_error *error) {
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "truncated: ends within the header");
}

static nbl_image_result read_header(const char *path, cursor *c, header *head, nbl_image_error *error) {
    char line[128];
    bool rgbe = false;
    if (c->end - c->at < 2 || memcmp(c->at, "#?", 2) != 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "not a Radiance file: does not begin with \"#?\"");
    do {
        if (!take_line(c, line, sizeof line)) return truncated(path, error);
        if (!take_line_of_light(line, head))
            return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged line \"%s\"", line);
        if (strncmp(line, "FORMAT=", 7) != 0) continue;
        rgbe = strcmp(line, "FORMAT=32-bit_rle_rgbe") == 0;
        if (!rgbe)
            return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "format \"%s\"; expected 32-bit_rle_rgbe",
                                  line + 7);
    } while (line[0]);
    if (!rgbe) return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "no FORMAT line in the header");
    if (!take_line(c, line, sizeof line)) return truncated(path, error);
    if (!take_resolution(line, head))
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path,
                              "resolution line \"%s\"; expected \"-Y height +X width\"", line);
    if (head->width == 0 || head->height == 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "no texels: %u x %u", head->width, head->height);
    return NBL_IMAGE_OK;
}

/* Reads a scanline of the adaptive code: four planes, each with one byte of every texel, made of runs and literals. */
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

/* Reads a scanline of plain texels. (1, 1, 1, n) repeats the texel before it n times; if several of these follow each
 * other, they give the bytes of one number, the lowest first. */
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

static nbl_image_result read_pixels(const char *path, cursor *c, const header *head, nbl_image *image,
                                    nbl_image_error *error) {
    const uint32_t lines = head->columns ? head->width : head->height,
                   length = head->columns ? head->height : head->width;
    unsigned char *row = malloc((size_t)length * 4);
    if (!row) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for a scanline");
    nbl_image_result result = NBL_IMAGE_OK;
    float scales[256] = {0.0f}; /* by exponent byte */
    for (int e = 1; e < 256; e++) scales[e] = (float)ldexp(1.0, e - 136);
    for (uint32_t line = 0; !result && line < lines; line++) {
        if (!read_scanline(c, row, length)) {
            result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "truncated or damaged: scanline %u", line);
            break;
        }
        for (uint32_t along = 0; along < length; along++) {
            const uint32_t column = head->columns ? line : along, down = head->columns ? along : line;
            const size_t x = head->mirrored_x ? head->width - 1 - column : column;
            const size_t y = head->mirrored_y ? head->height - 1 - down : down;
            const unsigned char *rgbe = row + 4 * along;
            float *texel = image->pixels + 4 * (y * head->width + x);
            for (int i = 0; i < 3; i++) texel[i] = (float)((double)((float)rgbe[i] * scales[rgbe[3]]) * head->scale[i]);
        }
    }
    free(row);
    return result;
}

/* The header is read first: it says how many bytes of the file the pixels can take. */
nbl_image_result nbl_image_hdr_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    nbl_image_bytes bytes;
    nbl_image_result result = nbl_image_file_load(path, MOST_HEADER_BYTES, &bytes, error);
    if (result) return result;
    cursor c = {bytes.data, bytes.data + bytes.size};
    header head = {.scale = {1.0, 1.0, 1.0}};
    result = read_header(path, &c, &head, error);
    const size_t start = (size_t)(c.at - bytes.data);
    nbl_image_bytes_free(&bytes);
    if (!result) result = nbl_image_describe(head.width, head.height, NBL_IMAGE_CHANNELS_RGB, path, image, error);
    if (!result && head.has_primaries) {
        image->has_chromaticities = true;
        memcpy(image->chromaticities, head.primaries, sizeof head.primaries);
    }
    if (result || !pixels) return result;
    /* At worst run-length data is twice as long as the bytes that it stands for, with 4 bytes before each scanline. */
    result = nbl_image_file_load(
        path, start + 8 * (uint64_t)head.width * head.height + 4 * (uint64_t)(head.columns ? head.width : head.height),
        &bytes, error);
    if (result) return result;
    result = nbl_image_allocate(path, image, error);
    c = (cursor){bytes.data + (start < bytes.size ? start : bytes.size), bytes.data + bytes.size};
    if (!result) result = read_pixels(path, &c, &head, image, error);
    nbl_image_bytes_free(&bytes);
    return result;
}

/* The bloom's largest error, relative to the image's largest value (docs/theory.md): a value further below 0 is no
 * error of rounding. */
#define ROUNDING 1.5e-6f

static float largest_of(const float *texel) { return fmaxf(fmaxf(texel[0], texel[1]), texel[2]); }

/* Refuses values that the format cannot hold: from 2^127 on, for which there is no exponent byte, and negative ones.
 * A negative value is accepted, and written as 0, if the format's 8 bits do not resolve it beside its texel's largest
 * value, or if it is within the transform's rounding. */
static nbl_image_result check_values(const char *path, const nbl_image *image, nbl_image_error *error) {
    const float limit = 0x1p127f;
    size_t count = (size_t)image->width * image->height;
    float largest = 0.0f;
    for (size_t i = 0; i < count; i++) largest = fmaxf(largest, largest_of(image->pixels + 4 * i));
    for (size_t i = 0; i < count; i++) {
        const float *texel = image->pixels + 4 * i;
        const float least = -fmaxf(0x1p-9f * largest_of(texel), ROUNDING * largest);
        for (uint32_t c = 0; c < 3; c++) {
            const float value = texel[c];
            if (value >= fminf(least, 0.0f) && value < limit * (1.0f - 0x1p-9f)) continue;
            return nbl_image_fail(error, NBL_IMAGE_ERROR_VALUE, path,
                                  "x %u, y %u, channel %s is %g, which .hdr cannot hold; "
                                  "use .exr",
                                  (unsigned)(i % image->width), (unsigned)(i / image->width), nbl_image_channel_name(c),
                                  (double)value);
        }
    }
    return NBL_IMAGE_OK;
}

/* Return what frexpf() gives as exponent, and ldexp(1.0, exponent), without a call for each texel. */
static int exponent_of(float value) {
    uint32_t bits;
    int exponent;
    memcpy(&bits, &value, sizeof bits);
    if (bits >> 23) return (int)(bits >> 23) - 126; /* value is not negative: no sign bit */
    frexpf(value, &exponent);
    return exponent;
}

static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Encodes a texel, rounded to nearest. One below the smallest exponent becomes black. */
static void encode_texel(const float *texel, unsigned char *rgbe) {
    const float largest = largest_of(texel);
    int exponent = exponent_of(largest);
    double scale = power_of_two(8 - exponent); /* a power of two: products with it are exact */
    if ((double)largest * scale >= 255.5) {    /* it would round to 256: take the next exponent */
        exponent++;
        scale *= 0.5;
    }
    memset(rgbe, 0, 4);
    if (!(largest > 0.0f) || exponent < -127) return;
    for (int i = 0; i < 3; i++) rgbe[i] = (unsigned char)(fmax((double)texel[i], 0.0) * scale + 0.5);
    rgbe[3] = (unsigned char)(exponent + 128);
}

static bool put(nbl_image_bytes *bytes, const void *data, size_t size) {
    return nbl_image_bytes_put(bytes, bytes->size, data, size);
}

/* Returns whether the next four bytes are equal. left: bytes from here to the plane's end */
static bool is_run(const unsigned char *plane, uint32_t left) {
    return left >= 4 && plane[0] == plane[1] && plane[0] == plane[2] && plane[0] == plane[3];
}

/* Returns how many bytes from here on are equal, 127 at most. left: bytes from here to the plane's end */
static uint32_t run_at(const unsigned char *plane, uint32_t left) {
    uint32_t run = 1;
    while (run < left && run < 127 && plane[run] == plane[0]) run++;
    return run;
}

/* Writes one plane of a scanline: runs of at least 4 bytes, and literals between. Returns false without memory. */
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

/* Writes a scanline. Returns false without memory.
 *
 * rgbe    4 * width bytes: the texels
 * planes  4 * width bytes of scratch */
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
    char head[320], primaries[200] = "";
    const float *p = image->chromaticities;
    if (image->has_chromaticities)
        snprintf(primaries, sizeof primaries, "PRIMARIES=%.7g %.7g %.7g %.7g %.7g %.7g %.7g %.7g\n", (double)p[0],
                 (double)p[1], (double)p[2], (double)p[3], (double)p[4], (double)p[5], (double)p[6], (double)p[7]);
    const int size = snprintf(head, sizeof head, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n%s\n-Y %u +X %u\n", primaries,
                              image->height, width);
    unsigned char *row = malloc((size_t)width * 8);
    bool good = row && put(bytes, head, (size_t)size);
    for (uint32_t y = 0; good && y < image->height; y++) {
        for (uint32_t x = 0; x < width; x++)
            encode_texel(image->pixels + 4 * ((size_t)y * width + x), row + 4 * (size_t)x);
        good = put_scanline(bytes, row, row + 4 * (size_t)width, width);
    }
    free(row);
    return good ? NBL_IMAGE_OK : nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}
