/* Runs loads, stores and atomic accesses: finds the object of an address, checks bounds, and tracks what is known of
 * values.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

#define MOST_IDLE (1u << 20) /* atomic accesses in a row that change nothing, after which a run is ended; chosen */
#define BEYOND_A_BUFFER ((uint64_t)1 << 20) /* an address so few bytes behind a buffer counts as the buffer's; chosen */

/* Returns the buffer in which a device address lies; NULL: none. Regions are sorted by address. */
static const nbl_region_t *region_at(const nbl_machine_t *m, uint64_t address) {
    uint32_t low = 0, high = m->region_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2u;
        if (m->regions[middle].address <= address)
            low = middle + 1u;
        else
            high = middle;
    }
    if (low == 0 || address - m->regions[low - 1u].address >= m->objects[m->regions[low - 1u].object].bytes)
        return NULL;
    m->run->memories[m->objects[m->regions[low - 1u].object].memory - 1u].touched = true;
    return &m->regions[low - 1u];
}

int nbl_locate(nbl_machine_t *m, const nbl_group_t *group, uint64_t address, nbl_location_t *place) {
    uint32_t number = NBL_ADDRESS_OBJECT(address);
    uint64_t begin = NBL_ADDRESS_OF(number);
    if ((address & NBL_ADDRESS_OURS) == 0) {
        const nbl_region_t *region = region_at(m, address);
        if (region == NULL) return 0;
        number = region->object;
        begin = region->address;
    }
    if (number == 0 || number >= m->object_count) return 0;
    const nbl_object_t *window = &m->objects[number];
    place->object = window->kind == NBL_OBJECT_SHARED ? &group->shared[number]
                    : window->same != 0               ? &m->objects[window->same]
                                                      : &m->objects[number];
    place->begin = begin;
    place->end = begin + (window->kind == NBL_OBJECT_SHARED ? place->object->bytes : window->bytes);
    place->zero = begin - window->shift;
    return 1;
}

/* Returns whether an address is one of the variable's that the operation accesses. A negative index leads to a lower
 * one. */
static int is_of_root(const nbl_op_t *op, uint64_t address) {
    return op->object_count == 0 || (address & NBL_ADDRESS_OURS) == 0 ||
           NBL_ADDRESS_OBJECT(address) - op->first_object < op->object_count;
}

int nbl_locate_of(nbl_machine_t *m, const nbl_group_t *group, const nbl_op_t *op, uint64_t address,
                  nbl_location_t *place) {
    return is_of_root(op, address) && nbl_locate(m, group, address, place);
}

nbl_object_t *nbl_object_at(nbl_machine_t *m, const nbl_group_t *group, uint64_t address) {
    nbl_location_t place;
    return nbl_locate(m, group, address, &place) ? place.object : NULL;
}

uint64_t nbl_byte_at(const nbl_machine_t *m, uint64_t address) {
    const nbl_region_t *region = (address & NBL_ADDRESS_OURS) == 0 ? region_at(m, address) : NULL;
    if (region != NULL) return address - region->address + m->objects[region->object].shift;
    const uint32_t number = NBL_ADDRESS_OBJECT(address);
    return NBL_ADDRESS_BYTE(address) + (number < m->object_count ? m->objects[number].shift : 0);
}

/* Returns the flags of values that are read from an object: where they come from. */
static uint8_t source_of(const nbl_object_t *object) {
    switch (object->kind) {
    case NBL_OBJECT_BUFFER:
    case NBL_OBJECT_IMAGE: return object->fixed ? NBL_FLAG_CONSTANTS : NBL_FLAG_DATA;
    case NBL_OBJECT_UNIFORM:
    case NBL_OBJECT_PUSH: return NBL_FLAG_CONSTANTS;
    default: return object->tainted ? NBL_FLAG_DATA : 0;
    }
}

/* Returns the undefined bits of a number in memory; all bits of a byte are undefined, or none. */
static uint64_t holes_at(const nbl_object_t *object, uint64_t byte, uint32_t bytes) {
    uint64_t holes = 0;
    for (uint32_t i = 0; object->holes != NULL && i < bytes; i++)
        if (object->holes[(byte + i) / 4u] >> (byte + i) % 4u & 1u) holes |= (uint64_t)0xFF << 8u * i;
    return holes;
}

static uint8_t flags_at(const nbl_object_t *object, uint64_t byte, uint32_t bytes) {
    uint8_t flags = 0;
    if (object->flags == NULL) return source_of(object);
    for (uint64_t d = byte / 4u; d <= (byte + bytes - 1u) / 4u; d++) flags |= object->flags[d];
    if ((flags & NBL_FLAG_UNDEFINED) && holes_at(object, byte, bytes) == 0) flags &= (uint8_t)~NBL_FLAG_UNDEFINED;
    return flags | source_of(object);
}

/* Stores the flags of a number. A dword is flagged as undefined if one of its bytes is.
 *
 * holes  undefined bits of the number */
static void set_flags_at(nbl_machine_t *m, nbl_object_t *object, uint64_t byte, uint32_t bytes, uint8_t flags,
                         uint64_t holes) {
    if (object->flags == NULL) return;
    if (object->holes == NULL && holes != 0) object->holes = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, 1);
    for (uint64_t d = byte / 4u; d <= (byte + bytes - 1u) / 4u; d++) {
        const uint64_t first = byte > 4u * d ? byte : 4u * d,
                       end = byte + bytes < 4u * d + 4u ? byte + bytes : 4u * d + 4u;
        uint8_t undefined = 0, others = 0;
        if (object->holes != NULL) {
            for (uint64_t i = first; i < end; i++) {
                const uint8_t bit = (uint8_t)(1u << i % 4u);
                object->holes[d] &= (uint8_t)~bit;
                if (holes >> 8u * (i - byte) & 0xFFu) object->holes[d] |= bit;
            }
            undefined = object->holes[d] != 0 ? NBL_FLAG_UNDEFINED : 0;
        }
        if (end - first < 4u) others = object->flags[d];
        object->flags[d] = (uint8_t)(((others | flags) & ~NBL_FLAG_UNDEFINED) | undefined);
    }
}

static uint64_t read_number(const unsigned char *at, uint32_t bytes) {
    uint64_t value = 0;
    memcpy(&value, at, bytes);
    return value;
}

/* Returns the buffer that a device address lies just behind, if it lies in none; NULL: not just behind one. */
static nbl_object_t *just_before(const nbl_machine_t *m, uint64_t address) {
    nbl_object_t *found = NULL;
    for (uint32_t i = 0; i < m->region_count && (address & NBL_ADDRESS_OURS) == 0; i++) {
        nbl_object_t *object = &m->objects[m->regions[i].object];
        const uint64_t beyond = address - object->address - object->bytes;
        if (address >= object->address && beyond < (object->made_up ? NBL_MOST_MADE_UP : BEYOND_A_BUFFER))
            found = object;
    }
    return found;
}

/* Returns the bound that an index of a lane's address was not below; 0: it is not known.
 *
 * row  of the address, which operations made out of indices, the first of them out of bounds */
static uint64_t bound_of(const nbl_machine_t *m, const nbl_wave_t *w, uint32_t row, uint32_t lane, uint32_t index) {
    const nbl_program_t *p = m->program;
    uint64_t bound = 0;
    for (uint32_t i = p->op_count; i-- != 0 && row != NBL_NONE;) {
        const nbl_op_t *op = &p->ops[i];
        if (op->code != NBL_OP_INDEX || op->result != row) continue;
        const bool is_it = op->b != NBL_NONE && op->bound != 0 && !op->descriptors &&
                           (uint32_t)nbl_row_lane(m, w, op->b, lane) == index &&
                           ((int32_t)index < 0 || index >= op->bound);
        if (is_it) bound = op->bound;
        row = op->a;
    }
    return bound;
}

/* Reports that the caller has bound nothing to the binding, or fewer bytes than the access needs. */
static void tell_missing(nbl_machine_t *m, const nbl_op_t *op, const nbl_object_t *object, const char *name,
                         uint64_t address, uint64_t byte, uint64_t bytes) {
    if (address >= NBL_ADDRESS_UNBOUND && address < NBL_ADDRESS_OUTSIDE)
        nbl_tell_unbound(m, op, "nothing is bound for index %u of %s", (unsigned)(uint32_t)address, name);
    if (object == NULL && address < NBL_ADDRESS_POISON)
        nbl_tell_unbound(m, op, "device address 0x%llx leads to no memory that was bound", (unsigned long long)address);
    if (object != NULL && object->missing) nbl_tell_unbound(m, op, "nothing is bound at %s", name);
    if (object == NULL || !object->made_up || byte >= NBL_MOST_MADE_UP) return;
    const nbl_global_t *global = nbl_global_of(m, object);
    m->report->wanted =
        (nbl_interpreter_wanted_t){.set = global->set,
                                   .binding = object->memory != 0 ? object->memory - 1u : global->binding,
                                   .element = object->element,
                                   .bytes = byte + op->form};
    nbl_tell_unbound(m, op, "%s has %llu bytes, which were made up, and byte %llu is accessed", global->name,
                     (unsigned long long)bytes, (unsigned long long)byte);
}

/* Finds the element of the variable that is nearest to an address outside it. */
static void locate_nearest(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint64_t address,
                           nbl_location_t *place) {
    const uint64_t half = (uint64_t)1 << (NBL_ADDRESS_SHIFT - 1u);
    uint32_t number = NBL_ADDRESS_OBJECT(address + half);
    if (number - op->first_object >= op->object_count) number = op->first_object;
    nbl_locate(m, w->group, NBL_ADDRESS_OF(number), place);
}

static void out_of_bounds(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint64_t address) {
    nbl_location_t place = {NULL, 0, 0, 0};
    const char *name = op->root != 0 ? m->program->shader.ids[op->root].name : NULL;
    if (name == NULL || name[0] == '\0') {
        name = "";
        for (uint32_t g = 0; g < m->program->global_count; g++)
            if (m->program->globals[g].id == op->root) name = m->program->globals[g].name;
    }
    if (m->proves) return;
    if (op->a != NBL_NONE && (nbl_row_flag(w, op->a, lane) & NBL_FLAG_UNDEFINED) && m->checks)
        return; /* that was reported already */
    if (address < NBL_ADDRESS_POISON && !is_of_root(op, address)) {
        locate_nearest(m, w, op, address, &place);
    } else if (address < NBL_ADDRESS_POISON && !nbl_locate(m, w->group, address, &place)) {
        place.object = just_before(m, address);
        if (place.object != NULL) {
            place.begin = place.object->address;
            place.end = place.begin + place.object->bytes;
            place.zero = place.begin - place.object->shift;
        }
    }
    const nbl_object_t *object = place.object;
    const uint64_t byte = address - place.begin, bytes = place.end - place.begin;
    tell_missing(m, op, object, name, address, byte, bytes);
    if (!m->checks) return;
    if (address >= NBL_ADDRESS_POISON) {
        nbl_interpreter_finding_t *made =
            nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, name, "index %d is out of its range",
                             (int)(int32_t)(uint32_t)address);
        const uint64_t bound = made != NULL ? bound_of(m, w, op->a, lane, (uint32_t)address) : 0;
        const size_t length = made != NULL ? strlen(made->detail) : 0;
        if (bound != 0)
            snprintf(made->detail + length, sizeof made->detail - length, ", 0 to %llu",
                     (unsigned long long)(bound - 1u));
        return;
    }
    char element[128];
    if (op->object_count != 0)
        nbl_report_outside(m, op->root, NBL_ADDRESS_OBJECT(place.begin), (int64_t)byte, element, sizeof element);
    else
        nbl_report_element(m, object, address - place.zero, element, sizeof element);
    nbl_report_issue(m, w, op, NBL_INTERPRETER_OUT_OF_BOUNDS, lane, element, "byte %lld of %llu bytes", (long long)byte,
                     (unsigned long long)bytes);
}

/* Returns the object of an access; NULL if the access is out of bounds, which is then reported. */
static nbl_object_t *resolve(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint64_t address) {
    nbl_location_t place;
    const int there = nbl_locate_of(m, w->group, op, address, &place) && place.object->data != NULL &&
                      address < place.end && place.end - address >= op->form;
    if (there && (place.object->kind < NBL_OBJECT_IMAGE ||
                  (place.object->kind == NBL_OBJECT_IMAGE && op->code == NBL_OP_ATOMIC)))
        return place.object;
    out_of_bounds(m, w, op, lane, address);
    return NULL;
}

static int is_checked(const nbl_machine_t *m, const nbl_object_t *object) { return m->checks && object->written; }

static void check_lane(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, uint64_t address,
                       uint32_t kind, uint32_t lane, uint32_t site, const void *written) {
    if (m->held != NULL && op->code == NBL_OP_ATOMIC) nbl_hold_access(m, w, op, address, lane);
    nbl_race_access(m, w->group, object, nbl_byte_at(m, address), op->form, kind, w->first + lane, site, written);
}

/* ---- the lanes of an access: mostly all in one object, which is then looked up once */

typedef struct lanes_t {
    nbl_machine_t *m;
    nbl_wave_t *w;
    const nbl_op_t *op;
    nbl_look_t look;
    nbl_object_t *object; /* of the last lane; NULL: its address leads to nothing, which was reported */
    const uint8_t *flags; /* by dword of the object */
    uint64_t begin, end;  /* addresses from begin to end - 1 lie in the object */
    uint64_t zero;        /* the address of the object's byte 0 */
    nbl_record_t now;     /* the access of lane 0, from which the other lanes' are made */
    uint8_t source, checked;
} lanes_t;

static void begin_lanes(lanes_t *lanes, nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    *lanes = (lanes_t){.m = m, .w = w, .op = op};
    if (m->checks)
        lanes->now = (nbl_record_t){m->clock, w->group->index * m->invocations + w->first, nbl_race_site(m, w, op)};
}

/* Finds the object of a lane's address. Returns false if the address leads to nothing. */
static inline int find_lane(lanes_t *lanes, uint32_t lane, uint64_t address) {
    if (address - lanes->begin < lanes->end - lanes->begin) return 1;
    nbl_machine_t *m = lanes->m;
    lanes->object = resolve(m, lanes->w, lanes->op, lane, address);
    lanes->begin = lanes->end = 0;
    if (lanes->object == NULL) return 0;
    nbl_location_t place;
    nbl_locate(m, lanes->w->group, address, &place);
    lanes->begin = place.begin;
    lanes->end = place.end - lanes->op->form + 1u;
    lanes->zero = place.zero;
    lanes->flags = lanes->object->flags;
    lanes->source = source_of(lanes->object);
    lanes->checked = (uint8_t)is_checked(m, lanes->object);
    lanes->look = nbl_look_at(m, lanes->w->group, lanes->object);
    return 1;
}

static inline void check_lane_quickly(lanes_t *lanes, uint64_t byte, uint32_t lane, uint32_t bytes, uint32_t kind,
                                      const void *written) {
    const nbl_record_t now = {lanes->now.stamp, lanes->now.who + lane, lanes->now.site};
    if (lanes->m->held != NULL) nbl_hold_access(lanes->m, lanes->w, lanes->op, lanes->zero + byte, lane);
    if (bytes == 4 && !lanes->op->is_private && nbl_look_quick(&lanes->look, byte, now, written != NULL)) return;
    nbl_race_access(lanes->m, lanes->w->group, lanes->object, byte, bytes, kind, lanes->w->first + lane, now.site,
                    written);
}

/* Loads numbers of `bytes` bytes for all lanes. Always inlined: callers give constants for `bytes` and `wide`. */
static inline __attribute__((always_inline)) void load_lanes(lanes_t *lanes, const uint64_t *addresses, uint32_t bytes,
                                                             void *made, int wide, uint8_t *flags) {
    const nbl_frame_t *frame = &lanes->w->frames[lanes->w->depth - 1u];
    for (uint32_t i = 0; i < lanes->w->lanes; i++) {
        uint64_t value = 0;
        uint8_t flag = 0;
        if (frame->mask[i]) {
            const uint64_t address =
                addresses[i] >= NBL_ADDRESS_POISON ? addresses[i] : addresses[i] + lanes->op->immediate;
            if (find_lane(lanes, i, address)) {
                const uint64_t byte = address - lanes->zero;
                if (lanes->checked) check_lane_quickly(lanes, byte, i, bytes, NBL_ACCESS_READ, NULL);
                memcpy(&value, lanes->object->data + byte, bytes);
                flag = lanes->source;
                if (lanes->flags != NULL) {
                    flag |= lanes->flags[byte / 4u];
                    if (bytes != 4u || byte % 4u != 0) flag = flags_at(lanes->object, byte, bytes);
                }
            }
        }
        flags[i] = flag;
        if (wide)
            ((uint64_t *)made)[i] = value;
        else
            ((uint32_t *)made)[i] = (uint32_t)value;
    }
}

static void load_one(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, const nbl_row_t *at, int whole) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint64_t base = at != NULL ? at->value : 0,
                   address = base >= NBL_ADDRESS_POISON ? base : base + op->immediate;
    const uint32_t first = nbl_first_lane(w, frame->mask);
    nbl_object_t *object = resolve(m, w, op, first, address);
    const uint8_t address_flags = at != NULL ? nbl_row_any_flags(w, op->a, frame->mask) : 0;
    uint8_t flags = address_flags;
    uint64_t value = 0, holes = ~(uint64_t)0;
    if (object != NULL) {
        if (is_checked(m, object)) {
            const uint32_t site = nbl_race_site(m, w, op);
            uint32_t last = w->lanes - 1u;
            while (!frame->mask[last]) last--;
            check_lane(m, w, op, object, address, NBL_ACCESS_READ, first, site,
                       NULL); /* two lanes stand for all readers */
            if (last != first) check_lane(m, w, op, object, address, NBL_ACCESS_READ, last, site, NULL);
            for (uint32_t i = 0; m->held != NULL && i < w->lanes; i++)
                if (frame->mask[i]) nbl_hold_access(m, w, op, address, i);
        }
        const uint64_t byte = nbl_byte_at(m, address);
        value = read_number(object->data + byte, op->form);
        flags |= flags_at(object, byte, op->form);
        holes = holes_at(object, byte, op->form);
    }
    if (flags & NBL_FLAG_UNDEFINED) m->undefined_op = (uint32_t)(op - m->program->ops);
    nbl_row_set_uniform(m, w, op->result, value, frame->mask, whole);
    nbl_row_set_flags(m, w, op->result, flags, frame->mask, whole);
    if (holes == ~(uint64_t)0 || !(flags & ~address_flags & NBL_FLAG_UNDEFINED)) return;
    for (uint32_t i = 0; i < w->lanes; i++) w->scratch[3][i] = holes;
    nbl_row_set_holes(m, w, op->result, w->scratch[3], frame->mask);
}

/* Loads the holes of each lane's number. */
static void load_holes(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, const uint64_t *addresses) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    uint64_t *holes = w->scratch[3];
    for (uint32_t i = 0; i < w->lanes; i++) {
        holes[i] = ~(uint64_t)0;
        if (!frame->mask[i] || addresses[i] >= NBL_ADDRESS_POISON) continue;
        const uint64_t address = addresses[i] + op->immediate;
        nbl_location_t place;
        if (!nbl_locate_of(m, w->group, op, address, &place) || address + op->form > place.end) continue;
        if (nbl_row_flag(w, op->a, i) & NBL_FLAG_UNDEFINED) continue;
        holes[i] = holes_at(place.object, address - place.zero, op->form);
    }
    nbl_row_set_holes(m, w, op->result, holes, frame->mask);
}

void nbl_execute_load(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const int whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const nbl_row_t *at = op->a != NBL_NONE ? &w->rows[op->a] : NULL;
    m->report->accesses += frame->active;
    if (m->proves) nbl_prove_access(m, w, op, NBL_ACCESS_READ);
    if (at == NULL || at->uniform) {
        load_one(m, w, op, at, whole);
        return;
    }
    const uint64_t *addresses = nbl_row_lanes(m, w, op->a);
    const int wide = m->program->registers[op->result].wide;
    uint8_t *flags = w->scratch_flags, any = 0, every = 0xFF;
    lanes_t lanes;
    begin_lanes(&lanes, m, w, op);
    /* load into the register itself if none of its old values is needed */
    void *made = whole && op->result != op->a ? nbl_row_fresh(m, w, op->result) : w->scratch[2];
    if (op->form == 4 && !wide)
        load_lanes(&lanes, addresses, 4, made, 0, flags);
    else
        load_lanes(&lanes, addresses, op->form, made, wide, flags);
    if (made == w->scratch[2]) nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
    if (at->mixed)
        for (uint32_t i = 0; i < w->lanes; i++) flags[i] |= at->shadow[i];
    for (uint32_t i = 0; i < w->lanes; i++) {
        any |= (uint8_t)(flags[i] & frame->mask[i]);
        every &= (uint8_t)(flags[i] | ~frame->mask[i]);
    }
    if (!at->mixed) any |= at->flags, every |= at->flags;
    if (any == every) {
        nbl_row_set_flags(m, w, op->result, any, frame->mask, whole);
    } else {
        if (!at->mixed)
            for (uint32_t i = 0; i < w->lanes; i++) flags[i] |= at->flags;
        nbl_row_set_flag_lanes(m, w, op->result, flags, frame->mask, whole);
    }
    if (any & NBL_FLAG_UNDEFINED) {
        m->undefined_op = (uint32_t)(op - m->program->ops);
        load_holes(m, w, op, addresses);
    }
    if (m->proves && m->run->distinct_count != 0) nbl_ticket_entries(m, w, frame, op, addresses);
}

static void tell_leaving(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, const nbl_object_t *object, uint64_t byte,
                         uint32_t lane) {
    char element[128];
    if (!m->checks || m->proves || object->kind == NBL_OBJECT_SHARED) return;
    nbl_report_element(m, object, byte, element, sizeof element);
    nbl_report_issue(m, w, op, NBL_INTERPRETER_UNDEFINED, lane, element, "an undefined value leaves the shader");
}

static inline __attribute__((always_inline)) void store_lanes(lanes_t *lanes, const uint64_t *addresses, uint32_t bytes,
                                                              const void *values, int wide, const uint8_t *flags,
                                                              uint8_t flag) {
    const nbl_frame_t *frame = &lanes->w->frames[lanes->w->depth - 1u];
    for (uint32_t i = 0; i < lanes->w->lanes; i++) {
        if (!frame->mask[i]) continue;
        const uint64_t address =
            addresses[i] >= NBL_ADDRESS_POISON ? addresses[i] : addresses[i] + lanes->op->immediate;
        if (!find_lane(lanes, i, address)) continue;
        const uint64_t byte = address - lanes->zero,
                       value = wide ? ((const uint64_t *)values)[i] : ((const uint32_t *)values)[i];
        const uint8_t each = flags != NULL ? (uint8_t)(flags[i] | flag) : flag;
        lanes->m->writes_data = (each & lanes->m->deciding) != 0;
        if (lanes->checked) check_lane_quickly(lanes, byte, i, bytes, NBL_ACCESS_WRITE, &value);
        memcpy(lanes->object->data + byte, &value, bytes);
        if (lanes->flags != NULL) {
            lanes->m->news += (lanes->flags[byte / 4u] & lanes->m->deciding) == 0 && (each & lanes->m->deciding) != 0;
            set_flags_at(lanes->m, lanes->object, byte, bytes, each,
                         each & NBL_FLAG_UNDEFINED ? nbl_row_holes(lanes->w, lanes->op->b, i) : 0);
        }
        if (each & NBL_FLAG_UNDEFINED) tell_leaving(lanes->m, lanes->w, lanes->op, lanes->object, byte, i);
    }
}

void nbl_execute_store(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint8_t control = m->proves ? (uint8_t)nbl_prove_control_flags(w) : 0;
    const nbl_row_t *value = &w->rows[op->b];
    const uint64_t *addresses = w->scratch[1];
    lanes_t lanes;

    begin_lanes(&lanes, m, w, op);
    if (op->a != NBL_NONE)
        addresses = nbl_row_lanes(m, w, op->a);
    else
        memset(w->scratch[1], 0, w->lanes * sizeof *addresses);
    if (m->proves) nbl_prove_access(m, w, op, NBL_ACCESS_WRITE);
    const void *values = nbl_row_lanes(m, w, op->b);
    const int wide = m->program->registers[op->b].wide;
    const uint8_t *flags = value->mixed ? value->shadow : NULL, flag = value->mixed ? control : value->flags | control;
    if (op->form == 4 && !wide)
        store_lanes(&lanes, addresses, 4, values, 0, flags, flag);
    else
        store_lanes(&lanes, addresses, op->form, values, wide, flags, flag);
    m->report->accesses += frame->active;
    m->stores++;
}

/* ---- atomic accesses, lane after lane */

static double combine_floats(uint16_t opcode, double x, double y) {
    if (opcode == SpvOpAtomicFMinEXT) return y < x ? y : x;
    if (opcode == SpvOpAtomicFMaxEXT) return x < y ? y : x;
    return x + y;
}

/* The sum of two float32 is rounded twice, to float64 and then to float32, which gives the same bits as once: 53 bits
 * are more than 2 * 24 + 1. */
static uint64_t add_numbers(const nbl_op_t *op, uint64_t a, uint64_t b) {
    if (op->form == 4) {
        float x, y;
        const uint32_t low[2] = {(uint32_t)a, (uint32_t)b};
        uint32_t bits;
        memcpy(&x, &low[0], 4);
        memcpy(&y, &low[1], 4);
        x = (float)combine_floats(op->opcode, x, y);
        memcpy(&bits, &x, 4);
        return bits;
    }
    double x, y;
    memcpy(&x, &a, 8);
    memcpy(&y, &b, 8);
    x = combine_floats(op->opcode, x, y);
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

/* Notes what a turn accesses atomically, for the search of orders. */
static void touch(nbl_turn_t *turn, uint64_t address, int changes) {
    for (uint32_t i = 0; i < turn->touched; i++)
        if (turn->touches[i].address == address) {
            turn->touches[i].changes |= changes;
            return;
        }
    if (turn->touched == NBL_MOST_TOUCHES) {
        turn->touched_more = 1;
        return;
    }
    turn->touches[turn->touched].address = address;
    turn->touches[turn->touched++].changes = changes;
}

/* Ends a run in which MOST_IDLE atomic accesses in a row have changed nothing: it waits for something that never
 * comes. */
static void count_idle(nbl_machine_t *m, const nbl_op_t *op, uint32_t accesses, int changed) {
    const uint64_t progress = m->stores + m->report->barriers + m->report->workgroups;
    nbl_interpreter_place_t place;
    if (changed || progress != m->idle_since) {
        m->idle_since = progress;
        m->idle_atomics = 0;
        return;
    }
    m->idle_atomics += accesses;
    if (m->idle_atomics < MOST_IDLE) return;
    nbl_report_place(m, (uint32_t)(op - m->program->ops), &place);
    nbl_machine_stop(
        m, NBL_ERROR_STEP_LIMIT,
        "it spins at %s:%u: %u atomic accesses have changed nothing, and nothing else was stored or passed "
        "a barrier",
        place.file != NULL ? place.file : "word", (unsigned)(place.file != NULL ? place.line : place.word),
        (unsigned)MOST_IDLE);
}

void nbl_execute_atomic(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    int changed = 0;
    const int whole = op->result == NBL_NONE || !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
    const uint32_t site = m->checks ? nbl_race_site(m, w, op) : 0;
    const int loads = op->opcode == SpvOpAtomicLoad, stores = op->opcode == SpvOpAtomicStore;
    const uint32_t kind = NBL_ACCESS_ATOMIC | (loads ? NBL_ACCESS_READ : NBL_ACCESS_WRITE);
    uint64_t *made = w->scratch[2];

    if (m->proves) nbl_prove_access(m, w, op, kind);
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t before = 0;
        if (frame->mask[i]) {
            const uint64_t address = nbl_row_lane(m, w, op->a, i);
            nbl_object_t *object = resolve(m, w, op, i, address);
            if (object != NULL) {
                const uint64_t byte = nbl_byte_at(m, address);
                unsigned char *at = object->data + byte;
                const uint64_t value = op->b != NBL_NONE ? nbl_row_lane(m, w, op->b, i) : 0,
                               expected = op->c != NBL_NONE ? nbl_row_lane(m, w, op->c, i) : 0;
                before = read_number(at, op->form);
                const uint64_t after = combine(op, before, value, expected);
                const int writes = !loads && (op->opcode != SpvOpAtomicCompareExchange || before == expected);
                if (is_checked(m, object))
                    check_lane(m, w, op, object, address,
                               writes ? kind : (uint32_t)(NBL_ACCESS_ATOMIC | NBL_ACCESS_READ), i, site, NULL);
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
                if (m->turn != NULL) touch(m->turn, address, writes && after != before);
                changed |= memcmp(at, &after, op->form) != 0;
                if (writes) memcpy(at, &after, op->form);
                if (writes ||
                    (m->proves &&
                     !loads)) { /* in a proof: a compare-exchange that fails here may succeed in another run */
                    const uint8_t kept = writes ? 0 : flags_at(object, byte, op->form);
                    const uint64_t holes = (op->b != NBL_NONE ? nbl_row_holes(w, op->b, i) : 0) |
                                           (writes ? 0 : holes_at(object, byte, op->form));
                    set_flags_at(m, object, byte, op->form, (uint8_t)(NBL_FLAG_ATOMICS | undefined | kept), holes);
                }
            }
        }
        if (op->form == 8)
            made[i] = before;
        else
            ((uint32_t *)made)[i] = (uint32_t)before;
    }
    m->report->accesses += frame->active;
    count_idle(m, op, frame->active, changed);
    if (op->result != NBL_NONE) {
        nbl_row_set_lanes(m, w, op->result, made, frame->mask, whole);
        nbl_row_set_flags(m, w, op->result, NBL_FLAG_ATOMICS, frame->mask, whole);
    }
    if (m->proves) nbl_ticket_draw(m, w, frame, op);
}
