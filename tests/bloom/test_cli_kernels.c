/* nbl-bloom's kernels: from physics and from pictures of apertures, their sums and sizes, and what the tool advises.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cli.h"

static void expect_said(const char *name, const char *words, bool said) {
    char line[128];
    snprintf(line, sizeof line, "check @%s", name);
    test_output_t output = bloom_with(NULL, line);
    ck_assert_msg(output.status == 0 && (strstr(output.text, words) != NULL) == said, "%s %s \"%s\": %s%s", name,
                  said ? "lacks" : "says", words, output.text, output.error);
    test_output_free(&output);
}

static void expect_advice(const char *name, const char *words) { expect_said(name, words, true); }
static void expect_no_advice(const char *name, const char *words) { expect_said(name, words, false); }

static nbl_image make_kernel(const char *line) {
    char all[512];
    snprintf(all, sizeof all, "kernel %s -o @made.exr", line);
    expect_run(NULL, all, 0, NULL);
    return read_image("made.exr");
}

/* Red, from the centre. */
static double at(const nbl_image *kernel, int x, int y) {
    const size_t i = (size_t)((int)kernel->height / 2 + y) * kernel->width + (size_t)((int)kernel->width / 2 + x);
    return (double)kernel->pixels[4 * i];
}

START_TEST(kernels_are_what_physics_says) {
    /* lambda N / pixel = 0.55 * 128 / 4 = 17.6 texels: Airy's first dark ring at 1.220, the first bright one at 1.635
     * with 0.0175 of the middle (Goodman, table of Airy's pattern). */
    nbl_image k = make_kernel("airy --size 129 --f-number 128 --pixel 4 --wavelength 550");
    ck_assert(at(&k, 21, 0) < 1e-3 * at(&k, 0, 0) && at(&k, 0, -21) < 1e-3 * at(&k, 0, 0));
    ck_assert_double_eq_tol(at(&k, 29, 0) / at(&k, 0, 0), 0.0175, 0.0003);
    nbl_image_free(&k);
    /* Four blades at 45 degrees: a square of side sqrt(2) R, sinc^2(x) sinc^2(y); k r = pi x / 17.6 / sqrt(2) at the
     * edge. */
    k = make_kernel("starburst --blades 4 --rotation 45 --size 129 --f-number 128 --pixel 4 --wavelength 550");
    for (int x = 3; x < 40; x += 6) {
        const double u = 3.14159265358979 * x / 17.6 / sqrt(2.0), v = 3.14159265358979 * 5 / 17.6 / sqrt(2.0);
        const double a = pow(sin(u) / u, 2), b = pow(sin(v) / v, 2);
        ck_assert_double_eq_tol(at(&k, x, 0) / at(&k, 0, 0), a, 0.003);
        ck_assert_double_eq_tol(at(&k, x, 5) / at(&k, 0, 0), a * b, 0.003);
    }
    nbl_image_free(&k);
    k = make_kernel("anamorphic --squeeze 4 --size 129 --f-number 64 --wavelength 550");
    ck_assert_double_eq_tol(at(&k, 16, 0) / at(&k, 0, 4), 1.0, 0.02);
    ck_assert(at(&k, 0, 11) < 1e-2 * at(&k, 0, 0)); /* 1.22 * 8.8 */
    nbl_image_free(&k);
    k = make_kernel("gaussian --sigma 5 --size 101");
    double variance = 0;
    for (int y = -50; y <= 50; y++)
        for (int x = -50; x <= 50; x++) variance += x * x * at(&k, x, y);
    ck_assert_double_eq_tol(variance, 25.0 + 1.0 / 12.0, 0.01); /* and of the texel itself */
    nbl_image_free(&k);
    /* Beyond half a degree the eye's glare falls as the square. */
    k = make_kernel("glare --degrees 0.05 --size 201");
    ck_assert_double_eq_tol(at(&k, 60, 0) / at(&k, 30, 0),
                            (0.478 * 20.91 / pow(3.02, 3) + 0.138 * 72.37 / pow(3.02, 2)) /
                                (0.478 * 20.91 / pow(1.52, 3) + 0.138 * 72.37 / pow(1.52, 2)),
                            1e-3);
    nbl_image_free(&k);
}
END_TEST

/* A picture of a disc, or of a hexagon with a corner at 10 degrees, each texel's share of the aperture in it. */
static void write_aperture(const char *name, int side, bool hexagon) {
    enum { PARTS = 8 };
    nbl_image picture = make_image((uint32_t)side, (uint32_t)side, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    memset(picture.pixels, 0, 4 * sizeof(float) * (size_t)side * (size_t)side);
    for (int y = 0; y < side * PARTS; y++)
        for (int x = 0; x < side * PARTS; x++) {
            const double u = (2.0 * x + 1.0) / (side * PARTS) - 1.0, v = (2.0 * y + 1.0) / (side * PARTS) - 1.0;
            bool inside = u * u + v * v <= 1.0;
            for (int edge = 0; hexagon && edge < 6; edge++) {
                const double angle = (10.0 + 30.0 + 60.0 * edge) * 3.14159265358979 / 180.0;
                inside = inside && u * cos(angle) + v * sin(angle) <= sqrt(0.75);
            }
            for (int c = 0; c < 3 && inside; c++)
                picture.pixels[4 * (y / PARTS * side + x / PARTS) + c] += 1.0f / (PARTS * PARTS);
        }
    write_image(name, &picture);
    nbl_image_free(&picture);
}

/* By a picture of the aperture, what the aperture's own formula says. Meant to catch, not tried: the picture's side as
 * its radius; a spectrum that is not squared; columns that are not transformed; y without a sign in aperture_at(). */
START_TEST(kernels_of_pictures_are_what_physics_says) {
    static const struct {
        bool hexagon;
        const char *by_formula, *options;
    } rows[] = {{false, "airy", "--size 96"},
                {true, "starburst", "--size 96"},
                {true, "starburst --rotation 33", "--rotation 23 --size 96 --wavelength 620"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        write_aperture("aperture.exr", 200, rows[i].hexagon);
        snprintf(line, sizeof line, "%s --size 96%s", rows[i].by_formula, i == 2 ? " --wavelength 620" : "");
        nbl_image wanted = make_kernel(line);
        snprintf(line, sizeof line, "@aperture.exr %s", rows[i].options);
        nbl_image got = make_kernel(line);
        double off = 0.0, light = 0.0;
        for (size_t k = 0; k < 4 * 96 * 96; k++) {
            if (k % 4 == 3) continue;
            off += fabs((double)got.pixels[k] - (double)wanted.pixels[k]);
            light += (double)wanted.pixels[k];
        }
        printf("kernel of a picture: %.4f of %s's light is elsewhere\n", off / light, rows[i].by_formula);
        ck_assert_msg(off < 0.02 * light, "%s: %g of the light is elsewhere", rows[i].by_formula, off / light);
        nbl_image_free(&got);
        nbl_image_free(&wanted);
    }
    expect_run(NULL, "kernel @aperture.exr --size 512 -o @far.exr", 0, "a larger picture tells more");
    nbl_image black = make_image(5, 4, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    memset(black.pixels, 0, 4 * 5 * 4 * sizeof(float));
    write_image("black.exr", &black);
    nbl_image_free(&black);
    expect_run(NULL, "kernel @black.exr -o @no.exr", 1, "black.exr: an aperture that is black lets nothing pass");
    expect_run(NULL, "kernel @missing.exr -o @no.exr", 1, "missing.exr: ");
    ck_assert(!exists("no.exr"));
    /* White on black, black on white, and a drawing as the kernel. A border that is not compared with the middle, and a
     * tenth that is a half, fail. */
    write_aperture("aperture.exr", 200, true);
    expect_run(NULL, "kernel @aperture.exr --size 96 -o @star.exr", 0, NULL);
    nbl_image drawing = read_image("aperture.exr");
    for (size_t i = 0; i < 200 * 200; i++)
        for (int c = 0; c < 3; c++) drawing.pixels[4 * i + c] = 1.0f - drawing.pixels[4 * i + c];
    write_image("inverted.exr", &drawing);
    nbl_image_free(&drawing);
    expect_run(NULL, "kernel @inverted.exr --size 96 -o @star.exr", 0,
               "inverted.exr: is bright at its border and dark in");
    write_plain("photo.exr", 40, 30, 0.5f);
    expect_run(NULL, "@photo.exr @aperture.exr -o @out.exr --backend executor", 0,
               "if it shows a lens's opening, an aperture, nbl-bloom kernel");
    expect_run(NULL, "@photo.exr @star.exr -o @out.exr --backend executor", 0, NULL);
    expect_advice("aperture.exr", "- A drawing: each light becomes this shape");
}
END_TEST

/* By --invert a dark opening on white is the same aperture, and no line is said. */
START_TEST(dark_openings_are_inverted) {
    write_aperture("bright.exr", 64, false);
    nbl_image picture = read_image("bright.exr");
    for (size_t i = 0; i < 4 * 64 * 64; i++)
        if (i % 4 != 3) picture.pixels[i] = 1.0f - picture.pixels[i];
    write_image("dark.exr", &picture);
    nbl_image_free(&picture);
    nbl_image wanted = make_kernel("@bright.exr --size 32 --f-number 16"),
              got = make_kernel("@dark.exr --invert --size 32 --f-number 16");
    for (size_t i = 0; i < 4 * 32 * 32; i++) ck_assert_float_eq_tol(got.pixels[i], wanted.pixels[i], 1e-6f);
    nbl_image_free(&wanted);
    nbl_image_free(&got);
}
END_TEST

/* In the light of all wavelengths a starburst is white in sum, and its longest waves reach farthest. */
START_TEST(kernels_have_one_sum_by_channel) {
    static const char *const kinds[] = {"starburst", "airy", "gaussian", "anamorphic", "glare"};
    for (int i = 0; i < 5; i++) {
        char line[64];
        snprintf(line, sizeof line, "%s --size 64", kinds[i]);
        nbl_image k = make_kernel(line);
        double sums[3] = {0, 0, 0};
        for (size_t t = 0; t < 64 * 64; t++)
            for (size_t c = 0; c < 3; c++) sums[c] += (double)k.pixels[4 * t + c];
        for (int c = 0; c < 3; c++) ck_assert_double_eq_tol(sums[c], 1.0, 1e-5);
        const float *middle = k.pixels + 4 * (32 * 64 + 32);
        if (i < 2) ck_assert(middle[2] > middle[0]);
        nbl_image_free(&k);
        if (i == 0) expect_emulated("@codes.png @made.exr -o @starburst.exr", 0, NULL);
    }
    expect_run(NULL, "kernel starburst --size 64 -o @made.hdr", 0, NULL);
    expect_run(NULL, "kernel starburst --size 64 -o @made.png", 0, "made.png: has lost 39 % of the kernel's light");
    expect_run(NULL, "kernel heart -o @no.exr", 2, "expected starburst, airy");
    expect_run(NULL, "kernel airy", 2, "-o");
    expect_run(NULL, "kernel airy -o @no.exr --blades 2", 2, "3 to 32");
    expect_run(NULL, "kernel airy -o @no.exr --wavelength 200", 2, "380 to 780");
    expect_run(NULL, "kernel airy -o @no.exr --blades 5", 2, "--blades: is for starburst, not for airy");
    expect_run(NULL, "kernel gaussian -o @no.exr --f-number 8", 2,
               "--f-number: is for kernels of diffraction, not for");
    expect_run(NULL, "kernel starburst -o @no.exr --sigma 8", 2, "--sigma: is for gaussian, not for starburst");
    expect_run(NULL, "kernel @made.exr -o @no.exr --blades 5", 2, "made.exr: draw the blades into the picture");
    expect_run(NULL, "kernel airy -o @no/no.exr", 1, "no/no.exr");
    expect_run(NULL, "kernel airy -o @no.exr --invert", 2, "--invert: is for a picture of an aperture, not for airy");
    ck_assert(!exists("no.exr"));
}
END_TEST

/* sRGB's codes 255, 170, 60 are the light 1, .402, .045, of luminance .503. Tried, and each fails: codes as light,
 * light not divided by its luminance. */
START_TEST(kernels_are_tinted) {
    static const double light[3] = {1.0, 0.40198, 0.04519};
    const double luminance = 0.2126729 * light[0] + 0.7151522 * light[1] + 0.0721750 * light[2];
    nbl_image k = make_kernel("gaussian --size 64 --tint 255,170,60");
    double sums[3] = {0, 0, 0};
    for (size_t t = 0; t < 64 * 64; t++)
        for (size_t c = 0; c < 3; c++) sums[c] += (double)k.pixels[4 * t + c];
    nbl_image_free(&k);
    for (int c = 0; c < 3; c++) ck_assert_double_eq_tol(sums[c], light[c] / luminance, 1e-4);
    static const char *const wrong[] = {"255,170", "255,170,60,1", "256,0,0", "-1,0,9", "0,0,0", "orange"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[96];
        snprintf(line, sizeof line, "kernel gaussian -o @no.exr --tint %s", wrong[i]);
        expect_run(NULL, line, 2, "must be a colour as a colour picker shows it");
    }
    ck_assert(!exists("no.exr"));
}
END_TEST

/* What a kernel of the tool's own does without options is nothing to advise on. */
START_TEST(defaults_and_advice_agree) {
    static const struct {
        const char *line, *words;
    } kernels[] = {{"starburst", "Nothing to advise."},
                   {"airy", "Nothing to advise."},
                   {"starburst --f-number 16", "- Soft: 33 %"},
                   {"starburst --f-number 22", "--combine mix --intensity"},
                   {"glare", "- Soft: 32 %"},
                   {"gaussian", "No bright core"}};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        nbl_image k = make_kernel(kernels[i].line);
        nbl_image_free(&k);
        expect_advice("made.exr", kernels[i].words);
    }
}
END_TEST

START_TEST(swapped_files_are_noticed) {
    nbl_image k = make_kernel("starburst --size 16");
    nbl_image_free(&k);
    write_plain("photo.exr", 40, 30, 0.5f);
    expect_emulated("@made.exr @photo.exr -o @out.exr", 0, "made.exr: seems to be the kernel, and ");
    expect_emulated("@photo.exr @made.exr -o @out.exr", 0, NULL);
    expect_emulated("@photo.exr @photo.exr -o @out.exr", 0, NULL);
}
END_TEST

/* A black picture with a square of light. */
static void write_square(const char *name, uint32_t side, uint32_t from, uint32_t size, float light) {
    nbl_image k = make_image(side, side, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (uint32_t i = 0; i < side * side; i++)
        for (uint32_t c = 0; c < 3; c++)
            k.pixels[4 * i + c] = i % side - from < size && i / side - from < size ? light : 0.0f;
    write_image(name, &k);
    nbl_image_free(&k);
}

/* A kernel that is hardly meant: one line says what is wrong and what to do. Tried, and each fails: light at the border
 * that is not compared with the mean, a distance from the centre that is not compared. */
START_TEST(kernels_hardly_meant_are_told) {
    static const struct {
        const char *line, *words; /* words NULL: silence */
    } rows[] = {
        {"@photo.exr @lit.exr", "lit.exr: seems to be a photo and no kernel: "}, /* at its border */
        {"@photo.exr @lit.exr --combine add --threshold 0.6", "lit.exr: seems to be a photo and no kernel: "},
        {"@photo.exr @aside.exr", "is a blur, moved by (-22, -22) texels; a kernel is bright in its middle"},
        {"@photo.exr @aside.exr --kernel-scale 0.5", "moved by (-11, -11) texels"},
        {"@small.exr @aside.exr", "it has more texels than IMAGE, which comes first"},
        {"@drawn.exr @lit.exr", "drawn.exr: seems to be the kernel, and "}, /* larger than what is drawn */
        {"@photo.exr @soft.exr", "soft.exr: has no bright core: "},
        {"@photo.exr @soft.exr --combine add --threshold 0.6", NULL},
        {"@photo.exr @soft.exr --sharpen 0.5", NULL},
        {"@photo.exr @soft.exr --kernel-scale 0.05", NULL}, /* it is a dot then */
        {"@photo.exr @star.exr", NULL},
        {"@photo.exr @drawn.exr", "equally bright"},
        {"@photo.exr @drawn.exr --kernel-scale 0.99", "equally bright"},
        {"@photo.exr @drawn.exr --kernel-scale 0.5", "--combine mix --intensity 0.2 keeps the picture beside it"},
        {"@photo.exr @drawn.exr --kernel-size 0.3", "equally bright"},
        {"@photo.exr @drawn.exr --kernel-scale 2", "equally bright"},
    };
    write_plain("photo.exr", 100, 70, 0.5f);
    write_plain("small.exr", 40, 30, 0.5f);
    nbl_image lit = make_image(90, 70, NBL_IMAGE_CHANNELS_RGB, 0.5f);
    for (size_t i = 0; i < 4 * 90 * 70; i++)
        lit.pixels[i] += 1e-4f * fabsf((float)(i / 4) - 3150.0f); /* about its centre */
    write_image("lit.exr", &lit);
    nbl_image_free(&lit);
    write_square("aside.exr", 80, 15, 8, 1.0f);
    write_square("drawn.exr", 64, 16, 32, 1.0f);
    expect_run(NULL, "kernel gaussian --sigma 8 --size 80 -o @soft.exr", 0, NULL);
    expect_run(NULL, "kernel starburst --size 80 -o @star.exr", 0, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s -o @out.exr --backend executor", rows[i].line);
        expect_run(NULL, line, 0, rows[i].words);
    }
}
END_TEST

/* A night of coloured lamps as a .png. Tried, and each fails: what softens counted as a glow; --hollow that leaves the
 * middle. */
START_TEST(glows_that_no_screen_shows_are_told) {
    static const struct {
        const char *line, *words;
    } rows[] = {
        {"@star.exr", "night.png: no glow to be seen: "},
        {"@star.exr --combine mix --intensity 0.2", "stars: --boost-min 0.8 --boost 2000"},
        {"@star.exr --channels r --preview", "night.png: no glow to be seen: "},
        {"@star.exr --boost-min 0.8 --boost 2000 --combine mix --intensity 0.2", "were coloured and became white: "},
        {"@soft.exr --threshold 0.6 --combine add", NULL},
        {"@soft.exr --combine mix --intensity 0.9", NULL},
        {"@star.exr --sharpen 1", NULL}, /* no glow is what it asks for */
        {"@dot.exr", NULL},
        {"@rays.exr --threshold 0.5 --combine add --intensity 3", NULL},
    };
    nbl_image night = make_image(160, 90, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (uint32_t i = 0; i < 160 * 90; i++)
        for (uint32_t c = 0; c < 3; c++)
            night.pixels[4 * i + c] = i % 160 % 80 < 6 && i / 160 % 45 < 6 ? 1.0f - 0.15f * (float)c : 0.03f;
    nbl_image_error error = {0};
    ck_assert_int_eq(nbl_image_write_toned(test_path("night.png"), &night, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE,
                                           &error),
                     NBL_IMAGE_OK);
    nbl_image_free(&night);
    expect_run(NULL, "kernel gaussian --sigma 4 --size 64 -o @soft.exr", 0, NULL);
    expect_run(NULL, "kernel starburst --size 64 -o @star.exr", 0, NULL);
    expect_run(NULL, "kernel starburst --size 64 --f-number 32 --hollow 4 -o @rays.exr", 0, NULL);
    expect_run(NULL, "kernel starburst --size 64 --hollow 32 -o @no.exr", 2, "--hollow: nothing is left");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        snprintf(line, sizeof line, "@night.png %s -o @out.png --backend executor", rows[i].line);
        expect_run(NULL, line, 0, rows[i].words);
    }
    /* Of the rays: the kernel's middle is black, the rest of its light is 1, and a lamp keeps its colour. */
    nbl_image rays = read_image("rays.exr"), out = read_image("out.png");
    double light = 0;
    for (size_t i = 0; i < 64 * 64; i++) light += (double)rays.pixels[4 * i];
    ck_assert(at(&rays, 0, 0) == 0.0 && at(&rays, 4, 0) == 0.0 && at(&rays, 0, 5) > 0.0);
    ck_assert_double_eq_tol(light, 1.0, 1e-5);
    const float *lamp = out.pixels + 4 * (47 * 160 + 82), *beside = out.pixels + 4 * (47 * 160 + 88);
    ck_assert(lamp[0] == 1.0f && lamp[2] < 0.9f && beside[0] > 0.05f && beside[0] > 1.1f * beside[2]);
    nbl_image_free(&rays);
    nbl_image_free(&out);
}
END_TEST

/* A dot blooms to the kernel itself: its light and its centre stay, its width grows as the scale says. */
START_TEST(kernels_are_scaled) {
    static const double scales[] = {0.25, 0.5, 1.0, 1.7, 3.0};
    nbl_image k = make_kernel("gaussian --sigma 6 --size 63"),
              black = make_image(257, 257, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    memset(black.pixels, 0, 257 * 257 * 16);
    nbl_image_free(&k);
    float *middle = black.pixels + 4 * (128 * 257 + 128);
    middle[0] = middle[1] = middle[2] = 1.0f;
    write_image("point.exr", &black);
    nbl_image_free(&black);
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        char line[128];
        snprintf(line, sizeof line, "@point.exr @made.exr -o @out.exr --normalize none --kernel-scale %g", scales[i]);
        expect_emulated(line, 0, NULL);
        nbl_image out = read_image("out.exr");
        double light = 0, first = 0, second = 0;
        for (int y = -128; y <= 128; y++)
            for (int x = -128; x <= 128; x++) {
                const double value = at(&out, x, y);
                light += value;
                first += x * value;
                second += x * x * value;
            }
        ck_assert_double_eq_tol(light, 1.0, 0.003);
        ck_assert_double_eq_tol(first / light, 0.0, 0.01);
        /* And of the tent that spreads each texel: 1 / 6 of the larger grid's texel, squared. */
        const double s = scales[i], wide = fmax(1.0, s);
        ck_assert_double_eq_tol(second / light, s * s * (36.0 + 1.0 / 12.0) + wide * wide / 6.0, 0.06 * s * s * 36.0);
        nbl_image_free(&out);
    }
    expect_emulated("@point.exr @made.exr -o @out.exr --kernel-scale 0", 2, "must be a number from 0.01 to 100");
    expect_emulated("@point.exr -o @out.exr --method dual-filter --kernel-scale 2", 2, "--kernel-scale: is for");
}
END_TEST

/* The kernel's width by the frame's: the same as by its own. */
START_TEST(kernels_have_the_size_of_a_share) {
    nbl_image k = make_kernel("gaussian --sigma 6 --size 64"),
              scene = make_image(160, 90, NBL_IMAGE_CHANNELS_RGB, 1.0f);
    write_image("scene.exr", &scene);
    expect_emulated("@scene.exr @made.exr -o @share.exr --kernel-size 0.2", 0, NULL);
    expect_emulated("@scene.exr @made.exr -o @scale.exr --kernel-scale 0.5", 0, NULL); /* 32 of 160 */
    nbl_image share = read_image("share.exr"), scale = read_image("scale.exr");
    ck_assert_mem_eq(share.pixels, scale.pixels, 4 * sizeof(float) * 160 * 90);
    expect_emulated("@scene.exr @made.exr -o @no.exr --kernel-size 0.2 --kernel-scale 2", 2, "one of them is enough");
    nbl_image_free(&share);
    nbl_image_free(&scale);
    nbl_image_free(&k);
    nbl_image_free(&scene);
}
END_TEST

/* --size is 256 unless given. Tried, and each fails: no line, lines from a tenth on, a size of 6 S in place of 8 S. */
START_TEST(gaussians_that_are_cut_are_told) {
    expect_run(NULL, "kernel gaussian --sigma 43 -o @wide.exr", 0,
               "1.2 % of its light would lie beyond its 256 texels");
    expect_run(NULL, "kernel gaussian --sigma 9.1 --size 54 -o @wide.exr", 0, "--size 73 holds it");
    expect_run(NULL, "kernel gaussian --sigma 42 -o @wide.exr", 0, NULL);
    expect_run(NULL, "kernel gaussian --sigma 1024 --size 64 -o @wide.exr", 0,
               "--sigma 512 --size 4096 holds it, and nbl-bloom --kernel-scale 2 makes it as wide");
    expect_run(NULL, "kernel airy --size 16 -o @narrow.exr", 0, NULL);
}
END_TEST

START_TEST(kernels_are_advised_on) {
    nbl_image k = make_image(64, 64, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (size_t i = 0; i < 64 * 64; i++) k.pixels[4 * i] = k.pixels[4 * i + 1] = k.pixels[4 * i + 2] = 1e-6f;
    float *middle = k.pixels + 4 * (32 * 64 + 32);
    middle[0] = middle[1] = middle[2] = 1000.0f;
    write_image("good.exr", &k);
    expect_advice("good.exr", "Nothing to advise.");
    middle[0] = middle[1] = middle[2] = 2e-6f;
    write_image("flat.exr", &k);
    expect_advice("flat.exr", "No bright core");
    expect_advice("flat.exr", "Cut off");
    for (size_t i = 0; i < 20; i++) k.pixels[4 * (31 * 64 + 20 + i)] = 500.0f;
    write_image("clipped.exr", &k);
    expect_advice("clipped.exr", "Clipped: 20 texels share the largest value, 500");
    k.pixels[0] = 1000.0f;
    k.pixels[5] = -1.0f;
    write_image("off.exr", &k);
    expect_advice("off.exr", "Off the middle: the brightest texel is (0, 0), the centre is (32, 32)");
    expect_advice("off.exr", "1 texels are negative");
    expect_advice("codes.png", "Not HDR");
    for (size_t i = 0; i < 64 * 64 * 4; i++) k.pixels[i] = 0.0f;
    k.pixels[4 * (32 * 64 + 40)] = k.pixels[4 * (32 * 64 + 24)] = 1.0f; /* two rays about a black middle */
    write_image("rays.exr", &k);
    expect_advice("rays.exr", "- Hollow: its middle is black");
    expect_no_advice("rays.exr", "Off the middle");
    k.pixels[4 * (32 * 64 + 24)] = 0.5f; /* light that lies aside moves a photo */
    write_image("aside.exr", &k);
    expect_advice("aside.exr", "Off the middle: the brightest texel is (40, 32)");
    k.pixels[4 * (32 * 64 + 40)] = k.pixels[4 * (32 * 64 + 24)] = 0.0f;
    write_image("dark.exr", &k);
    expect_advice("dark.exr", "no light");
    nbl_image_free(&k);
    expect_run(NULL, "check", 2, "KERNEL is missing");
    expect_run(NULL, "check @missing.exr", 1, "missing.exr");
    expect_run(NULL, "check @dark.exr --max-pixels 4095", 1, "64 x 64 texels are more than the 4095 of --max-pixels");
    expect_run(NULL, "check @dark.exr --max-pixels", 2, "--max-pixels: needs a value");
    expect_run(NULL, "check --max-pixels 0 @dark.exr", 2, "--max-pixels 0: must be a number from 1");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom, kernels");
    TCase *tests = tcase_create("kernels");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, begin_with_dot_and_codes, test_folder_remove);
    tcase_add_test(tests, kernels_are_what_physics_says);
    tcase_add_test(tests, kernels_of_pictures_are_what_physics_says);
    tcase_add_test(tests, dark_openings_are_inverted);
    tcase_add_test(tests, kernels_have_one_sum_by_channel);
    tcase_add_test(tests, kernels_are_tinted);
    tcase_add_test(tests, defaults_and_advice_agree);
    tcase_add_test(tests, swapped_files_are_noticed);
    tcase_add_test(tests, kernels_hardly_meant_are_told);
    tcase_add_test(tests, glows_that_no_screen_shows_are_told);
    tcase_add_test(tests, kernels_are_scaled);
    tcase_add_test(tests, kernels_have_the_size_of_a_share);
    tcase_add_test(tests, gaussians_that_are_cut_are_told);
    tcase_add_test(tests, kernels_are_advised_on);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
