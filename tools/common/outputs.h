/* Files that a tool writes: whole, or as they were, with a text for every error.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_COMMON_OUTPUTS_H
#define NBL_TOOLS_COMMON_OUTPUTS_H

#include "file/output.h"
#include "nbl/host/error.h"

/* Refuses, before a long job, what would lose a file or fail at the end: a file to be written that is also another one
 * of these, or that cannot be written. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int outputs_check(const nbl_output_use_t *uses, size_t count, nbl_error_t *error);

/* Turns a code of nbl_output_begin() and its neighbours into a message. Returns EXIT_DONE for 0, else EXIT_FAILED. */
int fail_to_write(const char *path, int code, nbl_error_t *error);
/* As nbl_output_begin() and nbl_output_end(), with a message. Return EXIT_DONE or EXIT_FAILED. */
int output_open(nbl_output_t *output, const char *path, nbl_error_t *error);
int output_close(nbl_output_t *output, const char *path, nbl_error_t *error);

/* Writes a whole file. Returns EXIT_DONE or EXIT_FAILED. */
int write_file(const char *path, const void *data, size_t size, nbl_error_t *error);

#endif
