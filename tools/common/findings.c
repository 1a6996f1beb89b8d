/* Prints findings of the checker, each with the lines of the kernel's text that it names.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "spirv/embedded.h"

/* Returns a line of a text that the library carries, such as include/nbl/bit.h, without the blanks before it; empty if
 * it is not found. */
static const char *source_line(const char *file, int line, int *size) {
    const char *name = strstr(file, "nbl/"), *at = NULL;
    if (name == NULL) name = strstr(file, "shaders/");
    for (const nbl_embedded_file_t *each = nbl_embedded_files; name != NULL && each->name != NULL; each++)
        if (strcmp(each->name, name) == 0) at = each->text;
    for (; at != NULL && *at != '\0' && line > 1; line--) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    if (at == NULL) at = "";
    at += strspn(at, " ");
    *size = (int)strcspn(at, "\n");
    return at;
}

static void print_access(const nbl_emulator_access_t *access) {
    if (access->file == NULL) return;
    int size;
    const char *line = source_line(access->file, access->line, &size);
    const char *name = strrchr(access->file, '/');
    if (size > 0)
        fprintf(stderr, "    %s:%d | %.*s\n", name != NULL ? name + 1 : access->file, access->line, size, line);
}

static void print_finding(const nbl_emulator_finding_t *finding) {
    const size_t bytes = nbl_emulator_finding_text(finding, NULL, 0) + 1;
    char *text = malloc(bytes);
    if (!text) return;
    nbl_emulator_finding_text(finding, text, bytes);
    fputs(text, stderr);
    free(text);
    print_access(&finding->first);
    if (finding->first.file == NULL || finding->first.line != finding->second.line ||
        strcmp(finding->first.file, finding->second.file) != 0)
        print_access(&finding->second);
}

void print_findings(const nbl_emulator_report_t *report) {
    if (report->finding_count == 0) return;
    show_progress(NULL);
    fprintf(stderr, "kernel \"%s\": %s\n", report->kernel != NULL ? report->kernel : "",
            nbl_result_text(report->result));
    for (uint32_t i = 0; i < report->finding_count; i++) print_finding(&report->findings[i]);
    if (report->findings_without_room != 0)
        fprintf(stderr, "%llu more findings did not fit into the report\n",
                (unsigned long long)report->findings_without_room);
}
