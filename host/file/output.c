/* Writes a file completely, or leaves it as it was.
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
    nbl_platform_keep_permissions(output->path, descriptor);
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

int nbl_output_settle(nbl_output_t *output) {
    if (output->settled) return output->error;
    output->settled = true;
    errno = 0;
    if ((fflush(output->stream) != 0 || ferror(output->stream)) && output->error == 0)
        output->error = errno != 0 ? errno : EIO;
    /* Else a machine that stops could leave the new name without contents. */
    if (output->error == 0) output->error = nbl_platform_bring_to_disk(fileno(output->stream));
    return output->error;
}

int nbl_output_end(nbl_output_t *output) {
    int error = nbl_output_settle(output);
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

/* A file, the same whatever path leads to it: by its identity; if it is not there, by its folder's identity and its
 * name; if the folder is not there, by its path. */
typedef struct file_t {
    nbl_platform_identity_t identity;
    const char *name; /* "": it is there */
    size_t use;
} file_t;

static file_t find_file(const char *path, size_t use) {
    char folder[PATH_MAX];
    file_t file = {{0, 0}, "", use};
    if (nbl_platform_identity(path, &file.identity)) return file;
    const bool in_folder = folder_of(path, folder) && nbl_platform_identity(folder, &file.identity);
    file.name = in_folder ? path + nbl_platform_folder_length(path) : path;
    return file;
}

static int compare_identities(const file_t *a, const file_t *b) {
    const nbl_platform_identity_t *one = &a->identity, *other = &b->identity;
    if (one->device != other->device) return one->device < other->device ? -1 : 1;
    if (one->number != other->number) return one->number < other->number ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int compare_files(const void *a, const void *b) {
    const file_t *one = a, *other = b;
    const int order = compare_identities(one, other);
    return order != 0 ? order : one->use < other->use ? -1 : 1;
}

int nbl_output_clash(const nbl_output_use_t *uses, size_t count, size_t numbers[2]) {
    file_t *files = malloc((count + 1) * sizeof *files);
    size_t found = 0;
    if (files == NULL) return ENOMEM;
    for (size_t i = 0; i < count; i++)
        if (uses[i].path != NULL) files[found++] = find_file(uses[i].path, i);
    qsort(files, found, sizeof *files, compare_files);
    numbers[1] = count;
    for (size_t i = 1, first = 0; i < found; i++) { /* uses of one file begin at `first` */
        const size_t one = files[first].use, other = files[i].use;
        if (compare_identities(&files[first], &files[i]) != 0) {
            first = i;
        } else if ((uses[one].written || uses[other].written) && other < numbers[1]) {
            numbers[0] = one;
            numbers[1] = other;
        }
    }
    free(files);
    return numbers[1] < count ? EEXIST : 0;
}
