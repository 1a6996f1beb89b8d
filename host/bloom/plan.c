/* Resolves what is wanted of a bloom to lengths, shapes and six passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "error/error.h"
#include "nbl/host/bloom.h"
#include "nbl/bit.h"
#include "nbl/fft/parameters.h"
#include "plan/lengths.h"

#define LONGEST_FFT_WORKGROUP 1024u
/* Of a Stockham FFT: the mirrors of the packed row are traded through it, also where the FFT itself needs less. */
#define LEAST_SHARED_DWORDS 64u
/* Plans are made for this size on every device, so that they are the same plans: no subgroup operation is in them. */
#define PLANNED_SUBGROUP_SIZE 32u

nbl_bloom_desc_t nbl_bloom_desc_init(void) {
    nbl_bloom_desc_t desc;
    memset(&desc, 0, sizeof desc);
    desc.limits.max_workgroup_invocations = LONGEST_FFT_WORKGROUP;
    desc.limits.max_shared_bytes = 32768;
    desc.limits.subgroup_size = 8;
    desc.limits.max_buffer_bytes = UINT32_MAX;
    return desc;
}

nbl_bloom_limits_t nbl_bloom_device_limits(const nbl_vulkan_device_t *device) {
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    bool shuffles = (nbl_vulkan_device_get_features(device) & NBL_FEATURE_SUBGROUP_SHUFFLE) != 0;
    nbl_bloom_limits_t limits = {.max_workgroup_invocations = info->max_workgroup_invocations,
                                 .max_shared_bytes = info->max_shared_bytes,
                                 .subgroup_size = shuffles ? info->subgroup_size : 1,
                                 .max_buffer_bytes = info->max_storage_buffer_bytes};
    if (info->max_workgroup_size[0] < limits.max_workgroup_invocations)
        limits.max_workgroup_invocations = info->max_workgroup_size[0];
    return limits;
}

/* How one FFT is spread over invocations. */
typedef struct shape_t {
    uint32_t length, invocations, elements, shared_dwords, barriers;
    uint32_t elements_log2, workgroup_log2; /* radix-2 shuffle */
    nbl_fft_plan_t plan;                    /* Stockham */
    double cost;                            /* counted work of one, to be compared with the other axis's */
} shape_t;

/* The radix-2 shuffle FFT of at least `texels`: two elements per invocation, more once the workgroup is large enough.
 */
static nbl_result_t choose_radix2(const nbl_bloom_desc_t *desc, const char *axis, uint64_t texels, uint32_t most,
                                  shape_t *shape, nbl_error_t *error) {
    uint64_t longest = (uint64_t)most * NBL_FFT_MAX_ELEMENTS_PER_INVOCATION;
    if (texels > longest) {
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "%s: image and kernel together are %llu texels, FFTs on this device end at %llu", axis,
                        (unsigned long long)texels, (unsigned long long)longest);
    }
    uint32_t length = nbl_round_up_to_power_of_two((uint32_t)texels);
    uint32_t shortest = 2 * (desc->limits.subgroup_size > 1 ? desc->limits.subgroup_size : 4);
    if (length < shortest) length = shortest;
    uint32_t wanted = desc->max_workgroup_size < most ? desc->max_workgroup_size : most;
    uint32_t elements_log2 = 1;
    while (elements_log2 < 5 && (length >> elements_log2) > wanted) elements_log2++;
    uint32_t workgroup_log2 = nbl_log2(length) - elements_log2;
    *shape =
        (shape_t){.length = length,
                  .invocations = 1u << workgroup_log2,
                  .elements = 1u << elements_log2,
                  .shared_dwords = NBL_FFT_SHARED_DWORDS(workgroup_log2, NBL_DWORDS_float32_t),
                  .barriers = nbl_fft_barriers(elements_log2, workgroup_log2, nbl_log2(desc->limits.subgroup_size)),
                  .elements_log2 = elements_log2,
                  .workgroup_log2 = workgroup_log2,
                  .cost = length * log2(length)};
    return NBL_SUCCESS;
}

/* The cheapest even Stockham FFT of at least `texels`, or of exactly `exact` elements. */
static nbl_result_t choose_stockham(const nbl_bloom_desc_t *desc, const char *axis, uint64_t texels, uint32_t exact,
                                    uint32_t most, shape_t *shape, nbl_error_t *error) {
    uint32_t length = exact != 0                          ? exact
                      : texels <= NBL_FFT_PLAN_MAX_LENGTH ? nbl_fft_good_length((uint32_t)texels, true)
                                                          : 0;
    if (length == 0 || length > NBL_FFT_PLAN_MAX_LENGTH) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: image and kernel together are %llu texels, FFTs end at %u", axis,
                        (unsigned long long)texels, NBL_FFT_PLAN_MAX_LENGTH);
    }
    nbl_fft_plan_limits_t limits = {desc->max_workgroup_size < most ? desc->max_workgroup_size : most,
                                    desc->limits.max_shared_bytes, PLANNED_SUBGROUP_SIZE};
    nbl_fft_plan_t plan;
    nbl_fft_plan_result_t result = nbl_fft_plan_make(length, NBL_DWORDS_float32_t, &limits, &plan);
    if (result != NBL_FFT_PLAN_SUCCESS) { /* more invocations where a length needs them */
        limits.max_invocations = most;
        result = nbl_fft_plan_make(length, NBL_DWORDS_float32_t, &limits, &plan);
    }
    if (result != NBL_FFT_PLAN_SUCCESS) {
        char why[256];
        nbl_fft_plan_error(result, length, NBL_DWORDS_float32_t, &limits, why, sizeof why);
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: image and kernel together are %llu texels, %s", axis,
                        (unsigned long long)texels, why);
    }
    if (plan.plane_dwords < LEAST_SHARED_DWORDS) plan.plane_dwords = LEAST_SHARED_DWORDS;
    *shape = (shape_t){.length = length,
                       .invocations = plan.invocations,
                       .elements = plan.elements,
                       .shared_dwords = plan.plane_dwords,
                       .barriers = nbl_fft_plan_barriers(plan),
                       .plan = plan,
                       .cost = (double)nbl_fft_length_cost(length)};
    return NBL_SUCCESS;
}

/* exact: a length that is wanted, where the algorithm has it; 0: the best for the texels */
static nbl_result_t choose_shape(const nbl_bloom_desc_t *desc, const char *axis, uint64_t texels, uint32_t exact,
                                 shape_t *shape, nbl_error_t *error) {
    uint32_t most = desc->limits.max_workgroup_invocations < LONGEST_FFT_WORKGROUP
                        ? desc->limits.max_workgroup_invocations
                        : LONGEST_FFT_WORKGROUP;
    if (desc->algorithm == NBL_FFT_STOCKHAM) return choose_stockham(desc, axis, texels, exact, most, shape, error);
    return choose_radix2(desc, axis, texels, nbl_round_down_to_power_of_two(most), shape, error);
}

static nbl_result_t check(const nbl_bloom_desc_t *desc, nbl_error_t *error) {
    const struct {
        const char *name;
        uint32_t value;
    } sizes[] = {{"width", desc->width},
                 {"height", desc->height},
                 {"kernel width", desc->kernel_width},
                 {"kernel height", desc->kernel_height}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (sizes[i].value == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: must be 1 or more", sizes[i].name);
    }
    if (desc->algorithm != NBL_FFT_RADIX2_SHUFFLE && desc->algorithm != NBL_FFT_STOCKHAM) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "algorithm %u: must be stockham or radix2-shuffle", desc->algorithm);
    }
    if (!nbl_is_power_of_two(desc->limits.subgroup_size) || desc->limits.subgroup_size > 128) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "subgroup size %u: must be a power of two from 1 to 128",
                        desc->limits.subgroup_size);
    }
    if (desc->tile_log2 > 5)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "tile_log2 %u: must be 0 to 5", desc->tile_log2);
    if (desc->max_workgroup_size != 0 && !nbl_is_power_of_two(desc->max_workgroup_size)) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "max_workgroup_size %u: must be a power of two",
                        desc->max_workgroup_size);
    }
    return NBL_SUCCESS;
}

/* Counted work of one order of the axes: packed pairs of scanlines, then half of the frequencies. */
static double work(uint32_t scanlines, const shape_t *first, const shape_t *second) {
    return ((scanlines + 1) / 2) * first->cost + (first->length / 2) * second->cost;
}

/* The parts of a pass that follow from its FFT: workgroups, shared memory, barriers. */
static void fill_fft(nbl_bloom_pass_t *pass, const nbl_bloom_plan_t *plan, shape_t shape, uint64_t ffts,
                     uint32_t forward_rounds, uint32_t inverse_rounds) {
    const nbl_bloom_limits_t *limits = &plan->desc.limits;
    uint32_t shared = 4u * shape.shared_dwords;
    uint32_t per_workgroup = 1;
    while (per_workgroup * shape.invocations * 2 <= plan->desc.min_workgroup_invocations &&
           per_workgroup * shape.invocations * 2 <= limits->max_workgroup_invocations &&
           per_workgroup * shared * 2 <= limits->max_shared_bytes) {
        per_workgroup *= 2;
    }
    pass->parameters.ffts_per_workgroup = per_workgroup;
    pass->parameters.invocations = shape.invocations;
    pass->parameters.shared_dwords = shape.shared_dwords;
    pass->elements = shape.elements;
    pass->fft_length = shape.length;
    pass->workgroup_size = per_workgroup * shape.invocations;
    pass->workgroups = (ffts + per_workgroup - 1) / per_workgroup;
    pass->shared_bytes = per_workgroup * shared;
    uint32_t rounds = forward_rounds + inverse_rounds;
    pass->barriers = rounds * shape.barriers + (rounds - 1);
}

/* Workgroups of consecutive rows that hold the first row of a channel. */
static uint64_t packed_workgroups(uint32_t frequencies, uint32_t per_workgroup) {
    uint64_t count = 0, previous = UINT64_MAX;
    for (uint64_t channel = 0; channel <= NBL_BLOOM_CHANNELS;
         channel++) { /* the row behind the last channel counts as packed too */
        uint64_t group = channel * frequencies / per_workgroup;
        bool exists = channel < NBL_BLOOM_CHANNELS || (channel * frequencies) % per_workgroup != 0;
        if (exists && group != previous) count++;
        previous = group;
    }
    return count;
}

static void fill_first_axis(nbl_bloom_pass_t *pass, const nbl_bloom_plan_t *plan, shape_t shape) {
    uint64_t pairs = ((uint64_t)pass->constants.extent_second + 1) / 2;
    fill_fft(pass, plan, shape, pairs, NBL_BLOOM_CHANNELS, 0);
    pass->parameters.first_plan.ffts_per_workgroup = pass->parameters.ffts_per_workgroup;
    pass->forward_ffts = NBL_BLOOM_CHANNELS * pairs;
}

static void fill_second_axis(nbl_bloom_pass_t *pass, const nbl_bloom_plan_t *plan, shape_t shape, uint32_t length_first,
                             bool inverse) {
    uint64_t rows = (uint64_t)NBL_BLOOM_CHANNELS * (length_first / 2);
    fill_fft(pass, plan, shape, rows, 1, inverse ? 1 : 0);
    pass->parameters.second_plan.ffts_per_workgroup = pass->parameters.ffts_per_workgroup;
    pass->forward_ffts = rows;
    pass->inverse_ffts = inverse ? rows : 0;
    /* Two parts, each in windows of what the shared memory holds, each with two barriers. */
    pass->mirror_barriers = 4u * ((shape.length + shape.shared_dwords - 1) / shape.shared_dwords);
    pass->mirror_workgroups =
        inverse ? packed_workgroups(length_first / 2, pass->parameters.ffts_per_workgroup) : pass->workgroups;
}

static void set_shapes(nbl_bloom_pass_t *pass, shape_t first, shape_t second) {
    pass->parameters.first_elements_log2 = first.elements_log2;
    pass->parameters.first_workgroup_log2 = first.workgroup_log2;
    pass->parameters.second_elements_log2 = second.elements_log2;
    pass->parameters.second_workgroup_log2 = second.workgroup_log2;
    pass->parameters.first_plan = first.plan;
    pass->parameters.second_plan = second.plan;
}

/* Bytes of an intermediate, and of what a pass moves. */
static uint64_t stored_bytes(uint64_t lines, uint64_t length, uint32_t tile_log2, uint32_t element_bytes) {
    uint64_t tiles = (lines + (1u << tile_log2) - 1) >> tile_log2;
    return NBL_BLOOM_CHANNELS * (tiles << tile_log2) * length * element_bytes;
}

static void fill_passes(nbl_bloom_plan_t *plan, const shape_t image[2], const shape_t kernel[2]) {
    const nbl_bloom_desc_t *desc = &plan->desc;
    bool y_first = desc->first_axis == NBL_BLOOM_AXIS_Y;
    uint32_t n1 = y_first ? desc->height : desc->width, n2 = y_first ? desc->width : desc->height;
    uint32_t k1 = y_first ? desc->kernel_height : desc->kernel_width,
             k2 = y_first ? desc->kernel_width : desc->kernel_height;
    bool resample = desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE;
    uint32_t half = desc->storage == NBL_BLOOM_STORAGE_FLOAT16;

    nbl_bloom_parameters_t common = {.subgroup_log2 = nbl_log2(desc->limits.subgroup_size),
                                     .first_axis_y = y_first,
                                     .resample = resample,
                                     .tile_log2 = desc->tile_log2,
                                     .ffts_per_workgroup = 1};
    nbl_bloom_constants_t of_kernel = {
        .extent_first = k1,
        .extent_second = k2,
        /* resample: in the middle of the spectrum's own length; pad: the centre texel at the origin, the rest wraps
         * around. */
        .offset_first = resample ? plan->spectrum_first / 2 - k1 / 2
                                 : (plan->kernel_length_first - k1 / 2) % plan->kernel_length_first,
        .offset_second = resample ? plan->spectrum_second / 2 - k2 / 2
                                  : (plan->kernel_length_second - k2 / 2) % plan->kernel_length_second,
        .row_pitch = desc->kernel_width,
        .spectrum_first = plan->spectrum_first,
        .spectrum_second = plan->spectrum_second,
        .reciprocal_first = 1.0f / (float)plan->length_first,
        .reciprocal_second = 1.0f / (float)plan->length_second,
        .normalize = desc->normalize == NBL_BLOOM_NORMALIZE_LUMINANCE,
        .elements = NBL_BLOOM_CHANNELS * (plan->spectrum_first / 2 + 1) * plan->spectrum_second};
    nbl_bloom_constants_t of_image = of_kernel;
    of_image.extent_first = n1;
    of_image.extent_second = n2;
    of_image.offset_first = (plan->length_first - n1) / 2;
    of_image.offset_second = (plan->length_second - n2) / 2;
    of_image.row_pitch = desc->width;

    static const struct {
        const char *name, *file;
    } texts[NBL_BLOOM_PASSES] = {{"kernel first axis", "shaders/bloom_first_axis.h"},
                                 {"kernel second axis", "shaders/bloom_kernel_spectrum.h"},
                                 {"kernel normalize", "shaders/bloom_kernel_normalize.h"},
                                 {"first axis", "shaders/bloom_first_axis.h"},
                                 {"convolve", "shaders/bloom_convolve.h"},
                                 {"first axis inverse", "shaders/bloom_first_axis_inverse.h"}};
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        nbl_bloom_pass_t *pass = &plan->passes[i];
        bool is_image = i >= NBL_BLOOM_PASS_FIRST_AXIS;
        pass->name = texts[i].name;
        pass->file = texts[i].file;
        pass->parameters = common;
        pass->constants = is_image ? of_image : of_kernel;
        pass->parameters.half_storage = is_image ? half : 0;
        pass->parameters.mirror = is_image && desc->padding == NBL_BLOOM_PADDING_MIRROR;
        const shape_t *shapes = is_image ? image : kernel;
        set_shapes(pass, shapes[0], shapes[1]);
    }
    nbl_bloom_pass_t *passes = plan->passes;
    fill_first_axis(&passes[NBL_BLOOM_PASS_KERNEL_FIRST_AXIS], plan, kernel[0]);
    fill_second_axis(&passes[NBL_BLOOM_PASS_KERNEL_SPECTRUM], plan, kernel[1], kernel[0].length, false);
    fill_first_axis(&passes[NBL_BLOOM_PASS_FIRST_AXIS], plan, image[0]);
    fill_second_axis(&passes[NBL_BLOOM_PASS_CONVOLVE], plan, image[1], image[0].length, true);
    fill_first_axis(&passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE], plan, image[0]);
    passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE].inverse_ffts = passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE].forward_ffts;
    passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE].forward_ffts = 0;
    nbl_bloom_pass_t *normalize = &passes[NBL_BLOOM_PASS_KERNEL_NORMALIZE];
    normalize->workgroup_size = 64;
    normalize->workgroups = ((uint64_t)of_kernel.elements + 63) / 64;

    uint32_t element = half ? 4 : 8;
    uint64_t kernel_pairs = ((uint64_t)k2 + 1) / 2, pairs = ((uint64_t)n2 + 1) / 2;
    uint64_t kernel_a = stored_bytes(kernel_pairs, kernel[0].length, desc->tile_log2, 8);
    uint64_t a = stored_bytes(pairs, image[0].length, desc->tile_log2, element),
             b = stored_bytes(image[0].length / 2, n2, desc->tile_log2, element);
    plan->spectrum_bytes = (uint64_t)of_kernel.elements * 8;
    plan->intermediate_bytes[0] = kernel_a > a ? kernel_a : a;
    plan->intermediate_bytes[1] = b;
    plan->intermediate_offset = (plan->intermediate_bytes[0] + 255) / 256 * 256;
    plan->workspace_bytes = plan->intermediate_offset + b;
    uint64_t texels = (uint64_t)n1 * n2 * 16, kernel_texels = (uint64_t)k1 * k2 * 16;
    passes[NBL_BLOOM_PASS_KERNEL_FIRST_AXIS].bytes = kernel_texels + kernel_a;
    passes[NBL_BLOOM_PASS_KERNEL_SPECTRUM].bytes = kernel_a + plan->spectrum_bytes;
    normalize->bytes = 2 * plan->spectrum_bytes;
    passes[NBL_BLOOM_PASS_FIRST_AXIS].bytes = texels + a;
    passes[NBL_BLOOM_PASS_CONVOLVE].bytes = a + b + plan->spectrum_bytes;
    passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE].bytes = b + 2 * texels;
}

static nbl_result_t check_limits(const nbl_bloom_plan_t *plan, nbl_error_t *error) {
    const nbl_bloom_limits_t *limits = &plan->desc.limits;
    const struct {
        const char *name;
        uint64_t bytes;
    } buffers[] = {{"first intermediate", plan->intermediate_bytes[0]},
                   {"second intermediate", plan->intermediate_bytes[1]},
                   {"kernel spectrum", plan->spectrum_bytes},
                   {"image", (uint64_t)plan->desc.width * plan->desc.height * 16},
                   {"kernel", (uint64_t)plan->desc.kernel_width * plan->desc.kernel_height * 16}};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (buffers[i].bytes > limits->max_buffer_bytes) {
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu bytes, the limit of a buffer is %llu", buffers[i].name,
                            (unsigned long long)buffers[i].bytes, (unsigned long long)limits->max_buffer_bytes);
        }
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
    nbl_bloom_plan_t made;
    memset(&made, 0, sizeof made);
    made.desc = *desc;
    if (made.desc.max_workgroup_size == 0)
        made.desc.max_workgroup_size = desc->algorithm == NBL_FFT_STOCKHAM ? LONGEST_FFT_WORKGROUP : 256;
    if (made.desc.min_workgroup_invocations == 0) made.desc.min_workgroup_invocations = 128;
    if (made.desc.min_workgroup_invocations < desc->limits.subgroup_size)
        made.desc.min_workgroup_invocations = desc->limits.subgroup_size;
    nbl_result_t result = check(&made.desc, error);
    shape_t x, y;
    if (result == NBL_SUCCESS)
        result = choose_shape(&made.desc, "width", (uint64_t)desc->width + desc->kernel_width, 0, &x, error);
    if (result == NBL_SUCCESS)
        result = choose_shape(&made.desc, "height", (uint64_t)desc->height + desc->kernel_height, 0, &y, error);
    if (result != NBL_SUCCESS) return result;
    made.work_x_first = work(desc->height, &x, &y);
    made.work_y_first = work(desc->width, &y, &x);
    if (made.desc.first_axis == NBL_BLOOM_AXIS_AUTO)
        made.desc.first_axis = made.work_x_first < made.work_y_first ? NBL_BLOOM_AXIS_X : NBL_BLOOM_AXIS_Y;
    bool y_first = made.desc.first_axis == NBL_BLOOM_AXIS_Y;
    shape_t image[2] = {y_first ? y : x, y_first ? x : y}, kernel[2] = {image[0], image[1]};
    made.length_first = image[0].length;
    made.length_second = image[1].length;
    made.spectrum_first = made.length_first;
    made.spectrum_second = made.length_second;
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) {
        uint32_t k1 = y_first ? desc->kernel_height : desc->kernel_width,
                 k2 = y_first ? desc->kernel_width : desc->kernel_height;
        made.spectrum_first = nbl_round_up_to_power_of_two(k1);
        made.spectrum_second = nbl_round_up_to_power_of_two(k2);
        /* Multiples of the spectrum's lengths, and even. */
        result = choose_shape(&made.desc, "kernel", k1, made.spectrum_first < 2 ? 2 : made.spectrum_first, &kernel[0],
                              error);
        if (result == NBL_SUCCESS)
            result = choose_shape(&made.desc, "kernel", k2, made.spectrum_second < 2 ? 2 : made.spectrum_second,
                                  &kernel[1], error);
        if (result != NBL_SUCCESS) return result;
    }
    made.kernel_length_first = kernel[0].length;
    made.kernel_length_second = kernel[1].length;
    fill_passes(&made, image, kernel);
    result = check_limits(&made, error);
    if (result == NBL_SUCCESS) *plan = made;
    return result;
}

nbl_result_t nbl_bloom_check_sums(const nbl_bloom_plan_t *plan, const float sums[3], nbl_error_t *error) {
    if (plan->desc.normalize == NBL_BLOOM_NORMALIZE_NONE) return NBL_SUCCESS;
    float luminance = nbl_bloom_luminance(sums[0], sums[1], sums[2]);
    if (!(luminance > 0.0f) || !isfinite(luminance)) {
        return nbl_fail(error, NBL_ERROR_BAD_KERNEL, "kernel luminance is %g: must be positive and finite to divide by",
                        (double)luminance);
    }
    return NBL_SUCCESS;
}
