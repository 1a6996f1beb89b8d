/* Files that are replaced as a whole or not at all, with a message for every error.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <errno.h>

int fail_to_write(const char *path, int error) {
    char text[128];
    return error == 0 ? EXIT_DONE : fail(EXIT_FAILED, "%s: %s", path, nbl_output_reason(error, text));
}

int outputs_check(const nbl_output_use_t *uses, size_t count) {
    size_t numbers[2];
    const int clash = nbl_output_clash(uses, count, numbers);
    if (clash == EEXIST)
        return fail(EXIT_USAGE, "%s: %s is the file of %s, too", uses[numbers[1]].option, uses[numbers[1]].path,
                    uses[numbers[0]].option);
    int status = clash == 0 ? EXIT_DONE : fail(EXIT_FAILED, "files: no memory");
    for (size_t i = 0; status == EXIT_DONE && i < count; i++)
        if (uses[i].written && uses[i].path) status = fail_to_write(uses[i].path, nbl_output_check(uses[i].path));
    return status;
}

int output_open(nbl_output_t *output, const char *path) { return fail_to_write(path, nbl_output_begin(output, path)); }

int output_close(nbl_output_t *output, const char *path) { return fail_to_write(path, nbl_output_end(output)); }

int write_file(const char *path, const void *data, size_t size) {
    nbl_output_t output;
    int status = output_open(&output, path);
    if (status != EXIT_DONE) return status;
    nbl_output_write(&output, data, size);
    return output_close(&output, path);
}
