/* Colours that files describe: ICC profiles, primaries, curves; and the profiles of files that are written.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is right is computed here from definitions: matrices of primaries (SMPTE RP 177) with Bradford's adaptation of
 * white, curves as their standards have them. Little CMS only makes the profiles that are read.
 *
 * Mutations that fail here, tried: nbl_image_profile_apply() that does nothing; kind_of() that always says SRGB, or
 * OTHER (bits of floats); no division by alpha in convert(); inks from 0 to 1; to_srgb_primaries() that keeps its
 * pixels; a written profile of sRGB's curve for floats; the day of the profile left in it; take_cicp() without
 * primaries; HLG without show_scene(); nbl_image_take_primaries() that converts the other way round.
 */
#define _XOPEN_SOURCE 700

#include "image_testing.h"

#include <jpeglib.h>
#include <lcms2.h>
#include <png.h>
#if NBL_HAS_TIFF
#include <tiffio.h>
#endif

static unsigned cases;

/* ---- Matrices */

static const double srgb_xy[8] = {.64, .33, .3, .6, .15, .06, .3127, .329};

static void multiply(const double a[9], const double b[9], double product[9]) {
    for (int i = 0; i < 9; i++)
        product[i] = a[i / 3 * 3] * b[i % 3] + a[i / 3 * 3 + 1] * b[3 + i % 3] + a[i / 3 * 3 + 2] * b[6 + i % 3];
}

static void invert(const double m[9], double inverse[9]) {
    const double det =
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    const double cofactors[9] = {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
                                 m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
                                 m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
    for (int i = 0; i < 9; i++) inverse[i] = cofactors[i] / det;
}

/* XYZ of RGB: columns are primaries, scaled so that they add up to the white. */
static void xyz_of_rgb(const double xy[8], double matrix[9]) {
    double m[9], inverse[9];
    const double white[3] = {xy[6] / xy[7], 1.0, (1.0 - xy[6] - xy[7]) / xy[7]};
    for (int c = 0; c < 3; c++) {
        m[c] = xy[2 * c] / xy[2 * c + 1];
        m[3 + c] = 1.0;
        m[6 + c] = (1.0 - xy[2 * c] - xy[2 * c + 1]) / xy[2 * c + 1];
    }
    invert(m, inverse);
    for (int i = 0; i < 9; i++) {
        const double *row = inverse + i % 3 * 3;
        matrix[i] = m[i] * (row[0] * white[0] + row[1] * white[1] + row[2] * white[2]);
    }
}

/* From linear light of these primaries to sRGB's. */
static void to_srgb(const double xy[8], double matrix[9]) {
    static const double bradford[9] = {.8951, .2664, -.1614, -.7502, 1.7135, .0367, .0389, -.0685, 1.0296};
    double from[9], to[9], inverse[9], cones[9], back[9], step[9];
    xyz_of_rgb(xy, from);
    xyz_of_rgb(srgb_xy, to);
    invert(to, inverse);
    invert(bradford, back);
    double adapted[9] = {0};
    for (int c = 0; c < 3; c++) { /* each cone by the ratio of whites, which are sums of columns */
        double had = 0.0, wants = 0.0;
        for (int k = 0; k < 3; k++) {
            had += bradford[3 * c + k] * (from[3 * k] + from[3 * k + 1] + from[3 * k + 2]);
            wants += bradford[3 * c + k] * (to[3 * k] + to[3 * k + 1] + to[3 * k + 2]);
        }
        adapted[4 * c] = wants / had;
    }
    multiply(bradford, from, cones);
    multiply(adapted, cones, step);
    multiply(back, step, cones);
    multiply(inverse, cones, matrix);
}

static double srgb_light(double code) { return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4); }

/* ---- Profiles */

typedef struct {
    double xy[8], gamma; /* 0: sRGB's curve */
    unsigned char *data;
    cmsUInt32Number size;
} described;

static void save(cmsHPROFILE profile, described *made) {
    ck_assert(profile && cmsSaveProfileToMem(profile, NULL, &made->size));
    made->data = malloc(made->size);
    ck_assert(cmsSaveProfileToMem(profile, made->data, &made->size));
    cmsCloseProfile(profile);
}

static void make_profile(described *made) {
    const double srgb[5] = {2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045}, *xy = made->xy;
    cmsToneCurve *curve =
        made->gamma > 0.0 ? cmsBuildGamma(NULL, made->gamma) : cmsBuildParametricToneCurve(NULL, 4, srgb);
    cmsToneCurve *curves[3] = {curve, curve, curve};
    const cmsCIExyY white = {xy[6], xy[7], 1.0};
    const cmsCIExyYTRIPLE primaries = {{xy[0], xy[1], 1.0}, {xy[2], xy[3], 1.0}, {xy[4], xy[5], 1.0}};
    save(cmsCreateRGBProfile(&white, &primaries, curves), made);
    cmsFreeToneCurve(curve);
}

static void expected_of(const described *made, const double code[3], double light[3]) {
    double matrix[9], own[3];
    to_srgb(made->xy, matrix);
    for (int c = 0; c < 3; c++) own[c] = made->gamma > 0.0 ? pow(code[c], made->gamma) : srgb_light(code[c]);
    for (int c = 0; c < 3; c++)
        light[c] = matrix[3 * c] * own[0] + matrix[3 * c + 1] * own[1] + matrix[3 * c + 2] * own[2];
}

/* ---- Files of one row of codes from 0 to 1 */

enum { WIDTH = 16 };

/* Chunks by hand, as libpng of many systems knows no cICP. */
static void write_png(const char *path, int bits, double codes[WIDTH][4], int channels, const described *profile,
                      const unsigned char *cicp, const double *chrm) {
    unsigned char row[WIDTH * 8];
    FILE *file = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    ck_assert(file && info);
    png_init_io(png, file);
    png_set_IHDR(png, info, WIDTH, 1, bits, channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, 0, 0);
    if (profile) png_set_iCCP(png, info, "a profile", 0, profile->data, profile->size);
    if (chrm) png_set_cHRM(png, info, chrm[6], chrm[7], chrm[0], chrm[1], chrm[2], chrm[3], chrm[4], chrm[5]);
    png_write_info(png, info);
    if (cicp) png_write_chunk(png, (png_const_bytep) "cICP", cicp, 4);
    for (int i = 0; i < WIDTH * channels; i++) {
        const double code = codes[i / channels][i % channels];
        const unsigned value = (unsigned)(code * (bits == 16 ? 65535.0 : 255.0) + 0.5);
        if (bits == 16) {
            row[2 * i] = (unsigned char)(value >> 8);
            row[2 * i + 1] = (unsigned char)value;
        } else {
            row[i] = (unsigned char)value;
        }
    }
    png_write_row(png, row);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    fclose(file);
}

#if NBL_HAS_TIFF
static void write_tiff(const char *path, int bits, double codes[WIDTH][4], int channels, bool inks, bool multiplied,
                       const described *profile) {
    unsigned char row[WIDTH * 16];
    const uint16_t extra = multiplied ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
    TIFF *tiff = TIFFOpen(path, "w");
    ck_assert_ptr_nonnull(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, WIDTH);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, bits == 32 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, inks ? PHOTOMETRIC_SEPARATED : PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    if (channels == 4 && !inks) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra);
    if (profile) TIFFSetField(tiff, TIFFTAG_ICCPROFILE, profile->size, profile->data);
    for (int i = 0; i < WIDTH * channels; i++) {
        const double alpha = multiplied && i % 4 != 3 ? codes[i / 4][3] : 1.0;
        const double code = codes[i / channels][i % channels] * alpha;
        const float number = (float)code;
        const uint16_t word = (uint16_t)(code * 65535.0 + 0.5);
        if (bits == 8) row[i] = (unsigned char)(code * 255.0 + 0.5);
        if (bits == 16) memcpy(row + 2 * i, &word, 2);
        if (bits == 32) memcpy(row + 4 * i, &number, 4);
    }
    ck_assert_int_eq(TIFFWriteScanline(tiff, row, 0, 0), 1);
    TIFFClose(tiff);
}
#endif

/* Of one colour all over, so that nothing but its rounding is lost. */
static void write_jpeg(const char *path, const double code[4], int channels, const described *profile) {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr manager;
    unsigned char row[WIDTH * 4], *rows = row;
    FILE *file = fopen(path, "wb");
    codec.err = jpeg_std_error(&manager);
    jpeg_create_compress(&codec);
    jpeg_stdio_dest(&codec, file);
    codec.image_width = WIDTH;
    codec.image_height = 8;
    codec.input_components = channels;
    codec.in_color_space = channels == 4 ? JCS_CMYK : JCS_RGB;
    jpeg_set_defaults(&codec);
    if (channels == 3) jpeg_set_colorspace(&codec, JCS_RGB);
    jpeg_set_quality(&codec, 100, TRUE);
    jpeg_start_compress(&codec, TRUE);
    if (profile) jpeg_write_icc_profile(&codec, profile->data, profile->size);
    for (int i = 0; i < WIDTH * channels; i++)
        row[i] = (unsigned char)((channels == 4 ? 1.0 - code[i % channels] : code[i % channels]) * 255.0 + 0.5);
    for (int y = 0; y < 8; y++) jpeg_write_scanlines(&codec, &rows, 1);
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    fclose(file);
}

/* ---- Reading */

static void draw_codes(test_random_t *random, double codes[WIDTH][4]) {
    for (int i = 0; i < WIDTH * 4; i++) codes[i / 4][i % 4] = (double)(1 + test_random_below(random, 255)) / 255.0;
}

static void expect_light(const char *what, const described *made, double codes[WIDTH][4], bool multiplied,
                         const nbl_image *image, double tolerance) {
    for (int x = 0; x < WIDTH; x++) {
        double light[3];
        expected_of(made, codes[x], light);
        for (int c = 0; c < 3; c++) {
            const double wanted = light[c] * (multiplied ? codes[x][3] : 1.0), got = (double)image->pixels[4 * x + c];
            ck_assert_msg(fabs(got - wanted) < tolerance, "%s, gamma %g, texel %d, channel %d: %g, not %g", what,
                          made->gamma, x, c, got, wanted);
        }
    }
    cases++;
}

/* Display P3, Adobe RGB (1998), ProPhoto (white of D50), and some that no one has. */
static void draw_profile(test_random_t *random, int i, described *made) {
    static const double known[3][8] = {{.68, .32, .265, .69, .15, .06, .3127, .329},
                                       {.64, .33, .21, .71, .15, .06, .3127, .329},
                                       {.7347, .2653, .1596, .8404, .0366, .0001, .3457, .3585}};
    static const double gammas[5] = {0.0, 2.2, 1.8, 1.0, 2.6};
    for (int k = 0; k < 8; k++)
        made->xy[k] = i < 3 ? known[i][k] : srgb_xy[k] + 0.001 * ((double)test_random_below(random, 100) - 50.0);
    made->gamma = gammas[i % 5];
    make_profile(made);
}

START_TEST(profiles_of_rgb) {
    test_random_t random = test_random_begin("image, profiles");
    cases = 0;
    for (int i = 0; i < 10; i++) {
        described made;
        double codes[WIDTH][4], flat[WIDTH][4];
        nbl_image image;
        draw_profile(&random, i, &made);
        draw_codes(&random, codes);
        for (int bits = 8; bits <= 16; bits += 8) {
            write_png(scratch("a.png"), bits, codes, 4, &made, NULL, NULL);
            assert_read(scratch("a.png"), &image);
            ck_assert(image.note[0] == 0 && image.is_display && image.bits == (uint32_t)bits);
            expect_light("png", &made, codes, false, &image, 5e-4);
            nbl_image_free(&image);
        }
#if NBL_HAS_TIFF
        for (int kind = 0; kind < 5; kind++) {
            const int bits = kind == 0 ? 8 : kind < 3 ? 16 : 32;
            const bool multiplied = kind == 2 || kind == 4;
            write_tiff(scratch("a.tif"), bits, codes, 4, false, multiplied, &made);
            assert_read(scratch("a.tif"), &image);
            ck_assert(image.note[0] == 0 && image.bits == (bits == 32 ? 0 : (uint32_t)bits));
            expect_light("tif", &made, codes, multiplied, &image, multiplied && bits == 16 ? 2e-3 : 5e-4);
            nbl_image_free(&image);
        }
#else
        cases += 5;
#endif
        for (int x = 0; x < WIDTH; x++) memcpy(flat[x], codes[0], sizeof flat[x]);
        write_jpeg(scratch("a.jpg"), codes[0], 3, &made);
        assert_read(scratch("a.jpg"), &image);
        expect_light("jpg", &made, flat, false, &image, 5e-4);
        nbl_image_free(&image);
        free(made.data);
    }
    printf("profiles: %u pictures\n", cases);
    ck_assert_uint_eq(cases, 80);
}
END_TEST

/* sRGB's own profile changes no bit, nor does a linear one of floats; a profile that is none is told. */
START_TEST(profiles_that_change_nothing) {
    test_random_t random = test_random_begin("image, sRGB");
    described made = {.gamma = 0.0}, broken = {.size = 200};
    double codes[WIDTH][4];
    nbl_image with, without;
    memcpy(made.xy, srgb_xy, sizeof made.xy);
    make_profile(&made);
    draw_codes(&random, codes);
    write_png(scratch("a.png"), 8, codes, 3, &made, NULL, NULL);
    write_png(scratch("b.png"), 8, codes, 3, NULL, NULL, NULL);
    assert_read(scratch("a.png"), &with);
    assert_read(scratch("b.png"), &without);
    ck_assert_mem_eq(with.pixels, without.pixels, WIDTH * 4 * sizeof(float));
    nbl_image_free(&with);
    nbl_image_free(&without);
    free(made.data);
    broken.data = calloc(1, broken.size);
    write_jpeg(scratch("a.jpg"), codes[0], 3, &broken);
    assert_read(scratch("a.jpg"), &with);
    ck_assert_str_eq(with.note, "its profile (ICC) cannot be used: taken as sRGB");
    ck_assert_float_eq_tol(with.pixels[0], (float)srgb_light(codes[0][0]), 1e-6f);
    nbl_image_free(&with);
    free(broken.data);
#if NBL_HAS_TIFF
    made.gamma = 1.0;
    make_profile(&made);
    codes[0][0] = 1234.5678; /* beyond what any curve is asked for */
    codes[1][1] = -0.25;
    codes[2][2] = NAN;
    write_tiff(scratch("a.tif"), 32, codes, 3, false, false, &made);
    write_tiff(scratch("b.tif"), 32, codes, 3, false, false, NULL);
    assert_read(scratch("a.tif"), &with);
    assert_read(scratch("b.tif"), &without);
    ck_assert_mem_eq(with.pixels, without.pixels, WIDTH * 4 * sizeof(float));
    ck_assert(with.pixels[0] == 1234.5678f && with.pixels[5] == -0.25f && isnan(with.pixels[10]));
    nbl_image_free(&with);
    nbl_image_free(&without);
    free(made.data);
#endif
}
END_TEST

/* ---- Inks: paper's lightness falls by 20 with each whole one, without a hue */

static cmsInt32Number sample_inks(const cmsUInt16Number in[], cmsUInt16Number out[], void *nothing) {
    const double inks = (in[0] + in[1] + in[2] + in[3]) / 65535.0;
    const cmsCIELab lab = {100.0 - 20.0 * inks, 0.0, 0.0};
    (void)nothing;
    cmsFloat2LabEncoded(out, &lab);
    return 1;
}

static void make_inks(described *made) {
    cmsHPROFILE profile = cmsCreateProfilePlaceholder(NULL);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, cmsSigCmykData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsSetProfileVersion(profile, 4.3);
    cmsPipeline *pipeline = cmsPipelineAlloc(NULL, 4, 3);
    cmsStage *table = cmsStageAllocCLut16bit(NULL, 3, 4, 3, NULL);
    ck_assert(cmsStageSampleCLut16bit(table, sample_inks, NULL, 0));
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(NULL, 4, NULL));
    cmsPipelineInsertStage(pipeline, cmsAT_END, table);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(NULL, 3, NULL));
    ck_assert(cmsWriteTag(profile, cmsSigAToB0Tag, pipeline));
    cmsPipelineFree(pipeline);
    save(profile, made);
}

START_TEST(profiles_of_inks) {
    test_random_t random = test_random_begin("image, inks");
    described made;
    double codes[WIDTH][4];
    nbl_image image;
    make_inks(&made);
    draw_codes(&random, codes);
    for (int x = 0; x < WIDTH; x++) /* corners of the table */
        for (int c = 0; c < 4; c++) codes[x][c] = x >> c & 1;
    cases = 0;
    for (int kind = 0; kind < WIDTH + 2; kind++) {
        if (kind < WIDTH) write_jpeg(scratch("a.jpg"), codes[kind], 4, &made);
#if NBL_HAS_TIFF
        if (kind >= WIDTH) write_tiff(scratch("a.tif"), kind == WIDTH ? 8 : 16, codes, 4, true, false, &made);
#else
        if (kind >= WIDTH) continue;
#endif
        assert_read(scratch(kind < WIDTH ? "a.jpg" : "a.tif"), &image);
        ck_assert_msg(image.note[0] == 0 && image.channels == NBL_IMAGE_CHANNELS_RGB, "%s", image.note);
        for (int x = 0; x < WIDTH; x++) {
            const double *code = codes[kind < WIDTH ? kind : x];
            const double lightness = 100.0 - 20.0 * (code[0] + code[1] + code[2] + code[3]);
            const float wanted = (float)pow((lightness + 16.0) / 116.0, 3.0); /* CIE 1976, above 8 */
            for (int c = 0; c < 3; c++)
                ck_assert_msg(fabsf(image.pixels[4 * x + c] - wanted) < 2e-3f, "kind %d, texel %d: %g, not %g", kind, x,
                              (double)image.pixels[4 * x + c], (double)wanted);
            ck_assert(image.pixels[4 * x + 3] == 1.0f);
        }
        nbl_image_free(&image);
        cases++;
    }
    ck_assert_uint_ge(cases, WIDTH);
    free(made.data);
}
END_TEST

/* ---- Curves and primaries of PNG */

START_TEST(codes_of_png) {
    static const struct {
        unsigned char primaries, transfer;
        double code, light;                                                                   /* grey */
    } rows[] = {{1, 13, 0.5, 0.21404114}, {12, 13, 0.5, 0.21404114}, {9, 1, 0.5, 0.25968844}, /* BT.709's curve */
                {9, 8, 0.5, 0.5},         {4, 4, 0.5, 0.21763764},   {5, 5, 0.5, 0.14358729},
                {9, 16, 0.5, 0.45442370},                         /* 92.2457 cd/m2 over 203 */
                {9, 18, 0.75, 1.0},       {9, 18, 0.5, 0.24936}}; /* 203.1 cd/m2; 50.6 */
    cases = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned char cicp[4] = {rows[i].primaries, rows[i].transfer, 0, 1};
        double codes[WIDTH][4];
        nbl_image image;
        for (int k = 0; k < WIDTH * 4; k++) codes[k / 4][k % 4] = rows[i].code;
        write_png(scratch("a.png"), 16, codes, 3, NULL, cicp, NULL);
        assert_read(scratch("a.png"), &image);
        ck_assert_msg(image.note[0] == 0, "%s", image.note);
        for (int c = 0; c < 3; c++)
            ck_assert_msg(fabs((double)image.pixels[c] / rows[i].light - 1.0) < 2e-3, "primaries %u, transfer %u: %.8g",
                          rows[i].primaries, rows[i].transfer, (double)image.pixels[c]);
        ck_assert_int_eq(image.has_chromaticities, rows[i].primaries != 1);
        ck_assert_int_eq(image.is_display, rows[i].transfer < 16);
        nbl_image_free(&image);
        cases++;
    }
    ck_assert_uint_eq(cases, 9);
    double codes[WIDTH][4] = {{0}};
    nbl_image image;
    write_png(scratch("a.png"), 8, codes, 3, NULL, (const unsigned char[4]){99, 13, 0, 1}, NULL);
    assert_read(scratch("a.png"), &image);
    ck_assert_str_eq(image.note, "its primaries 99 and transfer 13 (cICP) are not known: taken as sRGB's");
    nbl_image_free(&image);
    static const double p3[8] = {.68, .32, .265, .69, .15, .06, .3127, .329};
    write_png(scratch("a.png"), 8, codes, 3, NULL, NULL, p3);
    assert_read(scratch("a.png"), &image);
    ck_assert(image.has_chromaticities && fabsf(image.chromaticities[2] - .265f) < 1e-6f);
    nbl_image_free(&image);
    write_png(scratch("a.png"), 8, codes, 3, NULL, NULL, srgb_xy);
    assert_read(scratch("a.png"), &image);
    ck_assert(!image.has_chromaticities);
    nbl_image_free(&image);
}
END_TEST

/* ---- Writing */

/* Light of BT.2020 in an .exr becomes light of sRGB in a .png of 16 bits, and stays as it is in .exr, .hdr and floats
 * of .tif. */
START_TEST(primaries_between_formats) {
    static const double bt2020[8] = {.708, .292, .17, .797, .131, .046, .3127, .329};
    test_random_t random = test_random_begin("image, primaries");
    double matrix[9], codes[WIDTH][4];
    nbl_image image, back;
    to_srgb(bt2020, matrix);
    draw_codes(&random, codes);
    ck_assert_int_eq(nbl_image_create(WIDTH, 1, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    image.has_chromaticities = true;
    for (int i = 0; i < 8; i++) image.chromaticities[i] = (float)bt2020[i];
    for (int i = 0; i < WIDTH * 3; i++) image.pixels[i / 3 * 4 + i % 3] = (float)codes[i / 3][i % 3];
    assert_written(scratch("a.exr"), &image, NBL_IMAGE_TYPE_FLOAT);
    nbl_image_free(&image);
    assert_read(scratch("a.exr"), &image);
    image.bits = 16;
    ck_assert_int_eq(nbl_image_write_toned(scratch("a.png"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE, NULL),
                     NBL_IMAGE_OK);
    assert_read(scratch("a.png"), &back);
    ck_assert(!back.has_chromaticities);
    for (int i = 0; i < WIDTH * 3; i++) {
        const double *row = matrix + i % 3 * 3, *rgb = codes[i / 3];
        const double wanted = fmin(fmax(row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2], 0.0), 1.0);
        ck_assert_msg(fabs((double)back.pixels[i / 3 * 4 + i % 3] - wanted) < 2e-4, "%d: %g, not %g", i,
                      (double)back.pixels[i / 3 * 4 + i % 3], wanted);
    }
    nbl_image_free(&back);
    assert_written(scratch("a.hdr"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.hdr"), &back);
    ck_assert(back.has_chromaticities && back.chromaticities[0] == .708f);
    nbl_image_free(&back);
#if NBL_HAS_TIFF
    assert_written(scratch("a.tif"), &image, NBL_IMAGE_TYPE_FLOAT); /* read by its profile, to sRGB's */
    assert_read(scratch("a.tif"), &back);
    for (int i = 0; i < WIDTH * 3; i++) {
        const double *row = matrix + i % 3 * 3, *rgb = codes[i / 3];
        const double wanted = row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2];
        ck_assert_double_eq_tol((double)back.pixels[i / 3 * 4 + i % 3], wanted, 2e-4);
    }
    nbl_image_free(&back);
#endif
    nbl_image_free(&image);
}
END_TEST

/* An image between any two of three primaries, by matrices from definitions; equal ones stay bit by bit. */
START_TEST(primaries_of_another) {
    static const double rec2020[8] = {.708, .292, .17, .797, .131, .046, .3127, .329};
    static const double p3_dci[8] = {.68, .32, .265, .69, .15, .06, .314, .351};
    const double *all[] = {NULL, rec2020, p3_dci};
    for (int from = 0; from < 3; from++)
        for (int to = 0; to < 3; to++) {
            nbl_image image, like;
            double one[9], two[9], back[9], m[9];
            ck_assert_int_eq(nbl_image_create(2, 1, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
            ck_assert_int_eq(nbl_image_create(1, 1, NBL_IMAGE_CHANNELS_RGB, &like, NULL), NBL_IMAGE_OK);
            const float light[8] = {.5f, 2.0f, .125f, 1, 1, 1, 1, 1};
            memcpy(image.pixels, light, sizeof light);
            image.has_chromaticities = from != 0;
            like.has_chromaticities = to != 0;
            for (int i = 0; i < 8; i++) {
                if (from) image.chromaticities[i] = (float)all[from][i];
                if (to) like.chromaticities[i] = (float)all[to][i];
            }
            to_srgb(from ? all[from] : srgb_xy, one);
            to_srgb(to ? all[to] : srgb_xy, two);
            invert(two, back);
            multiply(back, one, m);
            ck_assert(nbl_image_take_primaries(&image, &like) == (from != to));
            if (from == to) ck_assert(memcmp(image.pixels, light, sizeof light) == 0);
            for (int i = 0; i < 6; i++) {
                const float *x = light + i / 3 * 4;
                const double *row = m + i % 3 * 3,
                             want = row[0] * (double)x[0] + row[1] * (double)x[1] + row[2] * (double)x[2];
                const double got = (double)image.pixels[i / 3 * 4 + i % 3];
                ck_assert_msg(fabs(got - want) < 3e-3, "%d to %d, %d: %g, not %g", from, to, i, got, want);
            }
            ck_assert(image.has_chromaticities == (to != 0));
            nbl_image_free(&image);
            nbl_image_free(&like);
            cases++;
        }
    ck_assert_uint_eq(cases, 9);
}
END_TEST

#if NBL_HAS_TIFF
/* The profile within is what others show a .tif by: half of white is CIE lightness 76.07 in floats, 53.4 in codes. */
START_TEST(profiles_that_are_written) {
    cases = 0;
    for (int kind = 0; kind < 6; kind++) {
        const bool grey = kind & 1;
        const uint32_t bits = kind < 2 ? 0 : kind < 4 ? 8 : 16;
        nbl_image image, back;
        ck_assert_int_eq(nbl_image_create(3, 2, grey ? NBL_IMAGE_CHANNELS_Y : NBL_IMAGE_CHANNELS_RGBA, &image, NULL),
                         0);
        image.bits = bits;
        image.is_display = bits != 0;
        image.alpha = grey ? NBL_IMAGE_ALPHA_UNKNOWN : NBL_IMAGE_ALPHA_MULTIPLIED;
        for (int i = 0; i < 24; i++) image.pixels[i] = i % 4 == 3 ? (grey ? 1.0f : 0.5f) : 0.25f;
        for (int time = 0; time < 2; time++)
            ck_assert_int_eq(nbl_image_write_toned(scratch(time ? "b.tif" : "a.tif"), &image, NBL_IMAGE_TYPE_FLOAT,
                                                   NBL_IMAGE_TONE_NONE, NULL),
                             NBL_IMAGE_OK);
        TIFF *tiff = TIFFOpen(scratch("a.tif"), "r");
        uint32_t size = 0;
        uint16_t depth = 0;
        const void *data = NULL;
        ck_assert_int_eq(TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &size, &data), 1);
        TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &depth);
        ck_assert_uint_eq(depth, bits ? bits : 32);
        ck_assert_mem_eq((const char *)data + 24, "\x07\xd0\0\1\0\1\0\0\0\0\0\0", 12); /* the same bytes every day */
        cmsHPROFILE profile = cmsOpenProfileFromMem(data, size), lab = cmsCreateLab4Profile(NULL);
        cmsHTRANSFORM transform = cmsCreateTransform(profile, grey ? TYPE_GRAY_FLT : TYPE_RGB_FLT, lab, TYPE_Lab_DBL,
                                                     INTENT_RELATIVE_COLORIMETRIC, 0);
        const float half[3] = {0.5f, 0.5f, 0.5f};
        double seen[3];
        ck_assert_ptr_nonnull(transform);
        cmsDoTransform(transform, half, seen, 1);
        ck_assert_msg(fabs(seen[0] - (bits ? 53.389 : 76.069)) < 0.05, "kind %d: lightness %g", kind, seen[0]);
        cmsDeleteTransform(transform);
        cmsCloseProfile(profile);
        cmsCloseProfile(lab);
        TIFFClose(tiff);
        assert_read(scratch("a.tif"), &back);
        ck_assert_msg(back.note[0] == 0 && back.bits == bits, "%s", back.note);
        nbl_image_multiply(&back);
        for (int c = 0; c < 4; c++)
            ck_assert_float_le(fabsf(back.pixels[c] - image.pixels[c]), bits == 8 ? 0.003f : bits == 16 ? 2e-5f : 0.0f);
        nbl_image_free(&image);
        nbl_image_free(&back);
        cases++;
    }
    ck_assert_uint_eq(cases, 6);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("image: colours");
    TCase *test = tcase_create("colours");
    tcase_set_timeout(test, 60);
    tcase_add_test(test, profiles_of_rgb);
    tcase_add_test(test, profiles_that_change_nothing);
    tcase_add_test(test, profiles_of_inks);
    tcase_add_test(test, codes_of_png);
    tcase_add_test(test, primaries_between_formats);
    tcase_add_test(test, primaries_of_another);
#if NBL_HAS_TIFF
    tcase_add_test(test, profiles_that_are_written);
#else
    puts("NOT HERE: libtiff 4.5");
#endif
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
