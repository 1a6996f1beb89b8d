/* Finds products that are exact: a multiply-add of an exact product has the same bits as the product and then a sum.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    two factors, one of them a literal.
 * Out:   whether their product is exact, by the most that the other factor can be. False where that is not found.
 *
 * step.c writes an exact product and its sum as two instructions, of marked sums and of a text's own multiply-adds with
 * NBL_FUSED 1, which a driver may fuse or not: the bits are the same unless the product is subnormal. NVIDIA's driver
 * moves a written multiply-add and its operands into the branch that stores the result, but not these two
 * (docs/log/transforms.md, "Fused: forms of one kernel"). A twiddle's angle has an exact product: an integer times a
 * literal of few bits.
 */
#include "spirv/specialize/internal.h"

#define UNKNOWN UINT64_C(0xffffffff) /* the most that 32 bits hold */

enum { MOST_DEPTH = 10 }; /* nested operations on integers that are looked through; chosen: a twiddle has 7 */

static uint64_t most(nbl_sp_t *s, uint32_t value, uint32_t depth);

static bool is_literal(const nbl_sp_t *s, uint32_t value, uint64_t bits) {
    const nbl_sp_value_t v = nbl_sp_value(s, value);
    return v.kind == NBL_SP_CONSTANT && v.bits == bits;
}

/* Returns the most that a - b can be, or UNKNOWN; d is a literal:
 *
 *   d - b             d, if b is never above d
 *   a - (a / d) * d   d - 1, the remainder */
static uint64_t most_of_difference(nbl_sp_t *s, uint32_t a, uint32_t b, uint32_t depth) {
    const nbl_sp_value_t x = nbl_sp_value(s, a), product = nbl_sp_value(s, b);
    if (x.kind == NBL_SP_CONSTANT) return most(s, b, depth) <= x.bits ? x.bits : UNKNOWN;
    if (product.kind != NBL_SP_RESULT || product.op != SpvOpIMul) return UNKNOWN;
    for (int swapped = 0; swapped < 2; swapped++) {
        const nbl_sp_value_t quotient = nbl_sp_value(s, swapped ? product.b : product.a);
        if (quotient.kind != NBL_SP_RESULT || quotient.op != SpvOpUDiv || quotient.a != a) continue;
        const nbl_sp_value_t divisor = nbl_sp_value(s, quotient.b);
        const bool is_remainder = divisor.kind == NBL_SP_CONSTANT && divisor.bits != 0 &&
                                  is_literal(s, swapped ? product.a : product.b, divisor.bits);
        if (is_remainder) return divisor.bits - 1;
    }
    return UNKNOWN;
}

/* Returns the most that the lesser of a and b can be. If b is d - a, with d a literal and a never above it, that is d /
 * 2 at most. */
static uint64_t most_of_lesser(nbl_sp_t *s, uint32_t a, uint32_t b, uint32_t depth) {
    const nbl_sp_value_t y = nbl_sp_value(s, b);
    const uint64_t p = most(s, a, depth), q = most(s, b, depth), least = p < q ? p : q;
    if (y.kind != NBL_SP_RESULT || y.op != SpvOpISub || y.b != a) return least;
    const nbl_sp_value_t sum = nbl_sp_value(s, y.a);
    const bool is_apart = sum.kind == NBL_SP_CONSTANT && p <= sum.bits;
    return is_apart && sum.bits / 2 < least ? sum.bits / 2 : least;
}

/* Returns the most that a select's result can be; a <= b ? a : b is the lesser of a and b. */
static uint64_t most_of_choice(nbl_sp_t *s, nbl_sp_value_t v, uint32_t depth) {
    const nbl_sp_value_t condition = nbl_sp_value(s, v.a);
    const bool is_lesser = condition.kind == NBL_SP_RESULT && condition.op == SpvOpULessThanEqual &&
                           condition.a == v.b && condition.b == v.c;
    if (is_lesser) return most_of_lesser(s, v.b, v.c, depth);
    const uint64_t p = most(s, v.b, depth), q = most(s, v.c, depth);
    return p > q ? p : q;
}

/* Returns the most that an unsigned integer of 32 bits can be, or UNKNOWN. */
static uint64_t most(nbl_sp_t *s, uint32_t value, uint32_t depth) {
    const nbl_sp_value_t v = nbl_sp_value(s, value);
    uint64_t found = UNKNOWN;
    if (v.kind == NBL_SP_CONSTANT) return v.bits;
    if (value == s->local_index && s->local_size != 0) return s->local_size - 1;
    if (v.kind != NBL_SP_RESULT || depth == 0) return UNKNOWN;
    const nbl_sp_value_t y = v.op == SpvOpSelect || !v.b ? v : nbl_sp_value(s, v.b);
    const bool by_literal = y.kind == NBL_SP_CONSTANT;
    depth--;
    switch (v.op) {
    case SpvOpUMod: found = by_literal && y.bits ? y.bits - 1 : UNKNOWN; break;
    case SpvOpUDiv: found = by_literal && y.bits ? most(s, v.a, depth) / y.bits : UNKNOWN; break;
    case SpvOpBitwiseAnd: found = by_literal ? y.bits : UNKNOWN; break;
    case SpvOpShiftLeftLogical: found = by_literal && y.bits < 32 ? most(s, v.a, depth) << y.bits : UNKNOWN; break;
    case SpvOpShiftRightLogical: found = by_literal && y.bits < 32 ? most(s, v.a, depth) >> y.bits : UNKNOWN; break;
    case SpvOpIMul: found = most(s, v.a, depth) * most(s, v.b, depth); break;
    case SpvOpIAdd: found = most(s, v.a, depth) + most(s, v.b, depth); break;
    case SpvOpISub: found = most_of_difference(s, v.a, v.b, depth); break;
    case SpvOpSelect: found = most_of_choice(s, v, depth); break;
    default: break;
    }
    return found < UNKNOWN ? found : UNKNOWN;
}

/* Returns whether a value times a literal is exact. The literal is below 2, since 3e38 * 2 overflows where the
 * multiply-add 3e38 * 2 - 3.2e38 does not. It is a power of two; or the value is a converted unsigned integer whose
 * product with the literal's digits has at most 24 bits, in float64 53. A product by less than 1 may be subnormal and
 * not exact: no mode promises those bits.
 *
 * width  bits of the value: 32 or 64 */
static bool is_exact_by(nbl_sp_t *s, uint32_t value, nbl_sp_value_t literal, uint32_t width) {
    const uint32_t stored = width == 64 ? 52 : 23;
    const uint64_t exponent = literal.bits >> stored & (width == 64 ? 0x7ff : 0xff);
    uint64_t digits = (literal.bits & ((UINT64_C(1) << stored) - 1)) | UINT64_C(1) << stored;
    nbl_sp_value_t v = nbl_sp_value(s, value);
    if (exponent == 0 || exponent > (width == 64 ? 0x3ff : 0x7f)) return false;
    while (digits % 2 == 0) digits /= 2;
    if (digits == 1) return true;
    if (v.kind == NBL_SP_RESULT && v.op == SpvOpFNegate) v = nbl_sp_value(s, v.a);
    if (v.kind != NBL_SP_RESULT || v.op != SpvOpConvertUToF || nbl_sp_type(s, nbl_sp_value(s, v.a).type)->width != 32)
        return false;
    return most(s, v.a, MOST_DEPTH) <= (UINT64_C(2) << stored) / digits;
}

bool nbl_sp_is_exact_product(nbl_sp_t *s, uint32_t type, uint32_t a, uint32_t b) {
    const nbl_sp_value_t x = nbl_sp_value(s, a), y = nbl_sp_value(s, b);
    const uint32_t width = nbl_sp_type(s, type)->width;
    if (width != 32 && width != 64) return false;
    if (y.kind == NBL_SP_CONSTANT) return is_exact_by(s, a, y, width);
    return x.kind == NBL_SP_CONSTANT && is_exact_by(s, b, x, width);
}
