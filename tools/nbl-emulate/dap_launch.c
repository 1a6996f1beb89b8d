/* Makes a command line of a launch request's arguments.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

/* Returns whether an argument is the editor's or the session's, and no option of the tool. */
static bool is_own(const char *name) {
    static const char *const own[] = {"program",
                                      "args",
                                      "cwd",
                                      "type",
                                      "request",
                                      "name",
                                      "stopOnEntry",
                                      "stopAtEnd",
                                      "stepUnit",
                                      "noDebug",
                                      "preLaunchTask",
                                      "postDebugTask",
                                      "presentation",
                                      "internalConsoleOptions",
                                      "debugServer",
                                      "serverReadyAction",
                                      "suppressMultipleSessionWarning"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(name, own[i]) == 0) return true;
    return name[0] == '_' || name[0] == '$';
}

static bool add(dap_arguments_t *arguments, const char *text) {
    if (arguments->count == MOST) return false;
    char *copy = strdup(text);
    if (copy == NULL) return false;
    arguments->values[arguments->count++] = copy;
    return true;
}

/* Writes the option of an argument's name: --by-subgroups for "bySubgroups" and "by-subgroups", -I for "I", -D for
 * "D". */
static void option_name(const char *name, char *text, size_t bytes) {
    size_t length = (size_t)snprintf(text, bytes, "%s", name[1] == '\0' ? "-" : "--");
    for (; *name != '\0' && length + 3u < bytes; name++) {
        const bool is_upper = *name >= 'A' && *name <= 'Z' && text[1] == '-';
        if (is_upper) text[length++] = '-';
        text[length++] = is_upper ? (char)(*name - 'A' + 'a') : *name;
    }
    text[length] = '\0';
}

static int add_value(dap_arguments_t *arguments, const char *option, const cJSON *value, nbl_error_t *error) {
    char number[64];
    const char *text = cJSON_IsString(value) ? value->valuestring : number;
    if (cJSON_IsNumber(value))
        snprintf(number, sizeof number, floor(value->valuedouble) == value->valuedouble ? "%.0f" : "%.17g",
                 value->valuedouble);
    else if (!cJSON_IsString(value))
        return fail(error, EXIT_USAGE, "launch: %s: must be a text, a number, true, or a list of these", option);
    const bool is_added = add(arguments, option) && add(arguments, text);
    return is_added ? EXIT_DONE : fail(error, EXIT_USAGE, "launch: too many arguments");
}

static int add_property(dap_arguments_t *arguments, const cJSON *property, nbl_error_t *error) {
    char option[128];
    const cJSON *each;
    int status = EXIT_DONE;
    option_name(property->string, option, sizeof option);
    if (cJSON_IsFalse(property) || cJSON_IsNull(property)) return EXIT_DONE;
    if (cJSON_IsTrue(property))
        return add(arguments, option) ? EXIT_DONE : fail(error, EXIT_USAGE, "launch: too many arguments");
    if (!cJSON_IsArray(property)) return add_value(arguments, option, property, error);
    cJSON_ArrayForEach(each, property) if (status == EXIT_DONE) status = add_value(arguments, option, each, error);
    return status;
}

int dap_launch_arguments(const cJSON *launch, dap_arguments_t *arguments, nbl_error_t *error) {
    const cJSON *program = cJSON_GetObjectItemCaseSensitive(launch, "program"),
                *given = cJSON_GetObjectItemCaseSensitive(launch, "args"), *each;
    int status = EXIT_DONE;
    *arguments = (dap_arguments_t){calloc(MOST + 1u, sizeof *arguments->values), 0};
    if (arguments->values == NULL) return fail(error, EXIT_FAILED, "launch: no memory");
    if (!cJSON_IsString(program) || program->valuestring[0] == '\0')
        return fail(error, EXIT_USAGE, "launch: program: must be a shader or a capture");
    cJSON_ArrayForEach(each, launch) {
        if (status == EXIT_DONE && each->string != NULL && each->string[0] != '\0' && !is_own(each->string))
            status = add_property(arguments, each, error);
    }
    if (status == EXIT_DONE && given != NULL && !cJSON_IsArray(given))
        status = fail(error, EXIT_USAGE, "launch: args: must be a list of texts");
    cJSON_ArrayForEach(each, given) {
        if (status == EXIT_DONE && !cJSON_IsString(each))
            status = fail(error, EXIT_USAGE, "launch: args: must be a list of texts");
        if (status == EXIT_DONE && !add(arguments, each->valuestring))
            status = fail(error, EXIT_USAGE, "launch: too many arguments");
    }
    if (status == EXIT_DONE && (!add(arguments, "--") || !add(arguments, program->valuestring)))
        status = fail(error, EXIT_USAGE, "launch: too many arguments");
    return status;
}

void dap_free_arguments(dap_arguments_t *arguments) {
    for (int i = 0; i < arguments->count; i++) free(arguments->values[i]);
    free(arguments->values);
    *arguments = (dap_arguments_t){NULL, 0};
}
