/* Reads a SPIR-V module into tables: its instructions, names, decorations, entry point and variables. module_types.c
 * reads types and constants, module_functions.c functions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A damaged module is refused here, so that all later code may rely on this: every identifier is below the bound, every
 * operand lies within its instruction, types are declared before their use and are no deeper than a limit, and every
 * block ends.
 */
#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.h>

#include "interpreter/newer.h"
#include "interpreter/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* spirv.h defines it inline; this makes the one external definition. */
extern inline void SpvHasResultAndType(SpvOp opcode, bool *hasResult, bool *hasResultType);

#define MOST_BOUND (1u << 22)
#define MOST_ARENA ((size_t)1 << 30)

/* Returns zeroed memory; NULL if memory ran out, or the limit is reached. */
static void *take(nbl_arena_t *arena, size_t count, size_t bytes) {
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
        if (wanted > 32768u) return block; /* a block of its own: smaller pieces still come from the block before */
        arena->free = block;
        arena->left = size;
    }
    void *taken = arena->free;
    arena->free += wanted;
    arena->left -= wanted;
    return taken;
}

void *nbl_shader_take(nbl_shader_t *shader, size_t count, size_t bytes) {
    void *taken = take(&shader->arena, count, bytes);
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

/* Finds where an instruction stands in the shader's text. A type has no line of its own: for it, the place of the first
 * value or variable of the type, or of that variable's first use. */
static const nbl_place_t *place_of(const nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    uint32_t pointer = 0, variable = 0;
    for (uint32_t i = 0; instruction->place.file == NULL && instruction->result != 0 && i < shader->instruction_count;
         i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpTypePointer && each->count > 3 && each->words[3] == instruction->result)
            pointer = each->result;
        if (each->opcode == SpvOpVariable && pointer != 0 && each->type == pointer && variable == 0)
            variable = each->result;
        if (each->place.file != NULL && each->opcode != SpvOpName &&
            ((each->type != 0 && (each->type == instruction->result || each->type == pointer)) ||
             (variable != 0 && each->count > 1 && nbl_operand(each, 0) == variable)))
            return &each->place;
    }
    return &instruction->place;
}

void nbl_shader_refuse(nbl_shader_t *shader, const nbl_instruction_t *instruction, const char *format, ...) {
    char why[256], name[48], where[512] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    const nbl_place_t *place = place_of(shader, instruction);
    if (place->file != NULL) snprintf(where, sizeof where, "%.400s:%u: ", place->file, (unsigned)place->line);
    nbl_shader_fail(shader, NBL_ERROR_MISSING_FEATURE, "%s%s (%%%u, word %u): %s", where,
                    nbl_opcode_name(instruction->opcode, name), (unsigned)instruction->result,
                    (unsigned)(instruction->words - shader->words), why);
}

_Noreturn void nbl_shader_damaged(nbl_shader_t *shader, const char *why) {
    nbl_shader_fail(shader, NBL_ERROR_SPIRV, "module: %s", why);
}

nbl_identifier_t *nbl_shader_identifier(nbl_shader_t *shader, uint32_t id) {
    if (id == 0 || id >= shader->bound) nbl_shader_damaged(shader, "an identifier is beyond the bound");
    return &shader->ids[id];
}

nbl_type_t *nbl_shader_type(nbl_shader_t *shader, uint32_t id) {
    const nbl_identifier_t *known = nbl_shader_identifier(shader, id);
    if (known->kind != NBL_IS_TYPE)
        nbl_shader_damaged(shader, "an identifier used as a type is not a type declared before");
    return known->type;
}

nbl_constant_t *nbl_shader_constant(nbl_shader_t *shader, uint32_t id) {
    const nbl_identifier_t *known = nbl_shader_identifier(shader, id);
    if (known->kind != NBL_IS_CONSTANT)
        nbl_shader_damaged(shader, "an identifier used as a constant is not a constant declared before");
    return &shader->constants[known->index];
}

uint32_t nbl_shader_integer(nbl_shader_t *shader, uint32_t id) {
    const nbl_constant_t *constant = nbl_shader_constant(shader, id);
    const nbl_type_t *type = shader->ids[id].type;
    if (type->kind != NBL_TYPE_INT) nbl_shader_damaged(shader, "a constant that must be an integer is of another type");
    return (uint32_t)constant->values[0];
}

const char *nbl_shader_member_name(const nbl_shader_t *shader, uint32_t type, uint32_t member) {
    for (uint32_t i = 0; i < shader->member_name_count; i++)
        if (shader->member_name_of[i][0] == type && shader->member_name_of[i][1] == member)
            return shader->member_names[i];
    return NULL;
}

/* Returns the literal string that begins at word `first` of an instruction; *words receives how many words it takes. */
static const char *string_of(nbl_shader_t *shader, const nbl_instruction_t *instruction, uint32_t first,
                             uint32_t *words) {
    const char *text = (const char *)(instruction->words + first);
    if (first >= instruction->count) nbl_shader_damaged(shader, "a string is missing");
    const char *end = memchr(text, 0, (size_t)(instruction->count - first) * 4u);
    if (end == NULL) nbl_shader_damaged(shader, "a string does not end");
    if (words != NULL) *words = (uint32_t)((size_t)(end - text) / 4u + 1u);
    return text;
}

void nbl_shader_need(nbl_shader_t *shader, const nbl_instruction_t *instruction, uint32_t words) {
    if (instruction->count < words) nbl_shader_damaged(shader, "an instruction is too short");
}

/* ---- what stands before types */

/* The module's entry points for compute shaders. */
typedef struct there_t {
    char names[512];
    size_t length;
    uint32_t count;
} there_t;

static void read_entry(nbl_shader_t *shader, const nbl_instruction_t *instruction, const char *wanted, int *chosen,
                       there_t *there) {
    uint32_t words;
    nbl_shader_need(shader, instruction, 4);
    if (instruction->words[1] != SpvExecutionModelGLCompute) return;
    const char *name = string_of(shader, instruction, 3, &words);
    const int rank = wanted != NULL ? (strcmp(name, wanted) == 0 ? 2 : -1) : strcmp(name, "main") == 0 ? 2 : 1;
    there->count++;
    if (there->length < sizeof there->names)
        there->length += (size_t)snprintf(there->names + there->length, sizeof there->names - there->length, "%s%s",
                                          there->length != 0 ? ", " : "", name);
    if (rank <= *chosen) return;
    *chosen = rank;
    shader->entry = instruction->words[2];
    shader->interface = instruction->words + 3 + words;
    shader->interface_count = instruction->count - 3u - words;
}

static void read_decoration(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    nbl_shader_need(shader, instruction, 3);
    nbl_identifier_t *known = nbl_shader_identifier(shader, instruction->words[1]);
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
    case SpvDecorationNoContraction: known->no_contraction = 1; break;
    default: break;
    }
}

/* Reads OpGroupDecorate: a group is a set of decorations that several identifiers have. */
static void read_group(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    nbl_shader_need(shader, instruction, 2);
    const nbl_identifier_t group = *nbl_shader_identifier(shader, instruction->words[1]);
    for (uint32_t i = 2; i < instruction->count; i++) {
        nbl_identifier_t *known = nbl_shader_identifier(shader, instruction->words[i]);
        known->coherent |= group.coherent;
        known->no_contraction |= group.no_contraction;
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
    nbl_shader_need(shader, instruction, 3);
    if (instruction->words[1] != shader->entry) return;
    if (instruction->words[2] != SpvExecutionModeLocalSize && instruction->words[2] != SpvExecutionModeLocalSizeId)
        return;
    nbl_shader_need(shader, instruction, 6);
    memcpy(instruction->words[2] == SpvExecutionModeLocalSize ? shader->local_size : shader->local_size_ids,
           instruction->words + 3, 3 * sizeof(uint32_t));
}

static void read_head(nbl_shader_t *shader, const nbl_instruction_t *instruction) {
    switch (instruction->opcode) {
    case SpvOpName:
        nbl_shader_need(shader, instruction, 3);
        nbl_shader_identifier(shader, instruction->words[1])->name = string_of(shader, instruction, 2, NULL);
        break;
    case SpvOpMemberName:
        nbl_shader_need(shader, instruction, 4);
        shader->member_name_of[shader->member_name_count][0] = instruction->words[1];
        shader->member_name_of[shader->member_name_count][1] = instruction->words[2];
        shader->member_names[shader->member_name_count++] = string_of(shader, instruction, 3, NULL);
        break;
    case SpvOpString:
        nbl_shader_identifier(shader, instruction->result)->kind = NBL_IS_STRING;
        shader->ids[instruction->result].name = string_of(shader, instruction, 2, NULL);
        break;
    case SpvOpExtInstImport: {
        nbl_identifier_t *known = nbl_shader_identifier(shader, instruction->result);
        known->kind = NBL_IS_EXTENSION;
        known->name = string_of(shader, instruction, 2, NULL);
        if (strcmp(known->name, "GLSL.std.450") == 0) shader->glsl = instruction->result;
        break;
    }
    case SpvOpMemoryModel:
        nbl_shader_need(shader, instruction, 3);
        shader->vulkan_memory = instruction->words[2] == SpvMemoryModelVulkan;
        if (instruction->words[1] == SpvAddressingModelPhysical32 ||
            instruction->words[1] == SpvAddressingModelPhysical64)
            nbl_shader_refuse(shader, instruction, "the addressing of OpenCL");
        break;
    case SpvOpDecorate: read_decoration(shader, instruction); break;
    case SpvOpGroupDecorate: read_group(shader, instruction); break;
    case SpvOpMemberDecorate: {
        nbl_shader_need(shader, instruction, 4);
        if (instruction->words[3] == SpvDecorationCoherent)
            nbl_shader_identifier(shader, instruction->words[1])->coherent = 1;
        shader->member_decorations[shader->member_decoration_count++] =
            (nbl_member_decoration_t){instruction->words[1], instruction->words[2], instruction->words[3],
                                      instruction->count > 4 ? instruction->words[4] : 0};
        break;
    }
    default: break;
    }
}

static void read_variable(nbl_shader_t *shader, uint32_t at) {
    const nbl_instruction_t *each = &shader->instructions[at];
    nbl_shader_need(shader, each, 4);
    nbl_identifier_t *known = nbl_shader_identifier(shader, each->result);
    known->kind = NBL_IS_VARIABLE;
    known->index = at;
    known->type = nbl_shader_type(shader, each->type);
    if (known->type->kind != NBL_TYPE_POINTER || known->type->element == NULL)
        nbl_shader_damaged(shader, "a variable's type is not a pointer");
    shader->variables[shader->variable_count++] = at;
}

/* Does what SpvHasResultAndType() does, for instructions that the installed spirv.h does not know. */
static void newer_results(uint32_t opcode, bool *has_result, bool *has_type) {
    switch (opcode) {
    case NBL_SPV_TYPE_COOPERATIVE_MATRIX: *has_result = true; break;
    case NBL_SPV_ROTATE:
    case NBL_SPV_COOPERATIVE_MATRIX_LOAD:
    case NBL_SPV_COOPERATIVE_MATRIX_MULTIPLY:
    case NBL_SPV_COOPERATIVE_MATRIX_LENGTH:
    case NBL_SPV_QUAD_ALL:
    case NBL_SPV_QUAD_ANY: *has_result = *has_type = true; break;
    default: break;
    }
}

static int is_type(uint32_t opcode) {
    return (opcode >= SpvOpTypeVoid && opcode <= SpvOpTypeForwardPointer) ||
           opcode == SpvOpTypeAccelerationStructureKHR || opcode == SpvOpTypeRayQueryKHR ||
           opcode == NBL_SPV_TYPE_COOPERATIVE_MATRIX || opcode == SpvOpTypeCooperativeMatrixNV;
}

static int is_constant(uint32_t opcode) {
    return (opcode >= SpvOpConstantTrue && opcode <= SpvOpSpecConstantOp) || opcode == SpvOpUndef;
}

static void split(nbl_shader_t *shader) {
    uint32_t count = 0;
    for (size_t at = 5; at < shader->word_count;) {
        const uint32_t words = shader->words[at] >> 16;
        if (words == 0 || words > shader->word_count - at) nbl_shader_damaged(shader, "an instruction is cut off");
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
        newer_results(each->opcode, &has_result, &has_type);
        if (each->opcode == SpvOpTypeForwardPointer)
            has_result = true; /* here the pointer that it declares counts as one */
        if (each->count < 1u + has_result + has_type) nbl_shader_damaged(shader, "an instruction is too short");
        if (has_type) each->type = each->words[1];
        if (has_result) each->result = each->words[1 + has_type];
        if ((has_result && (each->result == 0 || each->result >= shader->bound)) ||
            (has_type && (each->type == 0 || each->type >= shader->bound)))
            nbl_shader_damaged(shader, "an identifier is beyond the bound");
        at += each->count;
    }
}

/* Returns whether an OpLine is naga's for what has no place of its own, such as `return` and loads: line 1,
 * column 1. */
static int is_no_place(const nbl_shader_t *shader, const nbl_instruction_t *line) {
    enum { NAGA = 28 }; /* SPIR-V's registry of generators, spir-v.xml; naga 30 has it in the lower half of the word */
    return (shader->words[2] == NAGA || shader->words[2] >> 16 == NAGA) && line->words[2] == 1 && line->words[3] == 1;
}

static void note_lines(nbl_shader_t *shader) {
    nbl_place_t place = {NULL, 0, 0};
    uint32_t without = NBL_NONE; /* first instruction that waits for the place of the next one of its block */
    for (uint32_t i = 0; i < shader->instruction_count; i++) {
        nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpLine) {
            nbl_shader_need(shader, each, 4);
            shader->has_lines = 1;
            if (is_no_place(shader, each)) {
                if (without == NBL_NONE) without = i;
            } else {
                place =
                    (nbl_place_t){nbl_shader_identifier(shader, each->words[1])->name, each->words[2], each->words[3]};
                for (; without < i; without++) shader->instructions[without].place = place;
                without = NBL_NONE;
            }
        } else if (each->opcode == SpvOpNoLine || each->opcode == SpvOpFunctionEnd) {
            place.file = NULL;
        }
        if (each->opcode == SpvOpLabel || each->opcode == SpvOpFunctionEnd) without = NBL_NONE;
        each->place = place;
    }
}

static void read_all(nbl_shader_t *shader, const char *entry) {
    const uint32_t count = shader->instruction_count;
    nbl_procedure_t *open = NULL;
    int chosen = 0;
    there_t there = {.count = 0};

    shader->member_decorations = nbl_shader_take(shader, count, sizeof *shader->member_decorations);
    shader->member_names = nbl_shader_take(shader, count, sizeof *shader->member_names);
    shader->member_name_of = nbl_shader_take(shader, count, sizeof *shader->member_name_of);
    shader->procedures = nbl_shader_take(shader, count, sizeof *shader->procedures);
    shader->constants = nbl_shader_take(shader, count, sizeof *shader->constants);
    shader->variables = nbl_shader_take(shader, count, sizeof *shader->variables);
    for (uint32_t i = 0; i < count; i++)
        if (shader->instructions[i].opcode == SpvOpEntryPoint)
            read_entry(shader, &shader->instructions[i], entry, &chosen, &there), shader->entry_points++;
    if (chosen == 0)
        nbl_shader_fail(shader, NBL_ERROR_SPIRV, "module: no compute entry point%s%.200s%s%s%.400s", entry ? " \"" : "",
                        entry ? entry : "", entry ? "\"" : "", there.count != 0 ? "; there are " : "", there.names);
    if (chosen == 1 && there.count > 1)
        nbl_shader_fail(shader, NBL_ERROR_SPIRV, "module: several compute entry points, none of which is main: %.400s",
                        there.names);
    for (uint32_t i = 0; i < count; i++) read_head(shader, &shader->instructions[i]);
    note_lines(shader);
    for (uint32_t i = 0; i < count; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (open == NULL && is_type(each->opcode))
            nbl_read_type(shader, each);
        else if (open == NULL && is_constant(each->opcode))
            nbl_read_constant(shader, each);
        else if (open == NULL && each->opcode == SpvOpVariable)
            read_variable(shader, i);
        else if (each->opcode == SpvOpExecutionMode || each->opcode == SpvOpExecutionModeId)
            read_mode(shader, each);
        else if (each->opcode == SpvOpFunction || (open != NULL && each->opcode != SpvOpLine))
            nbl_read_body(shader, i, &open);
        else if (each->opcode >= SpvOpFunctionParameter && each->opcode != SpvOpLine && each->opcode != SpvOpNoLine &&
                 each->opcode != SpvOpDecorate && each->opcode != SpvOpMemberDecorate &&
                 each->opcode != SpvOpDecorationGroup && each->opcode != SpvOpGroupDecorate &&
                 each->opcode != SpvOpModuleProcessed && each->opcode != SpvOpDecorateId &&
                 each->opcode != SpvOpDecorateString && each->opcode != SpvOpMemberDecorateString &&
                 each->opcode != SpvOpExtInst && each->opcode != SpvOpGroupMemberDecorate)
            nbl_shader_refuse(shader, each, "it stands outside of any function");
    }
    if (open != NULL) nbl_shader_damaged(shader, "a function does not end");
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
            nbl_shader_damaged(shader, "the size of a workgroup is missing, or not from 1 to 4096");
}

nbl_result_t nbl_shader_read(nbl_shader_t *shader, const uint32_t *words, size_t word_count, const char *entry,
                             const nbl_spec_value_t *specialization, uint32_t specialization_count,
                             uint32_t subgroup_size, nbl_error_t *error) {
    memset(shader, 0, sizeof *shader);
    nbl_error_clear(error);
    shader->error = error != NULL ? error : &shader->own_error;
    shader->arena.limit = MOST_ARENA;
    shader->specialization = specialization;
    shader->subgroup_size = subgroup_size;
    shader->specialization_count = specialization_count;
    if (setjmp(shader->fail)) return shader->result;
    if (word_count < 5 || word_count > (size_t)1 << 26 || words[0] != SpvMagicNumber)
        nbl_shader_damaged(shader, "not SPIR-V of this machine's byte order");
    if (words[3] > MOST_BOUND || words[3] == 0) nbl_shader_damaged(shader, "its bound is out of range");
    shader->words = nbl_shader_take(shader, word_count, sizeof *words);
    memcpy(shader->words, words, word_count * sizeof *words);
    shader->word_count = word_count;
    shader->bound = words[3];
    shader->ids = nbl_shader_take(shader, shader->bound, sizeof *shader->ids);
    split(shader);
    read_all(shader, entry);
    if (nbl_shader_identifier(shader, shader->entry)->kind != NBL_IS_PROCEDURE)
        nbl_shader_damaged(shader, "the entry point is not a function");
    shader->entry = shader->ids[shader->entry].index;
    find_local_size(shader);
    for (uint32_t i = 0; i < shader->procedure_count; i++) nbl_read_procedure(shader, &shader->procedures[i]);
    nbl_lines_note(shader);
    nbl_control_find(shader);
    return NBL_SUCCESS;
}

void nbl_shader_free(nbl_shader_t *shader) {
    nbl_arena_t *arena = &shader->arena;
    for (size_t i = 0; i < arena->count; i++) free(arena->blocks[i]);
    free(arena->blocks);
    memset(arena, 0, sizeof *arena);
}
