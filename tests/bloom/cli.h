/* What the tests of nbl-bloom's command line share: small images, broken files, and running the tool.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_CLI_H
#define NBL_TESTS_BLOOM_CLI_H

#include "io/image/image.h"
#include "tests/common/testing.h"

#include <ImfCRgbaFile.h>
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 32 };

/* Runs nbl-bloom with arguments divided by spaces; @name stands for a file in the test's folder. */
static inline test_output_t bloom_with(const char *const *environment, const char *line) {
    static char text[2048], paths[MAX_ARGUMENTS][600];
    const char *arguments[MAX_ARGUMENTS + 1] = {test_tool("nbl-bloom")};
    int count = 1;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        ck_assert_int_lt(count, MAX_ARGUMENTS);
        if (word[0] == '@') {
            snprintf(paths[count], sizeof paths[count], "%s", test_path(word + 1));
            word = paths[count];
        }
        arguments[count++] = word;
    }
    arguments[count] = NULL;
    return test_run(arguments, environment);
}

/* Expects an exit code and, unless it is 0, one line "nbl-bloom: what: why" that holds the words; 0: silence. */
static inline void expect_run(const char *const *environment, const char *line, int status, const char *words) {
    test_output_t output = bloom_with(environment, line);
    ck_assert_msg(output.status == status, "%s: exit %d, not %d: %s", line, output.status, status, output.error);
    const char *newline = strchr(output.error, '\n');
    if (status == 0 && !words) {
        ck_assert_msg(!output.error[0] && !output.text[0], "%s: said \"%s%s\"", line, output.text, output.error);
    } else {
        ck_assert_msg(newline && !newline[1], "%s: not one line: \"%s\"", line, output.error);
        ck_assert_msg(strncmp(output.error, "nbl-bloom: ", 11) == 0 && strstr(output.error + 11, ": "), "%s: \"%s\"",
                      line, output.error);
        ck_assert_msg(strstr(output.error, words) != NULL, "%s: \"%s\" lacks \"%s\"", line, output.error, words);
    }
    test_output_free(&output);
}

/* On the emulator, which is there everywhere. */
static inline void expect_emulated(const char *line, int status, const char *words) {
    char all[1024];
    snprintf(all, sizeof all, "%s --backend emulator", line);
    expect_run(NULL, all, status, words);
}

static inline bool exists(const char *name) { return access(test_path(name), F_OK) == 0; }

/* Texels that half and RGBE hold well enough; value: added to every texel's colour. */
static inline nbl_image make_image(uint32_t width, uint32_t height, nbl_image_channels channels, float value) {
    nbl_image image;
    ck_assert_int_eq(nbl_image_create(width, height, channels, &image, NULL), NBL_IMAGE_OK);
    for (uint32_t i = 0; i < width * height; i++)
        for (uint32_t c = 0; c < 4; c++)
            image.pixels[4 * i + c] =
                c == 3 ? (float)(i % 5) / 4.0f
                       : value + (float)((7 * i + 3 * (channels == NBL_IMAGE_CHANNELS_Y ? 0 : c)) % 16) / 16.0f;
    return image;
}

static inline void write_image(const char *name, const nbl_image *image) {
    nbl_image_error error = {0};
    ck_assert_msg(nbl_image_write(test_path(name), image, NBL_IMAGE_TYPE_FLOAT, &error) == NBL_IMAGE_OK, "%s",
                  error.message);
}

static inline nbl_image read_image(const char *name) {
    nbl_image_error error = {0};
    nbl_image image;
    ck_assert_msg(nbl_image_read(test_path(name), &image, &error) == NBL_IMAGE_OK, "%s", error.message);
    return image;
}

static inline void write_plain(const char *name, uint32_t width, uint32_t height, float value) {
    nbl_image image = make_image(width, height, NBL_IMAGE_CHANNELS_RGB, value);
    write_image(name, &image);
    nbl_image_free(&image);
}

/* An EXR of halves by OpenEXR itself, with one value that our writer refuses. */
static inline void write_odd_exr(const char *name, int width, int height, int x, int y, int channel, float value) {
    ImfRgba *texels = calloc((size_t)(width * height), sizeof *texels);
    ImfHeader *header = ImfNewHeader();
    ImfHeaderSetDataWindow(header, 0, 0, width - 1, height - 1);
    ImfHeaderSetDisplayWindow(header, 0, 0, width - 1, height - 1);
    for (int i = 0; i < width * height; i++) ImfFloatToHalf(0.5f, &texels[i].g);
    ImfRgba *texel = &texels[y * width + x];
    ImfFloatToHalf(value, channel == 0 ? &texel->r : channel == 1 ? &texel->g : channel == 2 ? &texel->b : &texel->a);
    ImfOutputFile *file = ImfOpenOutputFile(test_path(name), header, IMF_WRITE_RGBA);
    ck_assert_ptr_nonnull(file);
    ck_assert(ImfOutputSetFrameBuffer(file, texels, 1, (size_t)width) && ImfOutputWritePixels(file, height));
    ck_assert(ImfCloseOutputFile(file));
    ImfDeleteHeader(header);
    free(texels);
}

static inline unsigned char *read_bytes(const char *name, size_t *size) {
    FILE *file = fopen(test_path(name), "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size + 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

static inline void expect_same_files(const char *one, const char *other) {
    size_t a, b;
    unsigned char *first = read_bytes(one, &a), *second = read_bytes(other, &b);
    ck_assert_msg(a == b && memcmp(first, second, a) == 0, "%s and %s differ", one, other);
    free(first);
    free(second);
}

/* Makes the test's folder with dot.exr, one white texel, and codes.png, every sRGB code. */
static inline void begin_with_dot_and_codes(void) {
    test_folder();
    nbl_image dot = make_image(1, 1, NBL_IMAGE_CHANNELS_RGB, 0.0f),
              codes = make_image(16, 16, NBL_IMAGE_CHANNELS_RGB, 0);
    dot.pixels[0] = dot.pixels[1] = dot.pixels[2] = 1.0f;
    write_image("dot.exr", &dot);
    for (size_t i = 0; i < 256; i++)
        for (size_t c = 0; c < 3; c++) {
            const double s = (double)(c == 1 ? 255 - i : i) / 255.0;
            codes.pixels[4 * i + c] = (float)(s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4));
        }
    nbl_image_error error = {0};
    ck_assert_int_eq(nbl_image_write_toned(test_path("codes.png"), &codes, NBL_IMAGE_TYPE_FLOAT, NBL_IMAGE_TONE_NONE,
                                           &error),
                     NBL_IMAGE_OK);
    nbl_image_free(&dot);
    nbl_image_free(&codes);
}

#endif
