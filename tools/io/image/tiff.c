/* Reads and writes TIFF files by libtiff: integers of 8 and 16 bits, floats of 16 and 32. Without a profile integers
 * are sRGB's codes and floats are linear light. Written are floats, or integers if the image was read from integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The file is read into memory first. An error of the decoder means that data is missing or damaged: an error here.
 */
#include "io/image/internal.h"

#if NBL_HAS_TIFF

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

/* By deflate a byte stands for 1032 bytes at most, and a texel has one or more; 1100 is that, rounded up. */
enum { MOST_TEXELS_PER_BYTE = 1100, MOST_SAMPLES = 4 };

/* A file in memory, for libtiff to read, or to write. */
typedef struct {
    nbl_image_bytes bytes;
    uint64_t position;
    bool no_memory, failed;
    char reason[160];
} memory_file;

static tmsize_t read_bytes(thandle_t handle, void *data, tmsize_t size) {
    memory_file *file = (memory_file *)handle;
    uint64_t left = file->position < file->bytes.size ? file->bytes.size - file->position : 0;
    size_t count = (uint64_t)size < left ? (size_t)size : (size_t)left;
    if (count) memcpy(data, file->bytes.data + file->position, count);
    file->position += count;
    return (tmsize_t)count;
}

static tmsize_t write_bytes(thandle_t handle, void *data, tmsize_t size) {
    memory_file *file = (memory_file *)handle;
    if (!nbl_image_bytes_put(&file->bytes, file->position, data, (size_t)size)) {
        file->no_memory = true;
        return -1;
    }
    file->position += (uint64_t)size;
    return size;
}

static toff_t seek_bytes(thandle_t handle, toff_t offset, int whence) {
    memory_file *file = (memory_file *)handle;
    uint64_t base = whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->bytes.size : 0;
    file->position = base + offset;
    return file->position;
}

static toff_t size_of(thandle_t handle) { return ((memory_file *)handle)->bytes.size; }

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

/* Keeps the first error: later ones follow from it. */
static int keep_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    memory_file *file = user;
    (void)tiff, (void)module;
    if (!file->failed) vsnprintf(file->reason, sizeof file->reason, format, arguments);
    file->failed = true;
    return 1;
}

static int keep_nothing(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)user, (void)module, (void)format, (void)arguments;
    return 1;
}

static TIFF *open_tiff(memory_file *file, const char *mode) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, file);
    TIFFOpenOptionsSetWarningHandlerExtR(options, keep_nothing, file);
    TIFF *tiff = TIFFClientOpenExt("TIFF", mode, (thandle_t)file, read_bytes, write_bytes, seek_bytes, close_nothing,
                                   size_of, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

/* What the samples of a file are. */
typedef struct {
    uint32_t bits, samples; /* of a texel */
    bool is_float, separate;
    bool by_libtiff; /* libtiff decodes (palette, CMYK, YCbCr and others): RGBA of 8 bits, multiplied */
    bool is_srgb;    /* floats in sRGB's curve, as their profile says */
    bool is_light;   /* integers that are linear light, or codes for the profile: not in sRGB's curve */
    bool multiplied; /* integers whose colours were multiplied by alpha */
    nbl_image_profile *profile;
    unsigned orientation;
} layout;

/* Opens the file's profile, and notes in `samples` what it says of the numbers.
 *
 * components  1, 3 or 4 of a colour
 * floats      the file has floats */
static nbl_image_result take_profile(const char *path, TIFF *tiff, unsigned components, bool floats, layout *samples,
                                     nbl_image *image, nbl_image_error *error) {
    uint32_t size = 0;
    const unsigned char *data = NULL;
    nbl_image_profile_kind kind;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &data) != 1) return NBL_IMAGE_OK;
    nbl_image_result result = nbl_image_profile_open(path, data, size, components, &samples->profile, &kind, error);
    samples->is_srgb = floats && kind == NBL_IMAGE_PROFILE_SRGB;
    samples->is_light = !floats && (kind == NBL_IMAGE_PROFILE_LINEAR || kind == NBL_IMAGE_PROFILE_OTHER);
    if (kind == NBL_IMAGE_PROFILE_UNUSABLE)
        snprintf(image->note, sizeof image->note, "its profile (ICC) cannot be used: taken as %s",
                 floats ? "linear" : "sRGB");
    return result;
}

static nbl_image_result check_size(const char *path, const memory_file *file, uint64_t texels, nbl_image_error *error) {
    if (texels / MOST_TEXELS_PER_BYTE <= file->bytes.size) return NBL_IMAGE_OK;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path,
                          "damaged: %llu bytes cannot hold the %llu texels that its header declares",
                          (unsigned long long)file->bytes.size, (unsigned long long)texels);
}

static nbl_image_result describe(const char *path, TIFF *tiff, const memory_file *file, layout *samples,
                                 nbl_image *image, nbl_image_error *error) {
    uint32_t width = 0, height = 0;
    uint16_t bits = 1, count = 1, format = SAMPLEFORMAT_UINT, photometric = 0, planar = PLANARCONFIG_CONTIG;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &count);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    bool told = TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric) == 1;
    bool grey = photometric == PHOTOMETRIC_MINISBLACK && count <= 2, rgb = photometric == PHOTOMETRIC_RGB && count >= 3;
    bool integers = format == SAMPLEFORMAT_UINT && (bits == 8 || bits == 16);
    bool floats = format == SAMPLEFORMAT_IEEEFP && (bits == 16 || bits == 32);
    uint16_t orientation = 1, extras = 0, *kinds = NULL;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    if (orientation < 1 || orientation > 8) orientation = 1;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds);
    const bool multiplied = extras == 1 && kinds && kinds[0] == EXTRASAMPLE_ASSOCALPHA;
    char why[1024];
    /* Inks with a profile are decoded here; without one libtiff makes RGB of them. */
    if (told && photometric == PHOTOMETRIC_SEPARATED && count == 4 && extras == 0 && integers) {
        *samples = (layout){
            .bits = bits, .samples = count, .separate = planar == PLANARCONFIG_SEPARATE, .orientation = orientation};
        nbl_image_result read = nbl_image_describe(width, height, NBL_IMAGE_CHANNELS_RGB, path, image, error);
        if (!read) read = check_size(path, file, (uint64_t)width * height, error);
        if (!read) read = take_profile(path, tiff, 4, false, samples, image, error);
        image->is_display = true;
        image->bits = bits;
        if (read || samples->profile) return read;
    }
    if (told && !((grey || rgb) && count <= MOST_SAMPLES && (integers || floats)) && TIFFRGBAImageOK(tiff, why)) {
        const bool has_alpha = extras > 0 && (multiplied || (kinds && kinds[0] == EXTRASAMPLE_UNASSALPHA));
        *samples = (layout){.bits = 8, .samples = 4, .by_libtiff = true, .orientation = orientation};
        nbl_image_result read =
            nbl_image_describe(width, height, has_alpha ? NBL_IMAGE_CHANNELS_RGBA : NBL_IMAGE_CHANNELS_RGB, path, image,
                               error);
        if (!read) read = check_size(path, file, (uint64_t)width * height / 8, error);
        image->is_display = true;
        image->bits = 8;
        image->alpha = has_alpha ? NBL_IMAGE_ALPHA_MULTIPLIED : NBL_IMAGE_ALPHA_UNKNOWN;
        if (!read && (photometric == PHOTOMETRIC_PALETTE || photometric == PHOTOMETRIC_YCBCR))
            read = take_profile(path, tiff, 3, false, samples, image, error);
        if (!read && photometric == PHOTOMETRIC_SEPARATED)
            snprintf(image->note, sizeof image->note, "its CMYK is taken as ink over white, without a profile");
        return read;
    }
    if (!told || !(grey || rgb) || count > MOST_SAMPLES || !(integers || floats))
        return nbl_image_fail(
            error, NBL_IMAGE_ERROR_UNSUPPORTED, path,
            "a TIFF of %u samples of %u bits, format %u, photometric %u; expected grey or RGB of 8 or 16 "
            "bits, or floats of 16 or 32",
            count, bits, format, photometric);
    *samples = (layout){.bits = bits,
                        .samples = count,
                        .is_float = floats,
                        .separate = planar == PLANARCONFIG_SEPARATE,
                        .multiplied = multiplied,
                        .orientation = orientation};
    const nbl_image_channels channels = grey ? (count == 2 ? NBL_IMAGE_CHANNELS_YA : NBL_IMAGE_CHANNELS_Y)
                                             : (count == 4 ? NBL_IMAGE_CHANNELS_RGBA : NBL_IMAGE_CHANNELS_RGB);
    nbl_image_result result = nbl_image_describe(width, height, channels, path, image, error);
    image->is_display = integers;
    if (!result && nbl_image_has_alpha(channels))
        image->alpha = multiplied ? NBL_IMAGE_ALPHA_MULTIPLIED : NBL_IMAGE_ALPHA_STRAIGHT;
    if (!result && integers) image->bits = bits;
    if (!result) result = check_size(path, file, (uint64_t)width * height, error);
    if (!result) result = take_profile(path, tiff, grey ? 1 : 3, floats, samples, image, error);
    return result;
}

static float float_of_half(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023;
    double value = exponent == 31 ? (fraction != 0.0 ? NAN : INFINITY)
                                  : ldexp(exponent ? 1024.0 + fraction : fraction, (exponent ? exponent : 1) - 25);
    return (float)(bits & 0x8000 ? -value : value);
}

/* Returns the light of a sample; of alpha its number. */
static float value_of(const unsigned char *sample, const layout *samples, bool is_alpha) {
    uint16_t word;
    float value;
    if (samples->bits == 32) return memcpy(&value, sample, 4), value;
    if (samples->bits == 8)
        return is_alpha || samples->is_light ? (float)(*sample / 255.0) : nbl_image_linear(*sample / 255.0);
    memcpy(&word, sample, 2);
    if (samples->is_float) return float_of_half(word);
    return is_alpha || samples->is_light ? (float)(word / 65535.0) : nbl_image_linear(word / 65535.0);
}

/* Stores a row of a block's texels into the image: all samples of the texels, or one plane's. */
static void put_row(const unsigned char *row, const layout *samples, uint32_t plane, uint32_t count, float *texel,
                    nbl_image_channels channels) {
    const uint32_t bytes = samples->bits / 8, here = samples->separate ? 1 : samples->samples;
    const bool alpha = nbl_image_has_alpha(channels);
    for (uint32_t x = 0; x < count; x++, texel += 4)
        for (uint32_t s = 0; s < here; s++, row += bytes) {
            const uint32_t number = samples->separate ? plane : s;
            const bool is_alpha = alpha && number + 1 == samples->samples;
            texel[is_alpha ? 3 : number] = value_of(row, samples, is_alpha);
        }
}

/* Makes linear light of what value_of() left as it was. Floats in sRGB's curve are converted, those below 0 as their
 * negative's negative. Of codes that were multiplied by alpha, the light is alpha times the light of the divided
 * code. */
static void finish(const layout *samples, nbl_image *image) {
    const size_t texels = (size_t)image->width * image->height;
    for (size_t i = 0; samples->is_srgb && i < texels; i++)
        for (size_t c = 0; c < 3; c++) {
            float *value = image->pixels + 4 * i + c;
            *value = copysignf(nbl_image_linear(fabs((double)*value)), *value);
        }
    for (size_t i = 0; samples->multiplied && !samples->is_float && !samples->is_light && i < texels; i++)
        for (size_t c = 0; c < 3; c++) {
            float *value = image->pixels + 4 * i + c;
            const double alpha = (double)image->pixels[4 * i + 3], code = nbl_image_srgb((double)*value);
            *value = alpha > 0.0 ? (float)((double)nbl_image_linear(fmin(code / alpha, 1.0)) * alpha) : 0.0f;
        }
}

/* Decodes by libtiff a kind that is not decoded here. libtiff is asked for the file's own orientation, so that it
 * leaves the texels where they are: it can mirror, but not exchange the axes. nbl_image_orient() does both
 * afterwards. */
static bool decode_by_libtiff(TIFF *tiff, const layout *samples, nbl_image *image, bool *no_memory) {
    const size_t texels = (size_t)image->width * image->height;
    uint32_t *codes = malloc(texels * sizeof *codes);
    if (!codes) return !(*no_memory = true);
    const bool good =
        TIFFReadRGBAImageOriented(tiff, image->width, image->height, codes, (int)samples->orientation, 1) == 1;
    for (size_t i = 0; good && i < texels; i++) {
        const double alpha = nbl_image_has_alpha(image->channels) ? TIFFGetA(codes[i]) / 255.0 : 1.0;
        const uint32_t rgb[3] = {TIFFGetR(codes[i]), TIFFGetG(codes[i]), TIFFGetB(codes[i])};
        for (size_t c = 0; c < 3; c++)
            image->pixels[4 * i + c] =
                samples->is_light ? (float)(rgb[c] / 255.0)
                : alpha > 0.0     ? (float)((double)nbl_image_linear(fmin(rgb[c] / 255.0 / alpha, 1.0)) * alpha)
                                  : 0.0f;
        image->pixels[4 * i + 3] = (float)alpha;
    }
    free(codes);
    return good;
}

/* Decodes block by block: tiles, or strips, which are as wide as the image. */
static bool decode(TIFF *tiff, memory_file *file, const layout *samples, nbl_image *image, bool *no_memory) {
    const bool tiled = TIFFIsTiled(tiff) != 0;
    uint32_t width = image->width, height = image->height;
    if (tiled) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    } else {
        TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &height);
        if (height > image->height) height = image->height;
    }
    const tmsize_t size = tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
    const size_t row_bytes = (size_t)width * samples->bits / 8 * (samples->separate ? 1 : samples->samples);
    if (width == 0 || height == 0 || size <= 0 || (uint64_t)row_bytes * height > (uint64_t)size) return false;
    /* A tile may be larger than the image, but not larger than the file's bytes could make it. */
    if ((uint64_t)size / (4 * MOST_SAMPLES * MOST_TEXELS_PER_BYTE) > file->bytes.size) {
        snprintf(file->reason, sizeof file->reason, "blocks of %llu bytes are more than the file can hold",
                 (unsigned long long)size);
        return false;
    }
    unsigned char *block = calloc(1, (size_t)size);
    if (!block) return !(*no_memory = true);
    bool good = true;
    for (uint32_t plane = 0; plane < (samples->separate ? samples->samples : 1) && good; plane++)
        for (uint32_t y = 0; y < image->height && good; y += height)
            for (uint32_t x = 0; x < image->width && good; x += width) {
                const uint16_t p = (uint16_t)plane;
                good = tiled ? TIFFReadTile(tiff, block, x, y, 0, p) >= 0
                             : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, p), block, size) >= 0;
                const uint32_t across = image->width - x < width ? image->width - x : width;
                for (uint32_t r = 0; r < height && y + r < image->height && good; r++)
                    put_row(block + r * row_bytes, samples, plane, across,
                            image->pixels + 4 * ((size_t)(y + r) * image->width + x), image->channels);
            }
    free(block);
    return good;
}

nbl_image_result nbl_image_tiff_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    memory_file file = {.reason = ""};
    layout samples = {0};
    bool no_memory = false;
    nbl_image_result result = nbl_image_file_load(path, UINT64_MAX, &file.bytes, error);
    if (result) return result;
    TIFF *tiff = open_tiff(&file, "rm");
    /* libtiff gives no reason if its own memory cannot be allocated, nor if a size overflows its numbers. A second try
     * tells which of the two it is. */
    if (!tiff && !file.failed) {
        file.position = 0;
        tiff = open_tiff(&file, "rm");
    }
    if (!tiff && !file.failed && nbl_image_memory_is_short())
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to read it");
    else if (!tiff)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "not a TIFF file, or damaged: %s",
                                file.failed ? file.reason : "libtiff takes no such sizes");
    if (!result) result = describe(path, tiff, &file, &samples, image, error);
    if (!result && pixels) result = nbl_image_allocate(path, image, error);
    if (!result && pixels &&
        !(samples.by_libtiff ? decode_by_libtiff(tiff, &samples, image, &no_memory)
                             : decode(tiff, &file, &samples, image, &no_memory)))
        result = no_memory
                     ? nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it")
                     : nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: %s",
                                      file.reason[0] ? file.reason : "its blocks are smaller than they should be");
    if (!result && pixels) finish(&samples, image);
    if (!result && pixels)
        result =
            nbl_image_profile_apply(path, samples.profile, image->alpha == NBL_IMAGE_ALPHA_MULTIPLIED, image, error);
    nbl_image_profile_close(samples.profile);
    if (tiff) TIFFClose(tiff);
    nbl_image_bytes_free(&file.bytes);
    if (result) return result;
    return nbl_image_orient(path, image, samples.orientation, error);
}

/* Encodes an image without compression, in one strip: floats, or codes of 8 or 16 bits. A profile goes with floats,
 * since programs, GIMP among them, take floats without one for sRGB's codes. */
static bool encode(TIFF *tiff, const nbl_image *image, nbl_image_tone tone) {
    const nbl_image_channels needed = nbl_image_channels_needed(image);
    const bool grey = needed == NBL_IMAGE_CHANNELS_Y || needed == NBL_IMAGE_CHANNELS_YA;
    const bool alpha = nbl_image_has_alpha(needed), coded = nbl_image_is_coded(image);
    const uint32_t colours = grey ? 1 : 3, count = colours + alpha, bits = coded ? image->bits : 32;
    const uint16_t extra =
        image->alpha == NBL_IMAGE_ALPHA_MULTIPLIED && !coded ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
    nbl_image_bytes profile = {0};
    if (!nbl_image_make_profile(image, !coded, grey, &profile)) return false;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, image->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, image->height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, (int)count);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, coded ? SAMPLEFORMAT_UINT : SAMPLEFORMAT_IEEEFP);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, grey ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, image->height);
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)profile.size, profile.data);
    if (alpha) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    nbl_image_bytes_free(&profile);
    float *row = malloc((size_t)image->width * count * sizeof *row);
    bool good = row != NULL;
    for (uint32_t y = 0; y < image->height && good; y++) {
        const float *texel = image->pixels + 4 * (size_t)y * image->width;
        uint16_t *codes = (uint16_t *)(void *)row;
        if (coded) nbl_image_row_codes(image, texel, colours, alpha, bits, tone, codes);
        for (size_t i = 0; bits == 8 && i < (size_t)image->width * count;
             i++) /* in place: byte i lies before code i + 1 */
            ((unsigned char *)row)[i] = (unsigned char)codes[i];
        for (uint32_t x = 0; !coded && x < image->width; x++, texel += 4) {
            memcpy(row + (size_t)x * count, texel, colours * sizeof *row);
            if (alpha) row[(size_t)x * count + colours] = texel[3];
        }
        good = TIFFWriteScanline(tiff, row, y, 0) == 1;
    }
    free(row);
    return good;
}

nbl_image_result nbl_image_tiff_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                       nbl_image_bytes *bytes, nbl_image_error *error) {
    memory_file file = {.reason = ""};
    TIFF *tiff = open_tiff(&file, "w");
    bool good = tiff && encode(tiff, image, tone);
    if (good) good = TIFFFlush(tiff) == 1;
    if (tiff) TIFFClose(tiff);
    if (good && !file.no_memory) {
        *bytes = file.bytes;
        return NBL_IMAGE_OK;
    }
    nbl_image_bytes_free(&file.bytes);
    return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}

#else

nbl_image_result nbl_image_tiff_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    (void)pixels, (void)image;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a TIFF file: built without libtiff 4.5");
}

nbl_image_result nbl_image_tiff_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                       nbl_image_bytes *bytes, nbl_image_error *error) {
    (void)image, (void)tone, (void)bytes;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a TIFF file: built without libtiff 4.5");
}

#endif
