/* What the programs that run a text on a device read their inputs with.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_PORTABLE_READ_FILE_H
#define NBL_TESTS_PORTABLE_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>

/* Returns a file's bytes and a 0 behind them, to be freed; NULL if it cannot be read. */
static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(file);
        data = calloc(*size + 1, 1);
        rewind(file);
        if (data && fread(data, 1, *size, file) != *size) data = NULL;
    }
    if (file) fclose(file);
    return data;
}

#endif
