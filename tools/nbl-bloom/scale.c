/* A kernel made larger or smaller, so that one kernel fits photos of any size.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <stdlib.h>

uint32_t tool_scaled_size(uint32_t size, double scale) {
    const double scaled = ceil(size * scale - 1e-9);
    return scaled < 1.0 ? 1 : scaled > NBL_IMAGE_MAX_SIDE ? NBL_IMAGE_MAX_SIDE : (uint32_t)scaled;
}

/* Returns the share of a texel's light that another gets, `distance` texels away in the coarser grid. */
static double tent(double distance) { return fmax(0.0, 1.0 - fabs(distance)); }

/* Scales a line of texels. Each texel gives all its light to the places near its own; the centre stays the centre.
 * 
 * stride  floats from one texel to the next */
static void scale_line(const float *from, uint32_t from_size, float *to, uint32_t to_size, size_t from_stride,
                       size_t to_stride, double scale) {
    const double from_centre = from_size / 2, to_centre = to_size / 2, wide = fmax(1.0, scale);
    for (uint32_t i = 0; i < to_size; i++) {
        const double place = (i - to_centre) / scale + from_centre, reach = fmax(1.0, 1.0 / scale);
        double sums[4] = {0, 0, 0, 0};
        for (double k = fmax(0.0, ceil(place - reach)); k <= place + reach && k < from_size; k++) {
            const double weight = tent((k - place) * scale / wide) / wide;
            for (int c = 0; c < 4; c++) sums[c] += weight * (double)from[(size_t)k * from_stride + (size_t)c];
        }
        for (int c = 0; c < 4; c++) to[i * to_stride + (size_t)c] = (float)sums[c];
    }
}

int tool_scale(nbl_image *image, double scale, nbl_error_t *error) {
    const uint32_t width = tool_scaled_size(image->width, scale), height = tool_scaled_size(image->height, scale);
    nbl_image scaled, rows;
    nbl_image_error reason = {0};
    if (nbl_image_create(width, image->height, image->channels, &rows, &reason))
        return fail(error, EXIT_FAILED, "--kernel-scale: %s", reason.message);
    if (nbl_image_create(width, height, image->channels, &scaled, &reason)) {
        nbl_image_free(&rows);
        return fail(error, EXIT_FAILED, "--kernel-scale: %s", reason.message);
    }
    for (size_t y = 0; y < image->height; y++)
        scale_line(image->pixels + 4 * y * image->width, image->width, rows.pixels + 4 * y * width, width, 4, 4, scale);
    for (size_t x = 0; x < width; x++)
        scale_line(rows.pixels + 4 * x, image->height, scaled.pixels + 4 * x, height, 4 * (size_t)width,
                   4 * (size_t)width, scale);
    nbl_image_free(&rows);
    nbl_image_free(image);
    *image = scaled;
    return EXIT_DONE;
}
