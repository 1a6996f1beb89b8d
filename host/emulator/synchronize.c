/* Barriers and subgroup operations as a kernel calls them: each stops the invocation and lets the next one run.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/trace.h"

/* The stacks of a large workgroup do not fit into the first-level cache, and no processor guesses where the next one
 * lies: it is asked for here, so that it comes while `next` runs. In another than ascending order this is for nothing,
 * and harmless. */
static inline void fetch_ahead(const nbl_emulator_invocation_t *next) {
    const char *frames = next[1].fiber.stack_pointer;

    for (int line = 0; line < 4; line++) __builtin_prefetch(frames + 64 * line);
    __builtin_prefetch(&next[2]);
}

/* Every synchronisation of every invocation comes through here. The race checker's clock does not advance here, where
 * one invocation arrives, but in finish_phase and finish_round of schedule.c, where all have.
 *
 * stack_pointer  to sleep with, if nbl_emulator_synchronize of switch_*.S calls: it resumes the fiber that is
 *                returned. NULL: this function resumes it, and returns when the invocation is woken up */
nbl_fiber_waking_t nbl_emulator_arrive(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation,
                                       uint64_t value, uint32_t argument, void *stack_pointer) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("a barrier or subgroup operation");
    nbl_emulator_invocation_t *self = worker->current;

    if (NBL_EMULATOR_UNLIKELY(nbl_emulator_below_stack(worker, &self))) nbl_emulator_stack_overflow(worker);
    if (NBL_EMULATOR_UNLIKELY(worker->early != NULL) &&
        (operation == NBL_EMULATOR_SHUFFLE || operation == NBL_EMULATOR_SHUFFLE_XOR) &&
        nbl_emulator_early_shuffle(worker, self, site, operation == NBL_EMULATOR_SHUFFLE_XOR, value, argument))
        return (nbl_fiber_waking_t){stack_pointer, self->value};
    self->state = (uint8_t)operation;
    self->site = site;
    self->value = value;
    self->argument = argument;
    self->loop = nbl_emulator_loop;
    if (stack_pointer != NULL) self->frames = (void **)stack_pointer + NBL_FIBER_FRAME_WORD;
    nbl_emulator_invocation_t *next = nbl_emulator_next(worker);
    if (NBL_EMULATOR_UNLIKELY(next == NULL)) /* this can only be a failure: self has not ended */
        nbl_emulator_abandon(worker);
    if (next != self) {
        worker->current = next;
        nbl_emulator_leave_to(worker, self, next);
        if (NBL_FIBER_RETURNS_TO_NEXT && next->fiber.context == NULL) {
            self->fiber.stack_pointer = stack_pointer;
            fetch_ahead(next);
            return (nbl_fiber_waking_t){next->fiber.stack_pointer, next->value};
        }
        nbl_fiber_switch(&self->fiber, &next->fiber, next->value);
    }
    return (nbl_fiber_waking_t){stack_pointer, self->value};
}

#if !NBL_FIBER_HAS_ASSEMBLY
uint64_t nbl_emulator_synchronize(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation, uint64_t value,
                                  uint32_t argument) {
    nbl_emulator_worker("a barrier or subgroup operation")->current->frames = __builtin_frame_address(0);
    return nbl_emulator_arrive(site, operation, value, argument, NULL).value;
}
#endif

nbl_emulator_uint32x4_t nbl_emulator_ballot_result(void) {
    const nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_subgroup_ballot");
    return worker->ballots[worker->current->index / worker->subgroup_size];
}

/* For callers that the macros of nbl/lang.h do not reach. */
void nbl_emulator_workgroup_barrier(const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    nbl_emulator_synchronize(&site, NBL_EMULATOR_WORKGROUP_BARRIER, 0, 0);
}

void nbl_emulator_subgroup_barrier(const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    nbl_emulator_synchronize(&site, NBL_EMULATOR_SUBGROUP_BARRIER, 0, 0);
}

uint32_t nbl_emulator_subgroup_shuffle(uint32_t value, uint32_t lane, const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    return (uint32_t)nbl_emulator_synchronize(&site, NBL_EMULATOR_SHUFFLE, value, lane);
}

uint32_t nbl_emulator_subgroup_shuffle_xor(uint32_t value, uint32_t mask, const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    return (uint32_t)nbl_emulator_synchronize(&site, NBL_EMULATOR_SHUFFLE_XOR, value, mask);
}

nbl_emulator_uint32x2_t nbl_emulator_subgroup_shuffle_xor_2(nbl_emulator_uint32x2_t value, uint32_t mask,
                                                            const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    return nbl_emulator_two_of(
        nbl_emulator_synchronize(&site, NBL_EMULATOR_SHUFFLE_XOR, nbl_emulator_one_of(value), mask));
}

uint32_t nbl_emulator_subgroup_broadcast(uint32_t value, uint32_t lane, const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    return (uint32_t)nbl_emulator_synchronize(&site, NBL_EMULATOR_BROADCAST, value, lane);
}

nbl_emulator_uint32x4_t nbl_emulator_subgroup_ballot(int predicate, const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    nbl_emulator_synchronize(&site, NBL_EMULATOR_BALLOT, predicate != 0, 0);
    return nbl_emulator_ballot_result();
}

uint32_t nbl_emulator_subgroup_reduce(uint32_t value, nbl_emulator_reduce_t operation, const char *file, int line) {
    nbl_emulator_site_t site = {file, line, 0, NULL, 0};
    return (uint32_t)nbl_emulator_synchronize(
        &site, (nbl_emulator_operation_t)((uint32_t)NBL_EMULATOR_SUM + (uint32_t)operation), value, 0);
}
