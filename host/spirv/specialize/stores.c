/* Stores to shared memory without a condition: what is not to be stored goes to one more element of the array.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   if (c) s[i] = x;   ->   s[c ? i : length] = x;
 *
 * Where an invocation has one butterfly less than others, NVIDIA's driver moves what only such a store needs into the branch, loads
 * and sums, and memory is waited for twice. Without a branch there is nothing to move it to. It is done where an if has no else, and
 * in it are pure instructions and stores to elements of one shared array alone.
 */
#include "spirv/specialize/internal.h"

enum { LIMIT_BYTES = 16384 }; /* limits of shared memory are multiples of it: an array that fills one does not grow */

/* Returns the words of the OpAccessChain that leads to an element of a shared array; NULL: the pointer leads elsewhere. */
static const uint32_t *element_of(nbl_sp_t *s, const uint32_t *chains, uint32_t pointer) {
    if (!chains[pointer]) return NULL;
    const uint32_t *w = s->code.data + chains[pointer] - 1;
    const bool known = w[0] >> 16 == 5 && w[1] < s->bound && s->types[w[1]].op == SpvOpTypePointer;
    return known && s->types[w[1]].storage == SpvStorageClassWorkgroup ? w : NULL;
}

/* Returns the array type that an element is of, or 0. A global's type is known by its pointer. */
static uint32_t array_of(nbl_sp_t *s, const uint32_t *chain) {
    if (chain[3] >= s->bound || !s->map[chain[3]]) return 0;
    const uint32_t type = nbl_sp_value(s, s->map[chain[3]]).type;
    return type < s->bound && s->types[type].op == SpvOpTypeArray ? type : 0;
}

/* Returns whether an if has nothing but pure instructions and stores to elements of one array, and no phi behind it. */
static bool only_stores(nbl_sp_t *s, const uint32_t *chains, nbl_sp_if_t found, uint32_t *array) {
    bool any = false;
    if (found.end < s->code.size && (s->code.data[found.end] & 0xffff) == SpvOpPhi) return false;
    for (uint32_t i = found.body; i < found.body_end; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i, op = w[0] & 0xffff;
        if (op != SpvOpStore && nbl_shape(op).effect == NBL_SHAPE_PURE && op != SpvOpPhi) continue;
        const uint32_t *chain = op == SpvOpStore && w[0] >> 16 == 3 ? element_of(s, chains, w[1]) : NULL;
        const uint32_t of = chain ? array_of(s, chain) : 0;
        if (!of || (*array && of != *array)) return false;
        *array = of;
        any = true;
    }
    return any;
}

static uint32_t *find_chains(nbl_sp_t *s) {
    uint32_t *chains = nbl_sp_allocate(s, s->next_id * sizeof *chains);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16)
        if ((s->code.data[i] & 0xffff) == SpvOpAccessChain) chains[s->code.data[i + 2]] = i + 1;
    return chains;
}

/* Finds the array that grows, and makes the constants for it. s->grown.array stays 0 if there is none. */
void nbl_sp_grow_array(nbl_sp_t *s) {
    uint32_t array = 0;
    s->grown = (nbl_sp_grown_t){0, 0, 0, 0};
    if (s->options.order != NBL_INSTRUCTION_ORDER_STORED) return;
    const uint32_t *chains = find_chains(s);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        nbl_sp_if_t found;
        if (nbl_sp_find_if(s, i, &found)) (void)only_stores(s, chains, found, &array);
    }
    if (!array) return;
    const uint32_t length_id = s->words[s->types[array].at + 3];
    if (length_id >= s->bound || !s->map[length_id]) return;
    const nbl_sp_value_t length = nbl_sp_value(s, s->map[length_id]);
    const nbl_sp_type_t *element = nbl_sp_type(s, s->types[array].element);
    if (length.kind != NBL_SP_CONSTANT || element->width != 32 || length.bits * 4 % LIMIT_BYTES == 0) return;
    s->grown =
        (nbl_sp_grown_t){array, length.type, nbl_sp_id(s, nbl_sp_constant(s, length.type, length.bits)), s->next_id++};
}

/* Writes the array's type with one element more, and its length before it. */
void nbl_sp_put_grown(nbl_sp_t *s, const uint32_t *w) {
    const uint32_t length = (uint32_t)nbl_sp_value(s, s->map[w[3]]).bits;
    const uint32_t words[8] = {SpvOpConstant | 4 << 16,
                               s->grown.length_type,
                               s->grown.longer,
                               length + 1,
                               SpvOpTypeArray | 4 << 16,
                               w[1],
                               w[2],
                               s->grown.longer};
    for (int k = 0; k < 8; k++) NBL_SP_PUSH(s, s->output, words[k]);
}

static void put(nbl_sp_t *s, const uint32_t *w) {
    for (uint32_t k = 0; k < w[0] >> 16; k++) NBL_SP_PUSH(s, s->fused, w[k]);
}

static void put_body(nbl_sp_t *s, const uint32_t *chains, nbl_sp_if_t found) {
    for (uint32_t i = found.body; i < found.body_end; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        if ((w[0] & 0xffff) != SpvOpStore) {
            put(s, w);
            continue;
        }
        const uint32_t *chain = element_of(s, chains, w[1]), index = s->next_id++, pointer = s->next_id++;
        const uint32_t select[6] = {SpvOpSelect | 6 << 16, s->grown.length_type, index, found.condition, chain[4],
                                    s->grown.place};
        const uint32_t access[5] = {SpvOpAccessChain | 5 << 16, chain[1], pointer, chain[3], index};
        const uint32_t store[3] = {SpvOpStore | 3 << 16, pointer, w[2]};
        put(s, select);
        put(s, access);
        put(s, store);
    }
}

void nbl_sp_store_always(nbl_sp_t *s) {
    if (!s->grown.array) return;
    const uint32_t *chains = find_chains(s);
    uint32_t *became = nbl_sp_allocate(s, s->next_id * sizeof *became),
             label = 0; /* by label: the block that it is part of now */
    s->fused.size = 0;
    for (uint32_t i = 0; i < s->code.size;) {
        const uint32_t *w = s->code.data + i;
        nbl_sp_if_t found;
        uint32_t array = s->grown.array;
        if ((w[0] & 0xffff) == SpvOpLabel) label = w[1];
        if (nbl_sp_find_if(s, i, &found) && only_stores(s, chains, found, &array)) {
            put_body(s, chains, found);
            became[found.merge] = label;
            i = found.end;
        } else {
            put(s, w);
            i += w[0] >> 16;
        }
    }
    for (uint32_t i = 0; i < s->fused.size; i += s->fused.data[i] >> 16)
        for (uint32_t k = 4; (s->fused.data[i] & 0xffff) == SpvOpPhi && k < s->fused.data[i] >> 16; k += 2)
            if (became[s->fused.data[i + k]]) s->fused.data[i + k] = became[s->fused.data[i + k]];
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
