/* Fuzz target: modules under the debugger, stepped forward and back; at each stop the table of lanes and all variables.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first 32 bytes of an input say what each of up to 32 stops does, the module follows.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/nbl-emulate/dap.h"

enum { STOPS = 32, POLLS = 64 }; /* a run is left after STOPS stops, or after POLLS looks at the clock */

typedef struct session_t {
    nbl_debug_t debug;
    dap_t dap;
    const uint8_t *choices;
    uint32_t stops, polls;
} session_t;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Looks at a value and its parts: texts are cut to any length. */
static void look_at(const nbl_debug_t *d, const nbl_thing_t *thing, uint32_t depth) {
    char text[64];
    nbl_thing_t part;
    nbl_scalar_t scalar;
    nbl_writer_t writer;
    const uint64_t count = nbl_inspect_count(thing);
    nbl_inspect_text(d, thing, text, 1u + depth % sizeof text);
    nbl_inspect_type(d, thing->type, text, sizeof text);
    if (nbl_inspect_scalar(d, thing, &scalar)) nbl_scalar_text(&scalar, text, sizeof text);
    nbl_inspect_writer(d, thing, &writer);
    for (uint64_t i = 0; i < count && i < 5 && depth < 6; i++)
        if (nbl_inspect_part(d, thing, i == 4 ? count - 1u : i, text, sizeof text, &part))
            look_at(d, &part, depth + 1u);
    if (nbl_inspect_part(d, thing, count, text, sizeof text, &part) && count != 0) abort();
}

static void look_around(session_t *s, uint8_t choice) {
    nbl_debug_t *d = &s->debug;
    const nbl_wave_t *w = nbl_debug_wave(d, d->group, d->invocation);
    const uint32_t lane = w != NULL ? d->invocation - w->first : 0,
                   depth = w != NULL && w->depth != 0 ? choice % w->depth : 0;
    char answer[256], wanted[64];
    uint32_t rows = 0;
    dap_write_lanes(&s->dap, w, lane, depth, "/dev/null", answer, sizeof answer);
    if (w == NULL || w->depth == 0) return;
    for (uint32_t i = 0; i < d->m->invocations; i++) rows += nbl_debug_wave(d, d->group, i) != NULL;
    snprintf(wanted, sizeof wanted, "/dev/null: %u rows", (unsigned)rows);
    if (strcmp(answer, wanted) != 0) abort();
    for (int scope = 0; scope < NBL_VARIABLES_COUNT; scope++) {
        const char *name;
        nbl_thing_t thing, found;
        for (uint32_t i = 0; nbl_inspect_variable(d, (nbl_variables_t)scope, w, lane, depth, i, &name, &thing); i++) {
            if (!nbl_inspect_find(d, w, lane, depth, name, strlen(name), &found)) abort();
            nbl_inspect_is_hidden(d, (nbl_variables_t)scope, w, lane, depth, i);
            look_at(d, &thing, 0);
        }
    }
}

static void stopped(void *user, nbl_debug_reason_t reason) {
    session_t *s = user;
    nbl_debug_t *d = &s->debug;
    const uint8_t choice = s->choices[s->stops % STOPS];
    if (reason != NBL_DEBUG_END) look_around(s, choice);
    d->goal = (nbl_debug_goal_t)(choice % NBL_DEBUG_GO_TO);
    d->unit = (nbl_debug_unit_t)(choice / 4u % 3u);
    d->depth = (nbl_debug_depth_t)(choice / 12u % 3u);
    if (choice >= 128u) {
        const nbl_wave_t *w = nbl_debug_wave(d, d->group, choice % d->m->invocations);
        if (w != NULL) d->invocation = choice % d->m->invocations;
    }
    if (++s->stops >= STOPS || (reason == NBL_DEBUG_END && d->goal < NBL_DEBUG_GO_BACK)) d->leaves = 1;
}

static int poll(void *user) {
    session_t *s = user;
    if (++s->polls < POLLS) return 0;
    s->debug.leaves = 1;
    return 1;
}

static uint32_t breaks(void *user, uint32_t line, const uint32_t *mask) {
    (void)user;
    (void)line;
    for (uint32_t i = 0; i < 2; i++)
        if (mask[i]) return i;
    return NBL_NONE;
}

static void stores(void *user, const unsigned char *at, uint32_t bytes) {
    (void)user;
    (void)at;
    (void)bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static nbl_interpreter_report_t report;
    static uint8_t contents[256];
    static session_t session;
    nbl_interpreter_t *interpreter;
    if (size < STOPS) return 0;
    const size_t count = (size - STOPS) / 4;
    uint32_t *words = malloc(count * 4 + 1); /* of exactly this size: a read beyond it is seen */
    if (words == NULL) return 0;
    memcpy(words, data + STOPS, count * 4);
    const nbl_interpreter_desc_t desc = {.words = words, .word_count = count};
    if (nbl_interpreter_create(&desc, &interpreter, NULL) == NBL_SUCCESS) {
        nbl_interpreter_binding_t bindings[8];
        for (uint32_t i = 0; i < 8; i++)
            bindings[i] = (nbl_interpreter_binding_t){
                .binding = i, .data = contents, .bytes = sizeof contents, .width = 4, .height = 4, .depth = 1};
        const nbl_interpreter_run_t run = {.bindings = bindings,
                                           .binding_count = 8,
                                           .groups = {2, 1, 1},
                                           .check = true,
                                           .step_limit = 200000,
                                           .memory_limit = 64u << 20};
        memset(contents, 1, sizeof contents);
        memset(&session, 0, sizeof session);
        session.choices = data;
        session.dap.debug = &session.debug;
        session.debug = (nbl_debug_t){.user = &session,
                                      .stopped = stopped,
                                      .poll = poll,
                                      .breaks = breaks,
                                      .stores = stores,
                                      .memory_limit = run.memory_limit,
                                      .issues = data[0] & 1u ? ~0u : 0,
                                      .tells_stores = data[1] & 1u,
                                      .stops_at_entry = 1};
        if (nbl_debug_number_lines(&session.debug, interpreter)) {
            for (uint32_t i = 1; i < session.debug.line_count; i++) session.debug.has_break[i] = data[i % STOPS] & 1u;
            nbl_interpreter_run_debugged(interpreter, &run, &report, &session.debug);
        }
        nbl_debug_free(&session.debug);
        nbl_interpreter_destroy(interpreter);
    }
    free(words);
    return 0;
}
