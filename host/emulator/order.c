/* Fences, and what tells that a program's texts order memory by atomics.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file of its own: only a program whose texts have a fence or an ordered atomic access links it, and with it the
 * constructor, after which the checker keeps more of the reads of shared memory.
 */
#include "emulator/check.h"

__attribute__((constructor)) static void program_orders(void) { nbl_check_program_orders = 1; }

void nbl_emulator_orders(void) {}

void nbl_emulator_fence(nbl_emulator_scope_t scope, nbl_emulator_order_of_memory_t order, const char *file, int line) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("NBL_MEMORY_FENCE");

    nbl_emulator_count_step(worker, file, line);
    if (worker->watched & NBL_WATCH_STEPS) nbl_emulator_interrupt(worker, file, line);
    if (worker->check != NULL) nbl_check_fence(worker, scope, (uint32_t)order);
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
