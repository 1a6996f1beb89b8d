/* What atomics and fences order: happens-before beyond barriers, within a workgroup and between workgroups.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each invocation has a clock of what it knows of others. A release hands out that clock with what its barriers and its
 * own accesses add to it; an acquire that reads what the release has written takes it in. docs/theory.md, section 16,
 * has the clauses of Vulkan's memory model that these are.
 */
#include "emulator/check.h"

#include <stdlib.h>

uint32_t nbl_check_workgroup_of(const nbl_check_t *check, nbl_check_record_t record) {
    const uint32_t bits = record.invocation & NBL_CHECK_RESIDENT_MASK;
    uint64_t low = 0, high = check->began_count;

    while (low < high) { /* the first that began after the record */
        uint64_t middle = low + (high - low) / 2u;
        if (check->began[middle].stamp <= record.stamp)
            low = middle + 1u;
        else
            high = middle;
    }
    while (low > 0 && check->began[low - 1u].resident_bits != bits) low--;
    return low > 0 ? check->began[low - 1u].workgroup : 0u;
}

int nbl_check_is_known(const nbl_check_t *check, nbl_check_record_t then, uint32_t self) {
    const nbl_check_group_t *group = &check->group;
    const uint32_t workgroup =
                       group->common == NULL && group->agents == NULL ? 0u : nbl_check_workgroup_of(check, then),
                   invocation = then.invocation & NBL_CHECK_INVOCATION_MASK;

    if (group->agents != NULL &&
        nbl_check_clock_knows(group->agents[self & NBL_CHECK_INVOCATION_MASK].knows, workgroup, invocation, then.stamp))
        return 1;
    return nbl_check_clock_knows(group->common, workgroup, invocation, then.stamp);
}

uint32_t nbl_check_distance(const nbl_check_t *check, nbl_check_record_t then, uint32_t self) {
    if (nbl_check_workgroup_of(check, then) != check->group.workgroup) return NBL_SCOPE_DEVICE;
    return (then.invocation & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2 ==
                   (self & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2
               ? NBL_SCOPE_SUBGROUP
               : NBL_SCOPE_WORKGROUP;
}

nbl_check_agent_t *nbl_check_agents(nbl_check_t *check) {
    if (check->group.agents == NULL) check->group.agents = calloc(check->job->invocations, sizeof *check->group.agents);
    return check->group.agents;
}

nbl_check_clock_t *nbl_check_release(nbl_check_t *check, uint32_t self) {
    const nbl_check_group_t *group = &check->group;
    const uint32_t index = self & NBL_CHECK_INVOCATION_MASK, subgroup = index >> check->subgroup_log2;
    const uint32_t first = subgroup << check->subgroup_log2, lanes = 1u << check->subgroup_log2;
    const uint32_t most = check->job->invocations - 1u, last = first + lanes - 1u < most ? first + lanes - 1u : most;
    nbl_check_known_t own[3 + NBL_EMULATOR_MAX_SUBGROUP_SIZE];
    uint32_t count = 0;

    own[count++] = (nbl_check_known_t){group->workgroup, (uint16_t)index, (uint16_t)index, check->clock + 1u};
    own[count++] = (nbl_check_known_t){group->workgroup, 0, (uint16_t)most, group->coherent_start};
    own[count++] =
        (nbl_check_known_t){group->workgroup, (uint16_t)first, (uint16_t)last, group->subgroup_start[subgroup]};
    for (uint32_t i = first; group->seen != NULL && i <= last; i++)
        own[count++] = (nbl_check_known_t){group->workgroup, (uint16_t)i, (uint16_t)i, *nbl_check_seen(check, self, i)};
    nbl_check_clock_t *clock = nbl_check_clock_create(own, count);
    nbl_check_clock_join(&clock, group->common);
    if (group->agents != NULL) nbl_check_clock_join(&clock, group->agents[index].knows);
    if (check->clock < UINT32_MAX - 1u) check->clock++;
    return clock;
}

void nbl_check_fence(nbl_emulator_worker_t *worker, nbl_emulator_scope_t scope, uint32_t order) {
    nbl_check_t *check = worker->check;
    const uint32_t self = nbl_check_self(worker);
    nbl_check_agent_t *agents = nbl_check_agents(check), *own;

    if (agents == NULL) return;
    own = &agents[worker->current->index];
    if (order & NBL_ORDER_ACQUIRE)
        for (uint32_t i = 0; i <= (uint32_t)scope; i++) nbl_check_clock_join(&own->knows, own->pending[i]);
    if (order & NBL_ORDER_RELEASE) {
        nbl_check_clock_drop(own->released);
        own->released = nbl_check_release(check, self);
        own->released_scope = (uint8_t)scope;
    }
}

/* Those of `count` agents that take part have come to a barrier of `scope`: what they have released by fences before
 * it, they may acquire by fences behind it. */
static void share_released(nbl_check_agent_t *agents, uint32_t count, const uint8_t *takes_part, uint32_t scope) {
    nbl_check_clock_t *all = NULL;

    for (uint32_t i = 0; i < count; i++)
        if ((takes_part == NULL || takes_part[i]) && agents[i].released_scope >= scope)
            nbl_check_clock_join(&all, agents[i].released);
    for (uint32_t i = 0; i < count && all != NULL; i++)
        if (takes_part == NULL || takes_part[i]) nbl_check_clock_join(&agents[i].pending[scope], all);
    nbl_check_clock_drop(all);
}

void nbl_check_pass_group(nbl_check_t *check) {
    const uint32_t invocations = check->job->invocations, lanes = 1u << check->subgroup_log2;

    if (check->group.agents == NULL) return;
    share_released(check->group.agents, invocations, NULL, NBL_SCOPE_WORKGROUP);
    for (uint32_t i = 0; i < invocations; i += lanes)
        share_released(check->group.agents + i, invocations - i < lanes ? invocations - i : lanes, NULL,
                       NBL_SCOPE_SUBGROUP);
}

void nbl_check_pass_subgroup(nbl_emulator_worker_t *worker) {
    share_released(worker->check->group.agents + worker->round->index, worker->round_lanes, worker->takes_part,
                   NBL_SCOPE_SUBGROUP);
}

void nbl_check_share_group(nbl_check_t *check) {
    nbl_check_group_t *group = &check->group;

    for (uint32_t i = 0; group->agents != NULL && i < check->job->invocations; i++) {
        nbl_check_clock_join(&group->common, group->agents[i].knows);
        nbl_check_clock_drop(group->agents[i].knows);
        group->agents[i].knows = NULL;
    }
}

void nbl_check_share_subgroup(nbl_emulator_worker_t *worker) {
    nbl_check_agent_t *agents = worker->check->group.agents + worker->round->index;
    nbl_check_clock_t *all = NULL;

    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->takes_part[i]) nbl_check_clock_join(&all, agents[i].knows);
    for (uint32_t i = 0; i < worker->round_lanes && all != NULL; i++)
        if (worker->takes_part[i]) {
            nbl_check_clock_drop(agents[i].knows);
            agents[i].knows = nbl_check_clock_share(all);
        }
    nbl_check_clock_drop(all);
}

void nbl_check_forget_group(nbl_check_t *check) {
    nbl_check_group_t *group = &check->group;

    nbl_check_clock_drop(group->common);
    group->common = NULL;
    for (uint32_t i = 0; group->agents != NULL && i < check->job->invocations; i++) {
        nbl_check_agent_t *agent = &group->agents[i];
        nbl_check_clock_drop(agent->knows);
        nbl_check_clock_drop(agent->released);
        for (uint32_t k = 0; k < 3u; k++) nbl_check_clock_drop(agent->pending[k]);
        *agent = (nbl_check_agent_t){0};
    }
}
