/* Files that are complete or as they were: written beside, and renamed.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int output_open(output_t *output, const char *path) {
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return fail(EXIT_FAILED, "%s: is not a regular file", path);
    size_t capacity = strlen(path) + 32;
    output->path = path;
    output->beside = malloc(capacity);
    if (!output->beside) return fail(EXIT_FAILED, "%s: no memory for its name", path);
    snprintf(output->beside, capacity, "%s.%ld.tmp", path, (long)getpid());
    output->file = fopen(output->beside, "wbx");
    if (output->file) return EXIT_DONE;
    int status = fail(EXIT_FAILED, "%s: %s", path, strerror(errno));
    free(output->beside);
    output->file = NULL;
    return status;
}

int output_close(output_t *output) {
    bool good = !ferror(output->file);
    good = fclose(output->file) == 0 && good;
    good = good && rename(output->beside, output->path) == 0;
    int status = good ? EXIT_DONE : fail(EXIT_FAILED, "%s: %s", output->path, strerror(errno));
    if (!good) unlink(output->beside);
    free(output->beside);
    output->file = NULL;
    return status;
}

void output_discard(output_t *output) {
    if (!output->file) return;
    fclose(output->file);
    unlink(output->beside);
    free(output->beside);
    output->file = NULL;
}

int write_file(const char *path, const void *data, size_t size) {
    output_t output;
    int status = output_open(&output, path);
    if (status != EXIT_DONE) return status;
    fwrite(data, 1, size, output.file); /* closing tells of errors */
    return output_close(&output);
}
