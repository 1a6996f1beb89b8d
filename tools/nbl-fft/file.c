/* Files that are complete or as they were.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int write_file(const char *path, const void *data, size_t size) {
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return fail(EXIT_FAILED, "%s: is not a regular file", path);
    size_t capacity = strlen(path) + 32;
    char *beside = malloc(capacity);
    if (!beside) return fail(EXIT_FAILED, "%s: no memory for its name", path);
    snprintf(beside, capacity, "%s.%ld.tmp", path, (long)getpid());
    FILE *file = fopen(beside, "wbx");
    bool good = file && fwrite(data, 1, size, file) == size;
    if (file) good = fclose(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    int status = good ? EXIT_DONE : fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (file && !good) unlink(beside);
    free(beside);
    return status;
}
