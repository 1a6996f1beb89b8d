/* Two axes that go together on the CPU: a part of an array, such as a plane, goes along one and at once along the next.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    the steps of a transform, made.
 * Out:   transform->parts: for each step, in how many parts its round and the next one go together; 0: they do not.
 * Wrong: nothing.
 *
 * An axis by itself reads and writes the whole array. A part that stays in the second cache is read and written once
 * for two axes. Bits stay, since only the order of lines changes.
 */
#include "transform/run_cpu.h"

/* Bytes of a part as the first step stores it, at most: half of a second cache of 1 MiB. Chosen. */
#define MOST_BYTES ((uint64_t)1 << 19)

/* Parts of an array, at most, since each one's place is compared: lies_in_parts(). Chosen: with MOST_BYTES each they
 * are 32 GiB. */
#define MOST_PARTS ((uint64_t)1 << 16)

/* Returns whether a step has one line a transform, and takes rows or columns. */
static bool is_spread(const nbl_program_made_step_t *made) {
    return made->lines == 1 && (made->taken_as == NBL_PROGRAM_ROWS || made->taken_as == NBL_PROGRAM_COLUMNS);
}

/* Returns whether a step's lines lie in parts: part p begins p * *bytes behind part 0, and no part reaches into the
 * next one.
 *
 * stores  true: where the step stores them; false: where it loads them
 * bytes   distance of neighbouring parts; if *bytes is 0 it receives the distance of the first two parts */
static bool lies_in_parts(const nbl_program_made_step_t *made, bool stores, uint64_t parts, uint64_t *bytes) {
    const nbl_program_step_t *step = made->step;
    const nbl_view_t *view = stores ? &step->store : &step->load;
    const uint64_t number = nbl_program_number_bytes(step, view), lines = step->transforms / parts;
    const uint64_t count = stores ? made->out_count : made->in_count;
    const bool plain = view->element == NBL_VIEW_COMPLEX || view->element == NBL_VIEW_PAIR ||
                       view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_HERMITIAN;
    uint64_t last = (count - 1) * view->step * view->stride, inner = 1, left = lines;
    if (!plain || view->apart.count != 0) return false;
    if (view->element == NBL_VIEW_PAIR) last = 2 * last + view->stride;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && view->transforms[i].count != 0; i++) {
        const nbl_view_loop_t loop = view->transforms[i];
        const uint64_t trips = left < loop.count ? left : loop.count;
        if (left > 1 && (left >= loop.count ? left % loop.count : loop.count % left) != 0) return false;
        last += (trips - 1) * loop.stride;
        left = left / trips;
        inner *= loop.count;
    }
    if (inner < step->transforms) return false;
    if (*bytes == 0) *bytes = parts > 1 ? number * nbl_view_place(view->transforms, NBL_VIEW_MOST_LOOPS, lines) : 0;
    if (*bytes == 0 || (last + 1) * number > *bytes) return false;
    for (uint64_t p = 1; p < parts; p++)
        if (number * nbl_view_place(view->transforms, NBL_VIEW_MOST_LOOPS, p * lines) != p * *bytes) return false;
    return true;
}

/* Returns whether two views may share memory: they have one region, or they are the input and output of a transform in
 * place. */
static bool may_meet(const nbl_ready_t *transform, const nbl_view_t *a, const nbl_view_t *b) {
    const bool arrays = a->region < NBL_VIEW_BETWEEN && b->region < NBL_VIEW_BETWEEN;
    return a->region == b->region || (arrays && transform->problem.in_place != 0);
}

/* Returns whether steps s and s + 1 go in parts: part p of step s + 1 loads what part p of step s stores, and neither
 * step stores where another part still loads.
 *
 * parts  how many; 0 and 1 are none */
static bool go_in_parts(const nbl_ready_t *transform, uint32_t s, uint64_t parts) {
    const nbl_program_made_step_t *a = &transform->made[s], *b = &transform->made[s + 1];
    uint64_t bytes = 0, of_ends = 0;
    if (parts < 2 || parts > MOST_PARTS || a->step->transforms % parts != 0 || b->step->transforms % parts != 0)
        return false;
    const nbl_view_t *load = &a->step->load, *between = &a->step->store, *store = &b->step->store;
    if (b->step->load.region != between->region) return false;
    if (!lies_in_parts(a, true, parts, &bytes) || bytes > MOST_BYTES || !lies_in_parts(b, false, parts, &bytes))
        return false;
    if (may_meet(transform, load, between) && !lies_in_parts(a, false, parts, &bytes)) return false;
    if (may_meet(transform, store, between) && !lies_in_parts(b, true, parts, &bytes)) return false;
    return !may_meet(transform, load, store) ||
           (lies_in_parts(a, false, parts, &of_ends) && lies_in_parts(b, true, parts, &of_ends));
}

/* Returns the trips of a view's innermost loop over transforms. */
static uint64_t inner_of(const nbl_view_t *view) {
    return view->transforms[0].count != 0 ? view->transforms[0].count : 1;
}

/* Returns in how many parts steps s and s + 1 go together; 0: they do not. Tried is a part for each trip of the outer
 * loops: those of step s's stores, then those of step s + 1's loads. */
static uint64_t parts_of(const nbl_ready_t *transform, uint32_t s) {
    const nbl_program_step_t *a = &transform->step[s], *b = a + 1;
    if (a->round == b->round || !is_spread(&transform->made[s]) || !is_spread(&transform->made[s + 1])) return 0;
    if (transform->chunk[s] < a->transforms || transform->chunk[s + 1] < b->transforms) return 0;
    const uint64_t some[2] = {a->transforms / inner_of(&a->store), b->transforms / inner_of(&b->load)};
    for (int i = 0; i < 2; i++)
        if (go_in_parts(transform, s, some[i])) return some[i];
    return 0;
}

void nbl_ready_part(nbl_ready_t *transform) {
    for (uint32_t s = 0; s + 1 < transform->steps; s++) {
        const bool alone = (s == 0 || transform->step[s - 1].round != transform->step[s].round) &&
                           (s + 2 >= transform->steps || transform->step[s + 2].round != transform->step[s + 1].round);
        transform->parts[s] = alone ? parts_of(transform, s) : 0;
        if (transform->parts[s] > 0) s++;
    }
}
