/* What a description's numbers may be, and which pointers may not be NULL: checked and refused in one way.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_ERROR_CHECK_H
#define NBL_HOST_ERROR_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error/error.h"

/* One number beside what it may be: a value of an enumeration, whose names are given, or a number of a range. */
typedef struct nbl_check_t {
    const char *what;  /* "kind" */
    int64_t value;     /* an enumeration's as an int */
    const char *names; /* of the values from 0, with ", " between them; NULL: a range */
    int64_t least, most;
} nbl_check_t;

#define NBL_CHECK_ENUM(what, value, names) \
    { what, (int)(value), names, 0, 0 }
#define NBL_CHECK_RANGE(what, value, least, most) \
    { what, (int64_t)(value), NULL, least, most }

/* Refuses the first that is not what it may be: "scan: kind is 3, must be inclusive (0), exclusive (1) or reduce (2)",
 * "bloom: columns is 33, must be 0 to 32", "array: threads is 4294967295 (-1), must be 0 to 64". Errors: ARGUMENT.
 *
 * of  whose numbers they are: "scan" */
nbl_result_t nbl_check(const char *of, const nbl_check_t *checks, size_t count, nbl_error_t *error);

/* Refuses the first of a function's pointers that is NULL: "nbl_scan_emulate: source is NULL". A function that takes an
 * nbl_error_t begins with it.
 *
 *   if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
 */
void nbl_fail_null(const char *function, const char *names, size_t number, nbl_error_t *error);
#define NBL_ANY_NULL(error, ...) \
    nbl_any_null(__func__, #__VA_ARGS__, (const void *const[]){__VA_ARGS__}, \
                 sizeof((const void *const[]){__VA_ARGS__}) / sizeof(const void *), error)
static inline bool nbl_any_null(const char *function, const char *names, const void *const *pointers, size_t count,
                                nbl_error_t *error) {
    for (size_t i = 0; i < count; i++)
        if (pointers[i] == NULL) return nbl_fail_null(function, names, i, error), true;
    return false;
}

#endif
