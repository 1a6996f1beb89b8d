/* Files that are whole or as they were: written beside, under another name, and renamed at the end.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FILE_OUTPUT_H
#define NBL_HOST_FILE_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

typedef struct nbl_output_t {
    FILE *stream; /* NULL: not open */
    char *path, *beside;
    int error; /* of the first nbl_output_write that failed */
} nbl_output_t;

/* Opens a file beside `path`, of a mode that the umask leaves. A file that may not be written is refused, although a
 * rename would need no permission on it.
 * Returns 0, or an errno: EISDIR, EINVAL of what is no regular file, ENOMEM, or the system's; then nothing is open. */
int nbl_output_begin(nbl_output_t *output, const char *path);

/* Returns 0, or why nbl_output_begin would refuse `path` now: for a program that first computes. */
int nbl_output_check(const char *path);

/* Writes; an error is told by nbl_output_end. Writing to output->stream does as well. */
void nbl_output_write(nbl_output_t *output, const void *data, size_t bytes);

/* Closes, and puts the file in its place. Returns 0, or the first error's errno: then `path` is as it was. */
int nbl_output_end(nbl_output_t *output);

/* Closes, and leaves `path` as it was. Nothing where nothing is open. */
void nbl_output_discard(nbl_output_t *output);

/* Returns what an error of these functions means, for a message that begins with the path, in `text` or a constant. */
const char *nbl_output_reason(int error, char text[128]);

#endif
