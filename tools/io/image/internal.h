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

/* Fills the error (which may be null) with "what: why" and returns result. What comes from a file may hold anything, so
 * control characters are replaced: a message stays one line. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
nbl_image_result
nbl_image_fail(nbl_image_error *error, nbl_image_result result, const char *what, const char *why, ...);

/* Checks a size and sets the fields that every format starts from, without pixels. what names the culprit in the
 * message. */
nbl_image_result nbl_image_describe(uint64_t width, uint64_t height, nbl_image_channels channels, const char *what,
                                    nbl_image *image, nbl_image_error *error);

/* Allocates zeroed pixels for an image that was described. */
nbl_image_result nbl_image_allocate(const char *what, nbl_image *image, nbl_image_error *error);

bool nbl_image_has_alpha(nbl_image_channels channels);

/* Returns whether not even zlib's own memory can be allocated. OpenEXR tells an allocation that failed inside zlib, or
 * on a thread of its own, as damage: what it calls damaged is decoded once more, which does where memory was short for a
 * moment, and what is damaged still is so only where there is memory. */
bool nbl_image_memory_is_short(void);

/* Spreads Y over R, G and B, and sets alpha to 1, where the file had none. */
void nbl_image_fill_missing(nbl_image *image);

/* The channels a file must have to keep all of the image: Y only while R, G and B are alike. */
nbl_image_channels nbl_image_channels_needed(const nbl_image *image);

/* Writes at an offset, growing with zeroes as needed; false when memory ran out. */
bool nbl_image_bytes_put(nbl_image_bytes *bytes, uint64_t offset, const void *data, size_t size);

void nbl_image_bytes_free(nbl_image_bytes *bytes);

/* Opens a regular file that is not empty; the caller closes the descriptor. */
nbl_image_result nbl_image_file_open(const char *path, int *descriptor, uint64_t *size, nbl_image_error *error);

/* Reads size bytes at an offset, fewer only at the end of the file; negative when the system reports an error. */
int64_t nbl_image_file_read(int descriptor, void *data, uint64_t size, uint64_t offset);

/* Reads a file, or its first `most` bytes. */
nbl_image_result nbl_image_file_load(const char *path, uint64_t most, nbl_image_bytes *bytes, nbl_image_error *error);

/* Puts the bytes beside the target and renames. */
nbl_image_result nbl_image_file_replace(const char *path, const nbl_image_bytes *bytes, nbl_image_error *error);

/* pixels: whether to read them, or only to describe the image. */
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

/* The sRGB code of a channel's linear value (IEC 61966-2-1), 0 to 255; and of alpha, which is linear. */
unsigned char nbl_image_code(double value, nbl_image_tone tone);
unsigned char nbl_image_alpha_code(double value);
/* Linear light of an sRGB value from 0 to 1, rounded once. */
float nbl_image_linear(double value);
/* sRGB value from 0 to 1 of linear light. */
double nbl_image_srgb(double linear);
/* ---- colour.c */

typedef struct nbl_image_profile nbl_image_profile;

typedef enum nbl_image_profile_kind {
    NBL_IMAGE_PROFILE_UNUSABLE, /* damaged, or of other components */
    NBL_IMAGE_PROFILE_SRGB,     /* codes are sRGB's */
    NBL_IMAGE_PROFILE_LINEAR,   /* codes are linear light of sRGB's primaries */
    NBL_IMAGE_PROFILE_OTHER     /* codes are for nbl_image_profile_apply */
} nbl_image_profile_kind;

/* Opens an ICC profile.
 * Returns NBL_IMAGE_OK or ERROR_MEMORY.
 *
 * components: of a code: 1 of grey, 3 of RGB, 4 of inks
 * profile: receives a profile to be closed if the kind is OTHER, else NULL */
nbl_image_result nbl_image_profile_open(const char *path, const unsigned char *data, size_t size, unsigned components,
                                        nbl_image_profile **profile, nbl_image_profile_kind *kind,
                                        nbl_image_error *error);

/* Makes linear light of codes from 0 to 1, inks in the place of alpha among them.
 * Returns NBL_IMAGE_OK or ERROR_MEMORY.
 *
 * profile: may be NULL: nothing is done
 * multiplied: codes were multiplied by alpha */
nbl_image_result nbl_image_profile_apply(const char *path, const nbl_image_profile *profile, bool multiplied,
                                         nbl_image *image, nbl_image_error *error);

void nbl_image_profile_close(nbl_image_profile *profile);

/* Whether the image named primaries that are not sRGB's. */
bool nbl_image_has_own_primaries(const nbl_image *image);

/* Gives the matrix, row by row, that makes linear light of some primaries from light of others.
 * Returns NBL_IMAGE_OK, ERROR_VALUE if either are no primaries, or ERROR_MEMORY.
 *
 * from, to: as chromaticities of an image; a null pointer: sRGB's */
nbl_image_result nbl_image_matrix_of(const float *from, const float *to, double matrix[9]);

/* Whether a .tif of the image has integers, in sRGB's curve, and not floats. */
bool nbl_image_is_coded(const nbl_image *image);

/* Makes the ICC profile of what is written: linear, of the image's primaries; or sRGB; of one channel if it is grey.
 * Returns false without memory. */
bool nbl_image_make_profile(const nbl_image *image, bool is_linear, bool grey, nbl_image_bytes *bytes);

/* A row's samples as codes of 8 or 16 bits: colours divided by alpha if they were multiplied, through a tone and sRGB's
 * curve, and alpha.
 *
 * texel: the row's first
 * alpha: whether a code of it follows the colours
 * codes: width * (colours + alpha) of them */
void nbl_image_row_codes(const nbl_image *image, const float *texel, unsigned colours, bool alpha, unsigned bits,
                         nbl_image_tone tone, uint16_t *codes);

/* Turns an image as orientation 1 to 8 of EXIF and TIFF says; other numbers leave it. Of an image without pixels, its
 * size. */
nbl_image_result nbl_image_orient(const char *path, nbl_image *image, unsigned orientation, nbl_image_error *error);

/* What a rest has that a written file does not get; false: nothing. to_exr: into an .exr. */
bool nbl_image_exr_lost(const nbl_image *image, bool to_exr, char *text, size_t size);
void nbl_image_exr_free_rest(nbl_image_rest *rest);

#ifdef __cplusplus
}
#endif

#endif
