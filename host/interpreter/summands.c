/* Finds the values of a module that may become operands of a sum which a driver may contract. A product that is none of
 * these is rounded by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Values are followed through variables by name, not by element, and through pointers that have no variable as if each
 * were summed.
 */
#include "interpreter/module.h"
#include "interpreter/program.h"

#include <spirv/unified1/spirv.h>

enum { DEEPEST = 64 }; /* access chains of access chains, after which the variable counts as unknown; chosen */

/* Returns the variable that a pointer leads into; 0: it is not known. */
static uint32_t variable_of(const nbl_shader_t *shader, uint32_t pointer) {
    for (int depth = 0; depth < DEEPEST && pointer < shader->bound; depth++) {
        const nbl_identifier_t *known = &shader->ids[pointer];
        if (known->kind == NBL_IS_VARIABLE) return pointer;
        if (known->kind != NBL_IS_VALUE) return 0;
        const nbl_instruction_t *made = &shader->instructions[known->index];
        if (made->opcode == SpvOpVariable) return pointer;
        if (made->opcode != SpvOpAccessChain && made->opcode != SpvOpInBoundsAccessChain) return 0;
        pointer = nbl_operand(made, 0);
    }
    return 0;
}

static int is_summed(const nbl_shader_t *shader, uint32_t id) {
    return id < shader->bound && shader->ids[id].is_summed;
}

static int mark(nbl_shader_t *shader, uint32_t id) {
    if (id == 0 || id >= shader->bound || shader->ids[id].is_summed) return 0;
    shader->ids[id].is_summed = 1;
    return 1;
}

/* Marks an instruction's operands; a literal among them may mark an identifier without need. */
static int mark_operands(nbl_shader_t *shader, const nbl_instruction_t *each) {
    int news = 0;
    for (uint32_t k = 0; k < nbl_operand_count(each); k++) news |= mark(shader, nbl_operand(each, k));
    return news;
}

/* Follows an instruction from its result to its operands. Returns whether it marked any. */
static int follow(nbl_shader_t *shader, const nbl_instruction_t *each) {
    switch (each->opcode) {
    case SpvOpFAdd:
    case SpvOpFSub: return shader->ids[each->result].no_contraction ? 0 : mark_operands(shader, each);
    case SpvOpFunctionCall:
    case SpvOpReturnValue: return mark_operands(shader, each);
    case SpvOpFNegate:
    case SpvOpBitcast:
    case SpvOpCopyObject:
    case SpvOpCopyLogical:
    case SpvOpSelect:
    case SpvOpPhi:
    case SpvOpCompositeConstruct:
    case SpvOpCompositeExtract:
    case SpvOpCompositeInsert:
    case SpvOpVectorShuffle:
    case SpvOpVectorExtractDynamic:
    case SpvOpVectorInsertDynamic:
    case SpvOpTranspose: return is_summed(shader, each->result) ? mark_operands(shader, each) : 0;
    case SpvOpLoad: {
        const uint32_t variable = variable_of(shader, nbl_operand(each, 0));
        return is_summed(shader, each->result) ? mark(shader, variable) : 0;
    }
    case SpvOpStore:
    case SpvOpCopyMemory: {
        const uint32_t variable = variable_of(shader, nbl_operand(each, 0)), value = nbl_operand(each, 1);
        if (variable != 0 && !is_summed(shader, variable)) return 0;
        return mark(shader, each->opcode == SpvOpStore ? value : variable_of(shader, value));
    }
    default: return 0;
    }
}

void nbl_summands_mark(nbl_shader_t *shader) {
    for (int news = 1; news;) {
        news = 0;
        for (uint32_t i = shader->instruction_count; i-- > 0;) news |= follow(shader, &shader->instructions[i]);
    }
}
