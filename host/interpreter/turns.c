/* Chooses the wave that runs next: in order, at random, or as a list says. Ends barriers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>

/* Ends a barrier: all waves of the workgroup stand at one, or have ended. */
static void end_barrier(nbl_machine_t *m, nbl_group_t *group) {
    uint32_t semantics = ~0u, fences = ~0u, released[NBL_CLASSES], waiting = 0, ended = 0, other = 0;
    const nbl_wave_t *first = NULL;
    for (uint32_t i = 0; i < group->wave_count; i++) {
        nbl_wave_t *w = &group->waves[i];
        ended += w->state == NBL_WAVE_ENDED;
        if (w->state != NBL_WAVE_AT_BARRIER) continue;
        waiting++;
        /* waves must stand at the same barrier, reached by the same calls */
        other += first != NULL && (first->barrier_op != w->barrier_op ||
                                   first->frames[first->depth - 1u].chain != w->frames[w->depth - 1u].chain);
        if (first == NULL) first = w;
        semantics &= w->barrier_semantics;
        fences &= w->barrier_fences;
        for (int c = 0; c < NBL_CLASSES;
             c++) { /* each wave released its accesses up to its own fence; the last one counts */
            if (waiting == 1) released[c] = w->release_stamp[c];
            if (w->release_stamp[c] == 0) released[c] = 0;
            if (released[c] != 0 && released[c] < w->release_stamp[c]) released[c] = w->release_stamp[c];
        }
    }
    if (waiting == 0) return;
    if ((ended != 0 || other != 0) && m->checks && !m->proves) {
        nbl_wave_t *w = (nbl_wave_t *)(uintptr_t)first;
        nbl_report_issue(m, w, &m->program->ops[w->barrier_op], NBL_INTERPRETER_DIVERGENT_BARRIER, 0, "",
                         "%u of %u subgroups come to this barrier", (unsigned)(waiting - other),
                         (unsigned)group->wave_count);
    }
    if (m->proves) nbl_prove_interval(m, group, semantics);
    for (int c = 0; c < NBL_CLASSES; c++)
        if (group->released[c] < released[c]) group->released[c] = released[c];
    if (m->checks) nbl_race_workgroup_barrier(m, group, semantics, fences);
    m->report->barriers++;
    for (uint32_t i = 0; i < group->wave_count; i++)
        if (group->waves[i].state == NBL_WAVE_AT_BARRIER) group->waves[i].state = NBL_WAVE_RUNS;
}

static uint32_t draw(nbl_machine_t *m, uint32_t bound) {
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((m->random >> 33) % bound);
}

/* Lets one wave run until it waits, and ends barriers. Returns whether the workgroup has ended. */
static int turn(nbl_machine_t *m, nbl_group_t *group, uint32_t from) {
    int ended = 1, ran = 0;
    for (uint32_t k = 0; k < group->wave_count; k++) {
        nbl_wave_t *w = &group->waves[(from + k) % group->wave_count];
        if (w->state == NBL_WAVE_YIELDS) w->state = NBL_WAVE_RUNS;
        if (w->state == NBL_WAVE_RUNS && !ran) {
            nbl_wave_run(m, w);
            ran = 1;
        }
        ended &= w->state == NBL_WAVE_ENDED;
    }
    if (ended) return 1;
    for (uint32_t k = 0; k < group->wave_count; k++)
        if (group->waves[k].state == NBL_WAVE_RUNS || group->waves[k].state == NBL_WAVE_YIELDS) return 0;
    end_barrier(m, group);
    return 0;
}

/* ---- turns that are chosen, and written down */

static uint32_t who_is(const nbl_group_t *group, uint32_t wave) { return group->index * group->wave_count + wave; }

int nbl_turns_depend(const nbl_turn_t *a, const nbl_turn_t *b) {
    if (a->touched_more || b->touched_more) return 1;
    for (uint32_t i = 0; i < a->touched; i++)
        for (uint32_t k = 0; k < b->touched; k++)
            if (a->touches[i].address == b->touches[k].address && (a->touches[i].changes || b->touches[k].changes))
                return 1;
    return 0;
}

void nbl_turns_wake(nbl_turns_t *turns, const nbl_turn_t *turn) {
    for (uint32_t who = 0; who < 64u; who++)
        if ((turns->asleep >> who & 1u) && nbl_turns_depend(turns->sleeping[who], turn))
            turns->asleep &= ~((uint64_t)1 << who);
}

/* Returns the wave that runs next: the next one that the list names; else the one after the last, or a drawn one; never
 * one that sleeps. Ends barriers, and workgroups whose waves have all ended. Returns NULL if no wave is left. */
static nbl_wave_t *choose(nbl_machine_t *m, uint64_t *next, uint32_t *last, uint32_t *named, uint64_t *enabled) {
    nbl_wave_t *chosen = NULL, *first = NULL, *after = NULL, *drawn = NULL;
    const uint64_t asleep = m->turns->count >= m->turns->from ? m->turns->asleep : 0;
    uint32_t count = 0;
    *enabled = 0;
    for (uint32_t i = 0; i < m->resident_count; i++) {
        nbl_group_t *group = &m->resident[i];
        uint32_t runs = 0, ended = 0;
        for (uint32_t k = 0; k < group->wave_count && group->running; k++) {
            ended += group->waves[k].state == NBL_WAVE_ENDED;
            runs += group->waves[k].state == NBL_WAVE_RUNS || group->waves[k].state == NBL_WAVE_YIELDS;
        }
        if (!group->running) continue;
        if (ended == group->wave_count) {
            group->running = 0;
            if (*next == m->group_total) continue;
            nbl_group_begin(m, group, (uint32_t)(*next)++);
        } else if (runs == 0) {
            end_barrier(m, group);
        }
    }
    while (*named < m->run->turn_count && chosen == NULL) {
        const uint32_t wanted = m->run->turns[(*named)++];
        for (uint32_t i = 0; i < m->resident_count; i++)
            for (uint32_t k = 0; k < m->resident[i].wave_count && m->resident[i].running; k++) {
                nbl_wave_t *w = &m->resident[i].waves[k];
                if (who_is(&m->resident[i], k) == wanted && w->state != NBL_WAVE_ENDED &&
                    w->state != NBL_WAVE_AT_BARRIER)
                    chosen = w;
            }
    }
    for (uint32_t i = 0; i < m->resident_count; i++)
        for (uint32_t k = 0; k < m->resident[i].wave_count && m->resident[i].running; k++) {
            nbl_wave_t *w = &m->resident[i].waves[k];
            const uint32_t who = who_is(&m->resident[i], k);
            if (w->state == NBL_WAVE_ENDED || w->state == NBL_WAVE_AT_BARRIER) continue;
            if (who < 64) *enabled |= (uint64_t)1 << who;
            if (who < 64 && (asleep >> who & 1u)) continue;
            if (first == NULL) first = w;
            if (after == NULL && who > *last) after = w;
            count++;
            if (m->run->seed != 0 && draw(m, count) == 0) drawn = w;
        }
    if (chosen == NULL) chosen = drawn != NULL ? drawn : after != NULL ? after : first;
    m->turns->cut_off = chosen == NULL && (*enabled & asleep) != 0;
    if (chosen != NULL) *last = who_is(chosen->group, (uint32_t)(chosen - chosen->group->waves));
    return chosen;
}

/* Does nothing: a place for gdb's breakpoints. A turn has ended at a line of the shader; "" and 0: its wave has
 * ended. */
__attribute__((noinline)) void nbl_interpreter_turn(uint32_t turn, uint32_t workgroup, uint32_t subgroup,
                                                    const char *file, uint32_t line) {
    __asm__ volatile("" : : "r"(turn), "r"(workgroup), "r"(subgroup), "r"(file), "r"(line) : "memory");
}

static void run_turns(nbl_machine_t *m) {
    nbl_standing_t *s = &m->standing;
    nbl_turns_t *turns = m->turns;
    uint64_t enabled = 0;
    nbl_turn_t beyond = {0};
    nbl_wave_t *w;
    if (!s->begun) s->last = NBL_NONE - 1u;
    for (uint32_t i = 0; !s->begun && i < m->resident_count && s->next < m->group_total; i++)
        nbl_group_begin(m, &m->resident[i], (uint32_t)s->next++);
    s->begun = 1;
    while ((w = s->in_turn ? s->wave : choose(m, &s->next, &s->last, &s->named, &enabled)) != NULL) {
        if (!s->in_turn) turns->count++;
        const int sleeps = turns->count > turns->from;
        m->turn = turns->count <= turns->capacity ? &turns->turns[turns->count - 1u] : &beyond;
        if (!s->in_turn)
            *m->turn = (nbl_turn_t){.enabled = enabled, .asleep = sleeps ? turns->asleep : 0, .who = s->last};
        s->wave = w;
        s->in_turn = 1;
        w->state = NBL_WAVE_RUNS;
        nbl_wave_run(m, w);
        s->in_turn = 0;
        if (sleeps) nbl_turns_wake(turns, m->turn);
        const nbl_frame_t *frame = &w->frames[w->depth != 0 ? w->depth - 1u : 0];
        m->turn->op = w->state == NBL_WAVE_ENDED || frame->op == NBL_NONE ? NBL_NONE : frame->op - 1u;
        nbl_interpreter_place_t place = {.file = ""};
        if (m->turn->op != NBL_NONE) nbl_report_place(m, m->turn->op, &place);
        nbl_interpreter_turn(turns->count, w->group->index, w->first / m->wave_lanes, place.file, place.line);
    }
    m->turn = NULL;
}

static uint64_t common_factor(uint64_t a, uint64_t b) { return b == 0 ? a : common_factor(b, a % b); }

/* Returns the workgroup that begins next: in order, or drawn if turns are drawn, since Vulkan promises no order. */
static uint32_t begins_next(const nbl_machine_t *m, uint64_t next) {
    const uint64_t total = m->group_total;
    uint64_t step = m->run->seed % total;
    if (m->run->seed == 0) return (uint32_t)next;
    while (common_factor(total, step) != 1) step++;
    return (uint32_t)((next * step + m->run->seed / 7u) % total);
}

void nbl_turns_run(nbl_machine_t *m) {
    if (m->turns != NULL) {
        run_turns(m);
        return;
    }
    nbl_standing_t *s = &m->standing;
    for (uint32_t i = 0; !s->begun && i < m->resident_count && s->next < m->group_total; i++, s->running++)
        nbl_group_begin(m, &m->resident[i], begins_next(m, s->next++));
    s->begun = 1;
    while (s->running != 0) {
        if (m->run->seed != 0 && !s->in_turn) {
            s->at = draw(m, m->resident_count);
            s->from = draw(m, m->resident[0].wave_count);
        }
        nbl_group_t *group = &m->resident[s->at];
        s->in_turn = 1;
        const int ended = group->running && turn(m, group, s->from);
        s->in_turn = 0;
        if (ended) {
            if (m->proves) nbl_prove_interval(m, group, SpvMemorySemanticsWorkgroupMemoryMask);
            group->running = 0;
            s->running--;
            if (s->next < m->group_total) {
                nbl_group_begin(m, group, begins_next(m, s->next++));
                s->running++;
            }
        }
        if (m->run->seed == 0) {
            s->at = (s->at + 1u) % m->resident_count;
            if (s->at == 0) s->from++;
        }
    }
    if (m->proves) nbl_prove_interval(m, &m->resident[0], ~0u);
}
