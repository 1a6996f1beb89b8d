/* Highlights that are made brighter before they bloom, in the picture that blooms alone.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Luminance L above a least one m becomes m + b (L - m), at most the largest; a texel's colour stays. So --combine mix and
 * add need the picture as it was: the library computes the bloom alone, and it is combined here.
 */
#include "tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the library makes of a number that is none, with --invalid clamp. */
static float finite(const tool_options_t *options, float x) {
    const float largest = options->largest > 0.0 ? (float)options->largest : 65504.0f;
    return x != x ? 0.0f : isinf(x) ? copysignf(largest, x) : x;
}

static double luminance_of(double red, double green, double blue) {
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/* The largest of a texel's colours and its luminance, as a threshold and a boost see it. */
static void brightest_of(const tool_options_t *options, const nbl_image *image, double *colour, double *luminance) {
    *colour = *luminance = 0.0;
    for (size_t i = 0; i < 4 * (size_t)image->width * image->height; i += 4) {
        double rgb[3];
        for (int c = 0; c < 3; c++) {
            rgb[c] = (double)finite(options, image->pixels[i + (size_t)c]);
            *colour = fmax(*colour, rgb[c]);
        }
        *luminance = fmax(*luminance, luminance_of(rgb[0], rgb[1], rgb[2]));
    }
}

void tool_tell_dark(const tool_job_t *job, const nbl_image *image) {
    const tool_options_t *options = job->options;
    const bool has_threshold = !isnan(options->threshold), boosts = tool_boosts(options);
    double colour, luminance;
    if (!has_threshold && !boosts) return;
    brightest_of(options, image, &colour, &luminance);
    const double knee = isnan(options->knee) ? 0.5 * options->threshold : options->knee;
    if (has_threshold && !(colour > options->threshold - knee))
        note("%s: nothing glows: --threshold %g begins at %g, and the brightest colour is %g (white on a screen is 1)",
             job->image_path, options->threshold, options->threshold - knee, colour);
    if (boosts && !(luminance > options->boost_min))
        note("%s: nothing is boosted: --boost-min is %g, and the brightest texel has %g (white on a screen is 1)",
             job->image_path, options->boost_min, luminance);
}

int tool_boost(tool_job_t *job, nbl_image *image, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    const size_t texels = (size_t)image->width * image->height;
    const double least = options->boost_min, most = options->boost_max > 0.0 ? options->boost_max : INFINITY;
    if (!tool_boosts(options)) return EXIT_DONE;
    if (!job->original) job->original = malloc(texels * 4 * sizeof(float)); /* all frames have one size */
    if (!job->original) return fail(error, EXIT_FAILED, "memory: not enough for the image as it was");
    for (size_t i = 0; i < 4 * texels; i++) image->pixels[i] = finite(options, image->pixels[i]);
    memcpy(job->original, image->pixels, texels * 4 * sizeof(float));
    for (size_t i = 0; i < 4 * texels; i += 4) {
        float *rgb = image->pixels + i;
        const double luminance = luminance_of((double)rgb[0], (double)rgb[1], (double)rgb[2]);
        if (!(luminance > least)) continue;
        const double factor = fmin(least + options->boost * (luminance - least), most) / luminance;
        for (int c = 0; c < 3; c++) rgb[c] = (float)(factor * (double)rgb[c]);
    }
    return EXIT_DONE;
}

void tool_combine_boosted(const tool_job_t *job) {
    const tool_options_t *options = job->options;
    const size_t texels = (size_t)job->image->width * job->image->height;
    const float intensity = isnan(options->intensity) ? 1.0f : (float)options->intensity;
    const float kept = options->combine == NBL_BLOOM_COMBINE_ADD ? 1.0f : 1.0f - intensity;
    if (!tool_boosts(options) || options->combine == NBL_BLOOM_COMBINE_REPLACE) return;
    for (size_t i = 0; i < 4 * texels; i += 4)
        for (size_t c = i; c < i + 3; c++) job->result[c] = kept * job->original[c] + intensity * job->result[c];
}
