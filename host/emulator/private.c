/* Variables at file scope of which each invocation has its own: exchanged where one invocation leaves to another.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each is one variable per OS thread, which constructors announce before main; while an invocation sleeps, the
 * worker keeps a copy.
 */
#include "emulator/internal.h"

#include <stdlib.h>
#include <string.h>

static _Atomic(nbl_emulator_private_t *) first_private;

void nbl_emulator_register_private(nbl_emulator_private_t *variable) {
    variable->next = atomic_load(&first_private);
    while (!atomic_compare_exchange_weak(&first_private, &variable->next, variable)) continue;
}

/* Where in an invocation's copies each lies; every launch finds the same. */
static size_t bytes_of_all(void) {
    size_t bytes = 0;
    for (const nbl_emulator_private_t *each = atomic_load(&first_private); each != NULL; each = each->next)
        bytes += each->bytes;
    return bytes;
}

int nbl_emulator_private_create(nbl_emulator_worker_t *worker) {
    size_t bytes = bytes_of_all();
    if (bytes == 0) return 0;
    worker->privates = malloc(bytes * worker->job->invocations);
    return worker->privates != NULL ? 0 : -1;
}

void nbl_emulator_private_begin(nbl_emulator_worker_t *worker) {
    if (worker->privates != NULL) memset(worker->privates, 0xA5, bytes_of_all() * worker->job->invocations);
}

void nbl_emulator_private_exchange(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *from,
                                   const nbl_emulator_invocation_t *to) {
    size_t bytes = bytes_of_all(), offset = 0;

    for (const nbl_emulator_private_t *each = atomic_load(&first_private); each != NULL; each = each->next) {
        if (from != NULL) memcpy(worker->privates + from->index * bytes + offset, each->address(), each->bytes);
        memcpy(each->address(), worker->privates + to->index * bytes + offset, each->bytes);
        offset += each->bytes;
    }
}
