/* Convolutions along one dimension for a device: lines, products with a kernel's spectrum, and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/axis_stages.h"

#define SPECTRUM_ALIGNMENT 256u /* bytes; the largest minStorageBufferOffsetAlignment that Vulkan allows */

/* Makes room for the spectrum behind a table. Returns its place in complex numbers, less 1. */
static uint32_t place_spectrum(nbl_fft_axis_make_t *make, uint32_t number, nbl_fft_precision_t precision) {
    nbl_fft_nd_table_t *table = &make->axis->tables[number];
    const uint64_t element = nbl_fft_precision_element_bytes(precision);
    table->spectrum_offset = (table->bytes + SPECTRUM_ALIGNMENT - 1) / SPECTRUM_ALIGNMENT * SPECTRUM_ALIGNMENT;
    table->spectrum_bytes = make->axis->part.frequencies * element;
    return (uint32_t)(table->spectrum_offset / element) + 1;
}

/* Adds real lines that no workgroup holds: half as many complex numbers, converted, multiplied and converted back in
 * one kernel. */
static nbl_result_t add_half_convolution(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const uint32_t n = make->axis->pass.length / 2;
    const double factor = nbl_fft_nd_factor(desc, &make->axis->pass);
    nbl_fft_nd_stage_t k = {
        .desc.precision = nbl_fft_axis_precision(make), .desc.length = n, .desc.parameters.signal_length = n};
    nbl_result_t result = nbl_fft_axis_make_roots(make, n, factor, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, 0, k.desc.precision, NBL_VIEW_PAIR, &k.load, error);
    if (result != NBL_SUCCESS) return result;
    k.store = nbl_fft_axis_work_view(make, 0, n, k.desc.precision);
    k.table = 1;
    nbl_fft_nd_stage_t middle = k, back = k;
    result = nbl_fft_axis_add_line(make, &k, 1, error);
    if (result != NBL_SUCCESS) return result;
    middle.load = k.store;
    middle.desc.last_step = true;
    middle.desc.parameters.fused = 1;
    middle.desc.parameters.real = NBL_FFT_REAL;
    middle.desc.parameters.product = place_spectrum(make, 1, k.desc.precision);
    result = nbl_fft_axis_add_kernel(make, &middle, error);
    if (result != NBL_SUCCESS) return result;
    back.load = k.store;
    back.desc.parameters.inverse = true;
    back.desc.parameters.factor = factor != 1 ? n + 1 : 0;
    result = nbl_fft_axis_array_view(make, 1, k.desc.precision, NBL_VIEW_PAIR, &back.store, error);
    return result == NBL_SUCCESS ? nbl_fft_axis_add_line(make, &back, 1, error) : result;
}

/* Adds lines in two kernels. The first one multiplies as it stores, into the workspace or in place. */
static nbl_result_t add_steps(nbl_fft_axis_make_t *make, nbl_fft_nd_stage_t *k, uint32_t frequencies,
                              nbl_error_t *error) {
    const uint32_t normalization = k->desc.parameters.normalization;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_view_t to = k->store;
    k->desc.parameters.inverse = false;
    k->desc.parameters.normalization = NBL_FFT_UNNORMALIZED;
    k->desc.parameters.period = (uint32_t)make->axis->part.frequencies;
    k->store = pass->from == pass->to ? k->load : nbl_fft_axis_work_view(make, 0, frequencies, k->desc.precision);
    k->store.given = 0;
    const bool whole = k->desc.parameters.real == NBL_FFT_REAL;
    nbl_result_t result = whole ? nbl_fft_axis_add_kernel(make, k, error) : nbl_fft_axis_add_passes(make, k, 1, error);
    if (result != NBL_SUCCESS) return result;
    k->load = k->store;
    k->store = to;
    k->desc.parameters.inverse = true;
    k->desc.parameters.normalization = normalization;
    k->desc.parameters.product = k->desc.parameters.period = 0;
    return whole ? nbl_fft_axis_add_kernel(make, k, error) : nbl_fft_axis_add_passes(make, k, 1, error);
}

nbl_result_t nbl_fft_axis_add_convolution(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    if (pass->real && !nbl_fft_nd_has_array_plan(desc, pass)) return add_half_convolution(make, error);
    nbl_fft_nd_stage_t k = {.desc.precision = desc->precision,
                            .desc.length = pass->length,
                            .desc.parameters.normalization = nbl_fft_nd_normalization(desc),
                            .desc.parameters.real = pass->real ? NBL_FFT_REAL : NBL_FFT_COMPLEX,
                            .desc.parameters.signal_length = pass->length,
                            .desc.parameters.fused =
                                !pass->real && !nbl_fft_axis_goes_in_passes(make, pass->length, desc->precision)};
    nbl_result_t result = nbl_fft_axis_array_view(make, 0, k.desc.precision, NBL_VIEW_PAIR, &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, 1, k.desc.precision, NBL_VIEW_PAIR, &k.store, error);
    if (result != NBL_SUCCESS) return result;
    k.desc.parameters.product = place_spectrum(make, 0, k.desc.precision);
    if (!k.desc.parameters.fused) return add_steps(make, &k, pass->real ? pass->length / 2 + 1 : pass->length, error);
    k.desc.parameters.period = pass->from == pass->to ? (uint32_t)make->axis->part.frequencies : 0;
    return nbl_fft_axis_add_kernel(make, &k, error);
}
