/* Values, and what the specialiser has found out about them; composites are kept as their leaves.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/specialize/internal.h"

enum { MOST_VALUES = 1 << 19 }; /* more are refused; chosen: at 32 bytes each a quarter of MOST_BYTES */

/* Adds a value. Returns its number. */
uint32_t nbl_sp_add(nbl_sp_t *s, nbl_sp_value_t value) {
    if (s->values.size >= MOST_VALUES) nbl_sp_refuse(s, "more than %u values", (unsigned)MOST_VALUES);
    NBL_SP_PUSH(s, s->values, value);
    return s->values.size - 1;
}

/* Returns the number of a scalar constant, of its type and its bits. Equal constants have one number. */
uint32_t nbl_sp_constant(nbl_sp_t *s, uint32_t type, uint64_t bits) {
    uint32_t bucket = ((uint32_t)((bits * 0x9e3779b97f4a7c15u) >> 40) + type * 31u) % NBL_SP_BUCKETS;
    for (uint32_t i = s->constant_buckets[bucket]; i; i = s->values.data[i].next)
        if (s->values.data[i].type == type && s->values.data[i].bits == bits) return i;
    nbl_sp_value_t v = {.kind = NBL_SP_CONSTANT, .type = type, .bits = bits, .next = s->constant_buckets[bucket]};
    return s->constant_buckets[bucket] = nbl_sp_add(s, v);
}

uint32_t nbl_sp_undefined(nbl_sp_t *s, uint32_t type) {
    nbl_sp_type(s, type);
    if (!s->types[type].undefined) {
        nbl_sp_value_t v = {.kind = NBL_SP_UNDEFINED, .type = type};
        uint32_t made = nbl_sp_add(s, v);
        s->types[type].undefined = made;
    }
    return s->types[type].undefined;
}

/* Returns a new value for the result of an instruction of the new module that has this id. */
uint32_t nbl_sp_result(nbl_sp_t *s, uint32_t type, uint32_t id) {
    nbl_sp_value_t v = {.kind = NBL_SP_RESULT, .type = type, .id = id};
    return nbl_sp_add(s, v);
}

uint32_t nbl_sp_leaf_type(nbl_sp_t *s, uint32_t type, uint32_t leaf) {
    const nbl_sp_type_t *t = nbl_sp_type(s, type);
    if (t->leaf && leaf < t->leaves) return t->leaf;
    while (nbl_sp_is_composite(s, type)) nbl_sp_member_of_leaf(s, &type, &leaf);
    return type;
}

/* Writes an OpCompositeExtract of a leaf of an instruction's result. Returns the leaf's value. */
static uint32_t extract_leaf(nbl_sp_t *s, uint32_t value, uint32_t leaf) {
    uint32_t type = s->values.data[value].type, operands[16], n = 1;
    operands[0] = nbl_sp_id(s, value);
    while (nbl_sp_is_composite(s, type)) {
        if (n == 16) nbl_sp_refuse(s, "a deep type");
        operands[n++] = nbl_sp_member_of_leaf(s, &type, &leaf);
    }
    uint32_t made = nbl_sp_emit(s, SpvOpCompositeExtract, type, n, operands, true);
    nbl_sp_value_t *v = &s->values.data[made];
    v->op = SpvOpCompositeExtract;
    v->a = value;
    v->b = n == 2 ? operands[1] : UINT32_MAX;
    return made;
}

/* Returns leaf number `leaf` of a value; of a scalar or a pointer the value itself. */
uint32_t nbl_sp_leaf(nbl_sp_t *s, uint32_t value, uint32_t leaf) {
    nbl_sp_value_t v = nbl_sp_value(s, value);
    if (v.kind == NBL_SP_COMPOSITE) {
        if (leaf >= v.count) nbl_sp_refuse(s, "malformed: leaf %u of %u", leaf, v.count);
        return s->parts.data[v.first + leaf];
    }
    if (v.kind == NBL_SP_CELLS || v.kind == NBL_SP_POINTER || !nbl_sp_is_composite(s, v.type)) {
        if (leaf) nbl_sp_refuse(s, "malformed: a part of a scalar");
        return value;
    }
    if (v.kind == NBL_SP_UNDEFINED) return nbl_sp_undefined(s, nbl_sp_leaf_type(s, v.type, leaf));
    return extract_leaf(s, value, leaf);
}

/* Returns a value of a composite type whose leaves are all of s->parts from first_part on. */
uint32_t nbl_sp_composite(nbl_sp_t *s, uint32_t type, uint32_t first_part) {
    nbl_sp_value_t v = {.kind = NBL_SP_COMPOSITE, .type = type, .first = first_part};
    v.count = s->parts.size - first_part;
    if (!nbl_sp_is_composite(s, type) || v.count != nbl_sp_leaves(s, type))
        nbl_sp_refuse(s, "malformed: %u leaves for type %u", v.count, type);
    return nbl_sp_add(s, v);
}

static uint32_t leaf_count(nbl_sp_t *s, uint32_t value) {
    nbl_sp_value_t v = nbl_sp_value(s, value);
    if (v.kind == NBL_SP_CELLS || v.kind == NBL_SP_POINTER) return 1;
    return nbl_sp_leaves(s, v.type);
}

void nbl_sp_push_leaves(nbl_sp_t *s, uint32_t value) {
    for (uint32_t k = 0, n = leaf_count(s, value); k < n; k++) {
        uint32_t leaf = nbl_sp_leaf(s, value, k);
        NBL_SP_PUSH(s, s->parts, leaf);
    }
}

/* Returns the part of a value that has a type and begins at leaf number first_leaf. */
uint32_t nbl_sp_part(nbl_sp_t *s, uint32_t value, uint32_t type, uint32_t first_leaf) {
    if (!nbl_sp_is_composite(s, type)) return nbl_sp_leaf(s, value, first_leaf);
    nbl_sp_value_t of = nbl_sp_value(s, value);
    uint32_t n = nbl_sp_leaves(s, type);
    if (of.kind == NBL_SP_COMPOSITE) {
        nbl_sp_value_t v = {.kind = NBL_SP_COMPOSITE, .type = type, .first = of.first + first_leaf, .count = n};
        if (n > of.count || first_leaf > of.count - n) nbl_sp_refuse(s, "malformed: a part");
        return nbl_sp_add(s, v);
    }
    uint32_t first = s->parts.size;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t leaf = nbl_sp_leaf(s, value, first_leaf + k);
        NBL_SP_PUSH(s, s->parts, leaf);
    }
    return nbl_sp_composite(s, type, first);
}
