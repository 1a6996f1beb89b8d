/* A convolution for a device: which lines of each dimension are transformed, multiplied and transformed back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With three dimensions of N elements, kernels of K, padded to P, results of R, frequencies F of the last dimension:
 *
 *   z y x   lines of   read         written     where
 *   - - P   N N        N of P       F           signal to spectrum
 *   - P -   N F        N of P       P           in place
 *   P - -   P F        N of P       R of P      in place: forward, product, back
 *   - P -   R F        P            R of P      in place
 *   - - P   R R        F            R of P      spectrum to result
 */
#include "gpu/convolution_stages.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "gpu/from_program.h"

#define RANK NBL_CONVOLUTION_MOST_RANK

/* Sets a side to an array without gaps of the sizes `in`. */
static nbl_result_t lay_side(const nbl_fft_nd_desc_t *desc, bool real, const uint64_t in[RANK], nbl_fft_nd_side_t *side,
                             nbl_error_t *error) {
    uint64_t stride = nbl_fft_precision_element_bytes(desc->precision);
    memset(side, 0, sizeof *side);
    side->real = real;
    side->scalar_bytes = (uint32_t)stride / 2;
    side->element_bytes = real ? side->scalar_bytes : (uint32_t)stride;
    stride = side->element_bytes;
    for (uint32_t d = 0; d < NBL_FFT_ND_LOOPS; d++) side->sizes[d] = 1;
    for (uint32_t d = RANK + 1; d-- > 0;) { /* the batch last */
        const uint32_t at = d == 0 ? NBL_FFT_ND_MOST_RANK : d - 1;
        side->sizes[at] = d == 0 ? desc->batch : in[at];
        side->strides[at] = stride;
        if (stride > (uint64_t)INT64_MAX / side->sizes[at])
            return nbl_fail(error, NBL_ERROR_LIMIT, "convolution: its arrays reach beyond memory");
        stride *= side->sizes[at];
    }
    side->bytes = stride;
    return NBL_SUCCESS;
}

/* Sets the lines along a dimension.
 *
 * lines  how many of them there are along each other dimension */
static void lay_lines(const nbl_fft_nd_stages_t *stages, uint32_t axis, const uint64_t lines[RANK],
                      nbl_view_region_t from, nbl_view_region_t to, nbl_fft_nd_pass_t *pass) {
    nbl_fft_nd_side_t of[3];
    memcpy(of, stages->sides, sizeof of);
    for (uint32_t s = 0; s < 3; s++)
        for (uint32_t d = 0; d < RANK; d++)
            if (d != axis) of[s].sizes[d] = lines[d];
    *pass = (nbl_fft_nd_pass_t){.axis = axis,
                                .length = (uint32_t)stages->desc.sizes[axis],
                                .real = stages->desc.real && axis == RANK - 1,
                                .from = from,
                                .to = to};
    nbl_fft_nd_lay_lines(&stages->desc, of, pass);
}

static uint32_t part_of(uint64_t count, uint64_t padded) { return count == padded ? 0 : (uint32_t)count; }

static uint64_t frequencies_of(const nbl_fft_nd_desc_t *desc) {
    const uint64_t last = desc->sizes[RANK - 1];
    return desc->real ? last / 2 + 1 : last;
}

/* Returns the middle dimension, whose lines are multiplied: the first that is longer than 1, or the last. */
static uint32_t middle_of(const nbl_convolution_sizes_t *of) {
    uint32_t d = 0;
    while (d + 1 < RANK && of->padded[d] == 1) d++;
    return d;
}

/* Adds the transforms from the last dimension down to `end`, each line with `given` elements. */
static nbl_result_t add_forward(nbl_fft_nd_stages_t *stages, const uint64_t given[RANK], uint32_t end,
                                nbl_view_region_t to, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &stages->desc;
    uint64_t lines[RANK];
    nbl_result_t result = NBL_SUCCESS;
    memcpy(lines, given, sizeof lines);
    for (uint32_t d = RANK; d-- > end && result == NBL_SUCCESS;) {
        const bool first = d + 1 == RANK;
        const nbl_fft_nd_part_t part = {.given = part_of(given[d], desc->sizes[d])};
        nbl_fft_nd_pass_t pass;
        if (desc->sizes[d] > 1) {
            lay_lines(stages, d, lines, first ? NBL_VIEW_INPUT : to, to, &pass);
            result = nbl_fft_nd_stages_add(stages, &pass, &part, error);
        }
        lines[d] = first ? frequencies_of(desc) : desc->sizes[d];
    }
    return result;
}

/* Adds the products and the transforms back, from the middle dimension to the last. */
static nbl_result_t add_back(nbl_fft_nd_stages_t *stages, const nbl_convolution_sizes_t *of, nbl_error_t *error) {
    const uint32_t middle = middle_of(of);
    const nbl_view_region_t between = NBL_VIEW_BETWEEN;
    uint64_t lines[RANK];
    nbl_result_t result = NBL_SUCCESS;
    memcpy(lines, of->padded, sizeof lines);
    lines[RANK - 1] = frequencies_of(&stages->desc);
    for (uint32_t d = middle; d < RANK && result == NBL_SUCCESS; d++) {
        const bool only = d == RANK - 1 && middle == d;
        nbl_fft_nd_part_t part = {.kept = part_of(of->result[d], of->padded[d])};
        if (part.kept != 0) part.kept_from = (uint32_t)of->first[d];
        if (d == middle) {
            part.given = part_of(of->sizes[d], of->padded[d]);
            part.convolves = true;
            part.frequencies = of->padded[0] * of->padded[1] * frequencies_of(&stages->desc);
        }
        nbl_fft_nd_pass_t pass;
        lay_lines(stages, d, lines, only ? NBL_VIEW_INPUT : between, d == RANK - 1 ? NBL_VIEW_OUTPUT : between, &pass);
        if (part.convolves || of->padded[d] > 1) result = nbl_fft_nd_stages_add(stages, &pass, &part, error);
        lines[d] = of->result[d];
    }
    return result;
}

static nbl_result_t begin(nbl_fft_nd_stages_t *stages, const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits,
                          nbl_mode_t mode, const uint64_t in[RANK], const uint64_t out[RANK], nbl_error_t *error) {
    uint64_t spectrum[RANK];
    nbl_fft_nd_stages_begin(limits, mode, false, stages);
    stages->desc = *desc;
    memcpy(spectrum, desc->sizes, sizeof spectrum);
    spectrum[RANK - 1] = frequencies_of(desc);
    stages->axis = calloc(2 * RANK, sizeof *stages->axis);
    if (stages->axis == NULL) return nbl_fail_memory(error, "convolution");
    nbl_result_t result = lay_side(desc, desc->real, in, &stages->sides[NBL_VIEW_INPUT], error);
    if (result == NBL_SUCCESS) result = lay_side(desc, desc->real, out, &stages->sides[NBL_VIEW_OUTPUT], error);
    if (result == NBL_SUCCESS) result = lay_side(desc, false, spectrum, &stages->sides[NBL_VIEW_BETWEEN], error);
    return result == NBL_SUCCESS ? nbl_fft_nd_stages_check(stages, true, error) : result;
}

/* Exact mode: the programs that rules write, as kernels. */
static nbl_result_t make_of_programs(const nbl_convolution_desc_t *given, const nbl_fft_limits_t *limits,
                                     uint64_t alignment, nbl_fft_nd_stages_t *forward, nbl_fft_nd_stages_t *whole,
                                     nbl_error_t *error) {
    nbl_problem_t kernel, convolution;
    nbl_result_t result = nbl_problem_of_convolution(given, &kernel, &convolution, error);
    if (result != NBL_SUCCESS) return result;
    kernel.mode = convolution.mode = NBL_MODE_EXACT;
    result = nbl_fft_nd_stages_of_problem(&kernel, limits, NULL, alignment, forward, error);
    return result == NBL_SUCCESS ? nbl_fft_nd_stages_of_problem(&convolution, limits, NULL, alignment, whole, error)
                                 : result;
}

nbl_result_t nbl_convolution_stages_make(const nbl_convolution_desc_t *given, const nbl_fft_limits_t *limits,
                                         nbl_mode_t mode, uint64_t alignment, nbl_fft_nd_stages_t *forward,
                                         nbl_fft_nd_stages_t *whole, nbl_error_t *error) {
    nbl_convolution_sizes_t of;
    memset(forward, 0, sizeof *forward);
    memset(whole, 0, sizeof *whole);
    if (mode == NBL_MODE_EXACT) return make_of_programs(given, limits, alignment, forward, whole, error);
    nbl_result_t result = nbl_convolution_choose_sizes(given, &of, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_nd_desc_t desc = nbl_convolution_forward(given, &of);
    result = nbl_fft_nd_stages_make(&desc, limits, mode, false, alignment, forward, error);
    if (result != NBL_SUCCESS) return result;
    memset(desc.given, 0, sizeof desc.given);
    desc.batch = given->batch;
    result = begin(whole, &desc, limits, mode, of.sizes, of.result, error);
    if (result == NBL_SUCCESS) result = add_forward(whole, of.sizes, middle_of(&of) + 1, NBL_VIEW_BETWEEN, error);
    nbl_convolution_turn_back(&whole->desc);
    if (result == NBL_SUCCESS) result = add_back(whole, &of, error);
    if (result == NBL_SUCCESS) nbl_fft_nd_stages_end(whole, alignment);
    return result;
}

const nbl_fft_nd_axis_t *nbl_convolution_middle(const nbl_fft_nd_stages_t *whole) {
    const nbl_fft_nd_axis_t *axis = whole->axis;
    while (!axis->part.convolves) axis++;
    return axis;
}
