/* Writing PNG files through libpng: a tone-mapped preview.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/image/internal.h"

#include <png.h>
#include <stdlib.h>

static void put(png_structp png, png_bytep data, size_t size) {
    nbl_image_bytes *bytes = png_get_io_ptr(png);
    if (!nbl_image_bytes_put(bytes, bytes->size, data, size)) png_error(png, "no memory");
}

static void flush_nothing(png_structp png) { (void)png; }

static void leave(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/* Leaves by png_longjmp on an error. */
static void encode(png_structp png, png_infop info, const nbl_image *image, nbl_image_tone tone, unsigned char *row) {
    static const int kinds[5] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGB_ALPHA};
    nbl_image_channels needed = nbl_image_channels_needed(image);
    bool grey = needed == NBL_IMAGE_CHANNELS_Y || needed == NBL_IMAGE_CHANNELS_YA, alpha = nbl_image_has_alpha(needed);
    int colours = grey ? 1 : 3, components = colours + (alpha ? 1 : 0);
    png_set_IHDR(png, info, image->width, image->height, 8, kinds[components], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    const float *texel = image->pixels;
    for (uint32_t y = 0; y < image->height; y++) {
        unsigned char *code = row;
        for (uint32_t x = 0; x < image->width; x++, texel += 4, code += components) {
            for (int c = 0; c < colours; c++) code[c] = nbl_image_code(texel[c], tone);
            if (alpha) code[colours] = nbl_image_alpha_code(texel[3]);
        }
        png_write_row(png, row);
    }
    png_write_end(png, info);
}

/* Sizes and values were checked, and nothing is written but to memory: only memory can be short. */
nbl_image_result nbl_image_png_encode(const char *path, const nbl_image *image, nbl_image_tone tone,
                                      nbl_image_bytes *bytes, nbl_image_error *error) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    unsigned char *row = malloc((size_t)image->width * 4);
    bool failed = !info || !row || setjmp(png_jmpbuf(png)) != 0;
    if (!failed) {
        png_set_write_fn(png, bytes, put, flush_nothing);
        encode(png, info, image, tone, row);
    }
    if (png) png_destroy_write_struct(&png, &info);
    free(row);
    return failed ? nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to encode it") : NBL_IMAGE_OK;
}
