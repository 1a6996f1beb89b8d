/* Unites neighbouring ifs of the same condition.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An unrolled loop over an invocation's elements leaves one branch per element if only some invocations take part.
 * Drivers do not always see that all these branches test the same condition. Here one branch remains, and pure code
 * between the ifs is computed before it:
 *
 *   if (c) a; x = p; if (c) b;   ->   x = p; if (c) { a; b; }
 *
 * An if is united only if it has no else, no branch and no barrier inside, and no phi takes a value from it.
 */
#include "spirv/specialize/internal.h"

static uint32_t operation(const nbl_sp_t *s, uint32_t at) { return at < s->code.size ? s->code.data[at] & 0xffff : 0; }

static uint32_t next(const nbl_sp_t *s, uint32_t at) { return at + (s->code.data[at] >> 16); }

static bool is_plain(const nbl_sp_t *s, uint32_t at) {
    uint32_t effect = nbl_shape(operation(s, at)).effect;
    return at < s->code.size && effect != NBL_SHAPE_CONTROLS && effect != NBL_SHAPE_CONVERGES;
}

static bool is_pure(const nbl_sp_t *s, uint32_t at) {
    return operation(s, at) != SpvOpPhi && at < s->code.size && nbl_shape(operation(s, at)).effect == NBL_SHAPE_PURE;
}

/* Returns whether at a word stands an instruction of this opcode, OpBranch or OpLabel, whose operand is `label`. */
static bool is_one(const nbl_sp_t *s, uint32_t at, uint32_t op, uint32_t label) {
    return operation(s, at) == op && s->code.data[at + 1] == label;
}

bool nbl_sp_find_if(const nbl_sp_t *s, uint32_t at, nbl_sp_if_t *found) {
    if (operation(s, at) != SpvOpSelectionMerge || operation(s, next(s, at)) != SpvOpBranchConditional) return false;
    const uint32_t *branch = s->code.data + next(s, at);
    nbl_sp_if_t f = {branch[1], branch[2], branch[3], s->code.data[at + 1], 0, 0, 0};
    at = next(s, next(s, at));
    if (!is_one(s, at, SpvOpLabel, f.taken)) return false;
    f.body = f.body_end = next(s, at);
    while (is_plain(s, f.body_end)) f.body_end = next(s, f.body_end);
    const uint32_t ops[4] = {SpvOpBranch, SpvOpLabel, SpvOpBranch, SpvOpLabel};
    const uint32_t labels[4] = {f.merge, f.other, f.merge, f.merge};
    f.end = f.body_end;
    for (int k = 0; k < 4; k++, f.end = next(s, f.end))
        if (!is_one(s, f.end, ops[k], labels[k])) return false;
    *found = f;
    return true;
}

static void copy(nbl_sp_t *s, uint32_t from, uint32_t to) {
    for (uint32_t k = from; k < to; k++) NBL_SP_PUSH(s, s->fused, s->code.data[k]);
}

static void put_one(nbl_sp_t *s, uint32_t op, uint32_t label) {
    NBL_SP_PUSH(s, s->fused, op | 2 << 16);
    NBL_SP_PUSH(s, s->fused, label);
}

/* Writes an if and the ifs after it that have its condition as one. Returns the word at which they end. */
static uint32_t unite(nbl_sp_t *s, uint32_t at, nbl_sp_if_t first, uint32_t *taken) {
    uint32_t mark = s->scratch.size;
    nbl_sp_if_t last = first, another;
    for (bool more = true; more;) {
        uint32_t gap = last.end;
        taken[last.taken] = first.taken;
        NBL_SP_PUSH(s, s->scratch, last.body);
        NBL_SP_PUSH(s, s->scratch, last.body_end);
        while (is_pure(s, gap)) gap = next(s, gap);
        more = nbl_sp_find_if(s, gap, &another) && another.condition == first.condition;
        if (!more) break;
        copy(s, last.end, gap);
        last = another;
    }
    copy(s, at, first.body);
    s->fused.data[s->fused.size - (first.body - at) + 1] = last.merge;
    s->fused.data[s->fused.size - 3] = last.other; /* before the label's two words */
    for (uint32_t k = mark; k < s->scratch.size; k += 2) copy(s, s->scratch.data[k], s->scratch.data[k + 1]);
    put_one(s, SpvOpBranch, last.merge);
    put_one(s, SpvOpLabel, last.other);
    put_one(s, SpvOpBranch, last.merge);
    put_one(s, SpvOpLabel, last.merge);
    s->scratch.size = mark;
    return last.end;
}

void nbl_sp_unite(nbl_sp_t *s) {
    uint32_t *taken = nbl_sp_allocate(s, s->next_id * sizeof *taken); /* by label: the one that it was united with */
    s->fused.size = 0;
    for (uint32_t i = 0; i < s->code.size;) {
        nbl_sp_if_t selection;
        if (nbl_sp_find_if(s, i, &selection)) {
            i = unite(s, i, selection, taken);
            continue;
        }
        uint32_t phi = operation(s, i) == SpvOpPhi ? s->fused.size : UINT32_MAX;
        copy(s, i, next(s, i));
        for (uint32_t k = phi == UINT32_MAX ? s->fused.size : phi + 4; k < s->fused.size; k += 2)
            if (taken[s->fused.data[k]]) s->fused.data[k] = taken[s->fused.data[k]];
        i = next(s, i);
    }
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
