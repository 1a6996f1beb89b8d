/* The counts of all workers of a launch, and of launches one after the other, in an order that does not depend on
 * threads.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/count.h"

#include <string.h>

static int compare_texts(const char *a, const char *b) { return strcmp(a != NULL ? a : "", b != NULL ? b : ""); }

/* By place in the text first; equal only where all that names a line is. */
static int compare(const nbl_emulator_line_t *a, const nbl_emulator_line_t *b) {
    int order = compare_texts(a->file, b->file);
    if (order == 0) order = (a->line > b->line) - (a->line < b->line);
    if (order == 0) order = (a->kind > b->kind) - (a->kind < b->kind);
    if (order == 0) order = compare_texts(a->name, b->name);
    if (order == 0) order = compare_texts(a->expression, b->expression);
    if (order == 0) order = compare_texts(a->function, b->function);
    if (order == 0) order = (a->binding > b->binding) - (a->binding < b->binding);
    return order;
}

static void add_traffic(nbl_emulator_traffic_t *sum, const nbl_emulator_traffic_t *more) {
    sum->accesses += more->accesses;
    sum->bytes += more->bytes;
    sum->requests += more->requests;
    sum->cost += more->cost;
    sum->least += more->least;
    sum->unsorted += more->unsorted;
    if (more->worst > sum->worst) sum->worst = more->worst;
}

static void add_line(nbl_emulator_counters_t *counters, const nbl_emulator_line_t *line) {
    uint32_t at = 0;

    while (at < counters->line_count && compare(&counters->lines[at], line) < 0) at++;
    if (at < counters->line_count && compare(&counters->lines[at], line) == 0) {
        counters->lines[at].passed += line->passed;
        add_traffic(&counters->lines[at].traffic, &line->traffic);
        return;
    }
    if (counters->line_count == NBL_EMULATOR_MAX_LINES) {
        counters->lines_without_room++;
        return;
    }
    memmove(&counters->lines[at + 1u], &counters->lines[at], (counters->line_count - at) * sizeof *counters->lines);
    counters->lines[at] = *line;
    counters->line_count++;
}

void nbl_count_add(nbl_emulator_counters_t *counters, const nbl_count_t *count) {
    for (uint64_t i = 0; i < count->place_count; i++) {
        const nbl_emulator_line_t *line = &count->places[i].line;
        if (line->kind <= NBL_EMULATOR_LINE_ATOMIC)
            add_traffic(line->memory == NBL_EMULATOR_MEMORY_SHARED ? &counters->shared : &counters->buffers,
                        &line->traffic);
        add_line(counters, line);
    }
}

void nbl_count_close(nbl_emulator_counters_t *counters, const nbl_emulator_report_t *report) {
    counters->kernel = report->kernel;
    counters->launches++;
    counters->workgroups += report->workgroups;
    counters->workgroup_barriers += report->workgroup_barriers;
    counters->subgroup_operations += report->subgroup_operations;
}
