/* The race checker's clock: what workgroups that begin, and barriers, do to it and to what counts as before.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>

/* 2^32 - 1 barriers take hours; behind them the checker begins anew, having forgotten earlier workgroups. */
static void forget_all(nbl_emulator_worker_t *worker) {
    nbl_check_t *check = worker->check;

    for (uint32_t i = 0; i < NBL_EMULATOR_MAX_SHARED_ARRAYS; i++)
        if (worker->slots[i].cells != NULL)
            memset(worker->slots[i].cells, 0, (size_t)worker->slots[i].cell_capacity * sizeof *worker->slots[i].cells);
    for (uint32_t i = 0; i < check->region_count; i++) nbl_check_forget(&check->regions[i]);
    memset(check->group.subgroup_start, 0, worker->job->subgroups * sizeof *check->group.subgroup_start);
    check->clock = 1;
    check->group.workgroup_start = check->group.phase_start = check->group.buffer_start = check->group.coherent_start =
        1;
    if (check->group.seen != NULL)
        memset(check->group.seen, 0,
               ((size_t)worker->job->subgroups << 2u * check->subgroup_log2) * sizeof *check->group.seen);
    check->group.barrier_count = 0;
    check->began_count = 0;
    nbl_check_forget_group(check);
}

static void tick(nbl_emulator_worker_t *worker) {
    if (worker->check->clock < UINT32_MAX - 1u)
        worker->check->clock++;
    else
        forget_all(worker);
}

void nbl_check_begin(nbl_emulator_worker_t *worker) {
    nbl_check_t *check = worker->check;
    nbl_check_group_t *group = &check->group;

    tick(worker);
    group->workgroup_start = group->phase_start = group->buffer_start = group->coherent_start = check->clock;
    group->barrier_count = 0;
    group->workgroup = (uint32_t)worker->workgroup_index;
    nbl_check_forget_group(check);
    nbl_check_began_t *grown = nbl_check_grow(check->began, check->began_count, &check->began_capacity, sizeof *grown);
    if (grown == NULL) return; /* a finding will not know which workgroup made its first access */
    check->began = grown;
    grown[check->began_count++] = (nbl_check_began_t){check->clock, group->workgroup, group->resident_bits};
}

void nbl_check_end(nbl_emulator_worker_t *worker) { nbl_check_settle(worker->check); }

void nbl_check_workgroup_barrier(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    nbl_check_t *check = worker->check;
    uint64_t capacity = check->group.barrier_capacity;

    nbl_check_settle(check);
    tick(worker);
    check->group.phase_start = check->clock;
    if (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS)
        check->group.buffer_start = check->group.coherent_start = check->clock;
    if (who->value != 0) { /* it is one of memory, too */
        check->group.coherent_start = check->clock;
        nbl_check_share_group(check);
    }
    nbl_check_pass_group(check);
    nbl_check_barrier_t *grown =
        nbl_check_grow(check->group.barriers, check->group.barrier_count, &capacity, sizeof *grown);
    if (grown != NULL) { /* else a finding will name an earlier barrier */
        check->group.barriers = grown;
        check->group.barrier_capacity = (uint32_t)capacity;
        check->group.barriers[check->group.barrier_count++] =
            (nbl_check_barrier_t){check->clock, who->site->file, who->site->line};
    }
}

/* A barrier that only some lanes pass: they have seen what each of them had seen, and all that each of them did. Lanes
 * that have ended, or are elsewhere, are not bound by it. */
static void pass_in_part(nbl_emulator_worker_t *worker, uint32_t first) {
    nbl_check_t *check = worker->check;
    uint32_t lanes = worker->round_lanes;
    size_t cells = (size_t)worker->job->subgroups << 2u * check->subgroup_log2;

    if (check->group.seen == NULL && (check->group.seen = calloc(cells, sizeof *check->group.seen)) == NULL) {
        nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory to check a subgroup barrier");
        return;
    }
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t most = 0;
        for (uint32_t j = 0; j < lanes; j++)
            if (worker->takes_part[j] && *nbl_check_seen(check, first + j, first + i) > most)
                most = *nbl_check_seen(check, first + j, first + i);
        for (uint32_t j = 0; j < lanes; j++)
            if (worker->takes_part[j])
                *nbl_check_seen(check, first + j, first + i) = worker->takes_part[i] ? check->clock : most;
    }
}

void nbl_check_subgroup_operation(nbl_emulator_worker_t *worker, int is_barrier) {
    nbl_check_t *check = worker->check;
    uint32_t first = worker->round->index, parts = 0;

    nbl_check_settle(check);
    if (!is_barrier) return;
    tick(worker);
    for (uint32_t i = 0; i < worker->round_lanes; i++) parts += worker->takes_part[i];
    if (parts == worker->round_lanes)
        check->group.subgroup_start[first >> check->subgroup_log2] = check->clock;
    else
        pass_in_part(worker, first);
    if (check->group.agents == NULL) return;
    nbl_check_share_subgroup(worker);
    nbl_check_pass_subgroup(worker);
}
