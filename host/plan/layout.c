/* Lays a plan out in shared memory: the padding and the distance of FFTs that have the fewest bank conflicts, counted.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Invocations of several FFTs in a workgroup meet in one access where T is no multiple of 32; how far their shared
 * memories lie apart then counts too. In a workgroup of F columns lane l works on column l mod F as invocation l div F,
 * so 32 lanes meet in one access as 32 / F invocations of each column.
 */
#include "plan/layout.h"

#include <string.h>

#include "plan/banks.h"

#define MULTIPROCESSOR_BYTES 49152u /* of shared memory: what NVIDIA's driver gives all its workgroups */
#define FEW_ELEMENTS 12u /* of an invocation: 12 leave registers for two workgroups. By 6000 on an H200, 2026-11-22 */

/* ---- One exchange */

/* Which accesses of a workgroup are counted. */
typedef struct lanes_t {
    uint32_t count; /* of its invocations, the first ones */
    uint32_t step;  /* from one access that is counted to the next, 32 or more */
    bool columns;   /* neighbours are of different FFTs, not of the same one */
    bool idles;     /* counts reads of invocations without a butterfly, too; paddings are chosen without them, which is
                     * faster */
} lanes_t;

/* Up to 32 neighbouring invocations of a workgroup, and the indices that they access. */
typedef struct access_t {
    uint32_t lanes;
    uint32_t invocation[NBL_FFT_BANKS], fft[NBL_FFT_BANKS], index[NBL_FFT_BANKS];
    bool idle[NBL_FFT_BANKS];
} access_t;

static access_t access_from(nbl_fft_plan_t plan, lanes_t lanes, uint32_t first) {
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

/* Lists the lanes whose index lies in a window. Returns how many there are. */
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

/* Counts these accesses of an exchange for several paddings at once, in one scalar of one dword.
 *
 * plan      all but its padding and its plane_dwords
 * exchange  0 to plan.passes - 2
 * paddings  `count` of them, NBL_FFT_COUNTER_PADDINGS at most
 * cycles    `count` numbers, receives the cycles per padding
 *
 * Returns the least of cycles: the accesses. */
static uint64_t count_lanes(nbl_fft_plan_t plan, uint32_t exchange, lanes_t lanes, const nbl_fft_padding_t *paddings,
                            uint32_t count, uint64_t *cycles) {
    uint64_t accesses = 0u;
    nbl_fft_bank_counter_t counter;
    nbl_fft_bank_counter_begin(&counter, paddings, count);
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
                    nbl_fft_bank_counter_add(&counter, index, fft, taken, cycles);
                }
            }
        }
    }
    return accesses;
}

/* Counts an exchange of a workgroup of FFTs along rows: all invocations, or with `sampled` some of them. */
static uint64_t count_exchange(nbl_fft_plan_t plan, uint32_t exchange, bool sampled, bool idles,
                               const nbl_fft_padding_t *paddings, uint32_t count, uint64_t *cycles) {
    uint32_t size = nbl_fft_plan_workgroup_size(plan);
    lanes_t lanes = {.count = size, .step = sampled && size > 256u ? size / 256u * 32u : 32u, .idles = idles};
    return count_lanes(plan, exchange, lanes, paddings, count, cycles);
}

nbl_fft_bank_count_t nbl_fft_plan_count_banks(nbl_fft_plan_t plan) {
    nbl_fft_bank_count_t sum = {0u, 0u};
    for (uint32_t exchange = 0u; exchange + 1u < plan.passes; exchange++) {
        nbl_fft_padding_t padding = {nbl_fft_plan_pad_unit(plan, exchange), nbl_fft_plan_pad_step(plan, exchange),
                                     plan.plane_dwords};
        uint64_t cycles = 0u;
        uint64_t least = count_exchange(plan, exchange, false, true, &padding, 1u, &cycles);
        uint64_t times = (uint64_t)nbl_fft_plan_scalars(plan) * nbl_fft_plan_scalar_dwords(plan);
        sum.cycles += cycles * times;
        sum.least += least * times;
    }
    return sum;
}

/* ---- The padding of one exchange */

#define PADDINGS 57u /* none; steps 1 to 8 after every 4 to 256 elements, or after every block */

/* Returns padding number n of an exchange: 0 is none, then from little to much. */
static nbl_fft_padding_t padding_of(nbl_fft_plan_t plan, uint32_t exchange, uint32_t n, uint32_t fft_dwords) {
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

/* Returns how many paddings are tried. */
static uint32_t padding_count(nbl_fft_plan_t plan) { return nbl_fft_plan_is_binary(plan) ? PADDINGS : 9u; }

/* Returns packed fields with the field of one exchange changed. */
static uint32_t with_pad(uint32_t fields, uint32_t exchange, uint32_t value) {
    return (fields & ~(7u << (3u * exchange))) | (value << (3u * exchange));
}

/* Sets the padding of an exchange.
 *
 * unit  as nbl_fft_plan_pad_unit; where it is the block, any will do
 * step  0 to 8; 0: none */
static void set_padding(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t unit, uint32_t step) {
    uint32_t log2 = 1u;
    while (log2 < 7u && (2u << log2) < unit) log2++;
    plan->pad_shifts = with_pad(plan->pad_shifts, exchange, step == 0u ? 0u : log2);
    plan->pad_steps = with_pad(plan->pad_steps, exchange, step == 0u ? 0u : step - 1u);
}

/* Gives an exchange the one of `count` paddings with the fewest cycles, and among equals with the least shared memory.
 * The first one is no padding. Returns the number of the chosen one. */
static uint32_t choose_padding(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t most_dwords,
                               const nbl_fft_padding_t *paddings, const uint64_t *cycles, uint32_t count) {
    uint32_t best = 0u, best_dwords = nbl_fft_plan_window(*plan);
    for (uint32_t n = 1u; n < count; n++) {
        uint32_t dwords = nbl_fft_padded_length(nbl_fft_plan_window(*plan), paddings[n].unit, paddings[n].step);
        if (dwords > most_dwords || cycles[n] > cycles[best] || (cycles[n] == cycles[best] && dwords >= best_dwords))
            continue;
        best = n;
        best_dwords = dwords;
    }
    set_padding(plan, exchange, paddings[best].unit, paddings[best].step);
    return best;
}

/* Returns the place of an exchange in the list of padded ones, or NULL if the list is full. A new place has the key and
 * 0 cycles. The padding follows from the exchange's two radices and the product of the radices before them. Orders of
 * the same radices share the rest of the key; it is there because a limit may tell them apart. */
static nbl_fft_padded_t *find_padded(nbl_fft_padded_all_t *all, nbl_fft_plan_t plan, uint32_t exchange,
                                     uint32_t most_dwords, uint32_t fft_dwords) {
    const uint32_t key[NBL_FFT_PADDED_KEY] = {nbl_fft_plan_stride(plan, exchange),
                                              nbl_fft_plan_radix(plan, exchange),
                                              nbl_fft_plan_radix(plan, exchange + 1u),
                                              plan.invocations,
                                              plan.ffts_per_workgroup,
                                              plan.windows,
                                              most_dwords,
                                              fft_dwords};
    uint32_t i = 0u;
    while (i < all->count && memcmp(all->padded[i].key, key, sizeof key) != 0) i++;
    if (i == NBL_FFT_PADDED_MOST) return NULL;
    if (i == all->count) {
        memcpy(all->padded[i].key, key, sizeof key);
        all->padded[i].cycles = 0u; /* of an exchange there are some */
        all->count++;
    }
    return &all->padded[i];
}

/* Gives one exchange the padding with the fewest cycles, and of those the one with the least shared memory.
 *
 * plan         all but its padding of this exchange and its plane_dwords; receives the padding
 * most_dwords  that a plane may have
 * fft_dwords   from one FFT's plane to the next one's, modulo 32, as far as known: T is the most favourable
 * all          NULL: count the whole workgroup; else some of its invocations, once for equal exchanges
 *
 * Returns the cycles, as count_exchange(). */
static uint64_t pad(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t most_dwords, uint32_t fft_dwords,
                    nbl_fft_padded_all_t *all) {
    const bool sampled = all != NULL;
    nbl_fft_padded_t *padded = sampled ? find_padded(all, *plan, exchange, most_dwords, fft_dwords) : NULL;
    nbl_fft_padding_t paddings[PADDINGS];
    uint64_t cycles[PADDINGS];
    uint32_t count = padding_count(*plan);
    if (padded != NULL && padded->cycles != 0u) {
        paddings[0] = padding_of(*plan, exchange, padded->number, fft_dwords);
        set_padding(plan, exchange, paddings[0].unit, paddings[0].step);
        return padded->cycles;
    }
    for (uint32_t n = 0u; n < count; n++) paddings[n] = padding_of(*plan, exchange, n, fft_dwords);
    uint64_t least = count_exchange(*plan, exchange, sampled, false, paddings, 1u, cycles);
    if (cycles[0] > least)
        (void)count_exchange(*plan, exchange, sampled, false, paddings, count, cycles);
    else
        count = 1u;
    const uint32_t number = choose_padding(plan, exchange, most_dwords, paddings, cycles, count);
    if (padded != NULL) {
        padded->number = number;
        padded->cycles = cycles[number];
    }
    return cycles[number];
}

/* ---- All exchanges of a plan */

/* The dwords of the plane that the widest padding needs, the reversed plan's included. */
static uint32_t padded_window(nbl_fft_plan_t plan) {
    uint32_t most = 0u;
    for (uint32_t way = 0u; way < 2u; way++) {
        for (uint32_t x = 0u; x + 1u < plan.passes; x++) {
            uint32_t dwords = nbl_fft_padded_length(nbl_fft_plan_window(plan), nbl_fft_plan_pad_unit(plan, x),
                                                    nbl_fft_plan_pad_step(plan, x));
            if (dwords > most) most = dwords;
        }
        plan = nbl_fft_plan_reversed(plan);
    }
    return most;
}

/* Adds the cycles of all exchanges of a plan, for FFTs `plane`, plane + 1 .. plane + 31 dwords apart. */
static void count_apart(nbl_fft_plan_t plan, uint32_t plane, uint64_t *sum) {
    nbl_fft_padding_t paddings[32];
    uint64_t counted[32];
    for (uint32_t x = 0u; x + 1u < plan.passes; x++) {
        for (uint32_t n = 0u; n < 32u; n++) {
            paddings[n].unit = nbl_fft_plan_pad_unit(plan, x);
            paddings[n].step = nbl_fft_plan_pad_step(plan, x);
            paddings[n].fft_dwords = plane + n;
        }
        (void)count_exchange(plan, x, false, false, paddings, 32u, counted);
        for (uint32_t n = 0u; n < 32u; n++) sum[n] += counted[n];
    }
}

/* Sets the distance of FFTs: up to 31 dwords more than the padding needs, whatever conflicts least. Returns the cycles
 * of all exchanges, the reversed plan's too, per workgroup, of one dword. */
static uint64_t move_apart(nbl_fft_plan_t *plan, uint32_t most_dwords) {
    uint64_t sum[32] = {0u};
    uint32_t best = 0u, plane = padded_window(*plan);
    count_apart(*plan, plane, sum);
    count_apart(nbl_fft_plan_reversed(*plan), plane, sum);
    for (uint32_t n = 1u; n < 32u; n++)
        if (plane + n <= most_dwords && sum[n] < sum[best]) best = n;
    plan->plane_dwords = plane + best;
    return sum[best];
}

/* Pads all exchanges, the reversed plan's too; returns the cycles of all. Arguments as pad(). */
static uint64_t pad_all(nbl_fft_plan_t *plan, uint32_t most_dwords, uint32_t fft_dwords, nbl_fft_padded_all_t *all) {
    uint64_t cycles = 0u;
    for (uint32_t way = 0u; way < 2u; way++) {
        for (uint32_t x = 0u; x + 1u < plan->passes; x++) cycles += pad(plan, x, most_dwords, fft_dwords, all);
        *plan = nbl_fft_plan_reversed(*plan);
    }
    return cycles;
}

/* Returns the bytes of shared memory that padding may fill. Padding must not cost the second workgroup of a
 * multiprocessor: 6000 elements took 1.3 times as long without it. That counts only if an invocation has few elements,
 * so that registers suffice for two workgroups. */
static uint32_t most_bytes(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    uint32_t half = MULTIPROCESSOR_BYTES / 2u, third = MULTIPROCESSOR_BYTES / 3u;
    uint32_t least = 4u * nbl_fft_plan_window(plan) * nbl_fft_plan_scalar_dwords(plan);
    bool are_two = plan.ffts_per_workgroup == 1u && plan.elements <= FEW_ELEMENTS && least > third && least <= half;
    return are_two && half < limits.max_shared_bytes ? half : limits.max_shared_bytes;
}

uint64_t nbl_fft_plan_lay_out(nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits, nbl_fft_padded_all_t *all) {
    if (plan->passes == 1u) return 0u;
    uint32_t most = most_bytes(*plan, limits) / 4u / plan->ffts_per_workgroup / nbl_fft_plan_scalar_dwords(*plan);
    if (nbl_fft_plan_window(*plan) > most) return UINT64_MAX;
    uint64_t cycles = pad_all(plan, most, plan->invocations, all);
    plan->plane_dwords = padded_window(*plan);
    if (all != NULL || plan->ffts_per_workgroup == 1u || plan->invocations % 32u == 0u) return cycles;
    /* Several FFTs share an access: their distance and the padding are improved by turns. */
    cycles = move_apart(plan, most);
    for (uint32_t turn = 0u; turn < 3u; turn++) {
        nbl_fft_plan_t trial = *plan;
        (void)pad_all(&trial, most, plan->plane_dwords, NULL);
        uint64_t again = move_apart(&trial, most);
        if (again >= cycles) break;
        cycles = again;
        *plan = trial;
    }
    return cycles;
}

/* ---- FFTs down neighbouring columns */

#define COLUMNS_SAMPLED 128u /* lanes of a workgroup that are looked at, 4 accesses: the pattern repeats. Chosen */
#define COLUMNS_PADDINGS 15u /* of padding_of(): none, and steps of one and two */
#define COLUMNS_WAYS 32u     /* distances of planes that are tried, in dwords modulo 32 */

/* An exchange counted for each padding and each way. */
typedef struct columns_t {
    uint32_t paddings;
    uint64_t cycles[COLUMNS_PADDINGS * COLUMNS_WAYS];
} columns_t;

static void count_columns(nbl_fft_plan_t plan, uint32_t exchange, columns_t *counted) {
    nbl_fft_padding_t paddings[COLUMNS_PADDINGS * COLUMNS_WAYS];
    uint32_t size = nbl_fft_plan_workgroup_size(plan), count = 0u;
    lanes_t lanes = {.count = size < COLUMNS_SAMPLED ? size : COLUMNS_SAMPLED, .step = 32u, .columns = true};
    counted->paddings = padding_count(plan);
    if (counted->paddings > COLUMNS_PADDINGS) counted->paddings = COLUMNS_PADDINGS;
    for (uint32_t n = 0u; n < counted->paddings; n++)
        for (uint32_t apart = 0u; apart < COLUMNS_WAYS; apart++)
            paddings[count++] = padding_of(plan, exchange, n, apart);
    (void)count_lanes(plan, exchange, lanes, paddings, count, counted->cycles);
}

/* Pads the exchanges of a plan one way for planes that lie `apart` dwords apart, modulo 32. Returns the cycles. */
static uint64_t pad_columns(nbl_fft_plan_t *plan, const columns_t *counted, uint32_t most_dwords, uint32_t apart) {
    uint64_t sum = 0u;
    for (uint32_t x = 0u; x + 1u < plan->passes; x++) {
        nbl_fft_padding_t paddings[COLUMNS_PADDINGS];
        uint64_t cycles[COLUMNS_PADDINGS];
        for (uint32_t n = 0u; n < counted[x].paddings; n++) {
            paddings[n] = padding_of(*plan, x, n, apart);
            cycles[n] = counted[x].cycles[n * COLUMNS_WAYS + apart];
        }
        sum += cycles[choose_padding(plan, x, most_dwords, paddings, cycles, counted[x].paddings)];
    }
    return sum;
}

uint64_t nbl_fft_plan_lay_out_columns(nbl_fft_plan_t *plan, uint32_t max_shared_bytes) {
    uint32_t most = max_shared_bytes / 4u / plan->ffts_per_workgroup / nbl_fft_plan_scalar_dwords(*plan);
    uint64_t best_cycles = UINT64_MAX;
    nbl_fft_plan_t best = *plan;
    columns_t counted[2][NBL_FFT_MAX_PASSES];
    if (plan->passes == 1u) return 0u;
    for (uint32_t x = 0u; x + 1u < plan->passes; x++) {
        count_columns(*plan, x, &counted[0][x]);
        count_columns(nbl_fft_plan_reversed(*plan), x, &counted[1][x]);
    }
    for (uint32_t apart = 0u; apart < COLUMNS_WAYS; apart++) {
        nbl_fft_plan_t trial = *plan;
        uint64_t cycles = 0u;
        for (uint32_t way = 0u; way < 2u; way++) {
            cycles += pad_columns(&trial, counted[way], most, apart);
            trial = nbl_fft_plan_reversed(trial);
        }
        uint32_t plane = padded_window(trial);
        trial.plane_dwords = plane + (apart + COLUMNS_WAYS - plane % COLUMNS_WAYS) % COLUMNS_WAYS;
        if (trial.plane_dwords > most || cycles > best_cycles) continue;
        if (cycles == best_cycles && trial.plane_dwords >= best.plane_dwords) continue;
        best_cycles = cycles;
        best = trial;
    }
    *plan = best;
    return best_cycles;
}
