/* Plans of FFTs down neighbouring columns: their shared memory laid out for nbl_fft_place_columns().
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/columns.h"

#include "plan/banks.h"
#include "plan/layout.h"

#define NBL_FFT_COLUMNS_SAMPLED 128u /* lanes of a workgroup that are looked at: the pattern repeats */
#define NBL_FFT_COLUMNS_PADDINGS 15u /* of nbl_fft_padding(): none, and steps of one and two */

/* Adds the cycles of one exchange for several paddings. */
static void nbl_fft_plan_count_columns(nbl_fft_plan_t plan, uint32_t exchange, const nbl_fft_padding_t *paddings,
                                       uint32_t count, uint64_t *cycles) {
    uint32_t size = nbl_fft_plan_workgroup_size(plan), window_length = nbl_fft_plan_window(plan);
    if (size > NBL_FFT_COLUMNS_SAMPLED) size = NBL_FFT_COLUMNS_SAMPLED;
    nbl_fft_counter_t counter;
    nbl_fft_counter_begin(&counter, paddings, count);
    for (uint32_t c = 0u; c < count; c++) cycles[c] = 0u;
    for (uint32_t reads = 0u; reads < 2u; reads++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, exchange + reads);
        for (uint32_t window = 0u; window < plan.windows; window++)
            for (uint32_t element = 0u; element < nbl_fft_pass_elements(p); element++)
                for (uint32_t first = 0u; first < size; first += 32u) {
                    uint32_t index[32], fft[32], lanes = 0u;
                    for (uint32_t l = first; l < first + 32u && l < size; l++) {
                        uint32_t t = l / plan.ffts_per_workgroup;
                        if (!nbl_fft_pass_active(p, element, t)) continue;
                        uint32_t i = reads != 0u ? nbl_fft_pass_read_index(p, element, t)
                                                 : nbl_fft_pass_write_index(p, element, t);
                        if (!nbl_fft_plan_in_window(plan, window, i)) continue;
                        index[lanes] = i - window * window_length;
                        fft[lanes++] = l % plan.ffts_per_workgroup;
                    }
                    if (lanes != 0u) nbl_fft_count_access(&counter, index, fft, lanes, cycles);
                }
    }
}

/* Pads the exchanges of a plan one way for planes that lie `apart` dwords apart, modulo 32. Returns the cycles. */
static uint64_t nbl_fft_plan_pad_columns(nbl_fft_plan_t *plan, uint32_t most_dwords, uint32_t apart) {
    uint64_t sum = 0u;
    for (uint32_t x = 0u; x + 1u < plan->passes; x++) {
        nbl_fft_padding_t paddings[NBL_FFT_PADDINGS];
        uint64_t cycles[NBL_FFT_PADDINGS];
        uint32_t count = nbl_fft_paddings(*plan);
        if (count > NBL_FFT_COLUMNS_PADDINGS) count = NBL_FFT_COLUMNS_PADDINGS;
        for (uint32_t n = 0u; n < count; n++) paddings[n] = nbl_fft_padding(*plan, x, n, apart);
        nbl_fft_plan_count_columns(*plan, x, paddings, count, cycles);
        sum += nbl_fft_plan_choose_padding(plan, x, most_dwords, paddings, cycles, count);
    }
    return sum;
}

uint64_t nbl_fft_plan_lay_out_columns(nbl_fft_plan_t *plan, uint32_t max_shared_bytes) {
    uint32_t most = max_shared_bytes / 4u / plan->ffts_per_workgroup / nbl_fft_plan_scalar_dwords(*plan);
    uint64_t best_cycles = UINT64_MAX;
    nbl_fft_plan_t best = *plan;
    if (plan->passes == 1u) return 0u;
    for (uint32_t apart = 0u; apart < 32u; apart++) {
        nbl_fft_plan_t trial = *plan;
        uint64_t cycles = nbl_fft_plan_pad_columns(&trial, most, apart);
        trial = nbl_fft_plan_reversed(trial);
        cycles += nbl_fft_plan_pad_columns(&trial, most, apart);
        trial = nbl_fft_plan_reversed(trial);
        uint32_t plane = nbl_fft_plan_padded_window(trial);
        trial.plane_dwords = plane + (apart + 32u - plane % 32u) % 32u;
        if (trial.plane_dwords > most || cycles > best_cycles) continue;
        if (cycles == best_cycles && trial.plane_dwords >= best.plane_dwords) continue;
        best_cycles = cycles;
        best = trial;
    }
    *plan = best;
    return best_cycles;
}
