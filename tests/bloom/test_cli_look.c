/* nbl-bloom's masks, channels, previews, and kernels that change from frame to frame.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that were tried; each fails here: alpha of red alone, alpha before the colours' picture is there, a device
 * that ends after a frame's colours; a mask of integers read as light; --mask-invert ignored; a preview
 * whose kernel is not made smaller, or without its threshold; the first frame's kernel for all frames, on the executor,
 * on a device, and at low resolution on a device; a glow under alpha 0 told in each frame, of an .exr, of what was
 * bright before, or with --channels rgba.
 */
#include "tests/bloom/cli.h"

enum { WIDE = 24, HIGH = 16 };

static nbl_image scene_of(float value) { return make_image(WIDE, HIGH, NBL_IMAGE_CHANNELS_RGB, value); }

/* A kernel with its light in two texels, `way` apart: the bloom moves with it. */
static void write_kernel(const char *name, int way) {
    nbl_image kernel = make_image(9, 9, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (size_t i = 0; i < 4 * 81; i++) kernel.pixels[i] = i % 4 == 3 ? 1.0f : 0.0f;
    for (size_t c = 0; c < 3; c++) kernel.pixels[4 * (4 * 9 + 4) + c] = 0.75f - 0.25f * (float)c;
    for (size_t c = 0; c < 3; c++) kernel.pixels[4 * (4 * 9 + 4 + (size_t)way) + c] = 0.25f;
    write_image(name, &kernel);
    nbl_image_free(&kernel);
}

static void begin(void) {
    test_folder();
    nbl_image scene = scene_of(0.5f), mask = scene_of(0.0f);
    write_image("scene.exr", &scene);
    write_kernel("kernel.exr", 2);
    for (size_t i = 0; i < WIDE * HIGH; i++)
        for (size_t c = 0; c < 3; c++) mask.pixels[4 * i + c] = (float)((i + c) % 5) / 4.0f;
    write_image("mask.exr", &mask);
    nbl_image_free(&scene);
    nbl_image_free(&mask);
}

static double luminance(const float *t) {
    return 0.2126729 * (double)t[0] + 0.7151522 * (double)t[1] + 0.0721750 * (double)t[2];
}

/* What the mask's texel is, by the options of a row. */
static double mask_at(const nbl_image *mask, size_t i, const char *options) {
    const double value =
        strstr(options, "-channel green") ? (double)mask->pixels[4 * i + 1] : luminance(mask->pixels + 4 * i);
    return strstr(options, "mask-invert") ? 1.0 - value : value;
}

/* Where the bloom shows: between the image and its bloom, by the mask's number; and what blooms: the masked image's
 * bloom, and the rest as it was. */
START_TEST(masks_are_their_formulas) {
    static const char *const rows[] = {"--mask @mask.exr", "--mask @mask.exr --mask-invert",
                                       "--mask @mask.exr --mask-channel green --combine add --intensity 0.5",
                                       "--source-mask @mask.exr",
                                       "--source-mask @mask.exr --source-mask-invert --mask-channel green"};
    uint32_t cases = 0;
    nbl_image scene = read_image("scene.exr"), mask = read_image("mask.exr"), masked = scene_of(0.5f);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const bool of_source = strstr(rows[r], "--source-mask ") != NULL, adds = strstr(rows[r], "add") != NULL;
        char line[256];
        for (size_t i = 0; i < 4 * WIDE * HIGH; i++)
            masked.pixels[i] = (float)((double)scene.pixels[i] * (of_source ? mask_at(&mask, i / 4, rows[r]) : 1.0));
        write_image("masked.exr", &masked);
        expect_emulated(adds ? "@masked.exr @kernel.exr -o @bloom.exr --combine add --intensity 0.5"
                             : "@masked.exr @kernel.exr -o @bloom.exr",
                        0, NULL);
        snprintf(line, sizeof line, "@scene.exr @kernel.exr -o @out.exr %s", rows[r]);
        expect_emulated(line, 0, NULL);
        nbl_image bloom = read_image("bloom.exr"), out = read_image("out.exr");
        for (size_t i = 0; i < 4 * WIDE * HIGH; i++, cases++) {
            const double m = mask_at(&mask, i / 4, rows[r]), a = (double)scene.pixels[i], b = (double)bloom.pixels[i];
            const double wanted = i % 4 == 3 ? a : of_source ? b + (1.0 - m) * a : (1.0 - m) * a + m * b;
            ck_assert_msg(i % 4 == 3 || fabs((double)out.pixels[i] - wanted) < 2e-6, "%s, %zu: %g, not %g", rows[r], i,
                          (double)out.pixels[i], wanted);
        }
        nbl_image_free(&bloom);
        nbl_image_free(&out);
    }
    ck_assert_uint_eq(cases, 5 * 4 * WIDE * HIGH);
    nbl_image_free(&scene);
    nbl_image_free(&mask);
    nbl_image_free(&masked);
}
END_TEST

/* A .png's grey of 128 is a half, as in a painting program; alpha is a channel; a black mask drawn in alpha is taken by
 * it. */
START_TEST(masks_are_codes_and_alpha) {
    nbl_image scene = read_image("scene.exr"), mask = make_image(WIDE, HIGH, NBL_IMAGE_CHANNELS_RGBA, 0.0f);
    for (size_t i = 0; i < 4 * WIDE * HIGH; i++)
        mask.pixels[i] = i % 4 == 3 ? (i / 4 % 2 ? 1.0f : 0.25f) : 0.21586f; /* sRGB's 128 */
    mask.alpha = NBL_IMAGE_ALPHA_STRAIGHT;
    nbl_image_error error = {0};
    ck_assert_int_eq(nbl_image_write_toned(test_path("mask.png"), &mask, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE,
                                           &error),
                     NBL_IMAGE_OK);
    expect_emulated("@scene.exr @kernel.exr -o @bloom.exr", 0, NULL);
    expect_emulated("@scene.exr @kernel.exr -o @red.exr --mask @mask.png --mask-channel red", 0, NULL);
    expect_emulated("@scene.exr @kernel.exr -o @alpha.exr --mask @mask.png --mask-channel alpha", 0, NULL);
    nbl_image bloom = read_image("bloom.exr"), red = read_image("red.exr"), alpha = read_image("alpha.exr");
    for (size_t i = 0; i < 4 * WIDE * HIGH; i++) {
        const float half = 0.5f * (scene.pixels[i] + bloom.pixels[i]), share = i / 4 % 2 ? 1.0f : 0.25f;
        if (i % 4 == 3) continue;
        ck_assert_float_eq_tol(red.pixels[i], half, 0.004f);
        ck_assert_float_eq_tol(alpha.pixels[i], (1.0f - share) * scene.pixels[i] + share * bloom.pixels[i], 0.004f);
    }
    for (size_t i = 0; i < 4 * WIDE * HIGH; i++)
        if (i % 4 != 3) mask.pixels[i] = 0.0f;
    ck_assert_int_eq(nbl_image_write(test_path("drawn.png"), &mask, NBL_IMAGE_TYPE_FLOAT, &error), NBL_IMAGE_OK);
    expect_emulated("@scene.exr @kernel.exr -o @drawn.exr --mask @drawn.png", 0, "drawn in alpha, which is taken");
    nbl_image *images[] = {&scene, &mask, &bloom, &red, &alpha};
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) nbl_image_free(images[i]);
}
END_TEST

/* Alpha blooms as a grey picture of it does, by luminance, and colours as without it; in every frame of a sequence, on
 * the executor and on a device. */
START_TEST(alpha_blooms_as_a_grey_picture) {
    static const char *const backends[] = {"executor", "vulkan"};
    const char *file = test_driver_file(TEST_LAVAPIPE);
    const size_t count = file ? 2 : 1;
    uint32_t cases = 0, beyond = 0;
    for (int frame = 1; frame <= 2; frame++) {
        nbl_image seen = make_image(WIDE, HIGH, NBL_IMAGE_CHANNELS_RGBA, 0.5f), grey = scene_of(0.0f);
        for (size_t i = 0; i < WIDE * HIGH; i++) {
            const float alpha = i % WIDE < 6u * (unsigned)frame ? 1.0f : i % 7 == 0 ? 0.25f : 0.0f;
            seen.pixels[4 * i + 3] = alpha;
            for (size_t c = 0; c < 3; c++) grey.pixels[4 * i + c] = alpha, seen.pixels[4 * i + c] *= alpha;
        }
        write_image(frame == 1 ? "seen.1.exr" : "seen.2.exr", &seen);
        write_image(frame == 1 ? "grey.1.exr" : "grey.2.exr", &grey);
        nbl_image_free(&seen);
        nbl_image_free(&grey);
    }
    for (size_t b = 0; b < count; b++) {
        static const char *const names[] = {"seen", "colours", "alpha"};
        for (int run = 0; run < 3; run++) {
            char line[256];
            snprintf(
                line, sizeof line,
                "@%s.%%d.exr @kernel.exr -o @%s.out.%%d.exr --frames 1-2 --combine add --intensity 0.75 --backend %s%s",
                run == 2 ? "grey" : "seen", names[run], backends[b], run == 0 ? " --channels rgba" : "");
            expect_run(b == 0 ? NULL : test_driver_file_environment(file), line, 0, NULL);
        }
        for (int frame = 1; frame <= 2; frame++) {
            char name[64];
            nbl_image images[3];
            for (int run = 0; run < 3; run++) {
                snprintf(name, sizeof name, "%s.out.%d.exr", names[run], frame);
                images[run] = read_image(name);
            }
            for (size_t i = 0; i < 4 * WIDE * HIGH; i++, cases++) {
                const double of_grey = luminance(images[2].pixels + i / 4 * 4);
                const double wanted = i % 4 < 3 ? (double)images[1].pixels[i] : fmin(of_grey, 1.0);
                beyond += i % 4 == 3 && of_grey > 1.0;
                ck_assert_msg(fabs((double)images[0].pixels[i] - wanted) < 2e-6, "%s, frame %d, %zu: %g, not %g",
                              backends[b], frame, i, (double)images[0].pixels[i], wanted);
            }
            for (int run = 0; run < 3; run++) nbl_image_free(&images[run]);
        }
    }
    ck_assert_uint_eq(cases, count * 2 * 4 * WIDE * HIGH);
    ck_assert_uint_gt(beyond, 100);
}
END_TEST

/* A glow under alpha 0 is told, once a job, where the file hides it; what was bright there before is no glow. Of 72 x
 * 72 texels 27 x 27 are reached: 12 x 12 are the light, and three in the corner are too dark to count. */
START_TEST(a_glow_under_alpha_0_is_told) {
    enum { SIDE = 72 };
    static const struct {
        const char *line, *words;
    } rows[] = {{"@cut.1.exr @wide.exr -o @cut.png", "cut.png: 11.2 % of its texels have a glow and alpha 0"},
                {"@cut.%d.exr @wide.exr -o @cut.%d.png", "--channels rgba gives the glow alpha"},
                {"@cut.1.exr @wide.exr -o @cut.png --channels rgba", NULL},
                {"@cut.1.exr @wide.exr -o @cut.out.exr", NULL},
                {"@cut.1.exr @wide.exr -o @cut.jpg", NULL},
                {"@cut.1.exr @wide.exr -o @cut.png --intensity 0.0001", NULL},
                {"@fire.exr @wide.exr -o @fire.png --channels rgba", NULL},
                {"@lit.exr @wide.exr -o @lit.png", NULL}};
    nbl_image cut, wide;
    ck_assert_int_eq(nbl_image_create(SIDE, SIDE, NBL_IMAGE_CHANNELS_RGBA, &cut, NULL), NBL_IMAGE_OK);
    ck_assert_int_eq(nbl_image_create(31, 31, NBL_IMAGE_CHANNELS_RGB, &wide, NULL), NBL_IMAGE_OK);
    for (size_t i = 0; i < 4 * 31 * 31; i++) wide.pixels[i] = 1.0f;
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        const bool light = i % SIDE < 12 && i / SIDE < 12;
        for (size_t c = 0; c < 4; c++) cut.pixels[4 * i + c] = light ? 1.0f : 0.0f;
    }
    write_image("cut.1.exr", &cut);
    write_image("cut.2.exr", &cut);
    for (size_t i = 0; i < SIDE * SIDE; i++) cut.pixels[4 * i + 3] = 0.0f; /* light without alpha gets none */
    write_image("fire.exr", &cut);
    for (size_t i = 0; i < SIDE * SIDE; i++)
        for (size_t c = 0; c < 3; c++) cut.pixels[4 * i + c] = 1.0f;
    write_image("lit.exr", &cut);
    write_image("wide.exr", &wide);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s --combine add --backend executor%s", rows[i].line,
                 strstr(rows[i].line, "--intensity") ? "" : " --intensity 1");
        expect_run(NULL, line, 0, rows[i].words);
    }
    nbl_image_free(&cut);
    nbl_image_free(&wide);
}
END_TEST

START_TEST(channels_that_are_left_out_stay) {
    nbl_image scene = read_image("scene.exr");
    expect_emulated("@scene.exr @kernel.exr -o @bloom.exr --combine add --intensity 0.5", 0, NULL);
    expect_emulated("@scene.exr @kernel.exr -o @out.exr --combine add --intensity 0.5 --channels br", 0, NULL);
    nbl_image bloom = read_image("bloom.exr"), out = read_image("out.exr");
    for (size_t i = 0; i < 4 * WIDE * HIGH; i++) {
        if (i % 4 == 1) ck_assert(out.pixels[i] == scene.pixels[i] && bloom.pixels[i] != scene.pixels[i]);
        if (i % 4 != 1) ck_assert_float_eq_tol(out.pixels[i], bloom.pixels[i], 1e-6f);
    }
    nbl_image_free(&bloom);
    nbl_image_free(&out);
    nbl_image_free(&scene);
    expect_emulated("@scene.exr @kernel.exr -o @no.exr --channels rgba", 1,
                    "scene.exr: --channels rgba: it has no alpha");
    expect_emulated("@scene.exr @kernel.exr -o @no.exr --channels Y", 2, "must be letters of r, g, b and a");
    ck_assert(!exists("no.exr"));
}
END_TEST

START_TEST(masks_that_do_not_fit_are_refused) {
    write_plain("small.exr", WIDE, HIGH - 1, 0.0f);
    static const struct {
        const char *options, *words;
        int status;
    } rows[] = {{"--mask @small.exr", "small.exr: is a mask of 24 x 15 texels, and ", 1},
                {"--mask @missing.exr", "missing.exr: ", 1},
                {"--mask @mask.exr --mask-channel alpha", "it has no alpha", 1},
                {"--mask @mask.exr --mask-layer other", "mask.exr: ", 1},
                {"--mask-invert", "is for --mask", 2},
                {"--mask @mask.exr --source-mask-invert", "is for --source-mask", 2},
                {"--mask-channel red", "is for --mask or --source-mask", 2},
                {"--mask @mask.%d.exr", "is a sequence, and IMAGE is one file", 2},
                {"--preview --low-resolution 2", "--preview: is for --method fft", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        snprintf(line, sizeof line, "@scene.exr @kernel.exr -o @no.exr %s", rows[i].options);
        expect_emulated(line, rows[i].status, rows[i].words);
    }
    expect_emulated("@scene.exr @kernel.exr -o @mask.exr --mask @mask.exr", 2, "is the file of --mask, too");
    expect_emulated("@scene.exr @kernel.%d.exr -o @no.exr", 2, "KERNEL: ");
    expect_run(NULL, "compile 16x16 4x4 -o @folder --mask @mask.exr", 2, "--mask: is of runs");
    ck_assert(!exists("no.exr") && !exists("folder"));
}
END_TEST

/* Kernels and masks that change with the frame, on the executor: each frame as it comes by itself; on the others: the
 * same files again. */
static void expect_frames(const char *const *environment, const char *backend) {
    static const char *const hows[] = {"--source-mask @mask.%d.exr", "--low-resolution 2"};
    const bool alone = strcmp(backend, "executor") == 0;
    for (int how = 0; how < 2; how++) {
        char line[512], out[64], one[64] = "one.exr";
        snprintf(line, sizeof line, "@in.%%d.exr @kernel.%%d.exr -o @%s%d.%%d.exr --mask @mask.%%d.exr %s --backend %s",
                 backend, how, hows[how], backend);
        expect_run(environment, line, 0, NULL);
        for (int i = 1; i <= 3; i++) {
            int used =
                snprintf(line, sizeof line, "@in.%d.exr @kernel.%d.exr -o @one.exr --mask @mask.%d.exr --backend %s ",
                         i, i, i, backend);
            if (how) snprintf(line + used, sizeof line - (size_t)used, "%s", hows[how]);
            if (!how) snprintf(line + used, sizeof line - (size_t)used, "--source-mask @mask.%d.exr", i);
            if (alone) expect_run(environment, line, 0, NULL);
            if (!alone) snprintf(one, sizeof one, "executor%d.%d.exr", how, i);
            snprintf(out, sizeof out, "%s%d.%d.exr", backend, how, i);
            expect_same_files(out, one);
        }
    }
}

static void write_frames(void) {
    for (int i = 1; i <= 3; i++) {
        char name[32];
        nbl_image image = scene_of((float)i);
        snprintf(name, sizeof name, "in.%d.exr", i);
        write_image(name, &image);
        snprintf(name, sizeof name, "mask.%d.exr", i);
        for (size_t k = 0; k < 4 * WIDE * HIGH; k++) image.pixels[k] = (float)((k / 4 + (size_t)i) % 4) / 3.0f;
        write_image(name, &image);
        nbl_image_free(&image);
        snprintf(name, sizeof name, "kernel.%d.exr", i);
        write_kernel(name, i);
    }
}

START_TEST(kernels_and_masks_change_with_the_frame) {
    const char *file = test_driver_file(TEST_LAVAPIPE);
    write_frames();
    expect_frames(NULL, "executor");
    expect_frames(NULL, "emulator");
    if (file) expect_frames(test_driver_file_environment(file), "vulkan");
    remove(test_path("kernel.2.exr"));
    expect_emulated("@in.%d.exr @kernel.%d.exr -o @no.%d.exr", 1, "kernel.2.exr: is missing, and IMAGE has a frame 2");
    expect_emulated("@in.%d.exr @kernel.%d.exr -o @no.%d.exr --frames 1-2", 1, "kernel.2.exr: is missing");
    write_plain("kernel.2.exr", 9, 8, 0.0f);
    expect_emulated("@in.%d.exr @kernel.%d.exr -o @no.%d.exr --frames 2-3", 1,
                    "kernel.3.exr: 9 x 9 texels, and the kernels began with 9 x 8");
}
END_TEST

/* A preview is the mean of the whole result's squares, nearly: its kernel is as much smaller as the picture, and a
 * light of one texel blooms as brightly. */
START_TEST(previews_look_like_the_whole) {
    enum { BIG = 1300, SHORT = 90, SHRINK = 3 };
    static const char *const rows[] = {"", "--threshold 20 --combine add --intensity 0.7",
                                       "--boost 30 --boost-min 20 --combine mix --intensity 0.4", "--kernel-size 0.1"};
    nbl_image scene = make_image(BIG, SHORT, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (size_t i = 0; i < (size_t)BIG * SHORT; i++)
        for (size_t c = 0; c < 3; c++)
            scene.pixels[4 * i + c] = i % 9007 == 3000 ? 900.0f : 0.1f * (float)(i % BIG / 100 + c);
    write_image("big.exr", &scene);
    nbl_image_free(&scene);
    expect_run(NULL, "kernel gaussian --sigma 15 --size 129 -o @wide.exr", 0, NULL);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        char line[256];
        snprintf(line, sizeof line, "@big.exr @wide.exr -o @whole.exr --backend executor %s", rows[r]);
        const char *words =
            strstr(rows[r], "combine") ? NULL : "wide.exr: has no bright core: "; /* whatever size is computed */
        expect_run(NULL, line, 0, words);
        snprintf(line, sizeof line, "@big.exr @wide.exr -o @preview.exr --backend executor --preview %s", rows[r]);
        expect_run(NULL, line, 0, words);
        nbl_image whole = read_image("whole.exr"), preview = read_image("preview.exr");
        ck_assert_uint_eq(preview.width, (BIG + SHRINK - 1) / SHRINK);
        ck_assert_uint_eq(preview.height, (SHORT + SHRINK - 1) / SHRINK);
        double off = 0.0, light = 0.0;
        for (uint32_t y = 0; y < SHORT / SHRINK; y++)
            for (uint32_t x = 0; x < BIG / SHRINK; x++) {
                double mean = 0.0;
                for (uint32_t k = 0; k < SHRINK * SHRINK; k++)
                    mean +=
                        (double)whole.pixels[4 * ((SHRINK * y + k / SHRINK) * (size_t)BIG + SHRINK * x + k % SHRINK)];
                mean /= SHRINK * SHRINK;
                off += fabs((double)preview.pixels[4 * (y * (size_t)preview.width + x)] - mean);
                light += fabs(mean);
            }
        printf("preview \"%s\": %.4f of the light is elsewhere\n", rows[r], off / light);
        ck_assert_msg(off < 0.05 * light, "%s: %g of the light is elsewhere", rows[r], off / light);
        nbl_image_free(&whole);
        nbl_image_free(&preview);
    }
    /* With masks, and a picture that is small already. */
    expect_emulated("@scene.exr @kernel.exr -o @one.exr --mask @mask.exr --source-mask @mask.exr", 0, NULL);
    expect_emulated("@scene.exr @kernel.exr -o @two.exr --mask @mask.exr --source-mask @mask.exr --preview", 0, NULL);
    expect_same_files("one.exr", "two.exr");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom: masks, channels, frames, previews");
    TCase *tests = tcase_create("look");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, begin, test_folder_remove);
    tcase_add_test(tests, masks_are_their_formulas);
    tcase_add_test(tests, masks_are_codes_and_alpha);
    tcase_add_test(tests, channels_that_are_left_out_stay);
    tcase_add_test(tests, alpha_blooms_as_a_grey_picture);
    tcase_add_test(tests, a_glow_under_alpha_0_is_told);
    tcase_add_test(tests, masks_that_do_not_fit_are_refused);
    tcase_add_test(tests, kernels_and_masks_change_with_the_frame);
    tcase_add_test(tests, previews_look_like_the_whole);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
