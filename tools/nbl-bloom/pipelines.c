/* The --pipelines file: what the driver compiled, read before a bloom is created and written after.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/outputs.h"
#include "common/tool.h"
#include "nbl/host/vulkan_pipelines.h"

#define MOST_BYTES (64u << 20) /* chosen: a bloom's are below 1 MB; a file of more is none of ours */

/* Reads a file. Returns its bytes, or NULL and 0 bytes if there is none, or none that can be read. */
static void *read_bytes(const char *path, size_t *count) {
    *count = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        if (errno != ENOENT) note("--pipelines: %.200s: cannot be read", path);
        return NULL;
    }
    char *bytes = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size > 0 && size <= (long)MOST_BYTES && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)size);
    if (bytes != NULL) *count = fread(bytes, 1, (size_t)size, file);
    fclose(file);
    return bytes;
}

nbl_result_t tool_load_pipelines(const tool_job_t *job, nbl_vulkan_device_t *device, nbl_error_t *error) {
    const char *path = job->options->pipelines;
    if (path == NULL) return NBL_SUCCESS;
    size_t count;
    bool matches;
    void *bytes = read_bytes(path, &count);
    nbl_result_t result = nbl_vulkan_pipelines_load(device, bytes, count, &matches, error);
    if (result == NBL_SUCCESS && bytes != NULL && !matches)
        note("--pipelines: %.200s: damaged, or of another driver or device: compiled anew", path);
    free(bytes);
    return result;
}

void tool_save_pipelines(const tool_job_t *job, nbl_vulkan_device_t *device) {
    const char *path = job->options->pipelines;
    nbl_error_t error = {""};
    size_t count = 0, before;
    if (path == NULL || nbl_vulkan_pipelines_save(device, NULL, &count, &error) != NBL_SUCCESS) return;
    void *bytes = malloc(count > 0 ? count : 1), *old = read_bytes(path, &before);
    if (bytes != NULL && nbl_vulkan_pipelines_save(device, bytes, &count, &error) == NBL_SUCCESS &&
        (old == NULL || before != count || memcmp(old, bytes, count) != 0) &&
        write_file(path, bytes, count, &error) != EXIT_DONE)
        note("--pipelines: %.400s", error.text);
    free(bytes);
    free(old);
}
