/* Fuzz target: decorating a module with NoContraction; what is decorated needs nothing more.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/compile.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t *words = malloc(size + 1), *out, *again;
    size_t count, count_again, decorated;
    nbl_error_t error;
    if (!words) return 0;
    memcpy(words, data, size);
    if (nbl_spirv_decorate_no_contraction(words, size / 4, &out, &count, &decorated, &error) == NBL_SUCCESS) {
        if (count != size / 4 + 3 * decorated) abort();
        if (nbl_spirv_decorate_no_contraction(out, count, &again, &count_again, &decorated, &error) != NBL_SUCCESS)
            abort();
        if (count_again != count || decorated != 0 || memcmp(out, again, 4 * count) != 0) abort();
        nbl_words_free(again);
        nbl_words_free(out);
    } else if (!error.text[0]) {
        abort();
    }
    free(words);
    return 0;
}
