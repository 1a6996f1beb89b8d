/* What a frame changes of a bloom's plan: extents, sharpening, intensity, threshold. Push constants alone.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/frame.h"

#include <math.h>

#include "error/check.h"

nbl_bloom_frame_t nbl_bloom_frame_init(void) {
    nbl_bloom_frame_t frame = {.intensity = 1.0f, .threshold = 1.0f, .knee = 0.5f};
    return frame;
}

nbl_result_t nbl_bloom_combine_check(const char *of, nbl_bloom_combine_t combine, nbl_error_t *error) {
    return nbl_check(of, &(nbl_check_t)NBL_CHECK_ENUM("combine", combine, "replace, mix, add"), 1, error);
}

nbl_result_t nbl_bloom_intensity_check(const char *of, nbl_bloom_combine_t combine, float intensity,
                                       nbl_error_t *error) {
    static const char *const ranges[] = {"1 unless the plan mixes or adds", "0 to 1", "finite"};
    const bool valid = combine == NBL_BLOOM_COMBINE_ADD   ? isfinite(intensity)
                       : combine == NBL_BLOOM_COMBINE_MIX ? intensity >= 0.0f && intensity <= 1.0f
                                                          : intensity == 1.0f;
    if (valid) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: intensity %g: must be %s", of, (double)intensity, ranges[combine]);
}

nbl_result_t nbl_bloom_threshold_check(const char *of, float threshold, float knee, nbl_error_t *error) {
    if (isfinite(threshold) && knee >= 0.0f && knee <= threshold) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "%s: threshold %g, knee %g: must be finite, 0 or more, and the knee not above the threshold", of,
                    (double)threshold, (double)knee);
}

float nbl_bloom_knee_scale(float knee) { return knee > 0.0f ? 0.25f / knee : 0.0f; }

nbl_result_t nbl_bloom_frame_check(const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame, nbl_error_t *error) {
    const nbl_bloom_desc_t *desc = &plan->desc;
    const bool along_y = desc->first_axis == NBL_BLOOM_AXIS_Y;
    uint32_t width = frame->width ? frame->width : desc->width;
    if (frame->width > plan->most_width || frame->height > plan->most_height)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: %u x %u texels are more than the plan's %u x %u",
                        frame->width, frame->height, plan->most_width, plan->most_height);
    const struct {
        const char *what;
        nbl_bloom_padding_t padding;
        uint32_t n, planned, length;
    } axes[] = {
        {"width", desc->padding_x, frame->width, desc->width, along_y ? plan->length_second : plan->length_first},
        {"height", desc->padding_y, frame->height, desc->height, along_y ? plan->length_first : plan->length_second}};
    for (int i = 0; i < 2; i++)
        if (axes[i].padding == NBL_BLOOM_PADDING_WRAP && axes[i].length == axes[i].planned && axes[i].n != 0 &&
            axes[i].n != axes[i].planned)
            return nbl_fail(error, NBL_ERROR_ARGUMENT,
                            "frame: %s %u: must be the plan's, %u, which wraps around without padding", axes[i].what,
                            axes[i].n, axes[i].planned);
    if (frame->row_pitch != 0 && frame->row_pitch < width)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: row pitch %u: must be %u texels or more", frame->row_pitch,
                        width);
    if (!(frame->sharpening >= 0.0f && frame->sharpening <= 1.0f))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "frame: sharpening %g: must be 0 to 1", (double)frame->sharpening);
    nbl_result_t result = nbl_bloom_intensity_check("frame", desc->combine, frame->intensity, error);
    if (result == NBL_SUCCESS && desc->threshold)
        result = nbl_bloom_threshold_check("frame", frame->threshold, frame->knee, error);
    return result;
}

nbl_result_t nbl_bloom_run_check(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                                 nbl_bloom_pass_name_t last, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, run)) return NBL_ERROR_ARGUMENT;
    const nbl_check_t checks[] = {NBL_CHECK_RANGE("first pass", (int)first, 0, NBL_BLOOM_PASSES - 1),
                                  NBL_CHECK_RANGE("last pass", (int)last, (int)first, NBL_BLOOM_PASSES - 1)};
    nbl_error_clear(error);
    nbl_result_t valid = nbl_check("bloom", checks, sizeof checks / sizeof *checks, error);
    if (valid == NBL_SUCCESS) valid = nbl_bloom_frame_check(plan, &run->frame, error);
    const bool reads = first <= NBL_BLOOM_PASS_FIRST_AXIS && last >= NBL_BLOOM_PASS_FIRST_AXIS;
    if (valid == NBL_SUCCESS && reads && plan->desc.invalid == NBL_BLOOM_INVALID_REFUSE)
        valid = nbl_bloom_check_image(plan, &run->frame, run->image, error);
    return valid;
}

/* The last pass has no workgroups for rows beyond the frame. Other passes have them, since they must write zeros there
 * for the second axis. */
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
    constants.knee_scale = nbl_bloom_knee_scale(frame->knee);
    if (name < NBL_BLOOM_PASS_FIRST_AXIS) return constants;
    bool along_y = plan->desc.first_axis == NBL_BLOOM_AXIS_Y;
    uint32_t width = frame->width ? frame->width : plan->desc.width;
    uint32_t height = frame->height ? frame->height : plan->desc.height;
    constants.extent_first = along_y ? height : width;
    constants.extent_second = along_y ? width : height;
    if (width > constants.row_pitch) constants.row_pitch = width;
    if (frame->row_pitch != 0) constants.row_pitch = frame->row_pitch;
    if (plan->desc.kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) { /* both sides have the same number of reflections */
        constants.before_first = (plan->length_first - constants.extent_first) / 2;
        constants.before_second = (plan->length_second - constants.extent_second) / 2;
    }
    return constants;
}
