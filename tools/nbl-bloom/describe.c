/* What the options say of plans and frames, and what is noted of a kernel.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <math.h>
#include <string.h>

void tool_describe_options(const tool_options_t *options, nbl_bloom_desc_t *desc) {
    desc->padding_x = (nbl_bloom_padding_t)options->padding;
    desc->padding_y = options->padding_y ? (nbl_bloom_padding_t)(options->padding_y - 1) : desc->padding_x;
    desc->first_axis = (nbl_bloom_axis_t)options->first_axis;
    desc->kernel_mode = (nbl_bloom_kernel_mode_t)options->kernel_mode;
    static const nbl_bloom_interpolation_t interpolations[] = {NBL_BLOOM_INTERPOLATION_SIX_TAPS,
                                                               NBL_BLOOM_INTERPOLATION_CUBIC,
                                                               NBL_BLOOM_INTERPOLATION_B_SPLINE,
                                                               NBL_BLOOM_INTERPOLATION_LINEAR};
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) desc->interpolation = interpolations[options->interpolation];
    desc->normalize = (nbl_bloom_normalize_t)options->normalize;
    desc->combine = (nbl_bloom_combine_t)tool_library_combine(options);
    desc->threshold = !isnan(options->threshold) && !tool_looks(options);
    desc->storage = (nbl_bloom_storage_t)options->storage;
    if (options->invalid) desc->invalid = (nbl_bloom_invalid_t)(options->invalid - 1);
    desc->largest = (float)options->largest;
    desc->algorithm = options->algorithm == TOOL_STOCKHAM ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
}

nbl_bloom_desc_t tool_describe(const tool_job_t *job) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = job->image->width;
    desc.height = job->image->height;
    desc.kernel_width = job->kernel->width;
    desc.kernel_height = job->kernel->height;
    tool_describe_options(job->options, &desc);
    if (!job->options->invalid) desc.invalid = NBL_BLOOM_INVALID_REFUSE;
    return desc;
}

nbl_bloom_frame_t tool_frame(const tool_options_t *options) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.sharpening = (float)options->sharpening;
    if (!isnan(options->intensity) && !tool_looks(options)) frame.intensity = (float)options->intensity;
    if (!isnan(options->threshold)) frame.threshold = (float)options->threshold;
    frame.knee = isnan(options->knee) ? 0.5f * frame.threshold : (float)options->knee;
    return frame;
}

nbl_blur_desc_t tool_describe_blur(const tool_job_t *job) {
    const tool_options_t *options = job->options;
    nbl_blur_desc_t desc = {
        .method = options->method == TOOL_METHOD_PREFIX_SUM ? NBL_BLUR_PREFIX_SUM : NBL_BLUR_DUAL_FILTER,
        .width = job->image->width,
        .height = job->image->height,
        .combine = (nbl_bloom_combine_t)tool_library_combine(options),
        .threshold = !isnan(options->threshold) && !tool_looks(options),
        .invalid = options->invalid == 1 + NBL_BLOOM_INVALID_CLAMP ? NBL_BLOOM_INVALID_CLAMP : NBL_BLOOM_INVALID_REFUSE,
        .largest = (float)options->largest,
        .levels = options->levels,
        .spread = (float)options->spread,
        .sigma = (float)options->sigma,
        .boxes = options->boxes,
        .wrap = options->wrap ? (nbl_blur_wrap_t)(options->wrap - 1) : NBL_BLUR_WRAP_MIRROR};
    return desc;
}

nbl_blur_frame_t tool_blur_frame(const tool_options_t *options) {
    const nbl_bloom_frame_t frame = tool_frame(options);
    nbl_blur_frame_t result = {frame.intensity, frame.threshold, frame.knee};
    return result;
}

nbl_result_t tool_plan_blur(tool_job_t *job, const nbl_fft_limits_t *limits, nbl_error_t *error) {
    if (job->options->low_resolution) {
        nbl_bloom_low_desc_t desc = {.bloom = tool_describe(job),
                                     .factor = job->options->low_resolution == 2 ? 4 : 2,
                                     .core_radius = job->options->core};
        if (limits) desc.bloom.limits = *limits;
        if (job->options->subgroup_size) desc.bloom.limits.subgroup_size = job->options->subgroup_size;
        return nbl_bloom_low_plan_make(&desc, &job->low, error);
    }
    nbl_blur_desc_t desc = tool_describe_blur(job);
    if (limits) desc.max_shared_bytes = limits->max_shared_bytes;
    return nbl_blur_plan_make(&desc, &job->blur, error);
}

bool tool_kernel_is_grey(const tool_job_t *job) {
    const nbl_image *kernel = job->kernel;
    if (tool_is_sequence(job->options->kernel)) return false; /* the next kernel of the sequence need not be grey */
    if (!kernel->pixels) return kernel->channels == NBL_IMAGE_CHANNELS_Y || kernel->channels == NBL_IMAGE_CHANNELS_YA;
    const float *texel = kernel->pixels, *end = texel + 4 * (size_t)kernel->width * kernel->height;
    /* By their bits, since -0 equals 0. */
    while (texel < end && memcmp(texel, texel + 1, sizeof *texel) == 0 && memcmp(texel, texel + 2, sizeof *texel) == 0)
        texel += 4;
    return texel == end;
}

/* ---- How much of a resampled kernel's light becomes ghosts, told before it is seen. */

/* Returns the share of a texel that interpolation leaves at `distance` from the kernel's centre, in periods of the
 * spectrum. The table has the Fourier transform of each interpolation's weights at 0, 1/8 .. 1/2; between them it
 * goes in straight lines. */
static double kept(double distance, uint32_t interpolation) {
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
    note(
        "--kernel-mode resample: the kernel fills its spectrum, and about %.0f %% of its light becomes ghosts; pad has "
        "none",
        100.0 * astray / light);
}
