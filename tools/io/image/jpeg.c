/* Reads and writes JPEG files by libjpeg: 8 bits, by their profile, as sRGB or CMYK, turned as EXIF says, without
 * alpha.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The file is read into memory first. A warning of the decoder means that data is missing or damaged: an error here.
 */
#include "io/image/internal.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h> /* needs stdio.h before it */

#include <jerror.h>

enum {
    QUALITY = 92,                        /* of what is written, 0 to 100; chosen, as many editors do */
    LEAST_BYTES_PER_TEXEL_INVERSE = 4096 /* texels that a byte may stand for: a larger size in the header is refused */
};

typedef struct {
    struct jpeg_error_mgr manager; /* first: the library hands it back */
    jmp_buf leave;
    bool no_memory;
    char reason[JMSG_LENGTH_MAX];
} failure;

static void fail_decoding(j_common_ptr codec) {
    failure *why = (failure *)codec->err;
    why->no_memory = why->manager.msg_code == JERR_OUT_OF_MEMORY;
    codec->err->format_message(codec, why->reason);
    longjmp(why->leave, 1);
}

static void note_warning(j_common_ptr codec, int level) {
    if (level < 0) fail_decoding(codec);
}

static void print_nothing(j_common_ptr codec) { (void)codec; }

static struct jpeg_error_mgr *set_up(failure *why) {
    jpeg_std_error(&why->manager);
    why->manager.error_exit = fail_decoding;
    why->manager.emit_message = note_warning;
    why->manager.output_message = print_nothing;
    return &why->manager;
}

typedef struct {
    struct jpeg_decompress_struct codec;
    failure why;
    nbl_image_bytes file;
    unsigned char *row, *icc;
    nbl_image_profile *profile; /* converts codes to light; NULL: none is needed */
    bool is_linear;             /* codes are linear light already */
} source;

/* The two functions leave by longjmp on an error. What they allocated is in `from`, for the caller to free. */
static void decode_header(source *from) {
    jpeg_create_decompress(&from->codec);
    jpeg_mem_src(&from->codec, from->file.data, from->file.size);
    jpeg_save_markers(&from->codec, JPEG_APP0 + 1, 65535); /* EXIF */
    jpeg_save_markers(&from->codec, JPEG_APP0 + 2, 65535); /* ICC */
    jpeg_read_header(&from->codec, TRUE);
}

static unsigned number(const unsigned char *bytes, unsigned count, bool big) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; i++) value = value << 8 | bytes[big ? i : count - 1 - i];
    return value;
}

/* Returns EXIF's orientation, 1 to 8; 1 if the file has no orientation.
 *
 *   "Exif\0\0"   "II*\0" or "MM\0*"   4 offset of entries from here   2 count   12 each: 2 tag 2 type 4 count 4
 *   value */
static unsigned orientation_of(const source *from) {
    for (jpeg_saved_marker_ptr marker = from->codec.marker_list; marker; marker = marker->next) {
        const unsigned char *tiff = marker->data + 6;
        if (marker->data_length < 14 || memcmp(marker->data, "Exif\0", 6) != 0) continue;
        const size_t size = marker->data_length - 6;
        const bool big = tiff[0] == 'M';
        const size_t at = number(tiff + 4, 4, big);
        if (at > size || size - at < 2) continue;
        const unsigned count = number(tiff + at, 2, big);
        for (size_t i = 0, entry = at + 2; i < count && entry + 12 <= size; i++, entry += 12)
            if (number(tiff + entry, 2, big) == 0x112) return number(tiff + entry + 8, 2, big);
    }
    return 1;
}

/* Opens the profile of the file, if its markers make up a whole one. */
static nbl_image_result take_profile(const char *path, source *from, nbl_image *image, nbl_image_error *error) {
    const unsigned components = (unsigned)from->codec.num_components;
    nbl_image_profile_kind kind = NBL_IMAGE_PROFILE_SRGB;
    unsigned size = 0;
    if (jpeg_read_icc_profile(&from->codec, &from->icc, &size)) {
        nbl_image_result result =
            nbl_image_profile_open(path, from->icc, size, components, &from->profile, &kind, error);
        if (result) return result;
        from->is_linear = kind == NBL_IMAGE_PROFILE_LINEAR || kind == NBL_IMAGE_PROFILE_OTHER;
        if (kind == NBL_IMAGE_PROFILE_UNUSABLE && components != 4)
            snprintf(image->note, sizeof image->note, "its profile (ICC) cannot be used: taken as sRGB");
    }
    if (components == 4 && !from->profile)
        snprintf(image->note, sizeof image->note, "its CMYK is taken as ink over white, without a profile");
    return NBL_IMAGE_OK;
}

/* Stores the shares of four inks, 0 to 1, for a profile. inverted: as Adobe's CMYK is stored. */
static void put_inks(const unsigned char *cmyk, bool inverted, float *texel) {
    for (int c = 0; c < 4; c++) texel[c] = (float)((inverted ? 255 - cmyk[c] : cmyk[c]) / 255.0);
}

/* Stores the light of four inks without a profile: inks over white. inverted: as Adobe's CMYK is stored. */
static void put_cmyk(const unsigned char *cmyk, bool inverted, const float *linear, float *texel) {
    for (int c = 0; c < 3; c++) {
        const unsigned ink = inverted ? cmyk[c] : 255u - cmyk[c], black = inverted ? cmyk[3] : 255u - cmyk[3];
        texel[c] = linear[(ink * black + 127) / 255];
    }
}

static void decode(source *from, nbl_image *image) {
    float linear[256];
    for (int i = 0; i < 256; i++) linear[i] = from->is_linear ? (float)(i / 255.0) : nbl_image_linear(i / 255.0);
    const unsigned components = (unsigned)from->codec.num_components;
    from->codec.out_color_space = components == 1 ? JCS_GRAYSCALE : components == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_start_decompress(&from->codec);
    from->row = malloc((size_t)image->width * components);
    if (!from->row) {
        from->why.no_memory = true;
        longjmp(from->why.leave, 1);
    }
    while (from->codec.output_scanline < image->height) {
        float *texel = image->pixels + 4 * (size_t)from->codec.output_scanline * image->width;
        jpeg_read_scanlines(&from->codec, &from->row, 1);
        for (uint32_t x = 0; x < image->width; x++, texel += 4) {
            if (components == 4 && from->profile)
                put_inks(from->row + 4 * (size_t)x, from->codec.saw_Adobe_marker != 0, texel);
            else if (components == 4)
                put_cmyk(from->row + 4 * (size_t)x, from->codec.saw_Adobe_marker != 0, linear, texel);
            else
                for (unsigned c = 0; c < components; c++) texel[c] = linear[from->row[x * components + c]];
        }
    }
    jpeg_finish_decompress(&from->codec);
}

static nbl_image_result describe(const char *path, const source *from, nbl_image *image, nbl_image_error *error) {
    const struct jpeg_decompress_struct *codec = &from->codec;
    if (codec->num_components != 1 && codec->num_components != 3 && codec->num_components != 4)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_UNSUPPORTED, path, "a JPEG of %d components; expected 1, 3 or 4",
                              codec->num_components);
    const nbl_image_channels channels = codec->num_components == 1 ? NBL_IMAGE_CHANNELS_Y : NBL_IMAGE_CHANNELS_RGB;
    nbl_image_result result = nbl_image_describe(codec->image_width, codec->image_height, channels, path, image, error);
    if (result) return result;
    image->is_display = true;
    image->bits = 8;
    /* A block of 64 texels takes a bit or more, and a component may have a sixteenth of the texels. */
    if ((uint64_t)image->width * image->height / LEAST_BYTES_PER_TEXEL_INVERSE > from->file.size)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path,
                              "damaged: %llu bytes cannot hold the %u x %u texels that its header declares",
                              (unsigned long long)from->file.size, image->width, image->height);
    return NBL_IMAGE_OK;
}

static nbl_image_result read_from(const char *path, bool pixels, source *from, nbl_image *image,
                                  nbl_image_error *error) {
    if (from->file.size < 2 || from->file.data[0] != 0xff || from->file.data[1] != 0xd8)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "not a JPEG file: wrong signature");
    from->codec.err = set_up(&from->why);
    nbl_image_result result = NBL_IMAGE_OK;
    if (setjmp(from->why.leave) != 0)
        return from->why.no_memory
                   ? nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it")
                   : nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "damaged: %s", from->why.reason);
    decode_header(from);
    result = describe(path, from, image, error);
    const unsigned orientation = orientation_of(from); /* decoding drops the markers */
    if (!result && pixels) result = take_profile(path, from, image, error);
    if (!result && pixels) result = nbl_image_allocate(path, image, error);
    if (!result && pixels) decode(from, image);
    if (!result && pixels) result = nbl_image_profile_apply(path, from->profile, false, image, error);
    return result ? result : nbl_image_orient(path, image, orientation, error);
}

nbl_image_result nbl_image_jpeg_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    source *from = calloc(1, sizeof *from); /* not on the stack: longjmp leaves it defined */
    if (!from) return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    nbl_image_result result = nbl_image_file_load(path, UINT64_MAX, &from->file, error);
    if (!result) result = read_from(path, pixels, from, image, error);
    if (from->codec.mem) jpeg_destroy_decompress(&from->codec);
    nbl_image_bytes_free(&from->file);
    nbl_image_profile_close(from->profile);
    free(from->icc);
    free(from->row);
    free(from);
    return result;
}

typedef struct {
    struct jpeg_compress_struct codec;
    failure why;
    unsigned char *row, *data;
    unsigned long size;
} target;

/* Encodes an image into memory. Leaves by longjmp on an error. */
static void encode(target *to, const nbl_image *image, nbl_image_tone tone, unsigned components) {
    jpeg_create_compress(&to->codec);
    jpeg_mem_dest(&to->codec, &to->data, &to->size);
    to->codec.image_width = image->width;
    to->codec.image_height = image->height;
    to->codec.input_components = (int)components;
    to->codec.in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&to->codec);
    jpeg_set_quality(&to->codec, QUALITY, TRUE);
    jpeg_start_compress(&to->codec, TRUE);
    const float *texel = image->pixels;
    for (uint32_t y = 0; y < image->height; y++) {
        for (uint32_t x = 0; x < image->width; x++, texel += 4)
            for (unsigned c = 0; c < components; c++) to->row[x * components + c] = nbl_image_code(texel[c], tone);
        jpeg_write_scanlines(&to->codec, &to->row, 1);
    }
    jpeg_finish_compress(&to->codec);
}

nbl_image_result nbl_image_jpeg_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                       nbl_image_bytes *bytes, nbl_image_error *error) {
    const nbl_image_channels needed = nbl_image_channels_needed(image);
    const unsigned components = needed == NBL_IMAGE_CHANNELS_Y || needed == NBL_IMAGE_CHANNELS_YA ? 1 : 3;
    target *to = calloc(1, sizeof *to);
    if (to) to->row = malloc((size_t)image->width * components);
    bool done = false;
    if (image->width > JPEG_MAX_DIMENSION || image->height > JPEG_MAX_DIMENSION) {
        if (to) free(to->row);
        free(to);
        return nbl_image_fail(error, NBL_IMAGE_ERROR_TOO_LARGE, path, "a JPEG has at most %ld texels on a side",
                              JPEG_MAX_DIMENSION);
    }
    if (to && to->row) {
        to->codec.err = set_up(&to->why);
        if (setjmp(to->why.leave) == 0) {
            encode(to, image, tone, components);
            done = nbl_image_bytes_put(bytes, 0, to->data, to->size);
        }
        if (to->codec.mem) jpeg_destroy_compress(&to->codec);
        free(to->data);
    }
    if (to) free(to->row);
    free(to);
    return done ? NBL_IMAGE_OK : nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it");
}
