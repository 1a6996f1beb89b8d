/* Writes instructions of the new main(), and finds pure ones again.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/GLSL.std.450.h>
#include <string.h>

#include "spirv/specialize/floating.h"
#include "spirv/specialize/internal.h"

enum { MOST_WORDS = 2 << 20 };

void nbl_sp_put(nbl_sp_t *s, uint32_t op, uint32_t count, const uint32_t *operands) {
    NBL_SP_PUSH(s, s->code, op | (count + 1) << 16);
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->code, operands[k]);
    if (s->code.size > MOST_WORDS || count > 0xfff0) nbl_sp_refuse(s, "the new module grows too large");
}

static uint32_t hash_of(uint32_t op, uint32_t type, uint32_t count, const uint32_t *operands, bool exactly) {
    uint32_t h = op * 0x9e3779b1u + type + exactly;
    for (uint32_t k = 0; k < count; k++) {
        h = (h ^ operands[k]) * 0x85ebca6bu;
        h ^= h >> 15;
    }
    return h;
}

static uint32_t find_pure(const nbl_sp_t *s, uint32_t hash, uint32_t op, uint32_t type, uint32_t count,
                          const uint32_t *operands, bool exactly) {
    for (uint32_t i = s->pure_buckets[hash % NBL_SP_BUCKETS]; i; i = s->pures.data[i].next) {
        const nbl_sp_pure_t *p = &s->pures.data[i];
        const uint32_t *w = s->code.data + p->words;
        if (p->hash == hash && p->exactly == exactly && w[0] == (op | (count + 3) << 16) && w[1] == type &&
            memcmp(w + 3, operands, count * sizeof *w) == 0)
            return p->value;
    }
    return 0;
}

/* Returns whether an operation is a multiply-add. One without NoContraction whose addend is 0 may become a product to a
 * driver, and be fused with the next sum. */
static bool is_multiply_add(const nbl_sp_t *s, uint32_t op, const uint32_t *operands) {
    return op == SpvOpExtInst && operands[0] == s->glsl_set && operands[1] == GLSLstd450Fma;
}

/* Writes an operation with a result. A pure operation that was written before, where its result is still known, is
 * not written again. */
uint32_t nbl_sp_emit(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t count, const uint32_t *operands, bool pure) {
    /* NVIDIA's driver makes an instruction of a decorated negation, and none of another one. */
    bool decorated =
        (nbl_spirv_is_floating(op) && !(op == SpvOpFNegate && s->options.fused)) || is_multiply_add(s, op, operands);
    bool exactly = decorated && !s->may_contract && (s->options.exact || s->precise);
    uint32_t hash = pure ? hash_of(op, type, count, operands, exactly) : 0;
    uint32_t found = pure ? find_pure(s, hash, op, type, count, operands, exactly) : 0;
    if (found) return found;
    uint32_t at = s->code.size, id = s->next_id++, ids[2] = {type, id};
    NBL_SP_PUSH(s, s->code, op | (count + 3) << 16);
    for (int k = 0; k < 2; k++) NBL_SP_PUSH(s, s->code, ids[k]);
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->code, operands[k]);
    if (s->code.size > MOST_WORDS || count > 0xfff0) nbl_sp_refuse(s, "the new module grows too large");
    if (exactly) NBL_SP_PUSH(s, s->exact_ids, id);
    uint32_t value = nbl_sp_result(s, type, id);
    if (pure) {
        nbl_sp_pure_t p = {hash, value, s->pure_buckets[hash % NBL_SP_BUCKETS], at, exactly};
        NBL_SP_PUSH(s, s->pures, p);
        s->pure_buckets[hash % NBL_SP_BUCKETS] = s->pures.size - 1;
    }
    return value;
}

static void put_global(nbl_sp_t *s, uint32_t op, uint32_t count, const uint32_t *operands) {
    NBL_SP_PUSH(s, s->globals, op | (count + 1) << 16);
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->globals, operands[k]);
}

static uint32_t constant_composite(nbl_sp_t *s, uint32_t type, uint32_t count, const uint32_t *ids) {
    const uint32_t *w;
    for (uint32_t i = 0; i < s->globals.size; i += w[0] >> 16) {
        w = s->globals.data + i;
        if (w[0] == (SpvOpConstantComposite | (count + 3) << 16) && w[1] == type &&
            memcmp(w + 3, ids, count * sizeof *ids) == 0)
            return w[2];
    }
    uint32_t id = s->next_id++;
    NBL_SP_PUSH(s, s->globals, SpvOpConstantComposite | (count + 3) << 16);
    NBL_SP_PUSH(s, s->globals, type);
    NBL_SP_PUSH(s, s->globals, id);
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->globals, ids[k]);
    return id;
}

/* Returns the vector whose leaves these are, if they are all of its leaves in order; else 0. */
static uint32_t same_vector(nbl_sp_t *s, uint32_t type, uint32_t value, uint32_t first) {
    uint32_t same = 0;
    if (nbl_sp_type(s, type)->op != SpvOpTypeVector) return 0;
    for (uint32_t k = 0; k < s->types[type].count; k++) {
        nbl_sp_value_t x = nbl_sp_value(s, nbl_sp_leaf(s, value, first + k));
        if (x.kind != NBL_SP_RESULT || x.op != SpvOpCompositeExtract || x.b != k || (k && x.a != same)) return 0;
        same = x.a;
        if (s->values.data[same].type != type) return 0;
    }
    return same;
}

/* Returns the id of a composite value, made of its leaves. `first` advances past them. */
static uint32_t construct(nbl_sp_t *s, uint32_t type, uint32_t value, uint32_t *first) {
    if (!nbl_sp_is_composite(s, type)) return nbl_sp_id(s, nbl_sp_leaf(s, value, (*first)++));
    uint32_t same = same_vector(s, type, value, *first), leaves = nbl_sp_leaves(s, type);
    if (same) {
        *first += leaves;
        return s->values.data[same].id;
    }
    bool constants = true;
    for (uint32_t k = 0; k < leaves && constants; k++)
        constants = nbl_sp_value(s, nbl_sp_leaf(s, value, *first + k)).kind == NBL_SP_CONSTANT;
    uint32_t mark = s->scratch.size, count = s->types[type].count, ignored = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t id = construct(s, nbl_sp_member(s, type, k, &ignored), value, first);
        NBL_SP_PUSH(s, s->scratch, id);
    }
    const uint32_t *ids = s->scratch.data + mark;
    uint32_t id = constants ? constant_composite(s, type, count, ids)
                            : nbl_sp_value(s, nbl_sp_emit(s, SpvOpCompositeConstruct, type, count, ids, true)).id;
    s->scratch.size = mark;
    return id;
}

static uint32_t pointer_id(nbl_sp_t *s, nbl_sp_value_t v) {
    uint32_t mark = s->scratch.size;
    if (!v.count) return v.id;
    NBL_SP_PUSH(s, s->scratch, v.id);
    for (uint32_t k = 0; k < v.count; k++) {
        uint32_t id = nbl_sp_id(s, s->parts.data[v.first + k]);
        NBL_SP_PUSH(s, s->scratch, id);
    }
    uint32_t made = nbl_sp_emit(s, SpvOpAccessChain, v.pointer_type, v.count + 1, s->scratch.data + mark, true);
    s->scratch.size = mark;
    return s->values.data[made].id;
}

static uint32_t scalar_constant(nbl_sp_t *s, nbl_sp_value_t v) {
    const nbl_sp_type_t *t = nbl_sp_type(s, v.type);
    uint32_t id = s->next_id++, operands[4] = {v.type, id, (uint32_t)v.bits, (uint32_t)(v.bits >> 32)};
    if (t->op == SpvOpTypeBool) {
        put_global(s, v.bits ? SpvOpConstantTrue : SpvOpConstantFalse, 2, operands);
    } else if (t->op == SpvOpTypeInt || t->op == SpvOpTypeFloat) {
        if (t->op == SpvOpTypeInt && t->width < 32 && s->words[t->at + 3]) /* a signed one is extended by its sign */
            operands[2] = (uint32_t)((int32_t)((uint32_t)v.bits << (32 - t->width)) >> (32 - t->width));
        put_global(s, SpvOpConstant, t->width > 32 ? 4 : 3, operands);
    } else {
        put_global(s, SpvOpConstantNull, 2, operands);
    }
    return id;
}

/* Returns the identifier of a value in the new module, and writes the value if it is not there yet. */
uint32_t nbl_sp_id(nbl_sp_t *s, uint32_t value) {
    nbl_sp_value_t v = nbl_sp_value(s, value);
    uint32_t first = 0;
    switch (v.kind) {
    case NBL_SP_POINTER: return pointer_id(s, v);
    case NBL_SP_CARRIED: nbl_sp_take_out(s, v.instance); return s->next_id++;
    case NBL_SP_CELLS:
    case NBL_SP_NONE: nbl_sp_refuse(s, "a pointer to a private variable is an operand");
    default: break;
    }
    if (v.id) return v.id;
    if (v.kind == NBL_SP_COMPOSITE) return construct(s, v.type, value, &first); /* not kept: it may not dominate */
    if (v.kind == NBL_SP_CONSTANT && v.op) return nbl_sp_id(s, nbl_sp_constant(s, v.type, v.bits));
    if (v.kind == NBL_SP_CONSTANT) {
        v.id = scalar_constant(s, v);
    } else { /* undefined */
        uint32_t operands[2] = {v.type, v.id = s->next_id++};
        put_global(s, SpvOpUndef, 2, operands);
    }
    s->values.data[value].id = v.id;
    return v.id;
}

uint32_t nbl_sp_function_pointer(nbl_sp_t *s, uint32_t pointee) {
    nbl_sp_type(s, pointee);
    if (!s->types[pointee].function_pointer) {
        uint32_t operands[3] = {s->next_id++, SpvStorageClassFunction, pointee};
        put_global(s, SpvOpTypePointer, 3, operands);
        s->types[pointee].function_pointer = operands[0];
    }
    return s->types[pointee].function_pointer;
}

void nbl_sp_begin_block(nbl_sp_t *s, uint32_t label) {
    nbl_sp_put(s, SpvOpLabel, 1, &label);
    s->label = label;
}

void nbl_sp_branch(nbl_sp_t *s, uint32_t label) { nbl_sp_put(s, SpvOpBranch, 1, &label); }

nbl_sp_mark_t nbl_sp_mark(const nbl_sp_t *s) {
    nbl_sp_mark_t mark = {.code = s->code.size,
                          .trail = s->trail.size,
                          .pures = s->pures.size,
                          .cells = s->cells.size,
                          .label = s->label,
                          .facts = s->facts.size,
                          .phis = s->phis.size};
    return mark;
}

void nbl_sp_forget(nbl_sp_t *s, nbl_sp_mark_t mark) {
    while (s->trail.size > mark.trail) {
        nbl_sp_write_t w = s->trail.data[--s->trail.size];
        if (w.cell < s->cells.size) s->cells.data[w.cell] = w.value;
    }
    while (s->pures.size > mark.pures) {
        nbl_sp_pure_t p = s->pures.data[--s->pures.size];
        s->pure_buckets[p.hash % NBL_SP_BUCKETS] = p.next;
    }
    nbl_sp_drop_cells(s, mark.cells);
    s->facts.size = mark.facts;
}

void nbl_sp_go_back(nbl_sp_t *s, nbl_sp_mark_t mark) {
    nbl_sp_forget(s, mark);
    s->code.size = mark.code;
    s->label = mark.label;
    s->phis.size = mark.phis;
}
