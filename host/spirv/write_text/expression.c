/* An operation as an expression.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/write_text/writer.h"

/* Which scalar type a binary operation's operands are written as: the result's, int, uint, the first operand's, or each
 * its own. */
typedef enum operands_t { AS_RESULT, AS_INT, AS_UINT, AS_FIRST, AS_THEY_ARE } operands_t;

static const struct {
    uint16_t op;
    uint8_t operands;
    bool refuted; /* written as !(a sign b) with the opposite comparison, so that it is true if an operand is a NaN */
    const char *sign;
} binaries[] = {
    {SpvOpIAdd, AS_RESULT, false, "+"},
    {SpvOpISub, AS_RESULT, false, "-"},
    {SpvOpIMul, AS_RESULT, false, "*"},
    {SpvOpUDiv, AS_UINT, false, "/"},
    {SpvOpUMod, AS_UINT, false, "%"},
    {SpvOpSDiv, AS_INT, false, "/"},
    {SpvOpSRem, AS_INT, false, "%"},
    {SpvOpFAdd, AS_THEY_ARE, false, "+"},
    {SpvOpFSub, AS_THEY_ARE, false, "-"},
    {SpvOpFMul, AS_THEY_ARE, false, "*"},
    {SpvOpVectorTimesScalar, AS_THEY_ARE, false, "*"},
    {SpvOpFDiv, AS_THEY_ARE, false, "/"},
    {SpvOpBitwiseAnd, AS_RESULT, false, "&"},
    {SpvOpBitwiseOr, AS_RESULT, false, "|"},
    {SpvOpBitwiseXor, AS_RESULT, false, "^"},
    {SpvOpLogicalAnd, AS_THEY_ARE, false, "&&"},
    {SpvOpLogicalOr, AS_THEY_ARE, false, "||"},
    {SpvOpLogicalEqual, AS_THEY_ARE, false, "=="},
    {SpvOpLogicalNotEqual, AS_THEY_ARE, false, "!="},
    {SpvOpIEqual, AS_FIRST, false, "=="},
    {SpvOpINotEqual, AS_FIRST, false, "!="},
    {SpvOpULessThan, AS_UINT, false, "<"},
    {SpvOpULessThanEqual, AS_UINT, false, "<="},
    {SpvOpUGreaterThan, AS_UINT, false, ">"},
    {SpvOpUGreaterThanEqual, AS_UINT, false, ">="},
    {SpvOpSLessThan, AS_INT, false, "<"},
    {SpvOpSLessThanEqual, AS_INT, false, "<="},
    {SpvOpSGreaterThan, AS_INT, false, ">"},
    {SpvOpSGreaterThanEqual, AS_INT, false, ">="},
    {SpvOpFOrdEqual, AS_THEY_ARE, false, "=="},
    {SpvOpFUnordNotEqual, AS_THEY_ARE, false, "!="},
    {SpvOpFOrdLessThan, AS_THEY_ARE, false, "<"},
    {SpvOpFOrdLessThanEqual, AS_THEY_ARE, false, "<="},
    {SpvOpFOrdGreaterThan, AS_THEY_ARE, false, ">"},
    {SpvOpFOrdGreaterThanEqual, AS_THEY_ARE, false, ">="},
    {SpvOpFUnordLessThan, AS_THEY_ARE, true, ">="},
    {SpvOpFUnordLessThanEqual, AS_THEY_ARE, true, ">"},
    {SpvOpFUnordGreaterThan, AS_THEY_ARE, true, "<="},
    {SpvOpFUnordGreaterThanEqual, AS_THEY_ARE, true, "<"},
};

static bool write_binary(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out, bool *compound) {
    uint32_t op = i[0] & 0xffff;
    for (size_t k = 0; k < sizeof binaries / sizeof *binaries; k++) {
        if (binaries[k].op != op) continue;
        operands_t as = (operands_t)binaries[k].operands;
        nbl_wt_scalar_t scalar = as == AS_INT ? NBL_WT_INT : NBL_WT_UINT;
        if (as == AS_RESULT) scalar = nbl_wt_type_of(w, i[2]).scalar;
        if (as == AS_FIRST) scalar = nbl_wt_type_of(w, i[3]).scalar;
        const char *a = as == AS_THEY_ARE ? nbl_wt_value(w, i[3]) : nbl_wt_as(w, i[3], scalar);
        const char *b = as == AS_THEY_ARE ? nbl_wt_value(w, i[4]) : nbl_wt_as(w, i[4], scalar);
        nbl_text_format(out, binaries[k].refuted ? "!(%s %s %s)" : "%s %s %s", a, binaries[k].sign, b);
        *compound = true;
        return true;
    }
    return false;
}

/* Writes a shift. A right shift is logical or arithmetic by the left operand's type, so that operand is written as uint
 * or int, and the result is converted back to its own type. */
static void write_shift(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out) {
    uint32_t op = i[0] & 0xffff;
    nbl_wt_type_t result = nbl_wt_type_of(w, i[2]);
    nbl_wt_scalar_t of = op == SpvOpShiftRightLogical      ? NBL_WT_UINT
                         : op == SpvOpShiftRightArithmetic ? NBL_WT_INT
                                                           : result.scalar;
    const char *a = nbl_wt_as(w, i[3], of), *b = nbl_wt_as(w, i[4], NBL_WT_UINT);
    if (w->result != NBL_SUCCESS) return;
    nbl_text_t shifted = {0};
    nbl_text_format(&shifted, "%s %s %s", a, op == SpvOpShiftLeftLogical ? "<<" : ">>", b);
    if (shifted.data && w->language->bits[of][result.scalar])
        NBL_WT_FILL(out, w->language->bits[of][result.scalar], {'v', shifted.data});
    nbl_wt_end(w, &shifted);
}

static void write_conversion(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out) {
    nbl_wt_type_t from = nbl_wt_type_of(w, i[3]), to = nbl_wt_type_of(w, i[2]);
    bool bits = (i[0] & 0xffff) == SpvOpBitcast;
    const char *format = bits ? w->language->bits[from.scalar][to.scalar] : w->language->convert;
    char name[32];
    nbl_wt_type_name(w, to, name);
    if (!format || from.components != 1 || to.components != 1) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: conversions of vectors", nbl_target_name(w->desc.target));
        return;
    }
    const char *value = (i[0] & 0xffff) == SpvOpConvertUToF   ? nbl_wt_as(w, i[3], NBL_WT_UINT)
                        : (i[0] & 0xffff) == SpvOpConvertSToF ? nbl_wt_as(w, i[3], NBL_WT_INT)
                                                              : nbl_wt_plain(w, i[3]);
    NBL_WT_FILL(out, format, {'v', value}, {'t', name});
}

static void write_extract(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out) {
    if (i[0] >> 16 == 5 && nbl_wt_write_part(w, i[3], i[4], out)) return;
    nbl_wt_type_t from = nbl_wt_type_of(w, i[3]);
    if (w->result != NBL_SUCCESS) return;
    if (from.elements && i[4] < from.elements && (i[0] >> 16 == 5 || (i[0] >> 16 == 6 && i[5] < from.components))) {
        nbl_text_format(out, "%s[%u]", nbl_wt_value(w, i[3]), i[4]);
        if (i[0] >> 16 == 6) nbl_text_format(out, ".%c", "xyzw"[i[5]]);
        return;
    }
    if (from.elements || i[0] >> 16 != 5 || from.components < 2 || i[4] >= from.components) {
        nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a part of a structure", nbl_target_name(w->desc.target));
        return;
    }
    nbl_text_format(out, "%s.%c", nbl_wt_value(w, i[3]), "xyzw"[i[4]]);
}

static void write_construct(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out) {
    nbl_wt_type_t type = nbl_wt_type_of(w, i[2]);
    nbl_text_t parts = {0};
    char name[32];
    if (w->result != NBL_SUCCESS) return;
    for (uint32_t k = 3; k < i[0] >> 16; k++) nbl_text_format(&parts, "%s%s", k > 3 ? ", " : "", nbl_wt_plain(w, i[k]));
    nbl_wt_type_name(w, type, name);
    NBL_WT_FILL(out, w->language->construct, {'t', name}, {'v', parts.data ? parts.data : ""});
    nbl_wt_end(w, &parts);
}

static void write_call(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out, const char *name) {
    nbl_text_format(out, "%s(", name);
    for (uint32_t k = 5; k < i[0] >> 16; k++) nbl_text_format(out, "%s%s", k > 5 ? ", " : "", nbl_wt_plain(w, i[k]));
    nbl_text_append(out, ")", 1);
}

static bool write_function(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out, bool *compound) {
    char name[16];
    const char *format = NULL;
    if (i[3] != w->glsl_set || i[0] >> 16 < 6) return false;
    switch (i[4]) {
    case GLSLstd450FAbs:
    case GLSLstd450FMin:
    case GLSLstd450FMax:
        snprintf(name, sizeof name, "%s%s", w->language->float_prefix,
                 i[4] == GLSLstd450FAbs   ? "abs"
                 : i[4] == GLSLstd450FMin ? "min"
                                          : "max");
        write_call(w, i, out, name);
        return true;
    case GLSLstd450UMin:
    case GLSLstd450SMin: write_call(w, i, out, "min"); return true;
    case GLSLstd450UMax:
    case GLSLstd450SMax: write_call(w, i, out, "max"); return true;
    case GLSLstd450Fma:
        if (i[0] >> 16 != 8) return false;
        *compound = !w->language->fma;
        if (w->language->fma)
            write_call(w, i, out, w->language->fma);
        else
            nbl_text_format(out, "%s * %s + %s", nbl_wt_value(w, i[5]), nbl_wt_value(w, i[6]), nbl_wt_value(w, i[7]));
        return true;
    case GLSLstd450PackHalf2x16: format = w->language->pack_half; break;
    case GLSLstd450UnpackHalf2x16: format = w->language->unpack_half; break;
    default: break;
    }
    if (format) NBL_WT_FILL(out, format, {'v', nbl_wt_value(w, i[5])});
    w->packs_halves |= format != NULL;
    return format != NULL;
}

/* Returns the scalar condition of a selection, whether it selects scalars or whole vectors; 0: components have
 * conditions of their own. */
static uint32_t find_condition(nbl_wt_t *w, uint32_t id) {
    const uint32_t *made = nbl_wt_find(w, id);
    if (nbl_wt_type_of(w, id).components == 1) return id;
    if ((made[0] & 0xffff) != SpvOpCompositeConstruct) return 0;
    for (uint32_t k = 4; k < made[0] >> 16; k++)
        if (made[k] != made[3]) return 0;
    return made[3];
}

bool nbl_wt_expression(nbl_wt_t *w, const uint32_t *i, nbl_text_t *out, bool *compound) {
    uint32_t condition;
    *compound = false;
    if (write_binary(w, i, out, compound)) return true;
    switch (i[0] & 0xffff) {
    case SpvOpShiftLeftLogical:
    case SpvOpShiftRightLogical:
    case SpvOpShiftRightArithmetic:
        *compound = true;
        write_shift(w, i, out);
        return true;
    case SpvOpBitcast:
    case SpvOpConvertUToF:
    case SpvOpConvertSToF:
    case SpvOpConvertFToU:
    case SpvOpConvertFToS: write_conversion(w, i, out); return true;
    case SpvOpFNegate:
    case SpvOpSNegate:
    case SpvOpNot:
    case SpvOpLogicalNot:
        *compound = true;
        nbl_text_format(out, "%s%s",
                        (i[0] & 0xffff) == SpvOpNot          ? "~"
                        : (i[0] & 0xffff) == SpvOpLogicalNot ? "!"
                                                             : "-",
                        nbl_wt_value(w, i[3]));
        return true;
    case SpvOpSelect:
        if (!(condition = find_condition(w, i[3]))) return false;
        NBL_WT_FILL(out, w->language->select, {'c', nbl_wt_value(w, condition)}, {'a', nbl_wt_value(w, i[4])},
                    {'b', nbl_wt_value(w, i[5])});
        return true;
    case SpvOpCopyObject: nbl_text_format(out, "%s", nbl_wt_value(w, i[3])); return true;
    case SpvOpCompositeExtract: write_extract(w, i, out); return true;
    case SpvOpCompositeConstruct: write_construct(w, i, out); return true;
    case SpvOpExtInst: return write_function(w, i, out, compound);
    default: return false;
    }
}
