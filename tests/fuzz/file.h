/* What fuzz targets share that read files: an input as a file in memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FUZZ_FILE_H
#define NBL_TESTS_FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FUZZ_MOST_TEXELS = 1 << 20 }; /* more only takes time */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the path of a file with these bytes, until the next call. */
static inline const char *fuzz_file(const uint8_t *data, size_t size) {
    static char path[64];
    static int descriptor = -1;
    if (descriptor < 0) descriptor = memfd_create("input", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, 0) != 0 || pwrite(descriptor, data, size, 0) != (ssize_t)size) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return path;
}

#endif
