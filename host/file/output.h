/* Files that are replaced as a whole or not at all: written without a name, or under another one, then put in place.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FILE_OUTPUT_H
#define NBL_HOST_FILE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct nbl_output_t {
    FILE *stream; /* NULL: not open */
    char *path, *beside;
    bool named;   /* whether the file lies at `beside`; without a name it ends with the process, whatever ends that */
    bool settled; /* nothing was written since nbl_output_settle() */
    int error;    /* of the first nbl_output_write that failed */
} nbl_output_t;

/* Opens a temporary file in the folder of `path`. It gets the permissions of the file that it replaces; a new file gets
 * the permissions that the umask leaves. A file that may not be written is refused, although a rename would need no
 * permission on it. Returns 0, or an errno: EISDIR, EINVAL (`path` is no regular file), ENOMEM, or the system's; then
 * nothing is open. */
int nbl_output_begin(nbl_output_t *output, const char *path);

/* Returns 0, or why nbl_output_begin would refuse `path` now: for a program that computes before it writes. */
int nbl_output_check(const char *path);

/* Writes; nbl_output_end reports errors. Writing to output->stream is equivalent. */
void nbl_output_write(nbl_output_t *output, const void *data, size_t bytes);

/* Brings the file to the disk, without its name, for several files that must appear together; nbl_output_end() then
 * puts each in its place. Returns 0, or the first error's errno: then discard the file. */
int nbl_output_settle(nbl_output_t *output);

/* Brings the file to the disk, closes it, and puts it in its place. Returns 0, or the first error's errno: then `path`
 * is as it was. */
int nbl_output_end(nbl_output_t *output);

/* Closes, and leaves `path` as it was. Does nothing if nothing is open. */
void nbl_output_discard(nbl_output_t *output);

/* Returns what an error of these functions means, for a message that begins with the path, in `text` or a constant. */
const char *nbl_output_reason(int error, char text[128]);

/* A file of a program, by the option or argument that names it. */
typedef struct nbl_output_use_t {
    const char *option, *path; /* path NULL: not given */
    bool written;
} nbl_output_use_t;

/* Looks for a file that is written and is also another file of the list, by whatever name, so that a program does not
 * overwrite an input or a result. Returns 0 if all are different; EEXIST with the first file's two uses in numbers[0] <
 * numbers[1]; or ENOMEM. */
int nbl_output_clash(const nbl_output_use_t *uses, size_t count, size_t numbers[2]);

#endif
