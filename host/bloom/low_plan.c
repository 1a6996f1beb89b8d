/* The bloom at low resolution: the low image's size, its bloom's plan, two passes, and the workspace.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/format.h"
#include "bloom/frame.h"
#include "bloom/low.h"
#include "error/check.h"

#define MARGIN 1u /* low texels around the image that the hat reaches */
#define TILE 8u   /* blocks on a workgroup's side */
#define ROWS 2u   /* of a block of the last step: bench/scripts/low_blocks.sh */
#define LARGE 4u  /* core from which on two more columns pay */

static nbl_result_t check(nbl_bloom_low_desc_t *desc, nbl_error_t *error) {
    const nbl_bloom_desc_t *bloom = &desc->bloom;
    if (desc->factor != 2u && desc->factor != 4u)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: factor is %u, must be 2 or 4", desc->factor);
    if (desc->core_radius == 0) desc->core_radius = desc->factor + 4u;
    if (desc->core_radius > NBL_BLOOM_LOW_MAX_RADIUS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: core radius is %u, must be 1 to %d",
                        desc->core_radius, NBL_BLOOM_LOW_MAX_RADIUS);
    if (bloom->padding_x != NBL_BLOOM_PADDING_ZERO || bloom->padding_y != NBL_BLOOM_PADDING_ZERO)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: padding is %d and %d, must be zero (0)",
                        (int)bloom->padding_x, (int)bloom->padding_y);
    if (bloom->ladder)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: is planned for one size: must have no ladder");
    if (bloom->source_format != NBL_BLOOM_FORMAT_RGBA32F || bloom->target_format != NBL_BLOOM_FORMAT_RGBA32F)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: formats are %d and %d, must be rgba32f (%d)",
                        (int)bloom->source_format, (int)bloom->target_format, (int)NBL_BLOOM_FORMAT_RGBA32F);
    if (bloom->width < 1u || bloom->height < 1u || bloom->width > 65536u || bloom->height > 65536u ||
        (uint64_t)bloom->width * bloom->height > 1u << 28)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "low resolution: %u x %u texels: must be 1 to 65536 on a side, 2^28 in all", bloom->width,
                        bloom->height);
    if (bloom->kernel_width < 1u || bloom->kernel_height < 1u || bloom->kernel_width > 65536u ||
        bloom->kernel_height > 65536u)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "low resolution: a kernel of %u x %u texels: must be 1 to 65536",
                        bloom->kernel_width, bloom->kernel_height);
    return nbl_bloom_combine_check("low resolution", bloom->combine, error);
}

static uint32_t low_size(uint32_t size, uint32_t factor) { return (size - 1u) / factor + 1u + 2u * MARGIN; }

/* As far as the tail's box reaches, and one more that sharpening adds. */
static uint32_t tail_size(uint32_t size, uint32_t factor) {
    return 2u * ((size / 2u + factor / 2u) / factor + 1u) + 1u;
}

static nbl_result_t plan_bloom(nbl_bloom_low_plan_t *plan, nbl_error_t *error) {
    nbl_bloom_desc_t low = plan->desc.bloom;
    low.width = low_size(low.width, plan->desc.factor);
    low.height = low_size(low.height, plan->desc.factor);
    low.kernel_width = tail_size(low.kernel_width, plan->desc.factor);
    low.kernel_height = tail_size(low.kernel_height, plan->desc.factor);
    low.normalize = NBL_BLOOM_NORMALIZE_NONE; /* the split divides */
    low.combine = NBL_BLOOM_COMBINE_REPLACE;
    low.threshold = false;
    return nbl_bloom_plan_make(&low, &plan->bloom, error);
}

/* Returns where `bytes` begin, and moves the end behind them. */
static uint64_t place(uint64_t *end, uint64_t bytes) {
    uint64_t at = *end;
    *end = (at + bytes + 255u) / 256u * 256u;
    return at;
}

static void place_all(nbl_bloom_low_plan_t *plan) {
    const nbl_bloom_desc_t *low = &plan->bloom.desc;
    uint64_t side = 2u * plan->desc.core_radius + 1u, end = 0;
    uint64_t low_bytes = (uint64_t)NBL_BLOOM_TEXEL_BYTES * low->width * low->height;
    plan->image_bytes = (uint64_t)NBL_BLOOM_TEXEL_BYTES * plan->desc.bloom.width * plan->desc.bloom.height;
    place(&end, NBL_BLOOM_TEXEL_BYTES * side * side);
    plan->tail_offset = place(&end, (uint64_t)NBL_BLOOM_TEXEL_BYTES * low->kernel_width * low->kernel_height);
    plan->kernel_bytes = end;
    plan->low_image_offset = place(&end, low_bytes);
    plan->low_bloom_offset = place(&end, low_bytes);
    plan->bloom_offset = place(&end, plan->bloom.workspace_bytes);
    plan->spectrum_offset = place(&end, plan->bloom.spectrum_bytes);
    plan->sums_offset = place(&end, NBL_BLOOM_SUMS_BYTES);
    plan->workspace_bytes = end;
}

static void fill_pass(nbl_bloom_low_plan_t *plan, uint32_t step) {
    const nbl_bloom_desc_t *full = &plan->desc.bloom, *low = &plan->bloom.desc;
    const uint32_t width = step == NBL_BLOOM_LOW_DOWN ? low->width : full->width,
                   height = step == NBL_BLOOM_LOW_DOWN ? low->height : full->height;
    const uint64_t low_bytes = (uint64_t)NBL_BLOOM_TEXEL_BYTES * low->width * low->height;
    nbl_bloom_low_pass_t *pass = &plan->passes[step];
    pass->name = step == NBL_BLOOM_LOW_DOWN ? "low down" : "low up";
    pass->parameters.step = step;
    pass->parameters.factor = plan->desc.factor;
    pass->parameters.combine = (uint32_t)full->combine;
    pass->parameters.threshold = full->threshold;
    pass->parameters.columns = step != NBL_BLOOM_LOW_UP ? 1u : plan->desc.core_radius < LARGE ? 2u : 4u;
    pass->parameters.rows = step == NBL_BLOOM_LOW_UP ? ROWS : 1u;
    const uint32_t across = TILE * pass->parameters.columns, down = TILE * pass->parameters.rows;
    pass->constants.width = full->width;
    pass->constants.height = full->height;
    pass->constants.low_width = low->width;
    pass->constants.low_height = low->height;
    pass->constants.low_image = (uint32_t)(plan->low_image_offset / NBL_BLOOM_TEXEL_BYTES);
    pass->constants.low_bloom = (uint32_t)(plan->low_bloom_offset / NBL_BLOOM_TEXEL_BYTES);
    pass->constants.radius = plan->desc.core_radius;
    pass->constants.step = 0.5f / (float)plan->desc.factor;
    pass->workgroup_size = TILE * TILE;
    pass->workgroups = (uint64_t)((width + across - 1u) / across) * ((height + down - 1u) / down);
    pass->bytes = plan->image_bytes + low_bytes + (step == NBL_BLOOM_LOW_UP ? plan->image_bytes : 0u);
}

nbl_result_t nbl_bloom_low_plan_make(const nbl_bloom_low_desc_t *desc, nbl_bloom_low_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
    static const nbl_bloom_low_plan_t empty;
    nbl_bloom_low_plan_t made = empty;
    nbl_error_clear(error);
    made.desc = *desc;
    nbl_result_t result = check(&made.desc, error);
    if (result == NBL_SUCCESS) result = plan_bloom(&made, error);
    if (result != NBL_SUCCESS) return result;
    place_all(&made);
    fill_pass(&made, NBL_BLOOM_LOW_DOWN);
    fill_pass(&made, NBL_BLOOM_LOW_UP);
    if (made.bloom_offset > made.bloom.desc.limits.max_buffer_bytes)
        return nbl_fail(error, NBL_ERROR_LIMIT, "low images: %llu bytes, the limit of a buffer is %llu",
                        (unsigned long long)made.bloom_offset,
                        (unsigned long long)made.bloom.desc.limits.max_buffer_bytes);
    *plan = made;
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_low_frame_check(const nbl_bloom_low_plan_t *plan, const nbl_bloom_frame_t *frame,
                                       nbl_error_t *error) {
    if (frame->width || frame->height || frame->row_pitch || frame->sharpening != 0.0f)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "frame: size, row pitch and sharpening do not change at low resolution: must be 0");
    nbl_bloom_plan_t full = plan->bloom; /* of which the check reads the description */
    full.desc = plan->desc.bloom;
    return nbl_bloom_frame_check(&full, frame, error);
}

nbl_bloom_low_constants_t nbl_bloom_low_frame_constants(const nbl_bloom_low_pass_t *pass,
                                                        const nbl_bloom_frame_t *frame) {
    nbl_bloom_low_constants_t constants = pass->constants;
    constants.intensity = frame->intensity;
    constants.threshold = frame->threshold;
    constants.knee = frame->knee;
    constants.knee_scale = nbl_bloom_knee_scale(frame->knee);
    return constants;
}
