/* Files of a folder that come together or not at all.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/outputs.h"
#include "common/tool.h"

/* Makes a folder and those above it, as mkdir -p does.
 * 
 * made  receives the bytes of the path that name the first folder that was not there; 0: all were there */
static int make_folders(const char *folder, size_t *made, nbl_error_t *error) {
    char path[4096];
    *made = 0;
    const size_t length = strlen(folder);
    if (length >= sizeof path) return fail(error, EXIT_FAILED, "%s: is too long", folder);
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        path[i] = '\0';
        if (mkdir(path, 0777) == 0)
            *made = *made == 0 ? i : *made;
        else if (errno != EEXIST)
            return fail(error, EXIT_FAILED, "%s: %s", path, strerror(errno));
        path[i] = i < length ? '/' : '\0';
    }
    return EXIT_DONE;
}

/* Removes the folders that were made, up to the first of them. A folder in which others have put files stays. */
static void remove_folders(const char *folder, size_t made) {
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    for (size_t length = strlen(path); made > 0 && length >= made; length--) {
        if (path[length] != '/' && path[length] != '\0') continue;
        path[length] = '\0';
        if (rmdir(path) != 0) return;
    }
}

int folder_begin(folder_t *folder, const char *path, nbl_error_t *error) {
    *folder = (folder_t){.path = path};
    return make_folders(path, &folder->made, error);
}

int folder_write(folder_t *folder, const char *name, const void *data, size_t size, nbl_error_t *error) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder->path, name) >= (int)sizeof path)
        return fail(error, EXIT_FAILED, "%s: is too long", folder->path);
    if (folder->count == FOLDER_MOST_FILES) return fail(error, EXIT_FAILED, "%s: too many files", folder->path);
    nbl_output_t *output = &folder->outputs[folder->count];
    const int code = output_open(output, path, error);
    if (code != EXIT_DONE) return code;
    folder->count++;
    nbl_output_write(output, data, size);
    return fail_to_write(path, nbl_output_settle(output), error);
}

int folder_end(folder_t *folder, int code, nbl_error_t *error) {
    for (uint32_t i = 0; i < folder->count; i++) {
        nbl_output_t *output = &folder->outputs[i];
        char path[4096];
        snprintf(path, sizeof path, "%s", output->path);
        if (code == EXIT_DONE)
            code = output_close(output, path, error);
        else
            nbl_output_discard(output);
    }
    if (code != EXIT_DONE) remove_folders(folder->path, folder->made);
    return code;
}
