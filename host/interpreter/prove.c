/* Proves that every run of the dispatch makes the accesses of this run, or finds where data decides otherwise. "Data"
 * is everything that other contents of the buffers could change.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a run of the program: each branch, block, write to a variable, return and barrier, as they come. A value has
 *        flags that say what decides it.
 * Out:   which arms of a branch the lanes take, which values count as data behind it, and the report's decisions:
 *        places at which data decides what the proof needs. None means that the run stands for every run.
 * Wrong: branches that data decides and that are nested deeper than MOST_DECIDED, or no memory, stop the machine.
 *
 * If data decides a branch, the lanes take all its arms, one after the other, so that the run makes at least the
 * accesses of any run. Each arm begins with the variables as they were before the branch. What an arm writes counts as
 * data afterwards: variables from the block on where the arms meet, memory at once. A loop that only data ends runs a
 * few times, then once with all that it writes as data, and is left. The proof fails at a barrier under a branch that
 * data decides, and at an address that data decides if another access between the same barriers could meet it:
 * prove_access.c. docs/theory.md has the argument.
 */
#include "interpreter/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 300u       /* iterations of a loop that data may end, before it is widened; chosen */
#define IDLE_ROUNDS 3u    /* the same for a loop that accesses no memory that other invocations see; chosen */
#define MOST_DECIDED 256u /* branches that data decides and a wave is in at once; chosen */

static nbl_decided_t *top(nbl_wave_t *w) { return w->decided_count != 0 ? &w->decided[w->decided_count - 1u] : NULL; }

void nbl_prove_decision(nbl_machine_t *m, const nbl_op_t *op, const char *what, const char *why, uint32_t sources,
                        const char *name) {
    nbl_interpreter_report_t *report = m->report;
    nbl_interpreter_place_t place;
    nbl_report_place(m, (uint32_t)(op - m->program->ops), &place);
    m->failed = 1;
    for (uint32_t i = 0; i < report->decision_count; i++) {
        nbl_interpreter_decision_t *known = &report->decisions[i];
        const int same = place.file != NULL ? known->place.file == place.file && known->place.line == place.line
                                            : known->place.word == place.word;
        if (!same || known->what != what || strncmp(known->name, name, sizeof known->name - 1u) != 0) continue;
        known->sources |= sources;
        return;
    }
    if (report->decision_count == NBL_INTERPRETER_MAX_DECISIONS) return;
    nbl_interpreter_decision_t *made = &report->decisions[report->decision_count++];
    memset(made, 0, sizeof *made);
    made->place = place;
    made->what = what;
    made->why = why;
    made->sources = sources;
    snprintf(made->name, sizeof made->name, "%s", name);
}

/* ---- by which arm lanes come to a block
 *
 * Each time lanes reach a branch that data decides, its arms get new numbers. A block takes the number of the block
 * that its lanes come from. If lanes of different numbers meet at a block, arms have met, or iterations of a loop. That
 * may happen before the branch's post-dominator, or without one. What was written since the branch then depends on the
 * arm. It also does at a block whose lanes wait while a block of another number runs, since that may write the same
 * variables.
 */

static nbl_arrival_t *arrivals_at(nbl_machine_t *m, nbl_wave_t *w, uint32_t block) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    nbl_flow_t *flow = &w->flows[frame->procedure];
    if (flow->arrivals == NULL)
        flow->arrivals =
            nbl_machine_take(m, m->program->shader.procedures[frame->procedure].block_count, sizeof *flow->arrivals);
    if (flow->arrivals[block] == NULL)
        flow->arrivals[block] = nbl_machine_take(m, MOST_DECIDED, sizeof **flow->arrivals);
    return flow->arrivals[block];
}

static void take_slot(nbl_machine_t *m, nbl_wave_t *w, nbl_decided_t *decided) {
    nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_flow_t *flow = &w->flows[frame->procedure];
    if (w->slots == NULL) w->slots = nbl_machine_take(m, MOST_DECIDED, 1);
    if (frame->arrivals == NULL) frame->arrivals = nbl_machine_take(m, MOST_DECIDED, sizeof *frame->arrivals);
    while (w->slots[decided->slot]) decided->slot++;
    w->slots[decided->slot] = 1;
    frame->arrivals[decided->slot] = (nbl_arrival_t){0};
    for (uint32_t k = 0; k < frame->waiting_count; k++)
        arrivals_at(m, w, flow->waiting[k])[decided->slot] = (nbl_arrival_t){0};
}

void nbl_prove_go(nbl_machine_t *m, nbl_wave_t *w, uint32_t to, uint32_t count) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_basic_block_t *block = &m->program->shader.procedures[frame->procedure].blocks[frame->block];
    const int waits = w->flows[frame->procedure].is_waiting[to];
    int some_leave = 0;
    for (uint32_t k = 0; k < block->next_count; k++)
        some_leave |= block->next[k] == to && block->next_leaves[k] && count != w->frames[0].live;
    for (uint32_t i = w->decided_count; i-- > 0 && w->decided[i].frame == w->depth;) {
        nbl_decided_t *decided = &w->decided[i];
        nbl_arrival_t *at = &arrivals_at(m, w, to)[decided->slot];
        if (some_leave && !decided->passed)
            decided->uniform = 0; /* some lanes leave while others come back by another arm */
        nbl_arrival_t now = {frame->arrivals[decided->slot].arm, 0, 0};
        if (decided == w->branching) {
            uint32_t arm = 0;
            while (block->next[arm] != to) arm++;
            now = (nbl_arrival_t){decided->first_arm + arm, 1, 0};
        }
        if (!waits || at->arm == 0)
            *at = now;
        else if (now.arm != 0 && now.arm != at->arm && !at->meets)
            *at = (nbl_arrival_t){++w->arms, 0, 1};
    }
}

/* ---- branches */

static void drop_saved(nbl_machine_t *m, nbl_decided_t *decided) {
    for (uint32_t i = 0; i < decided->saved_count; i++) {
        if (decided->saved[i].data != NULL) nbl_machine_give(m, decided->saved[i].data);
        if (decided->saved[i].shadow != NULL) nbl_machine_give(m, decided->saved[i].shadow);
        nbl_machine_give(m, decided->saved[i].holes);
    }
    free(decided->saved);
    decided->saved = NULL;
    decided->saved_count = decided->saved_capacity = 0;
}

/* Saves what a variable holds now. */
static void keep(nbl_machine_t *m, nbl_wave_t *w, nbl_saved_t *saved) {
    const nbl_row_t *r = &w->rows[saved->row];
    saved->value = r->value;
    saved->uniform = r->uniform;
    saved->mixed = r->mixed;
    saved->flags = r->flags;
    if (!r->uniform && r->data != NULL) {
        if (saved->data == NULL) saved->data = nbl_machine_take(m, w->lanes, 8);
        memcpy(saved->data, r->data, (size_t)w->lanes * (m->program->registers[saved->row].wide ? 8u : 4u));
    }
    saved->partial = r->partial;
    if (r->partial) {
        if (saved->holes == NULL) saved->holes = nbl_machine_take(m, w->lanes, sizeof *saved->holes);
        memcpy(saved->holes, r->holes, w->lanes * sizeof *saved->holes);
    }
    if (r->mixed) {
        if (saved->shadow == NULL) saved->shadow = nbl_machine_take(m, w->lanes, 1);
        memcpy(saved->shadow, r->shadow, w->lanes);
    }
}

/* Makes a register data, which may differ in each lane: an arm may have written it. */
static void become_data(nbl_machine_t *m, nbl_wave_t *w, const nbl_decided_t *decided, uint32_t row) {
    for (uint32_t k = 0; k < w->lanes; k++) w->scratch_flags[k] = (uint8_t)(nbl_row_flag(w, row, k) | decided->sources);
    nbl_row_open(m, w, row); /* takes its ticket away, too: only one of the arms has drawn it */
    nbl_row_set_flag_lanes(m, w, row, w->scratch_flags, decided->lanes, 0);
}

/* Begins the iteration that stands for all that may follow: each variable that the loop writes becomes data, so
 * accesses by these variables are at addresses that data decides. If this iteration writes a variable that none before
 * it wrote, or memory becomes data in it, one more follows. */
static void widen(nbl_machine_t *m, nbl_wave_t *w, nbl_decided_t *decided) {
    decided->widened = decided->saved_count;
    decided->news = m->news;
    for (uint32_t i = 0; i < decided->saved_count; i++) become_data(m, w, decided, decided->saved[i].row);
}

int nbl_prove_branch(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint8_t flags) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_basic_block_t *block = &m->program->shader.procedures[frame->procedure].blocks[frame->block];
    nbl_decided_t *decided = NULL;
    int loops = 0, leaves = 0;

    for (uint32_t k = 0; k < block->next_count; k++) {
        loops |= block->next_loops[k];
        leaves |= block->next_loops[k] ? 0 : 1 << (k < 2 ? k : 1);
    }
    for (uint32_t i = w->decided_count; i-- > 0 && w->decided[i].frame == w->depth;)
        if (w->decided[i].block == frame->block) decided = &w->decided[i];
    if (decided == NULL) {
        if (w->decided_count == w->decided_capacity) {
            const uint32_t capacity = w->decided_capacity != 0 ? 2u * w->decided_capacity : 16u;
            nbl_decided_t *grown = capacity > MOST_DECIDED ? NULL : realloc(w->decided, capacity * sizeof *grown);
            if (grown == NULL) nbl_machine_stop(m, NBL_ERROR_LIMIT, "branches that data decides are nested too deep");
            w->decided = grown;
            w->decided_capacity = capacity;
        }
        decided = &w->decided[w->decided_count++];
        memset(decided, 0, sizeof *decided);
        decided->frame = w->depth;
        decided->block = frame->block;
        decided->until = block->post_dominator;
        decided->op = (uint32_t)(op - m->program->ops);
        decided->loops = (uint8_t)loops;
        decided->returns = block->post_dominator == NBL_NONE;
        decided->widened = NBL_NONE;
        decided->lanes = nbl_machine_take(m, w->lanes, sizeof(uint32_t));
        if (loops) decided->ran = nbl_machine_take(m, m->program->shader.procedures[frame->procedure].block_count, 1);
        decided->uniform = 1;
        take_slot(m, w, decided);
    }
    decided->first_arm = w->arms + 1u;
    w->arms += block->next_count;
    w->branching = decided;
    for (uint32_t i = 0; i < w->lanes; i++) decided->lanes[i] |= frame->mask[i];
    decided->sources |= flags & m->deciding;
    decided->passed = 0;
    decided->uniform &= (uint8_t)(w->rows[op->a].uniform && nbl_is_all(w, frame) && (flags & NBL_FLAG_UNDEFINED) == 0);
    int arms = 3;
    /* if no arm leaves the loop, another branch ends it */
    if (loops && leaves != 0 && ++decided->rounds > (block->relevant_region ? ROUNDS : IDLE_ROUNDS)) {
        if (decided->widened == decided->saved_count && decided->news == m->news)
            arms = leaves;
        else
            widen(m, w, decided);
    }
    for (uint32_t i = 0; i < decided->saved_count; i++) keep(m, w, &decided->saved[i]); /* what each arm begins with */
    return arms;
}

uint32_t nbl_prove_control_flags(const nbl_wave_t *w) {
    uint32_t flags = 0;
    for (uint32_t i = 0; i < w->decided_count; i++) flags |= w->decided[i].sources;
    return flags;
}

uint32_t nbl_prove_phi_flags(nbl_machine_t *m, nbl_wave_t *w, uint32_t to) {
    uint32_t flags = 0;
    for (uint32_t i = w->decided_count; i-- > 0 && w->decided[i].frame == w->depth;) {
        const nbl_decided_t *decided = &w->decided[i];
        if (to == NBL_NONE || decided->until == to || decided->loops || arrivals_at(m, w, to)[decided->slot].meets)
            flags |= decided->sources;
    }
    return flags;
}

/* ---- variables */

void nbl_prove_write(nbl_machine_t *m, nbl_wave_t *w, uint32_t row) {
    for (uint32_t d = 0; d < w->decided_count; d++) {
        nbl_decided_t *decided = &w->decided[d];
        uint32_t i = 0;
        while (i < decided->saved_count && decided->saved[i].row != row) i++;
        if (i < decided->saved_count) continue;
        if (decided->saved_count == decided->saved_capacity) {
            const uint32_t capacity = decided->saved_capacity != 0 ? 2u * decided->saved_capacity : 16u;
            nbl_saved_t *grown = realloc(decided->saved, capacity * sizeof *grown);
            if (grown == NULL) nbl_machine_stop(m, NBL_ERROR_OUT_OF_MEMORY, "no memory");
            decided->saved = grown;
            decided->saved_capacity = capacity;
        }
        nbl_saved_t *saved = &decided->saved[decided->saved_count++];
        memset(saved, 0, sizeof *saved);
        saved->row = row;
        keep(m, w, saved);
    }
}

/* Restores the variables as they were before the branch, in the branch's lanes. */
static void restore(nbl_machine_t *m, nbl_wave_t *w, const nbl_decided_t *decided) {
    for (uint32_t i = 0; i < decided->saved_count; i++) {
        const nbl_saved_t *saved = &decided->saved[i];
        if (saved->uniform)
            nbl_row_set_uniform(m, w, saved->row, saved->value, decided->lanes, 0);
        else if (saved->data != NULL)
            nbl_row_set_lanes(m, w, saved->row, saved->data, decided->lanes, 0);
        if (saved->mixed)
            nbl_row_set_flag_lanes(m, w, saved->row, saved->shadow, decided->lanes, 0);
        else
            nbl_row_set_flags(m, w, saved->row, saved->flags, decided->lanes, 0);
        if (saved->partial) nbl_row_set_holes(m, w, saved->row, saved->holes, decided->lanes);
    }
}

/* Handles arms that have met: what either of them wrote depends on the arm that was taken. So do the results of a
 * loop's blocks: here they are the last iteration's, and may be used behind the loop without a phi. */
static void meet(nbl_machine_t *m, nbl_wave_t *w, const nbl_decided_t *decided) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_code_t *code = &m->program->codes[frame->procedure];
    const uint32_t blocks = m->program->shader.procedures[frame->procedure].block_count;
    for (uint32_t i = 0; i < decided->saved_count; i++) become_data(m, w, decided, decided->saved[i].row);
    for (uint32_t b = 0; decided->ran != NULL && b < blocks; b++)
        for (uint32_t i = 0; decided->ran[b] && i < code->blocks[b].escaping_count; i++)
            become_data(m, w, decided, m->program->lists[code->blocks[b].escaping + i]);
}

static void drop(nbl_machine_t *m, nbl_wave_t *w, uint32_t number) {
    nbl_decided_t *decided = &w->decided[number];
    drop_saved(m, decided);
    nbl_machine_give(m, decided->lanes);
    nbl_machine_give(m, decided->ran);
    w->slots[decided->slot] = 0;
    memmove(decided, decided + 1, (w->decided_count - number - 1u) * sizeof *decided);
    w->decided_count--;
}

static int only_returns(const nbl_machine_t *m, const nbl_frame_t *frame, uint32_t block) {
    const nbl_op_t *op = &m->program->ops[m->program->codes[frame->procedure].blocks[block].first];
    return op->code == NBL_OP_RETURN && op->list_count == 0;
}

/* Called when a block of an arm runs: lanes that wait at blocks of other arms, or of other iterations, may find their
 * variables overwritten, so that for them arms have met. */
static void overwrite_others(nbl_machine_t *m, nbl_wave_t *w, const nbl_decided_t *decided, uint32_t arm) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_flow_t *flow = &w->flows[frame->procedure];
    for (uint32_t k = 0; k < frame->waiting_count; k++) {
        nbl_arrival_t *at = &arrivals_at(m, w, flow->waiting[k])[decided->slot];
        if (at->arm == 0 || at->arm == arm || at->meets || (at->straight && at->arm >= decided->first_arm)) continue;
        *at = (nbl_arrival_t){++w->arms, 0, 1};
    }
}

void nbl_prove_block(nbl_machine_t *m, nbl_wave_t *w, uint32_t block) {
    nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const nbl_procedure_t *procedure = &m->program->shader.procedures[frame->procedure];
    for (uint32_t i = w->decided_count; i-- > 0 && w->decided[i].frame == w->depth;) {
        nbl_decided_t *decided = &w->decided[i];
        if (decided->until == block) {
            meet(m, w, decided);
            drop(m, w, i);
            continue;
        }
        decided->passed |= procedure->blocks[decided->block].goes_on == block;
        const nbl_arrival_t *at = &arrivals_at(m, w, block)[decided->slot];
        frame->arrivals[decided->slot] = *at;
        if (at->arm == 0 || only_returns(m, frame, block)) continue;
        if (at->meets || (at->straight && at->arm < decided->first_arm))
            meet(m, w, decided);
        else if (at->straight)
            restore(m, w, decided);
        overwrite_others(m, w, decided, at->arm);
        if (decided->ran != NULL) decided->ran[block] = 1;
    }
}

void nbl_prove_return(nbl_machine_t *m, nbl_wave_t *w) {
    while (top(w) != NULL && top(w)->frame == w->depth) {
        meet(m, w, top(w));
        drop(m, w, w->decided_count - 1u);
    }
}

void nbl_prove_free(nbl_machine_t *m, nbl_wave_t *w) {
    for (uint32_t i = 0; i < w->decided_count; i++) {
        drop_saved(m, &w->decided[i]);
        nbl_machine_give(m, w->decided[i].lanes);
        nbl_machine_give(m, w->decided[i].ran);
    }
    free(w->decided);
    w->decided = NULL;
    w->decided_count = w->decided_capacity = 0;
}

/* ---- barriers */

/* Returns whether a function does nothing after the call that it is in. */
static int ends_with_call(const nbl_machine_t *m, const nbl_frame_t *frame) {
    const nbl_op_t *end = &m->program->ops[m->program->codes[frame->procedure].blocks[frame->block].end];
    const nbl_op_t *op = &m->program->ops[frame->op];
    while (op < end && (op->code <= NBL_OP_INDEX || op->code == NBL_OP_RETURN)) op++;
    return op == end;
}

/* Returns whether a branch that data decides cannot change which lanes come to a barrier here: by the branch all lanes
 * have left the program, or none, and a lane that leaves has made all its accesses before the others go on. */
static int is_bound(const nbl_machine_t *m, const nbl_wave_t *w, const nbl_decided_t *decided) {
    for (uint32_t f = 0; f + 1u < decided->frame; f++)
        if (!ends_with_call(m, &w->frames[f])) return 0;
    return decided->uniform && decided->passed;
}

int nbl_prove_is_bound(const nbl_machine_t *m, const nbl_wave_t *w) {
    for (uint32_t i = 0; i < w->decided_count; i++)
        if (!is_bound(m, w, &w->decided[i])) return 0;
    return 1;
}

void nbl_prove_barrier(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, int of_workgroup) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    if (m->invocations == 1) return;
    if (!of_workgroup) m->subgroups_matter = 1; /* which invocations it orders */
    for (uint32_t i = 0; i < w->decided_count; i++) {
        const nbl_decided_t *decided = &w->decided[i];
        if (is_bound(m, w, decided)) continue;
        nbl_prove_decision(m, &m->program->ops[decided->op], "a branch",
                           decided->returns ? "invocations that data lets leave do not reach a barrier behind it"
                                            : "a barrier is passed, or not, as data says",
                           decided->sources, "");
        nbl_prove_decision(m, op, "a barrier", "data decides whether it is passed", decided->sources, "");
    }
    if (of_workgroup && frame->active != w->lanes)
        nbl_prove_decision(m, op, "a barrier", "not all invocations come to it", NBL_FLAG_DATA, "");
}
