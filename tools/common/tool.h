/* A tool's main and what it says: one of its commands runs, and an error is one line at the end.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions of tools return an exit status and fill in an nbl_error_t, as those of the library do that they call; the
 * text goes up, and run_tool() prints it once. Beside the work there are notes and progress.
 */
#ifndef NBL_TOOLS_COMMON_TOOL_H
#define NBL_TOOLS_COMMON_TOOL_H

#include "error/error.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct command_t {
    const char *name; /* "" is the command that runs if the first argument is no command's name; NULL ends a list */
    int (*run)(int argc, char **argv, nbl_error_t *error); /* with what follows the name */
    const char *help;
} command_t;

/* Runs the command that the arguments name, or answers --help and --version. Returns its exit status, or EXIT_FAILED if
 * the standard output cannot be written.
 * 
 * name  of the tool, for messages
 * help  of the tool as a whole */
int run_tool(const char *name, const char *help, const command_t *commands, int argc, char **argv);
const char *tool_name(void);

/* Writes "what: why" into `error`, and returns the status. A text that is too long, as a path may be, loses its
 * middle. */
int fail(nbl_error_t *error, int status, const char *format, ...) NBL_PRINTF(3, 4);
/* Names a result in `error` if the library has left no text. Returns EXIT_DONE for NBL_SUCCESS, else EXIT_FAILED. */
int fail_result(nbl_error_t *error, nbl_result_t result);

/* Prints one line on the standard error, beside the work. */
void note(const char *format, ...) NBL_PRINTF(1, 2);
/* Shows what is being done in one line of a terminal; NULL wipes the line away. Without a terminal, and after
 * report_progress(), it prints lines, at most one every `seconds`. */
void show_progress(const char *what);
void report_progress(double seconds);

#endif
