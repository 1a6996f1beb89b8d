/* Executes an if that literals do not decide: both sides, and what they leave where they meet.
 * SPDX-License-Identifier: Apache-2.0
 *
 * If the sides end at different labels, both are run once more, as far as the outermost of the two labels. The side
 * that ended further in then holds the code between the two labels as well. A cell that either side writes gets a phi
 * of both values, or, if the sides are short and pure, an OpSelect.
 */
#include <string.h>

#include "spirv/specialize/internal.h"

enum {
    MOST_FLAT = 24, /* pure instructions of both sides, up to which they become OpSelects; chosen, not measured */
    MOST_PHIS = 64  /* phis of the block where the sides meet; more are refused; chosen */
};

/* What one side of the if left when it had run. */
typedef struct side_t {
    nbl_sp_exit_t exit;               /* where it ended */
    uint32_t code, code_end;          /* its words in s->code, without its first label and its last branch */
    uint32_t first_write, last_write; /* its part of s->writes: the cells that it changed, and what they hold */
    uint32_t label;                   /* new module: the block that it ends with */
    uint32_t returned;                /* the value that it returns; 0: it does not return */
    uint32_t previous;        /* old module: the block that it came from when it ended; 0: from a fork's merge */
    uint32_t first_phi, phis; /* its part of s->phis: a value for each phi of the block where it ended */
    uint32_t convergent;      /* barriers and other instructions that all invocations run together */
} side_t;

/* Takes a composite result of an instruction apart into its leaves; other values are returned as they are. It is done
 * within the side, since where the sides meet the result may not be known. */
static uint32_t apart(nbl_sp_t *s, uint32_t value) {
    nbl_sp_value_t v = nbl_sp_value(s, value);
    return value && v.kind == NBL_SP_RESULT && nbl_sp_is_composite(s, v.type) ? nbl_sp_part(s, value, v.type, 0)
                                                                              : value;
}

static uint32_t first_phi_of(nbl_sp_t *s, uint32_t label) {
    if (label >= s->bound || !s->at[label]) nbl_sp_refuse(s, "malformed: no block %u", label);
    return s->at[label] + (s->words[s->at[label]] >> 16);
}

static void take_phis(nbl_sp_t *s, side_t *side) {
    side->first_phi = s->phis.size;
    side->phis = 0;
    if (side->exit.ended || !side->exit.label) return;
    for (uint32_t i = first_phi_of(s, side->exit.label); (s->words[i] & 0xffff) == SpvOpPhi;
         i += s->words[i] >> 16, side->phis++) {
        const uint32_t *w = s->words + i;
        uint32_t value = side->previous ? 0 : nbl_sp_get(s, w[2]); /* without previous: a fork inside has set the phi */
        for (uint32_t k = 3; k + 1 < w[0] >> 16; k += 2)
            if (w[k + 1] == side->previous) value = nbl_sp_get(s, w[k]);
        if (!value) nbl_sp_refuse(s, "malformed: a phi without one of its blocks");
        value = apart(s, value);
        NBL_SP_PUSH(s, s->phis, value);
    }
}

/* Notes that a condition is true or false from here on. */
static void know(nbl_sp_t *s, uint32_t condition, bool is) {
    nbl_sp_fact_t fact = {condition, is};
    nbl_sp_value_t c = nbl_sp_value(s, condition);
    NBL_SP_PUSH(s, s->facts, fact);
    if (c.kind == NBL_SP_RESULT && c.op == SpvOpLogicalNot) {
        nbl_sp_fact_t contrary = {c.a, !is};
        NBL_SP_PUSH(s, s->facts, contrary);
    }
}

/* Executes a side from its label `target` on, and then forgets what the side did: the other one begins alike.
 *
 * labels  new module: the side's first block, and the block where the sides meet */
static side_t run_side(nbl_sp_t *s, uint32_t target, uint32_t block, nbl_sp_exit_t bound, const uint32_t labels[2],
                       uint32_t condition, bool is) {
    side_t side = {.convergent = s->convergent};
    nbl_sp_frame_t *frame = s->frame;
    uint32_t returned = s->returned;
    nbl_sp_mark_t before = nbl_sp_mark(s);
    know(s, condition, is);
    nbl_sp_begin_block(s, labels[0]);
    side.code = s->code.size;
    side.exit = nbl_sp_run(s, target, block, bound, false);
    side.previous = s->previous;
    side.returned = side.exit.ended || side.exit.label ? 0 : apart(s, s->returned);
    take_phis(s, &side);
    side.code_end = s->code.size;
    side.first_write = s->writes.size;
    for (uint32_t i = s->trail.size; i-- > before.trail;) {
        nbl_sp_write_t w = {s->trail.data[i].cell, 0};
        if (w.cell >= before.cells) continue;
        w.value = s->cells.data[w.cell];
        NBL_SP_PUSH(s, s->writes, w);
    }
    side.last_write = s->writes.size;
    if (!side.exit.ended) nbl_sp_branch(s, labels[1]);
    side.label = s->label;
    side.convergent = s->convergent - side.convergent;
    nbl_sp_forget(s, before);
    s->frame = frame;
    s->returned = returned;
    return side;
}

/* Returns whether a side's code is pure and short, so that it may be executed although the other side is taken.
 *
 * count  instructions of both sides so far, to which this side's are added */
static bool is_flat(const nbl_sp_t *s, const side_t *side, uint32_t *count) {
    if (side->exit.ended) return false;
    for (uint32_t i = side->code; i < side->code_end; i += s->code.data[i] >> 16) {
        uint32_t op = s->code.data[i] & 0xffff;
        if (nbl_shape(op).effect != NBL_SHAPE_PURE || op == SpvOpPhi || ++*count > MOST_FLAT) return false;
    }
    return true;
}

typedef struct join_t {
    const side_t *a, *b;
    uint32_t condition, first_id;
    bool flat;
} join_t;

/* Returns the value of a leaf after both sides. If it is undefined after one side, the other side's value stands for
 * both, if it was known before the fork. */
static uint32_t join_leaf(nbl_sp_t *s, const join_t *join, uint32_t a, uint32_t b) {
    if (a == b) return a;
    if (!a) a = nbl_sp_undefined(s, s->values.data[b].type);
    if (!b) b = nbl_sp_undefined(s, s->values.data[a].type);
    nbl_sp_value_t x = nbl_sp_value(s, a), y = nbl_sp_value(s, b);
    if (x.kind == NBL_SP_CARRIED) return a;
    if (y.kind == NBL_SP_CARRIED) return b;
    bool known_x = join->flat || x.kind != NBL_SP_RESULT || x.id < join->first_id;
    bool known_y = join->flat || y.kind != NBL_SP_RESULT || y.id < join->first_id;
    if (x.kind == NBL_SP_UNDEFINED && known_y) return b;
    if (y.kind == NBL_SP_UNDEFINED && known_x) return a;
    if (x.kind == NBL_SP_CELLS || x.kind == NBL_SP_POINTER || y.kind == NBL_SP_CELLS || y.kind == NBL_SP_POINTER)
        nbl_sp_refuse(s, "pointers that differ meet");
    if (x.type != y.type) nbl_sp_refuse(s, "malformed: values of two types meet");
    if (join->flat) return nbl_sp_select(s, x.type, join->condition, a, b);
    uint32_t operands[4] = {nbl_sp_id(s, a), join->a->label, nbl_sp_id(s, b), join->b->label};
    return nbl_sp_emit(s, SpvOpPhi, x.type, 4, operands, false);
}

/* Returns a value after both sides, leaf by leaf. 0 for a or b: that side gives none. */
static uint32_t join_value(nbl_sp_t *s, const join_t *join, uint32_t a, uint32_t b) {
    if (a == b || !a || !b) return a ? a : b;
    uint32_t type = s->values.data[a].type;
    nbl_sp_value_t x = nbl_sp_value(s, a);
    if (x.kind == NBL_SP_CELLS || x.kind == NBL_SP_POINTER || !nbl_sp_is_composite(s, type))
        return join_leaf(s, join, a, b);
    uint32_t leaves = nbl_sp_leaves(s, type), first = s->parts.size;
    for (uint32_t k = 0; k < leaves; k++) {
        uint32_t leaf = join_leaf(s, join, nbl_sp_leaf(s, a, k), nbl_sp_leaf(s, b, k));
        NBL_SP_PUSH(s, s->parts, leaf);
    }
    return nbl_sp_composite(s, type, first);
}

/* Sets each cell that a side wrote to its value after both sides. Meanwhile s->others holds by cell what side b wrote,
 * plus 1, or `done`; afterwards zeros again. */
static void join_cells(nbl_sp_t *s, const join_t *join) {
    const uint32_t done = UINT32_MAX;
    for (uint32_t i = join->b->first_write; i < join->b->last_write; i++)
        s->others.data[s->writes.data[i].cell] = s->writes.data[i].value + 1;
    for (uint32_t i = join->a->first_write; i < join->a->last_write; i++) {
        nbl_sp_write_t w = s->writes.data[i];
        uint32_t other = s->others.data[w.cell];
        if (other == done) continue;
        s->others.data[w.cell] = done;
        nbl_sp_set_cell(s, w.cell, join_leaf(s, join, w.value, other ? other - 1 : s->cells.data[w.cell]));
    }
    for (uint32_t i = join->b->first_write; i < join->b->last_write; i++) {
        nbl_sp_write_t w = s->writes.data[i];
        if (s->others.data[w.cell] == done) continue;
        s->others.data[w.cell] = done;
        nbl_sp_set_cell(s, w.cell, join_leaf(s, join, s->cells.data[w.cell], w.value));
    }
    for (uint32_t i = join->a->first_write; i < join->b->last_write; i++) s->others.data[s->writes.data[i].cell] = 0;
}

/* Sets the cells as one side left them, if the other side never arrives here: it returned or left a kept loop. */
static void follow(nbl_sp_t *s, const side_t *side) {
    for (uint32_t i = side->first_write; i < side->last_write; i++)
        nbl_sp_set_cell(s, s->writes.data[i].cell, s->writes.data[i].value);
}

/* Sets the values of the phis of the block where the sides meet. */
static void set_phis(nbl_sp_t *s, const join_t *join, uint32_t label) {
    const side_t *a = join->a, *b = join->b;
    uint32_t joined[MOST_PHIS], count = a->exit.ended ? b->phis : a->phis;
    if (count > MOST_PHIS) nbl_sp_refuse(s, "more than %u phis", (unsigned)MOST_PHIS);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t of_a = a->exit.ended ? 0 : s->phis.data[a->first_phi + k];
        uint32_t of_b = b->exit.ended ? 0 : s->phis.data[b->first_phi + k];
        joined[k] = join_value(s, join, of_a, of_b);
    }
    uint32_t i = first_phi_of(s, label);
    for (uint32_t k = 0; k < count; k++, i += s->words[i] >> 16) nbl_sp_set(s, s->words[i + 2], joined[k]);
}

/* Replaces branches, labels and merge by the code of both sides, one after the other. */
static void flatten(nbl_sp_t *s, nbl_sp_mark_t start, const side_t *a, const side_t *b) {
    uint32_t *code = s->code.data, of_a = a->code_end - a->code, of_b = b->code_end - b->code;
    memmove(code + start.code, code + a->code, of_a * sizeof *code);
    memmove(code + start.code + of_a, code + b->code, of_b * sizeof *code);
    s->code.size = start.code + of_a + of_b;
    s->label = start.label;
}

nbl_sp_exit_t nbl_sp_fork(nbl_sp_t *s, uint32_t condition, const uint32_t targets[2], uint32_t merge, uint32_t block) {
    nbl_sp_frame_t *outer = s->frame, *frame = nbl_sp_push_frame(s, NBL_SP_FORK, outer);
    nbl_sp_exit_t bound = {.depth = frame->depth, .rank = 2, .label = merge};
    uint32_t id = nbl_sp_id(s, condition), writes = s->writes.size;
    nbl_sp_mark_t start = nbl_sp_mark(s);
    uint32_t labels[3] = {0, 0, 0};
    side_t a, b;
    frame->merge = merge;
    for (;;) {
        for (int k = 0; k < 3; k++) labels[k] = s->next_id++;
        uint32_t selection[2] = {labels[2], 0}, branch[3] = {id, labels[0], labels[1]};
        uint32_t of_a[2] = {labels[0], labels[2]}, of_b[2] = {labels[1], labels[2]};
        nbl_sp_put(s, SpvOpSelectionMerge, 2, selection);
        nbl_sp_put(s, SpvOpBranchConditional, 3, branch);
        a = run_side(s, targets[0], block, bound, of_a, condition, true);
        b = run_side(s, targets[1], block, bound, of_b, condition, false);
        if (a.exit.ended || b.exit.ended || (a.exit.depth == b.exit.depth && a.exit.rank == b.exit.rank)) break;
        bound = nbl_sp_further_out(a.exit, b.exit) ? a.exit : b.exit;
        nbl_sp_go_back(s, start);
        s->writes.size = writes;
    }
    if (bound.depth != frame->depth && a.convergent && b.convergent)
        nbl_sp_refuse(s, "barriers behind a branch that leaves a function or a loop early");
    s->frame = outer;
    join_t join = {.a = &a, .b = &b, .condition = condition, .first_id = labels[0]};
    nbl_sp_exit_t exit = a.exit.ended ? b.exit : a.exit;
    uint32_t count = 0;
    join.flat = is_flat(s, &a, &count) && is_flat(s, &b, &count);
    if (join.flat)
        flatten(s, start, &a, &b);
    else
        nbl_sp_begin_block(s, labels[2]);
    if (a.exit.ended && b.exit.ended) {
        nbl_sp_put(s, SpvOpUnreachable, 0, NULL);
    } else {
        if (a.exit.ended || b.exit.ended)
            follow(s, a.exit.ended ? &b : &a);
        else
            join_cells(s, &join);
        if (a.exit.ended || b.exit.ended) know(s, condition, b.exit.ended);
        s->returned = join_value(s, &join, a.returned, b.returned);
        if (exit.label) set_phis(s, &join, exit.label);
    }
    s->writes.size = writes;
    s->phis.size = start.phis;
    return exit;
}
