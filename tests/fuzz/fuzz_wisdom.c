/* Fuzz target: reading files of wisdom; what was read is written, and read and written again.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* memfd_create */

#include "file.h"
#include "nbl/host/wisdom.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    nbl_fft_wisdom_t *wisdom;
    nbl_error_t error;
    if (size > 2048) return 0; /* many plans take long to check */
    if (nbl_fft_wisdom_read(fuzz_file(data, size), NULL, &wisdom, &error) != NBL_SUCCESS) {
        if (!error.text[0] || strchr(error.text, '\n')) abort();
        return 0;
    }
    char *text = nbl_fft_wisdom_text(wisdom);
    nbl_fft_wisdom_destroy(wisdom);
    if (text == NULL) return 0;
    if (nbl_fft_wisdom_read(fuzz_file((const uint8_t *)text, strlen(text)), NULL, &wisdom, NULL) != NBL_SUCCESS)
        abort();
    char *again = nbl_fft_wisdom_text(wisdom);
    nbl_fft_wisdom_destroy(wisdom);
    if (again != NULL && strcmp(text, again) != 0) abort();
    free(again);
    free(text);
    return 0;
}
