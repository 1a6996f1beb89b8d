/* Steps that are one on the CPU: where a line of the next step is the line that the step before has left.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program's steps, copied. Out: fewer of them, with the operations in the same order.
 *
 * A device has a step more for a real line that is scaled otherwise than usual: `line`, then `unpack` and `scale`. A
 * thread holds a line of any length, and takes what a step costs, some 50 ns, once.
 */
#include <string.h>

#include "transform/run_cpu.h"

static bool is_plain_line(const nbl_program_step_t *step, const nbl_view_t *view) {
    return view->region >= NBL_VIEW_WORK0 && view->element == NBL_VIEW_COMPLEX && view->storage == NBL_VIEW_OWN &&
           view->step == 1 && view->given == 0 && view->kept == 0 && nbl_view_lines(&step->load) == 1 &&
           nbl_view_lines(&step->store) == 1;
}

/* Returns whether an operation keeps two steps apart. Products do: they go by places of their step's arrays, and
 * leave out what their table lacks. */
static bool is_apart(uint32_t kind) {
    return kind != NBL_PROGRAM_LINE && kind != NBL_PROGRAM_UNPACK && kind != NBL_PROGRAM_PACK &&
           kind != NBL_PROGRAM_SCALE;
}

static bool are_one(const nbl_program_step_t *a, const nbl_program_step_t *b) {
    bool one = a->round == b->round && a->arithmetic == b->arithmetic && a->elements == b->elements &&
               a->transforms == b->transforms && a->ops + b->ops <= NBL_PROGRAM_MOST_OPS &&
               is_plain_line(a, &a->store) && is_plain_line(b, &b->load) &&
               memcmp(&a->store, &b->load, sizeof a->store) == 0;
    for (uint32_t i = 0; i < a->ops && one; i++) one = !is_apart(a->op[i].kind);
    for (uint32_t i = 0; i < b->ops && one; i++) one = !is_apart(b->op[i].kind);
    return one;
}

/* Returns whether a later step reads a region that a step between two others stores: the steps then stay apart. */
static bool is_read_later(const nbl_ready_t *transform, uint32_t region, uint32_t from, uint32_t round) {
    for (uint32_t s = from; s < transform->steps && transform->step[s].round == round; s++)
        if (transform->step[s].load.region == region) return true;
    return false;
}

void nbl_ready_join(nbl_ready_t *transform) {
    for (uint32_t s = 0; s + 1 < transform->steps;) {
        nbl_program_step_t *step = &transform->step[s], *next = step + 1;
        if (!are_one(step, next) || is_read_later(transform, step->store.region, s + 2, step->round)) {
            s++;
            continue;
        }
        memcpy(step->op + step->ops, next->op, next->ops * sizeof *next->op);
        step->ops += next->ops;
        step->store = next->store;
        transform->steps--;
        memmove(next, next + 1, (transform->steps - s - 1) * sizeof *next);
    }
}
