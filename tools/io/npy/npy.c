/* Reads a .npy file as a whole, and writes one beside its place.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   \x93NUMPY  major minor  length of header  header, ends with a newline  data
 *   6 bytes    1     1      2 (major 1) or 4  length                       product of the shape x element bytes
 */
#include "file/output.h"
#include "io/npy/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

nbl_npy_result_t nbl_npy_fail(nbl_npy_error_t *error, nbl_npy_result_t result, const char *path, const char *why, ...) {
    if (!error) return result;
    int used = snprintf(error->text, sizeof error->text, "%.300s: ", path);
    va_list arguments;
    va_start(arguments, why);
    if (used > 0) vsnprintf(error->text + used, sizeof error->text - (size_t)used, why, arguments);
    va_end(arguments);
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    return result;
}

static nbl_npy_result_t fail_by_system(nbl_npy_error_t *error, const char *path) {
    char text[128];
    if (strerror_r(errno, text, sizeof text) != 0) snprintf(text, sizeof text, "error %d", errno);
    return nbl_npy_fail(error, NBL_NPY_ERROR_FILE, path, "%s", text);
}

static nbl_npy_result_t open_file(const char *path, int *descriptor, uint64_t *size, nbl_npy_error_t *error) {
    /* Without O_NONBLOCK, opening a pipe would wait for a writer before it can be refused. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fail_by_system(error, path);
    struct stat status;
    nbl_npy_result_t result = NBL_NPY_SUCCESS;
    if (fstat(fd, &status) != 0) {
        result = fail_by_system(error, path);
    } else if (S_ISDIR(status.st_mode)) {
        result = nbl_npy_fail(error, NBL_NPY_ERROR_FILE, path, "is a directory");
    } else if (!S_ISREG(status.st_mode)) {
        result = nbl_npy_fail(error, NBL_NPY_ERROR_FILE, path, "is not a regular file");
    } else if (status.st_size == 0) {
        result = nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "is empty");
    }
    if (result != NBL_NPY_SUCCESS) {
        close(fd);
        return result;
    }
    *descriptor = fd;
    *size = (uint64_t)status.st_size;
    return NBL_NPY_SUCCESS;
}

/* Reads exactly `size` bytes. Returns false if the file ends before, or on an error. */
static bool read_all(int fd, void *data, uint64_t size) {
    char *to = data;
    while (size > 0) {
        /* Linux moves at most about 2 GiB per call; smaller pieces behave alike everywhere. */
        ssize_t n = read(fd, to, size < (1u << 30) ? (size_t)size : (1u << 30));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        to += n;
        size -= (uint64_t)n;
    }
    return true;
}

/* Reads the file's head; *offset receives where the data begins. */
static nbl_npy_result_t read_head(int fd, const char *path, uint64_t size, nbl_npy_fields_t *fields, uint64_t *offset,
                                  nbl_npy_error_t *error) {
    const size_t known = size < NBL_NPY_MOST_HEAD ? (size_t)size : NBL_NPY_MOST_HEAD;
    unsigned char *head = malloc(known);
    if (!head) return nbl_npy_fail(error, NBL_NPY_ERROR_MEMORY, path, "no memory for its header");
    nbl_npy_result_t result = read_all(fd, head, known)
                                  ? nbl_npy_read_head(path, head, known, size, fields, offset, error)
                                  : nbl_npy_fail(error, NBL_NPY_ERROR_FILE, path, "cannot be read");
    free(head);
    return result;
}

static nbl_npy_result_t check_bytes(const char *path, uint64_t said, uint64_t there, nbl_npy_error_t *error) {
    if (said > there)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path,
                            "is cut off: its header says %" PRIu64 " bytes of data, there are %" PRIu64, said, there);
    if (said < there)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "has %" PRIu64 " bytes more than its header says",
                            there - said);
    return NBL_NPY_SUCCESS;
}

static nbl_npy_result_t read_data(int fd, const char *path, uint64_t offset, uint64_t there, nbl_npy_array_t *array,
                                  nbl_npy_error_t *error) {
    uint64_t element = NBL_NPY_BYTES(array->type);
    if (array->length > UINT64_MAX / element / array->batch)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "has a shape of more than 2^64 bytes");
    uint64_t bytes = array->batch * array->length * element;
    nbl_npy_result_t result = check_bytes(path, bytes, there, error);
    if (result != NBL_NPY_SUCCESS) return result;
    array->data = bytes <= SIZE_MAX ? malloc((size_t)bytes) : NULL;
    if (!array->data) return nbl_npy_fail(error, NBL_NPY_ERROR_MEMORY, path, "no memory for %" PRIu64 " bytes", bytes);
    if (lseek(fd, (off_t)offset, SEEK_SET) < 0 || !read_all(fd, array->data, bytes)) {
        nbl_npy_free(array);
        return nbl_npy_fail(error, NBL_NPY_ERROR_FILE, path, "cannot be read to its end");
    }
    return NBL_NPY_SUCCESS;
}

/* ---- Elements as the processor has them, in C order */

static void swap_bytes(char *scalar, size_t bytes) {
    for (size_t i = 0; i < bytes / 2; i++) {
        const char first = scalar[i];
        scalar[i] = scalar[bytes - 1 - i];
        scalar[bytes - 1 - i] = first;
    }
}

/* Returns the bytes of an element of a dtype; 0 if the dtype has no size.
 *
 * scalar  receives the bytes of the parts that are swapped by themselves: of a complex element its two floats */
static size_t element_bytes(const char *descr, size_t *scalar) {
    const char kind = descr[0] ? descr[1] : '\0';
    const long number = kind ? strtol(descr + 2, NULL, 10) : 0;
    if (number < 1 || number > 1 << 20) return 0;
    *scalar = kind == 'c' ? (size_t)number / 2 : kind == 'U' ? 4 : (size_t)number; /* U: letters of 4 bytes */
    return kind == 'U' ? 4 * (size_t)number : (size_t)number;
}

static void turn_to_c_order(const nbl_npy_fields_t *fields, size_t element, uint64_t count, const char *from,
                            char *ordered) {
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at = 0, stride = 1, rest = i, index[NBL_NPY_MOST_RANK];
        for (uint32_t d = fields->rank; d-- > 0; rest /= fields->shape[d]) index[d] = rest % fields->shape[d];
        for (uint32_t d = 0; d < fields->rank; d++) {
            at += index[d] * stride;
            stride *= fields->shape[d];
        }
        memcpy(ordered + i * element, from + at * element, element);
    }
}

nbl_npy_result_t nbl_npy_arrange(const char *path, const nbl_npy_fields_t *fields, void **data, uint64_t size,
                                 nbl_npy_error_t *error) {
    size_t scalar = 0;
    const size_t element = element_bytes(fields->descr, &scalar);
    uint64_t count = 1;
    if (element == 0 || scalar == 0)
        return nbl_npy_fail(error, NBL_NPY_ERROR_UNSUPPORTED, path, "has dtype '%s', which is not read", fields->descr);
    for (uint32_t d = 0; d < fields->rank; d++) {
        if (fields->shape[d] != 0 && count > UINT64_MAX / element / fields->shape[d])
            return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "has a shape of more than 2^64 bytes");
        count *= fields->shape[d];
    }
    nbl_npy_result_t result = check_bytes(path, count * element, size, error);
    if (result != NBL_NPY_SUCCESS) return result;
    for (uint64_t at = 0; fields->descr[0] == '>' && at < size; at += scalar) swap_bytes((char *)*data + at, scalar);
    if (!fields->fortran_order || fields->rank < 2 || size == 0) return NBL_NPY_SUCCESS;
    char *ordered = malloc((size_t)size);
    if (!ordered) return nbl_npy_fail(error, NBL_NPY_ERROR_MEMORY, path, "no memory for its elements in C order");
    turn_to_c_order(fields, element, count, *data, ordered);
    free(*data);
    *data = ordered;
    return NBL_NPY_SUCCESS;
}

nbl_npy_result_t nbl_npy_read(const char *path, nbl_npy_array_t *array, nbl_npy_error_t *error) {
    nbl_npy_array_t found = {.type = NBL_NPY_COMPLEX64, .rank = 1, .batch = 1};
    nbl_npy_fields_t fields;
    int fd = -1;
    uint64_t size = 0, offset = 0;
    if (error) error->text[0] = '\0';
    nbl_npy_result_t result = open_file(path, &fd, &size, error);
    if (result != NBL_NPY_SUCCESS) return result;
    result = read_head(fd, path, size, &fields, &offset, error);
    if (result == NBL_NPY_SUCCESS) result = nbl_npy_describe(path, &fields, &found, error);
    if (result == NBL_NPY_SUCCESS) result = read_data(fd, path, offset, size - offset, &found, error);
    close(fd);
    if (result == NBL_NPY_SUCCESS) result = nbl_npy_arrange(path, &fields, &found.data, size - offset, error);
    if (result == NBL_NPY_SUCCESS)
        *array = found;
    else
        nbl_npy_free(&found);
    return result;
}

/* Writes a header of version 1.0, filled up so that the data begins at a multiple of 64 bytes, as NumPy's does. Returns
 * its bytes. */
static size_t make_header(const nbl_npy_array_t *array, char header[128]) {
    char shape[64], dictionary[118 + 64];
    int at = 0;
    for (uint32_t d = 0; d + 1 < array->rank; d++)
        at += snprintf(shape + at, sizeof shape - (size_t)at, "%s%" PRIu64, d == 0 ? "(" : ", ",
                       array->rank == 2 ? array->batch : array->shape[d]);
    snprintf(shape + at, sizeof shape - (size_t)at, array->rank > 1 ? ", %" PRIu64 ")" : "(%" PRIu64 ",)",
             array->length);
    snprintf(dictionary, sizeof dictionary, "{'descr': '<%c%d', 'fortran_order': False, 'shape': %s, }",
             NBL_NPY_IS_COMPLEX(array->type) ? 'c' : 'f', (int)NBL_NPY_BYTES(array->type), shape);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", NBL_NPY_PREFIX_BYTES); /* 0x76 = 128 - 10 */
    memset(header + NBL_NPY_PREFIX_BYTES, ' ', 128 - NBL_NPY_PREFIX_BYTES);
    memcpy(header + NBL_NPY_PREFIX_BYTES, dictionary, strlen(dictionary));
    header[127] = '\n';
    return 128;
}

nbl_npy_result_t nbl_npy_write(const char *path, const nbl_npy_array_t *array, nbl_npy_error_t *error) {
    char header[128], text[128];
    nbl_output_t output;
    int wrong = nbl_output_begin(&output, path);
    if (error) error->text[0] = '\0';
    if (wrong == 0) {
        nbl_output_write(&output, header, make_header(array, header));
        nbl_output_write(&output, array->data, (size_t)(array->batch * array->length * NBL_NPY_BYTES(array->type)));
        wrong = nbl_output_end(&output);
    }
    if (wrong == 0) return NBL_NPY_SUCCESS;
    return nbl_npy_fail(error, wrong == ENOMEM ? NBL_NPY_ERROR_MEMORY : NBL_NPY_ERROR_FILE, path, "%s",
                        nbl_output_reason(wrong, text));
}

void nbl_npy_free(nbl_npy_array_t *array) {
    free(array->data);
    memset(array, 0, sizeof *array);
}
