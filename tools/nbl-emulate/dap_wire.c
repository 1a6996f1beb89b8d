/* Finds messages in their frames: "Content-Length: N", an empty line, N bytes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include <string.h>
#include <strings.h>

enum { MOST_HEADER = 4096 };

static const char *end_of_line(const char *at, const char *end) {
    while (at + 1 < end && (at[0] != '\r' || at[1] != '\n')) at++;
    return at + 1 < end ? at : NULL;
}

long dap_frame(const char *data, size_t size, size_t *begin, size_t *length) {
    static const char name[] = "Content-Length:";
    const char *at = data, *end = data + (size < MOST_HEADER ? size : MOST_HEADER), *line_end;
    bool has_length = false;
    size_t bytes = 0;
    while ((line_end = end_of_line(at, end)) != NULL) {
        if (line_end == at) { /* the empty line */
            *begin = (size_t)(at - data) + 2u;
            *length = bytes;
            if (!has_length) return -1;
            return size - *begin >= bytes ? (long)(*begin + bytes) : 0;
        }
        if ((size_t)(line_end - at) >= sizeof name && strncasecmp(at, name, sizeof name - 1u) == 0) {
            const char *digit = at + sizeof name - 1u;
            while (digit < line_end && *digit == ' ') digit++;
            if (digit == line_end || has_length) return -1;
            for (; digit < line_end; digit++) {
                if (*digit < '0' || *digit > '9') return -1;
                bytes = bytes * 10u + (size_t)(*digit - '0');
                if (bytes > DAP_MOST_MESSAGE) return -1;
            }
            has_length = true;
        } else if (memchr(at, ':', (size_t)(line_end - at)) == NULL) {
            return -1;
        }
        at = line_end + 2;
    }
    return size >= MOST_HEADER ? -1 : 0;
}
