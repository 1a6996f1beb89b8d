/* Runs operations on registers: arithmetic, addresses, the variables of an invocation, components.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

/* Sets a result's flags if an operand decides it alone: the result has this operand's flags, so that zero times data is
 * no data. */
static void set_absorbed_flags(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op, int whole) {
    for (uint32_t i = 0; i < w->lanes; i++) {
        const uint8_t a = nbl_row_flag(w, op->a, i), b = nbl_row_flag(w, op->b, i);
        const uint64_t a_value = nbl_row_lane(m, w, op->a, i);
        if (op->absorbs == NBL_ABSORBS_SELECTED) {
            w->scratch_flags[i] = (uint8_t)(a | (a_value != 0 ? b : nbl_row_flag(w, op->c, i)));
            if (a & m->deciding) w->scratch_flags[i] |= (uint8_t)(b | nbl_row_flag(w, op->c, i));
            continue;
        }
        const int true_ = op->absorbs == NBL_ABSORBS_TRUE;
        const int a_absorbs = (a_value != 0) == true_, b_absorbs = (nbl_row_lane(m, w, op->b, i) != 0) == true_;
        const int by_a = a_absorbs && (!b_absorbs || (a & (m->deciding | NBL_FLAG_UNDEFINED)) == 0);
        w->scratch_flags[i] = by_a ? a : b_absorbs ? b : (uint8_t)(a | b);
    }
    nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
}

static void finish_flags(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op, uint8_t flags,
                         int mixed, int whole) {
    const uint32_t of[3] = {op->a, op->b, op->c};
    if (op->absorbs && (mixed || (flags & (m->proves ? 255u : NBL_FLAG_UNDEFINED)) != 0)) {
        set_absorbed_flags(m, w, frame, op, whole);
        return;
    }
    if (!mixed) {
        nbl_row_set_flags(m, w, op->result, flags, frame->mask, whole);
        return;
    }
    memset(w->scratch_flags, flags, w->lanes);
    for (uint32_t k = 0; k < op->operands; k++)
        if (w->rows[of[k]].mixed)
            for (uint32_t i = 0; i < w->lanes; i++) w->scratch_flags[i] |= w->rows[of[k]].shadow[i];
    nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
}

void nbl_execute_kernel(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const uint32_t of[3] = {op->a, op->b, op->c};
    int uniform = 1, mixed = 0;
    uint8_t flags = m->proves && (op->rounds == NBL_ROUNDS_FREELY || op->rounds == NBL_ROUNDS_FUSING)
                        ? NBL_FLAG_ROUNDING
                        : 0; /* see `rounds` */
    for (uint32_t k = 0; k < op->operands; k++) {
        const nbl_row_t *r = &w->rows[of[k]];
        uniform &= r->uniform;
        mixed |= r->mixed;
        if (!r->mixed) flags |= r->flags;
    }
    if (uniform) {
        uint64_t value = 0, a = w->rows[of[0]].value, b = op->operands > 1 ? w->rows[of[1]].value : 0,
                 c = op->operands > 2 ? w->rows[of[2]].value : 0;
        op->kernel(1, &value, &a, &b, &c);
        nbl_row_set_uniform(m, w, op->result, value, frame->mask, whole);
    } else {
        const void *a = nbl_row_lanes(m, w, of[0]), *b = op->operands > 1 ? nbl_row_lanes(m, w, of[1]) : NULL,
                   *c = op->operands > 2 ? nbl_row_lanes(m, w, of[2]) : NULL;
        if (whole) {
            op->kernel(w->lanes, nbl_row_fresh(m, w, op->result), a, b, c);
        } else {
            op->kernel(w->lanes, w->scratch[2], a, b, c);
            nbl_row_set_lanes(m, w, op->result, w->scratch[2], frame->mask, 0);
        }
    }
    if (w->rows[of[0]].tagged || (op->operands > 1 && w->rows[of[1]].tagged)) nbl_ticket_kernel(m, w, frame, op);
    if (m->proves && op->bounds && (mixed || (flags & m->deciding))) nbl_ticket_bound(m, w, frame, op);
    finish_flags(m, w, frame, op, flags, mixed, whole);
    if (op->bits != NBL_BITS_ALL && (nbl_row_any_flags(w, op->result, frame->mask) & NBL_FLAG_UNDEFINED))
        nbl_bits_refine(m, w, frame, op, whole);
}

static void set_joined_flags(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, uint32_t result, const uint32_t *rows,
                             uint32_t count, uint8_t flags, int whole) {
    int mixed = 0;
    for (uint32_t k = 0; k < count; k++) {
        mixed |= w->rows[rows[k]].mixed;
        if (!w->rows[rows[k]].mixed) flags |= w->rows[rows[k]].flags;
    }
    if (!mixed) {
        nbl_row_set_flags(m, w, result, flags, frame->mask, whole);
        return;
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        w->scratch_flags[i] = flags;
        for (uint32_t k = 0; k < count; k++) w->scratch_flags[i] |= nbl_row_flag(w, rows[k], i);
    }
    nbl_row_set_flag_lanes(m, w, result, w->scratch_flags, frame->mask, whole);
}

static int64_t index_value(uint64_t value, uint8_t form) {
    const uint32_t width = form & ~1u;
    if (!(form & 1u) || width >= 64) return (int64_t)value;
    return (int64_t)(value << (64u - width)) >> (64u - width);
}

static uint64_t index_address(const nbl_op_t *op, uint64_t base, uint64_t index) {
    if (base >= NBL_ADDRESS_POISON) return base;
    if (op->b == NBL_NONE) return base + op->extra;
    const int64_t value = index_value(index, op->form);
    if (op->bound != 0 && (value < 0 || (uint64_t)value >= op->bound))
        return (op->descriptors ? NBL_ADDRESS_UNBOUND : NBL_ADDRESS_OUTSIDE) | (uint32_t)(uint64_t)value;
    return base + (uint64_t)value * op->immediate + op->extra;
}

/* Returns the flags of an address: an index decides the element, and the object only if it chooses among several
 * objects. */
static uint8_t address_flags(const nbl_machine_t *m, const nbl_op_t *op, uint8_t base, uint8_t index) {
    const int steps = op->immediate >> NBL_ADDRESS_SHIFT != 0;
    const int decided = op->indexed ? base & NBL_FLAG_OBJECT : base & m->deciding;
    const uint8_t flags = (uint8_t)((base | index) & ~NBL_FLAG_OBJECT);
    return decided || (steps && (index & m->deciding)) ? flags | NBL_FLAG_OBJECT : flags;
}

static void set_address_flags(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op, int whole) {
    const int mixed = (op->a != NBL_NONE && w->rows[op->a].mixed) || (op->b != NBL_NONE && w->rows[op->b].mixed);
    for (uint32_t i = 0; i < (mixed ? w->lanes : 1u); i++)
        w->scratch_flags[i] = address_flags(m, op, op->a != NBL_NONE ? nbl_row_flag(w, op->a, i) : 0,
                                            op->b != NBL_NONE ? nbl_row_flag(w, op->b, i) : 0);
    if (mixed)
        nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
    else
        nbl_row_set_flags(m, w, op->result, w->scratch_flags[0], frame->mask, whole);
}

void nbl_execute_index(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    uint32_t rows[2], count = 0;
    if (op->a != NBL_NONE) rows[count++] = op->a;
    if (op->b != NBL_NONE) rows[count++] = op->b;
    int uniform = 1;
    for (uint32_t k = 0; k < count; k++) uniform &= w->rows[rows[k]].uniform;
    if (uniform) {
        const uint64_t address = index_address(op, op->a != NBL_NONE ? w->rows[op->a].value : 0,
                                               op->b != NBL_NONE ? w->rows[op->b].value : 0);
        nbl_row_set_uniform(m, w, op->result, address, frame->mask, whole);
    } else {
        uint64_t *made = w->scratch[2];
        const uint64_t *base = op->a != NBL_NONE ? nbl_row_lanes(m, w, op->a) : NULL;
        const int wide = op->b != NBL_NONE && m->program->registers[op->b].wide;
        const uint32_t *narrow = op->b != NBL_NONE && !wide ? nbl_row_lanes(m, w, op->b) : NULL;
        const uint64_t *long_index = op->b != NBL_NONE && wide ? nbl_row_lanes(m, w, op->b) : NULL;
        if (base == NULL && narrow != NULL && op->form == 32 && op->bound != 0 &&
            !op->descriptors) { /* the usual case */
            for (uint32_t i = 0; i < w->lanes; i++)
                made[i] =
                    narrow[i] < op->bound ? narrow[i] * op->immediate + op->extra : NBL_ADDRESS_OUTSIDE | narrow[i];
        } else {
            for (uint32_t i = 0; i < w->lanes; i++)
                made[i] = index_address(op, base != NULL ? base[i] : 0,
                                        narrow != NULL       ? narrow[i]
                                        : long_index != NULL ? long_index[i]
                                                             : 0);
        }
        nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    }
    if (!m->proves) {
        set_joined_flags(m, w, frame, op->result, rows, count, 0, whole);
        return;
    }
    set_address_flags(m, w, frame, op, whole);
    nbl_ticket_index(m, w, frame, op);
}

uint32_t nbl_variable_row(const nbl_machine_t *m, const nbl_op_t *op, uint64_t number) {
    number += op->immediate;
    if (number >= m->program->register_count || !m->program->registers[number].is_variable ||
        (m->program->registers[number].wide != 0) != (op->form != 0))
        return NBL_NONE;
    return (uint32_t)number;
}

static void tell_bounds(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint64_t address) {
    const char *name = m->program->shader.ids[op->root].name;
    if (m->proves) return;
    nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, name != NULL ? name : "",
                     "index %d of a variable of the invocation", (int)(int32_t)(uint32_t)address);
}

void nbl_execute_gather(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const nbl_row_t *at = &w->rows[op->a];
    nbl_tell_undefined(m, w, op, op->a, "an address");
    if (at->uniform && !at->mixed) {
        const uint32_t row = nbl_variable_row(m, op, at->value);
        if (row != NBL_NONE) {
            nbl_row_copy(m, w, op->result, row, frame->mask, whole);
            if (at->flags != 0) {
                const uint32_t rows[2] = {row, op->a};
                /* the element that is meant may differ between lanes, and is no ticket */
                if (at->flags & m->deciding) nbl_row_open(m, w, op->result);
                set_joined_flags(m, w, frame, op->result, rows, 2, 0, whole);
                if (w->rows[row].partial && !(at->flags & NBL_FLAG_UNDEFINED))
                    nbl_row_set_holes(m, w, op->result, w->rows[row].holes, frame->mask);
            }
            return;
        }
    }
    uint64_t *made = w->scratch[2], *holes = w->scratch[3];
    uint32_t *narrow = (uint32_t *)made;
    int partial = 0;
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t value = 0;
        uint8_t flags = nbl_row_flag(w, op->a, i);
        holes[i] = ~(uint64_t)0;
        if (frame->mask[i]) {
            const uint64_t address = nbl_row_lane(m, w, op->a, i);
            const uint32_t row = nbl_variable_row(m, op, address);
            if (row != NBL_NONE) {
                value = nbl_row_lane(m, w, row, i);
                if (!(flags & NBL_FLAG_UNDEFINED)) holes[i] = nbl_row_holes(w, row, i);
                partial |= holes[i] + 1u > 1u;
                flags |= nbl_row_flag(w, row, i);
            } else {
                tell_bounds(m, w, op, i, address);
            }
        }
        if (op->form)
            made[i] = value;
        else
            narrow[i] = (uint32_t)value;
        w->scratch_flags[i] = flags;
    }
    nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
    if (partial) nbl_row_set_holes(m, w, op->result, holes, frame->mask);
}

void nbl_execute_scatter(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const nbl_row_t *at = &w->rows[op->a];
    nbl_tell_undefined(m, w, op, op->a, "an address");
    if (at->uniform && !at->mixed) {
        const uint32_t row = nbl_variable_row(m, op, at->value);
        if (row != NBL_NONE) {
            if (m->proves) nbl_prove_write(m, w, row);
            nbl_row_copy(m, w, row, op->b, frame->mask, nbl_is_all(w, frame));
            return;
        }
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!frame->mask[i]) continue;
        const uint64_t address = nbl_row_lane(m, w, op->a, i);
        const uint32_t row = nbl_variable_row(m, op, address);
        if (row == NBL_NONE) {
            tell_bounds(m, w, op, i, address);
            continue;
        }
        if (m->proves) nbl_prove_write(m, w, row);
        nbl_row_set_lane(m, w, row, i, nbl_row_lane(m, w, op->b, i));
        nbl_row_t *r = &w->rows[row];
        const uint8_t flags = (uint8_t)(nbl_row_flag(w, op->b, i) | nbl_row_flag(w, op->a, i));
        if (r->mixed && !r->partial && !(flags & NBL_FLAG_UNDEFINED)) {
            r->shadow[i] = flags;
        } else if (r->mixed || r->partial || r->flags != flags || (flags & NBL_FLAG_UNDEFINED)) {
            const uint64_t part =
                nbl_row_flag(w, op->a, i) & NBL_FLAG_UNDEFINED ? ~(uint64_t)0 : nbl_row_holes(w, op->b, i);
            memset(w->scratch[3], 0, w->lanes * sizeof(uint32_t));
            ((uint32_t *)w->scratch[3])[i] = ~0u;
            nbl_row_set_flags(m, w, row, flags, (uint32_t *)w->scratch[3], 0);
            if (part + 1u > 1u) {
                w->scratch[2][i] = part;
                nbl_row_set_holes(m, w, row, w->scratch[2], (uint32_t *)w->scratch[3]);
            }
        }
    }
}

/* An address that data decides may be of any element: what a store through it wrote may be anywhere in the variable; in
 * any variable, where it is not known which. */
void nbl_taint_variable(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const uint8_t flags = (uint8_t)(nbl_row_any_flags(w, op->a, frame->mask) & NBL_FLAGS_DECIDING);
    const uint32_t end = op->bound != 0 ? (uint32_t)(op->extra + op->bound) : m->program->register_count;
    for (uint32_t row = (uint32_t)op->extra; flags != 0 && row < end; row++) {
        if (!m->program->registers[row].is_variable) continue;
        nbl_prove_write(m, w, row);
        for (uint32_t i = 0; i < w->lanes; i++) w->scratch_flags[i] = (uint8_t)(nbl_row_flag(w, row, i) | flags);
        nbl_row_open(m, w, row); /* it may have another value in some lanes, and is no ticket */
        nbl_row_set_flag_lanes(m, w, row, w->scratch_flags, frame->mask, 0);
    }
}

void nbl_execute_length(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    uint32_t *made = (uint32_t *)w->scratch[2];
    for (uint32_t i = 0; i < w->lanes; i++) {
        nbl_location_t place;
        const uint64_t bytes = frame->mask[i] && nbl_locate(m, w->group, nbl_row_lane(m, w, op->a, i), &place)
                                   ? place.end - place.begin
                                   : 0;
        made[i] = bytes > op->immediate ? (uint32_t)((bytes - op->immediate) / op->extra) : 0;
    }
    if (w->rows[op->a].uniform)
        nbl_row_set_uniform(m, w, op->result, made[nbl_first_lane(w, frame->mask)], frame->mask, whole);
    else
        nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    set_joined_flags(m, w, frame, op->result, &op->a, 1, NBL_FLAG_CONSTANTS, whole);
}

void nbl_execute_component(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const int wide = m->program->registers[op->result].wide;
    uint64_t *made = w->scratch[2], *holes = w->scratch[3];
    int partial = 0;
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t index = nbl_row_lane(m, w, op->a, i);
        const uint32_t row = m->program->lists[op->list + (index < op->list_count ? index : op->list_count - 1u)];
        if (wide)
            made[i] = nbl_row_lane(m, w, row, i);
        else
            ((uint32_t *)made)[i] = (uint32_t)nbl_row_lane(m, w, row, i);
        w->scratch_flags[i] = (uint8_t)(nbl_row_flag(w, row, i) | nbl_row_flag(w, op->a, i));
        holes[i] = nbl_row_flag(w, op->a, i) & NBL_FLAG_UNDEFINED ? ~(uint64_t)0 : nbl_row_holes(w, row, i);
        partial |= holes[i] + 1u > 1u;
    }
    nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
    if (partial) nbl_row_set_holes(m, w, op->result, holes, frame->mask);
}

void nbl_execute_replace(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const int wide = m->program->registers[op->result].wide;
    const uint32_t rows[3] = {op->a, op->b, op->c};
    uint64_t *made = w->scratch[2];
    for (uint32_t i = 0; i < w->lanes; i++) {
        const uint64_t value = nbl_row_lane(m, w, nbl_row_lane(m, w, op->b, i) == op->immediate ? op->a : op->c, i);
        if (wide)
            made[i] = value;
        else
            ((uint32_t *)made)[i] = (uint32_t)value;
    }
    nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    set_joined_flags(m, w, frame, op->result, rows, 3, 0, whole);
}
