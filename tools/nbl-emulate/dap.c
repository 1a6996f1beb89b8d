/* Serves a session of the Debug Adapter Protocol: messages, launch, the run.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include "capture.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- messages */

static void send_message(dap_t *dap, cJSON *message) {
    char header[64];
    cJSON_AddNumberToObject(message, "seq", ++dap->sequence);
    char *text = cJSON_PrintUnformatted(message);
    cJSON_Delete(message);
    if (text == NULL) return;
    const size_t length = strlen(text);
    const int header_length = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
    if (!write_all(dap->out, header, (size_t)header_length) || !write_all(dap->out, text, length)) dap->has_end = true;
    cJSON_free(text);
}

void dap_event(dap_t *dap, const char *name, cJSON *body) {
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "type", "event");
    cJSON_AddStringToObject(message, "event", name);
    if (body != NULL) cJSON_AddItemToObject(message, "body", body);
    send_message(dap, message);
}

static cJSON *answer_to(const cJSON *request, bool success) {
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "type", "response");
    cJSON_AddNumberToObject(message, "request_seq", dap_number(request, "seq", 0));
    cJSON_AddBoolToObject(message, "success", success);
    cJSON_AddStringToObject(message, "command", dap_text(request, "command"));
    return message;
}

void dap_answer(dap_t *dap, const cJSON *request, cJSON *body) {
    cJSON *message = answer_to(request, true);
    if (body != NULL) cJSON_AddItemToObject(message, "body", body);
    send_message(dap, message);
}

void dap_refuse(dap_t *dap, const cJSON *request, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text[strcspn(text, "\n")] = '\0';
    cJSON *message = answer_to(request, false), *body = cJSON_CreateObject(), *error = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "message", text);
    cJSON_AddNumberToObject(error, "id", 1);
    cJSON_AddStringToObject(error, "format", text);
    cJSON_AddBoolToObject(error, "showUser", true);
    cJSON_AddItemToObject(body, "error", error);
    cJSON_AddItemToObject(message, "body", body);
    send_message(dap, message);
}

void dap_output(dap_t *dap, const char *category, const char *format, ...) {
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "category", category);
    cJSON_AddStringToObject(body, "output", text);
    dap_event(dap, "output", body);
}

static bool read_more(dap_t *dap, bool waits) {
    struct pollfd ready = {.fd = dap->in, .events = POLLIN};
    if (dap->has_end) return false;
    if (!waits && poll(&ready, 1, 0) <= 0) return false;
    if (dap->input_capacity - dap->input_size < 4096u) {
        const size_t capacity = dap->input_capacity != 0 ? 2u * dap->input_capacity : 65536u;
        char *grown = realloc(dap->input, capacity);
        if (grown == NULL) return false;
        dap->input = grown;
        dap->input_capacity = capacity;
    }
    ssize_t got;
    do got = read(dap->in, dap->input + dap->input_size, dap->input_capacity - dap->input_size);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        dap->has_end = true;
        return false;
    }
    dap->input_size += (size_t)got;
    return true;
}

cJSON *dap_next(dap_t *dap, bool waits) {
    for (;;) {
        size_t begin = 0, length = 0;
        const long bytes = dap_frame(dap->input, dap->input_size, &begin, &length);
        if (bytes < 0) {
            dap->is_damaged = dap->has_end = true;
            return NULL;
        }
        if (bytes == 0) {
            if (!read_more(dap, waits)) return NULL;
            continue;
        }
        cJSON *message = cJSON_ParseWithLength(dap->input + begin, length);
        dap->input_size -= (size_t)bytes;
        memmove(dap->input, dap->input + bytes, dap->input_size);
        if (cJSON_IsObject(message) && strcmp(dap_text(message, "type"), "request") == 0) return message;
        if (!cJSON_IsObject(message)) dap_output(dap, "stderr", "nbl-emulate: a message that is no JSON object\n");
        cJSON_Delete(message);
    }
}

/* ---- a run */

static void forget_handles(dap_t *dap) { dap->handle_count = 0; }

/* Tells the client once how long a step back will take, if that is long. */
static void tell_gap(dap_t *dap) {
    const nbl_debug_t *d = dap->debug;
    if (d->checkpoint_count == 0) {
        if (!dap->is_told)
            dap_output(dap, "console",
                       "no step back: --memory %u MiB has no room for a checkpoint; a larger one gives it\n",
                       (unsigned)(d->memory_limit >> 20));
        dap->is_told = true;
        return;
    }
    const double seconds = 2.0 * nbl_checkpoint_gap(d);
    if (seconds <= 1.0 || dap->is_told) return;
    dap->is_told = true;
    dap_output(dap, "console",
               "a step back may take %.1f s here: %u checkpoints are kept within --memory; a larger one keeps more\n",
               seconds, (unsigned)d->checkpoint_count);
}

static void tell_stop(dap_t *dap, nbl_debug_reason_t reason) {
    static const char *const names[] = {[NBL_DEBUG_ENTRY] = "entry",
                                        [NBL_DEBUG_STEPPED] = "step",
                                        [NBL_DEBUG_BREAKPOINT] = "breakpoint",
                                        [NBL_DEBUG_STORED] = "data breakpoint",
                                        [NBL_DEBUG_FINDING] = "exception",
                                        [NBL_DEBUG_PAUSED] = "pause",
                                        [NBL_DEBUG_END] = "pause",
                                        [NBL_DEBUG_ARRIVED] = "exception",
                                        [NBL_DEBUG_BEGINNING] = "entry"};
    static const char *const texts[] = {
        [NBL_DEBUG_END] = "the run has ended", [NBL_DEBUG_BEGINNING] = "nothing is before this"};
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "reason", names[reason]);
    cJSON_AddNumberToObject(body, "threadId", dap_thread_of(dap, dap->debug->group, dap->debug->invocation));
    cJSON_AddBoolToObject(body, "allThreadsStopped", true);
    if (reason == NBL_DEBUG_END || reason == NBL_DEBUG_BEGINNING)
        cJSON_AddStringToObject(body, "description", texts[reason]);
    if (reason == NBL_DEBUG_FINDING || reason == NBL_DEBUG_ARRIVED) {
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(dap->why, "\n"), dap->why);
        cJSON_AddStringToObject(body, "text", line);
    }
    if (reason == NBL_DEBUG_BREAKPOINT) {
        cJSON *hit = cJSON_CreateArray();
        cJSON_AddItemToArray(hit, cJSON_CreateNumber(dap->hit));
        cJSON_AddItemToObject(body, "hitBreakpointIds", hit);
    }
    dap_event(dap, "stopped", body);
}

static void serve_stopped(dap_t *dap) {
    dap->goes_on = false;
    while (!dap->goes_on && !dap->is_leaving) {
        cJSON *request = dap_next(dap, true);
        if (request == NULL) {
            dap->is_leaving = true;
            break;
        }
        dap_request(dap, request);
        cJSON_Delete(request);
    }
    dap->debug->leaves = dap->is_leaving;
    forget_handles(dap);
}

static void stopped(void *user, nbl_debug_reason_t reason) {
    dap_t *dap = user;
    nbl_debug_t *d = dap->debug;
    if (dap->is_leaving) {
        d->leaves = 1;
        return;
    }
    if (reason == NBL_DEBUG_END && (dap->filters >> DAP_DIFFERENCE_FILTER & 1u) && dap_look_for_difference(dap)) return;
    if (reason == NBL_DEBUG_END && !dap->stops_at_end) {
        d->goal = NBL_DEBUG_GO;
        return;
    }
    if (reason == NBL_DEBUG_FINDING && d->m->report->finding_count != 0)
        nbl_interpreter_finding_text(&d->m->report->findings[d->m->report->finding_count - 1u], dap->why,
                                     sizeof dap->why);
    if (reason == NBL_DEBUG_ARRIVED) dap_choose_difference(dap);
    dap->reason = reason;
    dap->has_paused = false;
    tell_gap(dap);
    tell_stop(dap, reason);
    serve_stopped(dap);
}

static int poll_messages(void *user) {
    dap_t *dap = user;
    cJSON *request;
    while (!dap->is_leaving && (request = dap_next(dap, false)) != NULL) {
        dap_request(dap, request);
        cJSON_Delete(request);
    }
    if (dap->has_end) dap->is_leaving = true;
    if (!dap->is_leaving) return dap->has_paused;
    dap->debug->leaves = 1;
    return 1;
}

static void tell_findings(dap_t *dap, const nbl_interpreter_report_t *report) {
    char text[4096];
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nbl_interpreter_finding_text(&report->findings[i], text, sizeof text);
        dap_output(dap, "important", "%s", text);
    }
    if (report->result != NBL_SUCCESS && report->finding_count == 0)
        dap_output(dap, "stderr", "nbl-emulate: %s\n", report->message);
    dap_output(dap, "console", "ran %llu workgroups, %llu barriers, %llu instructions; %u findings\n",
               (unsigned long long)report->workgroups, (unsigned long long)report->barriers,
               (unsigned long long)report->instructions, (unsigned)report->finding_count);
}

int dap_run(dap_t *dap, const request_t *request, const nbl_interpreter_t *interpreter,
            const nbl_interpreter_run_t *run, nbl_interpreter_report_t *report, nbl_error_t *error) {
    static nbl_debug_t debug;
    debug = (nbl_debug_t){.user = dap,
                          .stopped = stopped,
                          .poll = poll_messages,
                          .breaks = dap_breaks,
                          .stores = dap_stores,
                          .memory_limit = run->memory_limit,
                          .issues = ~0u};
    const cJSON *launch = cJSON_GetObjectItemCaseSensitive(dap->launch, "arguments");
    const char *unit = dap_text(launch, "stepUnit");
    debug.unit = strcmp(unit, "subgroup") == 0  ? NBL_DEBUG_SUBGROUP
                 : strcmp(unit, "barrier") == 0 ? NBL_DEBUG_BARRIER
                                                : NBL_DEBUG_LANE;
    debug.stops_at_entry = (uint8_t)cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(launch, "stopOnEntry"));
    dap->stops_at_end = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(launch, "stopAtEnd"));
    dap->filters = ~0u;
    if (!nbl_debug_number_lines(&debug, interpreter)) {
        nbl_debug_free(&debug);
        return fail(error, EXIT_FAILED, "%s: no memory", request->shader);
    }
    dap->debug = &debug;
    dap->interpreter = interpreter;
    dap->sources = calloc(debug.line_count + 1u, sizeof *dap->sources);
    dap_answer(dap, dap->launch, NULL);
    cJSON_Delete(dap->launch);
    dap->launch = NULL;
    dap_event(dap, "initialized", NULL);
    if (debug.line_count < 2)
        dap_output(dap, "important", "%s: the module has no lines: breakpoints need one that was compiled with -g\n",
                   request->shader);
    while (!dap->is_configured && !dap->is_leaving) { /* the client sets breakpoints before the run begins */
        cJSON *message = dap_next(dap, true);
        if (message == NULL) dap->is_leaving = true;
        if (message != NULL) dap_request(dap, message);
        cJSON_Delete(message);
    }
    if (!dap->is_leaving) {
        nbl_interpreter_run_debugged(interpreter, run, report, &debug);
        if (!dap->is_leaving) tell_findings(dap, report);
    }
    nbl_debug_free(&debug);
    dap->debug = NULL;
    dap->interpreter = NULL;
    dap_free_difference(dap);
    free(dap->sources);
    dap->sources = NULL;
    dap->source_count = 0;
    if (!dap->is_leaving) {
        cJSON *body = cJSON_CreateObject();
        cJSON_AddNumberToObject(body, "exitCode",
                                report->finding_count != 0      ? EXIT_FOUND
                                : report->result != NBL_SUCCESS ? EXIT_FAILED
                                                                : EXIT_DONE);
        dap_event(dap, "exited", body);
        dap_event(dap, "terminated", NULL);
    }
    return EXIT_DONE;
}

/* ---- the session */

static void launch(dap_t *dap, cJSON *request) {
    dap_arguments_t arguments = {NULL, 0};
    nbl_error_t error = {.text = ""};
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    const char *folder = dap_text(given, "cwd");
    dap->launch = request;
    dap->is_configured = false;
    int status = dap_launch_arguments(given, &arguments, &error);
    if (status == EXIT_DONE && folder[0] != '\0' && chdir(folder) != 0)
        status = fail(&error, EXIT_FAILED, "%s: %s", folder, strerror(errno));
    if (status == EXIT_DONE) {
        /* the command line's reader removes words from its list; this copy lets all texts be freed */
        char **copy = calloc((size_t)arguments.count + 1u, sizeof *copy);
        if (copy != NULL) memcpy(copy, arguments.values, (size_t)arguments.count * sizeof *copy);
        status = copy != NULL ? run_command_line(arguments.count, copy, dap, &error)
                              : fail(&error, EXIT_FAILED, "launch: no memory");
        free(copy);
    }
    if (dap->launch != NULL) {
        dap_refuse(dap, dap->launch, "%s", error.text[0] != '\0' ? error.text : "nothing was run");
        if (strchr(error.text, '\n') != NULL) dap_output(dap, "stderr", "%s\n", error.text);
        dap_event(dap, "terminated", NULL);
        cJSON_Delete(dap->launch);
        dap->launch = NULL;
    } else if (status != EXIT_DONE && error.text[0] != '\0') {
        dap_output(dap, "stderr", "nbl-emulate: %s\n", error.text);
    }
    dap_free_arguments(&arguments);
}

int dap_serve(nbl_error_t *error) {
    static dap_t session;
    dap_t *dap = &session;
    fflush(stdout);
    *dap = (dap_t){.in = STDIN_FILENO, .out = dup(STDOUT_FILENO)};
    /* text that other functions print must not come between the messages: it goes to the standard error */
    if (dap->out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return fail(error, EXIT_FAILED, "--dap: the standard output: %s", strerror(errno));
    while (!dap->is_leaving) {
        cJSON *request = dap_next(dap, true);
        if (request == NULL) break;
        if (strcmp(dap_text(request, "command"), "launch") == 0 && dap->is_initialized) {
            launch(dap, request);
            continue;
        }
        dap_request(dap, request);
        cJSON_Delete(request);
    }
    dap_free_breakpoints(dap);
    free(dap->handles);
    free(dap->input);
    close(dap->out);
    if (dap->is_damaged) return fail(error, EXIT_FAILED, "--dap: a message without a Content-Length, or a damaged one");
    return EXIT_DONE;
}
