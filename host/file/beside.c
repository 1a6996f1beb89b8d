/* A file before it is put in place: without a name if the system can, else under one that shows whether it is in use.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   O_TMPFILE    no name ---------------- linkat --------------> path, where nothing is there yet
 *                no name --- linkat ---> .nbl-<hash>-0.tmp --- rename ---> path, where an old file is
 *   elsewhere    .nbl-<hash>-0.tmp ------------------------- rename ---> path
 *
 * The hash is of the target's name, so that the temporary name is never too long. A process that has such a file open
 * holds a lock (flock) on it: a file without a lock was left behind by a process that ended, and the next process that
 * needs the name removes it.
 */
#define _GNU_SOURCE /* O_TMPFILE, flock */

#include "file/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NAMES = 1000 };

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* FNV-1a, of 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_of(const char *name) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return hash;
}

static void name_beside(nbl_output_t *output, int number) {
    size_t folder = folder_length(output->path);
    memcpy(output->beside, output->path, folder);
    snprintf(output->beside + folder, NBL_BESIDE_NAME_BYTES, ".nbl-%016llx-%d.tmp",
             (unsigned long long)hash_of(output->path + folder), number);
}

/* Removes a file that no process holds. */
static void remove_stale(const char *beside) {
    struct stat there, held;
    int descriptor = open(beside, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) return;
    /* The lock makes it ours; whether it still has this name must be checked after locking. */
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &held) == 0 && lstat(beside, &there) == 0 &&
        held.st_dev == there.st_dev && held.st_ino == there.st_ino)
        unlink(beside);
    close(descriptor);
}

static int open_named(nbl_output_t *output) {
    for (int number = 0; number < MOST_NAMES; number++) {
        for (int attempt = 0; attempt < 2; attempt++) {
            struct stat held;
            name_beside(output, number);
            int descriptor = open(output->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor < 0 && errno != EEXIST) return -1;
            if (descriptor < 0) {
                remove_stale(output->beside);
                continue;
            }
            /* Between open and flock another process may have taken it for a stale one. */
            int locked = flock(descriptor, LOCK_EX | LOCK_NB);
            bool taken = locked != 0 && errno == EWOULDBLOCK;
            if (!taken && (fstat(descriptor, &held) != 0 || held.st_nlink > 0)) {
                output->named = true;
                return descriptor;
            }
            close(descriptor);
        }
    }
    errno = EEXIST;
    return -1;
}

int nbl_beside_open(nbl_output_t *output) {
#ifdef O_TMPFILE
    size_t folder = folder_length(output->path);
    memcpy(output->beside, output->path, folder);
    memcpy(output->beside + folder, ".", 2);
    /* linkat finds the file through /proc. */
    int descriptor =
        access("/proc/self/fd", X_OK) == 0 ? open(output->beside, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    if (descriptor >= 0) {
        flock(descriptor, LOCK_EX | LOCK_NB);
        return descriptor;
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOSPC || errno == EACCES) return -1;
#endif
    return open_named(output);
}

static int link_to(int descriptor, const char *path) {
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

static int link_beside(nbl_output_t *output, int descriptor) {
    for (int number = 0; number < MOST_NAMES; number++) {
        for (int attempt = 0; attempt < 2; attempt++) {
            name_beside(output, number);
            output->named = link_to(descriptor, output->beside) == 0;
            if (output->named) return 0;
            if (errno != EEXIST) return errno;
            remove_stale(output->beside);
        }
    }
    return EEXIST;
}

int nbl_beside_place(nbl_output_t *output, int descriptor) {
    if (!output->named) {
        if (link_to(descriptor, output->path) == 0) return 0;
        int error = errno == EEXIST ? link_beside(output, descriptor) : errno;
        if (error != 0) return error;
    }
    if (rename(output->beside, output->path) != 0) return errno;
    output->named = false;
    return 0;
}
