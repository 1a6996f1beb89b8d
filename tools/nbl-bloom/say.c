/* What nbl-bloom says on stderr: errors of one line, notes, and progress on a terminal.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool showing;

void tool_progress(const char *what) {
    if (!isatty(STDERR_FILENO)) return;
    if (what || showing) fprintf(stderr, "\r\033[K%s%s", what ? "nbl-bloom: " : "", what ? what : "");
    showing = what != NULL;
    fflush(stderr);
}

static void print_line(const char *what, const char *why) {
    char line[2048];
    snprintf(line, sizeof line, "nbl-bloom: %.1000s%s%s", what, why ? ": " : "", why ? why : "");
    /* Paths may hold anything, and be long: an error stays one line, with its reason. */
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    tool_progress(NULL);
    fprintf(stderr, "%s\n", line);
}

int tool_fail(const char *what, const char *why, ...) {
    char text[1400];
    va_list arguments;
    va_start(arguments, why);
    if (why) vsnprintf(text, sizeof text, why, arguments);
    va_end(arguments);
    print_line(what, why ? text : NULL);
    return TOOL_FAILED;
}

tool_run_t tool_fail_bloom(const tool_job_t *job, nbl_result_t result, const nbl_error_t *error) {
    if (result == NBL_ERROR_BAD_KERNEL)
        tool_fail(job->options->kernel, "%s", error->text);
    else
        tool_fail(error->text[0] ? error->text : nbl_result_text(result), NULL);
    return TOOL_RUN_FAILED;
}

void tool_note(const char *text) { print_line(text, NULL); }

void tool_note_fall_back(const char *reason) { print_line(reason, "running on the CPU emulator"); }
