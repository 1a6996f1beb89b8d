/* What a description's numbers may be, checked and refused in one way.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_ERROR_CHECK_H
#define NBL_HOST_ERROR_CHECK_H

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
 * "bloom: columns is 33, must be 0 to 32". Errors: ARGUMENT.
 *
 * of  whose numbers they are: "scan" */
nbl_result_t nbl_check(const char *of, const nbl_check_t *checks, size_t count, nbl_error_t *error);

#endif
