/* nbl-bloom's command line and what files say of their pictures: windows, centres, frames that are there.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that fail here: tool_window_of() that returns the data window; a kernel's centre from its data window; a
 * sequence that ends at its first gap; a frame written without tool_crop().
 */
#include "cli.h"

static void begin(void) { test_folder(); }

/* A frame of 40 x 30 at (5, -3), dark but for a lamp of 4 x 3 at (x, y) of it. */
enum { WIDTH = 40, HEIGHT = 30, LAMP_WIDTH = 4, LAMP_HEIGHT = 3 };

static const nbl_image_window shown = {5, -3, 5 + WIDTH - 1, -3 + HEIGHT - 1};

static void make_lamp(const char *name, int x, int y, bool cropped) {
    nbl_image lamp = make_image(LAMP_WIDTH, LAMP_HEIGHT, NBL_IMAGE_CHANNELS_RGB, 1.0f), frame;
    ck_assert_int_eq(nbl_image_create(WIDTH, HEIGHT, NBL_IMAGE_CHANNELS_RGB, &frame, NULL), NBL_IMAGE_OK);
    for (int j = 0; j < LAMP_HEIGHT; j++)
        memcpy(frame.pixels + 4 * ((y + j) * WIDTH + x), lamp.pixels + 4 * j * LAMP_WIDTH, 16 * LAMP_WIDTH);
    lamp.data_window = (nbl_image_window){5 + x, -3 + y, 5 + x + LAMP_WIDTH - 1, -3 + y + LAMP_HEIGHT - 1};
    lamp.display_window = frame.data_window = frame.display_window = shown;
    write_image(name, cropped ? &lamp : &frame);
    nbl_image_free(&lamp);
    nbl_image_free(&frame);
}

/* The texel at a place of the file; 0 outside its window. */
static float at(const nbl_image *image, int x, int y, int channel) {
    const nbl_image_window *w = &image->data_window;
    if (x < w->min_x || x > w->max_x || y < w->min_y || y > w->max_y) return 0.0f;
    return image->pixels[4 * ((size_t)(y - w->min_y) * image->width + (size_t)(x - w->min_x)) + (size_t)channel];
}

static void expect_close(const char *one, const char *other) {
    nbl_image a = read_image(one), b = read_image(other);
    for (int y = shown.min_y; y <= shown.max_y; y++)
        for (int x = shown.min_x; x <= shown.max_x; x++)
            for (int c = 0; c < 3; c++)
                ck_assert_msg(fabsf(at(&a, x, y, c) - at(&b, x, y, c)) < 1e-5f, "%s, %s: x %d y %d: %g, %g", one, other,
                              x, y, (double)at(&a, x, y, c), (double)at(&b, x, y, c));
    nbl_image_free(&a);
    nbl_image_free(&b);
}

static void expect_window(const char *name, int min_x, int min_y, int max_x, int max_y) {
    nbl_image image = read_image(name);
    const nbl_image_window w = image.data_window;
    ck_assert_msg(w.min_x == min_x && w.min_y == min_y && w.max_x == max_x && w.max_y == max_y,
                  "%s: (%d, %d) to (%d, %d)", name, w.min_x, w.min_y, w.max_x, w.max_y);
    nbl_image_free(&image);
}

/* A kernel of 13 x 11 with its light in texels 7 to 10, 2 to 4 of it. */
static void make_kernel(const char *name, bool cropped) {
    nbl_image light = make_image(4, 3, NBL_IMAGE_CHANNELS_RGB, 0.5f), frame;
    ck_assert_int_eq(nbl_image_create(13, 11, NBL_IMAGE_CHANNELS_RGB, &frame, NULL), NBL_IMAGE_OK);
    for (int j = 0; j < 3; j++) memcpy(frame.pixels + 4 * ((2 + j) * 13 + 7), light.pixels + 16 * j, 64);
    light.data_window = (nbl_image_window){7, 2, 10, 4};
    light.display_window = frame.display_window;
    write_image(name, cropped ? &light : &frame);
    nbl_image_free(&light);
    nbl_image_free(&frame);
}

START_TEST(autocropped_images) {
    static const int places[3][2] = {{20, 12}, {0, 0}, {WIDTH - LAMP_WIDTH, 14}};
    write_plain("kernel.exr", 9, 7, 0.5f); /* reaches 4 and 3 texels */
    for (int i = 0; i < 3; i++) {
        const int x = 5 + places[i][0], y = -3 + places[i][1];
        make_lamp("whole.exr", places[i][0], places[i][1], false);
        make_lamp("lamp.exr", places[i][0], places[i][1], true);
        expect_emulated("@whole.exr @kernel.exr -o @want.exr", 0, NULL);
        expect_emulated("@lamp.exr @kernel.exr -o @out.exr", 0, NULL);
        expect_close("out.exr", "want.exr");
        expect_window("out.exr", x - 4 < 5 ? 5 : x - 4, y - 3 < -3 ? -3 : y - 3,
                      x + 7 > shown.max_x ? shown.max_x : x + 7, y + 5);
    }
    expect_emulated("@lamp.exr @kernel.exr -o @out.exr --window data", 0, NULL);
    expect_window("out.exr", 41, 11, 44, 13);
    expect_emulated("@lamp.exr @kernel.exr -o @out.exr --window kernel", 0, NULL);
    expect_window("out.exr", 37, 8, 48, 16);
    expect_emulated("@whole.exr -o @want.exr --method dual-filter --levels 2", 0, NULL);
    expect_emulated("@lamp.exr -o @out.exr --method dual-filter --levels 2", 0, NULL);
    expect_close("out.exr", "want.exr");
    expect_emulated("@whole.exr @kernel.exr -o @want.exr --padding wrap", 0, NULL);
    expect_emulated("@lamp.exr @kernel.exr -o @out.exr --padding wrap", 0, NULL);
    expect_close("out.exr", "want.exr");
    expect_emulated("@lamp.exr @kernel.exr -o @out.exr --max-pixels 70", 1, "with what the kernel adds, are more than");
    expect_emulated("@lamp.exr @kernel.exr -o @out.exr --window kernel --padding wrap", 2, "with zero padding");
}
END_TEST

START_TEST(kernels_about_their_centre) {
    make_lamp("whole.exr", 18, 12, false);
    make_kernel("whole-kernel.exr", false);
    make_kernel("kernel.exr", true);
    for (int i = 0; i < 2; i++) {
        const char *mode = i ? " --kernel-mode resample" : "";
        char line[256];
        snprintf(line, sizeof line, "@whole.exr @whole-kernel.exr -o @want.exr%s", mode);
        expect_emulated(line, 0, NULL);
        snprintf(line, sizeof line, "@whole.exr @kernel.exr -o @out.exr%s", mode);
        expect_emulated(line, 0, NULL);
        expect_close("out.exr", "want.exr");
    }
    expect_emulated("@whole.exr @whole-kernel.exr -o @want.exr", 0, NULL);
    expect_emulated("@whole.exr @kernel.exr -o @out.exr --kernel-center 6,5", 0, NULL);
    expect_close("out.exr", "want.exr");
    /* About its texel (8, 3) the light stays two texels further left and two further down. */
    expect_emulated("@whole.exr @kernel.exr -o @moved.exr --kernel-center 8,3", 0, NULL);
    nbl_image want = read_image("want.exr"), moved = read_image("moved.exr");
    for (int y = shown.min_y; y <= shown.max_y - 2; y++)
        for (int x = shown.min_x; x <= shown.max_x - 2; x++)
            ck_assert_float_eq_tol(at(&moved, x, y + 2, 0), at(&want, x + 2, y, 0), 1e-5f);
    nbl_image_free(&want);
    nbl_image_free(&moved);
    expect_emulated("@whole.exr @kernel.exr -o @out.exr --kernel-center 8", 2, "must be a texel such as 128,128");
}
END_TEST

START_TEST(frames_that_are_there) {
    static const int there[4] = {1001, 1002, 1004, 1005};
    char name[32];
    write_plain("kernel.exr", 3, 3, 0.5f);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "in.%d.exr", there[i]);
        write_plain(name, 6, 5, (float)i);
    }
    write_plain("in.1005b.exr", 6, 5, 9.0f);
    expect_emulated("@in.####.exr @kernel.exr -o @out.%d.exr", 0, "in.####.exr: frames 1003 are missing");
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "out.%d.exr", there[i]);
        ck_assert_msg(exists(name), "%s", name);
    }
    ck_assert(!exists("out.1003.exr") && !exists("out.1006.exr"));
    expect_emulated("@in.%04d.exr @kernel.exr -o @again.####.exr --frames 1001-1002", 0, NULL);
    ck_assert(exists("again.1002.exr") && !exists("again.1004.exr"));
    expect_emulated("@in.%d.exr @kernel.exr -o @none.%d.exr --frames 1002-1008", 1, "frames 1003, 1006-1008 of");
    ck_assert(!exists("none.1002.exr"));
    expect_emulated("@in.######.exr @kernel.exr -o @none.%d.exr", 1, "the sequence has no frame");
}
END_TEST

START_TEST(windows_that_move) {
    static const int places[3][2] = {{10, 8}, {14, 9}, {30, 20}};
    char name[32], line[128];
    write_plain("kernel.exr", 9, 7, 0.5f);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "lamp.%d.exr", i + 1);
        make_lamp(name, places[i][0], places[i][1], true);
    }
    expect_emulated("@lamp.%d.exr @kernel.exr -o @film.%d.exr", 0, NULL);
    for (int i = 0; i < 3; i++) {
        const int x = 5 + places[i][0], y = -3 + places[i][1];
        snprintf(line, sizeof line, "@lamp.%d.exr @kernel.exr -o @alone.exr", i + 1);
        expect_emulated(line, 0, NULL);
        snprintf(name, sizeof name, "film.%d.exr", i + 1);
        expect_close(name, "alone.exr");
        expect_window(name, x - 4, y - 3, x + 7, y + 5);
    }
    write_plain("lamp.2.exr", 6, 5, 0.5f);
    expect_emulated("@lamp.%d.exr @kernel.exr -o @film.%d.exr", 1,
                    "lamp.2.exr: 6 x 5 texels, and the sequence began with 40 x 30");
}
END_TEST

/* Straight alpha: red under alpha 0 does not bleed into an opaque white square, which a kernel softens alike in all
 * channels; nbl_image_multiply() left out fails. And white of a .png stays white. */
START_TEST(colours_under_alpha) {
    nbl_image image;
    nbl_image_error error = {0};
    ck_assert_int_eq(nbl_image_create(24, 20, NBL_IMAGE_CHANNELS_RGBA, &image, NULL), NBL_IMAGE_OK);
    for (int y = 0; y < 20; y++)
        for (int x = 0; x < 24; x++) {
            const bool inside = x >= 8 && x < 16 && y >= 6 && y < 14;
            const float texel[4] = {1.0f, (float)inside, (float)inside, (float)inside};
            memcpy(image.pixels + 4 * (24 * y + x), texel, sizeof texel);
        }
    ck_assert_msg(!nbl_image_write_toned(test_path("hidden.png"), &image, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE,
                                         &error),
                  "%s", error.message);
    nbl_image_free(&image);
    write_plain("kernel.exr", 5, 5, 0.5f);
    nbl_image grey = make_image(5, 5, NBL_IMAGE_CHANNELS_Y, 0.5f);
    write_image("kernel.exr", &grey);
    nbl_image_free(&grey);
    expect_emulated("@hidden.png @kernel.exr -o @out.png", 0, NULL);
    image = read_image("out.png");
    unsigned opaque = 0;
    for (int i = 0; i < 24 * 20; i++) {
        const float *texel = image.pixels + 4 * i;
        if (texel[3] < 1.0f) continue;
        ck_assert_float_eq_tol(texel[0], texel[1], 1e-6f);
        opaque++;
    }
    ck_assert_uint_eq(opaque, 64);
    ck_assert_float_eq_tol(image.pixels[4 * (24 * 10 + 12)], 1.0f, 0.01f); /* five texels from the edges: white */
    nbl_image_free(&image);
}
END_TEST

START_TEST(kernels_drawn_in_alpha) {
    nbl_image kernel = make_image(5, 4, NBL_IMAGE_CHANNELS_RGBA, 0.0f),
              light = make_image(5, 4, NBL_IMAGE_CHANNELS_Y, 0);
    for (int i = 0; i < 20; i++)
        for (int c = 0; c < 3; c++) {
            kernel.pixels[4 * i + c] = 0.0f;
            light.pixels[4 * i + c] = kernel.pixels[4 * i + 3];
        }
    write_image("drawn.exr", &kernel);
    write_image("light.exr", &light);
    write_plain("in.exr", 12, 9, 0.5f);
    expect_emulated("@in.exr @light.exr -o @want.exr", 0, NULL);
    expect_emulated("@in.exr @drawn.exr -o @out.exr", 0, "is black, and drawn in alpha, which is taken as its light");
    expect_close("out.exr", "want.exr");
    nbl_image_free(&kernel);
    nbl_image_free(&light);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom, pictures");
    TCase *test = tcase_create("pictures");
    tcase_set_timeout(test, 120);
    tcase_add_checked_fixture(test, begin, test_folder_remove);
    tcase_add_test(test, autocropped_images);
    tcase_add_test(test, kernels_about_their_centre);
    tcase_add_test(test, frames_that_are_there);
    tcase_add_test(test, windows_that_move);
    tcase_add_test(test, colours_under_alpha);
    tcase_add_test(test, kernels_drawn_in_alpha);
    suite_add_tcase(suite, test);
    return test_run_suite(suite);
}
