/* What an invocation reads about itself and its launch.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"

uint32_t nbl_emulator_local_invocation_index(void) {
    return nbl_emulator_worker("nbl_emulator_local_invocation_index")->current->index;
}

nbl_emulator_uint32x3_t nbl_emulator_local_invocation_id(void) {
    const nbl_emulator_invocation_t *self = nbl_emulator_worker("nbl_emulator_local_invocation_id")->current;
    return (nbl_emulator_uint32x3_t){self->id[0], self->id[1], self->id[2]};
}

nbl_emulator_uint32x3_t nbl_emulator_workgroup_id(void) {
    return nbl_emulator_worker("nbl_emulator_workgroup_id")->workgroup_id;
}

nbl_emulator_uint32x3_t nbl_emulator_workgroup_count(void) {
    const uint32_t *count = nbl_emulator_worker("nbl_emulator_workgroup_count")->job->launch.workgroup_count;
    return (nbl_emulator_uint32x3_t){count[0], count[1], count[2]};
}

uint32_t nbl_emulator_workgroup_index(void) {
    const nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_workgroup_index");
    return worker->workgroup_id.x + worker->workgroup_id.y * worker->job->launch.workgroup_count[0];
}

uint32_t nbl_emulator_subgroup_size(void) { return nbl_emulator_worker("nbl_emulator_subgroup_size")->subgroup_size; }

uint32_t nbl_emulator_subgroup_id(void) {
    const nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_subgroup_id");
    return worker->current->index / worker->subgroup_size;
}

uint32_t nbl_emulator_subgroup_invocation_id(void) {
    return nbl_emulator_worker("nbl_emulator_subgroup_invocation_id")->current->lane;
}

uint32_t nbl_emulator_subgroup_lanes(void) {
    const nbl_emulator_worker_t *worker = nbl_emulator_worker("a shuffle");
    const uint32_t left = worker->job->invocations - (worker->current->index - worker->current->lane);
    return left < worker->subgroup_size ? left : worker->subgroup_size;
}

const void *nbl_emulator_push_constants(const char *name, const char *file, int line) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("NBL_PUSH_CONSTANT");

    if (NBL_EMULATOR_UNLIKELY(worker->job->launch.push_constants == NULL)) {
        nbl_emulator_fail(worker, NBL_ERROR_MISSING_RESOURCE, worker->current,
                          "load of push constants \"%s\" at %s:%d: the launch has none", name, file, line);
        nbl_emulator_abandon(worker);
    }
    return worker->job->launch.push_constants;
}

const void *nbl_emulator_specialization(void) {
    return nbl_emulator_worker("nbl_emulator_specialization")->job->launch.specialization;
}

/* Bytes that differ by order and seed, so that a kernel that uses an undefined value gives several results. 0xA5, 37
 * and 11 are chosen: odd numbers. */
void nbl_emulator_undefined(void *value, size_t bytes) {
    const nbl_emulator_launch_t *launch = &nbl_emulator_worker("a shuffle")->job->launch;
    memset(value, (int)((0xA5u + 37u * (uint32_t)launch->order + 11u * (uint32_t)launch->seed) & 255u), bytes);
}

void nbl_emulator_assertion_failed(const char *condition, const char *function, const char *file, int line) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("NBL_ASSERT");

    nbl_emulator_fail(worker, NBL_ERROR_ASSERTION, worker->current, "NBL_ASSERT(%s) is false, at %s:%d in %s",
                      condition, file, line, function);
    nbl_emulator_abandon(worker);
}
