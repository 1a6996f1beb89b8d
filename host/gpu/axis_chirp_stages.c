/* Chirps along one dimension for a device: lines of any length as convolutions of a length that has a plan.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/error.h"
#include "gpu/axis_stages.h"
#include "transform/fused.h"
#include "transform/tables.h"
#include "nbl/host/plan.h"

/* Makes the table: the chirp, its spectrum, and the factor of the results, rounded to the array's precision. */
static nbl_result_t make_chirp_table(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, uint32_t m, double factor,
                                     nbl_error_t *error) {
    const uint64_t n = of->desc.length, count = 2 * (n + m + 1);
    const nbl_program_table_t chirp = {.kind = NBL_PROGRAM_CHIRP, .n = n, .inverse = of->desc.parameters.inverse},
                              spectrum = {.kind = NBL_PROGRAM_CHIRP_SPECTRUM,
                                          .n = n,
                                          .m = m,
                                          .inverse = of->desc.parameters.inverse,
                                          .normalization = of->desc.parameters.normalization};
    double *numbers = malloc(count * sizeof *numbers);
    nbl_result_t result =
        numbers != NULL ? nbl_program_fill_table(&chirp, numbers, error) : nbl_fail_memory(error, "a chirp");
    if (result == NBL_SUCCESS) result = nbl_program_fill_table(&spectrum, numbers + 2 * n, error);
    if (result == NBL_SUCCESS) {
        numbers[count - 2] = make->fft->desc.precision == NBL_FFT_FLOAT64 ? factor : (double)(float)factor;
        numbers[count - 1] = 0;
        nbl_fft_axis_keep_table(make, 0, of->desc.precision, numbers, count);
        return NBL_SUCCESS;
    }
    free(numbers);
    return result;
}

/* Longest convolution of two passes in which each pass has two radices: 1024 = 32 x 32 points each. Derived. */
#define LONGEST_OF_TWO (1024u * 1024u)

/* Finds the points of the two passes of a convolution whose second pass, product and first pass back are one kernel.
 * Returns false if no such passes are long enough. A chirp is even, so 2 N - 2 elements suffice. */
static bool middle_points(const nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, uint32_t points[2]) {
    const uint64_t least = 2 * (uint64_t)of->desc.length - 2;
    const nbl_fact_case_t passes = {.device = make->fft->limits.device,
                                    .kind = NBL_FACT_CHIRP_PASS,
                                    .fast = true,
                                    .precision = of->desc.precision,
                                    .conditions = least <= LONGEST_OF_TWO ? 0 : NBL_FACT_IS_LONG};
    uint64_t best = UINT64_MAX;
    for (const nbl_fact_t *a = nbl_facts_next_from(NULL, 0, &passes); a != NULL; a = nbl_facts_next_from(a, 0, &passes))
        for (const nbl_fact_t *b = nbl_facts_next_from(NULL, (a->number + 1) / 2, &passes);
             b != NULL && b->number <= a->number; b = nbl_facts_next_from(b, 0, &passes)) {
            const uint64_t m = (uint64_t)a->number * b->number;
            if (m < least || m >= best) continue;
            best = m;
            points[0] = a->number;
            points[1] = b->number;
        }
    return best != UINT64_MAX;
}

/* Adds three kernels: chirp product and first pass; second pass, product with the spectrum and first pass back; last
 * pass back. */
static nbl_result_t add_middle(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, const uint32_t points[2],
                               uint32_t work, nbl_error_t *error) {
    const uint32_t m = points[0] * points[1];
    nbl_fft_nd_stage_t k = *of;
    k.desc.length = points[0];
    nbl_fft_axis_set_pass(&k, nbl_fft_large_pass(1, points[0], points[1], 1));
    k.store = nbl_fft_axis_work_view(make, work, m, of->desc.precision);
    k.desc.parameters.product = k.desc.parameters.factor = 0;
    nbl_result_t result = nbl_fft_axis_add_kernel(make, &k, error);
    if (result != NBL_SUCCESS) return result;
    k.desc.length = points[1];
    nbl_fft_axis_set_pass(&k, nbl_fft_large_pass(2, points[0], points[1], 1));
    k.desc.parameters.chirp_in = 0;
    k.desc.parameters.product = of->desc.parameters.product;
    k.desc.parameters.fused = true;
    k.load = k.store;
    k.store = nbl_fft_axis_work_view(make, work + 1, m, of->desc.precision);
    result = nbl_fft_axis_add_kernel(make, &k, error);
    if (result != NBL_SUCCESS) return result;
    k.desc.length = points[0];
    nbl_fft_axis_set_pass(&k, nbl_fft_large_pass(2, points[1], points[0], 1));
    k.desc.parameters.product = 0;
    k.desc.parameters.fused = false;
    k.desc.parameters.inverse = true;
    k.desc.parameters.chirp_out = 1;
    k.desc.parameters.factor = of->desc.parameters.factor;
    k.load = k.store;
    k.store = of->store;
    return nbl_fft_axis_add_kernel(make, &k, error);
}

nbl_result_t nbl_fft_axis_add_chirp(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, double factor,
                                    uint32_t work, nbl_error_t *error) {
    uint32_t points[2] = {0, 0};
    const nbl_fft_plan_limits_t limits = {make->fft->limits.max_workgroup_invocations,
                                          make->fft->limits.max_shared_bytes, make->fft->limits.subgroup_size,
                                          make->fft->limits.device};
    const uint32_t n = of->desc.length, dwords = nbl_fft_precision_dwords(of->desc.precision);
    if (nbl_fft_fused_by_rader(n, dwords, &limits)) return nbl_fft_axis_add_rader(make, of, factor, error);
    const uint32_t fused = nbl_fft_fused_length(n, dwords, &limits);
    const bool middle = fused == 0 && middle_points(make, of, points);
    const uint32_t m = fused != 0 ? fused : middle ? points[0] * points[1] : nbl_fft_any_convolution_length(n);
    if (m == 0) return nbl_fft_any_refuse(n, error);
    nbl_result_t result = make_chirp_table(make, of, m, factor, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_nd_stage_t k = *of;
    k.desc.length = m;
    k.desc.parameters.inverse = false;                      /* the chirp has the direction */
    k.desc.parameters.normalization = NBL_FFT_UNNORMALIZED; /* the spectrum has the normalisation */
    k.desc.parameters.signal_length = n;
    k.desc.parameters.chirp_in = 1;
    k.desc.parameters.product = n + 1;
    if (of->desc.parameters.factor != 0) k.desc.parameters.factor = n + m + 1;
    if (fused != 0) {
        k.desc.parameters.chirp_out = 1;
        k.desc.parameters.fused = true;
        return nbl_fft_axis_add_kernel(make, &k, error);
    }
    if (middle) return add_middle(make, &k, points, work, error);
    k.store = nbl_fft_axis_work_view(make, work, m, of->desc.precision);
    k.desc.parameters.factor = 0;
    result = nbl_fft_axis_add_line(make, &k, work, error);
    if (result != NBL_SUCCESS) return result;
    k.load = k.store;
    k.store = of->store;
    k.desc.parameters.chirp_in = k.desc.parameters.product = 0;
    k.desc.parameters.chirp_out = 1;
    if (of->desc.parameters.factor != 0) k.desc.parameters.factor = n + m + 1;
    return nbl_fft_axis_add_line(make, &k, work + 1, error);
}
