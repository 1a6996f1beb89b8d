/* Serves requests of the Debug Adapter Protocol, one after another.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *dap_text(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

uint32_t dap_number(const cJSON *object, const char *name, uint32_t otherwise) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble > UINT32_MAX) return otherwise;
    return (uint32_t)item->valuedouble;
}

static void add_filter(cJSON *filters, const char *name, const char *label, const char *about) {
    cJSON *filter = cJSON_CreateObject();
    cJSON_AddStringToObject(filter, "filter", name);
    cJSON_AddStringToObject(filter, "label", label);
    cJSON_AddStringToObject(filter, "description", about);
    cJSON_AddBoolToObject(filter, "default", true);
    cJSON_AddItemToArray(filters, filter);
}

static void initialize(dap_t *dap, const cJSON *request) {
    static const char *const abilities[] = {"supportsConfigurationDoneRequest",
                                            "supportsConditionalBreakpoints",
                                            "supportsEvaluateForHovers",
                                            "supportsStepBack",
                                            "supportsExceptionInfoRequest",
                                            "supportsTerminateRequest",
                                            "supportsLogPoints",
                                            "supportsDataBreakpoints",
                                            "supportsBreakpointLocationsRequest",
                                            "supportsLoadedSourcesRequest"};
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    cJSON *body = cJSON_CreateObject(), *filters = cJSON_CreateArray();
    dap->lines_from_0 = cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(given, "linesStartAt1"));
    dap->columns_from_0 = cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(given, "columnsStartAt1"));
    dap->paths_are_uris = strcmp(dap_text(given, "pathFormat"), "uri") == 0;
    for (size_t i = 0; i < sizeof abilities / sizeof abilities[0]; i++) cJSON_AddBoolToObject(body, abilities[i], true);
    add_filter(filters, "race", "Races", "Two accesses that nothing orders");
    add_filter(filters, "outOfBounds", "Out of bounds", "An index or address outside of what it is of");
    add_filter(filters, "barrier", "Barrier misuse", "A barrier that not all invocations come to");
    add_filter(filters, "undefined", "Undefined values",
               "An undefined value that decides a branch or an address, or leaves the shader");
    add_filter(filters, "shuffle", "Invalid shuffles", "A value of a lane that is not there");
    add_filter(filters, "difference", "First difference from the device",
               "Of a capture: the first store of what the device has otherwise");
    cJSON_AddItemToObject(body, "exceptionBreakpointFilters", filters);
    dap->is_initialized = true;
    dap_answer(dap, request, body);
}

/* ---- going on */

/* Lets the run go on to a goal. */
static void go(dap_t *dap, const cJSON *request, nbl_debug_goal_t goal, nbl_debug_depth_t depth) {
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    nbl_debug_t *d = dap->debug;
    const bool goes_back = goal == NBL_DEBUG_STEP_BACK || goal == NBL_DEBUG_GO_BACK;
    const uint32_t thread = dap_number(given, "threadId", 0);
    if (goes_back && d->checkpoint_count == 0) {
        dap_refuse(dap, request, "%s: there is no checkpoint; a larger --memory gives one",
                   dap_text(request, "command"));
        return;
    }
    if (!d->has_ended && thread != 0 && goal != NBL_DEBUG_GO && goal != NBL_DEBUG_GO_BACK &&
        !dap_choose_thread(dap, thread)) {
        dap_refuse(dap, request, "%s: there is no thread %u", dap_text(request, "command"), (unsigned)thread);
        return;
    }
    if (goal == NBL_DEBUG_GO_BACK && d->ran > 1)
        dap_output(dap, "console", "looks back over up to %.1f s of the run; a pause ends it\n", d->ran);
    d->goal = goal;
    d->depth = depth;
    dap->goes_on = true;
    cJSON *body = cJSON_CreateObject();
    if (goal == NBL_DEBUG_GO) cJSON_AddBoolToObject(body, "allThreadsContinued", true);
    dap_answer(dap, request, body);
}

static void leave(dap_t *dap, const cJSON *request) {
    dap->is_leaving = strcmp(dap_text(request, "command"), "disconnect") == 0 || dap->debug != NULL;
    dap_answer(dap, request, NULL);
    if (strcmp(dap_text(request, "command"), "terminate") == 0) dap_event(dap, "terminated", NULL);
}

static void exception_info(dap_t *dap, const cJSON *request) {
    static const char *const names[] = {"race", "outOfBounds", "barrier", "undefined", "shuffle"};
    const nbl_interpreter_report_t *report = dap->debug->m->report;
    const bool is_finding = dap->reason == NBL_DEBUG_FINDING && report->finding_count != 0;
    if (!is_finding && dap->reason != NBL_DEBUG_ARRIVED) {
        dap_refuse(dap, request, "exceptionInfo: it has not stopped at an exception");
        return;
    }
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "exceptionId",
                            is_finding ? names[report->findings[report->finding_count - 1u].issue] : "difference");
    cJSON_AddStringToObject(body, "description", dap->why);
    cJSON_AddStringToObject(body, "breakMode", "always");
    dap_answer(dap, request, body);
}

/* ---- the table of requests */

typedef void serve_t(dap_t *dap, const cJSON *request);

static void configured(dap_t *dap, const cJSON *request) {
    dap->is_configured = true;
    dap_answer(dap, request, NULL);
}
static void go_on(dap_t *dap, const cJSON *request) { go(dap, request, NBL_DEBUG_GO, NBL_DEBUG_OVER); }
static void go_back(dap_t *dap, const cJSON *request) { go(dap, request, NBL_DEBUG_GO_BACK, NBL_DEBUG_OVER); }
static void step_over(dap_t *dap, const cJSON *request) { go(dap, request, NBL_DEBUG_STEP, NBL_DEBUG_OVER); }
static void step_in(dap_t *dap, const cJSON *request) { go(dap, request, NBL_DEBUG_STEP, NBL_DEBUG_IN); }
static void step_out(dap_t *dap, const cJSON *request) { go(dap, request, NBL_DEBUG_STEP, NBL_DEBUG_OUT); }
static void step_back(dap_t *dap, const cJSON *request) { go(dap, request, NBL_DEBUG_STEP_BACK, NBL_DEBUG_OVER); }

static void pause_run(dap_t *dap, const cJSON *request) {
    dap->has_paused = true;
    dap_answer(dap, request, NULL);
}

/* When a request may come: always, after the launch, or while the run is stopped. */
typedef enum when_t { ALWAYS, LOADED, STOPPED } when_t;

static const struct {
    const char *name;
    serve_t *serve;
    when_t when;
} requests[] = {{"initialize", initialize, ALWAYS},
                {"disconnect", leave, ALWAYS},
                {"terminate", leave, ALWAYS},
                {"configurationDone", configured, LOADED},
                {"setBreakpoints", dap_set_breakpoints, LOADED},
                {"breakpointLocations", dap_breakpoint_lines, LOADED},
                {"setExceptionBreakpoints", dap_set_filters, LOADED},
                {"setDataBreakpoints", dap_set_watches, LOADED},
                {"dataBreakpointInfo", dap_watch_info, STOPPED},
                {"loadedSources", dap_source, LOADED},
                {"source", dap_source, LOADED},
                {"threads", dap_threads, LOADED},
                {"pause", pause_run, LOADED},
                {"stackTrace", dap_stack, STOPPED},
                {"scopes", dap_scopes, STOPPED},
                {"variables", dap_variables, STOPPED},
                {"evaluate", dap_show_expression, STOPPED},
                {"exceptionInfo", exception_info, STOPPED},
                {"continue", go_on, STOPPED},
                {"reverseContinue", go_back, STOPPED},
                {"next", step_over, STOPPED},
                {"stepIn", step_in, STOPPED},
                {"stepOut", step_out, STOPPED},
                {"stepBack", step_back, STOPPED}};

void dap_request(dap_t *dap, const cJSON *request) {
    const char *name = dap_text(request, "command");
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (strcmp(name, requests[i].name) != 0) continue;
        const bool is_stopped = dap->debug != NULL && dap->debug->m != NULL && !dap->goes_on && dap->is_configured;
        if (requests[i].when != ALWAYS && dap->debug == NULL)
            dap_refuse(dap, request, "%s: nothing is launched", name);
        else if (requests[i].when == STOPPED && !is_stopped)
            dap_refuse(dap, request, "%s: the run has not stopped", name);
        else
            requests[i].serve(dap, request);
        return;
    }
    if (strcmp(name, "launch") == 0)
        dap_refuse(dap, request, dap->is_initialized ? "launch: a run is there already" : "launch: before initialize");
    else
        dap_refuse(dap, request, "%.80s: is not supported", name);
}
