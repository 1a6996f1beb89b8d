/* Tracks tickets: values that no two invocations have in common.
 * SPDX-License-Identifier: Apache-2.0
 * atomicAdd() of a counter returns tickets, and a buffer whose entries are declared to be distinct holds them.
 * Stores at addresses made of tickets do not meet each other.
 *
 * A register's lanes are
 *
 *   scale * ticket + rest,   low <= rest <= high
 *
 * The ticket is the counter's. Two tickets of a counter differ by `step` or more, so accesses are apart if their rests
 * stay within scale * step. A counter is spoilt by any other change while it counts. A plain store, which a barrier
 * must keep apart from the atomic accesses, begins a new counter. A value that an operand bounds, such as data & 15, is
 * a ticket without a counter: it lies from low to high. docs/theory.md, 17, has the argument. A write to a register
 * takes its ticket away, so a value counts as a ticket only if it is known to be one.
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

#define MOST_COUNTERS 1024u /* of a run; values of more are no tickets; chosen */

struct nbl_tag_t {
    nbl_ticket_t ticket;
    uint32_t mask[]; /* by lane: 1 if the lane's value is known to be the ticket's */
};

int nbl_ticket_of(const nbl_wave_t *w, uint32_t row, const uint32_t *mask, nbl_ticket_t *ticket) {
    const nbl_row_t *r = &w->rows[row];
    uint32_t others = 0;
    if (!r->tagged) return 0;
    for (uint32_t i = 0; i < w->lanes; i++) others |= mask[i] & ~r->tag->mask[i];
    *ticket = r->tag->ticket;
    return others == 0;
}

static void set_tag(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, const nbl_ticket_t *ticket, const uint32_t *mask) {
    nbl_row_t *r = &w->rows[row];
    if (r->tag == NULL) r->tag = nbl_machine_take(m, 1, sizeof *r->tag + w->lanes * sizeof(uint32_t));
    r->tag->ticket = *ticket;
    memcpy(r->tag->mask, mask, w->lanes * sizeof *mask);
    r->tagged = 1;
}

void nbl_ticket_copy(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t from, const uint32_t *mask) {
    nbl_ticket_t ticket;
    if (nbl_ticket_of(w, from, mask, &ticket)) set_tag(m, w, to, &ticket, mask);
}

/* ---- arithmetic */

/* Finds the least and the greatest of the active lanes' values. Returns 0 if data decides them, or no lane is
 * active. */
static int range_of(const nbl_machine_t *m, const nbl_wave_t *w, uint32_t row, const uint32_t *mask, int64_t *low,
                    int64_t *high) {
    const int wide = m->program->registers[row].wide;
    if (nbl_row_any_flags(w, row, mask) & m->deciding) return 0;
    *low = INT64_MAX;
    *high = INT64_MIN;
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!mask[i]) continue;
        const uint64_t bits = nbl_row_lane(m, w, row, i);
        const int64_t value = wide ? (int64_t)bits : (int64_t)(int32_t)(uint32_t)bits;
        if (value < *low) *low = value;
        if (value > *high) *high = value;
    }
    return *low <= *high;
}

static int is_of(const nbl_op_t *op, uint32_t opcode) {
    uint32_t operands;
    return op->kernel == nbl_kernel_find(opcode, 32, &operands) || op->kernel == nbl_kernel_find(opcode, 64, &operands);
}

void nbl_ticket_kernel(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op) {
    const int first = w->rows[op->a].tagged;
    const uint32_t other = first ? op->b : op->a;
    nbl_ticket_t ticket;
    int64_t low, high;
    if (!nbl_ticket_of(w, first ? op->a : op->b, frame->mask, &ticket)) return;
    if (op->operands == 1) {
        if (is_of(op, SpvOpCopyObject) || op->kernel == nbl_kernel_convert(SpvOpUConvert, 32, 64))
            set_tag(m, w, op->result, &ticket, frame->mask);
        return;
    }
    if (op->operands != 2 || !range_of(m, w, other, frame->mask, &low, &high)) return;
    const int is_range = ticket.counter == NBL_NONE;
    if (is_range && (low < 0 || m->program->registers[op->result].wide)) return;
    if (is_of(op, SpvOpIAdd)) {
        ticket.low += low;
        ticket.high += high;
    } else if (is_of(op, SpvOpISub) && first) {
        ticket.low -= high;
        ticket.high -= low;
    } else if (low != high) {
        return;
    } else if (is_of(op, SpvOpShiftLeftLogical) && first && low >= 0 && low < 24) {
        ticket = (nbl_ticket_t){ticket.counter, ticket.scale << low, ticket.low * ((int64_t)1 << low),
                                ticket.high * ((int64_t)1 << low)};
    } else if (is_of(op, SpvOpIMul) && low > 0 && low < 1 << 24) {
        ticket = (nbl_ticket_t){ticket.counter, ticket.scale * (uint64_t)low, ticket.low * low, ticket.high * low};
    } else {
        return;
    }
    if (is_range && (ticket.low < 0 || ticket.high > INT32_MAX)) return; /* the sum may wrap around */
    set_tag(m, w, op->result, &ticket, frame->mask);
}

void nbl_ticket_bound(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op) {
    const int either = op->bounds == NBL_BOUNDS_AND || op->bounds == NBL_BOUNDS_MIN;
    int64_t low, high;
    if (w->rows[op->result].tagged) return; /* a counter's ticket says more than bounds */
    if ((!range_of(m, w, op->b, frame->mask, &low, &high) || low < 0) &&
        (!either || !range_of(m, w, op->a, frame->mask, &low, &high) || low < 0))
        return;
    if (op->bounds == NBL_BOUNDS_MOD) {
        if (low == 0) return;
        high--;
    } else if (op->bounds == NBL_BOUNDS_SHIFT) {
        if (low == 0 || high > 31) return;
        high = (int64_t)(UINT32_MAX >> low);
    }
    const nbl_ticket_t within = {NBL_NONE, 0, 0, high};
    set_tag(m, w, op->result, &within, frame->mask);
}

void nbl_ticket_index(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op) {
    const int of_base = op->a != NBL_NONE && w->rows[op->a].tagged,
              of_index = op->b != NBL_NONE && w->rows[op->b].tagged;
    nbl_ticket_t ticket;
    int64_t low = 0, high = 0;
    if (of_base == of_index || !nbl_ticket_of(w, of_base ? op->a : op->b, frame->mask, &ticket)) return;
    if (of_base) {
        if (op->b != NBL_NONE && !range_of(m, w, op->b, frame->mask, &low, &high)) return;
        low *= (int64_t)op->immediate;
        high *= (int64_t)op->immediate;
    } else {
        const int64_t factor = (int64_t)op->immediate;
        if (factor <= 0 || (op->a != NBL_NONE && !range_of(m, w, op->a, frame->mask, &low, &high))) return;
        ticket =
            (nbl_ticket_t){ticket.counter, ticket.scale * (uint64_t)factor, ticket.low * factor, ticket.high * factor};
    }
    ticket.low += low + (int64_t)op->extra;
    ticket.high += high + (int64_t)op->extra;
    set_tag(m, w, op->result, &ticket, frame->mask);
}

/* ---- counters */

/* Marks a counter's values as no tickets. If a proof has relied on them, it fails with this operation as the reason. */
static void spoil(nbl_machine_t *m, nbl_counter_t *counter, const nbl_op_t *op) {
    if (counter->relied && !counter->spoilt)
        nbl_prove_decision(m, op, "an access", "a counter whose values are addresses is changed in another way",
                           NBL_FLAG_ATOMICS, nbl_global_of(m, counter->object)->name);
    counter->spoilt = 1;
}

/* Returns the number of the counter at a place, a new one at its first use. NBL_NONE: there is no room, or accesses at
 * addresses that are not known may change it. */
static uint32_t find_counter(nbl_machine_t *m, nbl_object_t *object, uint64_t byte, uint32_t bytes, uint32_t group) {
    for (uint32_t i = m->counter_count; i-- > 0;) {
        const nbl_counter_t *each = &m->counters[i];
        if (each->object == object && each->byte == byte && each->group == group && !each->ended) return i;
    }
    if (object->counts_otherwise || (object->wild & ~object->by_ticket) != 0)
        return NBL_NONE; /* any of these accesses may change it */
    if (m->counters == NULL) m->counters = nbl_machine_take(m, MOST_COUNTERS, sizeof *m->counters);
    if (m->counter_count == MOST_COUNTERS) return NBL_NONE;
    m->counters[m->counter_count] = (nbl_counter_t){.object = object, .byte = byte, .bytes = bytes, .group = group};
    object->counts = 1;
    return m->counter_count++;
}

static uint32_t group_of(const nbl_wave_t *w, const nbl_object_t *object) {
    return object->kind == NBL_OBJECT_SHARED ? w->group->index : 0;
}

/* Notes a change of memory: a plain store to a counter ends it, any other change spoils it.
 *
 * byte      where the changed element begins
 * anywhere  the changed element may be any from `byte` on
 * plain     by a plain store, not an atomic access */
static void change(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, const nbl_object_t *object, uint64_t byte,
                   int anywhere, int plain) {
    for (uint32_t i = 0; object->counts && i < m->counter_count; i++) {
        nbl_counter_t *each = &m->counters[i];
        if (each->object != object || each->group != group_of(w, object) || each->byte + each->bytes <= byte) continue;
        if (!anywhere && each->byte >= byte + op->form) continue;
        if (plain && !anywhere)
            each->ended = 1;
        else
            spoil(m, each, op);
    }
}

void nbl_ticket_stored(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, int anywhere) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    nbl_ticket_t ticket;
    if (anywhere) { /* an address made of a ticket, which is 0 or more, lies at the rest's lower end or behind it */
        const int known = nbl_ticket_of(w, op->a, frame->mask, &ticket) && ticket.low > 0 &&
                          (ticket.counter == NBL_NONE || m->counters[ticket.counter].up);
        change(m, w, op, object, known ? nbl_byte_at(m, (uint64_t)ticket.low + op->immediate) : 0, 1, 1);
        return;
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        const uint64_t address = op->a != NBL_NONE ? nbl_row_lane(m, w, op->a, i) : 0;
        if (frame->mask[i]) change(m, w, op, object, nbl_byte_at(m, address + op->immediate), 0, 1);
    }
}

void nbl_ticket_draw(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op) {
    const uint32_t first = nbl_first_lane(w, frame->mask);
    const uint64_t address = nbl_row_lane(m, w, op->a, first);
    nbl_object_t *object = nbl_object_at(m, w->group, address);
    int64_t least = 1, most = 1;
    if (op->opcode == SpvOpAtomicLoad) return;
    const int adds = (op->opcode == SpvOpAtomicIAdd && range_of(m, w, op->b, frame->mask, &least, &most)) ||
                     op->opcode == SpvOpAtomicIIncrement;
    const int subtracts = (op->opcode == SpvOpAtomicISub && range_of(m, w, op->b, frame->mask, &least, &most)) ||
                          op->opcode == SpvOpAtomicIDecrement;
    const int counts =
        (adds || subtracts) && (least > 0 || most < 0) && !(nbl_row_any_flags(w, op->a, frame->mask) & m->deciding);
    uint32_t begin, end;
    nbl_objects_of(m, op->root, &begin, &end);
    for (uint32_t i = begin; i < end && !counts; i++) {
        nbl_object_t *of = nbl_object_at(m, w->group, NBL_ADDRESS_OF(i));
        if (of == NULL) continue;
        change(m, w, op, of, 0, 1, 0);
        of->counts_otherwise = 1;
    }
    if (!counts || object == NULL) return;
    for (uint32_t i = 0; i < w->lanes; i++)
        if (frame->mask[i] && nbl_row_lane(m, w, op->a, i) != address) return;
    const uint32_t number = find_counter(m, object, nbl_byte_at(m, address), op->form, group_of(w, object));
    if (number == NBL_NONE) return;
    nbl_counter_t *counter = &m->counters[number];
    const int up = (least > 0) == adds;
    /* a counter that counts down returns the upper end of the range that it takes, so only a step of 1 is certain */
    const uint64_t step = up ? (uint64_t)(least > 0 ? least : -most) : 1u;
    if (counter->drawn && counter->up != up) spoil(m, counter, op);
    if (!counter->drawn || step < counter->step) counter->step = step;
    counter->up = (uint8_t)up;
    counter->drawn = 1;
    const nbl_ticket_t ticket = {number, 1, 0, 0};
    if (op->result != NBL_NONE) set_tag(m, w, op->result, &ticket, frame->mask);
}

/* ---- entries that are declared to be distinct */

static int is_declared(const nbl_machine_t *m, const nbl_object_t *object) {
    for (uint32_t i = 0; i < m->run->distinct_count; i++)
        if (strcmp(m->run->distinct[i], nbl_global_of(m, object)->name) == 0) return 1;
    return 0;
}

void nbl_ticket_entries(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op,
                        const uint64_t *addresses) {
    nbl_object_t *object =
        nbl_object_at(m, w->group, addresses[nbl_first_lane(w, frame->mask)] + (uint64_t)op->immediate);
    if (object == NULL || op->form != 4 || object->kind != NBL_OBJECT_BUFFER || object->written ||
        (nbl_row_any_flags(w, op->a, frame->mask) & m->deciding) || !is_declared(m, object))
        return;
    const uint32_t number = find_counter(m, object, UINT64_MAX - 16u, 4, 0);
    if (number == NBL_NONE) return;
    if (object->readers == NULL) object->readers = nbl_machine_take(m, (size_t)object->bytes / 4u + 1u, 4);
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!frame->mask[i]) continue;
        const uint64_t address = addresses[i] + op->immediate, byte = nbl_byte_at(m, address);
        const uint32_t who = w->group->index * m->invocations + w->first + i + 1u;
        if (nbl_object_at(m, w->group, address) != object || byte + 4u > object->bytes || byte % 4u != 0) return;
        uint32_t *reader = &object->readers[byte / 4u];
        if (*reader != 0 && *reader != who) spoil(m, &m->counters[number], op); /* two invocations read one entry */
        *reader = who;
    }
    m->counters[number].step = 1;
    const nbl_ticket_t ticket = {number, 1, 0, 0};
    set_tag(m, w, op->result, &ticket, frame->mask);
}
