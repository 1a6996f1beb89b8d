/* Executes blocks and calls, and decides where branches go.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a label to begin at, and a bound: how far out the run may go.
 * Out:   instructions of the new main(), and where the run ended: at a label of a frame at or outside of the bound, or
 *        in a branch or return that it wrote.
 * Wrong: a module that is malformed, or beyond the limits below, is refused by nbl_sp_refuse().
 *
 * A frame is what is being executed: a call, a turn of a loop, or a fork (an if that literals do not decide, while one
 * of its sides is executed). Each frame lies inside another one, and has labels that lead out of it:
 *
 *   call ------------------------------------ return
 *     loop ------------------------ merge           also `next`, where `continue` goes, and its header
 *       fork ------------- merge
 *         the run of a side: as far as the fork's merge, or, if the other side ends further out, as far as there
 *
 * Each turn of a loop gets a new frame, since a frame is not changed after one inside it has begun: both sides of a
 * fork begin with the same frames.
 */
#include "spirv/specialize/internal.h"

/* Chosen, beyond what our kernels need; what has more is refused by name and left to SPIRV-Tools. */
enum {
    MOST_STEPS = 1 << 22, /* instructions executed */
    MOST_DEPTH = 100,     /* calls, loops and forks inside one another */
    MOST_PHIS = 64        /* of a block */
};
/* Unrolls an unmarked loop if the result has at most this many words. Chosen: small loops of index arithmetic; nothing
 * measured. */
enum { UNASKED_WORDS = 2048 };

enum { RANK_NEXT, RANK_HEADER, RANK_MERGE };

uint64_t nbl_sp_path(uint64_t outer, uint32_t at, uint32_t turn) {
    uint64_t mixed = (outer ^ ((uint64_t)at << 32 | turn)) * 0x9e3779b97f4a7c15u;
    return mixed ^ mixed >> 31;
}

nbl_sp_frame_t *nbl_sp_push_frame(nbl_sp_t *s, nbl_sp_frame_kind_t kind, nbl_sp_frame_t *outer) {
    if (s->frames_used == s->frames.size) {
        nbl_sp_frame_t *made = nbl_sp_allocate(s, sizeof *made);
        NBL_SP_PUSH(s, s->frames, made);
    }
    nbl_sp_frame_t *frame = s->frames.data[s->frames_used++];
    nbl_sp_frame_t now = {
        .kind = kind, .outer = outer, .depth = outer ? outer->depth + 1 : 1, .path = outer ? outer->path : 0};
    *frame = now;
    return s->frame = frame;
}

/* Returns whether exit a is at b, or further out. */
bool nbl_sp_further_out(nbl_sp_exit_t a, nbl_sp_exit_t b) {
    return a.depth < b.depth || (a.depth == b.depth && a.rank >= b.rank);
}

static bool rank_of(const nbl_sp_frame_t *f, uint32_t label, uint32_t *rank) {
    *rank = label == f->merge ? RANK_MERGE : label == f->next ? RANK_NEXT : RANK_HEADER;
    if (f->kind == NBL_SP_FORK) return label == f->merge;
    return f->kind == NBL_SP_LOOP && (label == f->merge || label == f->next || label == f->header);
}

/* Returns the new module's label for a label of a kept loop. */
static uint32_t new_label(nbl_sp_frame_t *f, uint32_t rank) {
    f->next_reached |= rank == RANK_NEXT;
    f->merge_reached |= rank == RANK_MERGE;
    return rank == RANK_MERGE ? f->new_merge : rank == RANK_NEXT ? f->new_next : f->new_header;
}

static nbl_sp_exit_t ended(void) {
    nbl_sp_exit_t e = {.ended = true};
    return e;
}

/* Arrives at a label by a branch. Returns true if the run ends there, or has ended. */
static bool arrive(nbl_sp_t *s, uint32_t label, nbl_sp_exit_t bound, nbl_sp_exit_t *stop) {
    bool in_kept = false;
    for (nbl_sp_frame_t *f = s->frame; f->kind != NBL_SP_CALL; f = f->outer) {
        nbl_sp_exit_t here = {.depth = f->depth, .label = label};
        if (!rank_of(f, label, &here.rank)) {
            in_kept = in_kept || f->new_header;
            continue;
        }
        if (in_kept) nbl_sp_refuse(s, "a loop that stays is left for another one");
        if (f->new_header) {
            nbl_sp_branch(s, new_label(f, here.rank));
            *stop = ended();
            return true;
        }
        if (nbl_sp_further_out(here, bound)) {
            *stop = here;
            return true;
        }
        s->frame = here.rank == RANK_MERGE ? f->outer : f;
        if (here.rank != RANK_MERGE) return false;
    }
    return false;
}

/* Sets the values of a block's phis for control that comes from block `previous`. */
static uint32_t take_phis(nbl_sp_t *s, uint32_t i, uint32_t previous) {
    uint32_t values[MOST_PHIS], count = 0, at = i;
    for (; (s->words[at] & 0xffff) == SpvOpPhi; at += s->words[at] >> 16, count++) {
        const uint32_t *w = s->words + at;
        if (!previous) continue; /* they have their values already: a fork has set them */
        if (count == MOST_PHIS) nbl_sp_refuse(s, "more than %u phis", (unsigned)MOST_PHIS);
        values[count] = 0;
        for (uint32_t k = 3; k + 1 < w[0] >> 16; k += 2)
            if (w[k + 1] == previous) values[count] = nbl_sp_get(s, w[k]);
        if (!values[count]) nbl_sp_refuse(s, "malformed: a phi without one of its blocks");
    }
    if (previous)
        for (uint32_t k = 0; i != at; i += s->words[i] >> 16, k++) nbl_sp_set(s, s->words[i + 2], values[k]);
    return at;
}

/* Returns what is known of a condition on this way. */
static uint32_t settled(nbl_sp_t *s, uint32_t condition) {
    for (uint32_t k = 0; k < s->facts.size; k++)
        if (s->facts.data[k].condition == condition) return nbl_sp_constant(s, s->bool_type, s->facts.data[k].is);
    return condition;
}

/* ---- Loops */

static bool stays(nbl_sp_t *s, const nbl_sp_frame_t *loop) {
    if (s->kept[loop->header] || loop->control & SpvLoopControlDontUnrollMask) return true;
    return s->options.loops == NBL_SPECIALIZE_ARITHMETIC && nbl_sp_accesses_memory(s, s->at[loop->header], loop->merge);
}

/* Returns whether a loop has already left more text than it may if it is executed. */
static bool is_too_large(const nbl_sp_t *s, const nbl_sp_frame_t *loop) {
    uint32_t written = s->code.size - loop->start.code;
    if (s->options.loops == NBL_SPECIALIZE_EMPTY) return written > 0;
    return !(loop->control & SpvLoopControlUnrollMask) && written > UNASKED_WORDS;
}

/* Makes a loop a loop of the new module, from its beginning on. Returns whether control ever leaves it. */
static bool keep(nbl_sp_t *s, const nbl_sp_frame_t *loop) {
    /* the loop began before a fork, and this is one of the fork's sides: run again, and keep the loop at once */
    if (loop->level != s->level) {
        s->kept[loop->header] = 1;
        nbl_sp_take_none_out(s);
        s->again = true;
        longjmp(s->leave, 1);
    }
    nbl_sp_go_back(s, loop->start);
    s->frame = loop->outer;
    return nbl_sp_keep_loop(s, loop);
}

/* Handles OpLoopMerge: begins the loop, or its next iteration. Returns the loop if it is to stay a loop. */
static const nbl_sp_frame_t *begin_iteration(nbl_sp_t *s, const uint32_t *w, uint32_t header, nbl_sp_mark_t start) {
    nbl_sp_frame_t *same = s->frame;
    bool again = same->kind == NBL_SP_LOOP && same->header == header;
    if (again && same->new_header) return NULL;
    nbl_sp_frame_t *f = nbl_sp_push_frame(s, NBL_SP_LOOP, again ? same->outer : same);
    f->header = header;
    f->merge = w[1];
    f->next = w[2];
    f->control = s->options.no_loop_asks ? 0 : w[3];
    f->start = again ? same->start : start;
    f->level = again ? same->level : s->level;
    f->turn = again ? same->turn + 1 : 1;
    f->path = nbl_sp_path(f->path, header, f->turn);
    return (!again && stays(s, f)) || is_too_large(s, f) ? f : NULL;
}

static const nbl_sp_frame_t *innermost_loop(const nbl_sp_t *s) {
    const nbl_sp_frame_t *f = s->frame;
    while (f->kind == NBL_SP_FORK) f = f->outer;
    return f->kind == NBL_SP_LOOP && !f->new_header ? f : NULL;
}

/* Returns the new module's label for a branch to a label of a kept loop; 0 for other labels. */
static uint32_t kept_target(nbl_sp_t *s, uint32_t label) {
    for (nbl_sp_frame_t *f = s->frame; f->kind != NBL_SP_CALL; f = f->outer) {
        uint32_t rank;
        if (rank_of(f, label, &rank)) return f->new_header ? new_label(f, rank) : 0;
        if (f->new_header) return 0;
    }
    return 0;
}

static void know(nbl_sp_t *s, uint32_t condition, bool is) {
    nbl_sp_fact_t fact = {condition, is};
    NBL_SP_PUSH(s, s->facts, fact);
}

typedef struct next_t {
    uint32_t label, previous;
    bool stopped;
    nbl_sp_exit_t exit;
} next_t;

static next_t go_on(uint32_t label, uint32_t previous) {
    next_t n = {.label = label, .previous = previous};
    return n;
}

static next_t stop(nbl_sp_exit_t exit) {
    next_t n = {.stopped = true, .exit = exit};
    return n;
}

static next_t after_kept(nbl_sp_t *s, const nbl_sp_frame_t *loop) {
    uint32_t merge = loop->merge;
    if (keep(s, loop)) return go_on(merge, 0);
    nbl_sp_put(s, SpvOpUnreachable, 0, NULL);
    return stop(ended());
}

/* Writes an undecided branch without a merge of its own, which leaves a loop. */
static next_t leave_or_stay(nbl_sp_t *s, const uint32_t *w, uint32_t condition, uint32_t block) {
    uint32_t yes = kept_target(s, w[2]), no = kept_target(s, w[3]), operands[3] = {nbl_sp_id(s, condition), yes, no};
    const nbl_sp_frame_t *loop = innermost_loop(s);
    if (!yes && !no) {
        if (!loop) nbl_sp_refuse(s, "a branch without a merge");
        return after_kept(s, loop);
    }
    if (!yes) operands[1] = s->next_id++;
    if (!no) operands[2] = s->next_id++;
    nbl_sp_put(s, SpvOpBranchConditional, 3, operands);
    if (yes && no) return stop(ended());
    know(s, condition, !yes);
    nbl_sp_begin_block(s, yes ? operands[2] : operands[1]);
    return go_on(yes ? w[3] : w[2], block);
}

static next_t branch_conditional(nbl_sp_t *s, const uint32_t *w, uint32_t merge, uint32_t block) {
    uint32_t condition = settled(s, nbl_sp_get(s, w[1]));
    nbl_sp_value_t c = nbl_sp_value(s, condition);
    if (w[2] == w[3]) return go_on(w[2], block);
    if (c.kind == NBL_SP_CONSTANT) return go_on(c.bits ? w[2] : w[3], block);
    if (c.kind == NBL_SP_UNDEFINED) return go_on(w[3], block); /* either way will do */
    if (c.kind != NBL_SP_RESULT && c.kind != NBL_SP_CARRIED) nbl_sp_refuse(s, "malformed: a condition");
    if (!merge) return leave_or_stay(s, w, condition, block);
    nbl_sp_exit_t exit = nbl_sp_fork(s, condition, w + 2, merge, block);
    if (exit.ended) return stop(exit);
    if (exit.label == 0) return stop(exit); /* the function has returned */
    return go_on(exit.label, 0);
}

static next_t branch_switch(nbl_sp_t *s, const uint32_t *w, uint32_t block) {
    nbl_sp_value_t selector = nbl_sp_value(s, nbl_sp_get(s, w[1]));
    uint32_t n = w[0] >> 16, to = w[2];
    if (selector.kind != NBL_SP_CONSTANT) nbl_sp_refuse(s, "a switch that literals do not decide");
    if (nbl_sp_type(s, selector.type)->width > 32) nbl_sp_refuse(s, "a switch of 64 bits");
    for (uint32_t k = 3; k + 1 < n; k += 2)
        if (w[k] == (uint32_t)selector.bits) to = w[k + 1];
    return go_on(to, block);
}

static next_t leave_function(nbl_sp_t *s, uint32_t value) {
    const nbl_sp_frame_t *f = s->frame;
    bool in_kept = false;
    for (; f->kind != NBL_SP_CALL; f = f->outer) in_kept = in_kept || f->new_header;
    if (!f->outer) { /* main's own frame: it returns as any other */
        nbl_sp_put(s, SpvOpReturn, 0, NULL);
        return stop(ended());
    }
    if (in_kept) nbl_sp_refuse(s, "a return from a loop that stays");
    nbl_sp_exit_t exit = {.depth = f->depth, .rank = RANK_MERGE};
    s->returned = value;
    return stop(exit);
}

static next_t terminate(nbl_sp_t *s, const uint32_t *w, uint32_t merge, uint32_t block) {
    switch (w[0] & 0xffff) {
    case SpvOpBranch: return go_on(w[1], block);
    case SpvOpBranchConditional: return branch_conditional(s, w, merge, block);
    case SpvOpSwitch: return branch_switch(s, w, block);
    case SpvOpReturn: return leave_function(s, 0);
    case SpvOpReturnValue: return leave_function(s, nbl_sp_get(s, w[1]));
    case SpvOpUnreachable: nbl_sp_put(s, SpvOpUnreachable, 0, NULL); return stop(ended());
    default: nbl_sp_refuse(s, "instruction %u ends a block", w[0] & 0xffff);
    }
}

static bool is_end(uint32_t op) { return (op >= SpvOpBranch && op <= SpvOpUnreachable) || op == SpvOpFunctionEnd; }

static next_t run_block(nbl_sp_t *s, uint32_t label, uint32_t previous) {
    uint32_t i = s->at[label], merge = 0;
    nbl_sp_mark_t start = nbl_sp_mark(s);
    i = take_phis(s, i + (s->words[i] >> 16), previous);
    for (;; i += s->words[i] >> 16) {
        const uint32_t *w = s->words + i;
        uint32_t op = w[0] & 0xffff;
        if (++s->steps > MOST_STEPS) nbl_sp_refuse(s, "more than %u steps", (unsigned)MOST_STEPS);
        if (op == SpvOpSelectionMerge) {
            merge = w[1];
        } else if (op == SpvOpLoopMerge) {
            const nbl_sp_frame_t *kept = begin_iteration(s, w, label, start);
            if (kept) return after_kept(s, kept);
        } else if (is_end(op)) {
            return terminate(s, w, merge, label);
        } else {
            nbl_sp_step(s, w);
        }
    }
}

/* Runs blocks from a label on.
 * 
 * inside  the first block belongs to the innermost frame, and entering it does not leave that frame */
nbl_sp_exit_t nbl_sp_run(nbl_sp_t *s, uint32_t label, uint32_t previous, nbl_sp_exit_t bound, bool inside) {
    uint32_t level = s->level;
    if (++s->depth > MOST_DEPTH)
        nbl_sp_refuse(s, "calls, branches and loops are nested more than %u deep", (unsigned)MOST_DEPTH);
    s->level = ++s->levels;
    for (;; inside = false) {
        nbl_sp_exit_t exit;
        if (!inside && arrive(s, label, bound, &exit)) {
            s->previous = previous;
            s->level = level;
            s->depth--;
            return exit;
        }
        if (label >= s->bound || !s->at[label] || (s->words[s->at[label]] & 0xffff) != SpvOpLabel)
            nbl_sp_refuse(s, "malformed: no block %u", label);
        next_t next = run_block(s, label, previous);
        if (next.stopped) {
            s->level = level;
            s->depth--;
            return next.exit;
        }
        label = next.label;
        previous = next.previous;
    }
}

/* ---- Functions */

static uint32_t first_block(nbl_sp_t *s, uint32_t function) {
    uint32_t i = s->at[function];
    for (i += s->words[i] >> 16; i < s->word_count; i += s->words[i] >> 16) {
        uint32_t op = s->words[i] & 0xffff;
        if (op == SpvOpLabel) return s->words[i + 1];
        if (op == SpvOpFunctionEnd) break;
    }
    nbl_sp_refuse(s, "function %u has no body", function);
}

uint32_t nbl_sp_call(nbl_sp_t *s, const uint32_t *w) {
    uint32_t count = (w[0] >> 16) - 4, cells = s->cells.size, mark = s->scratch.size, function = w[3];
    /* after the call its frames and variables are of no use */
    uint32_t frames = s->frames_used, locals = s->locals.size;
    nbl_sp_frame_t *caller = s->frame;
    if (function >= s->bound || !s->at[function] || (s->words[s->at[function]] & 0xffff) != SpvOpFunction)
        nbl_sp_refuse(s, "malformed: no function %u", function);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t argument = nbl_sp_get(s, w[4 + k]);
        NBL_SP_PUSH(s, s->scratch, argument);
    }
    uint32_t i = s->at[function] + (s->words[s->at[function]] >> 16);
    for (uint32_t k = 0; k < count; k++, i += s->words[i] >> 16) {
        if (i >= s->word_count || (s->words[i] & 0xffff) != SpvOpFunctionParameter)
            nbl_sp_refuse(s, "malformed: parameters of function %u", function);
        nbl_sp_set(s, s->words[i + 2], s->scratch.data[mark + k]);
    }
    s->scratch.size = mark;
    nbl_sp_frame_t *frame = nbl_sp_push_frame(s, NBL_SP_CALL, caller);
    nbl_sp_exit_t bound = {.depth = frame->depth, .rank = RANK_MERGE};
    frame->path = nbl_sp_path(frame->path, (uint32_t)(w - s->words), 0);
    s->returned = 0;
    nbl_sp_exit_t exit = nbl_sp_run(s, first_block(s, function), 0, bound, true);
    if (exit.ended) nbl_sp_refuse(s, "a function that does not return");
    s->frame = caller;
    s->frames_used = frames;
    nbl_sp_drop_locals(s, locals);
    nbl_sp_drop_cells(s, cells);
    return s->returned;
}

void nbl_sp_main(nbl_sp_t *s) {
    const nbl_sp_frame_t *frame = nbl_sp_push_frame(s, NBL_SP_CALL, NULL);
    nbl_sp_exit_t bound = {.depth = frame->depth, .rank = RANK_MERGE};
    nbl_sp_begin_block(s, s->next_id++);
    nbl_sp_run(s, first_block(s, s->entry_function), 0, bound, true);
}
