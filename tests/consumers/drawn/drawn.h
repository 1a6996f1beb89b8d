/* What programs of drawn functions count: calls, and the ones whose result is not as their entry says.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_CONSUMERS_DRAWN_H
#define NBL_TESTS_CONSUMERS_DRAWN_H

#include <stdbool.h>
#include <stdio.h>

#include "nbl/host/error.h"

static int calls, wrong;
static nbl_error_t error;

/* Counts a call; prints its name, and the last error, if the result is not good. */
static void expect(const char *what, bool good) {
    calls++;
    if (good) return;
    wrong++;
    printf("wrong: %s %s\n", what, error.text);
}

#endif
