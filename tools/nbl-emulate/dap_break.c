/* Sets breakpoints: at lines, at stores, at findings.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include "dap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines */

/* Returns whether a file that the module names is the file at an editor's path: by the whole path, else by the name. */
static bool is_file(const char *file, const char *path) {
    char *a = realpath(file, NULL), *b = realpath(path, NULL);
    const char *name = strrchr(file, '/'), *other = strrchr(path, '/');
    name = name != NULL ? name + 1 : file;
    other = other != NULL ? other + 1 : path;
    const bool is_one = a != NULL && b != NULL ? strcmp(a, b) == 0 : strcmp(name, other) == 0;
    free(a);
    free(b);
    return is_one;
}

static const char *path_of(const dap_t *dap, const cJSON *request) {
    const cJSON *source =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(request, "arguments"), "source");
    const uint32_t reference = dap_number(source, "sourceReference", 0);
    if (reference != 0 && reference <= dap->source_count) return dap->sources[reference];
    const char *path = dap_text(source, "path");
    if (strncmp(path, "file://", 7) == 0) path += 7;
    return path[0] != '\0' ? path : dap_text(source, "name");
}

/* Returns the number of the first line, from a given one on, that has operations; 0: none. */
static uint32_t line_from(const nbl_debug_t *d, const char *path, uint32_t line) {
    uint32_t best = 0;
    const char *known = NULL;
    bool is_known = false;
    for (uint32_t i = 1; i < d->line_count; i++) {
        const nbl_place_t *place = &d->lines[i];
        if (place->line < line || (best != 0 && place->line >= d->lines[best].line)) continue;
        if (place->file != known) known = place->file, is_known = is_file(known, path);
        if (is_known) best = i;
    }
    return best;
}

static void drop(dap_breakpoint_t *each) {
    free(each->file);
    free(each->condition);
    free(each->log);
    *each = (dap_breakpoint_t){0};
}

void dap_free_breakpoints(dap_t *dap) {
    for (uint32_t i = 0; i < dap->breakpoint_count; i++) drop(&dap->breakpoints[i]);
    dap->breakpoint_count = 0;
}

static void mark_lines(dap_t *dap) {
    memset(dap->debug->has_break, 0, dap->debug->line_count);
    for (uint32_t i = 0; i < dap->breakpoint_count; i++) dap->debug->has_break[dap->breakpoints[i].line] = 1;
    dap->debug->has_break[0] = 0;
}

static char *copy_of(const char *text) { return text[0] != '\0' ? strdup(text) : NULL; }

static cJSON *set_one(dap_t *dap, const cJSON *wanted, const char *path) {
    const nbl_debug_t *d = dap->debug;
    const uint32_t line = dap_number(wanted, "line", 0) + dap->lines_from_0;
    const char *condition = dap_text(wanted, "condition"), *message = NULL;
    char why[160];
    dap_value_t value;
    cJSON *answer = cJSON_CreateObject();
    const dap_place_t nowhere = {.debug = NULL};
    const uint32_t found = line_from(d, path, line);
    if (found == 0) message = "no line from here on has instructions";
    if (condition[0] != '\0' && !dap_evaluate(&nowhere, condition, &value, why)) message = why;
    if (dap->breakpoint_count == DAP_MOST_BREAKPOINTS) message = "there are too many breakpoints";
    const uint32_t id = ++dap->breakpoint_id;
    cJSON_AddNumberToObject(answer, "id", id);
    cJSON_AddBoolToObject(answer, "verified", message == NULL);
    if (message != NULL) {
        cJSON_AddStringToObject(answer, "message", message);
        return answer;
    }
    cJSON_AddNumberToObject(answer, "line", d->lines[found].line - (dap->lines_from_0 ? 1u : 0u));
    dap->breakpoints[dap->breakpoint_count++] = (dap_breakpoint_t){.id = id,
                                                                   .line = found,
                                                                   .file = strdup(path),
                                                                   .condition = copy_of(condition),
                                                                   .log = copy_of(dap_text(wanted, "logMessage"))};
    return answer;
}

void dap_set_breakpoints(dap_t *dap, const cJSON *request) {
    const cJSON *wanted = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(request, "arguments"),
                                                           "breakpoints"),
                *each;
    const char *path = path_of(dap, request);
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    uint32_t kept = 0;
    for (uint32_t i = 0; i < dap->breakpoint_count; i++) { /* the request replaces all breakpoints of its file */
        if (dap->breakpoints[i].file == NULL || is_file(dap->breakpoints[i].file, path))
            drop(&dap->breakpoints[i]);
        else
            dap->breakpoints[kept++] = dap->breakpoints[i];
    }
    dap->breakpoint_count = kept;
    cJSON_ArrayForEach(each, wanted) cJSON_AddItemToArray(list, set_one(dap, each, path));
    mark_lines(dap);
    cJSON_AddItemToObject(body, "breakpoints", list);
    dap_answer(dap, request, body);
}

void dap_breakpoint_lines(dap_t *dap, const cJSON *request) {
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    const uint32_t first = dap_number(given, "line", 0) + dap->lines_from_0,
                   last = dap_number(given, "endLine", first - dap->lines_from_0) + dap->lines_from_0;
    const char *path = path_of(dap, request);
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    for (uint32_t line = first, found; (found = line_from(dap->debug, path, line)) != 0; line++) {
        line = dap->debug->lines[found].line;
        if (line > last) break;
        cJSON *place = cJSON_CreateObject();
        cJSON_AddNumberToObject(place, "line", line - (dap->lines_from_0 ? 1u : 0u));
        cJSON_AddItemToArray(list, place);
    }
    cJSON_AddItemToObject(body, "breakpoints", list);
    dap_answer(dap, request, body);
}

/* Prints a log point's text, in which expressions in braces are replaced by their values. */
static void tell(dap_t *dap, const dap_place_t *place, const char *message) {
    char text[1024], expression[256], value_text[128], why[160];
    size_t length = 0;
    dap_value_t value;
    while (*message != '\0' && length + sizeof value_text < sizeof text) {
        const char *end = *message == '{' ? strchr(message, '}') : NULL;
        if (end == NULL) {
            text[length++] = *message++;
            continue;
        }
        snprintf(expression, sizeof expression, "%.*s", (int)(end - message - 1), message + 1);
        if (!dap_evaluate(place, expression, &value, why))
            snprintf(value_text, sizeof value_text, "%.120s", why);
        else if (value.is_thing)
            nbl_inspect_text(place->debug, &value.thing, value_text, sizeof value_text);
        else
            nbl_scalar_text(&value.scalar, value_text, sizeof value_text);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", value_text);
        message = end + 1;
    }
    text[length] = '\0';
    dap_output(dap, "console", "%s\n", text);
}

/* Returns whether a breakpoint's condition holds. The first time that it cannot be decided is told: it counts as
 * false. */
static bool holds(dap_t *dap, dap_breakpoint_t *breakpoint, const dap_place_t *place, dap_value_t *value) {
    char why[160];
    const char *doubt = !dap_evaluate(place, breakpoint->condition, value, why) ? why
                        : value->is_thing                                       ? "it is no number"
                        : value->scalar.is_undefined                            ? "it is undefined"
                                                                                : NULL;
    if (doubt != NULL && !breakpoint->is_told && !dap->debug->looks_back) {
        breakpoint->is_told = true;
        dap_output(dap, "console", "line %u: the condition %.200s counts as false in invocation %u: %s\n",
                   (unsigned)dap->debug->lines[breakpoint->line].line, breakpoint->condition,
                   (unsigned)(place->wave->first + place->lane), doubt);
    }
    return doubt == NULL && dap_is_true(value);
}

uint32_t dap_breaks(void *user, uint32_t line, const uint32_t *mask) {
    dap_t *dap = user;
    nbl_debug_t *d = dap->debug;
    const nbl_wave_t *w = d->wave;
    for (uint32_t i = 0; i < dap->breakpoint_count; i++) {
        dap_breakpoint_t *each = &dap->breakpoints[i];
        if (each->line != line) continue;
        const uint32_t chosen = d->group == w->group->index && d->invocation >= w->first ? d->invocation - w->first : 0;
        /* try the chosen lane first, so that it stays chosen if the condition holds in it */
        for (uint32_t k = 0; k <= w->lanes; k++) {
            const uint32_t lane = k == 0 ? chosen : k - 1u;
            const dap_place_t place = {.debug = d, .wave = w, .lane = lane, .depth = w->depth - 1u};
            dap_value_t value;
            if (lane >= w->lanes || !mask[lane]) continue;
            const bool is_hit = each->condition == NULL || holds(dap, each, &place, &value);
            if (!is_hit && !value.varies) break; /* then it holds in no other lane */
            if (!is_hit) continue;
            if (each->log != NULL) {
                if (!d->looks_back) tell(dap, &place, each->log);
                break;
            }
            dap->hit = each->id;
            return lane;
        }
    }
    return NBL_NONE;
}

/* ---- findings */

void dap_set_filters(dap_t *dap, const cJSON *request) {
    static const struct {
        const char *name;
        uint32_t bit;
    } filters[] = {{"race", NBL_INTERPRETER_RACE},
                   {"outOfBounds", NBL_INTERPRETER_OUT_OF_BOUNDS},
                   {"barrier", NBL_INTERPRETER_DIVERGENT_BARRIER},
                   {"undefined", NBL_INTERPRETER_UNDEFINED},
                   {"shuffle", NBL_INTERPRETER_INVALID_SHUFFLE},
                   {"difference", DAP_DIFFERENCE_FILTER}};
    const cJSON *each,
        *wanted = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(request, "arguments"), "filters");
    dap->filters = 0;
    cJSON_ArrayForEach(each, wanted) {
        for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++)
            if (cJSON_IsString(each) && strcmp(each->valuestring, filters[i].name) == 0)
                dap->filters |= 1u << filters[i].bit;
    }
    dap->debug->issues = dap->filters & 0xFFu;
    dap_answer(dap, request, NULL);
}

/* ---- stores: a dataId is "address bytes workgroup" */

void dap_watch_info(dap_t *dap, const cJSON *request) {
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    const uint32_t reference = dap_number(given, "variablesReference", 0);
    const char *name = dap_text(given, "name");
    char id[80], why[160] = "only what is in memory can be watched";
    nbl_thing_t thing = {0};
    dap_value_t value;
    uint32_t lane;
    const nbl_wave_t *w = dap_chosen(dap, &lane);
    bool is_found = false;
    if (reference != 0) {
        is_found = dap_find_child(dap, reference, name, &thing);
    } else {
        const dap_place_t place = {
            .debug = dap->debug, .wave = w, .lane = lane, .depth = w != NULL && w->depth != 0 ? w->depth - 1u : 0};
        is_found = dap_evaluate(&place, name, &value, why) && (value.is_thing || value.has_place);
        thing = value.thing;
    }
    cJSON *body = cJSON_CreateObject();
    if (!is_found || thing.wave != NULL || thing.object == NULL || thing.object->data == NULL ||
        thing.byte >= thing.object->bytes) {
        cJSON_AddNullToObject(body, "dataId");
        cJSON_AddStringToObject(body, "description", why[0] != '\0' ? why : "only what is in memory can be watched");
    } else {
        const nbl_type_t *type = thing.type;
        uint64_t bytes =
            type->kind == NBL_TYPE_RUNTIME_ARRAY || type->bytes == 0 ? thing.object->bytes - thing.byte : type->bytes;
        if (bytes > thing.object->bytes - thing.byte) bytes = thing.object->bytes - thing.byte;
        const uint32_t group = thing.object->kind == NBL_OBJECT_SHARED ? dap->debug->group : NBL_NONE;
        cJSON *access = cJSON_CreateArray();
        snprintf(id, sizeof id, "%llu %llu %u", (unsigned long long)(uintptr_t)(thing.object->data + thing.byte),
                 (unsigned long long)bytes, (unsigned)group);
        cJSON_AddStringToObject(body, "dataId", id);
        cJSON_AddStringToObject(body, "description", name);
        cJSON_AddItemToArray(access, cJSON_CreateString("write"));
        cJSON_AddItemToObject(body, "accessTypes", access);
    }
    dap_answer(dap, request, body);
}

void dap_set_watches(dap_t *dap, const cJSON *request) {
    const cJSON *each,
        *wanted =
            cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(request, "arguments"), "breakpoints");
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    nbl_debug_t *d = dap->debug;
    d->watch_count = 0;
    cJSON_ArrayForEach(each, wanted) {
        unsigned long long address = 0, bytes = 0;
        unsigned group = 0;
        const bool is_read = sscanf(dap_text(each, "dataId"), "%llu %llu %u", &address, &bytes, &group) == 3 &&
                             d->watch_count < NBL_DEBUG_MOST_WATCHES;
        if (is_read) /* the address from the text is only compared, never read from */
            d->watches[d->watch_count++] = (nbl_debug_watch_t){(const unsigned char *)(uintptr_t)address, bytes, group};
        cJSON *answer = cJSON_CreateObject();
        cJSON_AddBoolToObject(answer, "verified", is_read);
        cJSON_AddItemToArray(list, answer);
    }
    cJSON_AddItemToObject(body, "breakpoints", list);
    dap_answer(dap, request, body);
}
