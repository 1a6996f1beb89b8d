/* The bloom at low resolution in float64, written from docs/blurs.md: hats by their distance, and the core from what
 * points of light become at every place in a low texel.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_LOW_REFERENCE_H
#define NBL_TESTS_BLOOM_LOW_REFERENCE_H

#include "nbl/host/bloom_low.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One channel; index 0 is texel (-x0, -y0); zero beyond. */
typedef struct grid_t {
    int width, height, x0, y0;
    double *values;
} grid_t;

static inline grid_t grid_make(int width, int height, int x0, int y0) {
    grid_t grid = {width, height, x0, y0, calloc((size_t)width * (size_t)height, sizeof(double))};
    return grid;
}

static inline double *grid_at(const grid_t *g, int x, int y) {
    static double nothing;
    nothing = 0.0;
    x += g->x0;
    y += g->y0;
    return x < 0 || y < 0 || x >= g->width || y >= g->height ? &nothing
                                                             : &g->values[(size_t)y * (size_t)g->width + (size_t)x];
}

static inline grid_t grid_convolve(const grid_t *image, const grid_t *kernel) {
    grid_t result = grid_make(image->width, image->height, image->x0, image->y0);
    for (int y = -image->y0; y < image->height - image->y0; y++)
        for (int x = -image->x0; x < image->width - image->x0; x++) {
            double light = *grid_at(image, x, y);
            for (int j = -kernel->y0; light != 0.0 && j < kernel->height - kernel->y0; j++)
                for (int i = -kernel->x0; i < kernel->width - kernel->x0; i++)
                    *grid_at(&result, x + i, y + j) += light * *grid_at(kernel, i, j);
        }
    return result;
}

/* Between the centres of texel x and of low texel l. */
static inline double hat(int x, int l, int factor) {
    double distance = fabs((x + 0.5) / factor - (l + 0.5));
    return distance < 1.0 ? 1.0 - distance : 0.0;
}

static inline grid_t low_down(const grid_t *image, int factor) {
    grid_t low = grid_make((image->width - 1) / factor + 3, (image->height - 1) / factor + 3, 1, 1);
    for (int m = -1; m < low.height - 1; m++)
        for (int l = -1; l < low.width - 1; l++)
            for (int y = (m - 1) * factor; y < (m + 2) * factor; y++)
                for (int x = (l - 1) * factor; x < (l + 2) * factor; x++)
                    *grid_at(&low, l, m) +=
                        hat(x, l, factor) * hat(y, m, factor) * *grid_at(image, x, y) / (factor * factor);
    return low;
}

static inline double low_up(const grid_t *low, int x, int y, int factor) {
    double sum = 0.0;
    for (int m = y / factor - 1; m <= y / factor + 1; m++)
        for (int l = x / factor - 1; l <= x / factor + 1; l++)
            sum += hat(x, l, factor) * hat(y, m, factor) * *grid_at(low, l, m);
    return sum;
}

static inline double low_window(int x, int y, int radius) {
    double r = hypot(x, y), begin = radius / 2.0, end = radius + 1.0;
    return r <= begin ? 1.0 : r >= end ? 0.0 : 0.5 + 0.5 * cos(3.14159265358979323846 * (r - begin) / (end - begin));
}

/* The tail by low texel: a box of one low texel, whose ends count half, then sharpened along both axes. */
static inline grid_t low_tail(const grid_t *kernel, int factor, int radius) {
    int jx = (kernel->x0 + factor / 2) / factor + 1, jy = (kernel->y0 + factor / 2) / factor + 1;
    grid_t tail = grid_make(2 * jx + 1, 2 * jy + 1, jx, jy);
    for (int b = -jy; b <= jy; b++)
        for (int a = -jx; a <= jx; a++)
            for (int j = -factor / 2; j <= factor / 2; j++)
                for (int i = -factor / 2; i <= factor / 2; i++) {
                    int x = a * factor + i, y = b * factor + j;
                    double share = (abs(i) == factor / 2 ? 0.5 : 1.0) * (abs(j) == factor / 2 ? 0.5 : 1.0);
                    *grid_at(&tail, a, b) += share * (1.0 - low_window(x, y, radius)) * *grid_at(kernel, x, y);
                }
    const double h = factor == 2 ? 1.0 / 4.0 : 7.0 / 32.0;
    for (int axis = 0; axis < 2; axis++) {
        grid_t sharp = grid_make(tail.width, tail.height, jx, jy);
        for (int b = -jy; b <= jy; b++)
            for (int a = -jx; a <= jx; a++) {
                double before = *grid_at(&tail, axis ? a : a - 1, axis ? b - 1 : b);
                double after = *grid_at(&tail, axis ? a : a + 1, axis ? b + 1 : b);
                *grid_at(&sharp, a, b) = (1.0 + 2.0 * h) * *grid_at(&tail, a, b) - h * (before + after);
            }
        free(tail.values);
        tail = sharp;
    }
    return tail;
}

/* What a point of light becomes at low resolution, the mean over all places within a low texel. */
static inline double low_mean_at(const grid_t *tail, int x, int y, int factor) {
    double sum = 0.0;
    for (int place = 0; place < factor * factor; place++) {
        int px = place % factor, py = place / factor, qx = px + x, qy = py + y;
        int l = (int)floor((double)qx / factor), m = (int)floor((double)qy / factor);
        for (int from = 0; from < 9; from++)
            for (int to = 0; to < 9; to++) {
                int fx = from % 3 - 1, fy = from / 3 - 1, tx = l + to % 3 - 1, ty = m + to / 3 - 1;
                sum += hat(px, fx, factor) * hat(py, fy, factor) * hat(qx, tx, factor) * hat(qy, ty, factor) *
                       *grid_at(tail, tx - fx, ty - fy);
            }
    }
    return sum / pow(factor, 4);
}

static inline grid_t low_core(const grid_t *kernel, const grid_t *tail, int factor, int radius) {
    grid_t core = grid_make(2 * radius + 1, 2 * radius + 1, radius, radius);
    double missing = 0.0, windows = 0.0;
    for (int i = 0; i < kernel->width * kernel->height; i++) missing += kernel->values[i];
    for (int i = 0; i < tail->width * tail->height; i++) missing -= tail->values[i];
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) {
            double rest = *grid_at(kernel, x, y) - low_mean_at(tail, x, y, factor);
            *grid_at(&core, x, y) = rest;
            missing -= rest;
            windows += low_window(x, y, radius);
        }
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) *grid_at(&core, x, y) += missing * low_window(x, y, radius) / windows;
    return core;
}

/* The bloom of one channel: at low resolution, or as it is. */
static inline grid_t reference_low(const grid_t *image, const grid_t *kernel, int factor, int radius) {
    grid_t tail = low_tail(kernel, factor, radius), core = low_core(kernel, &tail, factor, radius);
    grid_t low = low_down(image, factor), bloomed = grid_convolve(&low, &tail), result = grid_convolve(image, &core);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) *grid_at(&result, x, y) += low_up(&bloomed, x, y, factor);
    free(tail.values);
    free(core.values);
    free(low.values);
    free(bloomed.values);
    return result;
}

#endif
