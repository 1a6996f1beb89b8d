/* The workgroup's size: the kernel's text, its instances and the launch must agree on it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_LOCAL_SIZE and NBL_KERNEL each announce themselves before main, numbered as they stand in their translation unit:
 * a kernel's size is the nearest one before it, with no other kernel between. Constructors run in any order, so pairs
 * are made when a kernel is launched.
 */
#include "emulator/internal.h"

#include <stdio.h>
#include <string.h>

static _Atomic(nbl_emulator_declared_t *) first_declared;

void nbl_emulator_declare(nbl_emulator_declared_t *declared) {
    declared->next = atomic_load(&first_declared);
    while (!atomic_compare_exchange_weak(&first_declared, &declared->next, declared)) continue;
}

static const nbl_emulator_declared_t *size_of(void (*kernel)(void)) {
    const nbl_emulator_declared_t *self = atomic_load(&first_declared), *size = NULL;
    while (self != NULL && (self->kernel == NULL || self->kernel != kernel)) self = self->next;
    if (self == NULL) return NULL;
    for (const nbl_emulator_declared_t *each = atomic_load(&first_declared); each != NULL; each = each->next)
        if (each->unit == self->unit && each->number < self->number && (size == NULL || each->number > size->number))
            size = each;
    return size != NULL && size->kernel == NULL ? size : NULL;
}

void nbl_emulator_local_size_begin(nbl_emulator_job_t *job, nbl_emulator_worker_t *worker) {
    nbl_emulator_worker_t *outer = nbl_emulator_this_worker; /* the size may be a field of the specialization */

    job->declared = size_of(job->launch.kernel);
    if (job->declared == NULL) return;
    nbl_emulator_this_worker = worker;
    job->declared->size(job->local_size);
    nbl_emulator_this_worker = outer;
}

/* "64", or "8 x 8 x 1" where one is not along x alone. */
static const char *size_text(const uint32_t size[3], char text[48]) {
    if (size[1] == 1 && size[2] == 1)
        snprintf(text, 48, "%u", (unsigned)size[0]);
    else
        snprintf(text, 48, "%u x %u x %u", (unsigned)size[0], (unsigned)size[1], (unsigned)size[2]);
    return text;
}

static int is_as_declared(const nbl_emulator_job_t *job) {
    return job->declared == NULL || memcmp(job->local_size, job->launch.workgroup_size, sizeof job->local_size) == 0;
}

void nbl_emulator_expect_workgroup_size(uint32_t invocations, const char *function, const char *file, int line) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_expect_workgroup_size");
    const nbl_emulator_job_t *job = worker->job;
    char launch[48], local[48], declared[96] = "";

    if (job->invocations == invocations && is_as_declared(job)) return;
    if (job->declared != NULL)
        snprintf(declared, sizeof declared, ", and NBL_LOCAL_SIZE at line %d says %s", job->declared->line,
                 size_text(job->local_size, local));
    nbl_emulator_fail(worker, NBL_ERROR_ARGUMENT, worker->current,
                      "%s at %s:%d is of an instance with workgroups of %u invocations, the launch has %s%s", function,
                      file, line, (unsigned)invocations, size_text(job->launch.workgroup_size, launch), declared);
    nbl_emulator_abandon(worker);
}

void nbl_emulator_local_size_end(nbl_emulator_job_t *job) {
    char launch[48], local[48];
    int differs = 0;

    if (job->result != NBL_SUCCESS || is_as_declared(job)) return;
    job->result = NBL_ERROR_ARGUMENT;
    while (job->local_size[differs] == job->launch.workgroup_size[differs]) differs++;
    snprintf(
        job->message, sizeof job->message,
        "kernel \"%s\": NBL_LOCAL_SIZE at %s:%d says workgroups of %s, the launch has %s: workgroup_size[%d] is %u, "
        "not %u",
        job->launch.name, job->declared->file, job->declared->line, size_text(job->local_size, local),
        size_text(job->launch.workgroup_size, launch), differs, (unsigned)job->launch.workgroup_size[differs],
        (unsigned)job->local_size[differs]);
}
