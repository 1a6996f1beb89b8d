/* nbl-bloom for artists: tones and exposure, JPEG, progress, boosted highlights, sequences, and the methods without
 * FFT.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cli.h"

START_TEST(a_white_dot_returns_the_pngs_own_values) {
    expect_emulated("@codes.png @dot.exr -o @same.png --tonemap none", 0, NULL);
    expect_same_files("codes.png", "same.png");
    expect_emulated("@codes.png @dot.exr -o @default.png", 0, NULL); /* made for a screen: no curve */
    expect_same_files("codes.png", "default.png");
    expect_emulated("@codes.png @dot.exr -o @aces.png --tonemap aces", 0, NULL);
    expect_emulated("@codes.png @dot.exr -o @reinhard.png --tonemap reinhard", 0, NULL);
    nbl_image own = read_image("codes.png"), aces = read_image("aces.png"), reinhard = read_image("reinhard.png");
    /* The curves from their definitions, to half a code. */
    for (size_t i = 0; i < 256; i++) {
        const double v = (double)own.pixels[4 * i], x = 0.6 * v;
        const double wanted[2] = {x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), v / (1.0 + v)};
        ck_assert(fabs((double)aces.pixels[4 * i] - wanted[0]) < 0.005);
        ck_assert(fabs((double)reinhard.pixels[4 * i] - wanted[1]) < 0.005);
    }
    nbl_image_free(&own);
    nbl_image_free(&aces);
    nbl_image_free(&reinhard);
}
END_TEST

START_TEST(exposure_is_in_stops) {
    expect_emulated("@codes.png @dot.exr -o @plain.exr", 0, NULL);
    expect_emulated("@codes.png @dot.exr -o @up.exr --exposure 2.0", 0, NULL);
    expect_emulated("@codes.png @dot.exr -o @down.exr --exposure -1", 0, NULL);
    nbl_image plain = read_image("plain.exr"), up = read_image("up.exr"), down = read_image("down.exr");
    for (size_t i = 0; i < 4 * 256; i++) {
        const bool alpha = i % 4 == 3;
        ck_assert(up.pixels[i] == (alpha ? 1.0f : 4.0f) * plain.pixels[i]);
        ck_assert(down.pixels[i] == (alpha ? 1.0f : 0.5f) * plain.pixels[i]);
    }
    expect_emulated("@codes.png @dot.exr -o @up.exr --exposure 61", 2, "number from -60 to 60");
    expect_emulated("@codes.png @dot.exr -o @up.exr --exposure 2,5", 2, "--exposure 2,5: must be");
    nbl_image_free(&plain);
    nbl_image_free(&up);
    nbl_image_free(&down);
}
END_TEST

START_TEST(jpegs_are_read_and_written) {
    /* Smooth, since JPEG is for photos. */
    nbl_image photo = make_image(40, 24, NBL_IMAGE_CHANNELS_RGB, 0.0f), read;
    for (uint32_t i = 0; i < 40 * 24; i++)
        for (uint32_t c = 0; c < 3; c++) photo.pixels[4 * i + c] = (float)(i % 40 + (c + 1) * (i / 40)) / 120.0f;
    write_image("photo.exr", &photo);
    expect_emulated("@photo.exr @dot.exr -o @photo.jpg --tonemap none", 0, NULL);
    expect_emulated("@photo.jpg @dot.exr -o @again.exr", 0, NULL);
    read = read_image("again.exr");
    ck_assert(read.width == 40 && read.height == 24 && read.channels == NBL_IMAGE_CHANNELS_RGB);
    for (size_t i = 0; i < 4 * 40 * 24; i++)
        ck_assert_msg(i % 4 == 3 || fabsf(read.pixels[i] - photo.pixels[i]) < 0.03f, "%zu: %g, not %g", i,
                      (double)read.pixels[i], (double)photo.pixels[i]);
    nbl_image_free(&read);
    nbl_image_free(&photo);
    nbl_image grey = make_image(9, 5, NBL_IMAGE_CHANNELS_Y, 0.25f);
    write_image("grey.JPEG", &grey);
    nbl_image_free(&grey);
    read = read_image("grey.JPEG");
    ck_assert(read.channels == NBL_IMAGE_CHANNELS_Y && read.pixels[0] == read.pixels[2] && read.pixels[3] == 1.0f);
    nbl_image_free(&read);
    size_t size;
    unsigned char *bytes = read_bytes("photo.jpg", &size);
    for (size_t cut = 0; cut < size; cut += size / 9 + 1) { /* a file that ends early is an error, never a grey half */
        test_write_file(test_path("cut.jpg"), bytes, cut);
        expect_emulated("@cut.jpg @dot.exr -o @no.exr", 1, "cut.jpg: ");
    }
    ck_assert(!exists("no.exr"));
    free(bytes);
}
END_TEST

START_TEST(progress_is_told) {
    expect_run(NULL, "@codes.png @dot.exr -o @out.exr --backend emulator", 0, NULL);
    test_output_t output = bloom_with(NULL, "@codes.png @dot.exr -o @out.exr --backend emulator --progress");
    ck_assert_msg(output.status == 0 && strncmp(output.error, "nbl-bloom: reading\n", 19) == 0, "%s", output.error);
    test_output_free(&output);
}
END_TEST

/* A white dot as the kernel: what blooms is the boosted picture itself, and mix and add begin with the picture as it
 * was. Meant to catch, not tried: no copy before the boost; tool_library_combine() that gives the library --combine as
 * well; the largest one ignored. */
START_TEST(highlights_are_boosted) {
    static const struct {
        const char *options;
        float of_3, of_half;               /* what texels of 3 and 0.5 become */
    } rows[] = {{"--boost 4", 9.0f, 0.5f}, /* 1 + 4 (3 - 1) */
                {"--boost 4 --boost-min 0", 12.0f, 2.0f},
                {"--boost 4 --boost-max 5", 5.0f, 0.5f},
                {"--boost 4 --combine add --intensity 0.5", 7.5f, 0.75f},
                {"--boost 4 --combine mix --intensity 0.25", 4.5f, 0.5f},
                {"--boost 4 --combine add --method dual-filter --levels 1 --intensity 1e-6", 3.0f, 0.5f}};
    nbl_image scene, dot;
    uint32_t cases = 0;
    ck_assert_int_eq(nbl_image_create(8, 8, NBL_IMAGE_CHANNELS_RGB, &scene, NULL), NBL_IMAGE_OK);
    ck_assert_int_eq(nbl_image_create(1, 1, NBL_IMAGE_CHANNELS_RGB, &dot, NULL), NBL_IMAGE_OK);
    for (int i = 0; i < 64; i++)
        for (int c = 0; c < 3; c++) scene.pixels[4 * i + c] = i % 2 ? 3.0f : 0.5f;
    for (int c = 0; c < 3; c++) dot.pixels[c] = 1.0f;
    write_image("scene.exr", &scene);
    write_image("scene.1.exr", &scene);
    write_image("scene.2.exr", &scene);
    write_image("dot.exr", &dot);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        const bool blurs = strstr(rows[i].options, "--method") != NULL;
        snprintf(line, sizeof line, "@scene.exr %s -o @out.exr %s", blurs ? "" : "@dot.exr", rows[i].options);
        expect_emulated(line, 0, NULL);
        nbl_image out = read_image("out.exr");
        for (int k = 0; k < 64; k++, cases++) {
            const float wanted = k % 2 ? rows[i].of_3 : rows[i].of_half;
            ck_assert_msg(fabsf(out.pixels[4 * k + k % 3] - wanted) < 2e-5f * wanted + 1e-5f,
                          "%s, texel %d: %g, not %g", rows[i].options, k, (double)out.pixels[4 * k + k % 3],
                          (double)wanted);
        }
        nbl_image_free(&out);
    }
    ck_assert_uint_eq(cases, 6 * 64);
    expect_emulated("@scene.%d.exr @dot.exr -o @frame.%d.exr --boost 4 --combine add", 0, NULL); /* each its own */
    nbl_image last = read_image("frame.2.exr");
    ck_assert_float_eq_tol(last.pixels[4], 12.0f, 1e-4f);
    nbl_image_free(&last);
    /* A picture that is too dark for them is told. */
    expect_emulated("@scene.exr @dot.exr -o @out.exr --boost 8 --boost-min 3", 0,
                    "nothing is boosted: --boost-min is 3, and the brightest texel has 3");
    expect_emulated("@scene.exr @dot.exr -o @out.exr --threshold 20 --combine add", 0,
                    "nothing glows: --threshold 20 begins at 10, and the brightest colour is 3");
    /* So is a mask that leaves no light to glow. Without the comparison with the image it would be told of black
     * images. */
    nbl_image black = make_image(scene.width, scene.height, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (size_t i = 0; i < 4 * (size_t)black.width * black.height; i++) black.pixels[i] = 0.0f;
    write_image("black.exr", &black);
    nbl_image_free(&black);
    expect_emulated("@scene.exr @dot.exr -o @out.exr --source-mask @black.exr", 0, "is black wherever there is light");
    expect_emulated("@scene.exr @dot.exr -o @no.exr --boost-min 2", 2, "are for --boost");
    expect_emulated("@scene.exr @dot.exr -o @no.exr --boost 2 --threshold 2", 2, "in place of --threshold");
    expect_emulated("@scene.exr @dot.exr -o @no.exr --boost 2 --boost-max 0.5", 2, "is not below --boost-min");
    nbl_image_free(&scene);
    nbl_image_free(&dot);
}
END_TEST

/* ---- Sequences */

static void make_frames(int first, int last) {
    for (int i = first; i <= last; i++) {
        char name[32];
        snprintf(name, sizeof name, "in.%03d.exr", i);
        nbl_image frame = make_image(20, 12, NBL_IMAGE_CHANNELS_RGB, (float)i);
        write_image(name, &frame);
        nbl_image_free(&frame);
    }
}

/* Each frame as it comes by itself. */
static void expect_frames(const char *line, const char *rest, int first, int last) {
    char all[512], name[32];
    snprintf(all, sizeof all, "@in.%%03d.exr %s -o @out.%%d.exr %s", line, rest);
    expect_run(NULL, all, 0, NULL);
    for (int i = first; i <= last; i++) {
        snprintf(all, sizeof all, "@in.%03d.exr %s -o @one.exr %s", i, line,
                 strstr(rest, "--frames") ? "--backend emulator" : rest);
        expect_run(NULL, all, 0, NULL);
        snprintf(name, sizeof name, "out.%d.exr", i);
        expect_same_files(name, "one.exr");
        remove(test_path(name));
    }
    snprintf(name, sizeof name, "out.%d.exr", first - 1);
    ck_assert(!exists(name));
    snprintf(name, sizeof name, "out.%d.exr", last + 1);
    ck_assert(!exists(name));
}

START_TEST(sequences_are_their_frames) {
    nbl_image kernel = make_image(5, 4, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    write_image("kernel.exr", &kernel);
    nbl_image_free(&kernel);
    make_frames(1, 5);
    expect_frames("@kernel.exr", "--backend emulator", 1, 5);
    expect_frames("@kernel.exr", "--backend emulator --frames 2-4", 2, 4);
    expect_frames("", "--backend emulator --method dual-filter", 1, 5);
    expect_run(NULL, "@in.%03d.exr @kernel.exr -o @out.exr", 2,
               "out.exr: is one file, but the other path is a sequence");
    expect_run(NULL, "@in.001.exr @kernel.exr -o @out.%d.exr", 2, "in.001.exr: is one file");
    expect_run(NULL, "@in.001.exr @kernel.exr -o @out.exr --frames 1-2", 2, "is for a sequence");
    expect_run(NULL, "@in.%03d.exr @kernel.exr -o @out.%d.exr --frames 3-2", 2, "--frames 3-2: must be a range");
    expect_emulated("@in.%03d.exr @kernel.exr -o @in.%03d.exr", 2, "is the file of IMAGE, too");
    expect_emulated("@in.%03d.exr @kernel.exr -o @out.%d.exr --frames 5-6", 1, "frames 6 of --frames 5-6 are missing");
    ck_assert(!exists("out.5.exr") && !exists("out.6.exr"));
    expect_emulated("@no.%03d.exr @kernel.exr -o @out.%d.exr", 1, "the sequence has no frame");
    nbl_image other = make_image(20, 13, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    write_image("in.003.exr", &other);
    nbl_image_free(&other);
    expect_emulated("@in.%03d.exr @kernel.exr -o @out.%d.exr", 1,
                    "in.003.exr: 20 x 13 texels, and the sequence began with 20 x 12");
}
END_TEST

/* The names of all frames count, not the first one's alone, and nothing is written before they are compared. */
START_TEST(no_frame_is_another_file) {
    static const char *const lines[][2] = {
        {"@kernel.exr -o @out.%03d.exr --timings @in.003.exr", "in.003.exr is the file of IMAGE, too"},
        {"@kernel.exr -o @out.%03d.exr --trace @in.002.exr", "in.002.exr is the file of IMAGE, too"},
        {"@kernel.exr -o @out.%03d.exr --timings @out.003.exr", "out.003.exr is the file of -o, too"},
        {"@kernel.exr -o @out.%03d.exr --trace @out.002.exr", "out.002.exr is the file of -o, too"},
        {"@out.002.exr -o @out.%03d.exr", "out.002.exr is the file of KERNEL, too"},
        {"@kernel.exr -o @in.00%d.exr --frames 1-3", "in.001.exr is the file of IMAGE, too"},
        {"@kernel.exr -o @in.%03d.exr --frames 0-3", "in.000.exr is the file of IMAGE, too"},
        {"@kernel.exr -o @linked.%d.exr", "linked.3.exr is the file of IMAGE, too"}};
    make_frames(1, 3);
    write_plain("kernel.exr", 5, 4, 0.0f);
    write_plain("out.002.exr", 5, 4, 0.0f);
    ck_assert_int_eq(symlink("in.003.exr", test_path("linked.3.exr")), 0);
    size_t bytes, after;
    unsigned char *before = read_bytes("in.003.exr", &bytes);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[512];
        snprintf(line, sizeof line, "@in.%%03d.exr %s", lines[i][0]);
        expect_emulated(line, 2, lines[i][1]);
        ck_assert(!exists("out.001.exr") && !exists("linked.1.exr") && !exists("in.000.exr"));
    }
    unsigned char *now = read_bytes("in.003.exr", &after);
    ck_assert(after == bytes && memcmp(before, now, bytes) == 0);
    free(before);
    free(now);
    expect_emulated("@in.%03d.exr @kernel.exr -o @out.%d.exr --frames 1-2000000", 2, "are more than 1000000 frames");
}
END_TEST

START_TEST(sequences_run_on_a_device) {
    const char *file = test_driver_file(TEST_LAVAPIPE);
    if (!file) return;
    make_frames(0, 2);
    const char *const *environment = test_driver_file_environment(file);
    static const char *const jobs[] = {"@dot.exr", "--method dual-filter --levels 2"};
    for (int j = 0; j < 2; j++) {
        char line[256];
        snprintf(line, sizeof line, "@in.%%03d.exr %s -o @gpu.%%d.exr --backend vulkan", jobs[j]);
        expect_run(environment, line, 0, NULL);
        snprintf(line, sizeof line, "@in.%%03d.exr %s -o @cpu.%%d.exr", jobs[j]);
        expect_emulated(line, 0, NULL);
        expect_same_files("gpu.0.exr", "cpu.0.exr");
        expect_same_files("gpu.1.exr", "cpu.1.exr");
        expect_same_files("gpu.2.exr", "cpu.2.exr");
    }
}
END_TEST

/* ---- Methods */

START_TEST(methods_without_a_kernel) {
    nbl_image even = make_image(30, 20, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (size_t i = 0; i < 30 * 20; i++) even.pixels[4 * i] = even.pixels[4 * i + 1] = even.pixels[4 * i + 2] = 0.75f;
    write_image("even.exr", &even);
    nbl_image_free(&even);
    static const char *const lines[] = {"--method dual-filter --levels 3 --spread 0.5",
                                        "--method prefix-sum --sigma 4 --boxes 4 --wrap repeat",
                                        "--method prefix-sum --timings @t.json",
                                        "--method dual-filter --combine mix --intensity 0.5 --threshold 0.1 --check"};
    for (int i = 0; i < 4; i++) { /* what is even stays */
        char line[256];
        snprintf(line, sizeof line, "@even.exr -o @out.exr %s", lines[i]);
        expect_emulated(line, 0, NULL);
        nbl_image out = read_image("out.exr");
        for (size_t t = 0; t < 30 * 20; t++) ck_assert_float_eq_tol(out.pixels[4 * t], 0.75f, 1e-6f);
        nbl_image_free(&out);
    }
    size_t size;
    char *text = (char *)read_bytes("t.json", &size);
    ck_assert(strstr(text, "\"method\": \"prefix-sum\"") && strstr(text, "\"name\": \"along y\""));
    free(text);
    expect_emulated("@even.exr @dot.exr -o @out.exr --method dual-filter", 2,
                    "dot.exr: only --method fft takes a kernel");
    expect_emulated("@even.exr -o @out.exr --method dual-filter --sharpen 0.5", 2, "are for fft");
    expect_emulated("@even.exr -o @out.exr --method dual-filter --sigma 3", 2, "is for --method prefix-sum");
    expect_emulated("@even.exr @dot.exr -o @out.exr --levels 3", 2, "is for --method dual-filter");
    expect_emulated("@even.exr -o @out.exr --method prefix-sum --wrap wrap", 2, "repeat|clamp|border|mirror");
    expect_emulated("@even.exr -o @out.exr --method prefix-sum --subgroup-size 4", 2, "is for --method fft");
    expect_emulated("-o @out.exr --method prefix-sum", 2, "IMAGE");
}
END_TEST

/* A wide kernel that fills its spectrum: half of it lies where each interpolation fails. */
START_TEST(ghosts_are_announced) {
    nbl_image flat = make_image(16, 16, NBL_IMAGE_CHANNELS_RGB, 1.0f);
    write_image("flat.exr", &flat);
    nbl_image_free(&flat);
    static const char *const kinds[] = {"six-taps", "cubic", "b-spline", "linear"};
    for (int i = 0; i < 4; i++) {
        char line[256];
        snprintf(line, sizeof line, "@codes.png @flat.exr -o @%d.exr --kernel-mode resample --interpolation %s", i,
                 kinds[i]);
        expect_emulated(line, 0, "% of its light becomes ghosts; pad has none");
    }
    expect_emulated("@codes.png @flat.exr -o @resampled.exr --kernel-mode resample", 0, "ghosts");
    expect_same_files("resampled.exr", "0.exr");
    expect_emulated("@codes.png @flat.exr -o @pad.exr", 0, NULL);
    expect_emulated("@codes.png @dot.exr -o @none.exr --kernel-mode resample", 0, NULL);
    expect_emulated("@codes.png @flat.exr -o @no.exr --interpolation cubic", 2, "is for --kernel-mode resample");
    /* The better one is nearer to what is exact. */
    nbl_image pad = read_image("pad.exr"), best = read_image("0.exr"), linear = read_image("3.exr");
    double errors[2] = {0, 0};
    for (size_t i = 0; i < 4 * 256; i++) {
        errors[0] += pow((double)best.pixels[i] - (double)pad.pixels[i], 2);
        errors[1] += pow((double)linear.pixels[i] - (double)pad.pixels[i], 2);
    }
    ck_assert_msg(errors[0] < 0.5 * errors[1], "%g, %g", errors[0], errors[1]);
    nbl_image_free(&pad);
    nbl_image_free(&best);
    nbl_image_free(&linear);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom, for artists");
    TCase *tests = tcase_create("artists");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, begin_with_dot_and_codes, test_folder_remove);
    tcase_add_test(tests, a_white_dot_returns_the_pngs_own_values);
    tcase_add_test(tests, exposure_is_in_stops);
    tcase_add_test(tests, jpegs_are_read_and_written);
    tcase_add_test(tests, highlights_are_boosted);
    tcase_add_test(tests, progress_is_told);
    tcase_add_test(tests, sequences_are_their_frames);
    tcase_add_test(tests, no_frame_is_another_file);
    tcase_add_test(tests, sequences_run_on_a_device);
    tcase_add_test(tests, methods_without_a_kernel);
    tcase_add_test(tests, ghosts_are_announced);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
