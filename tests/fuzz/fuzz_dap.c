/* Fuzz target: frames of the Debug Adapter Protocol, the arguments of a launch, and expressions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/nbl-emulate/dap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_message(const char *text, size_t length) {
    dap_arguments_t arguments = {NULL, 0};
    nbl_error_t error = {.text = ""};
    char why[160];
    dap_value_t value;
    const dap_place_t nowhere = {.debug = NULL};
    cJSON *message = cJSON_ParseWithLength(text, length);
    const cJSON *launch = cJSON_GetObjectItemCaseSensitive(message, "arguments"),
                *condition = cJSON_GetObjectItemCaseSensitive(launch, "expression");
    const int status = dap_launch_arguments(launch, &arguments, &error);
    if ((status == EXIT_DONE) != (error.text[0] == '\0')) abort();
    if (status == EXIT_DONE && strcmp(arguments.values[arguments.count - 2], "--") != 0) abort();
    dap_free_arguments(&arguments);
    if (cJSON_IsString(condition) && dap_evaluate(&nowhere, condition->valuestring, &value, why) != (why[0] == '\0'))
        abort();
    cJSON_Delete(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t at = 0;
    while (at < size) {
        size_t begin = 0, length = 0;
        const long bytes = dap_frame((const char *)data + at, size - at, &begin, &length);
        if (bytes <= 0) break;
        if (begin + length != (size_t)bytes || (size_t)bytes > size - at) abort();
        read_message((const char *)data + at + begin, length);
        at += (size_t)bytes;
    }
    return 0;
}
