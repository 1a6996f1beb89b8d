/* The two blurs in float64, written from docs/blurs.md: fetches and boxes one after the other, no tables of weights.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLUR_REFERENCE_H
#define NBL_TESTS_BLUR_REFERENCE_H

#include "nbl/host/blur.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Three channels of doubles. */
typedef struct picture_t {
    int width, height;
    double *texels;
} picture_t;

static inline picture_t picture_make(int width, int height) {
    picture_t p = {width, height, calloc((size_t)width * (size_t)height * 3, sizeof(double))};
    return p;
}

static inline double *texel_at(const picture_t *p, int x, int y) {
    x = x < 0 ? 0 : x >= p->width ? p->width - 1 : x;
    y = y < 0 ? 0 : y >= p->height ? p->height - 1 : y;
    return p->texels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
}

/* A bilinear fetch, clamped; texel i has its centre at i + 1/2. */
static inline double fetch(const picture_t *p, double x, double y, int channel) {
    const double u = x - 0.5, v = y - 0.5;
    const int i = (int)floor(u), j = (int)floor(v);
    const double a = u - i, b = v - j;
    return (1 - b) * ((1 - a) * texel_at(p, i, j)[channel] + a * texel_at(p, i + 1, j)[channel]) +
           b * ((1 - a) * texel_at(p, i, j + 1)[channel] + a * texel_at(p, i + 1, j + 1)[channel]);
}

/* A texel of the next level: five groups of four fetches. */
static inline void step_down(const picture_t *from, const picture_t *to, bool weighted) {
    static const int groups[5][3] = {{0, 0, 1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}}; /* middle, half side */
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            double sum[3] = {0, 0, 0}, all = 0;
            for (int g = 0; g < 5; g++) {
                double mean[3] = {0, 0, 0}, weight = g == 0 ? 0.5 : 0.125;
                for (int k = 0; k < 4; k++)
                    for (int c = 0; c < 3; c++)
                        mean[c] += 0.25 * fetch(from, 2 * x + 1 + groups[g][0] + (k % 2 ? 1 : -1),
                                                2 * y + 1 + groups[g][1] + (k / 2 ? 1 : -1), c);
                if (weighted) weight /= 1 + fmax(0, 0.2126729 * mean[0] + 0.7151522 * mean[1] + 0.0721750 * mean[2]);
                for (int c = 0; c < 3; c++) sum[c] += weight * mean[c];
                all += weight;
            }
            for (int c = 0; c < 3; c++) texel_at(to, x, y)[c] = sum[c] / all;
        }
}

static inline double tent(const picture_t *from, int x, int y, int channel) {
    double sum = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += (i ? 1 : 2) * (j ? 1 : 2) * fetch(from, (x + 0.5) / 2 + i, (y + 0.5) / 2 + j, channel);
    return sum / 16;
}

/* image becomes b */
static inline void reference_dual_filter(const nbl_blur_desc_t *desc, picture_t *image) {
    picture_t levels[NBL_BLUR_MAX_LEVELS + 1];
    levels[0] = *image;
    for (uint32_t l = 1; l <= desc->levels; l++) {
        levels[l] = picture_make((levels[l - 1].width + 1) / 2, (levels[l - 1].height + 1) / 2);
        step_down(&levels[l - 1], &levels[l], l == 1);
    }
    for (uint32_t l = desc->levels; l-- > 0;)
        for (int y = 0; y < levels[l].height; y++)
            for (int x = 0; x < levels[l].width; x++)
                for (int c = 0; c < 3; c++) {
                    double *own = &texel_at(&levels[l], x, y)[c], up = tent(&levels[l + 1], x, y, c);
                    *own = l == 0 ? up : (1 - (double)desc->spread) * *own + (double)desc->spread * up;
                }
    for (uint32_t l = 1; l <= desc->levels; l++) free(levels[l].texels);
}

/* Texel i of a line continued to both sides. */
static inline double continued(const double *line, long n, long i, nbl_blur_wrap_t wrap) {
    if (i >= 0 && i < n) return line[i];
    if (wrap == NBL_BLUR_WRAP_BORDER) return 0;
    if (wrap == NBL_BLUR_WRAP_CLAMP) return line[i < 0 ? 0 : n - 1];
    const long period = wrap == NBL_BLUR_WRAP_MIRROR ? 2 * n : n;
    const long m = (i % period + period) % period;
    return line[m < n ? m : 2 * n - 1 - m];
}

/* A box of length 2r + 1 + 2e, centred, that has the variance. */
static inline void one_box(double *line, long n, double variance, nbl_blur_wrap_t wrap) {
    double *result = malloc((size_t)n * sizeof *result);
    const long r = (long)floor((sqrt(12 * variance + 1) - 1) / 2);
    const double e = (2.0 * r + 1) * (r * (r + 1.0) - 3 * variance) / (6 * (variance - (r + 1.0) * (r + 1.0)));
    for (long i = 0; i < n; i++) {
        double sum = e * (continued(line, n, i - r - 1, wrap) + continued(line, n, i + r + 1, wrap));
        for (long k = -r; k <= r; k++) sum += continued(line, n, i + k, wrap);
        result[i] = sum / (2.0 * r + 1 + 2 * e);
    }
    memcpy(line, result, (size_t)n * sizeof *result);
    free(result);
}

static inline void reference_prefix_sum(const nbl_blur_desc_t *desc, picture_t *image) {
    const double variance = (double)desc->sigma * (double)desc->sigma / desc->boxes;
    double *line = malloc(sizeof(double) * (size_t)(image->width > image->height ? image->width : image->height));
    for (int axis = 0; axis < 2; axis++) {
        const int length = axis ? image->height : image->width, lines = axis ? image->width : image->height;
        for (int l = 0; l < lines; l++)
            for (int c = 0; c < 3; c++) {
                for (int i = 0; i < length; i++) line[i] = texel_at(image, axis ? l : i, axis ? i : l)[c];
                for (uint32_t b = 0; b < desc->boxes; b++) one_box(line, length, variance, desc->wrap);
                for (int i = 0; i < length; i++) texel_at(image, axis ? l : i, axis ? i : l)[c] = line[i];
            }
    }
    free(line);
}

/* What of a texel is blurred. */
static inline double weight_above(const float *rgba, const nbl_blur_frame_t *frame) {
    const double most = fmax(fmax((double)rgba[0], (double)rgba[1]), (double)rgba[2]);
    const double t = (double)frame->threshold, k = (double)frame->knee;
    const double soft = fmin(fmax(most - t + k, 0), 2 * k), eased = k > 0 ? soft * soft / (4 * k) : 0;
    const double over = fmax(most - t, eased);
    return over > 0 && most > 0 ? over / most : 0;
}

/* The whole: desc as of a plan, its defaults filled in; result of three channels. */
static inline picture_t reference_blur(const nbl_blur_desc_t *desc, const float *image, const nbl_blur_frame_t *frame) {
    picture_t result = picture_make((int)desc->width, (int)desc->height);
    const size_t count = (size_t)desc->width * desc->height;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 3; c++)
            result.texels[3 * i + c] =
                (double)image[4 * i + c] * (desc->threshold ? weight_above(image + 4 * i, frame) : 1);
    if (desc->method == NBL_BLUR_DUAL_FILTER)
        reference_dual_filter(desc, &result);
    else
        reference_prefix_sum(desc, &result);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 3; c++) {
            const double a = (double)image[4 * i + c], intensity = (double)frame->intensity;
            const double left = desc->threshold ? a - a * weight_above(image + 4 * i, frame) : 0;
            double *b = &result.texels[3 * i + c];
            *b = desc->combine == NBL_BLOOM_COMBINE_ADD   ? a + intensity * *b
                 : desc->combine == NBL_BLOOM_COMBINE_MIX ? (1 - intensity) * a + intensity * (*b + left)
                                                          : *b + left;
        }
    return result;
}

#endif
