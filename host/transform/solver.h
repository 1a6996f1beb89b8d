/* A problem solved on the CPU as often as it is wanted, from one array to another and in place.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a problem. Out: runs of its programs: of one for two arrays, and of another one in place where that differs.
 * Wrong: what nbl_transform_make_cpu() and nbl_ready_create() refuse.
 */
#ifndef NBL_HOST_TRANSFORM_SOLVER_H
#define NBL_HOST_TRANSFORM_SOLVER_H

#include "transform/run_cpu.h"

typedef struct nbl_solver_t {
    nbl_problem_t problem; /* not in place */
    const char *set;       /* the name is the set's own; NULL: what is quickest */
    uint32_t threads;
    nbl_ready_t *apart;              /* for two arrays: of nbl_ready_solve() or nbl_ready_create(); NULL: none yet */
    _Atomic(nbl_ready_t *) in_place; /* NULL: no run in place asked for another program yet */
    nbl_executor_pool_t own_threads, *pool; /* pool: of a run; the solver's own, or another one's */
} nbl_solver_t;

/* Fills in a solver without a program, for nbl_solver_release().
 *
 * problem  not in place; copied
 * set      instructions, as in nbl_executor_line_desc_t; read only during the call
 * threads  of nbl_solver_threads() */
void nbl_solver_init(nbl_solver_t *solver, const nbl_problem_t *problem, const char *set, uint32_t threads);
void nbl_solver_release(nbl_solver_t *solver);

/* Returns how many threads are worth it: as many as are wanted; 0: one per processor, fewer for little work.
 *
 * elements  numbers that are transformed in all */
uint32_t nbl_solver_threads(uint32_t wanted, uint64_t elements);

/* Returns the program for a run in place. The first run in place makes one of its own, unless each line is read as a
 * whole before any of it is written. Thread-safe. Errors: those of nbl_ready_solve(). */
nbl_result_t nbl_solver_find_in_place(nbl_solver_t *solver, nbl_ready_t **found, nbl_error_t *error);

/* Solves it. Thread-safe. Errors: OUT_OF_MEMORY, those of nbl_solver_find_in_place().
 *
 * input, output  not NULL; the same, or arrays that do not overlap */
static inline nbl_result_t nbl_solver_run(nbl_solver_t *solver, const void *input, void *output, nbl_error_t *error) {
    nbl_ready_t *transform = solver->apart;
    if (input == output && !transform->stays) {
        const nbl_result_t result = nbl_solver_find_in_place(solver, &transform, error);
        if (result != NBL_SUCCESS) return result;
    }
    return nbl_ready_run_unchecked(transform, solver->pool, input, output, error);
}

#endif
