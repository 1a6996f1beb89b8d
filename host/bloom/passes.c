/* Fills in a bloom's seven passes: shapes, workgroups, parameters, constants, bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/passes.h"

#include "bloom/format.h"
#include "bloom/shape.h"
#include "nbl/bloom/constants.h"

#define SUM_WORKGROUP_SIZE 64u

/* The shapes of the passes, by their names. */
typedef struct shapes_t {
    nbl_bloom_shape_t first[NBL_BLOOM_PASSES], second[NBL_BLOOM_PASSES];
} shapes_t;

static nbl_result_t choose_shapes(const nbl_bloom_desc_t *desc, const nbl_bloom_axis_plan_t *first,
                                  const nbl_bloom_axis_plan_t *second, shapes_t *shapes, nbl_error_t *error) {
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

/* The parts of a pass that follow from its FFT: workgroups, shared memory, barriers.
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

/* All channels of a texel by one load pay where a load costs an instruction and its decoding, of images, and only up to
 * so many registers; and fewer workgroups leave multiprocessors without work (docs/performance.md). */
#define MOST_ELEMENTS_TOGETHER 16u
#define MOST_LENGTH_TOGETHER 2048u
#define LEAST_WORKGROUPS_TOGETHER 128u
/* A spectrum that is asked for early takes registers, which larger workgroups do not have. */
#define MOST_INVOCATIONS_EARLY 512u

/* Whether a workgroup of the first pass transforms all channels of its rows. */
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
        p->spectrum_early =
            pass->shared_bytes > NBL_BLOOM_SHARED_BYTES_OF_THREE && pass->workgroup_size <= MOST_INVOCATIONS_EARLY;
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

static nbl_bloom_constants_t make_constants(const nbl_bloom_desc_t *desc, const nbl_bloom_axis_plan_t *first,
                                            const nbl_bloom_axis_plan_t *second, bool of_kernel) {
    nbl_bloom_constants_t constants = {.extent_first = of_kernel ? first->kept : first->n,
                                       .extent_second = of_kernel ? second->kept : second->n,
                                       .origin_first = of_kernel ? first->origin : 0,
                                       .origin_second = of_kernel ? second->origin : 0,
                                       .offset_first = of_kernel ? first->offset : 0,
                                       .offset_second = of_kernel ? second->offset : 0,
                                       .before_first = of_kernel ? 0 : first->before,
                                       .before_second = of_kernel ? 0 : second->before,
                                       .row_pitch = of_kernel ? desc->kernel_width : desc->width,
                                       .texels = first->k * second->k,
                                       .spectrum_first = first->spectrum,
                                       .spectrum_second = second->spectrum,
                                       .reciprocal_first = 1.0f / (float)first->length,
                                       .reciprocal_second = 1.0f / (float)second->length,
                                       .scale = (float)(0.5 / ((double)first->length * second->length)),
                                       .normalize = desc->normalize == NBL_BLOOM_NORMALIZE_LUMINANCE};
    return constants;
}

static void fill_passes(nbl_bloom_plan_t *plan, const nbl_bloom_axis_plan_t *first, const nbl_bloom_axis_plan_t *second,
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

/* In the last pass: for its alpha, or for all of it. */
static bool reads_source_again(const nbl_bloom_desc_t *desc) {
    bool alpha = desc->source_format != NBL_BLOOM_FORMAT_B10G11R11 && desc->target_format != NBL_BLOOM_FORMAT_B10G11R11;
    return alpha || desc->threshold || desc->combine != NBL_BLOOM_COMBINE_REPLACE;
}

static void fill_bytes(nbl_bloom_plan_t *plan, const nbl_bloom_axis_plan_t *first,
                       const nbl_bloom_axis_plan_t *second) {
    nbl_bloom_pass_t *passes = plan->passes;
    const nbl_bloom_pass_t *convolve = &passes[NBL_BLOOM_PASS_CONVOLVE];
    uint32_t element = plan->desc.storage == NBL_BLOOM_STORAGE_FLOAT16 ? 4 : 8;
    uint64_t kernel_rows = passes[NBL_BLOOM_PASS_KERNEL_FIRST_AXIS].forward_ffts * first->kernel_length * 8;
    uint64_t rows = passes[NBL_BLOOM_PASS_FIRST_AXIS].forward_ffts * first->length * element;
    uint64_t distance = convolve->parameters.pair_distance;
    uint64_t rows_bytes = NBL_BLOOM_CHANNELS * distance * first->length * element;
    uint32_t held = 1u << convolve->parameters.second_elements_log2; /* of the spectrum, by an invocation */
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM)
        held = nbl_fft_pass_elements(nbl_fft_plan_last_pass(convolve->parameters.second_plan));
    plan->spectrum_bytes = passes[NBL_BLOOM_PASS_KERNEL_ARRANGE].workgroups * convolve->workgroup_size * held * element;
    plan->plain_bytes =
        (uint64_t)convolve->parameters.kernel_channels * (first->spectrum / 2 + 1) * second->spectrum * 8;
    if (second->padding != NBL_BLOOM_PADDING_ZERO && plan->plain_bytes < rows_bytes)
        plan->plain_bytes = rows_bytes; /* where the second pass writes */
    plan->rows_bytes = kernel_rows > rows_bytes ? kernel_rows : rows_bytes;
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

nbl_result_t nbl_bloom_passes_fill(nbl_bloom_plan_t *plan, const nbl_bloom_axis_plan_t *first,
                                   const nbl_bloom_axis_plan_t *second, nbl_error_t *error) {
    shapes_t shapes;
    nbl_result_t result = choose_shapes(&plan->desc, first, second, &shapes, error);
    if (result != NBL_SUCCESS) return result;
    fill_passes(plan, first, second, &shapes);
    fill_bytes(plan, first, second);
    return NBL_SUCCESS;
}
