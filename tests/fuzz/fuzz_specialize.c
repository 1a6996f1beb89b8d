/* Fuzz target: modules through the specialiser and the passes that read modules; four bytes of options, then words.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With NBL_FUZZ_REASONS set, how often each reason refused a module is printed at the end.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/compile.h"
#include "spirv/specialize/specialize.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_REASONS = 256 };
static struct {
    char text[64];
    unsigned long count;
} reasons[MOST_REASONS];

static void print_reasons(void) {
    for (int i = 0; i < MOST_REASONS && reasons[i].count; i++)
        fprintf(stdout, "%8lu %s\n", reasons[i].count, reasons[i].text);
}

/* Numbers in a reason are of the module, not of the reason. */
static void count_reason(const char *why) {
    static int listening;
    char text[64];
    size_t n = 0;
    if (!listening && getenv("NBL_FUZZ_REASONS")) atexit(print_reasons);
    listening = 1;
    for (; *why && n + 1 < sizeof text; why++)
        if (*why < '0' || *why > '9') text[n++] = *why;
    text[n] = 0;
    for (int i = 0; i < MOST_REASONS; i++) {
        if (reasons[i].count && strcmp(reasons[i].text, text) != 0) continue;
        memcpy(reasons[i].text, text, n + 1);
        reasons[i].count++;
        return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4) return 0;
    const nbl_specialize_constant_t constants[] = {{0, 64}, {1, data[3]}, {2, 3}};
    nbl_specialize_options_t options = {.exact = data[0] & 1,
                                        .loops = (nbl_specialize_loops_t)(data[1] % 3),
                                        .order = (nbl_instruction_order_t)((data[2] >> 2) % 8),
                                        .marks = (data[1] & 32) != 0,
                                        .fused = (data[1] & 16) != 0,
                                        .spare_instructions = (data[1] & 64) != 0,
                                        .no_loop_asks = (data[2] & 2) != 0,
                                        .constants = data[2] & 1 ? constants : NULL,
                                        .constant_count = 3};
    size_t count = (size - 4) / 4, made_count;
    uint32_t *words = malloc(count * 4 + 1), *made; /* of exactly this size: a read beyond it is seen */
    char why[128];
    nbl_module_info_t info;
    if (!words) return 0;
    memcpy(words, data + 4, count * 4);
    nbl_specialize_result_t result = nbl_specialize(&options, words, count, &made, &made_count, why);
    count_reason(result == NBL_SPECIALIZE_DONE ? "(done)" : why);
    if (result == NBL_SPECIALIZE_DONE) {
        nbl_module_inspect(made, made_count, NULL, &info, NULL);
        free(made);
    }
    nbl_module_inspect(words, count, NULL, &info, NULL);
    if (nbl_spirv_decorate_no_contraction(words, count, &made, &made_count, NULL, NULL) == NBL_SUCCESS)
        nbl_words_free(made);
    free(words);
    return 0;
}
