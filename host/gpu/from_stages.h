/* A program of the stages that nd_stages.h plans for a device.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_FROM_STAGES_H
#define NBL_HOST_GPU_FROM_STAGES_H

#include "gpu/nd_stages.h"
#include "transform/program.h"

/* Writes stages as a program: a step for each kernel, in the order of the work. Errors: LIMIT (more steps or tables
 * than a program has).
 *
 * program  written whole, also after an error */
nbl_result_t nbl_program_from_stages(const nbl_fft_nd_stages_t *stages, nbl_program_t *program, nbl_error_t *error);

/* Appends the program's text, or the line that says why there is none. */
void nbl_program_put_stages(nbl_fft_nd_text_t *text, const nbl_fft_nd_stages_t *stages);

#endif
