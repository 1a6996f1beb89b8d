/* What the suites of tests/image share: a scratch folder, pictures with known texels, raw files.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_IMAGE_TESTING_H
#define NBL_TESTS_IMAGE_TESTING_H

#include "io/image/image.h"
#include "tests/common/testing.h"

#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch_folder[256];

static inline bool scratch_begin(void) {
    const char *base = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%.200s/nbl-image-XXXXXX", base && base[0] ? base : "/tmp");
    return mkdtemp(scratch_folder) != NULL;
}

static inline unsigned scratch_count(void) {
    unsigned count = 0;
    DIR *folder = opendir(scratch_folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
    if (folder) closedir(folder);
    return count;
}

static inline void scratch_end(void) {
    char path[768];
    DIR *folder = opendir(scratch_folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", scratch_folder, entry->d_name);
        if (unlink(path) != 0) rmdir(path);
    }
    if (folder) closedir(folder);
    rmdir(scratch_folder);
}

/* Valid until the fourth call from now. */
static inline const char *scratch(const char *name) {
    static char paths[4][512];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", scratch_folder, name);
    return paths[next];
}

static inline void put_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* The caller frees. */
static inline unsigned char *get_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = malloc(*size + 1);
    ck_assert_uint_eq(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

/* splitmix64: small, and the same everywhere. */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Texel values that half holds exactly, of both signs and very different size, and different in every channel; what a
 * channel set lacks is as the reader fills it. */
static inline float known_value(uint32_t x, uint32_t y, uint32_t c, nbl_image_channels channels) {
    bool grey = channels == NBL_IMAGE_CHANNELS_Y || channels == NBL_IMAGE_CHANNELS_YA;
    bool alpha = channels == NBL_IMAGE_CHANNELS_RGBA || channels == NBL_IMAGE_CHANNELS_YA;
    if (c == 3) return alpha ? (float)((3 * x + 5 * y) % 17) / 16.0f : 1.0f;
    if (grey) c = 0;
    return ldexpf((float)((7 * x + 11 * y + 13 * c) % 61) - 20.0f, (int)((x + 3 * y + c) % 17) - 8);
}

static inline void make_known(nbl_image *image, uint32_t width, uint32_t height, nbl_image_channels channels) {
    ck_assert_int_eq(nbl_image_create(width, height, channels, image, NULL), NBL_IMAGE_OK);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            for (uint32_t c = 0; c < 4; c++)
                image->pixels[4 * ((size_t)y * width + x) + c] = known_value(x, y, c, channels);
}

/* Fails at the first texel that differs by more than relative times the expected value. */
static inline void assert_known(const nbl_image *image, nbl_image_channels channels, float relative, const char *what) {
    for (uint32_t y = 0; y < image->height; y++)
        for (uint32_t x = 0; x < image->width; x++)
            for (uint32_t c = 0; c < 4; c++) {
                float got = image->pixels[4 * ((size_t)y * image->width + x) + c],
                      want = known_value(x, y, c, channels);
                if (!(fabsf(got - want) <= relative * fabsf(want)))
                    ck_abort_msg("%s: x %u y %u channel %u: got %g, expected %g", what, x, y, c, (double)got,
                                 (double)want);
            }
}

static inline void assert_read(const char *path, nbl_image *image) {
    nbl_image_error error = {0};
    nbl_image_result result = nbl_image_read(path, image, &error);
    ck_assert_msg(result == NBL_IMAGE_OK, "%s", error.message);
}

static inline void assert_written(const char *path, const nbl_image *image, nbl_image_type type) {
    nbl_image_error error = {0};
    nbl_image_result result = nbl_image_write(path, image, type, &error);
    ck_assert_msg(result == NBL_IMAGE_OK, "%s", error.message);
}

/* The message must be "path: why", one line, why holding the words; the image must be empty. */
static inline void assert_refused(const char *path, nbl_image_result want, const char *words) {
    nbl_image image;
    memset(&image, 0x55, sizeof image);
    nbl_image_error error = {0};
    nbl_image_result result = nbl_image_read(path, &image, &error);
    ck_assert_msg(result == want, "%s: result %d (%s), expected %d; message: %s", path, result,
                  nbl_image_result_text(result), want, error.message);
    ck_assert_int_eq(error.result, result);
    size_t n = strlen(path);
    ck_assert_msg(strncmp(error.message, path, n) == 0 && strncmp(error.message + n, ": ", 2) == 0, "%s",
                  error.message);
    ck_assert_msg(strstr(error.message + n + 2, words) != NULL, "\"%s\" lacks \"%s\"", error.message, words);
    ck_assert_ptr_null(image.pixels);
    ck_assert_uint_eq(image.width, 0);
}

static inline int run_suite(Suite *suite) {
    if (!scratch_begin()) {
        perror("scratch folder");
        return 1;
    }
    int failed = test_run_suite(suite);
    scratch_end();
    return failed;
}

#endif
