/* Two axes that go together: each part of an array, such as a plane, goes along one axis and at once along the next.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    steps that are made. Out: of each step whose round goes together with the next one, in how many parts.
 *
 * An axis by itself reads and writes the whole array. A part that stays in the second cache is read and written once for two axes. Bits
 * are the same: the same lines go, in another order.
 */
#include "transform/run_cpu.h"

/* Most bytes of a part, on its larger side: half of a second cache of 1 MiB or more. Chosen. */
#define MOST_BYTES ((uint64_t)1 << 19)

/* Most parts that are looked at one by one. Chosen: no array of 2^19 bytes a part is that large here. */
#define MOST_PARTS ((uint64_t)1 << 16)

static bool is_spread(const nbl_program_made_step_t *made) {
    return made->lines == 1 && (made->taken_as == NBL_PROGRAM_ROWS || made->taken_as == NBL_PROGRAM_COLUMNS);
}

/* Returns whether part p of a step's lines lies p `bytes` behind part 0, whole and within `bytes`, on one side. Sets bytes for part 0 if
 * that is 0. */
static bool lies_in_parts(const nbl_program_made_step_t *made, bool stores, uint64_t parts, uint64_t *bytes) {
    const nbl_program_step_t *step = made->step;
    const nbl_view_t *view = stores ? &step->store : &step->load;
    const uint64_t number = nbl_program_number_bytes(step, view), lines = step->transforms / parts;
    const uint64_t count = stores ? made->out_count : made->in_count;
    const bool plain = view->element == NBL_VIEW_COMPLEX || view->element == NBL_VIEW_PAIR ||
                       view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_HERMITIAN;
    uint64_t last = (count - 1) * view->step * view->stride, inner = 1, left = lines;
    if (!plain) return false;
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

/* Returns whether two views may be of one memory. */
static bool may_meet(const nbl_ready_t *transform, const nbl_view_t *a, const nbl_view_t *b) {
    const bool arrays = a->region < NBL_VIEW_BETWEEN && b->region < NBL_VIEW_BETWEEN;
    return a->region == b->region || (arrays && transform->problem.in_place != 0);
}

/* Returns whether two steps, of one axis each, go in so many parts: part p of the second one loads what part p of the first one
 * stores, and neither stores where another part still loads. */
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

/* Returns the lines of a step's innermost loop. */
static uint64_t inner_of(const nbl_view_t *view) {
    return view->transforms[0].count != 0 ? view->transforms[0].count : 1;
}

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
