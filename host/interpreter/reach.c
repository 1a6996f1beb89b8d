/* Finds the blocks that can run at all. Constants, specialization constants among them, may rule blocks out.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Constants are propagated along branches that can be taken (M. N. Wegman, F. K. Zadeck: Constant propagation with
 * conditional branches, ACM TOPLAS 13(2), 1991), over the registers of all functions. A register has no value yet, one
 * value, or several; the result of an input, of memory or of data counts as several. A block can run if an edge leads
 * to it from a block that can run, and the branch's value does not rule the edge out. An undefined variable has no
 * value; a branch by it may go anywhere.
 */
#include "interpreter/program.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>

enum { MOST_ROUNDS = 64 }; /* over all blocks; chosen. If it has not settled by then, all blocks count as able to run */

typedef nbl_known_values_t reach_t;

static void give(reach_t *r, uint32_t to, uint8_t known, uint64_t value) {
    if (known == NBL_NO_VALUE || r->known[to] == NBL_SEVERAL_VALUES) return;
    if (!r->program->registers[to].wide) value &= 0xFFFFFFFFu;
    if (r->known[to] == NBL_ONE_VALUE && known == NBL_ONE_VALUE && r->values[to] == value) return;
    r->known[to] = r->known[to] == NBL_ONE_VALUE ? NBL_SEVERAL_VALUES : known;
    r->values[to] = value;
    r->changed = 1;
}

static void give_several(reach_t *r, uint32_t to) { give(r, to, NBL_SEVERAL_VALUES, 0); }

static void copy(reach_t *r, uint32_t to, uint32_t from) { give(r, to, r->known[from], r->values[from]); }

static void follow(reach_t *r, const nbl_code_t *code, const nbl_edge_t *edge) {
    const uint32_t *pairs = r->program->lists + edge->phis;
    for (uint32_t k = 0; k < edge->phi_count; k++) copy(r, pairs[2 * k], pairs[2 * k + 1]);
    if (code->blocks[edge->to].can_run) return;
    code->blocks[edge->to].can_run = 1;
    r->changed = 1;
}

/* Computes an operation's result if each operand has one value, or if one operand decides alone, as 0 does in a
 * product. */
static void run_kernel(reach_t *r, const nbl_op_t *op) {
    const uint32_t of[3] = {op->a, op->b, op->c};
    uint64_t values[3] = {0, 0, 0}, result = 0;
    int several = 0, none = 0, decides = 0;
    for (uint32_t k = 0; k < op->operands; k++) {
        const uint8_t known = r->known[of[k]];
        several |= known == NBL_SEVERAL_VALUES;
        none |= known == NBL_NO_VALUE;
        if (known != NBL_ONE_VALUE) continue;
        values[k] = r->values[of[k]];
        decides |=
            (op->absorbs == NBL_ABSORBS_ZERO && values[k] == 0) || (op->absorbs == NBL_ABSORBS_TRUE && values[k] == 1);
    }
    if (none && !decides) return;
    if (several && !decides) {
        give_several(r, op->result);
        return;
    }
    op->kernel(1, &result, &values[0], &values[1], &values[2]);
    give(r, op->result, NBL_ONE_VALUE, result);
}

uint32_t nbl_known_register(const nbl_known_values_t *r, const nbl_op_t *op) {
    if (r->known[op->a] != NBL_ONE_VALUE) return NBL_NONE;
    const uint64_t number = r->values[op->a] + op->immediate;
    return number < r->program->register_count && r->program->registers[number].is_variable ? (uint32_t)number
                                                                                            : NBL_NONE;
}

static void scatter(reach_t *r, const nbl_op_t *op) {
    const nbl_program_t *p = r->program;
    const uint32_t to = nbl_known_register(r, op);
    const int is_named = op->bound != 0; /* the op says which variable it is */
    const uint64_t first = is_named ? op->extra : 0, end = is_named ? op->extra + op->bound : p->register_count;
    if (to != NBL_NONE) {
        copy(r, to, op->b);
        return;
    }
    for (uint64_t i = first; i < end && i < p->register_count; i++)
        if (p->registers[i].is_variable) give_several(r, (uint32_t)i);
}

static void call(reach_t *r, const nbl_op_t *op) {
    const nbl_program_t *p = r->program;
    const nbl_code_t *code = &p->codes[op->immediate];
    for (uint32_t i = 0; i < op->list_count; i++) copy(r, code->parameters + i, p->lists[op->list + i]);
    for (uint32_t i = 0; i < op->result_count; i++) copy(r, p->lists[op->results + i], code->results + i);
    if (code->blocks == NULL || code->blocks[0].can_run) return;
    code->blocks[0].can_run = 1;
    r->changed = 1;
}

static void choose_case(reach_t *r, const nbl_code_t *code, const nbl_edge_t *edges, const nbl_op_t *op) {
    const nbl_instruction_t *each = &r->program->shader.instructions[op->instruction];
    const uint32_t step = op->form == 64 ? 3u : 2u, cases = (each->count - 3u) / step;
    const int is_one = r->known[op->a] == NBL_ONE_VALUE;
    int found = 0;
    for (uint32_t k = 0; k < cases; k++) {
        uint64_t value = each->words[3 + k * step];
        if (op->form == 64) value |= (uint64_t)each->words[4 + k * step] << 32;
        if (op->form < 32) value &= (1u << op->form) - 1u;
        if (is_one && value != r->values[op->a]) continue;
        follow(r, code, &edges[1 + k]);
        found = 1;
    }
    if (!is_one || !found) follow(r, code, &edges[0]);
}

static void run_op(reach_t *r, const nbl_code_t *code, const nbl_edge_t *edges, const nbl_op_t *op) {
    const nbl_program_t *p = r->program;
    uint32_t from;
    switch (op->code) {
    case NBL_OP_KERNEL: run_kernel(r, op); break;
    case NBL_OP_MOVE:
    case NBL_OP_SET: copy(r, op->result, op->a); break;
    case NBL_OP_GATHER:
        from = nbl_known_register(r, op);
        if (from != NBL_NONE)
            copy(r, op->result, from);
        else
            give_several(r, op->result);
        break;
    case NBL_OP_SCATTER: scatter(r, op); break;
    case NBL_OP_CALL: call(r, op); break;
    case NBL_OP_RETURN:
        for (uint32_t i = 0; i < op->list_count; i++) copy(r, code->results + i, p->lists[op->list + i]);
        break;
    case NBL_OP_BRANCH: follow(r, code, edges); break;
    case NBL_OP_BRANCH_IF:
        if (r->known[op->a] != NBL_ONE_VALUE || r->values[op->a] != 0) follow(r, code, &edges[0]);
        if (r->known[op->a] != NBL_ONE_VALUE || r->values[op->a] == 0) follow(r, code, &edges[1]);
        break;
    case NBL_OP_SWITCH: choose_case(r, code, edges, op); break;
    default:
        if (op->result != NBL_NONE) give_several(r, op->result);
        for (uint32_t i = 0; i < op->result_count; i++) give_several(r, p->lists[op->results + i]);
    }
}

/* Goes once over all blocks that can run so far. */
static void run_round(reach_t *r) {
    const nbl_program_t *p = r->program;
    r->changed = 0;
    for (uint32_t i = 0; i < p->shader.procedure_count; i++) {
        const nbl_code_t *code = &p->codes[i];
        for (uint32_t b = 0; code->done == 2 && b < p->shader.procedures[i].block_count; b++) {
            const nbl_block_code_t *block = &code->blocks[b];
            if (!block->can_run) continue;
            for (uint32_t k = block->first; k < block->end; k++) run_op(r, code, block->edges, &p->ops[k]);
        }
    }
}

static void take_all(nbl_program_t *program) {
    for (uint32_t i = 0; i < program->shader.procedure_count; i++)
        for (uint32_t b = 0; program->codes[i].done == 2 && b < program->shader.procedures[i].block_count; b++)
            program->codes[i].blocks[b].can_run = 1;
}

void nbl_program_reach(nbl_program_t *program) {
    reach_t r = {program, calloc(program->register_count + 1u, 1),
                 calloc(program->register_count + 1u, sizeof *r.values), 1};
    if (r.known != NULL && r.values != NULL) {
        for (uint32_t i = 0; i < program->register_count; i++) {
            const nbl_register_info_t *info = &program->registers[i];
            if ((info->is_constant || info->is_variable) && !info->undefined) give(&r, i, NBL_ONE_VALUE, info->value);
        }
        for (uint32_t i = 0; i < program->input_count; i++)
            for (uint32_t k = 0; k < program->inputs[i].count; k++) give_several(&r, program->inputs[i].first + k);
        program->codes[program->shader.entry].blocks[0].can_run = 1;
        for (uint32_t i = 0; i < MOST_ROUNDS && r.changed; i++) run_round(&r);
    }
    if (r.changed) take_all(program);
    nbl_program_need(program, r.changed ? NULL : &r);
    free(r.known);
    free(r.values);
}
