/* Arrays that a workgroup holds: their last axes in one kernel, which goes through memory once.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/axis_stages.h"

#include "error/error.h"
#include "transform/choose.h"

/* Returns whether the last axes of input and output lie without gaps, and all elements are given. */
static bool is_dense(const nbl_fft_nd_stages_t *fft, uint32_t axes) {
    const nbl_fft_nd_desc_t *desc = &fft->desc;
    bool dense = true;
    for (int i = 0; i < 2; i++) {
        const nbl_fft_nd_side_t *side = &fft->sides[i];
        uint64_t bytes = side->element_bytes;
        for (uint32_t d = desc->rank; d-- > desc->rank - axes; bytes *= side->sizes[d])
            dense = dense && side->strides[d] == bytes;
    }
    for (uint32_t d = 0; d < desc->rank; d++)
        dense = dense && (desc->given[d] == 0 || desc->given[d] == desc->sizes[d]);
    return dense;
}

/* Returns whether lines along an axis are transformed by radices, without a chirp. */
static bool has_lines(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *pass) {
    const nbl_fft_axis_make_t make = {.fft = fft};
    return nbl_fft_nd_has_array_plan(&fft->desc, pass) ||
           (fft->desc.precision != NBL_FFT_FLOAT16 &&
            nbl_fft_axis_has_primes(&make, pass->length, nbl_fft_axis_precision(&make)));
}

/* Describes the kernel. By device address halves are computed in float32, as in all passes by address. */
static nbl_fft_lines_desc_t describe(const nbl_fft_nd_stages_t *fft) {
    const nbl_fft_precision_t precision = fft->desc.precision;
    const bool addresses = fft->limits.addresses;
    const bool halves = precision == NBL_FFT_FLOAT16_STORAGE || (precision == NBL_FFT_FLOAT16 && addresses);
    return (nbl_fft_lines_desc_t){.precision = halves ? NBL_FFT_FLOAT32 : precision,
                                  .planned = halves ? NBL_FFT_FLOAT16_STORAGE : precision,
                                  .fast = true,
                                  .addresses = addresses && (halves || precision != NBL_FFT_FLOAT16)};
}

static bool are_enough(const nbl_fft_nd_desc_t *desc, uint32_t axes) {
    uint64_t arrays = desc->batch, elements = 1;
    for (uint32_t d = 0; d < desc->rank; d++) *(d < desc->rank - axes ? &arrays : &elements) *= desc->sizes[d];
    return nbl_choose_enough_arrays(elements, arrays);
}

uint32_t nbl_fft_axis_has_arrays(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *passes, uint32_t count,
                                 nbl_fft_lines_desc_t *lines) {
    const nbl_fft_nd_desc_t *desc = &fft->desc;
    uint32_t lengths[3], most = 0;
    if (desc->real) return 0;
    for (; most < 3 && most < count && passes[most].axis + most + 1 == desc->rank; most++) {
        if (!has_lines(fft, &passes[most])) break;
        lengths[most] = passes[most].length;
    }
    for (uint32_t axes = most; axes > 1; axes--) {
        *lines = describe(fft);
        if (is_dense(fft, axes) && are_enough(desc, axes) &&
            nbl_fft_lines_plan_arrays(&fft->limits, lengths, axes, lines))
            return axes;
    }
    return 0;
}

/* Lays out arrays: dense ones one behind the other, others by loops over the remaining dimensions. */
static void lay_arrays(const nbl_fft_nd_stages_t *fft, uint32_t axes, nbl_fft_nd_pass_t *pass) {
    const nbl_fft_nd_side_t *from = &fft->sides[0], *to = &fft->sides[1];
    const uint32_t outer = fft->desc.rank - axes;
    uint64_t counts[NBL_FFT_ND_LOOPS], strides[NBL_FFT_ND_LOOPS][2];
    uint32_t loops = 0;
    for (uint32_t i = 0; i <= outer; i++) {
        const uint32_t d = i == 0 ? NBL_FFT_ND_LOOPS - 1 : i - 1; /* the batch, then dimensions */
        if (from->sizes[d] == 1) continue;
        if (loops > 0 && strides[loops - 1][0] == from->sizes[d] * from->strides[d] &&
            strides[loops - 1][1] == from->sizes[d] * to->strides[d]) {
            counts[loops - 1] *= from->sizes[d];
        } else {
            counts[loops++] = from->sizes[d];
        }
        strides[loops - 1][0] = from->strides[d];
        strides[loops - 1][1] = to->strides[d];
    }
    pass->loops = 0;
    pass->groups = 1;
    for (; pass->loops + 1 < loops; pass->loops++) {
        pass->loop[pass->loops].count = counts[pass->loops];
        for (int i = 0; i < 2; i++) pass->loop[pass->loops].strides[i] = strides[pass->loops][i];
        pass->groups *= counts[pass->loops];
    }
    for (int i = 0; i < 2; i++) {
        pass->sides[i].batch = loops == 0 ? 1 : (uint32_t)counts[loops - 1];
        pass->sides[i].distance = loops == 0 ? 0 : strides[loops - 1][i];
        pass->sides[i].stride = pass->sides[i].element_bytes;
        pass->sides[i].elements = 1;
        for (uint32_t d = outer; d < fft->desc.rank; d++) pass->sides[i].elements *= (uint32_t)fft->desc.sizes[d];
    }
}

nbl_result_t nbl_fft_axis_add_arrays(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *passes, uint32_t axes,
                                     const nbl_fft_lines_desc_t *lines, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = &fft->axis[fft->axes++];
    axis->pass = passes[0];
    axis->pass.to = passes[axes - 1].to;
    nbl_fft_nd_lay_lines(&fft->desc, fft->sides, &axis->pass);
    lay_arrays(fft, axes, &axis->pass);
    const uint64_t group = axis->pass.sides[0].batch;
    nbl_fft_axis_make_t make = {.fft = fft, .axis = axis, .group = group, .inner = 1};
    nbl_fft_nd_stage_t k = {.desc = *lines};
    k.desc.parameters.inverse = fft->desc.inverse;
    k.desc.parameters.normalization = nbl_fft_nd_normalization(&fft->desc);
    k.desc.parameters.signal_length = lines->length;
    nbl_result_t result = nbl_fft_axis_array_view(&make, 0, k.desc.precision, NBL_VIEW_REAL, &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(&make, 1, k.desc.precision, NBL_VIEW_REAL, &k.store, error);
    if (result == NBL_SUCCESS) result = nbl_fft_axis_add_kernel(&make, &k, error);
    axis->transforms = axis->chunk = group * axis->pass.groups;
    return result;
}
