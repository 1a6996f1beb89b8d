/* The table of lanes as a file: a row for each invocation of the workgroup, a column for each number of its variables.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MOST_COLUMNS = 256, MOST_DEPTH = 8 };

typedef struct table_t {
    const dap_t *dap;
    const nbl_wave_t *wave; /* of the row; NULL: the header's names are written */
    FILE *file;
    uint32_t lane, depth, columns;
    bool is_elsewhere; /* the row's invocation is in another function: its cells are empty */
} table_t;

/* Writes a cell; texts with commas or quotes are quoted. */
static void put(FILE *file, const char *text) {
    if (strpbrk(text, ",\"\n") == NULL) {
        fprintf(file, ",%s", text);
        return;
    }
    fputs(",\"", file);
    for (; *text != '\0'; text++) fputs(*text == '"' ? "\"\"" : (char[2]){*text, '\0'}, file);
    fputc('"', file);
}

/* Writes the cells of a variable, or of its parts, number by number. */
static void put_thing(table_t *table, const char *name, const nbl_thing_t *thing, uint32_t depth) {
    const uint64_t count = nbl_inspect_count(thing);
    char text[160], part_name[128];
    nbl_thing_t part;
    if (count == 0) {
        if (table->columns++ >= MOST_COLUMNS) return;
        if (table->wave != NULL) nbl_inspect_text(table->dap->debug, thing, text, sizeof text);
        put(table->file, table->wave == NULL ? name : table->is_elsewhere ? "" : text);
        return;
    }
    for (uint64_t i = 0; i < count && depth < MOST_DEPTH && table->columns < MOST_COLUMNS; i++) {
        if (!nbl_inspect_part(table->dap->debug, thing, i, part_name, sizeof part_name, &part)) continue;
        snprintf(text, sizeof text, "%.60s%s%.80s", name, part_name[0] == '[' ? "" : ".", part_name);
        put_thing(table, text, &part, depth + 1u);
    }
}

/* Writes a row, or the names: of the variables that the chosen invocation sees. */
static void put_row(table_t *table, const nbl_wave_t *chosen, uint32_t chosen_lane) {
    static const nbl_variables_t scopes[] = {NBL_VARIABLES_BUILT_IN, NBL_VARIABLES_LOCALS, NBL_VARIABLES_GLOBALS};
    const nbl_wave_t *w = table->wave != NULL ? table->wave : chosen;
    const char *name;
    nbl_thing_t thing, own;
    table->columns = 0;
    table->is_elsewhere =
        w->depth <= table->depth || w->frames[table->depth].procedure != chosen->frames[table->depth].procedure;
    for (size_t s = 0; s < sizeof scopes / sizeof scopes[0]; s++)
        for (uint32_t i = 0;
             nbl_inspect_variable(table->dap->debug, scopes[s], chosen, chosen_lane, table->depth, i, &name, &thing);
             i++) {
            const bool has_own =
                table->wave != NULL && !table->is_elsewhere &&
                nbl_inspect_variable(table->dap->debug, scopes[s], w, table->lane, table->depth, i, &name, &own);
            put_thing(table, name, has_own ? &own : &thing, 0);
        }
    fputc('\n', table->file);
}

void dap_write_lanes(const dap_t *dap, const nbl_wave_t *chosen, uint32_t lane, uint32_t depth, const char *path,
                     char *answer, size_t bytes) {
    const nbl_debug_t *d = dap->debug;
    const uint32_t size = d->m->subgroup_size;
    table_t table = {.dap = dap, .depth = depth, .file = chosen != NULL ? fopen(path, "w") : NULL};
    uint32_t rows = 0;
    if (table.file == NULL) {
        snprintf(answer, bytes, "%.100s: %s", path, chosen == NULL ? "no invocation is chosen" : strerror(errno));
        return;
    }
    fputs("invocation,subgroup,lane,active", table.file);
    put_row(&table, chosen, lane);
    for (uint32_t i = 0; i < d->m->invocations; i++) {
        const nbl_wave_t *w = nbl_debug_wave(d, d->group, i);
        if (w == NULL) continue;
        table.wave = w;
        table.lane = i - w->first;
        const int active = w->depth != 0 && w->frames[w->depth - 1u].mask[table.lane] != 0;
        fprintf(table.file, "%u,%u,%u,%d", (unsigned)i, (unsigned)(i / size), (unsigned)(i % size), active);
        put_row(&table, chosen, lane);
        rows++;
    }
    const int failed = ferror(table.file) | fclose(table.file);
    snprintf(answer, bytes, failed ? "%.100s: cannot be written" : "%.100s: %u rows", path, (unsigned)rows);
}
