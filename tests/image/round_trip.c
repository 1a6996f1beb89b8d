/* Small random images of few values in one format, and what a reader must find in them, for round_trip.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * round_trip FOLDER EXTENSION COUNT SEED [half]   writes FOLDER/<number>.EXTENSION, and FOLDER/expected: of each image
 * its width, height and channels, and its channels' values as float32, in the order of the rows.
 */
#include "io/image/image.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 12, MOST_VALUES = 8 };

/* splitmix64 */
static uint32_t below(uint64_t *state, uint32_t count) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % count);
}

/* What the format holds exactly: halves, floats, RGBE's bytes, and the codes of 8 bits. */
static float value_of(uint64_t *state, const char *extension, bool half) {
    if (strcmp(extension, "hdr") == 0) return ldexpf((float)(128 + below(state, 128)), -7);
    if (strcmp(extension, "png") == 0 || strcmp(extension, "jpg") == 0) {
        const double code = below(state, 256) / 255.0; /* IEC 61966-2-1 */
        return (float)(code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4));
    }
    const float sign = below(state, 4) == 0 ? -1.0f : 1.0f;
    return half ? sign * ldexpf((float)below(state, 2048), (int)below(state, 16) - 11)
                : sign * ldexpf((float)below(state, 1 << 24), (int)below(state, 40) - 34);
}

static void fill(nbl_image *image, uint64_t *state, const char *extension, bool half) {
    float few[MOST_VALUES];
    const uint32_t count = 1 + below(state, MOST_VALUES);
    const bool grey = image->channels == NBL_IMAGE_CHANNELS_Y || image->channels == NBL_IMAGE_CHANNELS_YA;
    const bool alpha = image->channels == NBL_IMAGE_CHANNELS_RGBA || image->channels == NBL_IMAGE_CHANNELS_YA;
    const bool even = strcmp(extension, "jpg") == 0; /* which loses less than a code of what is even */
    for (uint32_t i = 0; i < count; i++) few[i] = value_of(state, extension, half);
    const float one = few[below(state, count)];
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        float *texel = image->pixels + 4 * i;
        for (int c = 0; c < 3; c++) texel[c] = even ? one : grey && c ? texel[0] : few[below(state, count)];
        if (alpha) texel[3] = (float)below(state, 256) / 255.0f;
        if (alpha && half) texel[3] = (float)below(state, 17) / 16.0f;
    }
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    const char *folder = arguments[1], *extension = arguments[2];
    const bool half = count > 5 && strcmp(arguments[5], "half") == 0;
    const bool no_alpha = strcmp(extension, "hdr") == 0 || strcmp(extension, "jpg") == 0;
    const uint32_t images = (uint32_t)atoi(arguments[3]);
    uint64_t state = (uint64_t)atoll(arguments[4]);
    char path[4096];
    snprintf(path, sizeof path, "%s/expected", folder);
    FILE *expected = fopen(path, "wb");
    if (!expected) return 1;
    for (uint32_t number = 0; number < images; number++) {
        const nbl_image_channels sets[] = {NBL_IMAGE_CHANNELS_RGB, NBL_IMAGE_CHANNELS_Y, NBL_IMAGE_CHANNELS_RGBA,
                                           NBL_IMAGE_CHANNELS_YA};
        nbl_image image;
        nbl_image_error error = {0};
        const nbl_image_channels set = sets[below(&state, no_alpha ? 2 : 4)];
        const uint32_t width = 1 + below(&state, MOST_SIDE), height = 1 + below(&state, MOST_SIDE);
        if (nbl_image_create(width, height, set, &image, &error)) return fprintf(stderr, "%s\n", error.message), 1;
        fill(&image, &state, extension, half);
        snprintf(path, sizeof path, "%s/%u.%s", folder, number, extension);
        const nbl_image_type type = half ? NBL_IMAGE_TYPE_HALF : NBL_IMAGE_TYPE_FLOAT;
        if (nbl_image_write_toned(path, &image, type, NBL_IMAGE_TONE_NONE, &error))
            return fprintf(stderr, "%s\n", error.message), 1;
        const uint32_t head[2] = {width, height};
        fwrite(head, sizeof head, 1, expected);
        fwrite(image.pixels, 4 * sizeof(float), (size_t)width * height, expected);
        nbl_image_free(&image);
    }
    return fclose(expected) != 0;
}
