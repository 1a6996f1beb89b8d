/* Reads the header of a .npy file: a Python dictionary of three keys, in any order and spacing.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   {'descr': '<c8', 'fortran_order': False, 'shape': (3, 1024), }
 */
#include "io/npy/internal.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

typedef struct reader_t {
    const char *at, *end;
} reader_t;

typedef struct fields_t {
    nbl_npy_fields_t known;
    unsigned seen;        /* keys that were read: bit 0 descr, bit 1 fortran_order, bit 2 shape */
    bool shape_overflows; /* the shape has a number that 64 bits do not hold */
    bool structured;      /* descr is a list of fields, which is not read */
} fields_t;

static void skip_blanks(reader_t *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) r->at++;
}

static bool take(reader_t *r, const char *word) {
    skip_blanks(r);
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) return false;
    r->at += size;
    return true;
}

/* Reads a quoted word, cut to the room: every word that is understood is shorter. */
static bool take_string(reader_t *r, char *word, size_t room) {
    skip_blanks(r);
    if (r->at == r->end || (*r->at != '\'' && *r->at != '"')) return false;
    char quote = *r->at++;
    size_t used = 0;
    for (; r->at < r->end && *r->at != quote; r->at++)
        if (used + 1 < room) word[used++] = *r->at;
    if (r->at == r->end) return false;
    r->at++;
    word[used] = '\0';
    return true;
}

static bool take_number(reader_t *r, uint64_t *value, bool *overflows) {
    skip_blanks(r);
    const char *first = r->at;
    *value = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        unsigned digit = (unsigned)(*r->at - '0');
        if (*value > (UINT64_MAX - digit) / 10) *overflows = true;
        *value = *value * 10 + digit;
    }
    if (r->at == first) return false;
    take(r, "L"); /* Python 2 wrote an L after a long number */
    return true;
}

static bool take_shape(reader_t *r, fields_t *fields) {
    fields->known.rank = 0;
    if (!take(r, "(")) return false;
    while (!take(r, ")")) {
        uint64_t value;
        if (!take_number(r, &value, &fields->shape_overflows)) return false;
        if (fields->known.rank < NBL_NPY_MOST_RANK) fields->known.shape[fields->known.rank] = value;
        if (fields->known.rank < UINT32_MAX) fields->known.rank++;
        if (!take(r, ",")) return take(r, ")");
    }
    return true;
}

static bool take_entry(reader_t *r, fields_t *fields) {
    char key[32];
    if (!take_string(r, key, sizeof key) || !take(r, ":")) return false;
    if (strcmp(key, "descr") == 0) {
        fields->seen |= 1u;
        skip_blanks(r);
        if (r->at < r->end && *r->at == '[') {
            fields->structured = true;
            return false; /* it is refused whatever follows */
        }
        return take_string(r, fields->known.descr, sizeof fields->known.descr);
    }
    if (strcmp(key, "fortran_order") == 0) {
        fields->seen |= 2u;
        fields->known.fortran_order = take(r, "True");
        return fields->known.fortran_order || take(r, "False");
    }
    if (strcmp(key, "shape") == 0) {
        fields->seen |= 4u;
        return take_shape(r, fields);
    }
    return false;
}

static bool take_dictionary(reader_t *r, fields_t *fields) {
    if (!take(r, "{")) return false;
    while (!take(r, "}")) {
        if (!take_entry(r, fields)) return false;
        if (take(r, ",")) continue;
        if (!take(r, "}")) return false;
        break;
    }
    skip_blanks(r);
    return r->at == r->end && fields->seen == 7u;
}

static nbl_npy_result_t check_type(const char *path, const nbl_npy_fields_t *fields, nbl_npy_type_t *type,
                                   nbl_npy_error_t *error) {
    static const struct {
        const char *name;
        nbl_npy_type_t type;
    } types[] = {
        {"c8", NBL_NPY_COMPLEX64}, {"c16", NBL_NPY_COMPLEX128}, {"f4", NBL_NPY_FLOAT32}, {"f8", NBL_NPY_FLOAT64}};
    size_t number = 0, count = sizeof types / sizeof *types;
    while (number < count && (fields->descr[0] == '\0' || strcmp(fields->descr + 1, types[number].name) != 0)) number++;
    if (number == count || (fields->descr[0] != '<' && fields->descr[0] != '>')) {
        return nbl_npy_fail(
            error, NBL_NPY_ERROR_UNSUPPORTED, path,
            "has dtype '%s': convert it, by NumPy's astype(), to complex64, complex128, float32 or float64",
            fields->descr);
    }
    *type = types[number].type;
    return NBL_NPY_SUCCESS;
}

/* Reads the dictionary into fields. */
static nbl_npy_result_t read_dictionary(const char *path, const char *text, size_t size, nbl_npy_fields_t *fields,
                                        nbl_npy_error_t *error) {
    reader_t reader = {text, text + size};
    fields_t read = {.seen = 0};
    const bool sound = take_dictionary(&reader, &read);
    *fields = read.known;
    if (read.structured)
        return nbl_npy_fail(error, NBL_NPY_ERROR_UNSUPPORTED, path, "holds structures, which are not read");
    if (!sound) return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "has a damaged .npy header");
    if (read.shape_overflows) return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "has a dimension beyond 64 bits");
    if (fields->rank > NBL_NPY_MOST_RANK)
        return nbl_npy_fail(error, NBL_NPY_ERROR_UNSUPPORTED, path, "has %u dimensions: at most %d are read",
                            fields->rank, NBL_NPY_MOST_RANK);
    return NBL_NPY_SUCCESS;
}

nbl_npy_result_t nbl_npy_read_head(const char *path, const void *bytes, size_t known, uint64_t size,
                                   nbl_npy_fields_t *fields, uint64_t *offset, nbl_npy_error_t *error) {
    const unsigned char *head = bytes;
    if (memcmp(head, "\x93NUMPY", known < 6 ? known : 6) != 0)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "is not a .npy file, as numpy.save() writes it");
    if (known < NBL_NPY_PREFIX_BYTES)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "is cut off in its header");
    if (head[6] < 1 || head[6] > 3 || head[7] != 0)
        return nbl_npy_fail(error, NBL_NPY_ERROR_UNSUPPORTED, path, "has .npy version %u.%u: 1.0, 2.0 and 3.0 are read",
                            head[6], head[7]);
    const size_t begin = head[6] > 1 ? NBL_NPY_PREFIX_BYTES + 2 : NBL_NPY_PREFIX_BYTES;
    uint64_t length = head[8] | (uint64_t)head[9] << 8;
    if (known >= begin && begin > NBL_NPY_PREFIX_BYTES) length |= (uint64_t)head[10] << 16 | (uint64_t)head[11] << 24;
    if (known < begin || length > size - begin)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "is cut off in its header");
    if (length > NBL_NPY_MAX_HEADER_BYTES)
        return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path,
                            "has a header of %" PRIu64 " bytes: at most %d make sense", length,
                            NBL_NPY_MAX_HEADER_BYTES);
    *offset = begin + length;
    return read_dictionary(path, (const char *)head + begin, (size_t)length, fields, error);
}

nbl_npy_result_t nbl_npy_describe(const char *path, const nbl_npy_fields_t *fields, nbl_npy_array_t *array,
                                  nbl_npy_error_t *error) {
    nbl_npy_result_t result = check_type(path, fields, &array->type, error);
    if (result != NBL_NPY_SUCCESS) return result;
    if (fields->rank < 1)
        return nbl_npy_fail(error, NBL_NPY_ERROR_UNSUPPORTED, path, "has 0 dimensions: 1 to %d are read",
                            NBL_NPY_MOST_RANK);
    array->rank = fields->rank;
    array->batch = 1;
    array->length = fields->shape[fields->rank - 1];
    memcpy(array->shape, fields->shape, sizeof fields->shape);
    for (uint32_t d = 0; d < fields->rank; d++)
        if (fields->shape[d] == 0)
            return nbl_npy_fail(error, NBL_NPY_ERROR_UNSUPPORTED, path, "is an array without elements");
    for (uint32_t d = 0; d + 1 < fields->rank; d++) {
        if (array->batch > UINT64_MAX / fields->shape[d])
            return nbl_npy_fail(error, NBL_NPY_ERROR_DAMAGED, path, "has a shape of more than 2^64 bytes");
        array->batch *= fields->shape[d];
    }
    return NBL_NPY_SUCCESS;
}
