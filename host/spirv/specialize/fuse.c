/* Fuses multiplications and additions, in fast mode.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The one rule: a product that only one sum uses becomes a fused multiply-add with it; of two such products, the
 * first.
 *
 *   a b + c, c + a b  ->  fma(a, b, c)        a b - c  ->  fma(a, b, -c)        c - a b  ->  fma(-a, b, c)
 *
 * Drivers for GPUs do that by themselves, and negation costs nothing there. Others do not.
 */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/specialize/internal.h"

typedef struct fuser_t {
    uint32_t *products; /* by id: word of the multiplication that made it, plus one */
    uint8_t *uses;      /* by id, no more than 2 */
    uint8_t *decorated; /* by id: NoContraction */
} fuser_t;

static void survey(nbl_sp_t *s, fuser_t *f) {
    for (uint32_t i = 0; i < s->exact_ids.size; i++) f->decorated[s->exact_ids.data[i]] = 1;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        nbl_shape_t shape = nbl_shape(w[0] & 0xffff);
        if ((w[0] & 0xffff) == SpvOpFMul) f->products[w[2]] = i + 1;
        for (uint32_t k = 1u + shape.results; k < w[0] >> 16; k++)
            if (nbl_shape_is_id(shape, k - 1 - shape.results) && f->uses[w[k]] < 2) f->uses[w[k]]++;
    }
}

static void put_fused(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t result, uint32_t count,
                      const uint32_t *operands) {
    NBL_SP_PUSH(s, s->fused, op | (count + 3) << 16);
    NBL_SP_PUSH(s, s->fused, type);
    NBL_SP_PUSH(s, s->fused, result);
    for (uint32_t k = 0; k < count; k++) NBL_SP_PUSH(s, s->fused, operands[k]);
}

static uint32_t negated(nbl_sp_t *s, uint32_t type, uint32_t id) {
    uint32_t made = s->next_id++;
    put_fused(s, SpvOpFNegate, type, made, 1, &id);
    return made;
}

/* Whether a sum was fused. */
static bool fuse(nbl_sp_t *s, const fuser_t *f, uint32_t at) {
    const uint32_t *w = s->code.data + at;
    uint32_t op = w[0] & 0xffff, type = w[1];
    if ((op != SpvOpFAdd && op != SpvOpFSub) || w[3] == w[4] || f->decorated[w[2]]) return false;
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t product = w[3 + k], other = w[4 - k];
        if (!f->products[product] || f->uses[product] != 1 || f->decorated[product]) continue;
        const uint32_t *m = s->code.data + f->products[product] - 1;
        uint32_t operands[5] = {s->glsl_set, GLSLstd450Fma, m[3], m[4], other};
        if (op == SpvOpFSub && k == 0) operands[4] = negated(s, type, other);
        if (op == SpvOpFSub && k == 1) operands[2] = negated(s, type, m[3]);
        put_fused(s, SpvOpExtInst, type, w[2], 5, operands);
        return true;
    }
    return false;
}

void nbl_sp_fuse(nbl_sp_t *s) {
    fuser_t f;
    if (s->options.exact || s->options.loops == NBL_SPECIALIZE_EMPTY || !s->glsl_set) return;
    f.products = nbl_sp_allocate(s, s->next_id * sizeof *f.products);
    f.uses = nbl_sp_allocate(s, s->next_id);
    f.decorated = nbl_sp_allocate(s, s->next_id);
    survey(s, &f);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        if (fuse(s, &f, i)) continue;
        const uint32_t *w = s->code.data + i;
        for (uint32_t k = 0; k < w[0] >> 16; k++) NBL_SP_PUSH(s, s->fused, w[k]);
    }
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
