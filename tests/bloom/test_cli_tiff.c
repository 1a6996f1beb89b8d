/* nbl-bloom with TIFF files, as libtiff writes them: integers, floats, tiles, planes; and cut off ones.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cli.h"

#if NBL_HAS_TIFF

#include <tiffio.h>

enum { WIDTH = 37, HEIGHT = 21, TILE = 16 };

/* Of texel (x, y) and channel c, 0 to 1. */
static double value_at(uint32_t x, uint32_t y, uint32_t c) { return (x + 2.0 * y + 9.0 * c) / 120.0; }

typedef struct {
    const char *name;
    uint16_t bits, format, samples, planar;
    bool tiled;
    double tolerance;
} kind;

static const kind kinds[] = {{"bytes", 8, SAMPLEFORMAT_UINT, 3, PLANARCONFIG_CONTIG, false, 0.005},
                             {"words", 16, SAMPLEFORMAT_UINT, 4, PLANARCONFIG_CONTIG, false, 2e-5},
                             {"grey halves", 16, SAMPLEFORMAT_IEEEFP, 1, PLANARCONFIG_CONTIG, false, 0.0},
                             {"floats", 32, SAMPLEFORMAT_IEEEFP, 3, PLANARCONFIG_CONTIG, false, 1e-7},
                             {"planes of floats", 32, SAMPLEFORMAT_IEEEFP, 4, PLANARCONFIG_SEPARATE, false, 1e-7},
                             {"tiles", 16, SAMPLEFORMAT_UINT, 3, PLANARCONFIG_CONTIG, true, 2e-5},
                             {"tiles of planes", 32, SAMPLEFORMAT_IEEEFP, 3, PLANARCONFIG_SEPARATE, true, 1e-7}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The sRGB curve the other way (IEC 61966-2-1). */
static double encoded(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

/* A half of 1 + k / 1024, which is what grey halves hold. */
static void put_sample(unsigned char *sample, const kind *k, uint32_t x, uint32_t y, uint32_t c) {
    bool alpha = k->samples == 4 && c == 3;
    double value = value_at(x, y, c), code = alpha ? value : encoded(value);
    float number = (float)value;
    uint16_t word = (uint16_t)(code * 65535.0 + 0.5);
    if (k->bits == 16 && k->format == SAMPLEFORMAT_IEEEFP) word = (uint16_t)(0x3c00 + x + y);
    if (k->bits == 8) *sample = (unsigned char)(code * 255.0 + 0.5);
    if (k->bits == 16) memcpy(sample, &word, 2);
    if (k->bits == 32) memcpy(sample, &number, 4);
}

static double expected(const kind *k, uint32_t x, uint32_t y, uint32_t c) {
    if (k->samples == 1) return c == 3 ? 1.0 : 1.0 + (x + y) / 1024.0;
    return c == 3 && k->samples == 3 ? 1.0 : value_at(x, y, c);
}

static void write_tiff(const char *path, const kind *k) {
    TIFF *tiff = TIFFOpen(path, "w");
    ck_assert_ptr_nonnull(tiff);
    const uint32_t width = k->tiled ? TILE : WIDTH, height = k->tiled ? TILE : 5, bytes = k->bits / 8u;
    const bool planes = k->planar == PLANARCONFIG_SEPARATE;
    const uint16_t extra = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, WIDTH);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, HEIGHT);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, (int)k->bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, (int)k->samples);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, (int)k->format);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, k->samples == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, (int)k->planar);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    if (k->samples == 4) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    if (k->tiled) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, width);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, height);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height);
    }
    unsigned char block[WIDTH * TILE * 16];
    for (uint16_t p = 0; p < (planes ? k->samples : 1); p++)
        for (uint32_t y0 = 0; y0 < HEIGHT; y0 += height)
            for (uint32_t x0 = 0; x0 < WIDTH; x0 += width) {
                unsigned char *at = block;
                uint32_t rows = !k->tiled && HEIGHT - y0 < height ? HEIGHT - y0 : height;
                for (uint32_t y = y0; y < y0 + rows; y++)
                    for (uint32_t x = x0; x < x0 + width; x++)
                        for (uint32_t c = 0; c < (planes ? 1u : k->samples); c++, at += bytes)
                            put_sample(at, k, x, y, planes ? p : c);
                const tmsize_t size = at - block;
                ck_assert_int_gt(k->tiled ? TIFFWriteTile(tiff, block, x0, y0, 0, p)
                                          : TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, y0, p), block, size),
                                 0);
            }
    TIFFClose(tiff);
}

static void make_dot(void) {
    nbl_image dot = make_image(1, 1, NBL_IMAGE_CHANNELS_RGB, 1.0f);
    for (int c = 0; c < 3; c++) dot.pixels[c] = 1.0f;
    write_image("dot.exr", &dot);
    nbl_image_free(&dot);
}

START_TEST(every_kind_is_read) {
    write_tiff(test_path("in.tif"), &kinds[_i]);
    nbl_image read = read_image("in.tif");
    ck_assert_msg(read.width == WIDTH && read.height == HEIGHT, "%s: %u x %u", kinds[_i].name, read.width, read.height);
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++)
            for (uint32_t c = 0; c < 4; c++) {
                double got = (double)read.pixels[4 * (y * WIDTH + x) + c], wanted = expected(&kinds[_i], x, y, c);
                ck_assert_msg(fabs(got - wanted) <= kinds[_i].tolerance, "%s, x %u, y %u, channel %u: %.9g, not %.9g",
                              kinds[_i].name, x, y, c, got, wanted);
            }
    nbl_image_free(&read);
}
END_TEST

START_TEST(a_bloom_by_a_dot_gives_the_floats_back) {
    make_dot();
    write_tiff(test_path("in.tiff"), &kinds[4]);
    expect_emulated("@in.tiff @dot.exr -o @out.TIF", 0, NULL);
    nbl_image in = read_image("in.tiff"), out = read_image("out.TIF");
    ck_assert(out.channels == NBL_IMAGE_CHANNELS_RGBA);
    ck_assert(in.alpha == NBL_IMAGE_ALPHA_STRAIGHT && out.alpha == NBL_IMAGE_ALPHA_MULTIPLIED); /* as light adds up */
    for (size_t i = 0; i < 4 * WIDTH * HEIGHT; i++) {
        const float wanted = in.pixels[i] * (i % 4 == 3 ? 1.0f : in.pixels[i / 4 * 4 + 3]);
        ck_assert_msg(fabsf(wanted - out.pixels[i]) < 1e-6f, "%zu: %g, not %g", i, (double)out.pixels[i],
                      (double)wanted);
    }
    nbl_image_free(&in);
    nbl_image_free(&out);
}
END_TEST

START_TEST(what_is_cut_off_or_of_another_kind_is_an_error) {
    size_t size;
    write_tiff(test_path("whole.tif"), &kinds[1]);
    unsigned char *bytes = read_bytes("whole.tif", &size);
    make_dot();
    for (size_t cut = 0; cut < size; cut += size / 9 + 1) {
        test_write_file(test_path("cut.tif"), bytes, cut);
        expect_emulated("@cut.tif @dot.exr -o @no.exr", 1, "cut.tif: ");
    }
    /* Sides of 2^32 - 1, in one strip: libtiff says nothing of them, and memory is not what is short. */
    static const uint32_t fields[][3] = {{256, 4, UINT32_MAX}, {257, 4, UINT32_MAX}, {258, 3, 32}, {259, 3, 1},
                                         {262, 3, 1},          {273, 4, 8},          {277, 3, 1},  {278, 4, UINT32_MAX},
                                         {279, 4, 16},         {339, 3, 3}};
    enum { FIELDS = sizeof fields / sizeof *fields };
    unsigned char vast[24 + 2 + 12 * FIELDS + 4] = {'I', 'I', 42, 0, 24, [24] = FIELDS};
    for (int i = 0; i < FIELDS; i++) { /* tag and type, count, value; shorts in the low half */
        const uint32_t entry[3] = {fields[i][0] | fields[i][1] << 16, 1, fields[i][2]};
        memcpy(vast + 26 + 12 * i, entry, sizeof entry);
    }
    test_write_file(test_path("vast.tif"), vast, sizeof vast);
    expect_emulated("@vast.tif @dot.exr -o @no.exr", 1, "libtiff takes no such sizes");
    free(bytes);
    const kind twice = {"float64", 64, SAMPLEFORMAT_IEEEFP, 1, PLANARCONFIG_CONTIG, false, 0.0};
    write_tiff(test_path("double.tif"), &twice);
    expect_emulated("@double.tif @dot.exr -o @no.exr", 1, "of 64 bits");
    /* What a fuzzer found: 504 bytes with tiles of 15 GB. */
    FILE *found = fopen("tests/fuzz/corpus/tiff/large_tiles", "rb");
    unsigned char large[600];
    ck_assert_ptr_nonnull(found);
    test_write_file(test_path("large.tif"), large, fread(large, 1, sizeof large, found));
    fclose(found);
    expect_emulated("@large.tif @dot.exr -o @no.exr", 1, "bytes are more than the file can hold");
    ck_assert(!exists("no.exr"));
}
END_TEST

#else

START_TEST(without_the_library_a_tiff_is_refused_by_name) {
    test_write_file(test_path("in.tif"), "II*", 4);
    expect_emulated("@in.tif @in.tif -o @no.exr", 1, "built without libtiff");
}
END_TEST

#endif

int main(void) {
    Suite *suite = suite_create("bloom, TIFF");
    TCase *tests = tcase_create("tiff");
    tcase_set_timeout(tests, 120);
    tcase_add_unchecked_fixture(tests, NULL, test_folder_remove);
#if NBL_HAS_TIFF
    tcase_add_loop_test(tests, every_kind_is_read, 0, KINDS);
    tcase_add_test(tests, a_bloom_by_a_dot_gives_the_floats_back);
    tcase_add_test(tests, what_is_cut_off_or_of_another_kind_is_an_error);
#else
    tcase_add_test(tests, without_the_library_a_tiff_is_refused_by_name);
#endif
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
