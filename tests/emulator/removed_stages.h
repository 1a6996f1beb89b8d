/* Runs the kernels of a transform of several dimensions in the emulator: tests/emulator/removed_stages.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_REMOVED_STAGES_H
#define NBL_TESTS_EMULATOR_REMOVED_STAGES_H

#include "gpu/nd_stages.h"
#include "tests/emulator/removed.h"

/* Runs all kernels of a description under the checker, to the first that it complains of.
 *
 * input   from its first element; overwritten where the description is in place
 * output  receives the results; unused where the description is in place */
void run_stages(const nbl_fft_nd_stages_t *stages, nbl_emulator_order_t order, char *input, char *output,
                nbl_emulator_report_t *report);

#endif
