/* Reads the functions of a module: their blocks, and the blocks that each can branch to.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>

#include "interpreter/read.h"

#include <string.h>

static int ends_block(uint32_t opcode) {
    switch (opcode) {
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpSwitch:
    case SpvOpReturn:
    case SpvOpReturnValue:
    case SpvOpUnreachable:
    case SpvOpKill:
    case SpvOpTerminateInvocation:
    case SpvOpTerminateRayKHR: /* in entry points of other stages */
    case SpvOpIgnoreIntersectionKHR:
    case SpvOpEmitMeshTasksEXT: return 1;
    default: return 0;
    }
}

static uint32_t block_number(nbl_shader_t *shader, const nbl_procedure_t *procedure, uint32_t id) {
    for (uint32_t i = 0; i < procedure->block_count; i++)
        if (procedure->blocks[i].id == id) return i;
    nbl_shader_damaged(shader, "a branch leads to a block that its function does not have");
}

static void read_next(nbl_shader_t *shader, const nbl_procedure_t *procedure, nbl_basic_block_t *block) {
    const nbl_instruction_t *last = &shader->instructions[block->end - 1u];
    const uint32_t *w = last->words;
    block->next = nbl_shader_take(shader, last->count, sizeof *block->next);
    block->next_loops = nbl_shader_take(shader, last->count, 1);
    block->next_leaves = nbl_shader_take(shader, last->count, 1);
    switch (last->opcode) {
    case SpvOpBranch:
        nbl_shader_need(shader, last, 2);
        block->next[block->next_count++] = block_number(shader, procedure, w[1]);
        break;
    case SpvOpBranchConditional:
        nbl_shader_need(shader, last, 4);
        block->next[block->next_count++] = block_number(shader, procedure, w[2]);
        block->next[block->next_count++] = block_number(shader, procedure, w[3]);
        break;
    case SpvOpSwitch: {
        nbl_shader_need(shader, last, 3);
        const nbl_type_t *type = nbl_shader_identifier(shader, w[1])->type;
        if (type == NULL || type->kind != NBL_TYPE_INT)
            nbl_shader_damaged(shader, "a switch over something else than an integer");
        const uint32_t step = type->width == 64 ? 3u : 2u;
        block->next[block->next_count++] = block_number(shader, procedure, w[2]);
        for (uint32_t i = 3; i + step <= last->count; i += step)
            block->next[block->next_count++] = block_number(shader, procedure, w[i + step - 1u]);
        break;
    }
    default: break;
    }
}

void nbl_read_procedure(nbl_shader_t *shader, nbl_procedure_t *procedure) {
    uint32_t blocks = 0;
    for (uint32_t i = procedure->first; i < procedure->end; i++) blocks += shader->instructions[i].opcode == SpvOpLabel;
    procedure->blocks = nbl_shader_take(shader, blocks + 1u, sizeof *procedure->blocks);
    nbl_basic_block_t *block = NULL;
    for (uint32_t i = procedure->first; i < procedure->end; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpLabel) {
            if (block != NULL) nbl_shader_damaged(shader, "a block does not end");
            block = &procedure->blocks[procedure->block_count++];
            block->id = each->result;
            block->first = i + 1u;
            nbl_shader_identifier(shader, each->result)->kind = NBL_IS_LABEL;
        } else if (each->opcode == SpvOpLine || each->opcode == SpvOpNoLine || each->opcode == SpvOpFunctionParameter) {
            continue;
        } else if (block == NULL) {
            if (each->opcode != SpvOpExtInst) nbl_shader_damaged(shader, "an instruction stands in no block");
        } else if (each->opcode == SpvOpSelectionMerge || each->opcode == SpvOpLoopMerge) {
            nbl_shader_need(shader, each, each->opcode == SpvOpLoopMerge ? 4 : 3);
            block->merge = each->words[1];
            block->continues = each->opcode == SpvOpLoopMerge ? each->words[2] : 0;
        } else if (ends_block(each->opcode)) {
            block->end = i + 1u;
            block = NULL;
        }
    }
    if (block != NULL) nbl_shader_damaged(shader, "a block does not end");
    for (uint32_t i = 0; i < procedure->block_count; i++) read_next(shader, procedure, &procedure->blocks[i]);
}

/* Reads an instruction of a function: notes the identifiers that it defines. *open is the function that it belongs
 * to. */
void nbl_read_body(nbl_shader_t *shader, uint32_t at, nbl_procedure_t **open) {
    const nbl_instruction_t *each = &shader->instructions[at];
    nbl_procedure_t *procedure = *open;
    if (each->opcode == SpvOpFunction) {
        nbl_shader_need(shader, each, 5);
        if (procedure != NULL) nbl_shader_damaged(shader, "a function inside a function");
        *open = procedure = &shader->procedures[shader->procedure_count];
        procedure->id = each->result;
        procedure->result_type = each->type;
        nbl_shader_type(shader, each->type);
        procedure->first = at + 1u;
        procedure->parameters = nbl_shader_take(shader, 256, sizeof *procedure->parameters);
        nbl_shader_identifier(shader, each->result)->kind = NBL_IS_PROCEDURE;
        shader->ids[each->result].index = shader->procedure_count++;
        return;
    }
    if (procedure == NULL) nbl_shader_damaged(shader, "an instruction stands outside of any function");
    if (each->opcode == SpvOpFunctionEnd) {
        procedure->end = at;
        *open = NULL;
        return;
    }
    if (each->result == 0) return;
    nbl_identifier_t *known = nbl_shader_identifier(shader, each->result);
    if (known->kind != NBL_IS_NOTHING && known->kind != NBL_IS_LABEL)
        nbl_shader_damaged(shader, "an identifier is defined twice");
    if (each->opcode == SpvOpLabel) {
        known->kind = NBL_IS_LABEL;
        return;
    }
    known->kind = NBL_IS_VALUE;
    known->index = at;
    if (each->type != 0) known->type = nbl_shader_type(shader, each->type);
    if (each->opcode == SpvOpFunctionParameter) {
        if (procedure->parameter_count == 256) nbl_shader_damaged(shader, "a function of more than 256 parameters");
        procedure->parameters[procedure->parameter_count++] = each->result;
    }
}
