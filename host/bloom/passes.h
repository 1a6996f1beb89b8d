/* A bloom's seven passes, filled in from its axes.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_PASSES_H
#define NBL_HOST_BLOOM_PASSES_H

#include "bloom/axis.h"

/* Fills in the passes of a plan, and its bytes. Errors: ARGUMENT and LIMIT (a plan of the caller's own, or a length for
 * which the limits leave none).
 *
 * plan  its desc, first_axis chosen; zeros in what is filled in */
nbl_result_t nbl_bloom_passes_fill(nbl_bloom_plan_t *plan, const nbl_bloom_axis_plan_t *first,
                                   const nbl_bloom_axis_plan_t *second, nbl_error_t *error);

#endif
