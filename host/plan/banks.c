/* Counts what accesses to shared memory cost, with many paddings at once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    paddings, each with the distance of FFTs; accesses, each by up to 32 lanes of one FFT or of several.
 * Out:   for each padding the cycles that the accesses take.
 * How:   if an FFT begins d dwords later, the banks of its lanes are those of the first FFT, rotated by d. So the lanes
 *        of one FFT are counted once for each padding. For each distance the counts of all FFTs are rotated and added.
 */
#include "plan/banks.h"

#include <stdbool.h>
#include <string.h>

void nbl_fft_bank_counter_begin(nbl_fft_bank_counter_t *counter, const nbl_fft_padding_t *paddings, uint32_t count) {
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

/* How many lanes access each bank, 32 at most: bit b of each digit belongs to bank b. 32 counters in registers, faster
 * than an array of counters. */
typedef struct banks_t {
    uint32_t ones, twos, fours, eights, sixteens, all;
} banks_t;

/* Adds two bits to a binary digit of each bank. Returns the carry. */
static inline uint32_t add_bits(uint32_t *digit, uint32_t x, uint32_t y) {
    uint32_t either = *digit ^ x, carry = (*digit & x) | (either & y);
    *digit = either ^ y;
    return carry;
}

/* Returns the accesses of lanes, which are added in fours. Most units are powers of two, and a division takes longer
 * than all else. */
static banks_t banks_of(const uint32_t *index, uint32_t lanes, uint32_t unit, uint32_t step) {
    banks_t sum = {0u, 0u, 0u, 0u, 0u, 0u};
    uint32_t bank[NBL_FFT_BANKS + 3u];
    if ((unit & (unit - 1u)) == 0u) {
        uint32_t log2 = 0u;
        while (unit >> log2 > 1u) log2++;
        for (uint32_t l = 0u; l < lanes; l++) bank[l] = 1u << (index[l] + (index[l] >> log2) * step) % NBL_FFT_BANKS;
    } else {
        for (uint32_t l = 0u; l < lanes; l++)
            bank[l] = 1u << nbl_fft_padded_index(index[l], unit, step) % NBL_FFT_BANKS;
    }
    for (uint32_t l = lanes; l % 4u != 0u; l++) bank[l] = 0u;
    for (uint32_t l = 0u; l < lanes; l += 4u) {
        uint32_t two = add_bits(&sum.ones, bank[l], bank[l + 1u]),
                 more = add_bits(&sum.ones, bank[l + 2u], bank[l + 3u]), four = add_bits(&sum.twos, two, more),
                 eight = sum.fours & four, sixteen = sum.eights & eight;
        sum.fours ^= four;
        sum.eights ^= eight;
        sum.all |= sum.sixteens & sixteen;
        sum.sixteens ^= sixteen;
    }
    return sum;
}

/* Returns the bits of banks for addresses that are `by` dwords larger, below 32. */
static inline uint32_t moved(uint32_t bits, uint32_t by) {
    return bits << by | bits >> (NBL_FFT_BANKS - by) % NBL_FFT_BANKS;
}

/* Returns the accesses of two groups of lanes, the second one's addresses being `by` dwords larger. */
static inline banks_t with_moved(banks_t a, banks_t b, uint32_t by) {
    by %= NBL_FFT_BANKS;
    uint32_t two = a.ones & moved(b.ones, by);
    a.ones ^= moved(b.ones, by);
    uint32_t four = add_bits(&a.twos, moved(b.twos, by), two);
    uint32_t eight = add_bits(&a.fours, moved(b.fours, by), four);
    uint32_t sixteen = add_bits(&a.eights, moved(b.eights, by), eight);
    a.all |= add_bits(&a.sixteens, moved(b.sixteens, by), sixteen);
    return a;
}

/* Returns the accesses of `ffts` FFTs, each of whose addresses are fft_dwords larger than those of the one before. */
static banks_t banks_of_ffts(banks_t one, uint32_t ffts, uint32_t fft_dwords) {
    banks_t power = one, sum = one; /* power: of `bit` FFTs */
    uint32_t done = ffts & 1u;
    for (uint32_t bit = 2u; bit <= ffts; bit *= 2u) {
        power = with_moved(power, power, bit / 2u * fft_dwords);
        if ((ffts & bit) == 0u) continue;
        sum = done == 0u ? power : with_moved(sum, power, done * fft_dwords);
        done += bit;
    }
    return sum;
}

/* Returns how many lanes access the busiest bank. */
static inline uint8_t busiest(banks_t banks) {
    if (banks.all != 0u) return 32u;
    uint32_t digits[] = {banks.sixteens, banks.eights, banks.fours, banks.twos, banks.ones}, still = ~0u, most = 0u;
    for (uint32_t d = 0u; d < 5u; d++) {
        uint32_t has = still & digits[d];
        most = 2u * most + (has != 0u);
        if (has != 0u) still = has;
    }
    return (uint8_t)most;
}

/* Lanes of a pattern by their FFTs. */
typedef struct groups_t {
    uint32_t count;                /* of FFTs that take part */
    uint32_t fft[NBL_FFT_BANKS];   /* of a group */
    uint32_t lanes[NBL_FFT_BANKS]; /* of a group */
    uint32_t index[NBL_FFT_BANKS]; /* of all lanes, group by group */
    bool alike;                    /* FFTs 0, 1, .. access the same indices: the first group's */
} groups_t;

static void find_groups(groups_t *groups, const uint32_t *index, const uint32_t *fft, uint32_t lanes) {
    uint32_t sorted = 0u, left = lanes < 32u ? (1u << lanes) - 1u : ~0u; /* lanes that are in no group */
    groups->count = 0u;
    groups->alike = true;
    for (uint32_t first = 0u; first < lanes; first++) {
        if ((left >> first & 1u) == 0u) continue;
        const uint32_t begin = sorted, group = groups->count++;
        for (uint32_t l = first; l < lanes; l++) {
            if ((left >> l & 1u) == 0u || fft[l] != fft[first]) continue;
            left &= ~(1u << l);
            groups->alike = groups->alike && (group == 0u || index[l] == groups->index[sorted - begin]);
            groups->index[sorted++] = index[l];
        }
        groups->fft[group] = fft[first];
        groups->lanes[group] = sorted - begin;
        groups->alike = groups->alike && fft[first] == group && groups->lanes[group] == groups->lanes[0];
    }
}

/* Returns the accesses of all groups.
 *
 * of_group  the accesses of each as if it were FFT 0; of groups that are alike the first one's */
static banks_t banks_of_groups(const groups_t *groups, const banks_t *of_group, uint32_t fft_dwords) {
    if (groups->alike) return banks_of_ffts(of_group[0], groups->count, fft_dwords);
    banks_t sum = of_group[0]; /* of FFT 0: the others are counted from the first lane's */
    for (uint32_t g = 1u; g < groups->count; g++) sum = with_moved(sum, of_group[g], groups->fft[g] * fft_dwords);
    return sum;
}

/* Counts what a pattern costs with each padding. The first lane is of FFT 0. */
static void count_pattern(const nbl_fft_bank_counter_t *counter, const uint32_t *index, const uint32_t *fft,
                          uint32_t lanes, uint8_t *cycles) {
    groups_t groups;
    banks_t of_group[NBL_FFT_BANKS];
    find_groups(&groups, index, fft, lanes);
    const uint32_t different = groups.alike ? 1u : groups.count;
    for (uint32_t c = 0u; c < counter->count; c++) {
        const nbl_fft_padding_t *padding = &counter->paddings[c];
        const bool as_before = c != 0u && padding->unit == padding[-1].unit && padding->step == padding[-1].step;
        if (as_before && groups.count == 1u) {
            cycles[c] = cycles[c - 1u];
            continue;
        }
        for (uint32_t g = 0u, begin = 0u; !as_before && g < different; begin += groups.lanes[g++])
            of_group[g] = banks_of(&groups.index[begin], groups.lanes[g], padding->unit, padding->step);
        cycles[c] = busiest(banks_of_groups(&groups, of_group, padding->fft_dwords));
    }
}

/* Returns the place of a pattern in the hash table. A pattern of equal hash that is there is overwritten. */
static uint32_t place_of(const uint32_t *index, const uint32_t *fft, uint32_t lanes) {
    uint32_t hash = lanes;
    for (uint32_t l = 0u; l < lanes; l++) hash = (hash ^ index[l] ^ fft[l] << 16u) * 0x9e3779b1u;
    return (hash >> 16u) % NBL_FFT_COUNTER_PATTERNS;
}

void nbl_fft_bank_counter_add(nbl_fft_bank_counter_t *counter, uint32_t *index, uint32_t *fft, uint32_t lanes,
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
