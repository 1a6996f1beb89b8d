/* A SPIR-V compute module as the interpreter reads it: types with their layouts, constants, names, functions and
 * blocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_INTERPRETER_MODULE_H
#define NBL_HOST_INTERPRETER_MODULE_H

#include "error/error.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NBL_NONE 0xFFFFFFFFu
#define NBL_MODULE_MAX_LEAVES 65536u /* scalars of one value; only variables in memory may have more; chosen */

/* Memory in pieces that are freed all at once. */
typedef struct nbl_arena_t {
    void **blocks;
    size_t count, capacity, bytes, limit; /* limit: of bytes; 0: none */
    unsigned char *free;
    size_t left;
} nbl_arena_t;

typedef enum nbl_type_kind_t {
    NBL_TYPE_NONE = 0,
    NBL_TYPE_VOID,
    NBL_TYPE_BOOL,
    NBL_TYPE_INT,
    NBL_TYPE_FLOAT,
    NBL_TYPE_VECTOR,
    NBL_TYPE_MATRIX,
    NBL_TYPE_ARRAY,
    NBL_TYPE_RUNTIME_ARRAY,
    NBL_TYPE_STRUCT,
    NBL_TYPE_POINTER,
    NBL_TYPE_FUNCTION,
    NBL_TYPE_IMAGE,
    NBL_TYPE_SAMPLER,
    NBL_TYPE_SAMPLED_IMAGE
} nbl_type_kind_t;

typedef struct nbl_type_t {
    uint8_t kind, width, is_signed; /* width in bits */
    uint32_t id;
    uint32_t count;  /* components of a vector, columns of a matrix, elements of an array, members of a structure */
    uint64_t leaves; /* scalars in it; of a runtime array, those of one element */
    /* of a vector, matrix, array, pointer (NULL until known), sampled image; an image's texel */
    struct nbl_type_t *element;
    struct nbl_type_t **members;
    uint32_t *offsets;        /* of members in bytes; NBL_NONE where none was given */
    uint32_t *matrix_strides; /* of members that are matrices, bytes */
    uint8_t *row_major;       /* by member: 1 if it is a row-major matrix */
    uint32_t stride;          /* ArrayStride; 0: none was given */
    uint32_t storage;         /* a pointer's storage class */
    uint32_t dim, depth, arrayed, multisampled, sampled, format; /* of an image */
    uint32_t rows, columns; /* of a cooperative matrix, which is an array of an invocation's share; 0: none */
    uint8_t is_bfloat;
    /* The declaration of a type that the interpreter does not have, so that no value may have it; else NULL. */
    const struct nbl_instruction_t *refused;
    /* Of a value in memory without a layout, members as close as their alignment allows; 0 for runtime arrays. */
    uint64_t bytes;
    uint32_t alignment;
} nbl_type_t;

/* A place in the shader's text. */
typedef struct nbl_place_t {
    const char *file; /* NULL: unknown */
    uint32_t line, column;
} nbl_place_t;

typedef struct nbl_instruction_t {
    const uint32_t *words; /* all words; the first one holds count and opcode */
    uint16_t opcode, count;
    uint32_t type, result; /* identifiers; 0: none */
    nbl_place_t place;
} nbl_instruction_t;

static inline uint32_t nbl_operand(const nbl_instruction_t *instruction, uint32_t index) {
    const uint32_t first = 1u + (instruction->type != 0) + (instruction->result != 0);
    return first + index < instruction->count ? instruction->words[first + index] : 0u;
}
static inline uint32_t nbl_operand_count(const nbl_instruction_t *instruction) {
    return instruction->count - 1u - (instruction->type != 0) - (instruction->result != 0);
}

typedef struct nbl_basic_block_t {
    uint32_t id;
    uint32_t first, end;       /* instructions, of the module's; the last one ends the block */
    uint32_t merge, continues; /* identifiers; 0: none */
    uint32_t order;            /* its number in control.c's order, in which waiting blocks run */
    uint32_t *next;            /* numbers of the blocks that it can branch to, in the terminator's order */
    uint32_t next_count;
    uint32_t post_dominator; /* by number; NBL_NONE: the end of the function */
    uint32_t goes_on;        /* the post-dominator for lanes that a branch before barriers does not let leave */
    uint8_t reachable;
    uint8_t *next_loops;     /* of a branch, by successor: it leads back here without passing the post-dominator */
    uint8_t *next_leaves;    /* of a branch, by successor: it does not count for goes_on */
    uint8_t relevant_region; /* between a branch and its post-dominator there is memory that others see, or a barrier */
} nbl_basic_block_t;

typedef struct nbl_procedure_t {
    uint32_t id, type_id, result_type;
    uint32_t *parameters;
    uint32_t parameter_count;
    uint32_t first, end; /* instructions */
    nbl_basic_block_t *blocks;
    uint32_t block_count;
    /* Bits of control.c: it, or a function that it calls, accesses memory that other invocations see, or has barriers;
     * 0: not known. */
    uint8_t touches;
} nbl_procedure_t;

typedef struct nbl_identifier_t {
    uint8_t kind; /* nbl_identifier_kind_t */
    uint32_t index;
    nbl_type_t *type; /* of a type itself, or of a value */
    const char *name; /* NULL: none */
    uint32_t binding, set, builtin, spec_id, stride;
    uint8_t has_binding, has_builtin, has_spec_id, is_block, is_buffer_block, coherent, non_writable, volatile_;
    uint8_t no_contraction; /* the result is rounded by itself: no driver fuses it with another operation */
    uint8_t is_summed;      /* it is, or may become, the operand of a sum that a driver may contract: see summands.c */
} nbl_identifier_t;

typedef enum nbl_identifier_kind_t {
    NBL_IS_NOTHING = 0,
    NBL_IS_TYPE,
    NBL_IS_CONSTANT, /* index: into constants */
    NBL_IS_VARIABLE, /* of the module; index: of its instruction */
    NBL_IS_PROCEDURE,
    NBL_IS_VALUE, /* of a function; index: of its instruction */
    NBL_IS_STRING,
    NBL_IS_EXTENSION,
    NBL_IS_LABEL
} nbl_identifier_kind_t;

/* A constant: its scalars, in order. */
typedef struct nbl_constant_t {
    uint64_t *values;
    uint8_t is_undefined, is_specialized;
} nbl_constant_t;

typedef struct nbl_member_decoration_t {
    uint32_t type, member, decoration, value;
} nbl_member_decoration_t;

typedef struct nbl_spec_value_t {
    uint32_t id;
    uint64_t bits;
} nbl_spec_value_t;

/* Where a local variable is declared, by debug information. */
typedef struct nbl_declared_t {
    uint32_t scope;   /* identifier; 0: unknown */
    uint32_t from;    /* instruction from which on its name is meant */
    uint32_t line;    /* of the declaration */
    uint8_t has_from; /* the first store has been seen, so that `from` stays */
} nbl_declared_t;

typedef struct nbl_shader_t {
    uint32_t *words; /* a copy */
    size_t word_count;
    uint32_t bound;
    nbl_identifier_t *ids;
    nbl_instruction_t *instructions;
    uint32_t instruction_count;
    nbl_procedure_t *procedures;
    uint32_t procedure_count, entry; /* entry: by number */
    nbl_constant_t *constants;
    uint32_t constant_count;
    uint32_t *variables; /* instructions of variables of the module */
    uint32_t variable_count;
    const uint32_t *interface; /* of the entry point */
    uint32_t interface_count;
    nbl_member_decoration_t *member_decorations;
    uint32_t member_decoration_count;
    const char **member_names; /* member_name_of has, for each, the type's identifier and the member's number */
    uint32_t (*member_name_of)[2];
    uint32_t member_name_count;
    uint32_t *scopes;         /* by instruction: the identifier of its scope, such as a DebugLexicalBlock; 0: unknown */
    uint32_t *around;         /* by identifier of a scope: the scope around it; 0: none */
    nbl_declared_t *declared; /* by identifier of a local variable */
    uint32_t local_size[3], local_size_ids[3];
    uint32_t glsl;          /* identifier of GLSL.std.450; 0: none */
    uint32_t subgroup_size; /* invocations of a subgroup, which share a cooperative matrix' elements */
    uint32_t entry_points;  /* of all stages */
    uint8_t vulkan_memory, has_lines, has_matrices;
    const nbl_spec_value_t *specialization;
    uint32_t specialization_count;
    nbl_arena_t arena;
    nbl_error_t *error, own_error;
    nbl_result_t result;
    jmp_buf fail; /* reading and translating end here after an error */
} nbl_shader_t;

/* Reads a module. Errors: SPIRV, MISSING_FEATURE (what it cannot run, by instruction and line), OUT_OF_MEMORY.
 *
 * entry  NULL: the only compute entry point, or "main" among several */
nbl_result_t nbl_shader_read(nbl_shader_t *shader, const uint32_t *words, size_t word_count, const char *entry,
                             const nbl_spec_value_t *specialization, uint32_t specialization_count,
                             uint32_t subgroup_size, nbl_error_t *error);
void nbl_shader_free(nbl_shader_t *shader);

/* Ends reading with a message. */
_Noreturn void nbl_shader_fail(nbl_shader_t *shader, nbl_result_t result, const char *format, ...) NBL_PRINTF(3, 4);
/* Ends reading with a message that also names an instruction and its line. */
_Noreturn void nbl_shader_refuse(nbl_shader_t *shader, const nbl_instruction_t *instruction, const char *format, ...)
    NBL_PRINTF(3, 4);
void *nbl_shader_take(nbl_shader_t *shader, size_t count, size_t bytes);
/* Returns an opcode's name, such as "OpFAdd"; "Op4711" for an unknown one. */
const char *nbl_opcode_name(uint32_t opcode, char text[48]);
nbl_type_t *nbl_shader_type(nbl_shader_t *shader, uint32_t id);
nbl_constant_t *nbl_shader_constant(nbl_shader_t *shader, uint32_t id);
uint32_t nbl_shader_integer(nbl_shader_t *shader,
                            uint32_t id); /* returns the value of a scalar constant; refuses other identifiers */
const char *nbl_shader_member_name(const nbl_shader_t *shader, uint32_t type, uint32_t member);

/* control.c: finds orders of blocks, post-dominators, what a branch decides. */
void nbl_control_find(nbl_shader_t *shader);
/* lines.c: NonSemantic.Shader.DebugInfo.100's scopes, its lines and names where OpLine and OpName have none. */
void nbl_lines_note(nbl_shader_t *shader);
/* lines.c: returns how many scopes lie between an instruction and the scope of a local variable that can be named
 * there; NBL_NONE: it cannot be named there, or its scope is unknown. */
uint32_t nbl_scopes_between(const nbl_shader_t *shader, uint32_t variable, uint32_t instruction);
/* constant.c: computes the value of an OpSpecConstantOp. */
void nbl_constant_fold(nbl_shader_t *shader, const nbl_instruction_t *instruction, nbl_type_t *type, uint64_t *values);

#endif
