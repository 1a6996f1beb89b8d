/* Images written and read back: every format, both scalars, what rides along, and what is refused when writing.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700

#include "image_testing.h"

#include <float.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

START_TEST(exr_keeps_every_bit) {
    nbl_image_channels channels = (nbl_image_channels)(_i % 4);
    nbl_image_type type = (nbl_image_type)(_i / 4);
    nbl_image image, back;
    make_known(&image, 37, 21, channels);
    assert_written(scratch("a.exr"), &image, type);
    assert_read(scratch("a.exr"), &back);
    ck_assert_uint_eq(back.width, 37);
    ck_assert_uint_eq(back.height, 21);
    ck_assert_int_eq(back.channels, channels);
    ck_assert(!back.has_chromaticities);
    ck_assert_mem_eq(back.pixels, image.pixels, 4 * 37 * 21 * sizeof(float));
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

/* Float keeps what half would round; half rounds to nearest, ties to even. */
START_TEST(exr_scalars_differ) {
    static const float values[6] = {1.0f + 0x1p-20f, 3.0e30f, -FLT_MIN / 4, 2049.0f, 2051.0f, 0x1p-25f * 1.01f};
    static const float halves[6] = {1.0f, 0, 0, 2048.0f, 2052.0f, 0x1p-24f};
    nbl_image image, back;
    ck_assert_int_eq(nbl_image_create(6, 1, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    for (int i = 0; i < 6; i++) image.pixels[4 * i + 1] = values[i];
    assert_written(scratch("a.exr"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.exr"), &back);
    for (int i = 0; i < 6; i++) ck_assert_float_eq(back.pixels[4 * i + 1], values[i]);
    nbl_image_free(&back);
    image.pixels[4 * 1 + 1] = 0;
    assert_written(scratch("a.exr"), &image, NBL_IMAGE_TYPE_HALF);
    assert_read(scratch("a.exr"), &back);
    for (int i = 0; i < 6; i++) ck_assert_float_eq(back.pixels[4 * i + 1], halves[i]);
    nbl_image_free(&back);
    nbl_image_free(&image);
}
END_TEST

START_TEST(exr_carries_its_header_along) {
    nbl_image image, back;
    make_known(&image, 20, 40, NBL_IMAGE_CHANNELS_RGBA);
    image.data_window = (nbl_image_window){-5, 7, 14, 46};
    image.display_window = (nbl_image_window){-10, -3, 100, 90};
    image.pixel_aspect_ratio = 2.0f;
    image.has_chromaticities = true;
    for (int i = 0; i < 8; i++) image.chromaticities[i] = 0.1f * (float)(i + 1);
    assert_written(scratch("a.EXR"), &image, NBL_IMAGE_TYPE_HALF);
    assert_read(scratch("a.EXR"), &back);
    ck_assert_mem_eq(&back.data_window, &image.data_window, sizeof image.data_window);
    ck_assert_mem_eq(&back.display_window, &image.display_window, sizeof image.display_window);
    ck_assert_float_eq(back.pixel_aspect_ratio, 2.0f);
    ck_assert(back.has_chromaticities);
    ck_assert_mem_eq(back.chromaticities, image.chromaticities, sizeof image.chromaticities);
    assert_known(&back, NBL_IMAGE_CHANNELS_RGBA, 0, "offset windows");
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

START_TEST(grey_that_became_coloured_is_written_in_colour) {
    nbl_image image, back;
    make_known(&image, 9, 9, _i ? NBL_IMAGE_CHANNELS_YA : NBL_IMAGE_CHANNELS_Y);
    image.pixels[4 * 80 + 2] = 1234.0f;
    assert_written(scratch("a.exr"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.exr"), &back);
    ck_assert_int_eq(back.channels, _i ? NBL_IMAGE_CHANNELS_RGBA : NBL_IMAGE_CHANNELS_RGB);
    ck_assert_mem_eq(back.pixels, image.pixels, 81 * 16);
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

/* Shared exponent: every component within half a step of the scale of the largest, without bias, and stable once there.
 */
START_TEST(hdr_rounds_to_nearest) {
    static const uint32_t widths[3] = {5, 64, 131}; /* 5 is stored flat, the others run-length encoded */
    uint32_t width = widths[_i];
    uint64_t random = 7;
    double bias = 0;
    nbl_image image, back;
    ck_assert_int_eq(nbl_image_create(width, 50, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    for (size_t i = 0; i < (size_t)width * 50; i++)
        for (int c = 0; c < 3; c++)
            image.pixels[4 * i + (size_t)c] =
                i % 7 == 0 ? 0.5f : ldexpf((float)(next_random(&random) >> 40), (int)(i % 40) - 40);
    assert_written(scratch("a.hdr"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.hdr"), &back);
    ck_assert_int_eq(back.channels, NBL_IMAGE_CHANNELS_RGB);
    for (size_t i = 0; i < (size_t)width * 50; i++) {
        const float *in = image.pixels + 4 * i, *out = back.pixels + 4 * i;
        int exponent;
        frexpf(fmaxf(out[0], fmaxf(out[1], out[2])), &exponent);
        for (int c = 0; c < 3; c++) {
            double error = ldexp((double)out[c] - in[c], 8 - exponent);
            ck_assert_msg(fabs(error) <= 0.5, "texel %zu: %g became %g", i, (double)in[c], (double)out[c]);
            bias += error / (150.0 * width);
        }
        ck_assert_float_eq(out[3], 1.0f);
    }
    ck_assert_msg(fabs(bias) < 0.06, "bias of %g steps", bias);
    assert_written(scratch("b.hdr"), &back, NBL_IMAGE_TYPE_FLOAT);
    size_t n, m;
    unsigned char *first = get_file(scratch("a.hdr"), &n), *second = get_file(scratch("b.hdr"), &m);
    ck_assert_uint_eq(n, m);
    ck_assert_mem_eq(first, second, n);
    free(first);
    free(second);
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

START_TEST(hdr_reaches_its_limits) {
    nbl_image image, back;
    ck_assert_int_eq(nbl_image_create(4, 1, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    static const float values[4] = {0x1.fep126f, 65536.0f, 0x1p-100f, 0.0f};
    for (int i = 0; i < 4; i++) image.pixels[4 * i] = values[i];
    assert_written(scratch("a.hdr"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.hdr"), &back);
    for (int i = 0; i < 4; i++) ck_assert_float_eq(back.pixels[4 * i], values[i]);
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

/* The codes were computed apart, from the formula in image.h. */
START_TEST(png_is_a_tone_mapped_preview) {
    static const struct {
        float value;
        int code;
    } known[] = {{-5.0f, 0},  {0.0f, 0},   {0.001f, 0},   {0.01f, 6},    {0.18f, 105},
                 {1.0f, 214}, {4.0f, 247}, {100.0f, 255}, {3.0e38f, 255}};
    enum { N = sizeof known / sizeof *known };
    nbl_image image, back;
    ck_assert_int_eq(nbl_image_create(N, 2, NBL_IMAGE_CHANNELS_RGBA, &image, NULL), NBL_IMAGE_OK);
    for (int i = 0; i < N; i++) {
        image.pixels[4 * i + 1] = known[i].value;
        image.pixels[4 * i + 3] = (float)i / 4.0f - 0.25f;
    }
    assert_written(scratch("a.PnG"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.PnG"), &back);
    ck_assert_int_eq(back.channels, NBL_IMAGE_CHANNELS_RGBA);
    ck_assert_uint_eq(back.width, N);
    ck_assert_uint_eq(back.height, 2);
    for (int i = 0; i < N; i++) {
        double s = known[i].code / 255.0, linear = s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
        ck_assert_msg(fabs(back.pixels[4 * i + 1] - linear) < 1e-6, "%g: got %g, expected code %d",
                      (double)known[i].value, (double)back.pixels[4 * i + 1], known[i].code);
        double alpha = fmin(fmax(image.pixels[4 * i + 3], 0.0), 1.0);
        ck_assert_float_eq_tol(back.pixels[4 * i + 3], (float)(floor(alpha * 255.0 + 0.5) / 255.0), 1e-6f);
        ck_assert_float_eq(back.pixels[4 * i], 0.0f);
    }
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

START_TEST(png_keeps_the_channel_set) {
    nbl_image image, back;
    make_known(&image, 12, 5, (nbl_image_channels)_i);
    assert_written(scratch("a.png"), &image, NBL_IMAGE_TYPE_FLOAT);
    assert_read(scratch("a.png"), &back);
    ck_assert_int_eq(back.channels, _i);
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

static void assert_not_written(const char *name, const nbl_image *image, nbl_image_type type, nbl_image_result want,
                               const char *words) {
    nbl_image_error error = {0};
    unsigned before = scratch_count();
    nbl_image_result result = nbl_image_write(name, image, type, &error);
    ck_assert_msg(result == want, "%s: result %d, expected %d; message: %s", name, result, want, error.message);
    ck_assert_msg(strncmp(error.message, name, strlen(name)) == 0, "%s", error.message);
    ck_assert_msg(strstr(error.message, words) != NULL, "\"%s\" lacks \"%s\"", error.message, words);
    ck_assert_uint_eq(scratch_count(), before);
}

START_TEST(values_that_do_not_fit_are_named) {
    nbl_image image;
    make_known(&image, 8, 6, NBL_IMAGE_CHANNELS_RGB);
    float *texel = image.pixels + 4 * (3 * 8 + 5);
    assert_not_written(scratch("x.hdr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_VALUE, "x 0, y 0, channel R");
    for (int i = 0; i < 4 * 48; i++) image.pixels[i] = 1.0f;
    texel[2] = 65519.0f;
    texel[3] = 1.0e6f; /* no channel of this image */
    assert_written(scratch("half.exr"), &image, NBL_IMAGE_TYPE_HALF);
    nbl_image back;
    assert_read(scratch("half.exr"), &back);
    ck_assert_float_eq(back.pixels[4 * 29 + 2], 65504.0f);
    nbl_image_free(&back);
    texel[2] = -65520.0f;
    assert_not_written(scratch("x.exr"), &image, NBL_IMAGE_TYPE_HALF, NBL_IMAGE_ERROR_VALUE,
                       "x 5, y 3, channel B is -65520, beyond the largest half (65504)");
    texel[2] = -0.5f;
    assert_not_written(scratch("x.hdr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_VALUE,
                       "x 5, y 3, channel B is -0.5");
    texel[2] = 0x1p127f;
    assert_not_written(scratch("x.hdr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_VALUE, "x 5, y 3, channel B");
    static const char *const names[3] = {"x.exr", "x.hdr", "x.png"};
    for (int i = 0; i < 3; i++) {
        texel[2] = NAN;
        assert_not_written(scratch(names[i]), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_VALUE,
                           "x 5, y 3, channel B is");
        texel[2] = -INFINITY;
        assert_not_written(scratch(names[i]), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_VALUE, "channel B is -inf");
    }
    nbl_image_free(&image);
}
END_TEST

START_TEST(first_not_finite_is_found_in_row_order) {
    nbl_image image;
    uint32_t x = 77, y = 77, c = 77;
    make_known(&image, 8, 6, NBL_IMAGE_CHANNELS_RGB);
    image.pixels[3] = NAN; /* no channel of this image */
    ck_assert(!nbl_image_first_not_finite(&image, &x, &y, &c));
    ck_assert_uint_eq(x + y + c, 3 * 77);
    image.pixels[4 * (4 * 8 + 1)] = NAN;
    image.pixels[4 * (3 * 8 + 7) + 2] = INFINITY;
    ck_assert(nbl_image_first_not_finite(&image, &x, &y, &c));
    ck_assert_uint_eq(x, 7);
    ck_assert_uint_eq(y, 3);
    ck_assert_uint_eq(c, 2);
    ck_assert_str_eq(nbl_image_channel_name(c), "B");
    image.channels = NBL_IMAGE_CHANNELS_RGBA;
    ck_assert(nbl_image_first_not_finite(&image, NULL, NULL, &c));
    ck_assert_uint_eq(c, 3);
    nbl_image_free(&image);
}
END_TEST

START_TEST(not_finite_values_are_read_as_they_are) {
    nbl_image image, back;
    make_known(&image, 3, 3, NBL_IMAGE_CHANNELS_RGB);
    assert_written(scratch("a.exr"), &image, NBL_IMAGE_TYPE_HALF);
    nbl_image_free(&image);
    /* 3 x 3 halves do not shrink under ZIP, so that they lie plain at the end of the file: the last one is R of (2, 2).
     */
    size_t n;
    unsigned char *bytes = get_file(scratch("a.exr"), &n);
    bytes[n - 1] = 0x7c, bytes[n - 2] = 0;
    put_file(scratch("a.exr"), bytes, n);
    free(bytes);
    assert_read(scratch("a.exr"), &back);
    uint32_t x, y, c;
    ck_assert(nbl_image_first_not_finite(&back, &x, &y, &c));
    ck_assert_uint_eq(100 * x + 10 * y + c, 220);
    ck_assert(isinf(back.pixels[4 * 8]));
    nbl_image_free(&back);
}
END_TEST

START_TEST(a_target_that_cannot_be_written) {
    nbl_image image;
    make_known(&image, 8, 6, NBL_IMAGE_CHANNELS_RGB);
    assert_not_written(scratch("none/x.exr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_WRITE,
                       "No such file or directory");
    ck_assert_int_eq(mkdir(scratch("folder.exr"), 0777), 0);
    assert_not_written(scratch("folder.exr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_WRITE, "is a directory");
    assert_not_written(scratch("x.gif"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_EXTENSION, "unknown extension");
    assert_not_written(scratch("exr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_EXTENSION, "unknown extension");
    ck_assert_int_eq(mkfifo(scratch("pipe.png"), 0666), 0);
    assert_not_written(scratch("pipe.png"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_WRITE,
                       "is not a regular file");
    image.data_window.max_x++;
    assert_not_written(scratch("x.exr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_ARGUMENT, "data window");
    nbl_image_free(&image);
    assert_not_written(scratch("x.exr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_ARGUMENT, "no image");
    ck_assert_int_eq(nbl_image_write(NULL, &image, NBL_IMAGE_TYPE_FLOAT, NULL), NBL_IMAGE_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_image_write("x.exr", NULL, NBL_IMAGE_TYPE_FLOAT, NULL), NBL_IMAGE_ERROR_ARGUMENT);
    unlink(scratch("pipe.png"));
}
END_TEST

/* OpenEXRCore tells its listener with a mutex held: a listener that calls it never returns. */
START_TEST(a_header_that_exr_cannot_hold) {
    static const struct {
        int32_t shift, display_max_x;
        float aspect;
        const char *words;
    } cases[] = {
        {0, 7, 0.0f, "aspect ratio of 0"},           {0, 7, -1.0f, "aspect ratio of -1"},
        {0, 7, INFINITY, "aspect ratio of inf"},     {0, 7, NAN, "aspect ratio of nan"},
        {0, -1, 1.0f, "the display window (0, 0)"},  {0, INT32_MAX, 1.0f, "the display window (0, 0)"},
        {INT32_MAX - 8, 7, 1.0f, "the data window"}, {INT32_MIN, 7, 1.0f, "the data window"},
    };
    nbl_image image;
    make_known(&image, 8, 6, NBL_IMAGE_CHANNELS_RGB);
    const nbl_image_window window = image.data_window;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        image.data_window.min_x = window.min_x + cases[i].shift;
        image.data_window.max_x = window.max_x + cases[i].shift;
        image.display_window.max_x = cases[i].display_max_x;
        image.pixel_aspect_ratio = cases[i].aspect;
        assert_not_written(scratch("x.exr"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_ARGUMENT, cases[i].words);
    }
    nbl_image_free(&image);
}
END_TEST

/* The disk fills up half-way: a limit on file sizes stands in for it. */
START_TEST(a_failed_write_leaves_the_target_alone) {
    static const char *const names[3] = {"kept.exr", "kept.hdr", "kept.png"};
    const char *name = names[_i];
    uint64_t random = 3;
    nbl_image image;
    ck_assert_int_eq(nbl_image_create(200, 200, NBL_IMAGE_CHANNELS_RGB, &image, NULL), NBL_IMAGE_OK);
    for (int i = 0; i < 4 * 200 * 200; i++) image.pixels[i] = (float)(next_random(&random) >> 40) * 0x1p-24f;
    put_file(scratch(name), "precious", 8);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {10000, 10000};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_not_written(scratch(name), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_ERROR_WRITE, "File too large");
    size_t n;
    unsigned char *bytes = get_file(scratch(name), &n);
    ck_assert_uint_eq(n, 8);
    ck_assert_mem_eq(bytes, "precious", 8);
    free(bytes);
    nbl_image_free(&image);
}
END_TEST

START_TEST(a_write_replaces_the_target_and_leaves_nothing_else) {
    nbl_image image, back;
    make_known(&image, 8, 6, NBL_IMAGE_CHANNELS_RGBA);
    put_file(scratch("old.exr"), "old", 3);
    unsigned before = scratch_count();
    assert_written(scratch("old.exr"), &image, NBL_IMAGE_TYPE_FLOAT);
    ck_assert_uint_eq(scratch_count(), before);
    assert_read(scratch("old.exr"), &back);
    assert_known(&back, NBL_IMAGE_CHANNELS_RGBA, 0, "replaced");
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    ck_assert_int_eq(stat(scratch("old.exr"), &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0666 & ~mask);
    nbl_image_free(&image);
    nbl_image_free(&back);
}
END_TEST

START_TEST(sizes_are_checked_before_memory) {
    nbl_image image;
    nbl_image_error error;
    ck_assert_int_eq(nbl_image_create(0, 5, NBL_IMAGE_CHANNELS_RGB, &image, &error), NBL_IMAGE_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_image_create(65537, 1, NBL_IMAGE_CHANNELS_RGB, &image, &error), NBL_IMAGE_ERROR_TOO_LARGE);
    ck_assert_int_eq(nbl_image_create(65536, 65536, NBL_IMAGE_CHANNELS_RGB, &image, &error), NBL_IMAGE_ERROR_TOO_LARGE);
    ck_assert_str_eq(error.message,
                     "image: 65536 x 65536 texels are too many: at most 65536 on a side and 134217728 in all");
    ck_assert_ptr_null(image.pixels);
    ck_assert_int_eq(nbl_image_create(65536, 1, NBL_IMAGE_CHANNELS_RGB, &image, &error), NBL_IMAGE_OK);
    ck_assert_float_eq(image.pixels[4 * 65535 + 3], 1.0f);
    ck_assert_float_eq(image.pixels[4 * 65535 + 2], 0.0f);
    nbl_image_free(&image);
    nbl_image_free(&image);
    nbl_image_free(NULL);
    for (int i = 0; i <= NBL_IMAGE_ERROR_WRITE; i++)
        ck_assert_str_ne(nbl_image_result_text((nbl_image_result)i), nbl_image_result_text((nbl_image_result)99));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("image");
    TCase *test = tcase_create("image");
    tcase_add_loop_test(test, exr_keeps_every_bit, 0, 8);
    tcase_add_test(test, exr_scalars_differ);
    tcase_add_test(test, exr_carries_its_header_along);
    tcase_add_loop_test(test, grey_that_became_coloured_is_written_in_colour, 0, 2);
    tcase_add_loop_test(test, hdr_rounds_to_nearest, 0, 3);
    tcase_add_test(test, hdr_reaches_its_limits);
    tcase_add_test(test, png_is_a_tone_mapped_preview);
    tcase_add_loop_test(test, png_keeps_the_channel_set, 0, 4);
    tcase_add_test(test, values_that_do_not_fit_are_named);
    tcase_add_test(test, first_not_finite_is_found_in_row_order);
    tcase_add_test(test, not_finite_values_are_read_as_they_are);
    tcase_add_test(test, a_target_that_cannot_be_written);
    tcase_add_test(test, a_header_that_exr_cannot_hold);
    tcase_add_loop_test(test, a_failed_write_leaves_the_target_alone, 0, 3);
    tcase_add_test(test, a_write_replaces_the_target_and_leaves_nothing_else);
    tcase_add_test(test, sizes_are_checked_before_memory);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
