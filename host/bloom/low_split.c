/* Splits a kernel into a sharp core and a tail at low resolution: docs/blurs.md, in doubles.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdlib.h>

#include "bloom/low.h"
#include "error/check.h"

#define PI 3.14159265358979323846

typedef struct split_t {
    const nbl_bloom_desc_t *desc; /* of the image itself */
    const float *kernel;
    int factor, radius, reach_x, reach_y; /* texels; low texels of the tail, to every side */
    double luminance;
    double *tail, *spare; /* of a channel */
} split_t;

/* A tap of the kernel by its distance from the centre; 0 beyond it. */
static double tap(const split_t *s, int x, int y, int channel) {
    int i = x + (int)(s->desc->kernel_width / 2u), j = y + (int)(s->desc->kernel_height / 2u);
    if (i < 0 || j < 0 || i >= (int)s->desc->kernel_width || j >= (int)s->desc->kernel_height) return 0.0;
    return (double)s->kernel[4 * ((size_t)j * s->desc->kernel_width + (size_t)i) + (size_t)channel] / s->luminance;
}

/* What of a tap is the core's: 1 to half the radius, then fading to 0. */
static double window(const split_t *s, int x, int y) {
    double r = sqrt((double)x * x + (double)y * y), end = s->radius + 1.0, begin = 0.5 * s->radius;
    if (r >= end) return 0.0;
    if (r <= begin) return 1.0;
    double c = cos(0.5 * PI * (r - begin) / (end - begin));
    return c * c;
}

/* Floor of x / factor + 1 / 2, and whether x lies between two low texels, which then share it. */
static int nearest(const split_t *s, int x, bool *between) {
    int shifted = x + s->factor / 2,
        quotient = (shifted - (((shifted % s->factor) + s->factor) % s->factor)) / s->factor;
    *between = quotient * s->factor == shifted;
    return quotient;
}

static void add(const split_t *s, int a, int b, double value) {
    s->tail[(size_t)(b + s->reach_y) * (size_t)(2 * s->reach_x + 1) + (size_t)(a + s->reach_x)] += value;
}

/* The tail's taps summed by low texel. */
static void sum_tail(const split_t *s, int channel) {
    const int cx = (int)(s->desc->kernel_width / 2u), cy = (int)(s->desc->kernel_height / 2u);
    for (int y = -cy; y < (int)s->desc->kernel_height - cy; y++)
        for (int x = -cx; x < (int)s->desc->kernel_width - cx; x++) {
            bool half_x, half_y;
            int a = nearest(s, x, &half_x), b = nearest(s, y, &half_y);
            double value = tap(s, x, y, channel) * (1.0 - window(s, x, y));
            value *= (half_x ? 0.5 : 1.0) * (half_y ? 0.5 : 1.0);
            for (int j = 0; j <= half_y; j++)
                for (int i = 0; i <= half_x; i++) add(s, a - i, b - j, value);
        }
}

/* Takes back, to second order, how much wider the box and both hats make the tail: their variance is
 * 5 / 12 + 1 / (3 factor^2) low texels^2. */
static void sharpen_tail(split_t *s) {
    const int w = 2 * s->reach_x + 1, h = 2 * s->reach_y + 1;
    const double half_variance = 5.0 / 24.0 + 1.0 / (6.0 * s->factor * s->factor);
    for (int axis = 0; axis < 2; axis++) {
        const int stride = axis ? w : 1, count = axis ? h : w;
        for (int i = 0; i < w * h; i++) {
            int at = axis ? i / w : i % w;
            double before = at > 0 ? s->tail[i - stride] : 0.0, after = at + 1 < count ? s->tail[i + stride] : 0.0;
            s->spare[i] = s->tail[i] + half_variance * (2.0 * s->tail[i] - before - after);
        }
        double *sharper = s->spare;
        s->spare = s->tail;
        s->tail = sharper;
    }
}

/* How much of a texel both hats bring to one `distance` texels further, by axis, the mean of all places. */
static double both_hats(const split_t *s, int distance) {
    double sum = 0.0;
    const double n = s->factor;
    for (int i = -s->factor; i < s->factor; i++) {
        double here = 1.0 - fabs(i + 0.5) / n, there = 1.0 - fabs(i + distance + 0.5) / n;
        if (there > 0.0) sum += here * there;
    }
    return sum / (n * n);
}

/* What the tail brings to a distance from a point of light. */
static double tail_at(const split_t *s, int x, int y) {
    double sum = 0.0;
    for (int b = -s->reach_y; b <= s->reach_y; b++) {
        double below = both_hats(s, y - b * s->factor);
        for (int a = -s->reach_x; a <= s->reach_x && below > 0.0; a++)
            sum += below * both_hats(s, x - a * s->factor) *
                   s->tail[(size_t)(b + s->reach_y) * (size_t)(2 * s->reach_x + 1) + (size_t)(a + s->reach_x)];
    }
    return sum;
}

/* The core is what the tail lacks there; and what light is still missing, spread over it. */
static void write_core(const split_t *s, int channel, float *core) {
    const int r = s->radius, side = 2 * r + 1;
    double missing = 0.0, shares = 0.0;
    for (int j = 0; j < (int)s->desc->kernel_height; j++)
        for (int i = 0; i < (int)s->desc->kernel_width; i++)
            missing += tap(s, i - (int)(s->desc->kernel_width / 2u), j - (int)(s->desc->kernel_height / 2u), channel);
    for (int i = 0; i < (2 * s->reach_x + 1) * (2 * s->reach_y + 1); i++) missing -= s->tail[i];
    double *exact = s->spare; /* has room: see nbl_bloom_low_split() */
    for (int y = -r; y <= r; y++)
        for (int x = -r; x <= r; x++) {
            double *value = &exact[(y + r) * side + x + r];
            *value = tap(s, x, y, channel) - tail_at(s, x, y);
            missing -= *value;
            shares += window(s, x, y);
        }
    for (int y = -r; y <= r; y++)
        for (int x = -r; x <= r; x++) {
            int at = (y + r) * side + x + r;
            core[4 * at + channel] = (float)(exact[at] + missing * window(s, x, y) / shares);
        }
}

static nbl_result_t find_luminance(const nbl_bloom_low_plan_t *plan, split_t *s, nbl_error_t *error) {
    double sums[3] = {0.0, 0.0, 0.0};
    const size_t taps = (size_t)s->desc->kernel_width * s->desc->kernel_height;
    s->luminance = 1.0;
    if (s->desc->normalize == NBL_BLOOM_NORMALIZE_NONE) return NBL_SUCCESS;
    for (size_t i = 0; i < taps; i++)
        for (size_t c = 0; c < 3; c++) sums[c] += (double)s->kernel[4 * i + (s->desc->grey_kernel ? 0u : c)];
    const float rounded[3] = {(float)sums[0], (float)sums[1], (float)sums[2]};
    nbl_bloom_plan_t full = plan->bloom; /* of which the check reads the normalisation */
    full.desc.normalize = s->desc->normalize;
    s->luminance = 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2];
    return nbl_bloom_check_sums(&full, rounded, error);
}

nbl_result_t nbl_bloom_low_split(const nbl_bloom_low_plan_t *plan, const float *kernel, void *parts,
                                 nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, kernel, parts)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    split_t s = {.desc = &plan->desc.bloom,
                 .kernel = kernel,
                 .factor = (int)plan->desc.factor,
                 .radius = (int)plan->desc.core_radius,
                 .reach_x = (int)plan->bloom.desc.kernel_width / 2,
                 .reach_y = (int)plan->bloom.desc.kernel_height / 2};
    nbl_result_t result = find_luminance(plan, &s, error);
    if (result != NBL_SUCCESS) return result;
    const size_t taps = (size_t)plan->bloom.desc.kernel_width * plan->bloom.desc.kernel_height;
    const size_t side = 2 * (size_t)s.radius + 1, room = taps > side * side ? taps : side * side;
    double *memory = calloc(2 * room, sizeof *memory);
    if (memory == NULL) return nbl_fail_memory(error, "kernel's parts");
    float *core = parts, *tail = core + plan->tail_offset / sizeof *core;
    for (uint64_t i = 0; i < plan->kernel_bytes / sizeof *core; i++) core[i] = 0.0f;
    for (int c = 0; c < 3; c++) {
        const int channel = s.desc->grey_kernel ? 0 : c;
        s.tail = memory;
        s.spare = memory + room;
        for (size_t i = 0; i < taps; i++) s.tail[i] = 0.0;
        sum_tail(&s, channel);
        sharpen_tail(&s);
        for (size_t i = 0; i < taps; i++) tail[4 * i + (size_t)c] = (float)s.tail[i];
        write_core(&s, channel, core + (c - channel));
    }
    free(memory);
    return NBL_SUCCESS;
}
