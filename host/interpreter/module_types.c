/* Reads the types of a module, with their layouts, and its constants.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>

#include "interpreter/newer.h"
#include "interpreter/read.h"

#include <string.h>

static uint32_t largest(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint64_t multiply(nbl_shader_t *shader, uint64_t a, uint64_t b) {
    if (a != 0 && b > ((uint64_t)1 << 40) / a) nbl_shader_damaged(shader, "a type is too large");
    return a * b;
}

static void read_structure(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_type_t *type) {
    uint64_t at = 0;
    type->count = instruction->count - 2u;
    type->members = nbl_shader_take(shader, type->count + 1u, sizeof *type->members);
    type->offsets = nbl_shader_take(shader, type->count + 1u, sizeof *type->offsets);
    type->matrix_strides = nbl_shader_take(shader, type->count + 1u, sizeof *type->matrix_strides);
    type->row_major = nbl_shader_take(shader, type->count + 1u, 1);
    type->alignment = 1;
    for (uint32_t i = 0; i < type->count; i++) {
        nbl_type_t *member = nbl_shader_type(shader, instruction->words[2 + i]);
        type->members[i] = member;
        type->offsets[i] = NBL_NONE;
        type->leaves += member->leaves;
        type->alignment = largest(type->alignment, member->alignment);
        at = (at + largest(member->alignment, 1) - 1u) / largest(member->alignment, 1) * largest(member->alignment, 1) +
             member->bytes;
        if (type->leaves > (uint64_t)1 << 32) nbl_shader_damaged(shader, "a type is too large");
    }
    type->bytes = (at + type->alignment - 1u) / type->alignment * type->alignment;
    for (uint32_t i = 0; i < shader->member_decoration_count; i++) {
        const nbl_member_decoration_t *each = &shader->member_decorations[i];
        if (each->type != type->id || each->member >= type->count) continue;
        if (each->decoration == SpvDecorationOffset) type->offsets[each->member] = each->value;
        if (each->decoration == SpvDecorationMatrixStride) type->matrix_strides[each->member] = each->value;
        if (each->decoration == SpvDecorationRowMajor) type->row_major[each->member] = 1;
    }
}

/* Reads a cooperative matrix of a subgroup, as an array of an invocation's share: element e, counted by rows, is number
 * e / S of invocation e % S, in a subgroup of S. SPIR-V leaves the place of an element open. */
static void read_matrix(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_type_t *type) {
    const uint32_t *w = instruction->words, size = shader->subgroup_size;
    nbl_shader_need(shader, instruction, 7);
    type->kind = NBL_TYPE_ARRAY;
    type->element = nbl_shader_type(shader, w[2]);
    type->rows = nbl_shader_integer(shader, w[4]);
    type->columns = nbl_shader_integer(shader, w[5]);
    if (nbl_shader_integer(shader, w[3]) != SpvScopeSubgroup)
        nbl_shader_refuse(shader, instruction, "a matrix of another scope than the subgroup");
    if (type->element->kind != NBL_TYPE_INT && type->element->kind != NBL_TYPE_FLOAT)
        nbl_shader_damaged(shader, "a cooperative matrix of something else than numbers");
    if (type->rows == 0 || type->columns == 0 || type->rows > 256 || type->columns > 256 ||
        type->rows * type->columns % size != 0)
        nbl_shader_refuse(shader, instruction, "%u x %u elements do not divide among %u invocations",
                          (unsigned)type->rows, (unsigned)type->columns, (unsigned)size);
    type->count = type->rows * type->columns / size;
    type->width = type->element->width;
    type->leaves = type->count;
    type->alignment = type->element->alignment;
    type->bytes = type->count * type->element->bytes;
    shader->has_matrices = 1;
}

void nbl_read_type(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    static const uint8_t words[] = {
        [SpvOpTypeInt] = 4,     [SpvOpTypeFloat] = 3,        [SpvOpTypeVector] = 4, [SpvOpTypeMatrix] = 4,
        [SpvOpTypeImage] = 9,   [SpvOpTypeSampledImage] = 3, [SpvOpTypeArray] = 4,  [SpvOpTypeRuntimeArray] = 3,
        [SpvOpTypePointer] = 4, [SpvOpTypeFunction] = 3};
    const uint32_t *w = instruction->words;
    nbl_identifier_t *known = nbl_shader_identifier(shader, instruction->result);
    nbl_type_t *type = nbl_shader_take(shader, 1, sizeof *type);

    if (instruction->opcode < sizeof words) nbl_shader_need(shader, instruction, words[instruction->opcode]);
    type->id = instruction->result;
    type->leaves = 1;
    type->alignment = 1;
    switch (instruction->opcode) {
    case SpvOpTypeVoid:
        type->kind = NBL_TYPE_VOID;
        type->leaves = 0;
        break;
    case SpvOpTypeBool:
        type->kind = NBL_TYPE_BOOL;
        type->width = 32;
        type->bytes = type->alignment = 4;
        break;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
        type->kind = instruction->opcode == SpvOpTypeInt ? NBL_TYPE_INT : NBL_TYPE_FLOAT;
        if (w[2] != 8 && w[2] != 16 && w[2] != 32 && w[2] != 64)
            nbl_shader_refuse(shader, instruction, "a number of %u bits", (unsigned)w[2]);
        if (type->kind == NBL_TYPE_FLOAT && w[2] == 8) nbl_shader_refuse(shader, instruction, "a float of 8 bits");
        if (type->kind == NBL_TYPE_FLOAT && instruction->count > 3) {
            if (w[2] != 16 || w[3] != NBL_SPV_ENCODING_BFLOAT16)
                nbl_shader_refuse(shader, instruction, "a float of encoding %u", (unsigned)w[3]);
            type->is_bfloat = 1;
        }
        type->width = (uint8_t)w[2];
        type->is_signed = type->kind == NBL_TYPE_INT && w[3] != 0;
        type->bytes = type->alignment = w[2] / 8u;
        break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        type->kind = instruction->opcode == SpvOpTypeVector ? NBL_TYPE_VECTOR : NBL_TYPE_MATRIX;
        type->element = nbl_shader_type(shader, w[2]);
        type->count = w[3];
        if (type->count < 1 || type->count > 16 ||
            type->element->kind == (type->kind == NBL_TYPE_VECTOR ? NBL_TYPE_VECTOR : NBL_TYPE_STRUCT) ||
            type->element->leaves < 1 || type->element->leaves > 16 ||
            (type->kind == NBL_TYPE_MATRIX) != (type->element->kind == NBL_TYPE_VECTOR))
            nbl_shader_damaged(shader, "a vector or a matrix of something else than numbers");
        type->width = type->element->width;
        type->leaves = type->count * type->element->leaves;
        type->bytes = type->count * type->element->bytes;
        type->alignment = type->element->alignment;
        break;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        type->kind = instruction->opcode == SpvOpTypeArray ? NBL_TYPE_ARRAY : NBL_TYPE_RUNTIME_ARRAY;
        type->element = nbl_shader_type(shader, w[2]);
        type->count = type->kind == NBL_TYPE_ARRAY ? nbl_shader_integer(shader, w[3]) : 0;
        type->stride = known->stride;
        if (type->kind == NBL_TYPE_ARRAY && type->count == 0) nbl_shader_damaged(shader, "an array of no element");
        type->leaves = multiply(shader, type->element->leaves, type->kind == NBL_TYPE_ARRAY ? type->count : 1u);
        type->bytes = multiply(shader, type->element->bytes, type->count);
        type->alignment = type->element->alignment;
        break;
    case SpvOpTypeStruct:
        type->kind = NBL_TYPE_STRUCT;
        type->leaves = 0;
        read_structure(shader, instruction, type);
        break;
    case SpvOpTypePointer:
        if (known->kind == NBL_IS_TYPE && known->type->kind == NBL_TYPE_POINTER) type = known->type; /* was forward */
        type->kind = NBL_TYPE_POINTER;
        type->id = instruction->result;
        type->storage = w[2];
        type->element = nbl_shader_type(shader, w[3]);
        type->width = 64;
        type->leaves = 1;
        type->bytes = type->alignment = 8;
        break;
    case SpvOpTypeForwardPointer:
        type->kind = NBL_TYPE_POINTER;
        type->id = instruction->result;
        type->storage = w[2];
        type->width = 64;
        type->bytes = type->alignment = 8;
        break;
    case SpvOpTypeFunction: type->kind = NBL_TYPE_FUNCTION; break;
    case SpvOpTypeImage:
        type->kind = NBL_TYPE_IMAGE;
        type->element = nbl_shader_type(shader, w[2]);
        type->dim = w[3];
        type->depth = w[4];
        type->arrayed = w[5];
        type->multisampled = w[6];
        type->sampled = w[7];
        type->format = w[8];
        type->width = 64;
        type->bytes = type->alignment = 8;
        break;
    case SpvOpTypeSampler:
        type->kind = NBL_TYPE_SAMPLER;
        type->width = 64;
        type->bytes = type->alignment = 8;
        break;
    case SpvOpTypeSampledImage:
        type->kind = NBL_TYPE_SAMPLED_IMAGE;
        type->element = nbl_shader_type(shader, w[2]);
        if (type->element->kind != NBL_TYPE_IMAGE)
            nbl_shader_damaged(shader, "a sampled image of something else than an image");
        type->width = 64;
        type->bytes = type->alignment = 8;
        break;
    case NBL_SPV_TYPE_COOPERATIVE_MATRIX: read_matrix(shader, instruction, type); break;
    default:
        if (shader->entry_points < 2)
            nbl_shader_refuse(shader, instruction, "a type that the interpreter does not have");
        type->refused = instruction; /* no error yet: another stage's entry point may use it */
        type->width = 64;
        type->bytes = type->alignment = 8;
    }
    known->kind = NBL_IS_TYPE;
    known->type = type;
}

/* ---- constants */

static nbl_constant_t *add_constant(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_type_t *type) {
    nbl_identifier_t *known = nbl_shader_identifier(shader, instruction->result);
    nbl_constant_t *constant = &shader->constants[shader->constant_count];
    if (type->leaves > NBL_MODULE_MAX_LEAVES) nbl_shader_refuse(shader, instruction, "a constant of too many numbers");
    constant->values = nbl_shader_take(shader, (size_t)type->leaves + 1u, sizeof *constant->values);
    known->kind = NBL_IS_CONSTANT;
    known->index = shader->constant_count++;
    known->type = type;
    return constant;
}

static uint64_t mask_of(const nbl_type_t *type) {
    return type->kind == NBL_TYPE_BOOL ? 1u : type->width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << type->width) - 1u;
}

static void specialize(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_constant_t *constant,
                       const nbl_type_t *type) {
    const nbl_identifier_t *known = &shader->ids[instruction->result];
    if (!known->has_spec_id) return;
    for (uint32_t i = 0; i < shader->specialization_count; i++)
        if (shader->specialization[i].id == known->spec_id) {
            constant->values[0] = type->kind == NBL_TYPE_BOOL ? shader->specialization[i].bits != 0
                                                              : shader->specialization[i].bits & mask_of(type);
            constant->is_specialized = 1;
        }
}

static void read_composite(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_constant_t *constant,
                           const nbl_type_t *type) {
    uint64_t at = 0;
    if (type->rows != 0 && instruction->count == 4) { /* a cooperative matrix whose elements are all one number */
        const nbl_constant_t *number = nbl_shader_constant(shader, instruction->words[3]);
        for (uint64_t i = 0; i < type->leaves; i++) constant->values[i] = number->values[0];
        constant->is_undefined = number->is_undefined;
        return;
    }
    for (uint32_t i = 3; i < instruction->count; i++) {
        const nbl_constant_t *part = nbl_shader_constant(shader, instruction->words[i]);
        const nbl_type_t *part_type = shader->ids[instruction->words[i]].type;
        if (at + part_type->leaves > type->leaves)
            nbl_shader_damaged(shader, "a constant has more parts than its type");
        memcpy(constant->values + at, part->values, (size_t)part_type->leaves * sizeof *part->values);
        constant->is_undefined |= part->is_undefined;
        at += part_type->leaves;
    }
    if (at != type->leaves) nbl_shader_damaged(shader, "a constant has fewer parts than its type");
}

void nbl_read_constant(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    nbl_shader_need(shader, instruction, 3);
    nbl_type_t *type = nbl_shader_type(shader, instruction->type);
    nbl_constant_t *constant;
    switch (instruction->opcode) {
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
        if (type->kind != NBL_TYPE_BOOL) nbl_shader_damaged(shader, "a constant has another type than its instruction");
        constant = add_constant(shader, instruction, type);
        constant->values[0] = instruction->opcode == SpvOpConstantTrue || instruction->opcode == SpvOpSpecConstantTrue;
        specialize(shader, instruction, constant, type);
        break;
    case SpvOpConstant:
    case SpvOpSpecConstant:
        if (type->kind != NBL_TYPE_INT && type->kind != NBL_TYPE_FLOAT)
            nbl_shader_damaged(shader, "a constant is not a number");
        nbl_shader_need(shader, instruction, type->width == 64 ? 5 : 4);
        constant = add_constant(shader, instruction, type);
        constant->values[0] = instruction->words[3];
        if (type->width == 64) constant->values[0] |= (uint64_t)instruction->words[4] << 32;
        constant->values[0] &= mask_of(type);
        specialize(shader, instruction, constant, type);
        break;
    case SpvOpConstantComposite:
    case SpvOpSpecConstantComposite:
        read_composite(shader, instruction, add_constant(shader, instruction, type), type);
        break;
    case SpvOpConstantNull: add_constant(shader, instruction, type); break;
    case SpvOpUndef: add_constant(shader, instruction, type)->is_undefined = 1; break;
    case SpvOpSpecConstantOp: {
        nbl_shader_need(shader, instruction, 4);
        constant = add_constant(shader, instruction, type);
        nbl_constant_fold(shader, instruction, type, constant->values);
        break;
    }
    default: nbl_shader_refuse(shader, instruction, "a constant that the interpreter does not have");
    }
}
