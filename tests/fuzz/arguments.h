/* What the fuzz targets of command lines share: an input's lines as arguments.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FUZZ_ARGUMENTS_H
#define NBL_TESTS_FUZZ_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FUZZ_MOST_ARGUMENTS = 24, FUZZ_MOST_TEXT = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns how many; argv ends with NULL. text holds them. */
static inline int fuzz_arguments(const uint8_t *data, size_t size, char text[FUZZ_MOST_TEXT],
                                 char *argv[FUZZ_MOST_ARGUMENTS + 1]) {
    int count = 0;
    if (size >= FUZZ_MOST_TEXT) size = FUZZ_MOST_TEXT - 1;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *at = text; at && count < FUZZ_MOST_ARGUMENTS;) {
        argv[count++] = at;
        at = strchr(at, '\n');
        if (at) *at++ = '\0';
    }
    argv[count] = NULL;
    return count;
}

#endif
