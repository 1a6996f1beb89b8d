/* Reads contents of bindings and push constants from files and from the command line.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/npy/npy.h"

typedef nbl_interpreter_resource_t resource_t;

enum { MOST_PUSHED = 1 << 20 };

/* Removes the header of a .npy file, and arranges its elements in C order. Any other file stays as it is: EXIT_DONE,
 * and a rank of 0. */
static int take_header(const char *path, unsigned char **data, size_t *size, nbl_npy_fields_t *fields,
                       nbl_error_t *error) {
    nbl_npy_error_t reason;
    uint64_t offset;
    void *elements = *data;
    fields->rank = 0;
    if (*size < 12 || memcmp(*data, "\x93NUMPY", 6) != 0) return EXIT_DONE;
    nbl_npy_result_t result = nbl_npy_read_head(path, *data, *size, *size, fields, &offset, &reason);
    if (result == NBL_NPY_SUCCESS) {
        *size -= (size_t)offset;
        memmove(elements, *data + offset, *size);
        result = nbl_npy_arrange(path, fields, &elements, *size, &reason);
        *data = elements;
    }
    return result == NBL_NPY_SUCCESS ? EXIT_DONE : fail(error, EXIT_FAILED, "%s", reason.text);
}

/* Refuses an array whose numbers have another size than the shader's. Arrays of bytes are accepted for anything. */
static int check_type(const char *path, const nbl_npy_fields_t *fields, const resource_t *resource,
                      nbl_error_t *error) {
    const char kind = fields->descr[1];
    const unsigned bytes = (unsigned)atoi(fields->descr + 2) / (kind == 'c' ? 2u : 1u);
    const unsigned wanted = (unsigned)(resource->scalar[2] - '0');
    if (fields->rank == 0 || bytes <= 1 || wanted <= 1 || bytes == wanted) return EXIT_DONE;
    return fail(error, EXIT_FAILED, "%s: holds numbers of %u bytes ('%s'); %s (binding %u.%u) has '%s'", path, bytes,
                fields->descr, resource->name, (unsigned)resource->set, (unsigned)resource->binding, resource->scalar);
}

/* Sets an image's size from its array's shape: (width, 4) for one dimension, (height, width, 4) for two, (depth,
 * height, width, 4) for three. */
static int size_image(const char *path, const nbl_npy_fields_t *fields, size_t size, const resource_t *resource,
                      nbl_interpreter_binding_t *binding, nbl_error_t *error) {
    uint32_t *const sizes[] = {&binding->width, &binding->height, &binding->depth};
    const uint64_t *shape = fields->shape;
    const uint32_t rank = fields->rank;
    if (rank >= 2 && rank <= 4 && shape[rank - 1u] == 4 && rank - 1u >= resource->dimensions)
        for (uint32_t k = 0; k < 3; k++) *sizes[k] = k + 1u < rank ? (uint32_t)shape[rank - 2u - k] : 1u;
    if ((uint64_t)binding->width * binding->height * binding->depth * 16u == size) return EXIT_DONE;
    return fail(error, EXIT_FAILED,
                "%s: has %zu bytes; %s (binding %u.%u) is an image: an array of 32-bit numbers in the shape (height, "
                "width, 4), or a file of %ux%ux%u such texels",
                path, size, resource->name, (unsigned)resource->set, (unsigned)resource->binding,
                (unsigned)binding->width, (unsigned)binding->height, (unsigned)binding->depth);
}

int read_contents(const char *path, uint64_t most, const resource_t *resource, nbl_interpreter_binding_t *binding,
                  nbl_error_t *error) {
    nbl_npy_fields_t fields;
    unsigned char *data;
    size_t size;
    int status = read_whole(path, most, &data, &size, error);
    if (status != EXIT_DONE) return status;
    status = take_header(path, &data, &size, &fields, error);
    if (status == EXIT_DONE) status = check_type(path, &fields, resource, error);
    if (status == EXIT_DONE && resource->kind == NBL_INTERPRETER_IMAGE)
        status = size_image(path, &fields, size, resource, binding, error);
    else if (status == EXIT_DONE && fields.rank >= 2 && fields.rank <= 3) { /* --out makes pictures of this shape */
        binding->height = (uint32_t)fields.shape[0];
        binding->width = (uint32_t)fields.shape[1];
        binding->depth = fields.rank == 3 ? (uint32_t)fields.shape[2] : 1u;
    }
    if (status != EXIT_DONE) {
        free(data);
        return status;
    }
    binding->data = data;
    binding->bytes = size;
    return EXIT_DONE;
}

static int is_hexadecimal(const char *text) {
    return strlen(text) % 2 == 0 && text[strspn(text, "0123456789abcdefABCDEF")] == '\0';
}

int read_push(const char *text, const resource_t *resource, unsigned char *bytes, nbl_error_t *error) {
    const size_t wanted = (size_t)resource->least_bytes;
    unsigned char *data = NULL;
    size_t size = strlen(text) / 2u;
    int status = EXIT_DONE;
    if (is_hexadecimal(text)) {
        for (size_t i = 0; i < size && i < wanted; i++) {
            unsigned byte;
            sscanf(text + 2 * i, "%2x", &byte);
            bytes[i] = (unsigned char)byte;
        }
    } else if (access(text, F_OK) != 0) {
        return fail(error, EXIT_USAGE, "--push %s: is neither a file nor bytes in hexadecimal", text);
    } else {
        nbl_npy_fields_t fields;
        status = read_whole(text, MOST_PUSHED, &data, &size, error);
        if (status == EXIT_DONE) status = take_header(text, &data, &size, &fields, error);
        if (status == EXIT_DONE) memcpy(bytes, data, size < wanted ? size : wanted);
    }
    if (status == EXIT_DONE && size < wanted)
        status =
            fail(error, EXIT_USAGE, "--push %s: has %zu bytes, and the push constants take %zu", text, size, wanted);
    free(data);
    return status;
}
