/* Reads a SPIR-V module into tables: identifiers, types, constants, functions and their blocks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a damaged module may claim is checked here once, so that what follows may rely on it: every identifier is below
 * the bound, every operand lies within its instruction, types are declared before their use and are no deeper than a
 * limit, and every block ends.
 */
#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.h>

#include "interpreter/module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Inline in the header, and defined nowhere else. */
extern inline void SpvHasResultAndType(SpvOp opcode, bool *hasResult, bool *hasResultType);

#define MOST_BOUND (1u << 22)
#define MOST_ARENA ((size_t)1 << 30)

void *nbl_arena_take(nbl_arena_t *arena, size_t count, size_t bytes) {
    if (bytes != 0 && count > ((size_t)1 << 40) / bytes) return NULL;
    size_t wanted = (count * bytes + 15u) & ~(size_t)15u;
    if (arena->left < wanted) {
        const size_t size = wanted > 65536u ? wanted : 65536u;
        if (arena->limit != 0 && arena->bytes + size > arena->limit) return NULL;
        if (arena->count == arena->capacity) {
            size_t capacity = arena->capacity != 0 ? 2u * arena->capacity : 64u;
            void **grown = realloc(arena->blocks, capacity * sizeof *grown);
            if (grown == NULL) return NULL;
            arena->blocks = grown;
            arena->capacity = capacity;
        }
        unsigned char *block = calloc(1, size);
        if (block == NULL) return NULL;
        arena->blocks[arena->count++] = block;
        arena->bytes += size;
        if (wanted > 32768u) return block; /* the rest of the last block stays in use */
        arena->free = block;
        arena->left = size;
    }
    void *taken = arena->free;
    arena->free += wanted;
    arena->left -= wanted;
    return taken;
}

void nbl_arena_free(nbl_arena_t *arena) {
    for (size_t i = 0; i < arena->count; i++) free(arena->blocks[i]);
    free(arena->blocks);
    memset(arena, 0, sizeof *arena);
}

void *nbl_shader_take(nbl_shader_t *shader, size_t count, size_t bytes) {
    void *taken = nbl_arena_take(&shader->arena, count, bytes);
    if (taken == NULL) nbl_shader_fail(shader, NBL_ERROR_OUT_OF_MEMORY, "interpreter: no memory for the module");
    return taken;
}

static void set_error(nbl_shader_t *shader, nbl_result_t result, const char *format, va_list arguments) {
    char text[sizeof shader->error->text];
    vsnprintf(text, sizeof text, format, arguments);
    shader->result = nbl_fail(shader->error, result, "%s", text);
}

void nbl_shader_fail(nbl_shader_t *shader, nbl_result_t result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_error(shader, result, format, arguments);
    va_end(arguments);
    longjmp(shader->fail, 1);
}

static const struct {
    uint16_t opcode;
    const char *name;
} opcode_names[] = {
#include "interpreter/opcodes.h"
};

const char *nbl_opcode_name(uint32_t opcode, char text[48]) {
    size_t low = 0, high = sizeof opcode_names / sizeof opcode_names[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2u;
        if (opcode_names[middle].opcode == opcode) return opcode_names[middle].name;
        if (opcode_names[middle].opcode < opcode)
            low = middle + 1u;
        else
            high = middle;
    }
    snprintf(text, 48, "Op%u", (unsigned)opcode);
    return text;
}

void nbl_shader_refuse(nbl_shader_t *shader, const nbl_instruction_t *instruction, const char *format, ...) {
    char why[256], name[48], where[512] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (instruction->place.file != NULL)
        snprintf(where, sizeof where, "%.400s:%u: ", instruction->place.file, (unsigned)instruction->place.line);
    nbl_shader_fail(shader, NBL_ERROR_MISSING_FEATURE, "%s%s (%%%u, word %u): %s", where,
                    nbl_opcode_name(instruction->opcode, name), (unsigned)instruction->result,
                    (unsigned)(instruction->words - shader->words), why);
}

static _Noreturn void damaged(nbl_shader_t *shader, const char *why) {
    nbl_shader_fail(shader, NBL_ERROR_SPIRV, "module: %s", why);
}

static nbl_identifier_t *identifier(nbl_shader_t *shader, uint32_t id) {
    if (id == 0 || id >= shader->bound) damaged(shader, "an identifier is beyond the bound");
    return &shader->ids[id];
}

nbl_type_t *nbl_shader_type(nbl_shader_t *shader, uint32_t id) {
    const nbl_identifier_t *known = identifier(shader, id);
    if (known->kind != NBL_IS_TYPE) damaged(shader, "a type is none, or is declared after its use");
    return known->type;
}

nbl_constant_t *nbl_shader_constant(nbl_shader_t *shader, uint32_t id) {
    const nbl_identifier_t *known = identifier(shader, id);
    if (known->kind != NBL_IS_CONSTANT) damaged(shader, "a constant is none, or is declared after its use");
    return &shader->constants[known->index];
}

uint32_t nbl_shader_integer(nbl_shader_t *shader, uint32_t id) {
    const nbl_constant_t *constant = nbl_shader_constant(shader, id);
    const nbl_type_t *type = shader->ids[id].type;
    if (type->kind != NBL_TYPE_INT) damaged(shader, "a constant that must be an integer is none");
    return (uint32_t)constant->values[0];
}

const char *nbl_shader_member_name(const nbl_shader_t *shader, uint32_t type, uint32_t member) {
    for (uint32_t i = 0; i < shader->member_name_count; i++)
        if (shader->member_name_of[i][0] == type && shader->member_name_of[i][1] == member)
            return shader->member_names[i];
    return NULL;
}

/* A literal string from word `first` of an instruction on; *words receives how many words it takes. */
static const char *string_of(nbl_shader_t *shader, const nbl_instruction_t *instruction, uint32_t first,
                             uint32_t *words) {
    const char *text = (const char *)(instruction->words + first);
    if (first >= instruction->count) damaged(shader, "a string is missing");
    const char *end = memchr(text, 0, (size_t)(instruction->count - first) * 4u);
    if (end == NULL) damaged(shader, "a string does not end");
    if (words != NULL) *words = (uint32_t)((size_t)(end - text) / 4u + 1u);
    return text;
}

static void need(nbl_shader_t *shader, const nbl_instruction_t *instruction, uint32_t words) {
    if (instruction->count < words) damaged(shader, "an instruction is too short");
}

/* ---- types */

static uint32_t largest(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint64_t multiply(nbl_shader_t *shader, uint64_t a, uint64_t b) {
    if (a != 0 && b > ((uint64_t)1 << 40) / a) damaged(shader, "a type is too large");
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
        if (type->leaves > (uint64_t)1 << 32) damaged(shader, "a type is too large");
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

static void read_type(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    static const uint8_t words[] = {
        [SpvOpTypeInt] = 4,     [SpvOpTypeFloat] = 3,        [SpvOpTypeVector] = 4, [SpvOpTypeMatrix] = 4,
        [SpvOpTypeImage] = 9,   [SpvOpTypeSampledImage] = 3, [SpvOpTypeArray] = 4,  [SpvOpTypeRuntimeArray] = 3,
        [SpvOpTypePointer] = 4, [SpvOpTypeFunction] = 3};
    const uint32_t *w = instruction->words;
    nbl_identifier_t *known = identifier(shader, instruction->result);
    nbl_type_t *type = nbl_shader_take(shader, 1, sizeof *type);

    if (instruction->opcode < sizeof words) need(shader, instruction, words[instruction->opcode]);
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
            damaged(shader, "a vector or a matrix of something else than numbers");
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
        if (type->kind == NBL_TYPE_ARRAY && type->count == 0) damaged(shader, "an array of no element");
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
        if (type->element->kind != NBL_TYPE_IMAGE) damaged(shader, "a sampled image of something else than an image");
        type->width = 64;
        type->bytes = type->alignment = 8;
        break;
    default: nbl_shader_refuse(shader, instruction, "a type that the interpreter does not have");
    }
    known->kind = NBL_IS_TYPE;
    known->type = type;
}

/* ---- constants */

static nbl_constant_t *add_constant(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_type_t *type) {
    nbl_identifier_t *known = identifier(shader, instruction->result);
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
    for (uint32_t i = 3; i < instruction->count; i++) {
        const nbl_constant_t *part = nbl_shader_constant(shader, instruction->words[i]);
        const nbl_type_t *part_type = shader->ids[instruction->words[i]].type;
        if (at + part_type->leaves > type->leaves) damaged(shader, "a constant has more parts than its type");
        memcpy(constant->values + at, part->values, (size_t)part_type->leaves * sizeof *part->values);
        constant->is_undefined |= part->is_undefined;
        at += part_type->leaves;
    }
    if (at != type->leaves) damaged(shader, "a constant has fewer parts than its type");
}

static void read_constant(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    need(shader, instruction, 3);
    nbl_type_t *type = nbl_shader_type(shader, instruction->type);
    nbl_constant_t *constant;
    switch (instruction->opcode) {
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue:
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
        if (type->kind != NBL_TYPE_BOOL) damaged(shader, "a constant has another type than its instruction");
        constant = add_constant(shader, instruction, type);
        constant->values[0] = instruction->opcode == SpvOpConstantTrue || instruction->opcode == SpvOpSpecConstantTrue;
        specialize(shader, instruction, constant, type);
        break;
    case SpvOpConstant:
    case SpvOpSpecConstant:
        if (type->kind != NBL_TYPE_INT && type->kind != NBL_TYPE_FLOAT) damaged(shader, "a constant is no number");
        need(shader, instruction, type->width == 64 ? 5 : 4);
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
        need(shader, instruction, 4);
        constant = add_constant(shader, instruction, type);
        nbl_constant_fold(shader, instruction, type, constant->values);
        break;
    }
    default: nbl_shader_refuse(shader, instruction, "a constant that the interpreter does not have");
    }
}

/* ---- what stands before types */

static void read_entry(nbl_shader_t *shader, const nbl_instruction_t *instruction, const char *wanted, int *chosen) {
    uint32_t words;
    need(shader, instruction, 4);
    if (instruction->words[1] != SpvExecutionModelGLCompute) return;
    const char *name = string_of(shader, instruction, 3, &words);
    const int rank = wanted != NULL ? (strcmp(name, wanted) == 0 ? 2 : -1) : strcmp(name, "main") == 0 ? 2 : 1;
    if (rank <= *chosen) return;
    *chosen = rank;
    shader->entry = instruction->words[2];
    shader->interface = instruction->words + 3 + words;
    shader->interface_count = instruction->count - 3u - words;
}

static void read_decoration(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    need(shader, instruction, 3);
    nbl_identifier_t *known = identifier(shader, instruction->words[1]);
    const uint32_t value = instruction->count > 3 ? instruction->words[3] : 0;
    switch (instruction->words[2]) {
    case SpvDecorationBinding:
        known->binding = value;
        known->has_binding = 1;
        break;
    case SpvDecorationDescriptorSet: known->set = value; break;
    case SpvDecorationBuiltIn:
        known->builtin = value;
        known->has_builtin = 1;
        break;
    case SpvDecorationSpecId:
        known->spec_id = value;
        known->has_spec_id = 1;
        break;
    case SpvDecorationArrayStride: known->stride = value; break;
    case SpvDecorationBlock: known->is_block = 1; break;
    case SpvDecorationBufferBlock: known->is_buffer_block = 1; break;
    case SpvDecorationCoherent: known->coherent = 1; break;
    case SpvDecorationNonWritable: known->non_writable = 1; break;
    case SpvDecorationVolatile: known->volatile_ = 1; break;
    default: break;
    }
}

/* A group is a name for decorations that several have. */
static void read_group(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    need(shader, instruction, 2);
    const nbl_identifier_t group = *identifier(shader, instruction->words[1]);
    for (uint32_t i = 2; i < instruction->count; i++) {
        nbl_identifier_t *known = identifier(shader, instruction->words[i]);
        known->coherent |= group.coherent;
        known->non_writable |= group.non_writable;
        known->is_block |= group.is_block;
        known->is_buffer_block |= group.is_buffer_block;
        if (group.stride != 0) known->stride = group.stride;
        if (group.has_binding) {
            known->binding = group.binding;
            known->has_binding = 1;
        }
        if (group.set != 0) known->set = group.set;
    }
}

static void read_mode(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    need(shader, instruction, 3);
    if (instruction->words[1] != shader->entry) return;
    if (instruction->words[2] != SpvExecutionModeLocalSize && instruction->words[2] != SpvExecutionModeLocalSizeId)
        return;
    need(shader, instruction, 6);
    memcpy(instruction->words[2] == SpvExecutionModeLocalSize ? shader->local_size : shader->local_size_ids,
           instruction->words + 3, 3 * sizeof(uint32_t));
}

static void read_head(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    switch (instruction->opcode) {
    case SpvOpName:
        need(shader, instruction, 3);
        identifier(shader, instruction->words[1])->name = string_of(shader, instruction, 2, NULL);
        break;
    case SpvOpMemberName:
        need(shader, instruction, 4);
        shader->member_name_of[shader->member_name_count][0] = instruction->words[1];
        shader->member_name_of[shader->member_name_count][1] = instruction->words[2];
        shader->member_names[shader->member_name_count++] = string_of(shader, instruction, 3, NULL);
        break;
    case SpvOpString:
        identifier(shader, instruction->result)->kind = NBL_IS_STRING;
        shader->ids[instruction->result].name = string_of(shader, instruction, 2, NULL);
        break;
    case SpvOpExtInstImport: {
        nbl_identifier_t *known = identifier(shader, instruction->result);
        known->kind = NBL_IS_EXTENSION;
        known->name = string_of(shader, instruction, 2, NULL);
        if (strcmp(known->name, "GLSL.std.450") == 0) shader->glsl = instruction->result;
        break;
    }
    case SpvOpMemoryModel:
        need(shader, instruction, 3);
        shader->vulkan_memory = instruction->words[2] == SpvMemoryModelVulkan;
        if (instruction->words[1] == SpvAddressingModelPhysical32 ||
            instruction->words[1] == SpvAddressingModelPhysical64)
            nbl_shader_refuse(shader, instruction, "the addressing of OpenCL");
        break;
    case SpvOpDecorate: read_decoration(shader, instruction); break;
    case SpvOpGroupDecorate: read_group(shader, instruction); break;
    case SpvOpMemberDecorate: {
        need(shader, instruction, 4);
        if (instruction->words[3] == SpvDecorationCoherent) identifier(shader, instruction->words[1])->coherent = 1;
        shader->member_decorations[shader->member_decoration_count++] =
            (nbl_member_decoration_t){instruction->words[1], instruction->words[2], instruction->words[3],
                                      instruction->count > 4 ? instruction->words[4] : 0};
        break;
    }
    default: break;
    }
}

/* ---- functions */

static int ends_block(uint32_t opcode) {
    switch (opcode) {
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpSwitch:
    case SpvOpReturn:
    case SpvOpReturnValue:
    case SpvOpUnreachable:
    case SpvOpKill:
    case SpvOpTerminateInvocation: return 1;
    default: return 0;
    }
}

static uint32_t block_number(nbl_shader_t *shader, const nbl_procedure_t *procedure, uint32_t id) {
    for (uint32_t i = 0; i < procedure->block_count; i++)
        if (procedure->blocks[i].id == id) return i;
    damaged(shader, "a branch leads to a block that its function has not");
}

static void read_next(nbl_shader_t *shader, const nbl_procedure_t *procedure, nbl_basic_block_t *block) {
    const nbl_instruction_t *last = &shader->instructions[block->end - 1u];
    const uint32_t *w = last->words;
    block->next = nbl_shader_take(shader, last->count, sizeof *block->next);
    block->next_loops = nbl_shader_take(shader, last->count, 1);
    switch (last->opcode) {
    case SpvOpBranch:
        need(shader, last, 2);
        block->next[block->next_count++] = block_number(shader, procedure, w[1]);
        break;
    case SpvOpBranchConditional:
        need(shader, last, 4);
        block->next[block->next_count++] = block_number(shader, procedure, w[2]);
        block->next[block->next_count++] = block_number(shader, procedure, w[3]);
        break;
    case SpvOpSwitch: {
        need(shader, last, 3);
        const nbl_type_t *type = identifier(shader, w[1])->type;
        if (type == NULL || type->kind != NBL_TYPE_INT) damaged(shader, "a switch over something else than an integer");
        const uint32_t step = type->width == 64 ? 3u : 2u;
        block->next[block->next_count++] = block_number(shader, procedure, w[2]);
        for (uint32_t i = 3; i + step <= last->count; i += step)
            block->next[block->next_count++] = block_number(shader, procedure, w[i + step - 1u]);
        break;
    }
    default: break;
    }
}

static void read_procedure(nbl_shader_t *shader, nbl_procedure_t *procedure) {
    uint32_t blocks = 0;
    for (uint32_t i = procedure->first; i < procedure->end; i++) blocks += shader->instructions[i].opcode == SpvOpLabel;
    procedure->blocks = nbl_shader_take(shader, blocks + 1u, sizeof *procedure->blocks);
    nbl_basic_block_t *block = NULL;
    for (uint32_t i = procedure->first; i < procedure->end; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpLabel) {
            if (block != NULL) damaged(shader, "a block does not end");
            block = &procedure->blocks[procedure->block_count++];
            block->id = each->result;
            block->first = i + 1u;
            identifier(shader, each->result)->kind = NBL_IS_LABEL;
        } else if (each->opcode == SpvOpLine || each->opcode == SpvOpNoLine || each->opcode == SpvOpFunctionParameter) {
            continue;
        } else if (block == NULL) {
            if (each->opcode != SpvOpExtInst) damaged(shader, "an instruction stands in no block");
        } else if (each->opcode == SpvOpSelectionMerge || each->opcode == SpvOpLoopMerge) {
            need(shader, each, each->opcode == SpvOpLoopMerge ? 4 : 3);
            block->merge = each->words[1];
            block->continues = each->opcode == SpvOpLoopMerge ? each->words[2] : 0;
        } else if (ends_block(each->opcode)) {
            block->end = i + 1u;
            block = NULL;
        }
    }
    if (block != NULL) damaged(shader, "a block does not end");
    for (uint32_t i = 0; i < procedure->block_count; i++) read_next(shader, procedure, &procedure->blocks[i]);
}

/* One instruction of a function's head or body, as far as identifiers go. */
static void read_body(nbl_shader_t *shader, uint32_t at, nbl_procedure_t **open) {
    const nbl_instruction_t *each = &shader->instructions[at];
    nbl_procedure_t *procedure = *open;
    if (each->opcode == SpvOpFunction) {
        need(shader, each, 5);
        if (procedure != NULL) damaged(shader, "a function inside a function");
        *open = procedure = &shader->procedures[shader->procedure_count];
        procedure->id = each->result;
        procedure->result_type = each->type;
        nbl_shader_type(shader, each->type);
        procedure->first = at + 1u;
        procedure->parameters = nbl_shader_take(shader, 256, sizeof *procedure->parameters);
        identifier(shader, each->result)->kind = NBL_IS_PROCEDURE;
        shader->ids[each->result].index = shader->procedure_count++;
        return;
    }
    if (procedure == NULL) damaged(shader, "an instruction stands outside of any function");
    if (each->opcode == SpvOpFunctionEnd) {
        procedure->end = at;
        *open = NULL;
        return;
    }
    if (each->result == 0) return;
    nbl_identifier_t *known = identifier(shader, each->result);
    if (known->kind != NBL_IS_NOTHING && known->kind != NBL_IS_LABEL) damaged(shader, "an identifier is defined twice");
    if (each->opcode == SpvOpLabel) {
        known->kind = NBL_IS_LABEL;
        return;
    }
    known->kind = NBL_IS_VALUE;
    known->index = at;
    if (each->type != 0) known->type = nbl_shader_type(shader, each->type);
    if (each->opcode == SpvOpFunctionParameter) {
        if (procedure->parameter_count == 256) damaged(shader, "a function of more than 256 parameters");
        procedure->parameters[procedure->parameter_count++] = each->result;
    }
}

static void read_variable(nbl_shader_t *shader, uint32_t at) {
    const nbl_instruction_t *each = &shader->instructions[at];
    need(shader, each, 4);
    nbl_identifier_t *known = identifier(shader, each->result);
    known->kind = NBL_IS_VARIABLE;
    known->index = at;
    known->type = nbl_shader_type(shader, each->type);
    if (known->type->kind != NBL_TYPE_POINTER || known->type->element == NULL)
        damaged(shader, "a variable's type is no pointer");
    shader->variables[shader->variable_count++] = at;
}

static int is_type(uint32_t opcode) {
    return (opcode >= SpvOpTypeVoid && opcode <= SpvOpTypeForwardPointer) ||
           opcode == SpvOpTypeAccelerationStructureKHR || opcode == SpvOpTypeRayQueryKHR ||
           opcode == 4456 /* cooperative matrices */ || opcode == 5358;
}

static int is_constant(uint32_t opcode) {
    return (opcode >= SpvOpConstantTrue && opcode <= SpvOpSpecConstantOp) || opcode == SpvOpUndef;
}

static void split(nbl_shader_t *shader) {
    uint32_t count = 0;
    for (size_t at = 5; at < shader->word_count;) {
        const uint32_t words = shader->words[at] >> 16;
        if (words == 0 || words > shader->word_count - at) damaged(shader, "an instruction is cut off");
        at += words;
        count++;
    }
    shader->instructions = nbl_shader_take(shader, count + 1u, sizeof *shader->instructions);
    for (size_t at = 5; at < shader->word_count;) {
        nbl_instruction_t *each = &shader->instructions[shader->instruction_count++];
        bool has_result = false, has_type = false;
        each->words = shader->words + at;
        each->opcode = (uint16_t)(shader->words[at] & 0xFFFFu);
        each->count = (uint16_t)(shader->words[at] >> 16);
        SpvHasResultAndType((SpvOp)each->opcode, &has_result, &has_type);
        if (each->opcode == SpvOpTypeForwardPointer) has_result = true; /* it names what it declares, for us */
        if (each->count < 1u + has_result + has_type) damaged(shader, "an instruction is too short");
        if (has_type) each->type = each->words[1];
        if (has_result) each->result = each->words[1 + has_type];
        if ((has_result && (each->result == 0 || each->result >= shader->bound)) ||
            (has_type && (each->type == 0 || each->type >= shader->bound)))
            damaged(shader, "an identifier is beyond the bound");
        at += each->count;
    }
}

static void note_lines(nbl_shader_t *shader) {
    nbl_place_t place = {NULL, 0, 0};
    for (uint32_t i = 0; i < shader->instruction_count; i++) {
        nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpLine) {
            need(shader, each, 4);
            place = (nbl_place_t){identifier(shader, each->words[1])->name, each->words[2], each->words[3]};
            shader->has_lines = 1;
        } else if (each->opcode == SpvOpNoLine || each->opcode == SpvOpFunctionEnd) {
            place.file = NULL;
        }
        each->place = place;
    }
}

static void read_all(nbl_shader_t *shader, const char *entry) {
    const uint32_t count = shader->instruction_count;
    nbl_procedure_t *open = NULL;
    int chosen = 0;

    shader->member_decorations = nbl_shader_take(shader, count, sizeof *shader->member_decorations);
    shader->member_names = nbl_shader_take(shader, count, sizeof *shader->member_names);
    shader->member_name_of = nbl_shader_take(shader, count, sizeof *shader->member_name_of);
    shader->procedures = nbl_shader_take(shader, count, sizeof *shader->procedures);
    shader->constants = nbl_shader_take(shader, count, sizeof *shader->constants);
    shader->variables = nbl_shader_take(shader, count, sizeof *shader->variables);
    for (uint32_t i = 0; i < count; i++)
        if (shader->instructions[i].opcode == SpvOpEntryPoint)
            read_entry(shader, &shader->instructions[i], entry, &chosen);
    if (chosen == 0)
        nbl_shader_fail(shader, NBL_ERROR_SPIRV, "module: no compute entry point%s%.200s%s", entry ? " \"" : "",
                        entry ? entry : "", entry ? "\"" : "");
    for (uint32_t i = 0; i < count; i++) read_head(shader, &shader->instructions[i]);
    note_lines(shader);
    for (uint32_t i = 0; i < count; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (open == NULL && is_type(each->opcode))
            read_type(shader, each);
        else if (open == NULL && is_constant(each->opcode))
            read_constant(shader, each);
        else if (open == NULL && each->opcode == SpvOpVariable)
            read_variable(shader, i);
        else if (each->opcode == SpvOpExecutionMode || each->opcode == SpvOpExecutionModeId)
            read_mode(shader, each);
        else if (each->opcode == SpvOpFunction || (open != NULL && each->opcode != SpvOpLine))
            read_body(shader, i, &open);
        else if (each->opcode >= SpvOpFunctionParameter && each->opcode != SpvOpLine && each->opcode != SpvOpNoLine &&
                 each->opcode != SpvOpDecorate && each->opcode != SpvOpMemberDecorate &&
                 each->opcode != SpvOpDecorationGroup && each->opcode != SpvOpGroupDecorate &&
                 each->opcode != SpvOpModuleProcessed && each->opcode != SpvOpDecorateId &&
                 each->opcode != SpvOpDecorateString && each->opcode != SpvOpMemberDecorateString &&
                 each->opcode != SpvOpExtInst && each->opcode != SpvOpGroupMemberDecorate)
            nbl_shader_refuse(shader, each, "it stands outside of any function");
    }
    if (open != NULL) damaged(shader, "a function does not end");
}

static void find_local_size(nbl_shader_t *shader) {
    for (uint32_t i = 0; i < 3; i++)
        if (shader->local_size_ids[i] != 0)
            shader->local_size[i] = nbl_shader_integer(shader, shader->local_size_ids[i]);
    for (uint32_t i = 1; i < shader->bound; i++) /* deprecated, and it prevails */
        if (shader->ids[i].kind == NBL_IS_CONSTANT && shader->ids[i].has_builtin &&
            shader->ids[i].builtin == SpvBuiltInWorkgroupSize && shader->ids[i].type->leaves == 3)
            for (uint32_t k = 0; k < 3; k++)
                shader->local_size[k] = (uint32_t)shader->constants[shader->ids[i].index].values[k];
    for (uint32_t k = 0; k < 3; k++)
        if (shader->local_size[k] == 0 || shader->local_size[k] > 4096u)
            damaged(shader, "the size of a workgroup is missing, or not from 1 to 4096");
}

nbl_result_t nbl_shader_read(nbl_shader_t *shader, const uint32_t *words, size_t word_count, const char *entry,
                             const nbl_spec_value_t *specialization, uint32_t specialization_count,
                             nbl_error_t *error) {
    memset(shader, 0, sizeof *shader);
    nbl_error_clear(error);
    shader->error = error != NULL ? error : &shader->own_error;
    shader->arena.limit = MOST_ARENA;
    shader->specialization = specialization;
    shader->specialization_count = specialization_count;
    if (setjmp(shader->fail)) return shader->result;
    if (word_count < 5 || word_count > (size_t)1 << 26 || words[0] != SpvMagicNumber)
        damaged(shader, "no SPIR-V of this machine's byte order");
    if (words[3] > MOST_BOUND || words[3] == 0) damaged(shader, "its bound is out of range");
    shader->words = nbl_shader_take(shader, word_count, sizeof *words);
    memcpy(shader->words, words, word_count * sizeof *words);
    shader->word_count = word_count;
    shader->bound = words[3];
    shader->ids = nbl_shader_take(shader, shader->bound, sizeof *shader->ids);
    split(shader);
    read_all(shader, entry);
    if (identifier(shader, shader->entry)->kind != NBL_IS_PROCEDURE) damaged(shader, "the entry point is no function");
    shader->entry = shader->ids[shader->entry].index;
    find_local_size(shader);
    for (uint32_t i = 0; i < shader->procedure_count; i++) read_procedure(shader, &shader->procedures[i]);
    nbl_lines_note(shader);
    nbl_control_find(shader);
    return NBL_SUCCESS;
}

void nbl_shader_free(nbl_shader_t *shader) { nbl_arena_free(&shader->arena); }
