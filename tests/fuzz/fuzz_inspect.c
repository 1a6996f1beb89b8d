/* Fuzz target: reading off a SPIR-V module what its kernel needs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/compile.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    nbl_module_info_t info;
    nbl_error_t error;
    uint32_t *words = malloc(size + 1); /* exactly as many words as there are: a step beyond them is seen */
    if (!words) return 0;
    memcpy(words, data, size);
    nbl_result_t result = nbl_module_inspect(words, size / 4, NULL, &info, &error);
    if ((result == NBL_SUCCESS) != (error.text[0] == 0)) abort();
    if (result == NBL_SUCCESS && (info.binding_count > NBL_MAX_BINDINGS || !info.local_size[0])) abort();
    free(words);
    return 0;
}
