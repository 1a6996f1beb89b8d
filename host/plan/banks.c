/* Bank conflicts of a plan's exchanges, counted, and the padding that has the fewest.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/banks.h"

#include <string.h>

void nbl_fft_counter_begin(nbl_fft_counter_t *counter, const nbl_fft_padding_t *paddings, uint32_t count) {
    counter->paddings = paddings;
    counter->count = count;
    counter->modulus = 1u;
    memset(counter->lanes, 0, sizeof counter->lanes);
    for (uint32_t c = 0u; c < count; c++) {
        uint32_t unit = paddings[c].step == 0u ? 1u : paddings[c].unit, a = counter->modulus, b = unit;
        while (b != 0u) { /* their greatest common divisor */
            uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        counter->modulus *= unit / a;
    }
}

/* How often the bank that most lanes want is wanted. */
static uint8_t most_wanted(const uint32_t *index, const uint32_t *fft, uint32_t lanes, nbl_fft_padding_t padding) {
    uint8_t used[NBL_FFT_BANKS] = {0u}, most = 0u;
    for (uint32_t l = 0u; l < lanes; l++) {
        uint32_t address = nbl_fft_padded_index(index[l], padding.unit, padding.step);
        uint8_t now = ++used[(address + fft[l] * padding.fft_dwords) % NBL_FFT_BANKS];
        if (now > most) most = now;
    }
    return most;
}

/* The place of a pattern: its own, or one of equal hash, which then makes room for it. */
static uint32_t place_of(const uint32_t *index, const uint32_t *fft, uint32_t lanes) {
    uint32_t hash = lanes;
    for (uint32_t l = 0u; l < lanes; l++) hash = (hash ^ index[l] ^ fft[l] << 16u) * 0x9e3779b1u;
    return (hash >> 16u) % NBL_FFT_COUNTER_PATTERNS;
}

void nbl_fft_count_access(nbl_fft_counter_t *counter, uint32_t *index, uint32_t *fft, uint32_t lanes,
                          uint64_t *cycles) {
    uint32_t least = index[0], first = fft[0];
    size_t bytes = lanes * sizeof *index;
    for (uint32_t l = 1u; l < lanes; l++) least = index[l] < least ? index[l] : least;
    least -= least % counter->modulus;
    for (uint32_t l = 0u; l < lanes; l++) {
        index[l] -= least;
        fft[l] -= first; /* may wrap around: distances count modulo 32 */
    }
    uint32_t p = place_of(index, fft, lanes);
    bool known = counter->lanes[p] == lanes && memcmp(counter->index[p], index, bytes) == 0 &&
                 memcmp(counter->fft[p], fft, bytes) == 0;
    if (!known) {
        counter->lanes[p] = lanes;
        memcpy(counter->index[p], index, bytes);
        memcpy(counter->fft[p], fft, bytes);
        for (uint32_t c = 0u; c < counter->count; c++)
            counter->cycles[p][c] = most_wanted(index, fft, lanes, counter->paddings[c]);
    }
    for (uint32_t c = 0u; c < counter->count; c++) cycles[c] += counter->cycles[p][c];
}

uint64_t nbl_fft_count_exchange(nbl_fft_plan_t plan, uint32_t exchange, bool sampled, bool idles,
                                const nbl_fft_padding_t *paddings, uint32_t count, uint64_t *cycles) {
    uint32_t size = nbl_fft_plan_workgroup_size(plan), window_length = nbl_fft_plan_window(plan);
    uint32_t step = sampled && size > 256u ? size / 256u * 32u : 32u;
    uint64_t least = 0u;
    nbl_fft_counter_t counter;
    nbl_fft_counter_begin(&counter, paddings, count);
    for (uint32_t c = 0u; c < count; c++) cycles[c] = 0u;
    for (uint32_t reads = 0u; reads < 2u; reads++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, exchange + reads);
        for (uint32_t window = 0u; window < plan.windows; window++)
            for (uint32_t element = 0u; element < nbl_fft_pass_elements(p); element++)
                for (uint32_t first = 0u; first < size; first += step) {
                    uint32_t index[32], fft[32], lanes = 0u;
                    for (uint32_t l = first; l < first + 32u && l < size; l++) {
                        uint32_t t = l % p.invocations;
                        bool idle = !nbl_fft_pass_active(p, element, t);
                        if (idle && (reads == 0u || !idles)) continue;
                        uint32_t i = reads != 0u ? nbl_fft_pass_read_index(p, element, t)
                                                 : nbl_fft_pass_write_index(p, element, t);
                        if (!nbl_fft_plan_in_window(plan, window, i)) continue;
                        index[lanes] = i - window * window_length;
                        fft[lanes] = l / p.invocations;
                        /* Idle invocations read what the first butterfly reads: all the same dword. */
                        uint32_t same = 0u;
                        while (idle && same < lanes && (index[same] != index[lanes] || fft[same] != fft[lanes])) same++;
                        if (!idle || same == lanes) lanes++;
                    }
                    if (lanes == 0u) continue;
                    least++;
                    nbl_fft_count_access(&counter, index, fft, lanes, cycles);
                }
    }
    return least;
}

nbl_fft_bank_count_t nbl_fft_plan_count_banks(nbl_fft_plan_t plan) {
    nbl_fft_bank_count_t sum = {0u, 0u};
    for (uint32_t exchange = 0u; exchange + 1u < plan.passes; exchange++) {
        nbl_fft_padding_t padding = {nbl_fft_plan_pad_unit(plan, exchange), nbl_fft_plan_pad_step(plan, exchange),
                                     plan.plane_dwords};
        uint64_t cycles = 0u;
        uint64_t least = nbl_fft_count_exchange(plan, exchange, false, true, &padding, 1u, &cycles);
        uint64_t times = (uint64_t)nbl_fft_plan_scalars(plan) * nbl_fft_plan_scalar_dwords(plan);
        sum.cycles += cycles * times;
        sum.least += least * times;
    }
    return sum;
}

nbl_fft_padding_t nbl_fft_padding(nbl_fft_plan_t plan, uint32_t exchange, uint32_t n, uint32_t fft_dwords) {
    nbl_fft_padding_t padding = {256u, 0u, fft_dwords};
    if (n == 0u) return padding;
    if (nbl_fft_plan_is_binary(plan)) {
        padding.unit = 256u >> ((n - 1u) % 7u);
        padding.step = 1u + (n - 1u) / 7u;
    } else {
        padding.unit = nbl_fft_plan_stride(plan, exchange + 1u);
        padding.step = n;
    }
    return padding;
}

uint32_t nbl_fft_paddings(nbl_fft_plan_t plan) { return nbl_fft_plan_is_binary(plan) ? NBL_FFT_PADDINGS : 9u; }

/* Returns packed fields with that of an exchange changed. */
static uint32_t nbl_fft_plan_with_pad(uint32_t fields, uint32_t exchange, uint32_t value) {
    return (fields & ~(7u << (3u * exchange))) | (value << (3u * exchange));
}

void nbl_fft_plan_set_padding(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t unit, uint32_t step) {
    uint32_t log2 = 1u;
    while (log2 < 7u && (2u << log2) < unit) log2++;
    plan->pad_shifts = nbl_fft_plan_with_pad(plan->pad_shifts, exchange, step == 0u ? 0u : log2);
    plan->pad_steps = nbl_fft_plan_with_pad(plan->pad_steps, exchange, step == 0u ? 0u : step - 1u);
}

uint64_t nbl_fft_plan_choose_padding(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t most_dwords,
                                     const nbl_fft_padding_t *paddings, const uint64_t *cycles, uint32_t count) {
    uint32_t best = 0u, best_dwords = nbl_fft_plan_window(*plan);
    for (uint32_t n = 1u; n < count; n++) {
        uint32_t dwords = nbl_fft_padded_length(nbl_fft_plan_window(*plan), paddings[n].unit, paddings[n].step);
        if (dwords > most_dwords || cycles[n] > cycles[best] || (cycles[n] == cycles[best] && dwords >= best_dwords))
            continue;
        best = n;
        best_dwords = dwords;
    }
    nbl_fft_plan_set_padding(plan, exchange, paddings[best].unit, paddings[best].step);
    return cycles[best];
}

uint64_t nbl_fft_plan_pad(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t most_dwords, uint32_t fft_dwords,
                          bool sampled) {
    nbl_fft_padding_t paddings[NBL_FFT_PADDINGS];
    uint64_t cycles[NBL_FFT_PADDINGS];
    uint32_t count = nbl_fft_paddings(*plan);
    for (uint32_t n = 0u; n < count; n++) paddings[n] = nbl_fft_padding(*plan, exchange, n, fft_dwords);
    uint64_t least = nbl_fft_count_exchange(*plan, exchange, sampled, false, paddings, 1u, cycles);
    if (cycles[0] > least)
        (void)nbl_fft_count_exchange(*plan, exchange, sampled, false, paddings, count, cycles);
    else
        count = 1u;
    return nbl_fft_plan_choose_padding(plan, exchange, most_dwords, paddings, cycles, count);
}
