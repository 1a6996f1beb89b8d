/* Runs a captured dispatch: checks and proves it, and holds what it stored against what the device stored.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "capture.h"
#include "dap.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TEXT = 1 << 28 };

bool is_capture(const char *path) {
    struct stat folder;
    return stat(path, &folder) == 0 && S_ISDIR(folder.st_mode);
}

/* Reads a regular file of a known size; UINT64_MAX: of any, up to MOST_TEXT. */
static int read_sized(const char *path, uint64_t bytes, unsigned char **data, uint64_t *got, nbl_error_t *error) {
    struct stat known;
    FILE *file = fopen(path, "rb");
    *data = NULL;
    if (file == NULL) return fail(error, EXIT_FAILED, "%s: %s", path, strerror(errno));
    if (fstat(fileno(file), &known) != 0 || !S_ISREG(known.st_mode) || known.st_size < 0) {
        fclose(file);
        return fail(error, EXIT_FAILED, "%s: is no regular file", path);
    }
    const uint64_t size = (uint64_t)known.st_size;
    if (bytes == UINT64_MAX ? size > MOST_TEXT : size != bytes) {
        fclose(file);
        if (bytes == UINT64_MAX) return fail(error, EXIT_FAILED, "%s: is too long", path);
        return fail(error, EXIT_FAILED, "%s: has %llu bytes, and capture.txt says %llu", path, (unsigned long long)size,
                    (unsigned long long)bytes);
    }
    *data = malloc((size_t)size + 16u);
    const size_t read = *data != NULL ? fread(*data, 1, (size_t)size, file) : 0;
    fclose(file);
    if (*data == NULL) return fail(error, EXIT_FAILED, "%s: no memory", path);
    if (read != size) return fail(error, EXIT_FAILED, "%s: cannot be read", path);
    *got = size;
    return EXIT_DONE;
}

typedef struct folder_t {
    const char *path;
    uint64_t left; /* bytes of --memory */
} folder_t;

static int read_captured(void *user, const char *name, uint64_t bytes, unsigned char **data, nbl_error_t *error) {
    folder_t *folder = user;
    char path[4096];
    uint64_t got;
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    if (bytes > folder->left)
        return fail(error, EXIT_FAILED, "%s: %llu bytes are more than is left of --memory", path,
                    (unsigned long long)bytes);
    folder->left -= bytes;
    return read_sized(path, bytes, data, &got, error);
}

/* Options that say what a capture says already. */
static int check_options(const request_t *request, nbl_error_t *error) {
    const struct {
        const char *name;
        bool given;
    } others[] = {{"--groups", request->groups != NULL},
                  {"--bind", request->bindings.count != 0},
                  {"--push", request->push != NULL},
                  {"--set", request->members.count != 0},
                  {"--spec", request->constants.count != 0},
                  {"--entry", request->entry != NULL},
                  {"-I", request->includes.count != 0},
                  {"-D", request->defines.count != 0},
                  {"--hold", request->hold != 0},
                  {"--watch", request->watch}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].given)
            return fail(error, EXIT_USAGE, "%s: not of a capture, which says it: %s", others[i].name, request->shader);
    return EXIT_DONE;
}

static const char *what_is_proved(const nbl_interpreter_report_t *report, bool proves) {
    if (report->finding_count != 0) return "proves nothing: there are findings with these contents";
    if (!proves) return "proves nothing, as asked";
    switch (report->verdict) {
    case NBL_INTERPRETER_PROVED: return "proves every input";
    case NBL_INTERPRETER_PROVED_FIXED: return "proves every content under this capture's constants and sizes";
    default: return "these contents alone, no proof of others";
    }
}

/* The run after the first one, which says where the floats that differ come from. */
static void trace_floats(const nbl_interpreter_t *interpreter, capture_t *capture, nbl_interpreter_run_t *run,
                         const capture_difference_t *difference) {
    nbl_interpreter_report_t *report = malloc(sizeof *report);
    for (uint32_t i = 0; i < capture->memory_count; i++)
        memcpy(capture->memories[i].work, capture->memories[i].before, (size_t)capture->memories[i].bytes);
    run->prove = false;
    run->check = true;
    run->watches = difference->watches;
    run->watch_count = (uint32_t)difference->floats;
    if (report != NULL) nbl_interpreter_run(interpreter, run, report);
    free(report);
}

static int run_bound(const request_t *request, capture_t *capture, const nbl_interpreter_t *interpreter, bound_t *bound,
                     nbl_interpreter_memory_t *memories, nbl_error_t *error) {
    nbl_interpreter_report_t *report = malloc(sizeof *report);
    capture_difference_t difference = {0};
    uint64_t unexplained = 0;
    if (report == NULL) return fail(error, EXIT_FAILED, "%s: no memory", request->shader);
    nbl_interpreter_run_t run = describe_run(request, bound, capture->groups);
    run.memories = memories;
    run.memory_count = capture->address_count;
    run.push_constants = capture->push;
    run.push_constant_bytes = capture->push_bytes;
    memcpy(run.base, capture->base, sizeof run.base);
    const bool proves = run.prove;
    if (request->dap != NULL) request->dap->capture = capture;
    int status = run_scheduled(request, interpreter, &run, report, error);
    if (request->dap != NULL) {
        request->dap->capture = NULL;
        free(report);
        return status;
    }
    const bool ran = report->result == NBL_SUCCESS || report->finding_count != 0;
    if ((status == EXIT_DONE || status == EXIT_FOUND) && ran) {
        const int compared = capture_compare(capture, interpreter, bound, &difference, error);
        if (compared != EXIT_DONE) status = compared;
    }
    if (status == EXIT_DONE || status == EXIT_FOUND) {
        if (request->format == FORMAT_TEXT) printf("%s: %s\n", request->shader, what_is_proved(report, proves));
        print_report(request, interpreter, report, bound, 0);
        if (request->format == FORMAT_TEXT && ran) {
            const bool traced = difference.floats != 0 && run.check && status == EXIT_DONE;
            if (traced) trace_floats(interpreter, capture, &run, &difference);
            unexplained = capture_print_difference(interpreter, &difference, traced);
        }
        if (report->finding_count != 0 || difference.integers != 0 || unexplained != 0)
            status = EXIT_FOUND;
        else if (status == EXIT_DONE && report->result != NBL_SUCCESS)
            status = fail(error, EXIT_FAILED, "%s: %s", request->shader, report->message);
        if (status == EXIT_DONE && is_unwritten(interpreter, bound)) status = EXIT_FOUND;
    }
    free(difference.watches);
    free(report);
    return status;
}

static int run_loaded(const request_t *request, capture_t *capture, const char *text, size_t bytes,
                      nbl_error_t *error) {
    nbl_interpreter_t *interpreter = NULL;
    nbl_interpreter_memory_t *memories = NULL;
    bound_t bound = {0};
    const nbl_interpreter_desc_t desc = {.words = (const uint32_t *)(const void *)capture->module,
                                         .word_count = (size_t)(capture->module_bytes / 4u),
                                         .entry_point = capture->entry,
                                         .constants = capture->constants,
                                         .constant_count = capture->constant_count};
    if (nbl_interpreter_create(&desc, &interpreter, error) != NBL_SUCCESS) {
        const nbl_error_t why = *error;
        return fail(error, EXIT_FAILED, "%s: %.900s", request->shader, why.text);
    }
    int status = capture_bind(capture, interpreter, &bound, &memories, error);
    if (status == EXIT_DONE) status = expect_written(request, &bound, error);
    if (status == EXIT_DONE) status = run_bound(request, capture, interpreter, &bound, memories, error);
    if (request->outs.count != 0 && (status == EXIT_DONE || status == EXIT_FOUND)) {
        const int written = write_bindings(request, &bound, error);
        if (written != EXIT_DONE) status = written;
    }
    if (request->trim != NULL && (status == EXIT_DONE || status == EXIT_FOUND)) {
        const int written = capture_trim(request->trim, capture, memories, text, bytes, error);
        if (written != EXIT_DONE) status = written;
    }
    free_stored(&bound);
    free(bound.bindings);
    free(bound.resources);
    free(memories);
    nbl_interpreter_destroy(interpreter);
    return status;
}

int run_capture(const request_t *asked, nbl_error_t *error) {
    char path[4096], groups[40];
    request_t *request = malloc(sizeof *request);
    unsigned char *text = NULL;
    uint64_t bytes = 0;
    capture_t capture = {0};
    folder_t folder = {asked->shader, (uint64_t)asked->memory_megabytes << 20};
    if (request == NULL) return fail(error, EXIT_FAILED, "%s: no memory", asked->shader);
    *request = *asked;
    snprintf(path, sizeof path, "%s/capture.txt", request->shader);
    int status = check_options(request, error);
    if (status == EXIT_DONE && access(path, F_OK) != 0)
        status = fail(error, EXIT_FAILED, "%s: is a folder without capture.txt, and so no capture", request->shader);
    if (status == EXIT_DONE) status = read_sized(path, UINT64_MAX, &text, &bytes, error);
    if (status == EXIT_DONE) status = capture_parse(path, (const char *)text, (size_t)bytes, &capture, error);
    if (status == EXIT_DONE) status = capture_load(&capture, read_captured, &folder, error);
    if (status == EXIT_DONE && request->format == FORMAT_TEXT && capture.beside[0] != '\0')
        note("%s: %s", request->shader, capture.beside);
    if (status == EXIT_DONE && (capture.groups[0] == 0 || capture.groups[1] == 0 || capture.groups[2] == 0)) {
        printf("%s: dispatched no workgroup\n", request->shader);
    } else if (status == EXIT_DONE) {
        snprintf(groups, sizeof groups, "%u,%u,%u", (unsigned)capture.groups[0], (unsigned)capture.groups[1],
                 (unsigned)capture.groups[2]);
        request->groups = groups; /* for what is printed */
        request->subgroup_size = capture.subgroup_size;
        status = run_loaded(request, &capture, (const char *)text, (size_t)bytes, error);
    }
    capture_free(&capture);
    free(text);
    free(request);
    return status;
}
