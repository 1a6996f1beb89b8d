/* What blooms, and where the bloom shows: --boost, --mask, --source-mask, --channels, and all of --preview.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The formulas are the library's (nbl/host/bloom_look.h). They are applied to a frame as it was read, before a preview
 * makes it small: a light of one texel is as bright as it was when it is held to --threshold and --boost-min.
 */
#include "tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the finite number that the library makes of a NaN or an infinity, with --invalid clamp. */
static float finite(const tool_options_t *options, float x) {
    const float largest = options->largest > 0.0 ? (float)options->largest : 65504.0f;
    return x != x ? 0.0f : isinf(x) ? copysignf(largest, x) : x;
}

/* Finds an image's largest colour and largest luminance, as a threshold and a boost see them. */
static void brightest_of(const tool_options_t *options, const nbl_image *image, float *colour, float *luminance) {
    *colour = *luminance = 0.0f;
    for (size_t i = 0; i < 4 * (size_t)image->width * image->height; i += 4) {
        float rgb[3];
        for (size_t c = 0; c < 3; c++) {
            rgb[c] = finite(options, image->pixels[i + c]);
            *colour = fmaxf(*colour, rgb[c]);
        }
        *luminance = fmaxf(*luminance, nbl_bloom_luminance(rgb[0], rgb[1], rgb[2]));
    }
}

void tool_tell_dark(const tool_job_t *job, const nbl_image *image) {
    const tool_options_t *options = job->options;
    const bool has_threshold = !isnan(options->threshold), boosts = tool_boosts(options);
    float colour, luminance;
    if (!has_threshold && !boosts) return;
    brightest_of(options, image, &colour, &luminance);
    const double knee = isnan(options->knee) ? 0.5 * options->threshold : options->knee;
    if (has_threshold && !((double)colour > options->threshold - knee))
        note("%s: nothing glows: --threshold %g begins at %g, and the brightest colour is %g (white on a screen is 1)",
             job->image_path, options->threshold, options->threshold - knee, (double)colour);
    if (boosts && !((double)luminance > options->boost_min * (1.0 + 1e-6))) /* of white, roundings */
        note("%s: nothing is boosted: --boost-min is %g, and the brightest texel has %g (white on a screen is 1)",
             job->image_path, options->boost_min, (double)luminance);
}

static nbl_bloom_look_t look_of(const tool_options_t *options) {
    nbl_bloom_look_t look = nbl_bloom_look_init();
    look.combine = (nbl_bloom_combine_t)options->combine;
    look.channels = options->channel_bits;
    if (!isnan(options->intensity)) look.intensity = (float)options->intensity;
    look.threshold = !isnan(options->threshold);
    if (look.threshold) look.threshold_at = (float)options->threshold;
    look.knee = isnan(options->knee) ? 0.5f * look.threshold_at : (float)options->knee;
    if (!tool_boosts(options)) return look;
    look.boost = (float)options->boost;
    look.boost_min = (float)options->boost_min;
    if (options->boost_max > 0.0) look.boost_max = (float)options->boost_max;
    return look;
}

/* Makes an image with the same windows, and texels of its own. */
static int copy_of(const nbl_image *image, nbl_image *copy, nbl_error_t *error) {
    const size_t bytes = (size_t)image->width * image->height * 4 * sizeof(float);
    float *pixels = malloc(bytes);
    nbl_image_free(copy);
    if (!pixels) return fail(error, EXIT_FAILED, "memory: not enough for the image as it was");
    memcpy(pixels, image->pixels, bytes);
    *copy = *image;
    copy->pixels = pixels;
    copy->rest = NULL;
    return EXIT_DONE;
}

static int shrink_and_embed(tool_job_t *job, nbl_image *image, nbl_error_t *error) {
    int status = image->pixels ? tool_shrink(image, job->shrink, error) : EXIT_DONE;
    return !image->pixels || status ? status : tool_embed_frame(job, job->image_path, image, error);
}

static nbl_image_window from_corner(const nbl_image *image) {
    const nbl_image_window data = image->data_window, frame = image->display_window;
    return (nbl_image_window){data.min_x - frame.min_x, data.min_y - frame.min_y, data.max_x - frame.min_x,
                              data.max_y - frame.min_y};
}

/* Returns whether no texel has any light. */
static bool is_dark(const nbl_image *image) {
    const size_t numbers = 4 * (size_t)image->width * image->height;
    bool dark = true;
    for (size_t i = 0; i < numbers && dark; i++) dark = i % 4 == 3 || image->pixels[i] == 0.0f;
    return dark;
}

int tool_begin_look(tool_job_t *job, nbl_image *image, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    const size_t texels = (size_t)image->width * image->height;
    nbl_bloom_look_t look = look_of(options);
    float *source_mask = NULL;
    for (size_t i = 0; i < 4 * texels; i++) image->pixels[i] = finite(options, image->pixels[i]);
    int status = tool_load_masks(job, image, error);
    if (!status) status = copy_of(image, &job->original, error);
    if (!status && (look.threshold || options->source_mask)) status = copy_of(image, &job->part, error);
    if (!status && options->source_mask) {
        source_mask = tool_mask_of(&job->masks[TOOL_MASK_SOURCE], from_corner(image), error);
        if (!source_mask) status = EXIT_FAILED;
    }
    look.source_mask = source_mask;
    if (!status) nbl_bloom_look_source(&look, job->original.pixels, texels, image->pixels, job->part.pixels);
    if (!status && options->source_mask && is_dark(&job->part) && !is_dark(&job->original))
        note("%s: nothing glows: --source-mask %s is black wherever there is light%s", job->image_path,
             options->source_mask, look.threshold ? " above --threshold" : "");
    free(source_mask);
    if (!status) status = shrink_and_embed(job, image, error);
    if (!status) status = shrink_and_embed(job, &job->original, error);
    if (!status) status = shrink_and_embed(job, &job->part, error);
    if (status || !options->mask) return status;
    free(job->shown);
    job->shown = tool_mask_of(&job->masks[TOOL_MASK_SHOWN], from_corner(image), error);
    return job->shown ? EXIT_DONE : EXIT_FAILED;
}

void tool_finish_look(const tool_job_t *job) {
    nbl_bloom_look_t look = look_of(job->options);
    look.mask = job->shown;
    if (!tool_looks(job->options)) return;
    nbl_bloom_look_finish(&look, job->original.pixels, job->part.pixels ? job->part.pixels : job->original.pixels,
                          (size_t)job->image->width * job->image->height, job->result);
}

void tool_free_look(tool_job_t *job) {
    nbl_image_free(&job->original);
    nbl_image_free(&job->part);
    for (int i = 0; i < TOOL_MASKS; i++) nbl_image_free(&job->masks[i]);
    free(job->shown);
}
