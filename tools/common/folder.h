/* Files of a folder that come together or not at all: none has its name before all are written.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_COMMON_FOLDER_H
#define NBL_TOOLS_COMMON_FOLDER_H

#include <stdint.h>

#include "file/output.h"
#include "nbl/host/error.h"

enum { FOLDER_MOST_FILES = 48 };

typedef struct folder_t {
    const char *path;
    size_t made; /* bytes of the path that name the first folder that was not there; 0: all were */
    nbl_output_t outputs[FOLDER_MOST_FILES];
    uint32_t count;
} folder_t;

/* Functions return an exit status. */

/* Makes the folder and those above it.
 * 
 * path  must stay valid as long as `folder` */
int folder_begin(folder_t *folder, const char *path, nbl_error_t *error);

/* Writes a file of the folder. Files get their names at the end, in the order in which they were written. */
int folder_write(folder_t *folder, const char *name, const void *data, size_t size, nbl_error_t *error);

/* Gives all files their names. If `code` is not EXIT_DONE, or a file fails, all files and the folders that were made
 * are deleted. Write the file that lists the others last: a program that finds it finds all.
 *
 * code  exit status of the work before */
int folder_end(folder_t *folder, int code, nbl_error_t *error);

#endif
