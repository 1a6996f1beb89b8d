/* Shows a stopped run: threads, frames, variables, texts.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A thread is a subgroup, not a lane. Its number is the workgroup's number * subgroups of a workgroup + the subgroup +
 * 1.
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include "dap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- threads */

static uint32_t subgroups_of(const dap_t *dap) {
    const nbl_machine_t *m = dap->debug->m;
    return (m->invocations + m->subgroup_size - 1u) / m->subgroup_size;
}

uint32_t dap_thread_of(const dap_t *dap, uint32_t group, uint32_t invocation) {
    return group * subgroups_of(dap) + invocation / dap->debug->m->subgroup_size + 1u;
}

nbl_wave_t *dap_chosen(const dap_t *dap, uint32_t *lane) {
    nbl_wave_t *w = nbl_debug_wave(dap->debug, dap->debug->group, dap->debug->invocation);
    *lane = w != NULL ? dap->debug->invocation - w->first : 0;
    return w;
}

/* Finds the lanes of a thread's subgroup in their wave, and the first active one; NBL_NONE: none is active. Returns the
 * wave; NULL: it does not run. */
static nbl_wave_t *wave_of(const dap_t *dap, uint32_t thread, uint32_t *first, uint32_t *end, uint32_t *active) {
    const nbl_machine_t *m = dap->debug->m;
    if (thread == 0) return NULL;
    const uint32_t group = (thread - 1u) / subgroups_of(dap),
                   invocation = (thread - 1u) % subgroups_of(dap) * m->subgroup_size;
    nbl_wave_t *w = nbl_debug_wave(dap->debug, group, invocation);
    if (w == NULL) return NULL;
    *first = invocation - w->first;
    *end = *first + m->subgroup_size < w->lanes ? *first + m->subgroup_size : w->lanes;
    *active = NBL_NONE;
    for (uint32_t i = *first; i < *end && w->depth != 0 && w->state != NBL_WAVE_ENDED && *active == NBL_NONE; i++)
        if (w->frames[w->depth - 1u].mask[i]) *active = i;
    return w;
}

bool dap_choose_thread(dap_t *dap, uint32_t thread) {
    nbl_debug_t *d = dap->debug;
    uint32_t first, end, active;
    if (dap_thread_of(dap, d->group, d->invocation) == thread) return true;
    const nbl_wave_t *w = wave_of(dap, thread, &first, &end, &active);
    if (w == NULL) return false;
    d->group = w->group->index;
    d->invocation = w->first + (active != NBL_NONE ? active : first);
    return true;
}

/* Writes the active lanes, as "lanes 0-15, 31". */
static void lanes_text(const nbl_wave_t *w, uint32_t first, uint32_t end, char *text, size_t bytes) {
    const uint32_t *mask = w->frames[w->depth - 1u].mask;
    const char *separator = "lanes ";
    size_t length = 0;
    for (uint32_t i = first; i < end && length + 24u < bytes; i++) {
        uint32_t last = i;
        if (!mask[i]) continue;
        while (last + 1u < end && mask[last + 1u]) last++;
        length += (size_t)snprintf(text + length, bytes - length, last != i ? "%s%u-%u" : "%s%u", separator,
                                   (unsigned)(i - first), (unsigned)(last - first));
        separator = ", ";
        i = last;
    }
}

static void add_thread(const dap_t *dap, cJSON *list, uint32_t thread) {
    uint32_t first = 0, end = 0, active = 0;
    char text[256], lanes[128] = "no lane";
    const nbl_wave_t *w = wave_of(dap, thread, &first, &end, &active);
    if (w == NULL) return;
    if (active != NBL_NONE) lanes_text(w, first, end, lanes, sizeof lanes);
    const char *state = w->state == NBL_WAVE_ENDED        ? "ended"
                        : w->state == NBL_WAVE_AT_BARRIER ? "at a barrier"
                                                          : "active";
    snprintf(text, sizeof text, "workgroup (%u, %u, %u) subgroup %u: %s%s%s", (unsigned)w->group->id[0],
             (unsigned)w->group->id[1], (unsigned)w->group->id[2], (unsigned)((thread - 1u) % subgroups_of(dap)),
             w->state == NBL_WAVE_ENDED ? "" : lanes, w->state == NBL_WAVE_ENDED ? "" : " ", state);
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "id", thread);
    cJSON_AddStringToObject(item, "name", text);
    cJSON_AddItemToArray(list, item);
}

void dap_threads(dap_t *dap, const cJSON *request) {
    const nbl_machine_t *m = dap->debug->m;
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    for (uint32_t i = 0; m != NULL && i < m->resident_count; i++)
        for (uint32_t s = 0; m->resident[i].running && s < subgroups_of(dap); s++)
            add_thread(dap, list, m->resident[i].index * subgroups_of(dap) + s + 1u);
    cJSON_AddItemToObject(body, "threads", list);
    dap_answer(dap, request, body);
}

/* ---- numbers that stand for things */

static uint32_t handle(dap_t *dap, const dap_handle_t *made) {
    if (dap->handle_count == dap->handle_capacity) {
        const uint32_t capacity = dap->handle_capacity != 0 ? 2u * dap->handle_capacity : 256u;
        dap_handle_t *grown = realloc(dap->handles, capacity * sizeof *grown);
        if (grown == NULL) return 0;
        dap->handles = grown;
        dap->handle_capacity = capacity;
    }
    dap->handles[dap->handle_count++] = *made;
    return dap->handle_count;
}

static const dap_handle_t *handle_of(const dap_t *dap, uint32_t number) {
    return number != 0 && number <= dap->handle_count ? &dap->handles[number - 1u] : NULL;
}

/* ---- texts */

static void add_source(dap_t *dap, cJSON *to, const char *file) {
    cJSON *source = cJSON_CreateObject();
    const char *name = strrchr(file, '/');
    char *path = realpath(file, NULL);
    uint32_t number = 0;
    cJSON_AddStringToObject(source, "name", name != NULL ? name + 1 : file);
    cJSON_AddStringToObject(source, "path", path != NULL ? path : file);
    for (uint32_t i = 1; path == NULL && i <= dap->source_count && number == 0; i++)
        if (strcmp(dap->sources[i], file) == 0) number = i;
    if (path == NULL && number == 0) {
        char *text = nbl_inspect_source(dap->interpreter, file);
        if (text != NULL) dap->sources[number = ++dap->source_count] = file;
        free(text);
    }
    if (number != 0) cJSON_AddNumberToObject(source, "sourceReference", number);
    free(path);
    cJSON_AddItemToObject(to, "source", source);
}

void dap_source(dap_t *dap, const cJSON *request) {
    const nbl_debug_t *d = dap->debug;
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    cJSON *body = cJSON_CreateObject();
    if (strcmp(dap_text(request, "command"), "loadedSources") == 0) {
        cJSON *list = cJSON_CreateArray(), *each;
        for (uint32_t i = 1; i < d->line_count; i++) {
            bool is_new = true;
            for (uint32_t k = 1; k < i && is_new; k++) is_new = strcmp(d->lines[k].file, d->lines[i].file) != 0;
            if (!is_new) continue;
            each = cJSON_CreateObject();
            add_source(dap, each, d->lines[i].file);
            cJSON_AddItemToArray(list, cJSON_DetachItemFromObject(each, "source"));
            cJSON_Delete(each);
        }
        cJSON_AddItemToObject(body, "sources", list);
        dap_answer(dap, request, body);
        return;
    }
    const uint32_t number = dap_number(given, "sourceReference", 0);
    char *text =
        number != 0 && number <= dap->source_count ? nbl_inspect_source(dap->interpreter, dap->sources[number]) : NULL;
    if (text == NULL) {
        cJSON_Delete(body);
        dap_refuse(dap, request, "source: the module carries no text %u", (unsigned)number);
        return;
    }
    cJSON_AddStringToObject(body, "content", text);
    free(text);
    dap_answer(dap, request, body);
}

/* ---- frames */

void dap_stack(dap_t *dap, const cJSON *request) {
    const nbl_debug_t *d = dap->debug;
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    const uint32_t thread = dap_number(given, "threadId", 0), start = dap_number(given, "startFrame", 0),
                   levels = dap_number(given, "levels", 0);
    uint32_t first, end, active, total = 0;
    const nbl_wave_t *w = wave_of(dap, thread, &first, &end, &active);
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    for (uint32_t depth = w != NULL && w->state != NBL_WAVE_ENDED ? w->depth : 0; depth-- > 0;) {
        nbl_interpreter_place_t place;
        nbl_report_place(d->m, nbl_debug_op(d, w, depth), &place);
        const uint32_t number = total++;
        if (number < start || (levels != 0 && number >= start + levels)) continue;
        const bool has_chosen = dap_thread_of(dap, d->group, d->invocation) == thread;
        const dap_handle_t frame = {.kind = DAP_FRAME,
                                    .group = w->group->index,
                                    .invocation = has_chosen           ? d->invocation
                                                  : active != NBL_NONE ? w->first + active
                                                                       : w->first + first,
                                    .depth = depth};
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "id", handle(dap, &frame));
        char function[128]; /* without the types of parameters that glslang appends to a name */
        snprintf(function, sizeof function, "%.*s", (int)strcspn(place.function != NULL ? place.function : "", "("),
                 place.function != NULL ? place.function : "");
        cJSON_AddStringToObject(item, "name", function[0] != '\0' ? function : "a function");
        cJSON_AddNumberToObject(item, "line", place.line - (dap->lines_from_0 && place.line != 0 ? 1u : 0u));
        cJSON_AddNumberToObject(item, "column",
                                place.column != 0 ? place.column - (dap->columns_from_0 ? 1u : 0u)
                                                  : (dap->columns_from_0 ? 0u : 1u));
        if (place.file != NULL) add_source(dap, item, place.file);
        cJSON_AddItemToArray(list, item);
    }
    cJSON_AddItemToObject(body, "stackFrames", list);
    cJSON_AddNumberToObject(body, "totalFrames", total);
    dap_answer(dap, request, body);
}

void dap_scopes(dap_t *dap, const cJSON *request) {
    static const char *const names[] = {"Locals", "Built-in variables", "Globals", "Shared memory",
                                        "Buffers and images"};
    const dap_handle_t *found =
        handle_of(dap, dap_number(cJSON_GetObjectItemCaseSensitive(request, "arguments"), "frameId", 0));
    if (found == NULL || found->kind != DAP_FRAME) {
        dap_refuse(dap, request, "scopes: there is no such frame");
        return;
    }
    dap_handle_t scope = *found;
    const nbl_wave_t *w = nbl_debug_wave(dap->debug, scope.group, scope.invocation);
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    for (uint32_t i = 0; i <= NBL_VARIABLES_COUNT; i++) {
        char text[64];
        const char *name;
        nbl_thing_t thing;
        const bool is_lanes = i == NBL_VARIABLES_COUNT;
        scope.kind = is_lanes ? DAP_LANES : DAP_SCOPE;
        scope.scope = is_lanes ? NBL_VARIABLES_LOCALS : (nbl_variables_t)i;
        if (w == NULL || !nbl_inspect_variable(dap->debug, scope.scope, w, scope.invocation - w->first, scope.depth, 0,
                                               &name, &thing))
            continue;
        snprintf(text, sizeof text, i == NBL_VARIABLES_LOCALS ? "%s of invocation %u" : "%s",
                 is_lanes ? "All lanes" : names[i], (unsigned)scope.invocation);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", text);
        cJSON_AddNumberToObject(item, "variablesReference", handle(dap, &scope));
        cJSON_AddBoolToObject(item, "expensive", i >= NBL_VARIABLES_SHARED);
        if (i == NBL_VARIABLES_LOCALS) cJSON_AddStringToObject(item, "presentationHint", "locals");
        cJSON_AddItemToArray(list, item);
    }
    cJSON_AddItemToObject(body, "scopes", list);
    dap_answer(dap, request, body);
}

/* ---- variables */

/* Writes which invocation stored a value last: "workgroup (1, 0, 0) invocation 5, reduce.comp:12". */
static bool writer_text(const dap_t *dap, const nbl_thing_t *thing, char *text, size_t bytes) {
    const nbl_machine_t *m = dap->debug->m;
    nbl_writer_t writer;
    if (!nbl_inspect_writer(dap->debug, thing, &writer)) return false;
    const char *file = writer.place.file != NULL ? strrchr(writer.place.file, '/') : NULL;
    file = file != NULL ? file + 1 : writer.place.file != NULL ? writer.place.file : "word";
    snprintf(text, bytes, "workgroup (%u, %u, %u) invocation %u, %.80s:%u",
             (unsigned)(m->run->base[0] + writer.workgroup % m->groups[0]),
             (unsigned)(m->run->base[1] + writer.workgroup / m->groups[0] % m->groups[1]),
             (unsigned)(m->run->base[2] + writer.workgroup / m->groups[0] / m->groups[1]), (unsigned)writer.invocation,
             file, (unsigned)(writer.place.file != NULL ? writer.place.line : writer.place.word));
    return true;
}

static void describe(dap_t *dap, cJSON *item, const nbl_thing_t *thing, const dap_handle_t *from, const char *key,
                     const char *behind) {
    char text[512], type[128], writer[192];
    nbl_scalar_t scalar;
    const uint64_t count = nbl_inspect_count(thing);
    nbl_inspect_text(dap->debug, thing, text, sizeof text - 220u);
    if (nbl_inspect_scalar(dap->debug, thing, &scalar) && writer_text(dap, thing, writer, sizeof writer))
        snprintf(text + strlen(text), 220, "  by %s", writer);
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s", behind);
    nbl_inspect_type(dap->debug, thing->type, type, sizeof type);
    cJSON_AddStringToObject(item, key, text);
    cJSON_AddStringToObject(item, "type", type);
    if (count == 0) {
        cJSON_AddNumberToObject(item, "variablesReference", 0);
        return;
    }
    dap_handle_t made = *from;
    made.kind = DAP_THING;
    made.thing = *thing;
    cJSON_AddNumberToObject(item, "variablesReference", handle(dap, &made));
    cJSON_AddNumberToObject(item, thing->type->kind == NBL_TYPE_STRUCT ? "namedVariables" : "indexedVariables",
                            (double)count);
}

static void add_variable(dap_t *dap, cJSON *list, const char *name, const nbl_thing_t *thing,
                         const dap_handle_t *from) {
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", name);
    describe(dap, item, thing, from, "value", "");
    cJSON_AddItemToArray(list, item);
}

static void add_scope(dap_t *dap, cJSON *list, const dap_handle_t *scope, const nbl_wave_t *w) {
    const char *name;
    nbl_thing_t thing;
    for (uint32_t i = 0; nbl_inspect_variable(dap->debug, scope->scope, w, scope->invocation - w->first, scope->depth,
                                              i, &name, &thing);
         i++) {
        if (nbl_inspect_is_hidden(dap->debug, scope->scope, w, scope->invocation - w->first, scope->depth, i)) continue;
        if (scope->kind == DAP_SCOPE) {
            add_variable(dap, list, name, &thing, scope);
            continue;
        }
        dap_handle_t lanes = *scope;
        char text[64];
        lanes.kind = DAP_LANES_OF;
        lanes.index = i;
        cJSON *item = cJSON_CreateObject();
        snprintf(text, sizeof text, "%u lanes", (unsigned)w->lanes);
        cJSON_AddStringToObject(item, "name", name);
        cJSON_AddStringToObject(item, "value", text);
        cJSON_AddNumberToObject(item, "variablesReference", handle(dap, &lanes));
        cJSON_AddNumberToObject(item, "indexedVariables", w->lanes);
        cJSON_AddItemToArray(list, item);
    }
}

/* Adds a page of a variable's values in all lanes. */
static void add_lanes(dap_t *dap, cJSON *list, const dap_handle_t *of, const nbl_wave_t *w, uint64_t start,
                      uint64_t end) {
    const uint32_t size = dap->debug->m->subgroup_size;
    const char *name;
    nbl_thing_t thing;
    for (uint64_t lane = start; lane < end && lane < w->lanes; lane++) {
        char text[96];
        if (!nbl_inspect_variable(dap->debug, of->scope, w, (uint32_t)lane, of->depth, of->index, &name, &thing))
            return;
        const uint32_t invocation = w->first + (uint32_t)lane;
        snprintf(text, sizeof text, "invocation %u (subgroup %u, lane %u)", (unsigned)invocation,
                 (unsigned)(invocation / size), (unsigned)(invocation % size));
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", text);
        describe(dap, item, &thing, of, "value", w->frames[of->depth].mask[lane] ? "" : "  (not active)");
        cJSON_AddItemToArray(list, item);
    }
}

enum { MOST_PARTS = 100000 }; /* of a page if the client gives no bounds; chosen */

void dap_variables(dap_t *dap, const cJSON *request) {
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    const dap_handle_t *found = handle_of(dap, dap_number(given, "variablesReference", 0));
    const uint64_t start = dap_number(given, "start", 0), count = dap_number(given, "count", 0);
    const uint64_t end = count != 0 ? start + count : start + MOST_PARTS;
    const char *filter = dap_text(given, "filter");
    if (found == NULL || found->kind == DAP_FRAME) {
        dap_refuse(dap, request, "variables: there is no such reference");
        return;
    }
    const dap_handle_t of = *found; /* a copy: the list may move when handles are added */
    const nbl_wave_t *w = nbl_debug_wave(dap->debug, of.group, of.invocation);
    cJSON *body = cJSON_CreateObject(), *list = cJSON_CreateArray();
    const bool is_named = of.kind == DAP_SCOPE || of.kind == DAP_LANES ||
                          (of.kind == DAP_THING && of.thing.type->kind == NBL_TYPE_STRUCT);
    const bool is_wanted = filter[0] == '\0' || strcmp(filter, is_named ? "named" : "indexed") == 0;
    if (!is_wanted || (w == NULL && of.kind != DAP_THING)) {
        /* nothing */
    } else if (of.kind == DAP_SCOPE || of.kind == DAP_LANES) {
        add_scope(dap, list, &of, w);
    } else if (of.kind == DAP_LANES_OF) {
        add_lanes(dap, list, &of, w, start, end);
    } else {
        char name[128];
        nbl_thing_t part;
        for (uint64_t i = start; i < end && nbl_inspect_part(dap->debug, &of.thing, i, name, sizeof name, &part); i++)
            add_variable(dap, list, name, &part, &of);
    }
    cJSON_AddItemToObject(body, "variables", list);
    dap_answer(dap, request, body);
}

bool dap_find_child(dap_t *dap, uint32_t reference, const char *name, nbl_thing_t *thing) {
    const dap_handle_t *of = handle_of(dap, reference);
    const nbl_wave_t *w = of != NULL ? nbl_debug_wave(dap->debug, of->group, of->invocation) : NULL;
    char part_name[128];
    const char *each;
    if (of != NULL && of->kind == DAP_THING) {
        const unsigned long long index = name[0] == '[' ? strtoull(name + 1, NULL, 10) : 0;
        for (uint64_t i = index; nbl_inspect_part(dap->debug, &of->thing, i, part_name, sizeof part_name, thing); i++)
            if (strcmp(part_name, name) == 0) return true;
        return false;
    }
    for (uint32_t i = 0;
         of != NULL && w != NULL && of->kind == DAP_SCOPE &&
         nbl_inspect_variable(dap->debug, of->scope, w, of->invocation - w->first, of->depth, i, &each, thing);
         i++)
        if (strcmp(each, name) == 0 &&
            !nbl_inspect_is_hidden(dap->debug, of->scope, w, of->invocation - w->first, of->depth, i))
            return true;
    return false;
}

/* ---- expressions, and what is chosen */

/* Runs a command that is typed as an expression: "lane 5", "step subgroup". Returns false if it is none. */
static bool command(dap_t *dap, const char *text, char *answer, size_t bytes) {
    static const char *const units[] = {"lane", "subgroup", "barrier"};
    nbl_debug_t *d = dap->debug;
    unsigned number;
    char word[16], behind;
    if (sscanf(text, "lane %u %c", &number, &behind) == 1 || sscanf(text, "invocation %u %c", &number, &behind) == 1) {
        if (text[0] == 'l') number += d->invocation / d->m->subgroup_size * d->m->subgroup_size;
        if (nbl_debug_wave(d, d->group, number) == NULL) {
            snprintf(answer, bytes, "there is no invocation %u", number);
            return true;
        }
        d->invocation = number;
        dap->handle_count = 0;
        cJSON *areas = cJSON_CreateObject(), *all = cJSON_CreateArray();
        cJSON_AddItemToArray(all, cJSON_CreateString("stacks"));
        cJSON_AddItemToArray(all, cJSON_CreateString("variables"));
        cJSON_AddItemToObject(areas, "areas", all);
        dap_event(dap, "invalidated", areas);
        snprintf(answer, bytes, "invocation %u of workgroup %u is chosen", number, (unsigned)d->group);
        return true;
    }
    if (sscanf(text, "step %15s %c", word, &behind) != 1) return false;
    for (uint32_t i = 0; i < 3; i++)
        if (strcmp(word, units[i]) == 0) {
            d->unit = (nbl_debug_unit_t)i;
            snprintf(answer, bytes, "a step goes on to the next line of the %s", units[i]);
            return true;
        }
    return false;
}

void dap_show_expression(dap_t *dap, const cJSON *request) {
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(request, "arguments");
    const char *text = dap_text(given, "expression");
    const dap_handle_t *found = handle_of(dap, dap_number(given, "frameId", 0));
    uint32_t lane;
    const nbl_wave_t *w = dap_chosen(dap, &lane);
    char answer[160];
    dap_handle_t frame = {.kind = DAP_FRAME,
                          .group = dap->debug->group,
                          .invocation = dap->debug->invocation,
                          .depth = w != NULL && w->depth != 0 ? w->depth - 1u : 0};
    if (found != NULL && found->kind == DAP_FRAME) {
        frame = *found;
        w = nbl_debug_wave(dap->debug, frame.group, frame.invocation);
        lane = w != NULL ? frame.invocation - w->first : 0;
    }
    char path[120];
    cJSON *body = cJSON_CreateObject();
    const bool writes = sscanf(text, "lanes %119s", path) == 1 && strchr(path, '.') != NULL;
    if (writes) dap_write_lanes(dap, w, lane, frame.depth, path, answer, sizeof answer);
    if (writes || command(dap, text, answer, sizeof answer)) {
        cJSON_AddStringToObject(body, "result", answer);
        cJSON_AddNumberToObject(body, "variablesReference", 0);
        dap_answer(dap, request, body);
        return;
    }
    const dap_place_t place = {.debug = dap->debug, .wave = w, .lane = lane, .depth = frame.depth};
    dap_value_t value;
    if (!dap_evaluate(&place, text, &value, answer)) {
        cJSON_Delete(body);
        dap_refuse(dap, request, "%s", answer);
        return;
    }
    if (value.is_thing || value.has_place) {
        describe(dap, body, &value.thing, &frame, "result", "");
    } else {
        char scalar[64];
        nbl_scalar_text(&value.scalar, scalar, sizeof scalar);
        cJSON_AddStringToObject(body, "result", scalar);
        cJSON_AddNumberToObject(body, "variablesReference", 0);
    }
    dap_answer(dap, request, body);
}
