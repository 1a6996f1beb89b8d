/* Files that are whole or as they were.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "file/output.h"
#include "platform/file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0, or why `path` is not to be replaced. */
static int check_target(const char *path) {
    struct stat there;
    if (path[0] == '\0') return ENOENT;
    if (stat(path, &there) != 0) return errno == ENAMETOOLONG ? errno : 0;
    if (S_ISDIR(there.st_mode)) return EISDIR;
    if (!S_ISREG(there.st_mode)) return EINVAL;
    return access(path, W_OK) == 0 ? 0 : errno;
}

/* The folder of a path, with `.` behind it; false where that is longer than any path may be. */
static bool folder_of(const char *path, char folder[PATH_MAX]) {
    size_t length = nbl_platform_folder_length(path);
    if (length + 2 > PATH_MAX) return false;
    memcpy(folder, path, length);
    memcpy(folder + length, ".", 2);
    return true;
}

int nbl_output_check(const char *path) {
    struct stat there;
    char folder[PATH_MAX];
    int error = check_target(path);
    if (error != 0 || stat(path, &there) == 0) return error;
    if (!folder_of(path, folder)) return ENAMETOOLONG;
    return nbl_platform_may_make_files(folder);
}

static void forget(nbl_output_t *output) {
    free(output->path);
    free(output->beside);
    memset(output, 0, sizeof *output);
}

static int open_stream(nbl_output_t *output) {
    int descriptor = nbl_beside_open(output->path, output->beside, &output->named);
    if (descriptor < 0) return errno;
    output->stream = fdopen(descriptor, "wb");
    if (output->stream != NULL) return 0;
    int error = errno;
    close(descriptor);
    if (output->named) unlink(output->beside);
    return error;
}

int nbl_output_begin(nbl_output_t *output, const char *path) {
    size_t bytes = strlen(path) + 1;
    int error = check_target(path);

    memset(output, 0, sizeof *output);
    if (error != 0) return error;
    output->path = malloc(bytes);
    output->beside = malloc(bytes + NBL_BESIDE_NAME_BYTES);
    if (output->path == NULL || output->beside == NULL) {
        error = ENOMEM;
    } else {
        memcpy(output->path, path, bytes);
        error = open_stream(output);
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
    /* Else a machine that stops could leave the new name without contents. */
    if (error == 0) error = nbl_platform_bring_to_disk(fileno(output->stream));
    if (error == 0) error = nbl_beside_place(output->path, output->beside, &output->named, fileno(output->stream));
    fclose(output->stream); /* all is on the disk: an error here changes nothing */
    if (output->named) unlink(output->beside);
    forget(output);
    return error;
}

void nbl_output_discard(nbl_output_t *output) {
    if (output->stream == NULL) return;
    fclose(output->stream);
    if (output->named) unlink(output->beside);
    forget(output);
}

const char *nbl_output_reason(int error, char text[128]) {
    if (error == EISDIR) return "is a directory";
    if (error == EINVAL) return "is not a regular file";
    if (error == ENOMEM) return "no memory";
    int used = snprintf(text, 128, "cannot be written: ");
    nbl_platform_error_text(error, text + used, 128 - (size_t)used);
    return text;
}

/* Both files are there and the same, or neither is there and they would be. */
static bool same_file(const char *one, const char *other) {
    struct stat a, b;
    if (strcmp(one, other) == 0) return true;
    bool one_there = stat(one, &a) == 0, other_there = stat(other, &b) == 0;
    if (one_there || other_there) return one_there && other_there && nbl_platform_same_file(one, other);
    if (strcmp(one + nbl_platform_folder_length(one), other + nbl_platform_folder_length(other)) != 0) return false;
    char folder[PATH_MAX], other_folder[PATH_MAX];
    return folder_of(one, folder) && folder_of(other, other_folder) && nbl_platform_same_file(folder, other_folder);
}

bool nbl_output_clash(const nbl_output_use_t *uses, size_t count, size_t numbers[2]) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            if (uses[i].path == NULL || uses[k].path == NULL || !(uses[i].written || uses[k].written)) continue;
            if (!same_file(uses[i].path, uses[k].path)) continue;
            numbers[0] = k;
            numbers[1] = i;
            return true;
        }
    return false;
}
