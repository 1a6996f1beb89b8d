/* Which texels are computed: of an image its window, grown by what the bloom adds; of a kernel its frame, about its
 * centre.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   +--------------------- display window: the frame -+
 *   |        +- computed --------+                    |
 *   |        |   +- data ---+    |   what is read     |
 *   |        |   +----------+    |                    |
 *   |        +-------------------+   the kernel's reach, within the frame
 *   +-------------------------------------------------+
 */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t least(int64_t a, int64_t b) { return (int32_t)(a < b ? a : b); }
static int32_t most(int64_t a, int64_t b) { return (int32_t)(a > b ? a : b); }

static nbl_image_window join(nbl_image_window a, nbl_image_window b) {
    return (nbl_image_window){least(a.min_x, b.min_x), least(a.min_y, b.min_y), most(a.max_x, b.max_x),
                              most(a.max_y, b.max_y)};
}

/* Empty, with max below min, if they do not meet. */
static nbl_image_window meet(nbl_image_window a, nbl_image_window b) {
    return (nbl_image_window){most(a.min_x, b.min_x), most(a.min_y, b.min_y), least(a.max_x, b.max_x),
                              least(a.max_y, b.max_y)};
}

static nbl_image_window move(nbl_image_window w, int32_t x, int32_t y) {
    return (nbl_image_window){w.min_x + x, w.min_y + y, w.max_x + x, w.max_y + y};
}

nbl_image_window tool_window_of(const tool_options_t *options, const nbl_image *image, const nbl_image *kernel) {
    const nbl_image_window data = image->data_window, frame = image->display_window;
    if (options->window == TOOL_WINDOW_DATA) return data;
    /* A blur reaches everywhere, and what is mirrored or wrapped is the frame. */
    if (tool_pads(options) || options->method != TOOL_METHOD_FFT) return join(data, frame);
    const int32_t left = (int32_t)(kernel->width / 2), up = (int32_t)(kernel->height / 2);
    const nbl_image_window reach = {most((int64_t)data.min_x - left, INT32_MIN / 4),
                                    most((int64_t)data.min_y - up, INT32_MIN / 4),
                                    least((int64_t)data.max_x + left, INT32_MAX / 4),
                                    least((int64_t)data.max_y + up, INT32_MAX / 4)};
    if (options->window == TOOL_WINDOW_KERNEL) return reach;
    const nbl_image_window within = meet(reach, frame);
    return within.min_x > within.max_x || within.min_y > within.max_y ? data : join(data, within);
}

/* The window in which texel floor(size / 2) is the centre, and which has all of the kernel's frame. */
nbl_image_window tool_window_of_kernel(const tool_options_t *options, const nbl_image *kernel) {
    const nbl_image_window frame = kernel->display_window, all = join(kernel->data_window, frame);
    const int64_t w = (int64_t)frame.max_x - frame.min_x + 1, h = (int64_t)frame.max_y - frame.min_y + 1;
    const int64_t x = frame.min_x + (options->kernel_center ? options->center_x : w / 2);
    const int64_t y = frame.min_y + (options->kernel_center ? options->center_y : h / 2);
    const int64_t left = x > all.min_x ? x - all.min_x : 0, right = all.max_x > x ? all.max_x - x : 0;
    const int64_t up = y > all.min_y ? y - all.min_y : 0, down = all.max_y > y ? all.max_y - y : 0;
    /* 2 n texels about texel n have n before and n - 1 behind it. */
    const int64_t half_x = left > right ? left : right, half_y = up > down ? up : down;
    return (nbl_image_window){(int32_t)(x - half_x), (int32_t)(y - half_y), (int32_t)(x + half_x - (right < half_x)),
                              (int32_t)(y + half_y - (down < half_y))};
}

int tool_set_window(const char *path, nbl_image *image, nbl_image_window window, nbl_error_t *error) {
    const int64_t width = (int64_t)window.max_x - window.min_x + 1, height = (int64_t)window.max_y - window.min_y + 1;
    if (width > NBL_IMAGE_MAX_SIDE || height > NBL_IMAGE_MAX_SIDE || width * height > NBL_IMAGE_MAX_PIXELS)
        return fail(error, EXIT_FAILED,
                    "%s: its frame of %lld x %lld texels is too large: at most %d a side and %lld in all", path,
                    (long long)width, (long long)height, (int)NBL_IMAGE_MAX_SIDE, (long long)NBL_IMAGE_MAX_PIXELS);
    image->data_window = window;
    image->width = (uint32_t)width;
    image->height = (uint32_t)height;
    return EXIT_DONE;
}

int tool_embed(const char *path, nbl_image *image, nbl_image_window window, nbl_error_t *error) {
    const nbl_image_window had = image->data_window, both = meet(had, window);
    if (memcmp(&had, &window, sizeof had) == 0) return EXIT_DONE;
    const uint32_t width = image->width;
    float *from = image->pixels;
    int status = tool_set_window(path, image, window, error);
    float *to = status ? NULL : calloc((size_t)image->width * image->height, 4 * sizeof *to);
    if (!status && !to)
        status = fail(error, EXIT_FAILED, "memory: not enough for %u x %u texels", image->width, image->height);
    if (status) return status;
    if (image->channels == NBL_IMAGE_CHANNELS_RGB || image->channels == NBL_IMAGE_CHANNELS_Y)
        for (size_t i = 0; i < (size_t)image->width * image->height; i++) to[4 * i + 3] = 1.0f;
    for (int32_t y = both.min_y; y <= both.max_y && both.min_x <= both.max_x; y++)
        memcpy(to + 4 * ((size_t)(y - window.min_y) * image->width + (size_t)(both.min_x - window.min_x)),
               from + 4 * ((size_t)(y - had.min_y) * width + (size_t)(both.min_x - had.min_x)),
               4 * sizeof *to * (size_t)(both.max_x - both.min_x + 1));
    free(from);
    image->pixels = to;
    return EXIT_DONE;
}

/* Joins what each frame of a sequence needs, in the first one's coordinates: windows may move, frames may not change
 * their size. */
int tool_plan_windows(tool_job_t *job, nbl_error_t *error) {
    nbl_image *image = job->image;
    const nbl_image_selection selection = tool_selection(job->options);
    const nbl_image_window first = image->display_window;
    nbl_image_window all = tool_window_of(job->options, image, job->kernel);
    for (uint32_t i = 1; i < tool_sequence_count(job); i++) {
        char path[4096];
        nbl_image frame;
        if (!tool_path_of(job->options->image, tool_sequence_frame(job, i), path, sizeof path))
            return fail(error, EXIT_FAILED, "%s: the path is too long", job->options->image);
        int status = tool_describe_file(path, &selection, job->options->max_pixels, &frame, error);
        if (status) return status;
        tool_shrink_windows(&frame, job->shrink);
        const nbl_image_window shown = frame.display_window;
        if ((int64_t)shown.max_x - shown.min_x != (int64_t)first.max_x - first.min_x ||
            (int64_t)shown.max_y - shown.min_y != (int64_t)first.max_y - first.min_y)
            return fail(error, EXIT_FAILED, "%s: %lld x %lld texels, and the sequence began with %lld x %lld", path,
                        (long long)shown.max_x - shown.min_x + 1, (long long)shown.max_y - shown.min_y + 1,
                        (long long)first.max_x - first.min_x + 1, (long long)first.max_y - first.min_y + 1);
        all = join(all, move(tool_window_of(job->options, &frame, job->kernel), first.min_x - shown.min_x,
                             first.min_y - shown.min_y));
    }
    int status = tool_set_window(job->image_path, image, all, error);
    if (!status && job->options->max_pixels && (uint64_t)image->width * image->height > job->options->max_pixels)
        status = fail(error, EXIT_FAILED,
                      "%s: %u x %u texels, with what the kernel adds, are more than the %u of --max-pixels",
                      job->image_path, image->width, image->height, job->options->max_pixels);
    job->window = move(image->data_window, -first.min_x, -first.min_y);
    return status;
}

int tool_embed_frame(tool_job_t *job, const char *path, nbl_image *image, nbl_error_t *error) {
    const nbl_image_window shown = image->display_window;
    job->written = tool_window_of(job->options, image, job->kernel);
    return tool_embed(path, image, move(job->window, shown.min_x, shown.min_y), error);
}

int tool_crop(nbl_image *image, nbl_image_window window, nbl_error_t *error) {
    const nbl_image_window had = image->data_window;
    const uint32_t width = image->width;
    float *from = image->pixels;
    int status = tool_set_window("", image, meet(had, window), error);
    for (size_t y = 0; !status && y < image->height; y++)
        memmove(from + 4 * y * image->width,
                from + 4 * ((y + (size_t)(image->data_window.min_y - had.min_y)) * width +
                            (size_t)(image->data_window.min_x - had.min_x)),
                4 * sizeof *from * image->width);
    return status;
}
