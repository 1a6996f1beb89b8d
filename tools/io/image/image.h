/* Images in memory, read from and written to .exr, .hdr, .png, .jpg and .tif files.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An image is float32 RGBA whatever its file holds; what the file said about itself (channel set, windows, aspect,
 * primaries) rides along, so that reading, changing pixels and writing gives back the same kind of file.
 *
 * No function prints or exits. Calls on different images may run at the same time. Of OpenEXR's threads, which code
 * large images, there is one pool per process; it starts with the first large .exr and ends with the process.
 */
#ifndef NBL_HOST_IMAGE_IMAGE_H
#define NBL_HOST_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits, checked before anything is allocated: 65536 texels on a side, and 2^31 bytes of float32 RGBA. */
#define NBL_IMAGE_MAX_SIDE 65536u
#define NBL_IMAGE_MAX_PIXELS (1u << 27)

typedef enum nbl_image_result {
    NBL_IMAGE_OK = 0,
    NBL_IMAGE_ERROR_ARGUMENT,    /* the call is wrong: null pointer, zero size, windows that contradict the size */
    NBL_IMAGE_ERROR_EXTENSION,   /* the name does not end in .exr, .hdr, .png, .jpg, .jpeg, .tif or .tiff */
    NBL_IMAGE_ERROR_OPEN,        /* missing, a directory, no permission */
    NBL_IMAGE_ERROR_DAMAGED,     /* empty, truncated, wrong magic, inconsistent */
    NBL_IMAGE_ERROR_UNSUPPORTED, /* well-formed, but of a kind that is not read here */
    NBL_IMAGE_ERROR_TOO_LARGE,   /* beyond NBL_IMAGE_MAX_SIDE or NBL_IMAGE_MAX_PIXELS */
    NBL_IMAGE_ERROR_MEMORY,
    NBL_IMAGE_ERROR_VALUE, /* a texel that the chosen file cannot hold */
    NBL_IMAGE_ERROR_WRITE  /* the output cannot be created, filled or renamed */
} nbl_image_result;

/* What the file holds. Y fills R, G and B alike; where there is no A, alpha is 1. */
typedef enum nbl_image_channels {
    NBL_IMAGE_CHANNELS_RGB = 0,
    NBL_IMAGE_CHANNELS_RGBA,
    NBL_IMAGE_CHANNELS_Y,
    NBL_IMAGE_CHANNELS_YA
} nbl_image_channels;

/* The scalar of a channel in a file. .exr takes the first two and SAME; the other formats have one each and ignore
 * it. */
typedef enum nbl_image_type {
    NBL_IMAGE_TYPE_FLOAT = 0,
    NBL_IMAGE_TYPE_HALF,
    NBL_IMAGE_TYPE_SAME /* what each channel had in the file that was read; for new channels image->type */
} nbl_image_type;

/* How linear light becomes the codes of a .png, .jpg or .tif of integers. Whatever the tone, negative values become 0,
 * what is above 1 is clamped, and the sRGB curve follows. */
typedef enum nbl_image_tone {
    NBL_IMAGE_TONE_ACES =
        0,               /* Narkowicz's filmic curve of x = 0.6 value: x (2.51 x + 0.03) / (x (2.43 x + 0.59) + 0.14) */
    NBL_IMAGE_TONE_NONE, /* the value itself: a .png that was read is written as it was */
    NBL_IMAGE_TONE_REINHARD /* value / (1 + value) */
} nbl_image_tone;

/* Whether an image's colours are multiplied by alpha. */
typedef enum nbl_image_alpha {
    NBL_IMAGE_ALPHA_UNKNOWN = 0, /* there is no alpha, or a program made the image: colours are written as they are */
    NBL_IMAGE_ALPHA_STRAIGHT,    /* not multiplied: the colour that the texel has when it is opaque. .png, .tif */
    NBL_IMAGE_ALPHA_MULTIPLIED   /* multiplied: the light that reaches the eye. .exr, .tif */
} nbl_image_alpha;

/* A rectangle of texels as OpenEXR has it: both corners belong to it, y grows downwards. */
typedef struct nbl_image_window {
    int32_t min_x, min_y, max_x, max_y;
} nbl_image_window;

/* Which of a file's images, for nbl_image_read_selected. Formats other than EXR hold one, and ignore it. */
typedef struct nbl_image_selection {
    const char *layer; /* text before the last dot of the channels' names, its end if that is unique ("Combined"), or a
                          part's name; NULL: colour without a layer, else the only layer that has some */
    const char *part;  /* a part's name, or its number from 0; NULL: the first part that has the layer */
    bool keep;         /* the image carries the rest of the file along, and nbl_image_write puts it into another .exr */
} nbl_image_selection;

/* The rest of a file: attributes, other channels, other parts. Belongs to the image. */
typedef struct nbl_image_rest nbl_image_rest;

typedef struct nbl_image {
    float *pixels;          /* 4 * width * height: RGBA, row-major, top row first; owned by the image */
    uint32_t width, height; /* the size of data_window, which is all that is stored */
    nbl_image_channels channels;
    nbl_image_alpha alpha;        /* how the pixels stand to alpha now */
    bool is_display;              /* the file held codes for a screen, from black to white: no light above 1 */
    uint32_t bits;                /* of a sample of integers in the file, 8 or 16, else 0; of a .png that is written 16
                                        or else 8, of a .tif 8 or 16 if is_display, else 32-bit floats */
    nbl_image_type type;          /* of the colours in the file; FLOAT outside EXR */
    nbl_image_window data_window; /* where the pixels lie; (0, 0) to (width - 1, height - 1) outside EXR */
    nbl_image_window display_window; /* the frame that the pixels are seen in */
    float pixel_aspect_ratio;        /* width over height of a texel; 1 outside EXR */
    bool has_chromaticities;         /* whether the file named its primaries */
    float chromaticities[8];         /* red x, y, green x, y, blue x, y, white x, y */
    nbl_image_rest *rest;            /* NULL: nothing is kept */
    char note[256]; /* what was chosen, or not read as it stands: one line, empty if there is nothing */
} nbl_image;

/* What went wrong in a call: one line, "what: why", without a newline. */
typedef struct nbl_image_error {
    nbl_image_result result;
    char message[1024];
} nbl_image_error;

/**
 * Makes a black image with alpha 1, its windows at the origin.
 * Returns NBL_IMAGE_OK, ERROR_ARGUMENT, ERROR_TOO_LARGE or ERROR_MEMORY; on an error image is all zero.
 *
 * width, height: 1 to NBL_IMAGE_MAX_SIDE texels, their product at most NBL_IMAGE_MAX_PIXELS
 * channels: what a file written from it will hold
 * image: what it held before is overwritten, not freed
 * error: may be null
 */
nbl_image_result nbl_image_create(uint32_t width, uint32_t height, nbl_image_channels channels, nbl_image *image,
                                  nbl_image_error *error);

/**
 * Reads a file, its format told by its extension (.exr, .hdr, .png, .jpg, .jpeg, .tif or .tiff, in any case).
 * Returns NBL_IMAGE_OK or an error; on an error image is all zero and nothing needs to be freed.
 * Values are what the file says, negative, infinite and NaN ones included (see nbl_image_first_not_finite), and colour
 * is neither multiplied nor divided by alpha.
 *
 * .exr: a flat part, scanline or tiled (of several levels the finest): R, G, B and perhaps A, r, g, b or red, green,
 *       blue in their place, Y or R alone; half or float, full sampling, every compression.
 * .hdr: Radiance RGBE, rows or columns from any corner, flat or run-length encoded, lines ending in LF or CRLF. Values
 *       are radiance: divided by EXPOSURE and COLORCORR. PRIMARIES are the image's.
 * .png: 1 to 16 bits, to linear light by cICP (PQ and HLG: 203 cd/m2 become 1, HLG as a display of 1000 cd/m2 shows
 *       it), by the ICC profile, by the power that gAMA tells, else from sRGB. Primaries of cICP and cHRM are the
 *       image's. Alpha is linear. Checksums are verified; pixel data that does not fit the size in the header is an
 *       error.
 * .jpg: 8 bits, grey, in colour or CMYK, by the ICC profile, else from sRGB; turned as its EXIF orientation says. A
 *       file that ends early is an error.
 * .tif: grey or RGB, perhaps with alpha, or CMYK with a profile, in strips or tiles: 8 or 16 bits, or floats of 16 or
 *       32, by the ICC profile; without one integers are from sRGB and floats are linear. Palette, YCbCr and others in
 *       8 bits by libtiff. Turned as its orientation says. Of several images the first. Only where built with libtiff
 *       4.5 or later, else ERROR_UNSUPPORTED.
 * What a profile describes becomes linear light of sRGB's primaries, its white (1, 1, 1), by the relative colorimetric
 * intent; colours beyond them have negative numbers. A profile that cannot be used is told in `note`.
 *
 * path: a regular file
 * image: what it held before is overwritten, not freed
 * error: may be null
 */
nbl_image_result nbl_image_read(const char *path, nbl_image *image, nbl_image_error *error);

/**
 * Reads one of a file's images as nbl_image_read does, which reads the default one and keeps nothing else.
 * Returns NBL_IMAGE_OK or an error; without that layer or part NBL_IMAGE_ERROR_UNSUPPORTED, naming the file's layers or
 * parts. The file of an image that keeps the rest stays open until nbl_image_free, and is read once more when the image
 * is written to an .exr.
 *
 * path: a regular file
 * selection: may be null: the defaults
 * image: what it held before is overwritten, not freed
 * error: may be null
 */
nbl_image_result nbl_image_read_selected(const char *path, const nbl_image_selection *selection, nbl_image *image,
                                         nbl_image_error *error);

/**
 * Reads what a file says of its size, and no pixels: for a program that has limits of its own.
 * Returns NBL_IMAGE_OK or an error, as nbl_image_read_selected; pixels that are damaged are not noticed.
 *
 * path: a regular file
 * selection: may be null: the defaults
 * image: receives size and windows, and pixels that are a null pointer; what it held before is overwritten, not freed
 * error: may be null
 */
nbl_image_result nbl_image_describe_file(const char *path, const nbl_image_selection *selection, nbl_image *image,
                                         nbl_image_error *error);

/**
 * Converts an image's light to the primaries of another, by the relative colorimetric intent; colours beyond them have
 * negative numbers.
 * Returns whether anything was converted: false if the primaries are equal, if an image has none, or without memory.
 *
 * image: its pixels are changed in place
 * like: the image whose primaries are taken; sRGB's if it has none
 */
bool nbl_image_take_primaries(nbl_image *image, const nbl_image *like);

/**
 * Tells what nbl_image_write would not put into a file of that name though the image's own file had it.
 * Returns false, and an empty text, where nothing is lost or the image keeps no rest.
 *
 * path: its extension counts
 * image: as read by nbl_image_read_selected
 * text: receives one line such as "2 channels (Z, id); 1 attribute (owner)"
 * size: bytes of text, 1 at least
 */
bool nbl_image_lost(const char *path, const nbl_image *image, char *text, size_t size);

/**
 * Writes a file, its format told by its extension, beside the target first and then renamed over it.
 * Returns NBL_IMAGE_OK or an error; on an error an existing target is untouched and nothing new is left behind.
 * A texel that is NaN or infinite is an error in every format. An image with channels Y or YA whose texels became
 * coloured is written as RGB or RGBA.
 *
 * .exr: scanlines; windows, aspect, primaries and alpha as in the image. ZIP, or the compression of the file that the
 *       rest is from unless it loses. With a rest: its attributes, its other channels (0 outside the window they had)
 *       and its other parts, chunk by chunk. A value that would round to infinity in half is an error that names it.
 * .hdr: RGBE rounded to nearest, without alpha, with the image's primaries. Values from 2^127 are an error that names
 *       them, and negative ones beyond -1.5e-6 of the image's largest and -2^-9 of their texel's, which become 0.
 * .png: a preview in 8 bits, or 16 if image->bits is, through NBL_IMAGE_TONE_ACES; colours are divided by alpha if they
 *       were multiplied, and alpha is clamped to [0, 1]. Other primaries become sRGB's.
 * .jpg: as .png of 8 bits, without alpha, of quality 92.
 * .tif: float32, not compressed, the values themselves, with a linear profile of the image's primaries; ExtraSamples
 *       tell whether alpha was multiplied. If image->is_display and image->bits is 8 or 16: as .png, with sRGB's
 *       profile.
 *
 * path: where to write; its folder must exist
 * image: as made by nbl_image_create or nbl_image_read, the pixels changed at will
 * type: the scalar of the colours of an EXR file
 * error: may be null
 */
nbl_image_result nbl_image_write(const char *path, const nbl_image *image, nbl_image_type type, nbl_image_error *error);

/* Returns whether a path's extension names a format that images are written in.
 *
 * path: not NULL */
bool nbl_image_has_format(const char *path);

/* Returns whether the light of texels of alpha 0 is not seen in the file that nbl_image_write() makes: in a .png and a
 * .tif of integers, whose alpha says how much of a colour is shown. In other files light adds to what is behind it. */
bool nbl_image_hides_light(const char *path, const nbl_image *image);

/**
 * Writes a file as nbl_image_write does, through a tone of one's choice.
 *
 * tone: of a .png, .jpg or .tif of integers; other formats hold the values themselves and ignore it
 */
nbl_image_result nbl_image_write_toned(const char *path, const nbl_image *image, nbl_image_type type,
                                       nbl_image_tone tone, nbl_image_error *error);

/**
 * Multiplies straight colours by alpha, which makes them light that can be added up; does nothing to other images. A
 * colour under alpha 0 becomes 0.
 *
 * image: with pixels
 */
void nbl_image_multiply(nbl_image *image);

/**
 * Frees the pixels and zeroes the image.
 *
 * image: may be null, or zeroed already
 */
void nbl_image_free(nbl_image *image);

/**
 * Finds the first texel, row by row, that holds a NaN or an infinity in a channel that the image has.
 * Returns true where there is one, and false where all is finite; x, y and channel are then left alone.
 *
 * image: as made by nbl_image_create or nbl_image_read
 * x, y: texels from the upper left corner of the pixels (not of the display window); may be null
 * channel: 0 to 3 for R, G, B, A; may be null
 */
bool nbl_image_first_not_finite(const nbl_image *image, uint32_t *x, uint32_t *y, uint32_t *channel);

/**
 * Returns "R", "G", "B" or "A", and "?" for anything else.
 *
 * channel: 0 to 3
 */
const char *nbl_image_channel_name(uint32_t channel);

/**
 * Returns what a result means, in a few words; a string that is never freed.
 *
 * result: any value
 */
const char *nbl_image_result_text(nbl_image_result result);

#ifdef __cplusplus
}
#endif

#endif
