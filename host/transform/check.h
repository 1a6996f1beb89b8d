/* What both halves of nbl_program_check() share: check_step.c looks at each step, check.c counts what it loads and
 * stores.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_CHECK_H
#define NBL_HOST_TRANSFORM_CHECK_H

#include "transform/program.h"

#define NBL_PROGRAM_MOST_STRIDE \
    ((uint64_t)1 << 32) /* of a view, and of counts; chosen: sums of products stay in 64 bits */

/* Refuses a step whose operations, views or tables are not sound, whatever memory holds. Errors: ARGUMENT, LIMIT.
 *
 * number  of the step; those before it are sound */
nbl_result_t nbl_program_check_step(const nbl_program_t *program, uint32_t number, nbl_error_t *error);

#endif
