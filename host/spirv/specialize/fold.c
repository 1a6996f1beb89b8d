/* Folds operations: on literals, and by the identities that hold for any value.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Floating operations whose operands are both literals are carried out as IEEE 754 says, unless the result is
 * subnormal, infinite or not a number: there devices differ. Identities of floating numbers are for fast mode.
 */
#include <math.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <string.h>

#include "spirv/specialize/internal.h"

static bool is_exactly(const nbl_sp_t *s) { return s->options.exact || s->precise; }

/* Returns whether signs may move between operations that they do not round. Exact mode without `fused` keeps its
 * instructions. */
static bool may_move_signs(const nbl_sp_t *s) { return !is_exactly(s) || s->options.fused; }

static uint64_t mask_of(nbl_sp_t *s, uint32_t type) {
    uint32_t width = nbl_sp_type(s, type)->width;
    return width == 0 || width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static int64_t as_signed(nbl_sp_t *s, uint32_t type, uint64_t bits) {
    uint32_t width = nbl_sp_type(s, type)->width;
    if (width == 0 || width >= 64) return (int64_t)bits;
    uint64_t sign = (uint64_t)1 << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

/* ---- Floating literals */

static double half_number(uint32_t bits) {
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double size = exponent == 0    ? ldexp(fraction, -24)
                  : exponent == 31 ? (fraction ? (double)NAN : (double)INFINITY)
                                   : ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -size : size;
}

static double number(nbl_sp_t *s, uint32_t value) {
    nbl_sp_value_t v = nbl_sp_value(s, value);
    uint32_t width = nbl_sp_type(s, v.type)->width, low = (uint32_t)v.bits;
    double wide;
    float narrow;
    if (width == 16) return half_number(low);
    if (width == 32) {
        memcpy(&narrow, &low, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, &v.bits, sizeof wide);
    return wide;
}

/* Rounds to the nearest half, ties to even. Returns false if the half is neither a normal number nor zero. */
static bool half_bits(double x, uint64_t *bits) {
    int exponent;
    double size = fabs(x), fraction = frexp(size, &exponent); /* size = fraction 2^exponent, fraction in [1/2, 1) */
    *bits = signbit(x) ? 0x8000 : 0;
    if (size == 0) return true;
    double scaled = nearbyint(ldexp(fraction, 11)); /* 1024 to 2048 */
    if (scaled == 2048) {
        scaled = 1024;
        exponent++;
    }
    if (exponent < -13 || exponent > 16) return false;
    *bits |= (uint64_t)(exponent + 14) << 10 | ((uint64_t)scaled - 1024);
    return true;
}

/* Makes a constant of a sum or product of two numbers of 32 or 16 bits. Evaluated in double and rounded once more it
 * is rounded correctly: 53 >= 2 * 24 + 2. Returns 0 if the result is subnormal, infinite or not a number. */
static uint32_t from_number(nbl_sp_t *s, uint32_t type, double x) {
    uint32_t width = nbl_sp_type(s, type)->width, low;
    uint64_t bits = 0;
    if (width == 16) return half_bits(x, &bits) ? nbl_sp_constant(s, type, bits) : 0;
    if (width == 32) {
        float narrow = (float)x;
        if (narrow != 0 && !isnormal(narrow)) return 0;
        if (narrow == 0 && x != 0) return 0;
        memcpy(&low, &narrow, sizeof low);
        return nbl_sp_constant(s, type, low);
    }
    if (x != 0 && !isnormal(x)) return 0;
    memcpy(&bits, &x, sizeof bits);
    return nbl_sp_constant(s, type, bits);
}

/* Makes a constant of a conversion if nothing is rounded, since rounding of conversions is the device's choice; else
 * returns 0. */
static uint32_t converted(nbl_sp_t *s, uint32_t type, double x) {
    uint32_t made = from_number(s, type, x);
    return made && number(s, made) == x ? made : 0;
}

/* ---- Writing what remains */

static bool commutes(uint32_t op) {
    switch (op) {
    case SpvOpIAdd:
    case SpvOpFAdd:
    case SpvOpIMul:
    case SpvOpFMul:
    case SpvOpBitwiseAnd:
    case SpvOpBitwiseOr:
    case SpvOpBitwiseXor:
    case SpvOpLogicalAnd:
    case SpvOpLogicalOr:
    case SpvOpIEqual:
    case SpvOpINotEqual: return true;
    default: return false;
    }
}

static uint32_t write(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t count, const uint32_t values[3]) {
    uint32_t ids[3] = {0, 0, 0};
    for (uint32_t k = 0; k < count; k++) ids[k] = nbl_sp_id(s, values[k]);
    /* So that either order is one operation; and literals last, whenever they were made. */
    bool left = s->values.data[values[0]].kind == NBL_SP_CONSTANT,
         right = count > 1 && s->values.data[values[1]].kind == NBL_SP_CONSTANT;
    if (commutes(op) && (left != right ? left : ids[0] > ids[1])) {
        uint32_t first = ids[0];
        ids[0] = ids[1];
        ids[1] = first;
    }
    uint32_t made = nbl_sp_emit(s, op, type, count, ids, true);
    nbl_sp_value_t *v = &s->values.data[made];
    if (!v->op) {
        v->op = (uint16_t)op;
        v->a = values[0];
        v->b = count > 1 ? values[1] : 0;
        v->c = count > 2 ? values[2] : 0;
    }
    return made;
}

/* ---- One operand */

static uint32_t unary_literal(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a) {
    nbl_sp_value_t x = nbl_sp_value(s, a);
    const nbl_sp_type_t *to = nbl_sp_type(s, type), *from = nbl_sp_type(s, x.type);
    uint64_t mask = mask_of(s, type);
    bool to_float = to->op == SpvOpTypeFloat, from_float = from->op == SpvOpTypeFloat;
    switch (op) {
    case SpvOpFNegate: return to_float ? nbl_sp_constant(s, type, x.bits ^ (uint64_t)1 << (to->width - 1)) : 0;
    case SpvOpSNegate: return nbl_sp_constant(s, type, (0 - x.bits) & mask);
    case SpvOpNot: return nbl_sp_constant(s, type, ~x.bits & mask);
    case SpvOpLogicalNot: return nbl_sp_constant(s, type, !x.bits);
    case SpvOpUConvert: return nbl_sp_constant(s, type, x.bits & mask);
    case SpvOpSConvert: return nbl_sp_constant(s, type, (uint64_t)as_signed(s, x.type, x.bits) & mask);
    case SpvOpConvertUToF: return to_float && from->width <= 32 ? converted(s, type, (double)x.bits) : 0;
    case SpvOpConvertSToF:
        return to_float && from->width <= 32 ? converted(s, type, (double)as_signed(s, x.type, x.bits)) : 0;
    case SpvOpFConvert: return to_float && from_float ? converted(s, type, number(s, a)) : 0;
    case SpvOpBitcast: return to->width && to->width == from->width ? nbl_sp_constant(s, type, x.bits) : 0;
    default: return 0;
    }
}

uint32_t nbl_sp_unary(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a) {
    nbl_sp_value_t x = nbl_sp_value(s, a);
    bool scalar = nbl_sp_type(s, type)->width != 0, twice = x.kind == NBL_SP_RESULT && x.op == op;
    uint32_t values[3] = {a, 0, 0}, found;
    if (x.kind == NBL_SP_CONSTANT && scalar && (found = unary_literal(s, op, type, a)) != 0) return found;
    if (twice && (op == SpvOpNot || op == SpvOpLogicalNot || (op == SpvOpFNegate && may_move_signs(s)))) return x.a;
    if (op == SpvOpBitcast && x.type == type) return a;
    if (op == SpvOpBitcast && twice && s->values.data[x.a].type == type) return x.a;
    if (op == SpvOpLogicalNot && x.kind == NBL_SP_RESULT && (x.op == SpvOpIEqual || x.op == SpvOpINotEqual))
        return nbl_sp_binary(s, x.op == SpvOpIEqual ? SpvOpINotEqual : SpvOpIEqual, type, x.a, x.b);
    return write(s, op, type, 1, values);
}

/* ---- Two operands */

static uint32_t truth(nbl_sp_t *s, uint32_t type, bool is) {
    return nbl_sp_type(s, type)->op == SpvOpTypeBool ? nbl_sp_constant(s, type, is) : 0;
}

static uint32_t compare_literals(nbl_sp_t *s, uint32_t op, uint32_t type, nbl_sp_value_t x, nbl_sp_value_t y) {
    uint64_t p = x.bits, q = y.bits;
    int64_t i = as_signed(s, x.type, p), j = as_signed(s, y.type, q);
    switch (op) {
    case SpvOpIEqual:
    case SpvOpLogicalEqual: return truth(s, type, p == q);
    case SpvOpINotEqual:
    case SpvOpLogicalNotEqual: return truth(s, type, p != q);
    case SpvOpULessThan: return truth(s, type, p < q);
    case SpvOpULessThanEqual: return truth(s, type, p <= q);
    case SpvOpUGreaterThan: return truth(s, type, p > q);
    case SpvOpUGreaterThanEqual: return truth(s, type, p >= q);
    case SpvOpSLessThan: return truth(s, type, i < j);
    case SpvOpSLessThanEqual: return truth(s, type, i <= j);
    case SpvOpSGreaterThan: return truth(s, type, i > j);
    case SpvOpSGreaterThanEqual: return truth(s, type, i >= j);
    default: return 0;
    }
}

static uint32_t floating_literals(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    uint32_t operand = s->values.data[a].type;
    bool floating = nbl_sp_type(s, operand)->op == SpvOpTypeFloat && s->values.data[b].type == operand;
    if (!floating) return 0;
    double x = number(s, a), y = number(s, b);
    if (nbl_sp_type(s, type)->op == SpvOpTypeBool) {
        switch (op) {
        case SpvOpFOrdEqual: return truth(s, type, x == y);
        case SpvOpFOrdNotEqual: return truth(s, type, x < y || x > y);
        case SpvOpFOrdLessThan: return truth(s, type, x < y);
        case SpvOpFOrdGreaterThan: return truth(s, type, x > y);
        case SpvOpFOrdLessThanEqual: return truth(s, type, x <= y);
        case SpvOpFOrdGreaterThanEqual: return truth(s, type, x >= y);
        default: return 0;
        }
    }
    if (type != operand) return 0;
    switch (op) {
    case SpvOpFAdd: return from_number(s, type, x + y);
    case SpvOpFSub: return from_number(s, type, x - y);
    case SpvOpFMul: return from_number(s, type, x * y);
    default: return 0;
    }
}

/* Makes a constant of a b + c, rounded once, if all three are float32 literals, or float64 literals; else returns 0.
 * Returns 0 for a result of 0, which may have been lost, and where from_number() does. */
uint32_t nbl_sp_literal_fused(nbl_sp_t *s, uint32_t type, uint32_t c, uint32_t a, uint32_t b) {
    const uint32_t values[3] = {a, b, c}, width = nbl_sp_type(s, type)->width;
    double x[3];
    for (uint32_t k = 0; k < 3; k++) {
        if (s->values.data[values[k]].kind != NBL_SP_CONSTANT || s->values.data[values[k]].type != type) return 0;
        x[k] = number(s, values[k]);
    }
    if (width != 32 && width != 64) return 0;
    const double sum = width == 64 ? fma(x[0], x[1], x[2]) : (double)fmaf((float)x[0], (float)x[1], (float)x[2]);
    const bool may_be_lost = sum == 0 && x[0] != 0 && x[1] != 0;
    return may_be_lost ? 0 : from_number(s, type, sum);
}

static uint32_t binary_literals(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    nbl_sp_value_t x = nbl_sp_value(s, a), y = nbl_sp_value(s, b);
    uint64_t mask = mask_of(s, type), p = x.bits, q = y.bits;
    uint32_t width = nbl_sp_type(s, x.type)->width, result = nbl_sp_type(s, type)->op;
    if (result == SpvOpTypeBool) {
        uint32_t found = compare_literals(s, op, type, x, y);
        if (found) return found;
        if (op == SpvOpLogicalAnd) return nbl_sp_constant(s, type, p & q);
        if (op == SpvOpLogicalOr) return nbl_sp_constant(s, type, p | q);
    }
    if (result != SpvOpTypeInt) return floating_literals(s, op, type, a, b);
    switch (op) {
    case SpvOpIAdd: return nbl_sp_constant(s, type, (p + q) & mask);
    case SpvOpISub: return nbl_sp_constant(s, type, (p - q) & mask);
    case SpvOpIMul: return nbl_sp_constant(s, type, (p * q) & mask);
    case SpvOpUDiv: return q ? nbl_sp_constant(s, type, p / q) : 0;
    case SpvOpUMod: return q ? nbl_sp_constant(s, type, p % q) : 0;
    case SpvOpSDiv: {
        int64_t i = as_signed(s, x.type, p), j = as_signed(s, y.type, q);
        return j > 0 ? nbl_sp_constant(s, type, (uint64_t)(i / j) & mask) : 0;
    }
    case SpvOpBitwiseAnd: return nbl_sp_constant(s, type, p & q & mask);
    case SpvOpBitwiseOr: return nbl_sp_constant(s, type, (p | q) & mask);
    case SpvOpBitwiseXor: return nbl_sp_constant(s, type, (p ^ q) & mask);
    case SpvOpShiftLeftLogical: return q < width ? nbl_sp_constant(s, type, (p << q) & mask) : 0;
    case SpvOpShiftRightLogical: return q < width ? nbl_sp_constant(s, type, (p >> q) & mask) : 0;
    case SpvOpShiftRightArithmetic:
        if (q >= width || width == 0) return 0;
        return nbl_sp_constant(s, type, (uint64_t)(as_signed(s, x.type, p) >> q) & mask);
    default: return 0;
    }
}

/* Folds the invocation's number in its workgroup: divided by a literal above it, or compared with a literal that it
 * cannot reach. */
static uint32_t of_local_index(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint64_t q) {
    bool known = a != 0 && a == s->local_index && s->local_size != 0;
    if (!known || q < s->local_size) return 0;
    switch (op) {
    case SpvOpUDiv: return s->values.data[a].type == type ? nbl_sp_constant(s, type, 0) : 0;
    case SpvOpUMod: return s->values.data[a].type == type ? a : 0;
    case SpvOpULessThan: return truth(s, type, true);
    default: return 0;
    }
}

/* Folds an operation whose right operand is a literal. */
static uint32_t right_literal(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    nbl_sp_value_t x = nbl_sp_value(s, a);
    uint64_t q = s->values.data[b].bits, mask = mask_of(s, type);
    bool floating = nbl_sp_type(s, type)->op == SpvOpTypeFloat && !is_exactly(s);
    bool chained = x.kind == NBL_SP_RESULT && x.op == op && s->values.data[x.b].kind == NBL_SP_CONSTANT;
    switch (op) {
    case SpvOpISub: return nbl_sp_binary(s, SpvOpIAdd, type, a, nbl_sp_constant(s, type, (0 - q) & mask));
    case SpvOpIAdd:
        if (chained)
            return nbl_sp_binary(s, op, type, x.a, nbl_sp_constant(s, type, (q + s->values.data[x.b].bits) & mask));
        return q == 0 && x.type == type ? a : 0;
    case SpvOpIMul:
        if (q == 0) return nbl_sp_constant(s, type, 0);
        if (chained)
            return nbl_sp_binary(s, op, type, x.a, nbl_sp_constant(s, type, (q * s->values.data[x.b].bits) & mask));
        return q == 1 && x.type == type ? a : 0;
    case SpvOpUDiv: return q == 1 ? a : 0;
    case SpvOpUMod: return q == 1 ? nbl_sp_constant(s, type, 0) : 0;
    case SpvOpULessThan: return q == 0 ? truth(s, type, false) : 0;
    case SpvOpBitwiseAnd: return q == 0 ? nbl_sp_constant(s, type, 0) : q == mask && x.type == type ? a : 0;
    case SpvOpBitwiseOr:
    case SpvOpBitwiseXor:
    case SpvOpShiftLeftLogical:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic: return q == 0 && x.type == type ? a : 0;
    case SpvOpLogicalAnd: return q ? a : b;
    case SpvOpLogicalOr: return q ? b : a;
    case SpvOpFMul:
        if (!floating) return 0;
        if (number(s, b) == 1) return a;
        if (number(s, b) == -1) return nbl_sp_unary(s, SpvOpFNegate, type, a);
        return number(s, b) == 0 ? nbl_sp_constant(s, type, 0) : 0;
    case SpvOpFAdd:
    case SpvOpFSub: return floating && number(s, b) == 0 ? a : 0;
    default: return 0;
    }
}

static uint32_t left_literal(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    uint64_t p = s->values.data[a].bits;
    if (commutes(op)) return nbl_sp_binary(s, op, type, b, a);
    if (p == 0 && (op == SpvOpUDiv || op == SpvOpUMod || op == SpvOpShiftLeftLogical || op == SpvOpShiftRightLogical))
        return nbl_sp_constant(s, type, 0);
    if (op == SpvOpFSub && nbl_sp_type(s, type)->op == SpvOpTypeFloat && !is_exactly(s) && number(s, a) == 0)
        return nbl_sp_unary(s, SpvOpFNegate, type, b);
    return 0;
}

static uint32_t of_equal(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a) {
    bool is_bool = nbl_sp_type(s, type)->op == SpvOpTypeBool, is_int = nbl_sp_type(s, type)->op == SpvOpTypeInt;
    switch (op) {
    case SpvOpISub:
    case SpvOpBitwiseXor: return is_int ? nbl_sp_constant(s, type, 0) : 0;
    case SpvOpBitwiseAnd:
    case SpvOpBitwiseOr:
    case SpvOpLogicalAnd:
    case SpvOpLogicalOr: return s->values.data[a].type == type ? a : 0;
    case SpvOpIEqual:
    case SpvOpULessThanEqual:
    case SpvOpUGreaterThanEqual: return is_bool ? nbl_sp_constant(s, type, 1) : 0;
    case SpvOpINotEqual:
    case SpvOpULessThan:
    case SpvOpUGreaterThan: return is_bool ? nbl_sp_constant(s, type, 0) : 0;
    default: return 0;
    }
}

/* Folds a sum with a negated term. No bit of the sum changes. */
static uint32_t of_negated(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    nbl_sp_value_t x = nbl_sp_value(s, a), y = nbl_sp_value(s, b);
    bool left = x.kind == NBL_SP_RESULT && x.op == SpvOpFNegate,
         right = y.kind == NBL_SP_RESULT && y.op == SpvOpFNegate;
    if (!may_move_signs(s)) return 0;
    if (op == SpvOpFAdd && right) return nbl_sp_binary(s, SpvOpFSub, type, a, y.a);
    if (op == SpvOpFAdd && left) return nbl_sp_binary(s, SpvOpFSub, type, b, x.a);
    if (op == SpvOpFSub && right) return nbl_sp_binary(s, SpvOpFAdd, type, a, y.a);
    return 0;
}

/* a + (x + literal) = (a + x) + literal: addresses that differ by a literal share all else, and what is added is added
 * last, where it costs nothing. What is shared is held longer. */
static uint32_t of_sum(nbl_sp_t *s, uint32_t type, uint32_t a, uint32_t b) {
    nbl_sp_value_t x = nbl_sp_value(s, a), y = nbl_sp_value(s, b);
    bool sum = s->options.spare_instructions && y.kind == NBL_SP_RESULT && y.op == SpvOpIAdd &&
               s->values.data[y.b].kind == NBL_SP_CONSTANT;
    if (!sum || x.type != type || y.type != type || s->values.data[y.a].type != type) return 0;
    return nbl_sp_binary(s, SpvOpIAdd, type, nbl_sp_binary(s, SpvOpIAdd, type, a, y.a), y.b);
}

/* Folds (c ? p : q) == r, all three literals: c, its contrary, or a literal. */
static uint32_t of_selected(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    nbl_sp_value_t x = nbl_sp_value(s, a);
    if ((op != SpvOpIEqual && op != SpvOpINotEqual) || x.kind != NBL_SP_RESULT || x.op != SpvOpSelect) return 0;
    nbl_sp_value_t yes = nbl_sp_value(s, x.b), no = nbl_sp_value(s, x.c);
    uint64_t q = s->values.data[b].bits;
    if (yes.kind != NBL_SP_CONSTANT || no.kind != NBL_SP_CONSTANT || s->values.data[x.a].type != type) return 0;
    bool if_so = (yes.bits == q) == (op == SpvOpIEqual), if_not = (no.bits == q) == (op == SpvOpIEqual);
    if (if_so == if_not) return nbl_sp_constant(s, type, if_so);
    return if_so ? x.a : nbl_sp_unary(s, SpvOpLogicalNot, type, x.a);
}

uint32_t nbl_sp_binary(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    bool left = s->values.data[a].kind == NBL_SP_CONSTANT, right = s->values.data[b].kind == NBL_SP_CONSTANT;
    bool scalar = nbl_sp_type(s, type)->width != 0;
    uint32_t values[3] = {a, b, 0}, found = 0;
    if (scalar && left && right) found = binary_literals(s, op, type, a, b);
    if (!found && scalar && left && !right) found = left_literal(s, op, type, a, b);
    if (!found && scalar && right) found = right_literal(s, op, type, a, b);
    if (!found && scalar && right) found = of_selected(s, op, type, a, b);
    if (!found && scalar && right) found = of_local_index(s, op, type, a, s->values.data[b].bits);
    if (!found && scalar && a == b) found = of_equal(s, op, type, a);
    if (!found && scalar) found = of_negated(s, op, type, a, b);
    if (!found && scalar && op == SpvOpIAdd) found = of_sum(s, type, a, b);
    if (!found && scalar && op == SpvOpIAdd) found = of_sum(s, type, b, a);
    return found ? found : write(s, op, type, 2, values);
}

/* ---- Others */

uint32_t nbl_sp_select(nbl_sp_t *s, uint32_t type, uint32_t condition, uint32_t a, uint32_t b) {
    nbl_sp_value_t c = nbl_sp_value(s, condition), x = nbl_sp_value(s, a), y = nbl_sp_value(s, b);
    uint32_t values[3] = {condition, a, b};
    if (c.kind == NBL_SP_CONSTANT) return c.bits ? a : b;
    if (a == b || y.kind == NBL_SP_UNDEFINED) return a;
    if (x.kind == NBL_SP_UNDEFINED) return b;
    if (c.kind == NBL_SP_RESULT && c.op == SpvOpLogicalNot) return nbl_sp_select(s, type, c.a, b, a);
    if (nbl_sp_type(s, type)->op == SpvOpTypeBool && c.type == type) {
        if (x.kind == NBL_SP_CONSTANT && y.kind == NBL_SP_CONSTANT)
            return x.bits ? condition : nbl_sp_unary(s, SpvOpLogicalNot, type, condition);
        if (y.kind == NBL_SP_CONSTANT && !y.bits) return nbl_sp_binary(s, SpvOpLogicalAnd, type, condition, a);
        if (x.kind == NBL_SP_CONSTANT && x.bits) return nbl_sp_binary(s, SpvOpLogicalOr, type, condition, b);
    }
    return write(s, SpvOpSelect, type, 3, values);
}

static uint64_t highest_bit(uint64_t bits) {
    uint64_t n = UINT32_MAX;
    for (; bits; bits >>= 1) n = (n + 1) & UINT32_MAX;
    return n;
}

/* Folds a function of GLSL.std.450 of 32-bit integers that are literals. Returns 0 if it stays. */
uint32_t nbl_sp_function(nbl_sp_t *s, uint32_t type, uint32_t function, uint32_t count, const uint32_t *values) {
    const nbl_sp_type_t *t = nbl_sp_type(s, type);
    uint64_t x[3] = {0, 0, 0};
    int64_t i[3] = {0, 0, 0};
    if (t->op != SpvOpTypeInt || t->width != 32 || count > 3) return 0;
    for (uint32_t k = 0; k < count; k++) {
        nbl_sp_value_t v = nbl_sp_value(s, values[k]);
        if (v.kind != NBL_SP_CONSTANT || nbl_sp_type(s, v.type)->op != SpvOpTypeInt) return 0;
        x[k] = v.bits;
        i[k] = as_signed(s, v.type, v.bits);
    }
    switch (function << 4 | count) {
    case GLSLstd450SAbs << 4 | 1: return nbl_sp_constant(s, type, (uint64_t)(i[0] < 0 ? -i[0] : i[0]) & UINT32_MAX);
    case GLSLstd450UMin << 4 | 2: return nbl_sp_constant(s, type, x[0] < x[1] ? x[0] : x[1]);
    case GLSLstd450SMin << 4 | 2: return nbl_sp_constant(s, type, i[0] < i[1] ? x[0] : x[1]);
    case GLSLstd450UMax << 4 | 2: return nbl_sp_constant(s, type, x[0] > x[1] ? x[0] : x[1]);
    case GLSLstd450SMax << 4 | 2: return nbl_sp_constant(s, type, i[0] > i[1] ? x[0] : x[1]);
    case GLSLstd450FindILsb << 4 | 1: return nbl_sp_constant(s, type, highest_bit(x[0] & (0 - x[0])));
    case GLSLstd450FindUMsb << 4 | 1: return nbl_sp_constant(s, type, highest_bit(x[0]));
    default: return 0;
    }
}
