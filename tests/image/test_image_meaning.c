/* What files say of their numbers: orientation, alpha, transfer, depth.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that fail here, tried: nbl_image_orient() that does nothing, or mirrors the other axis; ExtraSamples 2
 * always; take_colour() that returns at once; a PNG of 8 bits always, or without the division by alpha.
 */
#define _XOPEN_SOURCE 700

#include "image_testing.h"

#include <png.h>
#if NBL_HAS_TIFF
#include <tiffio.h>
#endif

static const char *in_files(const char *name) {
    static char path[512];
    const char *root = getenv("NBL_ROOT");
    snprintf(path, sizeof path, "%s/tests/image/files/%s", root ? root : ".", name);
    return path;
}

#if NBL_HAS_TIFF
/* Stored as 1 2 3 / 4 5 6; by TIFF 6.0, section 8: where row 0 and column 0 are seen. */
START_TEST(tiff_orientations) {
    static const char *const seen[8] = {"123456", "321654", "654321", "456123", "142536", "415263", "635241", "362514"};
    for (int orientation = 1; orientation <= 8; orientation++) {
        TIFF *tiff = TIFFOpen(scratch("a.tif"), "w");
        ck_assert_ptr_nonnull(tiff);
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 3);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 2);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 2);
        TIFFSetField(tiff, TIFFTAG_ORIENTATION, orientation);
        float rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
        for (uint32_t y = 0; y < 2; y++) ck_assert_int_eq(TIFFWriteScanline(tiff, rows[y], y, 0), 1);
        TIFFClose(tiff);
        nbl_image image, described;
        assert_read(scratch("a.tif"), &image);
        ck_assert_int_eq(nbl_image_describe_file(scratch("a.tif"), NULL, &described, NULL), NBL_IMAGE_OK);
        ck_assert_uint_eq(image.width, orientation < 5 ? 3 : 2);
        ck_assert_uint_eq(described.width, image.width);
        for (int i = 0; i < 6; i++)
            ck_assert_msg(image.pixels[4 * i] == (float)(seen[orientation - 1][i] - '0'),
                          "orientation %d, texel %d: %g", orientation, i, (double)image.pixels[4 * i]);
        nbl_image_free(&image);
    }
}
END_TEST

START_TEST(tiff_alpha_and_profile) {
    nbl_image image, back;
    assert_read(in_files("premultiplied.tif"), &image);
    ck_assert_int_eq(image.alpha, NBL_IMAGE_ALPHA_MULTIPLIED);
    assert_written(scratch("a.tif"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.tif"), &back);
    ck_assert_int_eq(back.alpha, NBL_IMAGE_ALPHA_MULTIPLIED);
    ck_assert(back.pixels[0] == image.pixels[0] && back.pixels[0] == 0.25f && back.pixels[3] == 0.5f);
    nbl_image_free(&back);
    /* sRGB of 0.25 / 0.5 is code 188. */
    ck_assert_int_eq(nbl_image_write_toned(scratch("a.png"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE, NULL),
                     0);
    assert_read(scratch("a.png"), &back);
    ck_assert_int_eq(back.alpha, NBL_IMAGE_ALPHA_STRAIGHT);
    ck_assert_float_eq_tol(back.pixels[0], 0.5f, 0.003f);
    nbl_image_multiply(&back);
    ck_assert_float_eq_tol(back.pixels[0], 0.25f, 0.003f);
    nbl_image_free(&back);
    nbl_image_free(&image);
    assert_read(in_files("float-srgb-icc.tif"), &image); /* codes to 0.9967 or so */
    float largest = 0.0f, least = 1.0f;
    for (uint32_t i = 0; i < image.width * image.height; i++) {
        largest = fmaxf(largest, image.pixels[4 * i]);
        least = fminf(least, image.pixels[4 * i]);
    }
    ck_assert_float_eq_tol(largest, 0.992548f, 1e-5f);
    ck_assert_float_eq_tol(least, 0.002147f, 1e-5f);
    nbl_image_free(&image);
}
END_TEST
#endif

START_TEST(jpeg_orientation) {
    nbl_image image;
    assert_read(in_files("exif-orientation-6.jpg"), &image); /* stored as 60 x 40 */
    ck_assert_uint_eq(image.width, 40);
    ck_assert_uint_eq(image.height, 60);
    nbl_image_free(&image);
}
END_TEST

/* One row of codes 0, 64, 128, 255 with a gAMA chunk. */
static void write_gamma(const char *path, double gamma) {
    static unsigned char row[4] = {0, 64, 128, 255};
    FILE *file = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    ck_assert(file && info);
    png_init_io(png, file);
    png_set_IHDR(png, info, 4, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, 0, 0);
    png_set_gAMA(png, info, gamma);
    png_write_info(png, info);
    png_write_row(png, row);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    fclose(file);
}

START_TEST(png_transfers) {
    nbl_image image;
    write_gamma(scratch("a.png"), 1.0);
    assert_read(scratch("a.png"), &image);
    ck_assert_float_eq_tol(image.pixels[4], 64 / 255.0f, 1e-6f);
    nbl_image_free(&image);
    write_gamma(scratch("a.png"), 0.5);
    assert_read(scratch("a.png"), &image);
    ck_assert_float_eq_tol(image.pixels[8], (float)(128.0 * 128.0 / (255.0 * 255.0)), 1e-6f);
    nbl_image_free(&image);
    write_gamma(scratch("a.png"), 0.45455); /* how sRGB is told without its chunk */
    assert_read(scratch("a.png"), &image);
    ck_assert_float_eq_tol(image.pixels[8], 0.215861f, 1e-6f);
    nbl_image_free(&image);
    assert_read(in_files("hdr-pq.png"), &image);
    float largest = 0.0f;
    for (uint32_t i = 0; i < 4 * image.width * image.height; i++) largest = fmaxf(largest, image.pixels[i]);
    ck_assert_float_eq_tol(largest, 47.6308f, 1e-3f);
    ck_assert(!image.is_display && image.has_chromaticities && image.chromaticities[0] == 0.708f);
    nbl_image_free(&image);
}
END_TEST

/* 16 bits come back code by code; of these, 8 bits would leave one in 257. */
START_TEST(png_of_16_bits) {
    nbl_image image, back;
    ck_assert_int_eq(nbl_image_create(256, 256, NBL_IMAGE_CHANNELS_Y, &image, NULL), NBL_IMAGE_OK);
    image.bits = 16;
    for (int i = 0; i < 65536; i++) {
        const double code = i / 65535.0;
        const float light = (float)(code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4));
        for (int c = 0; c < 3; c++) image.pixels[4 * i + c] = light;
    }
    ck_assert_int_eq(nbl_image_write_toned(scratch("a.png"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE, NULL),
                     0);
    assert_read(scratch("a.png"), &back);
    ck_assert_uint_eq(back.bits, 16);
    ck_assert_mem_eq(back.pixels, image.pixels, 4 * 65536 * sizeof(float));
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("image: what numbers mean");
    TCase *test = tcase_create("meaning");
    tcase_set_timeout(test, 60);
#if NBL_HAS_TIFF
    tcase_add_test(test, tiff_orientations);
    tcase_add_test(test, tiff_alpha_and_profile);
#else
    puts("NOT HERE: libtiff 4.5");
#endif
    tcase_add_test(test, jpeg_orientation);
    tcase_add_test(test, png_transfers);
    tcase_add_test(test, png_of_16_bits);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
