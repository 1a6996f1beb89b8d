/* Executes one instruction that does not branch.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/specialize/internal.h"

/* Writes an instruction as it is, with its operands' ids in the new module. */
static void copy(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16, mark = s->scratch.size;
    nbl_shape_t shape = nbl_shape(op);
    uint32_t first = 1u + shape.results, count = n - first;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t word = w[first + k];
        if (nbl_shape_is_id(shape, k)) word = nbl_sp_id(s, nbl_sp_get(s, word));
        NBL_SP_PUSH(s, s->scratch, word);
    }
    const uint32_t *operands = s->scratch.data + mark;
    if (shape.effect == NBL_SHAPE_CONVERGES) s->convergent++;
    if (shape.results == 2)
        nbl_sp_set(s, w[2], nbl_sp_emit(s, op, w[1], count, operands, shape.effect == NBL_SHAPE_PURE));
    else
        nbl_sp_put(s, op, count, operands);
    s->scratch.size = mark;
}

static void construct(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, first = s->parts.size;
    for (uint32_t k = 3; k < n; k++) nbl_sp_push_leaves(s, nbl_sp_get(s, w[k]));
    nbl_sp_set(s, w[2], nbl_sp_composite(s, w[1], first));
}

static void extract(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, value = nbl_sp_get(s, w[3]), type = s->values.data[value].type, first = 0;
    for (uint32_t k = 4; k < n; k++) type = nbl_sp_member(s, type, w[k], &first);
    if (type != w[1]) nbl_sp_refuse(s, "malformed: an extract of another type");
    nbl_sp_set(s, w[2], nbl_sp_part(s, value, type, first));
}

static void insert(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, object = nbl_sp_get(s, w[3]), value = nbl_sp_get(s, w[4]);
    uint32_t type = s->values.data[value].type, offset = 0, leaves = nbl_sp_leaves(s, type), part = type;
    for (uint32_t k = 5; k < n; k++) part = nbl_sp_member(s, part, w[k], &offset);
    uint32_t end = offset + nbl_sp_leaves(s, part), first = s->parts.size;
    if (s->values.data[object].type != part) nbl_sp_refuse(s, "malformed: an insert of another type");
    for (uint32_t k = 0; k < leaves; k++) {
        uint32_t leaf = k >= offset && k < end ? nbl_sp_leaf(s, object, k - offset) : nbl_sp_leaf(s, value, k);
        NBL_SP_PUSH(s, s->parts, leaf);
    }
    nbl_sp_set(s, w[2], nbl_sp_composite(s, w[1], first));
}

static void shuffle(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, a = nbl_sp_get(s, w[3]), b = nbl_sp_get(s, w[4]);
    uint32_t of_a = nbl_sp_leaves(s, s->values.data[a].type), first = s->parts.size;
    if (nbl_sp_type(s, w[1])->op != SpvOpTypeVector) nbl_sp_refuse(s, "malformed: a shuffle to no vector");
    for (uint32_t k = 5; k < n; k++) {
        uint32_t leaf = w[k] == UINT32_MAX ? nbl_sp_undefined(s, s->types[w[1]].element)
                        : w[k] < of_a      ? nbl_sp_leaf(s, a, w[k])
                                           : nbl_sp_leaf(s, b, w[k] - of_a);
        NBL_SP_PUSH(s, s->parts, leaf);
    }
    nbl_sp_set(s, w[2], nbl_sp_composite(s, w[1], first));
}

static void select(nbl_sp_t *s, const uint32_t *w) {
    uint32_t condition = nbl_sp_get(s, w[3]);
    nbl_sp_value_t c = nbl_sp_value(s, condition);
    if (c.kind == NBL_SP_CONSTANT)
        nbl_sp_set(s, w[2], nbl_sp_get(s, c.bits ? w[4] : w[5]));
    else if (nbl_sp_type(s, w[1])->width && nbl_sp_type(s, c.type)->width)
        nbl_sp_set(s, w[2], nbl_sp_select(s, w[1], condition, nbl_sp_get(s, w[4]), nbl_sp_get(s, w[5])));
    else
        copy(s, w);
}

/* Writes c + a b as a product and a sum, without NoContraction. The product a b is exact. */
static uint32_t apart(nbl_sp_t *s, uint32_t type, uint32_t c, const uint32_t factors[2]) {
    s->may_contract = true;
    const uint32_t product[2] = {nbl_sp_id(s, factors[0]), nbl_sp_id(s, factors[1])};
    const uint32_t made = nbl_sp_emit(s, SpvOpFMul, type, 2, product, true);
    const uint32_t sum[2] = {nbl_sp_id(s, c), nbl_sp_id(s, made)};
    const uint32_t result = nbl_sp_emit(s, SpvOpFAdd, type, 2, sum, true);
    s->may_contract = false;
    return result;
}

static void call_function(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, count = n - 5, values[3] = {0, 0, 0}, found = 0;
    if (w[3] != s->glsl_set || !s->glsl_set) nbl_sp_refuse(s, "an instruction of another set than GLSL.std.450");
    if (w[4] == GLSLstd450Modf || w[4] == GLSLstd450Frexp || w[4] >= GLSLstd450InterpolateAtCentroid)
        nbl_sp_refuse(s, "function %u of GLSL.std.450", w[4]);
    if (count && count <= 3) {
        for (uint32_t k = 0; k < count; k++) values[k] = nbl_sp_get(s, w[5 + k]);
        found = nbl_sp_function(s, w[1], w[4], count, values);
    }
    if (!found && w[4] == GLSLstd450Fma && s->options.exact && s->options.fused &&
        nbl_sp_is_exact_product(s, w[1], values[0], values[1]))
        found = apart(s, w[1], values[2], values);
    if (found)
        nbl_sp_set(s, w[2], found);
    else
        copy(s, w);
}

/* Returns whether fold.c has rules for an instruction: conversions and arithmetic of one or two scalars. */
static bool is_folded(nbl_sp_t *s, const uint32_t *w, nbl_shape_t shape) {
    uint32_t n = w[0] >> 16, op = w[0] & 0xffff;
    if (shape.results != 2 || shape.effect != NBL_SHAPE_PURE || n < 4 || n > 5) return false;
    if (op < SpvOpConvertFToU || op > SpvOpBitCount || op == SpvOpSelect) return false;
    for (uint32_t k = 3; k < n; k++) {
        nbl_sp_value_t v = nbl_sp_value(s, nbl_sp_get(s, w[k]));
        if (v.kind == NBL_SP_CELLS || v.kind == NBL_SP_POINTER || !nbl_sp_type(s, v.type)->width) return false;
    }
    return nbl_sp_type(s, w[1])->width != 0;
}

/* Writes a marked sum as a multiply-add with its right operand's factors: c + a b, or c - a b as -a b + c. A butterfly
 * may have turned the product by a quarter, which negates it. The product stays behind without a use, unless another
 * sum has one. */
static uint32_t fused(nbl_sp_t *s, const uint32_t *w) {
    const uint32_t c = nbl_sp_get(s, w[3]);
    bool minus = (w[0] & 0xffff) == SpvOpFSub;
    nbl_sp_value_t product = nbl_sp_value(s, nbl_sp_get(s, w[4]));
    for (; product.kind == NBL_SP_RESULT && product.op == SpvOpFNegate; minus = !minus)
        product = nbl_sp_value(s, product.a);
    if ((product.kind != NBL_SP_RESULT && product.kind != NBL_SP_CONSTANT) || product.op != SpvOpFMul)
        nbl_sp_refuse(s, "a sum is marked, and takes no product");
    if (!s->glsl_set) nbl_sp_refuse(s, "a sum is marked, and GLSL.std.450 is missing");
    uint32_t factors[2] = {product.a, product.b};
    uint32_t *negated =
        &factors[nbl_sp_value(s, product.b).kind == NBL_SP_CONSTANT]; /* of a literal it costs nothing */
    if (minus) *negated = nbl_sp_unary(s, SpvOpFNegate, w[1], *negated);
    const uint32_t literal = nbl_sp_literal_fused(s, w[1], c, factors[0], factors[1]);
    if (literal) return literal;
    if (nbl_sp_is_exact_product(s, w[1], factors[0], factors[1])) return apart(s, w[1], c, factors);
    const uint32_t operands[5] = {s->glsl_set, GLSLstd450Fma, nbl_sp_id(s, factors[0]), nbl_sp_id(s, factors[1]),
                                  nbl_sp_id(s, c)};
    return nbl_sp_emit(s, SpvOpExtInst, w[1], 5, operands, true);
}

/* Returns a value with a literal product's bits that keeps the factors, since a sum may be about to round once. */
static uint32_t with_factors(nbl_sp_t *s, uint32_t product, uint32_t a, uint32_t b) {
    nbl_sp_value_t v = nbl_sp_value(s, product);
    if (v.kind != NBL_SP_CONSTANT) return product;
    v.op = SpvOpFMul;
    v.a = a;
    v.b = b;
    return nbl_sp_add(s, v);
}

static void compute(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
    nbl_shape_t shape = nbl_shape(op);
    if (!shape.operands || shape.effect == NBL_SHAPE_CONTROLS) nbl_sp_refuse(s, "instruction %u is not known", op);
    if (shape.results == 2) nbl_sp_type(s, w[1]);
    const bool decorated = shape.results == 2 && s->exactly[w[2]];
    s->precise = decorated && !s->options.marks;
    if (decorated && s->options.marks && s->options.fused && (op == SpvOpFAdd || op == SpvOpFSub))
        nbl_sp_set(s, w[2], fused(s, w));
    else if (!is_folded(s, w, shape))
        copy(s, w);
    else if (n == 4)
        nbl_sp_set(s, w[2], nbl_sp_unary(s, op, w[1], nbl_sp_get(s, w[3])));
    else {
        const uint32_t a = nbl_sp_get(s, w[3]), b = nbl_sp_get(s, w[4]), made = nbl_sp_binary(s, op, w[1], a, b);
        nbl_sp_set(s, w[2],
                   s->options.marks && s->options.fused && op == SpvOpFMul ? with_factors(s, made, a, b) : made);
    }
    s->precise = false;
}

static void declare(nbl_sp_t *s, const uint32_t *w) {
    const nbl_sp_type_t *pointer = nbl_sp_type(s, w[1]);
    if (pointer->op != SpvOpTypePointer || w[3] != SpvStorageClassFunction) nbl_sp_refuse(s, "malformed: a variable");
    uint32_t variable = nbl_sp_variable(s, pointer->element, w[2]);
    nbl_sp_set(s, w[2], variable);
    if (w[0] >> 16 > 4) nbl_sp_store(s, variable, nbl_sp_get(s, w[4]), 0, NULL);
}

void nbl_sp_step(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16;
    switch (w[0] & 0xffff) {
    case SpvOpNop:
    case SpvOpLine:
    case SpvOpNoLine: return;
    case SpvOpUndef: nbl_sp_set(s, w[2], nbl_sp_undefined(s, w[1])); return;
    case SpvOpVariable: declare(s, w); return;
    case SpvOpLoad: nbl_sp_set(s, w[2], nbl_sp_load(s, w[1], nbl_sp_get(s, w[3]), n - 4, w + 4)); return;
    case SpvOpStore: nbl_sp_store(s, nbl_sp_get(s, w[1]), nbl_sp_get(s, w[2]), n - 3, w + 3); return;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        nbl_sp_set(s, w[2], nbl_sp_access(s, w[1], nbl_sp_get(s, w[3]), n - 4, w + 4));
        return;
    case SpvOpCopyObject: nbl_sp_set(s, w[2], nbl_sp_get(s, w[3])); return;
    case SpvOpCompositeConstruct: construct(s, w); return;
    case SpvOpCompositeExtract: extract(s, w); return;
    case SpvOpCompositeInsert: insert(s, w); return;
    case SpvOpVectorShuffle: shuffle(s, w); return;
    case SpvOpSelect: select(s, w); return;
    case SpvOpExtInst: call_function(s, w); return;
    case SpvOpFunctionCall: nbl_sp_set(s, w[2], nbl_sp_call(s, w)); return;
    case SpvOpCopyMemory: nbl_sp_refuse(s, "OpCopyMemory"); return;
    default: compute(s, w); return;
    }
}
