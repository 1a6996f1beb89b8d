/* The proof's part about memory: notes each access, and where a barrier ends an interval, compares the accesses that it
 * orders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    each access to an object that is written at all: its kind, where it lies, and whether data decides that
 *        (prove.c says what counts as data).
 * Out:   a decision (nbl_prove_decision) for an object with an access at an address that data decides, if another
 *        access of the interval could be to the same element and one of the two writes.
 *
 * Of each object and kind of access there is
 *
 *   seen       accesses at known addresses: one range of bytes around all of them
 *   bounded    data decides the address, but not the range that it lies in
 *   by_ticket  an address made of a number that each invocation draws from a counter, and that none draws twice
 *   wild       an address that data decides: any element of the object
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

enum { PLAIN_READ = 1, PLAIN_WRITE = 2, ATOMIC_CHANGE = 4, ATOMIC_READ = 8 };

/* Returns the kind of an access: an atomic one whose scope does not reach all invocations that use the object is
 * plain. */
static uint8_t kind_of(nbl_machine_t *m, const nbl_op_t *op, const nbl_object_t *object, uint32_t kind) {
    const int across = object->kind != NBL_OBJECT_SHARED && m->group_total > 1;
    const int least = across                              ? NBL_SCOPE_DEVICE
                      : m->invocations > m->subgroup_size ? NBL_SCOPE_WORKGROUP
                                                          : NBL_SCOPE_SUBGROUP;
    if ((kind & NBL_ACCESS_ATOMIC) && op->scope < NBL_SCOPE_WORKGROUP && op->scope >= least && m->invocations > 1)
        m->subgroups_matter = 1; /* the workgroup is one */
    if ((kind & NBL_ACCESS_ATOMIC) && op->scope >= least) return kind & NBL_ACCESS_WRITE ? ATOMIC_CHANGE : ATOMIC_READ;
    return kind & NBL_ACCESS_WRITE ? PLAIN_WRITE : PLAIN_READ;
}

static uint32_t number_of(uint8_t kind) { return (uint32_t)__builtin_ctz(kind); }

static void widen_interval(nbl_interval_t *interval, uint64_t low, uint64_t end) {
    if (interval->end == 0 || low < interval->low) interval->low = low;
    if (interval->end < end) interval->end = end;
}

/* Notes an access at an address made of a ticket, or of bounds: widens the range around each ticket that is accessed.
 *
 * begin  the address of the object's byte 0 by the binding that the access uses */
static void note_ticket(nbl_object_t *object, uint8_t kind, const nbl_ticket_t *ticket, const nbl_op_t *op,
                        uint64_t begin) {
    const int64_t offset = (int64_t)op->immediate - (int64_t)begin;
    const int64_t low = ticket->low + offset, high = ticket->high + offset + op->form;
    if (ticket->counter == NBL_NONE) {
        object->bounded |= kind;
        widen_interval(&object->bounded_in[number_of(kind)], low > 0 ? (uint64_t)low : 0, (uint64_t)high);
        return;
    }
    if (object->by_ticket == 0) {
        object->ticket = (nbl_ticket_t){ticket->counter, ticket->scale, low, high};
        object->tickets_clash = 0;
    }
    object->tickets_clash |= object->ticket.counter != ticket->counter || object->ticket.scale != ticket->scale;
    if (low < object->ticket.low) object->ticket.low = low;
    if (high > object->ticket.high) object->ticket.high = high;
    object->by_ticket |= kind;
}

/* Notes an access to an object.
 *
 * flags  what decides which elements are accessed
 * row    register with the addresses, which lie in this object; NBL_NONE: any element may be accessed */
static void note_object(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, uint32_t kind,
                        uint8_t flags, uint32_t row) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint64_t address = row != NBL_NONE ? nbl_row_lane(m, w, row, nbl_first_lane(w, frame->mask)) : 0;
    nbl_ticket_t ticket;
    if (object == NULL || !object->written || !m->checks) return;
    const uint8_t is = kind_of(m, op, object, kind);
    object->outlasts |= op->is_private;
    if ((flags & m->deciding) == 0) {
        object->seen |= is;
        if (row == NBL_NONE) widen_interval(&object->seen_in[number_of(is)], 0, UINT64_MAX);
        for (uint32_t i = 0; row != NBL_NONE && i < w->lanes; i++) {
            if (!frame->mask[i]) continue;
            const uint64_t at = nbl_byte_at(m, nbl_row_lane(m, w, row, i) + op->immediate);
            widen_interval(&object->seen_in[number_of(is)], at, at + op->form);
        }
        if (op->code == NBL_OP_STORE && object->counts) nbl_ticket_stored(m, w, op, object, 0);
        return;
    }
    /* remember the access to report: its address would have to be known. A write is reported rather than a read. */
    if (((object->wild | object->by_ticket | object->bounded) & PLAIN_WRITE) == 0)
        object->wild_op = (uint32_t)(op - m->program->ops);
    object->wild_flags |= flags & m->deciding;
    if (row != NBL_NONE && nbl_ticket_of(w, row, frame->mask, &ticket))
        note_ticket(object, is, &ticket, op, address + op->immediate - nbl_byte_at(m, address + op->immediate));
    else
        object->wild |= is;
    if ((kind & NBL_ACCESS_WRITE) && !object->tainted) { /* any element may have been written */
        object->tainted = 1;
        m->news++;
    }
    if (op->code == NBL_OP_STORE && object->counts) nbl_ticket_stored(m, w, op, object, 1);
}

void nbl_objects_of(const nbl_machine_t *m, uint32_t root, uint32_t *first, uint32_t *end) {
    *first = 1;
    *end = m->object_count;
    for (uint32_t g = 0; root != 0 && g < m->program->global_count; g++) {
        if (m->program->globals[g].id != root) continue;
        *first = m->program->globals[g].first_object;
        *end = *first + m->program->globals[g].count;
    }
}

/* Returns whether an address lies in the operation's variable; if the variable is not known, whether it lies in an
 * object. */
static int is_within(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint64_t address) {
    nbl_location_t place;
    if (!nbl_locate_of(m, w->group, op, address, &place)) return 0;
    return op->object_count != 0 || (address >= place.begin && address < place.end);
}

/* Notes an access at the addresses that a register's lanes hold.
 *
 * row       the register; NBL_NONE: the address is `offset`
 * anywhere  it may be in any object of the variable
 * elements  the register again if it decides the elements; NBL_NONE: any element of the objects */
static void note_access(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind, uint32_t row,
                        uint64_t offset, uint8_t flags, int anywhere, uint32_t elements) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const int decided = (flags & m->deciding) != 0;
    nbl_object_t *last = NULL;
    if (flags & NBL_FLAG_SUBGROUPS) m->subgroups_matter = 1;
    if (decided && m->held != NULL) m->held->anywhere[op - m->program->ops] = 1;
    if (row == NBL_NONE) {
        note_object(m, w, op, nbl_object_at(m, w->group, offset), kind, flags, NBL_NONE);
        return;
    }
    /* data decides the index, and in this run it leads outside the variable: another run may access any of its
     * elements */
    for (uint32_t i = 0; decided && !anywhere && i < w->lanes; i++) {
        const uint64_t address = nbl_row_lane(m, w, row, i);
        anywhere = frame->mask[i] && (address >= NBL_ADDRESS_POISON || !is_within(m, w, op, address + offset));
    }
    if (anywhere) {
        uint32_t first, end;
        nbl_objects_of(m, op->root, &first, &end);
        for (uint32_t i = first; i < end; i++)
            note_object(m, w, op, nbl_object_at(m, w->group, NBL_ADDRESS_OF(i)), kind, flags, NBL_NONE);
        return;
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!frame->mask[i]) continue;
        const uint64_t address = nbl_row_lane(m, w, row, i);
        nbl_location_t place = {NULL, 0, 0, 0};
        if (address < NBL_ADDRESS_POISON) nbl_locate_of(m, w->group, op, address + offset, &place);
        nbl_object_t *object = place.object;
        if (object == NULL && address < NBL_ADDRESS_POISON && (address & NBL_ADDRESS_OURS) == 0)
            nbl_prove_decision(m, op, "an address", "it leads to no memory that was bound", NBL_FLAG_CONSTANTS, "");
        if (object != last) note_object(m, w, op, object, kind, flags, elements);
        last = object;
    }
}

void nbl_prove_access(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint8_t flags = op->a != NBL_NONE ? nbl_row_any_flags(w, op->a, frame->mask) : 0;
    const uint8_t of_object = op->indexed ? NBL_FLAG_OBJECT : (uint8_t)m->deciding;
    note_access(m, w, op, kind, op->a, op->immediate, flags, (flags & of_object) != 0, op->a);
}

void nbl_prove_texels(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t kind, uint8_t coordinates) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint8_t of_image = nbl_row_any_flags(w, op->a, frame->mask);
    note_access(m, w, op, kind, op->a, 0, coordinates | of_image, (of_image & m->deciding) != 0, NBL_NONE);
}

/* Returns whether accesses of the kinds `some` may conflict with accesses of the kinds `others`. */
static int conflict(uint8_t some, uint8_t others) {
    return ((some & PLAIN_WRITE) && others != 0) || ((some & PLAIN_READ) && (others & (PLAIN_WRITE | ATOMIC_CHANGE))) ||
           ((some & ATOMIC_CHANGE) && (others & (PLAIN_READ | PLAIN_WRITE))) ||
           ((some & ATOMIC_READ) && (others & PLAIN_WRITE));
}

/* Returns whether accesses within known bounds may conflict with each other, or with accesses at known addresses. */
static int bounded_conflict(const nbl_object_t *object) {
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < 4; k++) {
            const nbl_interval_t *a = &object->bounded_in[i], *others[] = {&object->bounded_in[k], &object->seen_in[k]};
            for (int n = 0; n < 2; n++)
                if (conflict((uint8_t)(1u << i), (uint8_t)(1u << k)) && a->low < others[n]->end &&
                    others[n]->low < a->end)
                    return 1;
        }
    return 0;
}

static void settle(nbl_machine_t *m, nbl_object_t *object) {
    const uint8_t seen = object->seen;
    uint64_t seen_end = 0;
    uint8_t apart = 0;
    for (uint32_t i = 0; i < 4; i++)
        if (seen_end < object->seen_in[i].end) seen_end = object->seen_in[i].end;
    if (object->by_ticket != 0) {
        nbl_counter_t *counter = &m->counters[object->ticket.counter];
        const uint64_t room = object->ticket.scale * counter->step;
        if (!object->tickets_clash && !counter->spoilt &&
            (uint64_t)(object->ticket.high - object->ticket.low) <= room) {
            apart = object->by_ticket;
            counter->relied = 1;
            /* tickets begin at 0: known accesses before the first ticket's range meet none of them */
            if (counter->up && object->ticket.low >= 0 && (uint64_t)object->ticket.low >= seen_end) object->seen = 0;
        } else {
            object->wild |= object->by_ticket;
        }
    }
    if (conflict(object->wild, object->wild | seen | apart | object->bounded) ||
        conflict(apart, object->seen | object->bounded) || (object->bounded != 0 && bounded_conflict(object)))
        nbl_prove_decision(m, &m->program->ops[object->wild_op], "an address",
                           "another access of the same interval between barriers could be to the same element",
                           object->wild_flags, nbl_global_of(m, object)->name);
    if (object->outlasts) return;
    object->wild = object->seen = object->by_ticket = object->bounded = 0;
    object->wild_flags = 0;
    memset(object->seen_in, 0, sizeof object->seen_in);
    memset(object->bounded_in, 0, sizeof object->bounded_in);
}

void nbl_prove_interval(nbl_machine_t *m, nbl_group_t *group, uint32_t semantics) {
    for (uint32_t i = 0; i < m->object_count; i++) {
        nbl_object_t *object = m->objects[i].kind == NBL_OBJECT_SHARED ? &group->shared[i] : &m->objects[i];
        const int is_shared = m->objects[i].kind == NBL_OBJECT_SHARED;
        if (i == 0 || (object->seen | object->wild | object->by_ticket | object->bounded) == 0) continue;
        /* no barrier orders accesses of different workgroups to a buffer: those of the whole dispatch are compared */
        if (is_shared && m->invocations == 1) continue; /* a single invocation's own memory */
        if (is_shared ? (semantics & SpvMemorySemanticsWorkgroupMemoryMask) != 0 : semantics == ~0u) settle(m, object);
    }
}
