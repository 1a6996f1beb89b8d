/* What a frame changes of a bloom's plan.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_FRAME_H
#define NBL_HOST_BLOOM_FRAME_H

#include "nbl/host/bloom.h"

/* Checks how a bloom or a blur is combined with the image. Errors: ARGUMENT.
 * 
 * of  "frame" or "blur": begins the message */
nbl_result_t nbl_bloom_combine_check(const char *of, nbl_bloom_combine_t combine, nbl_error_t *error);
nbl_result_t nbl_bloom_intensity_check(const char *of, nbl_bloom_combine_t combine, float intensity,
                                       nbl_error_t *error);
nbl_result_t nbl_bloom_threshold_check(const char *of, float threshold, float knee, nbl_error_t *error);

/* Returns 1 / (4 knee), or 0 for a knee of 0, as nbl_bloom_above() takes it. The host divides, since a device may
 * round a quotient as it likes. */
float nbl_bloom_knee_scale(float knee);

/* Checks whether a plan can do a frame. Errors: ARGUMENT. */
nbl_result_t nbl_bloom_frame_check(const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame, nbl_error_t *error);

/* Checks whether passes `first` to `last` of a run can be done. Errors: ARGUMENT, BAD_IMAGE. */
nbl_result_t nbl_bloom_run_check(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                                 nbl_bloom_pass_name_t last, nbl_error_t *error);

/* Returns how many workgroups a pass has for a frame that was checked. */
uint64_t nbl_bloom_frame_workgroups(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                    const nbl_bloom_frame_t *frame);

/* Returns the constants of a pass for a frame that was checked. */
nbl_bloom_constants_t nbl_bloom_frame_constants(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name,
                                                const nbl_bloom_frame_t *frame);

#endif
