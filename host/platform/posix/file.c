/* Files by POSIX. On Linux, a file has no name until it is complete if the file system allows that.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* O_TMPFILE, flock */

#include "platform/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

size_t nbl_platform_folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

int nbl_platform_may_make_files(const char *folder) { return access(folder, W_OK | X_OK) == 0 ? 0 : errno; }

bool nbl_platform_identity(const char *path, nbl_platform_identity_t *identity) {
    struct stat there;
    if (stat(path, &there) != 0) return false;
    *identity = (nbl_platform_identity_t){(uint64_t)there.st_dev, (uint64_t)there.st_ino};
    return true;
}

bool nbl_platform_may_wait(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
}

void nbl_platform_keep_permissions(const char *path, int descriptor) {
    struct stat there;
    if (stat(path, &there) == 0 && fchmod(descriptor, there.st_mode & 0777) != 0) errno = 0;
}

int nbl_platform_bring_to_disk(int descriptor) {
    while (fsync(descriptor) != 0) {
        if (errno == EINVAL || errno == ENOSYS) return 0;
        if (errno != EINTR) return errno;
    }
    return 0;
}

/* Removes a temporary file if no process has it locked. */
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

static int open_named(const char *path, char *beside, bool *named) {
    for (int number = 0; number < NBL_BESIDE_MOST_NAMES; number++) {
        for (int attempt = 0; attempt < 2; attempt++) {
            struct stat held;
            nbl_beside_name(path, beside, number);
            int descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor < 0 && errno != EEXIST) return -1;
            if (descriptor < 0) {
                remove_stale(beside);
                continue;
            }
            /* between open and flock another process may have removed the file as one that was left behind */
            int locked = flock(descriptor, LOCK_EX | LOCK_NB);
            bool taken = locked != 0 && errno == EWOULDBLOCK;
            if (!taken && (fstat(descriptor, &held) != 0 || held.st_nlink > 0)) {
                *named = true;
                return descriptor;
            }
            close(descriptor);
        }
    }
    errno = EEXIST;
    return -1;
}

int nbl_beside_open(const char *path, char *beside, bool *named) {
    *named = false;
#ifdef O_TMPFILE
    size_t folder = nbl_platform_folder_length(path);
    memcpy(beside, path, folder);
    memcpy(beside + folder, ".", 2);
    /* linkat finds the file through /proc. */
    int descriptor = access("/proc/self/fd", X_OK) == 0 ? open(beside, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666) : -1;
    if (descriptor >= 0) {
        flock(descriptor, LOCK_EX | LOCK_NB);
        return descriptor;
    }
    if (errno == EMFILE || errno == ENFILE || errno == ENOSPC || errno == EACCES) return -1;
#endif
    return open_named(path, beside, named);
}

static int link_to(int descriptor, const char *path) {
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

static int link_beside(const char *path, char *beside, bool *named, int descriptor) {
    for (int number = 0; number < NBL_BESIDE_MOST_NAMES; number++) {
        for (int attempt = 0; attempt < 2; attempt++) {
            nbl_beside_name(path, beside, number);
            *named = link_to(descriptor, beside) == 0;
            if (*named) return 0;
            if (errno != EEXIST) return errno;
            remove_stale(beside);
        }
    }
    return EEXIST;
}

int nbl_beside_place(const char *path, char *beside, bool *named, int descriptor) {
    if (!*named) {
        if (link_to(descriptor, path) == 0) return 0;
        int error = errno == EEXIST ? link_beside(path, beside, named, descriptor) : errno;
        if (error != 0) return error;
    }
    if (rename(beside, path) != 0) return errno;
    *named = false;
    return 0;
}
