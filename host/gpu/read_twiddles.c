/* Twiddles of lines that kernels read from a table in place of evaluating them, with the same bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Exact mode has no multiply-adds, so that evaluating twiddles takes more instructions than all else
 * (docs/log/transforms.md, "Twiddles of exact mode from a table").
 */
#include "gpu/read_twiddles.h"

#include <stdlib.h>

#include "error/error.h"
#include "fft/pass_table.h"
#include "facts/numbers.h"

#define ALIGNMENT 16u /* bytes of the largest complex number */

bool nbl_fft_reads_twiddles(nbl_fft_plan_t plan, uint32_t twiddles, nbl_device_kind_t device) {
    uint32_t radices = 0;
    for (uint32_t i = 0; i < plan.passes; i++) radices += nbl_fft_plan_radix(plan, i) > 1;
    return radices >= nbl_fact_number_of(device, NBL_NUMBER_TWIDDLES_READ_RADICES) &&
           (plan.elements <= nbl_fact_number_of(device, NBL_NUMBER_TWIDDLES_READ_ELEMENTS) ||
            plan.fft_length <= nbl_fact_number_of(device, NBL_NUMBER_TWIDDLES_READ_POINTS)) &&
           plan.complex_dwords != NBL_DWORDS_float16_t && twiddles == NBL_FFT_TWIDDLES_OF_TWO;
}

/* Returns what to fill a table with for lines that are no passes of longer ones: the line's twiddles alone. */
static nbl_fft_pass_table_t of_line(nbl_fft_plan_t plan, bool inverse) {
    return (nbl_fft_pass_table_t){{plan.fft_length, 1, 1, 1}, plan, inverse, false};
}

/* Appends twiddles to a table. Errors: OUT_OF_MEMORY; the table stays then.
 *
 * place  receives the number of the first one among the table's complex numbers, plus 1 */
static nbl_result_t append(const nbl_fft_pass_table_t *of, nbl_fft_nd_table_t *table, uint32_t *place,
                           nbl_error_t *error) {
    const uint64_t number_bytes = sizeof(uint32_t) * of->plan.complex_dwords;
    const uint64_t begin = (table->bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const uint64_t end = begin + number_bytes * nbl_fft_pass_tables.count(of);
    char *numbers = realloc(table->numbers, end);
    if (numbers == NULL) return nbl_fail_memory(error, "twiddles");
    nbl_fft_pass_tables.fill(of, numbers + begin);
    table->numbers = numbers;
    table->bytes = end;
    *place = (uint32_t)(begin / number_bytes) + 1;
    return NBL_SUCCESS;
}

/* Appends the twiddles of a stage, whose kernel has lines of one to three plans.
 *
 * may_read  false: none but powers, without which the kernel has no twiddles to the next pass */
static nbl_result_t read_lines(nbl_fft_nd_axis_t *axis, nbl_fft_nd_stage_t *stage, bool may_read,
                               nbl_device_kind_t device, nbl_error_t *error) {
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    nbl_fft_nd_table_t *table = &axis->tables[stage->table];
    const nbl_fft_plan_t plans[3] = {p->plan, p->second_plan, p->third_plan};
    uint32_t *places[3] = {&p->reads, &p->second_reads, &p->third_reads};
    nbl_result_t result = NBL_SUCCESS;
    /* A fused kernel has lines of both directions; behind a table with a spectrum there is no room. */
    if (stage->desc.last_step || p->fused != 0 || table->spectrum_bytes != 0) return result;
    for (uint32_t a = 0; a < (p->axes != 0 ? p->axes : 1) && result == NBL_SUCCESS; a++) {
        nbl_fft_pass_table_t of = of_line(plans[a], p->inverse == 1);
        const bool multiplies = p->pass_points != 0 && p->pass_after > 1 &&
                                p->pass_after <= NBL_FFT_TWIDDLES_READ_MOST_AFTER && p->pass_back == 0;
        const bool reads = may_read && nbl_fft_reads_twiddles(plans[a], p->twiddles, device);
        uint32_t place = p->powers != 0 ? p->reads_between : 0; /* of powers that are there already */
        if (!reads && (p->powers == 0 || place != 0)) continue;
        of.powers = p->powers != 0;
        if (of.powers && p->pass_alike != 0) /* the lines are of the second pass */
            of.pass = (nbl_fft_large_pass_t){p->pass_before / p->pass_alike, 1, p->pass_points, 1};
        else if (multiplies || of.powers)
            of.pass = (nbl_fft_large_pass_t){p->pass_points, p->pass_before, p->pass_after, p->pass_next};
        if (place == 0) result = append(&of, table, &place, error);
        if (reads) *places[a] = place;
        if (of.powers)
            p->reads_between = place;
        else if (multiplies)
            p->reads_between = place + p->pass_points;
    }
    return result;
}

nbl_result_t nbl_fft_read_twiddles_of_plan(nbl_fft_transform_plan_t *plan, nbl_mode_t mode, nbl_device_kind_t device,
                                           nbl_fft_nd_table_t *table, nbl_error_t *error) {
    nbl_fft_transform_parameters_t *p = &plan->parameters;
    const nbl_fft_pass_table_t of = of_line(p->plan, p->inverse == 1);
    uint32_t place;
    p->reads = 0;
    if (mode != NBL_MODE_EXACT || plan->desc.algorithm != NBL_FFT_STOCKHAM ||
        !nbl_fft_reads_twiddles(p->plan, p->twiddles, device))
        return NBL_SUCCESS;
    const nbl_result_t result = append(&of, table, &place, error);
    p->reads = result == NBL_SUCCESS;
    return result;
}

nbl_result_t nbl_fft_read_twiddles(nbl_fft_nd_axis_t *axis, nbl_mode_t mode, nbl_device_kind_t device,
                                   nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    if (axis->whole.desc.batch != 0)
        return nbl_fft_read_twiddles_of_plan(&axis->whole, mode, device, &axis->tables[axis->stage[0].table], error);
    for (uint32_t s = 0; mode == NBL_MODE_EXACT && s < axis->stages && result == NBL_SUCCESS; s++)
        result = read_lines(axis, &axis->stage[s], true, device, error);
    return result;
}

nbl_result_t nbl_fft_fill_powers(nbl_fft_nd_axis_t *axis, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t s = 0; s < axis->stages && result == NBL_SUCCESS; s++)
        if (axis->stage[s].desc.parameters.powers != 0)
            result = read_lines(axis, &axis->stage[s], false, NBL_DEVICE_ANY, error);
    return result;
}
