/* Two modules compared by what they do: their code, with identifiers by the order in which they appear.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What stands outside of functions is compared where it is used: types by their structure, constants by their value,
 * variables by their type, storage and binding. Integers count as one type of their width: operations say how they take
 * them, and a parameter is an int where the text has a plain number, but a uint as a specialization constant.
 */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/compile.h"
#include "spirv/specialize/shape.h"

typedef struct code_t {
    const nbl_spirv_t *spirv;
    uint64_t *known; /* by id: what it is, 0 = not known yet */
    uint64_t *tokens;
    size_t count;
} code_t;

static uint64_t mixed(uint64_t a, uint64_t b) {
    a = (a ^ b) * 0x9e3779b97f4a7c15u;
    return a ^ a >> 29;
}

/* Types, constants and variables, in the order of the module, which declares before it uses. */
static void note_globals(code_t *c) {
    const nbl_spirv_t *spirv = c->spirv;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i;
        uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
        bool is_type = op >= SpvOpTypeVoid && op <= SpvOpTypePipe;
        bool is_value =
            (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || op == SpvOpVariable || op == SpvOpUndef;
        uint64_t hash = mixed(op, n);
        if (op == SpvOpFunction) return;
        if (op == SpvOpDecorate && n == 4 && (w[2] == SpvDecorationBinding || w[2] == SpvDecorationBuiltIn))
            c->known[w[1]] = mixed(w[2], w[3] + 1); /* before the variable: a part of what that is */
        if (!is_type && !is_value && op != SpvOpExtInstImport) continue;
        uint32_t id = is_value ? w[2] : w[1];
        bool literal = op == SpvOpConstant || op == SpvOpTypeInt || op == SpvOpTypeFloat || op == SpvOpExtInstImport;
        for (uint32_t k = 1; k < n; k++) {
            if (k == (is_value ? 2 : 1) || (op == SpvOpTypeInt && k == 3)) continue;
            bool is_id = (k == 1 && is_value) ||
                         (!literal && !(op == SpvOpVariable && k == 3) && !(op == SpvOpTypePointer && k == 2) &&
                          !((op == SpvOpTypeVector || op == SpvOpTypeImage) && k > 2));
            hash = mixed(hash, is_id ? c->known[w[k]] : w[k] + 1u);
        }
        c->known[id] = mixed(hash, c->known[id]);
    }
}

static void add(code_t *c, uint64_t token) { c->tokens[c->count++] = token; }

/* The identifiers of the code are numbered as they appear. */
static uint64_t number(code_t *c, uint32_t id, uint64_t *next) {
    if (!c->known[id]) c->known[id] = ++*next;
    return c->known[id];
}

static void note_code(code_t *c) {
    const nbl_spirv_t *spirv = c->spirv;
    uint64_t next = 0;
    bool in_function = false;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i;
        uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
        nbl_shape_t shape = nbl_shape(op);
        in_function |= op == SpvOpFunction;
        if (op == SpvOpExecutionMode && w[2] == SpvExecutionModeLocalSize)
            for (uint32_t k = 3; k < n; k++) add(c, w[k]);
        if (!in_function) continue;
        add(c, w[0]);
        for (uint32_t k = 1; k < n && op != SpvOpFunction; k++) {
            bool is_id = k <= shape.results || (shape.operands && nbl_shape_is_id(shape, k - 1 - shape.results));
            add(c, is_id ? number(c, w[k], &next) : w[k]);
        }
    }
    /* Which of them must not be fused: a sum, since decorations are in no order. */
    uint64_t exactly = 0;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16)
        if (spirv->words[i] == (SpvOpDecorate | 3 << 16) && spirv->words[i + 2] == SpvDecorationNoContraction)
            exactly += mixed(c->known[spirv->words[i + 1]], 7);
    add(c, exactly);
}

static code_t code_of(const nbl_spirv_t *spirv) {
    code_t c = {spirv, calloc(spirv->words[3], sizeof *c.known), malloc((spirv->word_count + 8) * sizeof *c.tokens), 0};
    if (!c.known || !c.tokens) abort();
    note_globals(&c);
    note_code(&c);
    return c;
}

/* Returns whether two modules do the same. */
static bool is_same_code(const nbl_spirv_t *a, const nbl_spirv_t *b) {
    code_t one = code_of(a), other = code_of(b);
    bool same = one.count == other.count && memcmp(one.tokens, other.tokens, one.count * sizeof *one.tokens) == 0;
    free(one.known);
    free(one.tokens);
    free(other.known);
    free(other.tokens);
    return same;
}
