/* Prints findings of the checker.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/findings.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/tool.h"

void print_findings(const nbl_emulator_report_t *report) {
    if (report->finding_count == 0) return;
    size_t bytes = nbl_emulator_report_text(report, NULL, 0) + 1;
    char *text = malloc(bytes);
    if (!text) return;
    show_progress(NULL);
    nbl_emulator_report_text(report, text, bytes);
    fputs(text, stderr);
    free(text);
}
