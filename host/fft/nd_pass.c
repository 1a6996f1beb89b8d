/* The lines along one dimension, in which order and how they lie: for what a device runs (host/gpu).
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "fft/nd.h"

/* ---- Order */

uint32_t nbl_fft_nd_order(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_pass_t passes[NBL_FFT_ND_MOST_RANK]) {
    const bool to_real = desc->real && desc->inverse;
    const uint32_t count = desc->axis_count;
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        const uint32_t which = !to_real ? count - 1 - i : last ? count - 1 : count - 2 - i;
        nbl_fft_nd_pass_t *pass = &passes[made];
        memset(pass, 0, sizeof *pass);
        pass->axis = desc->axes[which];
        pass->length = (uint32_t)desc->sizes[pass->axis];
        pass->real = desc->real && which == count - 1;
        pass->from = made == 0 ? NBL_VIEW_INPUT : passes[made - 1].to;
        pass->to = to_real && !last ? NBL_VIEW_BETWEEN : NBL_VIEW_OUTPUT;
        if (pass->length > 1 || pass->real || pass->from != pass->to) made++;
    }
    return made;
}

/* ---- How lines lie: groups of them side by side, and loops over groups */

#define MOST_OF_GROUP 0x7fffffffu /* lines side by side: what 32-bit numbers of a kernel hold; derived */

static void swap_loops(nbl_fft_nd_pass_t *pass, uint32_t a, uint32_t b) {
    for (int i = 0; i < 2; i++) {
        uint64_t stride = pass->loop[a].strides[i];
        pass->loop[a].strides[i] = pass->loop[b].strides[i];
        pass->loop[b].strides[i] = stride;
    }
    uint64_t count = pass->loop[a].count;
    pass->loop[a].count = pass->loop[b].count;
    pass->loop[b].count = count;
}

/* Finds the loops over lines: all dimensions but the axis, and the batch first. Two loops are merged if one continues
 * the other. */
static void find_loops(uint32_t rank, const nbl_fft_nd_side_t *const sides[2], nbl_fft_nd_pass_t *pass) {
    for (uint32_t k = 0; k <= rank; k++) {
        const uint32_t d = k == 0 ? NBL_FFT_ND_MOST_RANK : k - 1;
        const uint64_t count = sides[0]->sizes[d];
        if (d == pass->axis || count == 1) continue;
        const uint32_t n = pass->loops;
        bool continues = n > 0 && pass->loop[n - 1].count <= MOST_OF_GROUP / pass->length / count;
        for (int i = 0; i < 2; i++)
            continues = continues && pass->loop[n - 1].strides[i] == count * sides[i]->strides[d];
        const uint32_t at = continues ? n - 1 : n;
        pass->loop[at].count = continues ? pass->loop[at].count * count : count;
        for (int i = 0; i < 2; i++) pass->loop[at].strides[i] = sides[i]->strides[d];
        pass->loops = at + 1;
    }
}

/* Returns the loop that becomes a group: neighbouring columns, or if there are none the longest loop. */
static uint32_t loop_of_group(const nbl_fft_nd_pass_t *pass) {
    uint32_t best = 0;
    for (uint32_t k = 0; k < pass->loops; k++) {
        bool beside = true;
        for (int i = 0; i < 2; i++) beside = beside && pass->loop[k].strides[i] == pass->sides[i].element_bytes;
        if (beside) return k;
        if (pass->loop[k].count > pass->loop[best].count) best = k;
    }
    return best;
}

void nbl_fft_nd_lay_lines(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t of[3], nbl_fft_nd_pass_t *pass) {
    const nbl_fft_nd_side_t *sides[2] = {&of[pass->from], &of[pass->to]};
    for (int i = 0; i < 2; i++) {
        const nbl_fft_nd_side_t *side = sides[i];
        pass->sides[i] = (nbl_fft_array_side_t){.stride = side->strides[pass->axis],
                                                .elements = (uint32_t)side->sizes[pass->axis],
                                                .element_bytes = side->element_bytes,
                                                .scalar_bytes = side->scalar_bytes,
                                                .batch = 1,
                                                .real = side->real};
        if (pass->sides[i].elements == 1) pass->sides[i].stride = side->element_bytes;
        pass->sides[i].distance = pass->sides[i].stride * pass->sides[i].elements;
    }
    find_loops(desc->rank, sides, pass);
    if (pass->loops > 0) {
        const uint32_t last = pass->loops - 1;
        swap_loops(pass, loop_of_group(pass), last);
        for (int i = 0; i < 2; i++) {
            pass->sides[i].batch = (uint32_t)pass->loop[last].count;
            pass->sides[i].distance = pass->loop[last].strides[i];
        }
        pass->loops = last;
    }
    pass->groups = 1;
    for (uint32_t k = 0; k < pass->loops; k++) pass->groups *= pass->loop[k].count;
}

void nbl_fft_nd_lay_pass(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[3], nbl_fft_nd_pass_t *passes,
                         uint32_t p) {
    nbl_fft_nd_pass_t *pass = &passes[p];
    const uint64_t given = sides[NBL_VIEW_INPUT].sizes[pass->axis];
    const uint64_t all = pass->real && desc->inverse ? desc->sizes[pass->axis] / 2 + 1 : desc->sizes[pass->axis];
    nbl_fft_nd_side_t of[3];
    memcpy(of, sides, sizeof of);
    for (uint32_t d = 0; d < desc->rank; d++) {
        bool done = false;
        for (uint32_t k = 0; k < p; k++) done = done || passes[k].axis == d;
        if (!done) of[pass->from].sizes[d] = sides[NBL_VIEW_INPUT].sizes[d];
    }
    of[pass->from].sizes[pass->axis] = all;
    nbl_fft_nd_lay_lines(desc, of, pass);
    pass->sides[0].given = given == all ? 0 : (uint32_t)given;
}

/* ---- What a pass is */

bool nbl_fft_nd_is_half(const nbl_fft_nd_pass_t *pass) { return pass->real && pass->length % 2 == 0; }

/* Returns whether results are scaled as nbl_fft_array()'s are, in the last pass of a line. Real signals with an unusual
 * scaling are scaled after all steps, which a device's kernels of whole lines do not do. */
bool nbl_fft_nd_scales_as_array(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass) {
    const nbl_fft_scaling_t usual = desc->inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
    return !pass->real || desc->scaling == NBL_FFT_SCALING_DEFAULT || desc->scaling == usual;
}

bool nbl_fft_nd_has_array_plan(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass) {
    return nbl_fft_array_has_length(desc->precision, pass->real, pass->length) &&
           nbl_fft_nd_scales_as_array(desc, pass);
}

uint32_t nbl_fft_nd_normalization(const nbl_fft_nd_desc_t *desc) {
    const bool divides = desc->scaling == NBL_FFT_SCALING_DEFAULT && desc->inverse;
    return divides || desc->scaling == NBL_FFT_SCALING_BY_LENGTH ? NBL_FFT_BY_LENGTH
           : desc->scaling == NBL_FFT_SCALING_BY_ROOT            ? NBL_FFT_BY_ROOT
                                                                 : NBL_FFT_UNNORMALIZED;
}

double nbl_fft_nd_factor(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass) {
    const uint32_t how = nbl_fft_nd_normalization(desc);
    const double n = pass->length, twice = nbl_fft_nd_is_half(pass) && desc->inverse ? 2 : 1;
    return twice * (how == NBL_FFT_BY_LENGTH ? 1 / n : how == NBL_FFT_BY_ROOT ? 1 / sqrt(n) : 1);
}
