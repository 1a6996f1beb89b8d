/* Runs the blocks of a wave. Of the blocks at which lanes wait, the first one in control.c's order runs, so that lanes
 * reconverge.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include "platform/clock.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

#define LOOKS ((uint64_t)1 << 20) /* work between two looks at the clock, some milliseconds; chosen */
/* Of a wave's turn, after which other waves get theirs; chosen: far more than a loop between two atomic accesses
 * runs. */
#define MOST_BLOCKS 4096u

uint32_t nbl_first_lane(const nbl_wave_t *w, const uint32_t *mask) {
    for (uint32_t i = 0; i < w->lanes; i++)
        if (mask[i]) return i;
    return 0;
}

static uint32_t count_lanes(const nbl_wave_t *w, const uint32_t *mask) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->lanes; i++) count += mask[i] & 1u;
    return count;
}

/* ---- functions and blocks */

static void wait_for(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, uint32_t block, const uint32_t *mask) {
    nbl_flow_t *flow = &w->flows[frame->procedure];
    if (flow->masks[block] == NULL) flow->masks[block] = nbl_machine_take(m, w->lanes, sizeof(uint32_t));
    uint32_t *waiting = flow->masks[block];
    if (!flow->is_waiting[block]) {
        memcpy(waiting, mask, w->lanes * sizeof *mask);
        flow->is_waiting[block] = 1;
        flow->waiting[frame->waiting_count++] = block;
    } else {
        for (uint32_t i = 0; i < w->lanes; i++) waiting[i] |= mask[i];
    }
}

/* Counts the lanes that still have blocks to run in this function. */
static void count_live(nbl_wave_t *w, nbl_frame_t *frame) {
    nbl_flow_t *flow = &w->flows[frame->procedure];
    memset(flow->live_mask, 0, w->lanes * sizeof(uint32_t));
    for (uint32_t k = 0; k < frame->waiting_count; k++)
        for (uint32_t i = 0; i < w->lanes; i++) flow->live_mask[i] |= flow->masks[flow->waiting[k]][i];
    frame->live = count_lanes(w, flow->live_mask);
}

static void enter(nbl_machine_t *m, nbl_wave_t *w, uint32_t procedure, uint32_t call, const uint32_t *mask) {
    const nbl_program_t *p = m->program;
    const nbl_procedure_t *of = &p->shader.procedures[procedure];
    const nbl_code_t *code = &p->codes[procedure];
    if (w->depth == sizeof w->frames / sizeof w->frames[0])
        nbl_machine_stop(m, NBL_ERROR_LIMIT, "calls are nested too deep");
    nbl_frame_t *frame = &w->frames[w->depth];
    nbl_flow_t *flow = &w->flows[procedure];
    if (flow->masks == NULL) {
        flow->masks = nbl_machine_take(m, of->block_count, sizeof *flow->masks);
        flow->waiting = nbl_machine_take(m, of->block_count, sizeof *flow->waiting);
        flow->is_waiting = nbl_machine_take(m, of->block_count, 1);
        flow->entry_mask = nbl_machine_take(m, w->lanes, sizeof(uint32_t));
        flow->live_mask = nbl_machine_take(m, w->lanes, sizeof(uint32_t));
    }
    if (frame->mask == NULL) frame->mask = nbl_machine_take(m, w->lanes, sizeof(uint32_t));
    memcpy(flow->entry_mask, mask, w->lanes * sizeof *mask);
    frame->procedure = procedure;
    frame->call = call;
    frame->live = count_lanes(w, mask);
    frame->waiting_count = 0;
    frame->op = NBL_NONE;
    frame->decision_base = w->decided_count;
    if (w->depth == 0) {
        frame->chain = 0;
    } else { /* equal calls get the same number of a chain */
        const uint32_t parent = w->frames[w->depth - 1u].chain;
        uint32_t chain = 1;
        while (chain < m->chain_count && (m->chains[chain].parent != parent || m->chains[chain].call != call)) chain++;
        if (chain == m->chain_count && m->chain_count < m->chain_capacity)
            m->chains[m->chain_count++] = (nbl_chain_t){parent, call};
        frame->chain = chain < m->chain_count ? chain : 0;
    }
    for (uint32_t i = 0; i < code->variable_count; i++) {
        const uint32_t row = p->lists[code->variables + i];
        nbl_row_set_uniform(m, w, row, p->registers[row].value, mask, 1);
        nbl_row_set_flags(m, w, row, p->registers[row].undefined ? NBL_FLAG_UNDEFINED : 0, mask, 1);
    }
    if (m->trace != NULL && code->variable_count != 0)
        nbl_trace_rows(m, w, p->lists + code->variables, NULL, code->variable_count, 1, mask);
    w->depth++;
    wait_for(m, w, frame, 0, mask);
}

static void copy_phis(nbl_machine_t *m, nbl_wave_t *w, const nbl_edge_t *edge, const uint32_t *mask, int whole) {
    const uint32_t *pairs = m->program->lists + edge->phis;
    const uint32_t flags = m->proves ? nbl_prove_phi_flags(m, w, edge->to) : 0;
    if (m->trace != NULL) nbl_trace_rows(m, w, pairs, pairs + 1, edge->phi_count, 2, mask);
    if (edge->phi_count > 1) {
        const size_t needed = (size_t)edge->phi_count * w->lanes;
        if (w->phi_capacity < needed) {
            nbl_machine_give(m, w->phi_values);
            w->phi_values = nbl_machine_take(m, needed, 17);
            w->phi_capacity = needed;
        }
        uint64_t *holes = w->phi_values + needed;
        uint8_t *kept = (uint8_t *)(holes + needed);
        int same[2] = {0, 0}, partial = 0;
        for (uint32_t k = 0; k < edge->phi_count && !same[0];
             k++) /* find out whether a source is also a result: then copies are needed */
            for (uint32_t n = 0; n < k; n++) same[0] |= pairs[2 * n] == pairs[2 * k + 1];
        if (same[0]) {
            for (uint32_t k = 0; k < edge->phi_count; k++)
                for (uint32_t i = 0; i < w->lanes; i++) {
                    w->phi_values[(size_t)k * w->lanes + i] = nbl_row_lane(m, w, pairs[2 * k + 1], i);
                    kept[(size_t)k * w->lanes + i] = nbl_row_flag(w, pairs[2 * k + 1], i);
                    holes[(size_t)k * w->lanes + i] = nbl_row_holes(w, pairs[2 * k + 1], i);
                    partial |= holes[(size_t)k * w->lanes + i] + 1u > 1u;
                }
            for (uint32_t k = 0; k < edge->phi_count; k++) {
                for (uint32_t i = 0; i < w->lanes; i++)
                    if (mask[i]) {
                        nbl_row_set_lane(m, w, pairs[2 * k], i, w->phi_values[(size_t)k * w->lanes + i]);
                        kept[(size_t)k * w->lanes + i] |= (uint8_t)flags;
                    }
                nbl_row_set_flag_lanes(m, w, pairs[2 * k], kept + (size_t)k * w->lanes, mask, 0);
                if (partial && flags == 0) nbl_row_set_holes(m, w, pairs[2 * k], holes + (size_t)k * w->lanes, mask);
            }
            return;
        }
    }
    for (uint32_t k = 0; k < edge->phi_count; k++) {
        nbl_row_copy(m, w, pairs[2 * k], pairs[2 * k + 1], mask, whole);
        if (flags != 0) {
            uint8_t *mixed = w->scratch_flags;
            for (uint32_t i = 0; i < w->lanes; i++) mixed[i] = (uint8_t)(nbl_row_flag(w, pairs[2 * k], i) | flags);
            nbl_row_set_flag_lanes(m, w, pairs[2 * k], mixed, mask, whole);
            nbl_row_open(m, w, pairs[2 * k]); /* lanes may have come by different arms: the register is no ticket */
        }
    }
}

static void go(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_edge_t *edge, const uint32_t *mask) {
    uint32_t count = count_lanes(w, mask);
    if (count == 0) return;
    if (m->proves && w->decided_count != 0) nbl_prove_go(m, w, edge->to, count);
    if (edge->phi_count != 0) copy_phis(m, w, edge, mask, count == frame->live);
    wait_for(m, w, frame, edge->to, mask);
}

/* Reports that an undefined value decides something, at the place where it does. */
void nbl_tell_undefined(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t row, const char *what) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    if (!m->checks || m->proves || !(nbl_row_any_flags(w, row, frame->mask) & NBL_FLAG_UNDEFINED)) return;
    for (uint32_t i = 0; i < w->lanes; i++)
        if (frame->mask[i] && (nbl_row_flag(w, row, i) & NBL_FLAG_UNDEFINED)) {
            nbl_report_issue(m, w, op, NBL_INTERPRETER_UNDEFINED, i, "", "an undefined value decides %s", what);
            return;
        }
}

static void branch_if(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const nbl_edge_t *edges = m->program->codes[frame->procedure].blocks[frame->block].edges;
    uint32_t *yes = (uint32_t *)w->scratch[0], *no = (uint32_t *)w->scratch[1];
    const nbl_row_t *condition = &w->rows[op->a];

    nbl_tell_undefined(m, w, op, op->a, "a branch");
    if (m->proves && edges[0].to != edges[1].to) {
        const uint8_t flags = nbl_row_any_flags(w, op->a, frame->mask);
        if ((flags & NBL_FLAG_SUBGROUPS) != 0) m->subgroups_matter = 1;
        if ((flags & m->deciding) != 0) {
            const int arms = nbl_prove_branch(m, w, op, flags);
            if (arms != 0) { /* by lane: the arms that a lane takes for which data decides */
                for (uint32_t i = 0; i < w->lanes; i++) {
                    const int decided = (nbl_row_flag(w, op->a, i) & m->deciding) != 0;
                    const int value = nbl_row_lane(m, w, op->a, i) != 0;
                    yes[i] = frame->mask[i] & (decided ? (arms & 1 ? ~0u : 0u) : value ? ~0u : 0u);
                    no[i] = frame->mask[i] & (decided ? (arms & 2 ? ~0u : 0u) : value ? 0u : ~0u);
                }
                go(m, w, frame, &edges[0], yes);
                go(m, w, frame, &edges[1], no);
                w->branching = NULL;
                return;
            }
        }
    }
    if (condition->uniform) {
        go(m, w, frame, &edges[condition->value != 0 ? 0 : 1], frame->mask);
        return;
    }
    const uint32_t *lanes = nbl_row_lanes(m, w, op->a);
    for (uint32_t i = 0; i < w->lanes; i++) {
        const uint32_t truth = 0u - (uint32_t)(lanes[i] != 0);
        yes[i] = frame->mask[i] & truth;
        no[i] = frame->mask[i] & ~truth;
    }
    go(m, w, frame, &edges[0], yes);
    go(m, w, frame, &edges[1], no);
}

static void switch_on(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const nbl_instruction_t *each = &m->program->shader.instructions[op->instruction];
    const nbl_edge_t *edges = m->program->codes[frame->procedure].blocks[frame->block].edges;
    const uint32_t step = op->form == 64 ? 3u : 2u, cases = (each->count - 3u) / step;
    uint32_t *left = (uint32_t *)w->scratch[0], *taken = (uint32_t *)w->scratch[1];
    int arms = 0;

    nbl_tell_undefined(m, w, op, op->a, "a branch");
    if (m->proves) {
        const uint8_t flags = nbl_row_any_flags(w, op->a, frame->mask);
        if ((flags & NBL_FLAG_SUBGROUPS) != 0) m->subgroups_matter = 1;
        if ((flags & m->deciding) != 0) arms = nbl_prove_branch(m, w, op, flags);
    }
    memcpy(left, frame->mask, w->lanes * sizeof *left);
    for (uint32_t k = 0; k < cases; k++) {
        uint64_t value = each->words[3 + k * step];
        if (op->form == 64) value |= (uint64_t)each->words[4 + k * step] << 32;
        if (op->form < 32) value &= (1u << op->form) - 1u;
        for (uint32_t i = 0; i < w->lanes; i++) {
            const int decided = arms != 0 && (nbl_row_flag(w, op->a, i) & m->deciding) != 0;
            const int equal = frame->mask[i] && nbl_row_lane(m, w, op->a, i) == value;
            taken[i] = decided ? frame->mask[i] : equal ? left[i] : 0u;
            if (!decided) left[i] &= ~taken[i];
        }
        go(m, w, frame, &edges[1 + k], taken);
    }
    go(m, w, frame, &edges[0], left);
    w->branching = NULL;
}

static void give_results(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const nbl_code_t *code = &m->program->codes[frame->procedure];
    const uint32_t flags = m->proves ? nbl_prove_phi_flags(m, w, NBL_NONE) : 0;
    /* lanes that have returned before keep their results */
    const int whole = w->depth > 1 && frame->active == w->frames[w->depth - 2u].active;
    for (uint32_t i = 0; i < op->list_count; i++) {
        nbl_row_copy(m, w, code->results + i, m->program->lists[op->list + i], frame->mask, whole);
        if (flags == 0) continue;
        for (uint32_t k = 0; k < w->lanes; k++)
            w->scratch_flags[k] = (uint8_t)(nbl_row_flag(w, code->results + i, k) | flags);
        nbl_row_set_flag_lanes(m, w, code->results + i, w->scratch_flags, frame->mask, whole);
        nbl_row_open(m, w, code->results + i);
    }
}

static void leave(nbl_machine_t *m, nbl_wave_t *w) {
    nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_program_t *p = m->program;
    if (m->proves) nbl_prove_return(m, w);
    w->depth--;
    if (w->depth == 0) {
        w->state = NBL_WAVE_ENDED;
        return;
    }
    const nbl_op_t *call = &p->ops[frame->call];
    nbl_frame_t *caller = &w->frames[w->depth - 1u];
    const nbl_code_t *code = &p->codes[frame->procedure];
    if (m->trace != NULL) nbl_trace_return(m, w, call, caller->mask);
    for (uint32_t i = 0; i < call->result_count; i++) {
        const uint32_t to = p->lists[call->results + i];
        const int whole = !p->registers[to].escapes || nbl_wave_whole(caller);
        nbl_row_copy(m, w, to, code->results + i, caller->mask, whole);
    }
}

static void execute_barrier(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    if (m->proves) nbl_prove_barrier(m, w, op, op->form);
    if (!op->form) {
        if (m->checks) nbl_race_subgroup_barrier(m, w, frame->mask, (uint32_t)op->extra);
        return;
    }
    if (m->checks && !m->proves && frame->active != w->lanes) {
        uint32_t missing = 0;
        while (missing < w->lanes && frame->mask[missing]) missing++;
        nbl_report_issue(m, w, op, NBL_INTERPRETER_DIVERGENT_BARRIER, nbl_first_lane(w, frame->mask), "",
                         "%u of %u invocations come to this barrier; invocation %u does not", (unsigned)frame->active,
                         (unsigned)w->lanes, (unsigned)(w->first + missing));
    }
    w->barrier_semantics = (uint32_t)op->extra;
    w->barrier_fences = w->fence_semantics;
    w->fence_semantics = 0;
    w->barrier_op = (uint32_t)(op - m->program->ops);
    w->state = NBL_WAVE_AT_BARRIER;
    frame->op++;
}

static void execute_call(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    const nbl_code_t *code = &m->program->codes[op->immediate];
    for (uint32_t i = 0; i < op->list_count; i++)
        nbl_row_copy(m, w, code->parameters + i, m->program->lists[op->list + i], frame->mask, 1);
    frame->op++;
    enter(m, w, (uint32_t)op->immediate, (uint32_t)(op - m->program->ops), frame->mask);
}

/* Returns 1 if the frame goes on with the next operation. */
static int execute(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame, const nbl_op_t *op) {
    int whole;
    switch (op->code) {
    case NBL_OP_KERNEL: nbl_execute_kernel(m, w, frame, op); return 1;
    case NBL_OP_MOVE:
        whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
        nbl_row_copy(m, w, op->result, op->a, frame->mask, whole);
        return 1;
    case NBL_OP_SET:
        if (m->proves) nbl_prove_write(m, w, op->result);
        whole = m->program->registers[op->result].block == 0 ? nbl_is_all(w, frame) : nbl_wave_whole(frame);
        nbl_row_copy(m, w, op->result, op->a, frame->mask, whole);
        return 1;
    case NBL_OP_UNDEFINE:
        whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
        nbl_row_set_uniform(m, w, op->result, 0, frame->mask, whole);
        nbl_row_set_flags(m, w, op->result, NBL_FLAG_UNDEFINED, frame->mask, whole);
        return 1;
    case NBL_OP_GATHER: nbl_execute_gather(m, w, frame, op); return 1;
    case NBL_OP_SCATTER:
        nbl_execute_scatter(m, w, frame, op);
        if (m->proves) nbl_taint_variable(m, w, frame, op);
        return 1;
    case NBL_OP_INDEX: nbl_execute_index(m, w, frame, op); return 1;
    case NBL_OP_LENGTH: nbl_execute_length(m, w, frame, op); return 1;
    case NBL_OP_LOAD:
        if (op->a != NBL_NONE) nbl_tell_undefined(m, w, op, op->a, "an address");
        nbl_execute_load(m, w, op);
        return 1;
    case NBL_OP_STORE:
        if (op->a != NBL_NONE) nbl_tell_undefined(m, w, op, op->a, "an address");
        nbl_execute_store(m, w, op);
        return 1;
    case NBL_OP_ATOMIC:
        nbl_tell_undefined(m, w, op, op->a, "an address");
        nbl_execute_atomic(m, w, op);
        if (m->resident_count > 1 || w->group->wave_count > 1) { /* then other waves get a turn */
            w->state = NBL_WAVE_YIELDS;
            frame->op++;
            return 0;
        }
        return 1;
    case NBL_OP_FENCE:
        if (m->proves && !nbl_prove_is_bound(m, w)) return 1;
        if (nbl_fence_is_full(op) && nbl_fence_reaches(m, op) && nbl_is_all(w, frame))
            w->fence_semantics |= (uint32_t)op->extra;
        if (m->checks) nbl_race_fence_lanes(m, w, op);
        return 1;
    case NBL_OP_BARRIER: execute_barrier(m, w, frame, op); return !op->form;
    case NBL_OP_CALL: execute_call(m, w, frame, op); return 0;
    case NBL_OP_PRODUCT: nbl_execute_product(m, w, op); return 1;
    case NBL_OP_SUBGROUP: nbl_execute_subgroup(m, w, op); return 1;
    case NBL_OP_IMAGE: nbl_execute_image(m, w, op); return 1;
    case NBL_OP_TEXEL: nbl_execute_texel(m, w, op); return 1;
    case NBL_OP_COMPONENT: nbl_execute_component(m, w, frame, op); return 1;
    case NBL_OP_REPLACE: nbl_execute_replace(m, w, frame, op); return 1;
    case NBL_OP_CLOCK:
        whole = !m->program->registers[op->result].escapes || nbl_wave_whole(frame);
        for (uint32_t i = 0; i < w->lanes; i++)
            if (frame->mask[i]) nbl_row_set_lane(m, w, op->result, i, ++m->random);
        nbl_row_set_flags(m, w, op->result, NBL_FLAG_DATA, frame->mask, whole);
        return 1;
    case NBL_OP_BRANCH: {
        const nbl_edge_t *edge = m->program->codes[frame->procedure].blocks[frame->block].edges;
        go(m, w, frame, edge, frame->mask);
        break;
    }
    case NBL_OP_BRANCH_IF: branch_if(m, w, frame, op); break;
    case NBL_OP_SWITCH: switch_on(m, w, frame, op); break;
    case NBL_OP_RETURN:
        give_results(m, w, frame, op);
        count_live(w, frame);
        break;
    default: count_live(w, frame); break;
    }
    frame->op = NBL_NONE; /* the block has ended */
    return 0;
}

static void choose_block(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame) {
    const nbl_procedure_t *of = &m->program->shader.procedures[frame->procedure];
    nbl_flow_t *flow = &w->flows[frame->procedure];
    uint32_t best = 0;
    for (uint32_t k = 1; k < frame->waiting_count; k++)
        if (of->blocks[flow->waiting[k]].order < of->blocks[flow->waiting[best]].order) best = k;
    const uint32_t block = flow->waiting[best];
    flow->waiting[best] = flow->waiting[--frame->waiting_count];
    flow->is_waiting[block] = 0;
    memcpy(frame->mask, flow->masks[block], w->lanes * sizeof(uint32_t));
    frame->active = count_lanes(w, frame->mask);
    frame->block = block;
    frame->op = m->program->codes[frame->procedure].blocks[block].first;
    m->blocks_run[m->first_block[frame->procedure] + block] = 1;
    if (m->proves) nbl_prove_block(m, w, block);
}

/* Ends a run that takes too long. */
_Noreturn static void stop_late(nbl_machine_t *m, uint32_t op, const char *limit) {
    nbl_interpreter_place_t place;
    nbl_report_place(m, op, &place);
    m->report->out_of_time = true;
    nbl_machine_stop(m, NBL_ERROR_STEP_LIMIT, "the limit of %s is reached at %s:%u, in workgroup %llu of %llu", limit,
                     place.file != NULL ? place.file : "word", (unsigned)(place.file != NULL ? place.line : place.word),
                     (unsigned long long)m->report->workgroups, (unsigned long long)m->group_total);
}

/* Tells of the run's progress, and ends it at its limit of processor time. */
static void look_at_clock(nbl_machine_t *m, uint32_t op) {
    const double now = nbl_platform_seconds();
    char limit[64];
    m->look = m->work + LOOKS;
    if (m->run->progress != NULL && now - m->shown >= 0.2) {
        const nbl_interpreter_progress_t progress = {m->part, m->report->workgroups, m->group_total, now - m->began,
                                                     m->told};
        m->shown = now;
        m->run->progress(m->run->progress_user, &progress);
    }
    if (m->run->seconds <= 0 || nbl_platform_processor_seconds() - m->began_work < m->run->seconds) return;
    snprintf(limit, sizeof limit, "%g seconds", m->run->seconds);
    stop_late(m, op, limit);
}

static void take_steps(nbl_machine_t *m, const nbl_frame_t *frame, uint32_t lanes) {
    const nbl_block_code_t *code = &m->program->codes[frame->procedure].blocks[frame->block];
    const uint64_t steps = (uint64_t)(code->end - code->first) * frame->active;
    if (steps > m->steps_left) {
        nbl_interpreter_place_t place;
        nbl_report_place(m, code->first, &place);
        nbl_machine_stop(m, NBL_ERROR_STEP_LIMIT, "the limit of %llu steps is reached at %s:%u, as by an endless loop",
                         (unsigned long long)m->step_limit, place.file != NULL ? place.file : "word",
                         (unsigned)(place.file != NULL ? place.line : place.word));
    }
    m->steps_left -= steps;
    m->work += (uint64_t)(code->end - code->first + 1u) * lanes;
    if (m->run->work_limit != 0 && !m->proves && m->work > m->run->work_limit) stop_late(m, code->first, "work");
    if (m->work >= m->look) look_at_clock(m, code->first);
}

void nbl_wave_begin(nbl_machine_t *m, nbl_wave_t *w) {
    w->depth = 0;
    w->state = NBL_WAVE_RUNS;
    w->fence_semantics = 0;
    memset(w->release_stamp, 0, sizeof w->release_stamp);
    enter(m, w, m->program->shader.entry, 0, w->ones);
}

static void run_block_watched(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame) {
    for (int on = 1; on;) {
        const uint32_t op = frame->op;
        nbl_debug_before(m, w, frame);
        on = execute(m, w, frame, &m->program->ops[op]);
        nbl_debug_after(m, w, op);
        frame->op += (uint32_t)on;
    }
}

static void run_block_traced(nbl_machine_t *m, nbl_wave_t *w, nbl_frame_t *frame) {
    for (int on = 1; on;) {
        const nbl_op_t *op = &m->program->ops[frame->op];
        nbl_trace_operation(m, w, frame, op);
        on = execute(m, w, frame, op);
        frame->op += (uint32_t)on;
    }
}

void nbl_wave_run(nbl_machine_t *m, nbl_wave_t *w) {
    if (!m->standing.goes_on) m->standing.blocks = 0;
    m->standing.goes_on = 0;
    while (w->state == NBL_WAVE_RUNS) {
        nbl_frame_t *frame = &w->frames[w->depth - 1u];
        if (frame->op == NBL_NONE) {
            if (m->debug != NULL) nbl_debug_block(m, w);
            if (m->shares &&
                ++m->standing.blocks > MOST_BLOCKS) { /* it may wait for another wave by plain loads: let others run */
                w->state = NBL_WAVE_YIELDS;
                return;
            }
            if (frame->waiting_count == 0) {
                leave(m, w);
                continue;
            }
            choose_block(m, w, frame);
            take_steps(m, frame, w->lanes);
        }
        if (m->debug != NULL)
            run_block_watched(m, w, frame);
        else if (m->trace != NULL)
            run_block_traced(m, w, frame);
        else
            while (execute(m, w, frame, &m->program->ops[frame->op])) frame->op++;
    }
}
