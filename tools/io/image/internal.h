/* What the files of tools/io/image share among themselves.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_IMAGE_INTERNAL_H
#define NBL_HOST_IMAGE_INTERNAL_H

#include "io/image/image.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes on the heap that grow as they are written. */
typedef struct nbl_image_bytes {
    unsigned char *data;
    size_t size, capacity;
} nbl_image_bytes;

/* Fills the error (which may be null) with "what: why" and returns result. Control characters, which a text from a file
 * may hold, are replaced: a message stays one line. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
nbl_image_result
nbl_image_fail(nbl_image_error *error, nbl_image_result result, const char *what, const char *why, ...);

/* Checks a size and sets the fields that are alike for every format, without pixels.
 *
 * what  begins the message of an error: a path */
nbl_image_result nbl_image_describe(uint64_t width, uint64_t height, nbl_image_channels channels, const char *what,
                                    nbl_image *image, nbl_image_error *error);

/* Allocates zeroed pixels for an image that was described. */
nbl_image_result nbl_image_allocate(const char *what, nbl_image *image, nbl_image_error *error);

bool nbl_image_has_alpha(nbl_image_channels channels);

/* Returns whether an allocation as small as zlib's own fails. OpenEXR reports an allocation that failed inside zlib, or
 * on a thread of its own, as damage. So a file that it calls damaged is decoded once more, in case memory was short for
 * a moment. If it fails again, the file counts as damaged only if memory is not short. */
bool nbl_image_memory_is_short(void);

/* Spreads Y over R, G and B, and sets alpha to 1, where the file had none. */
void nbl_image_fill_missing(nbl_image *image);

/* Returns the channels that a file must have to hold all of the image: Y alone if R, G and B are equal everywhere. */
nbl_image_channels nbl_image_channels_needed(const nbl_image *image);

/* Writes bytes at an offset. Bytes between the end and the offset become zeros. Returns false without memory. */
bool nbl_image_bytes_put(nbl_image_bytes *bytes, uint64_t offset, const void *data, size_t size);

void nbl_image_bytes_free(nbl_image_bytes *bytes);

/* Opens a file, which must be a regular one and not empty. The caller closes the descriptor. */
nbl_image_result nbl_image_file_open(const char *path, int *descriptor, uint64_t *size, nbl_image_error *error);

/* Reads `size` bytes at an offset. Returns how many were read: fewer only at the file's end; negative on an error, with
 * errno. */
int64_t nbl_image_file_read(int descriptor, void *data, uint64_t size, uint64_t offset);

/* Reads a file, or its first `most` bytes. */
nbl_image_result nbl_image_file_load(const char *path, uint64_t most, nbl_image_bytes *bytes, nbl_image_error *error);

/* Writes the bytes into a temporary file beside the target and renames it. On an error the target is as it was. */
nbl_image_result nbl_image_file_replace(const char *path, const nbl_image_bytes *bytes, nbl_image_error *error);

/* The formats' readers. On an error the image is zeroed.
 *
 * pixels  false: only the image's description is read */
nbl_image_result nbl_image_exr_read(const char *path, const nbl_image_selection *selection, bool pixels,
                                    nbl_image *image, nbl_image_error *error);
nbl_image_result nbl_image_hdr_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error);
nbl_image_result nbl_image_png_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error);
nbl_image_result nbl_image_jpeg_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error);
nbl_image_result nbl_image_tiff_read(const char *path, bool pixels, nbl_image *image, nbl_image_error *error);

nbl_image_result nbl_image_exr_encode(const char *path, const nbl_image *image, nbl_image_type type,
                                      nbl_image_bytes *bytes, nbl_image_error *error);
nbl_image_result nbl_image_hdr_encode(const char *path, const nbl_image *image, nbl_image_bytes *bytes,
                                      nbl_image_error *error);
nbl_image_result nbl_image_png_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                      nbl_image_bytes *bytes, nbl_image_error *error);
nbl_image_result nbl_image_tiff_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                       nbl_image_bytes *bytes, nbl_image_error *error);
nbl_image_result nbl_image_jpeg_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                       nbl_image_bytes *bytes, nbl_image_error *error);

/* Return the code, 0 to 255, of a colour's linear value, by a tone and sRGB's curve (IEC 61966-2-1), and of alpha,
 * whose codes are linear. */
unsigned char nbl_image_code(double value, nbl_image_tone tone);
unsigned char nbl_image_alpha_code(double value);
/* Returns the linear light of an sRGB value from 0 to 1, rounded once. */
float nbl_image_linear(double value);
/* Returns the sRGB value of linear light from 0 to 1. */
double nbl_image_srgb(double linear);
/* ---- colour.c */

typedef struct nbl_image_profile nbl_image_profile;

typedef enum nbl_image_profile_kind {
    NBL_IMAGE_PROFILE_UNUSABLE, /* the profile is damaged, or of another number of components */
    NBL_IMAGE_PROFILE_SRGB,     /* codes are sRGB's */
    NBL_IMAGE_PROFILE_LINEAR,   /* codes are linear light of sRGB's primaries */
    NBL_IMAGE_PROFILE_OTHER     /* codes are something else, which nbl_image_profile_apply converts */
} nbl_image_profile_kind;

/* Opens an ICC profile.
 * Returns NBL_IMAGE_OK or ERROR_MEMORY.
 *
 * components: of a code: 1 of grey, 3 of RGB, 4 of inks
 * profile: receives a profile to be closed if the kind is OTHER, else NULL */
nbl_image_result nbl_image_profile_open(const char *path, const unsigned char *data, size_t size, unsigned components,
                                        nbl_image_profile **profile, nbl_image_profile_kind *kind,
                                        nbl_image_error *error);

/* Converts an image's codes, 0 to 1, to linear light in place. The fourth ink stands where alpha stands.
 * Returns NBL_IMAGE_OK or ERROR_MEMORY.
 *
 * profile: may be NULL: nothing is done
 * multiplied: codes were multiplied by alpha */
nbl_image_result nbl_image_profile_apply(const char *path, const nbl_image_profile *profile, bool multiplied,
                                         nbl_image *image, nbl_image_error *error);

void nbl_image_profile_close(nbl_image_profile *profile);

/* Returns whether the image has primaries of its own that are not sRGB's. */
bool nbl_image_has_own_primaries(const nbl_image *image);

/* Gives the matrix, row by row, that makes linear light of some primaries from light of others.
 * Returns NBL_IMAGE_OK, ERROR_VALUE if either are no primaries, or ERROR_MEMORY.
 *
 * from, to: as chromaticities of an image; a null pointer: sRGB's */
nbl_image_result nbl_image_matrix_of(const float *from, const float *to, double matrix[9]);

/* Returns whether a .tif of the image is written as integers of sRGB's curve; else as floats. */
bool nbl_image_is_coded(const nbl_image *image);

/* Makes the ICC profile of a file to be written: linear, of the image's primaries; or sRGB's. Of one channel if grey.
 * Returns false without memory. */
bool nbl_image_make_profile(const nbl_image *image, bool is_linear, bool grey, nbl_image_bytes *bytes);

/* Makes the codes of a row, of 8 or 16 bits: colours, divided by alpha if they were multiplied, through a tone and
 * sRGB's curve; then alpha.
 *
 * texel: the row's first texel
 * colours: 1 or 3 codes of a texel
 * alpha: whether alpha's code follows the colours
 * codes: receives width * (colours + alpha) codes */
void nbl_image_row_codes(const nbl_image *image, const float *texel, unsigned colours, bool alpha, unsigned bits,
                         nbl_image_tone tone, uint16_t *codes);

/* Turns an image as orientation 1 to 8 of EXIF and TIFF says; other numbers change nothing. If the image has no pixels,
 * only its size is turned. */
nbl_image_result nbl_image_orient(const char *path, nbl_image *image, unsigned orientation, nbl_image_error *error);

/* Writes into `text` what of the image's rest a written file will not have. Returns false if that is nothing.
 *
 * to_exr  the written file is an .exr */
bool nbl_image_exr_lost(const nbl_image *image, bool to_exr, char *text, size_t size);
void nbl_image_exr_free_rest(nbl_image_rest *rest);

#ifdef __cplusplus
}
#endif

#endif
