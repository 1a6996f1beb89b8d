/* The public functions of tools/io/image, and the tones: what does not depend on a format.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/image/internal.h"

typedef enum { FORMAT_UNKNOWN, FORMAT_EXR, FORMAT_HDR, FORMAT_PNG, FORMAT_JPEG, FORMAT_TIFF } file_format;

nbl_image_result nbl_image_fail(nbl_image_error *error, nbl_image_result result, const char *what, const char *why,
                                ...) {
    if (!error) return result;
    error->result = result;
    /* A path may be longer than the message: it gets half of the room, so that the reason is seen. */
    size_t used = (size_t)snprintf(error->message, sizeof error->message / 2, "%s", what);
    if (used > sizeof error->message / 2 - 1) used = sizeof error->message / 2 - 1;
    memcpy(error->message + used, ": ", 3);
    va_list arguments;
    va_start(arguments, why);
    vsnprintf(error->message + used + 2, sizeof error->message - used - 2, why, arguments);
    va_end(arguments);
    for (char *c = error->message; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    return result;
}

const char *nbl_image_result_text(nbl_image_result result) {
    switch (result) {
    case NBL_IMAGE_OK: return "no error";
    case NBL_IMAGE_ERROR_ARGUMENT: return "wrong argument";
    case NBL_IMAGE_ERROR_EXTENSION: return "unknown file extension";
    case NBL_IMAGE_ERROR_OPEN: return "cannot open the file";
    case NBL_IMAGE_ERROR_DAMAGED: return "damaged file";
    case NBL_IMAGE_ERROR_UNSUPPORTED: return "unsupported kind of file";
    case NBL_IMAGE_ERROR_TOO_LARGE: return "image too large";
    case NBL_IMAGE_ERROR_MEMORY: return "out of memory";
    case NBL_IMAGE_ERROR_VALUE: return "value that the file cannot hold";
    case NBL_IMAGE_ERROR_WRITE: return "cannot write the file";
    }
    return "unknown result";
}

const char *nbl_image_channel_name(uint32_t channel) {
    static const char *const names[4] = {"R", "G", "B", "A"};
    return channel < 4 ? names[channel] : "?";
}

bool nbl_image_has_alpha(nbl_image_channels channels) {
    return channels == NBL_IMAGE_CHANNELS_RGBA || channels == NBL_IMAGE_CHANNELS_YA;
}

static bool is_grey(nbl_image_channels channels) {
    return channels == NBL_IMAGE_CHANNELS_Y || channels == NBL_IMAGE_CHANNELS_YA;
}

static size_t pixel_count(const nbl_image *image) { return (size_t)image->width * image->height; }

nbl_image_result nbl_image_describe(uint64_t width, uint64_t height, nbl_image_channels channels, const char *what,
                                    nbl_image *image, nbl_image_error *error) {
    memset(image, 0, sizeof *image);
    if (width == 0 || height == 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, what, "no texels: %llu x %llu",
                              (unsigned long long)width, (unsigned long long)height);
    if (width > NBL_IMAGE_MAX_SIDE || height > NBL_IMAGE_MAX_SIDE || width * height > NBL_IMAGE_MAX_PIXELS)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_TOO_LARGE, what,
                              "%llu x %llu texels are too many: at most %u on a side and %u in all",
                              (unsigned long long)width, (unsigned long long)height, NBL_IMAGE_MAX_SIDE,
                              NBL_IMAGE_MAX_PIXELS);
    image->width = (uint32_t)width;
    image->height = (uint32_t)height;
    image->channels = channels;
    image->data_window = (nbl_image_window){0, 0, (int32_t)width - 1, (int32_t)height - 1};
    image->display_window = image->data_window;
    image->pixel_aspect_ratio = 1.0f;
    return NBL_IMAGE_OK;
}

nbl_image_result nbl_image_allocate(const char *what, nbl_image *image, nbl_image_error *error) {
    /* calloc hands out untouched pages: a small damaged file that claims to be large costs nothing until it is decoded.
     */
    image->pixels = calloc(pixel_count(image), 4 * sizeof(float));
    if (image->pixels) return NBL_IMAGE_OK;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, what, "no memory for %u x %u texels", image->width,
                          image->height);
}

bool nbl_image_memory_is_short(void) {
    void *volatile probe = malloc(65536); /* volatile: else a compiler may drop an allocation that is only freed */
    bool is_short = probe == NULL;
    free(probe);
    return is_short;
}

void nbl_image_fill_missing(nbl_image *image) {
    bool grey = is_grey(image->channels), opaque = !nbl_image_has_alpha(image->channels);
    if (!grey && !opaque) return;
    float *end = image->pixels + 4 * pixel_count(image);
    for (float *texel = image->pixels; texel < end; texel += 4) {
        if (grey) texel[1] = texel[2] = texel[0];
        if (opaque) texel[3] = 1.0f;
    }
}

nbl_image_channels nbl_image_channels_needed(const nbl_image *image) {
    if (!is_grey(image->channels)) return image->channels;
    const float *end = image->pixels + 4 * pixel_count(image);
    for (const float *texel = image->pixels; texel < end; texel += 4)
        if (texel[1] != texel[0] || texel[2] != texel[0])
            return image->channels == NBL_IMAGE_CHANNELS_YA ? NBL_IMAGE_CHANNELS_RGBA : NBL_IMAGE_CHANNELS_RGB;
    return image->channels;
}

nbl_image_result nbl_image_create(uint32_t width, uint32_t height, nbl_image_channels channels, nbl_image *image,
                                  nbl_image_error *error) {
    if (!image) return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, "image", "null pointer");
    nbl_image_result result = nbl_image_describe(width, height, channels, "image", image, error);
    if (!result) result = nbl_image_allocate("image", image, error);
    if (result) {
        nbl_image_free(image);
        return result;
    }
    for (size_t i = 0; i < pixel_count(image); i++) image->pixels[4 * i + 3] = 1.0f;
    return NBL_IMAGE_OK;
}

void nbl_image_multiply(nbl_image *image) {
    if (image->alpha != NBL_IMAGE_ALPHA_STRAIGHT || !nbl_image_has_alpha(image->channels)) return;
    for (size_t i = 0; i < pixel_count(image); i++)
        for (size_t c = 0; c < 3; c++) image->pixels[4 * i + c] *= image->pixels[4 * i + 3];
    image->alpha = NBL_IMAGE_ALPHA_MULTIPLIED;
}

/* Of orientation - 1, bit 2 exchanges the axes; bits 0 and 1 mirror the image that is then shown. */
nbl_image_result nbl_image_orient(const char *path, nbl_image *image, unsigned orientation, nbl_image_error *error) {
    static const struct {
        bool swap, mirror_x, mirror_y;
    } ways[8] = {{false, false, false}, {false, true, false}, {false, true, true}, {false, false, true},
                 {true, false, false},  {true, true, false},  {true, true, true},  {true, false, true}};
    if (orientation < 2 || orientation > 8) return NBL_IMAGE_OK;
    const bool swap = ways[orientation - 1].swap;
    nbl_image turned = *image;
    turned.width = swap ? image->height : image->width;
    turned.height = swap ? image->width : image->height;
    turned.data_window = (nbl_image_window){0, 0, (int32_t)turned.width - 1, (int32_t)turned.height - 1};
    turned.display_window = turned.data_window;
    if (image->pixels) {
        nbl_image_result result = nbl_image_allocate(path, &turned, error);
        if (result) return result;
        for (size_t y = 0; y < turned.height; y++)
            for (size_t x = 0; x < turned.width; x++) {
                const size_t i = ways[orientation - 1].mirror_x ? turned.width - 1 - x : x;
                const size_t j = ways[orientation - 1].mirror_y ? turned.height - 1 - y : y;
                memcpy(turned.pixels + 4 * (y * turned.width + x),
                       image->pixels + 4 * (swap ? i * image->width + j : j * image->width + i), 4 * sizeof(float));
            }
        free(image->pixels);
    }
    *image = turned;
    return NBL_IMAGE_OK;
}

void nbl_image_free(nbl_image *image) {
    if (!image) return;
    free(image->pixels);
    nbl_image_exr_free_rest(image->rest);
    memset(image, 0, sizeof *image);
}

/* Returns whether every number is finite, of the channels that the image has. A float that is not finite has an
 * exponent of ones alone, which carries when one is added. */
static bool all_finite(const float *pixels, size_t texels, uint32_t channels) {
    const uint32_t exponent = 0x7f800000u, masks[4] = {exponent, exponent, exponent, channels > 3 ? exponent : 0u};
    uint32_t carries = 0;
    for (size_t i = 0; i < texels; i++) {
        uint32_t bits[4];
        memcpy(bits, pixels + 4 * i, sizeof bits);
        for (uint32_t c = 0; c < 4; c++) carries |= (bits[c] & masks[c]) + 0x00800000u;
    }
    return carries >> 31 == 0;
}

bool nbl_image_first_not_finite(const nbl_image *image, uint32_t *x, uint32_t *y, uint32_t *channel) {
    uint32_t channels = nbl_image_has_alpha(image->channels) ? 4 : 3;
    if (all_finite(image->pixels, pixel_count(image), channels)) return false;
    for (size_t i = 0; i < pixel_count(image); i++) {
        for (uint32_t c = 0; c < channels; c++) {
            if (isfinite(image->pixels[4 * i + c])) continue;
            if (x) *x = (uint32_t)(i % image->width);
            if (y) *y = (uint32_t)(i / image->width);
            if (channel) *channel = c;
            return true;
        }
    }
    return false;
}

/* Compared by hand: strcasecmp and tolower follow the locale. */
static bool ends_with(const char *path, const char *extension) {
    size_t length = strlen(path), n = strlen(extension);
    if (length <= n) return false;
    for (size_t i = 0; i < n; i++) {
        char c = path[length - n + i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != extension[i]) return false;
    }
    return true;
}

static nbl_image_result format_of(const char *path, file_format *format, nbl_image_error *error) {
    *format = ends_with(path, ".exr")                               ? FORMAT_EXR
              : ends_with(path, ".hdr")                             ? FORMAT_HDR
              : ends_with(path, ".png")                             ? FORMAT_PNG
              : ends_with(path, ".jpg") || ends_with(path, ".jpeg") ? FORMAT_JPEG
              : ends_with(path, ".tif") || ends_with(path, ".tiff") ? FORMAT_TIFF
                                                                    : FORMAT_UNKNOWN;
    if (*format != FORMAT_UNKNOWN) return NBL_IMAGE_OK;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_EXTENSION, path,
                          "unknown extension; expected .exr, .hdr, .png, .jpg or .tif");
}

bool nbl_image_has_format(const char *path) {
    file_format format;
    return format_of(path, &format, NULL) == NBL_IMAGE_OK;
}

bool nbl_image_hides_light(const char *path, const nbl_image *image) {
    file_format format;
    if (!nbl_image_has_alpha(image->channels) || format_of(path, &format, NULL)) return false;
    return format == FORMAT_PNG || (format == FORMAT_TIFF && nbl_image_is_coded(image));
}

static nbl_image_result read_file(const char *path, const nbl_image_selection *selection, bool pixels, nbl_image *image,
                                  nbl_image_error *error) {
    if (!image) return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, "image", "null pointer");
    memset(image, 0, sizeof *image);
    if (!path) return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, "path", "null pointer");
    file_format format;
    nbl_image_result result = format_of(path, &format, error);
    if (result) return result;
    result = format == FORMAT_EXR    ? nbl_image_exr_read(path, selection, pixels, image, error)
             : format == FORMAT_HDR  ? nbl_image_hdr_read(path, pixels, image, error)
             : format == FORMAT_PNG  ? nbl_image_png_read(path, pixels, image, error)
             : format == FORMAT_TIFF ? nbl_image_tiff_read(path, pixels, image, error)
                                     : nbl_image_jpeg_read(path, pixels, image, error);
    if (result) nbl_image_free(image);
    return result;
}

nbl_image_result nbl_image_describe_file(const char *path, const nbl_image_selection *selection, nbl_image *image,
                                         nbl_image_error *error) {
    return read_file(path, selection, false, image, error);
}

nbl_image_result nbl_image_read_selected(const char *path, const nbl_image_selection *selection, nbl_image *image,
                                         nbl_image_error *error) {
    nbl_image_result result = read_file(path, selection, true, image, error);
    if (!result) nbl_image_fill_missing(image);
    return result;
}

nbl_image_result nbl_image_read(const char *path, nbl_image *image, nbl_image_error *error) {
    return nbl_image_read_selected(path, NULL, image, error);
}

bool nbl_image_lost(const char *path, const nbl_image *image, char *text, size_t size) {
    text[0] = 0;
    return image->rest && nbl_image_exr_lost(image, ends_with(path, ".exr"), text, size);
}

static nbl_image_result check_before_write(const char *path, const nbl_image *image, nbl_image_error *error) {
    const nbl_image_window *w = &image->data_window;
    if (!image->pixels || image->width == 0 || image->height == 0 || image->width > NBL_IMAGE_MAX_SIDE ||
        image->height > NBL_IMAGE_MAX_SIDE || pixel_count(image) > NBL_IMAGE_MAX_PIXELS)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, path, "no image to write: %u x %u texels", image->width,
                              image->height);
    if ((int64_t)w->max_x - w->min_x + 1 != image->width || (int64_t)w->max_y - w->min_y + 1 != image->height)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, path,
                              "the data window (%d, %d) to (%d, %d) contradicts %u x %u texels", w->min_x, w->min_y,
                              w->max_x, w->max_y, image->width, image->height);
    uint32_t x, y, c;
    if (nbl_image_first_not_finite(image, &x, &y, &c))
        return nbl_image_fail(error, NBL_IMAGE_ERROR_VALUE, path, "x %u, y %u, channel %s is %g", x, y,
                              nbl_image_channel_name(c), (double)image->pixels[4 * ((size_t)y * image->width + x) + c]);
    return NBL_IMAGE_OK;
}

bool nbl_image_is_coded(const nbl_image *image) { return image->is_display && (image->bits == 8 || image->bits == 16); }

static const float *primaries_of(const nbl_image *image) {
    return nbl_image_has_own_primaries(image) ? image->chromaticities : NULL;
}

static void change_primaries(const double m[9], const float *from, nbl_image *image) {
    for (size_t i = 0; i < 4 * pixel_count(image); i += 4) {
        const double r = (double)from[i], g = (double)from[i + 1], b = (double)from[i + 2];
        for (size_t c = 0; c < 3; c++)
            image->pixels[i + c] = (float)(m[3 * c] * r + m[3 * c + 1] * g + m[3 * c + 2] * b);
        image->pixels[i + 3] = from[i + 3];
    }
}

bool nbl_image_take_primaries(nbl_image *image, const nbl_image *like) {
    const float *from = image ? primaries_of(image) : NULL, *to = like ? primaries_of(like) : NULL;
    double m[9];
    if (from == to || (from && to && memcmp(from, to, sizeof image->chromaticities) == 0)) return false;
    if (nbl_image_matrix_of(from, to, m) != NBL_IMAGE_OK) return false;
    change_primaries(m, image->pixels, image);
    image->has_chromaticities = like->has_chromaticities;
    memcpy(image->chromaticities, like->chromaticities, sizeof image->chromaticities);
    return true;
}

/* Copies an image, its pixels in sRGB's primaries. If the image's chromaticities are no primaries, as they are. */
static nbl_image_result to_srgb_primaries(const char *path, nbl_image *image, nbl_image_error *error) {
    const float *from = image->pixels;
    double m[9];
    nbl_image_result result = nbl_image_matrix_of(image->chromaticities, NULL, m);
    if (result == NBL_IMAGE_ERROR_VALUE) memcpy(m, (double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof m);
    if (result == NBL_IMAGE_ERROR_MEMORY)
        return nbl_image_fail(error, result, path, "no memory to convert its primaries");
    result = nbl_image_allocate(path, image, error);
    if (result) return result;
    change_primaries(m, from, image);
    image->has_chromaticities = false;
    return NBL_IMAGE_OK;
}

nbl_image_result nbl_image_write(const char *path, const nbl_image *image, nbl_image_type type,
                                 nbl_image_error *error) {
    return nbl_image_write_toned(path, image, type, NBL_IMAGE_TONE_ACES, error);
}

nbl_image_result nbl_image_write_toned(const char *path, const nbl_image *image, nbl_image_type type,
                                       nbl_image_tone tone, nbl_image_error *error) {
    if (!path) return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, "path", "null pointer");
    if (!image) return nbl_image_fail(error, NBL_IMAGE_ERROR_ARGUMENT, "image", "null pointer");
    file_format format;
    nbl_image_result result = format_of(path, &format, error);
    if (!result) result = check_before_write(path, image, error);
    if (result) return result;
    nbl_image converted = {0};
    const bool keeps =
        format == FORMAT_EXR || format == FORMAT_HDR || (format == FORMAT_TIFF && !nbl_image_is_coded(image));
    if (!keeps && nbl_image_has_own_primaries(image)) {
        converted = *image;
        result = to_srgb_primaries(path, &converted, error);
        if (result) return result;
        image = &converted;
    }
    /* The file is encoded in memory first, so that an image that cannot be encoded never touches the disk. */
    nbl_image_bytes bytes = {0};
    result = format == FORMAT_EXR    ? nbl_image_exr_encode(path, image, type, &bytes, error)
             : format == FORMAT_HDR  ? nbl_image_hdr_encode(path, image, &bytes, error)
             : format == FORMAT_PNG  ? nbl_image_png_encode(path, image, tone, &bytes, error)
             : format == FORMAT_TIFF ? nbl_image_tiff_encode(path, image, tone, &bytes, error)
                                     : nbl_image_jpeg_encode(path, image, tone, &bytes, error);
    if (!result) result = nbl_image_file_replace(path, &bytes, error);
    nbl_image_bytes_free(&bytes);
    free(converted.pixels);
    return result;
}

/* ---- From linear light to codes of 8 bits, through a tone and the sRGB curve; and back */

/* Maps a linear value by a tone; values of 0 or more. ACES: Krzysztof Narkowicz, "ACES Filmic Tone Mapping Curve"
 * (2016), with the exposure of 0.6 that he gives to match ACES. Reinhard, Stark, Shirley and Ferwerda, "Photographic
 * Tone Reproduction for Digital Images" (2002), equation 3. Computed in double, in which no square of a float
 * overflows. */
static double tone_map(double value, nbl_image_tone tone) {
    if (!(value > 0.0)) return 0.0;
    if (tone == NBL_IMAGE_TONE_NONE) return value;
    if (tone == NBL_IMAGE_TONE_REINHARD) return value / (1.0 + value);
    const double x = 0.6 * value;
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

double nbl_image_srgb(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

float nbl_image_linear(double value) {
    return (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
}

unsigned char nbl_image_alpha_code(double value) {
    return (unsigned char)(value <= 0.0 ? 0.0 : value >= 1.0 ? 255.0 : floor(255.0 * value + 0.5));
}

unsigned char nbl_image_code(double value, nbl_image_tone tone) {
    const double mapped = tone_map(value, tone);
    return mapped >= 1.0 ? 255 : nbl_image_alpha_code(nbl_image_srgb(mapped));
}

void nbl_image_row_codes(const nbl_image *image, const float *texel, unsigned colours, bool alpha, unsigned bits,
                         nbl_image_tone tone, uint16_t *codes) {
    const double most = bits == 16 ? 65535.0 : 255.0;
    const bool divides = alpha && image->alpha == NBL_IMAGE_ALPHA_MULTIPLIED;
    for (uint32_t x = 0; x < image->width; x++, texel += 4)
        for (unsigned c = 0; c < colours + alpha; c++) {
            const bool is_alpha = c == colours;
            const double own = (double)texel[is_alpha ? 3 : c];
            const double value = divides && !is_alpha && texel[3] > 0.0f ? own / (double)texel[3] : own;
            const double code = is_alpha ? value : nbl_image_srgb(fmin(tone_map(value, tone), 1.0));
            *codes++ = (uint16_t)floor(most * fmin(fmax(code, 0.0), 1.0) + 0.5);
        }
}
