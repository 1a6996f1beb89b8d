/* Fuses multiplications and additions, in fast mode.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The one rule: a product that only one sum uses is multiplied within the sum, and its own instruction is gone. A sum
 * takes one product, the first of its two. With the option spare_instructions a product of two or more uses, all of
 * them sums, is multiplied within each of them, too.
 *
 *   a b + c, c + a b  ->  fma(a, b, c)        a b - c  ->  fma(a, b, -c)        c - a b  ->  fma(-a, b, c)
 *
 * Drivers for GPUs fuse by themselves if one sum uses a product, and negation costs nothing there. If a sum and a
 * difference use the product, as in butterflies, NVIDIA's driver does not fuse. Fusing then saves the product's
 * instruction, and holds its two factors in registers instead of the product.
 */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/specialize/internal.h"

enum { MOST_USES = 3 }; /* products are taken in turns: of one use, of two, of this many or more; chosen */

/* A use of a product by a sum; an entry of the product's list. */
typedef struct use_t {
    uint32_t sum;  /* the sum's id */
    uint32_t next; /* index of the list's next entry, plus 1; 0: the last */
} use_t;

typedef struct fuser_t {
    uint32_t *products; /* by id: the word in s->code of the multiplication that makes it, plus 1; 0: no free product */
    uint32_t *uses;     /* by id: how often it is an operand */
    uint32_t *in_sums;  /* by id of a product: the first entry of its list of sums, plus 1; 0: no sum uses it */
    uint32_t *taken;    /* by id of a sum: the product that it is fused with; 0: none yet */
    uint8_t *decorated; /* by id: 1 if it is decorated NoContraction */
    use_t *list;
    uint32_t list_size;
} fuser_t;

static bool is_sum(const fuser_t *f, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff;
    return (op == SpvOpFAdd || op == SpvOpFSub) && w[3] != w[4] && !f->decorated[w[2]];
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

/* Fills in the fuser's tables from the code. */
static void survey(nbl_sp_t *s, fuser_t *f) {
    for (uint32_t i = 0; i < s->exact_ids.size; i++) f->decorated[s->exact_ids.data[i]] = 1;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        nbl_shape_t shape = nbl_shape(w[0] & 0xffff);
        if ((w[0] & 0xffff) == SpvOpFMul && !f->decorated[w[2]]) f->products[w[2]] = i + 1;
        for (uint32_t k = 1u + shape.results; k < w[0] >> 16; k++)
            if (nbl_shape_is_id(shape, k - 1 - shape.results)) f->uses[w[k]]++;
        for (uint32_t k = 3; k < 5 && is_sum(f, w); k++) {
            if (!f->products[w[k]]) continue;
            f->list[f->list_size] = (use_t){w[2], f->in_sums[w[k]]};
            f->in_sums[w[k]] = ++f->list_size;
        }
    }
}

/* Returns whether each use of a product is by a sum that has taken no product yet, and there are `uses` of them. For
 * MOST_USES more uses are accepted, too. */
static bool can_vanish(const fuser_t *f, uint32_t product, uint32_t uses) {
    uint32_t sums = 0;
    if (uses < MOST_USES ? f->uses[product] != uses : f->uses[product] < uses) return false;
    for (uint32_t u = f->in_sums[product]; u; u = f->list[u - 1].next, sums++)
        if (f->taken[f->list[u - 1].sum]) return false;
    return sums == f->uses[product];
}

/* Chooses which sum takes which product. Products of one use come first: a product of several uses takes several sums,
 * which other products then cannot have. */
static void choose(nbl_sp_t *s, fuser_t *f) {
    for (uint32_t uses = 1; uses <= (s->options.spare_instructions ? MOST_USES : 1); uses++) {
        for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
            if ((s->code.data[i] & 0xffff) != SpvOpFMul) continue;
            uint32_t product = s->code.data[i + 2];
            if (!f->products[product] || !can_vanish(f, product, uses)) continue;
            for (uint32_t u = f->in_sums[product]; u; u = f->list[u - 1].next) f->taken[f->list[u - 1].sum] = product;
        }
    }
}

/* Writes the instruction at a word as a multiply-add if it is a sum that has taken a product. Returns whether it
 * did. */
static bool fuse(nbl_sp_t *s, const fuser_t *f, uint32_t at) {
    const uint32_t *w = s->code.data + at;
    if (!is_sum(f, w) || !f->taken[w[2]]) return false;
    uint32_t type = w[1], result = w[2], right = f->taken[w[2]] == w[4], other = right ? w[3] : w[4];
    bool difference = (w[0] & 0xffff) == SpvOpFSub;
    const uint32_t *m = s->code.data + f->products[f->taken[w[2]]] - 1;
    uint32_t operands[5] = {s->glsl_set, GLSLstd450Fma, m[3], m[4], other};
    if (difference && !right) operands[4] = negated(s, type, other);
    if (difference && right) operands[2] = negated(s, type, m[3]);
    put_fused(s, SpvOpExtInst, type, result, 5, operands);
    return true;
}

void nbl_sp_fuse(nbl_sp_t *s) {
    fuser_t f = {.list_size = 0};
    if (s->options.exact || s->options.loops == NBL_SPECIALIZE_EMPTY || !s->glsl_set) return;
    f.products = nbl_sp_allocate(s, s->next_id * sizeof *f.products);
    f.uses = nbl_sp_allocate(s, s->next_id * sizeof *f.uses);
    f.in_sums = nbl_sp_allocate(s, s->next_id * sizeof *f.in_sums);
    f.taken = nbl_sp_allocate(s, s->next_id * sizeof *f.taken);
    f.decorated = nbl_sp_allocate(s, s->next_id);
    f.list = nbl_sp_allocate(s, s->code.size * sizeof *f.list);
    survey(s, &f);
    choose(s, &f);
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        if (fuse(s, &f, i)) continue;
        const uint32_t *w = s->code.data + i;
        for (uint32_t k = 0; k < w[0] >> 16; k++) NBL_SP_PUSH(s, s->fused, w[k]);
    }
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
