/* What the files that read a module share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_INTERPRETER_READ_H
#define NBL_HOST_INTERPRETER_READ_H

#include "interpreter/module.h"

/* module.c. Ends reading: what the module says of itself is not so. */
_Noreturn void nbl_shader_damaged(nbl_shader_t *shader, const char *why);
/* Returns an entry of the table. An identifier beyond the table ends reading. */
nbl_identifier_t *nbl_shader_identifier(nbl_shader_t *shader, uint32_t id);
/* An instruction of fewer words ends reading. */
void nbl_shader_need(nbl_shader_t *shader, const nbl_instruction_t *instruction, uint32_t words);

/* module_types.c: an OpType..., an OpConstant... or OpSpecConstant... */
void nbl_read_type(nbl_shader_t *shader, const nbl_instruction_t *instruction);
void nbl_read_constant(nbl_shader_t *shader, const nbl_instruction_t *instruction);

/* module_functions.c: instruction `at`, which is of a function. *open: the one that is being read; NULL: none. */
void nbl_read_body(nbl_shader_t *shader, uint32_t at, nbl_procedure_t **open);
/* The blocks of a function whose instructions are known. */
void nbl_read_procedure(nbl_shader_t *shader, nbl_procedure_t *procedure);

#endif
