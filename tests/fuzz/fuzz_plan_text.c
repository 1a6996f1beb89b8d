/* Fuzz target: plans as text; what is accepted is printed and read again.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/plan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[64], again[NBL_FFT_PLAN_TEXT_SIZE], literal[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_t plan, back;
    /* Paddings are chosen by counting, which takes a large workgroup most of a second: the text is the same for small
     * ones. */
    const nbl_fft_plan_limits_t limits = {32u, 4096u, 8u, NBL_DEVICE_ANY};
    if (size >= sizeof text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (uint32_t dwords = 1; dwords <= 4; dwords *= 2) {
        if (nbl_fft_plan_parse(text, dwords, &limits, &plan, NULL) != NBL_SUCCESS) continue;
        if (nbl_fft_plan_short_text(plan, again, sizeof again) >= sizeof again ||
            nbl_fft_plan_literal(plan, literal, sizeof literal) >= sizeof literal)
            abort();
        if (nbl_fft_plan_parse(again, dwords, &limits, &back, NULL) != NBL_SUCCESS ||
            memcmp(&plan, &back, sizeof plan) != 0)
            abort();
    }
    return 0;
}
