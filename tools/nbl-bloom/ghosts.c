/* How much of a resampled kernel's light becomes ghosts, told before it is seen.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <stdio.h>

/* What an interpolation leaves of a texel at `distance` from the kernel's centre, the spectrum's period being 1: the
 * Fourier transform of its weights, at 0, 1/8 .. 1/2, and straight lines between. */
static double kept(double distance, int interpolation) {
    static const double table[][5] = {{1.0, 0.9990, 0.9700, 0.8138, 0.4928}, /* in --interpolation's order */
                                      {1.0, 0.9955, 0.9390, 0.7655, 0.4928},
                                      {1.0, 0.9018, 0.6570, 0.3782, 0.1643},
                                      {1.0, 0.9496, 0.8106, 0.6150, 0.4053}};
    const double s = fmin(8.0 * fabs(distance), 3.999);
    const int i = (int)s;
    return table[interpolation][i] + (s - i) * (table[interpolation][i + 1] - table[interpolation][i]);
}

static uint32_t period_of(uint32_t size) {
    uint32_t period = 1;
    while (period < size) period *= 2;
    return period;
}

void tool_note_ghosts(const tool_job_t *job) {
    const nbl_image *kernel = job->kernel;
    const tool_options_t *options = job->options;
    if (options->method != TOOL_METHOD_FFT || options->kernel_mode != NBL_BLOOM_KERNEL_RESAMPLE) return;
    const uint32_t w = kernel->width, h = kernel->height, pw = period_of(w), ph = period_of(h);
    if (4 * (uint64_t)w <= 3 * (uint64_t)pw && 4 * (uint64_t)h <= 3 * (uint64_t)ph) return;
    double light = 0.0, astray = 0.0;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const float *t = kernel->pixels + 4 * ((size_t)y * w + x);
            const double value = fabs((double)t[0]) + fabs((double)t[1]) + fabs((double)t[2]);
            light += value;
            astray += value * (1.0 - kept(((double)x - w / 2) / pw, options->interpolation) *
                                         kept(((double)y - h / 2) / ph, options->interpolation));
        }
    if (!(astray > 0.05 * light)) return;
    char note[256];
    snprintf(
        note, sizeof note,
        "--kernel-mode resample: the kernel fills its spectrum, and about %.0f %% of its light becomes ghosts; pad "
        "has none",
        100.0 * astray / light);
    tool_note(note);
}
