/* Plans of FFTs down neighbouring columns: their shared memory laid out for nbl_fft_place_columns().
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/columns.h"

#include "plan/banks.h"
#include "plan/layout.h"

#define NBL_FFT_COLUMNS_SAMPLED 128u /* lanes of a workgroup that are looked at: the pattern repeats */
#define NBL_FFT_COLUMNS_PADDINGS 15u /* of nbl_fft_padding(): none, and steps of one and two */
#define NBL_FFT_COLUMNS_WAYS 32u     /* that planes may lie apart, in dwords modulo 32 */

/* An exchange counted for each padding and each way. */
typedef struct nbl_fft_columns_t {
    uint32_t paddings;
    uint64_t cycles[NBL_FFT_COLUMNS_PADDINGS * NBL_FFT_COLUMNS_WAYS];
} nbl_fft_columns_t;

static void nbl_fft_plan_count_columns(nbl_fft_plan_t plan, uint32_t exchange, nbl_fft_columns_t *counted) {
    nbl_fft_padding_t paddings[NBL_FFT_COLUMNS_PADDINGS * NBL_FFT_COLUMNS_WAYS];
    uint32_t size = nbl_fft_plan_workgroup_size(plan), count = 0u;
    nbl_fft_lanes_t lanes = {
        .count = size < NBL_FFT_COLUMNS_SAMPLED ? size : NBL_FFT_COLUMNS_SAMPLED, .step = 32u, .columns = true};
    counted->paddings = nbl_fft_paddings(plan);
    if (counted->paddings > NBL_FFT_COLUMNS_PADDINGS) counted->paddings = NBL_FFT_COLUMNS_PADDINGS;
    for (uint32_t n = 0u; n < counted->paddings; n++)
        for (uint32_t apart = 0u; apart < NBL_FFT_COLUMNS_WAYS; apart++)
            paddings[count++] = nbl_fft_padding(plan, exchange, n, apart);
    (void)nbl_fft_count_lanes(plan, exchange, lanes, paddings, count, counted->cycles);
}

/* Pads the exchanges of a plan one way for planes that lie `apart` dwords apart, modulo 32. Returns the cycles. */
static uint64_t nbl_fft_plan_pad_columns(nbl_fft_plan_t *plan, const nbl_fft_columns_t *counted, uint32_t most_dwords,
                                         uint32_t apart) {
    uint64_t sum = 0u;
    for (uint32_t x = 0u; x + 1u < plan->passes; x++) {
        nbl_fft_padding_t paddings[NBL_FFT_COLUMNS_PADDINGS];
        uint64_t cycles[NBL_FFT_COLUMNS_PADDINGS];
        for (uint32_t n = 0u; n < counted[x].paddings; n++) {
            paddings[n] = nbl_fft_padding(*plan, x, n, apart);
            cycles[n] = counted[x].cycles[n * NBL_FFT_COLUMNS_WAYS + apart];
        }
        sum += nbl_fft_plan_choose_padding(plan, x, most_dwords, paddings, cycles, counted[x].paddings);
    }
    return sum;
}

uint64_t nbl_fft_plan_lay_out_columns(nbl_fft_plan_t *plan, uint32_t max_shared_bytes) {
    uint32_t most = max_shared_bytes / 4u / plan->ffts_per_workgroup / nbl_fft_plan_scalar_dwords(*plan);
    uint64_t best_cycles = UINT64_MAX;
    nbl_fft_plan_t best = *plan;
    nbl_fft_columns_t counted[2][NBL_FFT_MAX_PASSES];
    if (plan->passes == 1u) return 0u;
    for (uint32_t x = 0u; x + 1u < plan->passes; x++) {
        nbl_fft_plan_count_columns(*plan, x, &counted[0][x]);
        nbl_fft_plan_count_columns(nbl_fft_plan_reversed(*plan), x, &counted[1][x]);
    }
    for (uint32_t apart = 0u; apart < NBL_FFT_COLUMNS_WAYS; apart++) {
        nbl_fft_plan_t trial = *plan;
        uint64_t cycles = 0u;
        for (uint32_t way = 0u; way < 2u; way++) {
            cycles += nbl_fft_plan_pad_columns(&trial, counted[way], most, apart);
            trial = nbl_fft_plan_reversed(trial);
        }
        uint32_t plane = nbl_fft_plan_padded_window(trial);
        trial.plane_dwords =
            plane + (apart + NBL_FFT_COLUMNS_WAYS - plane % NBL_FFT_COLUMNS_WAYS) % NBL_FFT_COLUMNS_WAYS;
        if (trial.plane_dwords > most || cycles > best_cycles) continue;
        if (cycles == best_cycles && trial.plane_dwords >= best.plane_dwords) continue;
        best_cycles = cycles;
        best = trial;
    }
    *plan = best;
    return best_cycles;
}
