/* Lays out the workspace between a round's steps for the CPU: the numbers of each transform side by side.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program's steps, and the bytes of its regions.
 * Out:   views of the workspace in which the lines of a step are rows, the regions' bytes, and how many transforms go
 *        through them at once: few enough to stay in a cache.
 * Wrong: nothing. A round whose views do not agree on where numbers lie keeps its layout.
 */
#include <string.h>

#include "transform/run_cpu.h"

static bool is_work(const nbl_view_t *view) { return view->region >= NBL_VIEW_WORK0; }

static bool same_places(const nbl_view_t *a, const nbl_view_t *b) {
    return a->stride == b->stride && a->element == b->element &&
           memcmp(a->transforms, b->transforms, sizeof a->transforms) == 0;
}

/* Returns the elements of a transform in a region, by the views of a round; 0: it cannot be moved. */
static uint64_t region_elements(const nbl_ready_t *transform, uint32_t first, uint32_t end, uint32_t region,
                                size_t *bytes) {
    const nbl_view_t *known = NULL;
    uint64_t elements = 0;
    for (uint32_t s = first; s < end; s++) {
        const nbl_program_step_t *step = &transform->step[s];
        for (int side = 0; side < 2; side++) {
            const nbl_view_t *view = side == 0 ? &step->load : &step->store;
            if (view->region != region) continue;
            uint64_t last = step->elements; /* a real signal's spectrum has one element more */
            for (uint32_t i = 0; i < NBL_VIEW_MOST_LINES && view->lines[i].count != 0; i++)
                last += (view->lines[i].count - 1) * view->lines[i].stride;
            last += (step->elements - 1) * (view->step - 1);
            if (last + 1 > elements) elements = last + 1;
            const size_t number = nbl_program_number_bytes(step, view);
            if (known != NULL && (!same_places(known, view) || number != *bytes)) return 0;
            if (view->element != NBL_VIEW_COMPLEX || view->given != 0 || view->kept != 0) return 0;
            known = view;
            *bytes = number;
            for (uint32_t i = 0; i < step->ops; i++)
                if (step->op[i].kind == NBL_PROGRAM_MULTIPLY && step->op[i].period != 0) return 0;
        }
    }
    return elements;
}

/* Bytes, about, of a thread's part of what lies between steps, so that it stays in a cache. On an AMD EPYC 2^13 to
 * 2^18 bytes made less than 6 % of difference to 30 arrays of 16x23x71 in float64, and none with a trend to a real
 * line of 51377 (2026-11-28). */
#define BETWEEN_BYTES ((uint64_t)1 << 15)

/* Lays out the work regions of a round, and says how many transforms go through them at once. */
static void lay_round(nbl_ready_t *transform, const uint64_t *region_bytes, uint32_t first, uint32_t end) {
    uint64_t chunk = transform->step[first].chunk;
    uint64_t elements[NBL_VIEW_REGIONS] = {0};
    size_t bytes[NBL_VIEW_REGIONS] = {0};
    bool moves_together = end - first > 1, is_used[NBL_VIEW_REGIONS] = {false};
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS; r++) {
        for (uint32_t s = first; s < end; s++)
            is_used[r] = is_used[r] || transform->step[s].load.region == r || transform->step[s].store.region == r;
        if (!is_used[r]) continue;
        elements[r] = region_elements(transform, first, end, r, &bytes[r]);
        moves_together = moves_together && elements[r] != 0;
    }
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS && moves_together; r++) {
        if (elements[r] == 0) continue;
        uint64_t most = BETWEEN_BYTES / (elements[r] * bytes[r]);
        if (most == 0) most = 1;
        if (most * transform->threads < chunk) chunk = most * transform->threads;
    }
    /* in arrays, too, the steps of a round follow each other */
    for (uint32_t s = first; s < end && moves_together; s++) {
        const nbl_program_step_t *step = &transform->step[s];
        const uint64_t all = step->elements * nbl_view_lines(&step->load) * 2 * nbl_program_scalar_bytes(step);
        const uint64_t most = BETWEEN_BYTES < all ? 1 : BETWEEN_BYTES / all;
        if (most * transform->threads < chunk) chunk = most * transform->threads;
    }
    for (uint32_t s = first; s < end; s++) {
        nbl_view_t *views[2] = {&transform->step[s].load, &transform->step[s].store};
        transform->chunk[s] = chunk;
        for (int side = 0; side < 2 && moves_together; side++) {
            if (!is_work(views[side])) continue;
            memset(views[side]->transforms, 0, sizeof views[side]->transforms);
            views[side]->stride = 1;
            views[side]->transforms[0] = (nbl_view_loop_t){chunk, elements[views[side]->region]};
        }
    }
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS; r++) {
        if (!is_used[r]) continue;
        const size_t all = moves_together ? (size_t)(chunk * elements[r] * bytes[r]) : (size_t)region_bytes[r];
        if (all > transform->region_bytes[r]) transform->region_bytes[r] = all;
    }
}

void nbl_ready_lay_between(nbl_ready_t *transform, const uint64_t *region_bytes) {
    transform->region_bytes[NBL_VIEW_BETWEEN] = (size_t)region_bytes[NBL_VIEW_BETWEEN];
    for (uint32_t s = 0; s < transform->steps;) {
        const uint32_t first = s;
        while (s < transform->steps && transform->step[s].round == transform->step[first].round) s++;
        lay_round(transform, region_bytes, first, s);
    }
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++)
        transform->between_bytes += nbl_ready_round_up(transform->region_bytes[r]);
}
