/* Dynamic instances: whether two invocations have reached one synchronisation by the same trips of the same loops and
 * the same calls, and which of two comes first in the text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The way to a synchronisation, from the kernel inwards, is a row of steps: a loop and its trip, or a call, and last
 * the place itself. Loops are known from the hooks of nbl/lang/flow.h, calls from the return addresses on the
 * invocation's stack if the code has the text's frames (see NBL_EMULATOR_CALLS). Where two ways part, the one whose
 * step is earlier in the text, or whose trip is lower, comes first: that invocation may still reach the place where the
 * other one waits, but not the other way round.
 */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

/* Chosen, beyond what shaders nest. More whiles are refused by name; deeper calls and loops are compared as far as
 * this. */
#define MAX_WHILES 32u           /* while loops that an invocation is in */
#define MAX_STEPS 64u            /* loops and calls, from the kernel to a synchronisation */
#define SWITCH_FRAME ((void *)1) /* lies below all frames, so no loop is inside it */

#if defined(_WIN32) /* elsewhere every text has them */
NBL_THREAD_LOCAL nbl_emulator_loop_t *nbl_emulator_loop;
NBL_THREAD_LOCAL const void *nbl_emulator_frame;
#endif

/* ---- loops that no `for` made ---- */

static nbl_emulator_loop_t *push(nbl_emulator_worker_t *worker, uint32_t number, void *frame, const char *function,
                                 void *place) {
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
    own[used] = (nbl_emulator_loop_t){nbl_emulator_loop, frame, function, number, 0u, place};
    return &own[used];
}

int nbl_emulator_while(uint32_t number, int condition, void *frame, const char *function) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    nbl_emulator_loop_t *loop = nbl_emulator_loop;

    if (worker == NULL) return condition;
    while (loop != NULL && loop->frame != NULL && (loop->number != number || loop->frame != frame)) loop = loop->around;
    if (loop != NULL && loop->frame != NULL) { /* the loop has begun before: loops inside it have been left */
        nbl_emulator_loop = condition ? loop : loop->around;
        loop->trip++;
        return condition;
    }
    while (nbl_emulator_loop != NULL && nbl_emulator_loop->frame != NULL && nbl_emulator_loop->frame < frame)
        nbl_emulator_loop = nbl_emulator_loop->around; /* loop of a function that has returned */
    if (condition) nbl_emulator_loop = push(worker, number, frame, function, __builtin_return_address(0));
    return condition;
}

void nbl_emulator_break(void) {
    if (nbl_emulator_this_worker != NULL && nbl_emulator_loop != NULL && nbl_emulator_loop->frame != NULL)
        nbl_emulator_loop = nbl_emulator_loop->around;
}

void nbl_emulator_switch(void) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    if (worker != NULL) nbl_emulator_loop = push(worker, 0u, SWITCH_FRAME, NULL, NULL);
}

/* Leaves a function's while loops. For loops leave by themselves, since their scopes end. */
void nbl_emulator_leave_whiles(const char *function) {
    if (nbl_emulator_this_worker == NULL) return;
    for (nbl_emulator_loop_t **each = &nbl_emulator_loop; *each != NULL;)
        if ((*each)->frame != NULL && (*each)->function == function)
            *each = (*each)->around;
        else
            each = &(*each)->around;
}

void nbl_emulator_goto(const char *file, int line) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    if (worker == NULL) return;
    nbl_emulator_fail(worker, NBL_ERROR_DIVERGENT_SUBGROUP, worker->current,
                      "the goto at %s:%d cannot be followed, and no shader has one: write a loop", file, line);
    nbl_emulator_abandon(worker);
}

/* ---- ways ---- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0xD6E8FEB86659FD93u;
    return hash ^ hash >> 32;
}

typedef struct step_t {
    int is_call;
    uint32_t number, trip; /* of a loop */
    uintptr_t place;       /* address in the code */
} step_t;

/* A frame as a function with a frame pointer begins it: the caller's frame and the return address. */
typedef struct frame_t {
    const struct frame_t *caller;
    uintptr_t back;
} frame_t;

static int is_frame(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, const frame_t *frame,
                    const frame_t *inner) {
    uintptr_t end = nbl_fiber_stack_end(&worker->pool, who->index);
    return (uintptr_t)frame > (uintptr_t)inner && (uintptr_t)frame < end - sizeof *frame &&
           (uintptr_t)frame % sizeof(void *) == 0;
}

uint32_t nbl_emulator_callers(const nbl_emulator_worker_t *worker, const void *frame, const void **callers) {
    const nbl_emulator_invocation_t *who = worker->current;
    const uintptr_t end = nbl_fiber_stack_end(&worker->pool, who->index) - worker->kernels_frame;
    uint32_t count = 0;

    for (const frame_t *each = frame, *inner = NULL; count < NBL_EMULATOR_MAX_CALLERS; each = each->caller) {
        if ((uintptr_t)each <= (uintptr_t)inner || (uintptr_t)each % sizeof(void *) != 0 ||
            (uintptr_t)each > end - sizeof *each || (uintptr_t)each->caller >= end)
            break;
        callers[count++] = (const void *)each->back;
        inner = each;
    }
    return count;
}

uint64_t nbl_emulator_hash_calls(const nbl_emulator_worker_t *worker, const void *frame) {
    const void *callers[NBL_EMULATOR_MAX_CALLERS];
    const uint32_t count = nbl_emulator_callers(worker, frame, callers);
    uint64_t hash = 1;

    for (uint32_t i = 0; i < count; i++) hash = mix(hash + 1u, (uintptr_t)callers[i]);
    return hash;
}

/* Returns the next loop outwards, from `loop` on, that belongs to a frame on the stack. */
static const nbl_emulator_loop_t *skip(const nbl_emulator_loop_t *loop, const frame_t *frame) {
    while (loop != NULL && loop->frame != NULL &&
           (loop->number == 0u || (frame != NULL && (uintptr_t)loop->frame < (uintptr_t)frame)))
        loop = loop->around;
    return loop;
}

/* Fills an invocation's way, the innermost step first, without the place itself. Returns the number of steps. */
static uint32_t find_way(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, step_t *steps) {
    const frame_t *frame = who->site->calls ? who->frames : NULL, *inner = frame;
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

static step_t end_of(const nbl_emulator_invocation_t *who) {
    return (step_t){0, who->site->number, 0u, who->frames != NULL ? ((const frame_t *)who->frames)->back : 0u};
}

int nbl_emulator_compare_instances(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                                   const nbl_emulator_invocation_t *b) {
    step_t left[MAX_STEPS + 1u], right[MAX_STEPS + 1u];
    uint32_t lefts = find_way(worker, a, left), rights = find_way(worker, b, right);
    const step_t end_a = end_of(a), end_b = end_of(b);

    for (;;) {
        const step_t *l = lefts != 0 ? &left[--lefts] : &end_a, *r = rights != 0 ? &right[--rights] : &end_b;
        if (l->is_call || r->is_call) {
            int order = by(l->place, r->place);
            if (order != 0 || l->is_call != r->is_call) return order != 0 ? order : l->is_call - r->is_call;
            continue;
        }
        const int order = l->number != r->number ? by(l->number, r->number) : by(l->trip, r->trip);
        if (order != 0) return order;
        if (l == &end_a || r == &end_b) break;
    }
    if (nbl_emulator_same_site(a->site, b->site)) return by(a->state, b->state);
    return a->site->line != b->site->line ? by((uintptr_t)a->site->line, (uintptr_t)b->site->line)
                                          : by((uintptr_t)a->site, (uintptr_t)b->site);
}

/* Returns whether two invocations have come by the same calls. */
static int same_calls(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                      const nbl_emulator_invocation_t *b) {
    const frame_t *left = a->frames, *right = b->frames;

    while (left != NULL && right != NULL) {
        const int more = is_frame(worker, a, left->caller, left);
        if (more != is_frame(worker, b, right->caller, right)) return 0;
        if (!more) return 1;
        left = left->caller;
        right = right->caller;
        if (left->back != right->back) return 0;
    }
    return left == right;
}

static const nbl_emulator_loop_t *innermost(const nbl_emulator_invocation_t *who) {
    return skip(who->loop, who->site->calls && who->frames != NULL ? ((const frame_t *)who->frames)->caller : NULL);
}

int nbl_emulator_same_instance(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                               const nbl_emulator_invocation_t *b) {
    if (a->state != b->state || !nbl_emulator_same_site(a->site, b->site)) return 0;
    if (a->site->calls && !same_calls(worker, a, b)) return 0;
    const nbl_emulator_loop_t *left = innermost(a), *right = innermost(b);
    while (left != NULL && right != NULL) {
        if (left->number != right->number || left->trip != right->trip) return 0;
        left = skip(left->around, NULL);
        right = skip(right->around, NULL);
    }
    return left == right;
}

/* ---- instances that were executed in parts ---- */

#define PARTS 4096u /* places of a hash table; a newer one takes the place of an older one. Chosen */

static uint64_t hash_of(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    step_t steps[MAX_STEPS + 1u];
    const uint32_t count = find_way(worker, who, steps);
    const step_t end = end_of(who);
    uint64_t hash = mix(mix(1u + who->index / worker->subgroup_size, who->state), end.number);

    hash = mix(mix(hash, (uintptr_t)who->site->file), (uint64_t)who->site->line);
    for (uint32_t i = 0; i < count; i++)
        hash = mix(mix(mix(hash, steps[i].is_call ? steps[i].place : steps[i].number), steps[i].trip), i);
    return hash;
}

int nbl_emulator_note_part(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, int is_all) {
    if (!who->site->calls || (is_all && !worker->has_parts)) return 0;
    const uint64_t hash = hash_of(worker, who);
    uint64_t *part;

    if (worker->parts == NULL && (worker->parts = calloc(PARTS, sizeof *worker->parts)) == NULL) return 0;
    part = &worker->parts[hash % PARTS];
    if (*part == hash) {
        nbl_emulator_fail(
            worker, NBL_ERROR_DIVERGENT_SUBGROUP, who,
            "lanes have reached the %s %s:%d in %s after others passed it without them, or for the second "
            "time: the order of the text is not seen; see "
            "docs/debugging.md, section 12",
            nbl_emulator_state_text((nbl_emulator_state_t)who->state), who->site->file, who->site->line,
            who->site->function != NULL ? who->site->function : "?");
        return -1;
    }
    if (!is_all) {
        *part = hash;
        worker->has_parts = 1;
    }
    return 0;
}

void nbl_emulator_forget_parts(nbl_emulator_worker_t *worker) {
    if (worker->has_parts) memset(worker->parts, 0, PARTS * sizeof *worker->parts);
    worker->has_parts = 0;
}
