/* Resolves the description of a bloom: checks it, chooses the lengths of its axes and their order, and fills in its
 * seven passes within the limits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "bloom/format.h"
#include "bloom/frame.h"
#include "bloom/invalid.h"
#include "bloom/shape.h"
#include "error/check.h"
#include "facts/choose.h"
#include "nbl/bit.h"
#include "nbl/bloom/constants.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "plan/cost.h"
#include "plan/make.h"

/* The plan of one axis: the length of its FFTs, and where image and kernel lie in them. */
typedef struct axis_plan_t {
    uint32_t n, k;               /* texels of image and kernel */
    nbl_bloom_padding_t padding; /* as described; ZERO if the FFT's own length wraps the image around (N = n) */
    uint32_t kept, origin;       /* taps that meet a texel, and the first of these taps */
    uint32_t length;             /* N */
    uint32_t spectrum;           /* P, length of the spectrum */
    uint32_t kernel_length;
    uint32_t offset;    /* of the kernel's first kept tap */
    uint32_t reflected; /* texels before the image that repeat it, reflected */
} axis_plan_t;

/* ---- Lengths */

/* Returns the even length for `least` elements: the cheapest by counting, or a longer one that was measured faster. */
static uint32_t even_length(uint32_t least) {
    const nbl_fact_case_t of = {.device = NBL_DEVICE_ANY, .kind = NBL_FACT_BLOOM_LENGTH, .precision = NBL_FFT_FLOAT32};
    const uint32_t cheapest = nbl_fft_plan_cheapest_length(least, true);
    const nbl_fact_t *faster = nbl_facts_next(NULL, NULL, cheapest, &of);
    return faster != NULL && faster->takes >= least ? faster->takes : cheapest;
}

/* ---- The axis */

static uint32_t shortest_radix2(const nbl_bloom_desc_t *desc) {
    return 2 * (desc->limits.subgroup_size > 4 ? desc->limits.subgroup_size : 4);
}

/* Returns the first rung of the ladder that is long enough. Rungs are the cheapest lengths from five numbers in an
 * octave on. */
static uint32_t rung_from(uint32_t least) {
    static const uint32_t eighths[] = {8, 9, 10, 12, 14};
    for (uint32_t i = 0;; i++) {
        uint32_t number = (eighths[i % 5] * 2) << (i / 5);
        if (number * 4 < least * 3) continue; /* no cheapest length is more than a third above its number */
        uint32_t rung = nbl_fft_plan_cheapest_length(number, true);
        if (rung >= least) return rung;
    }
}

/* The padded length for `least` texels, the cheapest even one that the algorithm has. Errors: ARGUMENT, LIMIT. */
static nbl_result_t choose_length(const nbl_bloom_desc_t *desc, const char *what, uint64_t least,
                                  const nbl_fft_plan_request_t *own, uint32_t *length, nbl_error_t *error) {
    bool stockham = desc->algorithm == NBL_FFT_STOCKHAM;
    uint64_t longest = stockham ? NBL_FFT_PLAN_MAX_LENGTH
                                : (uint64_t)nbl_round_down_to_power_of_two(nbl_bloom_most_invocations(desc)) *
                                      NBL_FFT_MAX_ELEMENTS_PER_INVOCATION;
    if (least > longest) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: image and kernel together are %llu texels, FFTs%s end at %llu",
                        what, (unsigned long long)least, stockham ? "" : " on this device",
                        (unsigned long long)longest);
    }
    if (stockham && own != NULL && own->passes > 0) {
        *length = nbl_bloom_request_length(own);
        if (*length < least || *length % 2 != 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT,
                            "%s: the plan's radices make %u, must make an even number from %u on", what, *length,
                            (uint32_t)least);
    } else if (stockham && desc->ladder) {
        *length = rung_from((uint32_t)least);
    } else if (stockham) {
        *length = even_length((uint32_t)least);
    } else {
        uint32_t power = nbl_round_up_to_power_of_two((uint32_t)least), shortest = shortest_radix2(desc);
        *length = power > shortest ? power : shortest;
    }
    return NBL_SUCCESS;
}

/* Returns the least padded length for an axis, and sets which taps of the kernel it serves: docs/theory.md, section
 * 15. */
static uint64_t least_length(const nbl_bloom_desc_t *desc, axis_plan_t *axis) {
    uint32_t centre = axis->k / 2, behind = axis->k - 1 - centre;
    axis->origin = 0;
    axis->kept = axis->k;
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) return (uint64_t)axis->n + axis->k;
    if (axis->padding != NBL_BLOOM_PADDING_ZERO) return (uint64_t)axis->n + axis->k - 1;
    uint32_t reach = axis->n - 1;
    uint32_t left = centre < reach ? centre : reach, right = behind < reach ? behind : reach;
    axis->origin = centre - left;
    axis->kept = left + right + 1;
    return (uint64_t)axis->n + (left > right ? left : right);
}

/* Returns the most texels that a length serves: the inverse of least_length(). */
static uint32_t most_texels(const nbl_bloom_desc_t *desc, nbl_bloom_padding_t padding, uint32_t k, uint32_t length) {
    uint32_t margin = k / 2; /* at least the margin behind the centre */
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) return length - k;
    if (padding != NBL_BLOOM_PADDING_ZERO) return length - k + 1;
    return length > 2 * margin ? length - margin : (length + 1) / 2;
}

/* Returns whether the image's own length is a length of the FFT. An FFT wraps its signal around, so no texel needs
 * to be repeated then. */
static bool wraps_by_itself(const nbl_bloom_desc_t *desc, const axis_plan_t *axis, const nbl_fft_plan_request_t *own) {
    uint32_t length;
    if (axis->padding != NBL_BLOOM_PADDING_WRAP || axis->k > axis->n || desc->ladder ||
        desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE)
        return false;
    if (desc->algorithm == NBL_FFT_STOCKHAM && (own == NULL || own->passes == 0))
        return axis->n % 2 == 0 && nbl_fft_length_cost(axis->n) != 0;
    return choose_length(desc, "", axis->n, own, &length, NULL) == NBL_SUCCESS && length == axis->n;
}

/* Chooses an axis's lengths. Errors: ARGUMENT (a length of the caller's own plan), LIMIT.
 *
 * what  "width" or "height": what a message begins with
 * n, k  texels of image and kernel
 * padding  of this axis
 * own   the caller's plan, whose length it then is; without passes: none */
static nbl_result_t choose_axis(const nbl_bloom_desc_t *desc, const char *what, uint32_t n, uint32_t k,
                                nbl_bloom_padding_t padding, const nbl_fft_plan_request_t *own, axis_plan_t *axis,
                                nbl_error_t *error) {
    axis->n = n;
    axis->k = k;
    axis->padding = padding;
    nbl_result_t result = NBL_SUCCESS;
    uint64_t least = least_length(desc, axis);
    if (wraps_by_itself(desc, axis, own)) {
        axis->length = n;
        axis->padding = NBL_BLOOM_PADDING_ZERO;
    } else {
        result = choose_length(desc, what, least, own, &axis->length, error);
    }
    if (result != NBL_SUCCESS) return result;
    if (desc->ladder) {
        axis->n = most_texels(desc, padding, k, axis->length);
        least_length(desc, axis); /* sets the taps again, for the texels of the chosen length */
    }
    axis->spectrum = axis->kernel_length = axis->length;
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) {
        axis->spectrum = nbl_round_up_to_power_of_two(k);
        /* A multiple of the spectrum's, and even: powers of two are their own best length. */
        result = choose_length(desc, "kernel", axis->spectrum, NULL, &axis->kernel_length, error);
        if (desc->algorithm == NBL_FFT_STOCKHAM) axis->kernel_length = axis->spectrum < 2 ? 2 : axis->spectrum;
        /* In the middle of the spectrum's own length. */
        axis->offset = axis->spectrum / 2 - k / 2;
        axis->reflected = (axis->length - axis->n) / 2;
    } else {
        /* The centre texel at the origin, the rest wraps around. */
        uint32_t left = k / 2 - axis->origin;
        axis->offset = (axis->length - left) % axis->length;
        axis->reflected = k - 1 - k / 2;
    }
    return result;
}

/* Returns the counted cost of one FFT, to be compared with other lengths of the same algorithm. */
static double length_cost(uint32_t algorithm, uint32_t length) {
    return algorithm == NBL_FFT_STOCKHAM ? (double)nbl_fft_plan_counted_cost(length) : length * log2(length);
}

/* Returns the counted work of one order of the axes: packed pairs of scanlines, then half of the frequencies. */
static double axes_work(uint32_t algorithm, const axis_plan_t *first, const axis_plan_t *second) {
    return ((second->n + 1) / 2) * length_cost(algorithm, first->length) +
           (first->length / 2) * length_cost(algorithm, second->length);
}

/* ---- The seven passes: shapes, workgroups, parameters, constants, bytes */

#define SUM_WORKGROUP_SIZE 64u /* invocations that add up one channel of the kernel; chosen: it runs once per kernel */

/* The shapes of all passes. */
typedef struct shapes_t {
    nbl_bloom_shape_t first[NBL_BLOOM_PASSES], second[NBL_BLOOM_PASSES];
} shapes_t;

static nbl_result_t choose_shapes(const nbl_bloom_desc_t *desc, const axis_plan_t *first, const axis_plan_t *second,
                                  shapes_t *shapes, nbl_error_t *error) {
    nbl_bloom_shape_t rows, kernel_rows, channels, columns = {0}, kernel_columns;
    nbl_result_t result = nbl_bloom_shape_rows(desc, first->length, &rows, error);
    if (result == NBL_SUCCESS) result = nbl_bloom_shape_rows(desc, first->kernel_length, &kernel_rows, error);
    if (result == NBL_SUCCESS) result = nbl_bloom_shape_channels(desc, first->length, &channels, error);
    if (result == NBL_SUCCESS) result = nbl_bloom_shape_columns(desc, second->length, second->n, &columns, error);
    kernel_columns = columns;
    if (result == NBL_SUCCESS && second->kernel_length != second->length)
        result = nbl_bloom_shape_columns(desc, second->kernel_length, second->kept, &kernel_columns, error);
    if (result != NBL_SUCCESS) return result;
    kernel_columns.pair_distance = (second->kept + 1) / 2; /* its rows go back to no row */
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        bool plain = i == NBL_BLOOM_PASS_KERNEL_FIRST_AXIS || i == NBL_BLOOM_PASS_KERNEL_SPECTRUM;
        shapes->first[i] = plain ? kernel_rows : i == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE ? channels : rows;
        shapes->second[i] = plain ? kernel_columns : columns;
    }
    return NBL_SUCCESS;
}

/* Fills in what follows from a pass's FFT: workgroups, shared memory, barriers.
 * 
 * in_a_row  FFTs that a workgroup does one after the other */
static void fill_fft(nbl_bloom_pass_t *pass, const nbl_bloom_shape_t *shape, uint64_t workgroups, uint32_t in_a_row) {
    pass->parameters.ffts_per_workgroup = shape->ffts;
    pass->parameters.invocations = shape->invocations;
    pass->parameters.shared_dwords = shape->shared_dwords;
    pass->parameters.subgroup_log2 = shape->subgroup_log2;
    pass->uses_subgroups = shape->subgroup_log2 > 0;
    pass->elements = shape->elements;
    pass->fft_length = shape->length;
    pass->workgroup_size = shape->ffts * shape->invocations;
    pass->workgroups = workgroups;
    pass->shared_bytes = 4 * shape->ffts * shape->shared_dwords;
    pass->barriers = in_a_row == 0 ? 0 : in_a_row * shape->barriers + (in_a_row - 1);
}

/* One workgroup loads all channels of a texel at once and transforms them one after the other. That pays for images,
 * where each load costs an instruction and decoding. Measured on an H200, 2026-11-22 (docs/log/bloom.md): 11.0 for 15.2
 * us at rows of 1440, 17.7 for 23.7 at 2048; slower where an invocation has more elements. */
#define MOST_ELEMENTS_TOGETHER 16u     /* of an invocation: beyond, registers run out */
#define MOST_LENGTH_TOGETHER 2048u     /* the longest row at which it was faster */
#define LEAST_WORKGROUPS_TOGETHER 128u /* chosen: about the 132 multiprocessors of an H200 */
#define REGISTERS_OF_ALL 65536u        /* that all invocations of an NVIDIA multiprocessor share */

/* Returns whether the second pass loads the kernel's spectrum before its FFT, in registers of its own: if it has them
 * while as many workgroups run at once as shared memory allows. */
static bool loads_early(nbl_device_kind_t device, const nbl_bloom_pass_t *pass, const nbl_bloom_shape_t *shape) {
    const bool stockham = shape->plan.fft_length != 0;
    const uint32_t of_spectrum =
        stockham ? nbl_fft_pass_elements(nbl_fft_plan_last_pass(shape->plan)) : shape->elements;
    const uint32_t fitting = NBL_BLOOM_SHARED_BYTES_OF_ALL / pass->shared_bytes;
    const uint32_t at_once = fitting > 1 ? fitting : 1;
    const uint32_t others = (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_BLOOM_OTHER_REGISTERS);
    return 2 * (shape->elements + of_spectrum) + others <= REGISTERS_OF_ALL / (at_once * pass->workgroup_size);
}

/* Returns whether a workgroup of the first pass transforms all channels of its rows. */
static bool are_together(const nbl_bloom_desc_t *desc, const nbl_bloom_shape_t *shape, uint32_t rows) {
    return desc->reads_image && !desc->short_modules && shape->elements <= MOST_ELEMENTS_TOGETHER &&
           shape->length <= MOST_LENGTH_TOGETHER && rows >= shape->ffts * LEAST_WORKGROUPS_TOGETHER;
}

static void fill_pass(nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name, const shapes_t *shapes, uint32_t scanlines) {
    nbl_bloom_pass_t *pass = &plan->passes[name];
    const nbl_bloom_shape_t *first = &shapes->first[name], *second = &shapes->second[name];
    uint32_t rows = second->pair_distance < scanlines ? second->pair_distance : scanlines;
    uint32_t window = nbl_bloom_window(first->length, first->shared_dwords, first->invocations);
    nbl_bloom_parameters_t *p = &pass->parameters;
    uint64_t channels = p->channels;
    uint64_t lines = channels * (first->length / 2 + 1);
    uint64_t blocks = channels * nbl_bloom_line_blocks(first->length, second->ffts);
    p->first_elements_log2 = first->elements_log2;
    p->first_workgroup_log2 = first->workgroup_log2;
    p->second_elements_log2 = second->elements_log2;
    p->second_workgroup_log2 = second->workgroup_log2;
    p->first_plan = first->plan;
    p->second_plan = second->plan;
    p->pair_distance = second->pair_distance;
    p->pair_period = second->period;
    p->pair_elements = name == NBL_BLOOM_PASS_CONVOLVE ? second->pair_distance / second->stride : 0;
    switch (name) {
    case NBL_BLOOM_PASS_KERNEL_SUM:
        pass->workgroup_size = SUM_WORKGROUP_SIZE;
        pass->workgroups = NBL_BLOOM_CHANNELS;
        pass->barriers = 1;
        break;
    case NBL_BLOOM_PASS_KERNEL_FIRST_AXIS:
    case NBL_BLOOM_PASS_FIRST_AXIS:
        p->channels_together = name == NBL_BLOOM_PASS_FIRST_AXIS && are_together(&plan->desc, first, rows);
        if (name == NBL_BLOOM_PASS_FIRST_AXIS && plan->desc.algorithm == NBL_FFT_STOCKHAM && !plan->desc.ladder &&
            !plan->desc.short_modules && p->padding_first == NBL_BLOOM_ZERO && p->padding_second == NBL_BLOOM_ZERO) {
            p->planned_first = pass->constants.extent_first;
            p->planned_second = pass->constants.extent_second;
        }
        blocks = ((uint64_t)second->pair_distance + first->ffts - 1) / first->ffts;
        fill_fft(pass, first, p->channels_together ? blocks : channels * blocks,
                 p->channels_together ? NBL_BLOOM_CHANNELS : 1);
        pass->forward_ffts = channels * second->pair_distance;
        break;
    case NBL_BLOOM_PASS_KERNEL_SPECTRUM:
        fill_fft(pass, second, blocks, 1);
        pass->forward_ffts = lines;
        break;
    case NBL_BLOOM_PASS_KERNEL_ARRANGE: fill_fft(pass, second, blocks, 0); break;
    case NBL_BLOOM_PASS_CONVOLVE:
        fill_fft(pass, second, blocks, 2);
        p->spectrum_early = loads_early(plan->desc.limits.device, pass, second);
        pass->forward_ffts = pass->inverse_ffts = lines;
        break;
    default:
        fill_fft(pass, first, rows, first->ffts == 1 ? NBL_BLOOM_CHANNELS : 1);
        pass->inverse_ffts = (uint64_t)NBL_BLOOM_CHANNELS * rows;
        if (first->ffts != 1) /* two scanlines through shared memory, in windows of what it holds */
            pass->barriers += 4 * ((first->length + window - 1) / window);
        break;
    }
}

static nbl_bloom_constants_t make_constants(const nbl_bloom_desc_t *desc, const axis_plan_t *first,
                                            const axis_plan_t *second, bool of_kernel) {
    nbl_bloom_constants_t constants = {.extent_first = of_kernel ? first->kept : first->n,
                                       .extent_second = of_kernel ? second->kept : second->n,
                                       .origin_first = of_kernel ? first->origin : 0,
                                       .origin_second = of_kernel ? second->origin : 0,
                                       .offset_first = of_kernel ? first->offset : 0,
                                       .offset_second = of_kernel ? second->offset : 0,
                                       .before_first = of_kernel ? 0 : first->reflected,
                                       .before_second = of_kernel ? 0 : second->reflected,
                                       .row_pitch = of_kernel ? desc->kernel_width : desc->width,
                                       .texels = first->k * second->k,
                                       .spectrum_first = first->spectrum,
                                       .spectrum_second = second->spectrum,
                                       .reciprocal_first = 1.0f / (float)first->length,
                                       .reciprocal_second = 1.0f / (float)second->length,
                                       .scale = (float)(0.5 / ((double)first->length * second->length)),
                                       .normalize = desc->normalize == NBL_BLOOM_NORMALIZE_LUMINANCE,
                                       .largest = nbl_bloom_largest(desc->largest, desc->source_format)};
    return constants;
}

static void fill_passes(nbl_bloom_plan_t *plan, const axis_plan_t *first, const axis_plan_t *second,
                        const shapes_t *shapes) {
    const nbl_bloom_desc_t *desc = &plan->desc;
    static const struct {
        const char *name, *file;
    } texts[NBL_BLOOM_PASSES] = {{"kernel sum", "shaders/bloom_kernel_sum.h"},
                                 {"kernel first axis", "shaders/bloom_first_axis.h"},
                                 {"kernel second axis", "shaders/bloom_kernel_spectrum.h"},
                                 {"kernel arrange", "shaders/bloom_kernel_arrange.h"},
                                 {"first axis", "shaders/bloom_first_axis.h"},
                                 {"convolve", "shaders/bloom_convolve.h"},
                                 {"first axis inverse", "shaders/bloom_first_axis_inverse.h"}};
    bool half = desc->storage == NBL_BLOOM_STORAGE_FLOAT16;
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        nbl_bloom_pass_t *pass = &plan->passes[i];
        bool is_image = i >= NBL_BLOOM_PASS_FIRST_AXIS;
        pass->name = texts[i].name;
        pass->file = texts[i].file;
        pass->constants = make_constants(desc, first, second, !is_image);
        pass->parameters.first_axis_y = desc->first_axis == NBL_BLOOM_AXIS_Y;
        pass->parameters.resample =
            desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE ? 1u + (uint32_t)desc->interpolation : 0u;
        pass->parameters.half_storage = half && i >= NBL_BLOOM_PASS_KERNEL_ARRANGE;
        pass->parameters.kernel_channels = desc->grey_kernel ? 1 : NBL_BLOOM_CHANNELS;
        pass->parameters.channels = is_image ? NBL_BLOOM_CHANNELS : pass->parameters.kernel_channels;
        pass->parameters.padding_first = is_image ? (uint32_t)first->padding : NBL_BLOOM_ZERO;
        pass->parameters.padding_second = is_image ? (uint32_t)second->padding : NBL_BLOOM_ZERO;
        pass->parameters.combine = is_image ? (uint32_t)desc->combine : NBL_BLOOM_REPLACE;
        pass->parameters.threshold = is_image && desc->threshold;
        pass->parameters.clamps = is_image && nbl_bloom_clamps(desc->invalid, desc->source_format);
        pass->parameters.source_format = is_image ? (uint32_t)desc->source_format : NBL_TEXEL_RGBA32F;
        pass->parameters.target_format = is_image ? (uint32_t)desc->target_format : NBL_TEXEL_RGBA32F;
        /* Arithmetic is what takes time. Halves are so coarse that one evaluation a butterfly does. */
        pass->parameters.twiddles = half && is_image ? NBL_FFT_TWIDDLES_OF_ONE : NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH;
        pass->parameters.ffts_per_workgroup = pass->parameters.invocations = 1;
        pass->parameters.shared_dwords = 1;
        pass->elements = 1;
        fill_pass(plan, (nbl_bloom_pass_name_t)i, shapes, is_image ? second->n : second->kept);
    }
}

/* Returns whether the last pass reads the source: for its alpha, or to combine. */
static bool reads_source_again(const nbl_bloom_desc_t *desc) {
    bool alpha = desc->source_format != NBL_BLOOM_FORMAT_B10G11R11 && desc->target_format != NBL_BLOOM_FORMAT_B10G11R11;
    return alpha || desc->threshold || desc->combine != NBL_BLOOM_COMBINE_REPLACE;
}

static void fill_bytes(nbl_bloom_plan_t *plan, const axis_plan_t *first, const axis_plan_t *second) {
    nbl_bloom_pass_t *passes = plan->passes;
    const nbl_bloom_pass_t *convolve = &passes[NBL_BLOOM_PASS_CONVOLVE];
    uint32_t element = plan->desc.storage == NBL_BLOOM_STORAGE_FLOAT16 ? 4 : 8;
    uint64_t kernel_rows = passes[NBL_BLOOM_PASS_KERNEL_FIRST_AXIS].forward_ffts * first->kernel_length * 8;
    uint64_t rows = passes[NBL_BLOOM_PASS_FIRST_AXIS].forward_ffts * first->length * element;
    uint64_t distance = convolve->parameters.pair_distance;
    uint64_t rows_bytes = NBL_BLOOM_CHANNELS * distance *
                          nbl_bloom_row_elements(first->length, convolve->parameters.half_storage) * element;
    /* elements of the spectrum that an invocation holds */
    uint32_t held = 1u << convolve->parameters.second_elements_log2;
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM)
        held = nbl_fft_pass_elements(nbl_fft_plan_last_pass(convolve->parameters.second_plan));
    plan->spectrum_bytes = passes[NBL_BLOOM_PASS_KERNEL_ARRANGE].workgroups * convolve->workgroup_size * held * element;
    plan->plain_bytes =
        (uint64_t)convolve->parameters.kernel_channels * (first->spectrum / 2 + 1) * second->spectrum * 8;
    if (second->padding != NBL_BLOOM_PADDING_ZERO && plan->plain_bytes < rows_bytes)
        plan->plain_bytes = rows_bytes; /* where the second pass writes */
    uint64_t kernel_rows_bytes =
        passes[NBL_BLOOM_PASS_KERNEL_FIRST_AXIS].forward_ffts * nbl_bloom_row_elements(first->kernel_length, 0) * 8;
    plan->rows_bytes = kernel_rows_bytes > rows_bytes ? kernel_rows_bytes : rows_bytes;
    plan->plain_offset = (plan->rows_bytes + 255) / 256 * 256;
    plan->workspace_bytes = plan->plain_offset + plan->plain_bytes;
    uint64_t texels = (uint64_t)first->n * second->n, kernel_texels = (uint64_t)first->k * second->k * 16;
    uint64_t source = texels * nbl_bloom_format_bytes(plan->desc.source_format);
    uint64_t target = texels * nbl_bloom_format_bytes(plan->desc.target_format);
    passes[NBL_BLOOM_PASS_KERNEL_SUM].bytes = kernel_texels;
    passes[NBL_BLOOM_PASS_KERNEL_FIRST_AXIS].bytes = kernel_texels + kernel_rows;
    passes[NBL_BLOOM_PASS_KERNEL_SPECTRUM].bytes = kernel_rows + plan->plain_bytes;
    passes[NBL_BLOOM_PASS_KERNEL_ARRANGE].bytes = plan->plain_bytes + plan->spectrum_bytes;
    passes[NBL_BLOOM_PASS_FIRST_AXIS].bytes = source + rows;
    passes[NBL_BLOOM_PASS_CONVOLVE].bytes = 2 * rows + plan->spectrum_bytes;
    passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE].bytes = rows + target + (reads_source_again(&plan->desc) ? source : 0);
}

/* Fills in a plan's passes and its bytes. Errors: ARGUMENT, LIMIT (the caller's own plan, or a length for which no plan
 * fits the limits).
 * 
 * plan  has desc and first_axis; what is filled in must be zero */
static nbl_result_t make_passes(nbl_bloom_plan_t *plan, const axis_plan_t *first, const axis_plan_t *second,
                                nbl_error_t *error) {
    shapes_t shapes;
    nbl_result_t result = choose_shapes(&plan->desc, first, second, &shapes, error);
    if (result != NBL_SUCCESS) return result;
    fill_passes(plan, first, second, &shapes);
    fill_bytes(plan, first, second);
    return NBL_SUCCESS;
}

/* ---- The plan */

nbl_bloom_desc_t nbl_bloom_desc_init(void) {
    nbl_bloom_desc_t desc;
    memset(&desc, 0, sizeof desc);
    desc.limits.max_workgroup_invocations = 1024;
    desc.limits.max_shared_bytes = 32768;
    desc.limits.subgroup_size = 8;
    desc.limits.max_buffer_bytes = UINT32_MAX;
    return desc;
}

/* Checks the caller's own plans for numbers that would overflow or be read beyond an array's end. A plan read from a
 * text has none. */
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
        for (uint32_t p = 0; p < plan->passes; p++)
            if (nbl_fft_plan_is_prime(plan->radices[p]))
                return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: radix %u is of transforms alone, the bloom has none",
                                plans[i].name, (unsigned)plan->radices[p]);
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
        NBL_CHECK_RANGE("device kind", (int)desc->limits.device, 0, NBL_DEVICE_KIND_COUNT - 1),
    };
    nbl_result_t valid = nbl_check("bloom", checks, sizeof checks / sizeof *checks, error);
    if (valid == NBL_SUCCESS) valid = nbl_bloom_combine_check("bloom", desc->combine, error);
    if (valid == NBL_SUCCESS) valid = nbl_bloom_invalid_check("bloom", desc->invalid, desc->largest, error);
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
    axis_plan_t x, y;
    const nbl_fft_plan_request_t *of_first = desc->rows.passes > 0 ? &desc->rows : &desc->rows_back;
    bool y_first = made.desc.first_axis == NBL_BLOOM_AXIS_Y;
    if (result == NBL_SUCCESS)
        result = choose_axis(&made.desc, "width", desc->width, desc->kernel_width, desc->padding_x,
                             y_first ? &desc->lines : of_first, &x, error);
    if (result == NBL_SUCCESS)
        result = choose_axis(&made.desc, "height", desc->height, desc->kernel_height, desc->padding_y,
                             y_first ? of_first : &desc->lines, &y, error);
    if (result != NBL_SUCCESS) return result;
    made.work_x_first = axes_work(desc->algorithm, &x, &y);
    made.work_y_first = axes_work(desc->algorithm, &y, &x);
    const double worth = nbl_fact_number_of(desc->limits.device, NBL_NUMBER_BLOOM_COLUMNS_WORTH);
    if (made.desc.first_axis == NBL_BLOOM_AXIS_AUTO)
        made.desc.first_axis = made.work_x_first <= worth * made.work_y_first ? NBL_BLOOM_AXIS_X : NBL_BLOOM_AXIS_Y;
    y_first = made.desc.first_axis == NBL_BLOOM_AXIS_Y;
    const axis_plan_t *first = y_first ? &y : &x, *second = y_first ? &x : &y;
    made.most_width = x.n;
    made.most_height = y.n;
    made.length_first = first->length;
    made.length_second = second->length;
    made.spectrum_first = first->spectrum;
    made.spectrum_second = second->spectrum;
    made.kernel_length_first = first->kernel_length;
    made.kernel_length_second = second->kernel_length;
    result = make_passes(&made, first, second, error);
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
            "kernel luminance is %g: must be %g or more to divide by: scale the kernel up, or do not normalize",
            (double)luminance, (double)FLT_MIN);
    if (!(luminance > 0.0f) || !isfinite(luminance)) {
        return nbl_fail(error, NBL_ERROR_BAD_KERNEL, "kernel luminance is %g: must be positive and finite to divide by",
                        (double)luminance);
    }
    return NBL_SUCCESS;
}
