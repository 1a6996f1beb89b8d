/* Long columns of a plane in strips: rows are written in the order in which two passes find columns in place.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plane of M rows of N1 elements is what pass 1 of a transform in three passes leaves (nbl/fft/large.h), but for the
 * twiddles behind that pass: with M = N2 N3 row n2 N3 + n3 goes where row n2 + N2 n3 would. Then the second and the
 * third pass transform the columns, in the output alone.
 *
 * An inverse transform of real signals takes columns before rows, so all steps are reversed: the third pass reads
 * frequency k2 + N2 k3 from row k2 + N2 k3, the second one leaves n2 N3 + n3 in row n2 + N2 n3, and the rows are read
 * from there.
 */
#include "gpu/axis_stages.h"

#include "fft/split.h"

/* Neighbouring complex float32 that fill a sector of 32 bytes. If a workgroup holds as many columns, strips are
 * slower. */
#define FEWEST_SIDE_BY_SIDE 4u

static bool has_gaps(const nbl_fft_nd_side_t *side, uint32_t rank) {
    uint64_t bytes = side->element_bytes;
    for (uint32_t d = rank; d-- > 0; bytes *= side->sizes[d])
        if (side->strides[d] != bytes) return true;
    return side->sizes[NBL_FFT_ND_LOOPS - 1] > 1 && side->strides[NBL_FFT_ND_LOOPS - 1] != bytes;
}

/* Returns whether the columns are of spectra of real signals that are transformed back. */
static bool comes_back(const nbl_fft_nd_desc_t *desc) { return desc->real && desc->inverse; }

static bool fills_sectors(const nbl_fft_nd_stages_t *fft, uint32_t length) {
    nbl_fft_lines_desc_t columns = {.precision = fft->desc.precision,
                                    .planned = fft->desc.precision,
                                    .length = length,
                                    .wisdom = fft->desc.wisdom,
                                    .fast = true,
                                    .parameters = {.inverse = fft->desc.inverse, .columns = 1}};
    nbl_instruction_order_t order;
    return nbl_fft_lines_plan(&fft->limits, &columns, &order, NULL) == NBL_SUCCESS &&
           columns.parameters.ffts_per_workgroup >= FEWEST_SIDE_BY_SIDE;
}

bool nbl_fft_axis_has_strips(const nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *passes, uint32_t count,
                             uint32_t points[3]) {
    const nbl_fft_nd_desc_t *desc = &fft->desc;
    const nbl_fft_nd_pass_t *columns = &passes[comes_back(desc) ? 0 : 1];
    if (fft->in_place || nbl_fft_precision_dwords(desc->precision) != NBL_DWORDS_float32_t || desc->rank != 2 ||
        count != 2 || columns->axis != 0 ||
        fft->sides[comes_back(desc) ? 0 : 1].sizes[1] == 1) /* which is pass 1, not 2 */
        return false;
    for (uint32_t d = 0; d < 2; d++)
        if (fft->sides[0].sizes[d] != fft->sides[NBL_VIEW_BETWEEN].sizes[d]) return false;
    return nbl_fft_split(columns->length, points) == 2 && !fills_sectors(fft, columns->length) &&
           !has_gaps(&fft->sides[0], 2) && !has_gaps(&fft->sides[1], 2);
}

void nbl_fft_axis_turn_rows(const nbl_fft_nd_stages_t *fft, const uint32_t points[3], nbl_fft_nd_pass_t *rows) {
    const int turned = comes_back(&fft->desc) ? 0 : 1;
    const uint64_t batch = fft->desc.batch;
    uint32_t loops = 0;
    if (batch > 1) rows->loop[loops++].count = batch;
    rows->loop[loops++].count = points[0];
    for (int i = 0; i < 2; i++) {
        const uint64_t row = fft->sides[i == 0 ? rows->from : rows->to].strides[0];
        rows->loop[0].strides[i] = row * points[0] * points[1];
        rows->loop[loops - 1].strides[i] = i == turned ? row : row * points[1];
        rows->sides[i].batch = points[1];
        rows->sides[i].distance = i == turned ? row * points[0] : row;
    }
    rows->loops = loops;
    rows->groups = batch * points[0];
}

nbl_result_t nbl_fft_axis_add_strips(nbl_fft_nd_stages_t *fft, const uint32_t points[3],
                                     const nbl_fft_nd_pass_t *columns, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = &fft->axis[fft->axes++];
    const uint64_t batch = fft->desc.batch, row = columns->sides[0].stride;
    const uint32_t width = (uint32_t)(row / columns->sides[0].element_bytes);
    const bool back = comes_back(&fft->desc);
    axis->pass = *columns;
    axis->pass.loops = 0;
    axis->pass.groups = 1;
    for (int i = 0; i < 2; i++) { /* a plane is one line of all its elements */
        nbl_fft_array_side_t *side = &axis->pass.sides[i];
        side->stride = side->element_bytes;
        side->distance = row * columns->length;
        side->batch = (uint32_t)batch;
    }
    nbl_fft_axis_make_t make = {.fft = fft, .axis = axis, .group = batch, .inner = 1};
    nbl_fft_nd_stage_t k = {.desc.precision = nbl_fft_axis_precision(&make),
                            .desc.parameters.inverse = fft->desc.inverse,
                            .desc.parameters.normalization = nbl_fft_nd_normalization(&fft->desc),
                            .desc.parameters.signal_length = columns->length,
                            .desc.parameters.pass_back = back};
    nbl_result_t result = nbl_fft_axis_array_view(&make, 0, k.desc.precision, NBL_VIEW_REAL, &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(&make, 1, k.desc.precision, NBL_VIEW_REAL, &k.store, error);
    for (uint32_t i = 0; i < 2 && result == NBL_SUCCESS; i++) {
        const uint32_t which = back ? 1 - i : i;
        k.desc.length = points[which];
        nbl_fft_axis_set_pass(&k, nbl_fft_large_pass(which + 2, width, points[0], points[1]));
        result = nbl_fft_axis_add_kernel(&make, &k, error);
        k.load = k.store;
    }
    axis->transforms = axis->chunk = batch;
    return result;
}
