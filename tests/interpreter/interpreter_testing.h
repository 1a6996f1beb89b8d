/* A compute shader's text, or a module's, for the interpreter.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_INTERPRETER_TESTING_H
#define NBL_TESTS_INTERPRETER_TESTING_H

#include <stdio.h>
#include <string.h>

#include "nbl/host/compile.h"
#include "nbl/host/interpreter.h"
#include "tests/common/testing.h"

static inline nbl_spirv_t compile(const char *text, const char *file, nbl_optimize_t optimize, bool debug) {
    nbl_source_t sources[2];
    size_t count = 0;
    char header[128];
    nbl_error_t error;
    nbl_spirv_t spirv;
    if (text == NULL) { /* an example: its header, which includes the library */
        static char kept[2][65536];
        snprintf(header, sizeof header, "%.*s.h", (int)(strlen(file) - 5), file);
        snprintf(kept[0], sizeof kept[0], "%s", test_read_text(header));
        sources[count++] = (nbl_source_t){header, kept[0], 0};
        snprintf(kept[1], sizeof kept[1], "%s", test_read_text(file));
        text = kept[1];
    }
    const nbl_compile_desc_t desc = {.file = file,
                                     .text = text,
                                     .sources = sources,
                                     .source_count = count,
                                     .optimize = optimize,
                                     .from_text = true,
                                     .debug = debug};
    TEST_EXPECT(nbl_compile(&desc, &spirv, &error));
    return spirv;
}

static inline nbl_interpreter_t *interpret(const nbl_spirv_t *spirv) {
    const nbl_interpreter_desc_t desc = {.words = spirv->words, .word_count = spirv->word_count};
    nbl_interpreter_t *interpreter;
    nbl_error_t error;
    TEST_EXPECT(nbl_interpreter_create(&desc, &interpreter, &error));
    return interpreter;
}

#endif
