/* Fuzz target: the command line of nbl-fft, by a table with an option of each kind.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arguments.h"
#include "tools/nbl-fft/nbl-fft.h"

#include <stdarg.h>
#include <stdlib.h>

/* In place of main.c's, which prints. */
int fail(int status, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) <= 0) abort();
    va_end(arguments);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[FUZZ_MOST_TEXT], *argv[FUZZ_MOST_ARGUMENTS + 1];
    const char *files[2] = {NULL, NULL}, *plan = NULL, *device = NULL;
    const char *const names[] = {"the input file", "the output file", NULL};
    uint32_t algorithm = ALGORITHM_ANY, elements = 0, workgroup = 0, length = 0, precision = 0, modes = 0;
    bool inverse = false;
    const option_t options[] = {
        {"--inverse", OPTION_FLAG, &inverse, NULL, 0, 0},
        {"--algorithm", OPTION_WORD, &algorithm, ALGORITHM_WORDS, 0, 0},
        {"--plan", OPTION_TEXT, &plan, "a plan such as 16x16x4@64", 0, 0},
        {"--length", OPTION_COUNT, &length, NULL, 2, 32768},
        {"--elements-per-invocation", OPTION_POWER, &elements, NULL, 2, 32},
        {"--workgroup-size", OPTION_POWER, &workgroup, NULL, 1, 1024},
        {"--precision", OPTION_WORD, &precision, PRECISION_WORDS, 0, 0},
        {"--mode", OPTION_WORDS, &modes, "exact|fast", 0, 0},
        {"--device", OPTION_TEXT, &device, "a number or a part of a name", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, 0, 0},
    };
    int argc = fuzz_arguments(data, size, text, argv);
    if (options_read("fuzz", argc, argv, options, names, files) != EXIT_DONE) return 0;
    if (!files[0] || !files[1] || (length != 0 && (length < 2 || length > 32768)) || modes > 3) abort();
    if (options_algorithm(&algorithm, plan, elements, workgroup) == EXIT_DONE)
        (void)options_length("fuzz", &length, plan, elements, workgroup);
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    (void)options_device(device, &desc);
    return 0;
}
