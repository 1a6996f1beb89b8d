/* Fuzz target: reading .npy files; what was read is written and read again.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* memfd_create */

#include "file.h"
#include "io/npy/npy.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    nbl_npy_array_t array;
    nbl_npy_error_t error = {""};
    if (nbl_npy_read(fuzz_file(data, size), &array, &error) != NBL_NPY_SUCCESS) {
        if (!error.text[0] || strchr(error.text, '\n')) abort();
        return 0;
    }
    /* The file's size bounds the array's. */
    if (array.rank < 1 || array.rank > 2 || array.batch * array.length * NBL_NPY_BYTES(array.type) > size) abort();
    volatile uint8_t sum = 0;
    for (size_t i = 0; i < array.batch * array.length * NBL_NPY_BYTES(array.type); i++)
        sum = (uint8_t)(sum + ((const uint8_t *)array.data)[i]);
    nbl_npy_free(&array);
    return 0;
}
