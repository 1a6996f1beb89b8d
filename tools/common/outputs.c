/* Files that are replaced as a whole or not at all.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/outputs.h"

#include <errno.h>

#include "common/tool.h"

int fail_to_write(const char *path, int code, nbl_error_t *error) {
    char text[128];
    return code == 0 ? EXIT_DONE : fail(error, EXIT_FAILED, "%s: %s", path, nbl_output_reason(code, text));
}

int outputs_check(const nbl_output_use_t *uses, size_t count, nbl_error_t *error) {
    size_t numbers[2];
    const int clash = nbl_output_clash(uses, count, numbers);
    if (clash == EEXIST)
        return fail(error, EXIT_USAGE, "%s: %s is the file of %s, too", uses[numbers[1]].option, uses[numbers[1]].path,
                    uses[numbers[0]].option);
    if (clash) return fail(error, EXIT_FAILED, "memory: not enough for the names of %zu files", count);
    int status = EXIT_DONE;
    for (size_t i = 0; status == EXIT_DONE && i < count; i++)
        if (uses[i].written && uses[i].path)
            status = fail_to_write(uses[i].path, nbl_output_check(uses[i].path), error);
    return status;
}

int output_open(nbl_output_t *output, const char *path, nbl_error_t *error) {
    return fail_to_write(path, nbl_output_begin(output, path), error);
}

int output_close(nbl_output_t *output, const char *path, nbl_error_t *error) {
    return fail_to_write(path, nbl_output_end(output), error);
}

int write_file(const char *path, const void *data, size_t size, nbl_error_t *error) {
    nbl_output_t output;
    int status = output_open(&output, path, error);
    if (status != EXIT_DONE) return status;
    nbl_output_write(&output, data, size);
    return output_close(&output, path, error);
}
