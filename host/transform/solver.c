/* A problem solved on the CPU: its programs, made when they are wanted.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/solver.h"

#include <string.h>

#include "facts/numbers.h"
#include "nbl/host/plan.h"
#include "platform/memory.h"

uint32_t nbl_solver_threads(uint32_t wanted, uint64_t elements) {
    const uint64_t most = elements / (uint64_t)nbl_fact_number_of(NBL_DEVICE_PROCESSOR, NBL_NUMBER_CPU_THREAD_ELEMENTS);
    uint64_t threads = wanted;
    if (wanted == 0) {
        threads = nbl_platform_processors();
        if (threads > most) threads = most == 0 ? 1 : most;
    }
    return threads > NBL_EXECUTOR_MOST_THREADS ? NBL_EXECUTOR_MOST_THREADS : (uint32_t)threads;
}

/* Returns the set's own copy of a name, since a caller's text may not live as long as a solver; NULL if `text` is NULL
 * or names no set. */
static const char *name_of_set(const char *text) {
    const nbl_executor_set_t *set;
    for (uint32_t i = 0; text != NULL && (set = nbl_executor_set(i)) != NULL; i++)
        if (strcmp(set->name, text) == 0) return set->name;
    return NULL;
}

void nbl_solver_init(nbl_solver_t *solver, const nbl_problem_t *problem, const char *set, uint32_t threads) {
    memset(solver, 0, sizeof *solver);
    nbl_executor_pool_init(&solver->own_threads);
    solver->pool = &solver->own_threads;
    solver->problem = *problem;
    solver->threads = threads;
    solver->set = name_of_set(set);
}

void nbl_solver_release(nbl_solver_t *solver) {
    nbl_ready_destroy(solver->apart);
    nbl_ready_destroy(atomic_load(&solver->in_place));
    nbl_executor_pool_release(&solver->own_threads);
}

nbl_result_t nbl_solver_find_in_place(nbl_solver_t *solver, nbl_ready_t **found, nbl_error_t *error) {
    nbl_ready_t *none = NULL, *made = NULL;
    *found = atomic_load(&solver->in_place);
    if (*found != NULL) return NBL_SUCCESS;
    nbl_problem_t problem = solver->problem;
    problem.in_place = 1;
    const nbl_result_t result = nbl_ready_solve(&problem, solver->set, solver->threads, &made, error);
    if (result != NBL_SUCCESS) return result;
    if (!atomic_compare_exchange_strong(&solver->in_place, &none, made)) nbl_ready_destroy(made);
    *found = atomic_load(&solver->in_place);
    return NBL_SUCCESS;
}
