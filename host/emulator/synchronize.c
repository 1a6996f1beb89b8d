/* Barriers and subgroup operations as a kernel calls them: each stops the invocation and lets the next one run.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/trace.h"

/* Every synchronisation of every invocation comes through here. The race checker's clock does not advance here, where one
 * invocation arrives, but in finish_phase and finish_round of schedule.c, where all have. */
static nbl_emulator_invocation_t *stop(const char *function, nbl_emulator_state_t state, uint32_t value, uint32_t argument,
                                       const char *file, int line, uint32_t site)
{
    nbl_emulator_worker_t *worker = nbl_emulator_worker(function);
    nbl_emulator_invocation_t *self = worker->current;

    self->state = (uint8_t)state;
    self->value = value;
    self->argument = argument;
    self->site.file = file;
    self->site.line = line;
    self->site.number = site;
    nbl_emulator_invocation_t *next = nbl_emulator_next(worker);
    if (NBL_EMULATOR_UNLIKELY(next == NULL)) /* this can only be a failure: self has not ended */
        nbl_emulator_abandon(worker);
    if (next != self) {
        worker->current = next;
        nbl_fiber_switch(&self->fiber, &next->fiber);
    }
    return self;
}

void nbl_emulator_workgroup_barrier_at(const char *file, int line, uint32_t site)
{
    stop("NBL_WORKGROUP_BARRIER", NBL_STATE_WORKGROUP_BARRIER, 0, 0, file, line, site);
}

void nbl_emulator_subgroup_barrier_at(const char *file, int line, uint32_t site)
{
    stop("NBL_SUBGROUP_BARRIER", NBL_STATE_SUBGROUP_BARRIER, 0, 0, file, line, site);
}

uint32_t nbl_emulator_subgroup_shuffle_at(uint32_t value, uint32_t lane, const char *file, int line, uint32_t site)
{
    return stop("nbl_subgroup_shuffle", NBL_STATE_SHUFFLE, value, lane, file, line, site)->value;
}

uint32_t nbl_emulator_subgroup_shuffle_xor_at(uint32_t value, uint32_t mask, const char *file, int line, uint32_t site)
{
    return stop("nbl_subgroup_shuffle_xor", NBL_STATE_SHUFFLE_XOR, value, mask, file, line, site)->value;
}

uint32_t nbl_emulator_subgroup_broadcast_at(uint32_t value, uint32_t lane, const char *file, int line, uint32_t site)
{
    return stop("nbl_subgroup_broadcast", NBL_STATE_BROADCAST, value, lane, file, line, site)->value;
}

nbl_emulator_uint32x4_t nbl_emulator_subgroup_ballot_at(int predicate, const char *file, int line, uint32_t site)
{
    const nbl_emulator_invocation_t *self = stop("nbl_subgroup_ballot", NBL_STATE_BALLOT, predicate != 0, 0, file, line, site);
    return nbl_emulator_this_worker->ballots[self->index / nbl_emulator_this_worker->subgroup_size];
}

uint32_t nbl_emulator_subgroup_reduce_at(uint32_t value, nbl_emulator_reduce_t operation, const char *file, int line, uint32_t site)
{
    nbl_emulator_state_t state = operation == NBL_EMULATOR_REDUCE_ADD   ? NBL_STATE_REDUCE_ADD
                                 : operation == NBL_EMULATOR_REDUCE_MIN ? NBL_STATE_REDUCE_MIN
                                                                        : NBL_STATE_REDUCE_MAX;
    return stop("nbl_subgroup_reduce", state, value, 0, file, line, site)->value;
}

/* The same for callers that the macros do not reach; parentheses keep the macros from expanding here. */
void (nbl_emulator_workgroup_barrier)(const char *file, int line) { nbl_emulator_workgroup_barrier_at(file, line, 0); }
void (nbl_emulator_subgroup_barrier)(const char *file, int line) { nbl_emulator_subgroup_barrier_at(file, line, 0); }
uint32_t (nbl_emulator_subgroup_shuffle)(uint32_t value, uint32_t lane, const char *file, int line)
{
    return nbl_emulator_subgroup_shuffle_at(value, lane, file, line, 0);
}
uint32_t (nbl_emulator_subgroup_shuffle_xor)(uint32_t value, uint32_t mask, const char *file, int line)
{
    return nbl_emulator_subgroup_shuffle_xor_at(value, mask, file, line, 0);
}
uint32_t (nbl_emulator_subgroup_broadcast)(uint32_t value, uint32_t lane, const char *file, int line)
{
    return nbl_emulator_subgroup_broadcast_at(value, lane, file, line, 0);
}
nbl_emulator_uint32x4_t (nbl_emulator_subgroup_ballot)(int predicate, const char *file, int line)
{
    return nbl_emulator_subgroup_ballot_at(predicate, file, line, 0);
}
uint32_t (nbl_emulator_subgroup_reduce)(uint32_t value, nbl_emulator_reduce_t operation, const char *file, int line)
{
    return nbl_emulator_subgroup_reduce_at(value, operation, file, line, 0);
}
