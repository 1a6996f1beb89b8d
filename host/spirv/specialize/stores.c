/* Stores to shared memory without a condition: what is not to be stored goes to one more element of the array.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   if (c) s[i] = x;   ->   s[c ? i : length] = x;
 *
 * In:    the new main() in s->code, where the instruction order is `stored`.
 * Out:   s->code with the stores, and one more element in the arrays. An if is rewritten if it has no else, and nothing
 *        in it but pure instructions and stores to elements of one shared array. Other ifs stay.
 *
 * Where an invocation has one butterfly less than others, NVIDIA's driver moves loads and sums that only this store
 * needs into the branch, so that memory is waited for twice. Without a branch it has nowhere to move them.
 */
#include "spirv/specialize/internal.h"

enum { LIMIT_BYTES = 16384 }; /* limits of shared memory are multiples of it: arrays that fill one do not grow */

/* What is looked up of the new module, by id. */
typedef struct known_t {
    uint32_t *chains; /* of a pointer: the word of its OpAccessChain in s->code, plus 1; 0: another id */
    uint32_t *types;  /* of a result or a constant: its type; 0: another id */
} known_t;

static void note_types(const nbl_sp_t *s, const uint32_t *words, uint32_t from, uint32_t to, known_t *known) {
    for (uint32_t i = from; i < to; i += words[i] >> 16) {
        const uint32_t op = words[i] & 0xffff;
        const bool is_value = (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || nbl_shape(op).results == 2;
        if (is_value && words[i] >> 16 > 2 && words[i + 2] < s->next_id) known->types[words[i + 2]] = words[i + 1];
    }
}

static known_t find_known(nbl_sp_t *s) {
    known_t known = {nbl_sp_allocate(s, s->next_id * sizeof(uint32_t)),
                     nbl_sp_allocate(s, s->next_id * sizeof(uint32_t))};
    note_types(s, s->words, NBL_SP_HEADER_WORDS, s->first_function, &known);
    note_types(s, s->globals.data, 0, s->globals.size, &known);
    note_types(s, s->code.data, 0, s->code.size, &known);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16)
        if ((s->code.data[i] & 0xffff) == SpvOpAccessChain) known.chains[s->code.data[i + 2]] = i + 1;
    return known;
}

/* Returns the words of the OpAccessChain that leads to an element of a shared array; NULL: the pointer leads
 * elsewhere. */
static const uint32_t *element_of(nbl_sp_t *s, const known_t *known, uint32_t pointer) {
    if (!known->chains[pointer]) return NULL;
    const uint32_t *w = s->code.data + known->chains[pointer] - 1;
    const bool is_known = w[0] >> 16 == 5 && w[1] < s->bound && s->types[w[1]].op == SpvOpTypePointer;
    return is_known && s->types[w[1]].storage == SpvStorageClassWorkgroup ? w : NULL;
}

static uint32_t length_of(const nbl_sp_t *s, uint32_t array) { return s->words[s->types[array].at + 3]; }

/* Returns the array type that an element is of, or 0. A global's type is known by its pointer. The index must have the
 * type of the array's length, to be chosen instead of it. */
static uint32_t array_of(nbl_sp_t *s, const known_t *known, const uint32_t *chain) {
    if (chain[3] >= s->bound || !s->map[chain[3]]) return 0;
    const uint32_t type = nbl_sp_value(s, s->map[chain[3]]).type;
    if (type >= s->bound || s->types[type].op != SpvOpTypeArray) return 0;
    return known->types[chain[4]] == known->types[length_of(s, type)] ? type : 0;
}

/* Returns whether an if has nothing but pure instructions and stores to elements of arrays of one type, and no phi
 * behind it.
 *
 * array  that type; 0: it becomes that of the first element, also if something else follows */
static bool only_stores(nbl_sp_t *s, const known_t *known, nbl_sp_if_t found, uint32_t *array) {
    bool any = false;
    if (found.end < s->code.size && (s->code.data[found.end] & 0xffff) == SpvOpPhi) return false;
    for (uint32_t i = found.body; i < found.body_end; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i, op = w[0] & 0xffff;
        if (op != SpvOpStore && nbl_shape(op).effect == NBL_SHAPE_PURE && op != SpvOpPhi) continue;
        const uint32_t *chain = op == SpvOpStore && w[0] >> 16 == 3 ? element_of(s, known, w[1]) : NULL;
        const uint32_t of = chain ? array_of(s, known, chain) : 0;
        if (!of || (*array && of != *array)) return false;
        *array = of;
        any = true;
    }
    return any;
}

/* Finds the array type that is to grow, that of the first store which begins an if; without one s->grown.array becomes
 * 0. Dead instructions are dropped by then: an if that began with a dead load would keep its branch. */
void nbl_sp_find_stored(nbl_sp_t *s) {
    s->grown = (nbl_sp_grown_t){0, 0, 0, 0};
    if (s->options.order != NBL_INSTRUCTION_ORDER_STORED) return;
    const known_t known = find_known(s);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        nbl_sp_if_t found;
        if (nbl_sp_find_if(s, i, &found)) (void)only_stores(s, &known, found, &s->grown.array);
    }
}

/* ---- Which array may grow */

/* Returns the bytes of what is made of scalars of 32 bits; 0: of others, between which there may be a gap, or
 * unknown. */
static uint64_t bytes_of(const nbl_sp_t *s, uint32_t type) {
    const nbl_sp_type_t *t = &s->types[type];
    if (t->op == SpvOpTypeArray) return t->count * bytes_of(s, t->element);
    return t->width == 32 || t->op == SpvOpTypeBool ? 4 : 0;
}

/* Returns whether all shared variables stay within the same multiple of LIMIT_BYTES if those of a type grow. */
static bool has_room(const nbl_sp_t *s, const uint8_t *used, uint32_t array) {
    uint64_t bytes = 0, more = 0;
    for (uint32_t i = NBL_SP_HEADER_WORDS; i < s->first_function; i += s->words[i] >> 16) {
        const uint32_t *w = s->words + i;
        if ((w[0] & 0xffff) != SpvOpVariable || w[3] != SpvStorageClassWorkgroup || !used[w[2]]) continue;
        const uint32_t type = s->types[w[1]].element;
        if (!bytes_of(s, type)) return false;
        bytes += bytes_of(s, type);
        more += type == array ? 4 : 0;
    }
    return (bytes + LIMIT_BYTES - 1) / LIMIT_BYTES == (bytes + more + LIMIT_BYTES - 1) / LIMIT_BYTES;
}

/* Returns whether an instruction before main() makes something of an array type that is no shared variable. */
static bool is_other_use(const uint32_t *w, const uint8_t *used, uint32_t array) {
    const uint32_t op = w[0] & 0xffff, words = w[0] >> 16;
    bool uses = false;
    switch (op) {
    case SpvOpTypePointer: return used[w[1]] && w[3] == array && w[2] != SpvStorageClassWorkgroup;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray: return used[w[1]] && w[2] == array;
    case SpvOpTypeStruct:
    case SpvOpTypeFunction:
        for (uint32_t k = 2; k < words; k++) uses = uses || w[k] == array;
        return uses && used[w[1]];
    case SpvOpConstantComposite:
    case SpvOpConstantNull:
    case SpvOpSpecConstantComposite:
    case SpvOpSpecConstantOp:
    case SpvOpUndef: return used[w[2]] && w[1] == array;
    default: return false;
    }
}

/* Returns whether an array type is the type of shared variables alone, and main() only takes elements of them. */
static bool is_shared_alone(const nbl_sp_t *s, const uint8_t *used, uint32_t array) {
    for (uint32_t i = NBL_SP_HEADER_WORDS; i < s->first_function; i += s->words[i] >> 16)
        if (is_other_use(s->words + i, used, array)) return false;
    for (uint32_t i = 0; i < s->globals.size; i += s->globals.data[i] >> 16)
        if (is_other_use(s->globals.data + i, used, array)) return false;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t op = s->code.data[i] & 0xffff;
        if (nbl_shape(op).results == 2 && s->code.data[i + 1] == array) return false;
    }
    return true;
}

/* Returns whether the array type that was found may grow, and chooses its ids. */
static bool grow(nbl_sp_t *s, const known_t *known, const uint8_t *used) {
    const uint32_t array = s->grown.array;
    if (s->types[s->types[array].element].width != 32) return false;
    const uint32_t length = length_of(s, array);
    if (nbl_sp_value(s, nbl_sp_get(s, length)).kind != NBL_SP_CONSTANT) return false;
    if (!has_room(s, used, array) || !is_shared_alone(s, used, array)) return false;
    s->grown = (nbl_sp_grown_t){array, known->types[length], length, s->next_id++};
    return true;
}

/* ---- Writing */

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

static void put_body(nbl_sp_t *s, const known_t *known, nbl_sp_if_t found) {
    for (uint32_t i = found.body; i < found.body_end; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        if ((w[0] & 0xffff) != SpvOpStore) {
            put(s, w);
            continue;
        }
        const uint32_t *chain = element_of(s, known, w[1]), index = s->next_id++, pointer = s->next_id++;
        const uint32_t select[6] = {SpvOpSelect | 6 << 16, s->grown.length_type, index, found.condition, chain[4],
                                    s->grown.place};
        const uint32_t access[5] = {SpvOpAccessChain | 5 << 16, chain[1], pointer, chain[3], index};
        const uint32_t store[3] = {SpvOpStore | 3 << 16, pointer, w[2]};
        put(s, select);
        put(s, access);
        put(s, store);
    }
}

void nbl_sp_store_always(nbl_sp_t *s, const uint8_t *used) {
    if (!s->grown.array) return;
    const known_t known = find_known(s);
    if (!grow(s, &known, used)) {
        s->grown.array = 0;
        return;
    }
    uint32_t *became = nbl_sp_allocate(s, s->next_id * sizeof *became),
             label = 0; /* by label: the block that it is part of now */
    s->fused.size = 0;
    for (uint32_t i = 0; i < s->code.size;) {
        const uint32_t *w = s->code.data + i;
        nbl_sp_if_t found;
        uint32_t array = s->grown.array;
        if ((w[0] & 0xffff) == SpvOpLabel) label = w[1];
        if (nbl_sp_find_if(s, i, &found) && only_stores(s, &known, found, &array)) {
            put_body(s, &known, found);
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
