/* Checks a blur's description, and plans its passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"

#include <math.h>
#include <string.h>

#include "bloom/format.h"
#include "bloom/invalid.h"
#include "error/check.h"

#define MOST_TEXELS 65536u /* on a side, as of the images that tools read (tools/io/image/image.h) */

static nbl_result_t check_common(nbl_blur_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("method", desc->method, "dual filter, prefix sum"),
                                  NBL_CHECK_ENUM("wrap", desc->wrap, "repeat, clamp, border, mirror"),
                                  NBL_CHECK_RANGE("levels", desc->levels, 0, NBL_BLUR_MAX_LEVELS),
                                  NBL_CHECK_RANGE("boxes", desc->boxes, 0, 8)};
    const nbl_result_t valid = nbl_check("blur", checks, sizeof checks / sizeof *checks, error);
    if (valid != NBL_SUCCESS) return valid;
    const uint32_t most = desc->method == NBL_BLUR_PREFIX_SUM ? NBL_BLUR_MAX_LINE : MOST_TEXELS;
    if (desc->width < 1u || desc->height < 1u || desc->width > most || desc->height > most ||
        (uint64_t)desc->width * desc->height > 1u << 28)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "blur: %u x %u texels: must be 1 to %u on a side, 2^28 in all",
                        desc->width, desc->height, most);
    const nbl_result_t combined = nbl_bloom_combine_check("blur", desc->combine, error);
    return combined == NBL_SUCCESS ? nbl_bloom_invalid_check("blur", desc->invalid, desc->largest, error) : combined;
}

static uint32_t halved(uint32_t size, uint32_t levels) {
    return ((size - 1u) >> levels) + 1u; /* ceil(ceil(n / 2) / 2) is ceil(n / 4) */
}

static nbl_result_t check_dual_filter(nbl_blur_desc_t *desc, nbl_error_t *error) {
    if (desc->levels == 0)
        for (desc->levels = 1; desc->levels < 6u; desc->levels++)
            if (halved(desc->width, desc->levels) == 1u && halved(desc->height, desc->levels) == 1u) break;
    if (desc->spread == 0.0f) desc->spread = 0.85f;
    if (!(desc->spread > 0.0f && desc->spread <= 1.0f))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "blur: spread is %g, must be above 0 to 1", (double)desc->spread);
    return NBL_SUCCESS;
}

static nbl_result_t check_prefix_sum(nbl_blur_desc_t *desc, nbl_error_t *error) {
    if (desc->sigma == 0.0f) desc->sigma = 16.0f;
    if (desc->boxes == 0) desc->boxes = 3;
    if (desc->max_shared_bytes == 0) desc->max_shared_bytes = 65536u;
    if (!(desc->sigma > 0.0f && desc->sigma <= 100000.0f))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "blur: sigma is %g, must be above 0 to 100000", (double)desc->sigma);
    return NBL_SUCCESS;
}

/* ---- The dual filter: steps down, then up. */

static nbl_blur_pass_t *add_step(nbl_blur_plan_t *plan, const char *name, uint32_t step, uint32_t to, uint32_t from) {
    const nbl_blur_desc_t *desc = &plan->desc;
    nbl_blur_pass_t *pass = &plan->passes[plan->pass_count++];
    uint32_t at[2] = {0, 0};
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t level = 1; level < (i ? from : to); level++)
            at[i] += halved(desc->width, level) * halved(desc->height, level);
    pass->name = name;
    pass->kernel = step;
    pass->parameters.step = step;
    pass->constants.width = halved(desc->width, to);
    pass->constants.height = halved(desc->height, to);
    pass->constants.from_width = halved(desc->width, from);
    pass->constants.from_height = halved(desc->height, from);
    pass->constants.at = at[0];
    pass->constants.from_at = at[1];
    pass->constants.spread = desc->spread;
    pass->constants.keep = (float)(1.0 - (double)desc->spread);
    pass->workgroup_size = 64;
    const uint64_t written = (uint64_t)pass->constants.width * pass->constants.height,
                   read = (uint64_t)pass->constants.from_width * pass->constants.from_height;
    pass->workgroups = (uint64_t)((pass->constants.width + 7u) / 8u) * ((pass->constants.height + 7u) / 8u);
    pass->bytes = NBL_BLOOM_TEXEL_BYTES * (read + written * (step >= NBL_BLUR_UP ? 2u : 1u));
    return pass;
}

static void plan_dual_filter(nbl_blur_plan_t *plan) {
    const nbl_blur_desc_t *desc = &plan->desc;
    uint64_t texels = 0;
    for (uint32_t level = 1; level <= desc->levels; level++) {
        add_step(plan, level == 1u ? "first down" : "down", level == 1u ? NBL_BLUR_FIRST_DOWN : NBL_BLUR_DOWN, level,
                 level - 1u);
        texels += (uint64_t)halved(desc->width, level) * halved(desc->height, level);
    }
    for (uint32_t level = desc->levels; level > 0; level--)
        add_step(plan, level == 1u ? "last up" : "up", level == 1u ? NBL_BLUR_LAST_UP : NBL_BLUR_UP, level - 1u, level);
    plan->workspace_bytes = NBL_BLOOM_TEXEL_BYTES * texels;
}

/* ---- The prefix sum: along x, then along y. */

static void fill_box(const nbl_blur_desc_t *desc, nbl_blur_constants_t *constants) {
    const double v = (double)desc->sigma * (double)desc->sigma / desc->boxes;
    const double r = floor((sqrt(12.0 * v + 1.0) - 1.0) / 2.0);
    const double e = (2.0 * r + 1.0) * (r * (r + 1.0) - 3.0 * v) / (6.0 * (v - (r + 1.0) * (r + 1.0)));
    const double whole = 2.0 * r + 1.0 + 2.0 * e;
    constants->boxes = desc->boxes;
    constants->radius = (uint32_t)r;
    constants->inner = (float)((1.0 - e) / whole);
    constants->outer = (float)(e / whole);
}

static nbl_result_t add_axis(nbl_blur_plan_t *plan, uint32_t axis, nbl_error_t *error) {
    static const char *const names[2] = {"along x", "along y"};
    const nbl_blur_desc_t *desc = &plan->desc;
    const uint32_t length = axis ? desc->height : desc->width, lines = axis ? desc->width : desc->height;
    nbl_blur_pass_t *pass = &plan->passes[plan->pass_count++];
    uint32_t rounds = 1;
    while (rounds * 4u * NBL_BLUR_INVOCATIONS < length) rounds *= 2u;
    /* The scan's own: of each subgroup, of 4 and more, or of each invocation. */
    const uint32_t least = rounds * NBL_BLUR_INVOCATIONS / (desc->no_subgroups ? 1u : 4u);
    pass->name = names[axis];
    pass->kernel = axis;
    pass->parameters.axis = axis;
    pass->parameters.wrap = (uint32_t)desc->wrap;
    pass->parameters.rounds = rounds;
    pass->parameters.registers = 4u * rounds;
    pass->parameters.line = length > least ? length : least;
    pass->constants.width = desc->width;
    pass->constants.height = desc->height;
    fill_box(desc, &pass->constants);
    pass->workgroup_size = NBL_BLUR_INVOCATIONS;
    pass->workgroups = 3u * (uint64_t)lines;
    pass->shared_bytes = 8u * pass->parameters.line;
    pass->bytes =
        (NBL_BLOOM_TEXEL_BYTES + 12u + (axis ? NBL_BLOOM_TEXEL_BYTES : 0u)) * (uint64_t)desc->width * desc->height;
    if (pass->shared_bytes > desc->max_shared_bytes)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "blur: the sums of a line of %u texels take %u bytes of shared memory, and there are %u",
                        length, pass->shared_bytes, desc->max_shared_bytes);
    return NBL_SUCCESS;
}

nbl_result_t nbl_blur_plan_make(const nbl_blur_desc_t *desc, nbl_blur_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
    static const nbl_blur_plan_t empty;
    nbl_blur_plan_t made = empty;
    nbl_error_clear(error);
    made.desc = *desc;
    const bool sums = desc->method == NBL_BLUR_PREFIX_SUM;
    nbl_result_t result = check_common(&made.desc, error);
    if (result == NBL_SUCCESS)
        result = sums ? check_prefix_sum(&made.desc, error) : check_dual_filter(&made.desc, error);
    if (result != NBL_SUCCESS) return result;
    made.image_bytes = NBL_BLOOM_TEXEL_BYTES * (uint64_t)desc->width * desc->height;
    if (!sums) plan_dual_filter(&made);
    for (uint32_t axis = 0; sums && axis < 2u && result == NBL_SUCCESS; axis++) result = add_axis(&made, axis, error);
    if (result != NBL_SUCCESS) return result;
    if (sums) made.workspace_bytes = 12u * (uint64_t)desc->width * desc->height;
    for (uint32_t i = 0; i < made.pass_count; i++) {
        made.passes[i].parameters.combine = (uint32_t)desc->combine;
        made.passes[i].parameters.threshold = desc->threshold;
        made.passes[i].parameters.clamps = nbl_bloom_clamps(desc->invalid, NBL_BLOOM_FORMAT_RGBA32F);
        made.passes[i].constants.largest = nbl_bloom_largest(desc->largest, NBL_BLOOM_FORMAT_RGBA32F);
    }
    *plan = made;
    return NBL_SUCCESS;
}

nbl_blur_frame_t nbl_blur_frame_init(void) {
    nbl_blur_frame_t frame = {.intensity = 1.0f, .threshold = 1.0f, .knee = 0.5f};
    return frame;
}

nbl_result_t nbl_blur_frame_check(const nbl_blur_plan_t *plan, const nbl_blur_frame_t *frame, nbl_error_t *error) {
    nbl_result_t result = nbl_bloom_intensity_check("blur", plan->desc.combine, frame->intensity, error);
    if (result == NBL_SUCCESS && plan->desc.threshold)
        result = nbl_bloom_threshold_check("blur", frame->threshold, frame->knee, error);
    return result;
}

nbl_result_t nbl_blur_run_check(const nbl_blur_plan_t *plan, const nbl_blur_frame_t *frame, const float *image,
                                nbl_error_t *error) {
    const nbl_blur_desc_t *desc = &plan->desc;
    nbl_result_t result = nbl_blur_frame_check(plan, frame, error);
    if (result == NBL_SUCCESS && desc->invalid == NBL_BLOOM_INVALID_REFUSE)
        result = nbl_bloom_texels_check(image, NBL_BLOOM_FORMAT_RGBA32F, desc->width, desc->height, desc->width, error);
    return result;
}

nbl_blur_constants_t nbl_blur_frame_constants(const nbl_blur_pass_t *pass, const nbl_blur_frame_t *frame) {
    nbl_blur_constants_t constants = pass->constants;
    constants.intensity = frame->intensity;
    constants.threshold = frame->threshold;
    constants.knee = frame->knee;
    constants.knee_scale = nbl_bloom_knee_scale(frame->knee);
    return constants;
}
