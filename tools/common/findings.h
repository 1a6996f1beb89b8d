/* What the emulator's checker found.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_COMMON_FINDINGS_H
#define NBL_TOOLS_COMMON_FINDINGS_H

#include "nbl/host/emulator.h"

/* Prints the findings of a report, if there are any, on the standard error: before the one line that ends the
 * program. */
void print_findings(const nbl_emulator_report_t *report);

#endif
