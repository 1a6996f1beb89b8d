/* A small array of three dimensions, as a file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_CLI_CUBE_H
#define NBL_TESTS_FFT_CLI_CUBE_H

#include "tests/fft/cli_testing.h"

enum { DEPTH = 3, HEIGHT = 11, WIDTH = 10, MOST = DEPTH * HEIGHT * WIDTH };

static inline nbl_npy_array_t cube_of(nbl_npy_type_t type, uint64_t width, void *data) {
    return (nbl_npy_array_t){type, 3, DEPTH * HEIGHT, width, data, {DEPTH, HEIGHT, width}};
}

static inline void write_cube(const char *name, const nbl_npy_array_t *array) {
    nbl_npy_error_t error;
    ck_assert_msg(nbl_npy_write(test_path(name), array, &error) == NBL_NPY_SUCCESS, "%s", error.text);
}

#endif
