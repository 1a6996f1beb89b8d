/* Files as bytes: opening with clear reasons, reading at an offset, and replacing a file as a whole.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L

#include "file/output.h"
#include "io/image/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason(char text[128]) {
    if (strerror_r(errno, text, 128) != 0) snprintf(text, 128, "error %d", errno);
    return text;
}

bool nbl_image_bytes_put(nbl_image_bytes *bytes, uint64_t offset, const void *data, size_t size) {
    if (offset > SIZE_MAX / 4 || size > SIZE_MAX / 4) return false;
    size_t end = (size_t)offset + size;
    if (end > bytes->capacity) {
        size_t capacity = bytes->capacity ? bytes->capacity : 65536;
        while (capacity < end) capacity *= 2;
        unsigned char *grown = realloc(bytes->data, capacity);
        if (!grown) return false;
        memset(grown + bytes->capacity, 0, capacity - bytes->capacity);
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    if (size) memcpy(bytes->data + offset, data, size);
    if (end > bytes->size) bytes->size = end;
    return true;
}

void nbl_image_bytes_free(nbl_image_bytes *bytes) {
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

nbl_image_result nbl_image_file_open(const char *path, int *descriptor, uint64_t *size, nbl_image_error *error) {
    char text[128];
    /* Without O_NONBLOCK, opening a pipe would wait for a writer before it can be refused. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return nbl_image_fail(error, NBL_IMAGE_ERROR_OPEN, path, "%s", reason(text));
    struct stat status;
    nbl_image_result result = NBL_IMAGE_OK;
    if (fstat(fd, &status) != 0)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_OPEN, path, "%s", reason(text));
    else if (S_ISDIR(status.st_mode))
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_OPEN, path, "is a directory");
    else if (!S_ISREG(status.st_mode))
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_OPEN, path, "is not a regular file");
    else if (status.st_size == 0)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "is empty");
    if (result) {
        close(fd);
        return result;
    }
    *descriptor = fd;
    *size = (uint64_t)status.st_size;
    return NBL_IMAGE_OK;
}

int64_t nbl_image_file_read(int descriptor, void *data, uint64_t size, uint64_t offset) {
    if (offset > INT64_MAX || size > INT64_MAX) return -1;
    uint64_t done = 0;
    while (done < size) {
        ssize_t n = pread(descriptor, (char *)data + done, (size_t)(size - done), (off_t)(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        if (n == 0) break;
        done += (uint64_t)n;
    }
    return (int64_t)done;
}

nbl_image_result nbl_image_file_load(const char *path, uint64_t most, nbl_image_bytes *bytes, nbl_image_error *error) {
    int fd;
    uint64_t size;
    nbl_image_result result = nbl_image_file_open(path, &fd, &size, error);
    if (result) return result;
    memset(bytes, 0, sizeof *bytes);
    if (size > most) size = most;
    if (!(bytes->data = malloc((size_t)size)))
        result =
            nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for %llu bytes", (unsigned long long)size);
    else if (nbl_image_file_read(fd, bytes->data, size, 0) != (int64_t)size)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "cannot be read to its end");
    else
        bytes->size = bytes->capacity = (size_t)size;
    close(fd);
    if (result) nbl_image_bytes_free(bytes);
    return result;
}

nbl_image_result nbl_image_file_replace(const char *path, const nbl_image_bytes *bytes, nbl_image_error *error) {
    char text[128];
    nbl_output_t output;
    int wrong = nbl_output_begin(&output, path);
    if (wrong == 0) {
        nbl_output_write(&output, bytes->data, bytes->size);
        wrong = nbl_output_end(&output);
    }
    if (wrong == 0) return NBL_IMAGE_OK;
    return nbl_image_fail(error, wrong == ENOMEM ? NBL_IMAGE_ERROR_MEMORY : NBL_IMAGE_ERROR_WRITE, path, "%s",
                          nbl_output_reason(wrong, text));
}
