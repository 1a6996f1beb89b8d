/* Computes products of cooperative matrices, which all invocations of a subgroup compute together.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Sums of float16, bfloat16 and float32 are made in float32, in the order of k. SPIR-V leaves order and rounding to the
 * device, so in a proof the results count as rounded differently.
 */
#include "interpreter/machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { A_SIGNED = 1, B_SIGNED = 2, C_SIGNED = 4, RESULT_SIGNED = 8, SATURATES = 16 };

typedef struct number_t {
    double real;
    int64_t whole;
} number_t;

static number_t read_number(uint64_t bits, uint32_t kind, int is_signed) {
    const uint32_t low = (uint32_t)bits;
    number_t number = {0, 0};
    if (kind < NBL_NUMBER_FLOAT) {
        const uint32_t width = 8u << kind;
        number.whole = is_signed && width < 64 ? (int64_t)(bits << (64u - width)) >> (64u - width) : (int64_t)bits;
    } else if (kind == NBL_NUMBER_FLOAT + 3) {
        memcpy(&number.real, &bits, 8);
    } else {
        const uint32_t single = kind == NBL_NUMBER_BFLOAT ? low << 16 : low;
        float value = 0;
        memcpy(&value, &single, 4);
        number.real = kind == NBL_NUMBER_FLOAT + 1 ? (double)nbl_half_to_float(low) : (double)value;
    }
    return number;
}

static uint64_t write_number(number_t number, uint32_t kind, uint32_t mask) {
    if (kind < NBL_NUMBER_FLOAT) {
        const uint32_t width = 8u << kind;
        const uint64_t ones = width < 64 ? ((uint64_t)1 << width) - 1u : ~(uint64_t)0;
        if ((mask & SATURATES) && width < 64) {
            const int is_signed = (mask & RESULT_SIGNED) != 0;
            const int64_t most = (int64_t)(is_signed ? ones >> 1 : ones), least = is_signed ? -most - 1 : 0;
            number.whole = number.whole < least ? least : number.whole > most ? most : number.whole;
        }
        return (uint64_t)number.whole & ones;
    }
    const float single = (float)number.real;
    uint64_t bits = 0;
    uint32_t low;
    memcpy(&low, &single, 4);
    if (kind == NBL_NUMBER_FLOAT + 3)
        memcpy(&bits, &number.real, 8);
    else if (kind == NBL_NUMBER_FLOAT + 1)
        bits = nbl_half_from_float(single);
    else if (kind == NBL_NUMBER_BFLOAT)
        nbl_kernel_extra(NBL_KERNEL_TO_BFLOAT)(1, &bits, &low, NULL, NULL);
    else
        bits = low;
    return bits;
}

/* Returns element `number` of a matrix whose registers begin at `first` in the list. */
static uint64_t element(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint32_t first, uint32_t subgroup,
                        uint32_t number) {
    const uint32_t size = m->subgroup_size;
    return nbl_row_lane(m, w, m->program->lists[op->list + first + number / size], subgroup + number % size);
}

static void multiply(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t subgroup, uint64_t *results) {
    const uint32_t rows = op->immediate & 0xFFFFu, inner = op->immediate >> 16 & 0xFFFFu,
                   columns = op->immediate >> 32 & 0xFFFFu, size = m->subgroup_size;
    const uint32_t kinds[4] = {op->extra & 255u, op->extra >> 8 & 255u, op->extra >> 16 & 255u, op->extra >> 24 & 255u};
    const uint32_t mask = (uint32_t)(op->extra >> 32), b = rows * inner / size, c = b + inner * columns / size;
    for (uint32_t e = 0; e < rows * columns; e++) {
        number_t sum = read_number(element(m, w, op, c, subgroup, e), kinds[2], mask & C_SIGNED);
        for (uint32_t k = 0; k < inner; k++) {
            const number_t x = read_number(element(m, w, op, 0, subgroup, e / columns * inner + k), kinds[0],
                                           mask & A_SIGNED),
                           y = read_number(element(m, w, op, b, subgroup, k * columns + e % columns), kinds[1],
                                           mask & B_SIGNED);
            sum.whole = (int64_t)((uint64_t)sum.whole + (uint64_t)x.whole * (uint64_t)y.whole);
            sum.real = kinds[3] == NBL_NUMBER_FLOAT + 3 ? sum.real + x.real * y.real
                                                        : (double)((float)sum.real + (float)(x.real * y.real));
        }
        results[e / size * w->lanes + subgroup + e % size] = write_number(sum, kinds[3], mask);
    }
}

void nbl_execute_product(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint32_t size = m->subgroup_size;
    const int floats = (op->extra >> 24 & 255u) >= NBL_NUMBER_FLOAT;
    uint64_t *results = nbl_machine_take(m, (size_t)op->result_count * w->lanes, sizeof *results);
    uint8_t flags = NBL_FLAG_SUBGROUPS;
    if (m->proves) flags |= (uint8_t)(nbl_prove_control_flags(w) | (floats ? NBL_FLAG_ROUNDING : 0));
    for (uint32_t i = 0; i < op->list_count; i++)
        flags |= nbl_row_any_flags(w, m->program->lists[op->list + i], frame->mask);
    for (uint32_t s = 0; s < w->lanes; s += size) {
        uint32_t active = 0;
        for (uint32_t i = s; i < s + size && i < w->lanes; i++) active += frame->mask[i] != 0;
        if (active == 0) continue;
        if (active == size) {
            multiply(m, w, op, s, results);
            continue;
        }
        flags |= NBL_FLAG_UNDEFINED;
        if (m->checks && !m->proves)
            nbl_report_issue(m, w, op, NBL_INTERPRETER_INVALID_SHUFFLE, nbl_first_lane(w, frame->mask), "",
                             "%u of %u invocations of a subgroup come to this product of matrices", (unsigned)active,
                             (unsigned)size);
    }
    for (uint32_t k = 0; k < op->result_count; k++) {
        const uint32_t row = m->program->lists[op->results + k];
        const int whole = !m->program->registers[row].escapes || nbl_wave_whole(frame);
        uint64_t *values = results + (size_t)k * w->lanes;
        if (!m->program->registers[row].wide)
            for (uint32_t i = 0; i < w->lanes; i++) ((uint32_t *)values)[i] = (uint32_t)values[i];
        nbl_row_set_lanes(m, w, row, values, frame->mask, whole);
        nbl_row_set_flags(m, w, row, flags, frame->mask, whole);
    }
    nbl_machine_give(m, results);
}
