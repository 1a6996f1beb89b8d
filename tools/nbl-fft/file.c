/* Files that are whole or as they were, with what went wrong said.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

static int say(const char *path, int error) {
    char text[128];
    return error == 0 ? EXIT_DONE : fail(EXIT_FAILED, "%s: %s", path, nbl_output_reason(error, text));
}

int output_open(nbl_output_t *output, const char *path) { return say(path, nbl_output_begin(output, path)); }

int output_close(nbl_output_t *output, const char *path) { return say(path, nbl_output_end(output)); }

int write_file(const char *path, const void *data, size_t size) {
    nbl_output_t output;
    int status = output_open(&output, path);
    if (status != EXIT_DONE) return status;
    nbl_output_write(&output, data, size);
    return output_close(&output, path);
}
