/* Translates arithmetic, composites and matrices to operations on scalars.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/newer.h"
#include "interpreter/translate.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

static uint32_t width_of(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_VECTOR || type->kind == NBL_TYPE_MATRIX) type = type->element;
    return type->width;
}

uint32_t nbl_emit_2(nbl_translation_t *t, uint32_t opcode, uint32_t width, uint32_t a, uint32_t b) {
    uint32_t operands;
    return nbl_kernel_op(t, nbl_kernel_find(opcode, width, &operands), width == 64, 2, a, b, NBL_NONE);
}

uint32_t nbl_emit_dot(nbl_translation_t *t, uint32_t width, const uint32_t *a, const uint32_t *b, uint32_t count) {
    uint32_t sum = nbl_emit_2(t, SpvOpFMul, width, a[0], b[0]);
    for (uint32_t i = 1; i < count; i++)
        sum = nbl_emit_2(t, SpvOpFAdd, width, sum, nbl_emit_2(t, SpvOpFMul, width, a[i], b[i]));
    return sum;
}

static int is_bfloat(const nbl_type_t *type) {
    while (type->kind == NBL_TYPE_VECTOR || type->kind == NBL_TYPE_MATRIX || type->kind == NBL_TYPE_ARRAY)
        type = type->element;
    return type->is_bfloat;
}

/* Returns whether an instruction computes with floats. Of bfloat16 it is refused: SPIR-V has only dot products and
 * products of cooperative matrices for these. */
static int computes_floats(uint32_t opcode) {
    switch (opcode) {
    case SpvOpFNegate:
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod: return 1;
    default:
        return (opcode >= SpvOpIsNan && opcode <= SpvOpUnordered) ||
               (opcode >= SpvOpFOrdEqual && opcode <= SpvOpFUnordGreaterThanEqual);
    }
}

/* Translates an instruction that computes each component by itself. Returns 0 for any other. */
static int translate_componentwise(nbl_translation_t *t, const nbl_instruction_t *each) {
    uint32_t operands = 0, width, of[3] = {NBL_NONE, NBL_NONE, NBL_NONE};
    if (nbl_operand_count(each) == 0 || each->result == 0 || each->type == 0) return 0;
    uint32_t probe;
    if (nbl_kernel_find(each->opcode, 32, &probe) == NULL && nbl_kernel_find(each->opcode, 16, &probe) == NULL)
        return 0;
    if (each->opcode == SpvOpCopyObject || each->opcode == SpvOpCopyLogical) {
        nbl_value_t *value = &t->values[each->result];
        if (t->values[nbl_operand(each, 0)].pointer != NULL) {
            value->pointer = t->values[nbl_operand(each, 0)].pointer;
            return 1;
        }
        const nbl_value_t *from = nbl_use(t, nbl_operand(each, 0));
        nbl_define_as(t, from->registers, from->count);
        return 1;
    }
    const nbl_type_t *type = nbl_type_of(t, nbl_operand(each, 0));
    width = type->kind == NBL_TYPE_POINTER ? 64 : width_of(type);
    if (is_bfloat(type) && computes_floats(each->opcode)) nbl_translate_refuse(t, "arithmetic of bfloat16");
    const nbl_kernel_t kernel = nbl_kernel_find(each->opcode, width, &operands);
    const uint32_t *result = nbl_define(t, nbl_type_of(t, each->result));
    const uint32_t count = t->values[each->result].count;
    const nbl_value_t *values[2] = {NULL, NULL};
    for (uint32_t k = 0; k < operands; k++) {
        values[k] = nbl_use(t, nbl_operand(each, k));
        if (values[k]->count != count) nbl_translate_refuse(t, "operands of other sizes than the result");
    }
    const uint32_t second = operands == 2 ? width_of(nbl_type_of(t, nbl_operand(each, 1))) : width;
    for (uint32_t i = 0; i < count; i++) {
        of[0] = values[0]->registers[i];
        if (operands == 2) {
            of[1] = values[1]->registers[i];
            if (second != width && type->kind != NBL_TYPE_POINTER) /* a shift's count may have another width */
                of[1] = nbl_kernel_op(t, nbl_kernel_convert(SpvOpUConvert, second, width), width == 64, 1, of[1],
                                      NBL_NONE, NBL_NONE);
        }
        nbl_kernel_into(t, kernel, result[i], operands, of[0], of[1], NBL_NONE);
    }
    return 1;
}

/* Emits the float32 of a bfloat16's bits. Returns its register. */
static uint32_t from_bfloat(nbl_translation_t *t, uint32_t bits) {
    return nbl_emit_2(t, SpvOpShiftLeftLogical, 32, bits, nbl_constant_register(t, 16, 0));
}

static uint32_t to_bfloat(nbl_translation_t *t, uint32_t single) {
    return nbl_kernel_op(t, nbl_kernel_extra(NBL_KERNEL_TO_BFLOAT), 0, 1, single, NBL_NONE, NBL_NONE);
}

/* Converts to or from bfloat16 by way of float32, which holds every bfloat16. */
static void convert_bfloat(nbl_translation_t *t, const nbl_instruction_t *each, const nbl_value_t *value, uint32_t from,
                           uint32_t to) {
    uint32_t made[256];
    const int source = is_bfloat(nbl_type_of(t, nbl_operand(each, 0))),
              result = is_bfloat(nbl_type_of(t, each->result));
    if (each->opcode != SpvOpFConvert || value->count > 256) nbl_translate_refuse(t, "a conversion of bfloat16");
    for (uint32_t i = 0; i < value->count; i++) {
        uint32_t single = value->registers[i];
        if (source)
            single = from_bfloat(t, single);
        else if (from != 32)
            single = nbl_kernel_op(t, nbl_kernel_convert(SpvOpFConvert, from, 32), 0, 1, single, NBL_NONE, NBL_NONE);
        made[i] = result     ? to_bfloat(t, single)
                  : to == 32 ? single
                             : nbl_kernel_op(t, nbl_kernel_convert(SpvOpFConvert, 32, to), to == 64, 1, single,
                                             NBL_NONE, NBL_NONE);
    }
    nbl_define_as(t, made, value->count);
}

static int translate_conversion(nbl_translation_t *t, const nbl_instruction_t *each) {
    switch (each->opcode) {
    case SpvOpConvertFToU:
    case SpvOpConvertFToS:
    case SpvOpConvertUToF:
    case SpvOpConvertSToF:
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpFConvert: break;
    default: return 0;
    }
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const uint32_t from = width_of(nbl_type_of(t, nbl_operand(each, 0))), to = width_of(type);
    const nbl_value_t *value = nbl_use(t, nbl_operand(each, 0));
    if (value->count != type->leaves) nbl_translate_refuse(t, "an operand of another size than the result");
    if (is_bfloat(type) || is_bfloat(nbl_type_of(t, nbl_operand(each, 0)))) {
        convert_bfloat(t, each, value, from, to);
        return 1;
    }
    const uint32_t *result = nbl_define(t, type);
    for (uint32_t i = 0; i < value->count; i++)
        nbl_kernel_into(t, nbl_kernel_convert(each->opcode, from, to), result[i], 1, value->registers[i], NBL_NONE,
                        NBL_NONE);
    return 1;
}

/* Translates OpBitcast. Between numbers of different widths it goes by parts of the smaller width. */
static void translate_bitcast(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *to = nbl_type_of(t, each->result), *from = nbl_type_of(t, nbl_operand(each, 0));
    const nbl_value_t *value = nbl_use(t, nbl_operand(each, 0));
    const uint32_t from_width = from->kind == NBL_TYPE_POINTER ? 64 : width_of(from);
    const uint32_t to_width = to->kind == NBL_TYPE_POINTER ? 64 : width_of(to);
    if (from_width == 0 || to_width == 0) nbl_translate_refuse(t, "a cast of what is no number");
    if (from_width == to_width) {
        nbl_define_as(t, value->registers, value->count);
        return;
    }
    const uint32_t *result = nbl_define(t, to);
    const uint32_t ratio = from_width > to_width ? from_width / to_width : to_width / from_width;
    const uint32_t count = (uint32_t)to->leaves;
    if ((uint64_t)value->count * from_width != to->leaves * to_width) nbl_translate_refuse(t, "a cast between sizes");
    for (uint32_t i = 0; i < count; i++) {
        if (from_width > to_width) { /* each number is a part of a larger one */
            const uint32_t shift = nbl_constant_register(t, (uint64_t)(i % ratio) * to_width, from_width == 64);
            const uint32_t moved =
                nbl_emit_2(t, SpvOpShiftRightLogical, from_width, value->registers[i / ratio], shift);
            nbl_kernel_into(t, nbl_kernel_convert(SpvOpUConvert, from_width, to_width), result[i], 1, moved, NBL_NONE,
                            NBL_NONE);
            continue;
        }
        uint32_t joined = NBL_NONE;
        for (uint32_t k = 0; k < ratio; k++) {
            const uint32_t part = nbl_kernel_op(t, nbl_kernel_convert(SpvOpUConvert, from_width, to_width),
                                                to_width == 64, 1, value->registers[i * ratio + k], NBL_NONE, NBL_NONE);
            const uint32_t moved = k == 0
                                       ? part
                                       : nbl_emit_2(t, SpvOpShiftLeftLogical, to_width, part,
                                                    nbl_constant_register(t, (uint64_t)k * from_width, to_width == 64));
            joined = k == 0 ? moved : nbl_emit_2(t, SpvOpBitwiseOr, to_width, joined, moved);
        }
        uint32_t operands;
        nbl_kernel_into(t, nbl_kernel_find(SpvOpCopyObject, to_width, &operands), result[i], 1, joined, NBL_NONE,
                        NBL_NONE);
    }
}

/* Returns the number of scalars before the part that an instruction's literals, from `first` on, name. *type becomes
 * the part's type. */
static uint32_t part_of(nbl_translation_t *t, const nbl_instruction_t *each, uint32_t first, const nbl_type_t **type) {
    uint64_t at = 0;
    for (uint32_t i = first; i < nbl_operand_count(each); i++) {
        const uint32_t index = nbl_operand(each, i);
        if (index >= (*type)->count) nbl_translate_refuse(t, "a part that the composite does not have");
        if ((*type)->kind == NBL_TYPE_STRUCT) {
            for (uint32_t k = 0; k < index; k++) at += (*type)->members[k]->leaves;
            *type = (*type)->members[index];
        } else {
            if ((*type)->element == NULL) nbl_translate_refuse(t, "a part of a scalar");
            at += index * (*type)->element->leaves;
            *type = (*type)->element;
        }
    }
    return (uint32_t)at;
}

static void translate_construct(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    if (type->leaves > NBL_MODULE_MAX_LEAVES) nbl_translate_refuse(t, "a value of too many numbers");
    uint32_t *registers = nbl_shader_take(t->shader, (size_t)type->leaves + 1u, sizeof *registers), at = 0;
    if (type->rows != 0 && nbl_operand_count(each) == 1) { /* a cooperative matrix whose elements are all one number */
        const uint32_t number = nbl_use_scalar(t, nbl_operand(each, 0));
        for (; at < type->leaves; at++) registers[at] = number;
        nbl_define_as(t, registers, at);
        return;
    }
    for (uint32_t i = 0; i < nbl_operand_count(each); i++) {
        const nbl_value_t *part = nbl_use(t, nbl_operand(each, i));
        for (uint32_t k = 0; k < part->count; k++) {
            if (at == type->leaves) nbl_translate_refuse(t, "more parts than the type has");
            registers[at++] = part->registers[k];
        }
    }
    if (at != type->leaves) nbl_translate_refuse(t, "fewer parts than the type has");
    nbl_define_as(t, registers, at);
}

static int translate_composite(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type, *found;
    const nbl_value_t *value, *other;
    switch (each->opcode) {
    case SpvOpCompositeConstruct: translate_construct(t, each); return 1;
    case SpvOpCompositeExtract: {
        found = nbl_type_of(t, nbl_operand(each, 0));
        value = nbl_use(t, nbl_operand(each, 0));
        const uint32_t at = part_of(t, each, 1, &found);
        if (found->leaves != nbl_type_of(t, each->result)->leaves || at + found->leaves > value->count)
            nbl_translate_refuse(t, "a part of another type");
        nbl_define_as(t, value->registers + at, (uint32_t)found->leaves);
        return 1;
    }
    case SpvOpCompositeInsert: {
        value = nbl_use(t, nbl_operand(each, 0));
        other = nbl_use(t, nbl_operand(each, 1));
        found = nbl_type_of(t, nbl_operand(each, 1));
        const uint32_t at = part_of(t, each, 2, &found);
        if (found->leaves != value->count || at + value->count > other->count ||
            other->count != nbl_type_of(t, each->result)->leaves)
            nbl_translate_refuse(t, "a part of another type");
        nbl_define_as(t, other->registers, other->count);
        memcpy(t->values[each->result].registers + at, value->registers, value->count * sizeof *value->registers);
        return 1;
    }
    case SpvOpVectorShuffle: {
        type = nbl_type_of(t, each->result);
        value = nbl_use(t, nbl_operand(each, 0));
        other = nbl_use(t, nbl_operand(each, 1));
        uint32_t registers[16];
        if (type->leaves > 16 || nbl_operand_count(each) < 2u + type->leaves)
            nbl_translate_refuse(t, "a component is missing");
        for (uint32_t i = 0; i < type->leaves; i++) {
            const uint32_t index = nbl_operand(each, 2 + i);
            if (index == 0xFFFFFFFFu) {
                registers[i] = nbl_constant_register(t, 0, type->width == 64);
                t->program->registers[registers[i]].undefined = 1;
            } else if (index < value->count) {
                registers[i] = value->registers[index];
            } else if (index - value->count < other->count) {
                registers[i] = other->registers[index - value->count];
            } else {
                nbl_translate_refuse(t, "a component that the vectors do not have");
            }
        }
        nbl_define_as(t, registers, (uint32_t)type->leaves);
        return 1;
    }
    default: return 0;
    }
}

static void translate_dynamic(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const nbl_value_t *vector = nbl_use(t, nbl_operand(each, 0));
    const int inserts = each->opcode == SpvOpVectorInsertDynamic;
    const uint32_t index = nbl_use_scalar(t, nbl_operand(each, inserts ? 2 : 1));
    if (t->program->registers[index].wide) nbl_translate_refuse(t, "an index of 64 bits");
    const uint32_t *result = nbl_define(t, type);
    if (!inserts) {
        const uint32_t list = nbl_list(t, vector->registers, vector->count);
        nbl_op_t *op = nbl_emit(t, NBL_OP_COMPONENT);
        op->result = result[0];
        op->a = index;
        op->list = list;
        op->list_count = vector->count;
        return;
    }
    const uint32_t component = nbl_use_scalar(t, nbl_operand(each, 1));
    for (uint32_t i = 0; i < vector->count && i < type->leaves; i++) {
        nbl_op_t *op = nbl_emit(t, NBL_OP_REPLACE);
        op->result = result[i];
        op->a = component;
        op->b = index;
        op->c = vector->registers[i];
        op->immediate = i;
    }
}

static void translate_select(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type = nbl_type_of(t, each->result);
    const nbl_value_t *condition = nbl_use(t, nbl_operand(each, 0)), *a = nbl_use(t, nbl_operand(each, 1)),
                      *b = nbl_use(t, nbl_operand(each, 2));
    const uint32_t *result = nbl_define(t, type);
    if (a->count != type->leaves || b->count != type->leaves ||
        (condition->count != 1 && condition->count != type->leaves))
        nbl_translate_refuse(t, "operands of other sizes than the result");
    for (uint32_t i = 0; i < type->leaves; i++)
        nbl_kernel_into(t, nbl_kernel_select(t->program->registers[result[i]].wide), result[i], 3,
                        condition->registers[condition->count == 1 ? 0 : i], a->registers[i], b->registers[i]);
}

static void translate_any(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_value_t *value = nbl_use(t, nbl_operand(each, 0));
    uint32_t all = value->registers[0];
    for (uint32_t i = 1; i < value->count; i++)
        all = nbl_emit_2(t, each->opcode == SpvOpAny ? SpvOpLogicalOr : SpvOpLogicalAnd, 32, all, value->registers[i]);
    nbl_define_as(t, &all, 1);
}

/* Translates the product of a cooperative matrix and a number. */
static void scale_cooperative(nbl_translation_t *t, const nbl_instruction_t *each, const nbl_type_t *type) {
    const nbl_value_t *matrix = nbl_use(t, nbl_operand(each, 0));
    const uint32_t factor = nbl_use_scalar(t, nbl_operand(each, 1));
    const uint32_t opcode = type->element->kind == NBL_TYPE_FLOAT ? SpvOpFMul : SpvOpIMul,
                   *result = nbl_define(t, type);
    uint32_t operands;
    if (matrix->count != type->leaves || type->element->is_bfloat) nbl_translate_refuse(t, "operands of other types");
    for (uint32_t i = 0; i < matrix->count; i++)
        nbl_kernel_into(t, nbl_kernel_find(opcode, type->width, &operands), result[i], 2, matrix->registers[i], factor,
                        NBL_NONE);
}

/* ---- matrices: column after column, each of `rows` registers */

static int translate_matrix(nbl_translation_t *t, const nbl_instruction_t *each) {
    const nbl_type_t *type = each->type != 0 && each->result != 0 ? nbl_type_of(t, each->result) : NULL;
    const nbl_value_t *a, *b;
    uint32_t made[16], width;
    switch (each->opcode) {
    case SpvOpDot:
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
    case SpvOpMatrixTimesVector:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
    case SpvOpTranspose: break;
    default: return 0;
    }
    const nbl_type_t *ta = nbl_type_of(t, nbl_operand(each, 0));
    if (type->rows != 0 && each->opcode == SpvOpMatrixTimesScalar) {
        scale_cooperative(t, each, type);
        return 1;
    }
    if (is_bfloat(ta) && each->opcode != SpvOpDot) nbl_translate_refuse(t, "arithmetic of bfloat16");
    a = nbl_use(t, nbl_operand(each, 0));
    b = each->opcode != SpvOpTranspose ? nbl_use(t, nbl_operand(each, 1)) : a;
    const nbl_type_t *tb = each->opcode != SpvOpTranspose ? nbl_type_of(t, nbl_operand(each, 1)) : ta;
    width = width_of(type);
    const uint32_t count = (uint32_t)type->leaves;
    if (count > 16 || a->count > 16 || b->count > 16) nbl_translate_refuse(t, "a matrix that is too large");
    const uint32_t rows = ta->kind == NBL_TYPE_MATRIX ? (uint32_t)ta->element->leaves : a->count;
    switch (each->opcode) {
    case SpvOpDot:
        if (a->count != b->count) nbl_translate_refuse(t, "vectors of two sizes");
        if (is_bfloat(ta)) {
            uint32_t singles[2][16];
            for (uint32_t i = 0; i < a->count; i++) {
                singles[0][i] = from_bfloat(t, a->registers[i]);
                singles[1][i] = from_bfloat(t, b->registers[i]);
            }
            made[0] = to_bfloat(t, nbl_emit_dot(t, 32, singles[0], singles[1], a->count));
            break;
        }
        made[0] = nbl_emit_dot(t, width, a->registers, b->registers, a->count);
        break;
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
        if (a->count != count || b->count != 1) nbl_translate_refuse(t, "operands of other sizes");
        for (uint32_t i = 0; i < count; i++)
            made[i] = nbl_emit_2(t, SpvOpFMul, width, a->registers[i], b->registers[0]);
        break;
    case SpvOpOuterProduct:
        if (a->count * b->count != count) nbl_translate_refuse(t, "operands of other sizes");
        for (uint32_t i = 0; i < count; i++)
            made[i] = nbl_emit_2(t, SpvOpFMul, width, a->registers[i % a->count], b->registers[i / a->count]);
        break;
    case SpvOpTranspose:
        if (ta->kind != NBL_TYPE_MATRIX) nbl_translate_refuse(t, "an operand that is not a matrix");
        for (uint32_t i = 0; i < count; i++) made[i] = a->registers[i % ta->count * rows + i / ta->count];
        break;
    case SpvOpVectorTimesMatrix:
        if (tb->kind != NBL_TYPE_MATRIX || tb->element->leaves != a->count || tb->count != count)
            nbl_translate_refuse(t, "operands of other sizes");
        for (uint32_t i = 0; i < count; i++)
            made[i] = nbl_emit_dot(t, width, a->registers, b->registers + i * a->count, a->count);
        break;
    default: { /* a matrix times the columns of b */
        const uint32_t inner = ta->count;
        uint32_t line[16];
        if (ta->kind != NBL_TYPE_MATRIX || inner * rows != a->count || b->count % inner != 0 ||
            b->count / inner * rows != count)
            nbl_translate_refuse(t, "operands of other sizes");
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < inner; k++) line[k] = a->registers[k * rows + i % rows];
            made[i] = nbl_emit_dot(t, width, line, b->registers + i / rows * inner, inner);
        }
    }
    }
    nbl_define_as(t, made, count);
    return 1;
}

/* ---- instructions of two results, and fields of bits */

static int translate_pairs(nbl_translation_t *t, const nbl_instruction_t *each) {
    nbl_kernel_t low, high;
    uint32_t operands;
    switch (each->opcode) {
    case SpvOpIAddCarry:
        low = nbl_kernel_find(SpvOpIAdd, 32, &operands);
        high = nbl_kernel_extra(NBL_KERNEL_CARRY);
        break;
    case SpvOpISubBorrow:
        low = nbl_kernel_find(SpvOpISub, 32, &operands);
        high = nbl_kernel_extra(NBL_KERNEL_BORROW);
        break;
    case SpvOpUMulExtended:
    case SpvOpSMulExtended:
        low = nbl_kernel_find(SpvOpIMul, 32, &operands);
        high = nbl_kernel_extra(each->opcode == SpvOpUMulExtended ? NBL_KERNEL_HIGH_UNSIGNED : NBL_KERNEL_HIGH_SIGNED);
        break;
    default: return 0;
    }
    const nbl_value_t *a = nbl_use(t, nbl_operand(each, 0)), *b = nbl_use(t, nbl_operand(each, 1));
    const uint32_t *result = nbl_define(t, nbl_type_of(t, each->result));
    if (width_of(nbl_type_of(t, nbl_operand(each, 0))) != 32) nbl_translate_refuse(t, "numbers of other than 32 bits");
    if (a->count != b->count || t->values[each->result].count != 2u * a->count)
        nbl_translate_refuse(t, "operands of other sizes");
    for (uint32_t i = 0; i < a->count; i++) {
        nbl_kernel_into(t, low, result[i], 2, a->registers[i], b->registers[i], NBL_NONE);
        nbl_kernel_into(t, high, result[a->count + i], 2, a->registers[i], b->registers[i], NBL_NONE);
    }
    return 1;
}

static int translate_field(nbl_translation_t *t, const nbl_instruction_t *each) {
    const int inserts = each->opcode == SpvOpBitFieldInsert;
    if (!inserts && each->opcode != SpvOpBitFieldSExtract && each->opcode != SpvOpBitFieldUExtract) return 0;
    const nbl_value_t *base = nbl_use(t, nbl_operand(each, 0));
    const uint32_t at = nbl_use_scalar(t, nbl_operand(each, inserts ? 2 : 1));
    const uint32_t bits = nbl_use_scalar(t, nbl_operand(each, inserts ? 3 : 2));
    const nbl_value_t *insert = inserts ? nbl_use(t, nbl_operand(each, 1)) : base;
    uint32_t made[16];
    if (width_of(nbl_type_of(t, each->result)) != 32 || base->count > 16 || insert->count != base->count ||
        t->program->registers[at].wide || t->program->registers[bits].wide)
        nbl_translate_refuse(t, "numbers of other than 32 bits");
    for (uint32_t i = 0; i < base->count; i++) {
        if (!inserts) {
            made[i] = nbl_kernel_op(
                t, nbl_kernel_extra(each->opcode == SpvOpBitFieldSExtract ? NBL_KERNEL_FIELD_SIGNED : NBL_KERNEL_FIELD),
                0, 3, base->registers[i], at, bits);
            continue;
        }
        const uint32_t mask = nbl_kernel_op(t, nbl_kernel_extra(NBL_KERNEL_FIELD_MASK), 0, 2, at, bits, NBL_NONE);
        const uint32_t moved = nbl_emit_2(t, SpvOpShiftLeftLogical, 32, insert->registers[i], at);
        const uint32_t outside = nbl_emit_2(t, SpvOpBitwiseXor, 32, mask, nbl_constant_register(t, 0xFFFFFFFFu, 0));
        made[i] = nbl_emit_2(t, SpvOpBitwiseOr, 32, nbl_emit_2(t, SpvOpBitwiseAnd, 32, base->registers[i], outside),
                             nbl_emit_2(t, SpvOpBitwiseAnd, 32, moved, mask));
    }
    nbl_define_as(t, made, base->count);
    return 1;
}

/* Emits sum + accumulator, clamped to the range of `width` bits. Returns its register. */
static uint32_t saturate(nbl_translation_t *t, uint32_t sum, uint32_t accumulator, uint32_t width, int is_signed) {
    const uint64_t most = ((uint64_t)1 << (is_signed ? width - 1u : width)) - 1u;
    uint32_t operands;
    const uint32_t wide = nbl_kernel_op(t, nbl_kernel_convert(is_signed ? SpvOpSConvert : SpvOpUConvert, width, 64), 1,
                                        1, accumulator, NBL_NONE, NBL_NONE);
    uint32_t made = nbl_emit_2(t, SpvOpIAdd, 64, sum, wide);
    made = nbl_kernel_op(t, nbl_kernel_extended(is_signed ? GLSLstd450SMin : GLSLstd450UMin, 64, &operands), 1, 2, made,
                         nbl_constant_register(t, most, 1), NBL_NONE);
    if (is_signed)
        made = nbl_kernel_op(t, nbl_kernel_extended(GLSLstd450SMax, 64, &operands), 1, 2, made,
                             nbl_constant_register(t, ~most, 1), NBL_NONE);
    return nbl_kernel_op(t, nbl_kernel_convert(SpvOpUConvert, 64, width), 0, 1, made, NBL_NONE, NBL_NONE);
}

/* Translates dot products of integers: of vectors, or of four bytes packed into 32 bits. Returns 0 for any other. */
static int translate_integer_dot(nbl_translation_t *t, const nbl_instruction_t *each) {
    const int saturates = each->opcode >= SpvOpSDotAccSatKHR && each->opcode <= SpvOpSUDotAccSatKHR;
    if (each->opcode < SpvOpSDotKHR || each->opcode > SpvOpSUDotAccSatKHR) return 0;
    const int is_signed = each->opcode != SpvOpUDotKHR && each->opcode != SpvOpUDotAccSatKHR;
    const int signed_a = is_signed, signed_b = each->opcode == SpvOpSDotKHR || each->opcode == SpvOpSDotAccSatKHR;
    const nbl_type_t *type = nbl_type_of(t, nbl_operand(each, 0));
    const nbl_value_t *a = nbl_use(t, nbl_operand(each, 0)), *b = nbl_use(t, nbl_operand(each, 1));
    const uint32_t packed = type->kind == NBL_TYPE_INT, count = packed ? 4u : a->count;
    const uint32_t from = packed ? 8u : width_of(type), wanted = width_of(nbl_type_of(t, each->result));
    const uint32_t to = saturates ? 64u : wanted; /* bits of the sum; of 64 it is exact */
    if (saturates && wanted > 32) nbl_translate_refuse(t, "the interpreter cannot saturate 64 bits");
    if (a->count != b->count) nbl_translate_refuse(t, "vectors of two sizes");
    uint32_t sum = nbl_constant_register(t, 0, to == 64);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part[2];
        for (uint32_t k = 0; k < 2; k++) {
            const nbl_value_t *value = k == 0 ? a : b;
            const uint32_t scalar =
                packed ? nbl_kernel_op(t, nbl_kernel_extra(NBL_KERNEL_FIELD), 0, 3, value->registers[0],
                                       nbl_constant_register(t, 8u * i, 0), nbl_constant_register(t, 8, 0))
                       : value->registers[i];
            part[k] = nbl_kernel_op(
                t, nbl_kernel_convert((k == 0 ? signed_a : signed_b) ? SpvOpSConvert : SpvOpUConvert, from, to),
                to == 64, 1, scalar, NBL_NONE, NBL_NONE);
        }
        sum = nbl_emit_2(t, SpvOpIAdd, to, sum, nbl_emit_2(t, SpvOpIMul, to, part[0], part[1]));
    }
    if (saturates) sum = saturate(t, sum, nbl_use_scalar(t, nbl_operand(each, 2)), wanted, is_signed);
    nbl_define_as(t, &sum, 1);
    return 1;
}

int nbl_translate_value(nbl_translation_t *t, const nbl_instruction_t *each) {
    switch (each->opcode) {
    case SpvOpBitcast: translate_bitcast(t, each); return 1;
    case SpvOpSelect: translate_select(t, each); return 1;
    case SpvOpExpectKHR: {
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, 0));
        nbl_define_as(t, value->registers, value->count);
        return 1;
    }
    case SpvOpAny:
    case SpvOpAll: translate_any(t, each); return 1;
    case SpvOpVectorExtractDynamic:
    case SpvOpVectorInsertDynamic: translate_dynamic(t, each); return 1;
    default:
        return translate_composite(t, each) || translate_conversion(t, each) || translate_matrix(t, each) ||
               translate_pairs(t, each) || translate_field(t, each) || translate_integer_dot(t, each) ||
               translate_componentwise(t, each);
    }
}
