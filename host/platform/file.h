/* What differs among systems' files: names, permissions, and how a file is put in place at once.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   O_TMPFILE    no name ---------------- linkat --------------> path, where nothing is there yet
 *                no name --- linkat ---> .nbl-<hash>-0.tmp --- rename ---> path, where an old file is
 *   elsewhere    .nbl-<hash>-0.tmp ------------------------- rename ---> path
 *
 * The hash is of the target's name, so the temporary name is never too long. A process that has a temporary file open
 * holds a lock on it. A temporary file without a lock was left behind by a process that ended, and the next process
 * that needs the name removes it.
 */
#ifndef NBL_HOST_PLATFORM_FILE_H
#define NBL_HOST_PLATFORM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NBL_BESIDE_NAME_BYTES 64   /* room for the longest temporary name, which has 31 bytes; chosen */
#define NBL_BESIDE_MOST_NAMES 1000 /* names that are tried before giving up; chosen, one is nearly always free */

/* Returns how many bytes of a path name its folder, the last separator included; 0: the path is a name alone. */
size_t nbl_platform_folder_length(const char *path);

/* Returns 0 if files may be made in a folder, else an errno.
 *
 * folder  ends with a separator and a dot: "pictures/." */
int nbl_platform_may_make_files(const char *folder);

/* The identity of a file or folder: two paths with equal identities lead to the same one. */
typedef struct nbl_platform_identity_t {
    uint64_t device, number;
} nbl_platform_identity_t;

/* Returns whether a path leads to a file or folder, and fills in its identity. */
bool nbl_platform_identity(const char *path, nbl_platform_identity_t *identity);

/* Returns whether opening a path to read, or reading it, may wait for another process or for ever: a pipe, a device. */
bool nbl_platform_may_wait(const char *path);

/* Waits until what was written is on the disk. Returns 0, or an errno; 0 too if the file system cannot do it. */
int nbl_platform_bring_to_disk(int descriptor);

/* Writes an errno's text into `text`, cut off if it has more than `bytes` - 1 characters. */
void nbl_platform_error_text(int error, char *text, size_t bytes);

/* Writes the path of a temporary file beside `path` into `beside`, which has room for the folder and
 * NBL_BESIDE_NAME_BYTES. beside.c.
 *
 * number  0 to NBL_BESIDE_MOST_NAMES - 1, the next one if a file of that name is in use */
void nbl_beside_name(const char *path, char *beside, int number);

/* Gives an open file the permissions of the file at `path`, which it is to replace. Errors are ignored. */
void nbl_platform_keep_permissions(const char *path, int descriptor);

/* Opens a new file in the folder of `path`. It has no name where the system can do that; elsewhere `beside` receives
 * its name, and *named is set. Returns a descriptor, or -1 with errno. */
int nbl_beside_open(const char *path, char *beside, bool *named);

/* Gives the file of a descriptor, as nbl_beside_open() made it, its place at `path`; a file that is there is replaced.
 * Returns 0, or an errno. Afterwards *named says whether a temporary name is left, which the caller removes. */
int nbl_beside_place(const char *path, char *beside, bool *named, int descriptor);

#endif
