/* Convolutions along one dimension for a device: lines, products with a kernel's spectrum, and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/axis_stages.h"

#define SPECTRUM_ALIGNMENT 256u /* the most that a device may need */

/* Makes room for the spectrum behind a table. Returns its place in complex numbers, less 1. */
static uint32_t place_spectrum(nbl_fft_axis_make_t *make, uint32_t number, nbl_fft_precision_t precision) {
    nbl_fft_nd_table_t *table = &make->axis->tables[number];
    const uint64_t element = nbl_fft_precision_element_bytes(precision);
    table->spectrum_offset = (table->bytes + SPECTRUM_ALIGNMENT - 1) / SPECTRUM_ALIGNMENT * SPECTRUM_ALIGNMENT;
    table->spectrum_bytes = make->axis->part.frequencies * element;
    return (uint32_t)(table->spectrum_offset / element) + 1;
}

/* Real lines that no workgroup holds: as half as many complex numbers, whose products are made in one go. */
static nbl_result_t add_half_convolution(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const uint32_t n = make->axis->pass.length / 2;
    const double factor = nbl_fft_nd_factor(desc, &make->axis->pass);
    nbl_fft_axis_kernel_t k = {.precision = nbl_fft_axis_precision(make), .length = n, .signal_length = n};
    nbl_result_t result = nbl_fft_axis_make_roots(make, n, factor, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_side(make, 0, k.precision, NBL_FFT_LINES_PAIR, &k.from, error);
    if (result != NBL_SUCCESS) return result;
    k.to = nbl_fft_axis_work_side(make, 0, n, k.precision);
    k.table = 1;
    nbl_fft_axis_kernel_t middle = k, back = k;
    result = nbl_fft_axis_add_line(make, &k, 1, error);
    if (result != NBL_SUCCESS) return result;
    middle.from = k.to;
    middle.last_step = middle.fused = true;
    middle.real = NBL_FFT_REAL;
    middle.product = place_spectrum(make, 1, k.precision);
    result = nbl_fft_axis_add_kernel(make, &middle, error);
    if (result != NBL_SUCCESS) return result;
    back.from = k.to;
    back.inverse = true;
    back.factor = factor != 1 ? n + 1 : 0;
    result = nbl_fft_axis_array_side(make, 1, k.precision, NBL_FFT_LINES_PAIR, &back.to, error);
    return result == NBL_SUCCESS ? nbl_fft_axis_add_line(make, &back, 1, error) : result;
}

/* Lines in two steps, the products as the first one stores: by way of the workspace, or where they are. */
static nbl_result_t add_steps(nbl_fft_axis_make_t *make, nbl_fft_axis_kernel_t *k, uint32_t frequencies,
                              nbl_error_t *error) {
    const uint32_t normalization = k->normalization;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_axis_side_t to = k->to;
    k->inverse = false;
    k->normalization = NBL_FFT_UNNORMALIZED;
    k->period = (uint32_t)make->axis->part.frequencies;
    k->to = pass->from == pass->to ? k->from : nbl_fft_axis_work_side(make, 0, frequencies, k->precision);
    k->to.given = 0;
    const bool whole = k->real == NBL_FFT_REAL;
    nbl_result_t result = whole ? nbl_fft_axis_add_kernel(make, k, error) : nbl_fft_axis_add_passes(make, k, 1, error);
    if (result != NBL_SUCCESS) return result;
    k->from = k->to;
    k->to = to;
    k->inverse = true;
    k->normalization = normalization;
    k->product = k->period = 0;
    return whole ? nbl_fft_axis_add_kernel(make, k, error) : nbl_fft_axis_add_passes(make, k, 1, error);
}

nbl_result_t nbl_fft_axis_add_convolution(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    if (pass->real && !nbl_fft_nd_has_array_plan(desc, pass)) return add_half_convolution(make, error);
    nbl_fft_axis_kernel_t k = {.precision = desc->precision,
                               .length = pass->length,
                               .normalization = nbl_fft_nd_normalization(desc),
                               .real = pass->real ? NBL_FFT_REAL : NBL_FFT_COMPLEX,
                               .signal_length = pass->length,
                               .fused =
                                   !pass->real && !nbl_fft_axis_goes_in_passes(make, pass->length, desc->precision)};
    nbl_result_t result = nbl_fft_axis_array_side(make, 0, k.precision, NBL_FFT_LINES_PAIR, &k.from, error);
    if (result == NBL_SUCCESS) result = nbl_fft_axis_array_side(make, 1, k.precision, NBL_FFT_LINES_PAIR, &k.to, error);
    if (result != NBL_SUCCESS) return result;
    k.product = place_spectrum(make, 0, k.precision);
    if (!k.fused) return add_steps(make, &k, pass->real ? pass->length / 2 + 1 : pass->length, error);
    k.period = pass->from == pass->to ? (uint32_t)make->axis->part.frequencies : 0;
    return nbl_fft_axis_add_kernel(make, &k, error);
}
