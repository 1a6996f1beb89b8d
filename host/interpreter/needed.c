/* Finds which built-in variables are needed: a variable that is only declared, loaded and handed on decides nothing.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A register is needed if it is an operand of a store, a barrier, a branch or another operation with an effect, or of
 * an operation whose result is needed. The search goes backwards from the end, until nothing changes.
 */
#include "interpreter/program.h"

#include <stdlib.h>

typedef struct needed_t {
    const nbl_program_t *program;
    const nbl_known_values_t *known;
    uint8_t *is; /* by register: 1 if it is needed */
    int changed;
} needed_t;

static void need(needed_t *n, uint32_t row) {
    if (row == NBL_NONE || n->is[row]) return;
    n->is[row] = 1;
    n->changed = 1;
}

static int gives_needed(const needed_t *n, const nbl_op_t *op) {
    int needed = op->result != NBL_NONE && n->is[op->result];
    for (uint32_t k = 0; k < op->result_count; k++) needed |= n->is[n->program->lists[op->results + k]];
    return needed;
}

static void need_operands(needed_t *n, const nbl_op_t *op) {
    need(n, op->a);
    need(n, op->b);
    need(n, op->c);
    for (uint32_t k = 0; k < op->list_count; k++) need(n, n->program->lists[op->list + k]);
}

/* Looks at the registers of variables that an operation may reach by number: marks them as needed, or returns whether
 * one is. */
static int reaches(needed_t *n, const nbl_op_t *op, int marks) {
    const uint32_t one = n->known != NULL ? nbl_known_register(n->known, op) : NBL_NONE;
    if (one != NBL_NONE) {
        if (marks) need(n, one);
        return n->is[one];
    }
    const uint64_t first = op->bound != 0 ? op->extra : 0,
                   end = op->bound != 0 ? op->extra + op->bound : n->program->register_count;
    int found = 0;
    for (uint64_t row = first; row < end && row < n->program->register_count; row++) {
        if (!n->program->registers[row].is_variable) continue;
        found |= n->is[row];
        if (marks) need(n, (uint32_t)row);
    }
    return found;
}

static void follow(needed_t *n, const nbl_code_t *code, const nbl_op_t *op) {
    const nbl_program_t *p = n->program;
    switch (op->code) {
    case NBL_OP_GATHER:
        if (!gives_needed(n, op)) return;
        need(n, op->a);
        reaches(n, op, 1);
        return;
    case NBL_OP_SCATTER:
        if (reaches(n, op, 0)) need_operands(n, op);
        return;
    case NBL_OP_CALL:
        for (uint32_t k = 0; k < op->result_count; k++)
            if (n->is[p->lists[op->results + k]]) need(n, p->codes[op->immediate].results + k);
        for (uint32_t k = 0; k < op->list_count; k++)
            if (n->is[p->codes[op->immediate].parameters + k]) need(n, p->lists[op->list + k]);
        return;
    case NBL_OP_RETURN:
        for (uint32_t k = 0; k < op->list_count; k++)
            if (n->is[code->results + k]) need(n, p->lists[op->list + k]);
        return;
    case NBL_OP_STORE:
    case NBL_OP_ATOMIC:
    case NBL_OP_BARRIER:
    case NBL_OP_FENCE:
    case NBL_OP_BRANCH_IF:
    case NBL_OP_SWITCH: need_operands(n, op); return;
    case NBL_OP_IMAGE:
        if (op->form != NBL_IMAGE_WRITE && !gives_needed(n, op)) return;
        need_operands(n, op);
        for (uint32_t k = 0; k < op->result_count; k++) need(n, p->lists[op->results + k]); /* what a store writes */
        return;
    default:
        if (gives_needed(n, op)) need_operands(n, op);
    }
}

static void follow_block(needed_t *n, uint32_t procedure, uint32_t b) {
    const nbl_program_t *p = n->program;
    const nbl_code_t *code = &p->codes[procedure];
    const nbl_block_code_t *block = &code->blocks[b];
    if (!block->can_run) return;
    for (uint32_t e = 0; e < p->shader.procedures[procedure].blocks[b].next_count; e++) {
        const nbl_edge_t *edge = &block->edges[e];
        for (uint32_t k = 0; k < edge->phi_count; k++)
            if (n->is[p->lists[edge->phis + 2 * k]]) need(n, p->lists[edge->phis + 2 * k + 1]);
    }
    for (uint32_t k = block->end; k-- > block->first;) follow(n, code, &p->ops[k]);
}

void nbl_program_need(nbl_program_t *program, const nbl_known_values_t *known) {
    needed_t n = {program, known, calloc(program->register_count + 1u, 1), 1};
    while (n.is != NULL && n.changed) {
        n.changed = 0;
        for (uint32_t i = program->shader.procedure_count; i-- > 0;)
            for (uint32_t b = program->shader.procedures[i].block_count; program->codes[i].done == 2 && b-- > 0;)
                follow_block(&n, i, b);
    }
    for (uint32_t i = 0; i < program->input_count; i++) {
        nbl_input_t *input = &program->inputs[i];
        input->needed = n.is == NULL;
        for (uint32_t k = 0; n.is != NULL && k < input->count; k++) input->needed |= n.is[input->first + k];
    }
    free(n.is);
}
