/* Masks: pictures of the frame's size whose light, or one channel, says how much of the bloom a texel gives or shows.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of a picture that was made for a screen the codes count, as they do in a layer's mask of a painting program: a
 * grey of
 * 128 in 255 is a half. Numbers of an .exr, .hdr or .tif of floats are taken as they are. Both are held to 0 to 1.
 */
#include "tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/image/internal.h"

static uint32_t width_of(nbl_image_window window) { return (uint32_t)(window.max_x - window.min_x + 1); }
static uint32_t height_of(nbl_image_window window) { return (uint32_t)(window.max_y - window.min_y + 1); }

/* Returns a texel's number, from its colour and its alpha. */
static float number_of(const tool_options_t *options, const nbl_image *mask, const float *texel) {
    const uint32_t channel = options->mask_channel;
    float value = channel == TOOL_MASK_LUMINANCE ? nbl_bloom_luminance(texel[0], texel[1], texel[2])
                                                 : texel[channel - TOOL_MASK_RED];
    if (mask->is_display && channel != TOOL_MASK_ALPHA) value = (float)nbl_image_srgb(fmax((double)value, 0.0));
    return fminf(fmaxf(value, 0.0f), 1.0f);
}

/* Makes a picture of the frame's size, with the mask's numbers in red. */
static int prepare(const tool_job_t *job, const char *path, nbl_image *mask, bool invert, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    int status = tool_check_finite(path, mask, error);
    if (status) return status;
    if (options->mask_channel == TOOL_MASK_LUMINANCE) tool_take_drawn_alpha(path, mask);
    for (size_t i = 0; i < (size_t)mask->width * mask->height; i++)
        mask->pixels[4 * i] = number_of(options, mask, mask->pixels + 4 * i);
    status = tool_embed(path, mask, mask->display_window, error); /* a mask is black beyond its data window */
    for (size_t i = 0; !status && invert && i < (size_t)mask->width * mask->height; i++)
        mask->pixels[4 * i] = 1.0f - mask->pixels[4 * i];
    return status;
}

static int load(tool_job_t *job, tool_mask_t which, const nbl_image *frame, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    const char *path = job->mask_paths[which];
    const bool invert = which == TOOL_MASK_SHOWN ? options->mask_invert : options->source_mask_invert;
    const nbl_image_selection selection = {options->mask_layer, NULL, false};
    nbl_image *mask = &job->masks[which];
    nbl_image_error reason = {0};
    nbl_image_free(mask);
    int status = tool_describe_file(path, &selection, options->max_pixels, mask, error);
    if (status) return status;
    const nbl_image_window had = mask->display_window, wanted = frame->display_window;
    nbl_image_free(mask);
    if (width_of(had) != width_of(wanted) || height_of(had) != height_of(wanted))
        return fail(error, EXIT_FAILED, "%s: is a mask of %u x %u texels, and %s has %u x %u", path, width_of(had),
                    height_of(had), job->image_path, width_of(wanted), height_of(wanted));
    if (nbl_image_read_selected(path, &selection, mask, &reason)) return fail(error, EXIT_FAILED, "%s", reason.message);
    if (options->mask_channel == TOOL_MASK_ALPHA && mask->channels != NBL_IMAGE_CHANNELS_RGBA &&
        mask->channels != NBL_IMAGE_CHANNELS_YA)
        return fail(error, EXIT_FAILED, "%s: --mask-channel alpha: it has no alpha", path);
    status = prepare(job, path, mask, invert, error);
    /* A source mask weighs the frame as it was read; the other mask is for the small picture. */
    return status || which == TOOL_MASK_SOURCE ? status : tool_shrink(mask, job->shrink, error);
}

int tool_load_masks(tool_job_t *job, const nbl_image *frame, nbl_error_t *error) {
    const char *const patterns[] = {job->options->mask, job->options->source_mask};
    int status = EXIT_DONE;
    for (int i = 0; i < TOOL_MASKS && !status; i++)
        if (patterns[i] && (!job->masks[i].pixels || tool_is_sequence(patterns[i])))
            status = load(job, (tool_mask_t)i, frame, error);
    return status;
}

static uint32_t within(int64_t i, uint32_t size) { return i < 0 ? 0 : i >= size ? size - 1 : (uint32_t)i; }

float *tool_mask_of(const nbl_image *mask, nbl_image_window window, nbl_error_t *error) {
    const uint32_t width = width_of(window), height = height_of(window);
    float *numbers = malloc((size_t)width * height * sizeof *numbers);
    if (!numbers) return fail(error, EXIT_FAILED, "memory: not enough for a mask"), NULL;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const size_t row = within((int64_t)y + window.min_y, mask->height);
            numbers[(size_t)y * width + x] =
                mask->pixels[4 * (row * mask->width + within((int64_t)x + window.min_x, mask->width))];
        }
    return numbers;
}
