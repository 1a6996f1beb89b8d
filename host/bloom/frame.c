/* What a frame changes of a bloom's plan: extents, sharpening, intensity, threshold. Push constants alone.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/frame.h"

#include <math.h>

#include "error/error.h"

nbl_bloom_frame_t nbl_bloom_frame_init(void) {
    nbl_bloom_frame_t frame = {.intensity = 1.0f, .threshold = 1.0f, .knee = 0.5f};
    return frame;
}

nbl_result_t nbl_bloom_frame_check(const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame, nbl_error_t *error) {
    const nbl_bloom_desc_t *desc = &plan->desc;
    uint32_t width = frame->width ? frame->width : desc->width;
    if (frame->width > plan->most_width || frame->height > plan->most_height)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: %u x %u texels are more than the plan's %u x %u",
                        frame->width, frame->height, plan->most_width, plan->most_height);
    if (frame->row_pitch != 0 && frame->row_pitch < width)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: row pitch %u: rows are %u texels long", frame->row_pitch,
                        width);
    if (!(frame->sharpening >= 0.0f && frame->sharpening <= 1.0f))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: sharpening %g: must be 0 to 1", (double)frame->sharpening);
    bool mixes = desc->combine == NBL_BLOOM_COMBINE_MIX;
    if (!isfinite(frame->intensity) || (mixes && !(frame->intensity >= 0.0f && frame->intensity <= 1.0f)))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: intensity %g: must be %s", (double)frame->intensity,
                        mixes ? "0 to 1" : "finite");
    if (desc->combine == NBL_BLOOM_COMBINE_REPLACE && frame->intensity != 1.0f)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "frame: intensity %g: the plan's bloom replaces the image: plan it to mix or to add",
                        (double)frame->intensity);
    if (!desc->threshold) return NBL_SUCCESS;
    if (!(frame->threshold >= 0.0f && frame->threshold <= 3e38f && frame->knee >= 0.0f &&
          frame->knee <= frame->threshold))
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "frame: threshold %g, knee %g: must be 0 or more, and the knee not above the threshold",
                        (double)frame->threshold, (double)frame->knee);
    return NBL_SUCCESS;
}

/* The last pass needs no rows without a scanline. The other passes must write their zeros for the second axis. */
uint64_t nbl_bloom_frame_workgroups(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                    const nbl_bloom_frame_t *frame) {
    uint64_t all = plan->passes[name].workgroups;
    bool along_y = plan->desc.first_axis == NBL_BLOOM_AXIS_Y;
    uint32_t width = frame->width ? frame->width : plan->desc.width;
    uint32_t height = frame->height ? frame->height : plan->desc.height;
    uint32_t scanlines = along_y ? width : height;
    return name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE && scanlines < all ? scanlines : all;
}

nbl_bloom_constants_t nbl_bloom_frame_constants(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                                const nbl_bloom_frame_t *frame) {
    nbl_bloom_constants_t constants = plan->passes[name].constants;
    constants.sharpening = frame->sharpening;
    constants.intensity = frame->intensity;
    constants.threshold = frame->threshold;
    constants.knee = frame->knee;
    constants.knee_scale = frame->knee > 0.0f ? 0.25f / frame->knee : 0.0f;
    if (name < NBL_BLOOM_PASS_FIRST_AXIS) return constants;
    bool along_y = plan->desc.first_axis == NBL_BLOOM_AXIS_Y;
    uint32_t width = frame->width ? frame->width : plan->desc.width;
    uint32_t height = frame->height ? frame->height : plan->desc.height;
    constants.extent_first = along_y ? height : width;
    constants.extent_second = along_y ? width : height;
    if (width > constants.row_pitch) constants.row_pitch = width;
    if (frame->row_pitch != 0) constants.row_pitch = frame->row_pitch;
    if (plan->desc.kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) { /* as many reflections on either side */
        constants.before_first = (plan->length_first - constants.extent_first) / 2;
        constants.before_second = (plan->length_second - constants.extent_second) / 2;
    }
    return constants;
}
