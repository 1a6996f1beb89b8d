/* PNG files through libpng, row by row: sRGB into linear light, and a tone-mapped preview.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/image/internal.h"

/* ---- Reading
 *
 * No more is inflated than the rows that the header declares. A header is refused, before memory is allocated, if it
 * declares more rows than the file's bytes could hold by deflate. */

/* Deflate's best: 258 bytes out of two bits (zlib's technical notes, "Maximum Compression Factor"). */
#define MOST_INFLATED_OF_A_BYTE 1032u
/* Compressed bytes that may follow the last rows: a checksum, the end of the last block, and room for encoders that
 * write many empty blocks; chosen. With the last row libpng inflates all bytes that follow before it says that they are
 * too many. */
#define MOST_BEHIND_ROWS 65536u

typedef struct {
    int descriptor;
    uint64_t size, offset;
    uint32_t width, height;
    unsigned bits; /* of a pixel in the file */
    bool deep;     /* the file has samples of 16 bits */
    png_structp png;
    png_infop info;
    unsigned char *codes; /* 16 bits, big-endian: one row, or all rows of an interlaced file */
    float *linear;        /* of every code */
    enum { CURVE_SRGB, CURVE_POWER, CURVE_PQ, CURVE_HLG, CURVE_BT709 } curve; /* from codes to light */
    double exponent;                                                          /* of CURVE_POWER */
    nbl_image_profile *profile; /* converts codes to light, with CURVE_POWER of exponent 1; NULL: `curve` does */
    bool no_memory;
    uint64_t most_left; /* compressed bytes that may still be read */
    char reason[128];
} source;

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    if (!memory) ((source *)png_get_mem_ptr(png))->no_memory = true;
    return memory;
}

static void release(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

static void fail_decoding(png_structp png, png_const_charp message) {
    source *from = png_get_error_ptr(png);
    snprintf(from->reason, sizeof from->reason, "%s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void read_next(png_structp png, png_bytep data, size_t size) {
    source *from = png_get_io_ptr(png);
    if (png_get_io_chunk_type(png) == 0x49444154u /* IDAT */) {
        if (size > from->most_left) png_chunk_error(png, "too much image data");
        if (from->most_left != UINT64_MAX) from->most_left -= size;
    }
    int64_t n = nbl_image_file_read(from->descriptor, data, size, from->offset);
    if (n != (int64_t)size) png_error(png, n < 0 ? "cannot be read" : "truncated");
    from->offset += size;
}

static uint32_t big_endian(const unsigned char *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Checks the signature and IHDR, to give better messages than libpng's.
 *
 *   8 signature   4 length, 13   4 "IHDR"   4 width   4 height   1 bits   1 kind   ... */
static nbl_image_result read_header(const char *path, source *from, nbl_image_error *error) {
    static const unsigned char samples[7] = {1, 0, 3, 1, 2, 0, 4}; /* by kind: grey, -, RGB, palette, YA, -, RGBA */
    unsigned char head[26] = {0};
    int64_t n = nbl_image_file_read(from->descriptor, head, sizeof head, 0);
    if (n < 0) return nbl_image_fail(error, NBL_IMAGE_ERROR_OPEN, path, "cannot be read");
    if (n < 8 || memcmp(head, "\x89PNG\r\n\x1a\n", 8) != 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "not a PNG file: wrong signature");
    if (memcmp(head + 12, "CgBI", 4) == 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a CgBI file, Apple's variant of PNG");
    if (n < (int64_t)sizeof head || memcmp(head + 8, "\0\0\0\15IHDR", 8) != 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: does not begin with an IHDR chunk");
    from->width = big_endian(head + 16);
    from->height = big_endian(head + 20);
    from->deep = head[24] == 16;
    from->bits = head[24] * (head[25] < 7 ? samples[head[25]] : 0u);
    if (from->width == 0 || from->height == 0)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "no texels: %u x %u", from->width, from->height);
    return NBL_IMAGE_OK;
}

static nbl_image_result check_size(const char *path, const source *from, nbl_image_error *error) {
    uint64_t bytes = ((uint64_t)from->width * from->bits + 7) / 8 * from->height;
    if (bytes / MOST_INFLATED_OF_A_BYTE <= from->size) return NBL_IMAGE_OK;
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path,
                          "damaged: %llu bytes cannot hold the %u x %u texels that its header declares",
                          (unsigned long long)from->size, from->width, from->height);
}

/* Returns the light of a PQ code, 0 to 1, so that 203 cd/m2 are 1: ITU-R BT.2100, table 4; reference white, BT.2408. */
static float pq_light(double code) {
    const double m1 = 0.1593017578125, m2 = 78.84375, c1 = 0.8359375, c2 = 18.8515625, c3 = 18.6875;
    const double power = pow(code, 1.0 / m2);
    return (float)(10000.0 / 203.0 * pow(fmax(power - c1, 0.0) / (c2 - c3 * power), 1.0 / m1));
}

/* Returns the scene's light of an HLG code, 0 to 1: ITU-R BT.2100, table 5. */
static float hlg_light(double code) {
    const double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    return (float)(code <= 0.5 ? code * code / 3.0 : (exp((code - c) / a) + b) / 12.0);
}

/* Returns the light of a BT.709 code, 0 to 1: ITU-R BT.709, item 1.2, inverted. */
static float bt709_light(double code) {
    return (float)(code < 0.081 ? code / 4.5 : pow((code + 0.099) / 1.099, 1.0 / 0.45));
}

/* Fills a table with the linear light of each 16-bit code. libpng widens codes of 8 bits by 257, so that the table
 * serves them exactly, too. */
static void fill_linear(const source *from, float *table) {
    for (int i = 0; i < 65536; i++) {
        const double code = i / 65535.0;
        table[i] = from->curve == CURVE_PQ      ? pq_light(code)
                   : from->curve == CURVE_HLG   ? hlg_light(code)
                   : from->curve == CURVE_BT709 ? bt709_light(code)
                   : from->curve == CURVE_POWER ? (float)pow(code, from->exponent)
                                                : nbl_image_linear(code);
    }
}

/* Primaries and curves of cICP (ITU-T H.273, tables 2 and 3), in the order of image->chromaticities. */
static const struct {
    unsigned number;
    float xy[8];
} coded_primaries[] = {{1, {.64f, .33f, .3f, .6f, .15f, .06f, .3127f, .329f}},
                       {4, {.67f, .33f, .21f, .71f, .14f, .08f, .31f, .316f}},
                       {5, {.64f, .33f, .29f, .6f, .15f, .06f, .3127f, .329f}},
                       {6, {.63f, .34f, .31f, .595f, .155f, .07f, .3127f, .329f}},
                       {7, {.63f, .34f, .31f, .595f, .155f, .07f, .3127f, .329f}},
                       {9, {.708f, .292f, .17f, .797f, .131f, .046f, .3127f, .329f}},
                       {11, {.68f, .32f, .265f, .69f, .15f, .06f, .314f, .351f}},
                       {12, {.68f, .32f, .265f, .69f, .15f, .06f, .3127f, .329f}}};

static void take_cicp(source *from, const unsigned char *data, nbl_image *image) {
    const unsigned transfer = data[1];
    bool known = false;
    for (size_t i = 0; i < sizeof coded_primaries / sizeof *coded_primaries; i++) {
        if (coded_primaries[i].number != data[0]) continue;
        known = true;
        image->has_chromaticities = data[0] != 1;
        memcpy(image->chromaticities, coded_primaries[i].xy, sizeof image->chromaticities);
    }
    from->exponent = transfer == 8 ? 1.0 : transfer == 5 ? 2.8 : 2.2;
    from->curve = transfer == 16                                                       ? CURVE_PQ
                  : transfer == 18                                                     ? CURVE_HLG
                  : transfer == 1 || transfer == 6 || transfer == 14 || transfer == 15 ? CURVE_BT709
                  : transfer == 4 || transfer == 5 || transfer == 8                    ? CURVE_POWER
                                                                                       : CURVE_SRGB;
    if (!known || (from->curve == CURVE_SRGB && transfer != 13))
        snprintf(image->note, sizeof image->note,
                 "its primaries %u and transfer %u (cICP) are not known: taken as sRGB's", data[0], transfer);
    image->is_display = from->curve != CURVE_PQ && from->curve != CURVE_HLG;
}

/* Gives the image the file's primaries if they are not sRGB's. */
static void take_primaries(source *from, nbl_image *image) {
    double white[2], red[2], green[2], blue[2];
    if (!png_get_cHRM(from->png, from->info, white, white + 1, red, red + 1, green, green + 1, blue, blue + 1)) return;
    const double found[8] = {red[0], red[1], green[0], green[1], blue[0], blue[1], white[0], white[1]};
    for (int i = 0; i < 8; i++) image->chromaticities[i] = (float)found[i];
    image->has_chromaticities = true;
    image->has_chromaticities = nbl_image_has_own_primaries(image);
}

static void take_profile(source *from, nbl_image *image, unsigned channels) {
    png_charp name;
    png_bytep profile;
    png_uint_32 size;
    int method;
    nbl_image_profile_kind kind;
    png_get_iCCP(from->png, from->info, &name, &method, &profile, &size);
    if (nbl_image_profile_open("", profile, size, channels < 3 ? 1 : 3, &from->profile, &kind, NULL)) {
        from->no_memory = true;
        png_error(from->png, "no memory");
    }
    if (kind == NBL_IMAGE_PROFILE_UNUSABLE)
        snprintf(image->note, sizeof image->note, "its profile \"%.60s\" (ICC) cannot be used: taken as sRGB", name);
    from->exponent = 1.0;
    if (kind == NBL_IMAGE_PROFILE_LINEAR || kind == NBL_IMAGE_PROFILE_OTHER) from->curve = CURVE_POWER;
}

/* Finds out what the file's codes mean, from the first of these chunks that there is (PNG, third edition, 4.3): cICP,
 * iCCP, sRGB, gAMA and cHRM. */
static void take_colour(source *from, nbl_image *image, unsigned channels) {
    png_structp png = from->png;
    png_unknown_chunkp chunks;
    const int count = png_get_unknown_chunks(png, from->info, &chunks);
    int intent;
    double gamma;
    for (int i = 0; i < count; i++) {
        if (memcmp(chunks[i].name, "cICP", 4) != 0 || chunks[i].size < 4) continue;
        take_cicp(from, chunks[i].data, image);
        return;
    }
    if (png_get_valid(png, from->info, PNG_INFO_iCCP)) {
        take_profile(from, image, channels);
        return;
    }
    if (png_get_sRGB(png, from->info, &intent)) return;
    take_primaries(from, image);
    /* A gamma of about 1 / 2.2 means sRGB in files without an sRGB chunk. */
    if (png_get_gAMA(png, from->info, &gamma) && gamma > 1e-4 && fabs(gamma - 0.45455) > 0.01) {
        from->exponent = 1.0 / gamma;
        from->curve = CURVE_POWER;
    }
}

/* Replaces a scene's light by what a display of 1000 cd/m2 shows of it, so that 203 cd/m2 are 1: ITU-R BT.2100, table
 * 5. */
static void show_scene(nbl_image *image) {
    for (size_t i = 0; i < 4 * (size_t)image->width * image->height; i += 4) {
        float *rgb = image->pixels + i;
        const double luminance = image->channels == NBL_IMAGE_CHANNELS_Y || image->channels == NBL_IMAGE_CHANNELS_YA
                                     ? (double)rgb[0]
                                     : 0.2627 * (double)rgb[0] + 0.678 * (double)rgb[1] + 0.0593 * (double)rgb[2];
        const double factor = 1000.0 / 203.0 * pow(luminance, 0.2);
        for (int c = 0; c < 3; c++) rgb[c] = (float)(factor * (double)rgb[c]);
    }
}

static void convert_row(const source *from, const unsigned char *code, float *texel, unsigned channels) {
    bool alpha = channels % 2 == 0;
    for (uint32_t x = 0; x < from->width; x++, texel += 4)
        for (unsigned c = 0; c < channels; c++, code += 2) {
            unsigned value = (unsigned)code[0] << 8 | code[1];
            bool is_alpha = alpha && c + 1 == channels;
            texel[is_alpha ? 3 : c] = is_alpha ? (float)(value / 65535.0) : from->linear[value];
        }
}

static void set_up(source *from) {
    png_structp png = from->png;
    png_set_read_fn(png, from, read_next);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png, 0); /* pixel data that goes on after the last row is an error */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL,
                                -1); /* chunks that the pixels do not need are skipped */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP\0sRGB\0gAMA\0cHRM", 4);
    png_set_user_limits(png, NBL_IMAGE_MAX_SIDE, NBL_IMAGE_MAX_SIDE);
}

/* Decodes the pixels. Leaves by png_longjmp on an error. What it allocated is in `from`, for the caller to free. */
static void decode(source *from, nbl_image *image) {
    static const nbl_image_channels kinds[5] = {NBL_IMAGE_CHANNELS_RGB, NBL_IMAGE_CHANNELS_Y, NBL_IMAGE_CHANNELS_YA,
                                                NBL_IMAGE_CHANNELS_RGB, NBL_IMAGE_CHANNELS_RGBA};
    png_structp png = from->png;
    set_up(from);
    from->most_left = UINT64_MAX;
    png_read_info(png, from->info);
    png_set_expand_16(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, from->info);
    unsigned channels = png_get_channels(png, from->info);
    size_t row = png_get_rowbytes(png, from->info);
    if (png_get_image_width(png, from->info) != image->width ||
        png_get_image_height(png, from->info) != image->height || channels < 1 || channels > 4 ||
        row != (size_t)image->width * 2 * channels)
        png_error(png, "two sizes");
    image->channels = kinds[channels];
    image->is_display = true;
    image->bits = from->deep ? 16 : 8;
    image->alpha = channels % 2 == 0 ? NBL_IMAGE_ALPHA_STRAIGHT : NBL_IMAGE_ALPHA_UNKNOWN;
    from->codes = png_malloc(png, passes > 1 ? row * image->height : row);
    from->linear = png_malloc(png, 65536 * sizeof *from->linear);
    take_colour(from, image, channels);
    fill_linear(from, from->linear);
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < image->height; y++) {
            unsigned char *codes = from->codes + (passes > 1 ? row * y : 0);
            /* With the last row of the last pass, which may be the image's last but one, libpng reads the whole
             * rest. */
            if (pass + 1 == passes && y + 2 >= image->height && from->most_left == UINT64_MAX)
                from->most_left = 2 * (uint64_t)row + MOST_BEHIND_ROWS;
            png_read_row(png, codes, NULL);
            if (pass + 1 == passes) convert_row(from, codes, image->pixels + 4 * (size_t)y * image->width, channels);
        }
    png_read_end(png, NULL);
    if (from->curve == CURVE_HLG) show_scene(image);
}

static nbl_image_result read_pixels(const char *path, source *from, nbl_image *image, nbl_image_error *error) {
    from->png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, from, fail_decoding, ignore_warning, from, allocate, release);
    from->info = from->png ? png_create_info_struct(from->png) : NULL;
    bool failed = !from->info;
    if (failed)
        from->no_memory = true;
    else if (setjmp(png_jmpbuf(from->png)) == 0)
        decode(from, image);
    else
        failed = true;
    if (from->png) png_destroy_read_struct(&from->png, &from->info, NULL);
    free(from->codes);
    free(from->linear);
    nbl_image_result result = failed ? NBL_IMAGE_OK : nbl_image_profile_apply(path, from->profile, false, image, error);
    nbl_image_profile_close(from->profile);
    if (!failed) return result;
    if (from->no_memory) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: %s", from->reason);
}

nbl_image_result nbl_image_png_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    source from = {.descriptor = -1};
    nbl_image_result result = nbl_image_file_open(path, &from.descriptor, &from.size, error);
    if (result) return result;
    result = read_header(path, &from, error);
    if (!result) result = nbl_image_describe(from.width, from.height, NBL_IMAGE_CHANNELS_RGB, path, image, error);
    if (!result) result = check_size(path, &from, error);
    if (!result && pixels) result = nbl_image_allocate(path, image, error);
    if (!result && pixels) result = read_pixels(path, &from, image, error);
    close(from.descriptor);
    return result;
}

/* ---- Writing */

static void put(png_structp png, png_bytep data, size_t size) {
    nbl_image_bytes *bytes = png_get_io_ptr(png);
    if (!nbl_image_bytes_put(bytes, bytes->size, data, size)) png_error(png, "no memory");
}

static void flush_nothing(png_structp png) { (void)png; }

static void leave(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

/* Encodes an image. Leaves by png_longjmp on an error. */
static void encode(png_structp png, png_infop info, const nbl_image *image, nbl_image_tone tone, uint16_t *codes) {
    static const int kinds[5] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGB_ALPHA};
    nbl_image_channels needed = nbl_image_channels_needed(image);
    bool grey = needed == NBL_IMAGE_CHANNELS_Y || needed == NBL_IMAGE_CHANNELS_YA, alpha = nbl_image_has_alpha(needed);
    int colours = grey ? 1 : 3, components = colours + (alpha ? 1 : 0);
    const bool deep = image->bits == 16;
    png_set_IHDR(png, info, image->width, image->height, deep ? 16 : 8, kinds[components], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    const size_t samples = (size_t)image->width * (unsigned)components;
    unsigned char *bytes = (unsigned char *)(codes + samples);
    for (uint32_t y = 0; y < image->height; y++) {
        nbl_image_row_codes(image, image->pixels + 4 * (size_t)y * image->width, (unsigned)colours, alpha,
                            deep ? 16 : 8, tone, codes);
        for (size_t i = 0; i < samples; i++) {
            if (deep) bytes[2 * i] = (unsigned char)(codes[i] >> 8);
            bytes[deep ? 2 * i + 1 : i] = (unsigned char)codes[i];
        }
        png_write_row(png, bytes);
    }
    png_write_end(png, info);
}

/* The caller has checked sizes and values, and the file goes into memory: the only error is a lack of memory. */
nbl_image_result nbl_image_png_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                      nbl_image_bytes *bytes, nbl_image_error *error) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint16_t *row = malloc((size_t)image->width * 16); /* of a texel 4 codes, and as many bytes again */
    bool failed = !info || !row || setjmp(png_jmpbuf(png)) != 0;
    if (!failed) {
        png_set_write_fn(png, bytes, put, flush_nothing);
        encode(png, info, image, tone, row);
    }
    if (png) png_destroy_write_struct(&png, &info);
    free(row);
    return failed ? nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it") : NBL_IMAGE_OK;
}
