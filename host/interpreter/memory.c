/* Loads, stores and atomic accesses: where an address leads, whether it is within bounds, what is known of the value.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

nbl_object_t *nbl_object_at(nbl_machine_t *m, const nbl_group_t *group, uint64_t address) {
    const uint32_t number = NBL_ADDRESS_OBJECT(address);
    if (number == 0 || number >= m->program->object_count) return NULL;
    nbl_object_t *object = &m->objects[number];
    return object->kind == NBL_OBJECT_SHARED ? &group->shared[number] : object;
}

/* What reading an object tells of the value. */
static uint8_t source_of(const nbl_object_t *object) {
    switch (object->kind) {
    case NBL_OBJECT_BUFFER:
    case NBL_OBJECT_IMAGE: return NBL_FLAG_DATA;
    case NBL_OBJECT_UNIFORM:
    case NBL_OBJECT_PUSH: return NBL_FLAG_CONSTANTS;
    default: return object->tainted ? NBL_FLAG_DATA : 0;
    }
}

static uint8_t flags_at(const nbl_object_t *object, uint64_t byte, uint32_t bytes) {
    uint8_t flags = source_of(object);
    if (object->flags == NULL) return flags;
    for (uint64_t d = byte / 4u; d <= (byte + bytes - 1u) / 4u; d++) flags |= object->flags[d];
    return flags;
}

static void set_flags_at(nbl_object_t *object, uint64_t byte, uint32_t bytes, uint8_t flags) {
    if (object->flags == NULL) return;
    for (uint64_t d = byte / 4u; d <= (byte + bytes - 1u) / 4u; d++)
        object->flags[d] = bytes >= 4u ? flags : (uint8_t)((object->flags[d] & ~NBL_FLAG_UNDEFINED) | flags);
}

static uint64_t read_number(const unsigned char *at, uint32_t bytes) {
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

static void out_of_bounds(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint64_t address) {
    const nbl_object_t *object = nbl_object_at(m, w->group, address);
    const char *name = op->root != 0 ? m->program->shader.ids[op->root].name : NULL;
    if (name == NULL || name[0] == '\0') {
        name = "";
        for (uint32_t g = 0; g < m->program->global_count; g++)
            if (m->program->globals[g].id == op->root) name = m->program->globals[g].name;
    }
    if (m->proves || !m->checks) return;
    if (address >= NBL_ADDRESS_POISON)
        nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, name, "index %d, which it has not",
                         (int)(int32_t)(uint32_t)address);
    else if (object != NULL && object->bytes == 0)
        nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, name, "nothing is bound there");
    else if (object != NULL)
        nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, m->program->globals[object->global].name,
                         "byte %llu of %llu", (unsigned long long)NBL_ADDRESS_BYTE(address),
                         (unsigned long long)object->bytes);
    else
        nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, name,
                         "address 0x%llx, which leads to nothing that is bound", (unsigned long long)address);
}

/* Returns the object of an access that is within its bounds, or NULL after it was told. */
static nbl_object_t *resolve(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint64_t address) {
    nbl_object_t *object = nbl_object_at(m, w->group, address);
    const uint32_t bytes = op->form;
    if (object == NULL || object->data == NULL || NBL_ADDRESS_BYTE(address) + bytes > object->bytes ||
        object->kind >= NBL_OBJECT_IMAGE) {
        if (object != NULL && object->kind == NBL_OBJECT_IMAGE && op->code == NBL_OP_ATOMIC &&
            NBL_ADDRESS_BYTE(address) + bytes <= object->bytes)
            return object;
        out_of_bounds(m, w, op, lane, address);
        return NULL;
    }
    return object;
}

static int is_checked(const nbl_machine_t *m, const nbl_object_t *object) {
    return m->checks && (object->kind == NBL_OBJECT_SHARED || m->program->globals[object->global].written);
}

static void check_lane(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, uint64_t address,
                       uint32_t kind, uint32_t lane, uint32_t site, int same) {
    nbl_race_access(m, w->group, object, NBL_ADDRESS_BYTE(address), op->form, kind, w->first + lane, site, same);
}

void nbl_execute_load(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const nbl_row_t *at = op->a != NBL_NONE ? &w->rows[op->a] : NULL;
    const uint32_t site = m->checks ? nbl_race_site(m, w, op) : 0;
    if (at == NULL || at->uniform) {
        const uint64_t base = at != NULL ? at->value : 0,
                       address = base >= NBL_ADDRESS_POISON ? base : base + op->immediate;
        const uint32_t first = nbl_first_lane(w, frame->mask);
        nbl_object_t *object = resolve(m, w, op, first, address);
        const uint8_t address_flags = at != NULL ? nbl_row_any_flags(w, op->a, frame->mask) : 0;
        uint8_t flags = address_flags;
        uint64_t value = 0;
        if (object != NULL) {
            if (is_checked(m, object)) {
                uint32_t last = w->lanes - 1u;
                while (!frame->mask[last]) last--;
                if (m->proves) nbl_prove_access(m, w, op, object, NBL_ACCESS_READ, address_flags);
                check_lane(m, w, op, object, address, NBL_ACCESS_READ, first, site, 0); /* two stand for all */
                if (last != first) check_lane(m, w, op, object, address, NBL_ACCESS_READ, last, site, 0);
            }
            value = read_number(object->data + NBL_ADDRESS_BYTE(address), op->form);
            flags |= flags_at(object, NBL_ADDRESS_BYTE(address), op->form);
        }
        if (flags & NBL_FLAG_UNDEFINED) m->undefined_op = (uint32_t)(op - m->program->ops);
        nbl_row_set_uniform(m, w, op->result, value, frame->mask, whole);
        nbl_row_set_flags(m, w, op->result, flags, frame->mask, whole);
        m->report->accesses += frame->active;
        return;
    }
    const uint64_t *addresses = nbl_row_lanes(m, w, op->a);
    uint64_t *made = w->scratch[2];
    uint32_t *narrow = (uint32_t *)made;
    const int wide = m->program->registers[op->result].wide;
    nbl_object_t *object = NULL;
    uint32_t known = NBL_NONE;
    int checked = 0, mixed = 0;
    uint8_t one = 0, begun = 0;
    if (m->proves) {
        const uint8_t address_flags = nbl_row_any_flags(w, op->a, frame->mask);
        nbl_object_t *first = nbl_object_at(m, w->group, addresses[nbl_first_lane(w, frame->mask)] + op->immediate);
        if (first != NULL && is_checked(m, first)) nbl_prove_access(m, w, op, first, NBL_ACCESS_READ, address_flags);
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t value = 0;
        uint8_t flags = 0;
        if (frame->mask[i]) {
            const uint64_t address = addresses[i] >= NBL_ADDRESS_POISON ? addresses[i] : addresses[i] + op->immediate;
            const uint64_t byte = NBL_ADDRESS_BYTE(address);
            if (NBL_ADDRESS_OBJECT(address) != known || byte + op->form > object->bytes) {
                object = resolve(m, w, op, i, address);
                known = object != NULL ? NBL_ADDRESS_OBJECT(address) : NBL_NONE;
                checked = object != NULL && is_checked(m, object);
            }
            if (object != NULL && known != NBL_NONE) {
                if (checked) check_lane(m, w, op, object, address, NBL_ACCESS_READ, i, site, 0);
                if (op->form == 4) {
                    uint32_t dword;
                    memcpy(&dword, object->data + byte, 4);
                    value = dword;
                } else {
                    value = read_number(object->data + byte, op->form);
                }
                flags = flags_at(object, byte, op->form);
            }
            flags |= at->mixed ? at->shadow[i] : at->flags;
            if (!begun) one = flags;
            begun = 1;
            mixed |= flags != one;
        }
        w->scratch_flags[i] = flags;
        if (wide)
            made[i] = value;
        else
            narrow[i] = (uint32_t)value;
    }
    m->report->accesses += frame->active;
    nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    if (mixed)
        nbl_row_set_flag_lanes(m, w, op->result, w->scratch_flags, frame->mask, whole);
    else
        nbl_row_set_flags(m, w, op->result, one, frame->mask, whole);
    for (uint32_t i = 0; mixed && i < w->lanes; i++) one |= w->scratch_flags[i];
    if (one & NBL_FLAG_UNDEFINED) m->undefined_op = (uint32_t)(op - m->program->ops);
}

static void tell_leaving(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, const nbl_object_t *object,
                         uint64_t address, uint32_t lane, uint8_t flags) {
    char element[128];
    if (!(flags & NBL_FLAG_UNDEFINED) || !m->checks || m->proves || object->kind == NBL_OBJECT_SHARED) return;
    nbl_report_element(m, object, NBL_ADDRESS_BYTE(address), element, sizeof element);
    nbl_report_issue(m, w, op, NBL_INTERPRETER_UNDEFINED, lane, element, "an undefined value leaves the shader");
}

void nbl_execute_store(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint32_t site = m->checks ? nbl_race_site(m, w, op) : 0;
    const uint8_t control = m->proves ? (uint8_t)nbl_prove_control_flags(m, w) : 0;
    const int uniform = op->a == NBL_NONE || w->rows[op->a].uniform;
    const uint64_t base = op->a != NBL_NONE ? w->rows[op->a].value : 0;
    const uint64_t *addresses = uniform ? NULL : nbl_row_lanes(m, w, op->a);
    nbl_object_t *object = NULL;
    uint32_t known = NBL_NONE;
    int checked = 0;

    if (m->proves) {
        const uint32_t first = nbl_first_lane(w, frame->mask);
        const uint64_t address = uniform ? base : addresses[first];
        nbl_object_t *of = nbl_object_at(m, w->group, address + (address < NBL_ADDRESS_POISON ? op->immediate : 0));
        const uint8_t address_flags = op->a != NBL_NONE ? nbl_row_any_flags(w, op->a, frame->mask) : 0;
        if (of != NULL && is_checked(m, of)) nbl_prove_access(m, w, op, of, NBL_ACCESS_WRITE, address_flags);
        if (of != NULL && (address_flags & m->deciding) != 0) of->tainted = 1; /* it may have gone anywhere */
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!frame->mask[i]) continue;
        uint64_t address = uniform ? base : addresses[i];
        if (address < NBL_ADDRESS_POISON) address += op->immediate;
        const uint64_t byte = NBL_ADDRESS_BYTE(address);
        if (NBL_ADDRESS_OBJECT(address) != known || byte + op->form > object->bytes) {
            object = resolve(m, w, op, i, address);
            known = object != NULL ? NBL_ADDRESS_OBJECT(address) : NBL_NONE;
            checked = object != NULL && is_checked(m, object);
        }
        if (object == NULL || known == NBL_NONE) continue;
        const uint64_t value = nbl_row_lane(m, w, op->b, i);
        const uint8_t flags = nbl_row_flag(w, op->b, i);
        if (checked)
            check_lane(m, w, op, object, address, NBL_ACCESS_WRITE, i, site,
                       memcmp(object->data + byte, &value, op->form) == 0);
        memcpy(object->data + byte, &value, op->form);
        set_flags_at(object, byte, op->form, flags | control);
        if (flags & NBL_FLAG_UNDEFINED) tell_leaving(m, w, op, object, address, i, flags);
    }
    m->report->accesses += frame->active;
}

/* ---- atomic accesses, lane after lane */

static uint64_t add_numbers(const nbl_op_t *op, uint64_t a, uint64_t b) {
    if (op->form == 4) {
        float x, y;
        const uint32_t low[2] = {(uint32_t)a, (uint32_t)b};
        uint32_t bits;
        memcpy(&x, &low[0], 4);
        memcpy(&y, &low[1], 4);
        if (op->opcode == SpvOpAtomicFMinEXT)
            x = y < x ? y : x;
        else if (op->opcode == SpvOpAtomicFMaxEXT)
            x = x < y ? y : x;
        else
            x += y;
        memcpy(&bits, &x, 4);
        return bits;
    }
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    if (op->opcode == SpvOpAtomicFMinEXT)
        x = y < x ? y : x;
    else if (op->opcode == SpvOpAtomicFMaxEXT)
        x = x < y ? y : x;
    else
        x += y;
    memcpy(&a, &x, 8);
    return a;
}

static int64_t with_sign(const nbl_op_t *op, uint64_t value) {
    return op->form == 4 ? (int64_t)(int32_t)(uint32_t)value : (int64_t)value;
}

static uint64_t combine(const nbl_op_t *op, uint64_t before, uint64_t value, uint64_t expected) {
    switch (op->opcode) {
    case SpvOpAtomicLoad: return before;
    case SpvOpAtomicIIncrement: return before + 1u;
    case SpvOpAtomicIDecrement: return before - 1u;
    case SpvOpAtomicIAdd: return before + value;
    case SpvOpAtomicISub: return before - value;
    case SpvOpAtomicUMin: return value < before ? value : before;
    case SpvOpAtomicUMax: return before < value ? value : before;
    case SpvOpAtomicSMin: return with_sign(op, value) < with_sign(op, before) ? value : before;
    case SpvOpAtomicSMax: return with_sign(op, before) < with_sign(op, value) ? value : before;
    case SpvOpAtomicAnd: return before & value;
    case SpvOpAtomicOr: return before | value;
    case SpvOpAtomicXor: return before ^ value;
    case SpvOpAtomicCompareExchange: return before == expected ? value : before;
    case SpvOpAtomicFAddEXT:
    case SpvOpAtomicFMinEXT:
    case SpvOpAtomicFMaxEXT: return add_numbers(op, before, value);
    default: return value;
    }
}

void nbl_execute_atomic(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const int whole = op->result == NBL_NONE || !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const uint32_t site = m->checks ? nbl_race_site(m, w, op) : 0;
    const int loads = op->opcode == SpvOpAtomicLoad, stores = op->opcode == SpvOpAtomicStore;
    const uint32_t kind = NBL_ACCESS_ATOMIC | (loads ? NBL_ACCESS_READ : NBL_ACCESS_WRITE);
    uint64_t *made = w->scratch[2];

    if (m->proves) {
        const uint64_t address = nbl_row_lane(m, w, op->a, nbl_first_lane(w, frame->mask));
        nbl_object_t *of = nbl_object_at(m, w->group, address);
        if (of != NULL && is_checked(m, of))
            nbl_prove_access(m, w, op, of, kind, nbl_row_any_flags(w, op->a, frame->mask));
    }
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t before = 0;
        if (frame->mask[i]) {
            const uint64_t address = nbl_row_lane(m, w, op->a, i);
            nbl_object_t *object = resolve(m, w, op, i, address);
            if (object != NULL) {
                const uint64_t byte = NBL_ADDRESS_BYTE(address);
                unsigned char *at = object->data + byte;
                const uint64_t value = op->b != NBL_NONE ? nbl_row_lane(m, w, op->b, i) : 0,
                               expected = op->c != NBL_NONE ? nbl_row_lane(m, w, op->c, i) : 0;
                before = read_number(at, op->form);
                const uint64_t after = combine(op, before, value, expected);
                const int writes = !loads && (op->opcode != SpvOpAtomicCompareExchange || before == expected);
                if (is_checked(m, object))
                    check_lane(m, w, op, object, address,
                               writes ? kind : (uint32_t)(NBL_ACCESS_ATOMIC | NBL_ACCESS_READ), i, site, 0);
                if (m->checks && !m->proves) nbl_race_atomic_order(m, w->group, at, w->first + i, op, !stores, writes);
                const uint8_t undefined =
                    (uint8_t)((op->b != NBL_NONE ? nbl_row_flag(w, op->b, i) : 0) & NBL_FLAG_UNDEFINED);
                const uint8_t old = object->flags != NULL ? flags_at(object, byte, op->form) & NBL_FLAG_UNDEFINED : 0;
                if (old && !stores && m->checks && !m->proves && object->kind == NBL_OBJECT_SHARED && !loads &&
                    op->opcode != SpvOpAtomicExchange) {
                    char element[128];
                    nbl_report_element(m, object, byte, element, sizeof element);
                    nbl_report_issue(m, w, op, NBL_INTERPRETER_UNDEFINED, i, element,
                                     "an atomic access changes an undefined value");
                }
                if (writes) {
                    memcpy(at, &after, op->form);
                    set_flags_at(object, byte, op->form, (uint8_t)(NBL_FLAG_ATOMICS | undefined));
                }
            }
        }
        if (op->form == 8)
            made[i] = before;
        else
            ((uint32_t *)made)[i] = (uint32_t)before;
    }
    m->report->accesses += frame->active;
    if (op->result == NBL_NONE) return;
    nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    nbl_row_set_flags(m, w, op->result, NBL_FLAG_ATOMICS, frame->mask, whole);
}
