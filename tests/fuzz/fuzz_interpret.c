/* Fuzz target: modules through the interpreter, with a proof, under small limits of steps and memory. The run traces
 * where numbers come from, and says what was stored to.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/interpreter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static nbl_interpreter_report_t report;
    static uint8_t contents[256], stored[sizeof contents];
    static nbl_interpreter_watch_t watches[16];
    nbl_interpreter_element_t element;
    nbl_interpreter_t *interpreter;
    const size_t count = size / 4;
    uint32_t *words = malloc(count * 4 + 1); /* of exactly this size: a read beyond it is seen */
    if (words == NULL) return 0;
    memcpy(words, data, count * 4);
    const nbl_interpreter_desc_t desc = {.words = words, .word_count = count};
    if (nbl_interpreter_create(&desc, &interpreter, NULL) == NBL_SUCCESS) {
        nbl_interpreter_binding_t bindings[8];
        for (uint32_t i = 0; i < 8; i++)
            bindings[i] = (nbl_interpreter_binding_t){
                .binding = i, .data = contents, .bytes = sizeof contents, .width = 4, .height = 4, .depth = 1};
        bindings[0].stored = stored;
        for (uint32_t i = 0; i < 16; i++) watches[i] = (nbl_interpreter_watch_t){.data = contents + 17u * i};
        const nbl_interpreter_run_t run = {.bindings = bindings,
                                           .binding_count = 8,
                                           .watches = watches,
                                           .watch_count = 16,
                                           .groups = {2, 1, 1},
                                           .prove = true,
                                           .step_limit = 200000,
                                           .memory_limit = 64u << 20};
        nbl_interpreter_run(interpreter, &run, &report);
        char text[512];
        if (report.finding_count != 0) nbl_interpreter_finding_text(&report.findings[0], text, sizeof text);
        nbl_interpreter_instruction_text(interpreter, 5, text, sizeof text);
        for (uint32_t i = 0; i < sizeof contents; i++) nbl_interpreter_element(interpreter, 0, 0, i, &element);
        nbl_interpreter_destroy(interpreter);
    }
    free(words);
    return 0;
}
