/* Chooses the invocation that runs next, ends barriers and subgroup operations when all have arrived, and ends kernels
 * that take too many steps. Functions without `static` are for other files.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   phase   the time between two workgroup barriers: each subgroup runs up to the barrier, one after the other, in
 *           subgroup_order
 *   round   a part of a phase, between two subgroup operations of a subgroup: each lane of the subgroup that has not
 *           ended is resumed once, in lane_order
 *   step    an access, a fence, or an invocation's part in a barrier or a subgroup operation
 *
 * An invocation that waits or has ended switches directly to the next invocation. When no lane of a round is left to
 * run, the subgroup's operation is done and its next round begins; or the next subgroup begins; or, after the last
 * subgroup, the barrier ends and the next phase begins; or there is an error, such as a barrier that not all reach. A
 * kernel that spins until another invocation acts spins until the limit of steps ends it, since the other invocation
 * does not run meanwhile; on a GPU it may spin for ever. In the adversarial order the other invocation gets its turn.
 */
#include "emulator/check.h"
#include "emulator/count.h"
#include "emulator/trace.h"

/* Returns a random number from 0 to bound - 1, by SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", 2014) with its constants. Changes worker->random.
 *
 * bound  1 or more */
uint32_t nbl_emulator_random_below(nbl_emulator_worker_t *worker, uint32_t bound) {
    uint64_t z = (worker->random += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)(((z >> 32) * bound) >> 32);
}

/* ---- The limit of a workgroup's steps */

/* Takes steps off the remaining steps, and returns 1. If too few remain, reports the error and returns 0. */
static int take_steps(nbl_emulator_worker_t *worker, uint32_t steps, const nbl_emulator_invocation_t *who,
                      const char *file, int line) {
    if (worker->steps_left >= steps) {
        worker->steps_left -= steps;
        return 1;
    }
    nbl_emulator_fail_steps(worker, who, file, line);
    return 0;
}

/* Takes one step. If none is left it does not return: it reports the error and leaves the kernel. */
void nbl_emulator_count_step(nbl_emulator_worker_t *worker, const char *file, int line) {
    if (!take_steps(worker, 1, worker->current, file, line)) nbl_emulator_abandon(worker);
}

/* ---- Phases and rounds */

/* Begins a round of the subgroup at worker->round. With shuffling, lane_order becomes a new random permutation of its
 * lanes (Fisher and Yates, inside out). A lane's number fits in 8 bits, since a subgroup has at most 128 lanes. */
static void begin_round(nbl_emulator_worker_t *worker) {
    worker->round_position = 0;
    if (!worker->shuffled) return;
    for (uint32_t i = 0; i < worker->round_lanes; i++) {
        uint32_t j = nbl_emulator_random_below(worker, i + 1u);
        worker->lane_order[i] = worker->lane_order[j];
        worker->lane_order[j] = (uint8_t)i;
    }
}

/* Begins the first round of the phase's next subgroup: number subgroup_order[phase_position], which has fewer lanes if
 * the workgroup ends in it. In the descending order lane_order depends on the number of lanes alone, so it is written
 * only when that changes. */
static void begin_subgroup(nbl_emulator_worker_t *worker) {
    uint32_t first = worker->subgroup_order[worker->phase_position++] * worker->subgroup_size;
    uint32_t left = worker->job->invocations - first;
    uint32_t lanes = left < worker->subgroup_size ? left : worker->subgroup_size;

    if (worker->job->launch.order == NBL_EMULATOR_DESCENDING && lanes != worker->round_lanes)
        for (uint32_t i = 0; i < lanes; i++) worker->lane_order[i] = (uint8_t)(lanes - 1u - i);
    worker->round = worker->invocations + first;
    worker->round_lanes = lanes;
    begin_round(worker);
}

/* Begins a phase with its first subgroup. With shuffling, subgroup_order becomes a new random permutation. A number of
 * a subgroup or invocation fits in 16 bits: a workgroup has at most NBL_EMULATOR_MAX_INVOCATIONS, 4096. */
static void begin_phase(nbl_emulator_worker_t *worker) {
    worker->phase_position = 0;
    if (worker->shuffled)
        for (uint32_t i = 0; i < worker->job->subgroups; i++) {
            uint32_t j = nbl_emulator_random_below(worker, i + 1u);
            worker->subgroup_order[i] = worker->subgroup_order[j];
            worker->subgroup_order[j] = (uint16_t)i;
        }
    begin_subgroup(worker);
}

#define NOBODY UINT32_MAX /* a place in `ready` that no invocation has */

/* Adds the runnable ones among `count` invocations from `first` on to `ready`, the adversarial order's list. None of
 * them may be in it: no invocation of the workgroup or subgroup could run before this call. */
static void make_ready(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (first[i].state == NBL_STATE_RUNNABLE) {
            worker->ready[worker->ready_count++] = (uint16_t)first[i].index;
            worker->running[first[i].index / worker->subgroup_size]++;
        }
}

/* Begins a workgroup in the adversarial order: every invocation is in `ready`. */
static void begin_anywhere(nbl_emulator_worker_t *worker) {
    worker->ready_count = 0;
    worker->ready_position = NOBODY;
    for (uint32_t i = 0; i < worker->job->subgroups; i++) worker->running[i] = 0;
    make_ready(worker, worker->invocations, worker->job->invocations);
}

/* Prepares a worker for a workgroup: every invocation is runnable and the first phase begins. */
void nbl_emulator_schedule_begin(nbl_emulator_worker_t *worker) {
    const nbl_emulator_launch_t *launch = &worker->job->launch;

    worker->shuffled = launch->order == NBL_EMULATOR_SHUFFLED;
    /* Each workgroup has random numbers of its own, so that a replay does not depend on which thread gets which
     * workgroup. The factor is one of Steele and Vigna's multipliers ("Computationally easy, spectrally good
     * multipliers", 2021). The seed's part is a random number in the upper 32 bits, below the largest bound that there
     * is. */
    worker->random = launch->seed;
    worker->random = ((uint64_t)nbl_emulator_random_below(worker, UINT32_MAX) << 32) ^
                     (worker->workgroup_index * 0xD1342543DE82EF95u);
    worker->round_lanes = 0;
    worker->point = 0;
    for (uint32_t i = 0; i < NBL_EMULATOR_MAX_SUBGROUP_SIZE; i++) worker->lane_order[i] = (uint8_t)i;
    for (uint32_t i = 0; i < worker->job->subgroups; i++)
        worker->subgroup_order[i] =
            (uint16_t)(launch->order == NBL_EMULATOR_DESCENDING ? worker->job->subgroups - 1u - i : i);
    nbl_emulator_forget_parts(worker);
    for (uint32_t i = 0; i < worker->job->invocations; i++) {
        worker->invocations[i].state = NBL_STATE_RUNNABLE;
        worker->invocations[i].loop = NULL;
    }
    begin_phase(worker);
    if (worker->ready != NULL) { /* the adversarial order: the round that begin_phase() began is over at once */
        worker->round_position = worker->round_lanes;
        begin_anywhere(worker);
    }
}

/* Ends a phase; called when every invocation waits at a workgroup barrier or has ended. Returns 1 if a new phase has
 * begun; 0 if the workgroup has ended, or after an error, which the worker's report holds. */
static int finish_phase(nbl_emulator_worker_t *worker) {
    nbl_emulator_invocation_t *first = worker->invocations, *end = first + worker->job->invocations;

    for (nbl_emulator_invocation_t *each = first + 1; each < end; each++)
        if (each->state != first->state ||
            (each->state != NBL_STATE_ENDED && !nbl_emulator_same_instance(worker, each, first))) {
            nbl_emulator_fail_divergence(worker, NBL_ERROR_DIVERGENT_BARRIER, first, worker->job->invocations);
            return 0;
        }
    if (first->state == NBL_STATE_ENDED) return 0;
    if (!take_steps(worker, worker->job->invocations, first, first->site->file, first->site->line)) return 0;
    worker->workgroup_barriers++;
    if (NBL_EMULATOR_UNLIKELY(worker->count != NULL)) nbl_count_synchronization(worker, first);
    if (worker->check != NULL) nbl_check_workgroup_barrier(worker, first);
    if (NBL_EMULATOR_UNLIKELY(worker->traced)) nbl_emulator_trace_barrier(worker, first);
    if (NBL_EMULATOR_UNLIKELY(worker->early != NULL)) nbl_emulator_early_meet(worker, first, worker->job->invocations);
    for (nbl_emulator_invocation_t *each = first; each < end; each++) each->state = NBL_STATE_RUNNABLE;
    nbl_emulator_forget_parts(worker);
    begin_phase(worker);
    return 1;
}

/* Chooses the lanes whose subgroup operation is done next: all lanes that wait at the operation which comes first by
 * nbl_emulator_compare_instances(). They execute one dynamic instance of an instruction; SPIR-V calls them a tangle.
 * Other lanes, at later operations or at a workgroup barrier, wait on: the tangle may still reach them. A lane waits at
 * a subgroup operation if its state is NBL_STATE_SUBGROUP_BARRIER or higher; a workgroup barrier's state is lower.
 *
 * Marks the lanes in worker->takes_part. Returns one of them.
 *
 * operating  any lane that waits at a subgroup operation
 * is_all     receives 1 if all live lanes of the subgroup are in the tangle */
static const nbl_emulator_invocation_t *choose_tangle(nbl_emulator_worker_t *worker,
                                                      const nbl_emulator_invocation_t *operating, int *is_all) {
    const nbl_emulator_invocation_t *round = worker->round;
    int uniform = 1;

    *is_all = 1;
    for (uint32_t i = 0; i < worker->round_lanes; i++) {
        worker->takes_part[i] = round[i].state != NBL_STATE_ENDED;
        uniform &= !worker->takes_part[i] || nbl_emulator_same_instance(worker, &round[i], operating);
    }
    if (NBL_EMULATOR_UNLIKELY(!uniform)) {
        *is_all = 0;
        for (uint32_t i = 0; i < worker->round_lanes; i++)
            if (round[i].state >= NBL_STATE_SUBGROUP_BARRIER &&
                nbl_emulator_compare_instances(worker, &round[i], operating) < 0)
                operating = &round[i];
        for (uint32_t i = 0; i < worker->round_lanes; i++)
            worker->takes_part[i] = round[i].state >= NBL_STATE_SUBGROUP_BARRIER &&
                                    nbl_emulator_same_instance(worker, &round[i], operating);
    }
    return operating;
}

/* Does a subgroup operation; called when all lanes of the subgroup at worker->round wait or have ended. Returns 1 if
 * the lanes that took part can run again, 0 after an error. It takes a step for each lane of the subgroup, whether
 * the lane takes part or not.
 *
 * operating  any lane that waits at a subgroup operation */
static int finish_operation(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *operating) {
    nbl_emulator_invocation_t *end = worker->round + worker->round_lanes;

    int is_all;
    operating = choose_tangle(worker, operating, &is_all);
    if (NBL_EMULATOR_UNLIKELY(!is_all || worker->has_parts) && nbl_emulator_note_part(worker, operating, is_all) != 0)
        return 0;
    if (nbl_emulator_exchange(worker, (nbl_emulator_state_t)operating->state) != 0) return 0;
    if (!take_steps(worker, worker->round_lanes, operating, operating->site->file, operating->site->line)) return 0;
    worker->subgroup_operations++;
    if (NBL_EMULATOR_UNLIKELY(worker->count != NULL)) nbl_count_synchronization(worker, operating);
    if (worker->check != NULL) nbl_check_subgroup_operation(worker, operating->state == NBL_STATE_SUBGROUP_BARRIER);
    if (NBL_EMULATOR_UNLIKELY(worker->traced)) nbl_emulator_trace_operation(worker, operating);
    if (NBL_EMULATOR_UNLIKELY(worker->early != NULL))
        nbl_emulator_early_meet(worker, worker->round, worker->round_lanes);
    for (nbl_emulator_invocation_t *each = worker->round; each < end; each++)
        if (worker->takes_part[each->lane]) each->state = NBL_STATE_RUNNABLE;
    begin_round(worker);
    return 1;
}

/* Ends a round; called when no lane of it is left to run. Returns 1 if another round has begun; 0 if the workgroup has
 * ended, or after an error. */
static int finish_round(nbl_emulator_worker_t *worker) {
    const nbl_emulator_invocation_t *end = worker->round + worker->round_lanes;

    if (NBL_EMULATOR_UNLIKELY(worker->count != NULL)) nbl_count_finish_requests(worker);
    for (const nbl_emulator_invocation_t *each = worker->round; each < end; each++)
        if (each->state >= NBL_STATE_SUBGROUP_BARRIER) return finish_operation(worker, each);
    if (worker->phase_position == worker->job->subgroups) return finish_phase(worker);
    begin_subgroup(worker);
    return 1;
}

/* ---- The adversarial order
 *
 * All invocations of the workgroup that can run are in one list, `ready`. Before each access to memory one of them is
 * chosen: by chance, or by the launch's schedule, which replays choices. A subgroup's operation is done when its last
 * lane that could run waits or has ended. A barrier ends when the list is empty. `point` counts the choices. */

/* Returns the usual choice, which a schedule leaves out, as an index into `ready`: the invocation that runs now if it
 * can go on, else the runnable invocation with the lowest index. */
static uint32_t usual_place(const nbl_emulator_worker_t *worker) {
    uint32_t least = 0;
    if (worker->ready_position != NOBODY) return worker->ready_position;
    for (uint32_t i = 1; i < worker->ready_count; i++)
        if (worker->ready[i] < worker->ready[least]) least = i;
    return least;
}

/* Returns the index into `ready` of the invocation that runs next; `ready` is not empty. With a schedule this is the
 * invocation that it names for this point, or the usual choice if it names none or one that cannot run. Without a
 * schedule chance decides. A choice other than the usual one is noted, for a schedule that replays it. */
static uint32_t choose_place(nbl_emulator_worker_t *worker, const char *file, int line) {
    const nbl_emulator_launch_t *launch = &worker->job->launch;
    if (launch->schedule == NULL && launch->choices == NULL)
        return nbl_emulator_random_below(worker, worker->ready_count);
    const uint32_t usual = usual_place(worker);
    uint32_t place = usual;
    if (launch->schedule == NULL) {
        place = nbl_emulator_random_below(worker, worker->ready_count);
    } else {
        const nbl_emulator_choice_t *choice =
            nbl_emulator_choice_at(worker, NBL_EMULATOR_CHOICE_INVOCATION, worker->workgroup_index, worker->point);
        for (uint32_t i = 0; choice != NULL && i < worker->ready_count; i++)
            if (worker->ready[i] == choice->value) place = i;
        if (choice != NULL) nbl_emulator_choose(choice, file, line);
    }
    if (place != usual)
        nbl_emulator_note_choice(worker, (nbl_emulator_choice_t){NBL_EMULATOR_CHOICE_INVOCATION,
                                                                 (uint32_t)worker->workgroup_index, worker->point,
                                                                 worker->ready[place], file, line});
    return place;
}

/* Returns whether other workgroups get a turn before the access that comes next. With a schedule: if it says so for
 * this point. Without: before one access in four, at random; the number is chosen, against none that was measured.
 * worker.c notes the choice. */
static int yields(nbl_emulator_worker_t *worker) {
    if (!worker->takes_turns) return 0;
    if (worker->job->launch.schedule == NULL) return nbl_emulator_random_below(worker, 4u) == 0;
    return nbl_emulator_choice_at(worker, NBL_EMULATOR_CHOICE_WORKGROUP, worker->workgroup_index, worker->point) !=
           NULL;
}

/* Returns how many writes ago the value was written that an atomic load reads, 0 to `most`; 0 is the newest. With a
 * schedule: what it says for this point, else 0. Without: 0 for one load in two, at random, and for the other half any
 * number to `most`, each equally often; the half is chosen, against none that was measured.
 *
 * most  below UINT32_MAX */
uint32_t nbl_emulator_choose_older(nbl_emulator_worker_t *worker, uint32_t most) {
    uint32_t older = 0;
    if (worker->job->launch.schedule == NULL) {
        if (nbl_emulator_random_below(worker, 2u) == 0) older = most - nbl_emulator_random_below(worker, most + 1u);
    } else {
        const nbl_emulator_choice_t *choice =
            nbl_emulator_choice_at(worker, NBL_EMULATOR_CHOICE_OLDER, worker->workgroup_index, worker->point);
        if (choice != NULL) older = choice->value < most ? choice->value : most;
    }
    if (older != 0)
        nbl_emulator_note_choice(worker,
                                 (nbl_emulator_choice_t){NBL_EMULATOR_CHOICE_OLDER, (uint32_t)worker->workgroup_index,
                                                         worker->point, older, NULL, 0});
    return older;
}

/* Chooses the invocation that runs next, and returns it. */
static nbl_emulator_invocation_t *pick(nbl_emulator_worker_t *worker, const char *file, int line) {
    worker->ready_position = choose_place(worker, file, line);
    worker->round_position = worker->round_lanes; /* no invocation of the round is left to run */
    return &worker->invocations[worker->ready[worker->ready_position]];
}

/* Called when no lane of a subgroup can run: does the operation at which lanes of it wait, if there is one. Returns 0
 * after an error. */
static int finish_subgroup(nbl_emulator_worker_t *worker, uint32_t subgroup) {
    uint32_t first = subgroup * worker->subgroup_size, left = worker->job->invocations - first;

    worker->round = worker->invocations + first;
    worker->round_lanes = left < worker->subgroup_size ? left : worker->subgroup_size;
    if (worker->count != NULL) nbl_count_finish_requests(worker);
    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->round[i].state >= NBL_STATE_SUBGROUP_BARRIER) {
            if (!finish_operation(worker, &worker->round[i])) return 0;
            make_ready(worker, worker->round, worker->round_lanes);
            break;
        }
    return 1;
}

/* The adversarial order's part of nbl_emulator_schedule_next(). The invocation that ran last waits or has ended:
 * removes it from `ready`. Returns the one that runs next; NULL if the workgroup has ended, or after an error, which
 * the worker's report holds. */
static nbl_emulator_invocation_t *next_anywhere(nbl_emulator_worker_t *worker) {
    if (worker->ready_position != NOBODY) {
        uint32_t subgroup = worker->ready[worker->ready_position] / worker->subgroup_size;
        worker->ready[worker->ready_position] = worker->ready[--worker->ready_count];
        worker->ready_position = NOBODY;
        if (--worker->running[subgroup] == 0 && !finish_subgroup(worker, subgroup)) return NULL;
    }
    if (worker->ready_count == 0) {
        if (!finish_phase(worker)) return NULL;
        make_ready(worker, worker->invocations, worker->job->invocations);
    }
    worker->point++;
    return pick(worker, NULL, 0);
}

/* Called by the running invocation before an access or a fence. In the adversarial order it may let other workgroups
 * and other invocations run first: it returns when this invocation's turn comes again. In other orders it only counts.
 *
 * file, line  of the access */
void nbl_emulator_interrupt(nbl_emulator_worker_t *worker, const char *file, int line) {
    nbl_emulator_invocation_t *self = worker->current;
    const void *frame = nbl_emulator_frame; /* of this invocation; others set it to their own while they run */

    worker->trace_step++;
    if (worker->ready == NULL) return;
    worker->point++;
    if (yields(worker)) { /* other workgroups' accesses overwrite what the worker knows of this access: save it */
        nbl_emulator_atomic_t coming = worker->atomic;
        const uint32_t offset = worker->part_offset, bytes = worker->part_bytes;
        nbl_emulator_yield_turn(worker);
        nbl_emulator_frame = frame;
        worker->atomic = coming;
        worker->part_offset = offset;
        worker->part_bytes = bytes;
    }
    nbl_emulator_invocation_t *next = pick(worker, file, line);
    nbl_emulator_atomic_t atomic = worker->atomic; /* the access that is about to be made */
    const uint32_t part_offset = worker->part_offset, part_bytes = worker->part_bytes;
    if (next != self) {
        if (worker->traced) nbl_emulator_trace_pause(worker, self, next, file, line);
        worker->current = next;
        nbl_emulator_leave_to(worker, self, next);
        nbl_fiber_switch(&self->fiber, &next->fiber, next->value);
        nbl_emulator_frame = frame;
        worker->atomic = atomic;
        worker->part_offset = part_offset;
        worker->part_bytes = part_bytes;
    }
}

/* ---- Any order */

/* Returns the invocation that runs next; NULL if the workgroup has ended, or after an error, which the worker's report
 * holds. Ends rounds and phases. */
nbl_emulator_invocation_t *nbl_emulator_schedule_next(nbl_emulator_worker_t *worker) {
    do {
        while (worker->round_position < worker->round_lanes) {
            nbl_emulator_invocation_t *next = worker->round + worker->lane_order[worker->round_position++];
            if (next->state == NBL_STATE_RUNNABLE) return next;
        }
        if (worker->ready != NULL) /* the adversarial order: a round that began is over at once, by pick() */
            return next_anywhere(worker);
    } while (finish_round(worker));
    return NULL;
}
