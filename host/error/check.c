/* What a description's numbers may be, and which pointers may not be NULL: checked and refused in one way.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/check.h"

#include <stdio.h>
#include <string.h>

static int64_t count_of(const char *names) {
    int64_t count = 1;
    while ((names = strstr(names, ", ")) != NULL) {
        names += 2;
        count++;
    }
    return count;
}

/* "inclusive (0), exclusive (1) or reduce (2)" */
static void list(const char *names, char *text, size_t size) {
    size_t used = 0;
    for (int64_t number = 0, last = count_of(names) - 1; number <= last && used < size; number++) {
        const char *end = strstr(names, ", ");
        const int length = end != NULL ? (int)(end - names) : (int)strlen(names);
        used += (size_t)snprintf(text + used, size - used, "%s%.*s (%d)",
                                 number == 0     ? ""
                                 : number < last ? ", "
                                                 : " or ",
                                 length, names, (int)number);
        names += length + 2;
    }
}

nbl_result_t nbl_check(const char *of, const nbl_check_t *checks, size_t count, nbl_error_t *error) {
    for (const nbl_check_t *check = checks; check < checks + count; check++) {
        const int64_t least = check->names != NULL ? 0 : check->least,
                      most = check->names != NULL ? count_of(check->names) - 1 : check->most;
        if (check->value >= least && check->value <= most) continue;
        char may[512];
        if (check->names != NULL)
            list(check->names, may, sizeof may);
        else
            snprintf(may, sizeof may, "%lld to %lld", (long long)least, (long long)most);
        char sign[32] = ""; /* uint32_t that was given a negative number */
        if (check->value > INT32_MAX && check->value <= UINT32_MAX)
            snprintf(sign, sizeof sign, " (%d)", (int)(uint32_t)check->value);
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: %s is %lld%s, must be %s", of, check->what,
                        (long long)check->value, sign, may);
    }
    return NBL_SUCCESS;
}

void nbl_fail_null(const char *function, const char *names, size_t number, nbl_error_t *error) {
    for (; number > 0; number--) names += strcspn(names, ",") + 2;
    nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: %.*s is NULL", function, (int)strcspn(names, ","), names);
}
