/* Decides where a debugger stops, and goes back in time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A wave reaches a line when it comes to an operation of another line, or of another call, than its last one. In a loop
 * of a single line it reaches the line again with each iteration.
 */
#include "interpreter/debug.h"

#include "platform/clock.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { POLLS = 2048 }; /* operations between two looks at the clock and at the caller's messages; chosen */
static const double SPACING =
    0.2; /* seconds between checkpoints; chosen: a step back replays two stretches, half a second */

/* ---- lines */

static int is_line(const nbl_place_t *a, const nbl_place_t *b) {
    return a->line == b->line && (a->file == b->file || strcmp(a->file, b->file) == 0);
}

int nbl_debug_number_lines(nbl_debug_t *d, const nbl_interpreter_t *interpreter) {
    const nbl_program_t *p = &interpreter->program;
    uint32_t size = 64;
    while (size < 2u * p->op_count + 2u) size *= 2u;
    uint32_t *table = calloc(size, sizeof *table);
    d->line_of = calloc(p->op_count + 1u, sizeof *d->line_of);
    d->lines = calloc(p->op_count + 2u, sizeof *d->lines);
    d->line_count = 1;
    for (uint32_t i = 0; i < p->op_count && table != NULL && d->line_of != NULL && d->lines != NULL; i++) {
        const nbl_place_t *place = &p->shader.instructions[p->ops[i].instruction].place;
        if (place->file == NULL || place->line == 0) continue;
        uint32_t slot = place->line * 0x9E3779B1u & (size - 1u);
        while (table[slot] != 0 && !is_line(&d->lines[table[slot]], place)) slot = (slot + 1u) & (size - 1u);
        if (table[slot] == 0) {
            table[slot] = d->line_count;
            d->lines[d->line_count++] = *place;
        }
        d->line_of[i] = table[slot];
    }
    d->has_break = calloc(d->line_count, 1);
    const int done = table != NULL && d->line_of != NULL && d->lines != NULL && d->has_break != NULL;
    free(table);
    return done;
}

void nbl_debug_free(nbl_debug_t *d) {
    nbl_checkpoints_free(d);
    free(d->line_of);
    free(d->lines);
    free(d->has_break);
    d->line_of = NULL;
    d->lines = NULL;
    d->has_break = NULL;
}

/* ---- waves */

static nbl_debug_wave_t *kept_of(const nbl_debug_t *d, const nbl_wave_t *w) {
    const nbl_machine_t *m = d->m;
    return &d->waves[(uint32_t)(w->group - m->resident) * w->group->wave_count + (uint32_t)(w - w->group->waves)];
}

nbl_wave_t *nbl_debug_wave(const nbl_debug_t *d, uint32_t group, uint32_t invocation) {
    const nbl_machine_t *m = d->m;
    for (uint32_t i = 0; i < m->resident_count; i++) {
        nbl_group_t *resident = &m->resident[i];
        if (!resident->running || resident->index != group || invocation >= m->invocations) continue;
        return &resident->waves[invocation / m->wave_lanes];
    }
    return NULL;
}

uint32_t nbl_debug_op(const nbl_debug_t *d, const nbl_wave_t *w, uint32_t depth) {
    if (depth + 1u < w->depth) return w->frames[depth + 1u].call;
    if (w == d->wave) return d->op;
    if (w->state == NBL_WAVE_AT_BARRIER) return w->barrier_op;
    const nbl_frame_t *frame = &w->frames[depth];
    return frame->op != NBL_NONE ? frame->op : kept_of(d, w)->op;
}

static uint32_t barriers_of(const nbl_debug_t *d) {
    const nbl_wave_t *w = nbl_debug_wave(d, d->group, d->invocation);
    return w != NULL ? w->group->barriers : 0;
}

/* ---- going back */

static _Noreturn void run_again(nbl_debug_t *d, uint32_t checkpoint) {
    d->at_checkpoint = checkpoint;
    d->is_new = d->is_stored = 0;
    nbl_checkpoint_restore(d, checkpoint);
    d->findings = d->m->report->findings_without_room + d->m->report->finding_count;
    d->clock = nbl_platform_seconds();
    longjmp(d->again, 1);
}

/* Runs the stretch from the last checkpoint before moment `until` up to it, to find its last moment that fits the
 * goal. */
static _Noreturn void look_back(nbl_debug_t *d, uint64_t until) {
    d->looks_back = 1;
    d->found = 0;
    d->until = d->origin = until;
    run_again(d, nbl_checkpoint_before(d, until - 1u));
}

/* Ends a stretch: goes to the moment that was found, or looks at the stretch before. */
static _Noreturn void end_looking(nbl_debug_t *d) {
    const uint32_t number = d->at_checkpoint;
    nbl_checkpoint_restore(d, number);
    const int begins_here = d->goal == NBL_DEBUG_STEP_BACK && nbl_debug_wave(d, d->group, d->invocation) == NULL;
    if (d->found == 0 && number != 0 && !begins_here) {
        d->until = d->now + 1u;
        run_again(d, number - 1u);
    }
    d->looks_back = 0;
    if (d->found != 0) {
        d->until = d->found;
        d->reason = d->found_reason;
        d->group = d->found_group;
        d->invocation = d->found_invocation;
    } else { /* nothing was found: a step back from a workgroup's first line stays there */
        d->until = d->goal == NBL_DEBUG_STEP_BACK ? d->origin : 2u;
        d->reason = NBL_DEBUG_BEGINNING;
    }
    run_again(d, number);
}

/* ---- stopping */

static void stop(nbl_debug_t *d, nbl_debug_reason_t reason) {
    const uint64_t stopped_at = d->now;
    d->until = 0;
    d->stopped(d->user, reason);
    d->clock = nbl_platform_seconds();
    if (d->leaves && !d->has_ended) nbl_machine_stop(d->m, NBL_SUCCESS, "the debugger has left");
    const nbl_wave_t *w = nbl_debug_wave(d, d->group, d->invocation);
    d->start_depth = w != NULL ? w->depth : 0;
    d->start_barriers = barriers_of(d);
    if (!d->leaves && d->goal == NBL_DEBUG_GO_TO && nbl_checkpoint_before(d, d->from) != NBL_NONE) {
        d->until = d->target;
        d->reason = NBL_DEBUG_ARRIVED;
        run_again(d, nbl_checkpoint_before(d, d->from));
    }
    if (!d->leaves && (d->goal == NBL_DEBUG_GO_BACK || d->goal == NBL_DEBUG_STEP_BACK)) {
        if (d->checkpoint_count != 0 && stopped_at > 2u) look_back(d, stopped_at);
        d->until = stopped_at; /* there is nothing before it: stay */
        d->reason = NBL_DEBUG_BEGINNING;
    }
}

/* Meets a moment that fits the goal: notes it while looking back, else stops.
 *
 * lane  of the wave, which becomes the chosen one; NBL_NONE: see `reason` */
static void meet(nbl_debug_t *d, nbl_wave_t *w, nbl_debug_reason_t reason, uint32_t lane) {
    const int is_chosen = reason == NBL_DEBUG_STEPPED && lane == NBL_NONE;
    const uint32_t group = is_chosen ? d->group : w->group->index,
                   invocation = is_chosen ? d->invocation : w->first + (lane != NBL_NONE ? lane : 0);
    if (d->looks_back) {
        d->found = d->now;
        d->found_reason = reason;
        d->found_group = group;
        d->found_invocation = invocation;
        return;
    }
    d->group = group;
    d->invocation = invocation;
    stop(d, reason);
}

static int is_stepped(const nbl_debug_t *d, const nbl_wave_t *w, const nbl_frame_t *frame) {
    if (d->goal != NBL_DEBUG_STEP && d->goal != NBL_DEBUG_STEP_BACK) return 0;
    if (w->group->index != d->group || d->invocation < w->first || d->invocation - w->first >= w->lanes) return 0;
    const uint32_t lane = d->invocation - w->first, size = d->m->subgroup_size, first = lane / size * size;
    int is_there = frame->mask[lane] != 0;
    if (d->unit == NBL_DEBUG_SUBGROUP)
        for (uint32_t i = first; i < first + size && i < w->lanes; i++) is_there |= frame->mask[i] != 0;
    if (!is_there) return 0;
    if (d->unit == NBL_DEBUG_BARRIER) return w->group->barriers != d->start_barriers;
    return d->depth == NBL_DEBUG_IN || (d->depth == NBL_DEBUG_OVER && w->depth <= d->start_depth) ||
           w->depth < d->start_depth;
}

static void reach_line(nbl_debug_t *d, nbl_wave_t *w, const nbl_frame_t *frame, uint32_t line, int is_back) {
    uint32_t lane = NBL_NONE;
    if (!d->entered) {
        d->entered = 1;
        if (d->stops_at_entry) {
            meet(d, w, NBL_DEBUG_ENTRY, nbl_first_lane(w, frame->mask));
            return;
        }
    }
    if (d->goal != NBL_DEBUG_STEP_BACK && !is_back && d->has_break[line]) lane = d->breaks(d->user, line, frame->mask);
    if (lane != NBL_NONE)
        meet(d, w, NBL_DEBUG_BREAKPOINT, lane);
    else if ((!is_back || w->depth < d->start_depth) && is_stepped(d, w, frame))
        meet(d, w, NBL_DEBUG_STEPPED, NBL_NONE);
}

static void look_around(nbl_debug_t *d) {
    const double now = nbl_platform_seconds();
    d->polls_left = POLLS;
    d->ran += now - d->clock;
    d->clock = now;
    if (!d->poll(d->user)) return;
    d->looks_back = 0;
    d->goal = NBL_DEBUG_GO;
    if (d->wave != NULL) {
        d->group = d->wave->group->index;
        d->invocation = d->wave->first + nbl_first_lane(d->wave, d->wave->frames[d->wave->depth - 1u].mask);
    }
    stop(d, NBL_DEBUG_PAUSED);
}

/* Calls `stores` for each store that the operation is about to make. Returns the lane that stores to watched bytes, of
 * several the last, whose value stays; NBL_NONE: none. */
static uint32_t watched_lane(const nbl_debug_t *d, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op) {
    nbl_location_t place;
    uint32_t lane = NBL_NONE;
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!frame->mask[i]) continue;
        const uint64_t address = (op->a != NBL_NONE ? nbl_row_lane(d->m, w, op->a, i) : 0) + op->immediate;
        if (!nbl_locate(d->m, w->group, address, &place) || place.object->data == NULL) continue;
        const unsigned char *at = place.object->data + (address - place.zero);
        if (d->tells_stores) d->stores(d->user, at, op->form);
        for (uint32_t k = 0; k < d->watch_count; k++) {
            const nbl_debug_watch_t *watch = &d->watches[k];
            if (watch->group != NBL_NONE && watch->group != w->group->index) continue;
            if (at < watch->data + watch->bytes && at + op->form > watch->data) lane = i;
        }
    }
    return lane;
}

void nbl_debug_before(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame) {
    nbl_debug_t *d = m->debug;
    const uint32_t number = frame->op;
    const nbl_op_t *op = &m->program->ops[number];
    nbl_debug_wave_t *kept = kept_of(d, w);
    int has_stopped = 0;
    d->now = (d->now | 1u) + 1u;
    d->wave = w;
    d->op = number;
    if (d->until != 0 && d->now >= d->until) {
        if (d->looks_back) end_looking(d);
        if (d->now == d->until) {
            stop(d, d->reason);
            has_stopped = 1;
        }
    }
    if (--d->polls_left == 0) look_around(d);
    const uint32_t line = d->line_of[number];
    const uint32_t top = w->depth - 1u;
    const int is_back =
        w->depth < kept->depth && line == kept->lines[top]; /* returned from a call, into the call's line */
    if (w->depth > kept->depth) kept->lines[top] = 0;
    if (line != 0 && kept->passed[top] < 2)
        kept->passed[top] = kept->passed[top] == 0 || line == kept->lines[top] ? 1 : 2;
    if (line != 0 && (line != kept->lines[top] || is_back)) {
        kept->lines[top] = line;
        kept->depth = w->depth;
        /* a run to a given moment stops nowhere before it */
        if (!has_stopped && (d->until == 0 || d->looks_back)) reach_line(d, w, frame, line, is_back);
    }
    kept->op = number;
    if ((d->watch_count != 0 || d->tells_stores) &&
        (op->code == NBL_OP_STORE || (op->code == NBL_OP_ATOMIC && op->opcode != SpvOpAtomicLoad))) {
        d->storing_lane = watched_lane(d, w, frame, op);
        d->is_stored = d->storing_lane != NBL_NONE;
    }
}

void nbl_debug_after(nbl_machine_t *m, nbl_wave_t *w, uint32_t op) {
    nbl_debug_t *d = m->debug;
    const uint64_t findings = m->report->finding_count + m->report->findings_without_room;
    d->now |= 1u;
    if (d->until != 0 && d->now >= d->until) {
        if (d->looks_back) end_looking(d);
        if (d->now == d->until) {
            d->findings = findings;
            d->is_stored = 0;
            stop(d, d->reason);
            return;
        }
    }
    if (findings != d->findings) {
        d->findings = findings;
        const nbl_interpreter_report_t *report = m->report;
        const nbl_interpreter_finding_t *finding =
            report->finding_count != 0 ? &report->findings[report->finding_count - 1u] : NULL;
        if (finding != NULL && (d->issues >> finding->issue & 1u) && (d->until == 0 || d->looks_back) &&
            d->goal != NBL_DEBUG_STEP_BACK) {
            const uint32_t lane = finding->second.invocation - w->first;
            meet(d, w, NBL_DEBUG_FINDING, lane < w->lanes ? lane : NBL_NONE);
        }
    }
    if (d->is_stored) {
        d->is_stored = 0;
        const int counts = (d->until == 0 || d->looks_back) && d->goal != NBL_DEBUG_STEP_BACK;
        if (counts) meet(d, w, NBL_DEBUG_STORED, d->storing_lane);
    }
    (void)op;
}

/* Called when a block begins. If it begins a loop's next iteration, the loop's line is reached again. A checkpoint may
 * be made here, and a run that goes back continues here. */
void nbl_debug_block(nbl_machine_t *m, nbl_wave_t *w) {
    nbl_debug_t *d = m->debug;
    nbl_debug_wave_t *kept = kept_of(d, w);
    const uint32_t top = w->depth - 1u;
    const nbl_frame_t *frame = &w->frames[top];
    const int is_first = d->checkpoint_count == 0 && d->now <= 1u;
    if (!d->looks_back && (is_first || (d->checkpoint_count != 0 && d->ran - d->checkpoint_at >= d->spacing))) {
        if (!nbl_checkpoint_make(d)) d->checkpoint_at = d->ran + 4.0 * d->spacing;
        d->clock = nbl_platform_seconds(); /* the checkpoint's own time does not count as running */
    }
    if (frame->waiting_count != 0) {
        const nbl_procedure_t *of = &m->program->shader.procedures[frame->procedure];
        uint32_t order = NBL_NONE;
        int is_header = 0; /* of a loop */
        for (uint32_t k = 0; k < frame->waiting_count; k++) {
            const uint32_t each = of->blocks[w->flows[frame->procedure].waiting[k]].order;
            if (each >= order) continue;
            order = each;
            is_header = of->blocks[w->flows[frame->procedure].waiting[k]].continues != 0;
        }
        const int is_next = order <= kept->orders[top] && w->depth == kept->depth; /* iteration */
        if (is_next && kept->passed[top] < 2) kept->lines[top] = 0;
        if (is_next || is_header) kept->passed[top] = 0;
        kept->orders[top] = order;
    }
}

void nbl_debug_run(nbl_machine_t *m) {
    nbl_debug_t *d = m->debug;
    d->m = m;
    d->now = 1; /* so that the first operation is at moment 2 */
    d->spacing = SPACING;
    d->polls_left = POLLS;
    d->clock = nbl_platform_seconds();
    d->waves = nbl_machine_take(m, (size_t)m->resident_count * ((m->invocations + m->wave_lanes - 1u) / m->wave_lanes),
                                sizeof *d->waves);
    (void)setjmp(d->again);
    if (setjmp(m->stop) == 0) nbl_turns_run(m);
    if (d->leaves) return;
    d->has_ended = 1;
    d->now = (d->now | 1u) + 1u;
    if (d->looks_back) end_looking(d);
    stop(d, NBL_DEBUG_END);
}
