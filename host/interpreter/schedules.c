/* Searches for an order of turns that gives another result than the first run. Subgroups take turns.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A turn runs from one atomic access to the next. Two turns depend on each other if they access one element atomically
 * and one of them changes it. Orders that differ only in turns that do not depend on each other give the same result.
 *
 * The search is depth first. Each try runs the dispatch again from the start, and its turns become the path. For two
 * turns of different subgroups that depend on each other and that nothing else orders, the opposite order is tried: the
 * node before the earlier one notes the subgroup that must run there instead (source sets). A subgroup whose turn at a
 * node was tried sleeps in the other tries at that node, until a turn comes that its own turn depends on (sleep sets).
 * C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005. P. Abdulla, S.
 * Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014: source sets. P. Godefroid,
 * "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996: sleep sets.
 */
#include "emulator/shorten.h"
#include "interpreter/machine.h"
#include "platform/clock.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TURNS 4096u   /* of a run that are looked at; later ones stay as they are; chosen */
#define MOST_SHORTER 4096u /* runs that look for a shorter order; chosen */

/* A choice: which subgroup takes turn number i of the path. Subgroups are numbered through the dispatch, 0 to 63. */
typedef struct node_t {
    uint32_t chosen;        /* the subgroup whose turn is on the path */
    uint64_t to_try, tried; /* subgroups, a bit each: still to be chosen here; chosen here before */
    nbl_turn_t *done;       /* the turns that were tried here, without the chosen one */
    uint32_t done_count;
} node_t;

typedef struct search_t {
    const nbl_interpreter_t *interpreter;
    nbl_interpreter_run_t run;
    unsigned char **kept; /* by memory of the run: its contents before the first run */
    nbl_turns_t turns;
    node_t *path;
    uint32_t depth;
    uint32_t *wanted, *shorter;
    uint32_t (*clocks)[64]; /* by turn and subgroup: the subgroup's last turn that must come before it, plus 1 */
    nbl_interpreter_report_t *report;
    double began; /* the processor's time when the search began, seconds */
} search_t;

/* Returns memory `number` of a run: the bindings' first, then memory at device addresses. NULL: it has no contents. */
static void *memory_of(const nbl_interpreter_run_t *run, uint32_t number, uint64_t *bytes) {
    if (number < run->binding_count) {
        *bytes = run->bindings[number].bytes;
        return run->bindings[number].data;
    }
    *bytes = run->memories[number - run->binding_count].bytes;
    return run->memories[number - run->binding_count].data;
}

static uint32_t memory_count(const nbl_interpreter_run_t *run) { return run->binding_count + run->memory_count; }

/* Runs the dispatch from the start, by the first `count` subgroups of s->wanted. Returns a hash of contents and
 * result. */
static uint64_t run_wanted(search_t *s, uint32_t count) {
    uint64_t hash = 0xcbf29ce484222325u;
    uint64_t bytes;
    for (uint32_t i = 0; i < memory_count(&s->run); i++) {
        void *data = memory_of(&s->run, i, &bytes);
        if (s->kept[i] != NULL) memcpy(data, s->kept[i], (size_t)bytes);
    }
    s->run.turns = s->wanted;
    s->run.turn_count = count;
    s->turns.count = 0;
    nbl_interpreter_run_turns(s->interpreter, &s->run, s->report, &s->turns);
    for (uint32_t i = 0; i < memory_count(&s->run); i++) {
        const unsigned char *data = memory_of(&s->run, i, &bytes);
        for (uint64_t k = 0; s->kept[i] != NULL && k < bytes; k++) hash = (hash ^ data[k]) * 0x100000001b3u;
    }
    return hash ^ (uint64_t)s->report->result << 56 ^ (uint64_t)s->report->finding_count << 48;
}

static uint64_t run_again(search_t *s, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++) s->wanted[i] = s->path[i].chosen;
    return run_wanted(s, depth);
}

typedef struct difference_t {
    search_t *search;
    uint64_t first; /* the first run's hash */
} difference_t;

static int still_differs(void *user, const void *turns, uint32_t count) {
    const difference_t *difference = user;
    memcpy(difference->search->wanted, turns, count * sizeof *difference->search->wanted);
    return run_wanted(difference->search, count) != difference->first;
}

/* Shortens the list of turns that was found, as long as the result still differs. Turns beyond the list go in order. */
static void shorten(search_t *s, uint64_t first, nbl_interpreter_search_t *found) {
    difference_t difference = {s, first};
    found->turn_count = nbl_shorten(found->turns, found->turn_count, sizeof *found->turns, s->shorter, MOST_SHORTER,
                                    still_differs, &difference);
}

/* Lets the opposite order of turns i < j be tried. They depend on each other and nothing else orders them, so turn j,
 * and the turns between them that do not need turn i, could have come before turn i. `initials` are the subgroups that
 * could have had the first of those turns. If none of them was or will be tried at node i, one is added to its
 * to_try. */
static void reverse(search_t *s, uint32_t i, uint32_t j) {
    const nbl_turn_t *turns = s->turns.turns;
    uint32_t begun[64] = {0}; /* by subgroup: its first turn that could have come before i, plus 1 */
    uint64_t initials = 0;
    for (uint32_t k = i + 1u; k <= j; k++) {
        int initial = 1;
        if (k != j && s->clocks[k][turns[i].who] > i) continue; /* turn k needs turn i */
        for (uint32_t who = 0; who < 64u && initial; who++) initial = begun[who] == 0 || s->clocks[k][who] < begun[who];
        if (initial && begun[turns[k].who] == 0) initials |= (uint64_t)1 << turns[k].who;
        if (begun[turns[k].who] == 0) begun[turns[k].who] = k + 1u;
    }
    if (((s->path[i].to_try | s->path[i].tried) & initials) != 0) return;
    const uint64_t enabled = initials & turns[i].enabled;
    s->path[i].to_try |= enabled != 0 ? enabled & (~enabled + 1u) : turns[i].enabled;
}

/* Extends the path by the last run's turns, and adds to its nodes what is to be tried. */
static void extend(search_t *s) {
    uint32_t last[64] = {0}; /* by subgroup: its last turn so far, plus 1 */
    const uint32_t count = s->turns.count < MOST_TURNS ? s->turns.count : MOST_TURNS;
    for (uint32_t i = s->depth; i < count; i++) {
        const uint64_t one = (uint64_t)1 << s->turns.turns[i].who;
        s->path[i] = (node_t){s->turns.turns[i].who, one, one | s->turns.turns[i].asleep, NULL, 0};
    }
    s->depth = count;
    for (uint32_t j = 0; j < count; j++) {
        const nbl_turn_t *turn = &s->turns.turns[j];
        uint32_t *clock = s->clocks[j];
        if (last[turn->who] != 0)
            memcpy(clock, s->clocks[last[turn->who] - 1u], sizeof s->clocks[j]);
        else
            memset(clock, 0, sizeof s->clocks[j]);
        for (uint32_t i = j; i-- > 0;) {
            const nbl_turn_t *before = &s->turns.turns[i];
            if (before->who == turn->who || clock[before->who] > i || !nbl_turns_depend(before, turn)) continue;
            reverse(s, i, j);
            for (uint32_t k = 0; k < 64; k++)
                if (clock[k] < s->clocks[i][k]) clock[k] = s->clocks[i][k];
        }
        clock[turn->who] = j + 1u;
        last[turn->who] = j + 1u;
    }
}

/* Notes that the chosen turn of the path's last node was tried. Without memory it is not noted, and may be tried
 * again. */
static void note_done(search_t *s, node_t *node) {
    nbl_turn_t *grown = realloc(node->done, (node->done_count + 1u) * sizeof *grown);
    if (grown == NULL) return;
    node->done = grown;
    grown[node->done_count++] = s->turns.turns[s->depth - 1u];
}

/* Finds the subgroups that sleep at the end of the path. */
static void put_to_sleep(search_t *s) {
    nbl_turns_t *turns = &s->turns;
    turns->asleep = 0;
    turns->from = s->depth - 1u;
    for (uint32_t i = 0; i < s->depth; i++) {
        const node_t *node = &s->path[i];
        for (uint32_t k = 0; k < node->done_count; k++) {
            turns->asleep |= (uint64_t)1 << node->done[k].who;
            turns->sleeping[node->done[k].who] = &node->done[k];
        }
        turns->asleep &= ~((uint64_t)1 << node->chosen);
        if (i < turns->from) nbl_turns_wake(turns, &turns->turns[i]);
    }
}

/* Goes back to the last node that has a subgroup left to try, and chooses it. Returns 0 if no node has. */
static int go_back(search_t *s) {
    while (s->depth > 0) {
        node_t *node = &s->path[s->depth - 1u];
        const uint64_t left = node->to_try & ~node->tried;
        if (left != 0) {
            uint32_t who = 0;
            while (!(left >> who & 1u)) who++;
            note_done(s, node);
            node->chosen = who;
            node->tried |= (uint64_t)1 << who;
            return 1;
        }
        free(node->done);
        s->depth--;
    }
    return 0;
}

static int keep(search_t *s) {
    s->kept = calloc(memory_count(&s->run) + 1u, sizeof *s->kept);
    for (uint32_t i = 0; s->kept != NULL && i < memory_count(&s->run); i++) {
        uint64_t bytes;
        const void *data = memory_of(&s->run, i, &bytes);
        if (data == NULL) continue;
        s->kept[i] = malloc((size_t)bytes + 1u);
        if (s->kept[i] == NULL) return 0;
        memcpy(s->kept[i], data, (size_t)bytes);
    }
    s->turns.turns = malloc(MOST_TURNS * sizeof *s->turns.turns);
    s->turns.capacity = MOST_TURNS;
    s->path = malloc(MOST_TURNS * sizeof *s->path);
    s->wanted = malloc(MOST_TURNS * sizeof *s->wanted);
    s->shorter = malloc(MOST_TURNS * sizeof *s->shorter);
    s->clocks = malloc(MOST_TURNS * sizeof *s->clocks);
    s->report = malloc(sizeof *s->report);
    return s->kept != NULL && s->turns.turns != NULL && s->path != NULL && s->wanted != NULL && s->shorter != NULL &&
           s->clocks != NULL && s->report != NULL;
}

/* Returns whether a run ended because of a wrong call, memory or time, so that its contents mean nothing. */
static int is_cut_short(const nbl_interpreter_report_t *report) {
    switch (report->result) {
    case NBL_ERROR_ARGUMENT:
    case NBL_ERROR_OUT_OF_MEMORY:
    case NBL_ERROR_MISSING_RESOURCE: return 1;
    default: return report->out_of_time;
    }
}

static int is_over(const search_t *s) {
    return s->run.seconds > 0 && nbl_platform_processor_seconds() - s->began > s->run.seconds;
}

/* Searches, until a result differs, `most` orders were tried, time is over or all orders were covered. */
static void search_all(search_t *s, uint64_t first, uint64_t most, nbl_interpreter_search_t *found) {
    do {
        if (found->tried == most || is_over(s)) return;
        extend(s);
        if (!go_back(s)) {
            found->complete = s->turns.count < MOST_TURNS;
            return;
        }
        put_to_sleep(s);
        const uint64_t hash = run_again(s, s->depth);
        s->turns.asleep = 0;
        found->tried += !s->turns.cut_off;
        found->differs = !s->turns.cut_off && hash != first && !is_cut_short(s->report);
    } while (!found->differs);
    for (uint32_t i = 0; i < s->depth; i++) found->turns[i] = s->path[i].chosen;
    found->turn_count = s->depth;
    shorten(s, first, found);
}

static void search_seeds(search_t *s, uint64_t first, uint64_t most, nbl_interpreter_search_t *found) {
    for (s->run.seed = 1; found->tried < most && !found->differs && !is_over(s); s->run.seed++) {
        found->tried++;
        found->differs = run_again(s, 0) != first && !is_cut_short(s->report);
        found->seed = s->run.seed;
    }
    s->run.seed = 0;
    if (!found->differs || s->turns.count > MOST_TURNS) return;
    for (uint32_t i = 0; i < s->turns.count; i++) found->turns[i] = s->turns.turns[i].who;
    found->turn_count = s->turns.count;
    shorten(s, first, found);
}

nbl_result_t nbl_interpreter_search(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                    uint64_t most, nbl_interpreter_search_t *found) {
    uint32_t local[3];
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    if (interpreter == NULL || run == NULL || found == NULL) return NBL_ERROR_ARGUMENT;
    memset(found, 0, sizeof *found);
    nbl_interpreter_local_size(interpreter, local);
    const uint64_t invocations = (uint64_t)local[0] * local[1] * local[2],
                   subgroup = run->subgroup_size != 0 ? run->subgroup_size : 32u,
                   waves = run->by_subgroups ? (invocations + subgroup - 1u) / subgroup : 1u,
                   groups = (uint64_t)run->groups[0] * run->groups[1] * run->groups[2];
    search_t s = {.interpreter = interpreter, .run = *run};
    s.run.prove = false;
    s.began = nbl_platform_processor_seconds();
    s.run.seed = 0;
    s.run.workgroups_at_once = groups < 64 ? (uint32_t)groups : 64u;
    if (keep(&s)) {
        found->turns = malloc(MOST_TURNS * sizeof *found->turns);
        if (found->turns != NULL) {
            const uint64_t first = run_again(&s, 0);
            found->tried = 1;
            result = s.report->result;
            memcpy(found->message, s.report->message, sizeof found->message - 1u);
            if (is_cut_short(s.report))
                found->differs = false;
            else if (groups * waves <= 64)
                search_all(&s, first, most, found);
            else
                search_seeds(&s, first, most, found);
            if (!is_cut_short(s.report)) result = NBL_SUCCESS;
        }
    }
    for (uint32_t i = 0; s.kept != NULL && i < memory_count(run); i++) {
        uint64_t bytes;
        void *data = memory_of(run, i, &bytes);
        if (s.kept[i] != NULL) memcpy(data, s.kept[i], (size_t)bytes);
        free(s.kept[i]);
    }
    free(s.kept);
    free(s.turns.turns);
    for (uint32_t i = 0; i < s.depth; i++) free(s.path[i].done);
    free(s.path);
    free(s.wanted);
    free(s.shorter);
    free(s.clocks);
    free(s.report);
    return result;
}

void nbl_interpreter_search_free(nbl_interpreter_search_t *found) {
    if (found == NULL) return;
    free(found->turns);
    found->turns = NULL;
}
