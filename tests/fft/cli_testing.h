/* What the tests of nbl-fft's command line share: arrays as files, and runs that must end with one line.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_CLI_TESTING_H
#define NBL_TESTS_FFT_CLI_TESTING_H

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/npy/npy.h"
#include "tests/common/testing.h"

enum { EXIT_COULD_NOT = 1, EXIT_WRONG = 2 };

static unsigned lines_expected;

static inline void write_array(const char *name, nbl_npy_type_t type, uint32_t rank, uint64_t batch, uint64_t length,
                               void *data) {
    nbl_npy_array_t array = {type, rank, batch, length, data, {0}};
    nbl_npy_error_t error;
    ck_assert_msg(nbl_npy_write(test_path(name), &array, &error) == NBL_NPY_SUCCESS, "%s", error.text);
}

static inline nbl_npy_array_t read_array(const char *name) {
    nbl_npy_array_t array;
    nbl_npy_error_t error;
    ck_assert_msg(nbl_npy_read(test_path(name), &array, &error) == NBL_NPY_SUCCESS, "%s", error.text);
    return array;
}

/* Runs nbl-fft with the arguments that follow, up to NULL; environment may be NULL. */
static inline test_output_t run_fft(const char *const *environment, va_list list) {
    const char *arguments[32] = {test_tool("nbl-fft")};
    for (int i = 1; i < 32 && (arguments[i] = va_arg(list, const char *)) != NULL; i++) {}
    return test_run(arguments, environment);
}

/* One line "nbl-fft: ...why...", that exit code, and nothing else. */
static inline void expect_line(int status, const char *why, ...) {
    va_list list;
    va_start(list, why);
    test_output_t output = run_fft(NULL, list);
    va_end(list);
    const char *newline = strchr(output.error, '\n');
    ck_assert_msg(output.status == status && strncmp(output.error, "nbl-fft: ", 9) == 0 && strstr(output.error, why) &&
                      newline && newline[1] == '\0' && output.text[0] == '\0',
                  "exit code %d, \"%s\", not %d, \"%s\"; standard output \"%s\"", output.status, output.error, status,
                  why, output.text);
    test_output_free(&output);
    lines_expected++;
}

/* Success without a word. */
static inline void expect_silence(const char *const *environment, ...) {
    va_list list;
    va_start(list, environment);
    test_output_t output = run_fft(environment, list);
    va_end(list);
    ck_assert_msg(output.status == 0 && output.text[0] == '\0' && output.error[0] == '\0',
                  "exit code %d, \"%s\", \"%s\"", output.status, output.text, output.error);
    test_output_free(&output);
}

#endif
