/* Fuzz target: the command line of nbl-bloom.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arguments.h"
#include "tools/nbl-bloom/tool.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[FUZZ_MOST_TEXT], *argv[FUZZ_MOST_ARGUMENTS + 1];
    tool_options_t options;
    int argc = fuzz_arguments(data, size, text, argv);
    nbl_error_t error = {""};
    int status = tool_options_parse(argc, argv, &options, &error);
    if (status != EXIT_DONE && (status != EXIT_USAGE || error.text[0] == '\0')) abort();
    if (status == EXIT_DONE &&
        (!options.image || (!options.kernel && options.method == TOOL_METHOD_FFT) || !options.output ||
         !*options.output || !(options.sharpening >= 0 && options.sharpening <= 1) || options.subgroup_size > 128 ||
         options.padding > 2 || options.padding_y > 3 || options.backend > TOOL_BACKEND_EMULATOR))
        abort();
    return 0;
}
