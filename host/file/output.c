/* Files that are whole or as they were.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "file/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0, or why `path` is not to be replaced. */
static int check_target(const char *path) {
    struct stat there;
    if (path[0] == '\0') return ENOENT;
    if (stat(path, &there) != 0) return 0;
    if (S_ISDIR(there.st_mode)) return EISDIR;
    if (!S_ISREG(there.st_mode)) return EINVAL;
    return access(path, W_OK) == 0 ? 0 : errno;
}

/* Opened by hand rather than by mkstemp, whose mode of 0600 would stay on the renamed file. */
static FILE *create_beside(const char *path, char *beside, size_t capacity) {
    int descriptor = -1;
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        snprintf(beside, capacity, "%s.%ld-%u.tmp", path, (long)getpid(), attempt);
        descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) break;
    }
    if (descriptor < 0) return NULL;
    FILE *stream = fdopen(descriptor, "wb");
    if (stream == NULL) {
        int error = errno;
        close(descriptor);
        unlink(beside);
        errno = error;
    }
    return stream;
}

int nbl_output_check(const char *path) {
    struct stat there;
    const char *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    if (path[0] == '\0' || stat(path, &there) == 0) return check_target(path);
    char *folder = malloc(length + 2);
    if (folder == NULL) return ENOMEM;
    memcpy(folder, path, length);
    memcpy(folder + length, ".", 2);
    int error = access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    free(folder);
    return error;
}

static void forget(nbl_output_t *output) {
    free(output->path);
    free(output->beside);
    memset(output, 0, sizeof *output);
}

int nbl_output_begin(nbl_output_t *output, const char *path) {
    size_t bytes = strlen(path) + 1, capacity = bytes + 64;
    int error = check_target(path);

    memset(output, 0, sizeof *output);
    if (error != 0) return error;
    output->path = malloc(bytes);
    output->beside = malloc(capacity);
    if (output->path == NULL || output->beside == NULL) {
        error = ENOMEM;
    } else {
        memcpy(output->path, path, bytes);
        output->stream = create_beside(path, output->beside, capacity);
        if (output->stream == NULL) error = errno;
    }
    if (error != 0) forget(output);
    return error;
}

void nbl_output_write(nbl_output_t *output, const void *data, size_t bytes) {
    errno = 0;
    if (output->error == 0 && fwrite(data, 1, bytes, output->stream) != bytes) output->error = errno != 0 ? errno : EIO;
}

int nbl_output_end(nbl_output_t *output) {
    int error = output->error;

    errno = 0;
    if ((fflush(output->stream) != 0 || ferror(output->stream)) && error == 0) error = errno != 0 ? errno : EIO;
    if (fclose(output->stream) != 0 && error == 0) error = errno;
    if (error == 0 && rename(output->beside, output->path) != 0) error = errno;
    if (error != 0) unlink(output->beside);
    forget(output);
    return error;
}

void nbl_output_discard(nbl_output_t *output) {
    if (output->stream == NULL) return;
    fclose(output->stream);
    unlink(output->beside);
    forget(output);
}

const char *nbl_output_reason(int error, char text[128]) {
    if (error == EISDIR) return "is a directory";
    if (error == EINVAL) return "is not a regular file";
    if (error == ENOMEM) return "no memory";
    int used = snprintf(text, 128, "cannot be written: ");
    if (strerror_r(error, text + used, 128 - (size_t)used) != 0)
        snprintf(text + used, 128 - (size_t)used, "error %d", error);
    return text;
}
