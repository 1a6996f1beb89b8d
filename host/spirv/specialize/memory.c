/* Private variables: cells that hold values, or variables of the new main() where an index or a kept loop needs one.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A variable that turns out to need memory is noted by the place where it begins: its id, and the path of calls and
 * iterations. Then the module is run once more; until then what the variable holds is unknown. The second run may try
 * and throw away other things than the first, but it comes by the same places.
 */
#include <string.h>

#include "spirv/specialize/internal.h"

enum {
    MOST_CELLS = 1 << 20, /* of all variables together; more are refused; chosen */
    MOST_OPERANDS = 4     /* memory operands of a load or a store: mask, alignment, two scopes; more are refused */
};

/* Returns where the index of the first place of a hash bucket stands, plus 1; 0 there: the bucket is empty. */
static uint32_t *bucket_of(nbl_sp_t *s, nbl_sp_place_t place) {
    return &s->memory_buckets[(uint32_t)(nbl_sp_path(place.path, place.id, 0) >> 32) % NBL_SP_BUCKETS];
}

static bool is_in_memory(nbl_sp_t *s, nbl_sp_place_t place) {
    if (!s->in_memory.size) return false; /* nearly every module has none there */
    for (uint32_t i = *bucket_of(s, place); i; i = s->in_memory.data[i - 1].next)
        if (s->in_memory.data[i - 1].path == place.path && s->in_memory.data[i - 1].id == place.id) return true;
    return false;
}

/* Begins a variable that has this id in the old module. Returns a pointer to it: to cells, or, if the variable is one
 * of those in memory, to an OpVariable of the new main(). */
uint32_t nbl_sp_variable(nbl_sp_t *s, uint32_t type, uint32_t id) {
    nbl_sp_place_t place = {.path = s->frame ? s->frame->path : 0, .id = id};
    uint32_t instance = s->places.size, leaves = nbl_sp_leaves(s, type);
    NBL_SP_PUSH(s, s->places, place);
    if (is_in_memory(s, place)) {
        nbl_sp_value_t v = {.kind = NBL_SP_POINTER, .type = type, .id = s->next_id++, .in_function = true};
        v.pointer_type = nbl_sp_function_pointer(s, type);
        uint32_t words[4] = {SpvOpVariable | 4 << 16, v.pointer_type, v.id, SpvStorageClassFunction};
        for (int k = 0; k < 4; k++) NBL_SP_PUSH(s, s->variables, words[k]);
        return nbl_sp_add(s, v);
    }
    nbl_sp_value_t v = {.kind = NBL_SP_CELLS, .type = type, .first = s->cells.size, .instance = instance};
    if (s->cells.size + leaves > MOST_CELLS) nbl_sp_refuse(s, "private variables are too large");
    for (uint32_t k = 0; k < leaves; k++) {
        uint32_t leaf = nbl_sp_leaf_type(s, type, k);
        NBL_SP_PUSH(s, s->cells, 0);
        NBL_SP_PUSH(s, s->types_of_cells, leaf);
        NBL_SP_PUSH(s, s->owners, instance);
        NBL_SP_PUSH(s, s->others, 0);
    }
    uint32_t pointer = 0;
    if (s->free_pointers.size) {
        pointer = s->free_pointers.data[--s->free_pointers.size];
        s->values.data[pointer] = v;
    } else {
        pointer = nbl_sp_add(s, v);
    }
    NBL_SP_PUSH(s, s->locals, pointer);
    return pointer;
}

/* Ends a call's variables: the pointers of s->locals from number `locals` on may be used again. */
void nbl_sp_drop_locals(nbl_sp_t *s, uint32_t locals) {
    while (s->locals.size > locals) {
        uint32_t pointer = s->locals.data[--s->locals.size];
        NBL_SP_PUSH(s, s->free_pointers, pointer);
    }
}

/* Notes that a variable must be in memory, and that one more pass is needed. */
void nbl_sp_take_out(nbl_sp_t *s, uint32_t instance) {
    nbl_sp_place_t place = s->places.data[instance];
    s->again = true;
    if (is_in_memory(s, place)) return;
    uint32_t *bucket = bucket_of(s, place);
    place.next = *bucket;
    NBL_SP_PUSH(s, s->in_memory, place);
    *bucket = s->in_memory.size;
}

void nbl_sp_take_none_out(nbl_sp_t *s) {
    if (s->in_memory.size) memset(s->memory_buckets, 0, sizeof s->memory_buckets);
    s->in_memory.size = 0;
}

/* Stores a value in a cell, and what the cell held in the trail. */
void nbl_sp_set_cell(nbl_sp_t *s, uint32_t cell, uint32_t value) {
    nbl_sp_write_t before = {cell, s->cells.data[cell]};
    if (before.value == value) return;
    NBL_SP_PUSH(s, s->trail, before);
    s->cells.data[cell] = value;
}

/* Marks a cell as carried: from here on it holds what a kept loop may have changed. Returns false if it was marked. */
bool nbl_sp_carry(nbl_sp_t *s, uint32_t cell) {
    uint32_t held = s->cells.data[cell];
    if (held && s->values.data[held].kind == NBL_SP_CARRIED) return false;
    nbl_sp_value_t v = {.kind = NBL_SP_CARRIED, .type = s->types_of_cells.data[cell], .instance = s->owners.data[cell]};
    nbl_sp_set_cell(s, cell, nbl_sp_add(s, v));
    return true;
}

void nbl_sp_drop_cells(nbl_sp_t *s, uint32_t cells) {
    s->cells.size = s->owners.size = s->others.size = s->types_of_cells.size = cells;
}

static uint32_t load_cells(nbl_sp_t *s, nbl_sp_value_t p) {
    uint32_t leaves = nbl_sp_leaves(s, p.type), first = s->parts.size;
    bool is_composite = nbl_sp_is_composite(s, p.type);
    for (uint32_t k = 0; k < leaves; k++) {
        uint32_t held = s->cells.data[p.first + k];
        if (!held) held = nbl_sp_undefined(s, nbl_sp_leaf_type(s, p.type, k));
        if (!is_composite) return held;
        NBL_SP_PUSH(s, s->parts, held);
    }
    return nbl_sp_composite(s, p.type, first);
}

uint32_t nbl_sp_load(nbl_sp_t *s, uint32_t type, uint32_t pointer, uint32_t count, const uint32_t *operands) {
    nbl_sp_value_t p = nbl_sp_value(s, pointer);
    uint32_t words[1 + MOST_OPERANDS];
    if (p.kind == NBL_SP_CELLS) {
        if (p.type != type) nbl_sp_refuse(s, "malformed: a load of another type");
        return load_cells(s, p);
    }
    if (p.kind != NBL_SP_POINTER && p.kind != NBL_SP_RESULT) nbl_sp_refuse(s, "malformed: a load from no pointer");
    if (count > MOST_OPERANDS) nbl_sp_refuse(s, "a load with %u operands", count);
    words[0] = nbl_sp_id(s, pointer);
    for (uint32_t k = 0; k < count; k++) words[1 + k] = operands[k];
    uint32_t loaded = nbl_sp_emit(s, SpvOpLoad, type, 1 + count, words, p.kind == NBL_SP_POINTER && p.a && !count);
    if (p.kind == NBL_SP_POINTER && p.id == s->local_index_id && !count) s->local_index = loaded;
    return loaded;
}

void nbl_sp_store(nbl_sp_t *s, uint32_t pointer, uint32_t value, uint32_t count, const uint32_t *operands) {
    nbl_sp_value_t p = nbl_sp_value(s, pointer), v = nbl_sp_value(s, value);
    uint32_t words[2 + MOST_OPERANDS];
    if (p.kind == NBL_SP_CELLS) {
        if (v.kind == NBL_SP_CELLS || v.kind == NBL_SP_POINTER) nbl_sp_refuse(s, "a variable that holds pointers");
        if (p.type != v.type) nbl_sp_refuse(s, "malformed: a store of another type");
        for (uint32_t k = 0, n = nbl_sp_leaves(s, p.type); k < n; k++)
            nbl_sp_set_cell(s, p.first + k,
                            v.kind == NBL_SP_COMPOSITE ? s->parts.data[v.first + k] : nbl_sp_leaf(s, value, k));
        return;
    }
    if (p.kind != NBL_SP_POINTER && p.kind != NBL_SP_RESULT) nbl_sp_refuse(s, "malformed: a store to no pointer");
    if (count > MOST_OPERANDS) nbl_sp_refuse(s, "a store with %u operands", count);
    words[1] = nbl_sp_id(s, value);
    words[0] = nbl_sp_id(s, pointer);
    for (uint32_t k = 0; k < count; k++) words[2 + k] = operands[k];
    nbl_sp_put(s, SpvOpStore, 2 + count, words);
}

/* Returns a pointer to a part of a variable in cells. If an index is no literal, the variable goes into memory, and
 * until the next pass the pointer is one to something unknown. */
static uint32_t access_cells(nbl_sp_t *s, nbl_sp_value_t p, uint32_t pointee, uint32_t count, const uint32_t *ids) {
    for (uint32_t k = 0; k < count; k++) {
        nbl_sp_value_t index = nbl_sp_value(s, nbl_sp_get(s, ids[k]));
        if (index.kind != NBL_SP_CONSTANT) {
            nbl_sp_take_out(s, index.kind == NBL_SP_CARRIED ? index.instance : p.instance);
            nbl_sp_take_out(s, p.instance);
            nbl_sp_value_t v = {.kind = NBL_SP_POINTER, .type = pointee, .id = s->next_id++};
            return nbl_sp_add(s, v);
        }
        if (index.bits >= nbl_sp_type(s, p.type)->count) {
            /* undefined behaviour: a program never executes it, but a module may contain it */
            nbl_sp_refuse(s, "a private array is indexed out of its bounds");
        }
        p.type = nbl_sp_member(s, p.type, (uint32_t)index.bits, &p.first);
    }
    return nbl_sp_add(s, p);
}

uint32_t nbl_sp_access(nbl_sp_t *s, uint32_t pointer_type, uint32_t base, uint32_t count, const uint32_t *ids) {
    nbl_sp_value_t p = nbl_sp_value(s, base);
    const nbl_sp_type_t *t = nbl_sp_type(s, pointer_type);
    if (t->op != SpvOpTypePointer) nbl_sp_refuse(s, "malformed: an access of no pointer type");
    nbl_sp_type(s, t->element);
    if (p.kind == NBL_SP_CELLS) return access_cells(s, p, t->element, count, ids);
    if (p.kind == NBL_SP_RESULT) { /* a buffer's address */
        nbl_sp_value_t v = {.kind = NBL_SP_POINTER, .id = p.id};
        p = v;
    }
    if (p.kind != NBL_SP_POINTER) nbl_sp_refuse(s, "malformed: an access of no pointer");
    uint32_t first = s->parts.size;
    for (uint32_t k = 0; k < p.count; k++) {
        uint32_t part = s->parts.data[p.first + k];
        NBL_SP_PUSH(s, s->parts, part);
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t index = nbl_sp_get(s, ids[k]);
        NBL_SP_PUSH(s, s->parts, index);
    }
    p.first = first;
    p.count += count;
    p.type = t->element;
    p.pointer_type = p.in_function ? nbl_sp_function_pointer(s, t->element) : pointer_type;
    return nbl_sp_add(s, p);
}
