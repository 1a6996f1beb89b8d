/* What a precision is: its name, and what an element takes in memory and in arithmetic.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>

#include "nbl/host/fft.h"
#include "nbl/fft/parameters.h"

static const struct {
    const char *name;
    uint32_t element_bytes, dwords;
} precisions[] = {{"fp16", 4, NBL_DWORDS_float16_t},
                  {"fp32", 8, NBL_DWORDS_float32_t},
                  {"fp64", 16, NBL_DWORDS_float64_t},
                  {"fp16-storage", 4, NBL_DWORDS_float32_t}};

bool nbl_fft_precision_valid(nbl_fft_precision_t precision) {
    return (size_t)precision < sizeof precisions / sizeof *precisions;
}

const char *nbl_fft_precision_name(nbl_fft_precision_t precision) {
    return nbl_fft_precision_valid(precision) ? precisions[precision].name : NULL;
}

uint32_t nbl_fft_precision_element_bytes(nbl_fft_precision_t precision) {
    return nbl_fft_precision_valid(precision) ? precisions[precision].element_bytes : 0;
}

uint32_t nbl_fft_precision_dwords(nbl_fft_precision_t precision) {
    return nbl_fft_precision_valid(precision) ? precisions[precision].dwords : 0;
}
