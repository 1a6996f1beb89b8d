/* By-one: a sum that leads to a store under a condition multiplies its first term by a 1 which the driver does not
 * know.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   if (c) s[i] = x + y;   ->   if (c) s[i] = x * one + y;   one = float(min(gl_NumWorkGroups.x, 1))
 *
 * In:    the new main() in s->code, where the instruction order is `by-one`.
 * Out:   s->code with the products. It stays as it is without sums of float32, or without a load of gl_NumWorkGroups in
 *        the first block.
 *
 * Stores by device address are left out: kernels of columns and of literal sizes have them, and take a hundredth less
 * time so.
 *
 * A product by 1 is exact: if the driver fuses it with the sum, the bits stay and it costs nothing. NVIDIA's driver
 * moves other sums and the loads that they need into the branch, but not these (docs/log/transforms.md, "Fused: exact
 * products").
 */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/specialize/internal.h"

/* What is looked up of the new main(), by id. */
typedef struct sums_t {
    uint32_t *made; /* where in s->code an id's instruction begins, in words, plus 1; 0: it has none there */
    uint8_t *seen;  /* 1: the id leads to a store under a condition */
    uint32_t type;  /* id of the type float32; 0: there is no sum of it */
    uint32_t count; /* nbl_sp_find_count() */
} sums_t;

static bool is_sum(const uint32_t *w) { return (w[0] & 0xffff) == SpvOpFAdd || (w[0] & 0xffff) == SpvOpFSub; }

/* Returns the variable that is decorated NumWorkgroups, or 0. */
static uint32_t find_variable(const nbl_sp_t *s) {
    for (uint32_t i = NBL_SP_HEADER_WORDS; i < s->first_function; i += s->words[i] >> 16) {
        const uint32_t *w = s->words + i;
        const bool is_builtin = w[0] == (SpvOpDecorate | 4 << 16) && w[2] == SpvDecorationBuiltIn;
        if (is_builtin && w[3] == SpvBuiltInNumWorkgroups) return w[1];
    }
    return 0;
}

/* Returns whether a pointer is to a component of a variable. */
static bool leads_to(const nbl_sp_t *s, const uint32_t *made, uint32_t pointer, uint32_t variable) {
    if (variable == 0 || !made[pointer]) return false;
    const uint32_t *chain = s->code.data + made[pointer] - 1;
    return (chain[0] & 0xffff) == SpvOpAccessChain && chain[3] == variable;
}

static bool is_unsigned(const nbl_sp_t *s, uint32_t type) {
    return type < s->bound && s->types[type].op == SpvOpTypeInt && s->types[type].width == 32 &&
           s->words[s->types[type].at + 3] == 0;
}

uint32_t nbl_sp_find_count(const nbl_sp_t *s, const uint32_t *made) {
    const uint32_t variable = find_variable(s);
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < s->code.size && blocks <= 1; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i, op = w[0] & 0xffff;
        if (op == SpvOpLoad && is_unsigned(s, w[1]) && leads_to(s, made, w[3], variable)) return i + 1;
        blocks += op == SpvOpLabel;
    }
    return 0;
}

/* Looks up what sums_t has; seen is all 0. */
static sums_t survey(nbl_sp_t *s) {
    sums_t sums = {nbl_sp_allocate(s, s->next_id * sizeof(uint32_t)), nbl_sp_allocate(s, s->next_id), 0, 0};
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        if (nbl_shape(w[0] & 0xffff).results == 2) sums.made[w[2]] = i + 1;
        if (is_sum(w) && w[1] < s->bound && s->types[w[1]].op == SpvOpTypeFloat && s->types[w[1]].width == 32)
            sums.type = w[1];
    }
    sums.count = nbl_sp_find_count(s, sums.made);
    return sums;
}

static bool is_by_address(const nbl_sp_t *s, const sums_t *sums, uint32_t pointer) {
    if (!sums->made[pointer]) return false;
    const uint32_t *w = s->code.data + sums->made[pointer] - 1;
    return w[1] < s->bound && s->types[w[1]].op == SpvOpTypePointer &&
           s->types[w[1]].storage == SpvStorageClassPhysicalStorageBuffer;
}

/* Marks an id and what it is made of as seen, back to loads. */
static void follow(nbl_sp_t *s, sums_t *sums, uint32_t id) {
    const uint32_t mark = s->scratch.size;
    NBL_SP_PUSH(s, s->scratch, id);
    while (s->scratch.size > mark) {
        id = s->scratch.data[--s->scratch.size];
        if (!sums->made[id] || sums->seen[id]) continue;
        sums->seen[id] = 1;
        const uint32_t *w = s->code.data + sums->made[id] - 1, op = w[0] & 0xffff, words = w[0] >> 16;
        const bool is_fused = op == SpvOpExtInst && w[4] == GLSLstd450Fma;
        const bool goes_on = is_sum(w) || is_fused || op == SpvOpFMul || op == SpvOpFNegate || op == SpvOpBitcast ||
                             op == SpvOpSelect || op == SpvOpCompositeConstruct;
        for (uint32_t k = is_fused ? 5 : op == SpvOpSelect ? 4 : 3; goes_on && k < words; k++)
            NBL_SP_PUSH(s, s->scratch, w[k]);
        if (op == SpvOpCompositeExtract) NBL_SP_PUSH(s, s->scratch, w[3]);
    }
}

/* Appends words to the new text, s->fused. */
static void put(nbl_sp_t *s, uint32_t count, const uint32_t *words) {
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->fused, words[k]);
}

/* Appends the instructions that make the 1. Returns its id.
 *
 * load  the load of a component of gl_NumWorkGroups, which has just been appended */
static uint32_t put_one(nbl_sp_t *s, const sums_t *sums, const uint32_t *load) {
    const uint32_t type = load[1], count = load[2], least = s->next_id++, one = s->next_id++;
    const uint32_t literal = nbl_sp_id(s, nbl_sp_constant(s, type, 1));
    const uint32_t words[11] = {
        SpvOpExtInst | 7 << 16,     type,       least, s->glsl_set, GLSLstd450UMin, count, literal,
        SpvOpConvertUToF | 4 << 16, sums->type, one,   least};
    put(s, 11, words);
    return one;
}

/* Appends a sum whose first term is multiplied by `one`. */
static void put_sum(nbl_sp_t *s, const uint32_t *w, uint32_t one) {
    const uint32_t product = s->next_id++;
    const uint32_t words[10] = {SpvOpFMul | 5 << 16, w[1], product, w[3], one, w[0], w[1], w[2], product, w[4]};
    put(s, 10, words);
}

/* Takes the decoration NoContraction from the sums that multiply, so that the driver may fuse them. */
static void undecorate(nbl_sp_t *s, const uint8_t *multiplies) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->exact_ids.size; i++)
        if (!multiplies[s->exact_ids.data[i]]) s->exact_ids.data[kept++] = s->exact_ids.data[i];
    s->exact_ids.size = kept;
}

void nbl_sp_by_one(nbl_sp_t *s) {
    if (s->options.order != NBL_INSTRUCTION_ORDER_BY_ONE || !s->glsl_set) return;
    sums_t sums = survey(s);
    if (sums.type == 0 || sums.count == 0) return;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        nbl_sp_if_t found;
        if (!nbl_sp_find_if(s, i, &found)) continue;
        for (uint32_t k = found.body; k < found.body_end; k += s->code.data[k] >> 16)
            if ((s->code.data[k] & 0xffff) == SpvOpStore && !is_by_address(s, &sums, s->code.data[k + 1]))
                follow(s, &sums, s->code.data[k + 2]);
    }
    uint8_t *multiplies = nbl_sp_allocate(s, s->next_id);
    uint32_t one = 0;
    s->fused.size = 0;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        const bool by_one = one != 0 && is_sum(w) && w[1] == sums.type && sums.seen[w[2]];
        if (by_one) {
            multiplies[w[2]] = 1;
            put_sum(s, w, one);
        } else {
            put(s, w[0] >> 16, w);
        }
        if (i + 1 == sums.count) one = put_one(s, &sums, w);
    }
    undecorate(s, multiplies);
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
