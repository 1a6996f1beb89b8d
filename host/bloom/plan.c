/* Resolves the description of a bloom: checks it, orders its axes, and holds the passes against the limits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "bloom/axis.h"
#include "bloom/format.h"
#include "bloom/frame.h"
#include "bloom/passes.h"
#include "bloom/shape.h"
#include "error/check.h"
#include "nbl/bit.h"
#include "plan/make.h"

/* How much more counted work x first may be before y is: whole rows of texels fill every sector, columns half of each
 * (docs/performance.md). */
#define WORK_WORTH_COLUMNS 1.5

nbl_bloom_desc_t nbl_bloom_desc_init(void) {
    nbl_bloom_desc_t desc;
    memset(&desc, 0, sizeof desc);
    desc.limits.max_workgroup_invocations = 1024;
    desc.limits.max_shared_bytes = 32768;
    desc.limits.subgroup_size = 8;
    desc.limits.max_buffer_bytes = UINT32_MAX;
    return desc;
}

/* Refuses what a text cannot say of the caller's own plans, but a structure can: numbers that would be read or
 * multiplied beyond their ends. */
static nbl_result_t check_own_plans(const nbl_bloom_desc_t *desc, nbl_error_t *error) {
    const struct {
        const char *name;
        const nbl_fft_plan_request_t *plan;
    } plans[] = {{"rows", &desc->rows}, {"lines", &desc->lines}, {"rows_back", &desc->rows_back}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        const nbl_fft_plan_request_t *plan = plans[i].plan;
        if (plan->passes > NBL_FFT_MAX_PASSES || plan->windows > NBL_FFT_PLAN_MAX_WINDOWS ||
            plan->invocations > NBL_BLOOM_LONGEST_FFT_WORKGROUP ||
            plan->ffts_per_workgroup > NBL_BLOOM_LONGEST_FFT_WORKGROUP)
            return nbl_fail(error, NBL_ERROR_ARGUMENT,
                            "%s: must have at most %u passes, %u windows, %u invocations and FFTs per workgroup",
                            plans[i].name, (unsigned)NBL_FFT_MAX_PASSES, (unsigned)NBL_FFT_PLAN_MAX_WINDOWS,
                            (unsigned)NBL_BLOOM_LONGEST_FFT_WORKGROUP);
        if (plan->passes > 0 && desc->algorithm != NBL_FFT_STOCKHAM)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: plans are of stockham, and the algorithm is radix2-shuffle",
                            plans[i].name);
    }
    const nbl_fft_plan_request_t *rows = &desc->rows, *back = &desc->rows_back;
    if (rows->passes > 0 && back->passes > 0 && nbl_bloom_request_length(rows) != nbl_bloom_request_length(back))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "rows_back: its radices make %u, must make %u as those of rows",
                        nbl_bloom_request_length(back), nbl_bloom_request_length(rows));
    if (back->ffts_per_workgroup != 0 && back->ffts_per_workgroup != 1 &&
        back->ffts_per_workgroup != NBL_BLOOM_CHANNELS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "rows_back: %u FFTs per workgroup, must be 1, %d or 0 (chosen)",
                        back->ffts_per_workgroup, NBL_BLOOM_CHANNELS);
    return NBL_SUCCESS;
}

static nbl_result_t check(const nbl_bloom_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {
        NBL_CHECK_RANGE("width", desc->width, 1, UINT32_MAX),
        NBL_CHECK_RANGE("height", desc->height, 1, UINT32_MAX),
        NBL_CHECK_RANGE("kernel width", desc->kernel_width, 1, UINT32_MAX),
        NBL_CHECK_RANGE("kernel height", desc->kernel_height, 1, UINT32_MAX),
        NBL_CHECK_RANGE("columns", desc->columns, 0, 32),
        NBL_CHECK_ENUM("padding x", desc->padding_x, "zero, mirror, wrap"),
        NBL_CHECK_ENUM("padding y", desc->padding_y, "zero, mirror, wrap"),
        NBL_CHECK_ENUM("first axis", desc->first_axis, "auto, x, y"),
        NBL_CHECK_ENUM("kernel mode", desc->kernel_mode, "pad, resample"),
        NBL_CHECK_ENUM("interpolation", desc->interpolation, "linear, cubic, six taps, B-spline"),
        NBL_CHECK_ENUM("normalize", desc->normalize, "luminance, none"),
        NBL_CHECK_ENUM("storage", desc->storage, "fp32, fp16"),
        NBL_CHECK_ENUM("algorithm", desc->algorithm, "radix2-shuffle, stockham"),
        NBL_CHECK_ENUM("source format", desc->source_format, "rgba32f, rgba16f, b10g11r11, rgba8, srgb8"),
        NBL_CHECK_ENUM("target format", desc->target_format, "rgba32f, rgba16f, b10g11r11"),
    };
    nbl_result_t valid = nbl_check("bloom", checks, sizeof checks / sizeof *checks, error);
    if (valid == NBL_SUCCESS) valid = nbl_bloom_combine_check("bloom", desc->combine, error);
    if (valid != NBL_SUCCESS) return valid;
    if (!nbl_is_power_of_two(desc->limits.subgroup_size) || desc->limits.subgroup_size > 128) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "subgroup size %u: must be a power of two from 1 to 128",
                        desc->limits.subgroup_size);
    }
    if (desc->max_workgroup_size != 0 && !nbl_is_power_of_two(desc->max_workgroup_size)) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "max_workgroup_size %u: must be a power of two",
                        desc->max_workgroup_size);
    }
    return check_own_plans(desc, error);
}

static nbl_result_t check_limits(const nbl_bloom_plan_t *plan, nbl_error_t *error) {
    const nbl_fft_limits_t *limits = &plan->desc.limits;
    uint64_t texels = (uint64_t)plan->desc.width * plan->desc.height;
    const struct {
        const char *name;
        uint64_t bytes;
    } buffers[] = {{"intermediate", plan->rows_bytes},
                   {"plain kernel spectrum", plan->plain_bytes},
                   {"kernel spectrum", plan->spectrum_bytes},
                   {"image", texels * nbl_bloom_format_bytes(plan->desc.source_format)},
                   {"result", texels * nbl_bloom_format_bytes(plan->desc.target_format)},
                   {"kernel", (uint64_t)plan->desc.kernel_width * plan->desc.kernel_height * 16}};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (buffers[i].bytes > limits->max_buffer_bytes) {
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu bytes, the limit of a buffer is %llu", buffers[i].name,
                            (unsigned long long)buffers[i].bytes, (unsigned long long)limits->max_buffer_bytes);
        }
    }
    if (limits->max_allocation_bytes != 0 && plan->workspace_bytes > limits->max_allocation_bytes) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "workspace: %llu bytes, the limit of an allocation is %llu",
                        (unsigned long long)plan->workspace_bytes, (unsigned long long)limits->max_allocation_bytes);
    }
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        if (plan->passes[i].shared_bytes > limits->max_shared_bytes) {
            return nbl_fail(error, NBL_ERROR_LIMIT, "pass %s: %u bytes of shared memory, the limit is %u",
                            plan->passes[i].name, plan->passes[i].shared_bytes, limits->max_shared_bytes);
        }
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_plan_make(const nbl_bloom_desc_t *desc, nbl_bloom_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
    nbl_bloom_plan_t made;
    nbl_error_clear(error);
    memset(&made, 0, sizeof made);
    made.desc = *desc;
    if (made.desc.max_workgroup_size == 0)
        made.desc.max_workgroup_size = desc->algorithm == NBL_FFT_STOCKHAM ? 1024 : 256;
    if (made.desc.min_workgroup_invocations == 0) made.desc.min_workgroup_invocations = 128;
    if (made.desc.min_workgroup_invocations < desc->limits.subgroup_size)
        made.desc.min_workgroup_invocations = desc->limits.subgroup_size;
    if (desc->rows.passes + desc->lines.passes + desc->rows_back.passes > 0 && desc->first_axis == NBL_BLOOM_AXIS_AUTO)
        made.desc.first_axis = NBL_BLOOM_AXIS_X;
    nbl_result_t result = check(&made.desc, error);
    nbl_bloom_axis_plan_t x, y;
    const nbl_fft_plan_request_t *of_first = desc->rows.passes > 0 ? &desc->rows : &desc->rows_back;
    bool y_first = made.desc.first_axis == NBL_BLOOM_AXIS_Y;
    if (result == NBL_SUCCESS)
        result = nbl_bloom_axis_choose(&made.desc, "width", desc->width, desc->kernel_width, desc->padding_x,
                                       y_first ? &desc->lines : of_first, &x, error);
    if (result == NBL_SUCCESS)
        result = nbl_bloom_axis_choose(&made.desc, "height", desc->height, desc->kernel_height, desc->padding_y,
                                       y_first ? of_first : &desc->lines, &y, error);
    if (result != NBL_SUCCESS) return result;
    made.work_x_first = nbl_bloom_axes_work(desc->algorithm, &x, &y);
    made.work_y_first = nbl_bloom_axes_work(desc->algorithm, &y, &x);
    if (made.desc.first_axis == NBL_BLOOM_AXIS_AUTO)
        made.desc.first_axis =
            made.work_x_first <= WORK_WORTH_COLUMNS * made.work_y_first ? NBL_BLOOM_AXIS_X : NBL_BLOOM_AXIS_Y;
    y_first = made.desc.first_axis == NBL_BLOOM_AXIS_Y;
    const nbl_bloom_axis_plan_t *first = y_first ? &y : &x, *second = y_first ? &x : &y;
    made.most_width = x.n;
    made.most_height = y.n;
    made.length_first = first->length;
    made.length_second = second->length;
    made.spectrum_first = first->spectrum;
    made.spectrum_second = second->spectrum;
    made.kernel_length_first = first->kernel_length;
    made.kernel_length_second = second->kernel_length;
    result = nbl_bloom_passes_fill(&made, first, second, error);
    if (result == NBL_SUCCESS) result = check_limits(&made, error);
    if (result == NBL_SUCCESS) *plan = made;
    return result;
}

nbl_result_t nbl_bloom_check_sums(const nbl_bloom_plan_t *plan, const float sums[3], nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, sums)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (plan->desc.normalize == NBL_BLOOM_NORMALIZE_NONE) return NBL_SUCCESS;
    float luminance = nbl_bloom_luminance(sums[0], sums[1], sums[2]);
    if (luminance > 0.0f && luminance < FLT_MIN)
        return nbl_fail(
            error, NBL_ERROR_BAD_KERNEL,
            "kernel luminance is %g: is below %g, the least that can be divided by: scale the kernel up, or "
            "do not normalize",
            (double)luminance, (double)FLT_MIN);
    if (!(luminance > 0.0f) || !isfinite(luminance)) {
        return nbl_fail(error, NBL_ERROR_BAD_KERNEL, "kernel luminance is %g: must be positive and finite to divide by",
                        (double)luminance);
    }
    return NBL_SUCCESS;
}
