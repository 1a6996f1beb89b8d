/* What the files of the translation from instructions to operations share.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   translate.c           registers, constants, functions, blocks and branches
 *   translate_variable.c  variables
 *   translate_memory.c    access chains, loads, stores
 *   translate_value.c     arithmetic, composites, matrices
 *   translate_glsl.c      GLSL.std.450
 *   translate_shared.c    atomics, barriers, subgroups, images
 *   translate_cooperative.c  cooperative matrices
 */
#ifndef NBL_HOST_INTERPRETER_TRANSLATE_H
#define NBL_HOST_INTERPRETER_TRANSLATE_H

#include "interpreter/program.h"

/* A pointer: register `base` plus `offset`. Its unit is a register for variables of an invocation, else a byte. */
typedef struct nbl_pointer_t {
    uint32_t base; /* a register; NBL_NONE: the pointer is the offset alone */
    uint32_t root; /* identifier of the variable; 0: unknown */
    uint64_t offset;
    const nbl_type_t *type; /* the type that it points to */
    uint32_t matrix_stride; /* bytes, of the matrix that it points to or into */
    uint8_t is_private, row_major;
    uint8_t whole_global; /* it points to a whole variable; if that is an array, each element is an object */
    uint8_t indexed;      /* the base is the result of NBL_OP_INDEX */
} nbl_pointer_t;

typedef struct nbl_value_t {
    uint32_t *registers;
    uint32_t count;
    nbl_pointer_t *pointer; /* of a value that is a pointer; NULL: no pointer, or one that only a register holds */
} nbl_value_t;

typedef struct nbl_translation_t {
    nbl_program_t *program;
    nbl_shader_t *shader;
    nbl_value_t *values; /* by identifier */
    uint32_t block;      /* numbered through all functions */
    uint32_t block_count;
    const nbl_instruction_t *at;
    uint32_t procedure, depth;
} nbl_translation_t;

/* Ends the translation with a message about the instruction at hand. */
_Noreturn void nbl_translate_refuse(nbl_translation_t *t, const char *format, ...) NBL_PRINTF(2, 3);

/* translate.c. `wide`: 1: of 64 bits, 0: of 32 */
/* Appends an operation. */
nbl_op_t *nbl_emit(nbl_translation_t *t, nbl_op_code_t code);
uint32_t nbl_new_register(nbl_translation_t *t, int wide);
uint32_t nbl_constant_register(nbl_translation_t *t, uint64_t value, int wide);
/* Appends registers to the program's lists. Returns the place of the first one. */
uint32_t nbl_list(nbl_translation_t *t, const uint32_t *registers, uint32_t count);
/* Returns the registers of a value, and notes that this block uses them. */
const nbl_value_t *nbl_use(nbl_translation_t *t, uint32_t id);
/* Returns the register of a value, and refuses one that has several. */
uint32_t nbl_use_scalar(nbl_translation_t *t, uint32_t id);
const nbl_type_t *nbl_type_of(nbl_translation_t *t, uint32_t id);
/* Gives the instruction's result new registers for a type. */
uint32_t *nbl_define(nbl_translation_t *t, const nbl_type_t *type);
/* Gives the instruction's result registers that exist. */
void nbl_define_as(nbl_translation_t *t, const uint32_t *registers, uint32_t count);
/* Return new registers for a value of a type, and the types of its scalars in order. */
uint32_t *nbl_fresh_registers(nbl_translation_t *t, const nbl_type_t *type);
const nbl_type_t **nbl_leaves_of(nbl_translation_t *t, const nbl_type_t *type);
static inline int nbl_is_wide(const nbl_type_t *leaf) { return leaf->width == 64; }
/* Emits a kernel of up to three operands, those that it lacks NBL_NONE. nbl_kernel_op() returns a new register for its
 * result. */
uint32_t nbl_kernel_op(nbl_translation_t *t, nbl_kernel_t kernel, int wide, uint32_t operands, uint32_t a, uint32_t b,
                       uint32_t c);
void nbl_kernel_into(nbl_translation_t *t, nbl_kernel_t kernel, uint32_t result, uint32_t operands, uint32_t a,
                     uint32_t b, uint32_t c);
/* Returns the value of an operand, and refuses one that is no constant. */
uint32_t nbl_constant_operand(nbl_translation_t *t, uint32_t id);

/* translate_variable.c: a variable of the module, and one of a function. */
void nbl_translate_global(nbl_translation_t *t, const nbl_instruction_t *each);
void nbl_translate_variable(nbl_translation_t *t, const nbl_instruction_t *each, const nbl_type_t *type);

/* translate_memory.c */
nbl_pointer_t nbl_use_pointer(nbl_translation_t *t, uint32_t id);
/* Returns a register that holds base plus offset. */
uint32_t nbl_pointer_register(nbl_translation_t *t, const nbl_pointer_t *pointer);
void nbl_load(nbl_translation_t *t, const nbl_pointer_t *pointer, const nbl_type_t *type, uint32_t *registers);
void nbl_store(nbl_translation_t *t, const nbl_pointer_t *pointer, const nbl_type_t *type, const uint32_t *registers);
int nbl_translate_memory(nbl_translation_t *t, const nbl_instruction_t *each);
uint64_t nbl_memory_bytes(const nbl_type_t *type);
uint32_t nbl_member_offset(const nbl_type_t *type, uint32_t member);
uint32_t nbl_element_stride(const nbl_type_t *type);

/* Each translates its file's instructions, and returns 0 for any other. */
int nbl_translate_value(nbl_translation_t *t, const nbl_instruction_t *each);
int nbl_translate_shared(nbl_translation_t *t, const nbl_instruction_t *each);
int nbl_translate_cooperative(nbl_translation_t *t, const nbl_instruction_t *each);
/* Returns a register that holds each invocation's number in its subgroup. */
uint32_t nbl_lane_register(nbl_translation_t *t);
/* Emits from + index * stride + offset. Returns the register of the sum.
 *
 * index_type   NULL: there is no index
 * bound        an index of this or more is a finding; 0: any index will do
 * descriptors  1: the index chooses a binding of an array of bindings; 0: an element */
uint32_t nbl_emit_index(nbl_translation_t *t, const nbl_pointer_t *from, uint32_t index, const nbl_type_t *index_type,
                        uint64_t stride, uint64_t offset, uint64_t bound, int descriptors);
void nbl_translate_glsl(nbl_translation_t *t, const nbl_instruction_t *each);
/* Emits the sum of a[i] * b[i], `count` products. Returns its register. */
uint32_t nbl_emit_dot(nbl_translation_t *t, uint32_t width, const uint32_t *a, const uint32_t *b, uint32_t count);
/* Emits a SPIR-V instruction of two operands of `width` bits. Returns its result's register. */
uint32_t nbl_emit_2(nbl_translation_t *t, uint32_t opcode, uint32_t width, uint32_t a, uint32_t b);

#endif
