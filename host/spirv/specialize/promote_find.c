/* Which variables of the new main() can become values, and the blocks between which these would be handed on.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/specialize/promote.h"

static uint32_t operation(const uint32_t *w) { return w[0] & 0xffff; }

/* Whether a type has no more levels than a path. */
static bool is_shallow(nbl_sp_t *s, uint32_t type, uint32_t levels) {
    if (!nbl_sp_is_composite(s, type)) return true;
    if (levels == 0) return false;
    uint32_t ignored = 0, parts = nbl_sp_type(s, type)->op == SpvOpTypeStruct ? nbl_sp_type(s, type)->count : 1;
    for (uint32_t k = 0; k < parts; k++)
        if (!is_shallow(s, nbl_sp_member(s, type, k, &ignored), levels - 1)) return false;
    return true;
}

static void find_variables(nbl_sp_t *s, nbl_sp_promoter_t *p) {
    uint32_t *pointees =
        nbl_sp_allocate(s, p->limit * sizeof *pointees); /* of pointer types that the old module has not */
    for (uint32_t i = 0; i < s->globals.size; i += s->globals.data[i] >> 16) {
        const uint32_t *w = s->globals.data + i;
        if (operation(w) == SpvOpTypePointer) pointees[w[1]] = w[3];
    }
    for (uint32_t i = 0; i < s->variables.size; i += 4) {
        uint32_t pointer = s->variables.data[i + 1];
        uint32_t type = pointer < s->bound ? nbl_sp_type(s, pointer)->element : pointees[pointer],
                 leaves = type ? nbl_sp_leaves(s, type) : 0;
        p->qualifies[i / 4] =
            leaves && leaves < NBL_SP_MOST_ITEMS - p->leaf_count && is_shallow(s, type, NBL_SP_MOST_PATH - 1);
        if (!p->qualifies[i / 4]) continue;
        p->targets[s->variables.data[i + 2]] = (nbl_sp_target_t){p->leaf_count, type, i / 4 + 1};
        p->leaf_count += leaves;
    }
    p->leaf_types = nbl_sp_allocate(s, (p->leaf_count + 1) * sizeof *p->leaf_types);
    for (uint32_t i = 0; i < s->variables.size; i += 4) {
        nbl_sp_target_t v = p->targets[s->variables.data[i + 2]];
        for (uint32_t k = 0, n = v.type ? nbl_sp_leaves(s, v.type) : 0; k < n; k++)
            p->leaf_types[v.first + k] = nbl_sp_leaf_type(s, v.type, k);
    }
    for (uint32_t v = 1; v < s->values.size; v++)
        if (s->values.data[v].kind == NBL_SP_CONSTANT && s->values.data[v].id) p->literals[s->values.data[v].id] = v;
}

static bool is_of(const nbl_sp_promoter_t *p, uint32_t id) { return p->targets[id].variable != 0; }

/* Where indices lead; false where one is no literal or out of bounds. */
static bool follow(nbl_sp_t *s, const nbl_sp_promoter_t *p, const uint32_t *w, nbl_sp_target_t *target) {
    *target = p->targets[w[3]];
    for (uint32_t k = 4; k < w[0] >> 16; k++) {
        uint32_t literal = p->literals[w[k]];
        if (!literal || !nbl_sp_is_composite(s, target->type) ||
            s->values.data[literal].bits >= nbl_sp_type(s, target->type)->count)
            return false;
        target->type = nbl_sp_member(s, target->type, (uint32_t)s->values.data[literal].bits, &target->first);
    }
    return true;
}

/* Follows the pointers, and lets go of the variables of which something else is done than loading and storing. */
static void survey(nbl_sp_t *s, nbl_sp_promoter_t *p) {
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        uint32_t op = operation(w), n = w[0] >> 16;
        nbl_shape_t shape = nbl_shape(op);
        bool access = op == SpvOpAccessChain && is_of(p, w[3]);
        bool plain =
            access ? follow(s, p, w, &p->targets[w[2]]) : (op == SpvOpLoad && n == 4) || (op == SpvOpStore && n == 3);
        if (access && !plain) p->targets[w[2]] = p->targets[w[3]];
        for (uint32_t k = 1u + shape.results; k < n; k++) {
            bool pointer = k == (op == SpvOpStore ? 1 : 3);
            if (nbl_shape_is_id(shape, k - 1 - shape.results) && is_of(p, w[k]) && !(plain && pointer))
                p->qualifies[p->targets[w[k]].variable - 1] = 0;
        }
    }
    for (uint32_t id = 0; id < p->limit; id++)
        if (is_of(p, id) && !p->qualifies[p->targets[id].variable - 1]) p->targets[id] = (nbl_sp_target_t){0, 0, 0};
}

/* ---- Blocks */

static void add_edge(nbl_sp_promoter_t *p, uint32_t from, uint32_t label) {
    if (!p->block_of[label]) return;
    nbl_sp_block_t *b = &p->blocks[p->block_of[label] - 1];
    if (b->edges && p->edges[b->edges - 1].from == from) return; /* both ways of a branch */
    p->edges[p->edge_count] = (nbl_sp_edge_t){from, b->edges};
    b->edges = ++p->edge_count;
}

static void find_blocks(nbl_sp_t *s, nbl_sp_promoter_t *p) {
    nbl_sp_block_t *b = NULL;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        if (operation(w) == SpvOpLabel) {
            b = &p->blocks[p->block_count++];
            *b = (nbl_sp_block_t){.label = w[1], .begin = i};
            p->block_of[w[1]] = p->block_count;
        }
        if (!b) continue;
        if (operation(w) == SpvOpLoopMerge) b->merge = w[1];
        b->end = i + (w[0] >> 16);
    }
    for (uint32_t k = 0; k < p->block_count; k++) {
        for (uint32_t i = p->blocks[k].begin; i < p->blocks[k].end; i += s->code.data[i] >> 16) {
            const uint32_t *w = s->code.data + i;
            if (operation(w) == SpvOpBranch) add_edge(p, k, w[1]);
            for (int way = 2; way < 4 && operation(w) == SpvOpBranchConditional; way++) add_edge(p, k, w[way]);
        }
    }
}

/* Whether only headers of loops are branched back to, and come to from elsewhere by one way. */
static bool is_in_order(const nbl_sp_promoter_t *p) {
    for (uint32_t k = 0; k < p->block_count; k++) {
        uint32_t back = 0, forth = 0;
        for (uint32_t e = p->blocks[k].edges; e; e = p->edges[e - 1].next)
            ++*(p->edges[e - 1].from >= k ? &back : &forth);
        if (p->blocks[k].merge ? forth > 1 : back > 0) return false;
    }
    return true;
}

bool nbl_sp_find_promoted(nbl_sp_t *s, nbl_sp_promoter_t *p) {
    uint32_t labels = 0;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16)
        labels += operation(s->code.data + i) == SpvOpLabel;
    p->limit = s->next_id;
    p->targets = nbl_sp_allocate(s, p->limit * sizeof *p->targets);
    p->literals = nbl_sp_allocate(s, p->limit * sizeof *p->literals);
    p->block_of = nbl_sp_allocate(s, p->limit * sizeof *p->block_of);
    p->qualifies = nbl_sp_allocate(s, s->variables.size);
    p->blocks = nbl_sp_allocate(s, labels * sizeof *p->blocks);
    p->edges = nbl_sp_allocate(s, 2 * labels * sizeof *p->edges);
    find_variables(s, p);
    survey(s, p);
    find_blocks(s, p);
    return p->leaf_count && is_in_order(p);
}
