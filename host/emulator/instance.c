/* Dynamic instances: whether two invocations have come to one synchronisation by the same trips of the same loops and
 * the same calls, and which of two comes first in the text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The way to a synchronisation, from the kernel inwards, is a row of steps: a loop and its trip, or a call, and last
 * the place itself. Loops are told by the hooks of nbl/lang/flow.h, calls by the return addresses on the invocation's
 * stack where the code has frames as the text has (nbl_emulator_site_t's calls_are_true). Where two ways part, the one
 * whose step stands earlier in the text, or whose trip is the lower one, comes first: whoever is behind may still come
 * to where the other waits, and never the other way round.
 */
#include "emulator/internal.h"

#include <stdlib.h>

#define MAX_WHILES 32u
#define MAX_STEPS 64u
#define SWITCH_FRAME ((void *)1) /* below all others: nothing is inside */

/* ---- loops that no `for` made ---- */

static nbl_emulator_loop_t *push(nbl_emulator_worker_t *worker, uint32_t number, void *frame, void *place) {
    const nbl_emulator_loop_t *last = nbl_emulator_loop;
    nbl_emulator_loop_t *own;

    if (worker->whiles == NULL) {
        worker->whiles = calloc((size_t)worker->job->invocations * MAX_WHILES, sizeof *worker->whiles);
        if (worker->whiles == NULL) {
            nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory for its loops");
            nbl_emulator_abandon(worker);
        }
    }
    own = worker->whiles + (size_t)worker->current->index * MAX_WHILES;
    while (last != NULL && last->frame == NULL) last = last->around;
    uint32_t used = last != NULL ? (uint32_t)(last - own) + 1u : 0u;
    if (used == MAX_WHILES) {
        nbl_emulator_fail(worker, NBL_ERROR_TOO_MANY, worker->current, "more than %u loops, one in another",
                          (unsigned)MAX_WHILES);
        nbl_emulator_abandon(worker);
    }
    own[used] = (nbl_emulator_loop_t){nbl_emulator_loop, frame, number, 0u, place};
    return &own[used];
}

int nbl_emulator_while(uint32_t number, int condition, void *frame) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    nbl_emulator_loop_t *loop = nbl_emulator_loop;

    if (worker == NULL) return condition;
    while (loop != NULL && loop->frame != NULL && (loop->number != number || loop->frame != frame)) loop = loop->around;
    if (loop != NULL && loop->frame != NULL) { /* it has been here before; what is inside has been left */
        nbl_emulator_loop = condition ? loop : loop->around;
        loop->trip++;
        return condition;
    }
    while (nbl_emulator_loop != NULL && nbl_emulator_loop->frame != NULL && nbl_emulator_loop->frame < frame)
        nbl_emulator_loop = nbl_emulator_loop->around; /* of a function that has returned */
    if (condition) nbl_emulator_loop = push(worker, number, frame, __builtin_return_address(0));
    return condition;
}

void nbl_emulator_break(void) {
    if (nbl_emulator_this_worker != NULL && nbl_emulator_loop != NULL && nbl_emulator_loop->frame != NULL)
        nbl_emulator_loop = nbl_emulator_loop->around;
}

void nbl_emulator_switch(void) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    if (worker != NULL) nbl_emulator_loop = push(worker, 0u, SWITCH_FRAME, NULL);
}

/* ---- ways ---- */

typedef struct step_t {
    int is_call;
    uint32_t number, trip; /* of a loop */
    uintptr_t place;       /* in the code; of a loop only where calls are true */
} step_t;

/* A frame as a function with a frame pointer begins it: the caller's, and where it goes back to. */
typedef struct frame_t {
    const struct frame_t *caller;
    uintptr_t back;
} frame_t;

static int is_frame(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, const frame_t *frame,
                    const frame_t *inner) {
    uintptr_t end = (uintptr_t)worker->pool.mapping + (who->index + 1u) * worker->pool.stride;
    return (uintptr_t)frame > (uintptr_t)inner && (uintptr_t)frame < end - sizeof *frame &&
           (uintptr_t)frame % sizeof(void *) == 0;
}

/* The next loop outwards that is one, from `loop` on. */
static const nbl_emulator_loop_t *skip(const nbl_emulator_loop_t *loop, const frame_t *frame) {
    while (loop != NULL && loop->frame != NULL &&
           (loop->number == 0u || (frame != NULL && (uintptr_t)loop->frame < (uintptr_t)frame)))
        loop = loop->around;
    return loop;
}

/* Fills the steps from the innermost outwards, without the place itself. Returns how many. */
static uint32_t find_way(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, step_t *steps) {
    const frame_t *frame = who->site->calls_are_true ? who->frames : NULL, *inner = frame;
    uint32_t count = 0;

    if (frame != NULL) frame = frame->caller;
    const nbl_emulator_loop_t *loop = skip(who->loop, frame);
    while (count < MAX_STEPS) {
        int has_frame = frame != NULL && is_frame(worker, who, frame, inner);
        uintptr_t at = loop == NULL ? 0u : (uintptr_t)(loop->frame != NULL ? loop->frame : (const void *)loop);
        if (loop != NULL && (!has_frame || at <= (uintptr_t)frame)) {
            steps[count++] = (step_t){0, loop->number, loop->trip, (uintptr_t)loop->place};
            loop = skip(loop->around, NULL);
        } else if (has_frame) {
            steps[count++] = (step_t){1, 0u, 0u, frame->back};
            inner = frame;
            frame = frame->caller;
        } else {
            break;
        }
    }
    return count;
}

static int by(uintptr_t a, uintptr_t b) { return (a > b) - (a < b); }

int nbl_emulator_compare_instances(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                                   const nbl_emulator_invocation_t *b) {
    step_t left[MAX_STEPS + 1u], right[MAX_STEPS + 1u];
    uint32_t lefts = find_way(worker, a, left), rights = find_way(worker, b, right);
    const step_t end_a = {0, a->site->number, 0u, a->frames != NULL ? ((const frame_t *)a->frames)->back : 0u},
                 end_b = {0, b->site->number, 0u, b->frames != NULL ? ((const frame_t *)b->frames)->back : 0u};

    for (;;) {
        const step_t *l = lefts != 0 ? &left[--lefts] : &end_a, *r = rights != 0 ? &right[--rights] : &end_b;
        if (l->is_call || r->is_call) {
            int order = by(l->place, r->place);
            if (order != 0 || l->is_call != r->is_call) return order != 0 ? order : l->is_call - r->is_call;
            continue;
        }
        if (l->number != r->number) return by(l->number, r->number);
        if (l->trip != r->trip) return by(l->trip, r->trip);
        if (l == &end_a || r == &end_b) break;
    }
    if (nbl_emulator_same_site(a->site, b->site)) return by(a->state, b->state);
    return a->site->line != b->site->line ? by((uintptr_t)a->site->line, (uintptr_t)b->site->line)
                                          : by((uintptr_t)a->site, (uintptr_t)b->site);
}

int nbl_emulator_same_instance(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                               const nbl_emulator_invocation_t *b) {
    const nbl_emulator_loop_t *left = a->loop, *right = b->loop;

    if (a->state != b->state || !nbl_emulator_same_site(a->site, b->site)) return 0;
    if (a->site->calls_are_true) return nbl_emulator_compare_instances(worker, a, b) == 0;
    for (;;) {
        left = skip(left, NULL);
        right = skip(right, NULL);
        if (left == NULL || right == NULL) return left == right;
        if (left->number != right->number || left->trip != right->trip) return 0;
        left = left->around;
        right = right->around;
    }
}
