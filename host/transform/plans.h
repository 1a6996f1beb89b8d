/* What a plan of lines holds: their description, and the programs that solve it on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_PLANS_H
#define NBL_HOST_TRANSFORM_PLANS_H

#include "fft/array.h"
#include "transform/solver.h"

struct nbl_fft_array_plan_t {
    nbl_fft_array_desc_t desc;
    nbl_fft_array_side_t sides[2];
    nbl_solver_t solver;
    _Atomic(nbl_ready_t *) one; /* one transform of elements side by side, by the arithmetic of the others: for
                                 * nbl_fft_array_plan_access(), which makes it; NULL: not made yet */
};

/* Returns the bytes of a plan, of its tables and of what it keeps between runs. */
uint64_t nbl_fft_array_plan_kept_bytes(const nbl_fft_array_plan_t *plan);

/* Makes the program of one of a plan's transforms, whose elements lie side by side, in its arithmetic's precision, and
 * its tables. Errors: those of nbl_ready_solve(); then *made is not to be destroyed. */
nbl_result_t nbl_fft_array_solve_one(const nbl_fft_array_plan_t *plan, nbl_ready_t **made, nbl_error_t *error);

#endif
