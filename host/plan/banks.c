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

/* How many lanes request the busiest bank. Bit b of ones, twos .. is that digit of how often bank b was
 * wanted so far: 32 counters in registers, where an array of them would be written and read again at once. */
static uint8_t most_wanted(const uint32_t *address, const uint32_t *fft, uint32_t lanes, uint32_t fft_dwords) {
    uint32_t ones = 0u, twos = 0u, fours = 0u, eights = 0u, sixteens = 0u, all = 0u;
    for (uint32_t l = 0u; l < lanes; l++) {
        uint32_t bank = 1u << (address[l] + fft[l] * fft_dwords) % NBL_FFT_BANKS;
        uint32_t two = ones & bank, four = twos & two, eight = fours & four, sixteen = eights & eight;
        ones ^= bank;
        twos ^= two;
        fours ^= four;
        eights ^= eight;
        all |= sixteens & sixteen;
        sixteens ^= sixteen;
    }
    if (all != 0u) return 32u;
    uint32_t digits[] = {sixteens, eights, fours, twos, ones}, still = ~0u, most = 0u;
    for (uint32_t d = 0u; d < 5u; d++) {
        most = 2u * most + ((still & digits[d]) != 0u);
        if ((still & digits[d]) != 0u) still &= digits[d];
    }
    return (uint8_t)most;
}

/* What a pattern costs with each padding. */
static void count_pattern(const nbl_fft_counter_t *counter, const uint32_t *index, const uint32_t *fft, uint32_t lanes,
                          uint8_t *cycles) {
    uint32_t address[NBL_FFT_BANKS] = {0u}, several = 0u; /* FFTs */
    for (uint32_t l = 0u; l < lanes; l++) several |= fft[l];
    for (uint32_t c = 0u; c < counter->count; c++) {
        const nbl_fft_padding_t *padding = &counter->paddings[c];
        bool as_before = c != 0u && padding->unit == padding[-1].unit && padding->step == padding[-1].step;
        for (uint32_t l = 0u; !as_before && l < lanes; l++)
            address[l] = nbl_fft_padded_index(index[l], padding->unit, padding->step);
        cycles[c] = as_before && several == 0u ? cycles[c - 1u] : most_wanted(address, fft, lanes, padding->fft_dwords);
    }
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
        count_pattern(counter, index, fft, lanes, counter->cycles[p]);
    }
    for (uint32_t c = 0u; c < counter->count; c++) cycles[c] += counter->cycles[p][c];
}

/* Up to 32 neighbouring invocations of a workgroup, and the indices that they access. */
typedef struct access_t {
    uint32_t lanes;
    uint32_t invocation[NBL_FFT_BANKS], fft[NBL_FFT_BANKS], index[NBL_FFT_BANKS];
    bool idle[NBL_FFT_BANKS];
} access_t;

static access_t access_from(nbl_fft_plan_t plan, nbl_fft_lanes_t lanes, uint32_t first) {
    access_t a = {.lanes = lanes.count - first < NBL_FFT_BANKS ? lanes.count - first : NBL_FFT_BANKS};
    uint32_t in_row = lanes.columns ? plan.ffts_per_workgroup : plan.invocations;
    for (uint32_t l = 0u; l < a.lanes; l++) {
        uint32_t row = (first + l) / in_row, place = (first + l) % in_row;
        a.invocation[l] = lanes.columns ? row : place;
        a.fft[l] = lanes.columns ? place : row;
    }
    return a;
}

static void find_indices(access_t *a, nbl_fft_pass_t p, bool reads, uint32_t element) {
    for (uint32_t l = 0u; l < a->lanes; l++) {
        uint32_t t = a->invocation[l];
        a->idle[l] = !nbl_fft_pass_active(p, element, t);
        a->index[l] = reads ? nbl_fft_pass_read_index(p, element, t) : nbl_fft_pass_write_index(p, element, t);
    }
}

/* Takes what lies in a window; returns how many lanes that are. */
static uint32_t take_window(const access_t *a, nbl_fft_plan_t plan, uint32_t window, bool idles, uint32_t *index,
                            uint32_t *fft) {
    uint32_t lanes = 0u, before = window * nbl_fft_plan_window(plan);
    for (uint32_t l = 0u; l < a->lanes; l++) {
        if ((a->idle[l] && !idles) || !nbl_fft_plan_in_window(plan, window, a->index[l])) continue;
        index[lanes] = a->index[l] - before;
        fft[lanes] = a->fft[l];
        /* Idle invocations read what the first butterfly reads: all the same dword. */
        uint32_t same = 0u;
        while (a->idle[l] && same < lanes && (index[same] != index[lanes] || fft[same] != fft[lanes])) same++;
        if (!a->idle[l] || same == lanes) lanes++;
    }
    return lanes;
}

uint64_t nbl_fft_count_lanes(nbl_fft_plan_t plan, uint32_t exchange, nbl_fft_lanes_t lanes,
                             const nbl_fft_padding_t *paddings, uint32_t count, uint64_t *cycles) {
    uint64_t accesses = 0u;
    nbl_fft_counter_t counter;
    nbl_fft_counter_begin(&counter, paddings, count);
    for (uint32_t c = 0u; c < count; c++) cycles[c] = 0u;
    for (uint32_t reads = 0u; reads < 2u; reads++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, exchange + reads);
        for (uint32_t first = 0u; first < lanes.count; first += lanes.step) {
            access_t a = access_from(plan, lanes, first);
            for (uint32_t element = 0u; element < nbl_fft_pass_elements(p); element++) {
                find_indices(&a, p, reads != 0u, element);
                for (uint32_t window = 0u; window < plan.windows; window++) {
                    uint32_t index[NBL_FFT_BANKS], fft[NBL_FFT_BANKS];
                    uint32_t taken = take_window(&a, plan, window, lanes.idles && reads != 0u, index, fft);
                    if (taken == 0u) continue;
                    accesses++;
                    nbl_fft_count_access(&counter, index, fft, taken, cycles);
                }
            }
        }
    }
    return accesses;
}

uint64_t nbl_fft_count_exchange(nbl_fft_plan_t plan, uint32_t exchange, bool sampled, bool idles,
                                const nbl_fft_padding_t *paddings, uint32_t count, uint64_t *cycles) {
    uint32_t size = nbl_fft_plan_workgroup_size(plan);
    nbl_fft_lanes_t lanes = {.count = size, .step = sampled && size > 256u ? size / 256u * 32u : 32u, .idles = idles};
    return nbl_fft_count_lanes(plan, exchange, lanes, paddings, count, cycles);
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
