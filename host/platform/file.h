/* Where systems' files differ: names, permissions, and how a file is put in place atomically.
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

#define NBL_BESIDE_NAME_BYTES 64   /* of the longest temporary name */
#define NBL_BESIDE_MOST_NAMES 1000 /* names that are tried before giving up; chosen, one is nearly always free */

/* How many bytes of a path are its folder's, with the separator behind it; 0 where it names none. */
size_t nbl_platform_folder_length(const char *path);

/* Whether files may be made in the folder that ends with a separator and a dot. Returns 0, or an errno. */
int nbl_platform_may_make_files(const char *folder);

/* What two paths have in common if they lead to one file or folder. */
typedef struct nbl_platform_identity_t {
    uint64_t device, number;
} nbl_platform_identity_t;

/* Whether the path leads to a file or folder, and which. */
bool nbl_platform_identity(const char *path, nbl_platform_identity_t *identity);

/* Brings what was written to the disk. Returns 0, or an errno; a file system that cannot is no error. */
int nbl_platform_bring_to_disk(int descriptor);

/* Puts an errno's text, cut at the end, into `text`. */
void nbl_platform_error_text(int error, char *text, size_t bytes);

/* Writes into `beside` the temporary name of that number in the folder of `path`: beside.c. */
void nbl_beside_name(const char *path, char *beside, int number);

/* Gives a file that is to take the place of another the permissions that this one has; what cannot be is left. */
void nbl_platform_keep_permissions(const char *path, int descriptor);

/* Opens a file without a name in the folder of `path`. On a system that has none, opens one with a name, which `beside`
 * receives, and sets *named. Returns a descriptor, or -1 with errno. */
int nbl_beside_open(const char *path, char *beside, bool *named);

/* Puts the file of a descriptor at `path`. Returns 0, or an errno. */
int nbl_beside_place(const char *path, char *beside, bool *named, int descriptor);

#endif
