/* Computes constants that are made of others: OpSpecConstantOp.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/arithmetic.h"
#include "interpreter/module.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

static uint64_t truncate(uint64_t value, uint32_t width) {
    return width >= 64 ? value : value & (((uint64_t)1 << width) - 1u);
}

static int64_t extend(uint64_t value, uint32_t width) {
    return width >= 64 ? (int64_t)value : (int64_t)(value << (64u - width)) >> (64u - width);
}

typedef struct operands_t {
    uint64_t a, b;
    uint32_t width; /* of a */
} operands_t;

/* Computes an operation on integers. Returns 0 for any other operation. */
static int fold_integer(uint32_t opcode, operands_t o, uint64_t *result) {
    const uint64_t a = o.a, b = o.b;
    const int64_t sa = extend(a, o.width), sb = extend(b, o.width);
    const uint32_t shift = (uint32_t)(b & (o.width - 1u));
    switch (opcode) {
    case SpvOpIAdd: *result = a + b; break;
    case SpvOpISub: *result = a - b; break;
    case SpvOpIMul: *result = a * b; break;
    case SpvOpUDiv: *result = b != 0 ? a / b : 0; break;
    case SpvOpUMod: *result = b != 0 ? a % b : 0; break;
    case SpvOpSDiv: *result = sb == 0 ? 0 : sb == -1 ? 0u - a : (uint64_t)(sa / sb); break;
    case SpvOpSRem: *result = sb == 0 || sb == -1 ? 0 : (uint64_t)(sa % sb); break;
    case SpvOpSMod: {
        const int64_t rest = sb == 0 || sb == -1 ? 0 : sa % sb;
        *result = (uint64_t)(rest != 0 && (rest < 0) != (sb < 0) ? rest + sb : rest);
        break;
    }
    case SpvOpShiftLeftLogical: *result = a << shift; break;
    case SpvOpShiftRightLogical: *result = a >> shift; break;
    case SpvOpShiftRightArithmetic: *result = (uint64_t)(sa >> shift); break;
    case SpvOpBitwiseAnd: *result = a & b; break;
    case SpvOpBitwiseOr: *result = a | b; break;
    case SpvOpBitwiseXor: *result = a ^ b; break;
    case SpvOpNot: *result = ~a; break;
    case SpvOpSNegate: *result = 0u - a; break;
    case SpvOpUConvert: *result = a; break;
    case SpvOpSConvert: *result = (uint64_t)sa; break;
    case SpvOpLogicalAnd: *result = a & b; break;
    case SpvOpLogicalOr: *result = a | b; break;
    case SpvOpLogicalNot: *result = !a; break;
    case SpvOpLogicalEqual:
    case SpvOpIEqual: *result = a == b; break;
    case SpvOpLogicalNotEqual:
    case SpvOpINotEqual: *result = a != b; break;
    case SpvOpULessThan: *result = a < b; break;
    case SpvOpULessThanEqual: *result = a <= b; break;
    case SpvOpUGreaterThan: *result = a > b; break;
    case SpvOpUGreaterThanEqual: *result = a >= b; break;
    case SpvOpSLessThan: *result = sa < sb; break;
    case SpvOpSLessThanEqual: *result = sa <= sb; break;
    case SpvOpSGreaterThan: *result = sa > sb; break;
    case SpvOpSGreaterThanEqual: *result = sa >= sb; break;
    default: return 0;
    }
    return 1;
}

/* Computes an operation on floats. Returns 0 for any other operation. */
static int fold_float(uint32_t opcode, uint64_t a, uint32_t from, uint32_t to, uint64_t *result) {
    uint32_t operands = 0;
    if (opcode == SpvOpFConvert && from == to) {
        *result = a;
        return 1;
    }
    const nbl_kernel_t kernel = opcode == SpvOpFConvert        ? nbl_kernel_convert(SpvOpFConvert, from, to)
                                : opcode == SpvOpQuantizeToF16 ? nbl_kernel_find(SpvOpQuantizeToF16, from, &operands)
                                                               : NULL;
    *result = 0;
    if (kernel != NULL) kernel(1, result, &a, NULL, NULL);
    return kernel != NULL;
}

/* Returns the scalars of operand number `index` after the opcode. */
static const uint64_t *operand(nbl_shader_t *shader, const nbl_instruction_t *each, uint32_t index, nbl_type_t **type) {
    if (5u + index > each->count - 0u || 4u + index >= each->count)
        nbl_shader_refuse(shader, each, "an operand is missing");
    const uint32_t id = each->words[4 + index];
    const nbl_constant_t *constant = nbl_shader_constant(shader, id);
    *type = shader->ids[id].type;
    return constant->values;
}

/* Returns the number of scalars before the part of a composite that the literals from word `at` on name. */
static uint64_t part(nbl_shader_t *shader, const nbl_instruction_t *each, uint32_t at, nbl_type_t *type,
                     nbl_type_t **found) {
    uint64_t first = 0;
    for (; at < each->count; at++) {
        const uint32_t index = each->words[at];
        if (type->count == 0 || index >= type->count || (type->kind != NBL_TYPE_STRUCT && type->element == NULL))
            nbl_shader_refuse(shader, each, "a part that the composite does not have");
        if (type->kind == NBL_TYPE_STRUCT) {
            for (uint32_t i = 0; i < index; i++) first += type->members[i]->leaves;
            type = type->members[index];
        } else {
            first += index * type->element->leaves;
            type = type->element;
        }
    }
    *found = type;
    return first;
}

static void fold_composite(nbl_shader_t *shader, const nbl_instruction_t *each, uint32_t opcode, nbl_type_t *type,
                           uint64_t *values) {
    nbl_type_t *of = NULL, *found = NULL, *other = NULL;
    const uint64_t *from = operand(shader, each, 0, &of);
    if (opcode == SpvOpCompositeExtract) {
        const uint64_t first = part(shader, each, 5, of, &found);
        if (found->leaves != type->leaves) nbl_shader_refuse(shader, each, "a part of another type");
        memcpy(values, from + first, (size_t)type->leaves * sizeof *values);
        return;
    }
    if (opcode == SpvOpCompositeInsert) {
        const uint64_t *into = operand(shader, each, 1, &other);
        const uint64_t first = part(shader, each, 6, other, &found);
        if (found->leaves != of->leaves || other->leaves != type->leaves)
            nbl_shader_refuse(shader, each, "a part of another type");
        memcpy(values, into, (size_t)type->leaves * sizeof *values);
        memcpy(values + first, from, (size_t)of->leaves * sizeof *values);
        return;
    }
    const uint64_t *second = operand(shader, each, 1, &other); /* a shuffle */
    for (uint32_t i = 0; i < type->leaves; i++) {
        const uint32_t index = 6u + i < each->count ? each->words[6 + i] : 0u;
        values[i] = index < of->leaves                   ? from[index]
                    : index - of->leaves < other->leaves ? second[index - of->leaves]
                                                         : 0u;
    }
}

void nbl_constant_fold(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_type_t *type, uint64_t *values) {
    const uint32_t opcode = instruction->words[3];
    nbl_type_t *of = NULL, *other = NULL, *condition = NULL;
    char name[48];

    if (opcode == SpvOpCompositeExtract || opcode == SpvOpCompositeInsert || opcode == SpvOpVectorShuffle) {
        fold_composite(shader, instruction, opcode, type, values);
        return;
    }
    const uint64_t *a = operand(shader, instruction, 0, &of), *b = a;
    if (instruction->count > 5) b = operand(shader, instruction, 1, &other);
    if (opcode == SpvOpSelect) {
        const uint64_t *c = operand(shader, instruction, 2, &condition);
        if (other == NULL || other->leaves != type->leaves || condition->leaves != type->leaves)
            nbl_shader_refuse(shader, instruction, "operands of other types");
        for (uint64_t i = 0; i < type->leaves; i++) values[i] = a[of->leaves == 1 ? 0 : i] ? b[i] : c[i];
        return;
    }
    if (of->leaves != type->leaves || (other != NULL && other->leaves != type->leaves))
        nbl_shader_refuse(shader, instruction, "operands of other types");
    for (uint64_t i = 0; i < type->leaves; i++) {
        const operands_t operands = {a[i], b[i], of->width};
        if (!fold_integer(opcode, operands, &values[i]) &&
            !fold_float(opcode, a[i], of->width, type->width, &values[i]))
            nbl_shader_refuse(shader, instruction, "a constant by %s, which is not computed here",
                              nbl_opcode_name(opcode, name));
        values[i] = type->kind == NBL_TYPE_BOOL ? values[i] & 1u : truncate(values[i], type->width);
    }
}
