/* Fuzz target: the text of a capture, its bindings, a run of them under small limits, and the comparison.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An input is a capture.txt. What follows its `end` line is the module; files of memory and images are zeros.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/nbl-emulate/capture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FILE = 1 << 16, MOST_FILES = 1 << 20 };

typedef struct files_t {
    const uint8_t *module;
    size_t module_bytes, left;
} files_t;

static int give_file(void *user, const char *name, uint64_t bytes, unsigned char **data, nbl_error_t *error) {
    files_t *files = user;
    const int is_module = strcmp(name, "module.spv") == 0;
    if (bytes > MOST_FILE || bytes > files->left || (is_module && bytes != files->module_bytes))
        return fail(error, EXIT_FAILED, "%s: another size", name);
    files->left -= (size_t)bytes;
    *data = calloc(1, (size_t)bytes + 1u);
    if (*data == NULL) return fail(error, EXIT_FAILED, "%s: no memory", name);
    if (is_module) memcpy(*data, files->module, files->module_bytes);
    return EXIT_DONE;
}

static void run(capture_t *capture, nbl_error_t *error) {
    static nbl_interpreter_report_t report;
    nbl_interpreter_t *interpreter = NULL;
    nbl_interpreter_memory_t *memories = NULL;
    bound_t bound = {0};
    capture_difference_t difference = {.watches = NULL}; /* a comparison fills it */
    const nbl_interpreter_desc_t desc = {.words = (const uint32_t *)(const void *)capture->module,
                                         .word_count = (size_t)(capture->module_bytes / 4u),
                                         .entry_point = capture->entry,
                                         .constants = capture->constants,
                                         .constant_count = capture->constant_count};
    if (nbl_interpreter_create(&desc, &interpreter, error) == NBL_SUCCESS &&
        capture_bind(capture, interpreter, &bound, &memories, error) == EXIT_DONE) {
        const nbl_interpreter_run_t run = {.bindings = bound.bindings,
                                           .binding_count = bound.count,
                                           .memories = memories,
                                           .memory_count = capture->address_count,
                                           .push_constants = capture->push,
                                           .push_constant_bytes = capture->push_bytes,
                                           .groups = {1, 1, 1},
                                           .base = {capture->base[0], capture->base[1], capture->base[2]},
                                           .subgroup_size = capture->subgroup_size,
                                           .prove = true,
                                           .step_limit = 100000,
                                           .memory_limit = 64u << 20};
        nbl_interpreter_run(interpreter, &run, &report);
        capture_compare(capture, interpreter, &bound, &difference, error);
    }
    free(difference.watches);
    free(bound.bindings);
    free(bound.resources);
    free(memories);
    nbl_interpreter_destroy(interpreter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    nbl_error_t error = {{0}};
    capture_t capture;
    size_t text = size;
    for (size_t i = 0; i + 5u <= size; i++)
        if (memcmp(data + i, "\nend\n", 5) == 0) {
            text = i + 5u;
            break;
        }
    files_t files = {data + text, size - text, MOST_FILES};
    if (capture_parse("capture.txt", (const char *)data, text, &capture, &error) == EXIT_DONE &&
        capture_load(&capture, give_file, &files, &error) == EXIT_DONE)
        run(&capture, &error);
    capture_free(&capture);
    return 0;
}
