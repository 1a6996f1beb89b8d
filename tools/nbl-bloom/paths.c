/* Paths of sequences: one %d, %0Nd or #### in them stands for the frame's number.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdio.h>
#include <string.h>

/* Finds two # or more; a name may have a single one. */
static int find_hashes(const char *path, const char **begin, const char **end) {
    const char *hash = strstr(path, "##");
    const size_t digits = hash ? strspn(hash, "#") : 0;
    if (digits == 0 || digits > 9) return -1;
    *begin = hash;
    *end = hash + digits;
    return (int)digits;
}

int tool_find_pattern(const char *path, const char **begin, const char **end) {
    const char *percent = path ? strchr(path, '%') : NULL;
    if (!path) return -1;
    if (!percent) return find_hashes(path, begin, end);
    const char *c = percent + 1;
    int digits = 0;
    if (*c == '0' && c[1] >= '1' && c[1] <= '9') {
        digits = c[1] - '0';
        c += 2;
    }
    if (*c != 'd') return -1;
    *begin = percent;
    *end = c + 1;
    return digits;
}

bool tool_is_sequence(const char *path) {
    const char *begin, *end;
    return tool_find_pattern(path, &begin, &end) >= 0;
}

bool tool_path_of(const char *pattern, uint32_t frame, char *path, size_t size) {
    const char *begin = pattern + strlen(pattern), *end = begin;
    int digits = tool_find_pattern(pattern, &begin, &end), length;
    if (digits < 0)
        length = snprintf(path, size, "%s", pattern);
    else
        length = snprintf(path, size, "%.*s%0*u%s", (int)(begin - pattern), pattern, digits, (unsigned)frame, end);
    return length >= 0 && (size_t)length < size;
}
