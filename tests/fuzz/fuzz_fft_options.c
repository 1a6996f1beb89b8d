/* Fuzz target: the command line of nbl-fft, by a table with an option of each kind.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arguments.h"
#include "tools/nbl-fft/nbl-fft.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[FUZZ_MOST_TEXT], *argv[FUZZ_MOST_ARGUMENTS + 1];
    const char *files[2] = {NULL, NULL}, *plan = NULL, *device = NULL;
    const char *const names[] = {"the input file", "the output file", NULL};
    uint32_t algorithm = ALGORITHM_ANY, elements = 0, workgroup = 0, length = 0, precision = 0, modes = 0;
    bool inverse = false;
    double number = 0;
    nbl_error_t error = {""};
    const option_t options[] = {
        OPTION_FLAG("--inverse", &inverse),
        OPTION_NUMBER("--sharpen", &number, 0, 1),
        OPTION_WORD("--algorithm", &algorithm, ALGORITHM_WORDS),
        OPTION_TEXT("--plan", &plan, "a plan such as 16x16x4@64"),
        OPTION_COUNT("--length", &length, 2, 32768),
        OPTION_POWER("--elements-per-invocation", &elements, 2, 32),
        OPTION_POWER("--workgroup-size", &workgroup, 1, 1024),
        OPTION_WORD("--precision", &precision, PRECISION_WORDS),
        OPTION_WORDS("--mode", &modes, "exact|fast"),
        OPTION_TEXT("--device", &device, "a number or a part of a name"),
        OPTIONS_END,
    };
    int argc = fuzz_arguments(data, size, text, argv);
    if (options_read("fuzz", argc, argv, options, names, files, &error) != EXIT_DONE) {
        if (error.text[0] == '\0') abort();
        return 0;
    }
    if (!files[0] || !files[1] || (length != 0 && (length < 2 || length > 32768)) || modes > 3 ||
        !(number >= 0 && number <= 1))
        abort();
    if (options_algorithm(&algorithm, plan, elements, workgroup, &error) == EXIT_DONE)
        (void)options_length("fuzz", &length, plan, elements, workgroup, &error);
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    (void)choose_device(device, &desc, &error);
    return 0;
}
