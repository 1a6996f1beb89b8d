/* Looped: a store to shared memory under a condition stands in a loop of one trip.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   if (c) s[i] = x;   ->   for (k = 0; k < (c ? count : 0); k += count) s[i] = x;   count = gl_NumWorkGroups.x
 *
 * In:    the new main() in s->code, where the instruction order is `looped`.
 * Out:   s->code with the loops. It stays as it is without a load of gl_NumWorkGroups in the first block.
 *
 * Where an invocation has one butterfly less than others, NVIDIA's driver moves loads and sums that only this store
 * needs into the branch, so that memory is waited for twice. It moves nothing into a loop whose trips it does not know.
 */
#include "spirv/specialize/internal.h"

/* Returns the instruction that makes each id: where it begins in s->code, in words, plus 1. */
static const uint32_t *find_made(nbl_sp_t *s) {
    uint32_t *made = nbl_sp_allocate(s, s->next_id * sizeof *made);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16)
        if (nbl_shape(s->code.data[i] & 0xffff).results == 2) made[s->code.data[i + 2]] = i + 1;
    return made;
}

void nbl_sp_find_looped(nbl_sp_t *s) {
    s->looped = (nbl_sp_looped_t){0, 0, 0};
    if (s->options.order != NBL_INSTRUCTION_ORDER_LOOPED) return;
    const uint32_t count = nbl_sp_find_count(s, find_made(s));
    if (count == 0) return;
    const uint32_t *load = s->code.data + count - 1;
    s->looped = (nbl_sp_looped_t){load[1], load[2], nbl_sp_id(s, nbl_sp_constant(s, load[1], 0))};
}

static bool is_to_shared(const nbl_sp_t *s, const uint32_t *made, const uint32_t *store) {
    if (!made[store[1]]) return false;
    const uint32_t type = s->code.data[made[store[1]]];
    return type < s->bound && s->types[type].op == SpvOpTypePointer &&
           s->types[type].storage == SpvStorageClassWorkgroup;
}

/* Returns whether an if has nothing but pure instructions and stores to shared memory, and no phi behind it. */
static bool only_stores(const nbl_sp_t *s, const uint32_t *made, nbl_sp_if_t found) {
    bool any = false;
    if (found.end < s->code.size && (s->code.data[found.end] & 0xffff) == SpvOpPhi) return false;
    for (uint32_t i = found.body; i < found.body_end; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i, op = w[0] & 0xffff;
        const bool stores = op == SpvOpStore && is_to_shared(s, made, w);
        if (!stores && (op == SpvOpLoad || nbl_shape(op).effect != NBL_SHAPE_PURE)) return false;
        any = any || stores;
    }
    return any;
}

static void put(nbl_sp_t *s, uint32_t count, const uint32_t *words) {
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->fused, words[k]);
}

/* Writes an if as a loop.
 *
 * block  the label of the block that the if ends */
static void put_loop(nbl_sp_t *s, nbl_sp_if_t found, uint32_t block) {
    const nbl_sp_looped_t with = s->looped;
    const uint32_t end = s->next_id++, header = s->next_id++, k = s->next_id++, goes = s->next_id++,
                   after = s->next_id++, next = s->next_id++;
    const uint32_t head[] = {SpvOpSelect | 6 << 16,
                             with.type,
                             end,
                             found.condition,
                             with.count,
                             with.zero,
                             SpvOpBranch | 2 << 16,
                             header,
                             SpvOpLabel | 2 << 16,
                             header,
                             SpvOpPhi | 7 << 16,
                             with.type,
                             k,
                             with.zero,
                             block,
                             next,
                             after,
                             SpvOpULessThan | 5 << 16,
                             s->bool_type,
                             goes,
                             k,
                             end,
                             SpvOpLoopMerge | 4 << 16,
                             found.merge,
                             after,
                             SpvLoopControlDontUnrollMask,
                             SpvOpBranchConditional | 4 << 16,
                             goes,
                             found.taken,
                             found.merge,
                             SpvOpLabel | 2 << 16,
                             found.taken};
    const uint32_t tail[] = {SpvOpBranch | 2 << 16,
                             after,
                             SpvOpLabel | 2 << 16,
                             after,
                             SpvOpIAdd | 5 << 16,
                             with.type,
                             next,
                             k,
                             with.count,
                             SpvOpBranch | 2 << 16,
                             header,
                             SpvOpLabel | 2 << 16,
                             found.merge};
    put(s, sizeof head / sizeof *head, head);
    put(s, found.body_end - found.body, s->code.data + found.body);
    put(s, sizeof tail / sizeof *tail, tail);
}

void nbl_sp_loop_stores(nbl_sp_t *s) {
    if (s->looped.count == 0) return;
    const uint32_t *made = find_made(s);
    uint32_t block = 0;
    s->fused.size = 0;
    for (uint32_t i = 0; i < s->code.size;) {
        const uint32_t *w = s->code.data + i;
        nbl_sp_if_t found;
        if ((w[0] & 0xffff) == SpvOpLabel) block = w[1];
        if (nbl_sp_find_if(s, i, &found) && only_stores(s, made, found)) {
            put_loop(s, found, block);
            block = found.merge;
            i = found.end;
        } else {
            put(s, w[0] >> 16, w);
            i += w[0] >> 16;
        }
    }
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
