/* --preview: each square of texels becomes one, their mean, so that a picture of any size takes as long as a small one.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdlib.h>

enum { PREVIEW_SIDE = 640 }; /* texels of the longer side, at most. Chosen: what fits beside a program's window */

uint32_t tool_preview_shrink(const nbl_image *frame) {
    const nbl_image_window shown = frame->display_window;
    const int64_t width = (int64_t)shown.max_x - shown.min_x + 1, height = (int64_t)shown.max_y - shown.min_y + 1;
    const int64_t longer = width > height ? width : height;
    return (uint32_t)((longer + PREVIEW_SIDE - 1) / PREVIEW_SIDE);
}

/* Divides, rounding down, also below 0. */
static int32_t divided(int64_t a, int64_t b) { return (int32_t)(a >= 0 ? a / b : -((b - 1 - a) / b)); }

static nbl_image_window small(nbl_image_window window, nbl_image_window frame, uint32_t shrink) {
    return (nbl_image_window){divided((int64_t)window.min_x - frame.min_x, shrink),
                              divided((int64_t)window.min_y - frame.min_y, shrink),
                              divided((int64_t)window.max_x - frame.min_x, shrink),
                              divided((int64_t)window.max_y - frame.min_y, shrink)};
}

void tool_shrink_windows(nbl_image *image, uint32_t shrink) {
    const nbl_image_window frame = image->display_window;
    if (shrink == 1) return;
    image->data_window = small(image->data_window, frame, shrink);
    image->display_window = small(frame, frame, shrink);
    image->width = (uint32_t)(image->data_window.max_x - image->data_window.min_x + 1);
    image->height = (uint32_t)(image->data_window.max_y - image->data_window.min_y + 1);
}

/* Returns how many texels a square has along one axis within the frame or the picture. */
static uint32_t count_of(int64_t square, int64_t first, int64_t last, uint32_t shrink) {
    const int64_t begin = square * shrink, end = begin + shrink - 1;
    const int64_t from = begin > first ? begin : first, to = end < last ? end : last;
    return (uint32_t)(to - from + 1);
}

int tool_shrink(nbl_image *image, uint32_t shrink, nbl_error_t *error) {
    if (shrink == 1) return EXIT_DONE;
    const nbl_image_window had = image->data_window, frame = image->display_window;
    const uint32_t width = image->width, height = image->height;
    float *from = image->pixels;
    tool_shrink_windows(image, shrink);
    float *to = calloc((size_t)image->width * image->height, 4 * sizeof *to);
    if (!to) return fail(error, EXIT_FAILED, "memory: not enough for the preview");
    const int64_t x0 = (int64_t)had.min_x - frame.min_x, y0 = (int64_t)had.min_y - frame.min_y;
    const int64_t right = (int64_t)frame.max_x - frame.min_x, bottom = (int64_t)frame.max_y - frame.min_y;
    const int64_t x1 = x0 + width - 1, y1 = y0 + height - 1;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const int32_t i = divided(x0 + x, shrink), j = divided(y0 + y, shrink);
            const float share = 1.0f / (float)(count_of(i, x0 < 0 ? x0 : 0, x1 > right ? x1 : right, shrink) *
                                               count_of(j, y0 < 0 ? y0 : 0, y1 > bottom ? y1 : bottom, shrink));
            float *texel = to + 4 * ((size_t)(j - image->data_window.min_y) * image->width +
                                     (size_t)(i - image->data_window.min_x));
            for (size_t c = 0; c < 4; c++) texel[c] += share * from[4 * ((size_t)y * width + x) + c];
        }
    free(from);
    image->pixels = to;
    return EXIT_DONE;
}
